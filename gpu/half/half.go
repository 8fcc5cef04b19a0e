// Package half converts numbers between binary16, the 16-bit floating point of IEEE 754, and binary32. Every part that sees texels or scripts rounds
// as it does.
package half

import "math"

// FromFloat converts to the bits of IEEE 754 binary16, to nearest even. Denormals are kept, overflow gives infinity,
// every NaN gives 0x7e00, as kernels do.
func FromFloat(f float32) uint16 {
	b := math.Float32bits(f)
	sign, b := uint16(b>>16)&0x8000, b&0x7fffffff
	switch {
	case b > 0x7f800000:
		return 0x7e00
	case b >= 0x477ff000: // 65520, half way to the number after the largest one
		return sign | 0x7c00
	case b < 0x38800000: // below 2^-14: a multiple of 2^-24
		// Adding 0.5 puts the last bit of the sum at 2^-24, so the addition rounds to nearest even.
		sum := float32(math.Float32frombits(b) + 0.5)
		return sign | uint16(math.Float32bits(sum)-0x3f000000)
	}
	b += 0xfff + b>>13&1 // to nearest even; a carry into the exponent is right
	return sign | uint16(b>>13-(127-15)<<10)
}

// ToFloat converts the bits of binary16, exactly. The payload and the sign of a NaN are kept, and it is quiet.
func ToFloat(h uint16) float32 {
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10)&0x1f, uint32(h&0x3ff)
	switch {
	case exponent == 31 && fraction != 0:
		return math.Float32frombits(sign | 0x7fc00000 | fraction<<13)
	case exponent == 31:
		return math.Float32frombits(sign | 0x7f800000)
	case exponent == 0:
		const ulp = 1.0 / (1 << 24)
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*ulp))
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}
