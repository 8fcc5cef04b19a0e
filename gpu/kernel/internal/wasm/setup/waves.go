package setup

import (
	"encoding/binary"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// waves writes the waves: the first pixels of all triangles, then the second ones, and so on. Where a pixel is one of several triangles, they take turns.
func (g *packer) waves() {
	g.All(0xffffffff)
	g.Set(g.turn)
	g.Get(g.twice)
	g.When(func() {
		g.Vec(0xffffffff, 0, 0, 0)
		g.Set(g.turn)
	})
	g.Open(enc.Loop, 0)
	left := g.calc(enc.V128And, g.pixels, g.turn)
	g.Get(left)
	g.Op(enc.V128AnyTrue)
	g.When(func() {
		g.Open(enc.Loop, 0)
		g.wave(left)
		g.Get(left)
		g.Op(enc.V128AnyTrue)
		g.Index(enc.BrIf, 0)
		g.End()
	})
	g.Get(g.pixels, g.turn)
	g.Op(enc.V128Andnot)
	g.Set(g.pixels)
	g.Get(g.turn) // one lane further: what comes in is 0
	g.Vec(0x10101010, 0x03020100, 0x07060504, 0x0b0a0908)
	g.Op(enc.I8x16Swizzle)
	g.Set(g.turn)
	g.Get(g.pixels)
	g.Op(enc.V128AnyTrue)
	g.Index(enc.BrIf, 0)
	g.End()
}

// wave writes the wave of the first pixels that are left, and takes them away.
func (g *packer) wave(left asm.Local) {
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
	g.Get(g.quads, none)
	g.Op(enc.I32x4Bitmask)
	g.I32(15)
	g.Op(enc.I32Xor)
	mask := g.Keep(enc.I32)
	g.Get(mask) // a bit for each pixel becomes a byte
	g.I32(1 | 1<<7 | 1<<14 | 1<<21)
	g.Op(enc.I32Mul)
	g.I32(0x01010101)
	g.Op(enc.I32And, enc.I64ExtendI32U)
	g.I64(32)
	g.Op(enc.I64Shl)
	g.Mem(enc.I64Store, 4*stage.QuadSample) // it is 0, and the coverage
	g.Get(g.quads, mask)
	g.Mem(enc.I32Store, 4*stage.QuadMask)
	g.Get(g.quads, g.record)
	g.Mem(enc.I32Store, 4*stage.QuadTriangle)
	for i, v := range [...]asm.Local{x, y} {
		g.Get(g.quads, v)
		g.Op(enc.F32x4ConvertI32x4S)
		g.All(0x3f000000)
		g.Op(enc.F32x4Add)
		g.Mem(enc.V128Store, uint32(4*(stage.QuadX+i*(stage.QuadY-stage.QuadX))))
	}
	g.Get(g.places, g.shift(enc.I32x4Shl, y, 16), x)
	g.Op(enc.V128Or)
	g.Get(none)
	g.Op(enc.V128Or)
	g.Mem(enc.V128Store, 0)
	g.Get(g.passed, none)
	g.Op(enc.V128Not, enc.I32x4Add)
	g.Set(g.passed)
	g.Get(left, left)
	g.All(0xffffffff)
	g.Op(enc.I32x4Add, enc.V128And)
	g.Set(left)
	g.raise(g.quads, 4*stage.QuadWords)
	g.raise(g.places, stage.MergeEntry)
}

// Pixels that pass are in one quad or in several, depending on whether the first of the four is at an even place. countFields has, for each set of them, how many
// quads they are in, in fields of a byte: bit 0 where both its x and its y are even; bits 1 and 2 for odd x; 3 and 4 for odd y; from 5 on where both are odd.
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

// quadUnit is the lowest bit of that place.
const quadUnit = 32

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
	look(countFields, g.pixels)
	look(countMasks, kind)
	g.Op(enc.V128And)
	look(countShifts, kind)
	g.Op(enc.I32x4Mul, enc.I32x4Sub)
	g.Set(g.counted)
}
