package luabind

import (
	"fmt"
	"reflect"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/arity"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/luaerr"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/receiver"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/wrapped"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/cnames"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// SiteFunc returns the place of the Lua call that is being executed in L, 0 if it is not known. It must not allocate.
type SiteFunc func(L *lua.LState) gpu.Site

// Config is what a Binder needs to know.
type Config struct {
	Set  *Set
	Site SiteFunc                       // nil: no places
	Env  any                            // the receiver of module functions
	Room func(L *lua.LState, bytes int) // as Options.Room of package bindings; may be nil
}

// Binder makes the classes of a Set known to one Lua state and its coroutines. It belongs to that state: one goroutine at a
// time.
type Binder struct {
	L *lua.LState

	set     *Set
	sites   SiteFunc
	env     any
	room    func(L *lua.LState, bytes int)
	classes map[*Class]*boundClass
	kinds   map[*lua.LTable]*boundClass // by metatable
	wrapped wrapped.Table
	results map[reflect.Type]*lua.LTable // strict metatables of result tables

	// free are the Args of calls that have ended. Calls do not nest: the CPU threads of a simulation are goroutines that
	// pass a baton, and a method that blocks lets another thread begin and end calls of its own.
	free []*Args
	open int // calls that have not ended

	closed bool
}

// boundClass is a class in one Lua state.
type boundClass struct {
	class     *Class
	metatable *lua.LTable
	methods   *lua.LTable // those that the script has asked for
	wants     receiver.Wants
}

// signature is what messages need to know about the method being called.
type signature struct {
	owner    string // the class or module
	name     string
	class    *boundClass // nil for a module function
	params   []Param
	required int
	max      int    // -1 without limit
	counts   string // cnames.Counts; "" where C passes no lengths of lists

	descriptor *plan // of the only argument, nil if it is something else
}

// New makes a Binder. Classes are built when their first object appears.
func New(L *lua.LState, config Config) *Binder {
	if config.Set == nil {
		panic("BUG: luabind: a Binder needs a Set")
	}
	return &Binder{
		L: L, set: config.Set, sites: config.Site, env: config.Env, room: config.Room,
		classes: map[*Class]*boundClass{}, kinds: map[*lua.LTable]*boundClass{}, results: map[reflect.Type]*lua.LTable{},
	}
}

// Close refuses every later call: what the objects stand for is no longer there. Only the program can be at fault, so the error is a plain one.
func (b *Binder) Close() { b.closed = true }

// Live raises an error in L if the Binder is closed.
func (b *Binder) Live(L *lua.LState) {
	if b.closed {
		L.RaiseError("the program has closed the modules of this Lua state")
	}
}

func (b *Binder) site(L *lua.LState) gpu.Site {
	if b.sites == nil {
		return 0
	}
	return b.sites(L)
}

func (b *Binder) makeRoom(L *lua.LState, bytes int) {
	if b.room != nil {
		b.room(L, bytes)
	}
}

// Wrap returns the Lua value of an object: the same one for the same object as long as the script holds it, so objects can
// be table keys. It panics with "BUG:" if the set has no class for its type.
func (b *Binder) Wrap(object any) *lua.LUserData {
	if ud := b.wrapped.Get(object); ud != nil {
		return ud
	}
	class := b.set.classOf(reflect.TypeOf(object))
	if class == nil {
		panic(fmt.Sprintf("BUG: luabind: no class for %T", object))
	}
	ud := &lua.LUserData{Value: object, Env: b.L.Env, Metatable: b.bound(class).metatable}
	b.wrapped.Put(object, ud)
	return ud
}

// bound returns the class in this state, building it the first time.
func (b *Binder) bound(class *Class) *boundClass {
	if bc := b.classes[class]; bc != nil {
		return bc
	}
	bc := &boundClass{class: class, methods: b.L.NewTable(), wants: receiver.Of(class.Type)}
	b.classes[class] = bc
	bc.metatable = b.metatable(bc)
	b.kinds[bc.metatable] = bc
	return bc
}

// method returns a method of a class, nil if there is none. Most scripts use few of the many methods, so each is bound when it is asked for.
func (b *Binder) method(bc *boundClass, name string) lua.LValue {
	if v := bc.methods.RawGetString(name); v != lua.LNil {
		return v
	}
	m := bc.class.Methods.find(name)
	if m == nil {
		return lua.LNil
	}
	bc.methods.RawSetString(name, b.L.NewFunction(b.function(bc.class.Kind, bc, m, bc.wants.Of(m.Uses || m.Fn.IsGetter()))))
	return bc.methods.RawGetString(name)
}

// Module returns a module as a table: its functions, strict about unknown names and about assignment. Values may be added to
// it by RawSetString before the script sees it. A script can list the table, so all functions are in it; each is bound when it is called.
func (b *Binder) Module(m *Module) *lua.LTable {
	t := b.L.CreateTable(0, len(m.Functions))
	for i := range m.Functions {
		row := &m.Functions[i]
		var bound lua.LGFunction
		t.RawSetString(row.Name, b.L.NewFunction(func(L *lua.LState) int {
			if bound == nil {
				bound = b.function(m.Name, nil, row, receiver.Wants{})
			}
			return bound(L)
		}))
	}
	b.seal(t, m)
	return t
}

// function is the Lua side of one method: it checks the receiver and the number of arguments, runs the adapter, and turns a Go
// panic into an internal error.
func (b *Binder) function(owner string, bc *boundClass, m *Method, wants receiver.Wants) lua.LGFunction {
	p := newParser(b, m)
	sig := newSignature(owner, bc, m.Name, p.params)
	if args := m.Fn.Args; len(args) == 1 && b.set.IsDescriptor(args[0]) {
		sig.descriptor = b.set.planShell(args[0])
	}
	run := m.Fn.bind(p)
	single := len(sig.params) > 0 && arity.Single(sig.params[0].Type, b.set.hasKind)
	return func(L *lua.LState) int {
		b.Live(L)
		c := b.enter(L, sig)
		defer b.leave(c)
		if sig.class != nil {
			c.base, c.n = 1, L.GetTop()-1
			c.self = c.receiver(sig.class)
		} else {
			c.base, c.n, c.self = 0, L.GetTop(), b.env
		}
		if sig.counts != "" {
			c.uncount()
		}
		if single && c.n == 1 {
			c.raise(c.spread())
		}
		if wrong := c.n < sig.required || c.n > sig.max && sig.max >= 0; wrong && !c.fold() {
			c.raise(c.wrongCount())
		}
		if wants.Some() {
			var err error
			c.held, err = wants.Begin(c.self, b.site(L), m.Name)
			c.Done(err)
		}
		run(c)
		c.L = nil
		return c.nret
	}
}

func newSignature(owner string, bc *boundClass, name string, params []Param) *signature {
	sig := &signature{owner: owner, name: name, class: bc, params: params, max: len(params), counts: cnames.Counts[owner+"."+name]}
	for i, p := range params {
		if !p.Optional {
			sig.required = i + 1
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

// enter takes an Args; they are reused, so a call allocates nothing.
func (b *Binder) enter(L *lua.LState, sig *signature) *Args {
	var c *Args
	if last := len(b.free) - 1; last >= 0 {
		c, b.free = b.free[last], b.free[:last]
	} else {
		c = &Args{b: b}
	}
	b.open++
	c.L, c.sig, c.nret = L, sig, 0
	return c
}

// leave ends a call, however it ends: one that came to its end has no L any more.
func (b *Binder) leave(c *Args) {
	L, sig := c.L, c.sig
	if c.held != nil {
		c.held.Unlock()
	}
	c.self, c.L, c.held = nil, nil, nil
	b.open--
	b.free = append(b.free, c)
	if L != nil {
		if r := recover(); r != nil {
			d := luaerr.Recovered(r)
			b.locate(L, sig, d)
			luaerr.Raise(L, d)
		}
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
