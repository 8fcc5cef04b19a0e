package parts

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// FromLinear is the body of a function from four floats and an address, offset bytes before the 256 thresholds of the sRGB bytes, to the bytes:
// the last one whose threshold is not above the number, found bit by bit.
func FromLinear(a asm.Func, offset uint32) {
	a.All(0)
	x, at, next := a.Local(enc.F32), a.Local(enc.I32), a.Local(enc.I32)
	for lane := range ir.WaveSize {
		a.Get(a.Param(0))
		a.Lane(enc.F32x4ExtractLane, lane)
		a.Set(x)
		a.Get(a.Param(1))
		a.Set(at)
		for step := uint32(128); step > 0; step /= 2 {
			a.Get(at)
			a.I32(4 * step)
			a.Op(enc.I32Add)
			a.Tee(next)
			a.Get(at)
			a.Get(x, next)
			a.Mem(enc.F32Load, offset)
			a.Op(enc.F32Ge, enc.Select)
			a.Set(at)
		}
		a.Get(at, a.Param(1))
		a.Op(enc.I32Sub)
		a.I32(2)
		a.Op(enc.I32ShrU)
		a.Lane(enc.I32x4ReplaceLane, lane)
	}
}
