package luabind

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
)

// Describe says what a Lua value is, as messages write it: `string "256"`, `number 1.5`, `nil`, `table`, `CommandQueue "copy"`.
func (b *Binder) Describe(v lua.LValue) string {
	switch v := v.(type) {
	case lua.LString:
		return "string " + show.Quote(string(v))
	case lua.LNumber:
		return "number " + show.Number(float64(v))
	case lua.LBool:
		return "boolean " + v.String()
	case *lua.LUserData:
		if bc := b.classOf(v); bc != nil {
			return describeObject(bc.class, v.Value)
		}
	}
	return v.Type().String()
}

// Kind returns the kind of an object of the set, or the Lua type of any other value.
func (b *Binder) Kind(v lua.LValue) string {
	if ud, ok := v.(*lua.LUserData); ok {
		if bc := b.classOf(ud); bc != nil {
			return bc.class.Kind
		}
	}
	return v.Type().String()
}

// classOf returns the class of a userdata, nil if it is not an object of the set.
func (b *Binder) classOf(ud *lua.LUserData) *boundClass {
	mt, ok := ud.Metatable.(*lua.LTable)
	if !ok {
		return nil
	}
	return b.kinds[mt]
}

func describeObject(class *Class, object any) string {
	if name := class.nameOf(object); name != "" {
		return class.Kind + " " + show.Quote(name)
	}
	return class.Kind
}

// keyText writes a table key as a script would: a name as it is, anything else in brackets.
func (b *Binder) keyText(key lua.LValue) string {
	switch key := key.(type) {
	case lua.LString:
		if show.IsName(string(key)) {
			return string(key)
		}
		return "[" + show.Quote(string(key)) + "]"
	case lua.LNumber:
		return "[" + show.Number(float64(key)) + "]"
	}
	return "[" + b.Describe(key) + "]"
}
