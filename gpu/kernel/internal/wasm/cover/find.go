package cover

import (
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// The parameters of the function that finds cells. It returns the address after the last one, and stores the first entry that it did not do.
const (
	findList = iota
	findNext
	findEnd
	findCells
	findCellsEnd
	findDepth
	findPitch
	findParams
)

// finder writes that function. Its fields are locals.
//
//	a row of quads       e ─ +right ─▶ ─ +right ─▶ ─ +right ┐      back = down - columns*right, so that nobody keeps where a row began;
//	the next one         e ◀───────────── +back ────────────┘      place and x go the same way
type finder struct {
	asm.Func
	*stage.Cover

	entry         asm.Local    // address of the triangle at hand in the first plane
	size          asm.Local    // of the box, as the list has it
	more          asm.Local    // size, less one quad
	columns, rows asm.Local    // of the box; rows are counted down
	across        asm.Local    // columns that are left of the row
	edge          [3]asm.Local // values of the edges at the pixels of the quad at hand
	right, back   [3]asm.Local // what they grow by from quad to quad, and from the end of a row to the next one
	xs, ys        asm.Local    // the centres of the pixels
	two           asm.Local    // 2 as a float32
	xBack         asm.Local    // what x grows by from the end of a row
	depth, quad   asm.Local    // as cells have them: address of the depth, and from above it; place, and row above it
	cells         asm.Local    // the address after the last one
	out           asm.Local    // negative where a pixel is not covered
}

// run is the loop over the list. There is room for one box at least.
func (g *finder) run() {
	g.locals()
	g.Get(g.Param(findCellsEnd)) // after it there may not be room for the cells of a box. Those that pass the test are as many or fewer
	g.I32(stage.CoverCell * stage.CoverBox)
	g.Op(enc.I32Sub)
	g.Set(g.Param(findCellsEnd))
	g.Get(g.entry, g.Param(findEnd))
	g.Op(enc.I32LtU)
	g.When(func() {
		g.Open(enc.Loop, 0)
		g.begin()
		g.Get(g.more, g.more)
		g.I32(0xffffffff)
		g.Op(enc.I32Add, enc.I32And)
		g.Get(g.more)
		g.I32(^uint32(1 | 1<<16))
		g.Op(enc.I32And, enc.I32Or)
		g.Choose(0, g.large, g.tiny)
		g.Add(g.entry, stage.CoverEntry)
		g.Get(g.entry, g.Param(findEnd))
		g.Op(enc.I32LtU)
		g.Get(g.cells, g.Param(findCellsEnd))
		g.Op(enc.I32LeU, enc.I32And)
		g.Index(enc.BrIf, 0)
		g.End()
	})
	set(g.Func, g.Param(findList), stage.CoverNext, func() { g.Get(g.entry) })
	g.Get(g.cells)
}

func (g *finder) locals() {
	for _, l := range []*asm.Local{&g.size, &g.more, &g.columns, &g.rows, &g.across} {
		*l = g.Local(enc.I32)
	}
	g.depth, g.quad = g.Local(enc.I64), g.Local(enc.I64)
	for i := range g.edge {
		g.edge[i], g.right[i], g.back[i] = g.Local(enc.V128), g.Local(enc.V128), g.Local(enc.V128)
	}
	for _, l := range []*asm.Local{&g.xs, &g.ys, &g.xBack, &g.two, &g.out} {
		*l = g.Local(enc.V128)
	}
	g.entry, g.cells = g.Param(findNext), g.Param(findCells)
}

// centres says whether anybody wants to know where pixels are.
func (g *finder) centres() bool { return g.Test || g.Records }

// begin reads how large a box is.
func (g *finder) begin() {
	g.Touch(g.entry, stage.CoverList-stage.CoverPitch+3)
	plane(g.Func, g.entry, stage.CoverSize)
	g.Tee(g.size)
	g.I32(1 | 1<<16)
	g.Op(enc.I32Sub)
	g.Set(g.more)
}

// large lists the covered quads of a box of any size.
func (g *finder) large() {
	g.Get(g.size)
	g.I32(16)
	g.Op(enc.I32ShrU)
	g.Set(g.rows)
	g.Get(g.size)
	g.low()
	g.Set(g.columns)
	g.places()
	columns := g.lanes(g.columns)
	g.All(0x40000000)
	g.Set(g.two)
	for i := range g.edge {
		g.Get(g.back[i], g.right[i], columns)
		g.Op(enc.I32x4Mul, enc.I32x4Sub)
		g.Set(g.back[i])
	}
	g.Get(g.columns)
	g.I32(3)
	g.Op(enc.I32Eq)
	g.Choose(0, func() { g.several(3) }, func() {
		g.Get(g.columns)
		g.I32(2)
		g.Op(enc.I32Eq)
		g.Choose(0, func() { g.several(2) }, func() {
			g.Get(columns)
			g.Op(enc.F32x4ConvertI32x4S)
			g.All(0xc0000000) // -2
			g.Op(enc.F32x4Mul)
			g.Set(g.xBack)
			repeat(g.Func, g.rows, g.row)
		})
	})
}

// tiny lists those of a box of one quad, or of two, without branches: the second one is at the right or below, and what a box does not have is never
// kept.
func (g *finder) tiny() {
	g.places()
	g.cell()
	g.grow(0)
	g.Get(g.more)
	g.I32(16)
	g.Op(enc.I32ShrU)
	below := g.Keep(enc.I32)
	g.Get(g.entry, below)
	g.I32((stage.CoverB - stage.CoverA) * stage.CoverPitch)
	g.Op(enc.I32Mul, enc.I32Add)
	from := g.Keep(enc.I32)
	g.Touch(from, stage.CoverPitch*(stage.CoverA+2)+3)
	for i := range g.edge {
		plane(g.Func, from, stage.CoverA+uint32(i))
		g.Op(enc.I32x4Splat)
		half := g.Keep(enc.V128)
		sum(g.Func, enc.I32x4Add, g.edge[i], half)
		sum(g.Func, enc.I32x4Add, g.edge[i], half)
	}
	if g.Test {
		g.add64(g.depth, func() {
			g.Get(below)
			if g.Pitch > 0 {
				g.I32(2 * (g.Pitch - 4))
			} else {
				g.pitch()
				g.I32(4)
				g.Op(enc.I32Sub)
				g.I32(1)
				g.Op(enc.I32Shl)
			}
			g.Op(enc.I32Mul)
			g.I32(8)
			g.Op(enc.I32Add, enc.I64ExtendI32U)
		})
	}
	g.add64(g.quad, func() {
		g.Get(g.more)
		g.I32(1)
		g.Op(enc.I32Shl, enc.I64ExtendI32U)
	})
	if g.centres() { // 2 is a bit of float32
		two := func(way asm.Local, to asm.Local) {
			g.Get(to, way)
			g.I32(30)
			g.Op(enc.I32Shl, enc.I32x4Splat, enc.F32x4Add)
			g.Set(to)
		}
		two(g.more, g.xs)
		two(below, g.ys)
	}
	g.cell()
	g.Get(g.more, below)
	g.Op(enc.I32Or)
	g.I32(6)
	g.Op(enc.I32Shl)
	g.grow(g.Keep(enc.I32))
}

// low leaves the low half of a word.
func (g *finder) low() {
	g.I32(0xffff)
	g.Op(enc.I32And)
}

// places finds where the first quad is, and the values of the edges there.
func (g *finder) places() {
	plane(g.Func, g.entry, stage.CoverPlace)
	place := g.Keep(enc.I32)
	half := func(shift uint32) asm.Local {
		g.Get(place)
		if shift > 0 {
			g.I32(shift)
			g.Op(enc.I32ShrU)
		} else {
			g.low()
		}
		return g.Keep(enc.I32)
	}
	x, y := half(0), half(16)
	g.centre(x, 0x3f000000, 0x3fc00000, 0x3f000000, 0x3fc00000, g.xs)
	g.centre(y, 0x3f000000, 0x3f000000, 0x3fc00000, 0x3fc00000, g.ys)
	g.words(place, x, y)
	g.edges()
}

// lanes gives a word in all lanes.
func (g *finder) lanes(l asm.Local) asm.Local {
	g.Get(l)
	g.Op(enc.I32x4Splat) // what it waits for was there for the triangle before, and its quads come between
	return g.Keep(enc.V128)
}

// centre sets a coordinate of the centres of the quad's pixels, which are 0.5 or 1.5 more.
func (g *finder) centre(l asm.Local, a, b, c, d uint32, to asm.Local) {
	if !g.centres() {
		return
	}
	g.Get(g.lanes(l))
	g.Op(enc.F32x4ConvertI32x4S)
	g.Vec(a, b, c, d)
	g.Op(enc.F32x4Add)
	g.Set(to)
}

// words finds the words of the first cell.
func (g *finder) words(place, x, y asm.Local) {
	plane(g.Func, g.entry, stage.CoverRecord)
	g.Op(enc.I64ExtendI32U)
	g.I64(32)
	g.Op(enc.I64Shl)
	g.Set(g.depth)
	if g.Test {
		g.Get(y)
		g.pitch()
		g.Op(enc.I32Mul)
		g.Get(x)
		g.I32(2)
		g.Op(enc.I32Shl, enc.I32Add)
		g.Get(g.Param(findDepth))
		g.Op(enc.I32Add, enc.I64ExtendI32U)
		g.Get(g.depth)
		g.Op(enc.I64Or)
		g.Set(g.depth)
	}
	g.Get(place)
	g.Op(enc.I64ExtendI32U)
	g.I64(1 << 32)
	g.Op(enc.I64Or)
	g.Set(g.quad)
}

// pitch pushes the distance of the rows of depths.
func (g *finder) pitch() {
	if g.Pitch > 0 {
		g.I32(g.Pitch)
	} else {
		g.Get(g.Param(findPitch))
	}
}

// edges finds the values of the edges at the first quad, and how they grow.
func (g *finder) edges() {
	for i := range uint32(3) {
		right, back := g.right[i], g.back[i]
		g.spread(stage.CoverC + i)
		g.spread(stage.CoverA + i)
		g.Tee(right)
		g.Vec(0, 0xffffffff, 0, 0xffffffff)
		g.Op(enc.V128And, enc.I32x4Add)
		g.spread(stage.CoverB + i)
		g.Tee(back)
		g.Vec(0, 0, 0xffffffff, 0xffffffff)
		g.Op(enc.V128And, enc.I32x4Add)
		g.Set(g.edge[i])
		sum(g.Func, enc.I32x4Add, right, right)
		sum(g.Func, enc.I32x4Add, back, back)
	}
}

// spread pushes a word of the triangle in all lanes.
func (g *finder) spread(word uint32) {
	plane(g.Func, g.entry, word)
	g.Op(enc.I32x4Splat)
}

// row lists the covered quads of a row: every quad is a cell, which the next one overwrites if nothing is covered. No branch depends on what is: it
// would be guessed wrong for every other quad.
func (g *finder) row() {
	g.Get(g.columns)
	g.Set(g.across)
	repeat(g.Func, g.across, func() {
		g.cell()
		g.grow(0)
		g.ahead()
		if g.centres() {
			sum(g.Func, enc.F32x4Add, g.xs, g.two)
		}
	})
	g.below(0)
	if g.centres() {
		sum(g.Func, enc.F32x4Add, g.xs, g.xBack)
	}
}

// several is all rows of a box of that many columns: nothing counts them, and where they are is found once.
func (g *finder) several(columns uint32) {
	xs := []asm.Local{g.xs}
	for i := uint32(1); i < columns && g.centres(); i++ {
		g.Get(xs[i-1], g.two)
		g.Op(enc.F32x4Add)
		xs = append(xs, g.Keep(enc.V128))
	}
	first := g.xs
	repeat(g.Func, g.rows, func() {
		for i := range columns {
			if g.centres() {
				g.xs = xs[i]
			}
			g.cell()
			g.grow(0)
			g.ahead()
		}
		g.below(columns)
	})
	g.xs = first
}

// ahead goes to the next quad of a row, but for the centres.
func (g *finder) ahead() {
	for i := range g.edge {
		sum(g.Func, enc.I32x4Add, g.edge[i], g.right[i])
	}
	if g.Test {
		g.add64(g.depth, func() { g.I64(8) })
	}
	g.add64(g.quad, func() { g.I64(2) })
}

// below goes from the end of a row to the next one: two rows of pixels down, and as far to the left as the row is long, which never makes an address
// smaller. The program knows how many columns there are, or that is 0.
func (g *finder) below(columns uint32) {
	for i := range g.edge {
		sum(g.Func, enc.I32x4Add, g.edge[i], g.back[i])
	}
	if g.Test {
		g.add64(g.depth, func() {
			if columns > 0 && g.Pitch > 0 {
				g.I64(2 * uint64(g.Pitch-4*columns))
				return
			}
			g.pitch()
			g.count(columns)
			g.I32(2)
			g.Op(enc.I32Shl, enc.I32Sub)
			g.I32(1)
			g.Op(enc.I32Shl, enc.I64ExtendI32U)
		})
	}
	g.add64(g.quad, func() {
		if columns > 0 {
			g.I64(2 * uint64(1<<16-columns))
			return
		}
		g.I32(1 << 16)
		g.Get(g.columns)
		g.Op(enc.I32Sub)
		g.I32(1)
		g.Op(enc.I32Shl, enc.I64ExtendI32U)
	})
	if g.centres() {
		sum(g.Func, enc.F32x4Add, g.ys, g.two)
	}
}

// count pushes a number of columns, that of the box for 0.
func (g *finder) count(columns uint32) {
	if columns > 0 {
		g.I32(columns)
	} else {
		g.Get(g.columns)
	}
}

// cell stores the quad at hand. The last words come first, so that the runtime checks its own bounds once.
func (g *finder) cell() {
	g.Get(g.cells, g.quad)
	g.Mem(enc.I64Store, 4*stage.CoverQuad)
	g.Get(g.cells, g.depth)
	g.Mem(enc.I64Store, 4*stage.CoverAt)
	g.Get(g.cells, g.edge[0], g.edge[1])
	g.Op(enc.V128Or)
	g.Get(g.edge[2])
	g.Op(enc.V128Or)
	g.Tee(g.out)
	g.Mem(enc.V128Store, 4*stage.CoverOut)
	if g.centres() {
		g.Get(g.cells, g.xs)
		g.Mem(enc.V128Store, 4*stage.CoverX)
		g.Get(g.cells, g.ys)
		g.Mem(enc.V128Store, 4*stage.CoverY)
	}
}

// grow keeps the cell unless all of its pixels are out.
func (g *finder) grow(by asm.Local) {
	const less = stage.CoverCell // a bit that every small negative number has
	g.Get(g.out)
	g.Op(enc.I32x4Bitmask)
	g.I32(^uint32(14)) // -15
	g.Op(enc.I32Add)
	g.I32(31 - 6)
	g.Op(enc.I32ShrU)
	if by > 0 {
		g.Get(by)
	} else {
		g.I32(less)
	}
	g.Op(enc.I32And)
	g.Get(g.cells)
	g.Op(enc.I32Add)
	g.Set(g.cells)
}

func (g *finder) add64(l asm.Local, by func()) {
	g.Get(l)
	by()
	g.Op(enc.I64Add)
	g.Set(l)
}
