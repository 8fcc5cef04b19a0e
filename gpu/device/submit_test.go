package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate"
)

// submitter submits a list, signals a fence and waits for it.
func submitter(t testing.TB, o Options) func() {
	_, d := machine(t, o)
	q, f := queue(t, d, gpu.ListCompute), must[*Fence](t)(d.CreateFence(0, 0, "f"))
	lists := []gpu.CommandList{record(t, d, gpu.ListCompute, func(l *CommandList) error { return l.SetMarker("m") })}
	value := uint64(0)
	return func() {
		value++
		require.NoError(t, q.ExecuteCommandLists(lists))
		require.NoError(t, q.Signal(f, value))
		require.NoError(t, f.WaitCPU(value))
	}
}

func checked() Options {
	return Options{Layers: []Layer{validate.New(validate.Options{Level: validate.On})}, CheckKernels: true}
}

// TestSubmittingAllocatesLittle: nothing by itself; what the rules remember of a submission and a wait is bounded.
func TestSubmittingAllocatesLittle(t *testing.T) {
	submit := submitter(t, Options{Layers: []Layer{validate.New(validate.Options{Level: validate.Off})}})
	require.Zero(t, testing.AllocsPerRun(1000, submit))
	require.LessOrEqual(t, testing.AllocsPerRun(1000, submitter(t, checked())), 9.0)
}

// TestRecordingAnewAllocatesNothing: Reset of the allocator and of the list, a command, Close.
func TestRecordingAnewAllocatesNothing(t *testing.T) {
	_, d := machine(t, Options{})
	a := must[*CommandAllocator](t)(d.CreateCommandAllocator(gpu.ListCompute, ""))
	l := must[*CommandList](t)(d.CreateCommandList(gpu.CommandListDesc{Type: gpu.ListCompute}))
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		require.NoError(t, a.Reset())
		require.NoError(t, l.Reset(a, nil))
		require.NoError(t, l.SetMarker("m"))
		require.NoError(t, l.Close())
	}))
}

// TestSharingAllocatesNothing: uses of objects of a level above are noted without memory once there was another thread.
func TestSharingAllocatesNothing(t *testing.T) {
	for _, level := range []validate.Level{validate.Off, validate.On} {
		a, _ := machine(t, Options{Layers: []Layer{validate.New(validate.Options{Level: level})}})
		thread := must[*Thread](t)(a.Go("other", 0, func() error { return nil }))
		require.NoError(t, thread.Join())
		var turns Turns
		require.Zero(t, testing.AllocsPerRun(1000, func() { require.NoError(t, turns.Share(a, "Buffer", "b", 1, "CopyBuffer", 2)) }))
		require.NotZero(t, turns.ID(), "it was noted")
	}
}

// BenchmarkSubmit is ExecuteCommandLists of one command, Signal and WaitCPU.
func BenchmarkSubmit(b *testing.B) {
	for _, c := range []struct {
		name    string
		options Options
	}{{"plain", Options{}}, {"checked", checked()}} {
		b.Run(c.name, func(b *testing.B) {
			submit := submitter(b, c.options)
			b.ReportAllocs()
			for b.Loop() {
				submit()
			}
		})
	}
}

// values is a layer that keeps what fence calls say when they are recorded.
type values struct{ seen []uint64 }

func (v *values) Check(gpu.Call) []*diag.Diagnostic { return nil }

func (v *values) Record(c gpu.Call) {
	if f, ok := c.(*gpu.FenceCall); ok {
		v.seen = append(v.seen, f.Value)
	}
}

// TestBlockedCallsKeepTheirStructs: a call that another thread makes while one blocks is described elsewhere.
func TestBlockedCallsKeepTheirStructs(t *testing.T) {
	v := &values{}
	a, d := machine(t, Options{Layers: []Layer{v}})
	f := must[*Fence](t)(d.CreateFence(0, 0, "f"))
	other := must[*Thread](t)(a.Go("other", 0, func() error { return f.Signal(7) }))
	require.NoError(t, f.WaitCPU(5))
	require.NoError(t, other.Join())
	require.Equal(t, []uint64{7, 5}, v.seen)
	require.NoError(t, f.WaitCPU(6))
	require.Equal(t, []uint64{7, 5, 6}, v.seen)
	require.Equal(t, 2, a.fences.Spare(), "one for each that was under way at a time")
}

// TestReleasedQueuesLeave: a device knows few queues beside those that are there, however many were made; one with work in it stays until that has
// ended, and one that a swap chain presents on until both are released.
func TestReleasedQueuesLeave(t *testing.T) {
	_, d := machine(t, Options{})
	f, late := must[*Fence](t)(d.CreateFence(0, 0, "f")), must[*Fence](t)(d.CreateFence(0, 0, "late"))
	known := func() int { return len(d.gpu.Queues()) }
	turn := func(value uint64) {
		q := queue(t, d, gpu.ListDirect)
		require.NoError(t, q.Signal(f, value))
		require.NoError(t, f.WaitCPU(value))
		require.NoError(t, q.Release())
	}
	busy, shown := queue(t, d, gpu.ListDirect), queue(t, d, gpu.ListDirect)
	chain := must[*SwapChain](t)(shown.CreateSwapChain(gpu.SwapChainDesc{Name: "s", Width: 2, Height: 2, Format: gpu.FormatR8G8B8A8Unorm, BufferCount: 2}))
	require.NoError(t, busy.Wait(late, 1))
	require.NoError(t, busy.Release())
	require.NoError(t, shown.Release())
	for value := range uint64(1000) {
		turn(value + 1)
		require.LessOrEqual(t, known(), 3+fewLeaving)
	}
	require.Contains(t, d.gpu.Queues(), busy.queue)
	require.Contains(t, d.gpu.Queues(), shown.queue)
	require.NoError(t, late.Signal(1))
	require.NoError(t, chain.Present(0))
	require.NoError(t, chain.Release())
	for value := range uint64(2 * fewLeaving) {
		turn(1001 + value)
	}
	require.NotContains(t, d.gpu.Queues(), busy.queue)
	require.NotContains(t, d.gpu.Queues(), shown.queue)
	require.NotContains(t, d.gpu.Queues(), chain.screen.Queue())
}
