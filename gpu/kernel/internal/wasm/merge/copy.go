package merge

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// copy stores texels. Most quads count with all of their pixels, and need not read what was there.
func (g *gen) copy() {
	switch g.m.Bytes {
	case 4:
		g.Get(g.from)
		g.Mem(enc.V128Load, g.offset)
		g.words4(g.Keep(enc.V128))
	case 8:
		var planes [2]asm.Local
		for i := range planes {
			g.Get(g.from)
			g.Mem(enc.V128Load, g.offset+uint32(i)*g.m.Pitch)
			planes[i] = g.Keep(enc.V128)
		}
		g.rows8(planes)
	default:
		g.texels16()
	}
}

// whole says whether all bits of the first words of a texel are written.
func (g *gen) whole() bool {
	for _, w := range g.m.Mask[:g.m.Bytes/4] {
		if w != 0xffffffff {
			return false
		}
	}
	return true
}

// unlessWhole emits two ways: for quads all of whose bits are stored, and for others. Quads alone go the second way: those of small triangles are
// whole or not as it comes, and to guess it wrong costs more than what was there.
func (g *gen) unlessWhole(all, some func()) {
	if !g.whole() || g.alone {
		some()
		return
	}
	g.Get(g.cover)
	g.I32(everyPixel)
	g.Op(enc.I32And)
	g.I32(everyPixel)
	g.Op(enc.I32Eq)
	g.Open(enc.If, 0)
	all()
	g.Op(enc.Else)
	some()
	g.End()
}

// words4 stores texels of four bytes.
func (g *gen) words4(texels asm.Local) {
	g.unlessWhole(func() { g.storeWords(texels) }, func() {
		g.loadWords()
		g.chosen4(texels, g.Keep(enc.V128))
	})
}

// loadWords pushes the four texels of the quad.
func (g *gen) loadWords() { g.LoadRows(g.at, g.below, g.m.RowPitch) }

func (g *gen) storeWords(texels asm.Local) { g.StoreRows(g.at, g.below, g.m.RowPitch, texels) }

// chosen4 stores the bits of texels that count, and the old ones.
func (g *gen) chosen4(texels, old asm.Local) {
	g.Get(texels, old)
	g.lanes()
	g.masked(g.m.Mask[0], g.m.Mask[0])
	g.Op(enc.V128Bitselect)
	g.storeWords(g.Keep(enc.V128))
}

// masked takes the bits that are not written out of the vector on the stack: even are those of words 0 and 2, odd the others.
func (g *gen) masked(even, odd uint32) {
	if even&odd != 0xffffffff {
		g.Vec(even, odd, even, odd)
		g.Op(enc.V128And)
	}
}

// rows8 stores texels of eight bytes: planes are their even and their odd words.
func (g *gen) rows8(planes [2]asm.Local) {
	store := func(i int, before func()) {
		at, offset := g.row(i)
		g.Get(at, planes[0], planes[1])
		g.words(2*i, 4+2*i, 2*i+1, 5+2*i)
		before()
		g.Mem(enc.V128Store, offset)
	}
	g.unlessWhole(func() {
		store(0, func() {})
		store(1, func() {})
	}, func() {
		for i := range 2 {
			left := uint32(2 * i)
			store(i, func() {
				g.loadRow(i)
				g.pixels(left, left, left+1, left+1)
				g.masked(g.m.Mask[0], g.m.Mask[1])
				g.Op(enc.V128Bitselect)
			})
		}
	})
}

// words replaces the two vectors on the stack by words of them: 0 to 3 are those of the lower one.
func (g *gen) words(w ...int) {
	in := enc.Instr{Op: enc.I8x16Shuffle}
	for i := range in.V {
		in.V[i] = byte(4*w[i/4] + i%4)
	}
	g.F.Body = append(g.F.Body, in)
}

// texels16 stores texels of sixteen bytes: the planes, turned round.
//
//	0 1 2 3                  0 a A .
//	a b c d   pairs of two   1 b B .
//	A B C D                  …
func (g *gen) texels16() {
	var planes, half [4]asm.Local
	for i := range planes {
		g.Get(g.from)
		g.Mem(enc.V128Load, g.offset+uint32(i)*g.m.Pitch)
		planes[i] = g.Keep(enc.V128)
	}
	for i := range half { // planes 0 and 1 of pixels 0 and 1; of 2 and 3; planes 2 and 3 of 0 and 1; of 2 and 3
		g.Get(planes[i&2], planes[i&2+1])
		g.words(2*(i&1), 4+2*(i&1), 2*(i&1)+1, 5+2*(i&1))
		half[i] = g.Keep(enc.V128)
	}
	for pixel := range 4 {
		at, offset := g.row(pixel >> 1)
		first := 2 * (pixel & 1)
		offset += uint32(8 * first)
		g.Get(g.cover)
		g.I32(1 << (8 * pixel))
		g.Op(enc.I32And)
		g.When(func() {
			g.Get(at, half[pixel>>1], half[pixel>>1+2])
			g.words(first, first+1, first+4, first+5)
			if !g.whole() {
				g.Get(at)
				g.Mem(enc.V128Load, offset)
				g.Vec(g.m.Mask[0], g.m.Mask[1], g.m.Mask[2], g.m.Mask[3])
				g.Op(enc.V128Bitselect)
			}
			g.Mem(enc.V128Store, offset)
		})
	}
}
