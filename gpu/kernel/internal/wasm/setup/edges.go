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

// triangles does what needs no float64: edges, entries, and where everything is written.
func (g *gen) triangles() {
	x0, x1 := g.extent(g.xs, g.seen[0], g.seen[2], g.view[0], g.view[2], &g.midX)
	y0, y1 := g.extent(g.ys, g.seen[1], g.seen[3], g.view[1], g.view[3], &g.midY)
	left, top := g.with(enc.V128And, x0, 0xfffffffe), g.with(enc.V128And, y0, 0xfffffffe)
	a, b, c := g.edges(left, top)
	g.addresses(g.hidden(a, b, c, [4]asm.Local{x0, y0, x1, y1}, left, top))
	g.enter(left, top, x1, y1)
	for lane, r := range g.records {
		for i := range uint32(3) {
			g.word(r, stage.CoverA+i, a[i], lane)
			g.word(r, stage.CoverB+i, b[i], lane)
			g.word(r, stage.CoverC+i, c[i], lane)
		}
	}
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

// edges gives the edges, clockwise, and their values at the centre of a pixel: a*x + b*y of the way from a corner to there, less 1 unless the edge is a top or a
// left one, in whole pixels. Triangles are small, so all of it fits.
func (g *gen) edges(left, top asm.Local) (a, b, c corners) {
	for k := 1; k < 3; k++ {
		g.dx[k], g.dy[k] = g.calc(enc.I32x4Sub, g.xs[k], g.xs[0]), g.calc(enc.I32x4Sub, g.ys[k], g.ys[0])
	}
	area := g.calc(enc.I32x4Sub, g.calc(enc.I32x4Mul, g.dx[1], g.dy[2]), g.calc(enc.I32x4Mul, g.dx[2], g.dy[1]))
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
		way := g.calc(enc.I32x4Add, g.calc(enc.I32x4Mul, a[p], g.calc(enc.I32x4Sub, px, x[p])), g.calc(enc.I32x4Mul, b[p], g.calc(enc.I32x4Sub, py, y[p])))
		level := g.calc(enc.V128And, g.with(enc.I32x4Eq, a[p], 0), g.with(enc.I32x4GtS, b[p], 0))
		g.Get(way, g.calc(enc.V128Or, g.with(enc.I32x4GtS, a[p], 0), level))
		g.Op(enc.V128Not, enc.I32x4Add)
		c[p] = g.shift(enc.I32x4ShrS, g.keep(), gpu.SubpixelBits)
	}
	return a, b, c
}

// hidden gives the triangles, by bit, that are done for: those that cover no pixel of a box of up to 2 by 2, and those behind the end of the list.
func (g *gen) hidden(a, b, c corners, box [4]asm.Local, left, top asm.Local) asm.Local {
	bits := func(of asm.Local) asm.Local { return g.calc(enc.I32x4Sub, g.zero(), of) } // 1 becomes all ones
	stepX, stepY := bits(g.calc(enc.I32x4Sub, box[0], left)), bits(g.calc(enc.I32x4Sub, box[1], top))
	wide, high := g.calc(enc.I32x4Sub, box[2], box[0]), g.calc(enc.I32x4Sub, box[3], box[1])
	right, below := g.with(enc.I32x4GtS, wide, 1), g.with(enc.I32x4GtS, high, 1)
	var out [4]asm.Local // of the pixels, negative
	for i := range 3 {
		first := g.calc(enc.I32x4Add, c[i], g.calc(enc.I32x4Add, g.calc(enc.V128And, a[i], stepX), g.calc(enc.V128And, b[i], stepY)))
		across, down := g.calc(enc.V128And, a[i], right), g.calc(enc.V128And, b[i], below)
		beside := g.calc(enc.I32x4Add, first, across)
		for k, v := range [...]asm.Local{first, beside, g.calc(enc.I32x4Add, first, down), g.calc(enc.I32x4Add, beside, down)} {
			if i > 0 {
				v = g.calc(enc.V128Or, out[k], v)
			}
			out[k] = v
		}
	}
	all := g.calc(enc.V128And, g.calc(enc.V128And, out[0], out[1]), g.calc(enc.V128And, out[2], out[3]))
	large := g.calc(enc.V128Or, g.with(enc.I32x4GtS, wide, 2), g.with(enc.I32x4GtS, high, 2))
	g.Get(all, large)
	g.Op(enc.V128Andnot, enc.I32x4Bitmask)
	none := g.Keep(enc.I32)
	g.Get(g.Param(paramEnd), g.entry)
	g.Op(enc.I32Sub)
	g.I32(4)
	g.Op(enc.I32ShrU)
	rest := g.Keep(enc.I32)
	g.I32(1<<lanes - 1)
	g.Get(rest)
	g.I32(lanes)
	g.Get(rest)
	g.I32(lanes)
	g.Op(enc.I32LtU, enc.Select, enc.I32Shl)
	g.Get(none)
	g.Op(enc.I32Or)
	return g.Keep(enc.I32)
}

// addresses finds where the records and entries of triangles are: that of one that is done for is that of the next one.
func (g *gen) addresses(hidden asm.Local) {
	size := uint32(stage.CoverBytes)
	if g.Records {
		size += uint32(stage.TriangleBytes(g.Count))
	}
	for lane := range uint32(lanes) {
		g.Get(g.list)
		g.entries[lane] = g.Keep(enc.I32)
		g.Get(g.record)
		g.records[lane] = g.Keep(enc.I32)
		g.touch(g.entries[lane], stage.CoverEntry-1)
		g.touch(g.records[lane], size-1)
		g.I32(1)
		g.Get(hidden)
		g.I32(lane)
		g.Op(enc.I32ShrU)
		g.I32(1)
		g.Op(enc.I32And, enc.I32Sub)
		more := g.Keep(enc.I32)
		g.further(g.list, more, stage.CoverEntry)
		g.further(g.record, more, size)
	}
}

// enter writes the entries for the covering program: where the triangles are, in quads.
func (g *gen) enter(left, top, endX, endY asm.Local) {
	quads := func(from, end asm.Local) asm.Local {
		return g.shift(enc.I32x4ShrS, g.with(enc.I32x4Add, g.calc(enc.I32x4Sub, end, from), 1), 1)
	}
	packed := func(x, y asm.Local) asm.Local { return g.calc(enc.V128Or, x, g.shift(enc.I32x4Shl, y, 16)) }
	place, size := packed(left, top), packed(quads(left, endX), quads(top, endY))
	for lane, at := range g.entries {
		g.word(at, stage.CoverPlace, place, lane)
		g.word(at, stage.CoverSize, size, lane)
		g.Get(at, g.records[lane])
		g.Mem(enc.I32Store, 4*stage.CoverRecord)
	}
}
