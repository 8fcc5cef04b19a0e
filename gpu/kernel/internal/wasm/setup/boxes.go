package setup

import (
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// The pixels of a box are two sets, the left four columns and the right ones: a row of either is four bits, row 0 the lowest ones. They are found 16
// at a time, from the last to the first, in 16 bits each, which is enough for the edges of triangles that small: four rows in the lower half of a
// lane, four in the upper one.
//
//	columns 0 … 3      │ 4 … 7
//	rows 0 … 3   lower │ lower      e ◀── e ◀── e ◀── e      then to the end of the row above
//	rows 4 … 7   upper │ upper      out of three edges: a sign, a bit
const (
	setColumns = stage.PackBox / 2
	setRows    = stage.PackBox / 2
	both       = 1<<16 | 1 // a number in both halves of a lane
)

// fourBoxes does four triangles of boxes.
func (g *packer) fourBoxes() {
	g.load()
	x0, x1 := g.extent(g.xs, g.seen[0], g.seen[2], g.view[0], g.view[2], &g.midX)
	y0, y1 := g.extent(g.ys, g.seen[1], g.seen[3], g.view[1], g.view[3], &g.midY)
	g.left, g.top = g.with(enc.V128And, x0, 0xfffffffe), g.with(enc.V128And, y0, 0xfffffffe)
	a, b, c := g.edges(g.left, g.top)
	columns, rows := g.calc(enc.I32x4Sub, x1, g.left), g.calc(enc.I32x4Sub, y1, g.top)
	g.record4()
	g.find(a, b, c, columns)
	g.cut(columns, rows)
	if g.cover.Test {
		g.bits(g.tested, g.pixels[0])
		g.bits(g.tested, g.pixels[1])
	}
	g.shared()
	g.waves()
	g.countBoxes()
}

// find finds the pixels that are inside three edges, in so many columns.
func (g *packer) find(a, b, c corners, columns asm.Local) {
	var e, across, back, again corners
	for i := range e {
		pair := func(v asm.Local) asm.Local { return g.with(enc.I32x4Mul, g.with(enc.V128And, v, 0xffff), both) }
		right, down := pair(a[i]), pair(b[i])
		times := func(v asm.Local, n uint32) asm.Local { return g.with(enc.I16x8Mul, v, n*both) }
		below := g.calc(enc.I32x4Add, c[i], g.with(enc.I32x4Mul, b[i], setRows))
		g.Get(g.with(enc.V128And, c[i], 0xffff), g.with(enc.I32x4Mul, below, 1<<16))
		g.Op(enc.V128Or)
		ends, last := times(right, setColumns-1), times(down, setRows-1)
		g.Get(ends, last)
		g.Op(enc.I16x8Add, enc.I16x8Add)
		e[i], across[i] = g.keep(), right
		back[i] = g.calc(enc.I16x8Sub, ends, down)
		again[i] = g.calc(enc.I16x8Add, times(right, stage.PackBox-1), last)
	}
	g.set(0, e, across, back)
	g.All(0)
	g.Set(g.pixels[1])
	g.Get(g.with(enc.I32x4GtS, columns, setColumns))
	g.Op(enc.V128AnyTrue)
	g.When(func() {
		for i := range e {
			g.step(enc.I16x8Add, e[i], again[i])
		}
		g.set(1, e, across, back)
	})
}

// step adds to a local, or subtracts from it.
func (g *packer) step(op enc.Op, l, by asm.Local) {
	g.Get(l, by)
	g.Op(op)
	g.Set(l)
}

// set finds the pixels of a set, from its last one on.
func (g *packer) set(i int, e, across, back corners) {
	pixels := g.pixels[i]
	for n := setRows*setColumns - 1; n >= 0; n-- {
		if n == setRows*setColumns-1 {
			g.All(0)
		} else {
			g.Get(pixels, pixels)
			g.Op(enc.I16x8Add)
		}
		g.Get(e[0], e[1])
		g.Op(enc.V128Or)
		g.Get(e[2])
		g.Op(enc.V128Or)
		g.All(0xffffffff)
		g.Op(enc.I16x8GtS, enc.I16x8Sub)
		g.Set(pixels)
		for k := range e {
			switch {
			case n == 0:
			case n%setColumns > 0:
				g.step(enc.I16x8Sub, e[k], across[k])
			default:
				g.step(enc.I16x8Add, e[k], back[k])
			}
		}
	}
}

// cut takes away what is not within so many columns and rows, and the copies after the end of the list. What is cut at the border of a tile ends with
// whole quads.
func (g *packer) cut(columns, rows asm.Local) {
	g.Get(g.with(enc.I32x4Mul, rows, 0x01010101))
	g.All(0x06040200)
	g.Op(enc.I8x16GtS)
	kept := g.calc(enc.V128And, g.keep(), g.there())
	for i, table := range [2][4]uint32{{0x07030100, 0x0f0f0f0f, 0x0f}, {0, 0x07030100, 0x0f}} { // the bits of a row, by columns
		g.Vec(table[0], table[1], table[2], table[3])
		g.Get(columns)
		g.Op(enc.I8x16Swizzle)
		g.All(0x11111111)
		g.Op(enc.I32x4Mul)
		g.Get(kept, g.pixels[i])
		g.Op(enc.V128And, enc.V128And)
		g.Set(g.pixels[i])
	}
}

// shared finds out whether a pixel is one of several triangles. Those of each triangle become bits of two numbers of 64, one for even rows and one
// for the others, by x + 8*y: pixels that are far from each other may have one bit, which costs waves of their own.
func (g *packer) shared() {
	const low = 0x0f0f0f0f
	masked := func(v asm.Local, m uint32) asm.Local { return g.with(enc.V128And, v, m) }
	left, right := g.pixels[0], g.pixels[1]
	even := g.calc(enc.V128Or, masked(left, low), g.with(enc.I32x4Mul, masked(right, low), 16))
	odd := g.calc(enc.V128Or, masked(g.shift(enc.I32x4ShrU, left, 4), low), masked(right, ^uint32(low)))
	g.hash = g.calc(enc.I32x4Add, g.left, g.with(enc.I32x4Mul, g.top, 8))
	var all, twice asm.Local
	for lane := range lanes {
		g.Get(even, odd)
		first := byte(lane &^ 1)
		g.maker.words(first, first+4, first+1, first+5)
		g.Op([...]enc.Op{enc.I16x8ExtendLowI8x16U, enc.I16x8ExtendHighI8x16U}[lane&1])
		bits := g.turned(g.keep(), lane)
		if lane == 0 {
			all, twice = bits, g.zero()
			continue
		}
		twice = g.calc(enc.V128Or, twice, g.calc(enc.V128And, bits, all))
		all = g.calc(enc.V128Or, all, bits)
	}
	g.Get(twice)
	g.Op(enc.V128AnyTrue)
	g.twice = g.Keep(enc.I32)
	g.step(enc.I32Add, g.turns, g.twice)
}

// turned rotates two numbers of 64 bits by the hash of a triangle.
func (g *packer) turned(v asm.Local, lane int) asm.Local {
	g.Get(g.hash)
	g.Lane(enc.I32x4ExtractLane, lane)
	by := g.Keep(enc.I32)
	g.Get(v, by)
	g.Op(enc.I64x2Shl)
	g.Get(v)
	g.I32(0)
	g.Get(by)
	g.Op(enc.I32Sub, enc.I64x2ShrU, enc.V128Or)
	return g.keep()
}

// boxWave is wave for boxes: a triangle whose first set is done continues with the second one.
func (g *packer) boxWave() {
	rest, next := g.rest[0], g.rest[1]
	done := g.with(enc.I32x4Eq, rest, 0)
	g.Get(rest, next, done)
	g.Op(enc.V128And, enc.V128Or)
	g.Set(rest)
	g.step(enc.V128Andnot, next, done)
	g.step(enc.V128Or, g.right, done)
	g.step(enc.I32x4Add, g.corner, g.with(enc.V128And, done, setColumns))
	none := g.with(enc.I32x4Eq, rest, 0)
	first := g.calc(enc.V128And, rest, g.calc(enc.I32x4Sub, g.zero(), rest))
	g.step(enc.V128Xor, rest, first)
	g.Get(first) // as a float it is 1 with the number of the bit as its exponent, which is 127 more
	g.Op(enc.F32x4ConvertI32x4S)
	g.All(1 << 23)
	g.Op(enc.I32x4Add)
	bit := g.shift(enc.I32x4ShrU, g.keep(), 23)
	place := g.calc(enc.I32x4Add, g.calc(enc.I32x4Add, g.corner, g.with(enc.V128And, bit, setColumns-1)),
		g.with(enc.I32x4Mul, g.with(enc.V128And, bit, 2*setRows*setColumns-setColumns), 1<<16/setColumns))
	passes := g.pixel(none, g.with(enc.V128And, place, 0xffff), g.with(enc.I32x4DotI16x8S, place, 1<<16), place)
	hit := g.calc(enc.V128And, first, passes)
	g.step(enc.V128Or, g.passing[0], g.calc(enc.V128Andnot, hit, g.right))
	g.step(enc.V128Or, g.passing[1], g.calc(enc.V128And, hit, g.right))
}

// countBoxes counts the quads that have pixels that pass: their bits come together at those of odd columns and rows.
func (g *packer) countBoxes() {
	for i := range g.sets {
		v := g.passing[i]
		v = g.calc(enc.V128Or, v, g.calc(enc.I32x4Add, v, v))
		v = g.calc(enc.V128Or, v, g.with(enc.I32x4Mul, v, 1<<setColumns))
		g.bits(g.counted, g.with(enc.V128And, v, 0xa0a0a0a0))
	}
}
