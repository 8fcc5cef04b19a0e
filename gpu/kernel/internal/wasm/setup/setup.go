package setup

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// RunExport is the name of a module's function: the fields of stage.SetUpJob in their order, all of type i32.
const RunExport = "setup"

// Params is the number of the function's parameters.
const Params = 8

// The parameters of the function.
const (
	paramNext = iota
	paramEnd
	paramList
	paramRecords
	paramBoxes
	paramPoints
	paramPlanes
	paramPitch
)

// Module is the program for a state, in a memory of that many pages of 64 KiB.
func Module(s *stage.SetUp, pages uint32) *enc.Module {
	types := make([]enc.ValType, Params)
	for i := range types {
		types[i] = enc.I32
	}
	g := &gen{Func: asm.New("setup", types, nil), SetUp: s}
	g.F.Export = RunExport
	g.run()
	return &enc.Module{Pages: pages, Funcs: []*enc.Func{g.F}}
}

// gen writes one function. Its fields are locals.
type gen struct {
	asm.Func
	*stage.SetUp

	entry, list, record asm.Local    // addresses of the entry at hand, and of what is written next
	view, seen          asm.Local    // boxes, their ends negated
	planes              []asm.Local  // addresses of the planes of the inputs
	items               [3]asm.Local // 4 times the items of the vertices
	points              [3]asm.Local // their addresses
	corners             [3]asm.Local // their positions: x and y in the first two elements
	turned              asm.Local    // the vertices again, in clockwise order: x and y of the second and the third
	third               asm.Local
	bounds, box         asm.Local    // of the triangle, its ends negated; what can be seen of it, as it is
	edgeA, edgeB, edgeC asm.Local    // an edge an element
	first, second       asm.Local    // from corner 0 to the others, in pixels
	inverse             asm.Local    // 1 / area
	origin              asm.Local    // of the planes
	x1, x2, y1, y2      asm.Local    // gradients
	dx, dy              asm.Local    // from corner 0 to the origin
	ends                [3]asm.Local // depth and 1/w of the corners
	weights             [3]asm.Local // 1/w, twice; only where inputs want it
	f, d                [3]asm.Local // values of two components at the corners; what they are more than at corner 0
	a, b, c             asm.Local    // planes of two components
}

// run is the loop over the list.
func (g *gen) run() {
	g.locals()
	g.Get(g.entry, g.Param(paramEnd))
	g.Op(enc.I32LtU)
	g.When(func() {
		g.Open(enc.Loop, 0)
		g.Open(enc.Block, 0)
		g.load()
		g.touch()
		g.limits()
		g.area()
		g.edges()
		g.hidden()
		g.Index(enc.BrIf, 0)
		g.again()
		g.place()
		g.gradients()
		g.depth()
		if g.Records {
			g.system()
			g.inputs()
		}
		g.add(g.list, stage.CoverEntry)
		g.add(g.record, stage.CoverBytes)
		if g.Records {
			g.add(g.record, uint32(stage.TriangleBytes(g.Count)))
		}
		g.End()
		g.add(g.entry, stage.SetUpEntry)
		g.Get(g.entry, g.Param(paramEnd))
		g.Op(enc.I32LtU)
		g.Index(enc.BrIf, 0)
		g.End()
	})
	g.Get(g.Param(paramBoxes), g.list)
	g.Mem(enc.I32Store, 4*stage.BoxEnd)
}

func (g *gen) locals() {
	g.entry, g.list, g.record = g.Param(paramNext), g.Param(paramList), g.Param(paramRecords)
	for i := range 3 {
		g.items[i], g.points[i] = g.Local(enc.I32), g.Local(enc.I32)
		g.corners[i], g.ends[i], g.f[i], g.d[i], g.weights[i] = g.Local(enc.V128), g.Local(enc.V128), g.Local(enc.V128), g.Local(enc.V128), g.Local(enc.V128)
	}
	for _, l := range []*asm.Local{&g.turned, &g.third, &g.bounds, &g.box, &g.edgeA, &g.edgeB, &g.edgeC, &g.first, &g.second, &g.inverse, &g.origin, &g.x1, &g.x2,
		&g.y1, &g.y2, &g.dx, &g.dy, &g.a, &g.b, &g.c} {
		*l = g.Local(enc.V128)
	}
	g.view, g.seen = g.boxAt(stage.BoxView), g.boxAt(stage.BoxSeen)
	if !g.Records {
		return
	}
	for i := range g.Count {
		g.Get(g.Param(paramPitch))
		g.I32(uint32(g.Inputs[i].Plane))
		g.Op(enc.I32Mul)
		g.Get(g.Param(paramPlanes))
		g.Op(enc.I32Add)
		g.planes = append(g.planes, g.Keep(enc.I32))
	}
}

// touch loads the last byte of the record, so that the runtime checks its own bounds once.
func (g *gen) touch() {
	end := uint32(stage.CoverBytes)
	if g.Records {
		end += uint32(stage.TriangleBytes(g.Count))
	}
	g.Get(g.record)
	g.Mem(enc.I32Load8U, end-1)
	g.Op(enc.Drop)
}

// again tells the runtime what it knows already: where branches meet, it takes what a local has for another value from the second time on.
func (g *gen) again() {
	for range 2 {
		g.touch()
		g.Get(g.list)
		g.Mem(enc.I32Load8U, stage.CoverEntry-1)
		g.Op(enc.Drop)
	}
}

// boxAt loads a box.
func (g *gen) boxAt(word uint32) asm.Local {
	g.Get(g.Param(paramBoxes))
	g.Mem(enc.V128Load, 4*word)
	g.negateEnds()
	return g.Keep(enc.V128)
}

// negateEnds negates the last two elements of the vector on the stack: then the larger of each element is what two boxes share.
func (g *gen) negateEnds() {
	g.Vec(0, 0, 0xffffffff, 0xffffffff)
	g.Op(enc.V128Xor)
	g.Vec(0, 0, 0xffffffff, 0xffffffff)
	g.Op(enc.I32x4Sub)
}

// load reads the entry and its points. The last word comes first, as in touch.
func (g *gen) load() {
	g.Get(g.entry)
	g.Mem(enc.I32Load8U, stage.SetUpEntry-1)
	g.Op(enc.Drop)
	for k := range uint32(3) {
		g.Get(g.entry)
		g.Mem(enc.I32Load, 4*k)
		g.Tee(g.items[k])
		g.I32(5) // the bit of front faces drops out
		g.Op(enc.I32Shl)
		g.Get(g.Param(paramPoints))
		g.Op(enc.I32Add)
		g.Tee(g.points[k])
		g.Mem(enc.V128Load, 4*stage.PointX)
		g.Set(g.corners[k])
		g.Get(g.points[k])
		g.Mem(enc.V128Load, 4*stage.PointZ)
		g.Set(g.ends[k])
		g.Get(g.items[k])
		g.I32(2)
		g.Op(enc.I32Shl)
		g.Set(g.items[k])
	}
}

// limits finds the bounds of the triangle, and what can be seen of it.
func (g *gen) limits() {
	fold := func(op enc.Op) {
		g.Get(g.corners[0], g.corners[1])
		g.Op(op)
		g.Get(g.corners[2])
		g.Op(op)
	}
	const half = 1 << (gpu.SubpixelBits - 1)
	fold(enc.I32x4MinS)
	fold(enc.I32x4MaxS)
	g.words(0, 1, 4, 5)
	g.Vec(half-1, half-1, half, half)
	g.Op(enc.I32x4Add)
	g.I32(gpu.SubpixelBits)
	g.Op(enc.I32x4ShrS)
	g.negateEnds()
	g.Tee(g.bounds)
	g.Get(g.seen)
	g.Op(enc.I32x4MaxS)
	g.negateEnds()
	g.Set(g.box)
}

// words picks words of the two vectors on the stack: 0 to 3 are those of the first one.
func (g *gen) words(ws ...byte) {
	in := enc.Instr{Op: enc.I8x16Shuffle}
	for i := range in.V {
		in.V[i] = 4*ws[i/4] + byte(i%4)
	}
	g.F.Body = append(g.F.Body, in)
}

// turn picks words of one vector.
func (g *gen) turn(l asm.Local, ws ...uint32) {
	for i, w := range ws {
		ws[i] = 0x03020100 + 0x04040404*w
	}
	g.Get(l)
	g.Vec(ws[0], ws[1], ws[2], ws[3])
	g.Op(enc.I8x16Swizzle)
}

// both pushes one of two float64, in both elements: for the runtime a lane that is replaced is less work than a shuffle.
func (g *gen) both(l asm.Local, element int) {
	g.Get(l, l)
	g.Lane(enc.F64x2ExtractLane, element)
	g.Lane(enc.F64x2ReplaceLane, 1-element)
}

// area finds the sides, 1 / area, and the clockwise order.
func (g *gen) area() {
	for i, l := range []asm.Local{g.first, g.second} {
		g.Get(g.corners[i+1], g.corners[0])
		g.Op(enc.I32x4Sub, enc.F64x2ConvertLowI32x4S)
		g.pair(1.0 / (1 << gpu.SubpixelBits))
		g.Op(enc.F64x2Mul)
		g.Set(l)
	}
	g.Get(g.first)
	g.turn(g.second, 2, 3, 0, 1)
	g.Op(enc.F64x2Mul)
	g.Set(g.a)
	g.both(g.a, 0)
	g.both(g.a, 1)
	g.Op(enc.F64x2Sub)
	g.Set(g.b)
	g.pair(1)
	g.Get(g.b)
	g.Op(enc.F64x2Div)
	g.Set(g.inverse)
	g.Get(g.b)
	g.pair(0)
	g.Op(enc.F64x2Lt)
	g.Set(g.c)
	g.Get(g.corners[2], g.corners[1], g.c)
	g.Op(enc.V128Bitselect)
	g.Set(g.turned)
	g.Get(g.corners[1], g.corners[2], g.c)
	g.Op(enc.V128Bitselect)
	g.Set(g.third)
}

// edges finds the edges at the centres of pixels (raster, package small), and stores them.
func (g *gen) edges() {
	const half = 1 << (gpu.SubpixelBits - 1)
	px, py := g.a, g.b
	g.Get(g.corners[0], g.turned)
	g.words(0, 4, 1, 5)
	g.Tee(g.c)
	g.Get(g.third)
	g.words(0, 1, 4, 4)
	g.Set(px)
	g.Get(g.c, g.third)
	g.words(2, 3, 5, 5)
	g.Set(py)
	g.Get(py)
	g.turn(py, 1, 2, 0, 0)
	g.Op(enc.I32x4Sub)
	g.Set(g.edgeA)
	g.turn(px, 1, 2, 0, 0)
	g.Get(px)
	g.Op(enc.I32x4Sub)
	g.Set(g.edgeB)
	for _, l := range []asm.Local{px, py} {
		g.All(half)
		g.Get(l)
		g.Op(enc.I32x4Sub)
		g.Set(l)
	}
	g.Get(g.edgeA) // -1 where the edge is neither a top nor a left one: not (a > 0, or a = 0 and b > 0)
	g.All(0)
	g.Op(enc.I32x4GtS)
	g.Get(g.edgeA)
	g.All(0)
	g.Op(enc.I32x4Eq)
	g.Get(g.edgeB)
	g.All(0)
	g.Op(enc.I32x4GtS, enc.V128And, enc.V128Or, enc.V128Not)
	g.Set(g.c)
	g.constants(px, py)
	for i, l := range []asm.Local{g.edgeA, g.edgeB, g.edgeC} { // each store overwrites the fourth element of the one before
		g.Get(g.record, l)
		g.Mem(enc.V128Store, uint32(4*(stage.CoverA+3*i)))
	}
}

// constants finds what the edges are at pixel (0, 0): the low word of (edgeA*px + edgeB*py + c) / 256, rounded down. All of it is exact in float64. To round,
// adding 1.5*2^60 leaves the multiple of 256 that is next in the low bits; less 127.5 the next one is the one below.
func (g *gen) constants(px, py asm.Local) {
	const half = 1 << (gpu.SubpixelBits - 1)
	terms := [...]asm.Local{g.edgeA, px, g.edgeB, py, g.c}
	round := func(part func(l asm.Local)) {
		g.pair(3 << (50 + gpu.SubpixelBits + 1))
		for i, l := range terms {
			part(l)
			g.Op(enc.F64x2ConvertLowI32x4S)
			if i == 1 || i == 3 {
				g.Op(enc.F64x2Mul)
			}
		}
		g.pair(0.5 - half)
		g.Op(enc.F64x2Add, enc.F64x2Add, enc.F64x2Add, enc.F64x2Add)
	}
	round(func(l asm.Local) { g.Get(l) })
	round(func(l asm.Local) {
		g.Get(l, l)
		g.Lane(enc.F64x2ExtractLane, 1)
		g.Lane(enc.F64x2ReplaceLane, 0)
	})
	g.words(0, 2, 4, 4)
	g.Set(g.edgeC)
}

// hidden pushes whether no pixel of a small box is covered.
func (g *gen) hidden() {
	size := g.x1 // less one
	g.turn(g.box, 2, 3, 2, 3)
	g.All(1)
	g.Op(enc.I32x4Sub)
	g.Get(g.box)
	g.Op(enc.I32x4Sub)
	g.Tee(size)
	g.All(1)
	g.Op(enc.I32x4GtS, enc.I32x4Bitmask)
	g.I32(3)
	g.Op(enc.I32And)
	g.Choose(enc.I32, func() { g.I32(0) }, func() {
		g.Get(g.edgeC, g.edgeA)
		g.turn(g.box, 0, 0, 0, 0)
		g.Op(enc.I32x4Mul, enc.I32x4Add)
		g.Get(g.edgeB)
		g.turn(g.box, 1, 1, 1, 1)
		g.Op(enc.I32x4Mul, enc.I32x4Add)
		g.Set(g.x2)
		g.outside(g.x2)
		g.beside(g.edgeA, size, 0, g.y1)
		g.beside(g.edgeB, size, 1, g.y2)
		sum(g, g.x2, g.y1)
		g.outside(g.x2)
		sum(g, g.x2, g.y2)
		g.outside(g.x2)
		g.Get(g.x2, g.y1)
		g.Op(enc.I32x4Sub)
		g.Set(g.x2)
		g.outside(g.x2)
		g.Op(enc.I32Mul, enc.I32Mul, enc.I32Mul)
	})
}

// beside sets to to what edges grow by to the pixel beside, nothing if there is none: the same pixel is looked at again.
func (g *gen) beside(edge, size asm.Local, word uint32, to asm.Local) {
	g.Get(edge)
	g.turn(size, word, word, word, word)
	g.Op(enc.I32x4Mul)
	g.Set(to)
}

// sum adds a vector to another one.
func sum(g *gen, to, by asm.Local) {
	g.Get(to, by)
	g.Op(enc.I32x4Add)
	g.Set(to)
}

// outside pushes the edges that a pixel is outside of, by bit.
func (g *gen) outside(pixel asm.Local) {
	g.Get(pixel)
	g.Op(enc.I32x4Bitmask)
	g.I32(7)
	g.Op(enc.I32And)
}

// place writes the entry of the covering program's list: quads.
func (g *gen) place() {
	at, size := g.x1, g.x2
	g.Get(g.box)
	g.All(0xfffffffe)
	g.Op(enc.V128And)
	g.Set(at)
	g.turn(g.box, 2, 3, 2, 3)
	g.Get(at)
	g.Op(enc.I32x4Sub)
	g.All(1)
	g.Op(enc.I32x4Add)
	g.I32(1)
	g.Op(enc.I32x4ShrS)
	g.Set(size)
	g.Get(g.list, g.record)
	g.Mem(enc.I32Store, 4*stage.CoverRecord)
	g.packed(stage.CoverPlace, at)
	g.packed(stage.CoverSize, size)
}

// packed stores the first two elements of a vector as the halves of a word of the list.
func (g *gen) packed(word uint32, l asm.Local) {
	g.Get(g.list, l)
	g.Lane(enc.I32x4ExtractLane, 0)
	g.Get(l)
	g.Lane(enc.I32x4ExtractLane, 1)
	g.I32(16)
	g.Op(enc.I32Shl, enc.I32Or)
	g.Mem(enc.I32Store, 4*word)
}

func (g *gen) add(l asm.Local, n uint32) {
	g.Get(l)
	g.I32(n)
	g.Op(enc.I32Add)
	g.Set(l)
}
