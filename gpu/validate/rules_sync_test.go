package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
)

func multiple(values ...uint64) func(*world) {
	return func(w *world) {
		w.signal(w.main, w.f, 1)
		w.do(&gpu.MultipleFenceCall{CallHead: w.head("SetEventOnMultipleFenceCompletion"), Fences: []gpu.ID{w.f.id}, Values: values})
	}
}

// inFlight submits the open list and signals 1, then lets end happen, then resets the allocator.
func inFlight(end func(w *world)) func(*world) {
	return func(w *world) {
		w.close(w.open)
		w.submit(w.main, w.open)
		w.signal(w.main, w.f, 1)
		end(w)
		w.recycle(w.alloc)
	}
}

func (w *world) step(d gpu.StepDesc, reached bool) {
	w.do(&gpu.StepCall{CallHead: w.head("StepGpu"), Desc: d, Reached: reached})
}

// waitEvent arms an event with the fence at 1, and waits for it.
func waitEvent(timedOut bool) func(w *world) {
	return func(w *world) {
		e := w.create("CreateEvent", gpu.KindEvent, "E", &gpu.EventDesc{})
		w.do(&gpu.FenceCall{CallHead: w.head("SetEventOnCompletion"), Act: gpu.FenceSetEvent, Fence: w.f.id, Value: 1, Event: e.id})
		w.do(&gpu.EventCall{CallHead: w.head("WaitForSingleObject"), Events: []gpu.ID{e.id}, All: !timedOut, TimedOut: timedOut})
	}
}

// waitTwo waits for one of two events; the fence sets the second one.
func waitTwo(index int) func(w *world) {
	return func(w *world) {
		other := w.create("CreateEvent", gpu.KindEvent, "other", &gpu.EventDesc{InitialState: true})
		e := w.create("CreateEvent", gpu.KindEvent, "E", &gpu.EventDesc{})
		w.do(&gpu.FenceCall{CallHead: w.head("SetEventOnCompletion"), Act: gpu.FenceSetEvent, Fence: w.f.id, Value: 1, Event: e.id})
		w.do(&gpu.EventCall{CallHead: w.head("WaitForMultipleObjects"), Events: []gpu.ID{other.id, e.id}, Index: index})
	}
}

// armedTwice arms an event for two signals, and waits for it twice; in turn: after the first wait for the second time.
func armedTwice(inTurn bool) func(w *world) {
	return func(w *world) {
		e := w.create("CreateEvent", gpu.KindEvent, "E", &gpu.EventDesc{})
		arm := func(value uint64) {
			w.do(&gpu.FenceCall{CallHead: w.head("SetEventOnCompletion"), Act: gpu.FenceSetEvent, Fence: w.f.id, Value: value, Event: e.id})
		}
		wait := func() {
			w.do(&gpu.EventCall{CallHead: w.head("WaitForSingleObject"), Events: []gpu.ID{e.id}, All: true})
		}
		w.signal(w.main, w.f, 1)
		w.signal(w.main, w.f, 2)
		arm(1)
		if !inTurn {
			arm(2)
		}
		wait()
		if inTurn {
			arm(2)
		}
		wait()
	}
}

// lowered gives a fence two values, the second one lower, and waits for the first; in turn: before the second.
func lowered(inTurn bool) func(w *world) {
	return func(w *world) {
		wait := func() {
			w.do(&gpu.FenceCall{CallHead: w.head("WaitCPU"), Act: gpu.FenceCPUWait, Fence: w.f.id, Value: 2})
		}
		w.signal(w.main, w.f, 2)
		if inTurn {
			wait()
		}
		w.signal(w.main, w.f, 1)
		if !inTurn {
			wait()
		}
	}
}

const busy = `error[GS0602]: allocator "alloc" is reset while direct queue "main" may still execute direct list "draw"`

var syncCases = []ruleCase{
	{"multiple wait", multiple(), multiple(1), `error[GS0325]: SetEventOnMultipleFenceCompletion got 1 fence and 0 values`},
	{"poll", inFlight(func(w *world) { w.cpu(gpu.FencePoll, w.f, 0) }), inFlight(func(w *world) { w.cpu(gpu.FencePoll, w.f, 0); w.cpu(gpu.FencePoll, w.f, 1) }), busy},
	{"event timeout", inFlight(waitEvent(true)), inFlight(waitEvent(false)), busy},
	{"an event that is set twice before a wait", armedTwice(false), armedTwice(true), `error[GS0506]: the main thread may wait for event "E" for ever`},
	{"a wait that may come after the signal that lowers its fence", lowered(false), lowered(true), `error[GS0507]: the main thread may wait for fence "F" >= 2 for ever`},
	{"one of two events", inFlight(waitTwo(0)), inFlight(waitTwo(1)), busy},
	{"step to a time", inFlight(func(w *world) { w.step(gpu.StepDesc{Time: 1000}, true) }), inFlight(func(w *world) { w.step(gpu.StepDesc{Until: gpu.StepIdle}, true) }), busy},
	{"step not reached", inFlight(func(w *world) { w.step(gpu.StepDesc{Fence: w.f, Value: 1}, false) }),
		inFlight(func(w *world) { w.step(gpu.StepDesc{Fence: w.f, Value: 1}, true) }), busy},
	{"step command", inFlight(func(w *world) { w.step(gpu.StepDesc{Until: gpu.StepCommand}, true) }),
		inFlight(func(w *world) { w.step(gpu.StepDesc{Until: gpu.StepBatch}, true) }), busy},
	{"idle behind a wait", func(w *world) {
		w.wait(w.main, w.f, 1)
		inFlight(func(w *world) { w.step(gpu.StepDesc{}, true) })(w)
	}, func(w *world) {
		w.do(&gpu.FenceCall{CallHead: w.head("Signal"), Act: gpu.FenceCPUSignal, Fence: w.f.id, Value: 1})
		w.wait(w.main, w.f, 1)
		w.close(w.open)
		w.submit(w.main, w.open)
		w.step(gpu.StepDesc{}, true)
		w.recycle(w.alloc)
	}, busy},
	{"removal of another device", inFlight(func(w *world) {
		w.otherDevice()
		w.queue(gpu.ListCopy, "far")
		w.do(&gpu.RemoveCall{CallHead: w.head("RemoveDevice"), Device: w.owner})
	}), inFlight(func(w *world) { w.do(&gpu.RemoveCall{CallHead: w.head("RemoveDevice")}) }), busy},
	{"handed on in one direction", func(w *world) {
		w.signal(w.copyQ, w.f, 1)
		w.wait(w.main, w.f, 1)
		w.signal(w.main, w.f, 2)
		w.signal(w.copyQ, w.f, 3)
	}, func(w *world) {
		w.signal(w.copyQ, w.f, 1)
		w.wait(w.main, w.f, 1)
		w.signal(w.main, w.f, 2)
		w.wait(w.copyQ, w.f, 2)
		w.signal(w.copyQ, w.f, 3)
	}, `advice[GS0906]: fence "F" is signalled by direct queue "main" and by copy queue "copy" in no defined order`},
	{"handed on through another fence", func(w *world) {
		g := w.fence("G", 0)
		w.signal(w.copyQ, w.f, 1)
		w.signal(w.copyQ, g, 1)
		w.signal(w.main, w.f, 2)
		w.wait(w.main, g, 1)
	}, func(w *world) {
		g := w.fence("G", 0)
		w.signal(w.copyQ, w.f, 1)
		w.signal(w.copyQ, g, 1)
		w.wait(w.main, g, 1)
		w.signal(w.main, w.f, 2)
	}, `advice[GS0906]: fence "F" is signalled by copy queue "copy" and by direct queue "main" in no defined order`},
	{"handed to the CPU", func(w *world) {
		w.signal(w.main, w.f, 1)
		w.do(&gpu.FenceCall{CallHead: w.head("Signal"), Act: gpu.FenceCPUSignal, Fence: w.f.id, Value: 2})
	}, func(w *world) {
		w.signal(w.main, w.f, 1)
		w.cpu(gpu.FenceCPUWait, w.f, 1)
		w.do(&gpu.FenceCall{CallHead: w.head("Signal"), Act: gpu.FenceCPUSignal, Fence: w.f.id, Value: 2})
	}, `advice[GS0906]: fence "F" is signalled by direct queue "main" and by the CPU in no defined order`},
	{"list in flight", func(w *world) {
		w.close(w.open)
		w.submit(w.main, w.open)
		w.signal(w.main, w.f, 1)
		w.submit(w.main, w.open)
	},
		func(w *world) {
			w.close(w.open)
			w.submit(w.main, w.open)
			w.signal(w.main, w.f, 1)
			w.cpu(gpu.FenceCPUWait, w.f, 1)
			w.submit(w.main, w.open)
		}, `error[GS0603]: direct list "draw" is submitted again while direct queue "main" may still execute it`},
	{"list reset in flight", func(w *world) {
		w.close(w.open)
		w.submit(w.main, w.open)
		w.submit(w.main, w.open)
	},
		func(w *world) { // another recording
			w.close(w.open)
			w.submit(w.main, w.open)
			w.reset(w.open, w.allocator(gpu.ListDirect, "other"))
			w.close(w.open)
			w.submit(w.main, w.open)
		}, `error[GS0603]: direct list "draw" is submitted again while direct queue "main" may still execute it`},
	{"allocator in flight", func(w *world) { w.close(w.open); w.submit(w.main, w.open); w.recycle(w.alloc) },
		func(w *world) {
			w.close(w.open)
			w.submit(w.main, w.open)
			w.signal(w.main, w.f, 1)
			w.cpu(gpu.FencePoll, w.f, 1)
			w.recycle(w.alloc)
		}, `error[GS0602]: allocator "alloc" is reset while direct queue "main" may still execute direct list "draw"`},
	{"release in flight", func(w *world) { w.copy(w.open, w.b, w.a); w.close(w.open); w.submit(w.main, w.open); w.release(w.a) },
		func(w *world) {
			w.copy(w.open, w.b, w.a)
			w.close(w.open)
			w.submit(w.main, w.open)
			w.signal(w.main, w.f, 1)
			w.cpu(gpu.FenceCPUWait, w.f, 1)
			w.release(w.a)
		}, `error[GS0601]: buffer "a" is released while direct queue "main" may still need it`},
	{"submit released", func(w *world) { w.copy(w.open, w.b, w.a); w.close(w.open); w.release(w.a); w.submit(w.main, w.open) },
		func(w *world) { w.copy(w.open, w.b, w.a); w.close(w.open); w.submit(w.main, w.open) }, `error[GS0604]: direct list "draw" needs buffer "a", which was released`},
	{"idle wait", func(w *world) { w.wait(w.main, w.f, 0); w.silent(); w.over() }, func(w *world) { w.wait(w.main, w.f, 1); w.signal(w.copyQ, w.f, 1); w.over() },
		`advice[GS0905]: direct queue "main" waits for fence "F" >= 0, which is true from the start and orders nothing`},
	{"a list of two threads", func(w *world) { one, two := w.twoThreads(); w.by(one, w.open); w.by(two, w.open); w.over() },
		func(w *world) {
			one, two := w.twoThreads()
			w.by(one, w.open)
			w.join(one)
			w.by(0, w.open)
			w.by(0, w.open)
			w.over()
			_ = two
		},
		`error[GS0530]: thread "one" and thread "two" use direct list "draw", and nothing orders their calls`},
	{"a wait of one thread and the signal of another", func(w *world) { w.twoOnQueue(false) }, func(w *world) { w.twoOnQueue(true) },
		`error[GS0505]: direct queue "main" stands still for ever if thread "two" calls Wait before thread "one" calls Signal, and nothing orders their calls`},
	{"two signalers", func(w *world) { w.signal(w.main, w.f, 1); w.signal(w.copyQ, w.f, 2); w.signal(w.main, w.f, 3) },
		func(w *world) { w.signal(w.main, w.f, 1); w.signal(w.main, w.f, 2) }, `advice[GS0906]: fence "F" is signalled by direct queue "main" and by copy queue "copy" in no defined order`},
}

// twoThreads makes two CPU threads, which nothing orders.
func (w *world) twoThreads() (one, two gpu.ID) {
	return w.create("Thread", gpu.KindThread, "one", nil).id, w.create("Thread", gpu.KindThread, "two", nil).id
}

// twoOnQueue lets one thread signal on a queue, and another one let it wait for that, in this order or in none. Both have ended then.
func (w *world) twoOnQueue(ordered bool) {
	one, two := w.twoThreads()
	w.thread = one
	w.signal(w.main, w.f, 1)
	if w.thread = two; ordered {
		w.join(one)
	}
	w.wait(w.main, w.f, 1)
	w.thread = 0
	w.join(one)
	w.join(two)
	w.cpu(gpu.FenceCPUWait, w.f, 1)
	w.over()
}

// by records a copy on a thread.
func (w *world) by(thread gpu.ID, l *fake) {
	w.thread = thread
	w.copy(l, w.b, w.a)
	w.thread = 0
}

// join waits for the end of a thread.
func (w *world) join(thread gpu.ID) {
	w.do(&gpu.EventCall{CallHead: w.head("Join"), Events: []gpu.ID{thread}, All: true})
}
