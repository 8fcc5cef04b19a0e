package luabind

import (
	"reflect"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// encode shows a result of the call that d belongs to to Lua: numbers, strings and booleans as they are, enumerations by name, objects of the
// set as objects, lists as lists, structs as tables with the keys that a descriptor of the type would have, strict about reading others.
// nil pointers and interfaces are nil. A whole number beyond 2^53 is an error: Lua would round it. It panics with "BUG:" for types that
// Lua cannot express. The common types come first because reflection costs more than they do.
func (b *Binder) encode(d *Decoder, value any) (lua.LValue, *diag.Diagnostic) {
	switch v := value.(type) {
	case nil:
		return lua.LNil, nil
	case lua.LValue:
		return v, nil
	case bool:
		return lua.LBool(v), nil
	case string:
		return lua.LString(v), nil
	case float64:
		return lua.LNumber(v), nil
	}
	return b.encodeValue(d, reflect.ValueOf(value))
}

func (b *Binder) encodeValue(d *Decoder, v reflect.Value) (lua.LValue, *diag.Diagnostic) {
	t := v.Type()
	if t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer {
		return b.encodePointer(d, v)
	}
	if b.set.classOf(t) != nil {
		return b.Wrap(v.Interface()), nil
	}
	if n := enums.Of(t); n != nil {
		text, _ := n.Text(enums.Bits(v))
		return lua.LString(text), nil
	}
	switch {
	case v.CanInt():
		return d.exactNumber(float64(v.Int()), v.Int() > show.MaxExact || v.Int() < -show.MaxExact)
	case v.CanUint():
		return d.exactNumber(float64(v.Uint()), v.Uint() > show.MaxExact)
	case v.CanFloat():
		return lua.LNumber(v.Float()), nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return lua.LBool(v.Bool()), nil
	case reflect.String:
		return lua.LString(v.String()), nil
	case reflect.Slice, reflect.Array:
		return b.encodeList(d, v)
	case reflect.Struct:
		return b.encodeStruct(d, v)
	}
	panic("BUG: luabind: Lua cannot express a " + t.String())
}

func (b *Binder) encodePointer(d *Decoder, v reflect.Value) (lua.LValue, *diag.Diagnostic) {
	switch {
	case v.IsNil():
		return lua.LNil, nil
	case v.Type().Kind() == reflect.Interface:
		return b.encode(d, v.Elem().Interface())
	case b.set.classOf(v.Type()) != nil:
		return b.Wrap(v.Interface()), nil
	}
	if value, ok := v.Interface().(lua.LValue); ok {
		return value, nil
	}
	return b.encodeValue(d, v.Elem())
}

// exactNumber refuses a whole number that Lua would round.
func (d *Decoder) exactNumber(x float64, tooLarge bool) (lua.LValue, *diag.Diagnostic) {
	if tooLarge {
		return nil, d.errorf(diag.NumberOutOfRange, "the result %s is beyond 2^53", d.path.String()).
			Because("Whole numbers above 2^53 are not exact in Lua.")
	}
	return lua.LNumber(x), nil
}

// encodeList makes a list; bytes become a string.
func (b *Binder) encodeList(d *Decoder, v reflect.Value) (lua.LValue, *diag.Diagnostic) {
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 && enums.Of(v.Type().Elem()) == nil {
		return lua.LString(v.Bytes()), nil
	}
	b.makeRoom(d.L, BytesOfNumber*v.Len())
	list := b.L.CreateTable(v.Len(), 0)
	for i := range v.Len() {
		d.pushIndex(i + 1)
		entry, err := b.encodeValue(d, v.Index(i))
		if err != nil {
			return nil, err
		}
		d.pop()
		list.RawSetInt(i+1, entry)
	}
	return list, nil
}

// encodeStruct makes a result table: the fields of the plan, strict about other names.
func (b *Binder) encodeStruct(d *Decoder, v reflect.Value) (lua.LValue, *diag.Diagnostic) {
	p := b.set.planOf(v.Type())
	table := b.L.CreateTable(0, len(p.fields))
	for _, f := range p.fields {
		d.push(f.Name)
		entry, err := b.encodeValue(d, v.FieldByIndex(f.index))
		if err != nil {
			return nil, err
		}
		d.pop()
		table.RawSetString(f.Name, entry)
	}
	table.Metatable = b.resultMetatable(p)
	return table, nil
}

// resultMetatable reports reads of fields that a result does not have. A field that is nil in this result is nil.
func (b *Binder) resultMetatable(p *plan) *lua.LTable {
	if mt := b.results[p.typ]; mt != nil {
		return mt
	}
	scratch := b.L.NewTable()
	mt := b.strict(scratch, func(_ *lua.LState, key lua.LValue) *diag.Diagnostic {
		if s, ok := key.(lua.LString); ok && p.byName[string(s)] != nil {
			return nil
		}
		if hint := b.set.hints[p.typeName()+"."+lua.LVAsString(key)]; hint != "" {
			return diag.New(diag.UnknownField, "%s has no field %s", p.typeName(), b.keyText(key)).HelpText("%s", hint)
		}
		return b.unknownName(diag.UnknownField, p.typeName(), "field", key, p.keyNames())
	})
	b.results[p.typ] = mt
	return mt
}

// isResult reports whether a table is a result of this package, as strict as encodeStruct made it.
func (b *Binder) isResult(t *lua.LTable) bool {
	for _, mt := range b.results {
		if t.Metatable == lua.LValue(mt) {
			return true
		}
	}
	return false
}
