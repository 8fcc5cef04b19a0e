package host

import (
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/lualib"
)

// maxString is the longest string that string.rep makes, in bytes.
const maxString = 1 << 28

func (h *Host) stringFunctions(lib *lua.LTable) functions {
	return functions{
		"byte":   lualib.Finite(stock(lib, "byte"), 2),
		"char":   lualib.Char,
		"find":   lualib.Finite(stock(lib, "find"), 3),
		"format": h.stringFormat,
		"gmatch": lualib.Gmatch(lib.RawGetString("gmatch")),
		"gsub":   lualib.Finite(stock(lib, "gsub"), 4),
		"match":  lualib.Finite(stock(lib, "match"), 3),
		"rep":    lualib.Finite(h.stringRep, 2),
		"sub":    lualib.Finite(stock(lib, "sub"), 2),
	}
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
	L.Push(lua.LString(strings.Repeat(s, n)))
	return 1
}
