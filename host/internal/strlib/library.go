// Package strlib has the Lua functions that make strings of any length or search in them, with bounds: what could grow beyond the longest allowed
// string is refused before it is made, and long searches ask whether to continue. Sorting, which also takes long, asks as well.
//
// gopher-lua's own cannot be interrupted: `s .. s`, gsub and concat take memory until the process ends, and gsub copies its text once per match.
//
// The package must not know the host or diagnostics: what it asks for are the functions of a Library.
package strlib

import (
	"strings"

	"github.com/yuin/gopher-lua"
)

// A Library is the functions for one Lua state.
type Library struct {
	Check func(L *lua.LState, what string, length int) // raises an error if what would make a longer text than may be, in bytes
	Room  func(L *lua.LState, length int)              // is called before a text of any length is made at once; raises an error if there is no memory for it
	Look  func(L *lua.LState)                          // is called in long searches; raises an error if the run is over
	Text  func(lua.LValue) string                      // tostring of a text or a number
}

// Strings returns functions for the table string.
func (s *Library) Strings() map[string]lua.LGFunction {
	return map[string]lua.LGFunction{
		"find":   func(L *lua.LState) int { return s.find(L, true) },
		"gmatch": s.gmatch,
		"gsub":   s.gsub,
		"match":  func(L *lua.LState) int { return s.find(L, false) },
	}
}

// Tables returns functions for the table table.
func (s *Library) Tables() map[string]lua.LGFunction {
	return map[string]lua.LGFunction{"concat": s.tableConcat, "sort": s.tableSort}
}

// tableConcat is table.concat: (table [, separator [, first [, last]]]).
func (s *Library) tableConcat(L *lua.LState) int {
	t, separator := L.CheckTable(1), L.OptString(2, "")
	first, last := L.OptInt(3, 1), L.OptInt(4, t.Len())
	length := 0
	var b strings.Builder
	for i := first; i <= last; i++ {
		v := t.RawGetInt(i)
		if !lua.LVCanConvToString(v) {
			L.RaiseError("invalid value (%s) at index %d in table for concat", v.Type().String(), i)
		}
		length += len(lua.LVAsString(v))
		if i < last {
			length += len(separator)
		}
		s.Check(L, "table.concat", length)
	}
	s.Room(L, length)
	b.Grow(length)
	for i := first; i <= last; i++ {
		b.WriteString(lua.LVAsString(t.RawGetInt(i)))
		if i < last {
			b.WriteString(separator)
		}
	}
	L.Push(lua.LString(b.String()))
	return 1
}
