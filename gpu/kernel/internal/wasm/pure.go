package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// instr emits one instruction without blocks at wave level.
func (g *gen) instr(in *ir.Instr) {
	switch in.Op.Class() {
	case ir.Pure:
		g.pure(in)
	case ir.System:
		if in.Op != ir.OpSys {
			g.planes.Input(g.Func, in, g.place, g.K.Stage.Kind, g.IsScalar(in.Result()))
			g.define(in.Result())
			return
		}
		g.system(in)
	case ir.Output:
		g.stageOutput(in)
	case ir.Load:
		g.load(in)
	case ir.Store:
		g.store(in)
	case ir.Atomic:
		g.atomic(in)
	case ir.WaveOp:
		g.waveOp(in)
	case ir.Effect:
		switch in.Op {
		case ir.OpAligned:
			g.aligned(in)
		case ir.OpPrintf:
			g.printf(in)
		}
	}
}

// pure emits an arithmetic instruction in the form that its result is kept in.
func (g *gen) pure(in *ir.Instr) {
	r := in.Result()
	if g.IsScalar(r) && g.arith.Scalar(in) {
		g.define(r)
		return
	}
	g.arith.Vector(in)
	g.laneToForm(r)
	g.define(r)
}

// define pops the value of v, in the form that g.IsScalar says, and makes the other forms that are needed.
func (g *gen) define(v ir.Value) {
	if !g.IsScalar(v) {
		g.Set(g.VectorLocal(v))
	} else {
		g.Set(g.ScalarLocal(v, g.Packet.Same(v, g.Copy)))
		g.Widen(v)
	}
	if g.Packet.Size == 1 {
		g.spill(v)
	}
}

// system pushes a system value.
func (g *gen) system(in *ir.Instr) {
	s := ir.SysVal(in.Imm)
	r := in.Result()
	n := g.K.NumThreads
	groups := g.groups.ID
	switch {
	case s == ir.LaneIndex:
		g.I32(0)
	case s == ir.GroupIndex:
		g.Get(g.item0)
	case s >= ir.GroupIDX && s <= ir.GroupIDZ:
		g.Get(groups[s-ir.GroupIDX])
	case s >= ir.GroupCountX && s <= ir.GroupCountZ:
		g.Get(g.block)
		g.Mem(enc.I32Load, block.FieldGroups+4*uint32(s-ir.GroupCountX))
	case s >= ir.GroupThreadIDX && s <= ir.GroupThreadIDZ:
		parts.ThreadID(g.Func, g.item0, n, int(s-ir.GroupThreadIDX), g.IsScalar(r))
	default:
		axis := int(s - ir.DispatchThreadIDX)
		parts.ThreadID(g.Func, g.item0, n, axis, g.IsScalar(r))
		g.Get(groups[axis])
		g.I32(n[axis])
		g.Op(enc.I32Mul)
		if g.IsScalar(r) {
			g.Op(enc.I32Add)
		} else {
			g.Op(enc.I32x4Splat, enc.I32x4Add)
		}
	}
	g.define(r)
}
