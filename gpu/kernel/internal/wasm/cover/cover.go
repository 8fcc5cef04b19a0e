package cover

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// RunExport is the name of a module's function: the fields of stage.CoverJob in their order, all of type i32.
const RunExport = "cover"

// Params is the number of the function's parameters.
const Params = 9

// The parameters of the function.
const (
	paramList = iota
	paramNext
	paramEnd
	paramQuads
	paramQuadsEnd
	paramRecords
	paramDepth
	paramPitch
	paramCells
)

// Module is the program for a state, in a memory of that many pages of 64 KiB.
func Module(c *stage.Cover, pages uint32) *enc.Module {
	types := make([]enc.ValType, Params)
	for i := range types {
		types[i] = enc.I32
	}
	g := &gen{Func: asm.New("cover", types, nil), Cover: c}
	g.F.Export = RunExport
	g.run()
	return &enc.Module{Pages: pages, Funcs: []*enc.Func{g.F}}
}

// gen writes one function. Its fields are locals.
type gen struct {
	asm.Func
	*stage.Cover

	entry, from     asm.Local    // addresses of the entry, and of what is in front of its triangle's record
	triangle        asm.Local    // address of its record
	columns, rows   asm.Local    // of the box; rows are counted down
	place, column   asm.Local    // as words of cells have it: of the first quad of the row, and of the one at hand
	across          asm.Local    // columns that are left of the row
	first, edge     [3]asm.Local // values of the edges at the pixels of a quad: the first one of the row, and the one at hand
	right, down     [3]asm.Local // what they grow by from quad to quad
	za, zb, zc      asm.Local
	cell, start     asm.Local // the cell at hand; the first one, where those of earlier triangles are not kept
	cells, cellsEnd asm.Local // behind the last one; behind the last that has room
	mask            asm.Local // pixels of the cell, by bit
	spot            asm.Local // its place
	centre          asm.Local // of its upper left pixel, in the low lanes
	at, below       asm.Local // addresses of its depths
	z, stored, pass asm.Local
	quads, records  asm.Local // where the next ones go
	tested, passed  asm.Local
	some            asm.Local // 1 if any pixel passes
}

// run is the loop over the list.
func (g *gen) run() {
	g.locals()
	g.copies(g.entry, g.Param(paramNext), g.start, g.cells)
	g.Get(g.Param(paramQuadsEnd), g.quads)
	g.Op(enc.I32Sub)
	g.I32(stage.MergeEntry / stage.CoverCell)
	g.Op(enc.I32DivU)
	g.Get(g.cells)
	g.Op(enc.I32Add)
	g.Set(g.cellsEnd)
	g.Open(enc.Block, 0)
	g.Open(enc.Loop, 0)
	g.Get(g.entry, g.Param(paramEnd))
	g.Op(enc.I32GeU)
	g.Index(enc.BrIf, 1)
	g.begin()
	g.full()
	g.Index(enc.BrIf, 1)
	if !g.Cells {
		g.copies(g.cells, g.start)
	}
	g.copies(g.cell, g.cells)
	g.edges()
	g.repeat(g.rows, g.quadRow)
	g.Get(g.cell, g.cells)
	g.Op(enc.I32LtU)
	g.When(func() {
		g.depth()
		g.Open(enc.Loop, 0)
		g.quad()
		g.add(g.cell, stage.CoverCell)
		g.Get(g.cell, g.cells)
		g.Op(enc.I32LtU)
		g.Index(enc.BrIf, 0)
		g.End()
	})
	g.add(g.entry, stage.CoverEntry)
	g.Index(enc.Br, 0)
	g.End()
	g.End()
	for word, l := range [...]asm.Local{stage.CoverNext: g.entry, stage.CoverQuads: g.quads, stage.CoverTested: g.tested, stage.CoverPassed: g.passed} {
		g.Get(g.Param(paramList), l)
		g.Mem(enc.I32Store, 4*uint32(word))
	}
}

func (g *gen) locals() {
	for _, l := range []*asm.Local{&g.entry, &g.from, &g.triangle, &g.columns, &g.rows, &g.place, &g.column, &g.across, &g.cell, &g.start, &g.cellsEnd, &g.mask,
		&g.spot, &g.at, &g.below, &g.tested, &g.passed, &g.some} {
		*l = g.Local(enc.I32)
	}
	for i := range g.first {
		g.first[i], g.edge[i], g.right[i], g.down[i] = g.Local(enc.V128), g.Local(enc.V128), g.Local(enc.V128), g.Local(enc.V128)
	}
	for _, l := range []*asm.Local{&g.za, &g.zb, &g.zc, &g.centre, &g.z, &g.stored, &g.pass} {
		*l = g.Local(enc.V128)
	}
	g.quads, g.records, g.cells = g.Param(paramQuads), g.Param(paramRecords), g.Param(paramCells)
}

// copies sets every first local to the one behind it.
func (g *gen) copies(ls ...asm.Local) {
	for i := 0; i < len(ls); i += 2 {
		g.Get(ls[i+1])
		g.Set(ls[i])
	}
}

// begin reads an entry.
func (g *gen) begin() {
	g.word(g.entry, stage.CoverSize) // the last word first, so that the runtime checks its own bounds once
	g.Tee(g.columns)
	g.I32(16)
	g.Op(enc.I32ShrU)
	g.Set(g.rows)
	g.Get(g.columns)
	g.low()
	g.Set(g.columns)
	g.word(g.entry, stage.CoverPlace)
	g.Set(g.place)
	g.word(g.entry, stage.CoverRecord)
	g.Tee(g.from)
	g.I32(stage.CoverBytes)
	g.Op(enc.I32Add)
	g.Set(g.triangle)
}

func (g *gen) word(base asm.Local, word uint32) {
	g.Get(base)
	g.Mem(enc.I32Load, 4*word)
}

// low leaves the low half of a word.
func (g *gen) low() {
	g.I32(0xffff)
	g.Op(enc.I32And)
}

// full pushes whether the quads of the box may not have room.
func (g *gen) full() {
	next, end, size := g.quads, g.Param(paramQuadsEnd), uint32(stage.MergeEntry)
	if g.Cells { // of which there are as many or more
		next, end, size = g.cells, g.cellsEnd, stage.CoverCell
	}
	g.Get(g.columns, g.rows)
	g.Op(enc.I32Mul)
	g.I32(size)
	g.Op(enc.I32Mul)
	g.Get(next)
	g.Op(enc.I32Add)
	g.Get(end)
	g.Op(enc.I32GtU)
}

// edges finds the values of the edges at the first quad.
func (g *gen) edges() {
	x, y := g.Local(enc.V128), g.Local(enc.V128)
	g.Get(g.place)
	g.low()
	g.Broadcast(true)
	g.Vec(0, 1, 0, 1)
	g.Op(enc.I32x4Add)
	g.Set(x)
	g.Get(g.place)
	g.I32(16)
	g.Op(enc.I32ShrU)
	g.Broadcast(true)
	g.Vec(0, 0, 1, 1)
	g.Op(enc.I32x4Add)
	g.Set(y)
	g.Get(g.from)
	g.Mem(enc.I32Load8U, stage.CoverBytes-1)
	g.Op(enc.Drop)
	for i := range uint32(3) {
		g.spread(stage.CoverA + i)
		g.Tee(g.right[i])
		g.Get(x)
		g.Op(enc.I32x4Mul)
		g.spread(stage.CoverB + i)
		g.Tee(g.down[i])
		g.Get(y)
		g.Op(enc.I32x4Mul, enc.I32x4Add)
		g.spread(stage.CoverC + i)
		g.Op(enc.I32x4Add)
		g.Set(g.first[i])
		g.double(g.right[i])
		g.double(g.down[i])
	}
}

// spread pushes a word of the triangle in all lanes.
func (g *gen) spread(word uint32) {
	g.Get(g.from)
	g.Mem(enc.V128Load32Zero, 4*word)
	g.SpreadLane0()
}

func (g *gen) double(l asm.Local) {
	g.Get(l)
	g.I32(1)
	g.Op(enc.I32x4Shl)
	g.Set(l)
}

// depth makes the depth of the triangle ready.
func (g *gen) depth() {
	if !g.Test {
		return
	}
	for i, l := range [...]asm.Local{g.za, g.zb, g.zc} {
		g.spread64(stage.CoverZA + 2*uint32(i))
		g.Set(l)
	}
}

// spread64 pushes a number of the triangle in both lanes.
func (g *gen) spread64(word uint32) {
	g.Get(g.from)
	g.Mem(enc.V128Load64Zero, 4*word)
	g.lane64(0)
}

// lane64 copies a lane of the vector on the stack, of two, to both.
func (g *gen) lane64(lane uint32) {
	low := 0x03020100 + lane*0x08080808
	g.Vec(low, low+0x04040404, low, low+0x04040404)
	g.Op(enc.I8x16Swizzle)
}

// pair pushes two numbers.
func (g *gen) pair(a, b float64) {
	p, q := math.Float64bits(a), math.Float64bits(b)
	g.Vec(uint32(p), uint32(p>>32), uint32(q), uint32(q>>32))
}

// repeat does a body n times, which is at least 1, and counts n down.
func (g *gen) repeat(n asm.Local, body func()) {
	g.Open(enc.Loop, 0)
	body()
	g.Get(n)
	g.I32(0xffffffff)
	g.Op(enc.I32Add)
	g.Tee(n)
	g.Index(enc.BrIf, 0)
	g.End()
}

func (g *gen) add(l asm.Local, n uint32) {
	g.Get(l)
	g.I32(n)
	g.Op(enc.I32Add)
	g.Set(l)
}
