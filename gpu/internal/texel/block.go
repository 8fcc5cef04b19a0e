package texel

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu"
)

// Decoded is the format that the texels of a block-compressed format become: 8 bits a component where the format has no more, 16 where it
// interpolates between 8-bit ends (BC4, BC5), halves of BC6H. UNKNOWN for all other formats.
func Decoded(f gpu.Format) gpu.Format {
	switch f {
	case gpu.FormatBC1Unorm, gpu.FormatBC2Unorm, gpu.FormatBC3Unorm, gpu.FormatBC7Unorm:
		return gpu.FormatR8G8B8A8Unorm
	case gpu.FormatBC1UnormSRGB, gpu.FormatBC2UnormSRGB, gpu.FormatBC3UnormSRGB, gpu.FormatBC7UnormSRGB:
		return gpu.FormatR8G8B8A8UnormSRGB
	case gpu.FormatBC4Unorm:
		return gpu.FormatR16Unorm
	case gpu.FormatBC4Snorm:
		return gpu.FormatR16Snorm
	case gpu.FormatBC5Unorm:
		return gpu.FormatR16G16Unorm
	case gpu.FormatBC5Snorm:
		return gpu.FormatR16G16Snorm
	case gpu.FormatBC6HUF16, gpu.FormatBC6HSF16:
		return gpu.FormatR16G16B16A16Float
	}
	return gpu.FormatUnknown
}

// DecodeBlock writes the 4×4 texels of a block, row by row without padding, in the format that Decoded says. (Source: D3D11.3 functional
// specification, chapter 19.5.)
func DecodeBlock(f gpu.Format, dst, src []byte) {
	switch f {
	case gpu.FormatBC1Unorm, gpu.FormatBC1UnormSRGB:
		decodeColours(dst, src, true)
	case gpu.FormatBC2Unorm, gpu.FormatBC2UnormSRGB:
		decodeColours(dst, src[8:], false)
		for i := range 16 {
			dst[4*i+3] = (src[i/2] >> (4 * (i % 2)) & 15) * 17
		}
	case gpu.FormatBC3Unorm, gpu.FormatBC3UnormSRGB:
		decodeColours(dst, src[8:], false)
		alpha := ramp8(src[0], src[1])
		for i := range 16 {
			dst[4*i+3] = alpha[selector(src, i)]
		}
	case gpu.FormatBC4Unorm, gpu.FormatBC4Snorm:
		decodeRamp(dst, 2, src, f == gpu.FormatBC4Snorm)
	case gpu.FormatBC5Unorm, gpu.FormatBC5Snorm:
		decodeRamp(dst, 4, src, f == gpu.FormatBC5Snorm)
		decodeRamp(dst[2:], 4, src[8:], f == gpu.FormatBC5Snorm)
	case gpu.FormatBC6HUF16, gpu.FormatBC6HSF16:
		decodeBC6H(dst, src, f == gpu.FormatBC6HSF16)
	case gpu.FormatBC7Unorm, gpu.FormatBC7UnormSRGB:
		decodeBC7(dst, src)
	default:
		panic("BUG: texel: format " + f.String() + " has no blocks")
	}
}

// expand565 is a color of 5, 6 and 5 bits as bytes.
func expand565(v uint16) [3]int {
	r, g, b := int(v>>11), int(v>>5&63), int(v&31)
	return [3]int{r<<3 | r>>2, g<<2 | g>>4, b<<3 | b>>2}
}

// decodeColours does the part that BC1, BC2 and BC3 share: two ends, two bits a texel. punch allows three colors and a transparent texel.
func decodeColours(dst, src []byte, punch bool) {
	first, second := binary.LittleEndian.Uint16(src), binary.LittleEndian.Uint16(src[2:])
	a, b := expand565(first), expand565(second)
	var table [4][4]byte
	for c := range 3 {
		table[0][c], table[1][c] = byte(a[c]), byte(b[c])
		if punch && first <= second {
			table[2][c] = byte((a[c] + b[c] + 1) / 2)
			continue
		}
		table[2][c], table[3][c] = byte((2*a[c]+b[c]+1)/3), byte((a[c]+2*b[c]+1)/3)
	}
	table[0][3], table[1][3], table[2][3], table[3][3] = 255, 255, 255, 255
	if punch && first <= second {
		table[3][3] = 0
	}
	bits := binary.LittleEndian.Uint32(src[4:])
	for i := range 16 {
		copy(dst[4*i:4*i+4], table[bits>>(2*i)&3][:])
	}
}

// selector is the number of texel i in a ramp: 3 bits each after the two ends.
func selector(src []byte, i int) int {
	return int(binary.LittleEndian.Uint64(src) >> (16 + 3*i) & 7)
}

// ramp8 is the alpha of BC3 in bytes: seven steps, or five and the ends of the range.
func ramp8(a, b byte) (r [8]byte) {
	r[0], r[1] = a, b
	x, y := int(a), int(b)
	if a > b {
		for i := 1; i < 7; i++ {
			r[i+1] = byte(((7-i)*x + i*y + 3) / 7)
		}
		return r
	}
	for i := 1; i < 5; i++ {
		r[i+1] = byte(((5-i)*x + i*y + 2) / 5)
	}
	r[6], r[7] = 0, 255
	return r
}

// decodeRamp writes one component of BC4 or BC5 as 16 bits, stride bytes apart. The ends stand for themselves divided by 255, or by 127 with a sign,
// of which -128 is -127.
func decodeRamp(dst []byte, stride int, src []byte, sign bool) {
	x, y, top, bottom, scale := int(src[0]), int(src[1]), 255, 0, 65535
	more := x > y
	if sign {
		x, y = max(int(int8(src[0])), -127), max(int(int8(src[1])), -127)
		more, top, bottom, scale = int8(src[0]) > int8(src[1]), 127, -127, 32767
	}
	var ramp [8]int // numerator over top
	steps := 5
	if more {
		steps = 7
	}
	ramp[0], ramp[1] = divide(x*scale, top), divide(y*scale, top)
	for i := 1; i < steps; i++ {
		ramp[i+1] = divide(((steps-i)*x+i*y)*scale, steps*top)
	}
	if !more {
		ramp[6], ramp[7] = divide(bottom*scale, top), scale
	}
	for i := range 16 {
		binary.LittleEndian.PutUint16(dst[stride*i:], uint16(ramp[selector(src, i)]))
	}
}

// divide rounds to nearest, halves away from 0.
func divide(n, d int) int {
	if n < 0 {
		return -((-n + d/2) / d)
	}
	return (n + d/2) / d
}
