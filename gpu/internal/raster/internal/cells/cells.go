// Package cells finds the quads that a small triangle, or the border of a large one, covers, and tests their depths, in passes over a list, without a
// call per quad.
//
//	edges ─▶ Cover ─▶ cells ─▶ Nearest ─▶ cells that pass
//
// It must not know states, targets or programs: it sees numbers and bytes. Its functions have no effects beyond the memory they are given.
package cells

import (
	"encoding/binary"
	"math"
)

// Cell is a quad of one sample: its place in pixels, and those of its pixels that count, by bit.
type Cell struct {
	X, Y int16
	Mask uint32
}

// Room is enough for the quads of a box of 16 by 16 pixels that begins anywhere, and a power of two.
const Room = 128

// Box is a half-open rectangle of pixels.
type Box struct{ X0, Y0, X1, Y1 int32 }

// Quad is the set of pixels of the quad at (x, y), of which the box has at least one, that are in the box.
func (b *Box) Quad(x, y int32) uint32 {
	mask := uint32(15)
	if x < b.X0 {
		mask &= 10
	}
	if x+1 >= b.X1 {
		mask &= 5
	}
	if y < b.Y0 {
		mask &= 12
	}
	if y+1 >= b.Y1 {
		mask &= 3
	}
	return mask
}

// Cut takes the pixels outside a box away, and cells without any that are left. The box has a pixel of each, as Cover finds them.
func (b *Box) Cut(cells []Cell) []Cell {
	n := 0
	for _, c := range cells {
		if c.Mask &= b.Quad(int32(c.X), int32(c.Y)); c.Mask != 0 {
			cells[n] = c
			n++
		}
	}
	return cells[:n]
}

// Cover lists the quads of a box of up to 16 by 16 pixels that a triangle covers pixels of: those in which a*x + b*y + e is not negative for its
// three edges. It gives their number. Quads at the border of the box are taken as a whole.
func Cover(a, b, e *[3]int64, box *Box, cells *[Room]Cell) (n int) {
	a0, a1, a2 := a[0], a[1], a[2]
	b0, b1, b2 := b[0], b[1], b[2]
	x0, y0 := box.X0&^1, box.Y0&^1
	r0 := e[0] + a0*int64(x0) + b0*int64(y0)
	r1 := e[1] + a1*int64(x0) + b1*int64(y0)
	r2 := e[2] + a2*int64(x0) + b2*int64(y0)
	for y := y0; y < box.Y1; y += 2 {
		e0, e1, e2 := r0, r1, r2
		f0, f1, f2 := r0+b0, r1+b1, r2+b2
		for x := x0; x < box.X1; x += 2 {
			out := uint64(e0|e1|e2)>>63 | uint64(f0|f1|f2)>>63<<2
			e0, e1, e2, f0, f1, f2 = e0+a0, e1+a1, e2+a2, f0+a0, f1+a1, f2+a2
			out |= uint64(e0|e1|e2)>>63<<1 | uint64(f0|f1|f2)>>63<<3
			e0, e1, e2, f0, f1, f2 = e0+a0, e1+a1, e2+a2, f0+a0, f1+a1, f2+a2
			c := &cells[n&(Room-1)]
			c.X, c.Y, c.Mask = int16(x), int16(y), uint32(out)^15
			n += int((out+1)>>4 ^ 1) // 15 means that nothing is covered
		}
		r0, r1, r2 = r0+2*b0, r1+2*b1, r2+2*b2
	}
	return n
}

// Depth is the depth of a triangle: A*x + (B*y + C) at (x, y) in pixels, rounded to float32.
type Depth struct{ A, B, C float64 }

// Nearest tests cells for being nearer than the depths of a surface (or as near, unless strict), writes the depths that pass, and gives how many
// cells are left, and how many pixels were tested and written. All pixels of the cells must exist.
func (d Depth) Nearest(cells []Cell, surface []byte, pitch uint64, strict bool) (n int, tested, written uint64) {
	for _, c := range cells {
		px, py := float64(c.X)+0.5, float64(c.Y)+0.5
		left, right := float64(d.A*px), float64(d.A*(px+1))
		up, down := float64(d.B*py)+d.C, float64(d.B*(py+1))+d.C
		z0, z1, z2, z3 := float32(left+up), float32(right+up), float32(left+down), float32(right+down)
		at := uint64(c.Y)*pitch + 4*uint64(c.X)
		top, bottom := surface[at:at+8], surface[at+pitch:][:8]
		a, b := binary.LittleEndian.Uint64(top), binary.LittleEndian.Uint64(bottom)
		s0, s1 := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(a>>32))
		s2, s3 := math.Float32frombits(uint32(b)), math.Float32frombits(uint32(b>>32))
		pass := c.Mask
		switch {
		case strict:
			pass &= bit(z0 < s0) | bit(z1 < s1)<<1 | bit(z2 < s2)<<2 | bit(z3 < s3)<<3
		case z0 <= s0 && z1 <= s1 && z2 <= s2 && z3 <= s3: // most: what is not covered has the depth of a neighbour
		default:
			pass &= bit(z0 <= s0) | bit(z1 <= s1)<<1 | bit(z2 <= s2)<<2 | bit(z3 <= s3)<<3
		}
		tested += uint64(Lanes[c.Mask&15])
		if pass == 0 {
			continue
		}
		mt, mb := Pairs[pass&3], Pairs[pass>>2&3]
		zt := uint64(math.Float32bits(z0)) | uint64(math.Float32bits(z1))<<32
		zb := uint64(math.Float32bits(z2)) | uint64(math.Float32bits(z3))<<32
		binary.LittleEndian.PutUint64(top, a^(a^zt)&mt)
		binary.LittleEndian.PutUint64(bottom, b^(b^zb)&mb)
		written += uint64(Lanes[pass&15])
		cells[n].X, cells[n].Y, cells[n].Mask = c.X, c.Y, pass
		n++
	}
	return n, tested, written
}

// Row tests whole quads from x to end at y until one is not nearer than all the depths that are there, and gives how many are; it writes their depths
// if it is to.
func (d Depth) Row(x, y, end int32, surface []byte, pitch uint64, write bool) int32 {
	at := float64(x) + 0.5
	up, down := float64(d.B*(float64(y)+0.5))+d.C, float64(d.B*(float64(y)+1.5))+d.C
	first := uint64(y)*pitch + 4*uint64(x)
	top := surface[first:][:4*(end-x)]
	bottom := surface[first+pitch:][:4*(end-x)]
	whole := int32(len(top) / 8)
	for len(top) >= 8 && len(bottom) >= 8 {
		left, right := float64(d.A*at), float64(d.A*(at+1))
		z0, z1, z2, z3 := float32(left+up), float32(right+up), float32(left+down), float32(right+down)
		a, b := binary.LittleEndian.Uint64(top), binary.LittleEndian.Uint64(bottom)
		if !(z0 < math.Float32frombits(uint32(a)) && z1 < math.Float32frombits(uint32(a>>32)) &&
			z2 < math.Float32frombits(uint32(b)) && z3 < math.Float32frombits(uint32(b>>32))) {
			break
		}
		if write {
			binary.LittleEndian.PutUint64(top, uint64(math.Float32bits(z0))|uint64(math.Float32bits(z1))<<32)
			binary.LittleEndian.PutUint64(bottom, uint64(math.Float32bits(z2))|uint64(math.Float32bits(z3))<<32)
		}
		top, bottom, at = top[8:], bottom[8:], at+2
	}
	return whole - int32(len(top)/8)
}

// Spread gives a bit of a set of pixels of a quad its byte: sample 0 of each.
var Spread = func() (t [16]uint32) {
	for i := range t {
		for lane := range 4 {
			t[i] |= uint32(i>>lane&1) << (8 * lane)
		}
	}
	return t
}()

// Gather is the set of pixels of a quad with any sample, of which each pixel has a byte.
func Gather(cover uint32) (mask uint32) {
	for lane := range 4 {
		if cover>>(8*lane)&0xff != 0 {
			mask |= 1 << lane
		}
	}
	return mask
}

// Lanes is the size of a set of pixels of a quad.
var Lanes = [16]uint8{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4}

// Pairs are the bits of two words by a set of them.
var Pairs = [4]uint64{0, 0xffffffff, 0xffffffff << 32, math.MaxUint64}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
