package lualib

import "github.com/yuin/gopher-lua"

// Finite keeps numbers, from an argument on, within what an int holds: ("abc"):sub(1, math.huge) is the whole string. What Go
// makes of larger ones differs between processors.
func Finite(fn lua.LGFunction, from int) lua.LGFunction {
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

// Char is string.char, which refuses what is no byte.
func Char(L *lua.LState) int {
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

// Gmatch gives the iterator as one function, which may be called outside of a loop too, and behind the last match.
// gopher-lua's is for loops only.
func Gmatch(gmatch lua.LValue) lua.LGFunction {
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
