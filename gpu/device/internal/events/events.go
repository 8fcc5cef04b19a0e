// Package events turns records of the scheduler into events of package trace, and says in words what commands ask for. It must not know devices, nor who wants
// to hear of events.
package events

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

var kinds = map[sched.RecordKind]trace.Kind{
	sched.CommandStarted: trace.CommandStart, sched.CommandFinished: trace.CommandEnd, sched.Preempted: trace.Preempted, sched.BatchStarted: trace.BatchStart,
	sched.BatchRetired: trace.BatchRetired, sched.BatchDropped: trace.BatchDropped, sched.Signalled: trace.Signal, sched.QueueWaits: trace.QueueWaits,
	sched.QueueGoesOn: trace.QueueGoesOn, sched.ThreadStarted: trace.ThreadStart, sched.ThreadBlocked: trace.ThreadBlocks, sched.ThreadWoken: trace.ThreadWakes,
	sched.ThreadEnded: trace.ThreadEnd, sched.EventSet: trace.EventSet, sched.EventReset: trace.EventReset, sched.DevicePaused: trace.Paused,
	sched.DeviceResumed: trace.Resumed, sched.DeviceRemoved: trace.Removed,
}

// Of is the event of a record, as far as the scheduler knows it; ok is false where nobody outside wants to know.
func Of(r sched.Record) (e trace.Event, ok bool) {
	kind, ok := kinds[r.Kind]
	if !ok {
		return e, false
	}
	e = trace.Event{Kind: kind, Time: uint64(r.At), Value: r.Value, Site: gpu.Site(r.Tag)}
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
	if r.Kind == sched.CommandStarted || r.Kind == sched.CommandFinished {
		e.Engine = r.Engine.String()
	}
	return e, true
}

// Size is what a command asks for, in words; "" of those that the accesses tell all about.
func Size(c *gpu.Command) string {
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
