package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/arith"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
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
		g.I32(c.Imm)
		return
	}
	if g.k.Type(v) == ir.F32 {
		g.vector(v)
		g.Lane(enc.I32x4ExtractLane, 0)
		return
	}
	if !g.isScalar(v) {
		panic("BUG: wasm: scalar of a varying value")
	}
	g.needScalar[v] = true
	if d, ok := g.packet.Delta(v, g.copy); ok {
		g.Get(g.scalarLocal(v, 0))
		if d != 0 {
			g.I32(d)
			g.Op(enc.I32Add)
		}
		return
	}
	g.Get(g.scalarLocal(v, g.packet.Same(v, g.copy)))
}

// scalarNot pushes the opposite of a condition. The runtime branches on a comparison at once, but not on the negation of one.
func (g *gen) scalarNot(v ir.Value) {
	if in := g.defs[v]; in != nil && len(in.Args) == 2 {
		if op, ok := arith.Opposite(in.Op); ok && g.isOne(in.Args[0]) && g.isOne(in.Args[1]) && g.k.Type(in.Args[0]) == ir.I32 {
			g.scalar(in.Args[0])
			g.scalar(in.Args[1])
			g.Op(op)
			return
		}
	}
	g.scalar(v)
	g.Op(enc.I32Eqz)
}

// scalarLocalOf is the local that scalar pushes for v, 0 where it pushes something else.
func (g *gen) scalarLocalOf(v ir.Value) asm.Local {
	if g.shapes.Konst[v] != nil || g.k.Type(v) == ir.F32 {
		return 0
	}
	if d, ok := g.packet.Delta(v, g.copy); ok {
		if d != 0 {
			return 0
		}
		return g.scalarLocal(v, 0)
	}
	return g.scalarLocal(v, g.packet.Same(v, g.copy))
}

// scalarLocal is the local of v's scalar in a wave of the packet.
func (g *gen) scalarLocal(v ir.Value, wave int) asm.Local {
	l := &g.scalars[wave][v]
	if *l == 0 {
		*l = g.Local(enc.I32)
	}
	return *l
}

// vector pushes the four lanes of a value; a boolean as a mask.
func (g *gen) vector(v ir.Value) {
	if c := g.shapes.Konst[v]; c != nil {
		bits := c.Imm
		if g.k.Type(v) == ir.Bool {
			bits = -bits
		}
		g.All(bits)
		return
	}
	if g.isScalar(v) {
		if g.slow || g.isLong && !g.packet.Alike(v) {
			g.pushWidened(v)
			return
		}
		g.needVector[v] = true
	}
	g.Get(g.vectorLocal(v))
}

// vectorLocal is the local of v's vector in the present wave.
func (g *gen) vectorLocal(v ir.Value) asm.Local {
	l := &g.vectors[g.packet.Same(v, g.copy)][v]
	if *l == 0 {
		*l = g.Local(enc.V128)
	}
	return *l
}

// define pops the value of v, in the form that g.isScalar says, and makes the other forms that are needed.
func (g *gen) define(v ir.Value) {
	if !g.isScalar(v) {
		g.Set(g.vectorLocal(v))
	} else {
		g.Set(g.scalarLocal(v, g.packet.Same(v, g.copy)))
		g.widen(v)
	}
	if g.packet.Size == 1 {
		g.spill(v)
	}
}

// pushWidened pushes the vector of a scalar where it is wanted too seldom to be kept.
func (g *gen) pushWidened(v ir.Value) {
	if g.k.Type(v) == ir.Bool {
		g.I32(0)
	}
	g.scalar(v)
	if g.k.Type(v) == ir.Bool {
		g.Op(enc.I32Sub)
	}
	g.Op(enc.I32x4Splat)
	if step := uint32(g.shapes.Of[v].Step); step != 0 {
		g.Vec(0, step, 2*step, 3*step)
		g.Op(enc.I32x4Add)
	}
}

// slowly emits what runs seldom.
func (g *gen) slowly(body func()) {
	outer := g.slow
	g.slow = true
	body()
	g.slow = outer
}

// widen makes the vector of a scalar that was just set; those of all waves where one scalar serves them.
func (g *gen) widen(v ir.Value) {
	if !g.needVector[v] || !g.isScalar(v) || g.isLong && !g.packet.Alike(v) {
		return
	}
	g.Get(g.scalarLocal(v, g.packet.Same(v, g.copy)))
	if g.k.Type(v) == ir.Bool {
		s := g.Keep(enc.I32)
		g.I32(0)
		g.Get(s)
		g.Op(enc.I32Sub)
	}
	g.Broadcast(g.depth > 0)
	step := uint32(g.shapes.Of[v].Step)
	if _, ok := g.packet.Delta(v, 0); !ok || g.packet.Size == 1 {
		if step != 0 {
			g.Vec(0, step, 2*step, 3*step)
			g.Op(enc.I32x4Add)
		}
		g.Set(g.vectorLocal(v))
		return
	}
	all, now := g.Keep(enc.V128), g.copy
	for g.copy = range g.packet.Size {
		if g.packet.Same(v, g.copy) != g.copy {
			continue
		}
		d, _ := g.packet.Delta(v, g.copy)
		g.Get(all)
		if d != 0 || step != 0 {
			g.Vec(d, d+step, d+2*step, d+3*step)
			g.Op(enc.I32x4Add)
		}
		g.Set(g.vectorLocal(v))
	}
	g.copy = now
}

// isServed tells whether the present wave gets v from another wave of the packet.
func (g *gen) isServed(v ir.Value) bool { return g.packet.Served(v, g.copy) }

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
	g.Lane(enc.I32x4ExtractLane, lane)
}

// operand is a 32-bit quantity that is not a value of the kernel: a word of a record, a constant.
type operand struct {
	loc    asm.Local
	vector bool
	konst  uint32   // where loc is 0
	word   *wordKey // what loc is loaded from once for a call; nil: something else
}

func (g *gen) pushScalar(o operand) {
	if o.loc == 0 {
		g.I32(o.konst)
		return
	}
	g.Get(o.loc)
}

func (g *gen) pushVector(o operand) {
	switch {
	case o.loc == 0:
		g.All(o.konst)
	case o.vector:
		g.Get(o.loc)
	case o.word != nil && !g.slow:
		g.Get(g.words.Vector(g.Func, *o.word))
	default:
		g.Get(o.loc)
		g.Broadcast(g.depth > 0)
	}
}

// Limits of the constants that a region keeps in registers.
const (
	vectorRegisters   = 13 // vectors that the runtime keeps in registers beside what an instruction needs for itself
	straightRegisters = 6  // of them in use in code without loops that runs wave after wave
	loopRegisters     = 3  // of them in use in the innermost loops beside those that packet.Pressure counts
)

// Vec pushes a vector, from its local where the region keeps it.
func (g *gen) Vec(x, y, z, w uint32) {
	if g.slow {
		g.Func.Vec(x, y, z, w)
		return
	}
	g.konsts.Push(g.Func, x, y, z, w)
}

// All pushes a vector with v in every lane.
func (g *gen) All(v uint32) { g.Vec(v, v, v, v) }

// SpreadLane0 copies lane 0 of the vector on the stack to all lanes.
func (g *gen) SpreadLane0() {
	g.All(0x03020100)
	g.Op(enc.I8x16Swizzle)
}
