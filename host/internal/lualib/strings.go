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
