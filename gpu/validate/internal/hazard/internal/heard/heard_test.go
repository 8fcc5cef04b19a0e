package heard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestWaitsServeAgain: a work has the last wait before it, whose memory serves again when its works are gone and another wait is the last one.
func TestWaitsServeAgain(t *testing.T) {
	var l Threads
	order := track.NewOrder()
	fence := gpu.ID(order.AddFence(0))
	wait := func() {
		l.Hear(order, 0, &gpu.FenceCall{Act: gpu.FenceCPUWait, Fence: fence, Value: 0})
	}
	own, none := l.Makes(0)
	require.Equal(t, uint64(1), own)
	require.Nil(t, none)
	wait()
	own, first := l.Makes(0)
	require.Equal(t, uint64(2), own)
	require.Equal(t, uint64(1), first.Own(), "works before the wait")
	_, again := l.Makes(0)
	require.Same(t, first, again)
	wait()
	_, second := l.Makes(0)
	require.NotSame(t, first, second)
	l.Gone(first)
	require.Zero(t, l.waits.Len(), "one of its works is there still")
	l.Gone(first)
	require.Equal(t, 1, l.waits.Len())
	l.Gone(second)
	require.Equal(t, 1, l.waits.Len(), "it is the last one")
	wait()
	_, third := l.Makes(0)
	require.Same(t, first, third)
	require.Equal(t, 1, l.waits.Len(), "the second one")
}
