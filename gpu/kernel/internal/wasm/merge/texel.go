package merge

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// unorm8 is what turns n in 0 … 255 into n/255, rounded once: n/256, which is exact, and n times the rest.
var unorm8 = [2]uint32{0x3b800000, 0x37808081}

const (
	bytesTo255 = 0x437f0000 // 255
	roundUp23  = 0x4b400000 // 3 << 22: leaves the nearest even integer in the low bits of the sum
)

// bytes blends a quad of four bytes a pixel.
func (g *gen) bytes() {
	g.loadWords()
	old := g.Keep(enc.V128)
	g.chosen4(g.blendBytes(old), old)
}

// blendBytes gives the texels that four become. Bytes that are not written are 0.
func (g *gen) blendBytes(old asm.Local) asm.Local {
	shift := [4]uint32{0, 8, 16, 24}
	if g.info.BGRA {
		shift = [4]uint32{16, 8, 0, 24}
	}
	for c := range g.dest {
		g.fromByte(old, shift[c])
		g.dest[c] = g.Keep(enc.V128)
	}
	g.All(0)
	for c := range g.dest {
		if g.m.Mask[0]>>shift[c]&1 != 0 {
			g.toByte(c, shift[c])
			g.Op(enc.V128Or)
		}
	}
	return g.Keep(enc.V128)
}

// fromByte pushes the numbers that a byte of four texels stands for.
func (g *gen) fromByte(texels asm.Local, shift uint32) {
	g.Get(texels)
	if shift > 0 {
		g.I32(shift)
		g.Op(enc.I32x4ShrU)
	}
	if shift < 24 {
		g.All(0xff)
		g.Op(enc.V128And)
	}
	g.Op(enc.F32x4ConvertI32x4S)
	n := g.Keep(enc.V128)
	g.Get(n)
	g.All(unorm8[0])
	g.Op(enc.F32x4Mul)
	g.Get(n)
	g.All(unorm8[1])
	g.Op(enc.F32x4Mul, enc.F32x4Add)
}

// toByte pushes component c of the result as a byte of texels.
func (g *gen) toByte(c int, shift uint32) {
	g.Get(g.unit)
	if g.op(c) != gpu.BlendOpAdd && !minmax(g.op(c)) { // else nothing is negative
		g.All(0)
		g.mix(c)
		g.Op(enc.F32x4Pmax)
	} else {
		g.mix(c)
	}
	g.Op(enc.F32x4Pmin)
	g.All(bytesTo255)
	g.Op(enc.F32x4Mul)
	g.All(roundUp23)
	g.Op(enc.F32x4Add)
	if shift < 24 {
		g.All(0xff)
		g.Op(enc.V128And)
	}
	if shift > 0 {
		g.I32(shift)
		g.Op(enc.I32x4Shl)
	}
}

// halves blends a quad of four halves a pixel: a vector is a row of two pixels.
//
//	row   r0 g0 | b0 a0 | r1 g1 | b1 a1        even words: red and green, odd ones: blue and alpha
func (g *gen) halves() {
	var rows, old [2]asm.Local
	for i := range rows {
		g.loadRow(i)
		rows[i] = g.Keep(enc.V128)
	}
	for pair := range old {
		g.Get(rows[0], rows[1])
		g.words(pair, pair+2, pair+4, pair+6)
		old[pair] = g.Keep(enc.V128)
	}
	g.rows8(g.blendHalves(old))
}

// blendHalves gives the texels that four become: their even and their odd words. Halves that are not written are 0.
func (g *gen) blendHalves(old [2]asm.Local) (packed [2]asm.Local) {
	for pair, both := range old {
		g.Get(both)
		g.All(0xffff)
		g.Op(enc.V128And)
		g.dest[2*pair] = g.converted(parts.FromHalf)
		g.Get(both)
		g.I32(16)
		g.Op(enc.I32x4ShrU)
		g.dest[2*pair+1] = g.converted(parts.FromHalf)
	}
	for pair := range packed {
		g.All(0)
		for k := range uint32(2) {
			if g.m.Mask[pair]>>(16*k)&1 == 0 {
				continue
			}
			g.mix(2*pair + int(k))
			g.Get(g.converted(parts.ToHalf))
			g.I32(16 * k)
			g.Op(enc.I32x4Shl, enc.V128Or)
		}
		packed[pair] = g.Keep(enc.V128)
	}
	return packed
}

// converted keeps what a conversion makes of the vector on the stack.
func (g *gen) converted(conversion func(asm.Func, asm.Local)) asm.Local {
	conversion(g.Func, g.Keep(enc.V128))
	return g.Keep(enc.V128)
}
