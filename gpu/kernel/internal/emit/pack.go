package emit

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Pack gives the words of one texel of format f, the first byte lowest, from components of the types that Decode gives. Components of the other
// kind, which the format cannot hold, give it their bits. A texel of less than four bytes fills one word from below.
func (b *Builder) Pack(f gpu.FormatInfo, c [4]V) []V {
	for i := range c {
		switch isFloat := b.K.Type(c[i]) == ir.F32; {
		case isFloat && !IsFloat(f):
			c[i] = b.FToBits(c[i])
		case !isFloat && IsFloat(f):
			c[i] = b.BitsToF(c[i])
		}
	}
	words := make([]V, max(f.Components*f.Bits/32, 1))
	b.Encode(f, c, func(offset uint32, width uint8, v V) {
		if width < 4 && (f.Numeric == gpu.NumericSnorm || f.Numeric == gpu.NumericSint) {
			v = b.And(v, b.U(1<<(8*width)-1))
		}
		if shift := offset % 4 * 8; shift > 0 {
			v = b.Shl(v, b.U(shift))
		}
		if w := &words[offset/4]; *w == 0 {
			*w = v
		} else {
			*w = b.Or(*w, v)
		}
	})
	return words
}

// ByWords is load for texels of a number of bytes that reads whole words, each once, and takes components out of them.
func (b *Builder) ByWords(bytes uint32, load LoadRaw) LoadRaw {
	words := map[uint32]V{}
	return func(offset uint32, width uint8, signed bool) V {
		base := offset &^ 3
		size := min(4, bytes-base)
		if uint32(width) == size || size == 3 {
			return load(offset, width, signed)
		}
		w, ok := words[base]
		if !ok {
			w = load(base, uint8(size), false)
			words[base] = w
		}
		at, bits := 8*(offset-base), 8*uint32(width)
		if signed {
			return b.ShrS(b.Shl(w, b.U(32-at-bits)), b.U(32-bits))
		}
		if at > 0 {
			w = b.ShrU(w, b.U(at))
		}
		if at+bits == 8*size {
			return w
		}
		return b.And(w, b.U(1<<bits-1))
	}
}
