package touch

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
)

// Where the work items of a dispatch touch few elements of a large buffer, and each access of an item is one element at most, they note which ones in
// place of marks. A list has a word for each item, so notes lie side by side, and reading them costs what was noted:
//
//	item    0     1     2     3
//	list  │ 18  │ 4   │ 0   │ 251 │ …      elements 17, 3 and 250; item 2 did not come to the access
//
// Of an array of views the highest bits say which view it is (slots.go).
//
// What was noted is a set of bits, one for each granule of the view, in which every 64 words of 64 have a word that says where bits are.

// list is the notes of one access.
type list struct {
	place int   // the map that its marks would be in
	runs  []run // of an element
}

// mostLists is how many accesses of a kernel are worth notes: each has a list as long as all others.
const mostLists = 8

// NewNotes is New with notes; nil: the accesses cannot have them.
func NewNotes(k *ir.Kernel, open []*ir.Instr) *Watch {
	t := newInstrumenter(k, open, NoBlocks)
	if k.Stage.Kind != ir.ComputeStage || len(t.marks) > mostLists || !t.notable(t.k.Body) {
		return nil
	}
	t.settle()
	t.item = t.linear()
	t.note(t.k.Body)
	return t.watch()
}

// notable says whether a work item does every access that has a mark once at most, with one element of one buffer.
func (t *instrumenter) notable(b *ir.Block) bool {
	for _, in := range b.Instrs {
		if t.marks[in] != nil && (in.Op == ir.OpLoadConst || !noteBinding(&t.k.Bindings[in.Binding], in.Args[0]) || t.dynamic(in) != 0) {
			return false
		}
		for _, nested := range in.Blocks {
			if in.Op == ir.OpLoop && t.marked(nested) || !t.notable(nested) {
				return false
			}
		}
	}
	return true
}

// marked says whether a block has marks.
func (t *instrumenter) marked(b *ir.Block) (found bool) {
	b.Walk(func(in *ir.Instr) { found = found || t.marks[in] != nil })
	return found
}

// linear makes the number of the work item, in a dispatch of one row of groups.
func (t *instrumenter) linear() ir.Value {
	add := func(in *ir.Instr) ir.Value {
		in.Results, in.Mark = []ir.Value{t.k.NewValue(ir.I32)}, true
		t.items = append(t.items, in)
		return in.Result()
	}
	if n := t.k.NumThreads; n[1] == 1 && n[2] == 1 {
		return add(&ir.Instr{Op: ir.OpSys, Imm: uint32(ir.DispatchThreadIDX)})
	}
	group := add(&ir.Instr{Op: ir.OpSys, Imm: uint32(ir.GroupIDX)})
	first := add(&ir.Instr{Op: ir.OpIMul, Args: []ir.Value{group, t.constant(uint32(t.k.Threads()))}})
	return add(&ir.Instr{Op: ir.OpIAdd, Args: []ir.Value{first, add(&ir.Instr{Op: ir.OpSys, Imm: uint32(ir.GroupIndex)})}})
}

// note puts the notes before the accesses, and adds their lists.
func (t *instrumenter) note(b *ir.Block) {
	var out []*ir.Instr
	for _, in := range b.Instrs {
		for _, nested := range in.Blocks {
			t.note(nested)
		}
		if m := t.marks[in]; m != nil {
			next := &ir.Instr{Op: ir.OpIAdd, Args: []ir.Value{in.Args[1], t.constant(1)}, Results: []ir.Value{t.k.NewValue(ir.I32)}, Mark: true}
			note := next.Result()
			if out = append(out, next); t.k.Bindings[in.Binding].Count > 1 {
				out, note = t.slotNote(out, in, note)
			}
			out = append(out, &ir.Instr{Op: ir.OpStoreBuf, Args: []ir.Value{0, t.item, 0, note}, Binding: int32(len(t.k.Bindings)), Width: noteBytes,
				Site: in.Site, Mark: true})
			t.k.Bindings = append(t.k.Bindings, ir.Binding{Name: "notes", Kind: ir.UAV, Shape: ir.Structured,
				Register: uint32(len(t.lists)), Space: 1 << 31, Count: 1,
				Stride: noteBytes})
			t.lists = append(t.lists, list{m.place, m.runs})
		}
		out = append(out, in)
	}
	b.Instrs = out
}

// noteBytes is the size of a note.
const noteBytes = 4

// perItem is how many granules of a view are worth it to look through for a note, and mostGranules how many at all: a bit each.
const (
	perItem      = 1 << 16
	mostGranules = 1 << 27
)

// Fits says whether a dispatch can be watched with it. With marks each can.
func (w *Watch) Fits(d *ir.Dispatch) bool {
	if len(w.lists) == 0 {
		return true
	}
	if !w.Row(d) {
		return false
	}
	most := min(perItem*w.items(d)*uint64(len(w.lists)), mostGranules)
	for i := range w.maps {
		m, r := &w.maps[i], ir.Record{}
		if w.Kernel.Bindings[m.binding].Count > 1 {
			if !w.slotsFit(m, d) {
				return false
			}
			continue
		}
		if w.load(m, w.original(m, d), &r); uint64(r.Count)*uint64(w.granules(m)) > most {
			return false
		}
	}
	return true
}

// Row says whether the groups of a dispatch are as notes need them, where there are such: whether another one with the same records, and as many
// groups, fits as well.
func (w *Watch) Row(d *ir.Dispatch) bool {
	return len(w.lists) == 0 || d.Groups[1] == 1 && d.Groups[2] == 1 && d.First == 0
}

// items is how many work items a dispatch of one row of groups has.
func (w *Watch) items(d *ir.Dispatch) uint64 { return uint64(d.Groups[0]) * uint64(w.Kernel.Threads()) }

// original are the words of the record of a buffer.
func (w *Watch) original(m *imprint, d *ir.Dispatch) []byte {
	return d.Memory[d.Records+w.Kernel.FirstRecord(m.binding)*ir.RecordBytes:]
}

// granules is how many granules an element of a buffer has.
func (w *Watch) granules(m *imprint) uint32 { return w.Kernel.Bindings[m.binding].Stride / m.granule }

// listRecord is the record of a list, at address 0.
func (w *Watch) listRecord(d *ir.Dispatch) mirror {
	n := w.items(d) * noteBytes
	return mirror{ir.Record{Size: uint32(n), Count: uint32(n / noteBytes), Stride: noteBytes}, n + noteBytes}
}

// noted is a set of granules. The zero value is empty.
type noted struct {
	bits     []uint64
	some     []uint64 // a bit for each word of bits that is not 0
	from, to uint64   // of some: those that may not be 0
}

// room makes room for so many granules.
func (s *noted) room(granules uint64) {
	if n := int(granules>>6 + 1); n > len(s.bits) {
		s.bits, s.some = make([]uint64, n), make([]uint64, n>>6+1)
	}
}

// add adds granules [first, end) of each element in a list, if a buffer has it; each of its elements is so many granules.
func (s *noted) add(notes []byte, elements uint32, granules, first, end uint64) {
	words, some := s.bits, s.some
	lowest, highest := elements, uint32(0)
	for ; len(notes) >= noteBytes; notes = notes[noteBytes:] {
		element := binary.LittleEndian.Uint32(notes) - 1
		if element >= elements {
			continue
		}
		lowest, highest = min(lowest, element), max(highest, element)
		for at, last := uint64(element)*granules+first, uint64(element)*granules+end; at < last; at++ {
			words[at>>6] |= 1 << (at & 63)
			some[at>>12] |= 1 << (at >> 6 & 63)
		}
	}
	if lowest == elements {
		return
	}
	from, to := (uint64(lowest)*granules+first)>>12, (uint64(highest)*granules+end-1)>>12+1
	if s.from == s.to {
		s.from, s.to = from, to
	}
	s.from, s.to = min(s.from, from), max(s.to, to)
}

// take appends the spans of the granules, of which the first one begins at base, and takes them out.
func (s *noted) take(out []plan.Span, base, granule uint64) []plan.Span {
	words := s.bits
	n, end := len(out), ^uint64(0) // of the last one
	for i := int(s.from); i < int(s.to); i++ {
		some := s.some[i]
		if some == 0 {
			continue
		}
		s.some[i] = 0
		out = slices.Grow(out[:n], 64*64)
		out = out[:cap(out)]
		for ; some != 0; some &= some - 1 {
			at := i<<6 + bits.TrailingZeros64(some)
			m, here := words[at], base+uint64(at)<<6*granule
			words[at] = 0
			for m != 0 {
				begin := here + uint64(bits.TrailingZeros64(m))*granule
				m &= m - 1
				if begin == end {
					n--
				} else {
					out[n].Begin = begin
				}
				end = begin + granule
				out[n].End = end
				n++
			}
		}
	}
	s.from, s.to = 0, 0
	return out[:n]
}

// view is what the notes of a list are of, which are numbers from first to first and mask.
type view struct {
	first, mask, elements uint32
	base, stride          uint64
	of                    run // of an element
}

// ascending appends the spans of notes, as far as they are of the view, if they ascend: items that go through a table in its order need no set. Else
// it appends nothing. rest are those of other views.
func (v *view) ascending(out []plan.Span, notes []byte) (spans []plan.Span, rest []byte, ok bool) {
	first, last := len(out), v.first
	for ; len(notes) >= noteBytes; notes = notes[noteBytes:] {
		note := binary.LittleEndian.Uint32(notes)
		element := note - v.first - 1
		switch {
		case note == 0:
			continue
		case note-v.first > v.mask:
			return out, notes, true
		case element >= v.elements || note == last:
			continue
		case note < last:
			return out[:first], nil, false
		}
		begin := v.base + uint64(element)*v.stride
		end := begin + uint64(v.of.end)
		if begin += uint64(v.of.begin); v.of.begin == 0 && uint64(v.of.end) == v.stride {
			n := following(notes[noteBytes:], note, v.elements-element-1)
			notes, note, end = notes[n*noteBytes:], note+n, end+uint64(n)*v.stride
		}
		if last = note; len(out) > first && out[len(out)-1].End == begin {
			out[len(out)-1].End = end
			continue
		}
		out = append(out, plan.Span{Begin: begin, End: end})
	}
	return out, nil, true
}

// following is how many notes are the numbers that follow one, of the next ones that there are, two by two.
func following(notes []byte, note, elements uint32) (n uint32) {
	two := uint64(note+1) | uint64(note+2)<<32
	for n+2 <= elements && len(notes) >= 2*noteBytes && binary.LittleEndian.Uint64(notes) == two {
		n, two, notes = n+2, two+(2|2<<32), notes[2*noteBytes:]
	}
	if n < elements && len(notes) >= noteBytes && binary.LittleEndian.Uint32(notes) == uint32(two) {
		n++
	}
	return n
}

// readNotes is Spans of notes. The lists are all zeros again.
func (w *Watch) readNotes(run *ir.Dispatch, room *Room) []Seen {
	out := room.seen[:0]
	all := room.spans[:0]
	for place := range w.maps {
		m, r := &w.maps[place], ir.Record{}
		if w.Kernel.Bindings[m.binding].Count > 1 {
			out, all = w.readSlots(out, all, run, place, room)
			continue
		}
		w.load(m, w.original(m, run), &r)
		l, first, ok := w.only(place), len(all), false
		if run.Rough && l >= 0 {
			if notes, plain := w.notes(run, l, &r); plain {
				out = append(out, Seen{Key: w.key(m), Notes: notes})
				continue
			}
		}
		if l >= 0 {
			notes := w.list(run, l)
			v := view{mask: math.MaxUint32, elements: r.Count, base: uint64(r.Base),
				stride: uint64(w.Kernel.Bindings[m.binding].Stride), of: w.lists[l].runs[0]}
			if all, _, ok = v.ascending(all, notes); ok {
				clear(notes[:len(notes)+noteBytes])
			}
		}
		if !ok {
			all = w.ordered(all, run, place, &r, &room.noted)
		}
		if spans := all[first:len(all):len(all)]; len(spans) > 0 {
			out = append(out, Seen{Key: w.key(m), Spans: spans})
		}
	}
	room.seen, room.spans = out, all
	return out
}

// ordered appends the spans of the notes of a map, in any order.
func (w *Watch) ordered(out []plan.Span, run *ir.Dispatch, place int, r *ir.Record, set *noted) []plan.Span {
	m := &w.maps[place]
	granules, granule := uint64(w.granules(m)), uint64(m.granule)
	set.room(uint64(r.Count) * granules)
	for i := range w.lists {
		l := &w.lists[i]
		if l.place != place {
			continue
		}
		notes := w.list(run, i)
		for _, x := range l.runs {
			set.add(notes, r.Count, granules, uint64(x.begin)/granule, uint64(x.end)/granule)
		}
		clear(notes[:len(notes)+noteBytes])
	}
	return set.take(out, uint64(r.Base), granule)
}

// key is that of the accesses of a map.
func (w *Watch) key(m *imprint) plan.Key {
	return plan.Key{Record: w.Kernel.FirstRecord(m.binding), Class: m.class, Op: m.op}
}

// list is the notes of one access.
func (w *Watch) list(run *ir.Dispatch, i int) []byte {
	of := run.Memory[run.Records+(w.first+uint32(i))*ir.RecordBytes:]
	return run.Memory[ir.RecordWord(of, ir.WordBase):][:ir.RecordWord(of, ir.WordSize)]
}

// only is the list of a map that has one, of one run of bytes of an element; else -1.
func (w *Watch) only(place int) int {
	found := -1
	for i := range w.lists {
		if l := &w.lists[i]; l.place == place {
			if found >= 0 || len(l.runs) > 1 {
				return -1
			}
			found = i
		}
	}
	return found
}

// fewestNotes and mostNotes are how many notes stay as they are: fewer are worth it to be put in order, and what more of them touch may be joined.
const (
	fewestNotes = 256
	mostNotes   = 1 << 12
)

// notes takes a list as it is, and makes it zeros; false: it must be put in order.
func (w *Watch) notes(run *ir.Dispatch, i int, r *ir.Record) (plan.Notes, bool) {
	notes := w.list(run, i)
	if n := len(notes) / noteBytes; n < fewestNotes || n > mostNotes {
		return plan.Notes{}, false
	}
	first, last := ^uint32(0), uint32(0)
	for left := notes; len(left) >= noteBytes; left = left[noteBytes:] {
		if element := binary.LittleEndian.Uint32(left) - 1; element < r.Count {
			first, last = min(first, element), max(last, element)
		}
	}
	if first > last {
		return plan.Notes{}, false
	}
	stride, of := uint64(w.Kernel.Bindings[w.maps[w.lists[i].place].binding].Stride), w.lists[i].runs[0]
	begin, end := uint64(of.begin), uint64(of.end)
	out := plan.Notes{Text: string(gpu.Notes(notes, r.Count, first, stride, begin, end))}
	out.Begin, out.End = uint64(r.Base)+uint64(first)*stride+begin, uint64(r.Base)+uint64(last)*stride+end
	clear(notes[:len(notes)+noteBytes])
	return out, true
}
