package interp_test

import (
	"context"
	"encoding/binary"
	"math/rand"
	"strconv"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/stretchr/testify/require"
)

// sameRun runs k twice, as it is and after change, and wants the same memory, reports of values that are used, and prints.
func sameMemory(t *testing.T, k *ir.Kernel, groups [3]uint32, change func()) {
	t.Helper()
	before := corpus.Dispatch(k, groups, 0)
	first := interp.Run(context.Background(), k, before)
	text := ir.Print(k)
	change()
	require.NoError(t, ir.Verify(k), "before:\n%s\nafter:\n%s", text, ir.Print(k))
	after := corpus.Dispatch(k, groups, 0)
	second := interp.Run(context.Background(), k, after)
	require.Equal(t, before.Memory, after.Memory, "before:\n%s\nafter:\n%s", text, ir.Print(k))
	require.Equal(t, first.Prints, second.Prints)
	require.Equal(t, first.Fault, second.Fault)
}

func randomBytes(seed int64) []byte {
	data := make([]byte, 600)
	rand.New(rand.NewSource(seed)).Read(data)
	return data
}

func TestRandomKernelsAreWellFormed(t *testing.T) {
	for seed := range int64(200) {
		k, _ := corpus.Random(randomBytes(seed))
		require.NoError(t, ir.Verify(k), "seed %d\n%s", seed, ir.Print(k))
		text := ir.Print(k)
		parsed, err := ir.Parse(text)
		require.NoError(t, err, "seed %d\n%s", seed, text)
		require.NoError(t, ir.Verify(parsed))
		require.Equal(t, text, ir.Print(parsed), "seed %d", seed)
	}
}

func TestOptimizeKeepsBytes(t *testing.T) {
	for seed := range int64(200) {
		k, groups := corpus.Random(randomBytes(seed))
		sameMemory(t, k, groups, func() { opt.Optimize(k) })
	}
}

// TestSpecializeKeepsBytes: what the constants of the dispatch are is known when the kernel is made.
func TestSpecializeKeepsBytes(t *testing.T) {
	shorter := 0
	for seed := range int64(200) {
		k, groups := corpus.Random(randomBytes(seed))
		opt.Optimize(k)
		constants := words(k, corpus.Dispatch(k, groups, 0), 0, 64)
		s := opt.Specialize(k, func(in *ir.Instr) (uint32, bool) {
			if in.Op != ir.OpLoadConst || in.Args[0] != 0 || in.Args[1] != 0 || in.Width != 4 || in.Offset > 252 {
				return 0, false
			}
			bits := constants[in.Offset/4]
			return bits, bits&0x7fffffff <= 0x7f800000 // a NaN would lose its payload
		})
		if s.Body.Len() < k.Body.Len() {
			shorter++
		}
		require.NoError(t, ir.Verify(s))
		want, got := corpus.Dispatch(k, groups, 0), corpus.Dispatch(k, groups, 0)
		interp.Run(context.Background(), k, want)
		interp.Run(context.Background(), s, got)
		require.Equal(t, want.Memory, got.Memory, "before:\n%s\nafter:\n%s", ir.Print(k), ir.Print(s))
	}
	require.Greater(t, shorter, 20)
}

func FuzzOptimizeKeepsBytes(f *testing.F) {
	for seed := range int64(4) {
		f.Add(randomBytes(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		k, groups := corpus.Random(data)
		require.NoError(t, ir.Verify(k))
		sameMemory(t, k, groups, func() { opt.Optimize(k) })
	})
}

// words reads n 32-bit words from the resource of binding b.
func words(k *ir.Kernel, d *ir.Dispatch, b int32, n int) []uint32 {
	r := ir.LoadRecord(d.Memory[d.Records+k.FirstRecord(b)*ir.RecordBytes:])
	out := make([]uint32, n)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(d.Memory[r.Base+4*uint32(i):])
	}
	return out
}

const header = `
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
`

func run(t *testing.T, text string, groups [3]uint32, edit func(*ir.Dispatch)) (*ir.Kernel, *ir.Dispatch, ir.Result) {
	t.Helper()
	k, err := ir.Parse(text)
	require.NoError(t, err)
	require.NoError(t, ir.Verify(k))
	d := corpus.Dispatch(k, groups, 16)
	if edit != nil {
		edit(d)
	}
	return k, d, interp.Run(context.Background(), k, d)
}

func TestStoresGoInAscendingLaneOrder(t *testing.T) {
	k, d, _ := run(t, `kernel "last" threads 6 1 1`+header+`
body {
  %1:i32 = sys GroupIndex
  %2:i32 = const 0
  storebuf _ %2 _ %1 b=0
}`, [3]uint32{1, 1, 1}, nil)
	require.Equal(t, []uint32{5}, words(k, d, 0, 1))
}

func TestLoopLanesLeaveWithTheirOwnResults(t *testing.T) {
	// Item i adds i while the counter is below i: i*i.
	k, d, _ := run(t, `kernel "squares" threads 7 1 1`+header+`
body {
  %1:i32 = sys GroupIndex
  %2:i32 = const 0
  %3:i32 = const 1
  %4:i32 = loop %5:i32=%2 %6:i32=%2 {
    %7:bool = ltu %5 %1
    yield %7 %6
  } do {
    %8:i32 = iadd %5 %3
    %9:i32 = iadd %6 %1
    yield %8 %9
  }
  storebuf _ %1 _ %4 b=0
}`, [3]uint32{1, 1, 1}, nil)
	require.Equal(t, []uint32{0, 1, 4, 9, 16, 25, 36}, words(k, d, 0, 7))
}

func TestQuadReadsOfLanesThatAreNotThere(t *testing.T) {
	// Item 0 stays away. Where all read it, its quad gets the value of the first that is there; where only its neighbour does, that one keeps its
	// own.
	for imm, want := range map[uint32][]uint32{0: {0, 10, 10, 10, 40, 40, 40, 40}, 1 | 0<<2 | 3<<4 | 2<<6: {0, 10, 30, 20, 50, 40, 70, 60}} {
		k, d, _ := run(t, `kernel "quads" threads 8 1 1`+header+`
body {
  %1:i32 = sys GroupIndex
  %2:i32 = const 10
  %3:i32 = const 0
  %4:bool = ine %1 %3
  %5:i32 = imul %1 %2
  if %4 {
    %6:i32 = quad.read %5 n=`+strconv.Itoa(int(imm))+`
    storebuf _ %1 _ %6 b=0
  } else {
    storebuf _ %1 _ %3 b=0
  }
}`, [3]uint32{1, 1, 1}, nil)
		require.Equal(t, want, words(k, d, 0, 8))
	}
}

func TestConstantsAtTheEndOfTheirView(t *testing.T) {
	// Of a view of 6 bytes the first four are a constant, and the next four are not, as two of them are outside.
	k, d, r := run(t, `kernel "ends" threads 1 1 1`+header+`binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "in" ""
body {
  %1:i32 = const 0
  %2:i32 = const 1
  %3:i32 = loadconst _ _ b=1
  %4:i32 = loadconst _ _ b=1 off=4
  storebuf _ %1 _ %3 b=0
  storebuf _ %2 _ %4 b=0
}`, [3]uint32{1, 1, 1}, func(d *ir.Dispatch) {
		record := d.Memory[d.Records+ir.RecordBytes:]
		r := ir.LoadRecord(record)
		r.Size = 6
		r.Put(record)
		copy(d.Memory[r.Base:], []byte{1, 2, 3, 4, 5, 6, 7, 8})
		d.Reports = 4
	})
	require.Equal(t, []uint32{0x04030201, 0}, words(k, d, 0, 2))
	require.EqualValues(t, 1, r.OutOfBounds)
}

func TestBarrierMakesSharedMemoryVisible(t *testing.T) {
	// Item i reads what item 7-i of another wave wrote.
	k, d, _ := run(t, `kernel "reverse" threads 8 1 1`+header+`
shared "tile" offset 0 bytes 32 align 4
body {
  %1:i32 = sys GroupIndex
  %2:i32 = const 2
  %3:i32 = shl %1 %2
  %4:i32 = sys DispatchThreadID.x
  storeshared %3 _ %4
  barrier
  %5:i32 = const 28
  %6:i32 = isub %5 %3
  %7:i32 = loadshared %6 _
  storebuf _ %4 _ %7 b=0
}`, [3]uint32{2, 1, 1}, nil)
	require.Equal(t, []uint32{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}, words(k, d, 0, 16))
}

func TestWaveOperationsSeeActiveLanesOnly(t *testing.T) {
	// Odd items of a group of 6: lanes 1 and 3 of wave 0, lane 1 of wave 1.
	k, d, _ := run(t, `kernel "waves" threads 6 1 1`+header+`
body {
  %1:i32 = sys GroupIndex
  %2:i32 = const 1
  %3:i32 = and %1 %2
  %4:bool = ieq %3 %2
  if %4 {
    %5:i32 = wave.sumi %1
    %6:bool = ieq %1 %1
    %7:i32 = wave.ballot %6
    %8:i32 = const 8
    %9:i32 = shl %7 %8
    %10:i32 = or %5 %9
    %11:i32 = wave.prefixsumi %1
    %12:i32 = const 16
    %13:i32 = shl %11 %12
    %14:i32 = or %10 %13
    storebuf _ %1 _ %14 b=0
  } else {
    %15:i32 = const 0
    storebuf _ %1 _ %15 b=0
  }
}`, [3]uint32{1, 1, 1}, nil)
	require.Equal(t, []uint32{0, 0x000a04, 0, 0x010a04, 0, 0x000205}, words(k, d, 0, 6))
}

func TestOutsideAccessesAreReportedInOrderOfItems(t *testing.T) {
	// 16 elements, 5 items that write element id+14: the last three are outside.
	_, _, r := run(t, `kernel "outside" threads 5 1 1`+header+`
body {
  %1:i32 = sys GroupIndex
  %2:i32 = const 14
  %3:i32 = iadd %1 %2
  storebuf _ %3 _ %1 b=0 @77
}`, [3]uint32{1, 1, 1}, func(d *ir.Dispatch) { d.Reports = 2 })
	require.EqualValues(t, 3, r.OutOfBounds)
	require.Equal(t, []ir.Report{
		{Site: 77, Op: ir.OpStoreBuf, Item: 2, Index: [4]uint32{16}, Limit: 16},
		{Site: 77, Op: ir.OpStoreBuf, Item: 3, Index: [4]uint32{17}, Limit: 16},
	}, r.Reports)
}

const endless = `kernel "endless" threads 4 1 1 @5
body {
  %1:bool = const true
  loop { @9
    yield %1
  } do {
    %2:i32 = sys GroupIndex
    %3:i32 = iadd %2 %2
  }
}`

func TestBudgetEndsEndlessLoop(t *testing.T) {
	_, _, r := run(t, endless, [3]uint32{1, 1, 1}, func(d *ir.Dispatch) { d.Budget = 1000 })
	require.Equal(t, &ir.Fault{Kind: ir.Hang, Site: 9}, r.Fault)
	// The kernel costs 1, each iteration 2: the first sum above 1000 is 1001.
	require.EqualValues(t, 1001, r.Instructions)
}

func TestBudgetIsExact(t *testing.T) {
	text := `kernel "straight" threads 4 1 1 @5` + header + `
body {
  %1:i32 = sys GroupIndex
  %2:i32 = iadd %1 %1
  storebuf _ %1 _ %2 b=0
}`
	_, _, r := run(t, text, [3]uint32{3, 1, 1}, func(d *ir.Dispatch) { d.Budget = 4 })
	require.Nil(t, r.Fault)
	require.EqualValues(t, 12, r.Instructions)
	_, _, r = run(t, text, [3]uint32{3, 1, 1}, func(d *ir.Dispatch) { d.Budget = 3 })
	require.Equal(t, &ir.Fault{Kind: ir.Hang, Site: 5}, r.Fault)
}

func TestContextEndsEndlessLoop(t *testing.T) {
	k, err := ir.Parse(endless)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := interp.Run(ctx, k, corpus.Dispatch(k, [3]uint32{1, 1, 1}, 0))
	require.Equal(t, ir.Canceled, r.Fault.Kind)
}

func TestPrintsAreOrderedByWorkItem(t *testing.T) {
	// Lanes print in lockstep, the records come item by item.
	_, _, r := run(t, `kernel "prints" threads 2 1 1
format "a %d"
format "b"
body {
  %1:i32 = sys GroupIndex
  printf %1 f=0
  printf f=1
}`, [3]uint32{2, 1, 1}, func(d *ir.Dispatch) { d.Prints = 5 })
	require.EqualValues(t, 8, r.Printed)
	var got [][3]uint64
	for _, p := range r.Prints {
		got = append(got, [3]uint64{p.Group, uint64(p.Item), uint64(p.Format)})
	}
	require.Equal(t, [][3]uint64{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}}, got)
}

func TestSplitRunsGiveTheWholeRun(t *testing.T) {
	for seed := range int64(60) {
		k, groups := corpus.Random(randomBytes(seed))
		whole, split := corpus.Dispatch(k, groups, 0), corpus.Dispatch(k, groups, 0)
		want := interp.Run(context.Background(), k, whole)
		var parts []ir.Result
		for g := range whole.Count {
			split.First, split.Count = g, 1
			parts = append(parts, interp.Run(context.Background(), k, split))
		}
		require.Equal(t, want, ir.Join(whole, parts), "seed %d", seed)
		require.Equal(t, whole.Memory, split.Memory, "seed %d", seed)
	}
}
