package validate

import (
	"iter"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// descriptors goes through the descriptors that a table gives to the programs which read it.
func (v *Validator) descriptors(t *reading.Table) iter.Seq2[*slot, readBy] {
	return func(yield func(*slot, readBy) bool) {
		h, parts := bodyOf[descriptorHeap](v, t.Base.Heap), program.Clear
		if p := bodyOf[pipeline](v, t.Pipeline); p != nil {
			parts = p.Parts
		}
		if h == nil || v.objects.Dead(t.Base.Heap) {
			return
		}
		for k := range parts {
			for i := range parts[k].Reads.Tables {
				n := &parts[k].Reads.Tables[i]
				first := uint64(t.Base.Index) + uint64(n.Offset)
				for at := first; n.Parameter == t.Slot && at < min(first+uint64(n.Count), uint64(len(h.slots))); at++ {
					if !yield(&h.slots[at], readBy{n, parts[k].Stage, uint32(at)}) {
						return
					}
				}
			}
		}
	}
}

// readBy is how a program reads a descriptor, and where that is in its heap.
type readBy struct {
	*layout.TableRead
	stage gpu.ShaderStage
	index uint32
}

// writeDescriptor follows a new descriptor, and says so if submitted work may still read the old one.
func (v *Validator) writeDescriptor(c *gpu.DescriptorCall, at gpu.CPUDescriptorHandle, s slot) {
	h := bodyOf[descriptorHeap](v, at.Heap)
	if h == nil || int(at.Index) >= len(h.slots) {
		return
	}
	old := &h.slots[at.Index]
	if v.asks = v.thread(&c.CallHead); len(old.readers) > 0 {
		if u, ok := flight.Unfinished(v.order, v.asks, old.readers); ok {
			v.out = append(v.out, flight.Overwrites(c, at)(v.asker(), u))
		} else {
			v.doubt(&c.CallHead, old.readers, flight.Overwrites(c, at))
		}
	}
	v.writes++
	s.written, s.site, s.readers = v.writes, c.Site, old.readers[:0]
	*old = s
}

// Written implements incident.Names.
func (n names) Written(at gpu.GPUDescriptorHandle) gpu.Site {
	if h := bodyOf[descriptorHeap](n.v, at.Heap); h != nil && uint64(at.Index) < uint64(len(h.slots)) {
		return h.slots[at.Index].site
	}
	return 0
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
			if by.Class == gpu.DescriptorSampler && s.written != 0 && !by.Varying && s.filter.Compares() != by.Compares {
				v.out = append(v.out, tables.Sampler(names{v}, t.Site, t.Base.Heap, by.index, s.site, s.filter, t.Pipeline, by.First+by.index-t.Base.Index-by.Offset))
			}
			if !by.Volatile && s.written > t.Writes {
				v.out = append(v.out, tables.Changed(names{v}, &static, by.index, s.site))
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
	end := min(first+uint64(g.Count), uint64(len(h.slots)))
	var missing []gpu.CPUDescriptorHandle
	for at := first; at < end; at++ {
		if h.slots[at].written == 0 {
			missing = append(missing, gpu.CPUDescriptorHandle{Heap: s.Heap, Index: uint32(at)})
		}
	}
	if len(missing) > 0 {
		register := uint32(g.First + uint64(missing[0].Index) - first)
		for slot, by := range v.descriptors(t) {
			if at := uint64(by.index); slot.written == 0 && !by.Varying && by.Class == g.Class && first <= at && at < end {
				s.Reads = append(s.Reads, bodyOf[pipeline](v, t.Pipeline).Slot(by.stage, g.Class, uint32(g.First+at-first), g.Space))
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
		v.mark(s.resource, u)
		v.mark(s.counter, u)
		s.readers = flight.With(s.readers, u)
	}
}
