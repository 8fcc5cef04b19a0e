package setup

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// projectParams is the number of the parameters of a projecting program.
const projectParams = 6

// The parameters: the fields of stage.ProjectJob in their order.
const (
	projectFrom = iota
	projectEnd
	projectPlanes
	projectPitch
	projectPoints
	projectArea
)

// What is beyond is clipped, as package clip of the rasterizer says.
const (
	guard     = 32767
	smallestW = 1.0 / (1 << 60)
)

// Project is the projecting program for a state.
func Project(s *stage.SetUp, pages uint32) *enc.Module {
	g := &projector{maker: newMaker("project", projectParams), SetUp: s}
	g.run()
	return g.module(pages)
}

// projector writes that function. Its fields are locals.
type projector struct {
	maker
	*stage.SetUp

	at, end, to asm.Local    // addresses: of the items in the first plane, of their end, and of their points
	planes      []asm.Local  // distances of the other planes from the first one: of the position, then of the inputs
	area        [8]asm.Local // float64 of the area, twice each
	counts      asm.Local    // bits of flags that count
	step        uint32       // from point to point
	place       [4]asm.Local // x, y, z, w of four vertices
	flags       asm.Local    // those that w decides about
	finite      asm.Local    // ones where they are
	seen        asm.Local    // ones where positions may be divided by w
	inverse     [halves]asm.Local
	spots       [halves]asm.Local // x and y on the screen
}

// run is the loop over the vertices.
func (g *projector) run() {
	g.constants()
	g.Get(g.at, g.end)
	g.Op(enc.I32LtU)
	g.When(func() {
		g.Open(enc.Loop, 0)
		g.load()
		g.outside()
		var more [halves]asm.Local
		for half := range halves {
			more[half] = g.half(half)
		}
		g.store(more)
		for n := range g.inputs() {
			g.input(n)
		}
		g.Add(g.to, stage.ProjectTogether*g.step)
		g.Add(g.at, 4*stage.ProjectTogether)
		g.Get(g.at, g.end)
		g.Op(enc.I32LtU)
		g.Index(enc.BrIf, 0)
		g.End()
	})
}

// inputs is the number of inputs that points have.
func (g *projector) inputs() int {
	if !g.Records {
		return 0
	}
	return g.Count
}

// constants loads what all vertices share.
func (g *projector) constants() {
	g.step = stage.PointStep(g.inputs())
	item := func(param int) asm.Local { // the address of an item in the first plane
		g.Get(g.Param(param))
		g.I32(2)
		g.Op(enc.I32Shl)
		g.Get(g.Param(projectPlanes))
		g.Op(enc.I32Add)
		return g.Keep(enc.I32)
	}
	g.at, g.end = item(projectFrom), item(projectEnd)
	g.Get(g.Param(projectFrom))
	g.I32(g.step)
	g.Op(enc.I32Mul)
	g.Get(g.Param(projectPoints))
	g.Op(enc.I32Add)
	g.to = g.Keep(enc.I32)
	for n := range 3 + g.inputs() {
		number := uint32(n + 1)
		if n >= 3 {
			number = uint32(g.Inputs[n-3].Plane)
		}
		g.Get(g.Param(projectPitch))
		g.I32(number)
		g.Op(enc.I32Mul)
		g.planes = append(g.planes, g.Keep(enc.I32))
	}
	for i := range g.area {
		g.Get(g.Param(projectArea))
		g.Mem(enc.F64Load, uint32(8*i))
		g.Op(enc.F64x2Splat)
		g.area[i] = g.keep()
	}
	g.spreadWord(g.Param(projectArea), 4*stage.AreaOut)
	g.counts = g.keep()
}

// address gives where the items are in another plane: number n of planes. The last byte comes first, so that the runtime checks its own bounds once.
func (g *projector) address(n int) asm.Local {
	g.Get(g.at, g.planes[n])
	g.Op(enc.I32Add)
	at := g.Keep(enc.I32)
	g.Touch(at, 15)
	return at
}

// load reads positions.
func (g *projector) load() {
	g.Touch(g.to, stage.ProjectTogether*g.step-1)
	for c := range g.place {
		at := g.at
		if c > 0 {
			at = g.address(c - 1)
		}
		g.Get(at)
		g.Mem(enc.V128Load, 0)
		g.place[c] = g.keep()
	}
}

// outside finds which vertices are outside what.
func (g *projector) outside() {
	x, y, z, w := g.place[0], g.place[1], g.place[2], g.place[3]
	for i, v := range g.place { // what is not finite is not 0 less itself, nor is a sum with it
		g.Get(v, v)
		g.Op(enc.F32x4Sub)
		if i > 0 {
			g.Op(enc.F32x4Add)
		}
	}
	none := g.keep()
	g.finite = g.calc(enc.F32x4Eq, none, none)
	g.Get(w)
	g.Op(enc.F32x4Neg)
	left := g.keep()
	zero := g.zero()
	behind := g.with(enc.F32x4Lt, w, math.Float32bits(smallestW))
	g.flags = g.with(enc.V128And, behind, stage.OutBehind)
	for _, c := range [...]struct {
		bit  uint32
		a, b asm.Local // outside where a is less
	}{{stage.OutLeft, x, left}, {stage.OutRight, w, x}, {stage.OutTop, w, y}, {stage.OutBottom, y, left},
		{stage.OutNear, z, zero}, {stage.OutFar, w, z}} {
		g.flags = g.calc(enc.V128Or, g.flags, g.with(enc.V128And, g.calc(enc.F32x4Lt, c.a, c.b), c.bit))
	}
	g.flags = g.calc(enc.V128And, g.flags, g.counts)
	g.seen = g.calc(enc.V128Andnot, g.finite, behind)
}

// wide gives two lanes of a vector as float64.
func (g *projector) wide(half int, v asm.Local) asm.Local {
	g.Get(v)
	if half > 0 {
		g.Get(v)
		g.words(2, 3, 2, 3)
	}
	g.Op(enc.F64x2PromoteLowF32x4)
	return g.keep()
}

// half writes the points of two vertices but for their flags, and gives those of these.
func (g *projector) half(half int) asm.Local {
	x, y, z := g.wide(half, g.place[0]), g.wide(half, g.place[1]), g.wide(half, g.place[2])
	seen := enc.I64x2ExtendLowI32x4S
	if half > 0 {
		seen = enc.I64x2ExtendHighI32x4S
	}
	g.Get(g.seen)
	g.Op(seen)
	visible := g.keep()
	g.pair(1)
	if !g.Affine {
		w := g.wide(half, g.place[3])
		g.Get(w)
		g.Op(enc.F64x2Div)
		x, y, z = g.calc(enc.F64x2Div, x, w), g.calc(enc.F64x2Div, y, w), g.calc(enc.F64x2Div, z, w)
	}
	inverse := g.keep()
	a := &g.area
	sx := g.calc(enc.F64x2Add, a[0], g.calc(enc.F64x2Mul, a[1], x))
	sy := g.calc(enc.F64x2Sub, a[2], g.calc(enc.F64x2Mul, a[3], y))
	sz := g.calc(enc.F64x2Add, a[4], g.calc(enc.F64x2Mul, a[5], z))
	near := g.calc(enc.V128And, g.inGuard(sx), g.inGuard(sy))
	in := g.calc(enc.V128And, visible, near)
	deep := g.calc(enc.V128And, g.calc(enc.F64x2Gt, sz, a[6]), g.calc(enc.F64x2Lt, sz, a[7]))
	g.inverse[half] = g.calc(enc.V128And, inverse, in)
	g.Get(g.fixed(sx), g.fixed(sy))
	g.words(0, 4, 2, 6)
	places := g.calc(enc.V128And, g.keep(), in)
	g.spots[half] = places
	g.numbers(half, g.calc(enc.V128And, sz, in), 4*stage.PointZ)
	g.numbers(half, g.inverse[half], 4*stage.PointInverse)
	g.numbers(half, places, 4*stage.PointX)
	distant := g.bit(g.calc(enc.V128Andnot, visible, near), stage.OutDistant)
	return g.calc(enc.V128Or, distant, g.bit(g.calc(enc.V128Andnot, in, deep), stage.OutShallow))
}

func (g *projector) bit(v asm.Local, bit uint32) asm.Local { return g.with(enc.V128And, v, bit) }

// inGuard gives ones where pixels are not beyond the guard band.
func (g *projector) inGuard(v asm.Local) asm.Local {
	g.Get(v)
	g.Op(enc.F64x2Abs)
	g.pair(guard)
	g.Op(enc.F64x2Le)
	return g.keep()
}

// fixed rounds pixels to subpixels: they are the lower words.
func (g *projector) fixed(v asm.Local) asm.Local {
	g.Get(v)
	g.pair(subpixels)
	g.Op(enc.F64x2Mul)
	g.pair(3 << 51)
	g.Op(enc.F64x2Add)
	return g.keep()
}

// numbers writes the eight bytes that two points have at an offset.
func (g *projector) numbers(half int, v asm.Local, offset uint32) {
	for lane := range 2 {
		g.Get(g.to, v)
		g.Lane(enc.F64x2ExtractLane, lane)
		g.Mem(enc.F64Store, uint32(2*half+lane)*g.step+offset)
	}
}

// wordsAt writes a word of each point at an offset.
func (g *projector) wordsAt(v asm.Local, offset uint32) {
	for lane := range stage.ProjectTogether {
		g.Get(g.to, v)
		g.Lane(enc.F32x4ExtractLane, lane)
		g.Mem(enc.F32Store, uint32(lane)*g.step+offset)
	}
}

// store writes the flags.
func (g *projector) store(more [halves]asm.Local) {
	g.Get(more[0], more[1])
	g.words(0, 2, 4, 6)
	flags := g.calc(enc.V128Or, g.keep(), g.flags)
	g.Get(flags)
	g.All(stage.OutBroken)
	g.Get(g.finite)
	g.Op(enc.V128Bitselect)
	flags = g.keep()
	g.wordsAt(flags, 4*stage.PointFlags)
	g.Get(g.spots[0], g.spots[1])
	g.words(0, 2, 4, 6)
	g.All(stage.PointFar)
	g.Get(g.with(enc.I32x4Eq, flags, 0))
	g.Op(enc.V128Bitselect)
	g.wordsAt(g.keep(), 4*stage.PointSort)
}

// input writes an input of the points.
func (g *projector) input(n int) {
	at, offset := g.address(3+n), uint32(4*stage.PointInputs+8*n)
	if g.Inputs[n].Mode == gpu.InterpolateNone {
		g.Get(at)
		g.Mem(enc.V128Load, 0)
		g.wordsAt(g.keep(), offset)
		return
	}
	for half := range halves {
		g.Get(at)
		g.Mem(enc.V128Load64Zero, uint32(8*half))
		g.Op(enc.F64x2PromoteLowF32x4)
		if g.Inputs[n].Mode.Perspective() && !g.Affine {
			g.Get(g.inverse[half])
			g.Op(enc.F64x2Mul)
		}
		g.numbers(half, g.keep(), offset)
	}
}
