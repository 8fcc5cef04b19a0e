package luabind

import "reflect"

// The adapters of this file take method expressions, from which the compiler infers every type:
//
//	{Name: "Close", Doc: "…", Fn: luabind.Run((*device.CommandList).Close)},
//
// What Lua passes for an argument depends on its Go type. A struct that is the only argument is one table, whose fields are the
// keys, and which may be left out if none is required. gpu.Site, as an argument or as a field of a struct, is the place of the
// call and is not passed by Lua at all. Everything else is one value each: numbers, enums, objects, lists, tables; Params names
// them, and those marked optional are zero when nil or absent. An error is raised.

// Raw is the form for calls that read their arguments themselves, with the readers of Args: the fastest form, and the one for arguments
// that depend on each other. The row must name its Params.
func Raw(fn func(c *Args)) Fn { return Fn{bind: func(*parser) func(*Args) { return fn }} }

// Run adapts a method without arguments and results.
func Run[T any](fn func(T) error) Fn {
	return fnOf[T](nil, nil, func(*parser) func(*Args) {
		return func(c *Args) { c.Done(fn(Self[T](c))) }
	})
}

// Get adapts a method without arguments that cannot fail.
func Get[T, R any](fn func(T) R) Fn {
	return fnOf[T](reflect.TypeFor[R](), nil, func(*parser) func(*Args) {
		return func(c *Args) { c.Return(fn(Self[T](c))) }
	})
}

// Get1 is Get with one argument.
func Get1[T, A, R any](fn func(T, A) R) Fn {
	return fnOf[T](reflect.TypeFor[R](), types(typ[A]), func(p *parser) func(*Args) {
		a := argument[A](p)
		return func(c *Args) { c.Return(fn(Self[T](c), a(c))) }
	})
}

// Do adapts a method with one argument and no result.
func Do[T, A any](fn func(T, A) error) Fn {
	return fnOf[T](nil, types(typ[A]), func(p *parser) func(*Args) {
		a := argument[A](p)
		return func(c *Args) { c.Done(fn(Self[T](c), a(c))) }
	})
}

// Do2 is Do with two arguments.
func Do2[T, A, B any](fn func(T, A, B) error) Fn {
	return fnOf[T](nil, types(typ[A], typ[B]), func(p *parser) func(*Args) {
		a, b := argument[A](p), argument[B](p)
		return func(c *Args) { c.Done(fn(Self[T](c), a(c), b(c))) }
	})
}

// Do3 is Do with three arguments.
func Do3[T, A, B, C any](fn func(T, A, B, C) error) Fn {
	return fnOf[T](nil, types(typ[A], typ[B], typ[C]), func(p *parser) func(*Args) {
		a, b, d := argument[A](p), argument[B](p), argument[C](p)
		return func(c *Args) { c.Done(fn(Self[T](c), a(c), b(c), d(c))) }
	})
}

// Do4 is Do with four arguments.
func Do4[T, A, B, C, D any](fn func(T, A, B, C, D) error) Fn {
	return fnOf[T](nil, types(typ[A], typ[B], typ[C], typ[D]), func(p *parser) func(*Args) {
		a1, a2, a3, a4 := argument[A](p), argument[B](p), argument[C](p), argument[D](p)
		return func(c *Args) { c.Done(fn(Self[T](c), a1(c), a2(c), a3(c), a4(c))) }
	})
}

// Do5 is Do with five arguments.
func Do5[T, A, B, C, D, E any](fn func(T, A, B, C, D, E) error) Fn {
	return fnOf[T](nil, types(typ[A], typ[B], typ[C], typ[D], typ[E]), func(p *parser) func(*Args) {
		a1, a2, a3, a4, a5 := argument[A](p), argument[B](p), argument[C](p), argument[D](p), argument[E](p)
		return func(c *Args) { c.Done(fn(Self[T](c), a1(c), a2(c), a3(c), a4(c), a5(c))) }
	})
}

// Call0 adapts a method without arguments that returns a value or an error.
func Call0[T, R any](fn func(T) (R, error)) Fn {
	return fnOf[T](reflect.TypeFor[R](), nil, func(*parser) func(*Args) {
		return func(c *Args) {
			result, err := fn(Self[T](c))
			c.Check(err)
			c.Return(result)
		}
	})
}

// Call adapts a method with one argument and a result.
func Call[T, A, R any](fn func(T, A) (R, error)) Fn {
	return fnOf[T](reflect.TypeFor[R](), types(typ[A]), func(p *parser) func(*Args) {
		a := argument[A](p)
		return func(c *Args) {
			result, err := fn(Self[T](c), a(c))
			c.Check(err)
			c.Return(result)
		}
	})
}

// Call2 is Call with two arguments.
func Call2[T, A, B, R any](fn func(T, A, B) (R, error)) Fn {
	return fnOf[T](reflect.TypeFor[R](), types(typ[A], typ[B]), func(p *parser) func(*Args) {
		a, b := argument[A](p), argument[B](p)
		return func(c *Args) {
			result, err := fn(Self[T](c), a(c), b(c))
			c.Check(err)
			c.Return(result)
		}
	})
}

// Call3 is Call with three arguments.
func Call3[T, A, B, C, R any](fn func(T, A, B, C) (R, error)) Fn {
	return fnOf[T](reflect.TypeFor[R](), types(typ[A], typ[B], typ[C]), func(p *parser) func(*Args) {
		a, b, d := argument[A](p), argument[B](p), argument[C](p)
		return func(c *Args) {
			result, err := fn(Self[T](c), a(c), b(c), d(c))
			c.Check(err)
			c.Return(result)
		}
	})
}

func typ[A any]() reflect.Type { return reflect.TypeFor[A]() }

// types calls each function.
func types(of ...func() reflect.Type) []reflect.Type {
	all := make([]reflect.Type, len(of))
	for i, t := range of {
		all[i] = t()
	}
	return all
}
