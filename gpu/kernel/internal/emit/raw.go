package emit

import "github.com/gpuscript/gpuscript/gpu"

// RawScale is how many times as large DecodeRaw is as Decode: 1, or the steps of a normalised format that DecodeRaw leaves whole.
func RawScale(f gpu.FormatInfo) float32 {
	if f.Numeric != gpu.NumericUnorm || f.SRGB || f.Bits != 8 && f.Bits != 16 {
		return 1
	}
	return float32(uint32(1)<<f.Bits - 1)
}

// DecodeRaw is Decode times RawScale: filters work on whole numbers, and divide once.
func (b *Builder) DecodeRaw(f gpu.FormatInfo, load LoadRaw) [4]V {
	scale := RawScale(f)
	if scale == 1 {
		return b.Decode(f, load)
	}
	out := [4]V{b.F(0), b.F(0), b.F(0), b.F(scale)}
	for i := range f.Components {
		out[i] = b.unsignedToF(f.Bits, load(component(f, i), uint8(f.Bits/8), false))
	}
	return out
}

// Unscaled is v divided by RawScale.
func (b *Builder) Unscaled(f gpu.FormatInfo, v V) V { return b.FDiv(v, b.F(RawScale(f))) }

// unsignedToF is a number of at most that many bits as float: below 32 of them, the cheaper conversion of int gives the same.
func (b *Builder) unsignedToF(bits int, v V) V {
	if bits < 32 {
		return b.SToF(v)
	}
	return b.UToF(v)
}
