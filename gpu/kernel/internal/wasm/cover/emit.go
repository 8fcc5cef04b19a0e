package cover

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// The parameters of the function that tests cells and emits what is left of them. It stores its counts in the head.
const (
	emitList = iota
	emitCell
	emitCellsEnd
	emitQuads
	emitRecords
	emitPitch
	emitParams
)

// emitter writes that function. Its fields are locals.
type emitter struct {
	asm.Func
	*stage.Cover

	cell, left      asm.Local // the cells at hand; how often there are more of them, with these
	offset          uint32    // offset of the one of them that is done
	from            asm.Local // address of what is before the record of its triangle
	quad            asm.Local // place and row
	xs, ys          asm.Local // the centres of its pixels
	in              asm.Local // ones for the pixels that are tested, and then for those that pass
	at, below       asm.Local // addresses of its depths
	z, stored       asm.Local
	mask            asm.Local // of the pixels that pass, by bit
	quads, records  asm.Local // where the next ones go
	tested, passed  asm.Local // their numbers by lane, negative
	across, up, low asm.Local // parts of depths
}

// together is how many cells are done at a time.
const together = 4

// run is the loop over the cells, two at a time after the first one of an odd number. Here, too, no branch depends on what passes: a quad that does
// not is overwritten by the next one.
func (g *emitter) run() {
	g.locals()
	g.Get(g.Param(emitCellsEnd), g.cell)
	g.Op(enc.I32Sub)
	g.I32(6)
	g.Op(enc.I32ShrU)
	g.Tee(g.left)
	g.I32(together - 1)
	g.Op(enc.I32And)
	rest := g.Keep(enc.I32)
	g.Get(rest)
	g.When(func() { repeat(g.Func, rest, func() { g.cells(1) }) })
	g.Get(g.left)
	g.I32(2)
	g.Op(enc.I32ShrU)
	g.Tee(g.left)
	g.When(func() { repeat(g.Func, g.left, func() { g.cells(together) }) })
	set(g.Func, g.Param(emitList), stage.CoverQuads, func() { g.Get(g.quads) })
	set(g.Func, g.Param(emitList), stage.CoverTested, func() { g.total(g.tested) })
	set(g.Func, g.Param(emitList), stage.CoverPassed, func() { g.total(g.passed) })
}

func (g *emitter) locals() {
	for _, l := range []*asm.Local{&g.left, &g.from, &g.at, &g.below, &g.mask} {
		*l = g.Local(enc.I32)
	}
	g.quad = g.Local(enc.I64)
	for _, l := range []*asm.Local{&g.xs, &g.ys, &g.in, &g.z, &g.stored, &g.tested, &g.passed, &g.across, &g.up, &g.low} {
		*l = g.Local(enc.V128)
	}
	g.cell, g.quads, g.records = g.Param(emitCell), g.Param(emitQuads), g.Param(emitRecords)
}

// cells does the next n cells.
func (g *emitter) cells(n uint32) {
	g.Touch(g.cell, n*stage.CoverCell-1)
	for i := range n {
		g.offset = i * stage.CoverCell
		g.begin()
		if g.Test {
			g.test()
		}
		g.emit()
	}
	g.Add(g.cell, n*stage.CoverCell)
}

// total pushes the sum of the lanes, which are negative.
func (g *emitter) total(l asm.Local) {
	for i := range 4 {
		g.Get(l)
		g.Lane(enc.I32x4ExtractLane, i)
		if i > 0 {
			g.Op(enc.I32Add)
		}
	}
	t := g.Keep(enc.I32)
	g.I32(0)
	g.Get(t)
	g.Op(enc.I32Sub)
}

// word pushes a word of the cell.
func (g *emitter) word(op enc.Op, word uint32) {
	g.Get(g.cell)
	g.Mem(op, g.offset+4*word)
}

// begin reads a cell.
func (g *emitter) begin() {
	g.word(enc.I64Load, stage.CoverQuad)
	g.Set(g.quad)
	g.word(enc.I32Load, stage.CoverFrom)
	g.Set(g.from)
	if g.Test || g.Records {
		for i, l := range [...]asm.Local{g.xs, g.ys} {
			g.word(enc.V128Load, stage.CoverX+4*uint32(i))
			g.Set(l)
		}
	}
	g.word(enc.V128Load, stage.CoverOut)
	if g.Cells {
		g.Tee(g.in)
		g.Op(enc.I32x4Bitmask)
		g.I32(15)
		g.Op(enc.I32Xor)
		g.Set(g.mask)
		set(g.Func, g.cell, g.offset/4+stage.CoverMask, func() { g.Get(g.mask) })
		g.Get(g.in)
	}
	g.All(0xffffffff)
	g.Op(enc.I32x4GtS)
	g.Set(g.in)
}

// test does the depth test of the pixels of a cell.
func (g *emitter) test() {
	sum(g.Func, enc.I32x4Add, g.tested, g.in)
	g.depths()
	g.word(enc.I32Load, stage.CoverAt)
	g.Set(g.at)
	if g.Pitch > 0 {
		g.below = g.at
		g.Touch(g.at, g.Pitch+7)
	} else {
		g.Get(g.at, g.Param(emitPitch))
		g.Op(enc.I32Add)
		g.Set(g.below)
	}
	g.LoadRows(g.at, g.below, g.Pitch)
	g.Set(g.stored)
	g.passes()
	g.Set(g.in)
	if !g.Write {
		return
	}
	g.Get(g.z, g.stored, g.in)
	g.Op(enc.V128Bitselect)
	g.Set(g.z)
	g.StoreRows(g.at, g.below, g.Pitch, g.z)
}

// depths finds the depths of the pixels of a cell.
func (g *emitter) depths() {
	plane := func(word uint32) {
		g.Get(g.from)
		g.Mem(enc.V128Load, 4*word)
	}
	row := func(y func()) {
		y()
		plane(stage.CoverZB)
		g.Op(enc.F64x2Mul)
		plane(stage.CoverZC)
		g.Op(enc.F64x2Add)
		g.Get(g.across)
		g.Op(enc.F64x2Add, enc.F32x4DemoteF64x2Zero)
	}
	plane(stage.CoverZC) // the last word first, so that the runtime checks its own bounds once
	g.Op(enc.Drop)
	g.Get(g.xs) // of the left and the right pixels
	g.Op(enc.F64x2PromoteLowF32x4)
	plane(stage.CoverZA)
	g.Op(enc.F64x2Mul)
	g.Set(g.across)
	g.Get(g.ys)
	g.Op(enc.F64x2PromoteLowF32x4)
	g.Set(g.up)
	row(func() {
		g.Get(g.up)
		one := math.Float64bits(1)
		g.Vec(uint32(one), uint32(one>>32), uint32(one), uint32(one>>32))
		g.Op(enc.F64x2Add)
	})
	g.Set(g.low)
	row(func() { g.Get(g.up) })
	g.Get(g.low)
	g.Lane(enc.F64x2ExtractLane, 0)
	g.Lane(enc.F64x2ReplaceLane, 1)
	g.Set(g.z)
}

// passes pushes ones for the pixels that pass.
func (g *emitter) passes() {
	switch op := comparisons[g.Compare]; {
	case g.Compare == gpu.CompareAlways:
		g.All(0xffffffff)
	case op == 0:
		g.All(0)
	default:
		g.Get(g.z, g.stored)
		g.Op(op)
	}
	g.Get(g.in)
	g.Op(enc.V128And)
}

// comparisons of a new depth with a stored one. One that is not a number is unequal to all.
var comparisons = map[gpu.ComparisonFunc]enc.Op{gpu.CompareLess: enc.F32x4Lt, gpu.CompareEqual: enc.F32x4Eq, gpu.CompareLessEqual: enc.F32x4Le,
	gpu.CompareGreater: enc.F32x4Gt, gpu.CompareNotEqual: enc.F32x4Ne, gpu.CompareGreaterEqual: enc.F32x4Ge}

// emit adds the quad to the lists of the merger and of the pixel program. The last words come first, so that the runtime checks its own bounds once.
func (g *emitter) emit() {
	sum(g.Func, enc.I32x4Add, g.passed, g.in)
	g.Get(g.in)
	g.Op(enc.I32x4Bitmask)
	g.Tee(g.mask) // a bit for each pixel becomes a byte
	g.I32(1 | 1<<7 | 1<<14 | 1<<21)
	g.Op(enc.I32Mul)
	g.I32(0x01010101)
	g.Op(enc.I32And)
	bytes := g.Keep(enc.I32)
	g.Get(g.quads, g.quad)
	g.Mem(enc.I64Store, 4*stage.MergePlace) // and the row
	set(g.Func, g.quads, stage.MergeCover, func() { g.Get(bytes) })
	if g.Records {
		g.Get(g.records, bytes)
		g.Op(enc.I64ExtendI32U)
		g.I64(32)
		g.Op(enc.I64Shl)
		g.Mem(enc.I64Store, 4*stage.QuadSample) // it is 0, and the coverage
		set(g.Func, g.records, stage.QuadMask, func() { g.Get(g.mask) })
		set(g.Func, g.records, stage.QuadTriangle, func() {
			g.Get(g.from)
			g.I32(stage.CoverBytes)
			g.Op(enc.I32Add)
		})
		g.Get(g.records, g.xs)
		g.Mem(enc.V128Store, 4*stage.QuadX)
		g.Get(g.records, g.ys)
		g.Mem(enc.V128Store, 4*stage.QuadY)
	}
	g.I32(0)
	g.Get(g.mask)
	g.Op(enc.I32Sub)
	g.I32(31 - 4)
	g.Op(enc.I32ShrU)
	g.I32(stage.MergeEntry) // a bit that every small negative number has
	g.Op(enc.I32And)
	some := g.Keep(enc.I32)
	g.Get(g.quads, some)
	g.Op(enc.I32Add)
	g.Set(g.quads)
	if g.Records {
		g.Get(g.records, some)
		g.I32(4 * stage.QuadWords / stage.MergeEntry)
		g.Op(enc.I32Mul, enc.I32Add)
		g.Set(g.records)
	}
}
