package conflict

import "github.com/gpuscript/gpuscript/gpu"

// common is everything that two accesses to one resource share, as begin, end, stride and size of an access, where that is one range, or pieces at
// one distance:
//
//	a   ▓▓▓▓····▓▓▓▓····▓▓▓▓····          rows of one box,
//	b   ··········▓▓▓▓····▓▓▓▓····▓▓▓▓    rows of another one:
//	    ··········▓▓······▓▓··············  the box that both share
//
// It is false where they share nothing, or not in such a way; then only the first bytes can be named.
func common(a, b *gpu.Access) (both gpu.Access, ok bool) {
	switch {
	case a.Resource != b.Resource:
		return both, false
	case a.Stride == 0 && b.Stride == 0:
		both = gpu.Access{Begin: max(a.Begin, b.Begin), End: min(a.End, b.End)}
		return both, both.Begin < both.End
	case a.Stride == 0:
		return *b, a.Begin <= b.Begin && b.End <= a.End
	case b.Stride == 0:
		return *a, b.Begin <= a.Begin && a.End <= b.End
	case a.Stride != b.Stride:
		return both, false
	}
	if both, ok = pieces(a, b); ok {
		return both, true
	}
	return pieces(b, a)
}

// pieces is what the pieces of two accesses share if each of b begins within one of a. Pieces of b that reach into the next one of a are left alone.
func pieces(a, b *gpu.Access) (both gpu.Access, ok bool) {
	stride := int64(a.Stride)
	ahead := int64(b.Begin) - int64(a.Begin)
	lag := (ahead%stride + stride) % stride // how far a piece of b begins after one of a
	turn := (ahead - lag) / stride          // the piece of a in which the first one of b begins
	if lag >= int64(a.Size) || lag+int64(b.Size) > stride {
		return both, false
	}
	first, last := max(0, turn), min(count(a)-1, turn+count(b)-1)
	size := min(a.Size-uint64(lag), b.Size)
	begin := a.Begin + uint64(lag)
	return gpu.Access{Begin: begin + uint64(first*stride), End: begin + uint64(last*stride) + size, Stride: a.Stride, Size: size}, first <= last
}

// count is how many pieces an access has.
func count(a *gpu.Access) int64 { return int64((a.End-a.Begin-a.Size)/a.Stride) + 1 }
