// Package stages emits the beginnings and ends of vertex and pixel programs: loads from the planes and records of package stage, stores to planes,
// and moves between the lanes of a quad.
//
//	wave n of a call   item 4n      planes: base of the plane + 4*item, a whole vector
//	                   quad         record of 48 bytes: input + 48n
//	                   triangle     the record that the quad's names, each word a whole vector
//
// It must not know how values are kept; it pushes vectors and scalars. The state of one function is its Planes.
package stages

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Place is where a wave has its inputs and outputs. It is zero in compute.
type Place struct {
	Block    asm.Local // address of the worker block
	Item     asm.Local // 4 * the number of lane 0's work item in the call, in the first wave of the packet: its place in a plane
	Quad     asm.Local // address of the record of that wave's quad
	Wave     uint32    // number of the wave in the packet
	Triangle asm.Local // address of the record of the quad's triangle
}

// Wave says which wave of a function it is.
type Wave struct {
	Block  asm.Local // address of the worker block
	Group  asm.Local
	Item0  asm.Local // the first work item in the group
	Number uint32    // in its packet, of Waves
	Waves  uint32
}

// Find computes the place of a wave. What is known of the first one of its packet leads to its records, too.
func Find(a asm.Func, k *ir.Kernel, w Wave, first Place) Place {
	p := Place{Block: w.Block}
	switch {
	case k.Stage.Kind == ir.ComputeStage:
		return p
	case w.Number > 0:
		p = first
		p.Wave = w.Number
		return p.triangle(a, k)
	}
	a.Get(w.Group)
	a.I32(ir.StageGroup)
	a.Op(enc.I32Mul)
	a.Get(w.Item0)
	a.Op(enc.I32Add)
	a.I32(2)
	a.Op(enc.I32Shl)
	p.Item = a.Keep(enc.I32)
	if k.Stage.Kind != ir.PixelStage {
		return p
	}
	a.Get(p.Item)
	a.I32(ir.QuadBytes / 16) // for the 16 bytes of a plane
	a.Op(enc.I32Mul)
	a.Get(w.Block)
	a.Mem(enc.I32Load, block.FieldStageInput)
	a.Op(enc.I32Add)
	p.Quad = a.Keep(enc.I32)
	a.Touch(p.Quad, ir.QuadBytes*w.Waves-1)
	return p.triangle(a, k)
}

// triangle finds the record of the quad's triangle, if it is read.
func (p Place) triangle(a asm.Func, k *ir.Kernel) Place {
	end := triangleEnd(k) // 0 in vertex programs
	if end == 0 {
		return p
	}
	a.Get(p.Quad)
	a.Mem(enc.I32Load, p.record(ir.QuadRecord))
	p.Triangle = a.Keep(enc.I32)
	a.Touch(p.Triangle, end-1)
	return p
}

// record is the offset of something in the quad's record from Quad.
func (p Place) record(offset uint32) uint32 { return ir.QuadBytes*p.Wave + offset }

// Words is the offset of the wave's words in a plane from those of the first wave.
func (p Place) Words() uint32 { return ir.LaneBytes * p.Wave }

// triangleEnd is the length in bytes of what a pixel program reads of a triangle's record.
func triangleEnd(k *ir.Kernel) (end uint32) {
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpTriangle {
			end = max(end, ir.LaneBytes*(in.Imm+1))
		}
	})
	return end
}

// Planes are the addresses of the planes that a function uses. A function is written twice: the first time finds out which they are.
type Planes struct {
	order  []plane
	locals map[plane]asm.Local
}

// plane names a plane of the inputs or outputs.
type plane struct {
	output bool
	number uint32
}

// Load finds the planes once for each call.
func (p *Planes) Load(a asm.Func, blockAt asm.Local) {
	p.locals = make(map[plane]asm.Local)
	for _, key := range p.order {
		field := uint32(block.FieldStageInput)
		if key.output {
			field = block.FieldStageOutput
		}
		a.Get(blockAt)
		a.Mem(enc.I32Load, field)
		a.Get(blockAt)
		a.Mem(enc.I32Load, block.FieldStagePitch)
		a.I32(key.number)
		a.Op(enc.I32Mul, enc.I32Add)
		p.locals[key] = a.Keep(enc.I32)
	}
}

// Output pushes the address of the first wave's words of an output plane: those of the wave are Words bytes after it.
func (p *Planes) Output(a asm.Func, at Place, number uint32) { p.address(a, at, plane{true, number}) }

func (p *Planes) address(a asm.Func, at Place, key plane) {
	l := p.locals[key]
	if l == 0 {
		p.order = append(p.order, key)
		l = a.Local(enc.I32)
		p.locals[key] = l
	}
	a.Get(l, at.Item)
	a.Op(enc.I32Add)
}

// Input pushes what the work items of a wave begin with: the scalar of all lanes if scalar is set, which OpQuadWord and OpTriangle can be asked for,
// else a vector.
func (p *Planes) Input(a asm.Func, in *ir.Instr, at Place, kind ir.StageKind, scalar bool) {
	switch in.Op {
	case ir.OpStageIn:
		p.address(a, at, plane{number: in.Imm})
		a.Mem(enc.V128Load, at.Words())
	case ir.OpQuadWord:
		word(a, at.Quad, at.record(4*in.Imm), scalar)
	case ir.OpTriangle:
		a.Get(at.Triangle)
		if scalar {
			a.Mem(enc.I32Load, ir.LaneBytes*in.Imm)
			return
		}
		a.Mem(enc.V128Load, ir.LaneBytes*in.Imm)
	case ir.OpPixelPlace:
		a.Get(at.Quad)
		a.Mem(enc.V128Load, at.record(ir.QuadX+ir.LaneBytes*in.Imm))
	case ir.OpCovered:
		covered(a, at, kind)
	}
}

// word pushes a word that the lanes of a wave share.
func word(a asm.Func, base asm.Local, offset uint32, scalar bool) {
	a.Get(base)
	if scalar {
		a.Mem(enc.I32Load, offset)
		return
	}
	a.Mem(enc.V128Load32Zero, offset)
	a.SpreadLane0() // load32_splat inserts into a register that it does not clear, so that a wave would wait for the one before
}

func covered(a asm.Func, at Place, kind ir.StageKind) {
	if kind == ir.PixelStage {
		word(a, at.Quad, at.record(ir.QuadMask), false)
		a.Vec(1, 2, 4, 8)
		a.Op(enc.V128And)
		a.Vec(1, 2, 4, 8)
		a.Op(enc.I32x4Eq)
		return
	}
	a.Get(at.Item)
	a.Op(enc.I32x4Splat)
	w := at.Words()
	a.Vec(w, w+4, w+8, w+12)
	a.Op(enc.I32x4Add)
	a.Get(at.Block)
	a.Mem(enc.I32Load, block.FieldStageItems)
	a.I32(2)
	a.Op(enc.I32Shl, enc.I32x4Splat, enc.I32x4LtU)
}

// Shuffle replaces the vector on the stack by its lanes in another order, as OpQuadRead has it.
func Shuffle(a asm.Func, lanes uint32) {
	v := a.Keep(enc.V128)
	a.Get(v, v)
	in := enc.Instr{Op: enc.I8x16Shuffle}
	for i := range in.V {
		in.V[i] = byte(lanes>>(2*(i/4))&3)*4 + byte(i%4)
	}
	a.F.Body = append(a.F.Body, in)
}

// QuadRead pushes x, a vector, as OpQuadRead moves it under a mask; mask 0 is all lanes. pick is the number of a function from a vector and a lane to
// the lane.
func QuadRead(a asm.Func, imm uint32, x func(), mask asm.Local, pick func() uint64) {
	x()
	lane, one := ir.QuadSource(imm)
	switch {
	case mask == 0:
		Shuffle(a, imm)
	case one: // the first active lane stands for it where it is inactive
		a.Get(mask)
		a.Op(enc.I32x4Bitmask)
		active := a.Keep(enc.I32)
		a.I32(lane)
		a.Get(active)
		a.Op(enc.I32Ctz)
		a.Get(active)
		a.I32(1 << lane)
		a.Op(enc.I32And, enc.Select)
		a.Index(enc.Call, pick())
		a.Op(enc.I32x4Splat)
	default:
		Shuffle(a, imm)
		x()
		a.Get(mask)
		Shuffle(a, imm)
		a.Op(enc.V128Bitselect)
	}
}
