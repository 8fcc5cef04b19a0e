package device

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/recording"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// machine is an adapter with a device for tests, closed at their end.
func machine(t testing.TB, o Options) (*Adapter, *Device) {
	t.Helper()
	a, err := NewAdapter(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	d, err := a.CreateDevice(gpu.DeviceDesc{Name: "test"}, 0)
	require.NoError(t, err)
	return a, d
}

func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}

func buffer(t testing.TB, d *Device, name string, heap gpu.HeapType, size uint64) *Resource {
	t.Helper()
	return must[*Resource](t)(d.CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: heap,
		ResourceDesc: gpu.ResourceDesc{Name: name, Dimension: gpu.DimensionBuffer, Width: size}}))
}

// record makes a closed list.
func record(t testing.TB, d *Device, typ gpu.CommandListType, body func(l *CommandList) error) *CommandList {
	t.Helper()
	a := must[*CommandAllocator](t)(d.CreateCommandAllocator(typ, ""))
	l := must[*CommandList](t)(d.CreateCommandList(gpu.CommandListDesc{Type: typ, Allocator: a}))
	require.NoError(t, body(l))
	require.NoError(t, l.Close())
	return l
}

func queue(t testing.TB, d *Device, typ gpu.CommandListType) *CommandQueue {
	t.Helper()
	return must[*CommandQueue](t)(d.CreateCommandQueue(gpu.CommandQueueDesc{Type: typ}))
}

func TestCopyReachesTheCPUAfterItsFence(t *testing.T) {
	_, d := machine(t, Options{})
	up, gpuOnly, back := buffer(t, d, "up", gpu.HeapUpload, 64), buffer(t, d, "mid", gpu.HeapDefault, 64), buffer(t, d, "back", gpu.HeapReadback, 64)
	m := must[*Mapping](t)(up.Map(0, nil))
	require.NoError(t, m.WriteFloats(8, []float32{1, 2, 3}))
	q, f := queue(t, d, gpu.ListCopy), must[*Fence](t)(d.CreateFence(0, 0, "f"))
	list := record(t, d, gpu.ListCopy, func(l *CommandList) error {
		require.NoError(t, l.CopyBufferRegion(gpuOnly, 0, up, 8, 12))
		return l.CopyBufferRegion(back, 4, gpuOnly, 0, 12)
	})
	require.NoError(t, q.ExecuteCommandLists([]gpu.CommandList{list}))
	require.NoError(t, q.Signal(f, 1))
	r := must[*Mapping](t)(back.Map(0, nil))
	got := make([]float32, 3)
	require.NoError(t, r.ReadFloats(4, got))
	require.NotEqual(t, []float32{1, 2, 3}, got, "the GPU has not run yet")
	require.NoError(t, f.WaitCPU(1))
	require.NoError(t, r.ReadFloats(4, got))
	require.Equal(t, []float32{1, 2, 3}, got)
	require.Equal(t, uint64(1), must[uint64](t)(f.GetCompletedValue()))
}

func TestListMayBeResetWhileItIsInFlight(t *testing.T) {
	_, d := machine(t, Options{})
	up, back := buffer(t, d, "up", gpu.HeapUpload, 16), buffer(t, d, "back", gpu.HeapReadback, 16)
	m := must[*Mapping](t)(up.Map(0, nil))
	require.NoError(t, m.WriteFloats(0, []float32{5, 6}))
	q, f := queue(t, d, gpu.ListCopy), must[*Fence](t)(d.CreateFence(0, 0, "f"))
	list := record(t, d, gpu.ListCopy, func(l *CommandList) error { return l.CopyBufferRegion(back, 0, up, 0, 4) })
	require.NoError(t, q.ExecuteCommandLists([]gpu.CommandList{list}))
	other := must[*CommandAllocator](t)(d.CreateCommandAllocator(gpu.ListCopy, ""))
	require.NoError(t, list.Reset(other, nil))
	require.NoError(t, list.CopyBufferRegion(back, 4, up, 4, 4))
	require.NoError(t, list.Close())
	require.NoError(t, q.ExecuteCommandLists([]gpu.CommandList{list}))
	require.NoError(t, q.Signal(f, 1))
	require.NoError(t, f.WaitCPU(1))
	got := make([]float32, 2)
	require.NoError(t, must[*Mapping](t)(back.Map(0, nil)).ReadFloats(0, got))
	require.Equal(t, []float32{5, 6}, got, "each submission ran what was recorded when it was submitted")
}

func TestAllocatorRecyclesItsStreams(t *testing.T) {
	_, d := machine(t, Options{})
	a := must[*CommandAllocator](t)(d.CreateCommandAllocator(gpu.ListCopy, ""))
	l := must[*CommandList](t)(d.CreateCommandList(gpu.CommandListDesc{Type: gpu.ListCopy}))
	q, f := queue(t, d, gpu.ListCopy), must[*Fence](t)(d.CreateFence(0, 0, "f"))
	streams := map[*recording.Stream]bool{}
	for i := uint64(1); i <= 100; i++ {
		require.NoError(t, a.Reset())
		require.NoError(t, l.Reset(a, nil))
		streams[l.stream] = true
		require.NoError(t, l.SetMarker("x"))
		require.NoError(t, l.Close())
		require.NoError(t, q.ExecuteCommandLists([]gpu.CommandList{l}))
		require.NoError(t, q.Signal(f, i))
		require.NoError(t, f.WaitCPU(i))
	}
	require.Len(t, streams, 1)
	require.Equal(t, 1, q.work.Spare())
}

func TestRecordingAllocatesNothing(t *testing.T) {
	_, d := machine(t, Options{})
	a := must[*CommandAllocator](t)(d.CreateCommandAllocator(gpu.ListCompute, ""))
	l := must[*CommandList](t)(d.CreateCommandList(gpu.CommandListDesc{Type: gpu.ListCompute, Allocator: a}))
	l.stream.Commands = make([]gpu.Command, 0, 4096)
	require.Zero(t, testing.AllocsPerRun(1000, func() { require.NoError(t, l.Dispatch(1, 2, 3)) }))
}

// words is a layer that words incidents by their type.
type words struct{ incidents []incident.Incident }

func (w *words) Check(gpu.Call) []*diag.Diagnostic { return nil }
func (w *words) Record(gpu.Call)                   {}
func (w *words) Explain(i incident.Incident) *diag.Diagnostic {
	w.incidents = append(w.incidents, i)
	return diag.New(diag.RuntimeError, "%T", i)
}

func TestDeadlockIsNamed(t *testing.T) {
	w := &words{}
	_, d := machine(t, Options{Layers: []Layer{w}})
	q, f := queue(t, d, gpu.ListCopy), must[*Fence](t)(d.CreateFence(3, 0, "f"))
	require.NoError(t, q.Wait(f, 5))
	require.NoError(t, q.Signal(f, 7))
	require.ErrorContains(t, f.WaitCPU(7), "incident.Stall")
	s := w.incidents[0].(*incident.Stall)
	require.Len(t, s.Waiters, 2)
	require.Equal(t, f.ID(), s.Waiters[0].Lacks[0].Fence)
	require.Equal(t, uint64(7), s.Waiters[0].Lacks[0].Value)
	require.Equal(t, []incident.PendingSignal{{Queue: q.ID(), Value: 7, Enough: true}}, s.Waiters[0].Lacks[0].Pending)
	require.Equal(t, uint64(3), s.Waiters[1].Lacks[0].Current)
}

func TestReleasedResourceInFlightRemovesTheDevice(t *testing.T) {
	w := &words{}
	a, d := machine(t, Options{Layers: []Layer{w}})
	src, dst := buffer(t, d, "src", gpu.HeapUpload, 16), buffer(t, d, "dst", gpu.HeapReadback, 16)
	q := queue(t, d, gpu.ListCopy)
	list := record(t, d, gpu.ListCopy, func(l *CommandList) error { return l.CopyBufferRegion(dst, 0, src, 0, 16) })
	require.NoError(t, q.ExecuteCommandLists([]gpu.CommandList{list}))
	require.NoError(t, src.Release())
	require.ErrorContains(t, errors.Join(a.Finish()...), "incident.PageFault")
	require.Equal(t, gpu.RemovedDeviceHung, d.GetDeviceRemovedReason())
	_, err := d.CreateFence(0, 0, "late")
	require.ErrorContains(t, err, "incident.Removed")
}

func TestThreadErrorComesOutOfJoin(t *testing.T) {
	a, _ := machine(t, Options{Layers: []Layer{&words{}}})
	th := must[*Thread](t)(a.Go("worker", 0, func() error { return diag.AsError(diag.New(diag.ScriptError, "no")) }))
	require.ErrorContains(t, th.Join(), "no")
	require.NoError(t, th.Join(), "an error is handed over once")
}

func TestVRAMIsFreedAndItsLimitIsAnIncident(t *testing.T) {
	w := &words{}
	a, d := machine(t, Options{Layers: []Layer{w}, VRAMBytes: 8 << 20})
	before := a.Stats().VRAMInUse
	r := buffer(t, d, "r", gpu.HeapDefault, 4<<20)
	_, err := d.CreateCommittedResource(gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 6 << 20}})
	require.ErrorContains(t, err, "incident.OutOfMemory")
	require.NoError(t, r.Release())
	require.Equal(t, before, a.Stats().VRAMInUse)
	buffer(t, d, "again", gpu.HeapDefault, 6<<20)
}

func TestAnIncidentDoesNotLoseTheCommandThatReportsIt(t *testing.T) {
	w := &words{}
	a, d := machine(t, Options{Layers: []Layer{w}})
	src, dst := buffer(t, d, "src", gpu.HeapUpload, 16), buffer(t, d, "dst", gpu.HeapReadback, 16)
	q := queue(t, d, gpu.ListCopy)
	list := record(t, d, gpu.ListCopy, func(l *CommandList) error { return l.CopyBufferRegion(dst, 0, src, 0, 16) })
	open := must[*CommandList](t)(d.CreateCommandList(gpu.CommandListDesc{Type: gpu.ListCopy, Allocator: must[*CommandAllocator](t)(d.CreateCommandAllocator(gpu.ListCopy, ""))}))
	require.NoError(t, q.ExecuteCommandLists([]gpu.CommandList{list}))
	require.NoError(t, src.Release())
	a.sim.Work(1_000_000) // the GPU finds that src is gone
	require.ErrorContains(t, open.SetMarker("late"), "incident.PageFault")
	require.Len(t, open.stream.Commands, 1, "the marker is recorded, and the error is of the GPU")
}

func TestARemovedDeviceMakesNothing(t *testing.T) {
	_, d := machine(t, Options{Layers: []Layer{&words{}}})
	require.NoError(t, d.RemoveDevice())
	_, err := d.CreateCommittedResource(gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 16}})
	require.ErrorContains(t, err, "incident.Removed")
	_, err = d.CreateCommandAllocator(gpu.ListCopy, "")
	require.ErrorContains(t, err, "incident.Removed")
	require.Equal(t, gpu.RemovedDeviceRemoved, d.GetDeviceRemovedReason())
}

// TestErrorOfAReleasedThread: nobody can join a thread that was released, so Finish has its error.
func TestErrorOfAReleasedThread(t *testing.T) {
	a, _ := machine(t, Options{})
	thread := must[*Thread](t)(a.Go("worker", 0, func() error { return errors.New("the work failed") }))
	require.NoError(t, thread.Release())
	errs := a.Finish()
	require.Len(t, errs, 1)
	require.EqualError(t, errs[0], "the work failed")
}

// TestJoinedThreadsAreNoObjects: a thread counts as an object until it is joined or released, once.
func TestJoinedThreadsAreNoObjects(t *testing.T) {
	a, _ := machine(t, Options{MaxObjects: 3})
	live := a.live
	start := func() *Thread { return must[*Thread](t)(a.Go("worker", 0, func() error { return nil })) }
	for range 8 {
		thread := start()
		require.Equal(t, live+1, a.live)
		require.NoError(t, thread.Join())
		require.NoError(t, thread.Join())
		require.Equal(t, live, a.live)
	}
	joined, released := start(), start()
	require.NoError(t, joined.Join())
	require.NoError(t, joined.Release())
	require.NoError(t, released.Release())
	require.NoError(t, released.Join())
	require.Equal(t, live, a.live)

	start()
	start()
	_, err := a.Go("worker", 0, func() error { return nil })
	require.ErrorContains(t, err, "TooManyObjects", "nobody has joined them")
}
