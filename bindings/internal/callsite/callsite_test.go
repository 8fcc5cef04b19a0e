package callsite

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu"
)

const script = `
local function inner()
  here()
end
local t = {
  method = function() inner()
  end }
t.method()
here()
local co = coroutine.wrap(function()
  here()
  coroutine.yield()
  inner()
end)
co()
co()
pcall(here)
local mt = setmetatable({}, { __index = function() here() end })
return mt.x, pcall(coroutine.wrap(here))
`

// visits runs the script and calls see in every call of here.
func visits(t testing.TB, see func(L *lua.LState)) { run(t, script, see) }

func run(t testing.TB, script string, see func(L *lua.LState)) {
	L := lua.NewState()
	defer L.Close()
	L.SetGlobal("here", L.NewFunction(func(L *lua.LState) int { see(L); return 0 }))
	fn, err := L.Load(strings.NewReader(script), "s")
	require.NoError(t, err)
	L.Push(fn)
	require.NoError(t, L.PCall(0, lua.MultRet, nil))
}

func TestCurrentAgreesWithGetInfo(t *testing.T) {
	require.True(t, fast.ok, "gopher-lua's layout has changed; the slow way is in use")
	var fastSites, slowSites []gpu.Site
	visits(t, func(L *lua.LState) {
		fastSites = append(fastSites, Current(L))
		slowSites = append(slowSites, currentSlow(L))
	})
	require.Equal(t, slowSites, fastSites)
	require.Equal(t, []gpu.Site{3, 9, 11, 3, 17, 18, 19}, fastSites)
}

func TestStack(t *testing.T) {
	var stacks, slow [][]Frame
	visits(t, func(L *lua.LState) {
		stacks = append(stacks, Stack(L))
		slow = append(slow, stackSlow(L))
	})
	require.Equal(t, slow, stacks)
	require.Equal(t, []Frame{{3, 2, `function "inner"`}, {6, 6, `function "method"`}, {8, 0, "main chunk"}}, stacks[0])
	require.Equal(t, []Frame{{3, 2, `function "inner"`}, {13, 10, "function"}, {16, 0, "main chunk"}}, stacks[3])
}

// A tail call leaves no trace of its caller, and the name of the call is not that of the function. The slow way repeats
// the outermost frame for each of them.
func TestStackAfterATailCall(t *testing.T) {
	text := "local function f()\n here()\nend\nlocal function g() return f() end\ng()"
	run(t, text, func(L *lua.LState) {
		require.Equal(t, []Frame{{2, 1, "function"}, {5, 0, "main chunk"}}, Stack(L))
		require.Equal(t, gpu.Site(2), currentSlow(L))
	})
}

func TestNoScript(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	require.Equal(t, gpu.Site(0), Current(L))
	require.Equal(t, gpu.Site(0), currentSlow(L))
	require.Empty(t, Stack(L))
}

func TestCurrentDoesNotAllocate(t *testing.T) {
	visits(t, func(L *lua.LState) {
		require.Zero(t, testing.AllocsPerRun(10, func() { Current(L) }))
	})
}

// TestWithCaller: the call of the function that a place stands in; the main chunk, and a coroutine's first function, have none.
func TestWithCaller(t *testing.T) {
	type pair struct{ site, caller gpu.Site }
	var got []pair
	visits(t, func(L *lua.LState) {
		site, caller := WithCaller(L)
		got = append(got, pair{site, caller})
		require.Zero(t, testing.AllocsPerRun(10, func() { WithCaller(L) }))
	})
	require.Equal(t, []pair{{3, 6}, {9, 0}, {11, 0}, {3, 13}, {17, 0}, {18, 19}, {19, 0}}, got)
	run(t, "local function f()\n here()\nend\nlocal function g() return f() end\ng()", func(L *lua.LState) {
		site, caller := WithCaller(L)
		require.Equal(t, pair{2, 0}, pair{site, caller}, "behind a tail call")
	})
	L := lua.NewState()
	defer L.Close()
	site, caller := WithCaller(L)
	require.Zero(t, site+caller)
}

func TestUnknownLayoutsAreRefused(t *testing.T) {
	type goodFrame struct {
		Fn     *lua.LFunction
		Parent *goodFrame
		Pc     int

		TailCall int
	}
	type badPc struct {
		Fn     *lua.LFunction
		Parent *badPc
		Pc     int32

		TailCall int
	}
	type noParent struct {
		Fn           *lua.LFunction
		Pc, TailCall int
	}
	require.True(t, findLayout(reflect.TypeFor[struct{ currentFrame *goodFrame }]()).ok)
	require.False(t, findLayout(reflect.TypeFor[struct{ currentFrame *badPc }]()).ok)
	require.False(t, findLayout(reflect.TypeFor[struct{ currentFrame *noParent }]()).ok)
	require.False(t, findLayout(reflect.TypeFor[struct{ currentFrame goodFrame }]()).ok)
	require.False(t, findLayout(reflect.TypeFor[struct{ frame *goodFrame }]()).ok)
}

func BenchmarkCurrent(b *testing.B) {
	done := false
	visits(b, func(L *lua.LState) {
		if done {
			return
		}
		done = true
		b.ReportAllocs()
		for b.Loop() {
			Current(L)
		}
	})
}
