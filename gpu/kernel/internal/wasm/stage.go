package wasm

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// stagePlace is where the wave of a vertex or pixel program has its inputs and outputs. It is zero in compute.
type stagePlace struct {
	item     asm.Local // 4 * the number of lane 0's work item in the call: its place in a plane
	quad     asm.Local // address of the quad's record
	triangle asm.Local // address of the record of the quad's triangle
}

// planeKey names a plane of the inputs or outputs.
type planeKey struct {
	output bool
	number uint32
}

// findPlace computes the place of a wave from its first work item.
func (g *gen) findPlace() (p stagePlace) {
	if g.k.Stage.Kind == ir.ComputeStage {
		return p
	}
	g.Get(g.groupX)
	g.I32(ir.StageGroup)
	g.Op(enc.I32Mul)
	g.Get(g.item0)
	g.Op(enc.I32Add)
	g.I32(2)
	g.Op(enc.I32Shl)
	p.item = g.Keep(enc.I32)
	if g.k.Stage.Kind != ir.PixelStage {
		return p
	}
	g.Get(p.item)
	g.I32(1) // 32 bytes for four work items
	g.Op(enc.I32Shl)
	g.Get(g.block)
	g.Mem(enc.I32Load, block.FieldStageInput)
	g.Op(enc.I32Add)
	p.quad = g.Keep(enc.I32)
	g.touch(p.quad, ir.QuadBytes-1)
	g.Get(p.quad)
	g.Mem(enc.I32Load, ir.QuadRecord)
	p.triangle = g.Keep(enc.I32)
	g.touch(p.triangle, g.triangleEnd()-1)
	return p
}

// touch loads the last byte of what will be loaded from an address, so that the runtime checks its own bounds once.
func (g *gen) touch(base asm.Local, offset uint32) {
	g.Get(base)
	g.Mem(enc.I32Load8U, offset)
	g.Op(enc.Drop)
}

// triangleEnd is the length in bytes of what the program reads of a triangle's record.
func (g *gen) triangleEnd() uint32 {
	end := uint32(4)
	g.k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpTriangle {
			end = max(end, 4*in.Imm+4)
		}
	})
	return end
}

// loadPlanes finds the planes once for each call.
func (g *gen) loadPlanes() {
	g.planes = make(map[planeKey]asm.Local)
	for _, key := range g.planeOrder {
		field := uint32(block.FieldStageInput)
		if key.output {
			field = block.FieldStageOutput
		}
		g.Get(g.block)
		g.Mem(enc.I32Load, field)
		g.Get(g.block)
		g.Mem(enc.I32Load, block.FieldStagePitch)
		g.I32(key.number)
		g.Op(enc.I32Mul, enc.I32Add)
		g.planes[key] = g.Keep(enc.I32)
	}
}

// planeAddress pushes the address of lane 0's word of a plane.
func (g *gen) planeAddress(key planeKey) {
	l := g.planes[key]
	if l == 0 { // first pass
		g.planeOrder = append(g.planeOrder, key)
		l = g.Local(enc.I32)
		g.planes[key] = l
	}
	g.Get(l, g.place.item)
	g.Op(enc.I32Add)
}

// stageInput emits what a work item of a vertex or pixel program begins with.
func (g *gen) stageInput(in *ir.Instr) {
	r := in.Result()
	switch in.Op {
	case ir.OpStageIn:
		g.planeAddress(planeKey{number: in.Imm})
		g.Mem(enc.V128Load, 0)
	case ir.OpQuadWord:
		g.stageWord(r, g.place.quad, 4*in.Imm)
	case ir.OpTriangle:
		g.stageWord(r, g.place.triangle, 4*in.Imm)
	case ir.OpPixelPlace:
		one := math.Float32bits(1)
		g.Get(g.place.quad)
		g.Mem(enc.V128Load32Splat, ir.QuadX+4*in.Imm)
		if in.Imm == 0 {
			g.Vec(0, one, 0, one)
		} else {
			g.Vec(0, 0, one, one)
		}
		g.Op(enc.F32x4Add)
	case ir.OpCovered:
		g.covered()
	}
	g.define(r)
}

// stageWord pushes a word that the lanes of a wave share.
func (g *gen) stageWord(r ir.Value, base asm.Local, offset uint32) {
	g.Get(base)
	if g.isScalar(r) {
		g.Mem(enc.I32Load, offset)
		return
	}
	g.Mem(enc.V128Load32Splat, offset)
}

func (g *gen) covered() {
	if g.k.Stage.Kind == ir.PixelStage {
		g.Get(g.place.quad)
		g.Mem(enc.V128Load32Splat, ir.QuadMask)
		g.Vec(1, 2, 4, 8)
		g.Op(enc.V128And)
		g.Vec(1, 2, 4, 8)
		g.Op(enc.I32x4Eq)
		return
	}
	g.Get(g.place.item)
	g.Op(enc.I32x4Splat)
	g.Vec(0, 4, 8, 12)
	g.Op(enc.I32x4Add)
	g.Get(g.block)
	g.Mem(enc.I32Load, block.FieldStageItems)
	g.I32(2)
	g.Op(enc.I32Shl, enc.I32x4Splat, enc.I32x4LtU)
}

// stageOutput writes the words of a wave to a plane.
func (g *gen) stageOutput(in *ir.Instr) {
	g.planeAddress(planeKey{output: true, number: in.Imm})
	g.vector(in.Args[0])
	g.Mem(enc.V128Store, 0)
}

// quadRead moves values between the lanes of a wave; a lane whose source is inactive keeps its own.
func (g *gen) quadRead(in *ir.Instr) {
	r, x := in.Result(), in.Args[0]
	if lane, one := ir.QuadSource(in.Imm); one {
		g.broadcast(x, lane)
		g.laneToForm(r)
		if g.isScalar(r) && g.k.Type(r) == ir.Bool {
			g.I32(1)
			g.Op(enc.I32And)
		}
		return
	}
	if g.isScalar(r) {
		g.scalar(x)
		return
	}
	g.vector(x)
	g.shuffle(in.Imm)
	if g.mask != 0 {
		g.vector(x)
		g.Get(g.mask)
		g.shuffle(in.Imm)
		g.Op(enc.V128Bitselect)
	}
}

// broadcast pushes one lane of x in all lanes; the first active one stands for it where it is inactive.
func (g *gen) broadcast(x ir.Value, lane uint32) {
	g.vector(x)
	if g.mask == 0 {
		g.shuffle(lane * 0b01010101)
		return
	}
	g.Get(g.mask)
	g.Op(enc.I32x4Bitmask)
	active := g.Keep(enc.I32)
	g.I32(lane)
	g.Get(active)
	g.Op(enc.I32Ctz)
	g.Get(active)
	g.I32(1 << lane)
	g.Op(enc.I32And, enc.Select)
	g.call(g.pickHelper())
	g.Op(enc.I32x4Splat)
}

// shuffle replaces the vector on the stack by its lanes in another order.
func (g *gen) shuffle(lanes uint32) {
	v := g.Keep(enc.V128)
	g.Get(v, v)
	in := enc.Instr{Op: enc.I8x16Shuffle}
	for i := range in.V {
		in.V[i] = byte(lanes>>(2*(i/4))&3)*4 + byte(i%4)
	}
	g.F.Body = append(g.F.Body, in)
}
