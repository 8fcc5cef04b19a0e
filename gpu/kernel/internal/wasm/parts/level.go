package parts

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Level keeps what an access needs to know of one level of the texture whose record is at an address: width, height and depth, 0 where there is no
// such level, the address of its first texel, and the distances of rows and slices. Of a level that there is not the latter are those of the first
// one.
func Level(a asm.Func, at, mip asm.Local, samples bool) (out [6]asm.Local) {
	for i, word := range [...]uint32{ir.WordWidth, ir.WordHeight, ir.WordDepth} {
		Extent(a, at, mip, word, samples)
		out[i] = a.Keep(enc.I32)
	}
	a.Get(at, mip)
	a.I32(0)
	a.Get(mip)
	a.I32(ir.MaxMips)
	a.Op(enc.I32LtU, enc.Select)
	a.I32(12)
	a.Op(enc.I32Mul, enc.I32Add)
	words := a.Keep(enc.I32)
	a.Get(at)
	a.Mem(enc.I32Load, 4*ir.WordBase)
	for i := range 3 {
		a.Get(words)
		a.Mem(enc.I32Load, 4*(ir.WordMip0+uint32(i)))
		if i == 0 {
			a.Op(enc.I32Add)
		}
		out[3+i] = a.Keep(enc.I32)
	}
	return out
}
