package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/stages"
)

// waveOp emits an operation over the active lanes.
func (g *gen) waveOp(in *ir.Instr) {
	r := in.Result()
	if fold, ok := parts.WaveFolds[in.Op]; ok {
		g.Vector(in.Args[0])
		g.maskOf()
		g.Op(enc.I32x4Bitmask)
		g.call(g.library.Fold(in.Op, fold))
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
		g.call(g.library.IsFirst())
	case ir.OpWaveFirst:
		g.Vector(in.Args[0])
		g.maskOf()
		g.Op(enc.I32x4Bitmask, enc.I32Ctz)
		g.call(g.library.Pick())
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
	g.Vector(v)
	g.andActive()
	g.Op(enc.I32x4Bitmask)
}

// andActive leaves of the mask on the stack what is true of active lanes.
func (g *gen) andActive() {
	if g.mask != 0 {
		g.Get(g.mask)
		g.Op(enc.V128And)
	}
}

// waveResult turns the lane on the stack, an i32, into the form of r; a boolean came from a mask.
func (g *gen) waveResult(r ir.Value) {
	switch {
	case !g.IsScalar(r):
		g.Broadcast(g.Depth > 0)
	case g.K.Type(r) == ir.Bool:
		g.I32(1)
		g.Op(enc.I32And)
	}
}

// laneToForm turns a vector with equal lanes into the form of r.
func (g *gen) laneToForm(r ir.Value) {
	if !g.IsScalar(r) {
		return
	}
	g.Lane(enc.I32x4ExtractLane, 0)
	if g.K.Type(r) == ir.Bool { // it came from a mask
		g.I32(1)
		g.Op(enc.I32And)
	}
}

// waveAt reads other lanes; inactive and missing ones give 0.
func (g *gen) waveAt(in *ir.Instr) {
	r := in.Result()
	g.Vector(in.Args[0])
	g.maskOf()
	g.Op(enc.V128And)
	g.Vector(in.Args[1])
	g.call(g.library.At())
	g.laneToForm(r)
}

// stageOutput writes the words of a wave to a plane.
func (g *gen) stageOutput(in *ir.Instr) {
	g.planes.Output(g.Func, g.place, in.Imm)
	g.Vector(in.Args[0])
	g.Mem(enc.V128Store, g.place.Words())
}

// quadRead moves values between the lanes of a wave.
func (g *gen) quadRead(in *ir.Instr) {
	r, x := in.Result(), in.Args[0]
	if _, one := ir.QuadSource(in.Imm); !one && g.IsScalar(r) {
		g.Scalar(x)
		return
	}
	stages.QuadRead(g.Func, in.Imm, func() { g.Vector(x) }, g.mask, g.library.Pick)
	g.laneToForm(r)
}
