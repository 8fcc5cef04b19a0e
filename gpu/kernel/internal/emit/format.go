package emit

import "github.com/gpuscript/gpuscript/gpu"

// LoadRaw reads width bytes at an offset inside a texel, extending the sign if signed.
type LoadRaw func(offset uint32, width uint8, signed bool) V

// StoreRaw writes width bytes at an offset inside a texel.
type StoreRaw func(offset uint32, width uint8, v V)

// IsFloat says whether components of a format are floats to a kernel.
func IsFloat(f gpu.FormatInfo) bool {
	return f.Numeric == gpu.NumericFloat || f.Numeric == gpu.NumericUnorm || f.Numeric == gpu.NumericSnorm
}

// component is the place in the texel of component i: the bytes of BGRA formats are blue, green, red, alpha.
func component(f gpu.FormatInfo, i int) uint32 {
	if f.BGRA && i < 3 {
		i = 2 - i
	}
	return uint32(i * f.Bits / 8)
}

// Decode reads one texel: red, green, blue and alpha, as F32 or I32. Components that the format does not have are 0, alpha 1.
// (Source: D3D functional specification, format conversion; sRGB by the formula, within a millionth.)
func (b *Builder) Decode(f gpu.FormatInfo, load LoadRaw) [4]V {
	if f.Layout != gpu.TexelPlain {
		return b.decodePacked(f, load)
	}
	out := b.missing(f)
	width := uint8(f.Bits / 8)
	for i := range f.Components {
		signed := f.Numeric == gpu.NumericSnorm || f.Numeric == gpu.NumericSint
		raw := load(component(f, i), width, signed && width < 4)
		out[i] = b.decodeComponent(f, raw, f.SRGB && i < 3)
	}
	return out
}

// missing are the components of a format that has none: 0, alpha 1.
func (b *Builder) missing(f gpu.FormatInfo) [4]V {
	if IsFloat(f) {
		return [4]V{b.F(0), b.F(0), b.F(0), b.F(1)}
	}
	return [4]V{b.I(0), b.I(0), b.I(0), b.I(1)}
}

func (b *Builder) decodeComponent(f gpu.FormatInfo, raw V, srgb bool) V {
	steps := float32(uint32(1)<<f.Bits - 1)
	switch f.Numeric {
	case gpu.NumericFloat:
		if f.Bits == 16 {
			return b.HalfToF(raw)
		}
		return b.BitsToF(raw)
	case gpu.NumericUnorm:
		v := b.FDiv(b.unsignedToF(f.Bits, raw), b.F(steps))
		if srgb {
			return b.fromSRGB(v)
		}
		return v
	case gpu.NumericSnorm:
		half := float32(uint32(1)<<(f.Bits-1) - 1)
		return b.FMax(b.FDiv(b.SToF(raw), b.F(half)), b.F(-1))
	}
	return raw
}

// Encode writes one texel from components of the types that Decode gives; those the format does not have are ignored.
// Normalised formats clamp and round to the nearest step, NaN is 0; integers clamp to the range of the format.
func (b *Builder) Encode(f gpu.FormatInfo, c [4]V, store StoreRaw) {
	if f.Layout != gpu.TexelPlain {
		b.encodePacked(f, c, store)
		return
	}
	for i := range f.Components {
		store(component(f, i), uint8(f.Bits/8), b.encodeComponent(f, c[i], f.SRGB && i < 3))
	}
}

// RoundedTo is the step of a normalised format that is nearest to v, as Decode gives it of the first component of a texel. Formats of floats and of
// integers leave v as it is.
func (b *Builder) RoundedTo(f gpu.FormatInfo, v V) V {
	bits := f.Bits
	for _, field := range f.Layout.Fields() {
		if field.Component == 0 {
			bits = field.Bits
		}
	}
	switch f.Numeric {
	case gpu.NumericUnorm:
		return b.FDiv(b.nearestStep(bits, b.clampF(v, 0, 1)), b.F(float32(uint32(1)<<bits-1)))
	case gpu.NumericSnorm:
		half := b.F(float32(uint32(1)<<(bits-1) - 1))
		return b.FDiv(b.FRound(b.FMul(b.Select(b.FNe(v, v), b.F(0), b.clampF(v, -1, 1)), half)), half)
	}
	return v
}

// nearestStep is z * (2 ^ bits - 1), rounded once: z * 2 ^ bits is exact, and so is what stands after its point; z is taken away from that. A product
// would be rounded to half steps of 24 bits before it is rounded to whole ones.
func (b *Builder) nearestStep(bits int, z V) V {
	t := b.FMul(z, b.F(float32(uint32(1)<<bits)))
	whole := b.FFloor(t)
	return b.FAdd(whole, b.FRound(b.FSub(b.FSub(t, whole), z)))
}

func (b *Builder) encodeComponent(f gpu.FormatInfo, v V, srgb bool) V {
	steps := float32(uint64(1)<<f.Bits - 1)
	top := uint32(uint64(1)<<f.Bits - 1)
	half := int32(uint32(1)<<(f.Bits-1) - 1)
	switch f.Numeric {
	case gpu.NumericFloat:
		if f.Bits == 16 {
			return b.FToHalf(v)
		}
		return b.FToBits(v)
	case gpu.NumericUnorm:
		if srgb {
			return b.FToSRGB(v)
		}
		if f.Bits < 32 {
			return b.FToS(b.FRound(b.inSteps(f.Bits, v))) // cheaper than to unsigned, and the same here
		}
		return b.FToU(b.FRound(b.FMul(b.clampF(v, 0, 1), b.F(steps))))
	case gpu.NumericSnorm:
		clamped := b.Select(b.FNe(v, v), b.F(0), b.clampF(v, -1, 1))
		return b.FToS(b.FRound(b.FMul(clamped, b.F(float32(half)))))
	case gpu.NumericUint:
		return b.MinU(v, b.U(top))
	case gpu.NumericSint:
		return b.MaxS(b.MinS(v, b.I(half)), b.I(-half-1))
	}
	return v
}

// fromSRGB is the transfer function of IEC 61966-2-1 for values from 0 to 1.
func (b *Builder) fromSRGB(v V) V {
	low := b.FDiv(v, b.F(12.92))
	high := b.Pow(b.FDiv(b.FAdd(v, b.F(0.055)), b.F(1.055)), b.F(2.4))
	return b.Select(b.FLe(v, b.F(0.04045)), low, high)
}

// FMod is x - y*trunc(x/y), with the sign of x. Exact where x/y is below 2^24. (Source: HLSL fmod.)
func (b *Builder) FMod(x, y V) V {
	return b.FSub(x, b.FMul(y, b.FTrunc(b.FDiv(x, y))))
}
