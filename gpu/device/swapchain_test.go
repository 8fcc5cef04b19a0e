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

// chainOf is a swap chain of two small buffers, and the frames that it shows.
func chainOf(t *testing.T, flags gpu.SwapChainFlags) (*Adapter, *SwapChain, *[]Frame) {
	var frames []Frame
	a, d := machine(t, Options{OnFrame: func(f Frame) { frames = append(frames, f) }})
	q := queue(t, d, gpu.ListDirect)
	return a, must[*SwapChain](t)(q.CreateSwapChain(gpu.SwapChainDesc{Name: "s", Width: 2, Height: 2, Format: gpu.FormatR8G8B8A8Unorm, BufferCount: 2, Flags: flags})), &frames
}

// TestSyncIntervals: a frame stays as many vertical blanks as the next one asks for; with 0 the next one does not wait for a blank.
func TestSyncIntervals(t *testing.T) {
	for interval := range uint32(5) {
		a, s, frames := chainOf(t, 0)
		period := uint64(a.profile.VsyncPeriod)
		for range 4 {
			require.NoError(t, s.Present(interval))
		}
		require.Empty(t, a.Finish())
		require.Len(t, *frames, 4)
		for i := 1; i < 4; i++ {
			between := (*frames)[i].Time - (*frames)[i-1].Time
			if interval == 0 {
				require.Less(t, (*frames)[i].Time, period, "all are shown before the first blank")
				continue
			}
			require.Equal(t, uint64(interval)*period, between, "interval %d", interval)
			require.Zero(t, (*frames)[i].Time%period, "at a blank")
		}
	}
}

// TestTearingChangesNoTime: a frame that may tear is shown at once, as any frame with an interval of 0.
func TestTearingChangesNoTime(t *testing.T) {
	var times [2][]Frame
	for i, flags := range []gpu.PresentFlags{0, gpu.PresentTearing} {
		a, s, frames := chainOf(t, gpu.SwapChainTearing)
		for range 3 {
			require.NoError(t, s.Present1(0, flags))
		}
		require.Empty(t, a.Finish())
		times[i] = *frames
	}
	require.Equal(t, times[0], times[1])
}

// TestFrameLatency: Present(n) returns when frame n+1-latency is on the screen, so that so many frames wait at most.
func TestFrameLatency(t *testing.T) {
	for latency := uint32(1); latency <= 4; latency++ {
		a, s, _ := chainOf(t, 0)
		require.NoError(t, s.SetMaximumFrameLatency(latency))
		require.Equal(t, latency, s.GetMaximumFrameLatency())
		period := uint64(a.profile.VsyncPeriod)
		for n := uint64(1); n <= 6; n++ {
			require.NoError(t, s.Present(1))
			shown := uint64(0)
			if n >= uint64(latency) {
				shown = n + 1 - uint64(latency)
			}
			require.Equal(t, shown, a.Now()/period, "latency %d: frame %d", latency, n)
		}
		require.EqualValues(t, 6, s.GetLastPresentCount())
		require.Empty(t, a.Finish())
	}
}

// TestWaitableObject: Present never blocks; the event lets one frame in flight at first, and as many as the latency says after that.
func TestWaitableObject(t *testing.T) {
	for latency := uint64(1); latency <= 3; latency++ {
		a, s, _ := chainOf(t, gpu.SwapChainWaitable)
		require.EqualValues(t, 1, s.GetMaximumFrameLatency(), "as DXGI")
		require.NoError(t, s.SetMaximumFrameLatency(uint32(latency)))
		period := uint64(a.profile.VsyncPeriod)
		for n := uint64(1); n <= 5; n++ {
			status, _, err := a.WaitForEvents("WaitForSingleObject", 0, []*Event{s.GetFrameLatencyWaitableObject()}, true, WaitForever, true)
			require.NoError(t, err)
			require.Equal(t, WaitObject, status)
			shown := uint64(0)
			if n > latency {
				shown = n - latency
			}
			require.Equal(t, shown, a.Now()/period, "latency %d: frame %d is begun", latency, n)
			require.NoError(t, s.Present(1))
			require.Equal(t, shown, a.Now()/period, "Present does not block")
		}
		require.Empty(t, a.Finish())
	}
	_, s, _ := chainOf(t, 0)
	require.Nil(t, s.GetFrameLatencyWaitableObject())
}

// TestResizeBuffers: what is 0 stays, the flags are those that were given, and buffer 0 is the next.
func TestResizeBuffers(t *testing.T) {
	a, s, frames := chainOf(t, gpu.SwapChainTearing)
	require.NoError(t, s.Present(1))
	require.EqualValues(t, 1, s.GetCurrentBackBufferIndex())
	require.Empty(t, a.Finish())
	old := s.GetBuffer(0)
	flags := gpu.SwapChainTearing
	require.NoError(t, s.ResizeBuffers(3, 0, 5, gpu.FormatR10G10B10A2Unorm, &flags))
	require.True(t, old.Released())
	require.EqualValues(t, 0, s.GetCurrentBackBufferIndex())
	require.Equal(t, gpu.SwapChainDesc{Name: "s", Width: 2, Height: 5, Format: gpu.FormatR10G10B10A2Unorm, BufferCount: 3, Flags: gpu.SwapChainTearing}, s.GetDesc())
	for i := range uint32(3) {
		desc := s.GetBuffer(i).ResourceDesc()
		require.Equal(t, [2]uint64{2, 5}, [2]uint64{desc.Width, uint64(desc.Height)})
		require.Equal(t, gpu.FormatR10G10B10A2Unorm, desc.Format)
	}
	require.Nil(t, s.GetBuffer(3))
	for range 4 {
		require.NoError(t, s.Present(1))
	}
	require.EqualValues(t, 1, s.GetCurrentBackBufferIndex())
	require.Empty(t, a.Finish())
	require.Len(t, *frames, 5)
	require.Equal(t, 5, (*frames)[4].Height)
}

// TestNoMemoryForAChain: what was made of a swap chain that does not fit comes back.
func TestNoMemoryForAChain(t *testing.T) {
	a, d := machine(t, Options{VRAMBytes: 1 << 20})
	q := queue(t, d, gpu.ListDirect)
	used, live := a.vram.InUse(), a.live
	_, err := q.CreateSwapChain(gpu.SwapChainDesc{Name: "large", Width: 256, Height: 256, Format: gpu.FormatR8G8B8A8Unorm, BufferCount: 8})
	require.Error(t, err, "eight buffers of 256 KiB")
	require.Equal(t, used, a.vram.InUse())
	require.Equal(t, live, a.live)
	require.NoError(t, must[*SwapChain](t)(q.CreateSwapChain(gpu.SwapChainDesc{Width: 256, Height: 256, Format: gpu.FormatR8G8B8A8Unorm, BufferCount: 2})).Release())
	require.Equal(t, live, a.live)
}
