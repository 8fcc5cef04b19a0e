package assemble

import (
	"encoding/binary"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
)

// Layers appends the numbers in a plane of words that are below a limit of at most gpu.MaxArraySlices: each once, in order.
func Layers(out []uint32, plane []byte, limit uint32) []uint32 {
	var seen [gpu.MaxArraySlices / 64]uint64
	for ; len(plane) >= 4; plane = plane[4:] {
		if n := binary.LittleEndian.Uint32(plane); n < limit {
			seen[n/64] |= 1 << (n % 64)
		}
	}
	for i, set := range seen {
		for ; set != 0; set &= set - 1 {
			out = append(out, uint32(64*i+bits.TrailingZeros64(set)))
		}
	}
	return out
}
