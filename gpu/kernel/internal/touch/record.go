package touch

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
)

// align is what maps are aligned to.
const align = 64

// Seen are the bytes that watched accesses of one key touched.
type Seen = plan.Seen

// Size is how many bytes of memory the maps and records of a dispatch take. d.Records is the table of the original.
func (w *Watch) Size(d *ir.Dispatch) uint64 { return w.SizeUpTo(d, math.MaxUint64) }

// Table is how much of it the records are, at the start.
func (w *Watch) Table() uint64 { return uint64(w.Kernel.Records()) * ir.RecordBytes }

// Originals is how much of the table of the original they depend on.
func (w *Watch) Originals() uint32 { return w.first * ir.RecordBytes }

// SizeUpTo is Size, if that is not larger; else more than most.
func (w *Watch) SizeUpTo(d *ir.Dispatch, most uint64) uint64 {
	size, r := w.Table(), ir.Record{}
	if n := uint64(len(w.lists)); n > 0 {
		of := w.listRecord(d)
		return size + n*room(&of)
	}
	w.each(func(m *imprint, record uint32) bool {
		w.load(m, d.Memory[d.Records+record*ir.RecordBytes:], &r)
		of := w.mapRecord(m, &r)
		size += room(&of)
		if w.Blocks != NoBlocks {
			blocks := w.blockRecord(m, &of)
			size += room(&blocks)
		}
		return size <= most
	})
	return size
}

// room is the bytes of a map, aligned.
func room(m *mirror) uint64 { return (m.bytes + align - 1) / align * align }

// each visits the originals of the maps, with the numbers of their records, in the order of the maps' own, for as long as it is told to go on.
func (w *Watch) each(visit func(m *imprint, record uint32) bool) {
	for i := range w.maps {
		m := &w.maps[i]
		first := w.Kernel.FirstRecord(m.binding)
		for slot := range w.Kernel.Bindings[m.binding].Count {
			if !visit(m, first+slot) {
				return
			}
		}
	}
}

// load reads the record of the original of a map, or of a map or a map of blocks, as far as their shape has something to say: the rest of a large
// struct stays as it was.
func (w *Watch) load(m *imprint, words []byte, to *ir.Record) {
	if w.Kernel.Bindings[m.binding].Shape.IsTexture() {
		*to = ir.LoadRecord(words)
		return
	}
	to.Base, to.Size = ir.RecordWord(words, ir.WordBase), ir.RecordWord(words, ir.WordSize)
	to.Count, to.Stride, to.Levels = ir.RecordWord(words, ir.WordCount), ir.RecordWord(words, ir.WordStride), 0
}

// mirror is the record of a map. Its bytes, with those of an element that marks fall into which do not count (ir.Instr.Mark), are more than 32 bits
// can tell where there is no room for it anyway.
type mirror struct {
	ir.Record
	bytes uint64
}

// noMarks forgets what fell into the element after a map.
func noMarks(memory []byte, m *ir.Record) { clear(memory[m.Base+m.Size:][:m.Stride]) }

// mapRecord is the record of the map of a view, at address 0.
func (w *Watch) mapRecord(m *imprint, r *ir.Record) mirror {
	b := &w.Kernel.Bindings[m.binding]
	stride := b.Stride / m.granule
	switch {
	case b.Shape == ir.Constants:
		if r.Size == 0 {
			return mirror{}
		}
		return mirror{ir.Record{Size: constantBytes, Count: 1, Stride: constantBytes}, constantBytes}
	case b.Shape.IsBuffer():
		bytes := uint64(r.Count) * uint64(stride)
		return mirror{ir.Record{Size: uint32(bytes), Count: r.Count, Stride: stride}, bytes + uint64(stride)}
	}
	if m.cells == clampedCells {
		r = clampedCellsOf(r)
	}
	return layers(r, stride)
}

// layers is the record of a texture like r, with texels of stride bytes, at address 0.
func layers(r *ir.Record, stride uint32) mirror {
	out := mirror{Record: ir.Record{Stride: stride, Width: r.Width, Height: r.Height, Depth: r.Depth, Levels: r.Levels, Flags: r.Flags}}
	for level := range min(r.Levels, ir.MaxMips) {
		width, height, depth := r.Extent(level)
		p := &out.Mips[level]
		p.Offset, p.RowPitch = uint32(out.bytes), width*stride
		p.SlicePitch = p.RowPitch * height
		out.bytes += uint64(width) * uint64(stride) * uint64(height) * uint64(depth)
	}
	out.Size = uint32(out.bytes)
	out.bytes += uint64(stride)
	return out
}

// Begin gives the dispatch to run Kernel with. memory, Size bytes of d.Memory from at on that are zeros, gets the records; the run writes the
// maps after them. at is aligned to 256 bytes.
func (w *Watch) Begin(d *ir.Dispatch, at uint32) ir.Dispatch {
	run := *d
	run.Records = at
	table := d.Memory[at:]
	copy(table, d.Memory[d.Records:d.Records+w.first*ir.RecordBytes])
	next := at + w.Kernel.Records()*ir.RecordBytes
	put := func(m *mirror, record uint32) {
		if m.bytes > 0 {
			m.Base = next
		}
		m.Put(table[record*ir.RecordBytes:])
		next += uint32(room(m))
	}
	for i := range w.lists {
		of := w.listRecord(d)
		put(&of, w.first+uint32(i))
	}
	if len(w.lists) > 0 {
		return run
	}
	record, behind, r := w.first, w.mapRecords(), ir.Record{}
	w.each(func(m *imprint, original uint32) bool {
		w.load(m, d.Memory[d.Records+original*ir.RecordBytes:], &r)
		of := w.mapRecord(m, &r)
		put(&of, record)
		if w.Blocks != NoBlocks {
			blocks := w.blockRecord(m, &of)
			put(&blocks, record+behind)
		}
		record++
		return true
	})
	return run
}

// mapRecords is how many records the maps have, without those of blocks.
func (w *Watch) mapRecords() uint32 {
	n := w.Kernel.Records() - w.first
	if w.Blocks != NoBlocks {
		n /= 2
	}
	return n
}

// Room is memory for what was seen. It can serve again when that is not needed any more.
type Room struct {
	seen  []Seen
	spans []plan.Span
	noted noted
	order []slotNote
}

// Turn makes the table of a run that Begin gave, at its place, that of another dispatch with as many groups. It says whether that was possible: of
// notes, whose lists do not depend on what the records show.
func (w *Watch) Turn(d *ir.Dispatch, at uint32) bool {
	if len(w.lists) == 0 || !w.Fits(d) {
		return false
	}
	copy(d.Memory[at:], d.Memory[d.Records:][:w.Originals()])
	return true
}

// Again says whether the maps, or lists, are all zeros again when Spans has read them, and the memory fit for another run with the same records.
func (w *Watch) Again() bool { return w.Blocks != NoBlocks || len(w.lists) > 0 }

// Spans reads the maps of a run that Begin gave. They come in the order of the maps. What it returns is in room, valid until that serves again.
func (w *Watch) Spans(run *ir.Dispatch, room *Room) []Seen {
	if len(w.lists) > 0 {
		return w.readNotes(run, room)
	}
	out := room.seen[:0]
	record, behind := w.first, w.mapRecords()
	s := scanner{memory: run.Memory, spans: room.spans[:0]}
	var r, mirror, blocks ir.Record
	w.spreadCells(run)
	w.each(func(m *imprint, original uint32) bool {
		at := record
		record++
		if w.Blocks != NoBlocks {
			if w.load(m, run.Memory[run.Records+(at+behind)*ir.RecordBytes:], &blocks); !w.marked(m, run, &blocks) {
				return true // one of many elements of an array
			}
		}
		w.load(m, run.Memory[run.Records+original*ir.RecordBytes:], &r)
		w.load(m, run.Memory[run.Records+at*ir.RecordBytes:], &mirror)
		s.granule, s.first = uint64(m.granule), len(s.spans)
		if w.Blocks != NoBlocks {
			w.scanBlocks(&s, m, &blocks, &mirror, &r)
		} else if m.cells == noCells {
			w.scan(&s, m, &mirror, &r)
		}
		if spans := s.spans[s.first:len(s.spans):len(s.spans)]; len(spans) > 0 {
			if r.Levels > 0 || w.Kernel.Bindings[m.binding].Shape == ir.Constants { // rows and words may continue each other in another order
				spans = plan.JoinSpans(spans)
			}
			out = append(out, Seen{Key: plan.Key{Record: original, Class: m.class, Op: m.op}, Spans: spans})
		}
		return true
	})
	room.seen, room.spans = out, s.spans
	return out
}

// marked says whether there is a mark in a map of blocks, or in the element after it. Without one there is none in the map, nor after it.
func (w *Watch) marked(m *imprint, run *ir.Dispatch, blocks *ir.Record) bool {
	size := blocks.Size
	if w.Kernel.Bindings[m.binding].Shape != ir.Constants {
		size += blocks.Stride
	}
	return bytes.IndexByte(run.Memory[blocks.Base:][:size], 1) >= 0
}

// scan reads one map.
func (w *Watch) scan(s *scanner, m *imprint, mirror, r *ir.Record) {
	switch b := &w.Kernel.Bindings[m.binding]; {
	case mirror.Size == 0:
	case b.Shape == ir.Constants:
		if n := constantMarks(r); n > 0 {
			s.row(uint64(mirror.Base), n, uint64(r.Base))
			s.words()
		}
	case b.Shape.IsBuffer():
		s.row(uint64(mirror.Base), uint64(mirror.Size), uint64(r.Base))
	default:
		s.texture(mirror, r)
	}
}

// scanBlocks reads the marked blocks of one map, and clears it.
func (w *Watch) scanBlocks(s *scanner, m *imprint, blocks, mirror, r *ir.Record) {
	b := &w.Kernel.Bindings[m.binding]
	if b.Shape != ir.Constants {
		noMarks(s.memory, mirror)
		noMarks(s.memory, blocks)
	}
	switch {
	case mirror.Size == 0:
		return
	case m.cells != noCells:
	case b.Shape == ir.Constants:
		s.blocksRow(blocks, uint64(mirror.Base), constantBytes, constantMarks(r), uint64(r.Base), uint64(w.Blocks))
		s.words()
	case b.Shape.IsBuffer():
		s.blocksRow(blocks, uint64(mirror.Base), uint64(mirror.Size), uint64(mirror.Size), uint64(r.Base), uint64(mirror.Stride)<<m.shift)
	default:
		s.blocksTexture(blocks, mirror, r)
	}
	clear(s.memory[blocks.Base : blocks.Base+blocks.Size])
}

// scanner turns marks into spans.
type scanner struct {
	memory  []byte
	granule uint64
	spans   []plan.Span
	first   int // of the record that is read
}

func (s *scanner) texture(mirror, r *ir.Record) {
	for level := range min(r.Levels, ir.MaxMips) {
		width, height, depth := r.Extent(level)
		from, to := &mirror.Mips[level], &r.Mips[level]
		for z := range uint64(depth) {
			for y := range uint64(height) {
				s.row(uint64(mirror.Base)+uint64(from.Offset)+z*uint64(from.SlicePitch)+y*uint64(from.RowPitch), uint64(width)*uint64(mirror.Stride),
					uint64(r.Base)+uint64(to.Offset)+z*uint64(to.SlicePitch)+y*uint64(to.RowPitch))
			}
		}
	}
}

// constantMarks is how many marks of a constant buffer count: each stands for four bytes, which are in the view.
func constantMarks(r *ir.Record) uint64 { return min(max(uint64(r.Size), 3)-3, constantBytes) }

// words makes the last byte of each span of the record a word.
func (s *scanner) words() {
	for i := range s.spans[s.first:] {
		s.spans[s.first+i].End += 3
	}
}

// row appends the spans of n marks for the bytes from base on.
func (s *scanner) row(at, n, base uint64) {
	marks := s.memory[at : at+n]
	for i := uint64(0); i < n; i += 64 {
		for m := marked(marks[i:min(i+64, n)]); m != 0; {
			var first, end uint64
			first, end, m = pop(m)
			s.add(plan.Span{Begin: base + (i+first)*s.granule, End: base + (i+end)*s.granule})
		}
	}
}

// add appends a span, or lengthens the one that it continues.
func (s *scanner) add(span plan.Span) {
	if n := len(s.spans); n > s.first && s.spans[n-1].End == span.Begin {
		s.spans[n-1].End = span.End
		return
	}
	s.spans = append(s.spans, span)
}

// marked has a bit for each of at most 64 marks, which are 0 or 1. There is no branch for any of them: where places are data, nobody can foresee
// which is the next one.
func marked(marks []byte) (m uint64) {
	i := 0
	for ; i+8 <= len(marks); i += 8 {
		m |= binary.LittleEndian.Uint64(marks[i:]) * gather >> 56 << i
	}
	for ; i < len(marks); i++ {
		m |= uint64(marks[i]) << i
	}
	return m
}

// gather moves the lowest bits of eight bytes to the highest byte of the product: that of byte k, at bit 8k, to bit 56+k.
const gather = 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42 | 1<<49 | 1<<56

// pop is the first run of bits of some, and the bits behind it.
func pop(m uint64) (first, end, rest uint64) {
	first = uint64(bits.TrailingZeros64(m))
	end = first + uint64(bits.TrailingZeros64(^(m >> first)))
	return first, end, m >> end << end
}
