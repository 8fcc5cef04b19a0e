package device

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/costs"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
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
		e.Queue, e.Device = r.Queue.Name(), r.Queue.GPU().Name()
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
	switch r.Kind {
	case sched.CommandStarted, sched.CommandFinished:
		e.Engine = r.Engine.String()
		o.command(&e, r)
	case sched.BatchStarted, sched.BatchRetired, sched.BatchDropped:
		if b := o.batch(r); b != nil {
			e.Submission = b.number
		}
	}
	o.a.onEvent(e)
}

// batch is the batch that an event is about: the oldest of its queue. It is nil where the queue was given up.
func (o observer) batch(r sched.Record) *batch {
	if q, ok := o.a.objects[r.Queue.Tag()].(*CommandQueue); ok && len(q.flight) > 0 {
		return q.flight[0]
	}
	return nil
}

// command fills in which recorded command an event is about.
func (o observer) command(e *trace.Event, r sched.Record) {
	b := o.batch(r)
	if b == nil {
		return
	}
	e.Submission = b.number
	if r.Kind == sched.CommandFinished {
		e.Done, b.done = b.done, nil
	}
	if c := b.command(r.Index); c != nil {
		e.Op, e.Index, e.Text, e.Site = c.Op, c.Index, c.Text, c.Site
		if l, ok := o.a.objects[c.List].(*CommandList); ok {
			e.List = l.name
		}
	}
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
	if q.adapter.onEvent == nil {
		return
	}
	var names []string
	for _, l := range lists {
		names = append(names, l.Name())
	}
	q.adapter.event(trace.Event{Kind: trace.Submits, Device: q.home.name, Thread: q.adapter.sim.Running().Name(), Queue: q.name, List: strings.Join(names, ", "),
		Submission: q.submitted, Site: site})
}

// remembered tells how much video memory is in use, if that has changed.
func (a *Adapter) remembered() {
	if a.onEvent == nil {
		return
	}
	if used := a.vram.InUse(); used != a.usedMemory {
		a.usedMemory = used
		a.event(trace.Event{Kind: trace.Memory, Value: used})
	}
}

// did keeps what a command did for its event; a bundle adds up that of its commands.
func (b *batch) did(c *gpu.Command, o *exec.Outcome) {
	a := b.queue.adapter
	if a.onEvent == nil || o.Skipped {
		return
	}
	size, class := sizeOf(c), costs.ClassOf(c, o)
	if size == "" && o.BytesWritten == 0 && class != costs.Copy {
		return
	}
	d := b.done
	if d == nil {
		d = &trace.Done{Size: size}
		b.done = d
	}
	if class == costs.Draw || class == costs.Dispatch {
		if p, ok := a.objects[b.bindings.Pipeline()].(*PipelineState); ok {
			d.Pipeline = p.name
		}
	}
	if class == costs.Draw {
		d.Items += o.Drawn.IAPrimitives
	} else {
		d.Items += o.WorkItems
	}
	d.Instructions, d.Written = d.Instructions+o.Instructions, d.Written+o.BytesWritten
	if !a.layers.Followed() {
		return
	}
	for i := range a.accesses.List {
		x := &a.accesses.List[i]
		if r, ok := a.objects[x.Resource].(*Resource); ok {
			d.Add(trace.Access{Resource: r.name, Kind: x.Kind, Begin: x.Begin, End: x.End})
		}
	}
}

// sizeOf is what a command asks for, in words; "" of those that the accesses tell all about.
func sizeOf(c *gpu.Command) string {
	switch c.Op {
	case gpu.OpDispatch:
		return fmt.Sprintf("%d x %d x %d groups", c.X, c.Y, c.Z)
	case gpu.OpDrawInstanced:
		return fmt.Sprintf("%d vertices, instances %d", c.X, c.Y)
	case gpu.OpDrawIndexedInstanced:
		return fmt.Sprintf("%d indices, instances %d", c.X, c.Y)
	case gpu.OpExecuteIndirect:
		return fmt.Sprintf("at most %d commands", c.Size)
	}
	return ""
}
