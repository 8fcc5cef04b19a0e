package jit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestRunsOfOneContext: following a context is paid for once; it stops runs also when it ended while nothing ran, and no run of another one.
func TestRunsOfOneContext(t *testing.T) {
	r := newRig(t, 1<<20, 1)
	code, err := r.e.Compile(endless(1), false)
	require.NoError(t, err)
	d := ir.Dispatch{Records: r.table(ir.Record{}), Groups: [3]uint32{2, 1, 1}, Count: 1}
	run := func(ctx context.Context) *ir.Fault {
		got, err := r.e.Run(ctx, code, &d)
		require.NoError(t, err)
		return got.Fault
	}
	first, endFirst := context.WithCancel(context.Background())
	second, endSecond := context.WithCancel(context.Background())
	defer endSecond()
	require.Nil(t, run(first))
	require.Zero(t, testing.AllocsPerRun(10, func() { _, _ = r.e.Run(first, code, &d) }))
	require.Nil(t, run(second))
	endFirst()
	require.Nil(t, run(second))
	require.NotNil(t, run(first))
	require.Equal(t, ir.Canceled, run(first).Kind)
	require.Nil(t, run(second), "the other one goes on")
	endSecond()
	require.Equal(t, ir.Canceled, run(second).Kind)
	require.Nil(t, run(context.Background()))
}

// TestLateEnds: a context that has ended stops no run of another one, however late the news of its end comes.
func TestLateEnds(t *testing.T) {
	r := newRig(t, 1<<20, 1)
	code, err := r.e.Compile(endless(1), false)
	require.NoError(t, err)
	d := ir.Dispatch{Records: r.table(ir.Record{}), Groups: [3]uint32{2, 1, 1}, Count: 1}
	for i := range 3000 {
		ctx, end := context.WithCancel(context.Background())
		got, err := r.e.Run(ctx, code, &d)
		require.NoError(t, err)
		require.Nil(t, got.Fault)
		end()
		got, err = r.e.Run(context.Background(), code, &d)
		require.NoError(t, err)
		require.Nil(t, got.Fault, "run %d", i)
	}
}
