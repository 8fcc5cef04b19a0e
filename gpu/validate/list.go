package validate

import (
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/named"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/protocol"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/recorded"
)

// told is the list as messages of its protocol need it.
func (v *Validator) told(l *list) protocol.List { return l.Told(bodyOf[allocator](v, l.Alloc)) }

func (v *Validator) recordCreateList(c *gpu.CreateCall, d *gpu.CommandListDesc) {
	l := recorded.New(c.Object, c.Device, d.Type)
	v.add(c, l.Noun(), l)
	if d.Allocator != nil {
		v.begin(l, d.Allocator.ID(), gpu.IDOf(d.InitialState), c.Site, v.thread(&c.CallHead))
	}
}

// begin starts a recording.
func (v *Validator) begin(l *list, alloc, pipeline gpu.ID, site gpu.Site, thread track.Agent) {
	v.stamp++
	v.unwatch(l)
	l.Begin(alloc, v.stamp, site, thread)
	v.setPipeline(l, pipeline)
	o := v.objects.Get(l.ID)
	o.Uses = o.Uses[:0] // what is in flight is the last recording
	if pipeline != 0 {
		v.refer(l, pipeline, site, gpu.OpSetPipelineState)
	}
	if a := bodyOf[allocator](v, alloc); a != nil {
		a.Open, a.Site, l.Resets = l.ID, site, a.Reset
	}
}

// forgetState is what Reset and ClearState do.
func (v *Validator) forgetState(l *list, pipeline gpu.ID) {
	l.Forget()
	v.setPipeline(l, pipeline)
}

func (v *Validator) setPipeline(l *list, id gpu.ID) {
	l.Pipeline, l.Program = id, bodyOf[pipeline](v, id)
}

// refer remembers that the recording needs an object.
func (v *Validator) refer(l *list, id gpu.ID, site gpu.Site, op gpu.Op) {
	if id == 0 || !v.on() {
		return
	}
	if o := v.objects.Get(id); o != nil && o.Stamp != l.Stamp {
		o.Stamp = l.Stamp
		l.Refs = append(l.Refs, recorded.Ref{ID: id, Site: site, Op: op})
	}
}

// recordCommand follows a command that was recorded: the bindings of the list and what it refers to.
func (v *Validator) recordCommand(c *gpu.Command) {
	l := v.list(c.List)
	if l == nil {
		return
	}
	l.Suspect, l.Count, l.Latest = recorded.Mishap{}, c.Index+1, c.Site
	l.Turn(v.draws(c))
	for _, id := range [...]gpu.ID{c.Dst, c.Src, c.Object} {
		v.refer(l, id, c.Site, c.Op)
	}
	if v.on() {
		l.Barriers.Follow(c)
	}
	v.follow(l, c)
}

// follow is the part of recordCommand that depends on the command.
func (v *Validator) follow(l *list, c *gpu.Command) {
	if l.Graphics.Follow(v.world(l, c), c) {
		if c.Op == gpu.OpExecuteBundle {
			v.followBundle(l, c)
		}
		return
	}
	switch c.Op {
	case gpu.OpDrawInstanced, gpu.OpDrawIndexedInstanced, gpu.OpDispatch:
		v.followDispatch(l, c)
	case gpu.OpExecuteIndirect:
		v.followDispatch(l, c)
		s := bodyOf[commandSignature](v, c.Object)
		if s != nil && len(s.Names) > 0 {
			l.Names = append(l.Names, named.Command{List: l.ID, Index: c.Index, Slots: s.Names})
		}
		l.Spend(s, c.Site)
	case gpu.OpSetComputeRoot32BitConstant, gpu.OpSetComputeRoot32BitConstants, gpu.OpSetComputeRootConstantBufferView,
		gpu.OpSetComputeRootDescriptorTable,
		gpu.OpSetComputeRootShaderResourceView, gpu.OpSetComputeRootUnorderedAccessView, gpu.OpSetGraphicsRoot32BitConstant,
		gpu.OpSetGraphicsRoot32BitConstants,
		gpu.OpSetGraphicsRootConstantBufferView, gpu.OpSetGraphicsRootDescriptorTable, gpu.OpSetGraphicsRootShaderResourceView,
		gpu.OpSetGraphicsRootUnorderedAccessView:
		v.followArgument(l, c)
	case gpu.OpClearUnorderedAccessViewFloat, gpu.OpClearUnorderedAccessViewUint:
		l.Tables.Add(reading.Table{Base: c.GPUHandle, Op: c.Op, Site: c.Site, Set: c.Site, Writes: v.writes,
			Barriers: l.Barriers.Len(), Index: c.Index}, nil)
		l.Clears.Add(c, bodyOf[descriptorHeap](v, c.CPUHandle.Heap), v.writes)
	case gpu.OpSetPipelineState:
		v.setPipeline(l, c.Object)
	case gpu.OpSetComputeRootSignature, gpu.OpSetGraphicsRootSignature:
		l.SetRoot(c.Object, bodyOf[rootSignature](v, c.Object), c.Site)
	case gpu.OpSetDescriptorHeaps:
		v.followHeaps(l, c)
	case gpu.OpClearState:
		l.Graphics.Clear(func() { v.forgetState(l, c.Object) })
	case gpu.OpBeginEvent:
		l.Events = append(l.Events, c.Site)
	case gpu.OpEndEvent:
		l.Events = l.Events[:max(len(l.Events)-1, 0)]
	case gpu.OpResourceBarrier:
		for i := range c.Barriers {
			b := &c.Barriers[i]
			for _, id := range [...]gpu.ID{b.Resource, b.Aliased[0], b.Aliased[1]} {
				v.refer(l, id, c.Site, c.Op)
			}
			if b.Type == gpu.BarrierAliasing || b.Before.Writes() != 0 {
				l.Moved = c.Index
			}
		}
	case gpu.OpWriteBufferImmediate:
		for _, w := range c.Writes {
			v.refer(l, v.bufferAt(w.Dest), c.Site, c.Op)
		}
	}
}

// bufferAt is the buffer at an address, 0 if there is none or addresses cannot be asked for.
func (v *Validator) bufferAt(address uint64) (id gpu.ID) {
	if v.resourceAt != nil {
		id, _, _ = v.resourceAt(address)
	}
	return id
}

func (v *Validator) followArgument(l *list, c *gpu.Command) {
	if c.Slot >= 64 {
		return
	}
	if len(c.Words) > 0 {
		l.PutConstants(c, l.Set>>c.Slot&1 == 0)
	}
	a := l.Put(c.Slot)
	*a = program.Argument{Table: c.GPUHandle, Writes: v.writes, Site: c.Site, Index: c.Index, Op: c.Op}
	if c.Address != 0 {
		a.Resource = v.bufferAt(c.Address)
		v.refer(l, a.Resource, c.Site, c.Op)
	}
	if v.on() && l.Signature != nil && len(l.Signature.Statics) > 0 {
		a.Clock = v.order.Told(l.Thread)
		v.watch(l, c.Slot, a)
	}
}

// followHeaps replaces the set of bound heaps; tables of a heap that changes become undefined.
func (v *Validator) followHeaps(l *list, c *gpu.Command) {
	before := l.Heaps
	l.Heaps, l.HeapSite = [2]gpu.ID{}, c.Site
	for _, id := range c.Heaps {
		if h := bodyOf[descriptorHeap](v, id); h != nil && h.Desc.Type <= gpu.HeapSampler {
			l.Heaps[h.Desc.Type] = id
			v.refer(l, id, c.Site, c.Op)
		}
	}
	for i := range l.Points {
		l.Points[i].LoseTables(before, l.Heaps)
	}
}

// followDispatch remembers the tables that the dispatch reads; their descriptors are looked at when the list is submitted.
func (v *Validator) followDispatch(l *list, c *gpu.Command) {
	p, r := l.Program, l.Signature
	l.Ran = true
	if r == nil && p != nil && l.Type == gpu.ListBundle { // it takes over that of the list, with all arguments
		r = bodyOf[rootSignature](v, p.Root)
	}
	if p == nil || r == nil || !v.on() {
		return
	}
	l.Promises = l.Promise(l.Promises, p, ^uint64(0), c.Index, c.Index, l.Moved)
	v.written = l.Graphics.Written(v.world(l, c), v.needs.Written(v.written[:0]))
	for rest := p.Reads.Needs & r.Tables.Set; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		a := l.Given(i)
		l.Tables.Add(reading.Table{Base: a.Table, Slot: uint32(i), Pipeline: l.Pipeline, Op: c.Op, Site: c.Site, Set: a.Site, Writes: a.Writes,
			Barriers: l.Barriers.Len(), Index: c.Index}, v.written)
	}
}
