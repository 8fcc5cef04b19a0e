package luabind

import (
	"fmt"
	"reflect"

	"github.com/gpuscript/gpuscript/gpu"
)

// Fn is the Go side of a method: what an adapter (Raw, Get, Run, Do, Call) made of a function. Its types describe the
// method to the documentation.
type Fn struct {
	// bind makes the function for one Binder. Scratch memory belongs to the Binder, not to the table row, because
	// hosts run in parallel.
	bind func(f Fn, b *Binder, m *Method) func(*Args)

	Self       reflect.Type // the receiver; nil for Raw
	Arg        reflect.Type // the descriptor or the positional struct; nil if there is none
	Result     reflect.Type // nil if there is none
	positional bool
}

// Values is the result type of a function that returns several values to Lua, in order.
type Values []any

// Positional makes the fields of the argument struct the positional arguments of the call, in the order of their `order` tags, or as
// they are written if they have none. Fields that are not required may be left out from the end, or nil.
func (f Fn) Positional() Fn {
	if f.Arg == nil || f.Arg.Kind() != reflect.Struct {
		panic("BUG: luabind: only a struct argument can be positional")
	}
	f.positional = true
	return f
}

func (f Fn) isGetter() bool { return f.bind != nil && f.Arg == nil && f.Result != nil }

// Raw is the form for hot calls: fn reads its positional arguments from Args without allocation and returns values by the
// Return methods. The row must name its Params. Errors are raised with Args.Fail, or by the readers themselves.
func Raw(fn func(c *Args)) Fn {
	return Fn{bind: func(Fn, *Binder, *Method) func(*Args) { return fn }}
}

// Get adapts a method without arguments that cannot fail.
func Get[T, R any](fn func(T) R) Fn {
	return Fn{
		Self: reflect.TypeFor[T](), Result: reflect.TypeFor[R](),
		bind: func(Fn, *Binder, *Method) func(*Args) {
			return func(c *Args) { c.Return(fn(Self[T](c))) }
		},
	}
}

// Run adapts a method without arguments and without results.
func Run[T any](fn func(T) error) Fn {
	return Fn{
		Self: reflect.TypeFor[T](),
		bind: func(Fn, *Binder, *Method) func(*Args) {
			return func(c *Args) { c.Check(fn(Self[T](c))) }
		},
	}
}

// Do adapts a method without results. See Call for A.
func Do[T, A any](fn func(T, A) error) Fn {
	return Fn{
		Self: reflect.TypeFor[T](), Arg: argType[A](),
		bind: func(f Fn, b *Binder, m *Method) func(*Args) {
			read := newReader[A](f, b, m)
			return func(c *Args) { c.Check(fn(Self[T](c), read(c))) }
		},
	}
}

// Call adapts a method with a result; an error is raised, never returned. What Lua passes depends on A:
//
//	struct        one table; its fields are the keys. All optional: the table may be left out
//	struct, .Positional()   the fields one by one
//	gpu.Site      nothing: A is the place of the call
//	anything else one value: a number, an enum, an object, a list
//
// A field of type gpu.Site anywhere in a struct is the place of the call; the script cannot set it.
func Call[T, A, R any](fn func(T, A) (R, error)) Fn {
	return Fn{
		Self: reflect.TypeFor[T](), Arg: argType[A](), Result: reflect.TypeFor[R](),
		bind: func(f Fn, b *Binder, m *Method) func(*Args) {
			read := newReader[A](f, b, m)
			return func(c *Args) {
				result, err := fn(Self[T](c), read(c))
				c.Check(err)
				c.Return(result)
			}
		},
	}
}

var siteType = reflect.TypeFor[gpu.Site]()

func argType[A any]() reflect.Type {
	if t := reflect.TypeFor[A](); t != siteType {
		return t
	}
	return nil
}

// newReader returns the function that reads the arguments of one call into an A. The scratch value keeps the call free of
// allocation: reflect.Value needs an address, and the address of a local would escape. It is copied out before the method
// runs, so a method that calls back into Lua and arrives here again finds it free.
func newReader[A any](f Fn, b *Binder, m *Method) func(*Args) A {
	scratch := new(A)
	if site, ok := any(scratch).(*gpu.Site); ok {
		return func(c *Args) A { *site = c.Site(); return *scratch }
	}
	dst := reflect.ValueOf(scratch).Elem()
	read := b.set.argReader(f, m)
	return func(c *Args) A {
		var zero A
		*scratch = zero
		read(c, dst)
		value := *scratch
		*scratch = zero
		return value
	}
}

// argReader chooses how the arguments of f become its argument value.
func (s *Set) argReader(f Fn, m *Method) func(c *Args, dst reflect.Value) {
	switch {
	case f.positional:
		return s.planOf(f.Arg).readPositional
	case s.isDescriptor(f.Arg):
		p := s.planOf(f.Arg)
		return func(c *Args, dst reflect.Value) { c.readTable(1, p, dst) }
	}
	decode := s.decoderOf(f.Arg)
	return func(c *Args, dst reflect.Value) { c.readValue(1, decode, dst) }
}

// isDescriptor reports whether a value of type t is written as a table with named fields.
func (s *Set) isDescriptor(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && s.classOf(t) == nil && len(s.conversions[t]) == 0 && !implementsDecoder(t)
}

// Params returns the positional parameters of a method: those of its row, or what its argument type implies.
func (s *Set) Params(m *Method) []Param {
	f := m.Fn
	switch {
	case f.Arg == nil:
		return m.Params
	case f.positional:
		return s.planOf(f.Arg).params(s)
	case s.isDescriptor(f.Arg):
		p := s.planOf(f.Arg)
		param := Param{Name: "desc", Type: f.Arg.Name(), Optional: !p.hasRequired()}
		if len(m.Params) == 1 {
			param.Name, param.Doc = m.Params[0].Name, m.Params[0].Doc
		}
		return []Param{param}
	}
	s.decoderOf(f.Arg)
	if len(m.Params) != 1 {
		panic(fmt.Sprintf("BUG: luabind: %s takes one %v and must name it in Params", m.Name, f.Arg))
	}
	param := m.Params[0]
	if param.Type == "" {
		param.Type = s.luaType(f.Arg)
	}
	return []Param{param}
}
