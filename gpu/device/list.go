package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// stream is the memory of one recording. It belongs to the allocator that the list recorded on:
//
//	allocator.Reset: spare ←──────────────┐
//	list.Reset:      spare → recording    │
//	list.Close:      recording → closed   │
//	submit:          closed → in flight ──┘ (inFlight counts executions)
type stream struct {
	list     gpu.ID
	commands []gpu.Command
	words    []uint32
	barriers []gpu.Barrier
	rects    []gpu.Rect
	writes   []gpu.WriteBufferImmediateParameter
	copies   []gpu.TextureCopy

	args          []gpu.GraphicsArgs
	targets       []gpu.TargetView
	viewports     []gpu.Viewport
	vertexBuffers []gpu.VertexBufferView
	bundles       []*stream // by ExecuteBundle

	inFlight int
	lost     bool // its allocator was reset while the GPU still ran it: it is never used again
}

// clear empties the stream for another recording and keeps its memory.
func (s *stream) clear(list gpu.ID) {
	clear(s.commands) // drop references into the payload slices
	s.list, s.commands = list, s.commands[:0]
	s.words, s.barriers, s.rects = s.words[:0], s.barriers[:0], s.rects[:0]
	s.writes, s.copies = s.writes[:0], s.copies[:0]
	clear(s.args)
	clear(s.bundles)
	s.args, s.targets, s.viewports = s.args[:0], s.targets[:0], s.viewports[:0]
	s.vertexBuffers, s.bundles = s.vertexBuffers[:0], s.bundles[:0]
}

// fly counts an execution of the recording, and of the bundles in it, that begins (1) or ends (-1).
func (s *stream) fly(n int) {
	s.inFlight += n
	for _, b := range s.bundles {
		b.inFlight += n
	}
}

// CommandAllocator backs the commands of lists of one type. One list records on it at a time; it may be reset when the
// GPU has finished all of them.
type CommandAllocator struct {
	object
	typ     gpu.CommandListType
	streams []*stream // in use since the last Reset
	spare   []*stream
}

// CommandAllocatorType implements gpu.CommandAllocator.
func (c *CommandAllocator) CommandAllocatorType() gpu.CommandListType { return c.typ }

// take starts a stream for a list.
func (c *CommandAllocator) take(list gpu.ID) *stream {
	var s *stream
	if n := len(c.spare); n > 0 {
		s, c.spare = c.spare[n-1], c.spare[:n-1]
	} else {
		s = &stream{}
	}
	s.clear(list)
	c.streams = append(c.streams, s)
	return s
}

// Reset recycles the memory of all lists recorded on the allocator. The GPU must have finished them.
func (c *CommandAllocator) Reset() error {
	call := &gpu.ListCall{CallHead: c.head("Reset"), Act: gpu.AllocatorReset, Allocator: c.id}
	return c.adapter.issue(sched.CallReset, call, func() error {
		for _, s := range c.streams {
			if s.inFlight == 0 {
				c.spare = append(c.spare, s)
			} else {
				s.lost = true
			}
		}
		c.streams = c.streams[:0]
		return nil
	})
}

// Release gives the allocator up.
func (c *CommandAllocator) Release() error {
	return c.release(func() { c.streams, c.spare = nil, nil; c.adapter.destroy(c.id) })
}

// CommandList records commands for a queue of its type.
type CommandList struct {
	object
	typ       gpu.CommandListType
	stream    *stream
	recording bool
	scratch   gpu.Command
	pass      renderPass
}

// CommandListType implements gpu.CommandList.
func (l *CommandList) CommandListType() gpu.CommandListType { return l.typ }

// CreateCommandAllocator makes an allocator for lists of one type. The name may be empty.
func (d *Device) CreateCommandAllocator(typ gpu.CommandListType, name string) (*CommandAllocator, error) {
	a, c := d.adapter, &CommandAllocator{typ: typ}
	a.init(&c.object, gpu.KindCommandAllocator, name, "allocator")
	desc := &gpu.CommandAllocatorDesc{Name: c.name, Type: typ}
	call := &gpu.CreateCall{CallHead: d.head("CreateCommandAllocator"), Device: d.id, Kind: c.kind, Object: c.id, Name: c.name, Desc: desc}
	err := a.create(sched.CallCreate, call, func() error {
		a.created(&c.object, c)
		return nil
	})
	return c, err
}

// CreateCommandList makes a list: open when the description has an allocator, closed otherwise.
func (d *Device) CreateCommandList(desc gpu.CommandListDesc) (*CommandList, error) {
	a, l := d.adapter, &CommandList{typ: desc.Type, stream: &stream{}}
	a.init(&l.object, gpu.KindCommandList, desc.Name, "list")
	desc.Name = l.name
	call := &gpu.CreateCall{CallHead: d.head("CreateCommandList"), Device: d.id, Kind: l.kind, Object: l.id, Name: l.name, Desc: &desc}
	err := a.create(sched.CallCreate, call, func() error {
		a.created(&l.object, l)
		if desc.Allocator != nil {
			l.open(desc.Allocator.(*CommandAllocator), desc.InitialState)
		}
		return nil
	})
	return l, err
}

// open starts a recording.
func (l *CommandList) open(alloc *CommandAllocator, initial gpu.PipelineState) {
	l.stream, l.recording, l.pass.open = alloc.take(l.id), true, false
	if initial != nil {
		l.stream.commands = append(l.stream.commands, gpu.Command{Op: gpu.OpSetPipelineState, List: l.id, Object: initial.ID()})
	}
}

// Close ends the recording.
func (l *CommandList) Close() error {
	call := &gpu.ListCall{CallHead: l.head("Close"), Act: gpu.ListClose, List: l.id}
	return l.adapter.issue(sched.CallReset, call, func() error {
		l.recording = false
		return nil
	})
}

// Reset opens the list again, on the same or another allocator. The list itself may still be in flight.
func (l *CommandList) Reset(alloc gpu.CommandAllocator, initial gpu.PipelineState) error {
	call := &gpu.ListCall{CallHead: l.head("Reset"), Act: gpu.ListReset, List: l.id, Allocator: alloc.ID()}
	if initial != nil {
		call.Pipeline = initial.ID()
	}
	return l.adapter.issue(sched.CallReset, call, func() error {
		l.open(alloc.(*CommandAllocator), initial)
		return nil
	})
}

// Release gives the list up. It may still be in flight.
func (l *CommandList) Release() error {
	return l.release(func() { l.adapter.destroy(l.id) })
}

// begin starts a command in the list's scratch value.
func (l *CommandList) begin(op gpu.Op) *gpu.Command {
	c := &l.scratch
	*c = gpu.Command{Op: op, Site: l.site, List: l.id, Index: uint32(len(l.stream.commands))}
	l.site = 0
	return c
}

// commit is the life of a recorded command: the clock, the layers, the slice, the layers. It allocates nothing but the
// growth of the slice.
func (l *CommandList) commit() error {
	a := l.adapter
	a.sim.Call(sched.CallRecord)
	if ok, err := a.layers.Check(&l.scratch); !ok {
		return err
	}
	l.stream.commands = append(l.stream.commands, l.scratch)
	a.layers.Record(&l.scratch)
	a.stats.Commands++
	return a.layers.Pending() // an incident of the GPU: the command is recorded all the same
}

// Unsupported refuses a command of Direct3D 12 that this version does not have, by its name.
func (l *CommandList) Unsupported(method string) error {
	return l.adapter.issue(sched.CallQuery, &gpu.UnsupportedCall{CallHead: l.head(method), List: l.id}, nothing)
}

func nothing() error { return nil }
