// Package gaps lets a run decide about assignments far beyond the end of a list, such as `t[60000000] = 1`. It also refuses elements beyond the
// maximum length of gopher-lua's lists: later ones would not be elements, and #t would not count them.
//
// gopher-lua keeps number keys up to lua.MaxArrayIndex in a list, and fills the elements before a new one with nils, one append after the other: a
// gigabyte within one instruction, which takes a minute and which no limit can interrupt. Here the memory is allocated at once, after asking the run.
//
//	t[60000000] = 1      SETTABLE ──▶ far beyond the end? ──▶ Filler.Fill, room for the list ──▶ gopher-lua's SETTABLE
//	rawset, table.insert ───────────▶ Before ─────────────────▲
//
// The instruction is found in gopher-lua's instruction table, whose name the linker must know: a gopher-lua that renames it does not link. Fields of
// unexported structs that hold the table and the key are found by name when the program starts; if they are missing, this package does nothing. Lua
// states whose context is not a Filler are not affected.
//
// The package must not know the host, limits or diagnostics.
package gaps

import (
	"slices"

	"github.com/yuin/gopher-lua"
)

// A Filler is the context of a Lua state that wants to know.
type Filler interface {
	// Fill is called before a list is filled with n nils of 16 bytes. It raises a Lua error if they are not within the limits.
	Fill(L *lua.LState, n int)
}

// Far is how many elements a list may grow by without a question.
const Far = 1 << 16

// maxChain is how many metatables an assignment follows, as gopher-lua does.
const maxChain = 100

// Before must be called before a key of a table is set by anything but an instruction of the machine.
func Before(L *lua.LState, t *lua.LTable, key lua.LNumber) {
	if ends(key) && fast.ok && len(*listOf(t)) == lua.MaxArrayIndex-1 {
		if _, ok := L.Context().(Filler); ok {
			L.RaiseError("a list has at most %d elements", lua.MaxArrayIndex-1)
		}
	}
	if n := gap(t, key); n > Far {
		fill(L, t, n)
	}
}

// ends says whether a key is the first that no list has.
func ends(key lua.LNumber) bool { return key == lua.LNumber(lua.MaxArrayIndex) }

// gap is how many nils gopher-lua would put between the end of a list and a key.
func gap(t *lua.LTable, key lua.LNumber) int {
	if !fast.ok || !(key > Far) || key >= lua.LNumber(lua.MaxArrayIndex) || key != lua.LNumber(int(key)) {
		return 0
	}
	return int(key) - 1 - len(*listOf(t))
}

// fill makes room in a list for n nils and the element after them.
func fill(L *lua.LState, t *lua.LTable, n int) {
	f, ok := L.Context().(Filler)
	if !ok {
		return
	}
	f.Fill(L, n)
	list := listOf(t)
	*list = slices.Grow(*list, n+1)
}

// store is called before an instruction sets a key of a table, or of the one that stands for it.
func store(L *lua.LState, t *lua.LTable, key lua.LNumber) {
	for range maxChain {
		mt, ok := t.Metatable.(*lua.LTable)
		if !ok || t.RawGet(key) != lua.LNil {
			break
		}
		instead := mt.RawGetString("__newindex")
		if instead == lua.LNil {
			break
		}
		if t, ok = instead.(*lua.LTable); !ok {
			return // a function
		}
	}
	Before(L, t, key)
}
