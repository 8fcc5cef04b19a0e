package host

import (
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// maxString is the longest string that string.rep makes, in bytes.
const maxString = 1 << 28

func (h *Host) stringFunctions(lib *lua.LTable) functions {
	return functions{
		"byte":   finite(stock(lib, "byte"), 2),
		"char":   stringChar,
		"find":   finite(stock(lib, "find"), 3),
		"format": h.stringFormat,
		"gmatch": stringGmatch(lib.RawGetString("gmatch")),
		"gsub":   finite(stock(lib, "gsub"), 4),
		"match":  finite(stock(lib, "match"), 3),
		"rep":    finite(h.stringRep, 2),
		"sub":    finite(stock(lib, "sub"), 2),
	}
}

// finite keeps numbers, from an argument on, within what an int holds: ("abc"):sub(1, math.huge) is the whole string. What Go
// makes of larger ones differs between processors.
func finite(fn lua.LGFunction, from int) lua.LGFunction {
	const most = 1 << 53
	return func(L *lua.LState) int {
		for i := from; i <= L.GetTop(); i++ {
			switch n, ok := L.Get(i).(lua.LNumber); {
			case !ok:
			case n != n:
				L.Replace(i, lua.LNumber(0))
			case n > most:
				L.Replace(i, lua.LNumber(most))
			case n < -most:
				L.Replace(i, lua.LNumber(-most))
			}
		}
		return fn(L)
	}
}

func stringChar(L *lua.LState) int {
	b := make([]byte, L.GetTop())
	for i := range b {
		n := L.CheckNumber(i + 1)
		if !(n >= 0 && n < 256) {
			L.ArgError(i+1, "invalid value")
		}
		b[i] = byte(n)
	}
	L.Push(lua.LString(b))
	return 1
}

// stringGmatch gives the iterator as one function, which may be called outside of a loop too, and behind the last match.
// gopher-lua's is for loops only.
func stringGmatch(gmatch lua.LValue) lua.LGFunction {
	return func(L *lua.LState) int {
		text, pattern := L.CheckString(1), L.CheckString(2)
		L.Push(gmatch)
		L.Push(lua.LString(text))
		L.Push(lua.LString(pattern))
		L.Call(2, 2)
		next, matches := L.Get(-2).(*lua.LFunction).GFunction, L.Get(-1)
		done := false
		L.Push(L.NewFunction(func(L *lua.LState) int {
			if done {
				return 0
			}
			L.SetTop(0)
			L.Push(matches)
			n := next(L)
			done = n == 0
			return n
		}))
		return 1
	}
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
