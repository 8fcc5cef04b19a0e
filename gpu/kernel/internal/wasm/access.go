package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// access is how one memory instruction finds its bytes.
//
//	even     lane n touches base + n*step + offset, and one comparison says that all four lanes are inside
//	general  each lane has an address and an own verdict
//
// The functions write code; each may be called once.
type access struct {
	even    bool
	step    uint32                               // even: bytes from lane to lane
	offset  uint32                               // constant part of the address
	check   func()                               // even: pushes whether all lanes are inside
	base    func()                               // even: pushes the address of lane 0
	edge    edge                                 // even: what says which lanes are inside
	general func() (addresses, inside asm.Local) // inside is 0 where all lanes of a load are
	report  func() reportFields
	record  record // of a buffer or a texture
	roomy   bool   // bytes after the last element may be written, where the access is a mark
}

// edge says which lanes of an even access are inside: lane n when index + n*step is below limit. Without an index the lanes are decided one by one.
type edge struct {
	index, limit func()
	step         uint32
}

// reportFields are the vectors of a report, as functions that push them. nil is zero.
type reportFields [block.ReportVectors]func()

func (g *gen) access(in *ir.Instr) access {
	switch in.Op {
	case ir.OpLoadBuf, ir.OpStoreBuf, ir.OpAtomicBuf:
		return g.bufferAccess(in)
	case ir.OpLoadTex, ir.OpStoreTex, ir.OpAtomicTex:
		return g.textureAccess(in)
	case ir.OpLoadConst:
		return g.constantAccess(in)
	case ir.OpLoadLocal, ir.OpStoreLocal:
		return g.localAccess(in)
	}
	return g.sharedAccess(in)
}

// evenStep tells whether v is a scalar whose lanes ascend by a step that range checks can handle.
func (g *gen) evenStep(v ir.Value) (uint32, bool) {
	if v == 0 {
		return 0, true
	}
	s := g.Shapes.Of[v]
	return uint32(s.Step), !s.Varies && s.Step >= 0
}

// scaleVector multiplies the vector on the stack with a constant.
func (g *gen) scaleVector(n uint32) { parts.Scale(g.Func, n, g.All) }

// bufferAccess: the element must be below the count, and the bytes inside the element.
func (g *gen) bufferAccess(in *ir.Instr) access {
	slot, index, dyn := in.Args[0], in.Args[1], in.Args[2]
	r := g.record(in, slot)
	stride := r.binding.Stride
	fits := int64(stride) - int64(in.Offset) - int64(in.Width) // largest dynamic offset
	a := access{offset: in.Offset, record: r}
	step, even := g.evenStep(index)
	dynUniform := dyn == 0 || g.IsUniform(dyn)
	a.even = even && dynUniform && !r.at.Vector && fits >= 0
	a.step = step * stride
	a.roomy = r.fixed && dyn == 0 && fits >= 0
	a.check = func() {
		g.Scalar(index)
		g.PushScalar(g.roomOf(r, ir.WordCount, 3*step))
		g.Op(enc.I32LtU)
		if dyn != 0 {
			g.Scalar(dyn)
			g.I32(uint32(fits))
			g.Op(enc.I32LeU, enc.I32And)
		}
	}
	a.base = func() {
		g.PushScalar(g.word(r, ir.WordBase))
		g.Scalar(index)
		g.I32(stride)
		g.Op(enc.I32Mul, enc.I32Add)
		if dyn != 0 {
			g.Scalar(dyn)
			g.Op(enc.I32Add)
		}
	}
	a.edge = edge{step: step, index: func() { g.Scalar(index) }, limit: func() {
		g.PushScalar(g.word(r, ir.WordCount))
		if dyn != 0 {
			parts.NoneUnless(g.Func, func() {
				g.Scalar(dyn)
				g.I32(uint32(fits))
				g.Op(enc.I32LeU)
			})
		}
	}}
	a.general = func() (asm.Local, asm.Local) { return g.bufferLanes(in, r, fits) }
	a.report = func() reportFields {
		return reportFields{
			block.ReportSlot:   func() { g.VectorOrZero(slot) },
			block.ReportIndex0: func() { g.Vector(index) },
			block.ReportIndex1: func() { g.saturatingAdd(dyn, in.Offset) },
			block.ReportLimit:  func() { g.PushVector(g.word(r, ir.WordCount)) },
		}
	}
	return a
}

func (g *gen) bufferLanes(in *ir.Instr, r record, fits int64) (addresses, inside asm.Local) {
	index, dyn := in.Args[1], in.Args[2]
	if fits < 0 {
		g.All(0)
		z := g.Keep(enc.V128)
		return z, z
	}
	g.Vector(index)
	g.PushVector(g.word(r, ir.WordCount))
	g.Op(enc.I32x4LtU)
	if dyn != 0 {
		g.Vector(dyn)
		g.All(uint32(fits))
		g.Op(enc.I32x4LeU, enc.V128And)
	}
	inside = g.Keep(enc.V128)
	g.Vector(index)
	g.scaleVector(r.binding.Stride)
	g.PushVector(g.word(r, ir.WordBase))
	g.Op(enc.I32x4Add)
	if dyn != 0 {
		g.Vector(dyn)
		g.Op(enc.I32x4Add)
	}
	g.Get(inside)
	g.Op(enc.V128And)
	return g.Keep(enc.V128), inside
}

// saturatingAdd pushes v + n, all ones where it overflows.
func (g *gen) saturatingAdd(v ir.Value, n uint32) {
	if v == 0 {
		g.All(n)
		return
	}
	g.Vector(v)
	g.All(n)
	g.Op(enc.I32x4Add)
	sum := g.Keep(enc.V128)
	g.Get(sum)
	g.Vector(v)
	g.Get(sum)
	g.Op(enc.I32x4GtU, enc.V128Or)
}

// constantAccess: four bytes inside the view.
func (g *gen) constantAccess(in *ir.Instr) access {
	slot, dyn := in.Args[0], in.Args[1]
	r := g.record(in, slot)
	a := access{offset: in.Offset}
	a.even = (dyn == 0 || g.IsUniform(dyn)) && !r.at.Vector
	a.check = func() {
		g.ScalarOrZero(dyn)
		g.PushScalar(g.roomOf(r, ir.WordSize, in.Offset+3))
		g.Op(enc.I32LtU)
	}
	a.base = func() {
		g.PushScalar(g.word(r, ir.WordBase))
		g.ScalarOrZero(dyn)
		g.Op(enc.I32Add)
	}
	a.edge = edge{index: func() { g.ScalarOrZero(dyn) }, limit: func() { g.PushScalar(g.roomOf(r, ir.WordSize, in.Offset+3)) }}
	a.general = func() (asm.Local, asm.Local) { return g.constantLanes(r, dyn, in.Offset) }
	a.report = func() reportFields {
		return reportFields{
			block.ReportSlot:   func() { g.VectorOrZero(slot) },
			block.ReportIndex0: func() { g.saturatingAdd(dyn, in.Offset) },
			block.ReportLimit:  func() { g.PushVector(g.word(r, ir.WordSize)) },
		}
	}
	return a
}

// constantLanes: dyn < size - (offset+3) where size is larger than that.
func (g *gen) constantLanes(r record, dyn ir.Value, offset uint32) (addresses, inside asm.Local) {
	size := g.word(r, ir.WordSize)
	g.VectorOrZero(dyn)
	g.PushVector(size)
	g.All(offset + 3)
	g.Op(enc.I32x4Sub, enc.I32x4LtU)
	g.PushVector(size)
	g.All(offset + 3)
	g.Op(enc.I32x4GtU, enc.V128And)
	inside = g.Keep(enc.V128)
	g.VectorOrZero(dyn)
	g.PushVector(g.word(r, ir.WordBase))
	g.Op(enc.I32x4Add)
	g.Get(inside)
	g.Op(enc.V128And)
	return g.Keep(enc.V128), inside
}

// sharedAccess: an address in the group's memory.
func (g *gen) sharedAccess(in *ir.Instr) access {
	return g.arrayAccess(in, func() {
		g.Get(g.block)
	}, g.layout.Shared, 0)
}

// localAccess: an address in each item's own memory.
func (g *gen) localAccess(in *ir.Instr) access {
	return g.arrayAccess(in, func() { g.Get(g.itemMemory) }, g.layout.Locals, g.K.LocalBytes())
}

// arrayAccess is an access to an array in the memory at base, whose arrays begin at start; the memory of each lane is pitch bytes after that of the
// lane before.
func (g *gen) arrayAccess(in *ir.Instr, base func(), start, pitch uint32) access {
	array := g.K.ArrayOf(in)
	address := in.Args[0]
	step, even := g.evenStep(address)
	room := int64(array.End()) - int64(in.Offset) - int64(in.Width) // largest address
	a := access{offset: start + in.Offset, step: step + pitch}
	inside := g.arrayLimits(in, room)
	for _, l := range inside {
		even = even && !g.Shapes.Of[l.v].Varies && g.Shapes.Of[l.v].Step >= 0 && l.last >= 3*int64(g.Shapes.Of[l.v].Step)
	}
	a.even = even
	a.check = func() {
		for i, l := range inside {
			g.Scalar(l.v)
			g.I32(uint32(l.last) - 3*uint32(g.Shapes.Of[l.v].Step))
			g.Op(enc.I32LeU)
			if i > 0 {
				g.Op(enc.I32And)
			}
		}
	}
	a.base = func() {
		base()
		g.Scalar(address)
		g.Op(enc.I32Add)
	}
	if l := inside[0]; len(inside) == 1 {
		a.edge = edge{step: uint32(g.Shapes.Of[l.v].Step), index: func() { g.Scalar(l.v) }, limit: func() { g.I32(uint32(l.last + 1)) }}
	}
	a.general = func() (addresses, isInside asm.Local) {
		if room < 0 {
			g.All(0)
			z := g.Keep(enc.V128)
			return z, z
		}
		for i, l := range inside {
			g.Vector(l.v)
			g.All(uint32(l.last))
			g.Op(enc.I32x4LeU)
			if i > 0 {
				g.Op(enc.V128And)
			}
		}
		isInside = g.Keep(enc.V128)
		base()
		g.Broadcast(g.Depth > 0)
		g.Vector(address)
		g.Op(enc.I32x4Add)
		if pitch != 0 {
			g.Vec(0, pitch, 2*pitch, 3*pitch)
			g.Op(enc.I32x4Add)
		}
		g.Get(isInside)
		g.Op(enc.V128And)
		return g.Keep(enc.V128), isInside
	}
	a.report = func() reportFields {
		return reportFields{
			block.ReportIndex0: func() { g.VectorOrZero(address) },
			block.ReportIndex1: func() { g.All(in.Offset) },
			block.ReportIndex2: func() { g.pushFar(in.Args[1]) },
			block.ReportLimit:  func() { g.All(array.Bytes) },
		}
	}
	return a
}

// pushFar pushes an index that is not below ElementLimit, and 0 for others.
func (g *gen) pushFar(index ir.Value) {
	g.VectorOrZero(index)
	if index != 0 {
		g.Vector(index)
		g.All(ir.ElementLimit - 1)
		g.Op(enc.I32x4GtU, enc.V128And)
	}
}

// most is a number of a lane that is inside up to last, as an unsigned number.
type most struct {
	v    ir.Value
	last int64
}

// arrayLimits says where an access to an array is inside, whose largest address is room. Where the address is a multiple of the index, the index says
// all.
func (g *gen) arrayLimits(in *ir.Instr, room int64) []most {
	address, index := in.Args[0], in.Args[1]
	if index == 0 {
		return []most{{address, room}}
	}
	if by := g.forms.Multiple(address, index); by != 0 {
		return []most{{index, room / int64(by)}}
	}
	return []most{{address, room}, {index, ir.ElementLimit - 1}}
}
