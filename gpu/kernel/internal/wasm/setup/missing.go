package setup

import (
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Triangles as small as pixels often cover none: they come to lie between the centres. Those whose box has up to 2 by 2 pixels are looked at before
// they are put into tiles, so that nothing after the sorting program sees them.
//
//	×     ×     the four centres from (x0, y0) on, and for each side (dx, dy)      dy*u - dx*v      (u, v): from the first corner to a centre
//	  ◿         which is negative inside of a clockwise triangle; three of them add up to the area
//	×     ×
//
// All of that fits into 16 bits, of which products take less.

// missing adds triangles that cover no pixel to those that are gone. It looks at those that are not among others, whose boxes begin at (x0, y0).
func (g *sorter) missing(others, area, x0, y0 asm.Local, dx, dy corners) {
	g.All(0)
	g.Set(g.pixels)
	g.Get(others)
	g.Op(enc.I32x4Bitmask)
	g.I32(1<<lanes - 1)
	g.Op(enc.I32Ne)
	g.When(func() {
		turned := g.with(enc.I32x4LtS, area, 0)
		clockwise := func(v asm.Local) asm.Local { return g.calc(enc.I32x4Sub, g.calc(enc.V128Xor, v, turned), turned) }
		for k := 1; k < 3; k++ {
			dx[k], dy[k] = clockwise(dx[k]), clockwise(dy[k])
		}
		way := func(from, corner asm.Local) asm.Local { // as a half of a word, whose other half is 0
			return g.with(enc.V128And, g.calc(enc.I32x4Sub,
				g.with(enc.I32x4Add, g.with(enc.I32x4DotI16x8S, from, subpixels), centre), corner), 0xffff)
		}
		u, v := way(x0, g.xs[0]), way(y0, g.ys[0])
		cross := func(x, y asm.Local) asm.Local {
			return g.calc(enc.I32x4Sub, g.calc(enc.I32x4DotI16x8S, y, u), g.calc(enc.I32x4DotI16x8S, x, v))
		}
		first, last := cross(dx[1], dy[1]), g.calc(enc.I32x4Sub, g.zero(), cross(dx[2], dy[2]))
		g.Get(area)
		g.Op(enc.I32x4Abs)
		between := g.calc(enc.I32x4Sub, g.zero(), g.calc(enc.I32x4Add, g.calc(enc.I32x4Add, g.keep(), first), last))
		g.covers([3]side{{dx: dx[1], dy: dy[1], out: first}, {dx: dx[2], dy: dy[2], out: last, back: true},
			{dx: g.calc(enc.I32x4Sub, dx[2], dx[1]), dy: g.calc(enc.I32x4Sub, dy[2], dy[1]), out: between}})
		g.Get(others) // of larger boxes these are not all
		g.Op(enc.V128Andnot)
		g.Set(g.pixels)
		g.Get(g.gone, g.with(enc.I32x4Eq, g.pixels, 0), others)
		g.Op(enc.V128Andnot, enc.V128Or)
		g.Set(g.gone)
	})
}

// side is a side of triangles: where it goes, or where it comes from, and what is negative where the first centre is inside it.
type side struct {
	dx, dy, out asm.Local
	back        bool // it comes from there
}

// longest is more than the subpixels that small triangles have along an axis: a side with dx > longest*dy goes up, or it is level and goes to the
// right.
const longest = 2 * stage.SortLargest * subpixels

// covers pushes the bits, from stage.PackMask on, of those of the four centres that are inside all sides, or on those that are left or top ones.
func (g *sorter) covers(sides [3]side) {
	var in [4]asm.Local
	for i, s := range sides {
		from, to, step := g.with(enc.I32x4DotI16x8S, s.dy, longest), s.dx, uint32(subpixels)
		if s.back {
			from, to, step = to, from, 1<<16-subpixels
		}
		first := g.calc(enc.I32x4Add, s.out, g.calc(enc.I32x4GtS, to, from))
		right, down := g.with(enc.I32x4DotI16x8S, s.dy, step), g.with(enc.I32x4DotI16x8S, s.dx, step)
		beside := g.calc(enc.I32x4Add, first, right)
		for k, v := range [...]asm.Local{first, beside, g.calc(enc.I32x4Sub, first, down), g.calc(enc.I32x4Sub, beside, down)} {
			if i > 0 {
				v = g.calc(enc.V128And, in[k], v)
			}
			in[k] = v
		}
	}
	for k, v := range in {
		g.Get(g.with(enc.I32x4LtS, v, 0))
		g.All(1 << (stage.PackMask + k))
		g.Op(enc.V128And)
		if k > 0 {
			g.Op(enc.V128Or)
		}
	}
}
