// Package pieces makes lists of descriptors: it cuts ranges into pieces that are contiguous on both sides of a copy, and names the handles of a row.
//
//	from   [0, 3)    [8, 10)
//	to     [4, 6) [20, 23)        pieces: 0 to 4, two; 2 to 20, one; 8 to 21, two
//
// If one side has more descriptors than the other, the rest is one piece from nowhere, or to nowhere, which a rule of copies refuses. It must not
// know heaps.
package pieces

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// Of are the pieces of the ranges of CopyDescriptors.
func Of(dst []gpu.CPUDescriptorHandle, dstSizes []uint32, src []gpu.CPUDescriptorHandle, srcSizes []uint32) (pieces []gpu.DescriptorCopy) {
	for i, j, di, sj := 0, 0, uint32(0), uint32(0); ; {
		for i < len(dst) && di == dstSizes[i] {
			i, di = i+1, 0
		}
		for j < len(src) && sj == srcSizes[j] {
			j, sj = j+1, 0
		}
		if i == len(dst) || j == len(src) {
			if n := sum(dstSizes[i:]) - di + sum(srcSizes[j:]) - sj; n > 0 {
				rest := gpu.DescriptorCopy{Count: n}
				if i < len(dst) {
					rest.Dest = dst[i]
				} else {
					rest.Src = src[j]
				}
				pieces = append(pieces, rest)
			}
			return pieces
		}
		n := min(dstSizes[i]-di, srcSizes[j]-sj)
		d, s := dst[i], src[j]
		d.Index, s.Index = d.Index+di, s.Index+sj
		pieces = append(pieces, gpu.DescriptorCopy{Dest: d, Src: s, Count: n})
		di, sj = di+n, sj+n
	}
}

// sum is how many descriptors ranges have; of more than 32 bits count, as many as fit.
func sum(sizes []uint32) uint32 {
	all := uint64(0)
	for _, n := range sizes {
		all += uint64(n)
	}
	return uint32(min(all, math.MaxUint32))
}

// Row adds the handles that stand after the last one, so that it begins a row of so many. Of a row that is too long for render targets, one handle
// too many is all that is made.
func Row(handles []gpu.CPUDescriptorHandle, count uint32) []gpu.CPUDescriptorHandle {
	if len(handles) == 0 {
		return handles
	}
	last := handles[len(handles)-1]
	for i := uint32(1); i < count && i <= gpu.MaxRenderTargets; i++ {
		handles = append(handles, gpu.CPUDescriptorHandle{Heap: last.Heap, Index: last.Index + i})
	}
	return handles
}
