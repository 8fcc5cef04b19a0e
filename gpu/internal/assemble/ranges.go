package assemble

import (
	"math"
	"math/bits"
	"slices"
)

// maxTouched is the number of ranges that the vertices of one buffer are reported in; more are reported as what covers them.
const maxTouched = 1 << 14

// Distinct sorts numbers, and keeps each of them once. Those of a mesh lie close together: they become a set of bits first, in the room that it gives
// back.
func Distinct(list []uint32, room []uint64) (sorted []uint32, set []uint64) {
	if len(list) == 0 {
		return list, room
	}
	low, high := slices.Min(list), slices.Max(list)
	words := int(high/64) - int(low/64) + 1
	if words > len(list) {
		slices.Sort(list)
		return slices.Compact(list), room
	}
	set = slices.Grow(room[:0], words)[:words]
	clear(set)
	for _, v := range list {
		set[v/64-low/64] |= 1 << (v % 64)
	}
	sorted = list[:0]
	for i, word := range set {
		for first := low&^63 + 64*uint32(i); word != 0; word &= word - 1 {
			sorted = append(sorted, first+uint32(bits.TrailingZeros64(word)))
		}
	}
	return sorted, set
}

// Runs are the runs of numbers that follow each other, with base added.
func Runs(sorted []uint32, base uint32) (runs [][2]uint64) {
	for _, v := range sorted {
		at := uint64(v + base)
		if n := len(runs); n > 0 && runs[n-1][1] == at {
			runs[n-1][1]++
			continue
		}
		runs = append(runs, [2]uint64{at, at + 1})
	}
	return runs
}

// View is a vertex buffer's view: Size bytes from Offset of a resource.
type View struct{ Offset, Size, Stride uint64 }

// Touch calls report for pieces of the vertices of runs, as far as they lie in the view: as few ranges as possible, all of them exact, or one that
// covers them.
func (b View) Touch(pieces, runs [][2]uint64, report func(begin, end uint64, exact bool)) {
	size := b.Size
	whole := len(pieces) == 1 && pieces[0][1]-pieces[0][0] >= b.Stride
	count := uint64(0)
	for _, r := range runs {
		count += r[1] - r[0]
	}
	if !whole && count*uint64(len(pieces)) > maxTouched {
		report(b.Offset+min(runs[0][0]*b.Stride+pieces[0][0], size), b.Offset+min(runs[len(runs)-1][1]*b.Stride, size), false)
		return
	}
	for _, r := range runs {
		if whole {
			if end := min(r[1], b.holds(pieces[0][1])); end > r[0] {
				report(b.Offset+r[0]*b.Stride+pieces[0][0], b.Offset+(end-1)*b.Stride+pieces[0][1], true)
			}
			continue
		}
		for v := r[0]; v < r[1]; v++ {
			for _, p := range pieces {
				if end := v*b.Stride + p[1]; end <= size {
					report(b.Offset+v*b.Stride+p[0], b.Offset+end, true)
				}
			}
		}
	}
}

// holds is how many vertices the view has whose last element ends at size. With a stride of 0 it has as many as one likes, or none.
func (b View) holds(size uint64) uint64 {
	switch {
	case b.Size < size:
		return 0
	case b.Stride == 0:
		return math.MaxUint64
	}
	return (b.Size-size)/b.Stride + 1
}

// Outside says how many vertices of runs lie past the view, which is the last, and how many the view holds. size is where the last element of a
// vertex ends. With a stride of 0 there is one vertex for all, and nothing is outside.
func (b View) Outside(size uint64, runs [][2]uint64) (held, last, outside uint64) {
	if b.Stride == 0 {
		return 0, 0, 0
	}
	held = b.holds(size)
	for _, r := range runs {
		if r[1] > held {
			last, outside = max(last, r[1]-1), outside+r[1]-max(r[0], held)
		}
	}
	return held, last, outside
}
