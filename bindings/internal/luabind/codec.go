package luabind

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/tags"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// decoderOf returns the decoder of a type, made once. It panics with "BUG:" for a type that Lua cannot express.
func (s *Set) decoderOf(t reflect.Type) decodeFunc {
	if decode, ok := s.codecs.Load(t); ok {
		return decode.(decodeFunc)
	}
	decode, _ := s.codecs.LoadOrStore(t, s.limited(t, tags.Limits{}))
	return decode.(decodeFunc)
}

// limited returns a decoder that also checks the limits of a tag.
func (s *Set) limited(t reflect.Type, l tags.Limits) decodeFunc {
	if decode := s.named(t); decode != nil {
		return decode
	}
	if decode := luaValueDecoder(t); decode != nil {
		return decode
	}
	switch kind := t.Kind(); {
	case kind >= reflect.Int && kind <= reflect.Uint64:
		return integerDecoder(t, l)
	case kind == reflect.Float32 || kind == reflect.Float64:
		return floatDecoder(t, l)
	}
	switch t.Kind() {
	case reflect.Bool:
		return decodeBool
	case reflect.String:
		return decodeString
	case reflect.Slice:
		return s.sliceDecoder(t, l)
	case reflect.Array:
		return s.arrayDecoder(t, l)
	case reflect.Map:
		return s.mapDecoder(t)
	case reflect.Pointer:
		return s.pointerDecoder(t, l)
	case reflect.Struct:
		return s.planShell(t).decode
	case reflect.Interface:
		return s.objectDecoder(t)
	}
	panic(fmt.Sprintf("BUG: luabind: a script cannot write a %v", t))
}

// named returns the decoder of a type that decides for itself how it is written, nil for any other: types with a LuaDecoder,
// objects, handles and enumerations.
func (s *Set) named(t reflect.Type) decodeFunc {
	switch {
	case implementsDecoder(t):
		return func(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
			return dst.Addr().Interface().(LuaDecoder).DecodeLua(d, v)
		}
	case s.classOf(t) != nil:
		return s.objectDecoder(t)
	}
	n := enums.Of(t)
	switch {
	case n == nil:
		return nil
	case n.Flags:
		return enumeration{n}.decodeFlags
	}
	return enumeration{n}.decodeEnum
}

// luaValueDecoder passes Lua's own values through.
func luaValueDecoder(t reflect.Type) decodeFunc {
	want := ""
	switch t {
	case reflect.TypeFor[lua.LValue]():
		return func(_ *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
			dst.Set(reflect.ValueOf(v))
			return nil
		}
	case reflect.TypeFor[*lua.LFunction]():
		want = "a function"
	case reflect.TypeFor[*lua.LTable]():
		want = "a table"
	default:
		return nil
	}
	return func(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
		if reflect.TypeOf(v) != t {
			return d.wrongType(want, v)
		}
		dst.Set(reflect.ValueOf(v))
		return nil
	}
}

func decodeBool(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
	b, ok := v.(lua.LBool)
	if !ok {
		return d.wrongType("true or false", v)
	}
	dst.SetBool(bool(b))
	return nil
}

func decodeString(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
	s, ok := v.(lua.LString)
	if !ok {
		return d.wrongType("a string", v)
	}
	dst.SetString(string(s))
	return nil
}

// objectDecoder reads objects of type t, or of classes that implement it. Which classes those are is found once: asking
// reflection whether a type implements an interface compares all its methods.
func (s *Set) objectDecoder(t reflect.Type) decodeFunc {
	accepted := map[reflect.Type]bool{}
	for _, c := range s.classes {
		accepted[c.Type] = c.Type.AssignableTo(t)
	}
	return func(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
		if ud, ok := v.(*lua.LUserData); ok && accepted[reflect.TypeOf(ud.Value)] {
			dst.Set(reflect.ValueOf(ud.Value))
			return nil
		}
		return d.wrongObject(t, v)
	}
}

// pointerDecoder reads an optional value: nil is nil.
func (s *Set) pointerDecoder(t reflect.Type, l tags.Limits) decodeFunc {
	elem := sync.OnceValue(func() decodeFunc { return s.limited(t.Elem(), l) })
	return func(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
		if v == lua.LNil {
			return nil
		}
		target := reflect.New(t.Elem())
		if err := elem()(d, v, target.Elem()); err != nil {
			return err
		}
		dst.Set(target)
		return nil
	}
}

// kindText names what a script may pass for a type of objects: the kinds, with "|" between, or the name of the type.
func (s *Set) kindText(t reflect.Type) string {
	var kinds []string
	for _, c := range s.classes {
		if c.Type.AssignableTo(t) {
			kinds = append(kinds, c.Kind)
		}
	}
	if len(kinds) == 0 || len(kinds) > 4 {
		return t.Name()
	}
	return strings.Join(kinds, "|")
}

// defaultValue is the Lua value of the text of a default tag.
func defaultValue(t reflect.Type, text string) lua.LValue {
	if enums.Of(t) == nil {
		if x, err := strconv.ParseFloat(text, 64); err == nil && t.Kind() != reflect.String {
			return lua.LNumber(x)
		}
		if b, err := strconv.ParseBool(text); err == nil && t.Kind() == reflect.Bool {
			return lua.LBool(b)
		}
	}
	return lua.LString(text)
}

// luaType writes a Go type as LuaLS annotations do.
func (s *Set) luaType(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[lua.LValue]() || t.Kind() == reflect.Interface && t.NumMethod() == 0:
		return "any"
	case s.classOf(t) != nil || t.Kind() == reflect.Interface:
		return s.kindText(t)
	case t == reflect.TypeFor[*lua.LFunction]():
		return "function"
	case t == reflect.TypeFor[*lua.LTable]():
		return "table"
	case enums.Of(t) != nil || implementsDecoder(t):
		return t.Name()
	}
	switch kind := t.Kind(); kind {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 && kind == reflect.Slice {
			return "string|integer[]"
		}
		elem := s.luaType(t.Elem())
		if strings.Contains(elem, "|") {
			elem = "(" + elem + ")"
		}
		return elem + "[]"
	case reflect.Map:
		return "table<" + s.luaType(t.Key()) + ", " + s.luaType(t.Elem()) + ">"
	case reflect.Pointer:
		return s.luaType(t.Elem())
	case reflect.Struct:
		if t.Name() == "" {
			return "table"
		}
		return t.Name()
	}
	return "integer"
}
