package validate

import (
	"math/bits"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/named"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/protocol"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/use"
)

// list is a CommandList and what the validator knows of its recording.
type list struct {
	id     gpu.ID
	device gpu.ID
	typ    gpu.CommandListType
	alloc  gpu.ID // that it recorded on last
	resets uint32 // of the allocator when it began
	open   bool
	stamp  uint32   // of this recording
	opened gpu.Site // where the recording began
	latest gpu.Site // its last command
	closed gpu.Site // where it ended

	// A refused command spoils the recording. Whether it was refused is known when the next call comes and Record was not told of it: suspect is the
	// command until then.
	suspect mishap
	failed  mishap
	dead    bool // Close has failed

	pipeline gpu.ID
	program  *pipeline // of pipeline
	heaps    [2]gpu.ID // by DescriptorHeapType
	heapSite gpu.Site
	*program.Arguments
	points [2]program.Arguments // of dispatches, of draws
	use.Recording

	bundles   []bundleUse
	users     []bundleUser    // of a bundle: who executes it
	submitted bool            // this recording was
	names     []named.Command // whose arguments name buffers

	events   []gpu.Site // BeginEvent without EndEvent
	refs     []ref
	late     substate.Table    // the states that descriptors need which are looked at when the list is submitted,
	behind   substate.Table    // and that they leave
	expects  bool              // there are such states, as the submission that is looked at has them
	thread   track.Agent       // that records
	moved    uint32            // the command with the last barrier out of a state for writing
	promises []content.Promise // that the data which commands read does not change
	watched  []gpu.ID          // memories of which that is promised for as long as the recording exists
}

// argumentsOf are the root arguments of draws, or of dispatches.
func (l *list) argumentsOf(draws bool) *program.Arguments {
	if draws {
		return &l.points[1]
	}
	return &l.points[0]
}

// turn makes the root arguments of draws, or of dispatches, those that rules look at.
func (l *list) turn(draws bool) { l.Arguments = l.argumentsOf(draws) }

// told is the list as messages of its protocol need it.
func (v *Validator) told(l *list) protocol.List {
	told := protocol.List{ID: l.id, Alloc: l.alloc, Type: l.typ, Opened: l.opened, Latest: l.latest, Closed: l.closed, Submitted: l.submitted,
		Bare: l.Count == 0, Refused: l.failed.site, What: l.failed.what}
	if a := bodyOf[allocator](v, l.alloc); a != nil && a.reset != l.resets {
		told.Emptied = a.empty
	}
	return told
}

// mishap is a refused call on a list.
type mishap struct {
	is   bool
	site gpu.Site
	what string
}

// ref is an object that a recording needs when it executes.
type ref struct {
	id   gpu.ID
	site gpu.Site
	op   gpu.Op
}

func (v *Validator) recordCreateList(c *gpu.CreateCall, d *gpu.CommandListDesc) {
	l := &list{id: c.Object, Recording: use.Recording{List: c.Object}, device: c.Device, typ: d.Type}
	l.points[1].Draws = true
	l.turn(false)
	noun := strings.ToLower(d.Type.String()) + " list"
	if d.Type == gpu.ListBundle {
		noun, l.Barriers.None = "bundle", true
	}
	v.add(c, noun, l)
	if d.Allocator != nil {
		v.begin(l, d.Allocator.ID(), gpu.IDOf(d.InitialState), c.Site, v.thread(&c.CallHead))
	}
}

// begin starts a recording.
func (v *Validator) begin(l *list, alloc, pipeline gpu.ID, site gpu.Site, thread track.Agent) {
	v.stamp++
	l.alloc, l.open, l.opened, l.stamp = alloc, true, site, v.stamp
	l.suspect, l.failed, l.dead = mishap{}, mishap{}, false
	v.forgetState(l, pipeline)
	l.events, l.refs = l.events[:0], l.refs[:0]
	l.bundles, l.users, l.submitted, l.names = l.bundles[:0], l.users[:0], false, l.names[:0]
	v.unwatch(l)
	l.promises, l.moved, l.thread = nil, 0, thread
	l.Begin(v.stamp)
	o := v.objects.Get(l.id)
	o.Uses = o.Uses[:0] // what is in flight is the last recording
	if pipeline != 0 {
		v.refer(l, pipeline, site, gpu.OpSetPipelineState)
	}
	if a := bodyOf[allocator](v, alloc); a != nil {
		a.open, a.site, l.resets = l.id, site, a.reset
	}
}

// forgetState is what Reset and ClearState do.
func (v *Validator) forgetState(l *list, pipeline gpu.ID) {
	for i := range l.points {
		l.points[i].Reset()
	}
	l.heaps = [2]gpu.ID{}
	l.Graphics.Reset()
	v.setPipeline(l, pipeline)
}

func (v *Validator) setPipeline(l *list, id gpu.ID) {
	l.pipeline, l.program = id, bodyOf[pipeline](v, id)
}

// refer remembers that the recording needs an object.
func (v *Validator) refer(l *list, id gpu.ID, site gpu.Site, op gpu.Op) {
	if id == 0 || !v.on() {
		return
	}
	if o := v.objects.Get(id); o != nil && o.Stamp != l.stamp {
		o.Stamp = l.stamp
		l.refs = append(l.refs, ref{id, site, op})
	}
}

// settle turns a suspect command that was not recorded into a failed recording.
func (l *list) settle() {
	if l.suspect.is && !l.failed.is {
		l.failed = l.suspect
	}
	l.suspect = mishap{}
}

// recordCommand follows a command that was recorded: the bindings of the list and what it refers to.
func (v *Validator) recordCommand(c *gpu.Command) {
	l := v.list(c.List)
	if l == nil {
		return
	}
	l.suspect, l.Count, l.latest = mishap{}, c.Index+1, c.Site
	l.turn(v.draws(c))
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
			l.names = append(l.names, named.Command{List: l.id, Index: c.Index, Slots: s.Names})
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
		l.events = append(l.events, c.Site)
	case gpu.OpEndEvent:
		l.events = l.events[:max(len(l.events)-1, 0)]
	case gpu.OpResourceBarrier:
		for i := range c.Barriers {
			b := &c.Barriers[i]
			for _, id := range [...]gpu.ID{b.Resource, b.Aliased[0], b.Aliased[1]} {
				v.refer(l, id, c.Site, c.Op)
			}
			if b.Type == gpu.BarrierAliasing || b.Before.Writes() != 0 {
				l.moved = c.Index
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
		a.Clock = v.order.Told(l.thread)
		v.watch(l, c.Slot, a)
	}
}

// followHeaps replaces the set of bound heaps; tables of a heap that changes become undefined.
func (v *Validator) followHeaps(l *list, c *gpu.Command) {
	before := l.heaps
	l.heaps, l.heapSite = [2]gpu.ID{}, c.Site
	for _, id := range c.Heaps {
		if h := bodyOf[descriptorHeap](v, id); h != nil && h.Desc.Type <= gpu.HeapSampler {
			l.heaps[h.Desc.Type] = id
			v.refer(l, id, c.Site, c.Op)
		}
	}
	for i := range l.points {
		l.points[i].LoseTables(before, l.heaps)
	}
}

// followDispatch remembers the tables that the dispatch reads; their descriptors are looked at when the list is submitted.
func (v *Validator) followDispatch(l *list, c *gpu.Command) {
	p, r := l.program, l.Signature
	l.Ran = true
	if r == nil && p != nil && l.typ == gpu.ListBundle { // it takes over that of the list, with all arguments
		r = bodyOf[rootSignature](v, p.Root)
	}
	if p == nil || r == nil || !v.on() {
		return
	}
	l.promises = l.Promise(l.promises, p, ^uint64(0), c.Index, c.Index, l.moved)
	v.written = l.Graphics.Written(v.world(l, c), v.needs.Written(v.written[:0]))
	for rest := p.Reads.Needs & r.Tables.Set; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		a := l.Given(i)
		l.Tables.Add(reading.Table{Base: a.Table, Slot: uint32(i), Pipeline: l.pipeline, Op: c.Op, Site: c.Site, Set: a.Site, Writes: a.Writes,
			Barriers: l.Barriers.Len(), Index: c.Index}, v.written)
	}
}
