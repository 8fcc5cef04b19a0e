package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
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
		g.op(enc.I32x4Bitmask)
		g.call(g.foldHelper(in.Op, fold))
		g.laneToForm(r)
		g.define(r)
		return
	}
	switch in.Op {
	case ir.OpWaveBallot, ir.OpWaveAny:
		g.vote(in.Args[0])
		if in.Op == ir.OpWaveAny {
			g.i32(0)
			g.op(enc.I32Ne)
		}
	case ir.OpWaveAll:
		g.vote(in.Args[0])
		g.maskOf()
		g.op(enc.I32x4Bitmask, enc.I32Eq)
	case ir.OpWaveIsFirst:
		g.maskOf()
		g.call(g.isFirstHelper())
	case ir.OpWaveFirst:
		g.vector(in.Args[0])
		g.maskOf()
		g.op(enc.I32x4Bitmask, enc.I32Ctz)
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
		g.get(g.mask)
		g.op(enc.V128And)
	}
	g.op(enc.I32x4Bitmask)
}

// waveResult turns the lane on the stack, an i32, into the form of r; a boolean came from a mask.
func (g *gen) waveResult(r ir.Value) {
	switch {
	case !g.isScalar(r):
		g.broadcast(g.depth > 0)
	case g.k.Type(r) == ir.Bool:
		g.i32(1)
		g.op(enc.I32And)
	}
}

// laneToForm turns a vector with equal lanes into the form of r.
func (g *gen) laneToForm(r ir.Value) {
	if g.isScalar(r) {
		g.lane(enc.I32x4ExtractLane, 0)
	}
}

// pickHelper is a function from a vector and a lane number to that lane.
func (g *gen) pickHelper() uint64 {
	return g.helper("pick", []enc.ValType{enc.V128, enc.I32}, oneI32, func(a asm) {
		a.get(a.param(0))
		a.lane(enc.I32x4ExtractLane, 0)
		for lane := 1; lane < ir.WaveSize; lane++ {
			got := a.keep(enc.I32)
			a.get(a.param(0))
			a.lane(enc.I32x4ExtractLane, lane)
			a.get(got, a.param(1))
			a.i32(uint32(lane))
			a.op(enc.I32Eq, enc.Select)
		}
	})
}

// isFirstHelper is a function from a mask to the mask of its first lane: lane n is on when it is the lowest bit.
func (g *gen) isFirstHelper() uint64 {
	return g.helper("first", oneV128, oneV128, func(a asm) {
		a.get(a.param(0))
		a.op(enc.I32x4Bitmask, enc.I32Ctz, enc.I32x4Splat)
		a.vec(0, 1, 2, 3)
		a.op(enc.I32x4Eq)
	})
}

// waveAt reads other lanes; inactive and missing ones give 0.
func (g *gen) waveAt(in *ir.Instr) {
	r := in.Result()
	g.vector(in.Args[0])
	g.maskOf()
	g.op(enc.V128And)
	g.vector(in.Args[1])
	g.call(g.helper("at", twoV128, oneV128, func(a asm) {
		// Bytes 4*lane … 4*lane+3; swizzle gives 0 for byte numbers of 16 and more.
		a.get(a.param(0))
		a.get(a.param(1))
		a.all(ir.WaveSize)
		a.op(enc.I32x4MinU)
		a.i32(2)
		a.op(enc.I32x4Shl)
		a.all(0x01010101)
		a.op(enc.I32x4Mul)
		a.all(0x03020100)
		a.op(enc.I32x4Add, enc.I8x16Swizzle)
	}))
	if g.isScalar(r) {
		g.lane(enc.I32x4ExtractLane, 0)
		if g.k.Type(r) == ir.Bool {
			g.i32(1)
			g.op(enc.I32And)
		}
	}
}

// foldHelper is a function from a vector and the active lanes' bits to the folds, in ascending lane order from the first active
// lane: the whole fold in every lane, or in each lane the fold of the lanes before it.
func (g *gen) foldHelper(op ir.Op, fold waveFold) uint64 {
	return g.helper(op.String(), []enc.ValType{enc.V128, enc.I32}, oneV128, func(a asm) {
		neutral := map[ir.Op]uint32{ir.OpIMul: 1, ir.OpFMul: 0x3f800000}[fold.op]
		acc, lanes, started := a.local(enc.V128), a.local(enc.V128), a.local(enc.I32)
		if fold.prefix {
			a.all(neutral)
			a.set(acc)
			a.get(acc)
			a.set(lanes)
		}
		for lane := range ir.WaveSize {
			if fold.prefix {
				a.get(lanes, acc)
				a.lane(enc.I32x4ExtractLane, 0)
				a.lane(enc.I32x4ReplaceLane, lane)
				a.set(lanes)
			}
			a.get(a.param(1))
			a.i32(1 << lane)
			a.op(enc.I32And)
			a.when(func() { g.foldLane(a, fold.op, acc, started, lane) })
		}
		if fold.prefix {
			a.get(lanes)
			return
		}
		a.get(acc)
	})
}

// foldLane adds one lane to acc, which holds the fold in all lanes.
func (g *gen) foldLane(a asm, op ir.Op, acc, started local, lane int) {
	x := a.local(enc.V128)
	a.get(a.param(0))
	a.lane(enc.I32x4ExtractLane, lane)
	a.op(enc.I32x4Splat)
	a.set(x)
	a.get(started)
	a.choose(enc.V128, func() {
		switch op {
		case ir.OpFMin, ir.OpFMax:
			a.get(x, acc)
			if op == ir.OpFMin {
				a.op(enc.F32x4Pmin)
			} else {
				a.op(enc.F32x4Pmax)
			}
			a.get(acc, x, x)
			a.op(enc.F32x4Eq, enc.V128Bitselect)
		default:
			a.get(acc, x)
			a.op(simpleOps[op].vector)
		}
	}, func() { a.get(x) })
	a.set(acc)
	a.i32(1)
	a.set(started)
}
