// Package events turns what happened into events of package trace: the records of the scheduler, what commands did, accesses of the CPU.
//
// It must not know devices or queues as objects: they are names here.
package events

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/costs"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

var kinds = map[sched.RecordKind]trace.Kind{
	sched.CommandStarted: trace.CommandStart, sched.CommandFinished: trace.CommandEnd, sched.Preempted: trace.Preempted,
	sched.BatchStarted: trace.BatchStart,
	sched.BatchRetired: trace.BatchRetired, sched.BatchDropped: trace.BatchDropped, sched.Signalled: trace.Signal, sched.QueueWaits: trace.QueueWaits,
	sched.QueueGoesOn: trace.QueueGoesOn, sched.ThreadStarted: trace.ThreadStart, sched.ThreadBlocked: trace.ThreadBlocks,
	sched.ThreadWoken: trace.ThreadWakes,
	sched.ThreadEnded: trace.ThreadEnd, sched.EventSet: trace.EventSet, sched.EventReset: trace.EventReset, sched.DevicePaused: trace.Paused,
	sched.DeviceResumed: trace.Resumed, sched.DeviceRemoved: trace.Removed,
}

// Of is a record of the scheduler as an event, as far as the record says; ok is false for one that no trace tells of.
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
		e.Queue, e.QueueID, e.Device = r.Queue.Name(), gpu.ID(r.Queue.Tag()), r.Queue.GPU().Name()
	}
	if r.Thread != nil {
		e.Thread, e.ThreadID = r.Thread.Name(), r.Thread.ID()
	}
	if r.Fence != nil {
		e.Fence, e.ID = r.Fence.Name(), gpu.ID(r.Fence.Tag())
	}
	if r.Event != nil {
		e.Object = r.Event.Name()
	}
	if r.Kind == sched.CommandStarted || r.Kind == sched.CommandFinished {
		e.Engine = r.Engine.String()
	}
	return e, true
}

// Lists are the names of lists, joined.
func Lists(lists []gpu.CommandList) string {
	var names []string
	for _, l := range lists {
		names = append(names, l.Name())
	}
	return strings.Join(names, ", ")
}

// Mapped is an access of the CPU to the bytes [begin, end) of a resource.
func Mapped(act gpu.MapAct, resource string, begin, end uint64) *trace.Done {
	kind := gpu.AccessRead
	if act == gpu.MapWrite {
		kind = gpu.AccessWrite
	}
	return &trace.Done{Accesses: []trace.Access{{Resource: resource, Kind: kind, Begin: begin, End: end}}}
}

// Add adds what a command did to what others of its bundle did, nil at first; it returns nil as long as that is nothing worth telling. The names of
// the pipeline that is bound and of the resources of accesses come from functions; "" names none.
func Add(d *trace.Done, c *gpu.Command, o *exec.Outcome, pipeline func() string, accesses []gpu.Access, name func(gpu.ID) string) *trace.Done {
	size, class := sizeOf(c), costs.ClassOf(c, o)
	if o.Skipped || size == "" && o.BytesWritten == 0 && class != costs.Copy {
		return d
	}
	if d == nil {
		d = &trace.Done{Size: size}
	}
	d.Instructions, d.Written = d.Instructions+o.Instructions, d.Written+o.BytesWritten
	switch class {
	case costs.Draw:
		d.Pipeline, d.Items = pipeline(), d.Items+o.Drawn.IAPrimitives
	case costs.Dispatch:
		d.Pipeline, d.Items = pipeline(), d.Items+o.WorkItems
	}
	for i := range accesses {
		x := &accesses[i]
		if resource := name(x.Resource); resource != "" {
			d.Add(trace.Access{Resource: resource, Kind: x.Kind, Begin: x.Begin, End: x.End})
		}
	}
	return d
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
