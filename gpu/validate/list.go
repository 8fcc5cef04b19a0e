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
	ID      gpu.ID
	Device  gpu.ID
	Type    gpu.CommandListType
	Alloc   gpu.ID // that it recorded on last
	Resets  uint32 // of the allocator when it began
	Records bool
	Stamp   uint32   // of this recording
	Opened  gpu.Site // where the recording began
	Latest  gpu.Site // its last command
	Closed  gpu.Site // where it ended

	// A refused command spoils the recording. Whether it was refused is known when the next call comes and Record was not told of it: suspect is the
	// command until then.
	Suspect mishap
	Failed  mishap
	Dead    bool // Close has failed

	Pipeline gpu.ID
	Program  *pipeline // of pipeline
	Heaps    [2]gpu.ID // by DescriptorHeapType
	HeapSite gpu.Site
	*program.Arguments
	Points [2]program.Arguments // of dispatches, of draws
	use.Recording

	Bundles   []bundleUse
	Users     []bundleUser    // of a bundle: who executes it
	Submitted bool            // this recording was
	Names     []named.Command // whose arguments name buffers

	Events   []gpu.Site // BeginEvent without EndEvent
	Refs     []ref
	Late     substate.Table    // the states that descriptors need which are looked at when the list is submitted,
	Behind   substate.Table    // and that they leave
	Expects  bool              // there are such states, as the submission that is looked at has them
	Thread   track.Agent       // that records
	Moved    uint32            // the command with the last barrier out of a state for writing
	Promises []content.Promise // that the data which commands read does not change
	Watched  []gpu.ID          // memories of which that is promised for as long as the recording exists
}

// argumentsOf are the root arguments of draws, or of dispatches.
func (l *list) ArgumentsOf(draws bool) *program.Arguments {
	if draws {
		return &l.Points[1]
	}
	return &l.Points[0]
}

// turn makes the root arguments of draws, or of dispatches, those that rules look at.
func (l *list) Turn(draws bool) { l.Arguments = l.ArgumentsOf(draws) }

// told is the list as messages of its protocol need it.
func (v *Validator) told(l *list) protocol.List {
	told := protocol.List{ID: l.ID, Alloc: l.Alloc, Type: l.Type, Opened: l.Opened, Latest: l.Latest, Closed: l.Closed, Submitted: l.Submitted,
		Bare: l.Count == 0, Refused: l.Failed.Site, What: l.Failed.What}
	if a := bodyOf[allocator](v, l.Alloc); a != nil && a.Reset != l.Resets {
		told.Emptied = a.Empty
	}
	return told
}

// mishap is a refused call on a list.
type mishap struct {
	Is   bool
	Site gpu.Site
	What string
}

// ref is an object that a recording needs when it executes.
type ref struct {
	ID   gpu.ID
	Site gpu.Site
	Op   gpu.Op
}

func (v *Validator) recordCreateList(c *gpu.CreateCall, d *gpu.CommandListDesc) {
	l := &list{ID: c.Object, Recording: use.Recording{List: c.Object}, Device: c.Device, Type: d.Type}
	l.Points[1].Draws = true
	l.Turn(false)
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
	l.Alloc, l.Records, l.Opened, l.Stamp = alloc, true, site, v.stamp
	l.Suspect, l.Failed, l.Dead = mishap{}, mishap{}, false
	v.forgetState(l, pipeline)
	l.Events, l.Refs = l.Events[:0], l.Refs[:0]
	l.Bundles, l.Users, l.Submitted, l.Names = l.Bundles[:0], l.Users[:0], false, l.Names[:0]
	v.unwatch(l)
	l.Promises, l.Moved, l.Thread = nil, 0, thread
	l.Begin(v.stamp)
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
	for i := range l.Points {
		l.Points[i].Reset()
	}
	l.Heaps = [2]gpu.ID{}
	l.Graphics.Reset()
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
		l.Refs = append(l.Refs, ref{id, site, op})
	}
}

// settle turns a suspect command that was not recorded into a failed recording.
func (l *list) Settle() {
	if l.Suspect.Is && !l.Failed.Is {
		l.Failed = l.Suspect
	}
	l.Suspect = mishap{}
}

// recordCommand follows a command that was recorded: the bindings of the list and what it refers to.
func (v *Validator) recordCommand(c *gpu.Command) {
	l := v.list(c.List)
	if l == nil {
		return
	}
	l.Suspect, l.Count, l.Latest = mishap{}, c.Index+1, c.Site
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
