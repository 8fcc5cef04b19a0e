package setup

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

const (
	subpixels = 1 << gpu.SubpixelBits
	centre    = subpixels / 2
)

// triangles does what needs no float64: places and edges.
func (g *gen) triangles() {
	x0, x1 := g.extent(g.xs, g.seen[0], g.seen[2], g.view[0], g.view[2], &g.midX)
	y0, y1 := g.extent(g.ys, g.seen[1], g.seen[3], g.view[1], g.view[3], &g.midY)
	left, top := g.with(enc.V128And, x0, 0xfffffffe), g.with(enc.V128And, y0, 0xfffffffe)
	a, b, c := g.edges(left, top)
	g.Touch(g.list, stage.CoverList-stage.CoverPitch+lanes*stage.CoverEntry-1)
	g.Touch(g.record, lanes*g.size()-1)
	g.enter(left, top, x1, y1)
	g.Get(g.record)
	g.Op(enc.I32x4Splat)
	g.Vec(0, g.size(), 2*g.size(), 3*g.size())
	g.Op(enc.I32x4Add)
	g.list4(stage.CoverRecord, g.keep())
	for i := range uint32(3) {
		g.list4(stage.CoverA+i, a[i])
		g.list4(stage.CoverB+i, b[i])
		g.list4(stage.CoverC+i, c[i])
	}
}

// size is the distance of the records.
func (g *gen) size() uint32 {
	if !g.Records {
		return stage.CoverBytes
	}
	return stage.CoverBytes + uint32(stage.TriangleBytes(g.Count))
}

// list4 writes a word of each triangle into a plane of the list.
func (g *gen) list4(plane uint32, v asm.Local) {
	g.Get(g.list, v)
	g.Mem(enc.V128Store, stage.CoverPitch*plane)
}

// extent gives the pixels along an axis whose centres a triangle may cover, and sets middle to the one in the middle of those in the viewport.
func (g *gen) extent(at corners, seenFrom, seenEnd, viewFrom, viewEnd asm.Local, middle *asm.Local) (from, end asm.Local) {
	limit := func(op enc.Op, more uint32) asm.Local {
		v := g.calc(op, g.calc(op, at[0], at[1]), at[2])
		return g.shift(enc.I32x4ShrS, g.with(enc.I32x4Add, v, more), gpu.SubpixelBits)
	}
	low, high := limit(enc.I32x4MinS, centre-1), limit(enc.I32x4MaxS, centre)
	sum := g.calc(enc.I32x4Add, g.calc(enc.I32x4MaxS, low, viewFrom), g.calc(enc.I32x4MinS, high, viewEnd))
	*middle = g.shift(enc.I32x4ShrS, sum, 1)
	return g.calc(enc.I32x4MaxS, low, seenFrom), g.calc(enc.I32x4MinS, high, seenEnd)
}

// sides finds the ways from the first corners to the others.
func (g *gen) sides() {
	for k := 1; k < 3; k++ {
		g.dx[k], g.dy[k] = g.calc(enc.I32x4Sub, g.xs[k], g.xs[0]), g.calc(enc.I32x4Sub, g.ys[k], g.ys[0])
	}
}

// edges gives the edges, clockwise, and their values at the centre of a pixel: a*x + b*y of the way from a corner to there, less 1 unless the edge is
// a top or a left one, in whole pixels. Triangles are small, so all of it fits.
func (g *gen) edges(left, top asm.Local) (a, b, c corners) {
	g.sides()
	area := g.double()
	g.divide(area)
	turned := g.with(enc.I32x4LtS, area, 0)
	choose := func(then, els asm.Local) asm.Local {
		g.Get(then, els, turned)
		g.Op(enc.V128Bitselect)
		return g.keep()
	}
	x := corners{g.xs[0], choose(g.xs[2], g.xs[1]), choose(g.xs[1], g.xs[2])}
	y := corners{g.ys[0], choose(g.ys[2], g.ys[1]), choose(g.ys[1], g.ys[2])}
	px := g.with(enc.I32x4Add, g.shift(enc.I32x4Shl, left, gpu.SubpixelBits), centre)
	py := g.with(enc.I32x4Add, g.shift(enc.I32x4Shl, top, gpu.SubpixelBits), centre)
	for p := range 3 {
		q := (p + 1) % 3
		a[p], b[p] = g.calc(enc.I32x4Sub, y[p], y[q]), g.calc(enc.I32x4Sub, x[q], x[p])
		way := g.calc(enc.I32x4Add, g.calc(enc.I32x4Mul, a[p], g.calc(enc.I32x4Sub, px, x[p])),
			g.calc(enc.I32x4Mul, b[p], g.calc(enc.I32x4Sub, py, y[p])))
		level := g.calc(enc.V128And, g.with(enc.I32x4Eq, a[p], 0), g.with(enc.I32x4GtS, b[p], 0))
		g.Get(way, g.calc(enc.V128Or, g.with(enc.I32x4GtS, a[p], 0), level))
		g.Op(enc.V128Not, enc.I32x4Add)
		c[p] = g.shift(enc.I32x4ShrS, g.keep(), gpu.SubpixelBits)
	}
	return a, b, c
}

// enter writes where the triangles are, in quads.
func (g *gen) enter(left, top, endX, endY asm.Local) {
	quads := func(from, end asm.Local) asm.Local {
		return g.shift(enc.I32x4ShrS, g.with(enc.I32x4Add, g.calc(enc.I32x4Sub, end, from), 1), 1)
	}
	packed := func(x, y asm.Local) asm.Local { return g.calc(enc.V128Or, x, g.with(enc.I32x4Mul, y, 1<<16)) }
	g.list4(stage.CoverPlace, packed(left, top))
	g.list4(stage.CoverSize, packed(quads(left, endX), quads(top, endY)))
}
