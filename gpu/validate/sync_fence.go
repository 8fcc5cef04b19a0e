package validate

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/byid"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/fences"
	wording "github.com/gpuscript/gpuscript/gpu/validate/internal/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standstill"
)

// fenceWorld answers what the rules of fences ask, for one call.
type fenceWorld struct {
	names
	call caller
}

func (w *fenceWorld) Advise() bool { return w.v.on() }

func (v *Validator) fences(c caller) *fenceWorld {
	v.signals.names, v.signals.call = names{v}, c
	return &v.signals
}

func (w *fenceWorld) Usable(id gpu.ID) bool            { return !w.v.unusable(id, w.call) }
func (n names) Disputed(id gpu.ID) bool                { return n.v.owners.Beside(owner.Object{ID: id}) }
func (w *fenceWorld) Fence(id gpu.ID) *fence           { return bodyOf[fence](w.v, id) }
func (w *fenceWorld) FenceOf(number int) gpu.ID        { return w.v.fenceIDs[number] }
func (w *fenceWorld) QueueOf(agent track.Agent) gpu.ID { return w.v.queues.Get(w.v.order.Root(agent)) }

// Halts implements fences.World.
func (w *fenceWorld) Halts(p track.Point) (halts, still bool) {
	return w.v.halts.Unsure(p), w.v.still || w.v.halts.Told()
}

func (w *fenceWorld) Hear(c *gpu.EventCall, event int) { w.v.races.HearEvent(c, event) }

func (w *fenceWorld) Event(id gpu.ID) *event { return bodyOf[event](w.v, id) }

func (w *fenceWorld) Thread(id gpu.ID) (agent track.Agent, ok bool) {
	agent = w.v.threads.Get(id)
	return agent, agent != 0
}

func (w *fenceWorld) Agent(id gpu.ID) (agent track.Agent, ok bool) {
	if q := bodyOf[queue](w.v, id); q != nil {
		return q.Agent, true
	}
	if d := w.v.devices.Get(id); d != nil && d.Pager != 0 {
		return d.Pager, true
	}
	return 0, false
}

func (v *Validator) checkFence(c *gpu.FenceCall) {
	v.within(c.Queue)
	v.book.Check(v.fences(c), v.thread(&c.CallHead), c)
}

func (v *Validator) recordFence(c *gpu.FenceCall) {
	if !v.on() {
		return
	}
	v.races.Hear(v.thread(&c.CallHead), c)
	if f := bodyOf[fence](v, c.Fence); f != nil && c.Act == gpu.FenceCPUSignal {
		v.races.Signals(track.Signal{Fence: f.Number, Value: c.Value, Site: c.Site}, f.Highest())
	}
	v.book.Record(v.fences(c), v.thread(&c.CallHead), c)
	names{v}.Tail(c.Queue).Follow(v.order, v.thread(&c.CallHead), c)
}

func (v *Validator) checkMultipleFence(c *gpu.MultipleFenceCall) {
	v.scope = c.Device
	v.book.CheckMultiple(v.fences(c), v.thread(&c.CallHead), c)
}

func (v *Validator) recordMultipleFence(c *gpu.MultipleFenceCall) {
	v.book.RecordMultiple(v.fences(c), v.thread(&c.CallHead), c)
}

// checkEvent: events are alive, and what sets them can be missed in no run.
func (v *Validator) checkEvent(c *gpu.EventCall) {
	v.unusable(c.Event, c)
	for _, id := range c.Events {
		v.unusable(id, c)
	}
	v.book.CheckEvent(v.fences(c), v.thread(&c.CallHead), c)
}

func (v *Validator) recordEvent(c *gpu.EventCall) {
	v.book.RecordEvent(v.fences(c), v.thread(&c.CallHead), c)
}

// checkStep: a fence of the device, and a value that a fence may have.
func (v *Validator) checkStep(c *gpu.StepCall) {
	v.scope = c.Device
	if f := gpu.IDOf(c.Desc.Fence); f != 0 && !v.unusable(f, c) && c.Desc.Value > gpu.MaxFenceValue {
		fences.Value(v.fences(c), f, c.Desc.Value, c.Site)
	}
}

// recordStep follows StepGpu: what the thread knows of the device when the point is reached.
func (v *Validator) recordStep(c *gpu.StepCall) {
	if !c.Reached || !v.on() {
		return
	}
	d := v.device(c.Device)
	v.book.RecordStep(v.thread(&c.CallHead), c, bodyOf[fence](v, gpu.IDOf(c.Desc.Fence)), d.Queues, d.Steps)
}

// Body implements owner.Names.
func (n names) Body(id gpu.ID) any { return n.v.objects.BodyOf(id) }

// Waited implements owner.Names.
func (n names) Waited(id gpu.ID) bool {
	return bodyOf[fence](n.v, id) != nil || bodyOf[event](n.v, id) != nil || bodyOf[queue](n.v, id) != nil
}

// crowded says whether it matters which thread makes a call.
func (v *Validator) crowded() bool { return v.threads.Len() > 0 && v.on() }

// take gives an object to the thread that calls. As long as there is one thread, nobody asks. What stands in a heap uses that, too. A command of a
// list may be what needs the object.
func (v *Validator) take(id gpu.ID, c caller, as owner.Class, via ...owner.Need) {
	if !v.crowded() || id == 0 {
		return
	}
	in := owner.Shares // what it stands in
	if as == owner.Needs {
		in = as
		v.resident.Used(v.order, v.threads.Get(c.CallThread()), id)
	}
	v.uses(owner.Object{ID: id}, c, owner.Caller{As: as}, via...)
	if o := v.objects.Get(id); o != nil && o.Parent != 0 {
		v.take(o.Parent, c, in, via...)
	}
}

// uses is take for an object alone, or a descriptor.
func (v *Validator) uses(object owner.Object, c caller, by owner.Caller, via ...owner.Need) {
	d := v.devices.Get(v.objects.Device(object.ID)) // whose removal ends all waits
	t := c.CallThread()
	by.Agent = v.threads.Get(t)
	if s, submits := c.(*gpu.SubmitCall); submits {
		if by.Queue = s.Queue; by.As == owner.Needs && v.resident.Pages(object.ID) {
			by.Ahead, by.Decided = v.order.Decided(by.Agent, bodyOf[queue](v, s.Queue).Agent)
		}
	}
	who := &by
	switch {
	case v.order.Alone() && !(v.owners.Rivals() && object.Slot > 0 && by.As == owner.Shares):
		who = nil
	case d.Gone():
		who = nil
		v.owners.Lose()
	case by.As == owner.Shares && object.Slot == 0 && len(via) == 0 && v.owners.Shared(v.order, object.ID, by.Agent, c),
		v.owners.Again(v.order, object, who):
		return
	}
	by.ID, by.Site, by.Call = t, c.CallSite(), c.CallName()
	for _, at := range via {
		by.Via = at
	}
	v.out = append(v.out, v.owners.Use(names{v}, v.order, object, who)...)
}

// HandOver implements Receiver of the layers of a device: what was done with an object before comes before what its thread does with it.
func (v *Validator) HandOver(object gpu.ID) {
	bodyOf[fence](v, object).Lead()
	v.owners.HandOver(owner.Object{ID: object})
}

// Leave implements Receiver.
func (v *Validator) Leave(thread gpu.ID) { v.owners.Leave(v.threads.Get(thread)) }

// Past implements incident.Names.
func (n names) Past(id gpu.ID) fences.Past { return n.v.book.Past(bodyOf[fence](n.v, id)) }

// Hasten implements Hastener of the layers of a device: two threads that use an object in no order are told where nothing can happen any more, and
// advice that was held back.
func (v *Validator) Hasten(s *incident.Stall, end incident.Ending) []*diag.Diagnostic {
	var needs standstill.Needs
	if v.still = s != nil; v.still {
		needs = func(fence int, above, upTo uint64) bool {
			return slices.ContainsFunc(s.Blocked, func(l incident.Lack) bool {
				return l.Fence == v.fenceIDs[fence] && above < l.Value && l.Value <= upTo
			})
		}
	}
	var found []*diag.Diagnostic
	if v.still {
		found = v.standstills(func(track.Point) bool { return true }, needs, v.still && s.Told)
	}
	v.book.Hasten(v.fences(nil))
	held := v.missed(s, end)
	if v.still && v.order.Crowd() && len(held) == 0 {
		held = append(append(v.steps(true), v.signalled(true, true)...), v.lowered()...)
		if !slices.ContainsFunc(held, func(d *diag.Diagnostic) bool { return d.Halts }) {
			held = append(held, v.book.MissedApart()...)
		}
	}
	return slices.Concat(held, v.owners.Hasten(names{v}, v.order), found)
}

// missed tells of a wait of a queue that may find its fence lowered: at the end of the script, or if it is why nothing can happen any more in this
// run.
func (v *Validator) missed(s *incident.Stall, end incident.Ending) []*diag.Diagnostic {
	switch {
	case end == incident.Ended:
		return v.book.Missed(v.fences(nil))
	case end == incident.Goes && v.still && wording.Certain(names{v}, s):
		return one(v.book.Stands(v.fences(nil)))
	}
	return nil
}

// one is a list of a diagnostic that may be nil.
func one(d *diag.Diagnostic) []*diag.Diagnostic {
	if d == nil {
		return nil
	}
	return []*diag.Diagnostic{d}
}

// signalled is the advice about signals of several threads as far as all of them know, or, over, where nothing can happen any more: none beside a
// wait that may find its fence lowered.
func (v *Validator) signalled(atEnd, over bool) []*diag.Diagnostic {
	advice := v.book.Decide(v.fences(nil), atEnd)
	if !v.order.Crowd() {
		return advice
	}
	if v.halts.Told() {
		return advice
	}
	if until := v.book.Late(v.fences(nil), v.order.Known(), over); until != nil {
		v.halts.Within(until)
		v.races.Beyond(v.halts.Beyond)
	}
	if v.book.Lowered() {
		return v.book.Hold(advice)
	}
	return advice
}

// lowered is a wait that may find its fence lowered and was found meanwhile, if one was.
func (v *Validator) lowered() []*diag.Diagnostic { return one(v.book.Told()) }

// standstills tells of queues that stand still in some runs, as far as that is due. needs, where nothing can happen any more, is what threads wait
// for; told says that an error tells of that.
func (v *Validator) standstills(due func(track.Point) bool, needs standstill.Needs, told bool) []*diag.Diagnostic {
	found := v.halts.Look(v.fences(nil), v.order, due, needs, told)
	if len(found) > 0 || told && v.on() {
		v.races.Beyond(v.halts.Beyond)
	}
	return found
}

// hangs says whether a thread would not come so far in another run.
func (v *Validator) hangs(thread gpu.ID) bool {
	return v.crowded() && v.halts.Halts(v.order, v.threads.Get(thread))
}

// ThreadOf implements standstill.Names.
func (w *fenceWorld) ThreadOf(agent track.Agent) gpu.ID { return byid.Key(&w.v.threads, agent) }

// Wavers implements Waverer of the layers of a device: where there are other threads, what is wrong with a call may be that two of them use an object
// in no order.
func (v *Validator) Wavers(call gpu.Call) *diag.Dispute {
	if v.order.Alone() || !v.refused() {
		return nil
	}
	d := v.owners.Wavers(names{v}, v.order, v.threads.Get(call.CallThread()), call, v.out, v.Check)
	v.flying.Lift(d, v.out, v.races.Missing)
	return d
}

// missing is Missing for work that the call which is looked at finds unfinished.
func (v *Validator) missing(queue gpu.ID, submission uint64, shown bool) bool {
	v.flying.Add(queue, submission, shown)
	return v.races.Missing(queue, submission, shown)
}

// Contested implements Waverer.
func (v *Validator) Contested(thread, object gpu.ID) (disputed func() bool, causes func() []*diag.Diagnostic) {
	return v.owners.Contested(names{v}, v.order, v.threads.Get(thread), owner.Object{ID: object})
}

// Clash implements Waverer.
func (v *Validator) Clash() *diag.Diagnostic { return owner.Clash() }

// takeList is take for a call that uses a list, the allocator that the list records on, and an allocator that the call names; 0: none.
func (v *Validator) takeList(c caller, id, named gpu.ID) {
	if !v.crowded() {
		return
	}
	l := v.list(id)
	if v.take(id, c, owner.Records); l != nil && named == 0 && l.Records {
		named = l.Alloc
	}
	if v.crowded() && named != 0 {
		v.uses(owner.Object{ID: named}, c, owner.Caller{As: owner.Records, In: id})
	}
}

// Paces implements Pacer of the layers of a device.
func (v *Validator) Paces(thread, queue, chain gpu.ID, few bool) bool {
	c := v.order.Chain(uint32(chain))
	return !c.Stray && (!few && names{v}.Tail(queue).Paces() || v.order.Contends(v.threads.Get(thread), uint32(chain)))
}

// Ending implements incident.Names.
func (n names) Ending() (stays, gives func(id gpu.ID) bool) {
	e := n.v.order.Ending()
	stays = func(id gpu.ID) bool { q := bodyOf[queue](n.v, id); return q == nil || e.Stays(q.Agent) }
	gives = func(id gpu.ID) bool { f := bodyOf[fence](n.v, id); return f != nil && e.Gives(f.Number) }
	return stays, gives
}

// Rivals implements incident.Names.
func (n names) Rivals(event gpu.ID, stand []fences.Waiting) (all []fences.Waiting, once bool) {
	w := n.v.fences(nil)
	return n.v.book.Rivals(w, w.Event(event), stand)
}

// Lacked implements incident.Names.
func (n names) Lacked(l *incident.Lack) bool { return n.v.book.Lacks(n.v.fences(nil), l) }

// Tail implements incident.Names.
func (n names) Tail(id gpu.ID) *fences.Tail {
	if q := bodyOf[queue](n.v, id); q != nil {
		return &q.Tail
	}
	return nil
}
