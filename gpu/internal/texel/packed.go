package texel

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/half"
)

// This file holds the layouts whose components are not all of one width:
//
//	R10G10B10A2  bit 0 red 10, green 10, blue 10, alpha 2
//	R11G11B10    bit 0 red 11, green 11, blue 10: floats without sign, 5 bits of exponent
//	depth 24     bit 0 depth 24, zero 8
//	stencil      a byte, the green component

var packedWidths = [...][4]int{
	gpu.TexelR10G10B10A2: {10, 10, 10, 2},
	gpu.TexelR11G11B10:   {11, 11, 10, 0},
	gpu.TexelDepth24:     {24, 0, 0, 0},
	gpu.TexelStencil:     {0, 8, 0, 0},
}

// width is the number of bits of component i.
func width(info *gpu.FormatInfo, i int) int {
	if info.Layout == gpu.TexelPlain {
		return info.Bits
	}
	return packedWidths[info.Layout][i]
}

func putPacked(info *gpu.FormatInfo, dst []byte, bits [4]uint32) {
	word, at := uint32(0), 0
	for i, n := range packedWidths[info.Layout] {
		word |= bits[i] & (1<<n - 1) << at
		at += n
	}
	if info.Layout == gpu.TexelStencil {
		dst[0] = byte(word)
		return
	}
	binary.LittleEndian.PutUint32(dst, word)
}

func getPacked(info *gpu.FormatInfo, src []byte) (bits [4]uint32) {
	word := uint32(src[0])
	if info.Layout != gpu.TexelStencil {
		word = binary.LittleEndian.Uint32(src)
	}
	for i, n := range packedWidths[info.Layout] {
		bits[i] = word & (1<<n - 1)
		word >>= n
	}
	return bits
}

// smallFromFloat rounds to a float without sign that has 5 bits of exponent and n of fraction: to the nearest one below (D3D11.3, chapter 3.2.2),
// as the formats have no more bits than a half. Negative numbers are 0, numbers above the largest finite one become it, infinity and NaN stay.
func smallFromFloat(v float32, n int) uint32 {
	top := uint32(31) << n
	switch {
	case v != v:
		return top | 1
	case v <= 0:
		return 0
	case math.IsInf(float64(v), 1):
		return top
	}
	bits := math.Float32bits(v)
	e := int(bits>>23) - 127
	switch {
	case e > 15:
		return top - 1
	case e >= -14:
		return uint32(e+15)<<n | bits>>(23-n)&(1<<n-1)
	case e < -14-n:
		return 0
	}
	return (bits&(1<<23-1) | 1<<23) >> (23 - n + (-14 - e)) // denormal
}

// smallToFloat is exact.
func smallToFloat(bits uint32, n int) float32 {
	return half.ToFloat(uint16(bits << (10 - n)))
}
