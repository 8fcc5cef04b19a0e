package plan

import (
	"encoding/binary"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// guardsOf are the numbers of a kernel that are worth reading ahead: those that are only asked whether they are equal to others, as in `if state[0]
// ~= ready then return end`, and those that choose among descriptors. Others may change from dispatch to dispatch, and closed forms that depend on
// them would be made again each time; that costs less only than to watch every descriptor of an array.
func guardsOf(k *ir.Kernel) []bool {
	guards := make([]bool, k.NumValues())
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpLoadBuf {
			guards[in.Result()] = true
		}
	})
	leave := func(vs []ir.Value) {
		for _, v := range vs {
			guards[v] = false
		}
	}
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op != ir.OpIEq && in.Op != ir.OpINe {
			leave(in.Args)
		}
		for _, b := range in.Blocks {
			leave(b.Yield)
		}
	})
	for v, chooses := range choosers(k) {
		guards[v] = guards[v] || chooses
	}
	return guards
}

// choosers are the numbers that say which descriptor of an array is used, and those that they are calculated from.
func choosers(k *ir.Kernel) []bool {
	return sources(k, []ir.Type{ir.I32}, func(in *ir.Instr) []ir.Value {
		if in.Op.UsesBinding() {
			return in.Args[:1]
		}
		return nil
	})
}

// deciders are the numbers and truths on which it depends what is touched, and those that they are calculated from. Constants that are not among
// them, such as colours, may be others with each dispatch, and the closed forms are the same.
func deciders(k *ir.Kernel) []bool {
	return sources(k, []ir.Type{ir.I32, ir.Bool}, func(in *ir.Instr) []ir.Value {
		switch in.Op {
		case ir.OpStoreBuf, ir.OpAtomicBuf:
			return in.Args[:3]
		case ir.OpStoreTex, ir.OpAtomicTex:
			return in.Args[:5]
		case ir.OpIf:
			return in.Args
		case ir.OpLoop:
			return slices.Concat(in.Args, in.Blocks[0].Yield, in.Blocks[1].Yield)
		}
		if in.Op.UsesBinding() {
			return in.Args
		}
		return nil
	})
}

// sources are the values of some types from which those are calculated that instructions name as ends, and these.
func sources(k *ir.Kernel, types []ir.Type, ends func(*ir.Instr) []ir.Value) []bool {
	leads, changed := make([]bool, k.NumValues()), true
	add := func(vs ...ir.Value) {
		for _, v := range vs {
			if v != 0 && !leads[v] && slices.Contains(types, k.Type(v)) {
				leads[v], changed = true, true
			}
		}
	}
	for changed {
		changed = false
		k.Body.Walk(func(in *ir.Instr) {
			add(ends(in)...)
			for i, r := range in.Results {
				switch {
				case !leads[r]:
				case in.Op == ir.OpIf:
					add(in.Blocks[0].Yield[i], in.Blocks[1].Yield[i])
				case in.Op != ir.OpLoop:
					add(in.Args...)
				}
			}
		})
	}
	return leads
}

// fromBuffer reads a guard, or a number that chooses, at a place that is one for all work items. Nobody may write it in this dispatch, which is
// looked at after the walk (isWritten): as long as nobody does under this assumption, it holds.
func (w *walker) fromBuffer(in *ir.Instr) form {
	b := &w.k.Bindings[in.Binding]
	slot, element, dyn := w.arg(in, 0), w.arg(in, 1), w.arg(in, 2)
	if w.distrust || !w.guards[in.Result()] || b.Shape != ir.Structured || in.Width != 4 || !slot.isConst() || !element.isConst() || !dyn.isConst() ||
		uint64(slot.base) >= uint64(b.Count) {
		return form{}
	}
	w.moving.pin(&slot, &element, &dyn)
	record := w.k.FirstRecord(in.Binding) + uint32(slot.base)
	r := w.look(in.Binding, record)
	index, at := uint64(uint32(element.base)), uint64(uint32(dyn.base))+uint64(in.Offset)
	if index >= uint64(r.Count) || at+4 > uint64(b.Stride) {
		return form{}
	}
	at += index * uint64(b.Stride)
	found := read{record: record, at: at, value: binary.LittleEndian.Uint32(w.d.Memory[uint64(r.Base)+at:])}
	w.reads, w.words = append(w.reads, found), append(w.words, word{record, at})
	return constForm(int64(int32(found.value)))
}

// word is one of a buffer: at is its first byte in the view of a record.
type word struct {
	record uint32
	at     uint64
}

// in are its bytes, for all records of a dispatch.
func (w *word) in(all []byte) Span {
	at := uint64(ir.RecordWord(all[w.record*ir.RecordBytes:], ir.WordBase)) + w.at
	return Span{at, at + 4}
}

// isWritten tells whether the dispatch may write a word that was read as if it did not.
func (f *Footprint) isWritten() bool {
	for i := range f.accesses {
		a := &f.accesses[i]
		if len(f.words) == 0 || a.in.Op.Class() == ir.Load {
			continue
		}
		first, last := f.slots(a)
		for slot := first; slot <= last; slot++ {
			if s, ok := f.hullOf(a, slot, &f.full); ok && meetsWord(s, f.words, recordsOf(f.k, f.d)) {
				return true
			}
		}
	}
	return false
}

func meetsWord(s Span, words []word, all []byte) bool {
	for i := range words {
		if w := words[i].in(all); s.Begin < w.End && w.Begin < s.End {
			return true
		}
	}
	return false
}

// trust is what closed forms rest on that were found as if nobody wrote some words: they hold where nobody does.
type trust struct {
	words  []word
	writes []write // all that may be written
}

// write is the bytes that an access may write, and how they move.
type write struct {
	Hull
	course
}

// again is room for what is found next.
func (t *trust) again() trust { return trust{t.words[:0], t.writes[:0]} }

// trusts notes on what closed forms rest, of which list are the candidates.
func (f *Footprint) trusts(t *trust, list []candidate) {
	for i := range list {
		if c := &list[i]; len(f.words) > 0 && c.Class != ir.Load {
			t.writes = append(t.writes, write{f.hull(c), c.course})
		}
	}
	t.words = append(t.words, f.words...)
}

// holds tells whether nobody writes the words, where the records of a dispatch are, once what is written went so far.
func (t *trust) holds(all []byte, went *[mostShifts]int64) bool {
	for i := range t.writes {
		h := &t.writes[i]
		r := ir.LoadBuffer(all[h.Record*ir.RecordBytes:])
		base, in := uint64(r.Base)+h.by(went), h.In(&r)
		if meetsWord(Span{base + in.Begin, base + in.End}, t.words, all) {
			return false
		}
	}
	return true
}
