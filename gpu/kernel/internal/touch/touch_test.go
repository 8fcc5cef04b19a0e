package touch_test

import (
	"context"
	"math/rand"
	"slices"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/touch"
	"github.com/stretchr/testify/require"
)

// accessesOf are the memory instructions of k that pick takes.
func accessesOf(k *ir.Kernel, pick func() bool) (out []*ir.Instr) {
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op.UsesBinding() && in.Op != ir.OpQuery && pick() {
			out = append(out, in)
		}
	})
	return out
}

// agree runs k with marks in the interpreter, and wants what the observer of a run without marks sees, and nothing else to change.
func agree(t *testing.T, k *ir.Kernel, groups [3]uint32, open []*ir.Instr) []touch.Seen {
	t.Helper()
	text := ir.Print(k)
	plain := corpus.Dispatch(k, groups, 0)
	plain.Reports, plain.Prints = 20, 20
	marked := *plain
	marked.Memory = slices.Clone(plain.Memory)
	set := touch.NewSet(k, open)
	want := interp.Watch(context.Background(), k, plain, set.Add)

	for _, blocks := range []touch.Blocks{touch.NoBlocks, touch.SmallBlocks, touch.LargeBlocks} {
		marked := marked
		marked.Memory = slices.Clone(marked.Memory)
		agreeWith(t, touch.New(k, open, blocks), &marked, plain.Memory, want, set.Spans())
		require.Equal(t, text, ir.Print(k), "the original does not change")
	}
	if notes := touch.NewNotes(k, open); notes != nil && notes.Fits(&marked) {
		agreeWith(t, notes, &marked, plain.Memory, want, set.Spans())
		require.Equal(t, text, ir.Print(k), "the original does not change")
	}
	return set.Spans()
}

// agreeWith runs a watch, and wants a result, a memory, and spans.
func agreeWith(t *testing.T, w *touch.Watch, marked *ir.Dispatch, memory []byte, want ir.Result, spans []touch.Seen) {
	t.Helper()
	at := (len(marked.Memory) + 255) &^ 255
	size := w.Size(marked)
	marked.Memory = append(marked.Memory, make([]byte, uint64(at)+size-uint64(len(marked.Memory)))...)
	run := w.Begin(marked, uint32(at))
	require.Equal(t, want, interp.Run(context.Background(), w.Kernel, &run), "%s", ir.Print(w.Kernel))
	require.Equal(t, memory, run.Memory[:len(memory)], "%s", ir.Print(w.Kernel))
	seen := w.Spans(&run, new(touch.Room))
	slices.SortFunc(seen, func(a, b touch.Seen) int { return a.Key.Compare(b.Key) })
	require.Equal(t, spans, seen, "%s", ir.Print(w.Kernel))
	if w.Again() {
		require.Equal(t, make([]byte, size-w.Table()), run.Memory[uint64(at)+w.Table():], "the maps are zeros again\n%s", ir.Print(w.Kernel))
	}
	parsed, err := ir.Parse(ir.Print(w.Kernel))
	require.NoError(t, err)
	require.Equal(t, ir.Print(w.Kernel), ir.Print(parsed), "marks have a text")
}

func randomKernel(seed int64) (*ir.Kernel, [3]uint32) {
	data := make([]byte, 300)
	rand.New(rand.NewSource(seed)).Read(data)
	k, groups := []func([]byte) (*ir.Kernel, [3]uint32){corpus.Random, corpus.RandomAffine, corpus.RandomLockstep}[seed%3](data)
	if seed%2 == 0 {
		opt.Optimize(k)
	}
	return k, groups
}

func TestMarksAreWhatIsTouched(t *testing.T) {
	some := 0
	for seed := range int64(400) {
		k, groups := randomKernel(seed)
		rng := rand.New(rand.NewSource(seed))
		open := accessesOf(k, func() bool { return seed%4 > 0 || rng.Intn(2) == 0 })
		some += len(agree(t, k, groups, open))
	}
	require.Greater(t, some, 500)
}

func FuzzMarks(f *testing.F) {
	f.Add(int64(5), uint64(0))
	f.Add(int64(77), ^uint64(0))
	f.Add(int64(-53), ^uint64(184)) // two words of one constant buffer in a block
	f.Fuzz(func(t *testing.T, seed int64, mask uint64) {
		k, groups := randomKernel(seed & 0xffffff)
		n := 0
		agree(t, k, groups, accessesOf(k, func() bool {
			n++
			return mask>>(n%64)&1 == 0
		}))
	})
}

func parse(t *testing.T, text string) *ir.Kernel {
	t.Helper()
	k, err := ir.Parse(text)
	require.NoError(t, err)
	require.NoError(t, ir.Verify(k))
	return k
}

// TestComponentsShareAMark: the four components of an element are one store of one byte, and two fields of a structure are two.
func TestComponentsShareAMark(t *testing.T) {
	for _, tt := range []struct {
		name, stride, body string
		marks              int
		stored             uint32 // stride of the map
	}{
		{"float4", "16", "%2:i32 = loadbuf _ %1 _ b=0\n%3:i32 = loadbuf _ %1 _ b=0 off=4\n%4:i32 = loadbuf _ %1 _ b=0 off=8\n%5:i32 = loadbuf _ %1 _ b=0 off=12", 1, 1},
		{"float3", "12", "%2:i32 = loadbuf _ %1 _ b=0\n%3:i32 = loadbuf _ %1 _ b=0 off=4\n%4:i32 = loadbuf _ %1 _ b=0 off=8", 2, 3},
		{"two fields", "16", "%2:i32 = loadbuf _ %1 _ b=0\n%3:i32 = loadbuf _ %1 _ b=0 off=8", 2, 4},
		{"one byte", "4", "%2:i32 = loadbuf _ %1 _ b=0 off=1 w=1", 1, 4},
		{"all bytes", "4", "%2:i32 = loadbuf _ %1 _ b=0 w=1\n%3:i32 = loadbuf _ %1 _ b=0 off=1 w=1\n%4:i32 = loadbuf _ %1 _ b=0 off=2 w=2", 1, 1},
		{"another element", "4", "%2:i32 = loadbuf _ %1 _ b=0\n%3:i32 = loadbuf _ %2 _ b=0", 2, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := parse(t, `kernel "k" threads 4 1 1
binding srv structured t0 space 0 count 1 stride `+tt.stride+` format 0 counterof 0 "from" "S"
body {
%1:i32 = sys DispatchThreadID.x
`+tt.body+`
}`)
			open := accessesOf(k, func() bool { return true })
			w := touch.New(k, open, touch.NoBlocks)
			marks := 0
			w.Kernel.Body.Walk(func(in *ir.Instr) {
				if in.Op == ir.OpStoreBuf {
					require.True(t, in.Mark)
					marks++
				}
			})
			require.Equal(t, tt.marks, marks, "%s", ir.Print(w.Kernel))
			require.Equal(t, tt.stored, w.Kernel.Bindings[1].Stride)
			require.Equal(t, ir.Cost(k.Body), ir.Cost(w.Kernel.Body))
			agree(t, k, [3]uint32{2, 1, 1}, open)
		})
	}
}

// TestAtomicsOfEachOperationHaveTheirOwnKey, and are neither loads nor stores.
func TestAtomicsOfEachOperationHaveTheirOwnKey(t *testing.T) {
	k := parse(t, `kernel "k" threads 2 1 1
binding uav structured u0 space 0 count 1 stride 8 format 0 counterof 0 "out" "uint2"
body {
%1:i32 = sys DispatchThreadID.x
%2:i32 = atomicbuf _ %1 _ %1 _ add b=0
%3:i32 = atomicbuf _ %1 _ %1 _ maxu b=0 off=4
%4:i32 = const 1
%5:bool = ieq %1 %4
if %5 {
  storebuf _ %1 _ %1 b=0
} else {
}
}`)
	seen := agree(t, k, [3]uint32{1, 1, 1}, accessesOf(k, func() bool { return true }))
	base := uint64(ir.LoadRecord(corpus.Dispatch(k, [3]uint32{1, 1, 1}, 0).Memory[corpus.Dispatch(k, [3]uint32{1, 1, 1}, 0).Records:]).Base)
	span := func(begin, end uint64) plan.Span { return plan.Span{Begin: base + begin, End: base + end} }
	require.Equal(t, []touch.Seen{
		{Key: plan.Key{Class: ir.Store}, Spans: []plan.Span{span(8, 12)}},
		{Key: plan.Key{Class: ir.Atomic, Op: ir.AtomicAdd}, Spans: []plan.Span{span(0, 4), span(8, 12)}},
		{Key: plan.Key{Class: ir.Atomic, Op: ir.AtomicMaxU}, Spans: []plan.Span{span(4, 8), span(12, 16)}},
	}, seen)
}
