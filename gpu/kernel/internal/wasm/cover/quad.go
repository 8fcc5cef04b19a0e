package cover

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// quadRow does a row of quads.
func (g *gen) quadRow() {
	g.copies(g.edge[0], g.first[0], g.edge[1], g.first[1], g.edge[2], g.first[2], g.column, g.left, g.across, g.columns)
	if g.Test {
		g.copies(g.x, g.x0, g.at, g.row)
		g.shared(g.upper, func() { g.Get(g.y) })
		g.shared(g.lower, func() {
			g.Get(g.y)
			g.pair(1, 1)
			g.Op(enc.F64x2Add)
		})
	}
	g.repeat(g.across, g.quad)
	for i := range g.first {
		g.step(g.first[i], g.down[i])
	}
	g.add(g.top, 2)
	if !g.Test {
		return
	}
	g.Get(g.y)
	g.pair(2, 2)
	g.Op(enc.F64x2Add)
	g.Set(g.y)
	g.Get(g.row, g.Param(paramPitch))
	g.I32(1)
	g.Op(enc.I32Shl, enc.I32Add)
	g.Set(g.row)
}

// copies sets every first local to the one behind it.
func (g *gen) copies(ls ...asm.Local) {
	for i := 0; i < len(ls); i += 2 {
		g.Get(ls[i+1])
		g.Set(ls[i])
	}
}

// shared sets the part of the depth that the pixels of a row share.
func (g *gen) shared(l asm.Local, y func()) {
	g.Get(g.zb)
	y()
	g.Op(enc.F64x2Mul)
	g.Get(g.zc)
	g.Op(enc.F64x2Add)
	g.Set(l)
}

func (g *gen) step(edge, by asm.Local) {
	g.Get(edge, by)
	g.Op(enc.I32x4Add)
	g.Set(edge)
}

// quad does a quad, and goes on to the next one.
func (g *gen) quad() {
	g.Get(g.edge[0], g.edge[1])
	g.Op(enc.V128Or)
	g.Get(g.edge[2])
	g.Op(enc.V128Or)
	g.Tee(g.outside)
	g.Op(enc.I32x4Bitmask)
	g.I32(15)
	g.Op(enc.I32Xor)
	g.Tee(g.covered)
	g.When(func() {
		if g.Test {
			g.test()
		} else {
			g.emit()
		}
	})
	for i := range g.edge {
		g.step(g.edge[i], g.right[i])
	}
	g.add(g.column, 2)
	if g.Test {
		g.Get(g.x)
		g.pair(2, 2)
		g.Op(enc.F64x2Add)
		g.Set(g.x)
		g.add(g.at, 8)
	}
}

// test does the depth test of the covered pixels, and emits those that pass.
func (g *gen) test() {
	g.count(g.tested)
	if g.Cells {
		g.cell()
	}
	left := g.Local(enc.V128)
	g.Get(g.za, g.x)
	g.Op(enc.F64x2Mul)
	g.Tee(left)
	g.Get(g.upper)
	g.Op(enc.F64x2Add, enc.F32x4DemoteF64x2Zero)
	g.Get(left, g.lower)
	g.Op(enc.F64x2Add, enc.F32x4DemoteF64x2Zero)
	g.Lane(enc.I64x2ExtractLane, 0)
	g.Lane(enc.I64x2ReplaceLane, 1)
	g.Set(g.z)
	g.Get(g.at, g.Param(paramPitch))
	g.Op(enc.I32Add)
	g.Tee(g.below)
	g.Get(g.at)
	g.Mem(enc.V128Load64Zero, 0)
	g.MemLane(enc.V128Load64Lane, 0, 1)
	g.Set(g.stored)
	g.passes()
	g.Tee(g.outside) // now those that pass
	g.Op(enc.I32x4Bitmask)
	g.Tee(g.covered)
	g.When(func() {
		if g.Write {
			g.store()
		}
		g.emit()
	})
}

// passes pushes ones for the pixels that are inside and pass.
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
	g.Get(g.outside)
	g.I32(31)
	g.Op(enc.I32x4ShrS, enc.V128Andnot)
}

// comparisons of a new depth with a stored one. One that is not a number is unequal to all.
var comparisons = map[gpu.ComparisonFunc]enc.Op{gpu.CompareLess: enc.F32x4Lt, gpu.CompareEqual: enc.F32x4Eq, gpu.CompareLessEqual: enc.F32x4Le,
	gpu.CompareGreater: enc.F32x4Gt, gpu.CompareNotEqual: enc.F32x4Ne, gpu.CompareGreaterEqual: enc.F32x4Ge}

// store stores the depths that pass.
func (g *gen) store() {
	g.Get(g.z, g.stored, g.outside)
	g.Op(enc.V128Bitselect)
	g.Set(g.z)
	g.Get(g.at, g.z)
	g.MemLane(enc.V128Store64Lane, 0, 0)
	g.Get(g.below, g.z)
	g.MemLane(enc.V128Store64Lane, 0, 1)
}

// count adds the number of covered pixels.
func (g *gen) count(l asm.Local) {
	g.Get(l, g.covered)
	g.Op(enc.I32Popcnt, enc.I32Add)
	g.Set(l)
}

// place pushes where the quad is.
func (g *gen) place() {
	g.Get(g.top)
	g.I32(16)
	g.Op(enc.I32Shl)
	g.Get(g.column)
	g.Op(enc.I32Or)
}

// cell lists a quad that is tested.
func (g *gen) cell() {
	g.set(g.cells, 1, func() { g.Get(g.covered) })
	g.set(g.cells, 0, g.place)
	g.add(g.cells, stage.CoverCell)
}

// set stores a word.
func (g *gen) set(base asm.Local, word uint32, value func()) {
	g.Get(base)
	value()
	g.Mem(enc.I32Store, 4*word)
}

// emit adds the quad to the lists of the merger and of the pixel program. The last words come first, so that the runtime checks its own bounds once.
func (g *gen) emit() {
	g.count(g.passed)
	g.Get(g.covered) // a bit for each pixel becomes a byte
	g.I32(1 | 1<<7 | 1<<14 | 1<<21)
	g.Op(enc.I32Mul)
	g.I32(0x01010101)
	g.Op(enc.I32And)
	bytes := g.Keep(enc.I32)
	g.set(g.quads, stage.MergeRow, func() { g.I32(1) })
	g.set(g.quads, stage.MergePlace, g.place)
	g.set(g.quads, stage.MergeCover, func() { g.Get(bytes) })
	g.set(g.quads, 0, func() { g.Get(g.shape) })
	g.add(g.quads, stage.MergeEntry)
	if !g.Records {
		return
	}
	g.set(g.records, stage.QuadCoverage, func() { g.Get(bytes) })
	g.set(g.records, stage.QuadSample, func() { g.I32(0) })
	g.set(g.records, stage.QuadMask, func() { g.Get(g.covered) })
	g.set(g.records, stage.QuadTriangle, func() { g.Get(g.triangle) })
	for word, l := range [...]asm.Local{stage.QuadX: g.column, stage.QuadY: g.top} {
		g.Get(g.records, l)
		g.Op(enc.F32ConvertI32U)
		g.Index(enc.F32Const, 0x3f000000)
		g.Op(enc.F32Add)
		g.Mem(enc.F32Store, 4*uint32(word))
	}
	g.add(g.records, 4*stage.QuadWords)
}
