package touch

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
)

// A note of an array of views says which view it is of:
//
//	note  │ view: as few bits as the array needs │ element and 1 │      0: not of a view of the array, or not of an element that any of them has
//
// Notes in the order of their numbers are in that of views and elements.

// mostSlots is how many views an array of which items take notes has at most: a note has 20 bits for elements at least. mostSorted is how many items
// do, because notes must be sorted where they are in another order.
const (
	mostSlots  = 1 << 12
	mostSorted = 1 << 14
)

// noteBinding says whether the elements of a binding can be noted, with such a view of it.
func noteBinding(b *ir.Binding, slot ir.Value) bool {
	return b.Shape.IsBuffer() && (b.Count == 1 && slot == 0 || b.Count > 1 && b.Count <= mostSlots)
}

// elementBits is how many bits of a note of an array say which element it is.
func elementBits(b *ir.Binding) int { return 32 - bits.Len32(b.Count-1) }

// slotNote appends what makes the note of an access to an array, of its element and 1.
func (t *instrumenter) slotNote(out []*ir.Instr, at *ir.Instr, next ir.Value) ([]*ir.Instr, ir.Value) {
	add := func(op ir.Op, result ir.Type, args ...ir.Value) ir.Value {
		in := &ir.Instr{Op: op, Args: args, Results: []ir.Value{t.k.NewValue(result)}, Mark: true}
		out = append(out, in)
		return in.Result()
	}
	b := &t.k.Bindings[at.Binding]
	n, slot := elementBits(b), at.Args[0]
	good := add(ir.OpLtU, ir.Bool, at.Args[1], t.constant(1<<n-1))
	if slot != 0 {
		good = add(ir.OpBAnd, ir.Bool, good, add(ir.OpLtU, ir.Bool, slot, t.constant(b.Count)))
		next = add(ir.OpOr, ir.I32, next, add(ir.OpShl, ir.I32, slot, t.constant(uint32(n))))
	}
	note := add(ir.OpSelect, ir.I32, good, next, t.constant(0))
	return out, note
}

// slotsFit says whether notes have room for all elements of the views of an array, and are few.
func (w *Watch) slotsFit(m *imprint, d *ir.Dispatch) bool {
	b := &w.Kernel.Bindings[m.binding]
	most, records := uint32(1<<elementBits(b)-1), w.original(m, d)
	for slot := range b.Count {
		if ir.RecordWord(records[slot*ir.RecordBytes:], ir.WordCount) > most {
			return false
		}
	}
	return w.items(d) <= mostSorted
}

// readSlots reads the notes of the map of an array, and makes its lists zeros: a Seen for each view.
func (w *Watch) readSlots(out []Seen, all []plan.Span, run *ir.Dispatch, place int, room *Room) ([]Seen, []plan.Span) {
	l := w.only(place)
	if l < 0 {
		return w.readTangled(out, all, run, place, room)
	}
	notes := w.list(run, l)
	seen, spans, ok := w.readView(out, all, run, place, l)
	if !ok {
		w.sort(notes, room)
		seen, spans, _ = w.readView(out, all, run, place, l)
	}
	clear(notes[:len(notes)+noteBytes])
	return seen, spans
}

// sort puts notes in order.
func (w *Watch) sort(notes []byte, room *Room) {
	order := room.order[:0]
	for left := notes; len(left) >= noteBytes; left = left[noteBytes:] {
		order = append(order, slotNote(binary.LittleEndian.Uint32(left)))
	}
	slices.Sort(order)
	for i, note := range order {
		binary.LittleEndian.PutUint32(notes[i*noteBytes:], uint32(note))
	}
	room.order = order
}

// readView reads the only list of an array, view after view; false: its notes do not ascend.
func (w *Watch) readView(out []Seen, all []plan.Span, run *ir.Dispatch, place, l int) ([]Seen, []plan.Span, bool) {
	m := &w.maps[place]
	b, key, records := &w.Kernel.Bindings[m.binding], w.key(m), w.original(m, run)
	n, first := elementBits(b), key.Record
	v := view{mask: 1<<n - 1, stride: uint64(b.Stride), of: w.lists[l].runs[0]}
	next := uint32(0) // the first view that may come
	for notes, ok := w.list(run, l), true; len(notes) >= noteBytes; {
		note := binary.LittleEndian.Uint32(notes)
		if note == 0 {
			notes = notes[noteBytes:]
			continue
		}
		slot, before := note>>n, len(all)
		if slot < next {
			return out, all, false
		}
		next = slot + 1
		words := records[slot*ir.RecordBytes:]
		v.first, v.base, v.elements = slot<<n, uint64(ir.RecordWord(words, ir.WordBase)), ir.RecordWord(words, ir.WordCount)
		if all, notes, ok = v.ascending(all, notes); !ok {
			return out, all, false
		}
		if spans := all[before:len(all):len(all)]; len(spans) > 0 {
			key.Record = first + slot
			out = append(out, Seen{Key: key, Spans: spans})
		}
	}
	return out, all, true
}

// slotNote is a note of an array, above the number of its list.
type slotNote uint64

// listBits is how many bits the number of a list takes.
const listBits = 8

// readTangled is readSlots of several lists, or of several runs of bytes of an element.
func (w *Watch) readTangled(out []Seen, all []plan.Span, run *ir.Dispatch, place int, room *Room) ([]Seen, []plan.Span) {
	m := &w.maps[place]
	b, key, records := &w.Kernel.Bindings[m.binding], w.key(m), w.original(m, run)
	n, stride := elementBits(b), uint64(b.Stride)
	for order := w.slotNotes(run, place, room); len(order) > 0; {
		slot, first := uint32(order[0]>>listBits)>>n, len(all)
		words := records[slot*ir.RecordBytes:]
		base, count := uint64(ir.RecordWord(words, ir.WordBase)), ir.RecordWord(words, ir.WordCount)
		for ; len(order) > 0 && uint32(order[0]>>listBits)>>n == slot; order = order[1:] {
			element := uint32(order[0]>>listBits)&(1<<n-1) - 1
			if element >= count {
				continue
			}
			at := base + uint64(element)*stride
			for _, r := range w.lists[order[0]&(1<<listBits-1)].runs {
				all = append(all, plan.Span{Begin: at + uint64(r.begin), End: at + uint64(r.end)})
			}
		}
		all = all[:first+len(plan.JoinSpans(all[first:]))]
		if spans := all[first:len(all):len(all)]; len(spans) > 0 {
			key.Record = w.Kernel.FirstRecord(m.binding) + slot
			out = append(out, Seen{Key: key, Spans: spans})
		}
	}
	return out, all
}

// slotNotes are the notes of an array in order.
func (w *Watch) slotNotes(run *ir.Dispatch, place int, room *Room) []slotNote {
	order := room.order[:0]
	for i := range w.lists {
		if w.lists[i].place != place {
			continue
		}
		notes := w.list(run, i)
		for left := notes; len(left) >= noteBytes; left = left[noteBytes:] {
			if note := binary.LittleEndian.Uint32(left); note != 0 {
				order = append(order, slotNote(note)<<listBits|slotNote(i))
			}
		}
		clear(notes[:len(notes)+noteBytes])
	}
	slices.Sort(order)
	room.order = order
	return order
}
