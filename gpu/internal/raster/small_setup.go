package raster

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/record"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// writeEdges writes the edges of a small triangle, and says whether it may cover any pixel of a box: where that has few pixels it looks at each.
func writeEdges(r []byte, u, v, w *vertex, seen *box, area int64) bool {
	if area < 0 {
		v, w = w, v
	}
	a0, b0, c0 := centreEdge(u, v)
	a1, b1, c1 := centreEdge(v, w)
	a2, b2, c2 := centreEdge(w, u)
	if seen.x1-seen.x0 <= 2 && seen.y1-seen.y0 <= 2 {
		x, y := seen.x0, seen.y0
		e0, e1, e2 := c0+a0*x+b0*y, c1+a1*x+b1*y, c2+a2*x+b2*y
		inside := ^(e0 | e1 | e2)
		if seen.x1-x == 2 {
			inside |= ^((e0 + a0) | (e1 + a1) | (e2 + a2))
		}
		if seen.y1-y == 2 {
			inside |= ^((e0 + b0) | (e1 + b1) | (e2 + b2))
			if seen.x1-x == 2 {
				inside |= ^((e0 + a0 + b0) | (e1 + a1 + b1) | (e2 + a2 + b2))
			}
		}
		if inside >= 0 {
			return false
		}
	}
	_ = r[stage.CoverBytes-1]
	binary.LittleEndian.PutUint64(r[4*stage.CoverA:], uint64(uint32(a0))|uint64(uint32(a1))<<32)
	binary.LittleEndian.PutUint64(r[4*stage.CoverA+8:], uint64(uint32(a2))|uint64(uint32(b0))<<32)
	binary.LittleEndian.PutUint64(r[4*stage.CoverB+4:], uint64(uint32(b1))|uint64(uint32(b2))<<32)
	binary.LittleEndian.PutUint64(r[4*stage.CoverC:], uint64(uint32(c0))|uint64(uint32(c1))<<32)
	binary.LittleEndian.PutUint32(r[4*stage.CoverC+8:], uint32(c2))
	return true
}

// centreEdge is the edge from p to q for centres of pixels, as shape.centres has it, in 32 bits: only sums of its parts fit.
func centreEdge(p, q *vertex) (a, b, c int32) {
	a, b = p.y-q.y, q.x-p.x
	long := int64(a)*int64(subpixels/2-p.x) + int64(b)*int64(subpixels/2-p.y) - 1 + int64(uint64(-(int64(a)<<32)-int64(b))>>63)
	return a, b, int32(long >> gpu.SubpixelBits)
}

// smallInputs is writeInputs for a triangle that was not clipped.
func (c *chunk) smallInputs(r []byte, src *source, g *gradients, inverse *[3]float64, x, y float64) {
	word := stage.TriangleInputs - stage.PlaneWords
	dx, dy := x-g.x, y-g.y
	x1, x2, y1, y2 := g.x1, g.x2, g.y1, g.y2
	i, j, k := 4*uint64(src.items[0]), 4*uint64(src.items[1]), 4*uint64(src.items[2])
	flat := inverse[0] == 1 && inverse[1] == 1 && inverse[2] == 1
	for n := range c.plan.pixel.Inputs {
		in := &c.plan.pixel.Inputs[n]
		plane := src.bytes[uint64(in.Plane)*uint64(src.pitch):]
		word += stage.PlaneWords
		if in.Mode == gpu.InterpolateNone {
			record.Word(r, word, 0)
			record.Word(r, word+1, 0)
			record.Word(r, word+2, binary.LittleEndian.Uint32(plane[i:]))
			continue
		}
		f0 := float64(math.Float32frombits(binary.LittleEndian.Uint32(plane[i:])))
		f1 := float64(math.Float32frombits(binary.LittleEndian.Uint32(plane[j:])))
		f2 := float64(math.Float32frombits(binary.LittleEndian.Uint32(plane[k:])))
		if in.Mode == gpu.InterpolateLinear && !flat {
			f0, f1, f2 = float64(f0*inverse[0]), float64(f1*inverse[1]), float64(f2*inverse[2])
		}
		d1, d2 := f1-f0, f2-f0
		a := float64(x1*d1) + float64(x2*d2)
		b := float64(y1*d1) + float64(y2*d2)
		to := (*[stage.TriangleStep * stage.PlaneWords]byte)(r[stage.TriangleStep*word:]) // record.Plane would be a call
		record.Word(to[:], 0, math.Float32bits(float32(a)))
		record.Word(to[:], 1, math.Float32bits(float32(b)))
		record.Word(to[:], 2, math.Float32bits(float32(f0+float64(a*dx)+float64(b*dy))))
	}
}

// sortSmall puts a small triangle into the bins of its tiles.
func (c *chunk) sortSmall(t small) {
	index := smallTriangle | uint32(len(c.smalls))
	c.smalls = append(c.smalls, t)
	x0, y0, x1, y1 := int32(t.x0)>>tileBits, int32(t.y0)>>tileBits, int32(t.x1-1)>>tileBits, int32(t.y1-1)>>tileBits
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			c.put(y*c.plan.tilesX+x, index)
		}
	}
}
