// Package folded finds accesses of one command that differ in their bytes alone, which are kept as gpu.Ranges: two bytes for each, and nothing that
// the collector has to look at. A kernel gives most of them so; those of the rest that are many are found here.
//
// It must not know works, order, nor memory.
package folded

import "github.com/gpuscript/gpuscript/gpu"

// Alike is how many of the first of some accesses differ in their bytes alone, and can be kept by Of: they ascend, and are exact. It is at least 1.
func Alike(list []gpu.Access) int {
	first := &list[0]
	if !first.Exact || first.Begin >= first.End || first.Within != "" {
		return 1
	}
	end := first.End
	for i := 1; i < len(list); i++ {
		a := &list[i]
		if a.Begin < end || a.Begin >= a.End || a.Resource != first.Resource || a.Kind != first.Kind || !a.Exact || a.Keeps != first.Keeps ||
			a.Class != first.Class || a.As != first.As || a.Led != first.Led || a.Part != first.Part || a.Slot != first.Slot || a.Within != "" {
			return i
		}
		end = a.End
	}
	return len(list)
}

// Of are the ranges of accesses that are alike, from where the first one begins.
func Of(w *gpu.RangeWriter, list []gpu.Access) gpu.Ranges {
	w.Room(len(list))
	for i := 0; i < len(list); i++ {
		a := &list[i]
		begin, end := a.Begin-list[0].Begin, a.End
		if a.Stride != 0 {
			w.AddPieces(begin, end-list[0].Begin, a.Stride, a.Size)
			continue
		}
		for i+1 < len(list) && list[i+1].Begin == end && list[i+1].Stride == 0 { // it goes on
			i++
			end = list[i].End
		}
		w.Add(begin, end-list[0].Begin)
	}
	return w.Ranges()
}
