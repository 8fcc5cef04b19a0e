package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/bounds"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/texels"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/values"
)

// level is one mip level of a view, as operands: scalars, or vectors where lanes choose differently.
type level struct {
	width, height, depth values.Operand
	first                values.Operand // address of texel (0, 0, 0)
	row, slice           values.Operand // pitches in bytes
}

// textureAccess: the mip must exist and the texel lie in it.
func (g *gen) textureAccess(in *ir.Instr) access {
	slot, x, y, z, mip := in.Args[0], in.Args[1], in.Args[2], in.Args[3], in.Args[4]
	r := g.record(in, slot)
	stride := r.binding.Stride
	l := g.level(r, mip)
	a := access{offset: in.Offset, record: r}
	step, even := g.evenStep(x)
	flat := (y == 0 || g.IsUniform(y)) && (z == 0 || g.IsUniform(z))
	fits := in.Offset+uint32(in.Width) <= stride
	a.even = even && flat && fits && !l.first.Vector
	a.step = step * stride
	a.roomy = r.fixed && fits
	axes := [...]texelAxis{{y, l.height}, {z, l.depth}}
	a.check = func() {
		g.Scalar(x)
		if r.fixed && bounds.IsMip0(g.Shapes, mip) {
			g.PushScalar(g.roomOf(r, ir.WordWidth, 3*step))
		} else {
			g.PushScalar(l.width)
			parts.Room(g.Func, func() { g.I32(3 * step) })
		}
		g.Op(enc.I32LtU)
		for _, c := range axes {
			if c.v != 0 {
				g.Scalar(c.v)
				g.PushScalar(c.n)
				g.Op(enc.I32LtU, enc.I32And)
			}
		}
	}
	a.base = func() {
		g.PushScalar(l.first)
		g.Scalar(x)
		g.I32(stride)
		g.Op(enc.I32Mul, enc.I32Add)
		for _, c := range [...]struct {
			v     ir.Value
			pitch values.Operand
		}{{y, l.row}, {z, l.slice}} {
			if c.v != 0 {
				g.Scalar(c.v)
				g.PushScalar(c.pitch)
				g.Op(enc.I32Mul, enc.I32Add)
			}
		}
	}
	a.edge = g.texelEdge(x, step, l.width, axes[:])
	a.general = func() (asm.Local, asm.Local) { return g.texelLanes(in, l, stride, a.even) }
	a.report = func() reportFields {
		out := reportFields{
			block.ReportSlot:    func() { g.VectorOrZero(slot) },
			block.ReportLimit:   func() { g.PushVector(l.width) },
			block.ReportBounds0: func() { g.PushVector(l.height) },
			block.ReportBounds1: func() { g.PushVector(l.depth) },
		}
		for i, v := range []ir.Value{x, y, z, mip} {
			if v != 0 {
				out[block.ReportIndex0+i] = func() { g.Vector(v) }
			}
		}
		return out
	}
	return a
}

// texelAxis is a coordinate that is the same for a wave, and the size of the level along it.
type texelAxis struct {
	v ir.Value
	n values.Operand
}

// texelEdge: no lane is inside where one of the other coordinates is outside.
func (g *gen) texelEdge(x ir.Value, step uint32, width values.Operand, axes []texelAxis) edge {
	return edge{step: step, index: func() { g.Scalar(x) }, limit: func() {
		g.PushScalar(width)
		for _, c := range axes {
			if c.v != 0 {
				parts.NoneUnless(g.Func, func() {
					g.Scalar(c.v)
					g.PushScalar(c.n)
					g.Op(enc.I32LtU)
				})
			}
		}
	}}
}

// texelLanes gives the addresses of the texels, 0 where a lane is outside, and a mask of the lanes that are inside. even tells that it is emitted
// under a condition, so that what follows in the block cannot use the parts again. A level that there is is at least one texel high and deep.
func (g *gen) texelLanes(in *ir.Instr, l level, stride uint32, even bool) (addresses, inside asm.Local) {
	share, sure := !even && !g.IsLong, !even && g.within(in)
	if in.Offset+uint32(in.Width) > stride {
		g.All(0)
		none := g.Keep(enc.V128)
		return none, none
	}
	axes := [...]struct {
		size  values.Operand
		place func()
	}{{l.width, func() {
		g.scaleVector(stride)
		g.PushVector(l.first)
		g.Op(enc.I32x4Add)
	}}, {l.height, func() {
		g.PushVector(l.row)
		g.Op(enc.I32x4Mul)
	}}, {l.depth, func() {
		g.PushVector(l.slice)
		g.Op(enc.I32x4Mul)
	}}}
	var sum, within asm.Local
	for i, axis := range axes {
		v := in.Args[1+i]
		if v == 0 {
			continue
		}
		one := g.coordinate(coordinateKey{l.first.Loc, i, v, sure, g.Copy}, share, axis.size, axis.place)
		if sum == 0 {
			sum, within = one.place, one.inside
			continue
		}
		g.Get(sum, one.place)
		g.Op(enc.I32x4Add)
		sum = g.Keep(enc.V128)
		if sure {
			continue
		}
		g.Get(within, one.inside)
		g.Op(enc.V128And)
		within = g.Keep(enc.V128)
	}
	if sure {
		return sum, 0
	}
	g.Get(sum, within)
	g.Op(enc.V128And)
	return g.Keep(enc.V128), within
}

// coordinateKey names a coordinate of accesses to one level.
type coordinateKey struct {
	first asm.Local // address of the level
	axis  int
	v     ir.Value
	sure  bool // it is inside
	wave  int  // of the packet
}

// coordinate is what one coordinate of a texel gives: bytes from the first texel (of x: the address), and the lanes that are inside.
type coordinate struct{ place, inside asm.Local }

func (g *gen) coordinate(key coordinateKey, share bool, size values.Operand, place func()) coordinate {
	if c, ok := g.axes[key]; ok && share {
		return c
	}
	var c coordinate
	if !key.sure {
		g.Vector(key.v)
		g.PushVector(size)
		g.Op(enc.I32x4LtU)
		c.inside = g.Keep(enc.V128)
	}
	g.Vector(key.v)
	place()
	c.place = g.Keep(enc.V128)
	if share && g.axes != nil {
		g.axes[key] = c
	}
	return c
}

// level finds the mip level of an access. Its sizes are 0 if the view has no such level.
func (g *gen) level(r record, mip ir.Value) level {
	if bounds.IsMip0(g.Shapes, mip) && r.fixed {
		key := func(kind parts.WordKind, word uint32) values.Operand {
			return g.hoisted(wordKey{Kind: kind, Record: r.index, Word: word})
		}
		return level{width: key(parts.WordExtent, ir.WordWidth), height: key(parts.WordExtent, ir.WordHeight), depth: g.fixedDepth(r),
			first: key(parts.WordMipAt, 0), row: key(parts.WordPlain, ir.WordMip0+1), slice: key(parts.WordPlain, ir.WordMip0+2)}
	}
	if r.fixed && mip != 0 && g.IsUniform(mip) {
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
	g.Scalar(mip)
	which := g.ScalarLocalOf(mip)
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
	l := levelFrom(parts.Level(g.Func, at, m, r.isSamples()), false)
	if g.mips != nil {
		g.mips[key] = l
	}
	return l
}

// fixedDepth is the depth of mip 0: of a volume at least 1.
func (g *gen) fixedDepth(r record) values.Operand {
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
		at = values.Operand{Loc: g.Keep(enc.I32)}
	}
	return levelFrom(g.library.Levels(g.Func, func() { g.PushVector(at) }, func() { g.VectorOrZero(mip) }, r.isSamples()), true)
}

// levelFrom makes a level of its words.
func levelFrom(words [6]asm.Local, vector bool) level {
	of := func(i int) values.Operand { return values.Operand{Loc: words[i], Vector: vector} }
	return level{width: of(0), height: of(1), depth: of(2), first: of(3), row: of(4), slice: of(5)}
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
	case size && r.fixed && bounds.IsMip0(g.Shapes, mip):
		g.PushForm(g.hoisted(wordKey{Kind: parts.WordExtent, Record: r.index, Word: word}), result)
	case size:
		l := g.level(r, mip)
		sizes := map[ir.QueryField]values.Operand{ir.QueryWidth: l.width, ir.QueryHeight: l.height, ir.QueryDepth: l.depth}
		g.PushForm(sizes[f], result)
	default:
		g.PushForm(g.word(r, word), result)
	}
	g.define(result)
}

// within tells whether every lane of a load is inside.
func (g *gen) within(in *ir.Instr) bool { return g.fast && g.bounds.Within[in] }

// findNeighbours finds the loads of a block that one address can serve.
func (g *gen) findNeighbours(list []*ir.Instr) map[*ir.Instr]*texels.Group {
	if !g.fast || len(g.bounds.Within) == 0 || g.IsLong {
		return nil
	}
	return texels.Find(&texels.Source{List: list, Defs: g.defs, Serves: func(in *ir.Instr) bool {
		return g.within(in) && in.Width == 4 && !g.IsScalar(in.Result()) && !g.IsScalar(in.Args[1])
	}})
}

// loadNeighbours emits the loads of a group in the place of its first one. Wherever next is x + 1, the texel at next follows the one at x.
func (g *gen) loadNeighbours(group *texels.Group) {
	lefts := make([]asm.Local, len(group.Pairs))
	for i, p := range group.Pairs {
		left := g.textureAccess(p[0])
		lefts[i], _ = left.general()
	}
	g.Vector(group.X)
	g.All(1)
	g.Op(enc.I32x4Add)
	g.Vector(group.Next)
	g.Op(enc.I32x4Eq, enc.I32x4AllTrue)
	g.Open(enc.If, 0)
	for i, p := range group.Pairs {
		near, next := parts.GatherPair(g.Func, lefts[i], p[0].Offset, g.K.Bindings[p[0].Binding].Stride)
		g.Get(near)
		g.define(p[0].Result())
		g.Get(next)
		g.define(p[1].Result())
	}
	g.Op(enc.Else)
	axes := g.axes
	g.axes = nil // what is computed in this branch is not known after it
	for i, p := range group.Pairs {
		parts.Gather(g.Func, lefts[i], 4, false, p[0].Offset)
		g.define(p[0].Result())
		g.loadLanes(p[1], g.textureAccess(p[1]))
		g.define(p[1].Result())
	}
	g.axes = axes
	g.End()
}
