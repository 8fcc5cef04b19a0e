package interp_test

import (
	"context"
	"fmt"
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

func (n *notes) Stored(_ *ir.Instr, item, record uint32, at uint64, value uint32) {
	*n = append(*n, fmt.Sprintf("store %d %d %t %d", item, record, at > 0, value))
}

func (n *notes) Atomic(_ *ir.Instr, item uint32) { *n = append(*n, fmt.Sprintf("atomic %d", item)) }

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
	r := interp.Rehearse(context.Background(), k, d, &n)
	require.Equal(t, before, d.Memory)
	require.EqualValues(t, 2, r.OutOfBounds)
	require.Equal(t, notes{"storeshared 0 [0] 0 2", "storeshared 1 [4] 0 2", "barrier", "loadshared 0 [0] 2 2", "loadshared 1 [4] 2 2",
		"atomicshared 0 [0] 2 4", "atomicshared 1 [0] 4 6", "store 0 0 true 2", "store 1 0 true 2", "atomic 0", "atomic 1"}, n)
	interp.Run(context.Background(), k, d)
	require.NotEqual(t, before, d.Memory)
}

// TestRehearseRandomKernels: whatever a kernel does, nothing of it stays, and it does the same as in a run.
func TestRehearseRandomKernels(t *testing.T) {
	for seed := range int64(100) {
		k, groups := corpus.Random(randomBytes(seed))
		d := corpus.Dispatch(k, groups, 0)
		before := slices.Clone(d.Memory)
		rehearsed := interp.Rehearse(context.Background(), k, d, &notes{})
		require.Equal(t, before, d.Memory, "seed %d", seed)
		require.Equal(t, interp.Run(context.Background(), k, d), rehearsed, "seed %d", seed)
	}
}
