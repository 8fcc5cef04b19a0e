package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// work is one command that a submission executes.
type work struct {
	op       gpu.Op
	accesses []gpu.Access
	barriers []gpu.Barrier
}

// bytes is an access of a resource.
func bytes(r *fake, begin, end uint64, kind gpu.AccessKind, as gpu.ResourceStates) gpu.Access {
	return gpu.Access{Resource: r.id, Begin: begin, End: end, Kind: kind, Exact: true, As: as}
}

func writes(r *fake, begin, end uint64) work {
	return work{op: gpu.OpCopyBufferRegion, accesses: []gpu.Access{bytes(r, begin, end, gpu.AccessWrite, gpu.StateCopyDest)}}
}

func reads(r *fake, begin, end uint64) work {
	return work{op: gpu.OpCopyBufferRegion, accesses: []gpu.Access{bytes(r, begin, end, gpu.AccessRead, gpu.StateCopySource)}}
}

func updates(r *fake, class uint8) work {
	a := bytes(r, 0, 4, gpu.AccessAtomic, gpu.StateUnorderedAccess)
	a.Class, a.Slot = class, "u0"
	return work{op: gpu.OpDispatch, accesses: []gpu.Access{a}}
}

func stores(r *fake, begin, end uint64) work {
	return work{op: gpu.OpDispatch, accesses: []gpu.Access{bytes(r, begin, end, gpu.AccessWrite, gpu.StateUnorderedAccess)}}
}

// marks writes 4 bytes, with a mode.
func marks(r *fake, begin uint64, mode gpu.WriteBufferImmediateMode) work {
	a := bytes(r, begin, begin+4, gpu.AccessWrite, gpu.StateCopyDest)
	a.Class = uint8(mode)
	return work{op: gpu.OpWriteBufferImmediate, accesses: []gpu.Access{a}}
}

func barriers(b ...gpu.Barrier) work { return work{op: gpu.OpResourceBarrier, barriers: b} }

// run submits an empty list and tells what it executed, as a device does.
func (w *world) run(q *fake, commands ...work) {
	w.submit(q)
	w.said, w.last = nil, nil // the advice about a submission without lists
	if w.runs == nil {
		w.runs = map[gpu.ID]uint64{}
	}
	w.runs[q.id]++
	for i, c := range commands {
		w.v.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: q.id, List: w.open.id, Op: c.op, Index: uint32(i), RecordSite: gpu.Site(1000 + i), SubmitSite: w.site},
			Submission: w.runs[q.id], Number: uint32(i), Barriers: c.barriers, Accesses: c.accesses})
	}
	w.v.Retired(q.id, w.runs[q.id], true)
}

// over is the end of the script.
func (w *world) over() { w.hear(w.v.Findings(incident.Ended)) }

func (w *world) hear(found []*diag.Diagnostic) {
	for _, d := range found {
		w.said = append(w.said, d.OneLine())
	}
}

// handOver is a fence between two queues.
func (w *world) handOver(from, to *fake) {
	w.signal(from, w.f, 1)
	w.wait(to, w.f, 1)
}

// placed are two buffers at the same place of a heap.
func (w *world) placed() (first, second *fake) {
	h := w.create("CreateHeap", gpu.KindHeap, "h", &gpu.HeapDesc{Name: "h", SizeInBytes: 65536})
	h.heap = gpu.HeapDesc{SizeInBytes: 65536}
	make := func(name string) *fake {
		return w.create("CreatePlacedResource", gpu.KindResource, name, &gpu.PlacedResourceDesc{Heap: h, ResourceDesc: gpu.ResourceDesc{Name: name, Dimension: gpu.DimensionBuffer, Width: 1024}})
	}
	return make("first"), make("second")
}

// pair runs one command on the copy queue and one on the direct queue, with and without a fence between them.
func pair(first, second func(w *world) work) (bad, good func(w *world)) {
	return func(w *world) { w.run(w.copyQ, first(w)); w.run(w.main, second(w)); w.over() },
		func(w *world) {
			w.run(w.copyQ, first(w))
			w.handOver(w.copyQ, w.main)
			w.run(w.main, second(w))
			w.over()
		}
}

// raceCase is a ruleCase of a pair of commands.
func raceCase(name string, first, second func(w *world) work, want string) ruleCase {
	bad, good := pair(first, second)
	return ruleCase{name, bad, good, want}
}

// together runs commands in one submission, with something between them or not.
func together(name string, first, second func(w *world) work, between func(w *world) work, want string) ruleCase {
	return ruleCase{name, func(w *world) { w.run(w.main, first(w), second(w)); w.over() },
		func(w *world) { w.run(w.main, first(w), between(w), second(w)); w.over() }, want}
}

func uavBarrier(w *world) work { return barriers(gpu.Barrier{Type: gpu.BarrierUAV}) }

var raceCases = []ruleCase{
	raceCase("read after write", func(w *world) work { return writes(w.a, 0, 64) }, func(w *world) work { return reads(w.a, 63, 100) },
		`error[GS0512]: copy queue "copy" writes buffer "a" while direct queue "main" reads it`),
	raceCase("write after read", func(w *world) work { return reads(w.a, 0, 64) }, func(w *world) work { return writes(w.a, 0, 1) },
		`error[GS0512]: direct queue "main" writes buffer "a" while copy queue "copy" reads it`),
	raceCase("write after write", func(w *world) work { return writes(w.a, 0, 64) }, func(w *world) work { return writes(w.a, 0, 64) },
		`error[GS0512]: direct queue "main" writes buffer "a" while copy queue "copy" writes it`),
	{"reader beside a writer", func(w *world) { w.run(w.copyQ, writes(w.a, 0, 64)); w.run(w.main, reads(w.a, 0, 65)); w.over() },
		func(w *world) { w.run(w.copyQ, writes(w.a, 0, 64)); w.run(w.main, reads(w.a, 64, 65)); w.over() },
		`error[GS0512]: copy queue "copy" writes buffer "a" while direct queue "main" reads it`},
	{"signal before the work", func(w *world) {
		w.signal(w.copyQ, w.f, 1)
		w.run(w.copyQ, writes(w.a, 0, 64))
		w.wait(w.main, w.f, 1)
		w.run(w.main, reads(w.a, 0, 64))
		w.over()
	}, func(w *world) {
		w.run(w.copyQ, writes(w.a, 0, 64))
		w.handOver(w.copyQ, w.main)
		w.run(w.main, reads(w.a, 0, 64))
		w.over()
	}, `error[GS0512]: copy queue "copy" writes buffer "a" while direct queue "main" reads it`},
	raceCase("disjoint writers", func(w *world) work { return writes(w.a, 0, 64) }, func(w *world) work { return writes(w.a, 64, 128) },
		`error[GS0514]: direct queue "main" writes buffer "a" while copy queue "copy" writes it`),
	{"disjoint writers where they are allowed", func(w *world) { w.run(w.copyQ, writes(w.a, 0, 64)); w.run(w.main, writes(w.a, 64, 128)); w.over() }, func(w *world) {
		w.do(&gpu.CreateCall{CallHead: w.head("CreateDevice"), Kind: gpu.KindDevice, Object: 900, Desc: &gpu.DeviceDesc{AllowDisjointWriters: true}})
		w.owner = 900
		b := w.buffer("mine", 1024, gpu.HeapDefault, 0)
		w.run(w.copyQ, writes(b, 0, 64))
		w.run(w.main, writes(b, 64, 128))
		w.over()
	}, `error[GS0514]: direct queue "main" writes buffer "a" while copy queue "copy" writes it`},
	raceCase("one texture", func(w *world) work { return writes(w.tex, 0, 64) }, func(w *world) work { return reads(w.tex, 256, 320) },
		`error[GS0515]: copy queue "copy" writes texture "tex" while direct queue "main" reads it`),
	raceCase("transition", func(w *world) work { return reads(w.tex, 0, 64) },
		func(w *world) work { return barriers(transition(w.tex, gpu.StateCommon, gpu.StateCopyDest)) },
		`error[GS0519]: direct queue "main" changes the state of texture "tex" while copy queue "copy" reads it`),
	raceCase("atomics", func(w *world) work { return updates(w.a, 1) }, func(w *world) work { return updates(w.a, 1) },
		`warning[GS0516]: direct queue "main" updates buffer "a" while copy queue "copy" updates it`),
	raceCase("atomics of two classes", func(w *world) work { return updates(w.a, 1) }, func(w *world) work { return updates(w.a, 2) },
		`error[GS0512]: direct queue "main" updates buffer "a" while copy queue "copy" updates it`),
	{"aliased on two queues", func(w *world) {
		first, second := w.placed()
		w.run(w.copyQ, writes(first, 0, 64))
		w.run(w.main, reads(second, 0, 64))
		w.over()
	}, func(w *world) {
		first, second := w.placed()
		w.run(w.copyQ, writes(first, 0, 64))
		w.run(w.main, reads(second, 64, 128))
		w.over()
	}, `error[GS0512]: copy queue "copy" writes buffer "first" while direct queue "main" reads buffer "second" in the same memory`},
	{"the CPU writes what is read", func(w *world) { w.run(w.copyQ, reads(w.up, 0, 64)); w.touch(gpu.MapWrite, w.up, 60, 64); w.over() },
		func(w *world) { w.run(w.copyQ, reads(w.up, 0, 64)); w.touch(gpu.MapWrite, w.up, 64, 68); w.over() },
		`error[GS0513]: the CPU writes buffer "up" while copy queue "copy" reads it`},
	{"the CPU does not wait", func(w *world) {
		w.run(w.copyQ, writes(w.up, 0, 64))
		w.signal(w.copyQ, w.f, 1)
		w.touch(gpu.MapRead, w.up, 0, 4)
		w.over()
	}, func(w *world) {
		w.run(w.copyQ, writes(w.up, 0, 64))
		w.signal(w.copyQ, w.f, 1)
		w.cpu(gpu.FenceCPUWait, w.f, 1)
		w.touch(gpu.MapRead, w.up, 0, 4)
		w.over()
	}, `error[GS0513]: the CPU reads buffer "up" while copy queue "copy" writes it`},
	together("unordered accesses", func(w *world) work { return stores(w.a, 0, 64) }, func(w *world) work { return stores(w.a, 60, 64) }, uavBarrier,
		`error[GS0517]: Dispatch #1 writes buffer "a", which Dispatch #0 writes before it without a UAV barrier between them`),
	together("unordered store behind an update", func(w *world) work { return updates(w.a, 1) }, func(w *world) work { return stores(w.a, 0, 4) },
		func(w *world) work { return barriers(gpu.Barrier{Type: gpu.BarrierUAV, Resource: w.a.id}) },
		`error[GS0517]: Dispatch #1 writes buffer "a", which Dispatch #0 updates before it without a UAV barrier between them`),
	{"unordered accesses, a barrier begun", func(w *world) {
		w.run(w.main, stores(w.a, 0, 64), barriers(flagged(gpu.Barrier{Type: gpu.BarrierUAV, Resource: w.a.id}, gpu.BarrierBeginOnly)), stores(w.a, 0, 64))
		w.over()
	}, func(w *world) {
		w.run(w.main, stores(w.a, 0, 64), barriers(flagged(gpu.Barrier{Type: gpu.BarrierUAV, Resource: w.a.id}, gpu.BarrierEndOnly)), stores(w.a, 0, 64))
		w.over()
	}, `error[GS0517]: Dispatch #2 writes buffer "a", which Dispatch #0 writes before it without a UAV barrier between them`},
	{"unordered updates of two classes", func(w *world) { w.run(w.main, updates(w.a, 1), updates(w.a, 2)); w.over() },
		func(w *world) { w.run(w.main, updates(w.a, 1), updates(w.a, 1)); w.over() },
		`error[GS0517]: Dispatch #1 updates buffer "a", which Dispatch #0 updates before it without a UAV barrier between them`},
	{"aliasing in one command", func(w *world) {
		first, second := w.placed()
		c := reads(first, 0, 64)
		c.accesses = append(c.accesses, writes(second, 0, 64).accesses...)
		w.run(w.main, c)
		w.over()
	}, func(w *world) {
		first, second := w.placed()
		c := reads(first, 0, 64)
		c.accesses = append(c.accesses, writes(second, 64, 128).accesses...)
		w.run(w.main, c)
		w.over()
	}, `error[GS0518]: CopyBufferRegion #0 writes buffer "second" in memory that it reads as buffer "first"`},
	{"aliasing", func(w *world) {
		first, second := w.placed()
		w.run(w.main, writes(first, 0, 64), writes(second, 0, 64))
		w.over()
	}, func(w *world) {
		first, second := w.placed()
		w.run(w.main, writes(first, 0, 64), barriers(gpu.Barrier{Type: gpu.BarrierAliasing, Aliased: [2]gpu.ID{first.id, second.id}}), writes(second, 0, 64))
		w.run(w.main, writes(first, 0, 64)) // submissions do not overlap
		w.over()
	}, `error[GS0518]: CopyBufferRegion #1 writes buffer "second" in memory that CopyBufferRegion #0 writes as buffer "first", without an aliasing barrier between them`},
	{"a marker overtaken", func(w *world) { w.run(w.main, marks(w.a, 60, gpu.WriteMarkerOut), writes(w.a, 0, 61)); w.over() },
		func(w *world) { w.run(w.main, marks(w.a, 60, gpu.WriteMarkerOut), writes(w.a, 0, 60)); w.over() },
		`error[GS0524]: CopyBufferRegion and a MARKER_OUT before it write bytes [60, 64) of buffer "a" in no order`},
	{"a marker overtaken in another place of memory", func(w *world) {
		w.run(w.main, marks(w.a, 60, gpu.WriteMarkerIn), marks(w.a, 0, gpu.WriteMarkerIn), marks(w.a, 60, gpu.WriteDefault))
		w.over()
	}, func(w *world) {
		w.run(w.main, marks(w.a, 60, gpu.WriteMarkerIn), marks(w.a, 0, gpu.WriteMarkerIn), barriers(transition(w.a, gpu.StateCopyDest, gpu.StateCopySource)), marks(w.a, 60, gpu.WriteDefault))
		w.run(w.main, marks(w.a, 60, gpu.WriteMarkerIn))
		w.run(w.main, marks(w.a, 60, gpu.WriteDefault))
		w.over()
	}, `error[GS0524]: WriteBufferImmediate and a MARKER_IN before it write bytes [60, 64) of buffer "a" in no order`},
}

// touch is an access of the CPU, which has mapped the buffer.
func (w *world) touch(act gpu.MapAct, r *fake, begin, end uint64) {
	w.site++
	w.v.Record(&gpu.MapCall{CallHead: gpu.CallHead{Site: w.site}, Act: act, Resource: r.id, Range: &gpu.MapRange{Begin: begin, End: end}})
}
