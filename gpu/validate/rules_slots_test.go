package validate

import "github.com/gpuscript/gpuscript/gpu"

// slotWorld is a list that may dispatch with a table of one UAV, whose descriptor is written with write.
type slotWorld struct {
	*world
	heap, buffer *fake
}

func newSlotWorld(w *world) *slotWorld {
	s := &slotWorld{world: w, heap: w.descriptors("heap", gpu.HeapCBVSRVUAV, 1, gpu.ShaderVisible), buffer: w.buffer("u", 1024, gpu.HeapDefault, gpu.AllowUnorderedAccess)}
	root := w.root("root", table(rangeOf(gpu.DescriptorUAV, 1, 0)))
	root.root.Version = gpu.RootVersion11
	p := w.pipeline("p", root, gpu.ShaderSlot{Name: "out", Class: gpu.DescriptorUAV, Count: 1})
	w.rec(gpu.Command{Op: gpu.OpSetDescriptorHeaps, Words: []uint32{uint32(s.heap.id)}, Heaps: [2]gpu.ID{s.heap.id}})
	w.rec(gpu.Command{Op: gpu.OpSetPipelineState, Object: p.id})
	w.rec(gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: root.id})
	return s
}

func (s *slotWorld) write() {
	s.do(&gpu.DescriptorCall{CallHead: s.head("CreateUnorderedAccessView"), Type: gpu.DescriptorUAV, Dest: gpu.CPUDescriptorHandle{Heap: s.heap.id}, Resource: s.buffer.id,
		View: &gpu.ViewDesc{StructureByteStride: 4}})
}

func (s *slotWorld) dispatch() {
	s.rec(gpu.Command{Op: gpu.OpSetComputeRootDescriptorTable, GPUHandle: gpu.GPUDescriptorHandle{Heap: s.heap.id}})
	s.rec(gpu.Command{Op: gpu.OpDispatch, X: 1, Y: 1, Z: 1})
	s.close(s.open)
}

var slotCases = []ruleCase{
	{"descriptor in flight", func(w *world) {
		s := newSlotWorld(w)
		s.write()
		s.dispatch()
		s.submit(s.main, s.open)
		s.write()
	}, func(w *world) {
		s := newSlotWorld(w)
		s.write()
		s.dispatch()
		s.submit(s.main, s.open)
		s.signal(s.main, s.f, 1)
		s.cpu(gpu.FenceCPUWait, s.f, 1)
		s.write()
	}, `error[GS0605]: CreateUnorderedAccessView overwrites descriptor 0 of descriptor heap "heap" while direct queue "main" may still read it`},
	{"static descriptor changed", func(w *world) {
		s := newSlotWorld(w)
		s.dispatch()
		s.write()
		s.submit(s.main, s.open)
	}, func(w *world) {
		s := newSlotWorld(w)
		s.write()
		s.dispatch()
		s.submit(s.main, s.open)
	}, `error[GS0606]: descriptor 0 of descriptor heap "heap" was written after direct list "draw" had set its table`},
	{"static descriptor unwritten", func(w *world) {
		s := newSlotWorld(w)
		s.dispatch()
		s.submit(s.main, s.open)
	}, func(w *world) {
		s := newSlotWorld(w)
		s.write()
		s.dispatch()
		s.submit(s.main, s.open)
	}, `error[GS0626]: descriptor 0 of descriptor heap "heap", which direct list "draw" sets as u0, was never written`},
	{"root constant of another type", func(w *world) { constantWorld(w, gpu.Command{Words: []uint32{0x44800000}, Size: 1}) },
		func(w *world) { constantWorld(w, gpu.Command{Words: []uint32{1024}, DstOffset: 1}) },
		`advice[GS0940]: root constant 0 of parameter 0 is the float 1024, but shader "pCS" reads it as uint step.size`},
	{"whole number as float", func(w *world) { constantWorld(w, gpu.Command{Words: []uint32{0, 1024}, DstOffset: 3}) },
		func(w *world) { constantWorld(w, gpu.Command{Words: []uint32{0, 0x44800000}, DstOffset: 1, Size: 2}) },
		`advice[GS0940]: root constant 1 of parameter 0 is the whole number 1024, but shader "pCS" reads it as float step.scale`},
}

// constantWorld dispatches with root constants { uint size, float scale }, which a command sets. Zeros have no type.
func constantWorld(w *world, set gpu.Command) {
	root := w.root("root", gpu.RootParameter{Type: gpu.Root32BitConstants, Num32BitValues: 2})
	p := w.pipeline("p", root, gpu.ShaderSlot{Name: "step", Class: gpu.DescriptorCBV, Count: 1, Constants: []gpu.ShaderConstant{
		{Name: "step.size", Numeric: gpu.NumericUint}, {Name: "step.scale", Offset: 4, Numeric: gpu.NumericFloat}}})
	w.rec(gpu.Command{Op: gpu.OpSetPipelineState, Object: p.id})
	w.rec(gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: root.id})
	set.Op = gpu.OpSetComputeRoot32BitConstants
	w.rec(set)
	w.rec(gpu.Command{Op: gpu.OpDispatch, X: 1, Y: 1, Z: 1})
}
