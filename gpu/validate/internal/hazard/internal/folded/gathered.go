package folded

import "github.com/gpuscript/gpuscript/gpu"

// Gathered is one access for all of some that differ in their bytes alone, of which there is one at least, in the order of their first bytes. Where
// its range, or its pieces at equal distances, have bytes that no access touches, pieces is how many pieces are touched, else it is 0.
//
//	[0, 16) [32, 48) [64, 80)         16 of every 32 bytes
//	[0, 16) [32, 48) [96, 112)        3 pieces: what is in between is not touched
func Gathered(list []gpu.Access) (all gpu.Access, pieces int) {
	list = joined(list)
	if all = list[0]; len(list) == 1 {
		return all, 0
	}
	regular, ahead, size := true, list[1].Begin-list[0].Begin, list[0].End-list[0].Begin
	for i, a := range list {
		regular = regular && a.Stride == 0 && a.End-a.Begin == size && (i == 0 || a.Begin-list[i-1].Begin == ahead)
		all.End = max(all.End, a.End)
		pieces++
		if a.Stride != 0 {
			pieces += int((a.End - a.Begin - a.Size) / a.Stride)
		}
	}
	if all.Stride, all.Size = 0, 0; regular {
		all.Stride, all.Size, pieces = ahead, size, 0
	}
	return all, pieces
}

// joined makes one of ranges that meet.
func joined(list []gpu.Access) (out []gpu.Access) {
	for _, a := range list {
		if n := len(out); n > 0 && a.Stride == 0 && out[n-1].Stride == 0 && a.Begin <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, a.End)
		} else {
			out = append(out, a)
		}
	}
	return out
}
