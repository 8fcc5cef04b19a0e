package setup

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// gradient is what planes of both triangles of a half grow by.
type gradient struct {
	originX, originY asm.Local // of the planes
	x1, x2, y1, y2   asm.Local
	dx, dy           asm.Local // from corner 0 to the origin
	inverse          asm.Local // 1 by the area
}

// number gives the integers of a half as float64.
func (g *gen) number(half int, v asm.Local) asm.Local {
	g.Get(v)
	if half > 0 {
		g.Get(v)
		g.Lane(enc.F64x2ExtractLane, 1)
		g.Lane(enc.F64x2ReplaceLane, 0)
	}
	g.Op(enc.F64x2ConvertLowI32x4S)
	return g.keep()
}

// pixels gives subpixels of a half as pixels.
func (g *gen) pixels(half int, v asm.Local) asm.Local {
	g.Get(g.number(half, v))
	g.pair(1.0 / subpixels)
	g.Op(enc.F64x2Mul)
	return g.keep()
}

func (g *gen) negative(v asm.Local) asm.Local {
	g.Get(v)
	g.pair(math.Copysign(0, -1))
	g.Op(enc.V128Xor)
	return g.keep()
}

// double finds the areas of triangles, twice, by the ways between their corners.
func (g *gen) double() asm.Local {
	return g.calc(enc.I32x4Sub, g.calc(enc.I32x4Mul, g.dx[1], g.dy[2]), g.calc(enc.I32x4Mul, g.dx[2], g.dy[1]))
}

// divide divides by the areas of all triangles. That takes long, so it comes before what does not need it.
func (g *gen) divide(area asm.Local) {
	for half := range halves {
		g.pair(subpixels) // sides are in subpixels, and the area in their squares: to divide all of them would change no bit
		g.Get(g.number(half, area))
		g.Op(enc.F64x2Div)
		g.grow[half].inverse = g.keep()
	}
}

// gradients finds the origin and what planes grow by.
func (g *gen) gradients(half int) {
	to := &g.grow[half]
	var x, y corners
	for k := 1; k < 3; k++ {
		x[k], y[k] = g.number(half, g.dx[k]), g.number(half, g.dy[k])
	}
	inverse := to.inverse
	to.x1 = g.calc(enc.F64x2Mul, y[2], inverse)
	to.x2 = g.negative(g.calc(enc.F64x2Mul, y[1], inverse))
	to.y1 = g.negative(g.calc(enc.F64x2Mul, x[2], inverse))
	to.y2 = g.calc(enc.F64x2Mul, x[1], inverse)
	origin := func(middle, corner asm.Local) (at, way asm.Local) {
		g.Get(g.number(half, middle))
		g.pair(0.5)
		g.Op(enc.F64x2Add)
		at = g.keep()
		return at, g.calc(enc.F64x2Sub, at, g.pixels(half, corner))
	}
	to.originX, to.dx = origin(g.midX, g.xs[0])
	to.originY, to.dy = origin(g.midY, g.ys[0])
}

// plane gives the planes of a value from those at the corners.
func (g *gen) plane(half int, f corners) [3]asm.Local {
	by := &g.grow[half]
	d1, d2 := g.calc(enc.F64x2Sub, f[1], f[0]), g.calc(enc.F64x2Sub, f[2], f[0])
	slope := func(first, second asm.Local) asm.Local {
		return g.calc(enc.F64x2Add, g.calc(enc.F64x2Mul, first, d1), g.calc(enc.F64x2Mul, second, d2))
	}
	a, b := slope(by.x1, by.x2), slope(by.y1, by.y2)
	c := g.calc(enc.F64x2Add, f[0], g.calc(enc.F64x2Mul, a, by.dx))
	return [3]asm.Local{a, b, g.calc(enc.F64x2Add, c, g.calc(enc.F64x2Mul, b, by.dy))}
}

// both runs for the triangles of a half: with the lane, and the offset of the record from the first one.
func (g *gen) both(half int, body func(lane int, at uint32)) {
	for lane := range 2 {
		body(lane, uint32(2*half+lane)*g.size())
	}
}

// depthPlane gives the plane of the depth, and that of covering programs, whose origin is (0, 0).
func (g *gen) depthPlane(half int) (p, covers [3]asm.Local) {
	p, by := g.plane(half, g.fromPoints(half, stage.PointZ)), &g.grow[half]
	c := g.calc(enc.F64x2Sub, p[2], g.calc(enc.F64x2Mul, p[0], by.originX))
	return p, [3]asm.Local{p[0], p[1], g.calc(enc.F64x2Sub, c, g.calc(enc.F64x2Mul, p[1], by.originY))}
}

// depth writes the plane of the depth before the records, and those of it and of 1/w.
func (g *gen) depth(half int) {
	p, covers := g.depthPlane(half)
	for i, v := range covers {
		g.both(half, func(lane int, at uint32) {
			at += uint32(4 * (stage.CoverZA + (stage.CoverZB-stage.CoverZA)*i))
			g.Get(v)
			g.Lane(enc.F64x2ExtractLane, lane)
			one := g.Keep(enc.F64)
			for twice := range uint32(2) {
				g.Get(g.record, one)
				g.Mem(enc.F64Store, at+8*twice)
			}
		})
	}
	switch {
	case !g.Records:
		return
	case !g.W:
	case g.Affine:
		for i, v := range [...]float32{0, 0, 1} {
			g.both(half, func(_ int, at uint32) {
				g.Get(g.record)
				g.All(math.Float32bits(v))
				g.store(at, uint32(stage.TriangleW+i))
			})
		}
	default:
		g.write(half, stage.TriangleW, g.plane(half, g.fromPoints(half, stage.PointInverse)))
	}
	if g.Depth {
		g.write(half, stage.TriangleZ, p)
	}
}

// write writes planes, rounded to float32.
func (g *gen) write(half int, word uint32, p [3]asm.Local) {
	for i, v := range p {
		g.narrow(half, word+uint32(i), v)
	}
}

// narrow writes a number of each triangle as a word of its record, which is there in all lanes.
func (g *gen) narrow(half int, word uint32, v asm.Local) {
	g.Get(v)
	g.Op(enc.F32x4DemoteF64x2Zero)
	small := g.keep()
	g.both(half, func(lane int, at uint32) {
		g.Get(g.record, small)
		g.Lane(enc.F32x4ExtractLane, lane)
		g.Op(enc.F32x4Splat)
		g.store(at, word)
	})
}

func (g *gen) store(at, word uint32) {
	g.Mem(enc.V128Store, at+stage.CoverBytes+stage.TriangleStep*word)
}

// system writes the origin, and what few programs read.
func (g *gen) system(half int) {
	g.narrow(half, stage.TriangleX0, g.grow[half].originX)
	g.narrow(half, stage.TriangleY0, g.grow[half].originY)
	if !g.System {
		return
	}
	g.both(half, func(lane int, at uint32) {
		entry := uint32(2*half+lane) * stage.SetUpEntry
		g.Get(g.record)
		g.spreadWord(g.entry, entry)
		g.I32(31)
		g.Op(enc.I32x4ShrU)
		g.store(at, stage.TriangleFront)
		g.Get(g.record)
		g.spreadWord(g.entry, entry+4*stage.SetUpID)
		g.store(at, stage.TrianglePrimitive)
	})
}

// inputs writes the planes of the inputs.
func (g *gen) inputs(half int) {
	for n := range g.Count {
		word := uint32(stage.TriangleInputs + stage.PlaneWords*n)
		if g.Inputs[n].Mode == gpu.InterpolateNone {
			g.constant(half, n, word)
		} else {
			g.write(half, word, g.plane(half, g.values(half, n)))
		}
	}
}

// constant writes the planes of an input that is the same in all of a triangle.
func (g *gen) constant(half, n int, word uint32) {
	g.both(half, func(lane int, at uint32) {
		for i := range uint32(2) {
			g.Get(g.record)
			g.All(0)
			g.store(at, word+i)
		}
		g.Get(g.record)
		g.spreadWord(g.points[2*half+lane][0], uint32(4*stage.PointInputs+8*n))
		g.store(at, word+2)
	})
}

// values gives an input at the corners, divided by w where its mode says so.
func (g *gen) values(half, n int) corners {
	return g.fromPoints(half, uint32(stage.PointInputs+2*n))
}
