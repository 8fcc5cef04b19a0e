package emit

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// This file decodes texels for filters, which work on whole numbers and divide once. A byte of a word stays in its place, so that it takes no shift:
// its number is a power of two too large, by which floats are scaled without rounding, and by which the divisor is larger.
//
//	word   a b g r      r: word & 0xff      g: word & 0xff00      b: word & 0xff0000      a: word >> 24, where a sign would stand

// RawScale is how many times as large component i of DecodeRaw is as that of Decode: 1, or the steps of a normalised format that DecodeRaw leaves
// whole, times a power of two. A component that the format does not have has the scale of the number that stands for it.
func RawScale(f gpu.FormatInfo, i int) float32 {
	if f.Numeric != gpu.NumericUnorm || f.SRGB || f.Bits != 8 && f.Bits != 16 {
		return 1
	}
	steps := uint32(1)<<f.Bits - 1
	return float32(steps << rawPlace(f, i))
}

// rawPlace is the number of bits below a component that DecodeRaw leaves in its place.
func rawPlace(f gpu.FormatInfo, i int) uint32 {
	if at := 8 * component(f, i); f.Bits == 8 && i < f.Components && at < 24 {
		return at
	}
	return 0
}

// DecodeRaw is Decode times RawScale.
func (b *Builder) DecodeRaw(f gpu.FormatInfo, load LoadRaw) [4]V {
	if RawScale(f, 0) == 1 {
		return b.Decode(f, load)
	}
	out := [4]V{b.F(0), b.F(0), b.F(0), b.F(RawScale(f, 3))}
	if f.Bits == 8 {
		b.bytesInPlace(f, load(0, uint8(f.Components), false), &out)
		return out
	}
	for i := range f.Components {
		out[i] = b.unsignedToF(f.Bits, load(component(f, i), uint8(f.Bits/8), false))
	}
	return out
}

// bytesInPlace takes the components of a texel of bytes out of its word.
func (b *Builder) bytesInPlace(f gpu.FormatInfo, word V, out *[4]V) {
	for i := range f.Components {
		at := 8 * component(f, i)
		v := word
		switch {
		case at == 24:
			v = b.ShrU(word, b.U(at))
		case f.Components > 1:
			v = b.And(word, b.U(0xff<<at))
		}
		out[i] = b.SToF(v)
	}
}

// Unscaled is component i of DecodeRaw divided by RawScale.
func (b *Builder) Unscaled(f gpu.FormatInfo, i int, v V) V {
	scale := RawScale(f, i)
	out := b.FDiv(v, b.F(scale))
	if _, constant := b.Known(out); !constant && scale != 1 {
		b.wholes[out] = whole{v, scale}
	}
	return out
}

// whole is a float before it was divided by the scale that a filter worked in.
type whole struct {
	v     V
	scale float32
}

// inSteps is v, from 0 to 1, as a number of steps of a normalised format of that many bits, below 32 of them, before it is rounded to a whole one.
// What was filtered in such steps is not divided to be multiplied again: it is rounded once less, so that what lies in the middle between two steps
// is there.
func (b *Builder) inSteps(bits int, v V) V {
	steps := float32(uint32(1)<<bits - 1)
	if w, ok := b.wholes[v]; ok {
		if part, _ := math.Frexp(float64(w.scale) / float64(steps)); part == 0.5 {
			return b.FMul(b.clampF(w.v, 0, w.scale), b.F(steps/w.scale)) // a power of two
		}
	}
	return b.FMul(b.clampF(v, 0, 1), b.F(steps))
}

// unsignedToF is a number of at most that many bits as float: below 32 of them, the cheaper conversion of int gives the same.
func (b *Builder) unsignedToF(bits int, v V) V {
	if bits < 32 {
		return b.SToF(v)
	}
	return b.UToF(v)
}
