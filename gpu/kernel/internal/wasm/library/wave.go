package library

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// Fold is a function from a vector and the active lanes' bits to the folds, see parts.Fold.
func (l *Library) Fold(op ir.Op, fold parts.WaveFold) uint64 {
	return l.function(op.String(), []enc.ValType{enc.V128, enc.I32}, oneV128, func(a asm.Func) { parts.Fold(a, fold) })
}

// Pick is a function from a vector and a lane number to that lane.
func (l *Library) Pick() uint64 {
	return l.function("pick", []enc.ValType{enc.V128, enc.I32}, oneI32, func(a asm.Func) {
		a.Get(a.Param(0))
		a.Lane(enc.I32x4ExtractLane, 0)
		for lane := 1; lane < ir.WaveSize; lane++ {
			got := a.Keep(enc.I32)
			a.Get(a.Param(0))
			a.Lane(enc.I32x4ExtractLane, lane)
			a.Get(got, a.Param(1))
			a.I32(uint32(lane))
			a.Op(enc.I32Eq, enc.Select)
		}
	})
}

// IsFirst is a function from a mask to the mask of its first lane: lane n is on when it is the lowest bit.
func (l *Library) IsFirst() uint64 {
	return l.function("first", oneV128, oneV128, func(a asm.Func) {
		a.Get(a.Param(0))
		a.Op(enc.I32x4Bitmask, enc.I32Ctz, enc.I32x4Splat)
		a.Vec(0, 1, 2, 3)
		a.Op(enc.I32x4Eq)
	})
}

// At is a function from a vector and lane numbers to those lanes; other numbers give 0.
func (l *Library) At() uint64 {
	return l.function("at", twoV128, oneV128, func(a asm.Func) {
		// Bytes 4*lane … 4*lane+3; swizzle gives 0 for byte numbers of 16 and more.
		a.Get(a.Param(0))
		a.Get(a.Param(1))
		a.All(ir.WaveSize)
		a.Op(enc.I32x4MinU)
		a.I32(2)
		a.Op(enc.I32x4Shl)
		a.All(0x01010101)
		a.Op(enc.I32x4Mul)
		a.All(0x03020100)
		a.Op(enc.I32x4Add, enc.I8x16Swizzle)
	})
}

// Longest is a function from a vector to its largest lane.
func (l *Library) Longest() uint64 {
	return l.function("longest", oneV128, oneI32, func(a asm.Func) {
		x := a.Param(0)
		for _, swap := range [][4]uint32{{0x07060504, 0x03020100, 0x0f0e0d0c, 0x0b0a0908}, {0x0b0a0908, 0x0f0e0d0c, 0x03020100, 0x07060504}} {
			a.Get(x, x)
			a.Vec(swap[0], swap[1], swap[2], swap[3])
			a.Op(enc.I8x16Swizzle, enc.I32x4MaxU)
			a.Set(x)
		}
		a.Get(x)
		a.Lane(enc.I32x4ExtractLane, 0)
	})
}
