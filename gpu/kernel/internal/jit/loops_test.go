package jit

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
)

// escapeText is a loop that lanes leave one by one, and all together at END: %20 counts, %21 is carried by each lane on its own.
const escapeText = `kernel "escape" threads 64 1 1 @1
binding uav structured u0 space 0 count 1 stride 8 format 0 counterof 0 "out" "float2" @1
body {
  %1:i32 = sys GroupIndex @1
  %2:i32 = const FIRST @1
  %3:i32 = const STEP @1
  %4:i32 = const END @1
  %5:i32 = const 37 @1
  %6:i32 = const 5 @1
  %7:bool = const false @1
  %20:i32 %21:i32 = loop %22:i32=START %23:i32=%1 { @1
    %24:bool = lts %22 %4 @1
    %25:bool = ltu %23 %5 @1
    %26:bool = COND @1
    yield %26 %22 %23
  } do {
    %27:i32 = iadd %22 %3 @1
    %28:i32 = iadd %23 %6 @1
    yield %27 %28
  }
  storebuf _ %1 _ %20 b=0 @1
  storebuf _ %1 _ %21 b=0 off=4 @1
}
`

// TestCountersOfEscapingLoops: values that follow from the number of turns are what adding up gives.
func TestCountersOfEscapingLoops(t *testing.T) {
	notInShort(t)
	for _, c := range []struct{ name, first, step, end, start, cond string }{
		{"lanes leave first", "0", "1", "256", "%2", "select %24 %25 %7"},
		{"all leave first", "0", "1", "4", "%2", "select %24 %25 %7"},
		{"all leave between two looks at the masks", "0", "1", "6", "%2", "band %25 %24"},
		{"all leave at once", "9", "1", "9", "%2", "band %24 %25"},
		{"steps of three from five", "5", "3", "21", "%2", "band %24 %25"},
		{"down, past the smallest number", "-2147483640", "-3", "7", "%2", "band %24 %25"},
		{"from the item's number", "0", "2", "90", "%1", "band %24 %25"},
		{"lanes only", "0", "1", "7", "%2", "bor %25 %25"},
		{"everybody together", "0", "1", "7", "%2", "band %24 %24"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("FIRST", c.first, "STEP", c.step, "END", c.end, "START", c.start, "COND", c.cond).Replace(escapeText)
			for _, optimised := range []bool{false, true} {
				k, err := ir.Parse(text)
				require.NoError(t, err)
				require.NoError(t, ir.Verify(k))
				if optimised {
					opt.Optimize(k)
				}
				r := newRig(t, 4<<20, 1)
				d := ir.Dispatch{Groups: [3]uint32{2, 1, 1}, Records: r.table(r.structured(128, 8, zero))}
				require.Nil(t, r.same(k, d).Fault)
				r = newRig(t, 4<<20, 1)
				d = ir.Dispatch{Groups: [3]uint32{2, 1, 1}, Records: r.table(r.structured(128, 8, zero)), Budget: 150}
				r.same(k, d)
			}
		})
	}
}

// rowsText adds up rows of 256 numbers one after the other and stores the sums; with a barrier they go through shared memory, to the items below %8.
const rowsText = `kernel "rows" threads 256 1 1 @1
binding srv structured t0 space 0 count 1 stride 4 format 0 counterof 0 "x" "float" @1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "y" "float" @1
shared "s" offset 0 bytes 1024 align 4 @1
body {
  %1:i32 = sys GroupIndex @1
  %2:i32 = sys GroupID.x @1
  %3:i32 = const 0 @1
  %4:i32 = const 1 @1
  %5:i32 = const TURNS @1
  %6:i32 = const 256 @1
  %7:i32 = const 4 @1
  %8:i32 = const BELOW @1
  %9:i32 = imul %1 %7 @1
  %10:i32 = loop %11:i32=%9 %12:i32=%3 { @5
    %13:bool = lts %12 %5 @1
    yield %13 %11
  } do {
    %14:i32 = imul %12 %6 @1
    %15:i32 = iadd %14 %1 @1
    %16:i32 = iadd %15 %2 @1
    %17:i32 = loadbuf _ %16 _ b=0 @2
    %18:i32 = iadd %11 %17 @1
    %19:i32 = iadd %12 %4 @1
    yield %18 %19
  }
  storeshared %9 _ %10 @3
  barrier @4
  %20:bool = COMPARE %1 %8 @1
  if %20 { @1
    %21:i32 = loadshared %9 _ @1
    %22:i32 = sys DispatchThreadID.x @1
    storebuf _ %22 _ %21 b=1 @1
  } else {
  }
}
`

// TestTurnedLoops: loops that the group runs turn by turn give the bytes, costs, reports and hangs of waves one by one; and choices of the first
// items those of all items.
func TestTurnedLoops(t *testing.T) {
	notInShort(t)
	for i, below := range []string{"0", "1", "4", "5", "128", "255", "256", "257", "-1"} {
		for _, compare := range []string{"ltu", "lts"} {
			turns := []int{9, 60}[i%2]
			k, err := ir.Parse(strings.NewReplacer("BELOW", below, "COMPARE", compare, "TURNS", strconv.Itoa(turns)).Replace(rowsText))
			require.NoError(t, err)
			require.NoError(t, ir.Verify(k))
			if turns > 9 { // six rows a turn, with a look ahead
				opt.Optimize(k)
				require.Equal(t, 6, strings.Count(ir.Print(k), "loadbuf"))
			}
			r := newRig(t, 4<<20, 2)
			g, err := wasm.Generate(k, wasm.Options{Pages: r.space.Pages()})
			require.NoError(t, err)
			require.Equal(t, 64, g.Packet, "all waves of the loop's body come in one round")
			for _, c := range []struct {
				elements, reports int
				budget            uint64
			}{
				{turns*256 + 1, 0, 0},
				{turns*256 + 1, 20, 0},
				{turns*256 - 1, 20, 0}, // the last items of the last turn are outside
				{256, 0, 0},
				{turns*256 + 1, 0, 2000}, // hangs in the loop
				{1 << 18, 0, 0},          // a view of a megabyte, of which small ones do not get the form of the loop
				{1 << 18, 20, 2000},
			} {
				r := newRig(t, 4<<20, 2)
				d := ir.Dispatch{Groups: [3]uint32{2, 1, 1}, Records: r.table(r.structured(c.elements, 4, random(7)), r.structured(512, 4, zero))}
				d.Budget, d.Reports = c.budget, c.reports
				got := r.same(k, d)
				require.Equal(t, c.budget > 0, got.Fault != nil)
			}
		}
	}
}

// TestTurnedBroadcasts: a loop whose turns load numbers for the whole group runs turn by turn, and gives the bytes, costs, reports and hangs of waves
// one by one.
func TestTurnedBroadcasts(t *testing.T) {
	notInShort(t)
	for _, turns := range []int32{14, 16, 64} { // two in one: the shortest loop stays as it is
		k := nbody(turns)
		opt.Optimize(k)
		r := newRig(t, 4<<20, 2)
		g, err := wasm.Generate(k, wasm.Options{Pages: r.space.Pages()})
		require.NoError(t, err)
		require.Equal(t, turns >= 64, g.Packet == 16, "all waves of the group come in one round")
		for _, c := range []struct {
			bodies, reports int
			budget          uint64
		}{
			{128, 0, 0},
			{128, 20, 0},
			{int(turns), 0, 0}, // items of the groups are outside
			{int(turns) - 1, 20, 0},
			{128, 0, 2000}, // hangs in the loop
		} {
			r := newRig(t, 4<<20, 2)
			d := ir.Dispatch{Groups: [3]uint32{2, 1, 1}, Records: r.table(r.structured(c.bodies, 16, floats(-90)), r.structured(128, 16, zero))}
			d.Budget, d.Reports = c.budget, c.reports
			got := r.same(k, d)
			require.Equal(t, c.budget > 0, got.Fault != nil, "%d turns, %v", turns, c)
		}
	}
}

// TestBudgets: a group may cost all of its budget and nothing more, in whatever order its waves add up what they cost.
func TestBudgets(t *testing.T) {
	notInShort(t)
	rows := func(elements string) *ir.Kernel {
		k, err := ir.Parse(strings.NewReplacer("BELOW", "8", "COMPARE", "ltu", "TURNS", elements).Replace(rowsText))
		require.NoError(t, err)
		require.NoError(t, ir.Verify(k))
		return k
	}
	for _, c := range []struct {
		name     string
		kernel   *ir.Kernel
		elements int // of the last binding but one
	}{
		{"packets of rows", rows("60"), 60*256 + 1},
		{"rows turn by turn", rows("60"), 1 << 18},
		{"lanes that leave", mandelbrot(9, 64), 1 << 18},
		{"numbers for all", nbody(64), 128},
		{"too many turns for nobody to look", mandelbrot(9, 1<<20), 1 << 18},
	} {
		t.Run(c.name, func(t *testing.T) {
			opt.Optimize(c.kernel)
			r := newRig(t, 16<<20, 2)
			var records []ir.Record
			for i, b := range c.kernel.Bindings {
				n := c.elements
				if i > 0 {
					n = 512
				}
				records = append(records, r.structured(n, b.Stride, floats(-90)))
			}
			d := ir.Dispatch{Groups: [3]uint32{1, 1, 1}, Records: r.table(records...)}
			whole := r.same(c.kernel, d)
			require.Nil(t, whole.Fault)
			d.Budget = whole.Instructions
			require.Nil(t, r.same(c.kernel, d).Fault)
			d.Budget--
			require.NotNil(t, r.same(c.kernel, d).Fault)
		})
	}
}
