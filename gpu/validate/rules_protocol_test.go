package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
)

func (w *world) rec(c gpu.Command) { w.record(w.open, c) }

// otherDevice makes what follows belong to another device.
func (w *world) otherDevice() {
	w.owner = w.create("CreateDevice", gpu.KindDevice, "other", nil).id
}

var protocolCases = []ruleCase{
	{"recording on a closed list", func(w *world) { w.close(w.open); w.rec(gpu.Command{Op: gpu.OpSetMarker}) }, func(w *world) { w.rec(gpu.Command{Op: gpu.OpSetMarker}); w.close(w.open) },
		`error[GS0333]: SetMarker is called on direct list "draw", which is closed`},
	{"failed list", func(w *world) { w.copy(w.open, w.a, w.a); w.said = nil; w.close(w.open) }, func(w *world) { w.copy(w.open, w.a, w.b); w.close(w.open) },
		`error[GS0336]: direct list "draw" cannot be closed: CopyBufferRegion was refused in it`},
	{"dispatch on copy list", func(w *world) {
		w.record(w.list(gpu.ListCopy, "up", w.allocator(gpu.ListCopy, "x")), gpu.Command{Op: gpu.OpDispatch})
	}, func(w *world) {
		w.copy(w.list(gpu.ListCopy, "up", w.allocator(gpu.ListCopy, "x")), w.a, w.b)
	}, `error[GS0337]: Dispatch cannot be recorded in copy list "up"`},
	{"never recorded", func(w *world) { w.submit(w.main, w.list(gpu.ListDirect, "l", nil)) }, func(w *world) { w.close(w.open); w.submit(w.main, w.open) },
		`error[GS0343]: direct list "l" has never recorded anything`},
	{"bundle submitted", func(w *world) {
		l := w.list(gpu.ListBundle, "b", w.allocator(gpu.ListBundle, "x"))
		w.close(l)
		w.submit(w.main, l)
	}, func(w *world) { w.close(w.open); w.submit(w.main, w.open) }, `error[GS0341]: direct queue "main" cannot execute bundle "b"`},
	{"fence of another device", func(w *world) {
		w.owner = w.create("CreateDevice", gpu.KindDevice, "demo", nil).id
		q := w.queue(gpu.ListCopy, "q")
		w.otherDevice()
		w.signal(q, w.fence("G", 0), 1)
	}, func(w *world) { w.otherDevice(); w.signal(w.queue(gpu.ListCopy, "q"), w.fence("G", 0), 1) },
		`error[GS0142]: fence "G" was created by device "other", but Signal works on device "demo"`},
	{"buffer of another device", func(w *world) {
		w.owner = w.create("CreateDevice", gpu.KindDevice, "demo", nil).id
		l := w.list(gpu.ListCopy, "up", w.allocator(gpu.ListCopy, "x"))
		w.otherDevice()
		w.copy(l, w.buffer("c", 64, 0, 0), w.buffer("d", 64, 0, 0))
	}, func(w *world) {
		w.otherDevice()
		w.copy(w.list(gpu.ListCopy, "up", w.allocator(gpu.ListCopy, "x")), w.buffer("c", 64, 0, 0), w.buffer("d", 64, 0, 0))
	}, `error[GS0142]: buffer "c" was created by device "other", but CopyBufferRegion works on device "demo"`},
	{"allocator type", func(w *world) { w.list(gpu.ListCopy, "l", w.alloc) }, func(w *world) { w.list(gpu.ListCopy, "l", w.allocator(gpu.ListCopy, "x")) },
		`error[GS0331]: allocator "alloc" has type DIRECT and cannot back a list of type COPY`},
	{"allocator in use", func(w *world) { w.list(gpu.ListDirect, "l", w.alloc) }, func(w *world) { w.close(w.open); w.list(gpu.ListDirect, "l", w.alloc) },
		`error[GS0332]: allocator "alloc" backs the open direct list "draw" already`},
	{"closed twice", func(w *world) { w.close(w.open); w.close(w.open) }, func(w *world) { w.close(w.open) }, `error[GS0333]: Close is called on direct list "draw", which is closed`},
	{"reset open", func(w *world) { w.reset(w.open, w.alloc) }, func(w *world) { w.close(w.open); w.reset(w.open, w.alloc) },
		`error[GS0334]: Reset is called on direct list "draw", which is still recording`},
	{"recycle open", func(w *world) { w.recycle(w.alloc) }, func(w *world) { w.close(w.open); w.recycle(w.alloc) },
		`error[GS0335]: allocator "alloc" is reset while direct list "draw" records on it`},
	{"submit open", func(w *world) { w.submit(w.main, w.open) }, func(w *world) { w.close(w.open); w.submit(w.main, w.open) }, `error[GS0342]: direct list "draw" is still recording`},
	{"submit type", func(w *world) { w.close(w.open); w.submit(w.copyQ, w.open) }, func(w *world) { w.close(w.open); w.submit(w.main, w.open) },
		`error[GS0341]: copy queue "copy" cannot execute direct list "draw"`},
	{"allocator was reset", func(w *world) { w.close(w.open); w.recycle(w.alloc); w.submit(w.main, w.open) }, func(w *world) { w.close(w.open); w.submit(w.main, w.open) },
		`error[GS0344]: the commands of direct list "draw" are gone: allocator "alloc" was reset after it was closed`},
	{"use after release", func(w *world) { w.release(w.f); w.signal(w.main, w.f, 1) }, func(w *world) { w.signal(w.main, w.f, 1); w.release(w.f) },
		`error[GS0330]: Signal uses fence "F" after its Release`},
	{"released twice", func(w *world) { w.release(w.f); w.release(w.f) }, func(w *world) { w.release(w.f) }, `error[GS0330]: fence "F" is released twice`},
}
