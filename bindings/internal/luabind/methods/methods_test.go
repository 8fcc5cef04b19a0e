package methods

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

// world is a state with an object of a class that has the methods one to n, and where calls of methods that gopher-lua looks for are counted.
func world(t *testing.T, n int) (L *lua.LState, object *lua.LUserData) {
	require.True(t, fast.ok, "gopher-lua's layout has changed; calls find their methods the slow way")
	L = lua.NewState()
	t.Cleanup(L.Close)
	methods := L.NewTable()
	for i := range n {
		methods.RawSetString(fmt.Sprint("m", i), L.NewFunction(func(L *lua.LState) int {
			L.Push(L.Get(1))
			L.Push(lua.LNumber(i))
			return 2
		}))
	}
	mt := L.NewTable()
	mt.RawSetString("__index", L.NewFunction(func(L *lua.LState) int {
		L.Push(L.NewFunction(func(L *lua.LState) int { L.Push(lua.LString("asked")); return 1 }))
		return 1
	}))
	Keep(mt, methods)
	object = &lua.LUserData{Value: 1, Metatable: mt}
	L.SetGlobal("o", object)
	return L, object
}

func TestCallsFindTheirMethods(t *testing.T) {
	for _, n := range []int{0, 1, 3, 200} {
		L, _ := world(t, n)
		for i := range n {
			require.NoError(t, L.DoString(fmt.Sprintf(`local a, b = o:m%d(7) assert(a == o and b == %d)`, i, i)))
		}
		require.NoError(t, L.DoString(`assert(o:other() == "asked" and o.m0() == "asked")`), "what is no method, and what is no call, goes gopher-lua's way")
	}
}

// A call may have more names before it than an instruction can say; the name is in a register then.
func TestNamesBehindManyConstants(t *testing.T) {
	L, _ := world(t, 1)
	text := "local t = {}\n"
	for i := range 300 {
		text += fmt.Sprintf("t.x%d = %d.5\n", i, i)
	}
	require.NoError(t, L.DoString(text+`assert(o:m0() == "asked")`))
}

// The registers behind a call are in use as far as gopher-lua says.
func TestCallsWithinCalls(t *testing.T) {
	L, _ := world(t, 3)
	require.NoError(t, L.DoString(`
		local function several(...) return ... end
		local function second(...) return (select(2, ...)) end
		assert(second(o:m1(o:m2())) + second(o:m2()) == 3)
		assert(select("#", several(several(1, 2), o:m0())) == 3)
		local list = { several(4, 5), o:m1() }
		assert(list[1] == 4 and list[2] == o and list[3] == 1 and #list == 3)
		local co = coroutine.wrap(function() local _, i = o:m2() coroutine.yield(i) return second(o:m1()) end)
		assert(co() == 2 and co() == 1)`))
}

func TestOthersAreLeftAlone(t *testing.T) {
	L, _ := world(t, 1)
	L.SetGlobal("plain", &lua.LUserData{Value: 1})
	require.NoError(t, L.DoString(`
		assert(("x"):rep(3) == "xxx")
		local t = { m0 = function() return "own" end }
		assert(t:m0() == "own")`))
	require.ErrorContains(t, L.DoString(`plain:m0()`), "attempt to index")
	require.ErrorContains(t, L.DoString(`local nothing nothing:m0()`), "attempt to index")
}

func TestNamesWithoutLetters(t *testing.T) {
	L, object := world(t, 0)
	methods := L.NewTable()
	methods.RawSetString("", L.NewFunction(func(*lua.LState) int { return 0 }))
	mt := L.NewTable()
	Keep(mt, methods)
	object.Metatable = mt
	require.NotNil(t, mt.Metatable.(*Table).slot("").method)
	require.Nil(t, mt.Metatable.(*Table).slot("a").method)
}

func TestAnotherLayoutIsRecognised(t *testing.T) {
	require.False(t, findLayout(reflect.TypeFor[struct{ currentFrame, reg *int }]()).ok)
	require.False(t, findLayout(reflect.TypeFor[int]()).ok)
}
