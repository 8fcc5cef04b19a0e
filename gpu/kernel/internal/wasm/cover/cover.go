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

	entry, from     asm.Local    // addresses of the entry, and of what is in front of the record of its triangle, or of that of the cell at hand
	columns, rows   asm.Local    // of the box; rows are counted down
	x, y            asm.Local    // of the pixels of the quad at hand, as cells have it
	left            asm.Local    // x of the first quad of a row
	across          asm.Local    // columns that are left of the row
	first, edge     [3]asm.Local // values of the edges at the pixels of a quad: the first one of the row, and the one at hand
	right, down     [3]asm.Local // what they grow by from quad to quad
	zc              asm.Local    // of the triangle
	cell            asm.Local    // the cell at hand
	cells, cellsEnd asm.Local    // behind the last one; behind the last that has room
	mask            asm.Local    // pixels of the cell, by bit
	px, py          asm.Local    // x and y of its upper left pixel
	xs, ys          asm.Local    // the centres of its pixels
	out             asm.Local    // negative where a pixel is not covered
	at, below       asm.Local    // addresses of its depths
	z, stored, pass asm.Local
	quads, records  asm.Local // where the next ones go
	tested, passed  asm.Local
	some            asm.Local // 1 if any pixel passes
}

// run is the loop over the list.
func (g *gen) run() {
	g.locals()
	g.copies(g.entry, g.Param(paramNext), g.cell, g.cells)
	g.Get(g.Param(paramQuadsEnd), g.quads)
	g.Op(enc.I32Sub)
	g.I32(stage.CoverCell / stage.MergeEntry)
	g.Op(enc.I32Mul)
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
	g.edges()
	g.repeat(g.rows, g.quadRow)
	g.add(g.entry, stage.CoverEntry)
	g.Index(enc.Br, 0)
	g.End()
	g.End()
	g.emitAll()
	for word, l := range [...]asm.Local{stage.CoverNext: g.entry, stage.CoverQuads: g.quads, stage.CoverTested: g.tested, stage.CoverPassed: g.passed} {
		g.Get(g.Param(paramList), l)
		g.Mem(enc.I32Store, 4*uint32(word))
	}
}

func (g *gen) locals() {
	for _, l := range []*asm.Local{&g.entry, &g.from, &g.columns, &g.rows, &g.across, &g.cell, &g.cellsEnd, &g.mask,
		&g.px, &g.py, &g.at, &g.below, &g.tested, &g.passed, &g.some} {
		*l = g.Local(enc.I32)
	}
	g.x, g.y, g.left = g.Local(enc.I64), g.Local(enc.I64), g.Local(enc.I64)
	for i := range g.first {
		g.first[i], g.edge[i], g.right[i], g.down[i] = g.Local(enc.V128), g.Local(enc.V128), g.Local(enc.V128), g.Local(enc.V128)
	}
	for _, l := range []*asm.Local{&g.zc, &g.xs, &g.ys, &g.out, &g.z, &g.stored, &g.pass} {
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
	g.word(g.entry, stage.CoverRecord)
	g.Set(g.from)
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

// full pushes whether the cells of the box may not have room. Those that pass the test are as many or fewer.
func (g *gen) full() {
	g.Get(g.columns, g.rows)
	g.Op(enc.I32Mul)
	g.I32(stage.CoverCell)
	g.Op(enc.I32Mul)
	g.Get(g.cells)
	g.Op(enc.I32Add)
	g.Get(g.cellsEnd)
	g.Op(enc.I32GtU)
}

// edges finds the values of the edges at the first quad.
func (g *gen) edges() {
	x := g.place(g.left, 0, 0x0001_0000_0001_0000)
	y := g.place(g.y, 2, 0x0001_0001_0000_0000)
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

// place sets l to a half word of the entry's place, for each of four pixels, which differ by more, and gives them as words.
func (g *gen) place(l asm.Local, offset uint32, more uint64) asm.Local {
	g.Get(g.entry)
	g.Mem(enc.I32Load16U, 4*stage.CoverPlace+offset)
	g.Op(enc.I64ExtendI32U)
	g.I64(0x0001_0001_0001_0001)
	g.Op(enc.I64Mul)
	g.I64(more)
	g.Op(enc.I64Add)
	g.Tee(l)
	g.Op(enc.I64x2Splat, enc.I32x4ExtendLowI16x8U)
	return g.Keep(enc.V128)
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

func (g *gen) add64(l asm.Local, n uint64) {
	g.Get(l)
	g.I64(n)
	g.Op(enc.I64Add)
	g.Set(l)
}

func (g *gen) add(l asm.Local, n uint32) {
	g.Get(l)
	g.I32(n)
	g.Op(enc.I32Add)
	g.Set(l)
}
