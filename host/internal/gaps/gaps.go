// Package gaps lets a run decide about assignments that are far behind the end of a list: `t[60000000] = 1`. It also refuses the element with which a list would be
// longer than gopher-lua's lists are: what follows would be no element, and #t would not count it.
//
// gopher-lua keeps numbers up to lua.MaxArrayIndex as keys of a list, and fills what is before one of them with nils, one append after the other: a gigabyte
// within one instruction, for which it takes a minute, and which no limit can stop. Here the memory is taken at once, behind a question to the run.
//
//	t[60000000] = 1      SETTABLE ──▶ far behind the end? ──▶ Filler.Fill, room for the list ──▶ gopher-lua's SETTABLE
//	rawset, table.insert ───────────▶ Before ─────────────────▲
//
// The instruction is found in gopher-lua's table of instructions, whose name the linker must know: a gopher-lua that calls it otherwise does not link. Where a table
// and a key stand in unexported structs, fields are found by their names when the program starts; with other fields this package does nothing. Lua states whose
// context is no Filler are not touched.
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

// fill makes room in a list for n nils and the element behind them.
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
