package library

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// Lanewise is an integer operation without a vector form, on one or two vectors: each lane by itself.
func (l *Library) Lanewise(op ir.Op, params int) uint64 {
	types := oneV128
	if params == 2 {
		types = twoV128
	}
	return l.function("lanes."+op.String(), types, oneV128, func(a asm.Func) {
		a.All(0)
		for lane := range ir.WaveSize {
			for p := range types {
				a.Get(a.Param(p))
				a.Lane(enc.I32x4ExtractLane, lane)
			}
			l.scalar(a, op)
			a.Lane(enc.I32x4ReplaceLane, lane)
		}
	})
}

// scalar applies an integer operation to scalars on the stack.
func (l *Library) scalar(a asm.Func, op ir.Op) {
	switch op {
	case ir.OpShl:
		a.Op(enc.I32Shl)
	case ir.OpShrS:
		a.Op(enc.I32ShrS)
	case ir.OpShrU:
		a.Op(enc.I32ShrU)
	case ir.OpPopCount:
		a.Op(enc.I32Popcnt)
	case ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU:
		a.Index(enc.Call, l.Divide(op))
	default:
		a.Index(enc.Call, l.Bits(op))
	}
}

// Divide is division of two scalars with the results that package ir defines for a zero divisor and for the smallest number by -1;
// the instruction itself would trap.
func (l *Library) Divide(op ir.Op) uint64 {
	return l.function(op.String(), twoI32, oneI32, func(a asm.Func) {
		x, y := a.Param(0), a.Param(1)
		a.Get(y)
		a.Op(enc.I32Eqz)
		a.Choose(enc.I32, func() { a.I32(^uint32(0)) }, func() {
			if op != ir.OpDivS {
				a.Get(x, y)
				a.Op(map[ir.Op]enc.Op{ir.OpDivU: enc.I32DivU, ir.OpRemU: enc.I32RemU, ir.OpRemS: enc.I32RemS}[op])
				return
			}
			a.Get(y)
			a.I32(^uint32(0))
			a.Op(enc.I32Eq)
			a.Choose(enc.I32, func() {
				a.I32(0)
				a.Get(x)
				a.Op(enc.I32Sub)
			}, func() {
				a.Get(x, y)
				a.Op(enc.I32DivS)
			})
		})
	})
}

// Bits looks for bits of a scalar, or reverses them.
func (l *Library) Bits(op ir.Op) uint64 {
	return l.function(op.String(), oneI32, oneI32, func(a asm.Func) {
		x := a.Param(0)
		switch op {
		case ir.OpFirstHighS, ir.OpFirstHighU:
			a.I32(31)
			a.Get(x)
			if op == ir.OpFirstHighS {
				a.Get(x)
				a.I32(31)
				a.Op(enc.I32ShrS, enc.I32Xor)
			}
			a.Op(enc.I32Clz, enc.I32Sub)
		case ir.OpFirstLow:
			a.I32(^uint32(0))
			a.Get(x)
			a.Op(enc.I32Ctz)
			a.Get(x)
			a.Op(enc.I32Eqz, enc.Select)
		case ir.OpReverse:
			parts.ReverseBits(a, x)
		default:
			panic("BUG: wasm: no scalar form of " + op.String())
		}
	})
}

// Half converts four numbers to half precision (OpFToHalf) or back (OpHalfToF).
func (l *Library) Half(op ir.Op) uint64 {
	build := parts.ToHalf
	if op == ir.OpHalfToF {
		build = parts.FromHalf
	}
	return l.function(op.String(), oneV128, oneV128, func(a asm.Func) { build(a, a.Param(0)) })
}

// SRGB is a function from four numbers and the address of a worker block to their sRGB bytes; the thresholds lie at an offset of the block.
func (l *Library) SRGB(thresholds uint32) uint64 {
	return l.function("srgb", []enc.ValType{enc.V128, enc.I32}, oneV128, func(a asm.Func) { parts.FromLinear(a, thresholds) })
}

// Nothing is a function that does nothing. A call keeps no registers: after it, values are in memory until they are used.
func (l *Library) Nothing() uint64 {
	return l.function("nothing", nil, nil, func(asm.Func) {})
}
