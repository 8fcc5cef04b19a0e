package luabind

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/luaerr"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// locked is what getmetatable returns for the values of this package, so that a script cannot take them apart.
const locked = lua.LString("locked")

// metatable builds the metatable of the objects of a class. Without fields `__index` is the method table itself, which makes a
// method call a table look-up; what is not in it yet then reaches the metatable of the method table.
func (b *Binder) metatable(bc *boundClass) *lua.LTable {
	mt := b.L.CreateTable(0, 8)
	if len(bc.class.Fields) == 0 {
		mt.RawSetString("__index", bc.methods)
		b.indexed(bc.methods, b.methodIndex(bc))
	} else {
		mt.RawSetString("__index", b.L.NewFunction(b.fieldIndex(bc)))
	}
	mt.RawSetString("__newindex", b.L.NewFunction(func(L *lua.LState) int {
		b.raiseHere(L, b.fieldAssignment(L.Get(1), L.Get(2)))
		return 0
	}))
	mt.RawSetString("__tostring", b.L.NewFunction(func(L *lua.LState) int {
		L.Push(lua.LString(b.Describe(L.Get(1))))
		return 1
	}))
	mt.RawSetString("__eq", b.L.NewFunction(func(L *lua.LState) int {
		x, y := L.Get(1).(*lua.LUserData), L.Get(2).(*lua.LUserData)
		same, ok := x.Value.(interface{ Same(any) bool })
		L.Push(lua.LBool(x.Value == y.Value || ok && same.Same(y.Value)))
		return 1
	}))
	mt.RawSetString("__metatable", locked)
	return mt
}

// methodIndex is `__index` of the methods of a class, and of the table of those that are bound: others are bound then, and what is none is an error.
func (b *Binder) methodIndex(bc *boundClass) lua.LGFunction {
	return func(L *lua.LState) int {
		method := b.method(bc, lua.LVAsString(L.Get(2)))
		if method == lua.LNil {
			b.raiseHere(L, b.unknownMember(bc, L.Get(1), L.Get(2)))
		}
		L.Push(method)
		return 1
	}
}

// strict gives a table a metatable that raises what report says about a name which is not there; nil means that reading nil is right.
func (b *Binder) strict(t *lua.LTable, report func(L *lua.LState, key lua.LValue) *diag.Diagnostic) *lua.LTable {
	return b.indexed(t, func(L *lua.LState) int {
		if d := report(L, L.Get(2)); d != nil {
			b.raiseHere(L, d)
		}
		return 0
	})
}

// indexed gives a table a metatable whose `__index` is a function.
func (b *Binder) indexed(t *lua.LTable, index lua.LGFunction) *lua.LTable {
	mt := b.L.CreateTable(0, 3)
	mt.RawSetString("__index", b.L.NewFunction(index))
	mt.RawSetString("__metatable", locked)
	t.Metatable = mt
	return mt
}

// fieldIndex is `__index` of a class with fields.
func (b *Binder) fieldIndex(bc *boundClass) lua.LGFunction {
	getters := map[string]lua.LGFunction{}
	for i := range bc.class.Fields {
		f := &bc.class.Fields[i]
		getters[f.Name] = b.function(bc.class.Kind, bc, &Method{Name: f.Name, Doc: f.Doc, Fn: f.Get}, bc.wants)
	}
	method := b.methodIndex(bc)
	return func(L *lua.LState) int {
		if get := getters[lua.LVAsString(L.Get(2))]; get != nil {
			L.SetTop(1)
			return get(L)
		}
		return method(L)
	}
}

// seal makes a module table strict and read-only.
func (b *Binder) seal(t *lua.LTable, m *Module) {
	mt := b.strict(t, func(_ *lua.LState, key lua.LValue) *diag.Diagnostic {
		name := lua.LVAsString(key)
		for _, known := range []string{name, b.set.calls.Value(m.Name, name)} {
			if hint := b.set.hints[m.Name+"."+known]; hint != "" {
				return diag.New(diag.UnknownField, "module %s has no function or value %s", m.Name, name).
					HelpFix(0, b.set.calls.Edit(m.Name, known), "%s", hint)
			}
		}
		return b.unknownName(diag.UnknownField, "module "+m.Name, "function or value", key, stringKeys(t))
	})
	mt.RawSetString("__newindex", b.L.NewFunction(func(L *lua.LState) int {
		d := diag.New(diag.FieldAssignment, "module %s cannot be changed: assignment to %s", m.Name, b.keyText(L.Get(2)))
		b.raiseHere(L, d.HelpText("keep the value in a local variable"))
		return 0
	}))
}

// raiseHere raises a diagnostic of an index operation at its place.
func (b *Binder) raiseHere(L *lua.LState, d *diag.Diagnostic) {
	if site := b.site(L); site != 0 {
		d.At(site, "")
	}
	luaerr.Raise(L, d)
}

// stringKeys lists the string keys of a table in the order in which they were set.
func stringKeys(t *lua.LTable) []string {
	var names []string
	for key, _ := t.Next(lua.LNil); key != lua.LNil; key, _ = t.Next(key) {
		if s, ok := key.(lua.LString); ok {
			names = append(names, string(s))
		}
	}
	return names
}
