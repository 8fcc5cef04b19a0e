package setup

import (
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// pair pushes a number, twice.
func (g *gen) pair(v float64) {
	b := math.Float64bits(v)
	g.Vec(uint32(b), uint32(b>>32), uint32(b), uint32(b>>32))
}

// gradients finds the origin and what planes grow by.
func (g *gen) gradients() {
	g.Get(g.bounds, g.view)
	g.Op(enc.I32x4MaxS)
	g.Set(g.a)
	g.Get(g.a)
	g.turn(g.a, 2, 3, 2, 3)
	g.Op(enc.I32x4Sub)
	g.I32(1)
	g.Op(enc.I32x4ShrS, enc.F64x2ConvertLowI32x4S)
	g.pair(0.5)
	g.Op(enc.F64x2Add)
	g.Tee(g.origin)
	g.Get(g.corners[0])
	g.Op(enc.F64x2ConvertLowI32x4S)
	g.pair(1.0 / (1 << gpu.SubpixelBits))
	g.Op(enc.F64x2Mul, enc.F64x2Sub)
	g.Set(g.c)
	g.both(g.c, 0)
	g.Set(g.dx)
	g.both(g.c, 1)
	g.Set(g.dy)
	for _, l := range []asm.Local{g.first, g.second} {
		g.Get(l, g.inverse)
		g.Op(enc.F64x2Mul)
		g.Set(l)
	}
	g.both(g.second, 1)
	g.Set(g.x1)
	g.both(g.first, 1)
	g.Op(enc.F64x2Neg)
	g.Set(g.x2)
	g.both(g.second, 0)
	g.Op(enc.F64x2Neg)
	g.Set(g.y1)
	g.both(g.first, 0)
	g.Set(g.y2)
}

// plane makes planes of two components from their values at the corners.
func (g *gen) plane(f *[3]asm.Local) {
	for k := 1; k < 3; k++ {
		g.Get(f[k], f[0])
		g.Op(enc.F64x2Sub)
		g.Set(g.d[k])
	}
	for _, p := range [...]struct{ to, first, second asm.Local }{{g.a, g.x1, g.x2}, {g.b, g.y1, g.y2}} {
		g.Get(p.first, g.d[1])
		g.Op(enc.F64x2Mul)
		g.Get(p.second, g.d[2])
		g.Op(enc.F64x2Mul, enc.F64x2Add)
		g.Set(p.to)
	}
	g.Get(f[0], g.a, g.dx)
	g.Op(enc.F64x2Mul, enc.F64x2Add)
	g.Get(g.b, g.dy)
	g.Op(enc.F64x2Mul, enc.F64x2Add)
	g.Set(g.c)
}

// depth writes the plane of the depth in front of the record, and those of it and of 1/w.
func (g *gen) depth() {
	g.plane(&g.ends)
	store := func(word uint32, l asm.Local) {
		g.Get(g.record)
		g.both(l, 0)
		g.Mem(enc.V128Store, 4*word)
	}
	store(stage.CoverZA, g.a)
	store(stage.CoverZB, g.b)
	g.Get(g.c, g.a)
	g.both(g.origin, 0)
	g.Op(enc.F64x2Mul, enc.F64x2Sub)
	g.Get(g.b)
	g.both(g.origin, 1)
	g.Op(enc.F64x2Mul, enc.F64x2Sub)
	g.Set(g.d[0])
	store(stage.CoverZC, g.d[0])
	if !g.Records {
		return
	}
	for i, l := range []asm.Local{g.a, g.b, g.c} {
		g.narrow(l)
		if g.Depth {
			g.spread(uint32(stage.TriangleZ+i), l, 0)
		}
	}
	if g.Affine {
		for i, v := range [...]float32{0, 0, 1} {
			g.Get(g.record)
			g.All(math.Float32bits(v))
			g.store(uint32(stage.TriangleW + i))
		}
		return
	}
	g.inverses()
}

// inverses writes the plane of 1/w. Where that is the same everywhere, a and b are 0 without a sign.
func (g *gen) inverses() {
	g.Get(g.ends[0], g.ends[1])
	g.Op(enc.F64x2Eq)
	g.Get(g.ends[0], g.ends[2])
	g.Op(enc.F64x2Eq, enc.V128And)
	g.Set(g.d[1])
	g.turn(g.d[1], 2, 2, 2, 2)
	g.Set(g.d[1])
	for i, l := range []asm.Local{g.a, g.b, g.c} {
		if i < 2 {
			g.Get(l, g.d[1])
			g.Op(enc.V128Andnot)
			g.Set(l)
		}
		g.spread(uint32(stage.TriangleW+i), l, 1)
	}
}

// narrow rounds two numbers to float32.
func (g *gen) narrow(l asm.Local) {
	g.Get(l)
	g.Op(enc.F32x4DemoteF64x2Zero)
	g.Set(l)
}

// spread stores an element of a vector as a word of the record, which stands there in all lanes.
func (g *gen) spread(word uint32, l asm.Local, element uint32) {
	g.Get(g.record, l)
	g.All(0x03020100 + 0x04040404*element)
	g.Op(enc.I8x16Swizzle)
	g.store(word)
}

func (g *gen) store(word uint32) { g.Mem(enc.V128Store, stage.CoverBytes+stage.TriangleStep*word) }

// spreadWord stores a word from an address likewise.
func (g *gen) spreadWord(word uint32, from asm.Local, offset uint32) {
	g.Get(g.record, from)
	g.Mem(enc.V128Load32Zero, offset)
	g.SpreadLane0()
	g.store(word)
}

// system writes the origin, and what few programs read.
func (g *gen) system() {
	g.Get(g.origin)
	g.Op(enc.F32x4DemoteF64x2Zero)
	g.Set(g.d[0])
	g.spread(stage.TriangleX0, g.d[0], 0)
	g.spread(stage.TriangleY0, g.d[0], 1)
	if !g.System {
		return
	}
	g.Get(g.record, g.entry)
	g.Mem(enc.V128Load32Zero, 0)
	g.SpreadLane0()
	g.I32(31)
	g.Op(enc.I32x4ShrU)
	g.store(stage.TriangleFront)
	g.spreadWord(stage.TrianglePrimitive, g.entry, 4*stage.SetUpID)
}

// inputs writes the planes of the inputs: the constant ones one by one, the others two by two.
func (g *gen) inputs() {
	var rest []int
	for n := range g.Count {
		if g.Inputs[n].Mode != gpu.InterpolateNone {
			rest = append(rest, n)
			continue
		}
		word := uint32(stage.TriangleInputs + stage.PlaneWords*n)
		for i := range uint32(2) {
			g.Get(g.record)
			g.All(0)
			g.store(word + i)
		}
		g.at(n, 0)
		from := g.d[0]
		g.Mem(enc.V128Load32Zero, 0)
		g.Set(from)
		g.spread(word+2, from, 0)
	}
	if slices.ContainsFunc(rest, g.weighs) {
		for k, l := range g.weights {
			g.both(g.ends[k], 1)
			g.Set(l)
		}
	}
	for ; len(rest) > 1; rest = rest[2:] {
		g.two(rest[0], rest[1])
	}
	if len(rest) == 1 {
		g.two(rest[0], rest[0])
	}
}

// weighs says whether an input is divided by w.
func (g *gen) weighs(n int) bool { return g.Inputs[n].Mode.Perspective() && !g.Affine }

// at pushes the address of a component at a corner.
func (g *gen) at(n, corner int) {
	g.Get(g.planes[n], g.items[corner])
	g.Op(enc.I32Add)
}

// two writes the planes of two components, which may be the same.
func (g *gen) two(n, m int) {
	for k := range 3 {
		g.at(n, k)
		g.Mem(enc.V128Load32Zero, 0)
		if m != n {
			g.Set(g.f[k])
			g.at(m, k)
			g.Get(g.f[k])
			g.MemLane(enc.V128Load32Lane, 0, 1)
		}
		g.Op(enc.F64x2PromoteLowF32x4)
		g.weigh(n, m, k)
		g.Set(g.f[k])
	}
	g.plane(&g.f)
	for i, l := range []asm.Local{g.a, g.b, g.c} {
		g.narrow(l)
		g.spread(uint32(stage.TriangleInputs+stage.PlaneWords*n+i), l, 0)
		if m != n {
			g.spread(uint32(stage.TriangleInputs+stage.PlaneWords*m+i), l, 1)
		}
	}
}

// weigh multiplies values of components at a corner with 1/w, where their modes say so.
func (g *gen) weigh(n, m, corner int) {
	first, second := g.weighs(n), g.weighs(m)
	switch {
	case first && second:
		g.Get(g.weights[corner])
	case first:
		g.Get(g.ends[corner])
		g.pair(1)
		g.words(2, 3, 4, 5)
	case second:
		g.pair(1)
		g.Get(g.ends[corner])
		g.words(0, 1, 6, 7)
	default:
		return
	}
	g.Op(enc.F64x2Mul)
}
