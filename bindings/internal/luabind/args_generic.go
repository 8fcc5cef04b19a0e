package luabind

import (
	"reflect"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/tags"
)

// Object reads an object of class T.
func Object[T any](c *Args, i int) T {
	v := c.Value(i)
	if ud, ok := v.(*lua.LUserData); ok {
		if object, ok := ud.Value.(T); ok {
			return object
		}
	}
	c.raise(c.decoder(i).wrongObject(reflect.TypeFor[T](), v))
	var none T
	return none
}

// OptObject is Object that returns the zero T for nil or an absent argument.
func OptObject[T any](c *Args, i int) T {
	if c.Has(i) {
		return Object[T](c, i)
	}
	var none T
	return none
}

// Integer is what enumerations and sets of flags are made of.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Enum reads a value of an enumeration, or of a set of flags, by its name.
func Enum[T Integer](c *Args, i int) T {
	n := enums.Of(reflect.TypeFor[T]())
	if s, ok := c.Value(i).(lua.LString); ok && n != nil {
		if value, ok := n.Value(string(s)); ok {
			return T(value)
		}
	}
	return Decode[T](c, i)
}

// OptEnum is Enum with a default.
func OptEnum[T Integer](c *Args, i int, value T) T {
	if c.Has(i) {
		return Enum[T](c, i)
	}
	return value
}

// Decode reads argument i as any type that a descriptor field can have: a struct from a table, a slice from a list, and so
// on. It allocates; hot calls use the typed readers.
func Decode[T any](c *Args, i int) T {
	var value T
	c.b.set.decoderOf(reflect.TypeFor[T]()).run(c, i, reflect.ValueOf(&value).Elem())
	return value
}

// DecodeAny is Decode of numbers that may be infinite or NaN.
func DecodeAny[T any](c *Args, i int) T {
	var value T
	c.b.set.limited(reflect.TypeFor[T](), tags.Limits{Nonfinite: true}).run(c, i, reflect.ValueOf(&value).Elem())
	return value
}

// run decodes argument i and raises what is wrong with it. A table that is the only argument gives its keys as the roots of paths.
func (decode decodeFunc) run(c *Args, i int, dst reflect.Value) {
	d := c.decoder(i)
	if _, table := c.Value(i).(*lua.LTable); table && c.N() == 1 && dst.Kind() == reflect.Struct {
		d.path, d.root = d.path[:0], 0
	}
	c.raise(decode(d, c.Value(i), dst))
}

// alone is the field that a text in the place of the table gives: the only one that is required, if that takes a word, or the Name where none is; ""
// if neither is there.
func (p *plan) alone() string {
	name := "Name"
	for _, f := range p.fields {
		if f.Required && (name != "Name" || !f.enum()) {
			return ""
		} else if f.Required {
			name = f.Name
		}
	}
	if p.byName[name] == nil {
		return ""
	}
	return name
}

// readTable is the reader of a descriptor table. Its fields are the roots of the paths in messages. A text may stand for it, as alone says.
func (c *Args) readTable(i int, p *plan, dst reflect.Value) {
	v, d := c.Value(i), c.decoder(i)
	if v == lua.LNil && !p.hasRequired() {
		c.raise(p.decodeAbsent(d, dst))
		return
	}
	if name := p.alone(); v.Type() == lua.LTString && name != "" {
		t := &lua.LTable{Metatable: lua.LNil}
		t.RawSetString(name, v)
		v = t
	}
	if _, ok := v.(*lua.LTable); ok {
		d.path, d.root = d.path[:0], 0
	}
	c.raise(p.decode(d, v, dst))
}
