package emit

import "github.com/gpuscript/gpuscript/gpu"

// This file converts the layouts whose components are not all of one width: a word of 32 bits that is loaded and stored as a whole, or the byte of a
// stencil plane. It gives the bits that package texel gives.

// packedWidths are the bits of the components of a word, red in the lowest ones.
var packedWidths = map[gpu.TexelLayout][]int{
	gpu.TexelR10G10B10A2: {10, 10, 10, 2},
	gpu.TexelR11G11B10:   {11, 11, 10},
	gpu.TexelDepth24:     {24},
	gpu.TexelStencil:     {0, 8},
}

// bytesOf is the size of the word.
func bytesOf(f gpu.FormatInfo) uint8 {
	if f.Layout == gpu.TexelStencil {
		return 1
	}
	return 4
}

func (b *Builder) decodePacked(f gpu.FormatInfo, load LoadRaw) [4]V {
	out := b.missing(f)
	word, at := load(0, bytesOf(f), false), 0
	for i, n := range packedWidths[f.Layout] {
		if n == 0 {
			continue
		}
		raw := b.And(b.ShrU(word, b.U(uint32(at))), b.U(1<<n-1))
		at += n
		if f.Numeric == gpu.NumericFloat {
			out[i] = b.HalfToF(b.Shl(raw, b.U(uint32(15-n)))) // a half without its sign and low bits
			continue
		}
		f.Bits = n
		out[i] = b.decodeComponent(f, raw, false)
	}
	return out
}

func (b *Builder) encodePacked(f gpu.FormatInfo, c [4]V, store StoreRaw) {
	word, at := b.U(0), 0
	for i, n := range packedWidths[f.Layout] {
		if n == 0 {
			continue
		}
		var v V
		if f.Numeric == gpu.NumericFloat {
			v = b.smallFloat(c[i], n)
		} else {
			f.Bits = n
			v = b.And(b.encodeComponent(f, c[i], false), b.U(1<<n-1))
		}
		word = b.Or(word, b.Shl(v, b.U(uint32(at))))
		at += n
	}
	store(0, bytesOf(f), word)
}

// smallFloat is v as a float of n bits without sign: 5 of exponent, the fraction cut. Negative numbers are 0, numbers above the largest finite one become
// it, infinity and NaN stay.
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
