package luabind

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// Fn is the Go side of a method: what an adapter (Raw, Get, Run, Do, Call and their forms for more arguments) made of a
// function. Its types describe the method to the documentation.
type Fn struct {
	// bind makes the function for one Binder. Scratch memory belongs to the Binder, not to the table row, because
	// hosts run in parallel.
	bind func(p *parser) func(*Args)

	Self   reflect.Type   // the receiver; nil for Raw
	Args   []reflect.Type // what Lua passes; empty for Raw and for calls without arguments
	Result reflect.Type   // nil if there is none
}

// Values is the result type of a function that returns several values to Lua, in order.
type Values []any

// IsZero reports whether there is no function.
func (f Fn) IsZero() bool { return f.bind == nil }

// IsGetter reports whether the function is one that Get made.
func (f Fn) IsGetter() bool { return f.bind != nil && len(f.Args) == 0 && f.Result != nil }

var siteType = reflect.TypeFor[gpu.Site]()

// fnOf makes a Fn with receiver T. Places are arguments of the Go function only.
func fnOf[T any](result reflect.Type, args []reflect.Type, bind func(p *parser) func(*Args)) Fn {
	f := Fn{Self: reflect.TypeFor[T](), Result: result, bind: bind}
	for _, t := range args {
		if t != siteType {
			f.Args = append(f.Args, t)
		}
	}
	return f
}

// parser hands out the readers of the arguments of one method, in order.
type parser struct {
	b      *Binder
	method *Method
	params []Param
	next   int // the Lua argument that the next reader reads
}

// newParser begins at the first argument.
func newParser(b *Binder, m *Method) *parser {
	return &parser{b: b, method: m, params: b.set.Params(m), next: 1}
}

// argument returns the reader of the next argument. Its scratch value keeps the call free of allocation: reflection needs an address,
// and the address of a local variable would escape. The value is copied out before the method runs, so a method that calls
// back into Lua and arrives here again finds the scratch free.
func argument[A any](p *parser) func(*Args) A {
	scratch := new(A)
	if site, ok := any(scratch).(*gpu.Site); ok {
		return func(c *Args) A { *site = c.Site(); return *scratch }
	}
	dst := reflect.ValueOf(scratch).Elem()
	read := p.reader(dst.Type())
	return func(c *Args) A {
		var zero A
		*scratch = zero
		read(c, dst)
		value := *scratch
		*scratch = zero
		return value
	}
}

// reader chooses how the next argument is read. A descriptor that is the only argument gives its keys as the roots of paths.
func (p *parser) reader(t reflect.Type) func(c *Args, dst reflect.Value) {
	s, f, i := p.b.set, p.method.Fn, p.next
	p.next++
	if len(f.Args) == 1 && s.IsDescriptor(t) {
		plan := s.planOf(t)
		return func(c *Args, dst reflect.Value) { c.readTable(1, plan, dst) }
	}
	decode, optional := s.decoderOf(t), p.params[i-1].Optional
	return func(c *Args, dst reflect.Value) {
		if !optional || c.Has(i) {
			decode.run(c, i, dst)
		}
	}
}

// IsDescriptor reports whether scripts write a value of the type as a table with named fields.
func (s *Set) IsDescriptor(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && s.classOf(t) == nil && !implementsDecoder(t)
}

// Params returns the positional parameters of a method: those of its row, with the types of its Go arguments, or what its only
// argument implies.
func (s *Set) Params(m *Method) []Param {
	f := m.Fn
	switch {
	case len(f.Args) == 0:
		return s.typed(m.Params)
	case len(f.Args) == 1 && s.IsDescriptor(f.Args[0]):
		param := Param{Name: "desc", Type: f.Args[0].Name(), Optional: !s.planOf(f.Args[0]).hasRequired()}
		if len(m.Params) == 1 {
			param.Name, param.Doc = m.Params[0].Name, m.Params[0].Doc
		}
		return []Param{param}
	case len(m.Params) != len(f.Args):
		panic(fmt.Sprintf("BUG: luabind: %s takes %v and names %d of them in Params", m.Name, f.Args, len(m.Params)))
	}
	params := append([]Param(nil), m.Params...)
	for i, t := range f.Args {
		if params[i].Type == "" {
			params[i].Type = s.luaType(t)
		}
	}
	return params
}

// typed are parameters with the types that Go says.
func (s *Set) typed(params []Param) []Param {
	out := slices.Clone(params)
	for i := range out {
		p := &out[i]
		if p.Go == nil || p.Type != "" {
			continue
		}
		if p.Type = s.luaType(p.Go); p.Go.Kind() == reflect.Pointer {
			p.Type += "|nil"
		}
	}
	return out
}
