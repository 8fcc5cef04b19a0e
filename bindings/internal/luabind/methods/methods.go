package methods

import (
	lua "github.com/yuin/gopher-lua"
)

// Table is the methods of a class, found by their names. It is a Lua value because it stands where gopher-lua keeps a metatable; no script ever sees it.
type Table struct {
	slots []slot // a power of two, most of them empty
}

type slot struct {
	name   string
	method lua.LValue // nil: an empty slot
}

var _ lua.LValue = (*Table)(nil)

// String implements lua.LValue.
func (t *Table) String() string { return "methods" }

// Type implements lua.LValue.
func (t *Table) Type() lua.LValueType { return lua.LTUserData }

// Keep makes calls find the methods of a class, for objects with the metatable mt. Both tables must stay as they are from then on, and what a call finds by its
// name among methods must be what gopher-lua finds by __index.
func Keep(mt, methods *lua.LTable) {
	names := 0
	methods.ForEach(func(lua.LValue, lua.LValue) { names++ })
	t := &Table{slots: make([]slot, 4)}
	for len(t.slots) < 4*names {
		t.slots = make([]slot, 2*len(t.slots))
	}
	methods.ForEach(func(name, method lua.LValue) {
		*t.slot(string(name.(lua.LString))) = slot{string(name.(lua.LString)), method}
	})
	mt.Metatable = t
}

// slot is where a name stands, or would stand.
func (t *Table) slot(name string) *slot {
	for at := hash(name); ; at++ {
		s := &t.slots[at&uint32(len(t.slots)-1)]
		if s.method == nil || s.name == name {
			return s
		}
	}
}

// hash tells most names of a class apart by their length and three letters.
func hash(name string) uint32 {
	n := len(name)
	if n == 0 {
		return 0
	}
	return uint32(name[0]) + 5*uint32(name[n/2]) + 23*uint32(name[n-1]) + 37*uint32(n)
}
