package host

import (
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// maxString is the longest string that string.rep makes, in bytes.
const maxString = 1 << 28

func (h *Host) stringFunctions(lib *lua.LTable) functions {
	format := stock(lib, "format")
	return functions{
		"format": func(L *lua.LState) int { return h.stringFormat(L, format) },
		"rep":    h.stringRep,
	}
}

// stringFormat gives %s what tostring gives, not addresses.
func (h *Host) stringFormat(L *lua.LState, format lua.LGFunction) int {
	for i := 2; i <= L.GetTop(); i++ {
		switch v := L.Get(i).(type) {
		case lua.LString, lua.LNumber:
		default:
			L.Replace(i, lua.LString(h.metaText(L, v)))
		}
	}
	return format(L)
}

func (h *Host) stringRep(L *lua.LState) int {
	s, n := L.CheckString(1), max(L.CheckInt(2), 0)
	if len(s) > 0 && n > maxString/len(s) {
		h.raise(L, diag.New(diag.RuntimeError, "string.rep would make a string of more than %s bytes", grouped(maxString)))
	}
	L.Push(lua.LString(strings.Repeat(s, n)))
	return 1
}
