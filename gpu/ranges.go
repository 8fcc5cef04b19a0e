package gpu

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// Ranges are ranges of bytes that ascend and do not meet, in as little memory as they need: where data say which words a program touches there are
// thousands of them in each dispatch, of which most are never looked at one by one. They count from some byte, and can be compared. The empty one
// says nothing.
//
//	the size of the first one │ range │ range │ …
//	range     the gap before it, in two bytes      where it is as large as the first one, and the gap is small
//	          far │ gap │ size                     else: numbers of as few bytes as they need
//	          far │ gap │ size │ stride │ size     where it has pieces
//
// Or they are notes (Notes) of which elements of a buffer were touched, in any order, as they were taken: who looks at them puts them in order.
type Ranges string

// Range is bytes of an access. Its fields are those of Access.
type Range struct{ Begin, End, Stride, Size uint64 }

// far stands in the place of a gap that two bytes have no room for.
const far = 1<<16 - 1

// unit is of how many bytes gaps are multiples between ranges of a size, as log2: words mostly lie at multiples of words.
func unit(size uint64) int { return min(bits.TrailingZeros64(size|16), 4) }

// RangeWriter writes Ranges. The zero value is ready; it can serve again after Ranges.
type RangeWriter struct {
	Len     int    // how many ranges it has
	Touched uint64 // and how many bytes they have
	bytes   []byte
	first   uint64 // the size of the first one
	shift   int
	end     uint64
}

// Room makes room for n ranges.
func (w *RangeWriter) Room(n int) {
	if more := 2*n + binary.MaxVarintLen64; cap(w.bytes)-len(w.bytes) < more {
		w.bytes = append(make([]byte, 0, len(w.bytes)+more), w.bytes...)
	}
}

// Add adds a range after all others. A gap of none before it is allowed.
func (w *RangeWriter) Add(begin, end uint64) {
	size := end - begin
	if w.Len == 0 {
		w.first, w.shift = size, unit(size)
		w.bytes = binary.AppendUvarint(w.bytes, size)
	}
	gap := begin - w.end
	w.Len, w.Touched, w.end = w.Len+1, w.Touched+size, end
	if n := gap >> w.shift; n < far && n<<w.shift == gap && size == w.first {
		w.bytes = append(w.bytes, byte(n), byte(n>>8))
		return
	}
	w.far(gap, size<<1)
}

// AddPieces adds pieces of size bytes, stride apart, after all others.
func (w *RangeWriter) AddPieces(begin, end, stride, size uint64) {
	if w.Len == 0 {
		w.bytes = binary.AppendUvarint(w.bytes, 0)
	}
	w.far(begin-w.end, (end-begin)<<1|1)
	w.bytes = binary.AppendUvarint(binary.AppendUvarint(w.bytes, stride), size)
	w.Len, w.Touched, w.end = w.Len+1, w.Touched+((end-begin-size)/stride+1)*size, end
}

// AddSpans adds ascending ranges that do not meet, after all others, counted from base. Three and more that are equal at equal distances are pieces.
func AddSpans[S ~struct{ Begin, End uint64 }](w *RangeWriter, base uint64, spans []S) {
	for n := addScattered(w, base, spans); n < len(spans); n += addScattered(w, base, spans[n:]) {
		x, more := struct{ Begin, End uint64 }(spans[n]), 1
		step, size := begin(spans[n+1])-x.Begin, x.End-x.Begin
		for ; n+more < len(spans); more++ {
			if y := struct{ Begin, End uint64 }(spans[n+more]); y.End-y.Begin != size || y.Begin-x.Begin != uint64(more)*step {
				break
			}
		}
		if n++; more < fewestPieces {
			w.Add(x.Begin-base, x.End-base)
			continue
		}
		n += more - 1
		w.AddPieces(x.Begin-base, x.Begin-base+uint64(more-1)*step+size, step, size)
	}
}

// fewestPieces is how many equal ranges at equal distances are worth being one.
const fewestPieces = 3

// addScattered adds the first of some ranges. It stops before three of them that are as far from each other, and says how many it added.
func addScattered[S ~struct{ Begin, End uint64 }](w *RangeWriter, base uint64, spans []S) (n int) {
	w.Room(len(spans))
	step, next := uint64(0), uint64(0) // from the one to the next one, and from that to the one after it
	if len(spans) > 1 {
		step = begin(spans[1]) - begin(spans[0])
	}
	bytes, first, shift, end := w.bytes, w.first, w.shift, w.end+base // where nobody else sees them: thousands are added
	for ; n < len(spans); n++ {
		x := struct{ Begin, End uint64 }(spans[n])
		if n+2 < len(spans) {
			if next = begin(spans[n+2]) - begin(spans[n+1]); next == step {
				break
			}
			step = next
		}
		if gap := (x.Begin - end) >> shift; gap < far && end+gap<<shift == x.Begin && x.End-x.Begin == first {
			bytes = append(bytes, byte(gap), byte(gap>>8))
			w.Len, w.Touched, end = w.Len+1, w.Touched+first, x.End
			continue
		}
		w.bytes, w.end = bytes, end-base
		w.Add(x.Begin-base, x.End-base)
		bytes, first, shift, end = w.bytes, w.first, w.shift, x.End
	}
	w.bytes, w.end = bytes, end-base
	return n
}

func begin[S ~struct{ Begin, End uint64 }](s S) uint64 { return struct{ Begin, End uint64 }(s).Begin }

func (w *RangeWriter) far(gap, size uint64) {
	w.bytes = binary.AppendUvarint(binary.AppendUvarint(append(w.bytes, far&0xff, far>>8), gap), size)
}

// Ranges are those that were added. The writer begins anew.
func (w *RangeWriter) Ranges() Ranges {
	out := Ranges(w.bytes)
	w.Drop()
	return out
}

// Drop makes the writer begin anew.
func (w *RangeWriter) Drop() { *w = RangeWriter{bytes: w.bytes[:0]} }

// noteBytes is the size of a note.
const noteBytes = 4

// Notes are the ranges of notes: each is an element of a buffer and 1, or a number that is no element. Of each element, which is so many bytes, the
// bytes [begin, end) are meant. first is the first element that is noted: the ranges count from its bytes.
func Notes(notes []byte, elements, first uint32, stride, begin, end uint64) Ranges {
	var head [2 + 5*binary.MaxVarintLen64]byte
	out := append(head[:0], 0, 1) // after a first size of 0 there is far else
	for _, x := range [...]uint64{uint64(elements), uint64(first), stride, begin, end} {
		out = binary.AppendUvarint(out, x)
	}
	var text strings.Builder // one piece of memory, and one copy
	text.Grow(len(out) + len(notes))
	text.Write(out)
	text.Write(notes)
	return Ranges(text.String())
}

// Ordered are notes as ranges one after the other, for who looks at them again and again; others are that already.
func (r Ranges) Ordered() Ranges {
	if len(r) < 2 || r[0] != 0 || r[1] != 1 {
		return r
	}
	r = r[2:]
	elements, from := r.number(), r.number()
	stride, begin, end := r.number(), r.number(), r.number()
	list := make([]uint32, 0, len(r)/noteBytes)
	for ; len(r) >= noteBytes; r = r[noteBytes:] {
		if note := uint32(r[0]) | uint32(r[1])<<8 | uint32(r[2])<<16 | uint32(r[3])<<24; uint64(note-1) < elements {
			list = append(list, note-1)
		}
	}
	slices.Sort(list)
	base, spans := from*stride+begin, make([]struct{ Begin, End uint64 }, 0, len(list))
	for _, x := range list {
		at := struct{ Begin, End uint64 }{uint64(x)*stride + begin - base, uint64(x)*stride + end - base}
		if n := len(spans); n > 0 && at.Begin <= spans[n-1].End {
			spans[n-1].End = at.End
			continue
		}
		spans = append(spans, at)
	}
	var w RangeWriter
	AddSpans(&w, 0, spans)
	return w.Ranges()
}

// number takes a number from the front.
func (r *Ranges) number() (x uint64) {
	for shift := 0; ; shift += 7 {
		b := (*r)[0]
		*r = (*r)[1:]
		if x |= uint64(b&0x7f) << shift; b < 0x80 {
			return x
		}
	}
}

// All are the ranges, in their order.
func (r Ranges) All() iter.Seq[Range] {
	return func(yield func(Range) bool) {
		r := r.Ordered()
		if len(r) == 0 {
			return
		}
		first, end := r.number(), uint64(0)
		for shift := unit(first); len(r) > 0; {
			n := uint64(r[0]) | uint64(r[1])<<8
			r = r[2:]
			x := Range{Begin: end + n<<shift}
			if x.End = x.Begin + first; n == far {
				x.Begin = end + r.number()
				size := r.number()
				if x.End = x.Begin + size>>1; size&1 != 0 {
					x.Stride, x.Size = r.number(), r.number()
				}
			}
			if end = x.End; !yield(x) {
				return
			}
		}
	}
}

// Len is how many there are.
func (r Ranges) Len() (n int) {
	for range r.All() {
		n++
	}
	return n
}

// Apart is a list with accesses one by one where one says Within, whose ranges differ in their bytes alone. It is the list itself where none does.
func Apart(list []Access) []Access {
	if !within(list) {
		return list
	}
	n := 0
	for i := range list {
		n += 1 + len(list[i].Within)/2
	}
	out := make([]Access, 0, n)
	for i := range list {
		one := list[i]
		if one.Within == "" {
			out = append(out, one)
			continue
		}
		begin := one.Begin
		one.Within = ""
		for x := range list[i].Within.All() {
			one.Begin, one.End, one.Stride, one.Size = begin+x.Begin, begin+x.End, x.Stride, x.Size
			out = append(out, one)
		}
	}
	return out
}

// within says whether an access of a list says Within.
func within(list []Access) bool {
	for i := range list {
		if list[i].Within != "" {
			return true
		}
	}
	return false
}

// Apart is the command with its accesses one by one: itself where they are.
func (e *Executed) Apart() *Executed {
	if !within(e.Accesses) {
		return e
	}
	one := *e
	one.Accesses = Apart(e.Accesses)
	return &one
}
