package plan_test

import (
	"context"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/stretchr/testify/require"
)

// groupChunks is one chunk a group.
func groupChunks(d *ir.Dispatch) []plan.Chunk {
	chunks := make([]plan.Chunk, d.Count)
	for i := range chunks {
		chunks[i] = plan.Chunk{First: uint64(i), Count: 1}
	}
	return chunks
}

// runBackwards runs the chunks from the last to the first.
func runBackwards(k *ir.Kernel, d *ir.Dispatch, chunks []plan.Chunk) {
	for i := len(chunks) - 1; i >= 0; i-- {
		part := *d
		part.First, part.Count = chunks[i].First, chunks[i].Count
		interp.Run(context.Background(), k, &part)
	}
}

// A claim of disjoint groups is tested by running them in the other order. Items store their number, so that the order shows.
func TestDisjointGroupsRunInAnyOrder(t *testing.T) {
	claims := 0
	for seed := range int64(7000) {
		make := corpus.Random
		if seed%2 == 0 {
			make = corpus.RandomAffine
		}
		k, groups := make(randomBytes(seed)[:40+seed%200])
		storeItemNumbers(k)
		require.NoError(t, ir.Verify(k))
		forward := corpus.Dispatch(k, groups, 0)
		chunks := groupChunks(forward)
		if len(chunks) < 2 || hasMemoryAtomic(k) || !plan.FindFootprint(k, forward).Disjoint(chunks) {
			continue
		}
		claims++
		backward := corpus.Dispatch(k, groups, 0)
		interp.Run(context.Background(), k, forward)
		runBackwards(k, backward, chunks)
		require.Equal(t, forward.Memory, backward.Memory, "seed %d\n%s", seed, ir.Print(k))
	}
	require.Greater(t, claims, 100)
}

// storeItemNumbers makes every store of Marker store a number of the work item instead.
func storeItemNumbers(k *ir.Kernel) {
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op != ir.OpConst || in.Imm != corpus.Marker {
			return
		}
		in.Op, in.Imm = ir.OpSys, uint32(ir.DispatchThreadIDX)
	})
}

// bytesOf are the addresses of a pattern.
func bytesOf(p plan.Pattern, visit func(at uint64)) {
	for i := range p.Count {
		for at := range p.Size {
			visit(p.Begin + i*p.Stride + at)
		}
	}
}

// What is known is touched, each byte of it and once; what else is touched comes from an open access, and lies in its hull.
func TestKnownIsExact(t *testing.T) {
	closed, open := 0, 0
	for seed := range int64(3000) {
		random := []func([]byte) (*ir.Kernel, [3]uint32){corpus.RandomAffine, corpus.RandomAffine, corpus.Random, corpus.RandomLockstep}[seed%4]
		k, groups := random(randomBytes(seed))
		if seed%3 > 0 {
			opt.Optimize(k)
		}
		d := corpus.Dispatch(k, groups, 0)
		known := plan.FindFootprint(k, d).Known(256)
		type place struct {
			plan.Key
			at uint64
		}
		touched, exact := map[place]bool{}, map[place]bool{}
		for _, touch := range known.Touched {
			for _, p := range touch.Patterns {
				bytesOf(p, func(at uint64) {
					require.False(t, exact[place{touch.Key, at}], "seed %d: byte %d twice in %+v", seed, at, touch)
					exact[place{touch.Key, at}] = true
				})
			}
		}
		interp.Watch(context.Background(), k, d, func(in *ir.Instr, record uint32, at uint64, _ bool) {
			key := plan.KeyOf(k, in, 0)
			key.Record = record
			r := ir.LoadRecord(d.Memory[d.Records+record*ir.RecordBytes:])
			at -= uint64(r.Base)
			inHull := slices.ContainsFunc(known.Hulls, func(h plan.Hull) bool {
				s := h.In(&r)
				return h.Key == key && s.Begin <= at && at+uint64(in.Width) <= s.End
			})
			for i := range uint64(in.Width) {
				touched[place{key, at + i}] = true
				if !exact[place{key, at + i}] && (!slices.Contains(known.Open, in) || !inHull) {
					t.Fatalf("seed %d: byte %d of %+v is not known\n%+v\n%s", seed, at+i, key, known, ir.Print(k))
				}
			}
		})
		for p := range exact {
			if !touched[p] {
				t.Fatalf("seed %d: byte %d of %+v is not touched\n%+v\n%s", seed, p.at, p.Key, known, ir.Print(k))
			}
		}
		if len(known.Open) == 0 {
			closed++
		} else {
			open++
		}
	}
	require.Greater(t, closed, 500)
	require.Greater(t, open, 500)
}

func hasMemoryAtomic(k *ir.Kernel) bool {
	found := false
	k.Body.Walk(func(in *ir.Instr) { found = found || in.Op == ir.OpAtomicBuf || in.Op == ir.OpAtomicTex })
	return found
}

const picture = `
binding uav tex2d u0 space 0 count 1 stride 4 format 0 counterof 0 "picture" "uint"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = sys DispatchThreadID.y
  %3:i32 = query _ _ width b=0
  %4:i32 = query _ _ height b=0
  %5:bool = ltu %1 %3
  %6:bool = ltu %2 %4
  %7:bool = band %5 %6
  if %7 {
    storetex _ %1 %2 _ _ %1 b=0
  } else {
  }
}`

// guarded is out[y*13+x] = x where x < 13 and y < 9: rows that are no multiple of the group.
const guarded = `
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = sys DispatchThreadID.y
  %3:i32 = const 13
  %4:i32 = const 9
  %5:bool = ltu %1 %3
  %6:bool = ltu %2 %4
  %7:bool = band %5 %6
  if %7 {
    %8:i32 = imul %2 %3
    %9:i32 = iadd %8 %1
    storebuf _ %9 _ %1 b=0
  } else {
  }
}`

// guardedAnd is guarded, as the compiler writes `x < 13 and y < 9`, and guardedOr as it writes `if x >= 13 or y >= 9 then else`.
var (
	guardedAnd = strings.Replace(guarded, "%7:bool = band %5 %6", "%10:bool = const false\n  %7:bool = select %5 %6 %10", 1)
	guardedOr  = strings.NewReplacer("ltu %1 %3", "leu %3 %1", "ltu %2 %4", "leu %4 %2", "%7:bool = band %5 %6",
		"%10:bool = const true\n  %7:bool = select %5 %10 %6", "if %7 {", "if %7 {\n  } else {", "  } else {\n  }", "  }").Replace(guarded)
)

// perItemLoop writes 4 elements an item: out[4*id+i].
const perItemLoop = `
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = const 0
  %3:i32 = const 1
  %4:i32 = const 4
  %5:i32 = imul %1 %4
  loop %6:i32=%2 {
    %7:bool = lts %6 %4
    yield %7
  } do {
    %8:i32 = iadd %5 %6
    storebuf _ %8 _ %1 b=0
    %9:i32 = iadd %6 %3
    yield %9
  }
}`

func TestFootprintOfUsualKernels(t *testing.T) {
	stride := func(n string) string {
		return "\nbinding uav structured u0 space 0 count 1 stride " + n + " format 0 counterof 0 \"out\" \"uint\"\nbody {\n"
	}
	for _, c := range []struct {
		name, text string
		threads    string
		groups     [3]uint32
		disjoint   bool
		exact      bool
		spans      [][2]uint64 // relative to the resource
	}{
		{"consecutive", stride("4") + "%1:i32 = sys DispatchThreadID.x\nstorebuf _ %1 _ %1 b=0\n}", "8 1 1", [3]uint32{4, 1, 1}, true, true, [][2]uint64{{0, 128}}},
		{"composed", stride("4") + "%1:i32 = sys GroupID.x\n%2:i32 = const 8\n%3:i32 = imul %1 %2\n%4:i32 = sys GroupIndex\n%5:i32 = iadd %3 %4\nstorebuf _ %5 _ %1 b=0\n}",
			"8 1 1", [3]uint32{4, 1, 1}, true, true, [][2]uint64{{0, 128}}},
		{"backwards", stride("4") + "%1:i32 = sys DispatchThreadID.x\n%2:i32 = const 31\n%3:i32 = isub %2 %1\nstorebuf _ %3 _ %1 b=0\n}", "8 1 1", [3]uint32{4, 1, 1},
			true, true, [][2]uint64{{0, 128}}},
		{"clipped", stride("4") + "%1:i32 = sys DispatchThreadID.x\n%2:i32 = const 250\n%3:i32 = iadd %1 %2\nstorebuf _ %3 _ %1 b=0\n}", "8 1 1", [3]uint32{4, 1, 1},
			true, true, [][2]uint64{{1000, 1024}}},
		{"one member", stride("16") + "%1:i32 = sys DispatchThreadID.x\nstorebuf _ %1 _ %1 b=0 off=8\n}", "3 1 1", [3]uint32{1, 1, 1}, true, true,
			[][2]uint64{{8, 12}, {24, 28}, {40, 44}}},
		{"same element", stride("4") + "%1:i32 = sys DispatchThreadID.x\n%2:i32 = const 7\nstorebuf _ %2 _ %1 b=0\n}", "8 1 1", [3]uint32{4, 1, 1}, false, true,
			[][2]uint64{{28, 32}}},
		{"scatter", stride("4") + "%1:i32 = sys DispatchThreadID.x\n%2:i32 = loadbuf _ %1 _ b=0\nstorebuf _ %2 _ %1 b=0\n}", "8 1 1", [3]uint32{4, 1, 1}, false, false,
			[][2]uint64{{0, 1024}}},
		{"guarded rows", guarded, "4 2 1", [3]uint32{4, 5, 1}, true, true, [][2]uint64{{0, 13 * 9 * 4}}},
		{"loop", perItemLoop, "8 1 1", [3]uint32{4, 1, 1}, true, true, [][2]uint64{{0, 512}}},
		{"texture rows", picture, "8 2 1", [3]uint32{2, 4, 1}, true, true, [][2]uint64{{0, 64}, {68, 132}, {136, 200}, {204, 268}, {272, 336}, {340, 404}, {408, 472}, {476, 540}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, err := ir.Parse(`kernel "k" threads ` + c.threads + c.text)
			require.NoError(t, err)
			require.NoError(t, ir.Verify(k))
			d := corpus.Dispatch(k, c.groups, 0)
			f := plan.FindFootprint(k, d)
			// Rows of groups are the chunks of Plan where there are several.
			var chunks []plan.Chunk
			for first := uint64(0); first < d.Count; {
				n := uint64(1)
				if c.groups[1] > 1 {
					n = uint64(c.groups[0])
				}
				chunks = append(chunks, plan.Chunk{First: first, Count: n})
				first += n
			}
			if len(chunks) > 1 {
				require.Equal(t, c.disjoint, f.Disjoint(chunks))
			}
			known := f.Known(16)
			require.Equal(t, c.exact, len(known.Open) == 0)
			if !c.exact {
				last := known.Hulls[len(known.Hulls)-1]
				require.Equal(t, ir.Store, last.Class)
				r := ir.LoadRecord(d.Memory[d.Records+last.Record*ir.RecordBytes:])
				all := last.In(&r)
				require.Equal(t, c.spans, [][2]uint64{{all.Begin, all.End}})
				return
			}
			require.Len(t, known.Touched, 1)
			require.Equal(t, ir.Store, known.Touched[0].Class)
			var spans [][2]uint64
			for _, p := range known.Touched[0].Patterns {
				for i := range p.Count {
					spans = append(spans, [2]uint64{p.Begin + i*p.Stride, p.Begin + i*p.Stride + p.Size})
				}
			}
			require.Equal(t, c.spans, spans)
		})
	}
}

// TestAndOr: a condition says the same however it is put together.
func TestAndOr(t *testing.T) {
	known := func(text string) plan.Known {
		k, err := ir.Parse(`kernel "k" threads 4 2 1` + text)
		require.NoError(t, err)
		require.NoError(t, ir.Verify(k))
		return plan.FindFootprint(k, corpus.Dispatch(k, [3]uint32{4, 5, 1}, 0)).Known(16)
	}
	want := known(guarded)
	require.Empty(t, want.Open)
	require.Equal(t, want, known(guardedAnd))
	require.Equal(t, want, known(guardedOr))
}

func TestPlanKeepsSmallAndAtomicDispatchesWhole(t *testing.T) {
	text := `kernel "k" threads 64 1 1` + header + `
body {
  %1:i32 = sys DispatchThreadID.x
  storebuf _ %1 _ %1 b=0
}`
	k, err := ir.Parse(text)
	require.NoError(t, err)
	d := corpus.Dispatch(k, [3]uint32{4, 1, 1}, 256)
	require.Equal(t, []plan.Chunk{{First: 0, Count: 4}}, plan.Plan(k, d, 2))
	// 8192 groups of 16 waves and 3 instructions are 6 times 65536.
	d = corpus.Dispatch(k, [3]uint32{8192, 1, 1}, 8192*64)
	require.Equal(t, []plan.Chunk{{First: 0, Count: 4096}, {First: 4096, Count: 4096}}, plan.Plan(k, d, 2))
	atomic, err := ir.Parse(`kernel "k" threads 64 1 1` + header + `
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = atomicbuf _ %1 _ %1 _ add b=0
}`)
	require.NoError(t, err)
	d = corpus.Dispatch(atomic, [3]uint32{8192, 1, 1}, 8192*64)
	require.Len(t, plan.Plan(atomic, d, 2), 1)
}

const header = `
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
`

func randomBytes(seed int64) []byte {
	data := make([]byte, 600)
	rand.New(rand.NewSource(seed)).Read(data)
	return data
}

// A cache gives the plan again, without allocating, until something changes that it was made from.
func TestCache(t *testing.T) {
	k, err := ir.Parse(`kernel "k" threads 64 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" "C"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = loadconst _ _ b=1
  %3:i32 = imul %1 %2
  storebuf _ %3 _ %1 b=0
}`)
	require.NoError(t, err)
	d := corpus.Dispatch(k, [3]uint32{8192, 1, 1}, 8192*64)
	constants := ir.LoadRecord(d.Memory[d.Records+ir.RecordBytes:]).Base
	set := func(factor byte) { copy(d.Memory[constants:], []byte{factor, 0, 0, 0}) }
	var c plan.Cache
	set(1)
	require.Len(t, c.Plan(k, d, 2), 2)
	require.Zero(t, testing.AllocsPerRun(10, func() { c.Plan(k, d, 2) }))
	set(0)
	require.Len(t, c.Plan(k, d, 2), 1, "all items store to one place")
	set(1)
	require.Len(t, c.Plan(k, d, 2), 2)
	d.Groups[0], d.Count = 4, 4
	require.Len(t, c.Plan(k, d, 2), 1)
}

// A loop with a constant end counts as often as it runs, another one some times.
func TestLongLoopsAreShared(t *testing.T) {
	text := func(end string) *ir.Kernel {
		k, err := ir.Parse(`kernel "k" threads 64 1 1` + header + `
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = const 0
  %3:i32 = const 1
  %4:i32 = const ` + end + `
  %5:i32 = loop %6:i32=%2 {
    %7:bool = ltu %6 %4
    yield %7 %6
  } do {
    %8:i32 = iadd %6 %3
    yield %8
  }
  storebuf _ %1 _ %5 b=0
}`)
		require.NoError(t, err)
		return k
	}
	long := text("10000")
	require.Len(t, plan.Plan(long, corpus.Dispatch(long, [3]uint32{8, 1, 1}, 512), 4), 4)
	short := text("100")
	require.Len(t, plan.Plan(short, corpus.Dispatch(short, [3]uint32{8, 1, 1}, 512), 4), 1)
}

// TestSlotOutsideOfAnArray: an element of an array of resources that is not there is no access of any of them, whether its number is too large or
// negative.
func TestSlotOutsideOfAnArray(t *testing.T) {
	for slot, want := range map[string]int{"0": 1, "1": 1, "2": 0, "-1": 0, "-2147483648": 0} {
		k, err := ir.Parse(`kernel "k" threads 4 1 1
binding srv structured t0 space 0 count 2 stride 4 format 0 counterof 0 "inputs" ""
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" ""
body {
  %1:i32 = sys GroupIndex
  %2:i32 = const ` + slot + `
  %3:i32 = loadbuf %2 %1 _ b=0
  storebuf _ %1 _ %3 b=1
}
`)
		require.NoError(t, err)
		known := plan.FindFootprint(k, corpus.Dispatch(k, [3]uint32{1, 1, 1}, 0)).Known(256)
		require.Empty(t, known.Open, slot)
		require.Len(t, known.Touched, 1+want, slot)
	}
}

// TestSlotOfConstants: the element of an array that numbers of a dispatch say is known, whatever they are divided by, and so is a remainder that goes
// on with what it is of.
func TestSlotOfConstants(t *testing.T) {
	for name, c := range map[string]struct {
		slot string
		read plan.Span // of the only element that is read; empty: it is open
	}{
		"remainder":                {"%2:i32 = const 37\n%3:i32 = const 36\n%4:i32 = remu %2 %3", plan.Span{Begin: 0, End: 16}},
		"mask of a power of two":   {"%2:i32 = const 37\n%3:i32 = const 3\n%4:i32 = and %2 %3", plan.Span{Begin: 0, End: 16}},
		"mask":                     {"%2:i32 = const 37\n%3:i32 = const 9\n%4:i32 = and %2 %3", plan.Span{Begin: 0, End: 16}},
		"quotient":                 {"%2:i32 = const 37\n%3:i32 = const 30\n%4:i32 = divu %2 %3", plan.Span{Begin: 0, End: 16}},
		"shifted":                  {"%2:i32 = const 37\n%3:i32 = const 5\n%4:i32 = shru %2 %3", plan.Span{Begin: 0, End: 16}},
		"remainder of a work item": {"%2:i32 = const 1\n%3:i32 = const 2\n%4:i32 = remu %1 %3", plan.Span{}},
	} {
		k, err := ir.Parse(`kernel "k" threads 4 1 1
binding srv structured t0 space 0 count 2 stride 4 format 0 counterof 0 "inputs" ""
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" ""
body {
  %1:i32 = sys GroupIndex
  ` + c.slot + `
  %5:i32 = loadbuf %4 %1 _ b=0
  storebuf _ %1 _ %5 b=1
}
`)
		require.NoError(t, err)
		known := plan.FindFootprint(k, corpus.Dispatch(k, [3]uint32{1, 1, 1}, 0)).Known(256)
		require.Equal(t, c.read == plan.Span{}, len(known.Open) > 0, name)
		if len(known.Open) == 0 {
			require.Len(t, known.Touched, 2, name)
			require.Equal(t, uint32(1), known.Touched[0].Record, name)
			require.Equal(t, []plan.Pattern{{Begin: c.read.Begin, Size: c.read.End, Count: 1}}, known.Touched[0].Patterns, name)
		}
	}
}

// TestRemainderGoesOn: where a number and its remainder go up together, the remainder is the number less what is taken off, and so are the bytes.
func TestRemainderGoesOn(t *testing.T) {
	k, err := ir.Parse(`kernel "k" threads 4 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" ""
body {
  %1:i32 = sys GroupIndex
  %2:i32 = const 40
  %3:i32 = iadd %1 %2
  %4:i32 = const 16
  %5:i32 = remu %3 %4
  storebuf _ %5 _ %1 b=0
}
`)
	require.NoError(t, err)
	known := plan.FindFootprint(k, corpus.Dispatch(k, [3]uint32{1, 1, 1}, 0)).Known(256)
	require.Empty(t, known.Open)
	require.Equal(t, uint64(32), known.Touched[0].Patterns[0].Begin)
	require.Equal(t, uint64(48), known.Touched[0].Patterns[0].End())
}
