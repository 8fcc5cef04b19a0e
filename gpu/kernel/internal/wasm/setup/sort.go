package setup

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// sortParams is the number of the parameters of a sorting program.
const sortParams = 8

// The parameters: the fields of stage.SortJob in their order, but for Items.
const (
	sortNext = iota
	sortEnd
	sortTo
	sortNodes
	sortPoints
	sortStep
	sortArea
	sortFirst
)

// Sort is the sorting program for lists of items, or of entries.
func Sort(items bool, pages uint32) *enc.Module {
	g := &sorter{maker: newMaker("sort", sortParams), items: items, each: stage.SetUpEntry}
	if items {
		g.each = stage.SortItems
	}
	g.run()
	return g.module(pages)
}

// sorter writes that function. Its fields are locals. No branch depends on where triangles are: an entry or a node that is not kept is overwritten by
// the next one.
type sorter struct {
	maker
	items bool
	each  uint32 // bytes of the list for a triangle

	entry, to, node asm.Local    // addresses: of the triangles at hand in the list, of the next entry that is kept, of the next node
	newest          asm.Local    // tile of the node before
	within          [4]asm.Local // its pixels, each word in all lanes: x0, y0, x1, y1; without any where it is not one tile
	clip            [4]asm.Local // likewise
	positive        asm.Local    // masks of the area
	negative, back  asm.Local    //
	columns         asm.Local    // tiles in a row
	number          asm.Local    // of the triangles, with the bit of those in several tiles
	ids             asm.Local    // of the triangles of a list of items
	step, points    asm.Local    // parameters, in all lanes
	xs, ys          corners      // of the corners
	box             [4]asm.Local // pixels that may be covered: x0, y0, x1, y1
	large           asm.Local    // ones: they are too many, or flags of a corner are set
	marks           asm.Local    // stage.SetUpFront and stage.SetUpBox
	gone            asm.Local    // ones: the triangle covers nothing, or is culled
	pixels          asm.Local    // that are covered, from bit stage.PackMask on, where that was looked at
}

// run is the loop over the list.
func (g *sorter) run() {
	g.constants()
	g.Get(g.entry, g.Param(sortEnd))
	g.Op(enc.I32LtU)
	g.When(func() {
		g.Open(enc.Loop, 0)
		g.load()
		g.look()
		g.keepAll()
		g.Get(g.number)
		g.All(lanes)
		g.Op(enc.I32x4Add)
		g.Set(g.number)
		if g.items {
			g.Get(g.ids)
			g.All(lanes)
			g.Op(enc.I32x4Add)
			g.Set(g.ids)
		}
		g.Add(g.entry, lanes*g.each)
		g.Get(g.entry, g.Param(sortEnd))
		g.Op(enc.I32LtU)
		g.Index(enc.BrIf, 0)
		g.End()
	})
	g.Get(g.Param(sortNodes), g.to)
	g.Mem(enc.I32Store, 4*stage.SortEntries)
	g.Get(g.Param(sortNodes), g.node)
	g.Mem(enc.I32Store, 4*stage.SortNodes)
}

// constants loads what all triangles share.
func (g *sorter) constants() {
	spread := func(word uint32) asm.Local {
		g.spreadWord(g.Param(sortArea), 4*word)
		return g.keep()
	}
	for i := range g.clip {
		g.clip[i] = spread(stage.AreaClip + uint32(i))
	}
	g.positive, g.negative, g.back = spread(stage.AreaPositive), spread(stage.AreaNegative), spread(stage.AreaBack)
	g.Get(g.Param(sortArea))
	g.Mem(enc.I32Load, 4*stage.AreaTiles)
	g.columns = g.Keep(enc.I32)
	for i := range g.within {
		g.within[i] = g.Local(enc.V128)
	}
	g.entry, g.to = g.Param(sortNext), g.Param(sortTo)
	g.Get(g.Param(sortNodes))
	g.I32(stage.SortHead)
	g.Op(enc.I32Add)
	g.node = g.Keep(enc.I32)
	g.I32(0xffffffff) // no tile, and no triangle has such a number
	g.newest = g.Keep(enc.I32)
	g.Vec(stage.SortSpread, stage.SortSpread+1, stage.SortSpread+2, stage.SortSpread+3)
	g.number = g.keep()
	if g.items {
		g.Get(g.Param(sortFirst))
		g.Op(enc.I32x4Splat)
		g.Vec(0, 1, 2, 3)
		g.Op(enc.I32x4Add)
		g.ids = g.keep()
	}
	g.pixels = g.Local(enc.V128)
	g.step, g.points = g.spread(g.Param(sortStep)), g.spread(g.Param(sortPoints))
}

// load reads the entries and where their corners are.
func (g *sorter) load() {
	g.Touch(g.entry, lanes*g.each+stage.SetUpEntry-g.each-1)
	var points [3][lanes]asm.Local
	var all []asm.Local // addresses, by four words of the list
	for at := uint32(0); at < lanes*g.each; at += 16 {
		all = append(all, g.addresses(g.entry, at, g.step, g.points))
	}
	for lane := range uint32(lanes) {
		for k := range uint32(3) {
			word := lane*g.each/4 + k
			g.Get(all[word/4])
			g.Lane(enc.I32x4ExtractLane, int(word%4))
			at := g.Keep(enc.I32)
			g.Touch(at, stage.PointBytes-1)
			points[k][lane] = at
		}
	}
	for k := range 3 {
		g.four(points[k], 4*stage.PointSort)
		g.xs[k] = g.keep()
		g.four(points[k], 4*stage.PointY)
		g.ys[k] = g.keep()
	}
}

// look finds the pixels, and what can be left out.
func (g *sorter) look() {
	x0, x1, large := g.extent(g.xs)
	y0, y1, high := g.extent(g.ys)
	far := g.with(enc.I32x4GtS, x0, stage.PointFar>>(gpu.SubpixelBits+1)) // all corners are: else x is large
	large = g.calc(enc.V128Or, g.calc(enc.V128Or, large, high), far)
	fits := func(from, end asm.Local) asm.Local { // from an even place on
		return g.with(enc.I32x4LtS, g.calc(enc.I32x4Sub, end, g.with(enc.V128And, from, 0xfffffffe)), stage.PackBox+1)
	}
	box := g.with(enc.V128And, g.calc(enc.V128And, fits(x0, x1), fits(y0, y1)), stage.SetUpBox)
	x0, y0 = g.calc(enc.I32x4MaxS, x0, g.clip[0]), g.calc(enc.I32x4MaxS, y0, g.clip[1])
	x1, y1 = g.calc(enc.I32x4MinS, x1, g.clip[2]), g.calc(enc.I32x4MinS, y1, g.clip[3])
	empty := g.calc(enc.V128Or, g.calc(enc.I32x4LeS, x1, x0), g.calc(enc.I32x4LeS, y1, y0))
	side := func(k int, of corners) asm.Local { return g.calc(enc.I32x4Sub, of[k], of[0]) }
	dx, dy := corners{1: side(1, g.xs), 2: side(2, g.xs)}, corners{1: side(1, g.ys), 2: side(2, g.ys)}
	area := g.calc(enc.I32x4Sub, g.calc(enc.I32x4Mul, dx[1], dy[2]), g.calc(enc.I32x4Mul, dx[2], dy[1]))
	clockwise := g.with(enc.I32x4GtS, area, 0)
	shown := g.calc(enc.V128Or, g.calc(enc.V128And, clockwise, g.positive), g.calc(enc.V128And, g.with(enc.I32x4LtS, area, 0), g.negative))
	g.marks = g.calc(enc.V128Or, box, g.with(enc.V128And, g.calc(enc.V128Xor, clockwise, g.back), stage.SetUpFront))
	g.gone = g.calc(enc.V128Andnot, g.calc(enc.V128Or, empty, g.not(shown)), large)
	most := func(from, end asm.Local) asm.Local { return g.with(enc.I32x4GtS, g.calc(enc.I32x4Sub, end, from), 2) }
	g.missing(g.calc(enc.V128Or, g.calc(enc.V128Or, most(x0, x1), most(y0, y1)), g.calc(enc.V128Or, large, g.gone)), area, x0, y0, dx, dy)
	g.box, g.large = [4]asm.Local{x0, y0, x1, y1}, large
}

func (g *sorter) not(v asm.Local) asm.Local {
	g.Get(v)
	g.Op(enc.V128Not)
	return g.keep()
}

// extent gives the pixels along an axis whose centres triangles may cover, and ones where they are too many.
func (g *sorter) extent(at corners) (from, end, large asm.Local) {
	limit := func(op enc.Op, more uint32) asm.Local {
		v := g.calc(op, g.calc(op, at[0], at[1]), at[2])
		return g.shift(enc.I32x4ShrS, g.with(enc.I32x4Add, v, more), gpu.SubpixelBits)
	}
	from, end = limit(enc.I32x4MinS, centre-1), limit(enc.I32x4MaxS, centre)
	return from, end, g.with(enc.I32x4GtS, g.calc(enc.I32x4Sub, end, from), stage.SortLargest)
}

// place gives the tile of each box, or the number where there are several, and which they are.
func (g *sorter) place() (tile, box asm.Local) {
	at := func(v asm.Local) asm.Local { return g.shift(enc.I32x4ShrS, v, stage.SortTileBits) }
	last := func(end asm.Local) asm.Local { return at(g.with(enc.I32x4Add, end, 0xffffffff)) }
	x0, y0, x1, y1 := at(g.box[0]), at(g.box[1]), last(g.box[2]), last(g.box[3])
	one := g.calc(enc.V128And, g.calc(enc.I32x4Eq, x0, x1), g.calc(enc.I32x4Eq, y0, y1))
	g.Get(g.calc(enc.I32x4Add, g.calc(enc.I32x4Mul, y0, g.spread(g.columns)), x0), g.number, one)
	g.Op(enc.V128Bitselect)
	tile = g.keep()
	g.Get(g.with(enc.V128Or, g.number, stage.SortOther), tile, g.large)
	g.Op(enc.V128Bitselect)
	tile, box = g.keep(), x0
	for i, v := range [...]asm.Local{y0, x1, y1} {
		box = g.calc(enc.V128Or, box, g.with(enc.I32x4Mul, v, 1<<(8*(i+1))))
	}
	return tile, box
}

// keepAll writes entries and nodes of the triangles at hand, one after the other. In a mesh most are in the tile of those before them, and need no
// nodes.
func (g *sorter) keepAll() {
	out := g.large
	for i, op := range [...]enc.Op{enc.I32x4LtS, enc.I32x4LtS, enc.I32x4GtS, enc.I32x4GtS} {
		out = g.calc(enc.V128Or, out, g.calc(op, g.box[i], g.within[i]))
	}
	g.Get(out, g.gone)
	g.Op(enc.V128Andnot, enc.V128AnyTrue)
	g.Get(g.Param(sortEnd), g.entry)
	g.Op(enc.I32Sub)
	g.I32(lanes * g.each)
	g.Op(enc.I32LtU, enc.I32Or)
	g.Choose(0, g.keepEach, func() {
		g.All(stage.SetUpEntry)
		g.Get(g.gone)
		g.Op(enc.V128Andnot)
		bytes := g.keep()
		for lane := range lanes {
			g.Touch(g.to, stage.SetUpEntry-1)
			g.copyEntry(lane)
			g.Get(g.to, bytes)
			g.Lane(enc.I32x4ExtractLane, lane)
			g.Op(enc.I32Add)
			g.Set(g.to)
		}
	})
}

// keepEach does it with nodes.
func (g *sorter) keepEach() {
	g.Get(g.gone)
	g.Op(enc.I32x4Bitmask)
	gone, left := g.Keep(enc.I32), g.left()
	tiles, box := g.place()
	for lane := range lanes {
		g.Touch(g.to, stage.SetUpEntry-1)
		g.Touch(g.node, stage.SortNode-1)
		g.Get(tiles)
		g.Lane(enc.I32x4ExtractLane, lane)
		tile := g.Keep(enc.I32)
		g.Get(g.node, tile)
		g.Mem(enc.I32Store, 4*stage.SortTile)
		g.word(g.node, stage.SortBox, box, lane)
		g.Get(g.node, g.to)
		g.Mem(enc.I32Store, 4*stage.SortFrom)
		g.copyEntry(lane)

		g.bit(gone, lane) // kept: not gone, and before the end
		g.I32(1)
		g.Op(enc.I32Xor)
		g.bit(left, lane)
		g.Op(enc.I32And)
		kept := g.Keep(enc.I32)
		g.AddTimes(g.to, kept, stage.SetUpEntry)
		g.Get(tile, g.newest)
		g.Op(enc.I32Ne)
		g.Get(kept)
		g.Op(enc.I32And)
		g.AddTimes(g.node, g.Keep(enc.I32), stage.SortNode)
		g.Get(tile, g.newest, kept)
		g.Op(enc.Select)
		g.Set(g.newest)
	}
	g.enter()
}

// enter finds the pixels of the tile of the newest node.
func (g *sorter) enter() {
	g.All(0)
	g.Set(g.within[2])
	g.Get(g.newest)
	g.I32(stage.SortSpread)
	g.Op(enc.I32LtU)
	g.When(func() {
		for i, op := range [...]enc.Op{enc.I32RemU, enc.I32DivU} {
			g.Get(g.newest, g.columns)
			g.Op(op)
			g.I32(stage.SortTileBits)
			g.Op(enc.I32Shl, enc.I32x4Splat)
			g.Tee(g.within[i])
			g.All(1 << stage.SortTileBits)
			g.Op(enc.I32x4Add)
			g.Set(g.within[2+i])
		}
	})
}

// bit pushes a bit of a mask.
func (g *sorter) bit(mask asm.Local, lane int) {
	g.Get(mask)
	if lane > 0 {
		g.I32(uint32(lane))
		g.Op(enc.I32ShrU)
	}
	g.I32(1)
	g.Op(enc.I32And)
}

// left gives the triangles, by bit, that are before the end of the list: its last bits where that comes before four of them.
func (g *sorter) left() asm.Local {
	g.I32(1<<lanes - 1)
	g.I32(lanes)
	g.I32(lanes)
	g.Get(g.Param(sortEnd), g.entry)
	g.Op(enc.I32Sub)
	g.I32(g.each)
	g.Op(enc.I32DivU)
	rest := g.Keep(enc.I32)
	g.Get(rest, rest)
	g.I32(lanes)
	g.Op(enc.I32GtU, enc.Select, enc.I32Sub, enc.I32ShrU)
	return g.Keep(enc.I32)
}

// copyEntry writes an entry, with its marks, and the bits of pixels.
func (g *sorter) copyEntry(lane int) {
	g.Get(g.to, g.entry)
	g.Mem(enc.V128Load, uint32(lane)*g.each)
	if g.items { // the word after its items is of the next triangle
		g.Get(g.ids)
		g.Lane(enc.I32x4ExtractLane, lane)
		g.Lane(enc.I32x4ReplaceLane, 3)
	}
	g.Mem(enc.V128Store, 0)
	g.Get(g.to, g.marks)
	g.Lane(enc.I32x4ExtractLane, lane)
	g.Get(g.entry)
	g.Mem(enc.I32Load, uint32(lane)*g.each)
	g.Op(enc.I32Or)
	g.Mem(enc.I32Store, 0)
	g.Get(g.to, g.entry)
	g.Mem(enc.I32Load, uint32(lane)*g.each+4)
	g.Get(g.pixels)
	g.Lane(enc.I32x4ExtractLane, lane)
	g.Op(enc.I32Or)
	g.Mem(enc.I32Store, 4)
}
