// Package line finds the pixels of single-sampled lines, by the diamond exit rule (D3D11.3 functional specification, 3.4.4).
//
// It must not know primitives, targets or tiles.
package line

import "github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"

const subpixels = corner.Subpixels // in a pixel

// Point is a place in subpixels.
type Point struct{ X, Y int32 }

// Line is a line from a point to another one, which are not the same.
type Line struct{ From, To Point }

// diamond says whether a point (in subpixels) belongs to the diamond around the centre of a pixel: |dx| + |dy| < 1/2, and of its border the lower
// edges with the lower corner, for lines along y the right corner too (D3D11.3 3.4.4).
func diamond(p Point, px, py int32, alongY bool) bool {
	dx, dy := p.X-(px*subpixels+subpixels/2), p.Y-(py*subpixels+subpixels/2)
	switch sum := max(dx, -dx) + max(dy, -dy); {
	case sum < subpixels/2:
		return true
	case sum > subpixels/2:
		return false
	}
	return dy > 0 || alongY && dy == 0 && dx > 0
}

// Walk calls draw for the pixels of a line in the box, along its longer axis.
func (l *Line) Walk(b corner.Box, draw func(x, y int32)) {
	from, to := l.From, l.To
	alongY := max(to.Y-from.Y, from.Y-to.Y) > max(to.X-from.X, from.X-to.X)
	first, end := b.X0, b.X1
	if alongY {
		first, end = b.Y0, b.Y1
	}
	for k := first; k < end; k++ {
		x, y := k, k
		if alongY {
			x = crossAt(from.Y, from.X, to.Y, to.X, k)
		} else {
			y = crossAt(from.X, from.Y, to.X, to.Y, k)
		}
		if x >= b.X0 && x < b.X1 && y >= b.Y0 && y < b.Y1 && l.exits(x, y, alongY) {
			draw(x, y)
		}
	}
}

// crossAt is the pixel in which a line crosses the middle of column k; a crossing between two pixels belongs to the first one. (x, y) are along and
// across the line here.
func crossAt(x0, y0, x1, y1, k int32) int32 {
	dx, dy := int64(x1)-int64(x0), int64(y1)-int64(y0)
	if dx < 0 {
		dx, dy = -dx, -dy
	}
	at := int64(k)*subpixels + subpixels/2 - int64(x0)
	// y = y0 + at*dy/dx in subpixels; the pixel is ceil(y/256) - 1.
	n, d := int64(y0)*dx+at*dy, dx*subpixels
	return int32(-floorDiv(-n, d)) - 1
}

func floorDiv(n, d int64) int64 {
	q := n / d
	if n%d < 0 {
		q--
	}
	return q
}

// exits says whether a line, at pixel (x, y) in the middle of its column, leaves the diamond of that pixel.
func (l *Line) exits(x, y int32, alongY bool) bool {
	if diamond(l.To, x, y, alongY) {
		return false
	}
	middle, from, to := x*subpixels+subpixels/2, l.From.X, l.To.X
	if alongY {
		middle, from, to = y*subpixels+subpixels/2, l.From.Y, l.To.Y
	}
	if to < from {
		middle, from, to = -middle, -from, -to
	}
	switch {
	case to < middle:
		return false
	case from <= middle:
		return true
	}
	return diamond(l.From, x, y, alongY)
}
