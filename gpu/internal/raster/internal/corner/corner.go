// Package corner has what the rasterizer knows of a primitive's vertices: their positions in the viewport, the planes through the values at three of
// them, and the pixels around them.
//
//	planes of shaded vertices ─▶ Vertex ─▶ Gradients ─▶ a*x + b*y + c of any value
//
// It must not know states or targets. Everything but the methods of Points is a pure function of its arguments.
package corner

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Subpixels is the number of positions in a pixel, along each axis.
const Subpixels = 1 << gpu.SubpixelBits

// Vertex is a shaded vertex in its viewport.
type Vertex struct {
	X, Y    int32   // subpixels
	Z       float64 // depth, after the viewport transform
	Inverse float64 // 1/w
	Flags   uint32
}

// Points are vertices in their viewport as programs see them (package stage).
type Points struct {
	Bytes []byte
	Step  uint32 // bytes from one to the next
}

// Put writes an item.
func (s Points) Put(item uint32, v *Vertex) {
	p := (*[stage.PointBytes]byte)(s.Bytes[uint64(s.Step)*uint64(item):])
	binary.LittleEndian.PutUint64(p[4*stage.PointZ:], math.Float64bits(v.Z))
	binary.LittleEndian.PutUint64(p[4*stage.PointInverse:], math.Float64bits(v.Inverse))
	binary.LittleEndian.PutUint64(p[4*stage.PointX:], uint64(uint32(v.X))|uint64(uint32(v.Y))<<32)
	sort := uint32(v.X)
	if v.Flags != 0 {
		sort = stage.PointFar
	}
	binary.LittleEndian.PutUint64(p[4*stage.PointFlags:], uint64(v.Flags)|uint64(sort)<<32)
}

// Flag sets flags of an item.
func (s Points) Flag(item, flags uint32) {
	if flags == 0 {
		return
	}
	p := s.Bytes[uint64(s.Step)*uint64(item)+4*stage.PointFlags:]
	binary.LittleEndian.PutUint64(p, uint64(binary.LittleEndian.Uint32(p)|flags)|stage.PointFar<<32)
}

// At reads an item.
func (s Points) At(item uint32) (v Vertex) {
	p := (*[stage.PointBytes]byte)(s.Bytes[uint64(s.Step)*uint64(item):])
	v.Z = math.Float64frombits(binary.LittleEndian.Uint64(p[4*stage.PointZ:]))
	v.Inverse = math.Float64frombits(binary.LittleEndian.Uint64(p[4*stage.PointInverse:]))
	at := binary.LittleEndian.Uint64(p[4*stage.PointX:])
	v.X, v.Y = int32(uint32(at)), int32(at>>32)
	v.Flags = binary.LittleEndian.Uint32(p[4*stage.PointFlags:])
	return v
}

// DoubleArea is twice the area of a triangle in subpixels², positive if it is clockwise on the screen.
func DoubleArea(u, v, w *Vertex) int64 {
	return int64(v.X-u.X)*int64(w.Y-u.Y) - int64(w.X-u.X)*int64(v.Y-u.Y)
}

// Planes reads components of shaded vertices.
type Planes struct {
	Bytes []byte
	Pitch uint32 // bytes from one plane to the next
}

// Word is a component of an item.
func (p Planes) Word(plane, item uint32) uint32 {
	return binary.LittleEndian.Uint32(p.Bytes[uint64(plane)*uint64(p.Pitch)+4*uint64(item):])
}

// Items are the words of items from one to another one, in order.
func (p Planes) Items(plane, from, end uint32) []byte {
	at := uint64(plane) * uint64(p.Pitch)
	return p.Bytes[at+4*uint64(from) : at+4*uint64(end)]
}

// Position is the position of an item, before the division by w.
func (p Planes) Position(item uint32) (x, y, z, w float32) {
	return math.Float32frombits(p.Word(0, item)), math.Float32frombits(p.Word(1, item)),
		math.Float32frombits(p.Word(2, item)), math.Float32frombits(p.Word(3, item))
}

// Gradients are the derivatives of what has the values f0, f1, f2 at the corners: df/dx = X1*(f1-f0) + X2*(f2-f0), df/dy likewise. (X, Y) is the
// first corner, in pixels.
type Gradients struct {
	X1, X2, Y1, Y2 float64
	X, Y           float64
}

// Pixels converts subpixels.
func Pixels(subpixel int32) float64 { return float64(float64(subpixel) / Subpixels) }

// GradientsOf needs corners that are not on a line.
func GradientsOf(u, v, w *Vertex) Gradients {
	x1, y1 := Pixels(v.X-u.X), Pixels(v.Y-u.Y)
	x2, y2 := Pixels(w.X-u.X), Pixels(w.Y-u.Y)
	inverse := 1 / (float64(x1*y2) - float64(x2*y1)) // the difference is exact: products have 50 bits
	return Gradients{y2 * inverse, -y1 * inverse, -x2 * inverse, x1 * inverse, Pixels(u.X), Pixels(u.Y)}
}

// Plane gives the coefficients of f around (x, y).
func (g *Gradients) Plane(f0, f1, f2, x, y float64) (a, b, c float64) {
	d1, d2 := f1-f0, f2-f0
	a = float64(g.X1*d1) + float64(g.X2*d2)
	b = float64(g.Y1*d1) + float64(g.Y2*d2)
	return a, b, f0 + float64(a*(x-g.X)) + float64(b*(y-g.Y))
}

// Box is a half-open rectangle of pixels.
type Box struct{ X0, Y0, X1, Y1 int32 }

// BoxOf is the box from (x0, y0) to (x1, y1).
func BoxOf(x0, y0, x1, y1 int32) Box { return Box{x0, y0, x1, y1} }

// Empty says whether there are no pixels in it.
func (b Box) Empty() bool { return b.X0 >= b.X1 || b.Y0 >= b.Y1 }

// And is what two boxes share.
func (b Box) And(c Box) Box {
	return Box{max(b.X0, c.X0), max(b.Y0, c.Y0), min(b.X1, c.X1), min(b.Y1, c.Y1)}
}

// Middle is the centre of the pixel in the middle: the origin of the planes of a triangle whose bounds in the viewport the box is.
func (b Box) Middle() (x, y float64) {
	return float64((b.X0+b.X1)>>1) + 0.5, float64((b.Y0+b.Y1)>>1) + 0.5
}

// Extent is the range of pixels with a centre between two subpixel positions.
func Extent(low, high int32) (from, to int32) {
	return (low + Subpixels/2 - 1) >> gpu.SubpixelBits, (high + Subpixels/2) >> gpu.SubpixelBits
}

// Mixed gives values at clipped corners.
func Mixed(mix *[3][3]float64, f *[3]float64) (g [3]float64) {
	for k := range g {
		for i, weight := range mix[k] {
			if weight != 0 { // what has no weight may be NaN
				g[k] += float64(weight * f[i])
			}
		}
	}
	return g
}
