package validate

import (
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/arguments"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/barrier"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/graphics"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/protocol"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/recorded"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/roster"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/transfer"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/use"
)

// commandRules finds the rules of a command by its Op. Ops without rules of their own are absent.
var commandRules = [...]func(*Validator, *list, *gpu.Command){
	gpu.OpClearUnorderedAccessViewFloat:      (*Validator).clearRules,
	gpu.OpClearUnorderedAccessViewUint:       (*Validator).clearRules,
	gpu.OpDiscardResource:                    (*Validator).discardRules,
	gpu.OpDispatch:                           (*Validator).dispatchRules,
	gpu.OpDrawIndexedInstanced:               (*Validator).drawRules,
	gpu.OpDrawInstanced:                      (*Validator).drawRules,
	gpu.OpEndEvent:                           (*Validator).endEventRules,
	gpu.OpExecuteIndirect:                    (*Validator).indirectRules,
	gpu.OpResourceBarrier:                    func(v *Validator, l *list, c *gpu.Command) { barrier.Check(v.world(l, c), c) },
	gpu.OpSetComputeRoot32BitConstant:        (*Validator).constantsRules,
	gpu.OpSetComputeRoot32BitConstants:       (*Validator).constantsRules,
	gpu.OpSetComputeRootConstantBufferView:   (*Validator).rootViewRules,
	gpu.OpSetComputeRootDescriptorTable:      (*Validator).tableRules,
	gpu.OpSetComputeRootShaderResourceView:   (*Validator).rootViewRules,
	gpu.OpSetComputeRootUnorderedAccessView:  (*Validator).rootViewRules,
	gpu.OpSetDescriptorHeaps:                 (*Validator).descriptorHeapsRules,
	gpu.OpSetGraphicsRoot32BitConstant:       (*Validator).constantsRules,
	gpu.OpSetGraphicsRoot32BitConstants:      (*Validator).constantsRules,
	gpu.OpSetGraphicsRootConstantBufferView:  (*Validator).rootViewRules,
	gpu.OpSetGraphicsRootDescriptorTable:     (*Validator).tableRules,
	gpu.OpSetGraphicsRootShaderResourceView:  (*Validator).rootViewRules,
	gpu.OpSetGraphicsRootUnorderedAccessView: (*Validator).rootViewRules,
	gpu.OpWriteBufferImmediate:               (*Validator).writeImmediateRules,
}

// checkCommand applies the rules that all commands share, then those of the Op.
func (v *Validator) checkCommand(c *gpu.Command) {
	o := v.objects.Get(c.List)
	l := listOf(o)
	if l == nil {
		return
	}
	if l.Suspect.Is {
		l.Settle()
	}
	v.scope, v.subject = l.Device, l.ID
	if v.calm = false; v.crowded() {
		v.recorder, v.calm = v.threads.Get(c.Thread), !v.order.Alone() && !v.devices.Get(l.Device).Gone()
		if !v.repeats(o, l.ID, owner.Records) {
			v.take(l.ID, c, owner.Records)
		}
		v.owners.Within(l.ID, v.recorder)
	}
	l.Turn(v.draws(c))
	v.needs.Begin()
	if v.recordable(o, l, c) && !l.Graphics.Check(v.world(l, c), c) && !transfer.Check(&v.asked, c) && int(c.Op) < len(commandRules) {
		if rules := commandRules[c.Op]; rules != nil {
			rules(v, l, c)
		}
	}
	v.out = standing.Exchanged(c, v.out)
	if len(v.out) != 0 && v.refused() {
		l.Suspect = recorded.Mishap{Is: true, Site: c.Site, What: c.Op.String()}
	}
}

// recordable says whether the list is open, may record the command, and whether the command's objects are alive.
func (v *Validator) recordable(o *roster.Object, l *list, c *gpu.Command) bool {
	switch {
	case v.unfit(o, l.ID, c):
	case l.Dead:
		protocol.Dead(names{v}, v.told(l), c.Site, c.Op.String())
	case !l.Records:
		protocol.Closed(names{v}, v.told(l), c.Site, c.Called().String())
	case !c.Op.Lists().Has(l.Type):
		protocol.WrongType(names{v}, v.told(l), c.Site, c.Called().String(), c.Op.Lists())
	default:
		return v.usables(c)
	}
	return false
}

// usables says whether all objects that a command names are usable. Where there are several threads it uses all of them, whatever is wrong with the
// first.
func (v *Validator) usables(c *gpu.Command) bool {
	gone := false
	for _, id := range [...]gpu.ID{c.Dst, c.Src, c.Object} {
		if id == 0 {
			continue
		}
		switch o := v.objects.Get(id); {
		case gone && v.crowded() && (o == nil || shared(o)):
			v.take(id, c, owner.Shares)
		case !gone && !v.fit(o) && !v.repeats(o, id, owner.Shares):
			gone = v.unfit(o, id, c)
		}
	}
	return !gone
}

// checkUnsupported refuses what this version does not have. In a list it spoils the recording.
func (v *Validator) checkUnsupported(c *gpu.UnsupportedCall) {
	protocol.Unsupported(names{v}, c)
	if l := v.list(c.List); l != nil && l.Records {
		l.Settle()
		l.Suspect = recorded.Mishap{Is: true, Site: c.Site, What: c.Method}
	}
}

// checkListCall applies the protocol of lists and allocators.
func (v *Validator) checkListCall(c *gpu.ListCall) {
	if c.Act == gpu.AllocatorReset || c.Act >= gpu.AboveUse {
		switch v.take(c.Allocator, c, owner.ClassOf(c.Act)); {
		case c.Act == gpu.AllocatorReset:
			v.checkAllocatorReset(c)
		case c.Act == gpu.Use && v.objects.Dead(c.Allocator):
			protocol.Released(names{v}, c.Allocator, c.Allocator, c.Site, c.Method)
		}
		return
	}
	if owner.IsContext(names{v}, c.Allocator) {
		v.owners.Enter(v.thread(&c.CallHead), c.Allocator)
	}
	v.takeList(c, c.List, c.Allocator)
	l := v.list(c.List)
	if l == nil {
		return
	}
	v.within(c.List)
	if v.unusable(l.ID, c) {
		return
	}
	l.Settle()
	switch {
	case l.Dead:
		protocol.Dead(names{v}, v.told(l), c.Site, c.Method)
	case c.Act == gpu.ListClose && !l.Records:
		protocol.Closed(names{v}, v.told(l), c.Site, "Close")
	case c.Act == gpu.ListClose:
		v.checkClose(l, c)
	case l.Records:
		protocol.Open(names{v}, v.told(l), c)
	case v.on() && v.waits(l, c):
	default:
		v.checkBegin(c.Allocator, c.Pipeline, l.Type, &c.CallHead)
	}
}

func (v *Validator) checkClose(l *list, c *gpu.ListCall) {
	if l.Failed.Is {
		protocol.Failed(names{v}, v.told(l), c)
		l.Dead = true
		bodyOf[allocator](v, l.Alloc).Free(l.ID)
		return
	}
	if l.Graphics.Close(v.world(l, nil), c.Site); v.refused() {
		return
	}
	if v.on() {
		protocol.OpenEvents(names{v}, l.ID, l.Events)
		v.needs.Close(&l.Recording, l.Type == gpu.ListCopy)
	}
}

// checkBegin applies the rules for starting a recording on an allocator.
func (v *Validator) checkBegin(alloc, pipeline gpu.ID, typ gpu.CommandListType, h *gpu.CallHead) {
	if v.unusable(alloc, h) || v.unusable(pipeline, h) {
		return
	}
	a := bodyOf[allocator](v, alloc)
	switch {
	case a == nil:
	case a.Type != typ:
		protocol.AllocatorType(names{v}, alloc, a.Type, typ, a.Site != 0, h)
	case a.Open != 0 && len(v.out) == 0: // or two threads use it, which is said
		protocol.AllocatorInUse(names{v}, alloc, a.Open, a.Site, h)
	case pipeline != 0 && !gpu.OpSetPipelineState.Lists().Has(typ):
		protocol.InitialState(names{v}, typ, h)
	}
}

func (v *Validator) checkAllocatorReset(c *gpu.ListCall) {
	a := bodyOf[allocator](v, c.Allocator)
	if a == nil || v.unusable(c.Allocator, c) {
		return
	}
	if l := v.list(a.Open); l != nil && l.Records {
		protocol.Recording(names{v}, v.told(l), c)
		v.owners.About(owner.Object{ID: l.ID})
		return
	}
	if u := v.busy(v.objects.Get(c.Allocator), &c.CallHead); u != nil && v.on() {
		v.out = append(v.out, flight.Reset(c.Site, c.Allocator)(v.asker(), *u))
	}
}

// recordListCall follows Close and the resets.
func (v *Validator) recordListCall(c *gpu.ListCall) {
	if c.Act == gpu.AllocatorReset {
		if a := bodyOf[allocator](v, c.Allocator); a != nil {
			a.Clear(c.Site)
			if uses := v.objects.Get(c.Allocator).Uses; v.order.Crowd() && v.doubts.Keeps(v.order, v.thread(&c.CallHead), uses, 0) {
				v.doubt(&c.CallHead, uses, 0, flight.Reset(c.Site, c.Allocator))
			}
		}
		return
	}
	l := v.list(c.List)
	if l == nil {
		return
	}
	if c.Act == gpu.ListReset {
		v.begin(l, c.Allocator, c.Pipeline, c.Site, v.thread(&c.CallHead))
		return
	}
	l.Records, l.Closed = false, c.Site
	if a := bodyOf[allocator](v, l.Alloc); a != nil {
		a.Open = 0
	}
}

// checkSubmit applies the rules of ExecuteCommandLists. The whole call is refused when one list breaks one.
func (v *Validator) checkSubmit(c *gpu.SubmitCall) {
	q := bodyOf[queue](v, c.Queue)
	v.within(c.Queue)
	v.owners.Watch()
	if q == nil || v.unusable(c.Queue, c) {
		return
	}
	if len(c.Lists) == 0 && v.on() {
		protocol.EmptySubmit(names{v}, c)
	}
	passes := graphics.Passes{Say: v.say, Ref: v.objects.Ref, Site: c.Site}
	for i, id := range c.Lists {
		l := v.list(id)
		if v.takeList(c, id, 0); l == nil || v.unusable(id, c) {
			continue
		}
		v.take(l.Alloc, c, owner.Shares)
		l.Settle()
		if v.submittable(c, q, l) && v.on() {
			passes.Next(id, &l.Graphics)
			v.checkInFlight(c, l, i)
			v.checkHalves(c, l, i)
			v.checkReferences(c, l)
			v.takeTables(c, l)
			v.checkTables(c, l)
			if !q.Any {
				v.checkBackBuffers(c, l)
			}
		}
	}
	if passes.End(); v.on() && !v.refused() {
		v.checkCourse(c, q)
		if !v.resident.Idle() {
			if d := v.resident.Check(names{v}, v.order, q.Agent, v.memoryOf(c)); d != nil {
				v.out = append(v.out, d)
			}
		}
	}
}

// checkHalves applies the rule for split barriers that a list of a submission leaves open.
func (v *Validator) checkHalves(c *gpu.SubmitCall, l *list, at int) {
	if len(l.Open) == 0 {
		return
	}
	var behind []*use.Recording
	for _, id := range c.Lists[at+1:] {
		if next := v.list(id); next != nil {
			behind = append(behind, &next.Recording)
		}
	}
	v.needs.Submit(&l.Recording, behind, c.Site)
}

// submittable applies what the device has to rely on. The runtime of Direct3D 12 removes the device for an open list and for a list whose allocator
// was reset.
func (v *Validator) submittable(c *gpu.SubmitCall, q *queue, l *list) bool {
	a := bodyOf[allocator](v, l.Alloc)
	switch {
	case l.Type != q.Type:
		protocol.SubmitType(names{v}, c, q.Type, v.told(l))
	case l.Dead:
		protocol.Dead(names{v}, v.told(l), c.Site, c.Method)
	case l.Records && l.Failed.Is:
		protocol.SubmitOpen(names{v}, c, v.told(l))
	case l.Records:
		if protocol.SubmitOpen(names{v}, c, v.told(l)); !v.owners.Disputed() {
			v.removes, v.remover = gpu.RemovedInvalidCall, c.CallHead
		}
	case l.Alloc == 0:
		protocol.NeverRecorded(names{v}, c, v.told(l))
	case a != nil && a.Reset != l.Resets:
		if protocol.SubmitReset(names{v}, c, l.ID, l.Alloc, a.Site); !v.owners.Disputed() {
			v.removes, v.remover = gpu.RemovedInvalidCall, c.CallHead
		}
	default:
		return true
	}
	return false
}

// dispatchRules: a number of groups that the GPU can count, and all that the shader needs.
func (v *Validator) dispatchRules(l *list, c *gpu.Command) {
	if max(c.X, c.Y, c.Z) > gpu.MaxDispatchGroups {
		arguments.TooManyGroups(v.world(l, c), c)
		return
	}
	if (c.X == 0 || c.Y == 0 || c.Z == 0) && v.on() {
		arguments.EmptyDispatch(v.world(l, c), c)
	}
	v.programRules(l, c, 0)
}

// programRules: a dispatch needs a pipeline, its root signature, and an argument for everything that its shader reads. The
// parameters in sets get theirs from somewhere else. It says whether the command has them.
func (v *Validator) programRules(l *list, c *gpu.Command, sets uint64) bool {
	p := l.Program
	if p == nil || v.unusable(l.Pipeline, c) {
		if l.Pipeline == 0 {
			protocol.NoPipeline(names{v}, v.told(l), c, v.pipelines(l, c))
		}
		return false
	}
	if p.Graphics != nil && l.Arguments == &l.Points[0] {
		protocol.PipelineKind(names{v}, c, protocol.Kind{Pipeline: l.Pipeline, Is: "graphics", Wants: "Compute", Fit: v.pipelines(l, c)})
		return false
	}
	missing := p.Reads.Needs &^ (l.Set | sets)
	switch fits := l.Fits(p.Layout); {
	case l.Type == gpu.ListBundle && (fits || l.Signature == nil):
		if static := missing & p.Statics; static != 0 {
			n := uint32(bits.TrailingZeros64(static))
			tables.Inherited(v.world(l, c), c, bodyOf[rootSignature](v, p.Root).Desc, p.Root, p.Reader(n), n, l.Setter(""))
			return false
		}
		l.Graphics.Inherit(l.Pipeline, missing, fits, c) // what it does not set comes from the list that executes it
	case !fits:
		tables.RootMismatch(v.world(l, c), c, l.Pipeline, p, l.Arguments, bodyOf[rootSignature](v, p.Root))
		return false
	case missing != 0:
		v.sayMissingArgument(l, c, p, uint32(bits.TrailingZeros64(missing)))
		return false
	}
	if r, is := l.Mistyped(p, p.Reads.Needs&^missing); r != nil && sets == 0 && v.on() {
		tables.Mistyped(v.world(l, c), c, r, is)
	}
	v.needs.Arguments(&l.Recording, c, use.Bound{Pipeline: l.Pipeline, Program: p, Arguments: l.Arguments}, p.Reads.Needs&^(sets|missing))
	return true
}

// endEventRules: EndEvent closes a region that BeginEvent opened.
func (v *Validator) endEventRules(l *list, c *gpu.Command) {
	if len(l.Events) == 0 && v.on() {
		protocol.EndEvent(names{v}, c)
	}
}
