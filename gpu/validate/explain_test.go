package validate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// incidentCase is an incident with its headline.
type incidentCase struct {
	incident incident.Incident
	want     string
}

// incidentCases has a row for every kind of incident.
func incidentCases(w *world) []incidentCase {
	lack := incident.Lack{Fence: w.f.id, Value: 2, Pending: []incident.PendingSignal{{Queue: w.main.id, Value: 1, Site: 9}}}
	waiter := incident.Waiter{Name: "main", Site: 3, Lacks: []incident.Lack{lack}}
	stuck := incident.Waiter{Name: "main", IsQueue: true, Queue: w.main.id, Site: 4, Lacks: []incident.Lack{lack}, Behind: 2}
	o := gpu.Origin{Queue: w.main.id, List: w.open.id, Op: gpu.OpDispatch, RecordSite: 5, SubmitSite: 6}
	return []incidentCase{
		{&incident.Stall{Waiters: []incident.Waiter{waiter}}, `error[GS0502]: CPU thread "main" waits for fence "F" >= 2, which is at 0, and nothing signals that value`},
		{&incident.Stall{Waiters: []incident.Waiter{{Name: "main", Lacks: []incident.Lack{{Event: w.f.id}}}}}, `error[GS0502]: CPU thread "main" waits for fence "F", which nothing will set`},
		{&incident.Stall{Waiters: []incident.Waiter{stuck}, Cycle: []int{0}}, `error[GS0501]: deadlock: direct queue "main" waits for itself`},
		{&incident.Stall{Waiters: []incident.Waiter{waiter, stuck}, Cycle: []int{0, 1}}, `error[GS0501]: deadlock: CPU thread "main" and direct queue "main" wait for each other`},
		{&incident.Stall{Paused: true, AtEnd: true}, `error[GS0503]: the script ends while the GPU is paused and has work to do`},
		{&incident.Stall{Waiters: []incident.Waiter{waiter}, Paused: true}, `error[GS0503]: CPU thread "main" waits while the GPU is paused`},
		{&incident.Stall{Waiters: []incident.Waiter{stuck}, AtEnd: true}, `error[GS0504]: the script ends while direct queue "main" waits for a value that nothing signals`},
		{&incident.OutOfBounds{Origin: o, Kernel: "fill", Slot: "out", Write: true, First: incident.Outside{Index: 256, Size: 256}, Count: 3}, `error[GS0621]: kernel "fill" writes out[256], and it has 256 elements`},
		{&incident.GroupRace{Origin: o, Kernel: "sum", Array: "tile", Element: 3, First: incident.GroupAccess{Site: 7, Write: true}, Second: incident.GroupAccess{Site: 8}},
			`error[GS0520]: kernel "sum": a work item reads tile[3] that another one writes, with no barrier between them`},
		{&incident.GroupRace{Origin: o, Kernel: "sum", Array: "tile", First: incident.GroupAccess{Site: 7, Write: true, Atomic: true}, Second: incident.GroupAccess{Site: 8, Write: true}},
			`error[GS0520]: kernel "sum": a work item writes tile[0] that another one changes, with no barrier between them`},
		{&incident.GroupRace{Origin: o, Kernel: "find", View: gpu.ViewBuffer, Array: "out", Element: 3, First: incident.GroupAccess{Site: 7, Write: true}, Second: incident.GroupAccess{Site: 8, Write: true}},
			`warning[GS0522]: kernel "find": two work items write different values to out[3], with no barrier between them`},
		{&incident.GroupRace{Origin: o, Kernel: "find", View: gpu.ViewTexture2D, Array: "out", First: incident.GroupAccess{Site: 7, Write: true}, Second: incident.GroupAccess{Site: 7, Write: true}},
			`warning[GS0522]: kernel "find": two work items write different values to a texel of out, with no barrier between them`},
		{&incident.GroupRace{Origin: o, Kernel: "blur", View: gpu.ViewBuffer, Array: "out", Element: 3, First: incident.GroupAccess{Site: 7, Write: true}, Second: incident.GroupAccess{Site: 8}},
			`warning[GS0523]: kernel "blur": a work item reads out[3], which another one writes, with no barrier between them`},
		{&incident.GroupRace{Origin: o, Kernel: "blur", View: gpu.ViewTexture2D, Array: "out", First: incident.GroupAccess{Site: 7}, Second: incident.GroupAccess{Site: 7, Write: true}},
			`warning[GS0523]: kernel "blur": a work item writes a texel of out, which another one reads, with no barrier between them`},
		{&incident.DescriptorFault{Origin: o, Kernel: "fill", Kind: incident.DescriptorUnwritten, Slot: "out", Class: gpu.DescriptorUAV}, `error[GS0622]: kernel "fill" finds a descriptor that was never written for "out" in u0`},
		{&incident.DescriptorFault{Origin: o, Kernel: "keep", Kind: incident.DescriptorNoCounter, Slot: "kept", Class: gpu.DescriptorUAV, Handle: gpu.GPUDescriptorHandle{Heap: w.f.id, Index: 3}},
			`error[GS0625]: kernel "keep" counts with "kept" in u0, but descriptor 3 of fence "F" has no counter`},
		{&incident.OutOfMemory{Method: "CreateHeap", Name: "h", Want: 10, Free: 5, Limit: 20}, `error[GS0154]: CreateHeap of "h" needs 10 bytes of video memory, but only 5 of 20 are free`},
		{&incident.TooManyObjects{Method: "CreateFence", Name: "f", Limit: 4}, `error[GS0155]: CreateFence of "f" would exceed the limit of 4 objects at a time`},
		{&incident.Removed{Method: "Signal", Device: "demo", Reason: gpu.RemovedDeviceHung}, `error[GS0521]: Signal is called on device "demo", which was removed: DEVICE_HUNG`},
		{&incident.PageFault{Origin: o, Object: w.a.id}, `error[GS0623]: Dispatch in direct list "draw" needs buffer "a", which does not exist any more`},
		{&incident.Hang{Origin: o, Kernel: "spin", Budget: 100}, `error[GS0511]: kernel "spin" does not end: a work group used 100 instructions`},
		{&incident.IndirectFault{Origin: o, Command: 3, IndexFormat: 41},
			`error[GS0627]: command 3 of ExecuteIndirect in direct list "draw" has indices of format 41, but only 42 (R32_UINT) and 57 (R16_UINT) are allowed`},
		{&incident.OutOfBounds{Origin: o, Kernel: "fill", Slot: "raw", Bytes: true, First: incident.Outside{Index: 4096, Size: 4096}, Count: 1}, `error[GS0621]: kernel "fill" reads byte 4096 of raw, and it has 4096 bytes`},
		{&incident.OutOfBounds{Origin: o, Kernel: "fill", Slot: "image", Count: 1, First: incident.Outside{Index: 1<<32 - 1, Level: incident.MissingLevel}},
			`error[GS0621]: kernel "fill" reads mip level -1 of image, and its view has no such level`},
		{&incident.OutOfBounds{Origin: o, Kernel: "fill", Slot: "image", Count: 1, First: incident.Outside{Index: 1, Level: incident.LeftOutLevel}},
			`error[GS0621]: kernel "fill" reads mip level 1 of image, and its view leaves that level out (ResourceMinLODClamp)`},
		{&incident.OutOfBounds{Origin: o, Kernel: "fill", Slot: "volume", Write: true, Count: 1, First: incident.Outside{Index: 2, Size: 2, Texel: [3]uint32{1, 0, 2}, Extent: [3]uint32{2, 2, 2}, Axes: 3}},
			`error[GS0621]: kernel "fill" writes volume at (1, 0, 2), and it has 2 x 2 x 2 texels`},
		{&incident.Unaligned{Origin: o, Kernel: "copy", Slot: "words", First: incident.Address{Site: 7, Item: [3]uint32{1, 0, 0}, Address: 6}},
			`error[GS0629]: kernel "copy" accesses words at byte 6, which is not a multiple of 4`},
		{&incident.VertexFetch{Origin: o, Slot: 1, Resource: w.a.id, Vertex: 1<<32 - 2, Held: 4, Outside: 1, Base: -5}, `advice[GS0920]: Dispatch reads vertex -2 of vertex buffer 1, but its view holds 4`},
		{&incident.IndirectFetch{Origin: o, Command: 2, What: incident.FedIndices, Resource: w.a.id, First: 3, End: 7, Held: 6}, `advice[GS0920]: command 2 of ExecuteIndirect reads indices [3, 7) of the index buffer, but its view holds 6`},
		{&incident.IndirectFetch{Origin: o, What: incident.FedVertices, Slot: 1, Resource: w.a.id, End: 3}, `advice[GS0920]: command 0 of ExecuteIndirect reads vertices [0, 3) of vertex buffer 1, but its view holds 0`},
		{&incident.IndirectStride{Origin: o, Command: 1, Slot: 2, Resource: w.a.id, Stride: 4, Bytes: 8, Semantic: "POSITION"},
			`advice[GS0919]: command 1 of ExecuteIndirect sets vertex buffer 2 with a stride of 4 bytes, but the input layout reads 8 bytes of a vertex`},
		{&incident.VertexFetch{Origin: o, Slot: 1, Resource: w.a.id, Vertex: 7, Held: 4, Outside: 1, Base: 2}, `advice[GS0920]: Dispatch reads vertex 7 of vertex buffer 1, but its view holds 4`},
		{&incident.IndirectFault{Origin: o, Command: 3, Groups: [3]uint32{65536, 1, 1}},
			`error[GS0624]: command 3 of ExecuteIndirect in direct list "draw" asks for 65536 x 1 x 1 thread groups, but at most 65535 are allowed in each dimension`},
		{&incident.Stall{Waiters: []incident.Waiter{{Name: "main", Lacks: []incident.Lack{{Event: w.f.id, Vain: 2}}}}}, `error[GS0502]: CPU thread "main" waits for fence "F", which nothing will set`},
	}
}

// TestExplain words each incident.
func TestExplain(t *testing.T) {
	w := newWorld(t, On)
	tests := incidentCases(w)
	for _, tt := range tests {
		d := w.v.Explain(tt.incident)
		require.NotNil(t, d)
		require.Equal(t, tt.want, d.OneLine())
	}
	require.Nil(t, w.v.Explain(&incident.Stall{}))
	d := w.v.Explain(tests[0].incident)
	require.Equal(t, "wait for 1, or signal 2", d.Help[0].Text)
	d = w.v.Explain(tests[3].incident) // both wait for the same: its signal is named once
	require.Len(t, d.Labels, 3)
	vain := tests[len(tests)-1].incident.(*incident.Stall)
	d = w.v.Explain(vain)
	require.Contains(t, d.Why[0], "It was set 2 times while it was already set")
	vain.Waiters[0].Lacks[0].Vain = 0
	require.Empty(t, w.v.Explain(vain).Why)
}

// TestGroupRace: a race of work items names both of them, and the edit, or what to do where no barrier helps.
func TestGroupRace(t *testing.T) {
	w := newWorld(t, On)
	r := incident.GroupRace{Origin: gpu.Origin{Queue: w.main.id, List: w.open.id, Op: gpu.OpDispatch, RecordSite: 5, SubmitSite: 6}, Kernel: "sum", Array: "tile", Declared: 4,
		First: incident.GroupAccess{Site: 7, Item: [3]uint32{1, 2, 0}, Write: true}, Second: incident.GroupAccess{Site: 8, Item: [3]uint32{3}}, Before: 9}
	d := w.v.Explain(&r)
	require.Equal(t, gpu.Site(8), d.Primary().Site)
	require.Equal(t, "work item (3, 0, 0) reads it here", d.Primary().Text)
	require.Equal(t, gpu.Site(7), d.Labels[1].Site)
	require.Equal(t, "work item (1, 2, 0) writes it", d.Labels[1].Text)
	require.Equal(t, gpu.Site(4), d.Labels[2].Site)
	require.Equal(t, gpu.Site(9), d.Help[0].Site)
	require.Equal(t, &diag.Draft{Edit: diag.EditInsertBefore, Replace: "GroupMemoryBarrierWithGroupSync()"}, d.Help[0].Draft)
	r.Before = 0
	require.Nil(t, w.v.Explain(&r).Help[0].Draft)
	require.Contains(t, w.v.Explain(&r).Help[0].Text, "GroupMemoryBarrierWithGroupSync()")
	r.First.Site = r.Second.Site
	require.NotContains(t, w.v.Explain(&r).Help[0].Text, "Barrier")
}

// TestUnorderedRead: a read that nothing orders says whose groups are in no order, and what to do about it.
func TestUnorderedRead(t *testing.T) {
	w := newWorld(t, On)
	r := incident.GroupRace{Origin: gpu.Origin{Queue: w.main.id, List: w.open.id, Op: gpu.OpDispatch, RecordSite: 5, SubmitSite: 6}, Kernel: "blur", View: gpu.ViewBuffer, Array: "out", Declared: 4,
		First: incident.GroupAccess{Site: 7, Item: [3]uint32{1, 2, 0}, Write: true}, Second: incident.GroupAccess{Site: 8, Item: [3]uint32{3}}, Before: 9}
	d := w.v.Explain(&r)
	require.Equal(t, "work item (3, 0, 0) reads it here", d.Primary().Text)
	require.Equal(t, "work item (1, 2, 0) writes it", d.Labels[1].Text)
	require.Contains(t, d.Why[0], "the work items of a group")
	require.Equal(t, &diag.Draft{Edit: diag.EditInsertBefore, Replace: "AllMemoryBarrierWithGroupSync()"}, d.Help[0].Draft)
	r.Before, r.Second.Group = 0, [3]uint32{1}
	d = w.v.Explain(&r)
	require.Contains(t, d.Why[0], "of groups (0, 0, 0) and (1, 0, 0)")
	require.Nil(t, d.Help[0].Draft)
	require.Contains(t, d.Help[0].Text, "UAV barrier")
	r.First.Atomic, r.First.Site = true, 8
	d = w.v.Explain(&r)
	require.Len(t, d.Labels, 3, "the access, the declaration, the submission")
	require.Equal(t, "work item (3, 0, 0) reads it here, and (1, 2, 0) changes it", d.Primary().Text)
	require.Contains(t, d.Help[0].Text, "atomic")
}

// TestRemoves: a list that is still open removes the device, a list of another type does not.
func TestRemoves(t *testing.T) {
	w := newWorld(t, On)
	w.submit(w.copyQ, w.open)
	require.Equal(t, gpu.RemovedNot, w.v.Removes())
	w.submit(w.main, w.open)
	require.Equal(t, gpu.RemovedInvalidCall, w.v.Removes())
}

// TestRefusedCommandSpoilsTheList: Close fails and names the refused call; a hazard that was recorded anyway spoils nothing.
func TestRefusedCommandSpoilsTheList(t *testing.T) {
	w := newWorld(t, On)
	w.copy(w.open, w.a, w.a)
	require.False(t, w.close(w.open))
	require.Equal(t, `error[GS0336]: direct list "draw" cannot be closed: CopyBufferRegion was refused in it`, w.said[1])
	w.submit(w.main, w.open)
	require.Contains(t, w.said[2], "GS0336")
	w.list(gpu.ListDirect, "next", w.alloc)
	require.Len(t, w.said, 3, "the allocator is free again")

	w = newWorld(t, On)
	c := &gpu.Command{Op: gpu.OpCopyBufferRegion, List: w.open.id, Dst: w.up.id, Src: w.a.id, Size: 4}
	require.Len(t, w.v.Check(c), 1)
	w.v.Record(c) // as --errors=report does
	require.True(t, w.close(w.open))
}

// TestWhatPassesIsRight: switched off, what is passed without Check is what Check has nothing to say of, and the other way round.
func TestWhatPassesIsRight(t *testing.T) {
	w := newWorld(t, Off)
	submits := func(passes bool, q *fake, lists ...*fake) {
		t.Helper()
		c := &gpu.SubmitCall{CallHead: w.head("ExecuteCommandLists"), Queue: q.id}
		for _, l := range lists {
			c.Lists = append(c.Lists, l.id)
		}
		require.Equal(t, passes, w.v.PassesSubmit(c))
		require.Equal(t, passes, len(w.v.Check(c)) == 0)
	}
	signals := func(passes bool, q, f gpu.ID, value uint64) {
		t.Helper()
		c := &gpu.FenceCall{CallHead: w.head("Signal"), Act: gpu.FenceQueueSignal, Queue: q, Fence: f, Value: value}
		require.Equal(t, passes, w.v.PassesFence(c))
		require.Equal(t, passes, len(w.v.Check(c)) == 0)
	}
	submits(false, w.main, w.open)
	w.close(w.open)
	submits(true, w.main, w.open)
	copies := w.queue(gpu.ListCopy, "copies")
	submits(false, copies, w.open)
	signals(true, w.main.id, w.f.id, 1)
	signals(true, 0, w.f.id, gpu.MaxFenceValue)
	signals(false, w.main.id, w.f.id, gpu.MaxFenceValue+1)
	gone := w.list(gpu.ListDirect, "gone", w.allocator(gpu.ListDirect, "g"))
	w.close(gone)
	w.release(gone)
	submits(false, w.main, w.open, gone)
	w.recycle(w.alloc)
	submits(false, w.main, w.open)
	w.release(copies)
	signals(false, copies.id, w.f.id, 1)
	w.otherDevice()
	theirs := w.fence("theirs", 0)
	w.otherDevice()
	signals(false, w.queue(gpu.ListDirect, "ours").id, theirs.id, 1)
	w.release(w.f)
	signals(false, w.main.id, w.f.id, 1)
	signals(false, 0, w.f.id, 1)
}

// TestOffKeepsWhatTheDeviceNeeds: no order, no states, no advice.
func TestOffKeepsWhatTheDeviceNeeds(t *testing.T) {
	w := newWorld(t, Off)
	w.copy(w.open, w.b, w.a)
	w.copy(w.open, w.a, w.b)
	w.wait(w.main, w.f, 0)
	w.close(w.open)
	w.submit(w.main, w.open)
	w.submit(w.main, w.open)
	w.release(w.b)
	w.silent()
	w.recycle(w.alloc)
	w.submit(w.main, w.open)
	require.Equal(t, []string{`error[GS0344]: the commands of direct list "draw" are gone: allocator "alloc" was reset after it was closed`}, w.said)
}
