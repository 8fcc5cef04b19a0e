package interp_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// notes is a witness that writes down what it is told.
type notes []string

func (n *notes) Shared(in *ir.Instr, item, at, old, next uint32) {
	*n = append(*n, fmt.Sprintf("%v %d [%d] %d %d", in.Op, item, at, old, next))
}

func (n *notes) Viewed(in *ir.Instr, item, record uint32, at uint64, old, next uint32) {
	*n = append(*n, fmt.Sprintf("%v %d %d %t %d %d", in.Op, item, record, at > 0, old, next))
}

func (n *notes) Group() { *n = append(*n, "group") }

func (n *notes) Barrier() { *n = append(*n, "barrier") }

// TestRehearse: the witness is told of all accesses in their order, and nothing stays.
func TestRehearse(t *testing.T) {
	k, err := ir.Parse(`kernel "rehearsed" threads 2 1 1` + header + `
shared "tile" offset 0 bytes 8 align 4
body {
  %1:i32 = sys GroupIndex
  %2:i32 = const 2
  %3:i32 = const 0
  %4:i32 = shl %1 %2
  storeshared %4 _ %2
  barrier
  %5:i32 = loadshared %4 _
  %6:i32 = atomicshared %3 _ %2 _ add
  storebuf _ %1 _ %5 b=0
  storeshared %2 _ %1 w=2
  %7:i32 = atomicbuf _ %3 _ %2 _ add b=0
  storeshared %1 _ %1 off=100
}`)
	require.NoError(t, err)
	d := corpus.Dispatch(k, [3]uint32{1, 1, 1}, 16)
	before := slices.Clone(d.Memory)
	var n notes
	word := func(element int) string {
		return fmt.Sprint(binary.LittleEndian.Uint32(before[int(ir.RecordWord(before[d.Records:], ir.WordBase))+4*element:]))
	}
	whole := interp.Rehearsal{Groups: []uint64{0}, Budget: 1 << 20}
	r, left := interp.Rehearse(context.Background(), k, d, whole, &n)
	require.Equal(t, before, d.Memory)
	require.EqualValues(t, 2, r.OutOfBounds)
	require.Equal(t, notes{"group", "storeshared 0 [0] 0 2", "storeshared 1 [4] 0 2", "barrier", "loadshared 0 [0] 2 2", "loadshared 1 [4] 2 2",
		"atomicshared 0 [0] 2 4", "atomicshared 1 [0] 4 6", "storebuf 0 0 true " + word(0) + " 2", "storebuf 1 0 true " + word(1) + " 2",
		"atomicbuf 0 0 true 2 4", "atomicbuf 1 0 true 4 6"}, n)
	interp.Run(context.Background(), k, d)
	require.NotEqual(t, before, d.Memory)
	for at := range d.Memory {
		want := before[at]
		if b, ok := left[uint64(at)]; ok {
			want = b
		}
		require.Equal(t, want, d.Memory[at], "what a rehearsal left is what a run leaves")
	}
}

// TestRehearseRandomKernels: whatever a kernel does, nothing of it stays, and it does the same as in a run.
func TestRehearseRandomKernels(t *testing.T) {
	for seed := range int64(100) {
		k, groups := corpus.Random(randomBytes(seed))
		d := corpus.Dispatch(k, groups, 0)
		before := slices.Clone(d.Memory)
		all := interp.Rehearsal{Budget: math.MaxUint64}
		for g := range d.Count {
			all.Groups = append(all.Groups, d.First+g)
		}
		rehearsed, _ := interp.Rehearse(context.Background(), k, d, all, &notes{})
		require.Equal(t, before, d.Memory, "seed %d", seed)
		require.Equal(t, interp.Run(context.Background(), k, d), rehearsed, "seed %d", seed)
	}
}

// TestRehearsedBackwards: groups and waves come in the other order, until the budget is used up.
func TestRehearsedBackwards(t *testing.T) {
	k, err := ir.Parse(`kernel "numbers" threads 5 1 1` + header + `
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = const 0
  storebuf _ %2 _ %1 b=0
}`)
	require.NoError(t, err)
	d := corpus.Dispatch(k, [3]uint32{9, 1, 1}, 16)
	last := func(of interp.Rehearsal) (left uint32) {
		_, bytes := interp.Rehearse(context.Background(), k, d, of, nil)
		for _, b := range bytes {
			left = max(left, uint32(b)) // the number has one byte that is not 0
		}
		return left
	}
	some := []uint64{0, 2, 8}
	require.EqualValues(t, 8*5+4, last(interp.Rehearsal{Groups: some, Budget: 1 << 20}))
	require.EqualValues(t, 3, last(interp.Rehearsal{Groups: some, Budget: 1 << 20, Reversed: true}), "the first wave of the first group comes last")
	require.EqualValues(t, 4, last(interp.Rehearsal{Groups: some, Budget: 1}), "one group uses it up")
	require.EqualValues(t, 8*5+3, last(interp.Rehearsal{Groups: some, Budget: 1, Reversed: true}))
}
