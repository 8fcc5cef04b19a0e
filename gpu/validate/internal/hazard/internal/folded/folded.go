// Package folded keeps accesses of one command that differ in their bytes alone in as little memory as these bytes need: sixteen bytes for each, and nothing that
// the collector has to look at. Where data say which words a program touches there are thousands of them in each dispatch, of which most are never looked at.
//
// It must not know works, order, nor memory.
package folded

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// Ranges are bytes of a resource, in their order, with gaps between them.
type Ranges []Range

// Range is the bytes of an access. Its fields are those of gpu.Access.
type Range struct{ Begin, End, Stride, Size uint32 }

// Alike is how many of the first of some accesses differ in their bytes alone, and can be kept by Of: they ascend, and are exact. It is at least 1.
func Alike(list []gpu.Access) int {
	first := &list[0]
	if !first.Exact || first.Begin >= first.End || first.End > math.MaxUint32 {
		return 1
	}
	end := first.End
	for i := 1; i < len(list); i++ {
		a := &list[i]
		if a.Begin < end || a.Begin >= a.End || a.End > math.MaxUint32 || a.Resource != first.Resource || a.Kind != first.Kind || !a.Exact || a.Keeps != first.Keeps ||
			a.Class != first.Class || a.As != first.As || a.Part != first.Part || a.Slot != first.Slot {
			return i
		}
		end = a.End
	}
	return len(list)
}

// Of are the ranges of accesses that are alike, in room.
func Of(room Ranges, list []gpu.Access) Ranges {
	out := room[:0]
	if cap(out) < len(list) {
		out = make(Ranges, 0, len(list))
	}
	for i := range list {
		a := &list[i]
		x := Range{uint32(a.Begin), uint32(a.End), uint32(a.Stride), uint32(a.Size)}
		if n := len(out); n > 0 && out[n-1].End == x.Begin && out[n-1].Stride == 0 && x.Stride == 0 {
			out[n-1].End = x.End
			continue
		}
		out = append(out, x)
	}
	return out
}
