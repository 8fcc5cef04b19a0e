package cover

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// rowsParams is the number of the parameters of a program for rows.
const rowsParams = 11

// The parameters: the fields of stage.RowsJob in their order. The first three are of type f64, the others of type i32, as is the result.
const (
	rowsA = iota
	rowsB
	rowsC
	rowsX
	rowsY
	rowsPairs
	rowsCount
	rowsDepth
	rowsPitch
	rowsRecords
	rowsTriangle
)

// Rows is the program for rows of whole quads for a state, in a memory of that many pages of 64 KiB. It has the same export as others.
func Rows(c *stage.Cover, pages uint32) *enc.Module {
	types := make([]enc.ValType, rowsParams)
	for i := range types {
		types[i] = enc.I32
	}
	types[rowsA], types[rowsB], types[rowsC] = enc.F64, enc.F64, enc.F64
	g := &rower{Func: asm.New("rows", types, []enc.ValType{enc.I32}), Cover: c}
	g.F.Export = RunExport
	g.run()
	return &enc.Module{Pages: pages, Funcs: []*enc.Func{g.F}}
}

// rower writes that function. Its fields are locals.
//
//	a row of pairs of quads     depths   ▭▭▭▭  a vector of each row of pixels, compared with 16 bytes of the target
//	                                     ▭▭▭▭
//	                            records  two, with six vectors
type rower struct {
	asm.Func
	*stage.Cover

	done          asm.Local // quads
	left          asm.Local // pairs of the row
	top, bottom   asm.Local // addresses of depths
	record        asm.Local
	a, up, down   asm.Local // of depths: what they grow by to the right, and what they have at x = 0 in both rows; float64, twice each
	at            asm.Local // x of the centres of the first quad's pixels: float64
	xs, ys        asm.Local // likewise float32, as records have them, and y
	rest          asm.Local // the other words of records
	nearer, lower asm.Local // depths of four pixels: of the upper row, of the lower one
	first, beside asm.Local // parts of them: of the left quad, of the right one
}

// run is the loop over the rows.
func (g *rower) run() {
	for _, l := range []*asm.Local{&g.done, &g.left, &g.top, &g.bottom} {
		*l = g.Local(enc.I32)
	}
	for _, l := range []*asm.Local{&g.a, &g.up, &g.down, &g.at, &g.xs, &g.ys, &g.rest, &g.nearer, &g.lower, &g.first, &g.beside} {
		*l = g.Local(enc.V128)
	}
	g.record = g.Param(rowsRecords)
	g.Get(g.Param(rowsA))
	g.Op(enc.F64x2Splat)
	g.Set(g.a)
	g.Vec(0, 15, 0, everyPixel)
	g.Get(g.Param(rowsTriangle))
	g.Lane(enc.I32x4ReplaceLane, 0)
	g.Set(g.rest)
	g.Open(enc.Block, 0)
	repeat(g.Func, g.Param(rowsCount), func() {
		g.begin()
		repeat(g.Func, g.left, func() {
			if g.Test {
				g.test()
			}
			if g.Records {
				g.write()
			}
			g.Add(g.done, 2)
		})
		g.Add(g.Param(rowsY), 2)
		g.Get(g.Param(rowsDepth), g.Param(rowsPitch), g.Param(rowsPitch))
		g.Op(enc.I32Add, enc.I32Add)
		g.Set(g.Param(rowsDepth))
	})
	g.End()
	g.Get(g.done)
}

// everyPixel is the cover of a whole quad.
const everyPixel = 0x01010101

// begin goes to the beginning of a row.
func (g *rower) begin() {
	g.Get(g.Param(rowsPairs))
	g.Set(g.left)
	if g.Records {
		g.centres(rowsX, 0x3f000000, 0x3fc00000, 0x3f000000, 0x3fc00000, g.xs)
		g.centres(rowsY, 0x3f000000, 0x3f000000, 0x3fc00000, 0x3fc00000, g.ys)
	}
	if !g.Test {
		return
	}
	g.Get(g.Param(rowsDepth))
	g.Tee(g.top)
	g.Get(g.Param(rowsPitch))
	g.Op(enc.I32Add)
	g.Set(g.bottom)
	g.Get(g.Param(rowsX))
	g.Op(enc.F64ConvertI32S, enc.F64x2Splat)
	g.doubles(0.5, 1.5)
	g.Op(enc.F64x2Add)
	g.Set(g.at)
	for i, l := range [...]asm.Local{g.up, g.down} {
		g.Get(g.Param(rowsB), g.Param(rowsY))
		g.Op(enc.F64ConvertI32S)
		g.Index(enc.F64Const, math.Float64bits(float64(i)+0.5))
		g.Op(enc.F64Add, enc.F64Mul)
		g.Get(g.Param(rowsC))
		g.Op(enc.F64Add, enc.F64x2Splat)
		g.Set(l)
	}
}

// centres sets a coordinate of the centres of the first quad's pixels, which are 0.5 or 1.5 more than a parameter.
func (g *rower) centres(param int, a, b, c, d uint32, to asm.Local) {
	g.Get(g.Param(param))
	g.Op(enc.I32x4Splat, enc.F32x4ConvertI32x4S)
	g.Vec(a, b, c, d)
	g.Op(enc.F32x4Add)
	g.Set(to)
}

func (g *rower) doubles(a, b float64) {
	low, high := math.Float64bits(a), math.Float64bits(b)
	g.Vec(uint32(low), uint32(low>>32), uint32(high), uint32(high>>32))
}

// test leaves the loops unless two quads are nearer than what is there, and stores their depths.
func (g *rower) test() {
	g.across(0, g.first)
	g.across(2, g.beside)
	g.depths(g.up, g.nearer)
	g.depths(g.down, g.lower)
	for i, l := range [...]asm.Local{g.top, g.bottom} {
		g.Get([...]asm.Local{g.nearer, g.lower}[i], l)
		g.Mem(enc.V128Load, 0)
		g.Op(enc.F32x4Lt)
	}
	g.Op(enc.V128And, enc.I32x4Bitmask)
	g.I32(15)
	g.Op(enc.I32Ne)
	g.Index(enc.BrIf, 2)
	for i, l := range [...]asm.Local{g.top, g.bottom} {
		if g.Write {
			g.Get(l, [...]asm.Local{g.nearer, g.lower}[i])
			g.Mem(enc.V128Store, 0)
		}
		g.Add(l, 16)
	}
	g.Get(g.at)
	g.doubles(4, 4)
	g.Op(enc.F64x2Add)
	g.Set(g.at)
}

// across sets the part of depths that x has, of two pixels that are further right.
func (g *rower) across(more float64, to asm.Local) {
	g.Get(g.a, g.at)
	if more != 0 {
		g.doubles(more, more)
		g.Op(enc.F64x2Add)
	}
	g.Op(enc.F64x2Mul)
	g.Set(to)
}

// depths sets the depths of four pixels of a row.
func (g *rower) depths(line, to asm.Local) {
	g.Get(g.first, line)
	g.Op(enc.F64x2Add, enc.F32x4DemoteF64x2Zero)
	g.Get(g.beside, line)
	g.Op(enc.F64x2Add, enc.F32x4DemoteF64x2Zero)
	g.Lane(enc.F64x2ExtractLane, 0)
	g.Lane(enc.F64x2ReplaceLane, 1)
	g.Set(to)
}

// write writes two records. The last words come first, so that the runtime checks its own bounds once.
func (g *rower) write() {
	const words = 4 * stage.QuadWords
	store := func(v asm.Local, offset uint32) {
		g.Get(g.record, v)
		g.Mem(enc.V128Store, offset)
	}
	for _, quad := range [...]uint32{words, 0} {
		store(g.rest, quad+4*stage.QuadTriangle)
		store(g.ys, quad+4*stage.QuadY)
	}
	for quad := range uint32(2) {
		store(g.xs, quad*words+4*stage.QuadX)
		g.Get(g.xs)
		g.All(0x40000000) // 2
		g.Op(enc.F32x4Add)
		g.Set(g.xs)
	}
	g.Add(g.record, 2*words)
}
