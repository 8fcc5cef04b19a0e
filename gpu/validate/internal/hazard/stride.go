package hazard

import "github.com/gpuscript/gpuscript/gpu"

// ranges are bytes of a memory: all of [begin, end), or, with a stride, pieces of it (gpu.Access).
type ranges struct{ begin, end, stride, size uint64 }

// meets is the first range of bytes that two spans have in common.
func (s *span) meets(t *span) (begin, end uint64, ok bool) {
	x, y := ranges{s.begin, s.end, s.how.stride, s.how.size}, ranges{t.begin, t.end, t.how.stride, t.how.size}
	return x.meets(&y)
}

// meets is the first range of bytes that two ranges have in common. Those of pieces are compared piece by piece, but no more of
// them than there are places of one pattern relative to the other.
func (s *ranges) meets(t *ranges) (begin, end uint64, ok bool) {
	if s.begin >= t.end || t.begin >= s.end {
		return 0, 0, false
	}
	if s.stride == 0 && t.stride == 0 {
		return max(s.begin, t.begin), min(s.end, t.end), true
	}
	if s.stride == 0 {
		return t.meets(s)
	}
	first, last := s.pieces(t.begin, t.end)
	checked := last
	if turns := t.repeats(s.stride); last-first > turns+1 {
		checked = first + turns + 1 // the pieces in between lie inside of t, where the pattern repeats
	}
	for i := first; i <= checked; i++ {
		if begin, end, ok = s.piece(i, t); ok {
			return begin, end, true
		}
	}
	return s.piece(last, t)
}

// pieces are the numbers of the first and the last piece that may have bytes in [begin, end), which the range overlaps.
func (s *ranges) pieces(begin, end uint64) (first, last uint64) {
	stride := s.stride
	if begin > s.begin {
		first = (begin - s.begin) / stride
	}
	return first, (min(end, s.end) - 1 - s.begin) / stride
}

// piece is the first range that piece i has in common with t.
func (s *ranges) piece(i uint64, t *ranges) (begin, end uint64, ok bool) {
	from := s.begin + i*s.stride
	to := from + s.size
	if t.stride == 0 {
		begin, end = max(from, t.begin), min(to, t.end)
		return begin, end, begin < end
	}
	if from >= t.end || to <= t.begin {
		return 0, 0, false
	}
	first, last := t.pieces(from, to)
	for k := first; k <= last; k++ {
		at := t.begin + k*t.stride
		begin, end = max(from, at), min(to, at+t.size)
		if begin < end {
			return begin, end, true
		}
	}
	return 0, 0, false
}

// repeats is after how many pieces with a stride their places relative to the pattern repeat.
func (s *ranges) repeats(stride uint64) uint64 {
	own := s.stride
	if own == 0 {
		return 1
	}
	x, y := stride, own
	for y != 0 {
		x, y = y, x%y
	}
	return own / x
}

// Meets is the first range of bytes of a memory that two accesses have in common, whose resources stand there at some offsets.
func Meets(a *gpu.Access, at uint64, b *gpu.Access, bt uint64) (begin, end uint64, ok bool) {
	x, y := ranges{at + a.Begin, at + a.End, a.Stride, a.Size}, ranges{bt + b.Begin, bt + b.End, b.Stride, b.Size}
	return x.meets(&y)
}

// Writers calls f for the writes to a memory by works that some thread may not know to be finished, which have executed.
func (d *Detector) Writers(memory gpu.ID, f func(*Side)) {
	for _, w := range d.rows.all() {
		for i := range w.parts {
			for k := range w.parts[i].spans {
				if s := w.parts[i].spans[k]; w.parts[i].memory == memory && s.writes() && s.by.op != gpu.OpResourceBarrier {
					side := s.side()
					f(&side)
				}
			}
		}
	}
}
