package slots

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// Submitted is what is wrong with a table of the heap that a pipeline reads, when its list is submitted: static descriptors are all written, and are
// as they were when the table was set (root signature 1.1). s says where, and stops that nothing more is said of the list.
func (h *Heap) Submitted(n tables.Viewed, s *tables.Static, t *reading.Table, p *program.Pipeline,
	root *program.Root) (out []*diag.Diagnostic, stops bool) {
	h.read(t, p.Parts, judged, func(slot *Slot, by Read) bool {
		if by.Class == gpu.DescriptorSampler && slot.Written != 0 && !by.Varying && slot.Filter.Compares() != by.Compares {
			out = append(out, tables.Sampler(n, t.Site, s.Heap, by.Index, slot.Site, slot.Filter, t.Pipeline,
				by.First+by.Index-t.Base.Index-by.Offset, by.Space))
		}
		if stops = !by.Volatile && slot.Written > t.Writes; stops {
			out = append(out, tables.Changed(n, s, by.Index, slot.Site))
		}
		return !stops
	})
	var missing *diag.Diagnostic
	for k := 0; k < len(root.Fixed) && !stops; k++ {
		if g := &root.Fixed[k]; g.Parameter == int(t.Slot) {
			switch d := h.unwritten(n, s, g, t, p); {
			case d == nil:
			case missing == nil:
				missing = d
			default: // the first range is told, and what programs find in the others follows from that
				missing.Descriptors = append(missing.Descriptors, d.Descriptors...)
			}
		}
	}
	if missing != nil {
		return append(out, missing), true
	}
	return out, stops
}

// judged says whether Submitted has something to say of the descriptors that a program reads so: nothing, of volatile ones that are no samplers.
func judged(n *layout.TableRead) bool {
	return !n.Volatile || n.Class == gpu.DescriptorSampler && !n.Varying
}

// unwritten words a static range of which descriptors were never written, whether a shader reads them or not; nil: all were.
func (h *Heap) unwritten(n tables.Viewed, s *tables.Static, g *layout.Run, t *reading.Table, p *program.Pipeline) *diag.Diagnostic {
	first := uint64(t.Base.Index) + uint64(g.Offset)
	var missing []gpu.CPUDescriptorHandle
	for at, slot := range h.From(first, uint64(g.Count)) {
		if slot.Written == 0 {
			missing = append(missing, gpu.CPUDescriptorHandle{Heap: s.Heap, Index: at})
		}
	}
	if len(missing) == 0 {
		return nil
	}
	register := uint32(g.First + uint64(missing[0].Index) - first)
	h.read(t, p.Parts, All, func(slot *Slot, by Read) bool {
		if at := uint64(by.Index); slot.Written == 0 && !by.Varying && by.Class == g.Class && first <= at && at-first < uint64(g.Count) {
			s.Reads = append(s.Reads, p.Slot(by.Stage, g.Class, uint32(g.First+at-first), g.Space))
		}
		return true
	})
	return tables.Unwritten(n, s, g, missing, register)
}

// World is what is asked of the validator.
type World interface {
	tables.Names
	// Slots is a heap, nil if it is none.
	Slots(heap gpu.ID) *Heap
	// Dead reports whether an object was released.
	Dead(id gpu.ID) bool
}

// Things appends what a command of a submission chose by some descriptors, and the descriptors: those that it still found as they are. say is told
// what is wrong with one of a heap.
func Things(to []flight.Thing, w World, uses []tables.Use, by *tables.Moment, g *flight.Given,
	say func(wrong *diag.Diagnostic, heap gpu.ID)) []flight.Thing {
	for i := range uses {
		u := &uses[i]
		at := gpu.CPUDescriptorHandle{Heap: u.Heap, Index: u.Index}
		was := w.Slots(u.Heap).Was(at, by, g)
		if was.Written == 0 || was.Resource != u.Resource {
			continue
		}
		if d := Chosen(w, u, was); d != nil {
			say(d, u.Heap)
		}
		to = append(to, flight.Thing{Object: u.Resource}, flight.Descriptor(at))
	}
	return to
}

// Chosen words a sampler that compares where the program that chose it declares one that does not, or the other way round; nil: neither.
func Chosen(n tables.Names, u *tables.Use, was flight.Was) *diag.Diagnostic {
	if u.Class != gpu.DescriptorSampler || was.Filter.Compares() == u.Compares {
		return nil
	}
	return tables.Sampler(n, u.Record, u.Heap, u.Index, was.Site, was.Filter, u.Pipeline, u.Register+u.Index-u.Table.Index, u.Space)
}

// Varying adds the parts of a table, an entry of its log, of which the programs of a pipeline, nil: none, choose descriptors as they run.
func Varying(to []tables.Table, t *reading.Table, entry int, p *program.Pipeline) []tables.Table {
	for k := 0; p != nil && k < len(p.Reads.Tables); k++ {
		if r := &p.Reads.Tables[k]; r.Varying && r.Parameter == t.Slot {
			to = append(to, tables.Table{Heap: t.Base.Heap, Index: t.Base.Index + r.Offset, Class: r.Class, Register: r.First, Space: r.Space,
				Count: r.Count, Compares: r.Compares, Pipeline: t.Pipeline, Slot: t.Slot,
				Record: t.Site, Command: t.Index, Entry: entry})
		}
	}
	return to
}
