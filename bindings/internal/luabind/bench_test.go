package luabind

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
	luar "layeh.com/gopher-luar"

	"github.com/gpuscript/gpuscript/bindings/internal/callsite"
)

// loop compiles `for i = 1, n do body end` as a function of n.
func loop(t testing.TB, L *lua.LState, body string) func(n int) {
	fn, err := L.LoadString(`local l, b, toy = l, b, toy
		local one = { Width = 4, Name = "n", Color = "RED", States = "COPY_DEST" }
		local transition = { { Resource = b, After = "COPY_DEST" } }
		return function(n) for i = 1, n do ` + body + ` end end`)
	require.NoError(t, err)
	L.Push(fn)
	L.Call(0, 1)
	run := L.Get(-1)
	L.Pop(1)
	return func(n int) {
		L.Push(run)
		L.Push(lua.LNumber(n))
		L.Call(1, 0)
	}
}

// quiet gives a world the places that programs use; those of lineSite allocate.
func quiet(w *world) *world {
	w.b.sites = callsite.Current
	return w
}

// hotCalls must not allocate: they are made per draw, dispatch and copy.
var hotCalls = map[string]string{
	"raw numbers":     `l:Dispatch(1, 2, 3)`,
	"positional":      `l:Place(1, 2, 3)`,
	"optional absent": `l:Place(1)`,
	"no arguments":    `l:Close()`,
	"place":           `l:Here()`,
	"object and enum": `l:Hot(b, "GREEN", "COPY_DEST", "name", true, 0.5, 7, -1)`,
}

func TestHotCallsDoNotAllocate(t *testing.T) {
	const calls = 1000
	for name, body := range hotCalls {
		run := loop(t, quiet(newWorld(t)).LState, body)
		run(1)
		require.Less(t, testing.AllocsPerRun(5, func() { run(calls) }), 200.0,
			"%s: %d calls; gopher-lua boxes the loop counter and computed numbers in batches", name, calls)
	}
}

func BenchmarkCall(b *testing.B) {
	for _, bench := range []struct{ name, body string }{
		{"EmptyLoop", ``},
		{"Raw/Dispatch", `l:Dispatch(1, 2, 3)`},
		{"Raw/Hot", `l:Hot(b, "GREEN", "COPY_DEST", "name", true, 0.5, 7, -1)`},
		{"Do3/Place", `l:Place(1, 2, 3)`},
		{"Run/Close", `l:Close()`},
		{"Call/Descriptor", `l:Create(one)`},
		{"Do/Barriers", `l:Barriers(transition)`},
		{"Get/Field", `local s = b.Size`},
	} {
		b.Run(bench.name, func(b *testing.B) {
			w := quiet(newWorld(b))
			run := loop(b, w.LState, bench.body)
			b.ReportAllocs()
			b.ResetTimer()
			run(b.N)
		})
	}
}

// BenchmarkPlaced records a copy as the device does: five arguments, and the place told to the receiver.
func BenchmarkPlaced(b *testing.B) {
	set := NewSet(fixtureSet.Classes()[0], &Class{Kind: "Device", Type: TypeOf[*device](), Doc: "d", Methods: Methods{
		{Name: "Copy", Doc: "d", Params: []Param{P("Dst", "", ""), P("DstOffset", "", ""), P("Src", "", ""), P("SrcOffset", "", ""), P("Size", "", "")},
			Fn: Do5(func(*device, *buffer, uint64, *buffer, uint64, uint64) error { return nil })}}})
	L := lua.NewState()
	defer L.Close()
	binder := New(L, Config{Set: set, Site: callsite.Current})
	L.SetGlobal("l", binder.Wrap(&device{}))
	L.SetGlobal("b", binder.Wrap(&buffer{}))
	run := loop(b, L, `l:Copy(b, 0, b, 16, 64)`)
	b.ReportAllocs()
	b.ResetTimer()
	run(b.N)
}

// BenchmarkPeers calls an empty bound method and luar's reflected one, with the arguments of Dispatch.
func BenchmarkPeers(b *testing.B) {
	b.Run("EmptyMethod", func(b *testing.B) {
		L := lua.NewState()
		defer L.Close()
		methods := L.NewTable()
		methods.RawSetString("Dispatch", L.NewFunction(func(*lua.LState) int { return 0 }))
		mt := L.NewTable()
		mt.RawSetString("__index", methods)
		L.SetGlobal("l", &lua.LUserData{Value: &list{}, Metatable: mt})
		run := loop(b, L, `l:Dispatch(1, 2, 3)`)
		b.ReportAllocs()
		b.ResetTimer()
		run(b.N)
	})
	b.Run("Luar", func(b *testing.B) {
		L := lua.NewState()
		defer L.Close()
		L.SetGlobal("l", luar.New(L, &luarList{}))
		run := loop(b, L, `l:Dispatch(1, 2, 3)`)
		b.ReportAllocs()
		b.ResetTimer()
		run(b.N)
	})
}

type luarList struct{ x, y, z uint32 }

// Dispatch is what luar calls by reflection.
func (l *luarList) Dispatch(x, y, z uint32) { l.x, l.y, l.z = x, y, z }
