package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// waveOp emits an operation over the active lanes.
func (g *gen) waveOp(in *ir.Instr) {
	r := in.Result()
	if fold, ok := parts.WaveFolds[in.Op]; ok {
		g.vector(in.Args[0])
		g.maskOf()
		g.Op(enc.I32x4Bitmask)
		g.call(g.helper(in.Op.String(), []enc.ValType{enc.V128, enc.I32}, oneV128, func(a asm.Func) { parts.Fold(a, fold) }))
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
	case ir.OpQuadRead:
		g.quadRead(in)
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
