package parts

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// FirstGroup sets x, y and z, which are 0, from a linear index, an i64. The numbers of groups along the axes are three words at base+offset. Most
// calls begin with group 0, and need no division.
func FirstGroup(a asm.Func, index, base asm.Local, offset uint32, axes [3]asm.Local) {
	a.Get(index)
	a.Op(enc.I64Eqz, enc.I32Eqz)
	a.When(func() {
		a.Get(index)
		for i, axis := range axes[:2] {
			a.Get(base)
			a.Mem(enc.I32Load, offset+4*uint32(i))
			a.Op(enc.I64ExtendI32U)
			n := a.Keep(enc.I64)
			rest := a.Keep(enc.I64)
			a.Get(rest, n)
			a.Op(enc.I64RemU, enc.I32WrapI64)
			a.Set(axis)
			a.Get(rest, n)
			a.Op(enc.I64DivU)
		}
		a.Op(enc.I32WrapI64)
		a.Set(axes[2])
	})
}

// NextGroup counts x, y and z on: x fastest.
func NextGroup(a asm.Func, base asm.Local, offset uint32, axes [3]asm.Local) {
	carry(a, base, offset, axes[0], func() {
		carry(a, base, offset+4, axes[1], func() {
			a.Add(axes[2], 1)
		})
	})
}

// carry counts axis on; at the number of groups along it, a word in memory, it starts again from 0 and next counts on.
func carry(a asm.Func, base asm.Local, offset uint32, axis asm.Local, next func()) {
	a.Get(axis)
	a.I32(1)
	a.Op(enc.I32Add)
	a.Tee(axis)
	a.Get(base)
	a.Mem(enc.I32Load, offset)
	a.Op(enc.I32Eq)
	a.When(func() {
		a.I32(0)
		a.Set(axis)
		next()
	})
}

// WavesBelow pops a number and pushes how many waves of a group have an item below it: min(number, items) / 4, rounded up.
func WavesBelow(a asm.Func, items uint32, signed bool) {
	n := a.Keep(enc.I32)
	if signed {
		a.Get(n)
		a.I32(0)
		a.Get(n)
		a.I32(0)
		a.Op(enc.I32GtS, enc.Select)
		a.Set(n)
	}
	a.Get(n)
	a.I32(items)
	a.Get(n)
	a.I32(items)
	a.Op(enc.I32LtU, enc.Select)
	a.I32(ir.WaveSize - 1)
	a.Op(enc.I32Add)
	a.I32(2)
	a.Op(enc.I32ShrU)
}

// LanesBelow keeps a mask of the lanes of a wave whose items are below a number. first is that of the first lane.
func LanesBelow(a asm.Func, first asm.Local, items uint32) asm.Local {
	a.Get(first)
	a.Op(enc.I32x4Splat)
	a.Vec(0, 1, 2, 3)
	a.Op(enc.I32x4Add)
	a.All(items)
	a.Op(enc.I32x4LtU)
	return a.Keep(enc.V128)
}

// Waves counts wave from 0 by step up to n, at least one time.
func Waves(a asm.Func, wave asm.Local, step, n uint32, body func()) {
	a.I32(0)
	a.Set(wave)
	a.Open(enc.Loop, 0)
	body()
	if n > step {
		nextWave(a, wave, step)
		a.I32(n)
		a.Op(enc.I32LtU)
		a.Index(enc.BrIf, 0)
	}
	a.End()
}

// FirstWaves is Waves up to a number that end pushes, which may be 0.
func FirstWaves(a asm.Func, wave asm.Local, step uint32, end, body func()) {
	a.I32(0)
	a.Set(wave)
	a.Open(enc.Block, 0)
	end()
	last := a.Keep(enc.I32)
	a.Get(last)
	a.Op(enc.I32Eqz)
	a.Index(enc.BrIf, 0)
	a.Open(enc.Loop, 0)
	body()
	nextWave(a, wave, step)
	a.Get(last)
	a.Op(enc.I32LtU)
	a.Index(enc.BrIf, 0)
	a.End()
	a.End()
}

// nextWave counts on and pushes the number.
func nextWave(a asm.Func, wave asm.Local, step uint32) {
	a.Get(wave)
	a.I32(step)
	a.Op(enc.I32Add)
	a.Tee(wave)
}
