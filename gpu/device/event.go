package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// EventKind says what happened on the machine.
type EventKind string

// The kinds of events, in the words of traces.
const (
	EventCommandStart EventKind = "start"
	EventCommandEnd   EventKind = "end"
	EventBatchStart   EventKind = "batch"
	EventBatchRetired EventKind = "retired"
	EventBatchDropped EventKind = "dropped"
	EventPreempted    EventKind = "preempted"
	EventSignal       EventKind = "signal"
	EventQueueWaits   EventKind = "waits"
	EventQueueGoesOn  EventKind = "goes on"
	EventThreadStart  EventKind = "thread start"
	EventThreadBlocks EventKind = "blocks"
	EventThreadWakes  EventKind = "wakes"
	EventThreadEnd    EventKind = "thread end"
	EventSet          EventKind = "set"
	EventReset        EventKind = "reset"
	EventPaused       EventKind = "paused"
	EventResumed      EventKind = "resumed"
	EventRemoved      EventKind = "removed"
)

// MachineEvent is one thing that happened, at a virtual time, in the order in which things happened.
type MachineEvent struct {
	Kind   EventKind
	Time   uint64 // virtual nanoseconds
	Device string
	Engine string // "3D", "COMPUTE", "COPY" while a command has it
	Queue  string
	Thread string
	Fence  string
	Event  string
	Value  uint64
	Op     gpu.Op // of the command
	List   string // the list that the command was recorded in
	Index  uint32 // of the command in its list
	Text   string // of a marker or region
	Site   gpu.Site
}

var eventKinds = map[sched.RecordKind]EventKind{
	sched.CommandStarted: EventCommandStart, sched.CommandFinished: EventCommandEnd, sched.Preempted: EventPreempted, sched.BatchStarted: EventBatchStart,
	sched.BatchRetired: EventBatchRetired, sched.BatchDropped: EventBatchDropped, sched.Signalled: EventSignal, sched.QueueWaits: EventQueueWaits,
	sched.QueueGoesOn: EventQueueGoesOn, sched.ThreadStarted: EventThreadStart, sched.ThreadBlocked: EventThreadBlocks, sched.ThreadWoken: EventThreadWakes,
	sched.ThreadEnded: EventThreadEnd, sched.EventSet: EventSet, sched.EventReset: EventReset, sched.DevicePaused: EventPaused,
	sched.DeviceResumed: EventResumed, sched.DeviceRemoved: EventRemoved,
}

// observer turns the scheduler's records into events.
type observer struct{ a *Adapter }

// Observe implements sched.Observer.
func (o observer) Observe(r sched.Record) {
	kind, ok := eventKinds[r.Kind]
	if !ok {
		return
	}
	e := MachineEvent{Kind: kind, Time: uint64(r.At), Value: r.Value, Site: gpu.Site(r.Tag)}
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
		e.Event = r.Event.Name()
	}
	if r.Kind == sched.CommandStarted || r.Kind == sched.CommandFinished {
		e.Engine = r.Engine.String()
		o.command(&e, r)
	}
	o.a.onEvent(e)
}

// command fills in which recorded command an event is about.
func (o observer) command(e *MachineEvent, r sched.Record) {
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
