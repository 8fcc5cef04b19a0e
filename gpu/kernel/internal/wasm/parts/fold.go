package parts

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Simple are the operations that are one instruction, scalar and vector. Scalar 0: there is no scalar form.
var Simple = map[ir.Op]struct{ Scalar, Vector enc.Op }{
	ir.OpFAdd: {0, enc.F32x4Add}, ir.OpFSub: {0, enc.F32x4Sub}, ir.OpFMul: {0, enc.F32x4Mul}, ir.OpFDiv: {0, enc.F32x4Div},
	ir.OpFAbs: {0, enc.F32x4Abs}, ir.OpFNeg: {0, enc.F32x4Neg}, ir.OpFSqrt: {0, enc.F32x4Sqrt},
	ir.OpFFloor: {0, enc.F32x4Floor}, ir.OpFCeil: {0, enc.F32x4Ceil}, ir.OpFTrunc: {0, enc.F32x4Trunc}, ir.OpFRound: {0, enc.F32x4Nearest},
	ir.OpFEq: {0, enc.F32x4Eq}, ir.OpFNe: {0, enc.F32x4Ne}, ir.OpFLt: {0, enc.F32x4Lt}, ir.OpFLe: {0, enc.F32x4Le},
	ir.OpIAdd: {enc.I32Add, enc.I32x4Add}, ir.OpISub: {enc.I32Sub, enc.I32x4Sub}, ir.OpIMul: {enc.I32Mul, enc.I32x4Mul},
	ir.OpAnd: {enc.I32And, enc.V128And}, ir.OpOr: {enc.I32Or, enc.V128Or}, ir.OpXor: {enc.I32Xor, enc.V128Xor},
	ir.OpIEq: {enc.I32Eq, enc.I32x4Eq}, ir.OpINe: {enc.I32Ne, enc.I32x4Ne},
	ir.OpLtS: {enc.I32LtS, enc.I32x4LtS}, ir.OpLeS: {enc.I32LeS, enc.I32x4LeS},
	ir.OpLtU: {enc.I32LtU, enc.I32x4LtU}, ir.OpLeU: {enc.I32LeU, enc.I32x4LeU},
	ir.OpBAnd: {enc.I32And, enc.V128And}, ir.OpBOr: {enc.I32Or, enc.V128Or}, ir.OpBXor: {enc.I32Xor, enc.V128Xor},
	ir.OpPopCount: {enc.I32Popcnt, 0},
	ir.OpMinS:     {0, enc.I32x4MinS}, ir.OpMinU: {0, enc.I32x4MinU}, ir.OpMaxS: {0, enc.I32x4MaxS}, ir.OpMaxU: {0, enc.I32x4MaxU},
	ir.OpFToS: {0, enc.I32x4TruncSatF32x4S}, ir.OpFToU: {0, enc.I32x4TruncSatF32x4U},
	ir.OpSToF: {0, enc.F32x4ConvertI32x4S}, ir.OpUToF: {0, enc.F32x4ConvertI32x4U},
}

// WaveFold is what a reduction or a prefix repeats.
type WaveFold struct {
	Op     ir.Op
	Prefix bool
}

// WaveFolds are the reductions and prefixes among the wave operations.
var WaveFolds = map[ir.Op]WaveFold{
	ir.OpWaveSumF: {Op: ir.OpFAdd}, ir.OpWaveSumI: {Op: ir.OpIAdd}, ir.OpWaveMulF: {Op: ir.OpFMul}, ir.OpWaveMulI: {Op: ir.OpIMul},
	ir.OpWaveMinF: {Op: ir.OpFMin}, ir.OpWaveMinS: {Op: ir.OpMinS}, ir.OpWaveMinU: {Op: ir.OpMinU},
	ir.OpWaveMaxF: {Op: ir.OpFMax}, ir.OpWaveMaxS: {Op: ir.OpMaxS}, ir.OpWaveMaxU: {Op: ir.OpMaxU},
	ir.OpWaveAnd: {Op: ir.OpAnd}, ir.OpWaveOr: {Op: ir.OpOr}, ir.OpWaveXor: {Op: ir.OpXor},
	ir.OpWavePrefixSumF: {ir.OpFAdd, true}, ir.OpWavePrefixSumI: {ir.OpIAdd, true},
	ir.OpWavePrefixMulF: {ir.OpFMul, true}, ir.OpWavePrefixMulI: {ir.OpIMul, true},
}

// Fold is the body of a function from a vector and the active lanes' bits to the folds, in ascending lane order from the first active
// lane: the whole fold in every lane, or in each lane the fold of the lanes before it.
func Fold(a asm.Func, fold WaveFold) {
	neutral := map[ir.Op]uint32{ir.OpIMul: 1, ir.OpFMul: 0x3f800000}[fold.Op]
	acc, lanes, started := a.Local(enc.V128), a.Local(enc.V128), a.Local(enc.I32)
	if fold.Prefix {
		a.All(neutral)
		a.Set(acc)
		a.Get(acc)
		a.Set(lanes)
	}
	for lane := range ir.WaveSize {
		if fold.Prefix {
			a.Get(lanes, acc)
			a.Lane(enc.I32x4ExtractLane, 0)
			a.Lane(enc.I32x4ReplaceLane, lane)
			a.Set(lanes)
		}
		a.Get(a.Param(1))
		a.I32(1 << lane)
		a.Op(enc.I32And)
		a.When(func() { foldLane(a, fold.Op, acc, started, lane) })
	}
	if fold.Prefix {
		a.Get(lanes)
		return
	}
	a.Get(acc)
}

// foldLane adds one lane to acc, which holds the fold in all lanes.
func foldLane(a asm.Func, op ir.Op, acc, started asm.Local, lane int) {
	x := a.Local(enc.V128)
	a.Get(a.Param(0))
	a.Lane(enc.I32x4ExtractLane, lane)
	a.Op(enc.I32x4Splat)
	a.Set(x)
	a.Get(started)
	a.Choose(enc.V128, func() {
		switch op {
		case ir.OpFMin, ir.OpFMax:
			a.Get(x, acc)
			if op == ir.OpFMin {
				a.Op(enc.F32x4Pmin)
			} else {
				a.Op(enc.F32x4Pmax)
			}
			a.Get(acc, x, x)
			a.Op(enc.F32x4Eq, enc.V128Bitselect)
		default:
			a.Get(acc, x)
			a.Op(Simple[op].Vector)
		}
	}, func() { a.Get(x) })
	a.Set(acc)
	a.I32(1)
	a.Set(started)
}
