package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// stateful is a texture in a state, on a list of its own.
func (w *world) stateful(name string, state gpu.ResourceStates) *fake {
	return w.create("CreateCommittedResource", gpu.KindResource, name, &gpu.CommittedResourceDesc{InitialState: state,
		ResourceDesc: gpu.ResourceDesc{Name: name, Dimension: gpu.DimensionTexture2D, Width: 64, Height: 64, MipLevels: 1, Format: gpu.FormatR8Unorm}})
}

// recorded is a closed list with the commands that f records.
func (w *world) recorded(typ gpu.CommandListType, name string, f func(l *fake)) *fake {
	l := w.list(typ, name, w.allocator(typ, name))
	f(l)
	w.close(l)
	return l
}

// copyTexture records CopyResource.
func (w *world) copyTexture(l, dst, src *fake) {
	w.record(l, gpu.Command{Op: gpu.OpCopyResource, Dst: dst.id, Src: src.id})
}

// twice executes two lists on the main queue, in one call or in two.
func (w *world) twice(oneCall bool, first, second func(l *fake)) {
	a, b := w.recorded(gpu.ListDirect, "first", first), w.recorded(gpu.ListDirect, "second", second)
	if oneCall {
		w.submit(w.main, a, b)
		return
	}
	w.submit(w.main, a)
	w.submit(w.main, b)
}

var stateCases = []ruleCase{
	{"two states at once", func(w *world) { w.twoStates(0) }, func(w *world) { w.twoStates(64) },
		`error[GS0407]: ExecuteIndirect uses buffer "args" in two states at once, UNORDERED_ACCESS and INDIRECT_ARGUMENT`},
	{"promoted to COPY_DEST does not decay", func(w *world) {
		t := w.stateful("t", 0)
		w.twice(false, func(l *fake) { w.copyTexture(l, w.tex, t) }, func(l *fake) { w.copyTexture(l, t, w.tex) })
	}, func(w *world) {
		t := w.stateful("t", 0)
		w.twice(false, func(l *fake) { w.copyTexture(l, w.tex, t) }, func(l *fake) {
			w.barrier(l, transition(w.tex, gpu.StateCopyDest, gpu.StateCopySource))
			w.copyTexture(l, t, w.tex)
		})
	}, `error[GS0402]: CopyResource in direct list "second" needs texture "tex" in COPY_SOURCE, but it is in COPY_DEST by then`},
	{"promoted to a read decays behind the call only", func(w *world) {
		t := w.stateful("t", 0)
		w.twice(true, func(l *fake) { w.copyTexture(l, t, w.tex) }, func(l *fake) { w.copyTexture(l, w.tex, w.stateful("u", gpu.StateCopySource)) })
	}, func(w *world) {
		t := w.stateful("t", 0)
		w.twice(false, func(l *fake) { w.copyTexture(l, t, w.tex) }, func(l *fake) { w.copyTexture(l, w.tex, w.stateful("u", gpu.StateCopySource)) })
	}, `error[GS0402]: CopyResource in direct list "second" needs texture "tex" in COPY_DEST, but it is in COPY_SOURCE by then`},
	{"buffers decay behind the call only", func(w *world) {
		w.twice(true, func(l *fake) { w.copy(l, w.b, w.a) }, func(l *fake) { w.copy(l, w.buffer("c", 1024, gpu.HeapDefault, 0), w.b) })
	}, func(w *world) {
		w.twice(false, func(l *fake) { w.copy(l, w.b, w.a) }, func(l *fake) { w.copy(l, w.a, w.b) })
	}, `error[GS0402]: CopyBufferRegion in direct list "second" needs buffer "b" in COPY_SOURCE, but it is in COPY_DEST by then`},
	{"a barrier leaves another state than the initial one", func(w *world) {
		t := w.stateful("t", gpu.StateCopySource)
		w.submit(w.main, w.recorded(gpu.ListDirect, "list", func(l *fake) { w.barrier(l, transition(t, gpu.StateCopyDest, gpu.StateCommon)) }))
	}, func(w *world) {
		t := w.stateful("t", gpu.StateCopySource)
		w.submit(w.main, w.recorded(gpu.ListDirect, "list", func(l *fake) { w.barrier(l, transition(t, gpu.StateCopySource, gpu.StateCommon)) }))
	}, `error[GS0401]: a barrier of direct list "list" takes texture "t" from COPY_DEST, but it is in COPY_SOURCE by then`},
	{"COPY_DEST of the other class", func(w *world) {
		t := w.stateful("t", gpu.StateCopyDest)
		w.submit(w.copyQ, w.recorded(gpu.ListCopy, "list", func(l *fake) { w.copyTexture(l, t, w.tex) }))
	}, func(w *world) {
		t := w.stateful("t", gpu.StateCommon)
		w.submit(w.copyQ, w.recorded(gpu.ListCopy, "list", func(l *fake) { w.copyTexture(l, t, w.tex) }))
		w.handOver(w.copyQ, w.main) // it has decayed
		w.submit(w.main, w.recorded(gpu.ListDirect, "more", func(l *fake) { w.copyTexture(l, w.tex, t) }))
	}, `error[GS0406]: copy list "list" uses texture "t" as COPY_DEST, but it is in COPY_DEST of direct and compute queues`},
	{"a split barrier over two lists", func(w *world) {
		half := transition(w.tex, gpu.StateCommon, gpu.StateCopyDest)
		half.Flags = gpu.BarrierBeginOnly
		w.twice(false, func(l *fake) { w.barrier(l, half) }, func(l *fake) { w.copyTexture(l, w.tex, w.stateful("t", 0)) })
	}, func(w *world) {
		half := transition(w.tex, gpu.StateCommon, gpu.StateCopyDest)
		half.Flags = gpu.BarrierBeginOnly
		other := half
		other.Flags = gpu.BarrierEndOnly
		w.twice(false, func(l *fake) { w.barrier(l, half) }, func(l *fake) { w.barrier(l, other); w.copyTexture(l, w.tex, w.stateful("t", 0)) })
	}, `error[GS0404]: direct list "second" uses texture "tex" as COPY_DEST between the halves of a split barrier`},
	{"another half ends", func(w *world) {
		end := transition(w.tex, gpu.StateCommon, gpu.StateCopyDest)
		end.Flags = gpu.BarrierEndOnly
		w.submit(w.main, w.recorded(gpu.ListDirect, "list", func(l *fake) { w.barrier(l, end) }))
	}, func(w *world) {
		half := transition(w.tex, gpu.StateCommon, gpu.StateCopyDest)
		other := half
		half.Flags, other.Flags = gpu.BarrierBeginOnly, gpu.BarrierEndOnly
		w.twice(true, func(l *fake) { w.barrier(l, half) }, func(l *fake) { w.barrier(l, other) })
	}, `error[GS0405]: a split barrier of direct list "list" ends for texture "tex" from COMMON to COPY_DEST, but none like it has begun`},
	{"execution order is not the order of calls", func(w *world) {
		t := w.stateful("t", 0)
		w.wait(w.copyQ, w.f, 1)
		w.submit(w.copyQ, w.recorded(gpu.ListCopy, "late", func(l *fake) { w.copyTexture(l, t, w.tex) }))
		w.submit(w.main, w.recorded(gpu.ListDirect, "early", func(l *fake) { w.barrier(l, transition(w.tex, gpu.StateCommon, gpu.StateCopySource)) }))
		w.signal(w.main, w.f, 1)
		w.hear(w.v.Findings(incident.Goes))
	}, func(w *world) {
		t := w.stateful("t", gpu.StateCopySource)
		w.wait(w.copyQ, w.f, 1)
		w.submit(w.copyQ, w.recorded(gpu.ListCopy, "late", func(l *fake) { w.copyTexture(l, t, w.tex) }))
		w.submit(w.main, w.recorded(gpu.ListDirect, "early", func(l *fake) { w.barrier(l, transition(t, gpu.StateCopySource, gpu.StateCommon)) }))
		w.signal(w.main, w.f, 1)
		w.hear(w.v.Findings(incident.Goes))
	}, `error[GS0406]: copy list "late" uses texture "tex" as COPY_SOURCE, but it is in COPY_SOURCE of direct and compute queues`},
}

// twoStates runs commands whose arguments and whose UAV stand in buffers; the arguments are in one of their own if the UAV does not begin at offset
// 0.
func (w *world) twoStates(offset uint64) {
	args := w.buffer("args", 64, 0, gpu.AllowUnorderedAccess)
	target := args
	if offset != 0 {
		target = w.buffer("target", 64, 0, gpu.AllowUnorderedAccess)
	}
	root := w.root("root", uavAt(0))
	w.rec(gpu.Command{Op: gpu.OpSetPipelineState, Object: w.pipeline("fill", root, gpu.ShaderSlot{Name: "out", Class: gpu.DescriptorUAV, Count: 1}).id})
	w.rec(gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: root.id})
	w.rec(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Address: w.base[target.id]})
	w.barrier(w.open, transition(args, gpu.StateCommon, gpu.StateIndirectArgument))
	sig := w.create("CreateCommandSignature", gpu.KindCommandSignature, "work", &gpu.CommandSignatureDesc{ByteStride: 12, ArgumentDescs: []gpu.IndirectArgument{groups}})
	w.rec(gpu.Command{Op: gpu.OpExecuteIndirect, Object: sig.id, Size: 1, Src: args.id})
}
