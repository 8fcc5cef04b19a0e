package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// writeDescriptor follows a new descriptor, and says so if submitted work may still read the old one.
func (v *Validator) writeDescriptor(c *gpu.DescriptorCall, at gpu.CPUDescriptorHandle, s slots.Slot) {
	h := bodyOf[descriptorHeap](v, at.Heap)
	old := h.Slot(at.Index)
	if old == nil {
		return
	}
	if v.crowded() {
		v.uses(owner.Descriptor(at.Heap, at.Index), c, owner.Caller{As: owner.Writes})
	}
	if v.asks = v.thread(&c.CallHead); len(old.Readers) > 0 {
		if u := flight.Unfinished(v.order, v.asks, old.Readers, v.missing); u != nil {
			v.out = append(v.out, flight.Overwrites(c, at)(v.asker(), *u))
		} else if v.order.Crowd() {
			v.doubt(&c.CallHead, old.Readers, 0, flight.Overwrites(c, at))
		}
	}
	v.writes++
	h.Write(at.Index, s, v.writes, c.Site)
}

// Written implements incident.Names.
func (n names) Written(at gpu.GPUDescriptorHandle) gpu.Site {
	if s := bodyOf[descriptorHeap](n.v, at.Heap).Slot(at.Index); s != nil {
		return s.Site
	}
	return 0
}

// takeTables is take for the descriptors that programs of a list read, and for those that are valid as long as the list is executed.
func (v *Validator) takeTables(c *gpu.SubmitCall, l *list) {
	for i := 0; i < len(l.Tables.Tables) && v.crowded() && !v.order.Alone(); i++ {
		t := &l.Tables.Tables[i]
		via := owner.Need{Site: t.Site, List: l.id, Op: t.Op}
		read := func(index uint32) {
			v.uses(owner.Descriptor(t.Base.Heap, index), c, owner.Caller{As: owner.Shares}, via)
		}
		h, parts := names{v}.Reading(t)
		for s, by := range h.Reads(t, parts, slots.Named) {
			read(by.Index)
			v.take(s.Resource, c, owner.Needs, via)
			v.take(s.Counter, c, owner.Needs, via)
		}
		if p := bodyOf[pipeline](v, t.Pipeline); p != nil {
			slots.Promised(bodyOf[rootSignature](v, p.Root), t, read)
		}
	}
}

// checkTables applies the rules of static descriptors.
func (v *Validator) checkTables(c *gpu.SubmitCall, l *list) {
	for i := range l.Tables.Tables {
		t := &l.Tables.Tables[i]
		p, h := bodyOf[pipeline](v, t.Pipeline), bodyOf[descriptorHeap](v, t.Base.Heap)
		if p == nil || h == nil || v.objects.Dead(t.Base.Heap) || bodyOf[rootSignature](v, p.Root) == nil {
			continue
		}
		r := bodyOf[rootSignature](v, p.Root)
		static := tables.Static{Submit: c.Site, List: l.id, Heap: t.Base.Heap, Device: v.objects.Device(t.Base.Heap), Set: t.Set, Root: p.Root, Desc: r.Desc, Parameter: t.Slot}
		out, stops := h.Submitted(names{v}, &static, t, p, r)
		if v.out = append(v.out, out...); stops {
			return
		}
	}
}

// markTable marks the descriptors that a table gives to programs, and the resources behind them. Those that programs choose are marked when it is known which they are.
func (v *Validator) markTable(t *reading.Table, u flight.Use) {
	u.Record, u.Op = t.Site, t.Op
	h, parts := names{v}.Reading(t)
	for s := range h.Reads(t, parts, slots.Named) {
		v.mark(s.Resource, &u)
		v.mark(s.Counter, &u)
		s.Readers = flight.With(s.Readers, &u, v.order.Crowd())
	}
}
