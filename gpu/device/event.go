package device

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

var eventKinds = map[sched.RecordKind]trace.Kind{
	sched.CommandStarted: trace.CommandStart, sched.CommandFinished: trace.CommandEnd, sched.Preempted: trace.Preempted, sched.BatchStarted: trace.BatchStart,
	sched.BatchRetired: trace.BatchRetired, sched.BatchDropped: trace.BatchDropped, sched.Signalled: trace.Signal, sched.QueueWaits: trace.QueueWaits,
	sched.QueueGoesOn: trace.QueueGoesOn, sched.ThreadStarted: trace.ThreadStart, sched.ThreadBlocked: trace.ThreadBlocks, sched.ThreadWoken: trace.ThreadWakes,
	sched.ThreadEnded: trace.ThreadEnd, sched.EventSet: trace.EventSet, sched.EventReset: trace.EventReset, sched.DevicePaused: trace.Paused,
	sched.DeviceResumed: trace.Resumed, sched.DeviceRemoved: trace.Removed,
}

// observer turns the scheduler's records into events.
type observer struct{ a *Adapter }

// Observe implements sched.Observer.
func (o observer) Observe(r sched.Record) {
	kind, ok := eventKinds[r.Kind]
	if !ok || r.Thread != nil && slices.Contains(o.a.workers, r.Thread) {
		return
	}
	e := trace.Event{Kind: kind, Time: uint64(r.At), Value: r.Value, Site: gpu.Site(r.Tag)}
	if r.GPU != nil {
		e.Device = r.GPU.Name()
	}
	if r.Queue != nil {
		e.Queue = r.Queue.Name()
	}
	if r.Thread != nil {
		e.Thread = r.Thread.Name()
	}
	if r.Fence != nil {
		e.Fence = r.Fence.Name()
	}
	if r.Event != nil {
		e.Object = r.Event.Name()
	}
	if r.Kind == sched.CommandStarted || r.Kind == sched.CommandFinished {
		e.Engine = r.Engine.String()
		o.command(&e, r)
	}
	o.a.onEvent(e)
}

// command fills in which recorded command an event is about.
func (o observer) command(e *trace.Event, r sched.Record) {
	q, ok := o.a.objects[r.Queue.Tag()].(*CommandQueue)
	if !ok || len(q.flight) == 0 {
		return
	}
	if c := q.flight[0].command(r.Index); c != nil {
		e.Op, e.Index, e.Text, e.Site = c.Op, c.Index, c.Text, c.Site
		if l, ok := o.a.objects[c.List].(*CommandList); ok {
			e.List = l.name
		}
	}
}
