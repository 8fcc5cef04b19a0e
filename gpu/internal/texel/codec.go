package texel

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/half"
)

// Encode writes one texel of format f: the components of v in the order red, green, blue, alpha, as many as the format
// has. The conversions are those of the D3D11.3 functional specification, chapter 3.2.3, and give the bits that a kernel's
// store gives:
//
//	FLOAT  the bits (32), or to nearest even (16)
//	UNORM  clamped to [0, 1], times 2^n - 1 in float32, to nearest even; NaN is 0. sRGB: the nearest byte, alpha as UNORM
//	SNORM  clamped to [-1, 1], times 2^(n-1) - 1 in float32, to nearest even; NaN is 0
//	UINT   cut to an integer, clamped to the range of the component; NaN is 0. SINT too
func Encode(f gpu.Format, dst []byte, v [4]float32) {
	info := f.Info()
	if info.Layout == gpu.TexelR9G9B9E5 {
		shared(dst, v)
		return
	}
	var bits [4]uint32
	for i := range info.Components {
		bits[i] = encodeComponent(&info, i, v[i])
	}
	putBits(&info, dst, bits)
}

// EncodeBits writes one texel of the low bits of each component, whatever their numeric type.
func EncodeBits(f gpu.Format, dst []byte, bits [4]uint32) {
	info := f.Info()
	putBits(&info, dst, bits)
}

// Decode reads one texel. Components that the format does not have are 0, alpha 1. Integers become the nearest float32.
func Decode(f gpu.Format, src []byte) [4]float32 {
	info := f.Info()
	if info.Layout == gpu.TexelR9G9B9E5 {
		return unshared(getWord(&info, src))
	}
	bits := getBits(&info, src)
	v := [4]float32{3: 1}
	for i := range info.Components {
		if width(&info, i) > 0 {
			v[i] = decodeComponent(&info, i, bits[i])
		}
	}
	return v
}

// DecodeBits reads the bits of one texel. Signed components are extended to 32 bits; missing ones are 0, alpha 1.
func DecodeBits(f gpu.Format, src []byte) [4]uint32 {
	info := f.Info()
	bits := getBits(&info, src)
	if info.Components < 4 {
		bits[3] = 1
	}
	if info.Numeric == gpu.NumericSint || info.Numeric == gpu.NumericSnorm {
		for i := range info.Components {
			bits[i] = uint32(signed(bits[i], width(&info, i)))
		}
	}
	return bits
}

// order is the component that stands at place i of a texel.
func order(info *gpu.FormatInfo, i int) int {
	if info.BGRA && i < 3 {
		return 2 - i
	}
	return i
}

func putBits(info *gpu.FormatInfo, dst []byte, bits [4]uint32) {
	if info.Layout != gpu.TexelPlain {
		putPacked(info, dst, bits)
		return
	}
	for i := range info.Components {
		switch v := bits[order(info, i)]; info.Bits {
		case 8:
			dst[i] = byte(v)
		case 16:
			binary.LittleEndian.PutUint16(dst[2*i:], uint16(v))
		default:
			binary.LittleEndian.PutUint32(dst[4*i:], v)
		}
	}
}

func getBits(info *gpu.FormatInfo, src []byte) (bits [4]uint32) {
	if info.Layout != gpu.TexelPlain {
		return getPacked(info, src)
	}
	for i := range info.Components {
		c := order(info, i)
		switch info.Bits {
		case 8:
			bits[c] = uint32(src[i])
		case 16:
			bits[c] = uint32(binary.LittleEndian.Uint16(src[2*i:]))
		default:
			bits[c] = binary.LittleEndian.Uint32(src[4*i:])
		}
	}
	return bits
}

// signed extends the sign of the low n bits.
func signed(v uint32, n int) int32 { return int32(v<<(32-n)) >> (32 - n) }

func encodeComponent(info *gpu.FormatInfo, i int, v float32) uint32 {
	n := width(info, i)
	switch info.Numeric {
	case gpu.NumericFloat:
		switch n {
		case 10, 11:
			return smallFromFloat(v, n-5)
		case 16:
			return uint32(half.FromFloat(v))
		}
		return math.Float32bits(v)
	case gpu.NumericUnorm:
		if info.SRGB && i < 3 {
			return uint32(srgbFromLinear(v))
		}
		return unorm(v, n)
	case gpu.NumericSnorm:
		return snorm(v, n)
	case gpu.NumericSint:
		return uint32(cut(v, -1<<(n-1), 1<<(n-1)-1))
	case gpu.NumericUint, gpu.NumericTypeless:
		return uint32(cut(v, 0, 1<<n-1))
	}
	panic(fmt.Sprintf("BUG: texel: encode of format %q", info.Name))
}

func decodeComponent(info *gpu.FormatInfo, i int, bits uint32) float32 {
	n := width(info, i)
	switch info.Numeric {
	case gpu.NumericFloat:
		switch n {
		case 10, 11:
			return smallToFloat(bits, n-5)
		case 16:
			return half.ToFloat(uint16(bits))
		}
		return math.Float32frombits(bits)
	case gpu.NumericUnorm:
		if info.SRGB && i < 3 {
			return srgbToLinear[bits]
		}
		return float32(bits) / float32(uint32(1)<<n-1)
	case gpu.NumericSnorm:
		return max(float32(signed(bits, n))/float32(uint32(1)<<(n-1)-1), -1)
	case gpu.NumericSint:
		return float32(signed(bits, n))
	case gpu.NumericUint, gpu.NumericTypeless:
		return float32(bits)
	}
	panic(fmt.Sprintf("BUG: texel: decode of format %q", info.Name))
}

// unorm converts to n bits.
func unorm(v float32, n int) uint32 {
	if !(v > 0) {
		return 0 // NaN too
	}
	scaled := float32(min(v, 1) * float32(uint32(1)<<n-1))
	return uint32(math.RoundToEven(float64(scaled)))
}

func snorm(v float32, n int) uint32 {
	if v != v {
		return 0
	}
	scaled := float32(min(max(v, -1), 1) * float32(uint32(1)<<(n-1)-1))
	return uint32(int32(math.RoundToEven(float64(scaled))))
}

// cut is v toward zero, clamped to [low, high]; NaN is 0.
func cut(v float32, low, high int64) int64 {
	switch {
	case v != v:
		return 0
	case float64(v) <= float64(low):
		return low
	case float64(v) >= float64(high):
		return high
	}
	return int64(v)
}
