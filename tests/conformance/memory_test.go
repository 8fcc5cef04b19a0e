package conformance

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate"
)

// TestMemoryIsFlat submits work for a long time, two frames in flight on two queues: what the validation keeps is bounded by what
// is in flight.
func TestMemoryIsFlat(t *testing.T) {
	submits := 100_000
	if testing.Short() {
		submits = 10_000
	}
	v := validate.New(validate.Options{})
	const producer, consumer, made, used gpu.ID = 1, 2, 3, 4
	for q := range gpu.ID(2) {
		v.Record(&gpu.CreateCall{Kind: gpu.KindCommandQueue, Object: producer + q, Name: "q", Desc: &gpu.CommandQueueDesc{}})
		v.Record(&gpu.CreateCall{Kind: gpu.KindFence, Object: made + q, Name: "f", Desc: &gpu.FenceDesc{}})
	}
	for i := range gpu.ID(2) {
		v.Record(&gpu.CreateCall{Kind: gpu.KindResource, Object: memory + i, Name: "m", Desc: &gpu.CommittedResourceDesc{
			ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 1024}}})
	}
	fence := func(act gpu.FenceAct, queue, f gpu.ID, value uint64) {
		v.Record(&gpu.FenceCall{CallHead: gpu.CallHead{Site: 1}, Act: act, Queue: queue, Fence: f, Value: value})
	}
	work := func(queue gpu.ID, n uint64, kind gpu.AccessKind) {
		v.Record(&gpu.SubmitCall{CallHead: gpu.CallHead{Site: 2}, Queue: queue})
		v.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: queue, SubmitSite: 2, RecordSite: 3}, Submission: n,
			Accesses: []gpu.Access{{Resource: memory + gpu.ID(n%2), End: 1024, Exact: true, Kind: kind}}})
		v.Retired(queue, n, true)
	}
	var middle uint64
	for n := uint64(1); n <= uint64(submits)/2; n++ {
		if n > 2 {
			fence(gpu.FenceQueueWait, producer, used, n-2)
			fence(gpu.FenceCPUWait, 0, used, n-2)
		}
		work(producer, n, gpu.AccessWrite)
		fence(gpu.FenceQueueSignal, producer, made, n)
		fence(gpu.FenceQueueWait, consumer, made, n)
		work(consumer, n, gpu.AccessRead)
		fence(gpu.FenceQueueSignal, consumer, used, n)
		require.Empty(t, v.Findings(incident.Goes))
		if n == uint64(submits)/4 {
			middle = heapBytes()
		}
	}
	require.Less(t, heapBytes(), middle+256<<10, "bytes of the heap at the end, and in the middle")
	require.Empty(t, v.Findings(incident.Ended))
}

// heapBytes is what is alive on the heap of this process.
func heapBytes() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
