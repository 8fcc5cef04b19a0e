package setup

import (
	"encoding/binary"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// waves writes the waves: the first pixels of all triangles, then the second ones, and so on. Where a pixel is one of several triangles, they take
// turns.
func (g *packer) waves() {
	g.mark(stage.MarkCovered, g.pixels)
	for i := range g.sets {
		g.All(0)
		g.Set(g.passing[i])
	}
	g.All(0xffffffff)
	g.Set(g.turn)
	g.Get(g.twice)
	g.When(func() {
		g.Vec(0xffffffff, 0, 0, 0)
		g.Set(g.turn)
	})
	g.Open(enc.Block, 0)
	g.Open(enc.Loop, 0)
	g.begin()
	g.some(g.rest)
	g.When(func() {
		g.Open(enc.Loop, 0)
		if g.boxes {
			g.boxWave()
		} else {
			g.wave()
		}
		g.some(g.rest)
		g.Index(enc.BrIf, 0)
		g.End()
	})
	g.Get(g.twice)
	g.Op(enc.I32Eqz)
	g.Index(enc.BrIf, 1)
	for i := range g.sets {
		g.Get(g.pixels[i], g.turn)
		g.Op(enc.V128Andnot)
		g.Set(g.pixels[i])
	}
	g.Get(g.turn) // one lane further: what comes in is 0
	g.Vec(0x10101010, 0x03020100, 0x07060504, 0x0b0a0908)
	g.Op(enc.I8x16Swizzle)
	g.Set(g.turn)
	g.some(g.pixels)
	g.Index(enc.BrIf, 0)
	g.End()
	g.End()
	for i := range g.sets {
		g.bits(g.passed, g.passing[i])
	}
	g.mark(stage.MarkCovered+16*uint32(g.sets), g.passing)
	g.marked()
}

// mark writes the sets of pixels at an offset of the marks.
func (g *packer) mark(offset uint32, sets [2]asm.Local) {
	for i := range g.sets {
		if g.cover.Cells {
			g.Get(g.marks, sets[i])
			g.Mem(enc.V128Store, offset+16*uint32(i))
		}
	}
}

// marked writes the corners of the triangles at hand, and goes on to the next ones.
func (g *packer) marked() {
	if !g.cover.Cells {
		return
	}
	g.Get(g.marks, g.with(enc.I32x4Mul, g.top, 1<<16), g.left)
	g.Op(enc.V128Or)
	g.Mem(enc.V128Store, stage.MarkCorner)
	g.Add(g.marks, stage.MarkCovered+32*uint32(g.sets))
}

// begin takes the pixels of the triangles whose turn it is.
func (g *packer) begin() {
	for i := range g.sets {
		g.Get(g.pixels[i], g.turn)
		g.Op(enc.V128And)
		g.Set(g.rest[i])
	}
	if g.boxes {
		g.Get(g.with(enc.I32x4Mul, g.top, 1<<16), g.left)
		g.Op(enc.V128Or)
		g.Set(g.corner)
		g.All(0)
		g.Set(g.right)
	}
}

// some pushes whether one of the sets has pixels.
func (g *packer) some(sets [2]asm.Local) {
	g.Get(sets[0])
	if g.boxes {
		g.Get(sets[1])
		g.Op(enc.V128Or)
	}
	g.Op(enc.V128AnyTrue)
}

// wave does the first pixels that are left, and takes them away. If none of them passes, the next wave is written in its place.
func (g *packer) wave() {
	left := g.rest[0]
	none := g.with(enc.I32x4Eq, left, 0)
	place := func(table [4]uint32, corner asm.Local) asm.Local { // by the pixels that are left: where the first of them is
		g.Vec(table[0], table[1], table[2], table[3])
		g.Get(left)
		g.Op(enc.I8x16Swizzle)
		g.Get(corner)
		g.Op(enc.I32x4Add)
		return g.keep()
	}
	x := place([4]uint32{0x00010000, 0x00010000, 0x00010001, 0x00010000}, g.left)
	y := place([4]uint32{0x00000000, 0x00000001, 0x00000001, 0x00000001}, g.top)
	g.Get(left, left)
	g.All(0xffffffff)
	g.Op(enc.I32x4Add, enc.V128And)
	rest := g.keep()
	first := g.calc(enc.V128Xor, left, rest)
	g.Get(rest)
	g.Set(left)
	passes := g.pixel(none, x, y, g.calc(enc.V128Or, g.with(enc.I32x4Mul, y, 1<<16), x))
	g.Get(g.passing[0], first, passes)
	g.Op(enc.V128And, enc.V128Or)
	g.Set(g.passing[0])
}

// pixel does a pixel of each triangle but of those that have none, and gives ones for those that pass.
func (g *packer) pixel(none, x, y, place asm.Local) (passes asm.Local) {
	xs, ys := g.centre(x), g.centre(y)
	if g.cover.Test {
		passes = g.test(none, place, xs, ys)
	} else {
		g.Get(none)
		g.Op(enc.V128Not)
		passes = g.keep()
	}
	g.emit(passes, place, xs, ys)
	return passes
}

// emit writes the records of a wave.
func (g *packer) emit(passes, place, xs, ys asm.Local) {
	g.Get(g.quads, g.record)
	g.Mem(enc.I32Store, 4*stage.QuadTriangle)
	g.Get(g.quads, xs)
	g.Mem(enc.V128Store, 4*stage.QuadX)
	g.Get(g.quads, ys)
	g.Mem(enc.V128Store, 4*stage.QuadY)
	g.Get(g.places, place, passes)
	g.Op(enc.V128Not, enc.V128Or)
	g.Mem(enc.V128Store, 0)
	if !g.cover.Test {
		g.Add(g.quads, 4*stage.QuadWords)
		g.Add(g.places, stage.MergeEntry)
		return
	}
	g.Get(passes)
	g.Op(enc.V128AnyTrue)
	some := g.Keep(enc.I32)
	g.AddTimes(g.quads, some, 4*stage.QuadWords)
	g.AddTimes(g.places, some, stage.MergeEntry)
}

// test does the depth tests of a wave, and gives ones for the pixels that pass, which are not among those of none.
func (g *packer) test(none, place, xs, ys asm.Local) asm.Local {
	for half := range halves {
		plane := g.depths[half]
		double := func(v asm.Local) {
			g.Get(v)
			if half > 0 {
				g.Get(v)
				g.Lane(enc.F64x2ExtractLane, 1)
				g.Lane(enc.F64x2ReplaceLane, 0)
			}
			g.Op(enc.F64x2PromoteLowF32x4)
		}
		double(ys)
		g.Get(plane[1])
		g.Op(enc.F64x2Mul)
		g.Get(plane[2])
		g.Op(enc.F64x2Add)
		double(xs)
		g.Get(plane[0])
		g.Op(enc.F64x2Mul, enc.F64x2Add, enc.F32x4DemoteF64x2Zero)
	}
	g.Lane(enc.F64x2ExtractLane, 0)
	g.Lane(enc.F64x2ReplaceLane, 1)
	z := g.keep()
	at := g.addresses(none, place)
	g.four(at, 0)
	stored := g.keep()
	switch op := comparisons[g.cover.Compare]; {
	case g.cover.Compare == gpu.CompareAlways:
		g.All(0xffffffff)
	case op == 0:
		g.All(0)
	default:
		g.Get(z, stored)
		g.Op(op)
	}
	g.Get(none)
	g.Op(enc.V128Andnot)
	passes := g.keep()
	if !g.cover.Write {
		return passes
	}
	g.Get(z, stored, passes)
	g.Op(enc.V128Bitselect)
	z = g.keep()
	for lane := range lanes {
		g.maker.word(at[lane], 0, z, lane)
	}
	return passes
}

// addresses gives those of the depths of a wave's pixels. A lane without one has a depth that nobody reads: any other would be a neighbour's.
func (g *packer) addresses(none, place asm.Local) (at [lanes]asm.Local) {
	g.Get(g.nowhere)
	switch p := g.cover.Pitch; {
	case p > 0 && p < 1<<15: // places have halves of a word
		g.Get(place)
		g.All(4 | p<<16)
		g.Op(enc.I32x4DotI16x8S)
	default:
		g.Get(g.shift(enc.I32x4ShrU, place, 16))
		if p > 0 {
			g.All(p)
		} else {
			g.Get(g.Param(packPitch))
			g.Op(enc.I32x4Splat)
		}
		g.Op(enc.I32x4Mul)
		g.Get(g.with(enc.I32x4Mul, g.with(enc.V128And, place, 0xffff), 4))
		g.Op(enc.I32x4Add)
	}
	g.Get(g.depth)
	g.Op(enc.I32x4Add)
	g.Get(none)
	g.Op(enc.V128Bitselect)
	all := g.keep()
	for lane := range at {
		g.Get(all)
		g.Lane(enc.I32x4ExtractLane, lane)
		at[lane] = g.Keep(enc.I32)
	}
	return at
}

// comparisons of a new depth with a stored one. One that is not a number is unequal to all.
var comparisons = map[gpu.ComparisonFunc]enc.Op{gpu.CompareLess: enc.F32x4Lt, gpu.CompareEqual: enc.F32x4Eq, gpu.CompareLessEqual: enc.F32x4Le,
	gpu.CompareGreater: enc.F32x4Gt, gpu.CompareNotEqual: enc.F32x4Ne, gpu.CompareGreaterEqual: enc.F32x4Ge}

// Pixels that pass are in one quad or in several, depending on whether the first of the four is at an even place. countFields has, for each set of
// them, how many quads they are in, in fields of a byte: bit 0 where both its x and its y are even; bits 1 and 2 for odd x; 3 and 4 for odd y; from 5
// on where both are odd.
var (
	countFields = func() (list [16]byte) {
		for set := 1; set < 16; set++ {
			several := func(a, b int) byte {
				if set&a != 0 && set&b != 0 {
					return 2
				}
				return 1
			}
			list[set] = 1 | several(5, 10)<<1 | several(3, 12)<<3 | byte(bits.OnesCount(uint(set)))<<5
		}
		return list
	}()
	countMasks  = [16]byte{4: 1, 6, 24, 224} // of the fields; entry 0 is what the other bytes of a word take
	countShifts = [16]byte{4: 32, 16, 4, 1}  // what brings all of them to the same place
)

// count counts the quads that have pixels that pass.
func (g *packer) count() {
	odd := func(v asm.Local) asm.Local { return g.with(enc.V128And, v, 1) }
	kind := g.with(enc.V128Or, g.calc(enc.V128Or, odd(g.left), g.shift(enc.I32x4Shl, odd(g.top), 1)), 4)
	look := func(table [16]byte, by asm.Local) {
		word := func(i int) uint32 { return binary.LittleEndian.Uint32(table[4*i:]) }
		g.Vec(word(0), word(1), word(2), word(3))
		g.Get(by)
		g.Op(enc.I8x16Swizzle)
	}
	g.Get(g.counted)
	look(countFields, g.passing[0])
	look(countMasks, kind)
	g.Op(enc.V128And)
	look(countShifts, kind)
	g.Op(enc.I32x4Mul, enc.I32x4Sub)
	g.Set(g.counted)
}
