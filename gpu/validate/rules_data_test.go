package validate

import "github.com/gpuscript/gpuscript/gpu"

// dataWorld is a list that dispatches a kernel which reads the buffer a through a root view with some flags.
type dataWorld struct {
	*world
	pipe *fake
}

func newDataWorld(w *world, flags gpu.DescriptorRangeFlags) *dataWorld {
	root := w.root("root", gpu.RootParameter{Type: gpu.RootSRV, Flags: flags})
	root.root.Version = gpu.RootVersion11
	p := w.pipeline("p", root, gpu.ShaderSlot{Name: "from", Class: gpu.DescriptorSRV, Count: 1})
	d := &dataWorld{w, p}
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
	{"data of an argument that a bundle takes over", func(w *world) { inheritData(w, 0, 2) }, func(w *world) { inheritData(w, 0, 5) },
		`error[GS0608]: Dispatch #1 reads buffer "a", which CopyBufferRegion #3 writes after the argument was set, through a view that promises DATA_STATIC_WHILE_SET_AT_EXECUTE`},
	{"static data of an argument that a bundle takes over", func(w *world) { inheritData(w, gpu.DataStatic, 2) }, func(w *world) { inheritData(w, gpu.DataVolatile, 2) },
		`error[GS0607]: Dispatch #1 reads buffer "a", which CopyBufferRegion #3 writes after the argument was set, through a view that promises DATA_STATIC`},
	{"the second execution of a bundle", func(w *world) { inheritTwice(w, false) }, func(w *world) { inheritTwice(w, true) },
		`error[GS0608]: Dispatch #1 reads buffer "a", which CopyBufferRegion #5 writes after the argument was set, through a view that promises DATA_STATIC_WHILE_SET_AT_EXECUTE`},
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

// dispatching is a closed bundle that dispatches with the arguments of the list which executes it.
func (d *dataWorld) dispatching() *fake {
	b := d.list(gpu.ListBundle, "b", d.allocator(gpu.ListBundle, "ba"))
	d.record(b, gpu.Command{Op: gpu.OpSetPipelineState, Object: d.pipe.id, Index: 0})
	d.record(b, gpu.Command{Op: gpu.OpDispatch, X: 1, Y: 1, Z: 1, Index: 1})
	d.close(b)
	return b
}

// inheritData executes a bundle as command 6 of a list that writes the data before; the argument is set as command 2 or, after the write, as command
// 5.
func inheritData(w *world, flags gpu.DescriptorRangeFlags, set uint32) {
	d := newDataWorld(w, flags)
	b := d.dispatching()
	if set == 2 {
		d.set(2)
	}
	d.write()
	if set == 5 {
		d.set(5)
	}
	d.rec(gpu.Command{Op: gpu.OpExecuteBundle, Object: b.id, Index: 6})
	d.close(d.open)
	d.submit(d.main, d.open)
	d.ran(d.open, 3, 3, writes(d.a, 0, 64))
	d.ran(b, 1, 6, d.reads())
	d.v.Retired(d.main.id, 1, true)
	d.over()
}

// inheritTwice executes a bundle before a write, and after it: with the argument of before, or with a new one. Another list, which is submitted first
// in the same call, has a command.
func inheritTwice(w *world, again bool) {
	d := newDataWorld(w, 0)
	b := d.dispatching()
	first, c := d.list(gpu.ListDirect, "first", d.allocator(gpu.ListDirect, "fa")), d.buffer("c", 64, gpu.HeapDefault, 0)
	d.record(first, gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: c.id, Src: d.b.id, Size: 4, Index: 0})
	d.close(first)
	d.set(2)
	d.rec(gpu.Command{Op: gpu.OpExecuteBundle, Object: b.id, Index: 3})
	d.rec(gpu.Command{Op: gpu.OpResourceBarrier, Barriers: []gpu.Barrier{transition(d.a, gpu.StateNonPixelShaderResource, gpu.StateCopyDest)}, Index: 4})
	d.rec(gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: d.a.id, Src: d.b.id, Size: 64, Index: 5})
	d.rec(gpu.Command{Op: gpu.OpResourceBarrier, Barriers: []gpu.Barrier{transition(d.a, gpu.StateCopyDest, gpu.StateNonPixelShaderResource)}, Index: 6})
	if again {
		d.set(7)
	}
	d.rec(gpu.Command{Op: gpu.OpExecuteBundle, Object: b.id, Index: 8})
	d.close(d.open)
	d.submit(d.main, first, d.open)
	d.ran(first, 0, 0, writes(c, 0, 4))
	d.ran(b, 1, 4, d.reads())
	d.ran(d.open, 5, 6, writes(d.a, 0, 64))
	d.ran(b, 1, 9, d.reads())
	d.v.Retired(d.main.id, 1, true)
	d.over()
}

// reads is what the kernel reads.
func (d *dataWorld) reads() work {
	return work{op: gpu.OpDispatch, accesses: []gpu.Access{{Resource: d.a.id, Begin: 32, End: 64, Exact: true, As: gpu.StateNonPixelShaderResource, Slot: "t0"}}}
}

// ran tells that a command of a list has executed, and its number in the submission.
func (d *dataWorld) ran(l *fake, index, number uint32, c work) {
	d.v.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: d.main.id, List: l.id, Op: c.op, Index: index, RecordSite: gpu.Site(2000 + number), SubmitSite: d.site},
		Submission: 1, Number: number, Accesses: c.accesses})
}

// resolveSecond ends the queries up to a byte of a heap, and resolves two.
func resolveSecond(w *world, end uint64) {
	heap := w.create("CreateQueryHeap", gpu.KindQueryHeap, "times", &gpu.QueryHeapDesc{Name: "times", Type: gpu.QueryHeapTimestamp, Count: 2})
	w.run(w.main, work{op: gpu.OpEndQuery, accesses: []gpu.Access{bytes(heap, 0, end, gpu.AccessWrite, gpu.StateCopyDest)}},
		work{op: gpu.OpResolveQueryData, accesses: []gpu.Access{bytes(heap, 0, 16, gpu.AccessRead, gpu.StateCopySource)}})
	w.over()
}
