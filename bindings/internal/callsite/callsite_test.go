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

// chainOf is the places of a chain.
func chainOf(L *lua.LState) (list []gpu.Site) {
	var c Chain
	Calls(L, &c)
	for _, site := range c {
		if site != 0 {
			list = append(list, site)
		}
	}
	return list
}

// TestCalls: the calls that led to a place, up to the main chunk or a coroutine's first function.
func TestCalls(t *testing.T) {
	type sites = []gpu.Site
	var got []sites
	visits(t, func(L *lua.LState) {
		got = append(got, chainOf(L))
		var c Chain
		require.Zero(t, testing.AllocsPerRun(10, func() { Calls(L, &c) }))
	})
	require.Equal(t, []sites{{3, 6, 8}, {9}, {11}, {3, 13}, {17}, {18, 19}, {19}}, got)
	L := lua.NewState()
	defer L.Close()
	require.Empty(t, chainOf(L))
}

// TestLongCalls: calls that a tail call replaced are lost, a recursion is one call, and of many calls the innermost are known.
func TestLongCalls(t *testing.T) {
	type sites = []gpu.Site
	for _, tt := range []struct {
		name, script string
		want         sites
	}{
		{"behind a tail call", "local function f()\n here()\nend\nlocal function g() return f() end\ng()", sites{2, Lost, 5}},
		{"behind two", "local function f()\n here()\nend\nlocal function g() return f() end\nlocal function h() return g() end\nh()", sites{2, Lost, 6}},
		{"one outside", "local function f()\n here()\nend\nlocal function g()\n f()\nend\nlocal function h() return g() end\nh()", sites{2, 5, Lost, 8}},
		{"a recursion", "local function f(n)\n if n > 0 then\n  f(n - 1) return\n end\n here()\nend\nf(20)", sites{5, 3, 7}},
		{"two that call each other", "local g\nlocal function f(n)\n if n > 0 then\n  g(n - 1) return\n end\n here()\nend\nfunction g(n)\n f(n)\nend\nf(20)",
			sites{6, 9, 4, 9, 4, 9, 4, 9, 4, 9, 4, 9, 4}},
		{"a Go function between", "local function f()\n here()\nend\nlocal function g()\n pcall(f)\nend\ng()", sites{2, Lost, 5, 7}},
		{"a coroutine's Go function", "local function f()\n here()\nend\ncoroutine.wrap(pcall)(f)", sites{2}},
	} {
		run(t, tt.script, func(L *lua.LState) { require.Equal(t, tt.want, chainOf(L), tt.name) })
	}
}

func TestUnknownLayoutsAreRefused(t *testing.T) {
	type goodFrame struct {
		Fn     *lua.LFunction
		Parent *goodFrame
		Pc     int

		TailCall, Idx int
	}
	type badPc struct {
		Fn     *lua.LFunction
		Parent *badPc
		Pc     int32

		TailCall, Idx int
	}
	type noParent struct {
		Fn                *lua.LFunction
		Pc, TailCall, Idx int
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

// TestDiscarded: a call that is a statement throws away what it returns; all others may use it.
func TestDiscarded(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	var seen []bool
	L.SetGlobal("f", L.NewFunction(func(L *lua.LState) int {
		seen = append(seen, Discarded(L))
		L.Push(lua.LNumber(1))
		return 1
	}))
	require.NoError(t, L.DoString("f() local x = f() x = f() t = { f() } print(#t + f()) f(f()) for i = f(), 1 do end"))
	require.Equal(t, []bool{true, false, false, false, false, false, true, false}, seen)
	seen = nil
	require.NoError(t, L.DoString("pcall(f) coroutine.wrap(f)() coroutine.wrap(function() f() end)() return f()"))
	require.Equal(t, []bool{false, false, true, false}, seen)
}
