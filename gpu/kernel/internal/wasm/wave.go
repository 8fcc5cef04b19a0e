package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// waveFold is what a reduction or a prefix repeats.
type waveFold struct {
	op     ir.Op
	prefix bool
}

var waveFolds = map[ir.Op]waveFold{
	ir.OpWaveSumF: {op: ir.OpFAdd}, ir.OpWaveSumI: {op: ir.OpIAdd}, ir.OpWaveMulF: {op: ir.OpFMul}, ir.OpWaveMulI: {op: ir.OpIMul},
	ir.OpWaveMinF: {op: ir.OpFMin}, ir.OpWaveMinS: {op: ir.OpMinS}, ir.OpWaveMinU: {op: ir.OpMinU},
	ir.OpWaveMaxF: {op: ir.OpFMax}, ir.OpWaveMaxS: {op: ir.OpMaxS}, ir.OpWaveMaxU: {op: ir.OpMaxU},
	ir.OpWaveAnd: {op: ir.OpAnd}, ir.OpWaveOr: {op: ir.OpOr}, ir.OpWaveXor: {op: ir.OpXor},
	ir.OpWavePrefixSumF: {ir.OpFAdd, true}, ir.OpWavePrefixSumI: {ir.OpIAdd, true},
	ir.OpWavePrefixMulF: {ir.OpFMul, true}, ir.OpWavePrefixMulI: {ir.OpIMul, true},
}

// waveOp emits an operation over the active lanes.
func (g *gen) waveOp(in *ir.Instr) {
	r := in.Result()
	if fold, ok := waveFolds[in.Op]; ok {
		g.vector(in.Args[0])
		g.maskOf()
		g.Op(enc.I32x4Bitmask)
		g.call(g.foldHelper(in.Op, fold))
		g.laneToForm(r)
		g.define(r)
		return
	}
	switch in.Op {
	case ir.OpWaveBallot, ir.OpWaveAny:
		g.vote(in.Args[0])
		if in.Op == ir.OpWaveAny {
			g.I32(0)
			g.Op(enc.I32Ne)
		}
	case ir.OpWaveAll:
		g.vote(in.Args[0])
		g.maskOf()
		g.Op(enc.I32x4Bitmask, enc.I32Eq)
	case ir.OpWaveIsFirst:
		g.maskOf()
		g.call(g.isFirstHelper())
	case ir.OpWaveFirst:
		g.vector(in.Args[0])
		g.maskOf()
		g.Op(enc.I32x4Bitmask, enc.I32Ctz)
		g.call(g.pickHelper())
		g.waveResult(r)
	case ir.OpWaveAt:
		g.waveAt(in)
	}
	g.define(r)
}

// vote pushes bit n for each active lane n where v is true.
func (g *gen) vote(v ir.Value) {
	g.vector(v)
	if g.mask != 0 {
		g.Get(g.mask)
		g.Op(enc.V128And)
	}
	g.Op(enc.I32x4Bitmask)
}

// waveResult turns the lane on the stack, an i32, into the form of r; a boolean came from a mask.
func (g *gen) waveResult(r ir.Value) {
	switch {
	case !g.isScalar(r):
		g.Broadcast(g.depth > 0)
	case g.k.Type(r) == ir.Bool:
		g.I32(1)
		g.Op(enc.I32And)
	}
}

// laneToForm turns a vector with equal lanes into the form of r.
func (g *gen) laneToForm(r ir.Value) {
	if g.isScalar(r) {
		g.Lane(enc.I32x4ExtractLane, 0)
	}
}

// pickHelper is a function from a vector and a lane number to that lane.
func (g *gen) pickHelper() uint64 {
	return g.helper("pick", []enc.ValType{enc.V128, enc.I32}, oneI32, func(a asm.Func) {
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

// isFirstHelper is a function from a mask to the mask of its first lane: lane n is on when it is the lowest bit.
func (g *gen) isFirstHelper() uint64 {
	return g.helper("first", oneV128, oneV128, func(a asm.Func) {
		a.Get(a.Param(0))
		a.Op(enc.I32x4Bitmask, enc.I32Ctz, enc.I32x4Splat)
		a.Vec(0, 1, 2, 3)
		a.Op(enc.I32x4Eq)
	})
}

// waveAt reads other lanes; inactive and missing ones give 0.
func (g *gen) waveAt(in *ir.Instr) {
	r := in.Result()
	g.vector(in.Args[0])
	g.maskOf()
	g.Op(enc.V128And)
	g.vector(in.Args[1])
	g.call(g.helper("at", twoV128, oneV128, func(a asm.Func) {
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
	}))
	if g.isScalar(r) {
		g.Lane(enc.I32x4ExtractLane, 0)
		if g.k.Type(r) == ir.Bool {
			g.I32(1)
			g.Op(enc.I32And)
		}
	}
}

// foldHelper is a function from a vector and the active lanes' bits to the folds, in ascending lane order from the first active
// lane: the whole fold in every lane, or in each lane the fold of the lanes before it.
func (g *gen) foldHelper(op ir.Op, fold waveFold) uint64 {
	return g.helper(op.String(), []enc.ValType{enc.V128, enc.I32}, oneV128, func(a asm.Func) {
		neutral := map[ir.Op]uint32{ir.OpIMul: 1, ir.OpFMul: 0x3f800000}[fold.op]
		acc, lanes, started := a.Local(enc.V128), a.Local(enc.V128), a.Local(enc.I32)
		if fold.prefix {
			a.All(neutral)
			a.Set(acc)
			a.Get(acc)
			a.Set(lanes)
		}
		for lane := range ir.WaveSize {
			if fold.prefix {
				a.Get(lanes, acc)
				a.Lane(enc.I32x4ExtractLane, 0)
				a.Lane(enc.I32x4ReplaceLane, lane)
				a.Set(lanes)
			}
			a.Get(a.Param(1))
			a.I32(1 << lane)
			a.Op(enc.I32And)
			a.When(func() { g.foldLane(a, fold.op, acc, started, lane) })
		}
		if fold.prefix {
			a.Get(lanes)
			return
		}
		a.Get(acc)
	})
}

// foldLane adds one lane to acc, which holds the fold in all lanes.
func (g *gen) foldLane(a asm.Func, op ir.Op, acc, started asm.Local, lane int) {
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
			a.Op(simpleOps[op].vector)
		}
	}, func() { a.Get(x) })
	a.Set(acc)
	a.I32(1)
	a.Set(started)
}
