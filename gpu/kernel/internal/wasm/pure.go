package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
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
			g.planes.Input(g.Func, in, g.place, g.k.Stage.Kind, g.isScalar(in.Result()))
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
		if in.Op == ir.OpPrintf {
			g.printf(in)
		}
	}
}

// pure emits an arithmetic instruction in the form that its result is kept in.
func (g *gen) pure(in *ir.Instr) {
	r := in.Result()
	if g.isScalar(r) && g.scalarPure(in) {
		g.define(r)
		return
	}
	g.vectorPure(in)
	g.laneToForm(r)
	g.define(r)
}

// scalarPure pushes the scalar of lane 0 where integers suffice, and tells whether it did. Affine results come here too: the
// base of a sum or a scaled value is the sum of the bases or the scaled base.
func (g *gen) scalarPure(in *ir.Instr) bool {
	for _, a := range in.Args {
		if g.k.Type(a) == ir.F32 && in.Op != ir.OpFToBits {
			return false
		}
	}
	if o, ok := parts.Simple[in.Op]; ok {
		if o.Scalar == 0 {
			return g.scalarMinMax(in)
		}
		for _, a := range in.Args {
			g.scalar(a)
		}
		g.Op(o.Scalar)
		return true
	}
	return g.scalarSpecial(in)
}

// scalarMinMax pushes the smaller or larger of two scalars.
func (g *gen) scalarMinMax(in *ir.Instr) bool {
	compare, ok := map[ir.Op]enc.Op{ir.OpMinS: enc.I32LtS, ir.OpMinU: enc.I32LtU, ir.OpMaxS: enc.I32GtS, ir.OpMaxU: enc.I32GtU}[in.Op]
	if !ok {
		return false
	}
	for range 2 {
		g.scalar(in.Args[0])
		g.scalar(in.Args[1])
	}
	g.Op(compare, enc.Select)
	return true
}

func (g *gen) scalarSpecial(in *ir.Instr) bool {
	arg := func(i int) { g.scalar(in.Args[i]) }
	switch in.Op {
	case ir.OpNot:
		arg(0)
		g.I32(^uint32(0))
		g.Op(enc.I32Xor)
	case ir.OpBNot:
		arg(0)
		g.Op(enc.I32Eqz)
	case ir.OpBToI:
		arg(0)
	case ir.OpSelect:
		arg(1)
		arg(2)
		arg(0)
		g.Op(enc.Select)
	case ir.OpShl, ir.OpShrS, ir.OpShrU:
		arg(0)
		arg(1)
		g.Op(map[ir.Op]enc.Op{ir.OpShl: enc.I32Shl, ir.OpShrS: enc.I32ShrS, ir.OpShrU: enc.I32ShrU}[in.Op])
	case ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU:
		arg(0)
		arg(1)
		g.call(g.library.Divide(in.Op))
	case ir.OpFirstHighS, ir.OpFirstHighU, ir.OpFirstLow, ir.OpReverse:
		arg(0)
		g.call(g.library.Bits(in.Op))
	default:
		return false
	}
	return true
}

// vectorPure pushes the vector of a result.
func (g *gen) vectorPure(in *ir.Instr) {
	if x, ok := g.shapes.Rounded(in); ok {
		const magic = 0x4B400000 // 1.5 * 2^23
		g.vector(x)
		g.All(magic)
		g.Op(enc.F32x4Add)
		g.All(magic)
		g.Op(enc.I32x4Sub)
		return
	}
	if o, ok := parts.Simple[in.Op]; ok && o.Vector != 0 {
		args := in.Args
		if c := g.shapes.Konst[args[0]]; c != nil && (in.Op == ir.OpFMul || in.Op == ir.OpFAdd) && g.konsts.Keeps(c.Imm) {
			args = []ir.Value{args[1], args[0]} // the result takes the register of the first operand, which should not be one that is kept
		}
		for _, a := range args {
			g.vector(a)
		}
		g.Op(o.Vector)
		return
	}
	arg := func(i int) { g.vector(in.Args[i]) }
	switch in.Op {
	case ir.OpFMin, ir.OpFMax:
		g.minMax(in)
	case ir.OpNot, ir.OpBNot:
		arg(0)
		g.Op(enc.V128Not)
	case ir.OpBToI:
		arg(0)
		g.All(1)
		g.Op(enc.V128And)
	case ir.OpSelect:
		g.selectVector(in)
	case ir.OpShl, ir.OpShrS, ir.OpShrU:
		g.shift(in)
	case ir.OpBitsToF:
		arg(0)
	case ir.OpFToBits:
		arg(0)
		g.canonical(in.Args[0])
	case ir.OpFToHalf:
		arg(0)
		g.call(g.library.Half(ir.OpFToHalf))
	case ir.OpHalfToF:
		arg(0)
		g.call(g.library.Half(ir.OpHalfToF))
	case ir.OpFToSRGB:
		arg(0)
		g.Get(g.block)
		g.call(g.library.SRGB(g.layout.SRGB))
	case ir.OpFRoundHalf:
		arg(0)
		g.call(g.library.Half(ir.OpFToHalf))
		g.call(g.library.Half(ir.OpHalfToF))
	default:
		g.lanewise(in)
	}
}

// canonical replaces the NaNs of the vector on the stack, which is the value v, by ir.NaN32: all ones, where the lane is not equal to itself.
func (g *gen) canonical(v ir.Value) {
	g.vector(v)
	g.vector(v)
	g.Op(enc.F32x4Ne, enc.V128Or)
}

// minMax: pmin(b, a) is a < b ? a : b; where b is NaN the answer is a.
func (g *gen) minMax(in *ir.Instr) {
	a, b := in.Args[0], in.Args[1]
	g.vector(b)
	g.vector(a)
	if in.Op == ir.OpFMin {
		g.Op(enc.F32x4Pmin)
	} else {
		g.Op(enc.F32x4Pmax)
	}
	if c := g.shapes.Konst[b]; c != nil && ir.CanonicalNaN(c.Imm) == c.Imm && c.Imm != ir.NaN32 {
		return
	}
	g.vector(a)
	g.vector(b)
	g.vector(b)
	g.Op(enc.F32x4Eq, enc.V128Bitselect)
}

func (g *gen) selectVector(in *ir.Instr) {
	cond, x, y := in.Args[0], in.Args[1], in.Args[2]
	if g.isScalar(cond) {
		g.vector(x)
		g.vector(y)
		g.scalar(cond)
		g.Op(enc.Select)
		return
	}
	zero := func(v ir.Value) bool { c := g.shapes.Konst[v]; return c != nil && c.Imm == 0 }
	switch {
	case zero(y):
		g.vector(x)
		g.vector(cond)
		g.Op(enc.V128And)
	case zero(x):
		g.vector(y)
		g.vector(cond)
		g.Op(enc.V128Andnot)
	default:
		g.vector(x)
		g.vector(y)
		g.vector(cond)
		g.Op(enc.V128Bitselect)
	}
}

func (g *gen) shift(in *ir.Instr) {
	if !g.isUniform(in.Args[1]) {
		g.lanewise(in)
		return
	}
	g.vector(in.Args[0])
	g.scalar(in.Args[1])
	g.Op(map[ir.Op]enc.Op{ir.OpShl: enc.I32x4Shl, ir.OpShrS: enc.I32x4ShrS, ir.OpShrU: enc.I32x4ShrU}[in.Op])
}

// system pushes a system value.
func (g *gen) system(in *ir.Instr) {
	s := ir.SysVal(in.Imm)
	r := in.Result()
	n := g.k.NumThreads
	groups := [3]asm.Local{g.groupX, g.groupY, g.group}
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
		parts.ThreadID(g.Func, g.item0, n, int(s-ir.GroupThreadIDX), g.isScalar(r))
	default:
		axis := int(s - ir.DispatchThreadIDX)
		parts.ThreadID(g.Func, g.item0, n, axis, g.isScalar(r))
		g.Get(groups[axis])
		g.I32(n[axis])
		g.Op(enc.I32Mul)
		if g.isScalar(r) {
			g.Op(enc.I32Add)
		} else {
			g.Op(enc.I32x4Splat, enc.I32x4Add)
		}
	}
	g.define(r)
}

// lanewise applies an integer operation that has no vector form to each lane.
func (g *gen) lanewise(in *ir.Instr) {
	for _, a := range in.Args {
		g.vector(a)
	}
	g.call(g.library.Lanewise(in.Op, len(in.Args)))
}
