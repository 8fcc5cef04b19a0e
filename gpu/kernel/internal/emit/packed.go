package emit

import "github.com/gpuscript/gpuscript/gpu"

// This file converts the layouts whose texels are one word of fields, which is loaded and stored as a whole. It gives the bits that package texel
// gives.

func (b *Builder) decodePacked(f gpu.FormatInfo, load LoadRaw) [4]V {
	out := b.missing(f)
	word, at := load(0, uint8(f.Layout.Bytes()), false), 0
	if f.Layout == gpu.TexelR9G9B9E5 {
		return b.unshared(out, word)
	}
	for _, field := range f.Layout.Fields() {
		i, n := field.Component, field.Bits
		if i < 0 {
			continue
		}
		raw := b.And(b.ShrU(word, b.U(uint32(at))), b.U(1<<n-1))
		at += n
		if f.Numeric == gpu.NumericFloat {
			out[i] = b.HalfToF(b.Shl(raw, b.U(uint32(15-n)))) // a half without its sign and low bits
			continue
		}
		f.Bits = n
		out[i] = b.decodeComponent(f, raw, f.SRGB && i < 3)
	}
	return out
}

// unshared are the components of R9G9B9E5: fractions of 9 bits times a power of two. It is exact.
func (b *Builder) unshared(out [4]V, word V) [4]V {
	scale := b.BitsToF(b.Shl(b.IAdd(b.ShrU(word, b.U(27)), b.U(127-15-9)), b.U(23)))
	for i := range 3 {
		out[i] = b.FMul(b.unsignedToF(9, b.And(b.ShrU(word, b.U(uint32(9*i))), b.U(511))), scale)
	}
	return out
}

func (b *Builder) encodePacked(f gpu.FormatInfo, c [4]V, store StoreRaw) {
	if f.Layout == gpu.TexelR9G9B9E5 {
		panic("BUG: emit: no view that writes has format R9G9B9E5_SHAREDEXP")
	}
	word, at := b.U(0), 0
	for _, field := range f.Layout.Fields() {
		i, n := field.Component, field.Bits
		if i < 0 {
			continue
		}
		var v V
		if f.Numeric == gpu.NumericFloat {
			v = b.smallFloat(c[i], n)
		} else {
			f.Bits = n
			v = b.And(b.encodeComponent(f, c[i], f.SRGB && i < 3), b.U(1<<n-1))
		}
		word = b.Or(word, b.Shl(v, b.U(uint32(at))))
		at += n
	}
	store(0, uint8(f.Layout.Bytes()), word)
}

// HalfBelow is the binary16 bits of x, rounded toward 0, so that what is finite stays finite. (Source: Direct3D's conversion of floats to floats of
// fewer bits.)
func (b *Builder) HalfBelow(x V) V {
	nearest := b.FToHalf(x)
	beyond := b.FLt(b.FAbs(x), b.FAbs(b.HalfToF(nearest)))
	return b.Select(beyond, b.ISub(nearest, b.I(1)), nearest)
}

// smallFloat is v as a float of n bits without sign: 5 of exponent, the fraction cut. Negative numbers are 0, numbers above the largest finite one
// become it, infinity and NaN stay.
func (b *Builder) smallFloat(v V, n int) V {
	top := uint32(31) << (n - 5)
	bits := b.FToBits(v)
	normal := b.ShrU(b.ISub(bits, b.U(112<<23)), b.U(uint32(23-(n-5))))
	denormal := b.FToU(b.FMul(v, b.F(float32(uint32(1)<<(n-5))*0x1p14)))
	out := b.Select(b.FLt(v, b.F(0x1p-14)), denormal, normal)
	out = b.Select(b.FLe(b.F(65536), v), b.U(top-1), out)
	out = b.Select(b.FEq(v, b.BitsToF(b.U(0x7f800000))), b.U(top), out)
	out = b.Select(b.FLt(b.F(0), v), out, b.U(0))
	return b.Select(b.FNe(v, v), b.U(top|1), out)
}
