package jit

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestCompileBesideARun: who asks for the same kernel gets the same code, whoever makes it, and dispatches go on meanwhile.
func TestCompileBesideARun(t *testing.T) {
	r := newRig(t, 16<<20, 1)
	saxpy := jobs[0]
	first, err := r.e.Compile(kernelFile(t, saxpy.name), false)
	require.NoError(t, err)
	d := ir.Dispatch{Groups: saxpy.groups, Count: uint64(saxpy.groups[0]), Records: saxpy.table(r)}
	codes := make([]*Code, 8)
	names := []string{"saxpy", "gemm"}
	var group sync.WaitGroup
	for i := range codes {
		k := kernelFile(t, names[i%2])
		group.Go(func() {
			code, err := r.e.Compile(k, false)
			if err == nil {
				codes[i] = code
			}
		})
	}
	for range 20 {
		got, err := r.e.Run(context.Background(), first, &d)
		require.NoError(t, err)
		require.Nil(t, got.Fault)
	}
	group.Wait()
	for i := range codes {
		require.NotNil(t, codes[i])
		require.Same(t, codes[i%2], codes[i])
	}
	require.Same(t, first, codes[0])
	require.NotSame(t, first, codes[1])
}

// TestCompileFailsForEveryCaller: a kernel that cannot be compiled is not kept.
func TestCompileFailsForEveryCaller(t *testing.T) {
	r := newRig(t, 4<<20, 1)
	k := kernelFile(t, "saxpy")
	stride := k.Bindings[0].Stride
	k.Bindings[0].Stride = 0
	for range 2 {
		_, err := r.e.Compile(k, false)
		require.ErrorContains(t, err, "stride")
	}
	require.Empty(t, r.e.codes)
	k.Bindings[0].Stride = stride
	_, err := r.e.Compile(k, false)
	require.NoError(t, err)
}
