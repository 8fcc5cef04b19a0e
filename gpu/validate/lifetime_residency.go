package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/residency"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	ledger "github.com/gpuscript/gpuscript/gpu/validate/internal/residency"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
)

// Pageable implements residency.World.
func (n names) Pageable(id gpu.ID) (heapOf gpu.ID, pageable bool) {
	switch b := n.v.objects.Get(id).Body.(type) {
	case *heap, *descriptorHeap, *queryHeap:
		return 0, true
	case *resource:
		return b.Parent, b.Parent == 0
	}
	return 0, false
}

// Uses implements residency.World.
func (n names) Uses(id gpu.ID) []flight.Use { return n.v.objects.Get(id).Uses }

func (v *Validator) checkResidency(c *residency.Call) {
	v.scope = c.Device
	v.asks = v.thread(&c.CallHead)
	for i := 0; i < len(c.Objects) && c.Act == residency.Evict && v.crowded(); i++ {
		v.take(c.Objects[i], c, owner.Evicts)
		v.resident.Used(v.order, v.asks, c.Objects[i])
	}
	if v.on() {
		v.out = append(v.out, v.resident.CheckCall(names{v}, v.asker(), func(id gpu.ID) bool { return !v.unusable(id, c) }, c)...)
	}
	if c.Act == residency.EnqueueMakeResident && !v.refused() {
		v.book.Check(v.fences(c), v.asks, v.paged(c))
	}
}

// recordResidency follows what becomes resident and what is evicted.
func (v *Validator) recordResidency(c *residency.Call) {
	if !v.on() {
		return
	}
	v.tellLate()
	t := v.thread(&c.CallHead)
	m := ledger.Made{Site: c.Site, By: t, Fence: c.Fence, Value: c.Value}
	switch c.Act {
	case residency.EnqueueMakeResident:
		signal := v.paged(c)
		m.Behind = v.order.Submit(t, v.device(c.Device).Pager, c.Site)
		v.book.Record(v.fences(c), t, signal)
	case residency.MakeResident:
		m.Behind = v.order.Touch(t, !v.order.Alone()) // alone, only who is told later can hear of the mark
	}
	v.resident.Record(v.order, c, m, func(id gpu.ID, say flight.Words) {
		o := v.objects.Get(id)
		if v.doubt(&c.CallHead, o.Uses, 0, say); !v.given.None() && v.busy(o, &c.CallHead) == nil {
			v.given.Keep(v.asker(), flight.Thing{Object: id}, flight.Was{}, o.Uses, say, nil)
		}
	})
	for _, id := range c.Objects {
		v.resident.Turn(v.order, t, c.Act, id, v.owners.Calls())
	}
}

// paged is the signal of EnqueueMakeResident. The device gives it, which works for that as a queue does: what it was given is done in order, and
// nobody but who waits for a signal knows that it is done.
func (v *Validator) paged(c *residency.Call) *gpu.FenceCall {
	if d := v.device(c.Device); d.Pager == 0 {
		d.Pager = v.order.AddQueue()
		v.course.AddQueue(course.Queue{ID: c.Device, Agent: d.Pager})
		v.queues.Set(d.Pager, c.Device)
	}
	return &gpu.FenceCall{CallHead: c.CallHead, Act: gpu.FenceQueueSignal, Queue: c.Device, Fence: c.Fence, Value: c.Value}
}

// place is an object that a command needs, with the heap that it stands in.
func (v *Validator) place(id gpu.ID, site gpu.Site, op gpu.Op) ledger.Place {
	p := ledger.Place{Object: id, Site: site, Op: op}
	if r := v.resource(id); r != nil {
		if p.Heap = r.Parent; r.Chain != nil {
			p.Get = r.Chain.Get(id)
		}
	}
	return p
}

// shownMemory is what a Present needs, if that was not resident once.
func (v *Validator) shownMemory(c *gpu.PresentCall) ledger.Submission {
	s := ledger.Submission{Queue: c.Queue, Device: v.objects.Device(c.Queue), Site: c.Site, Method: c.Method, Thread: v.thread(&c.CallHead)}
	s.Needs = v.resident.Add(nil, 0, v.place(c.Buffer, 0, gpu.OpNone))
	return s
}

// chose looks at an object that a command has chosen as it ran.
func (v *Validator) chose(e *gpu.Executed, id gpu.ID) {
	if d := v.resident.Chosen(names{v}, e, v.place(id, e.RecordSite, e.Op)); d != nil {
		v.tables.Say(d, id)
	}
}

// memoryOf is what a submission needs of objects that were not resident once.
func (v *Validator) memoryOf(c *gpu.SubmitCall) (s ledger.Submission) {
	s = ledger.Submission{Queue: c.Queue, Device: v.objects.Device(c.Queue), Site: c.Site, Method: c.Method, Thread: v.thread(&c.CallHead)}
	for i := 0; i < len(c.Lists) && !v.resident.Idle(); i++ {
		l := v.list(c.Lists[i])
		if l == nil {
			continue
		}
		need := func(id gpu.ID, site gpu.Site, op gpu.Op) {
			if v.objects.Get(id) != nil {
				s.Needs = v.resident.Add(s.Needs, l.ID, v.place(id, site, op))
			}
		}
		for _, r := range l.Refs {
			need(r.ID, r.Site, r.Op)
		}
		for i := range l.Tables.Tables {
			t := &l.Tables.Tables[i]
			h, parts := names{v}.Reading(t)
			for s := range h.Reads(t, parts, slots.Named) {
				need(s.Resource, t.Site, t.Op)
				need(s.Counter, t.Site, t.Op)
			}
		}
	}
	return s
}
