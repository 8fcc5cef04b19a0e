package validate

import (
	"iter"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// descriptors goes through the descriptors that a table gives to the programs which read it.
func (v *Validator) descriptors(t *reading.Table) iter.Seq2[*slots.Slot, slots.Read] {
	return func(yield func(*slots.Slot, slots.Read) bool) {
		h, parts := bodyOf[descriptorHeap](v, t.Base.Heap), program.Clear
		if p := bodyOf[pipeline](v, t.Pipeline); p != nil {
			parts = p.Parts
		}
		if h != nil && !v.objects.Dead(t.Base.Heap) {
			h.Read(t, parts, yield)
		}
	}
}

// writeDescriptor follows a new descriptor, and says so if submitted work may still read the old one.
func (v *Validator) writeDescriptor(c *gpu.DescriptorCall, at gpu.CPUDescriptorHandle, s slots.Slot) {
	old := bodyOf[descriptorHeap](v, at.Heap).Slot(at.Index)
	if old == nil {
		return
	}
	if v.crowded() {
		v.uses(owner.Descriptor(at.Heap, at.Index), c, owner.Writes)
	}
	if v.asks = v.thread(&c.CallHead); len(old.Readers) > 0 {
		if u, ok := flight.Unfinished(v.order, v.asks, old.Readers); ok {
			v.out = append(v.out, flight.Overwrites(c, at)(v.asker(), u))
		} else {
			v.doubt(&c.CallHead, old.Readers, flight.Overwrites(c, at))
		}
	}
	v.writes++
	old.Write(s, v.writes, c.Site)
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
	for i := 0; i < len(l.tables.Tables) && v.crowded() && !v.order.Alone(); i++ {
		t := &l.tables.Tables[i]
		via := owner.Need{Site: t.Site, List: l.id, Op: t.Op}
		read := func(index uint32) { v.uses(owner.Descriptor(t.Base.Heap, index), c, owner.Shares, via) }
		for s, by := range v.descriptors(t) {
			if !by.Varying {
				read(by.Index)
				v.take(s.Resource, c, owner.Needs, via)
				v.take(s.Counter, c, owner.Needs, via)
			}
		}
		if p := bodyOf[pipeline](v, t.Pipeline); p != nil {
			slots.Promised(bodyOf[rootSignature](v, p.Root), t, read)
		}
	}
}

// checkTables: static descriptors are all written, and are as they were when their table was set (root signature 1.1).
func (v *Validator) checkTables(c *gpu.SubmitCall, l *list) {
	for i := range l.tables.Tables {
		t := &l.tables.Tables[i]
		p := bodyOf[pipeline](v, t.Pipeline)
		if p == nil || v.objects.Dead(t.Base.Heap) || bodyOf[rootSignature](v, p.Root) == nil {
			continue
		}
		r := bodyOf[rootSignature](v, p.Root)
		static := tables.Static{Submit: c.Site, List: l.id, Heap: t.Base.Heap, Device: v.objects.Device(t.Base.Heap), Set: t.Set, Root: p.Root, Desc: r.Desc, Parameter: t.Slot}
		for s, by := range v.descriptors(t) {
			if by.Class == gpu.DescriptorSampler && s.Written != 0 && !by.Varying && s.Filter.Compares() != by.Compares {
				v.out = append(v.out, tables.Sampler(names{v}, t.Site, t.Base.Heap, by.Index, s.Site, s.Filter, t.Pipeline, by.First+by.Index-t.Base.Index-by.Offset))
			}
			if !by.Volatile && s.Written > t.Writes {
				v.out = append(v.out, tables.Changed(names{v}, &static, by.Index, s.Site))
				return
			}
		}
		for k := range r.Fixed {
			if g := &r.Fixed[k]; g.Parameter == int(t.Slot) && v.checkWritten(&static, g, t) {
				return
			}
		}
	}
}

// checkWritten: all descriptors of a static range are written, whether a shader reads them or not. It says so if they are not.
func (v *Validator) checkWritten(s *tables.Static, g *layout.Run, t *reading.Table) bool {
	h := bodyOf[descriptorHeap](v, s.Heap)
	first := uint64(t.Base.Index) + uint64(g.Offset)
	missing := h.Missing(s.Heap, first, uint64(g.Count))
	if len(missing) > 0 {
		register := uint32(g.First + uint64(missing[0].Index) - first)
		for slot, by := range v.descriptors(t) {
			if at := uint64(by.Index); slot.Written == 0 && !by.Varying && by.Class == g.Class && first <= at && at-first < uint64(g.Count) {
				s.Reads = append(s.Reads, bodyOf[pipeline](v, t.Pipeline).Slot(by.Stage, g.Class, uint32(g.First+at-first), g.Space))
			}
		}
		v.out = append(v.out, tables.Unwritten(names{v}, s, g, missing, register))
	}
	return len(missing) > 0
}

// markTable marks the descriptors that a table gives to programs, and the resources behind them. Those that programs choose are marked when it is known which they are.
func (v *Validator) markTable(t *reading.Table, u flight.Use) {
	u.Record, u.Op = t.Site, t.Op
	for s, by := range v.descriptors(t) {
		if by.Varying {
			continue
		}
		v.mark(s.Resource, u)
		v.mark(s.Counter, u)
		s.Readers = flight.With(s.Readers, u)
	}
}
