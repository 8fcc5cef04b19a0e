package cover

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Neither half has a branch that depends on what is covered or passes: it would be guessed wrong for every other quad.
//
//	quadRow   every quad of a triangle's box: a cell, which the next one overwrites if nothing is covered
//	quad      every cell: the quad, which the next one overwrites if nothing passes

// quadRow lists the covered quads of a row.
func (g *gen) quadRow() {
	g.copies(g.edge[0], g.first[0], g.edge[1], g.first[1], g.edge[2], g.first[2], g.x, g.left, g.across, g.columns)
	g.repeat(g.across, func() {
		g.Get(g.cells)
		g.Get(g.edge[0], g.edge[1])
		g.Op(enc.V128Or)
		g.Get(g.edge[2])
		g.Op(enc.V128Or)
		g.Tee(g.out)
		g.Mem(enc.V128Store, 4*stage.CoverOut)
		g.Get(g.cells, g.x)
		g.Mem(enc.I64Store, 4*stage.CoverX)
		g.Get(g.cells, g.y)
		g.Mem(enc.I64Store, 4*stage.CoverY)
		g.set(g.cells, stage.CoverFrom, func() { g.Get(g.from) })
		g.Get(g.out)
		g.Op(enc.I32x4Bitmask)
		g.I32(15)
		g.Op(enc.I32Ne)
		g.grow(g.cells, stage.CoverCell)
		g.add64(g.x, 0x0002_0002_0002_0002)
		for i := range g.edge {
			g.step(g.edge[i], g.right[i])
		}
	})
	g.add64(g.y, 0x0002_0002_0002_0002)
	for i := range g.first {
		g.step(g.first[i], g.down[i])
	}
}

func (g *gen) step(edge, by asm.Local) {
	g.Get(edge, by)
	g.Op(enc.I32x4Add)
	g.Set(edge)
}

// grow adds the word on the stack times a number to a local.
func (g *gen) grow(l asm.Local, times uint32) {
	g.I32(times)
	g.Op(enc.I32Mul)
	g.Get(l)
	g.Op(enc.I32Add)
	g.Set(l)
}

// set stores a word.
func (g *gen) set(base asm.Local, word uint32, value func()) {
	g.Get(base)
	value()
	g.Mem(enc.I32Store, 4*word)
}

// emitAll tests all cells and emits their quads.
func (g *gen) emitAll() {
	g.Get(g.cell, g.cells)
	g.Op(enc.I32LtU)
	g.When(func() {
		g.Open(enc.Loop, 0)
		g.quad()
		g.add(g.cell, stage.CoverCell)
		g.Get(g.cell, g.cells)
		g.Op(enc.I32LtU)
		g.Index(enc.BrIf, 0)
		g.End()
	})
}

// quad tests a cell and emits its quad.
func (g *gen) quad() {
	g.word(g.cell, stage.CoverFrom)
	g.Set(g.from)
	g.Get(g.cell)
	g.Mem(enc.V128Load, 4*stage.CoverOut)
	g.Tee(g.out)
	g.Op(enc.I32x4Bitmask)
	g.I32(15)
	g.Op(enc.I32Xor)
	g.Set(g.mask)
	if g.Cells {
		g.set(g.cell, stage.CoverMask, func() { g.Get(g.mask) })
	}
	g.Get(g.cell)
	g.Mem(enc.I32Load16U, 4*stage.CoverX)
	g.Set(g.px)
	g.Get(g.cell)
	g.Mem(enc.I32Load16U, 4*stage.CoverY)
	g.Set(g.py)
	g.centres(g.xs, stage.CoverX)
	g.centres(g.ys, stage.CoverY)
	if g.Test {
		g.test()
	}
	g.emit()
}

// centres sets l to the coordinates of a cell's pixels.
func (g *gen) centres(l asm.Local, word uint32) {
	if !g.Test && !g.Records {
		return
	}
	g.Get(g.cell)
	g.Mem(enc.V128Load64Zero, 4*word)
	g.Op(enc.I32x4ExtendLowI16x8U, enc.F32x4ConvertI32x4S)
	g.All(0x3f000000)
	g.Op(enc.F32x4Add)
	g.Set(l)
}

// test does the depth test of the pixels of a cell: the mask becomes those that pass.
func (g *gen) test() {
	g.count(g.tested)
	g.depths()
	g.Get(g.py, g.Param(paramPitch))
	g.Op(enc.I32Mul)
	g.Get(g.px)
	g.I32(2)
	g.Op(enc.I32Shl, enc.I32Add)
	g.Get(g.Param(paramDepth))
	g.Op(enc.I32Add)
	g.Tee(g.at)
	g.Get(g.Param(paramPitch))
	g.Op(enc.I32Add)
	g.Tee(g.below)
	g.Get(g.at)
	g.Mem(enc.V128Load64Zero, 0)
	g.MemLane(enc.V128Load64Lane, 0, 1)
	g.Set(g.stored)
	g.passes()
	g.Tee(g.pass)
	g.Op(enc.I32x4Bitmask)
	g.Set(g.mask)
	if !g.Write {
		return
	}
	g.Get(g.z, g.stored, g.pass)
	g.Op(enc.V128Bitselect)
	g.Set(g.z)
	g.Get(g.at, g.z)
	g.MemLane(enc.V128Store64Lane, 0, 0)
	g.Get(g.below, g.z)
	g.MemLane(enc.V128Store64Lane, 0, 1)
}

// depths finds the depths of the pixels of a cell.
func (g *gen) depths() {
	across, up := g.Local(enc.V128), g.Local(enc.V128)
	plane := func(word uint32) {
		g.Get(g.from)
		g.Mem(enc.V128Load, 4*word)
	}
	plane(stage.CoverZC) // the last one first, so that the runtime checks its own bounds once
	g.Set(g.zc)
	plane(stage.CoverZA)
	g.Get(g.xs) // of the left and the right pixels
	g.Op(enc.F64x2PromoteLowF32x4, enc.F64x2Mul)
	g.Set(across)
	g.Get(g.ys)
	g.Op(enc.F64x2PromoteLowF32x4)
	g.Set(up)
	row := func(y func()) {
		g.Get(across)
		plane(stage.CoverZB)
		y()
		g.Op(enc.F64x2Mul)
		g.Get(g.zc)
		g.Op(enc.F64x2Add, enc.F64x2Add, enc.F32x4DemoteF64x2Zero)
	}
	row(func() { g.Get(up) })
	row(func() {
		g.Get(up)
		g.pair(1, 1)
		g.Op(enc.F64x2Add)
	})
	g.Lane(enc.I64x2ExtractLane, 0)
	g.Lane(enc.I64x2ReplaceLane, 1)
	g.Set(g.z)
}

// passes pushes ones for the pixels of the mask that pass.
func (g *gen) passes() {
	switch op := comparisons[g.Compare]; {
	case g.Compare == gpu.CompareAlways:
		g.All(0xffffffff)
	case op == 0:
		g.All(0)
	default:
		g.Get(g.z, g.stored)
		g.Op(op)
	}
	g.Get(g.out)
	g.All(0xffffffff)
	g.Op(enc.I32x4GtS, enc.V128And)
}

// comparisons of a new depth with a stored one. One that is not a number is unequal to all.
var comparisons = map[gpu.ComparisonFunc]enc.Op{gpu.CompareLess: enc.F32x4Lt, gpu.CompareEqual: enc.F32x4Eq, gpu.CompareLessEqual: enc.F32x4Le,
	gpu.CompareGreater: enc.F32x4Gt, gpu.CompareNotEqual: enc.F32x4Ne, gpu.CompareGreaterEqual: enc.F32x4Ge}

// count adds the number of pixels of the mask.
func (g *gen) count(l asm.Local) {
	g.Get(l, g.mask)
	g.Op(enc.I32Popcnt, enc.I32Add)
	g.Set(l)
}

// emit adds the quad to the lists of the merger and of the pixel program. The last words come first, so that the runtime checks its own bounds once.
func (g *gen) emit() {
	g.count(g.passed)
	g.Get(g.mask) // a bit for each pixel becomes a byte
	g.I32(1 | 1<<7 | 1<<14 | 1<<21)
	g.Op(enc.I32Mul)
	g.I32(0x01010101)
	g.Op(enc.I32And)
	bytes := g.Keep(enc.I32)
	g.set(g.quads, stage.MergeRow, func() { g.I32(1) })
	g.set(g.quads, stage.MergePlace, func() {
		g.Get(g.py)
		g.I32(16)
		g.Op(enc.I32Shl)
		g.Get(g.px)
		g.Op(enc.I32Or)
	})
	g.set(g.quads, stage.MergeCover, func() { g.Get(bytes) })
	if g.Records {
		g.set(g.records, stage.QuadCoverage, func() { g.Get(bytes) })
		g.set(g.records, stage.QuadSample, func() { g.I32(0) })
		g.set(g.records, stage.QuadMask, func() { g.Get(g.mask) })
		g.set(g.records, stage.QuadTriangle, func() {
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
	g.Op(enc.I32Ne)
	g.Set(g.some)
	g.Get(g.some)
	g.grow(g.quads, stage.MergeEntry)
	if g.Records {
		g.Get(g.some)
		g.grow(g.records, 4*stage.QuadWords)
	}
}
