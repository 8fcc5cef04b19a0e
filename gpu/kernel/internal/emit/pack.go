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
