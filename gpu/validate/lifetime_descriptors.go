package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// overwrites calls f for the descriptors that a call writes, with what they become.
func (v *Validator) overwrites(c *gpu.DescriptorCall, f func(at gpu.CPUDescriptorHandle, old *slots.Slot, now slots.Slot)) {
	v.asks = v.thread(&c.CallHead)
	slots.Overwrites(func(id gpu.ID) *slots.Heap { return bodyOf[descriptorHeap](v, id) }, c, v.slotOf, f)
}

// checkOverwrites: no submitted work may still read a descriptor that is written.
func (v *Validator) checkOverwrites(c *gpu.DescriptorCall) {
	v.overwrites(c, func(at gpu.CPUDescriptorHandle, old *slots.Slot, _ slots.Slot) {
		if v.crowded() {
			v.uses(owner.Descriptor(at.Heap, at.Index), c, owner.Caller{As: owner.Writes})
		}
		if u := v.unfinished(old.Readers); u != nil {
			v.out = append(v.out, flight.Overwrites(c, at)(v.asker(), *u))
		}
	})
}

// recordOverwrites follows the descriptors that a call has written.
func (v *Validator) recordOverwrites(c *gpu.DescriptorCall) {
	v.tellLate()
	v.overwrites(c, func(at gpu.CPUDescriptorHandle, old *slots.Slot, now slots.Slot) {
		if len(old.Readers) > 0 && v.order.Crowd() {
			v.doubt(&c.CallHead, old.Readers, 0, flight.Overwrites(c, at))
		}
		if !v.given.None() && v.unfinished(old.Readers) == nil {
			v.given.Keep(v.asker(), flight.Descriptor(at), old.Was(), old.Readers, flight.Overwrites(c, at), nil)
		}
		v.writes++
		bodyOf[descriptorHeap](v, at.Heap).Write(at.Index, now, v.writes, c.Site)
	})
}

// Written implements incident.Names.
func (n names) Written(at gpu.GPUDescriptorHandle, by gpu.ID) gpu.Site {
	return bodyOf[descriptorHeap](n.v, at.Heap).Was(gpu.CPUDescriptorHandle(at), n.v.tables.Executing(by).Made(), &n.v.given).Site
}

// takeTables is take for the descriptors that programs of a list read, and for those that are valid as long as the list is executed.
func (v *Validator) takeTables(c *gpu.SubmitCall, l *list) {
	for i := 0; i < len(l.Tables.Tables) && v.crowded() && (!v.order.Alone() || v.owners.Rivals()); i++ {
		t := &l.Tables.Tables[i]
		via := owner.Need{Site: t.Site, List: l.ID, Op: t.Op}
		read := func(index uint32) {
			v.uses(owner.Descriptor(t.Base.Heap, index), c, owner.Caller{As: owner.Shares}, via)
		}
		h, parts := names{v}.Reading(t)
		for s, by := range h.Reads(t, parts, slots.Named) {
			read(by.Index)
			named := via
			named.By = owner.Descriptor(t.Base.Heap, by.Index)
			v.take(s.Resource, c, owner.Needs, named)
			v.take(s.Counter, c, owner.Needs, named)
		}
		if p := bodyOf[pipeline](v, t.Pipeline); p != nil {
			slots.Promised(bodyOf[rootSignature](v, p.Root), t, read)
		}
	}
}

// checkTables applies the rules of static descriptors, and of those of clears.
func (v *Validator) checkTables(c *gpu.SubmitCall, l *list) {
	v.out = l.Clears.Submitted(v.out, names{v}, l.ID, c.Site)
	var told slots.Told
	for i := range l.Tables.Tables {
		t := &l.Tables.Tables[i]
		if told.But(t) {
			continue
		}
		p, h := bodyOf[pipeline](v, t.Pipeline), bodyOf[descriptorHeap](v, t.Base.Heap)
		if p == nil || h == nil || v.objects.Dead(t.Base.Heap) || bodyOf[rootSignature](v, p.Root) == nil {
			continue
		}
		r := bodyOf[rootSignature](v, p.Root)
		static := tables.Static{Submit: c.Site, List: l.ID, Heap: t.Base.Heap, Device: v.objects.Device(t.Base.Heap), Set: t.Set, Root: p.Root,
			Desc: r.Desc, Parameter: t.Slot}
		out, stops := h.Submitted(names{v}, &static, t, p, r)
		if out = told.Beside(out); stops {
			told.Keep(t, out)
		}
		v.out = append(v.out, out...)
	}
}

// markTable marks the descriptors that a table gives to programs, and the resources behind them. Those that programs choose are marked when it is
// known which they are.
func (v *Validator) markTable(t *reading.Table, u flight.Use) {
	u.Record, u.Op = t.Site, t.Op
	shown := u
	shown.Shown = true
	h, parts := names{v}.Reading(t)
	for s := range h.Reads(t, parts, slots.Named) {
		v.mark(s.Resource, &shown)
		v.mark(s.Counter, &shown)
		s.Readers = flight.With(s.Readers, &u, v.order.Crowd())
	}
}
