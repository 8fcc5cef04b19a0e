package luabind

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu"
)

// device has methods as the Go API has them: positional, with the place told beforehand.
type device struct {
	site gpu.Site
	log  []string
}

func (d *device) SetSite(s gpu.Site) { d.site = s }

func (d *device) note(args ...any) error {
	d.log = append(d.log, fmt.Sprintln(args...))
	return nil
}

type rangeDesc struct{ Begin, End uint64 }

type data struct {
	Values []float32 `lua:",nonfinite"`
	Depth  float64   `lua:",nonfinite,max=8"`
}

var deviceClass = &Class{Kind: "Device", Type: TypeOf[*device](), Doc: "Makes things.", Methods: Methods{
	{Name: "A0", Doc: "0.", Fn: Call0(func(d *device) (uint64, error) { return uint64(d.site), nil })},
	{Name: "A1", Doc: "1.", Params: []Param{P("Value", "", "")}, Fn: Get1(func(d *device, v uint64) uint64 { return v + 1 })},
	{Name: "C2", Doc: "2.", Fn: Call2(func(d *device, desc rangeDesc, site gpu.Site) (uint64, error) {
		return desc.End - desc.Begin + uint64(site), nil
	})},
	{Name: "C3", Doc: "3.", Params: []Param{P("Initial", "", ""), Opt("Flags", "", ""), Opt("Name", "", "")},
		Fn: Call3(func(d *device, initial uint64, flags states, name string) (string, error) {
			return fmt.Sprintf("%d %d %s", initial, flags, name), nil
		})},
	{Name: "D2", Doc: "2.", Params: []Param{P("View", "", ""), P("At", "", "")},
		Fn: Do2(func(d *device, view *rangeDesc, at slot) error { return d.note(view == nil, at.index) })},
	{Name: "D3", Doc: "3.", Params: []Param{P("Resource", "", ""), Opt("Counter", "", ""), P("View", "", "")},
		Fn: Do3(func(d *device, r sized, counter *buffer, view *rangeDesc) error {
			return d.note(r.Size(), counter == nil, view)
		})},
	{Name: "D4", Doc: "4.", Params: []Param{P("A", "", ""), P("B", "", ""), P("C", "", ""), P("D", "", "")},
		Fn: Do4(func(d *device, a, b, c, e uint8) error { return d.note(a, b, c, e) })},
	{Name: "D5", Doc: "5.", Params: []Param{P("Dst", "", ""), P("DstOffset", "", ""), P("Src", "", ""), P("SrcOffset", "", ""), P("Size", "", "")},
		Fn: Do5(func(d *device, dst *buffer, to uint64, src *buffer, from, size uint64) error {
			return d.note(dst.name, to, src.name, from, size)
		})},
	{Name: "Data", Doc: "Numbers.", Fn: Do(func(d *device, v data) error { return d.note(v.Values, v.Depth) })},
}}

func newDevice(t testing.TB) (*lua.LState, *device) {
	set := NewSet(deviceClass, fixtureSet.Classes()[0], fixtureSet.Classes()[2])
	L := lua.NewState()
	t.Cleanup(L.Close)
	b, d := New(L, Config{Set: set, Site: lineSite}), &device{}
	L.SetGlobal("d", b.Wrap(d))
	L.SetGlobal("b", b.Wrap(&buffer{name: "verts", size: 64}))
	L.SetGlobal("s", b.Wrap(slot{3}))
	return L, d
}

func TestSeveralArguments(t *testing.T) {
	L, d := newDevice(t)
	require.NoError(t, L.DoString(`
		assert(d:A0() == 2)
		assert(d:A1(4) == 5)
		assert(d:C2 { Begin = 2, End = 5 } == 7 and d:C2() == 4)
		assert(d:C3(7) == "7 0 " and d:C3(7, nil, "n") == "7 0 n" and d:C3(7, "ALL", "n") == "7 3 n")
		d:D2(nil, s) d:D2({ End = 1 }, s)
		d:D3(b, nil, { Begin = 1 }) d:D3(b, b, nil)
		d:D4(1, 2, 3, 4)
		d:D5(b, 0, b, 16, 2^40)
		d:Data { Values = { 1/0, -1/0, 1 }, Depth = 1/0 }`))
	require.Equal(t, gpu.Site(10), d.site)
	require.Equal(t, []string{"true 3\n", "false 3\n", "64 true &{1 0}\n", "64 false <nil>\n", "1 2 3 4\n", "verts 0 verts 16 1099511627776\n",
		"[+Inf -Inf 1] +Inf\n"}, d.log)

	for _, test := range []struct{ script, want string }{
		{`d:D5(b, 0, s, 0, 1)`, "GS0141 D5: Src must be a Buffer, got Slot\nnote: Its arguments are Dst, DstOffset, Src, SrcOffset, Size."},
		{`d:D5(b, 0, b, 0)`, "GS0125 Device:D5 takes exactly 5 arguments, got 4\nnote: Its arguments are Dst, DstOffset, Src, SrcOffset, Size.\nhelp: add Size"},
		{`d:D3(b)`, "GS0125 Device:D3 takes exactly 3 arguments, got 1\nnote: Its arguments are Resource, [Counter], View.\nhelp: add Counter, View"},
		{`d:D5(0, b, b, 0, 1)`, "GS0133 D5: Dst must be a Buffer, got number 0\nnote: Its arguments are Dst, DstOffset, Src, SrcOffset, Size.\nhelp: exchange the arguments: Dst is argument 1"},
		{`d:D5("0", b, b, 0, 1)`, "GS0133 D5: Dst must be a Buffer, got string \"0\"\nnote: Its arguments are Dst, DstOffset, Src, SrcOffset, Size."},
		{`d:D3(nil, nil, nil)`, "GS0133 D3: Resource must be a Buffer, got nil\nnote: Its arguments are Resource, [Counter], View."},
		{`d:D3(b, nil, { Begn = 1 })`, "GS0131 D3: unknown key View.Begn\nnote: RangeDesc has Begin, End.\nhelp: did you mean Begin?"},
		{`d:C2 { Begin = -1 }`, "GS0135 C2: Begin must be at least 0, got -1"},
		{`d:Data { Depth = 9 }`, "GS0135 Data: Depth must be at most 8, got 9"},
		{`d:Data { Values = { 1e39 } }`, "GS0135 Data: Values[1] must fit into a 32-bit float, got 1e+39"},
	} {
		w := &world{LState: L}
		require.Equal(t, test.want, text(w.fail(t, test.script)), test.script)
	}
}

// TestStatesAreIndependent runs two states that share a Set: plans are built by whichever comes first, scratch memory is apart.
func TestStatesAreIndependent(t *testing.T) {
	set := NewSet(fixtureSet.Classes()...)
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			L := lua.NewState()
			defer L.Close()
			l := &list{name: "draw"}
			b := New(L, Config{Set: set, Site: lineSite})
			L.SetGlobal("l", b.Wrap(l))
			for n := range 50 {
				script := fmt.Sprintf(`l:Create { Width = %d, Name = "%d" } l:Groups { X = %d, Y = 2, Z = 3 }`, n+1, i, 10*n+i)
				if err := L.DoString(script); err != nil {
					panic(err)
				}
				if l.x != uint32(10*n+i) {
					panic("states share memory")
				}
			}
		}()
	}
	wait.Wait()
}

// TestCallsOfThreadsOverlap blocks a call on one goroutine while another begins two and ends one, as simulated CPU threads do.
func TestCallsOfThreadsOverlap(t *testing.T) {
	w := newWorld(t)
	other, _ := w.NewThread()
	inFirst, inSecond, firstDone, done := make(chan bool), make(chan bool), make(chan bool), make(chan bool)
	w.SetGlobal("first", w.NewFunction(func(*lua.LState) int { inFirst <- true; <-inSecond; return 0 }))
	w.SetGlobal("second", w.NewFunction(func(*lua.LState) int { inSecond <- true; <-firstDone; return 0 }))
	go func() {
		<-inFirst
		if err := other.DoString(`l:With(second) l:Place(4, 5, 6)`); err != nil {
			panic(err)
		}
		close(done)
	}()
	require.NoError(t, w.DoString(`l:With(first) l:Dispatch(1, 2, 3)`))
	require.Equal(t, []uint32{1, 2, 3}, []uint32{w.list.x, w.list.y, w.list.z})
	firstDone <- true
	<-done
	require.Equal(t, []uint32{4, 5, 6}, []uint32{w.list.x, w.list.y, w.list.z})
	require.Equal(t, 0, w.b.open)
	require.Len(t, w.b.free, 2)
}
