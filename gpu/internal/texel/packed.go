package texel

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/half"
)

// This file holds the layouts whose texels are one word of fields (gpu.TexelLayout.Fields).

// widths are the bits of the components, by layout.
var widths = func() (all [gpu.TexelBlock16 + 1][4]int) {
	for l := range all {
		for _, f := range gpu.TexelLayout(l).Fields() {
			if f.Component >= 0 {
				all[l][f.Component] = f.Bits
			}
		}
	}
	return all
}()

// width is the number of bits of component i, 0 if there is none.
func width(info *gpu.FormatInfo, i int) int {
	if info.Layout == gpu.TexelPlain {
		return info.Bits
	}
	return widths[info.Layout][i]
}

func putPacked(info *gpu.FormatInfo, dst []byte, bits [4]uint32) {
	word, at := uint32(0), 0
	for _, f := range info.Layout.Fields() {
		if f.Component >= 0 {
			word |= bits[f.Component] & (1<<f.Bits - 1) << at
		}
		at += f.Bits
	}
	switch info.Layout.Bytes() {
	case 1:
		dst[0] = byte(word)
	case 2:
		binary.LittleEndian.PutUint16(dst, uint16(word))
	default:
		binary.LittleEndian.PutUint32(dst, word)
	}
}

func getPacked(info *gpu.FormatInfo, src []byte) (bits [4]uint32) {
	word := getWord(info, src)
	for _, f := range info.Layout.Fields() {
		if f.Component >= 0 {
			bits[f.Component] = word & (1<<f.Bits - 1)
		}
		word >>= f.Bits
	}
	return bits
}

// getWord reads a texel that is one word.
func getWord(info *gpu.FormatInfo, src []byte) uint32 {
	switch info.Layout.Bytes() {
	case 1:
		return uint32(src[0])
	case 2:
		return uint32(binary.LittleEndian.Uint16(src))
	}
	return binary.LittleEndian.Uint32(src)
}

// shared writes a texel of R9G9B9E5: the exponent of the largest component, fractions to the nearest, NaN and negative numbers as 0, large ones as
// the largest (D3D11.3, chapter 19.3).
func shared(dst []byte, v [4]float32) {
	const largest = 511.0 / 512 * (1 << 16)
	top := float32(0)
	for i := range 3 {
		if v[i] = min(v[i], largest); !(v[i] > 0) {
			v[i] = 0
		}
		top = max(top, v[i])
	}
	_, e := math.Frexp(float64(top)) // top < 2^e
	e = max(e, -15)
	if top == 0 {
		e = -15
	}
	if math.Floor(math.Ldexp(float64(top), 9-e)+0.5) == 512 {
		e++
	}
	word := uint32(e+15) << 27
	for i := range 3 {
		word |= uint32(math.Floor(math.Ldexp(float64(v[i]), 9-e)+0.5)) << (9 * i)
	}
	binary.LittleEndian.PutUint32(dst, word)
}

// unshared reads a texel of R9G9B9E5. It is exact.
func unshared(word uint32) [4]float32 {
	v, e := [4]float32{3: 1}, int(word>>27)-15-9
	for i := range 3 {
		v[i] = float32(math.Ldexp(float64(word>>(9*i)&511), e))
	}
	return v
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
