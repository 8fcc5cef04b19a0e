// Package folded keeps accesses of one command that differ in their bytes alone in as little memory as these bytes need: some three bytes for each,
// and nothing that the collector has to look at. Where data say which words a program touches there are thousands of them in each dispatch, of which
// most are never looked at.
//
// It must not know works, order, nor memory.
package folded

import (
	"encoding/binary"
	"iter"

	"github.com/gpuscript/gpuscript/gpu"
)

// Ranges are bytes of a resource, in their order, with gaps between them. Each is written as numbers of as few bytes as they need, most of which are
// small:
//
//	the gap before it │ its size, and whether it has pieces │ if so, their distance and size
type Ranges struct {
	n     int
	bytes []byte
}

// Range is the bytes of an access. Its fields are those of gpu.Access.
type Range struct{ Begin, End, Stride, Size uint64 }

// Alike is how many of the first of some accesses differ in their bytes alone, and can be kept by Of: they ascend, and are exact. It is at least 1.
func Alike(list []gpu.Access) int {
	first := &list[0]
	if !first.Exact || first.Begin >= first.End {
		return 1
	}
	end := first.End
	for i := 1; i < len(list); i++ {
		a := &list[i]
		if a.Begin < end || a.Begin >= a.End || a.Resource != first.Resource || a.Kind != first.Kind || !a.Exact || a.Keeps != first.Keeps ||
			a.Class != first.Class || a.As != first.As || a.Part != first.Part || a.Slot != first.Slot {
			return i
		}
		end = a.End
	}
	return len(list)
}

// Of are the ranges of accesses that are alike, in the memory of others that nobody needs any more.
func Of(room Ranges, list []gpu.Access) Ranges {
	out, end := Ranges{bytes: room.bytes[:0]}, uint64(0)
	if cap(out.bytes) < len(list) {
		out.bytes = make([]byte, 0, typical*len(list))
	}
	for i := 0; i < len(list); i++ {
		a := &list[i]
		last := a.End
		for a.Stride == 0 && i+1 < len(list) && list[i+1].Begin == last && list[i+1].Stride == 0 { // it goes on
			i++
			last = list[i].End
		}
		size := (last - a.Begin) << 1
		if a.Stride != 0 {
			size |= 1
		}
		out.bytes = binary.AppendUvarint(binary.AppendUvarint(out.bytes, a.Begin-end), size)
		if a.Stride != 0 {
			out.bytes = binary.AppendUvarint(binary.AppendUvarint(out.bytes, a.Stride), a.Size)
		}
		out.n, end = out.n+1, last
	}
	return out
}

// typical is how many bytes a word needs that is not far from the next one.
const typical = 3

// Len is how many there are.
func (r Ranges) Len() int { return r.n }

// All are the ranges, in their order.
func (r Ranges) All() iter.Seq[Range] {
	return func(yield func(Range) bool) {
		end := uint64(0)
		for b := r.bytes; len(b) > 0; {
			next := func() uint64 {
				x, n := binary.Uvarint(b)
				b = b[n:]
				return x
			}
			x := Range{Begin: end + next()}
			size := next()
			if x.End = x.Begin + size>>1; size&1 != 0 {
				x.Stride, x.Size = next(), next()
			}
			if end = x.End; !yield(x) {
				return
			}
		}
	}
}
