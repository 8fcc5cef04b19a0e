package validate

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/addresses"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/conflict"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/named"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// Follows implements device.Follower: whether executed work is looked at.
func (v *Validator) Follows() bool { return v.on() }

// Executed implements device.Follower.
func (v *Validator) Executed(work *gpu.Executed) {
	same, again := v.races.Executed(work)
	v.content.Executed(work)
	v.markers.Executed(work)
	v.executedVarying(work, same, again)
	v.executedNames(work, same)
	v.keepFound(work)
}

// keepFound keeps what was found of a command that was executed until its submission is settled: when it ran is up to the schedule.
func (v *Validator) keepFound(e *gpu.Executed) {
	found := v.tables.Found()
	for _, m := range v.named.Found() {
		found = append(found, tables.Found{Wrong: standing.Named(names{v}, &m), Of: m.Resource, Slot: m.Slot})
	}
	for _, c := range v.markers.Found() {
		found = append(found, tables.Found{Wrong: c.Explain(names{v}), Of: c.Resource})
	}
	v.chosen.Keep(v.races, e, tables.Found.Through, found...)
}

// executedNames follows the resources that indirect commands name and programs choose: those of the former are used by the submission from now on.
func (v *Validator) executedNames(e *gpu.Executed, same *repeat.Entry) {
	for _, u := range v.named.Executed(e, same, v.kindOf, v.tables.Chosen()) {
		v.tellLate()
		v.chose(e, u.Resource)
		in := flight.Use{Point: u.Point, Queue: e.Queue, List: e.List, Submit: e.SubmitSite, Record: e.RecordSite, Op: e.Op,
			Number: e.Submission, Chosen: true}
		v.owners.Chose(v.order, v.objects, owner.Object{}, u.Resource, u.Point, owner.Need{Site: in.Record, List: in.List, Op: in.Op})
		v.markChosen(u.Resource, in)
	}
}

// kindOf is what the states of a resource depend on, if it is in COMMON whenever a submission begins.
func (v *Validator) kindOf(id gpu.ID) (named.Kind, bool) {
	if r := v.resource(id); r != nil && r.Decays {
		return named.Kind{Heap: r.Heap, Pieces: r.Pieces, Comes: r.Comes}, true
	}
	return named.Kind{}, false
}

// Retired implements device.Follower.
func (v *Validator) Retired(queue gpu.ID, submission uint64, completed bool) {
	v.races.Retired(queue, submission)
	v.content.Retired(queue, submission)
	v.named.Retired(queue, submission)
	v.markers.Retired(queue, submission)
	v.tables.Retired(queue, submission)
	v.resident.Retired(queue, submission)
	v.owners.Ran(queue, submission)
	if completed {
		v.course.Retired(queue, submission)
	}
}

// Settled implements device.Settler.
func (v *Validator) Settled(queue gpu.ID, submission uint64) (itself, before bool) {
	return v.races.Settled(queue, submission)
}

// Missing implements device.Settler.
func (v *Validator) Missing(queue gpu.ID, submission uint64) bool {
	return v.races.Missing(queue, submission, true)
}

// Precedes implements device.Settler.
func (v *Validator) Precedes(queue gpu.ID, submission uint64, other gpu.ID, later uint64) bool {
	return v.races.Precedes(queue, submission, other, later)
}

// Asks implements device.Settler.
func (v *Validator) Asks(queue gpu.ID, submission uint64, command uint32, feeds []gpu.Feed) (known, raced func() bool) {
	return v.races.Asks(queue, submission, command, feeds).Both()
}

// Findings implements device.Follower: the races that became certain, and states that a list found when it could execute.
func (v *Validator) Findings(end incident.Ending) []*diag.Diagnostic {
	if end == incident.Goes && v.settled() && !v.order.Step(false) {
		return nil // so it is after most calls
	}
	out := append(v.settle(false), v.steps(end != incident.Goes)...)
	if end == incident.Ended && v.order.Crowd() {
		out = slices.Concat(out, v.standstills(func(track.Point) bool { return true }, nil, false), v.signalled(true, true))
	}
	if end == incident.Goes {
		return append(out, v.lowered()...)
	}
	out = append(append(out, v.settle(true)...), v.lowered()...)
	return append(out, v.book.Last(v.fences(nil), end)...)
}

// steps is what follows as every thread learns more and more; all: of all that has happened.
func (v *Validator) steps(all bool) (out []*diag.Diagnostic) {
	for v.order.Step(all) {
		out = append(out, v.settle(false)...)
	}
	return out
}

// settled says that nothing follows from what every thread knows now: nobody has learned anything since it was asked for last, and nothing was found
// meanwhile that does not wait for that.
func (v *Validator) settled() bool {
	_, _, learned := v.order.Common()
	return learned == v.learned && v.course.Settled() && v.chosen.None() && v.book.Settled()
}

// settle is what follows from what every thread knows now.
func (v *Validator) settle(atEnd bool) (out []*diag.Diagnostic) {
	if v.settled() && !atEnd {
		return nil
	}
	if _, _, v.learned = v.order.Common(); v.order.Crowd() {
		known := v.order.Known()
		out = v.standstills(func(p track.Point) bool { return atEnd || known.At(p.Queue) >= p.Pos }, nil, false)
		out = slices.Concat(out, v.doubts.Settle(v.order, v.asker, atEnd), v.owners.Settle(names{v}, v.order, atEnd)) // before they are forgotten
	}
	out = slices.Concat(out, v.given.Settle(v.order, v.asker, atEnd), v.signalled(atEnd, false), v.resident.Settle(names{v}, v.order, atEnd))
	states := !v.course.Settled()
	if states {
		v.course.Decide(atEnd)
	}
	broken := content.Doubt(v.content.Settle(atEnd), func(s *content.Side) bool {
		return v.Missing(s.Queue, s.Submission) || v.given.Lost(s.Access.Resource, s.Queue, s.Submission)
	})
	found := v.races.Settle(atEnd) // which forgets them
	if states {
		out = append(out, v.lateStates()...)
	}
	v.chosen.Settled(v.races, atEnd, func(f tables.Found, queue gpu.ID, submission uint64, missing bool) {
		if f.Wrong.Open = f.Wrong.Open || missing; !v.given.Lost(f.Of, queue, submission) {
			out = append(out, f.Wrong)
		}
	})
	if len(broken)+len(found) == 0 {
		return out
	}
	known := v.order.Known()
	return append(append(out, content.Explain(names{v}, broken)...), conflict.Explain(names{v}, found, known)...)
}

// locate writes where a resource, or the queries of a heap, stand.
func (v *Validator) locate(id gpu.ID, p *hazard.Place) bool {
	r := v.resource(id)
	if *p = (hazard.Place{Memory: id}); r != nil {
		p.Memory, p.Offset, p.Size, p.Occupied, p.Pieces = cmp.Or(r.Parent, id), r.Offset, r.Desc.Width, r.Occupied, r.Pieces
		p.Shared = r.Desc.Flags&gpu.AllowSimultaneousAccess != 0
	}
	return r != nil || bodyOf[queryHeap](v, id) != nil
}

// allowsDisjoint says whether the device of a resource allows two queues to write different bytes of it at a time (S16). Queries of one heap may be
// of different queues.
func (v *Validator) allowsDisjoint(id gpu.ID) bool {
	return v.resource(id) == nil || v.device(v.objects.Device(id)).Disjoint
}

// touchMapped follows an access of the CPU.
func (v *Validator) touchMapped(c *gpu.MapCall) {
	if !v.on() || c.Range == nil {
		return
	}
	a := gpu.Access{Resource: c.Resource, Begin: c.Range.Begin, End: c.Range.End, Exact: true}
	if c.Act == gpu.MapWrite {
		a.Kind = gpu.AccessWrite
	}
	v.races.CPU(v.thread(&c.CallHead), c.Thread, c.Site, a, c.Renewed)
	v.races.MaybeCPU(v.thread(&c.CallHead), c.Resource, v.owners.Open())
	v.content.CPU(v.thread(&c.CallHead), c.Site, a)
}

// checkMap applies the rules of Map, Unmap and accesses through the mapping.
func (v *Validator) checkMap(c *gpu.MapCall) {
	r := v.resource(c.Resource)
	if r != nil && c.Act != gpu.MapMap && v.crowded() { // also of a buffer that is gone: in another run it is there
		v.owners.Watch()
		v.uses(owner.Object{ID: c.Resource}, c, owner.Caller{As: owner.OfMapped(c.Act)})
		v.mapped.Used(v.order, v.thread(&c.CallHead), c.Resource)
	}
	if r == nil || v.unusable(c.Resource, c) {
		return
	}
	if !v.mapped.Check(v.world(nil, nil), c) {
		addresses.Subresource(names{v}, r.ID, c.Site, c.Method, c.Subresource)
	}
}

func (v *Validator) recordMap(c *gpu.MapCall) {
	v.mapped.Record(c)
	v.mapped.Turn(v.order, v.thread(&c.CallHead), c, v.owners.Calls())
	if c.Act != gpu.MapMap && c.Act != gpu.MapUnmap {
		v.touchMapped(c)
	}
}
