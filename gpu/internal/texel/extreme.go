package texel

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// Extreme writes the least or the largest of each component of some texels. NaN counts only where it comes first.
func Extreme(f gpu.Format, dst []byte, texels [][]byte, largest bool) {
	numeric := f.Info().Numeric
	best, values := DecodeBits(f, texels[0]), Decode(f, texels[0])
	for _, s := range texels[1:] {
		bits, v := DecodeBits(f, s), Decode(f, s)
		for i := range best {
			less, more := v[i] < values[i], v[i] > values[i]
			switch numeric {
			case gpu.NumericUint, gpu.NumericTypeless:
				less, more = bits[i] < best[i], bits[i] > best[i]
			case gpu.NumericSint:
				less, more = int32(bits[i]) < int32(best[i]), int32(bits[i]) > int32(best[i])
			}
			if (less && !largest || more && largest) && !math.IsNaN(float64(v[i])) {
				best[i], values[i] = bits[i], v[i]
			}
		}
	}
	EncodeBits(f, dst, best)
}

// ExtremeRow does Extreme for width texels; their samples stand pitch bytes apart.
func ExtremeRow(f gpu.Format, dst, src []byte, width, samples, pitch uint64, largest bool) {
	size, texels := uint64(f.Bytes()), make([][]byte, samples)
	for x := range width {
		for s := range texels {
			texels[s] = src[uint64(s)*pitch+x*size:]
		}
		Extreme(f, dst[x*size:], texels, largest)
	}
}
