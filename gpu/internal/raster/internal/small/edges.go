package small

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// writeEdges writes the edges of a small triangle as they are from a place on, and says whether it may cover any pixel of a box: where that has few
// pixels it looks at each.
func writeEdges(list []byte, u, v, w *corner.Vertex, seen *corner.Box, left, top int32) bool {
	if corner.DoubleArea(u, v, w) < 0 {
		v, w = w, v
	}
	a0, b0, c0 := centreEdge(u, v)
	a1, b1, c1 := centreEdge(v, w)
	a2, b2, c2 := centreEdge(w, u)
	if seen.X1-seen.X0 <= 2 && seen.Y1-seen.Y0 <= 2 {
		x, y := seen.X0, seen.Y0
		e0, e1, e2 := c0+a0*x+b0*y, c1+a1*x+b1*y, c2+a2*x+b2*y
		inside := ^(e0 | e1 | e2)
		if seen.X1-x == 2 {
			inside |= ^((e0 + a0) | (e1 + a1) | (e2 + a2))
		}
		if seen.Y1-y == 2 {
			inside |= ^((e0 + b0) | (e1 + b1) | (e2 + b2))
			if seen.X1-x == 2 {
				inside |= ^((e0 + a0 + b0) | (e1 + a1 + b1) | (e2 + a2 + b2))
			}
		}
		if inside >= 0 {
			return false
		}
	}
	c0, c1, c2 = c0+a0*left+b0*top, c1+a1*left+b1*top, c2+a2*left+b2*top
	for i, word := range [...]int32{a0, a1, a2, b0, b1, b2, c0, c1, c2} {
		binary.LittleEndian.PutUint32(list[stage.CoverPitch*(stage.CoverA+i):], uint32(word))
	}
	return true
}

// centreEdge is the edge from p to q for centres of pixels, in 32 bits: only sums of its parts fit. The fill rule takes 1 away unless the edge is a
// top or a left one.
func centreEdge(p, q *corner.Vertex) (a, b, c int32) {
	const half = corner.Subpixels / 2
	a, b = p.Y-q.Y, q.X-p.X
	long := int64(a)*int64(half-p.X) + int64(b)*int64(half-p.Y) - 1 + int64(uint64(-(int64(a)<<32)-int64(b))>>63)
	return a, b, int32(long >> gpu.SubpixelBits)
}
