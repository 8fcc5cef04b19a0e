package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestPresentKeepsTime: frames are shown at vertical blanks, one a blank, and Present blocks while more frames wait than the latency allows.
func TestPresentKeepsTime(t *testing.T) {
	var frames []Frame
	a, err := NewAdapter(Options{VRAMBytes: 1 << 20, OnFrame: func(f Frame) { frames = append(frames, f) }})
	require.NoError(t, err)
	defer func() { require.NoError(t, a.Close()) }()
	d, err := a.CreateDevice(gpu.DeviceDesc{}, 0)
	require.NoError(t, err)
	q, err := d.CreateCommandQueue(gpu.CommandQueueDesc{Type: gpu.ListDirect})
	require.NoError(t, err)
	s, err := q.CreateSwapChain(gpu.SwapChainDesc{Name: "s", Width: 2, Height: 3, Format: gpu.FormatR8G8B8A8Unorm, BufferCount: 3})
	require.NoError(t, err)
	require.NoError(t, s.SetMaximumFrameLatency(1))
	period := uint64(a.profile.VsyncPeriod)
	for i := range uint64(4) {
		require.EqualValues(t, i%3, s.GetCurrentBackBufferIndex())
		require.NoError(t, s.Present(1))
		require.GreaterOrEqual(t, a.Now(), (i+1)*period, "a latency of 1: Present waits for its own frame")
		require.Less(t, a.Now(), (i+2)*period)
	}
	require.NoError(t, s.Present(2))
	require.Empty(t, a.Finish())
	require.Len(t, frames, 5)
	for i, f := range frames[:4] {
		require.EqualValues(t, i+1, f.Number)
		require.Equal(t, uint64(i+1)*period, f.Time)
		require.Len(t, f.Pixels, 2*3*4)
	}
	require.Equal(t, 6*period, frames[4].Time, "an interval of 2 leaves a blank out")
	require.NoError(t, s.ResizeBuffers(2, 4, 0, gpu.FormatUnknown, nil))
	require.EqualValues(t, 4, s.GetDesc().Width)
	require.EqualValues(t, 3, s.GetDesc().Height)
	require.Nil(t, s.GetBuffer(2))
	require.NoError(t, s.Release())
}
