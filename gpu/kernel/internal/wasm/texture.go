package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/bounds"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// level is one mip level of a view, as operands: scalars, or vectors where lanes choose differently.
type level struct {
	width, height, depth operand
	first                operand // address of texel (0, 0, 0)
	row, slice           operand // pitches in bytes
}

// textureAccess: the mip must exist and the texel lie in it.
func (g *gen) textureAccess(in *ir.Instr) access {
	slot, x, y, z, mip := in.Args[0], in.Args[1], in.Args[2], in.Args[3], in.Args[4]
	r := g.record(in, slot)
	stride := r.binding.Stride
	l := g.level(r, mip)
	a := access{offset: in.Offset}
	step, even := g.evenStep(x)
	flat := (y == 0 || g.isUniform(y)) && (z == 0 || g.isUniform(z))
	fits := in.Offset+uint32(in.Width) <= stride
	a.even = even && flat && fits && !l.first.vector
	a.step = step * stride
	a.check = func() {
		g.scalar(x)
		if r.fixed && bounds.IsMip0(g.shapes, mip) {
			g.pushScalar(g.roomOf(r, ir.WordWidth, 3*step))
		} else {
			g.pushScalar(l.width)
			g.room(constant(3 * step))
		}
		g.Op(enc.I32LtU)
		for _, c := range [...]struct {
			v ir.Value
			n operand
		}{{y, l.height}, {z, l.depth}} {
			if c.v != 0 {
				g.scalar(c.v)
				g.pushScalar(c.n)
				g.Op(enc.I32LtU, enc.I32And)
			}
		}
	}
	a.base = func() {
		g.pushScalar(l.first)
		g.scalar(x)
		g.I32(stride)
		g.Op(enc.I32Mul, enc.I32Add)
		for _, c := range [...]struct {
			v     ir.Value
			pitch operand
		}{{y, l.row}, {z, l.slice}} {
			if c.v != 0 {
				g.scalar(c.v)
				g.pushScalar(c.pitch)
				g.Op(enc.I32Mul, enc.I32Add)
			}
		}
	}
	a.general = func() (asm.Local, asm.Local) { return g.texelLanes(in, l, stride, fits) }
	a.report = func() reportFields {
		out := reportFields{
			block.ReportSlot:    func() { g.vectorOrZero(slot) },
			block.ReportLimit:   func() { g.pushVector(l.width) },
			block.ReportBounds0: func() { g.pushVector(l.height) },
			block.ReportBounds1: func() { g.pushVector(l.depth) },
		}
		for i, v := range []ir.Value{x, y, z, mip} {
			if v != 0 {
				out[block.ReportIndex0+i] = func() { g.vector(v) }
			}
		}
		return out
	}
	return a
}

func (g *gen) texelLanes(in *ir.Instr, l level, stride uint32, fits bool) (addresses, inside asm.Local) {
	x, y, z := in.Args[1], in.Args[2], in.Args[3]
	if !fits {
		g.All(0)
		none := g.Keep(enc.V128)
		return none, none
	}
	g.vector(x)
	g.pushVector(l.width)
	g.Op(enc.I32x4LtU)
	g.vectorOrZero(y)
	g.pushVector(l.height)
	g.Op(enc.I32x4LtU, enc.V128And)
	g.vectorOrZero(z)
	g.pushVector(l.depth)
	g.Op(enc.I32x4LtU, enc.V128And)
	inside = g.Keep(enc.V128)
	g.vector(x)
	g.scaleVector(stride)
	g.pushVector(l.first)
	g.Op(enc.I32x4Add)
	if y != 0 {
		g.vector(y)
		g.pushVector(l.row)
		g.Op(enc.I32x4Mul, enc.I32x4Add)
	}
	if z != 0 {
		g.vector(z)
		g.pushVector(l.slice)
		g.Op(enc.I32x4Mul, enc.I32x4Add)
	}
	g.Get(inside)
	g.Op(enc.V128And)
	return g.Keep(enc.V128), inside
}

// level finds the mip level of an access. The sizes are 0 where there is no such level.
func (g *gen) level(r record, mip ir.Value) level {
	if bounds.IsMip0(g.shapes, mip) && r.fixed {
		key := func(kind parts.WordKind, word uint32) operand {
			return g.hoisted(wordKey{Kind: kind, Record: r.index, Word: word})
		}
		return level{width: key(parts.WordExtent, ir.WordWidth), height: key(parts.WordExtent, ir.WordHeight), depth: g.fixedDepth(r),
			first: key(parts.WordMipAt, 0), row: key(parts.WordPlain, ir.WordMip0+1), slice: key(parts.WordPlain, ir.WordMip0+2)}
	}
	if r.fixed && mip != 0 && g.isUniform(mip) {
		return g.levelOf(r, mip)
	}
	return g.levelLanes(r, mip)
}

// levelKey names a level that accesses of one block share.
type levelKey struct {
	record uint32
	mip    asm.Local
}

// levelOf computes a level that the lanes of the wave agree on, once for a block.
func (g *gen) levelOf(r record, mip ir.Value) level {
	g.scalar(mip)
	which := g.scalarLocalOf(mip)
	key := levelKey{r.index, which}
	if l, ok := g.mips[key]; ok && which != 0 {
		g.Op(enc.Drop)
		return l
	}
	m := g.Keep(enc.I32)
	g.Get(g.records)
	g.I32(r.index * ir.RecordBytes)
	g.Op(enc.I32Add)
	at := g.Keep(enc.I32)
	var words [6]operand
	for i, w := range parts.Level(g.Func, at, m, r.isSamples()) {
		words[i].loc = w
	}
	l := level{width: words[0], height: words[1], depth: words[2], first: words[3], row: words[4], slice: words[5]}
	if g.mips != nil {
		g.mips[key] = l
	}
	return l
}

// fixedDepth is the depth of mip 0: of a volume at least 1.
func (g *gen) fixedDepth(r record) operand {
	return g.hoisted(wordKey{Kind: parts.WordExtent, Record: r.index, Word: ir.WordDepth})
}

// levelLanes computes a level in vectors: a varying record or mip makes every lane its own, and mips other than the first
// are rare enough to go the same way.
func (g *gen) levelLanes(r record, mip ir.Value) level {
	at := r.at
	if r.fixed {
		g.Get(g.records)
		g.I32(r.index * ir.RecordBytes)
		g.Op(enc.I32Add)
		at = operand{loc: g.Keep(enc.I32)}
	}
	vec := func() operand { return operand{loc: g.Keep(enc.V128), vector: true} }
	g.pushVector(at)
	g.vectorOrZero(mip)
	g.call(g.extentHelper(ir.WordWidth, r.isSamples()))
	width := vec()
	g.pushVector(at)
	g.vectorOrZero(mip)
	g.call(g.extentHelper(ir.WordHeight, r.isSamples()))
	height := vec()
	g.pushVector(at)
	g.vectorOrZero(mip)
	g.call(g.extentHelper(ir.WordDepth, r.isSamples()))
	depth := vec()
	g.pushVector(at) // address of the level's words; a level that does not exist is replaced by the first
	g.vectorOrZero(mip)
	g.vectorOrZero(mip)
	g.All(ir.MaxMips)
	g.Op(enc.I32x4LtU, enc.V128And)
	g.scaleVector(12)
	g.Op(enc.I32x4Add)
	words := g.Keep(enc.V128)
	g.pushVector(at)
	g.call(g.gatherHelper(4, false, 4*ir.WordBase))
	g.Get(words)
	g.call(g.gatherHelper(4, false, 4*ir.WordMip0))
	g.Op(enc.I32x4Add)
	first := vec()
	g.Get(words)
	g.call(g.gatherHelper(4, false, 4*(ir.WordMip0+1)))
	row := vec()
	g.Get(words)
	g.call(g.gatherHelper(4, false, 4*(ir.WordMip0+2)))
	return level{width: width, height: height, depth: depth, first: first, row: row, slice: vec()}
}

// extentHelper is a function from record addresses and mips to the size that ir.Record.Extent gives.
func (g *gen) extentHelper(word uint32, samples bool) uint64 {
	name := "extent." + parts.Itoa(word)
	if samples {
		name += ".samples"
	}
	return g.helper(name, twoV128, oneV128, func(a asm.Func) {
		a.All(0)
		at, mip := a.Local(enc.I32), a.Local(enc.I32)
		for lane := range ir.WaveSize {
			a.Get(a.Param(0))
			a.Lane(enc.I32x4ExtractLane, lane)
			a.Set(at)
			a.Get(a.Param(1))
			a.Lane(enc.I32x4ExtractLane, lane)
			a.Set(mip)
			parts.Extent(a, at, mip, word, samples)
			a.Lane(enc.I32x4ReplaceLane, lane)
		}
	})
}

// query reads a field of a record.
func (g *gen) query(in *ir.Instr) {
	slot, mip := in.Args[0], in.Args[1]
	f := ir.QueryField(in.Imm)
	word := f.Word()
	r := g.record(in, slot)
	size := f == ir.QueryWidth || f == ir.QueryHeight || f == ir.QueryDepth
	result := in.Result()
	switch {
	case size && r.fixed && bounds.IsMip0(g.shapes, mip):
		g.pushForm(g.hoisted(wordKey{Kind: parts.WordExtent, Record: r.index, Word: word}), result)
	case size:
		l := g.level(r, mip)
		sizes := map[ir.QueryField]operand{ir.QueryWidth: l.width, ir.QueryHeight: l.height, ir.QueryDepth: l.depth}
		g.pushForm(sizes[f], result)
	default:
		g.pushForm(g.word(r, word), result)
	}
	g.define(result)
}

// pushForm pushes an operand in the form that v is kept in.
func (g *gen) pushForm(o operand, v ir.Value) {
	switch {
	case !g.isScalar(v):
		g.pushVector(o)
	case o.vector:
		g.Get(o.loc)
		g.Lane(enc.I32x4ExtractLane, 0)
	default:
		g.pushScalar(o)
	}
}
