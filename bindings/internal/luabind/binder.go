package luabind

import (
	"reflect"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// SiteFunc returns the place of the Lua call that is being executed in L, 0 if it is not known. It must not allocate.
type SiteFunc func(L *lua.LState) gpu.Site

// Config is what a Binder needs to know.
type Config struct {
	Set  *Set
	Site SiteFunc // nil: no places
	Env  any      // the receiver of module functions
}

// Binder makes the classes of a Set known to one Lua state. It belongs to that state: one goroutine at a time.
type Binder struct {
	L *lua.LState

	set     *Set
	sites   SiteFunc
	env     any
	classes map[*Class]*boundClass
	kinds   map[*lua.LTable]*boundClass // by metatable
	wrapped wrappers
	results map[reflect.Type]*lua.LTable // strict metatables of result tables

	// calls[:depth] are the calls from Lua to Go that are under way. They nest strictly, coroutines included, because a
	// Lua state runs on one goroutine and a coroutine cannot be suspended inside a Go function.
	calls []*Args
	depth int
}

// boundClass is a class in one Lua state.
type boundClass struct {
	class     *Class
	metatable *lua.LTable
	methods   *lua.LTable
}

// signature is what messages need to know about the method being called.
type signature struct {
	owner    string // the class or module
	name     string
	class    *boundClass // nil for a module function
	params   []Param
	required int
	max      int // -1 without limit
}

// New makes a Binder. Classes are built when their first object appears.
func New(L *lua.LState, config Config) *Binder {
	if config.Set == nil {
		panic("BUG: luabind: a Binder needs a Set")
	}
	return &Binder{
		L: L, set: config.Set, sites: config.Site, env: config.Env,
		classes: map[*Class]*boundClass{},
		kinds:   map[*lua.LTable]*boundClass{},
		results: map[reflect.Type]*lua.LTable{},
	}
}

// Set returns the classes of the Binder.
func (b *Binder) Set() *Set { return b.set }

func (b *Binder) site(L *lua.LState) gpu.Site {
	if b.sites == nil {
		return 0
	}
	return b.sites(L)
}

// Wrap returns the Lua value of an object: the same one for the same object as long as the script holds it, so objects can
// be table keys. It panics with "BUG:" if the set has no class for its type.
func (b *Binder) Wrap(object any) *lua.LUserData {
	class := b.set.classOf(reflect.TypeOf(object))
	if class == nil {
		panic("BUG: luabind: no class for " + reflect.TypeOf(object).String())
	}
	return b.wrapped.get(object, func() *lua.LUserData {
		return &lua.LUserData{Value: object, Env: b.L.Env, Metatable: b.bound(class).metatable}
	})
}

// bound returns the class in this state, building it the first time.
func (b *Binder) bound(class *Class) *boundClass {
	if bc := b.classes[class]; bc != nil {
		return bc
	}
	bc := &boundClass{class: class}
	b.classes[class] = bc
	bc.methods = b.methodTable(class.Kind, bc, class.Methods)
	bc.metatable = b.metatable(bc)
	b.kinds[bc.metatable] = bc
	return bc
}

// Module returns a module as a table: its functions, strict about unknown names and about assignment. Values may be added to
// it by RawSetString before the script sees it.
func (b *Binder) Module(m *Module) *lua.LTable {
	t := b.methodTable(m.Name, nil, m.Functions)
	b.seal(t, m)
	return t
}

// methodTable builds the table of Lua functions.
func (b *Binder) methodTable(owner string, bc *boundClass, methods Methods) *lua.LTable {
	t := b.L.CreateTable(0, len(methods))
	for i := range methods {
		t.RawSetString(methods[i].Name, b.L.NewFunction(b.function(owner, bc, &methods[i])))
	}
	return t
}

// function is the Lua side of one method: it checks the receiver and the number of arguments, runs the adapter, and turns a Go
// panic into an internal error.
func (b *Binder) function(owner string, bc *boundClass, m *Method) lua.LGFunction {
	sig := newSignature(owner, bc, m.Name, b.set.Params(m))
	run := m.Fn.bind(m.Fn, b, m)
	base := 0
	if bc != nil {
		base = 1
	}
	return func(L *lua.LState) int {
		c := b.enter(L, sig)
		defer b.leave(c)
		c.base, c.n = base, L.GetTop()-base
		if base == 1 {
			c.self = c.receiver(bc)
		} else {
			c.self = b.env
		}
		if c.n < sig.required || c.n > sig.max && sig.max >= 0 {
			c.raise(c.wrongCount())
		}
		run(c)
		return c.nret
	}
}

func newSignature(owner string, bc *boundClass, name string, params []Param) *signature {
	sig := &signature{owner: owner, name: name, class: bc, params: params, max: len(params)}
	for _, p := range params {
		if !p.Optional {
			sig.required++
		}
		if p.Variadic {
			sig.max = -1
		}
	}
	return sig
}

// paramName returns the name of argument i.
func (s *signature) paramName(i int) string {
	switch {
	case i <= len(s.params):
		return s.params[i-1].Name
	case s.max < 0:
		return s.params[len(s.params)-1].Name
	}
	panic("BUG: luabind: " + s.callee() + " reads an argument that its row does not name")
}

// callee returns the call as a script writes it, without arguments: CommandList:Close, gpu.CreateDevice.
func (s *signature) callee() string {
	if s.class != nil {
		return s.owner + ":" + s.name
	}
	return s.owner + "." + s.name
}

// enter takes the Args of the next depth; they are reused, so a call allocates nothing.
func (b *Binder) enter(L *lua.LState, sig *signature) *Args {
	if b.depth == len(b.calls) {
		b.calls = append(b.calls, &Args{b: b})
	}
	c := b.calls[b.depth]
	b.depth++
	c.L, c.sig, c.nret = L, sig, 0
	return c
}

// leave ends a call, however it ends.
func (b *Binder) leave(c *Args) {
	b.depth--
	c.self = nil
	if r := recover(); r != nil {
		c.recovered(r)
	}
}

// locate adds the place of the call to a diagnostic that has none.
func (b *Binder) locate(L *lua.LState, sig *signature, d *diag.Diagnostic) {
	for _, label := range d.Labels {
		if label.Primary {
			return
		}
	}
	if site := b.site(L); site != 0 {
		d.At(site, "in "+sig.callee())
	}
}
