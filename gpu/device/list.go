package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/passes"
	"github.com/gpuscript/gpuscript/gpu/device/internal/recording"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// CommandAllocator backs the commands of lists of one type. One list records on it at a time; it may be reset when the GPU has finished all of them.
type CommandAllocator struct {
	object
	typ  gpu.CommandListType
	pool recording.Pool
}

// CommandAllocatorType implements gpu.CommandAllocator.
func (c *CommandAllocator) CommandAllocatorType() gpu.CommandListType { return c.typ }

// Reset recycles the memory of all lists recorded on the allocator. The GPU must have finished them.
func (c *CommandAllocator) Reset() error {
	return c.adapter.listCall(gpu.ListCall{CallHead: c.head("Reset"), Act: gpu.AllocatorReset, Allocator: c.id}, c.pool.Recycle)
}

// Release gives the allocator up.
func (c *CommandAllocator) Release() error {
	return c.release(func() { c.pool = recording.Pool{}; c.adapter.destroy(c.id) })
}

// CommandList records commands for a queue of its type.
type CommandList struct {
	object
	typ     gpu.CommandListType
	stream  *recording.Stream
	scratch gpu.Command
	pass    passes.Pass
}

// CommandListType implements gpu.CommandList.
func (l *CommandList) CommandListType() gpu.CommandListType { return l.typ }

// CreateCommandAllocator makes an allocator for lists of one type. The name may be empty.
func (d *Device) CreateCommandAllocator(typ gpu.CommandListType, name string) (*CommandAllocator, error) {
	c, desc := &CommandAllocator{typ: typ}, gpu.CommandAllocatorDesc{Name: name, Type: typ}
	call := d.begin(d.head("CreateCommandAllocator"), c, gpu.KindCommandAllocator, "allocator", &desc.Name, &desc)
	return c, d.adapter.create(sched.CallCreate, call, c, nothing)
}

// CreateCommandList makes a list: open when the description has an allocator, closed otherwise.
func (d *Device) CreateCommandList(desc gpu.CommandListDesc) (*CommandList, error) {
	l := &CommandList{typ: desc.Type, stream: &recording.Stream{}}
	call := d.begin(d.head("CreateCommandList"), l, gpu.KindCommandList, "list", &desc.Name, &desc)
	return l, d.adapter.create(sched.CallCreate, call, l, func() error {
		if desc.Allocator != nil {
			l.open(desc.Allocator.(*CommandAllocator), desc.InitialState)
		}
		return nil
	})
}

// open starts a recording.
func (l *CommandList) open(alloc *CommandAllocator, initial gpu.PipelineState) {
	l.stream, l.pass.Open = alloc.pool.Take(), false
	if initial != nil {
		l.stream.Commands = append(l.stream.Commands, gpu.Command{Op: gpu.OpSetPipelineState, List: l.id, Object: initial.ID()})
	}
}

// Close ends the recording.
func (l *CommandList) Close() error {
	return l.adapter.listCall(gpu.ListCall{CallHead: l.head("Close"), Act: gpu.ListClose, List: l.id}, func() {})
}

// Reset opens the list again, on the same or another allocator. The list itself may still be in flight.
func (l *CommandList) Reset(alloc gpu.CommandAllocator, initial gpu.PipelineState) error {
	call := gpu.ListCall{CallHead: l.head("Reset"), Act: gpu.ListReset, List: l.id, Allocator: alloc.ID()}
	if initial != nil {
		call.Pipeline = initial.ID()
	}
	return l.adapter.listCall(call, func() { l.open(alloc.(*CommandAllocator), initial) })
}

// listCall is the life of an act on a list or an allocator.
func (a *Adapter) listCall(c gpu.ListCall, do func()) error {
	call := a.lists.Take()
	defer a.lists.Give(call)
	*call = c
	return a.issue(sched.CallReset, call, func() error {
		do()
		return nil
	})
}

// Release gives the list up. It may still be in flight.
func (l *CommandList) Release() error {
	return l.release(func() { l.adapter.destroy(l.id) })
}

// Recorded is how many commands the list has since it was reset.
func (l *CommandList) Recorded() uint32 { return uint32(len(l.stream.Commands)) }

// begin spends the CPU's time for a command, in which other threads may go on, and starts the command in the list's scratch value.
func (l *CommandList) begin(op gpu.Op) *gpu.Command {
	a, c, site := l.adapter, &l.scratch, l.site
	a.sim.Call(sched.CallRecord)
	*c = gpu.Command{Op: op, By: l.pass.By, Site: site, List: l.id, Index: uint32(len(l.stream.Commands)), Thread: a.threadID()}
	l.site = 0
	return c
}

// commit is the life of a recorded command after begin: the layers, the slice, the layers. It allocates nothing but the growth of the slice.
func (l *CommandList) commit() error {
	a, stream := l.adapter, l.stream
	if ok, err := a.layers.Check(&l.scratch); !ok || l.stream != stream { // another thread has begun the list anew meanwhile
		return err
	}
	l.scratch.Index = uint32(len(stream.Commands))
	l.stream.Commands = append(l.stream.Commands, l.scratch)
	a.layers.Record(&l.scratch)
	a.stats.Commands++
	return a.layers.Pending() // an incident of the GPU: the command is recorded all the same
}

// Unsupported refuses a command of Direct3D 12 that this version does not have, by its name.
func (l *CommandList) Unsupported(method string) error {
	return l.adapter.issue(sched.CallQuery, &gpu.UnsupportedCall{CallHead: l.head(method), List: l.id}, nothing)
}

func nothing() error { return nil }
