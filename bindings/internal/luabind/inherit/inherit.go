// Package inherit looks fields up in the tables that a table inherits from, as Lua does, but without calling functions: no script runs, and blocks
// perhaps, while an argument is half read.
//
// It must not know descriptions, classes or messages.
package inherit

import lua "github.com/yuin/gopher-lua"

// most is how many metatables are followed, as in Lua itself.
const most = 100

// Value is the field that a table has from those that it inherits from, nil if none has it.
func Value(t *lua.LTable, key string) lua.LValue {
	for range most {
		parent, ok := index(t).(*lua.LTable)
		if !ok {
			return lua.LNil
		}
		if v := parent.RawGetString(key); v != lua.LNil {
			return v
		}
		t = parent
	}
	return lua.LNil
}

// Computed is the table, of one and those that it inherits from, whose other fields a function computes; nil if there is none.
func Computed(t *lua.LTable) *lua.LTable {
	for range most {
		switch parent := index(t).(type) {
		case *lua.LTable:
			t = parent
		case *lua.LFunction:
			return t
		default:
			return nil
		}
	}
	return nil
}

// index is the __index of a table, nil if it has none.
func index(t *lua.LTable) lua.LValue {
	if mt, ok := t.Metatable.(*lua.LTable); ok {
		return mt.RawGetString("__index")
	}
	return lua.LNil
}
