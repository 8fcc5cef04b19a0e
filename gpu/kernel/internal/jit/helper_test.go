package jit

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestACallIsTakenOrRecalled(t *testing.T) {
	h := newHelper()
	h.state.Store(awake)
	require.False(t, h.take(), "nobody called")
	require.False(t, h.recall())
	h.call()
	require.True(t, h.recall())
	require.False(t, h.take(), "it was recalled")
	h.call()
	require.True(t, h.take())
	require.False(t, h.recall(), "it was taken")
	require.Empty(t, h.wake, "it was awake all the time")
}

// A helper that is asleep is woken by one token, also if that call is recalled and it is called again before it is up.
func TestAHelperThatSleepsIsWoken(t *testing.T) {
	h := newHelper()
	h.call()
	require.Len(t, h.wake, 1)
	require.True(t, h.recall())
	h.call()
	require.Len(t, h.wake, 1, "the first one is on its way")
	require.True(t, h.sleep())
	require.True(t, h.wait())
	h.dismiss()
	require.False(t, h.wait())
}

// Each of many calls is done once, by the helper or by who called, however the two meet.
func TestManyCalls(t *testing.T) {
	h := newHelper()
	var worked, back atomic.Int64
	var r run
	go func() {
		for ok := h.sleep(); ok && h.wait(); {
			worked.Add(1)
			r.leave()
		}
	}()
	const calls = 20000
	for i := range calls {
		r.others.Store(1)
		r.done.Add(1)
		h.call()
		for range i % 2000 {
			r.others.Load()
		}
		if h.recall() {
			back.Add(1)
			r.leave()
		}
		if i%2 == 0 {
			lookOut(func() bool { return r.others.Load() == 0 })
		}
		r.done.Wait()
		require.Zero(t, r.others.Load())
	}
	h.dismiss()
	require.EqualValues(t, calls, worked.Load()+back.Load())
}

// Runs that are shared allocate nothing for that.
func TestSharingAllocatesNothing(t *testing.T) {
	r := newRig(t, 16<<20, 2)
	code, err := r.e.Compile(nbody(bodies), false)
	require.NoError(t, err)
	d := r.nbodyDispatch()
	d.Memory = r.e.space.Bytes()
	require.Greater(t, len(code.plans.Plan(code.kernel, &d, 2*chunksPerWorker)), 1)
	require.Zero(t, testing.AllocsPerRun(5, func() { _, _ = r.e.Run(context.Background(), code, &d) }))
}
