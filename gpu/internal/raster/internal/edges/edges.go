// Package edges tests triangles, given as three edges, against boxes of pixels.
//
//	a*x + b*y + c of an edge is not negative inside; over a box it is least and most at corners:
//	no edge's most is negative ─▶ Some   no edge's least is ─▶ All   else ─▶ None
//
// It must not know primitives, tiles or samples. Everything is a pure function of its arguments.
package edges

import "github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"

// What a triangle has in common with a box of pixels.
const (
	None = iota
	Some
	All
)

// Of is the edge from (px, py) to (qx, qy), in subpixels. The fill rule takes 1 away unless a > 0 or a = 0 and b > 0, which is the sign of -a*2^32 -
// b: both have less than 32 bits.
func Of(px, py, qx, qy int32) (a, b, c int64) {
	a, b = int64(py-qy), int64(qx-px)
	return a, b, -a*int64(px) - b*int64(py) - 1 + int64(uint64(-(a<<32)-b)>>63)
}

// Meet compares edges in subpixels with a box. The answers are safe, whatever the samples are; Some may be said too often.
func Meet(a, b, c *[3]int64, box corner.Box) int {
	const n = corner.Subpixels
	return meet(a, b, c, int64(box.X0)*n, int64(box.Y0)*n, int64(box.X1)*n, int64(box.Y1)*n)
}

// MeetCentres is Meet for the centres of the pixels of a box and edges in whole pixels from those on, and exact but for boxes that the triangle
// passes by at a corner.
func MeetCentres(a, b, c *[3]int64, box corner.Box) int {
	return meet(a, b, c, int64(box.X0), int64(box.Y0), int64(box.X1-1), int64(box.Y1-1))
}

func meet(a, b, c *[3]int64, x0, y0, x1, y1 int64) int {
	all := All
	for i := range c {
		a, b := a[i], b[i]
		if c[i]+max(a*x0, a*x1)+max(b*y0, b*y1) < 0 {
			return None
		}
		if c[i]+min(a*x0, a*x1)+min(b*y0, b*y1) < 0 {
			all = Some
		}
	}
	return all
}
