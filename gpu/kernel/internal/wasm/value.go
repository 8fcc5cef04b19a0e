package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// isScalar tells whether v is kept as the scalar of lane 0.
func (g *gen) isScalar(v ir.Value) bool {
	return !g.shapes.Of[v].Varies && g.k.Type(v) != ir.F32
}

func (g *gen) isUniform(v ir.Value) bool { return g.shapes.Of[v].IsUniform() }

// scalar pushes lane 0 of a value that isScalar; of a uniform float its bits.
func (g *gen) scalar(v ir.Value) {
	if c := g.shapes.Konst[v]; c != nil {
		g.i32(c.Imm)
		return
	}
	if g.k.Type(v) == ir.F32 {
		g.vector(v)
		g.lane(enc.I32x4ExtractLane, 0)
		return
	}
	if !g.isScalar(v) {
		panic("BUG: wasm: scalar of a varying value")
	}
	g.needScalar[v] = true
	if g.scalars[v] == 0 {
		g.scalars[v] = g.local(enc.I32)
	}
	g.get(g.scalars[v])
}

// vector pushes the four lanes of a value; a boolean as a mask.
func (g *gen) vector(v ir.Value) {
	if c := g.shapes.Konst[v]; c != nil {
		bits := c.Imm
		if g.k.Type(v) == ir.Bool {
			bits = -bits
		}
		g.all(bits)
		return
	}
	if g.isScalar(v) {
		g.needVector[v] = true
	}
	g.get(g.vectorLocal(v))
}

func (g *gen) vectorLocal(v ir.Value) local {
	if g.vectors[v] == 0 {
		g.vectors[v] = g.local(enc.V128)
	}
	return g.vectors[v]
}

// define pops the value of v, in the form that g.isScalar says, and makes the other forms that are needed.
func (g *gen) define(v ir.Value) {
	if !g.isScalar(v) {
		g.set(g.vectorLocal(v))
	} else {
		if g.scalars[v] == 0 {
			g.scalars[v] = g.local(enc.I32)
		}
		g.set(g.scalars[v])
		g.widen(v)
	}
	g.spill(v)
}

// widen makes the vector of a scalar that was just set.
func (g *gen) widen(v ir.Value) {
	if !g.needVector[v] || !g.isScalar(v) {
		return
	}
	if g.k.Type(v) == ir.Bool {
		g.i32(0)
		g.get(g.scalars[v])
		g.op(enc.I32Sub)
	} else {
		g.get(g.scalars[v])
	}
	g.broadcast(g.depth > 0)
	if step := uint32(g.shapes.Of[v].Step); step != 0 {
		g.vec(0, step, 2*step, 3*step)
		g.op(enc.I32x4Add)
	}
	g.set(g.vectorLocal(v))
}

// form pushes v in the form that results of the shape of like are kept in.
func (g *gen) form(v, like ir.Value) {
	if g.isScalar(like) {
		g.scalar(v)
		return
	}
	g.vector(v)
}

// pushLane pushes the bits of one lane.
func (g *gen) pushLane(v ir.Value, lane int) {
	g.vector(v)
	g.lane(enc.I32x4ExtractLane, lane)
}

// operand is a 32-bit quantity that is not a value of the kernel: a word of a record, a constant.
type operand struct {
	loc    local
	vector bool
	konst  uint32 // where loc is 0
}

func constant(v uint32) operand { return operand{konst: v} }

func (g *gen) pushScalar(o operand) {
	if o.loc == 0 {
		g.i32(o.konst)
		return
	}
	g.get(o.loc)
}

func (g *gen) pushVector(o operand) {
	switch {
	case o.loc == 0:
		g.all(o.konst)
	case o.vector:
		g.get(o.loc)
	default:
		g.get(o.loc)
		g.broadcast(g.depth > 0)
	}
}
