package host

import (
	"maps"
	"math"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/gaps"
	"github.com/gpuscript/gpuscript/host/internal/lualib"
)

// maxString is the longest string that string.rep makes, in bytes.
const maxString = 1 << 28

// stringFunctions are those of string that are not gopher-lua's; some are given.
func (h *Host) stringFunctions(lib *lua.LTable, given functions) functions {
	maps.Copy(given, functions{
		"byte":   lualib.Finite(stock(lib, "byte"), 2),
		"char":   lualib.Char,
		"format": h.stringFormat,
		"rep":    lualib.Finite(h.stringRep, 2),
		"sub":    lualib.Finite(stock(lib, "sub"), 2),
	})
	return given
}

// stringFormat is string.format.
func (h *Host) stringFormat(L *lua.LState) int {
	text, ok := lualib.Format(L, maxString, h.metaText)
	if !ok {
		h.raise(L, diag.New(diag.RuntimeError, "string.format would make a string of more than %s bytes", grouped(maxString)))
	}
	L.Push(lua.LString(text))
	return 1
}

func (h *Host) stringRep(L *lua.LState) int {
	s, n := L.CheckString(1), max(L.CheckInt(2), 0)
	if len(s) > 0 && n > maxString/len(s) {
		h.raise(L, diag.New(diag.RuntimeError, "string.rep would make a string of more than %s bytes", grouped(maxString)))
	}
	if len(s) == 0 {
		n = 0
	}
	h.room(L, n*len(s))
	L.Push(lua.LString(strings.Repeat(s, n)))
	return 1
}

// tableFunctions are those of table that are not gopher-lua's; some are given.
func (h *Host) tableFunctions(lib *lua.LTable, given functions) functions {
	given["concat"] = lualib.Finite(given["concat"], 3)
	given["remove"] = lualib.Finite(stock(lib, "remove"), 2)
	insert := stock(lib, "insert")
	given["insert"] = func(L *lua.LState) int {
		if at, ok := L.Get(2).(lua.LNumber); ok && L.GetTop() > 2 && !(math.Abs(float64(at)) <= 1<<53) {
			L.ArgError(2, "position out of range")
		} else if t, isTable := L.Get(1).(*lua.LTable); ok && isTable {
			gaps.Before(L, t, at)
		}
		return insert(L)
	}
	return given
}
