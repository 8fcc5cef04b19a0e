package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/accesses"
	"github.com/gpuscript/gpuscript/gpu/device/internal/events"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

// observer turns the scheduler's records into events.
type observer struct{ a *Adapter }

// Observe implements sched.Observer.
func (o observer) Observe(r sched.Record) {
	e, ok := events.Of(r)
	if !ok || r.Thread != nil && o.a.workers.Runs(r.Thread) {
		return
	}
	switch r.Kind {
	case sched.CommandStarted, sched.CommandFinished, sched.BatchStarted, sched.BatchRetired, sched.BatchDropped:
		o.batch(&e, r)
	}
	o.a.onEvent(e)
}

// batch fills in which submission and which recorded command an event is about: of the oldest batch of the queue. Of a queue that was given up
// nothing is known.
func (o observer) batch(e *trace.Event, r sched.Record) {
	q, ok := o.a.objects.Get(gpu.ID(r.Queue.Tag())).(*CommandQueue)
	if !ok || q.work.Oldest() == nil {
		return
	}
	b := q.work.Oldest()
	e.Submission = b.Number()
	if r.Kind == sched.CommandFinished {
		e.Done = b.Done()
	}
	if c := b.Command(r.Index); c != nil && e.Engine != "" {
		e.Op, e.Index, e.Text, e.Site = c.Op, c.Index, c.Text, c.Site
		e.List = o.a.nameOf(c.List)
	}
}

// nameOf is the name of an object, "" of one that is not there.
func (a *Adapter) nameOf(id gpu.ID) string {
	if o, ok := a.objects.Get(id).(made); ok {
		return o.common().name
	}
	return ""
}

// event hands an event of the CPU or of a screen over. The observer of the scheduler has all others.
func (a *Adapter) event(e trace.Event) {
	if a.onEvent != nil {
		e.Time = uint64(a.sim.Now())
		a.onEvent(e)
	}
}

// told tells of a submission.
func (q *CommandQueue) told(lists []gpu.CommandList, site gpu.Site) {
	if a := q.adapter; a.onEvent != nil {
		a.event(trace.Event{Kind: trace.Submits, Device: q.home.name, Thread: a.sim.Running().Name(), ThreadID: a.sim.Running().
			ID(), Queue: q.name, QueueID: q.id, List: events.Lists(lists), Submission: q.Submissions(), Site: site})
	}
}

// touched tells of an access of the CPU through a mapped pointer.
func (a *Adapter) touched(act gpu.MapAct, r *Resource, begin, end uint64, site gpu.Site) {
	accesses.WatchCPU(a.sim, act, r.exec.Base+begin, r.exec.Base+end)
	if a.onEvent != nil {
		a.event(trace.Event{Kind: trace.Touches, Thread: a.sim.Running().Name(), ThreadID: a.sim.Running().
			ID(), Done: events.Mapped(act, r.name, begin, end), Site: site})
	}
}

// took tells how much video memory objects have, with one more.
func (a *Adapter) took(base, size uint64) {
	if a.onEvent != nil {
		a.held[base] = size
		a.usedMemory += size
		a.event(trace.Event{Kind: trace.Memory, Value: a.usedMemory})
	}
}

// free gives the memory of an object back, and tells what is left.
func (a *Adapter) free(base uint64) {
	a.vram.Free(base)
	if a.onEvent != nil {
		a.usedMemory -= a.held[base]
		delete(a.held, base)
		a.event(trace.Event{Kind: trace.Memory, Value: a.usedMemory})
	}
}
