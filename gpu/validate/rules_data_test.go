package validate

import "github.com/gpuscript/gpuscript/gpu"

// dataWorld is a list that dispatches a kernel which reads the buffer a through a root view with some flags.
type dataWorld struct{ *world }

func newDataWorld(w *world, flags gpu.DescriptorRangeFlags) *dataWorld {
	root := w.root("root", gpu.RootParameter{Type: gpu.RootSRV, Flags: flags})
	root.root.Version = gpu.RootVersion11
	p := w.pipeline("p", root, gpu.ShaderSlot{Name: "from", Class: gpu.DescriptorSRV, Count: 1})
	d := &dataWorld{w}
	d.rec(gpu.Command{Op: gpu.OpSetPipelineState, Object: p.id})
	d.rec(gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: root.id, Index: 1})
	return d
}

// set is command 2 of the list, or a later one.
func (d *dataWorld) set(index uint32) {
	d.rec(gpu.Command{Op: gpu.OpSetComputeRootShaderResourceView, Address: d.base[d.a.id], Index: index})
}

// execute closes the list with a dispatch, submits it and tells that the commands from 3 on were a copy, its barrier and the dispatch.
func (d *dataWorld) execute(end uint64) {
	d.rec(gpu.Command{Op: gpu.OpDispatch, X: 1, Y: 1, Z: 1, Index: 6})
	d.close(d.open)
	d.submit(d.main, d.open)
	for i, c := range []work{writes(d.a, 0, 64), {op: gpu.OpDispatch, accesses: []gpu.Access{{Resource: d.a.id, Begin: 32, End: end, Exact: true, As: gpu.StateNonPixelShaderResource, Slot: "t0"}}}} {
		d.v.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: d.main.id, List: d.open.id, Op: c.op, Index: uint32(3 + 3*i), RecordSite: gpu.Site(2000 + i), SubmitSite: d.site},
			Submission: 1, Number: uint32(3 + 3*i), Accesses: c.accesses})
	}
	d.v.Retired(d.main.id, 1, true)
	d.over()
}

// write records the copy and its barrier.
func (d *dataWorld) write() {
	d.rec(gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: d.a.id, Src: d.b.id, Size: 64, Index: 3})
	d.rec(gpu.Command{Op: gpu.OpResourceBarrier, Barriers: []gpu.Barrier{transition(d.a, gpu.StateCopyDest, gpu.StateNonPixelShaderResource)}, Index: 4})
}

var dataCases = []ruleCase{
	{"data changed while set", func(w *world) {
		d := newDataWorld(w, 0)
		d.set(2)
		d.write()
		d.execute(96)
	}, func(w *world) {
		d := newDataWorld(w, 0)
		d.set(2)
		d.write()
		d.set(5)
		d.execute(96)
	}, `error[GS0608]: Dispatch #6 reads buffer "a", which CopyBufferRegion #3 writes after the argument was set, through a view that promises DATA_STATIC_WHILE_SET_AT_EXECUTE`},
	{"static data changed", func(w *world) {
		d := newDataWorld(w, gpu.DataStatic)
		d.write()
		d.set(5)
		d.execute(96)
	}, func(w *world) {
		d := newDataWorld(w, gpu.DataVolatile)
		d.write()
		d.set(5)
		d.execute(96)
	}, `error[GS0607]: Dispatch #6 reads buffer "a", which CopyBufferRegion #3 writes after the argument was set, through a view that promises DATA_STATIC`},
	{"query never ended", func(w *world) { resolveSecond(w, 8) }, func(w *world) { resolveSecond(w, 16) },
		`error[GS0609]: ResolveQueryData #1 resolves query 1 of query heap "times", which no EndQuery has ended`},
}

// resolveSecond ends the queries up to a byte of a heap, and resolves two.
func resolveSecond(w *world, end uint64) {
	heap := w.create("CreateQueryHeap", gpu.KindQueryHeap, "times", &gpu.QueryHeapDesc{Name: "times", Type: gpu.QueryHeapTimestamp, Count: 2})
	w.run(w.main, work{op: gpu.OpEndQuery, accesses: []gpu.Access{bytes(heap, 0, end, gpu.AccessWrite, gpu.StateCopyDest)}},
		work{op: gpu.OpResolveQueryData, accesses: []gpu.Access{bytes(heap, 0, 16, gpu.AccessRead, gpu.StateCopySource)}})
	w.over()
}
