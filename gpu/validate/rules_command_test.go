package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
)

// bench is a world with a shader: root UAV 0, two values 1, a table 2 of two SRVs; the shader reads u0 and t0..t1.
type bench struct {
	*world
	root, pso, heap, out *fake
}

func newBench(w *world) *bench {
	b := &bench{world: w}
	b.root = w.root("root", uavAt(0), constants(2), table(rangeOf(gpu.DescriptorSRV, 2, 0)))
	b.pso = w.pipeline("fill", b.root, gpu.ShaderSlot{Name: "out", Class: gpu.DescriptorUAV, Count: 1}, gpu.ShaderSlot{Name: "in", Class: gpu.DescriptorSRV, Count: 2})
	b.heap = w.descriptors("views", gpu.HeapCBVSRVUAV, 4, gpu.ShaderVisible)
	b.out = w.buffer("out", 1024, 0, gpu.AllowUnorderedAccess)
	return b
}

// The steps of a dispatch.
func (b *bench) setRoot() { b.rec(gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: b.root.id}) }
func (b *bench) setPSO()  { b.rec(gpu.Command{Op: gpu.OpSetPipelineState, Object: b.pso.id}) }
func (b *bench) setHeap() {
	b.rec(gpu.Command{Op: gpu.OpSetDescriptorHeaps, Heaps: [2]gpu.ID{b.heap.id}, Words: []uint32{uint32(b.heap.id)}})
}
func (b *bench) setUAV(offset uint64) {
	b.rec(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Address: b.base[b.out.id] + offset})
}
func (b *bench) setTable(index uint32) {
	b.rec(gpu.Command{Op: gpu.OpSetComputeRootDescriptorTable, Slot: 2, GPUHandle: gpu.GPUDescriptorHandle{Heap: b.heap.id, Index: index}})
}
func (b *bench) dispatch(x uint32) { b.rec(gpu.Command{Op: gpu.OpDispatch, X: x, Y: 1, Z: 1}) }

func (b *bench) setAll() *bench {
	b.setPSO()
	b.setRoot()
	b.setHeap()
	b.setUAV(0)
	b.setTable(2)
	return b
}

func (b *bench) constants(first uint32, n int) {
	b.rec(gpu.Command{Op: gpu.OpSetComputeRoot32BitConstants, Slot: 1, X: first, Words: make([]uint32, n)})
}

func dispatched(x uint32) func(*world) {
	return func(w *world) { newBench(w).setAll().dispatch(x) }
}

var commandCases = []ruleCase{
	{"groups", dispatched(65536), dispatched(65535), `error[GS0351]: Dispatch(65536, 1, 1) has more than 65535 groups in a dimension`},
	{"no pipeline", func(w *world) { newBench(w).dispatch(1) }, dispatched(1), `error[GS0352]: Dispatch without a pipeline in direct list "draw"`},
	{"no root signature", func(w *world) { b := newBench(w); b.setPSO(); b.dispatch(1) }, dispatched(1), `error[GS0353]: pipeline "fill" needs root signature "root", but no root signature is set`},
	{"other root signature", func(w *world) {
		b := newBench(w).setAll()
		b.rec(gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: w.root("plain").id})
		b.dispatch(1)
	}, dispatched(1), `error[GS0353]: pipeline "fill" needs root signature "root", but root signature "plain" is set`},
	{"argument before root signature", func(w *world) { newBench(w).setUAV(0) }, func(w *world) { b := newBench(w); b.setRoot(); b.setUAV(0) },
		`error[GS0354]: SetComputeRootUnorderedAccessView is called in direct list "draw" before SetComputeRootSignature`},
	{"missing argument", func(w *world) {
		b := newBench(w)
		b.setPSO()
		b.setRoot()
		b.setHeap()
		b.setTable(0)
		b.dispatch(1)
	}, dispatched(1), `error[GS0355]: root parameter 0 (UAV) is not set, but shader "fillCS" reads it`},
	{"table lost with its heap", func(w *world) {
		b := newBench(w).setAll()
		b.heap = w.descriptors("more", gpu.HeapCBVSRVUAV, 4, gpu.ShaderVisible)
		b.setHeap()
		b.dispatch(1)
	}, func(w *world) { b := newBench(w).setAll(); b.setHeap(); b.dispatch(1) }, `error[GS0355]: root parameter 2 (DESCRIPTOR_TABLE) is not set, but shader "fillCS" reads it`},
	{"parameter index", func(w *world) {
		b := newBench(w)
		b.setRoot()
		b.rec(gpu.Command{Op: gpu.OpSetComputeRoot32BitConstants, Slot: 3, Words: []uint32{1}})
	}, func(w *world) { b := newBench(w); b.setRoot(); b.constants(0, 1) }, `error[GS0356]: SetComputeRoot32BitConstants names root parameter 3, but root signature "root" has 3`},
	{"parameter kind", func(w *world) {
		b := newBench(w)
		b.setRoot()
		b.rec(gpu.Command{Op: gpu.OpSetComputeRootShaderResourceView, Address: b.base[b.out.id]})
	}, func(w *world) { b := newBench(w); b.setRoot(); b.setUAV(0) },
		`error[GS0356]: SetComputeRootShaderResourceView sets a parameter of type SRV, but root parameter 0 of root signature "root" has type UAV`},
	{"constants", func(w *world) { b := newBench(w); b.setRoot(); b.constants(1, 2) }, func(w *world) { b := newBench(w); b.setRoot(); b.constants(1, 1) },
		`error[GS0357]: SetComputeRoot32BitConstants sets values [1, 3) of root parameter 1, which has 2`},
	{"no heap", func(w *world) { b := newBench(w); b.setRoot(); b.setTable(0) }, func(w *world) { b := newBench(w); b.setRoot(); b.setHeap(); b.setTable(0) },
		`error[GS0358]: SetComputeRootDescriptorTable needs a descriptor heap of type CBV_SRV_UAV, but none is bound in direct list "draw"`},
	{"table end", func(w *world) { b := newBench(w); b.setRoot(); b.setHeap(); b.setTable(3) }, func(w *world) { b := newBench(w); b.setRoot(); b.setHeap(); b.setTable(2) },
		`error[GS0359]: SetComputeRootDescriptorTable needs descriptors views[3, 5), but the heap has 4`},
	{"invisible heap", func(w *world) { b := newBench(w); b.heap = w.descriptors("cpu", gpu.HeapCBVSRVUAV, 4, 0); b.setHeap() }, func(w *world) { newBench(w).setHeap() },
		`error[GS0360]: SetDescriptorHeaps needs a shader-visible heap, but descriptor heap "cpu" is not`},
	{"two heaps", func(w *world) {
		b, other := newBench(w), w.descriptors("more", gpu.HeapCBVSRVUAV, 4, gpu.ShaderVisible)
		b.rec(gpu.Command{Op: gpu.OpSetDescriptorHeaps, Words: []uint32{uint32(b.heap.id), uint32(other.id)}})
	}, func(w *world) {
		b, other := newBench(w), w.descriptors("more", gpu.HeapSampler, 4, gpu.ShaderVisible)
		b.rec(gpu.Command{Op: gpu.OpSetDescriptorHeaps, Words: []uint32{uint32(b.heap.id), uint32(other.id)}})
	}, `error[GS0361]: SetDescriptorHeaps binds descriptor heap "views" and descriptor heap "more", both of type CBV_SRV_UAV`},
	{"address", func(w *world) { b := newBench(w); b.setRoot(); b.setUAV(1024) }, func(w *world) { b := newBench(w); b.setRoot(); b.setUAV(1020) },
		`error[GS0362]: SetComputeRootUnorderedAccessView got the address 263168, where no buffer is`},
	{"immediate end", func(w *world) { immediate(w, 1021) }, func(w *world) { immediate(w, 1020) }, `error[GS0362]: WriteBufferImmediate got the address 66557, which is not a multiple of 4 bytes`},
	{"no unordered access", func(w *world) { b := newBench(w); b.out = w.a; b.setRoot(); b.setUAV(0) }, func(w *world) { b := newBench(w); b.setRoot(); b.setUAV(0) },
		`error[GS0363]: SetComputeRootUnorderedAccessView needs ALLOW_UNORDERED_ACCESS, but buffer "a" does not have it`},
}

func immediate(w *world, offset uint64) {
	w.rec(gpu.Command{Op: gpu.OpWriteBufferImmediate, Writes: []gpu.WriteBufferImmediateParameter{{Dest: w.base[w.a.id] + offset}}})
}
