package blend

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// Unorm8 are the values of bytes.
var Unorm8 = func() (t [256]float32) {
	for i := range t {
		t[i] = float32(i) / 255
	}
	return t
}()

// Byte is what texel.Encode makes of a component: clamped, to nearest even.
func Byte(v float32) uint32 {
	if !(v > 0) {
		return 0
	}
	const magic = 3 << 22 // leaves the integer in the low bits of the sum
	return math.Float32bits(float32(min(v, 1)*255)+magic) & 0xff
}

// WriteMask gives the bits of a texel that a set of channels has, and whether it is all of them.
func WriteMask(f gpu.Format, channels gpu.ColorWriteEnable) (mask [4]uint32, all bool) {
	var enabled, full [16]byte
	var on, ones [4]uint32
	for c := range on {
		ones[c] = math.MaxUint32
		if channels>>c&1 != 0 {
			on[c] = math.MaxUint32
		}
	}
	texel.EncodeBits(f, enabled[:], on)
	texel.EncodeBits(f, full[:], ones)
	for i := range mask {
		mask[i] = binary.LittleEndian.Uint32(enabled[4*i:])
	}
	return mask, enabled == full
}

// Encode packs components; of integer formats they are bits.
func Encode(f gpu.Format, dst []byte, v [4]float32, integer bool) {
	if !integer {
		texel.Encode(f, dst, v)
		return
	}
	var words [4]uint32
	for c := range words {
		words[c] = math.Float32bits(v[c])
	}
	texel.EncodeBits(f, dst, words)
}
