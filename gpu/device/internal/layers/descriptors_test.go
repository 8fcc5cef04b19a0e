package layers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// of is a diagnostic about descriptors of a heap.
func of(code diag.Code, heap gpu.ID, indices ...uint32) *diag.Diagnostic {
	d := diag.New(code, "x")
	for _, i := range indices {
		d.Descriptors = append(d.Descriptors, gpu.CPUDescriptorHandle{Heap: heap, Index: i})
	}
	return d
}

// writing is a call that writes a descriptor.
func writing(heap gpu.ID, index uint32) *gpu.DescriptorCall {
	return &gpu.DescriptorCall{Dest: gpu.CPUDescriptorHandle{Heap: heap, Index: index}}
}

// fault is a descriptor that a kernel cannot use.
func fault(kind incident.DescriptorFaultKind, heap gpu.ID, index uint32) *incident.DescriptorFault {
	return &incident.DescriptorFault{Kind: kind, Handle: gpu.GPUDescriptorHandle{Heap: heap, Index: index}}
}

// TestToldViews: a descriptor that was not written, because the call was left out, is missed by tables and shaders; another one is another matter.
func TestToldViews(t *testing.T) {
	const heap, other = gpu.ID(5), gpu.ID(6)
	var told ledger
	submit, missing := &gpu.SubmitCall{}, of(diag.StaticDescriptorUnwritten, heap, 2)
	require.False(t, told.because(submit, missing) || told.follows(fault(incident.DescriptorUnwritten, heap, 2)), "nothing was left out")
	require.False(t, told.dropped(writing(heap, 2), []*diag.Diagnostic{diag.New(diag.BadViewRange, "")}))
	require.True(t, told.because(submit, missing) && told.follows(fault(incident.DescriptorUnwritten, heap, 2)))
	require.False(t, told.because(submit, of(diag.StaticDescriptorUnwritten, heap, 2, 3)), "one more is missing")
	require.False(t, told.because(submit, of(diag.StaticDescriptorUnwritten, other, 2)) || told.follows(fault(incident.DescriptorUnwritten, other, 2)))
	require.False(t, told.because(submit, of(diag.StaticDescriptorUnwritten, heap)), "nobody knows which")

	told.record(&gpu.DescriptorCall{Copies: []gpu.DescriptorCopy{{Dest: gpu.CPUDescriptorHandle{Heap: other, Index: 7}, Src: gpu.CPUDescriptorHandle{Heap: heap, Index: 1}, Count: 2}}})
	require.True(t, told.because(submit, of(diag.StaticDescriptorUnwritten, other, 8)), "a copy of it")
	require.False(t, told.because(submit, of(diag.StaticDescriptorUnwritten, other, 7)), "a copy of its neighbour")
	told.record(writing(heap, 2))
	require.False(t, told.because(submit, missing), "it is written")
}

// TestToldElsewhere: where a call named a descriptor that is not there, or one of another type of heap, nobody knows which one was meant.
func TestToldElsewhere(t *testing.T) {
	const heap, other = gpu.ID(5), gpu.ID(6)
	var outside, wrong ledger
	outside.dropped(writing(heap, 9), []*diag.Diagnostic{diag.New(diag.DescriptorOutOfHeap, "")})
	require.True(t, outside.follows(fault(incident.DescriptorUnwritten, heap, 8)))
	require.False(t, outside.follows(fault(incident.DescriptorUnwritten, other, 8)))
	wrong.dropped(writing(heap, 1), []*diag.Diagnostic{diag.New(diag.BadDescriptorHandle, "")})
	require.True(t, wrong.follows(fault(incident.DescriptorUnwritten, other, 1)))
	require.False(t, wrong.follows(fault(incident.DescriptorUnwritten, other, 2)))
}

// TestToldOverwritten: what is found in a descriptor that was told to be overwritten in flight is not told besides, nor that it is not static, until
// it is written well.
func TestToldOverwritten(t *testing.T) {
	const heap = gpu.ID(5)
	var told ledger
	call, changed := writing(heap, 1), of(diag.StaticDescriptorChanged, heap, 1)
	told.done(call, of(diag.DescriptorInFlight, heap, 1))
	told.record(call)
	require.True(t, told.follows(fault(incident.DescriptorWrongClass, heap, 1)) && told.because(&gpu.SubmitCall{}, changed))
	require.False(t, told.follows(fault(incident.DescriptorWrongClass, heap, 2)))
	require.False(t, told.because(call, of(diag.DescriptorInFlight, heap, 1)), "other work")
	told.record(call)
	require.False(t, told.follows(fault(incident.DescriptorWrongClass, heap, 1)) || told.because(&gpu.SubmitCall{}, changed))

	told.done(&gpu.SubmitCall{}, of(diag.StaticDescriptorUnwritten, heap, 3, 4))
	require.True(t, told.because(writing(heap, 4), of(diag.DescriptorInFlight, heap, 4)), "it comes too late")
}

// TestToldManyDescriptors: a refused copy may name as many descriptors as a number can say; what is kept of them is bounded.
func TestToldManyDescriptors(t *testing.T) {
	var told ledger
	const heap = gpu.ID(5)
	call := &gpu.DescriptorCall{Copies: []gpu.DescriptorCopy{{Dest: gpu.CPUDescriptorHandle{Heap: heap}, Src: gpu.CPUDescriptorHandle{Heap: 6}, Count: 1<<32 - 1}}}
	told.dropped(call, []*diag.Diagnostic{diag.New(diag.DescriptorOutOfHeap, "")})
	require.LessOrEqual(t, len(told.causes), maxNamed+1)
	require.True(t, told.follows(fault(incident.DescriptorUnwritten, heap, 1<<31)), "none of the heap is known to be meant")
}

// TestToldBySubmission: a fault follows from what was left out before its work was submitted, and while that was so, whenever the work runs.
func TestToldBySubmission(t *testing.T) {
	const heap = gpu.ID(5)
	told := ledger{submits: 2}
	missing := fault(incident.DescriptorUnwritten, heap, 2)
	told.dropped(writing(heap, 2), []*diag.Diagnostic{diag.New(diag.BadViewRange, "")})
	require.False(t, told.followed(missing, 2), "it was submitted before")
	told.submits++
	require.True(t, told.followed(missing, 3))
	told.record(writing(heap, 2))
	told.submits++
	require.True(t, told.followed(missing, 3), "it runs later")
	require.False(t, told.followed(missing, 2) || told.followed(missing, 4))
}
