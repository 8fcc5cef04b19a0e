package raster

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/edges"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/line"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/record"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/small"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// shape is a primitive (or a part of a clipped one) that is ready for tiles.
type shape struct {
	bounds box // pixels that may be covered, cut by viewport, scissor and targets
	line   bool
	front  bool
	area   *area
	record uint32 // address of the triangle's record
	// The edges of a triangle: a*x + b*y + c is not negative inside, at (x, y) in subpixels. The fill rule is included in c.
	a, b, c [3]int64
	ends    line.Line // of a line
	// The depth at (x, y) in pixels is za*x + zb*y + zc. Within tells that it needs no clamping to the viewport's range.
	za, zb, zc float64
	within     bool
}

// triangleGradients needs corners that are not on a line.
func triangleGradients(v *[3]vertex) gradients { return corner.GradientsOf(&v[0], &v[1], &v[2]) }

// setEdges makes the edges of a triangle of positive area. A pixel on an edge is inside where the edge is a top or a left one.
func (s *shape) setEdges(v0, v1, v2 position) {
	s.a[0], s.b[0], s.c[0] = edges.Of(v0.X, v0.Y, v1.X, v1.Y)
	s.a[1], s.b[1], s.c[1] = edges.Of(v1.X, v1.Y, v2.X, v2.Y)
	s.a[2], s.b[2], s.c[2] = edges.Of(v2.X, v2.Y, v0.X, v0.Y)
}

// extent is the range of pixels with a sample between two subpixel positions. With one sample that is a centre.
func (p *plan) extent(low, high int32) (from, to int32) {
	if p.samples == 1 {
		return corner.Extent(low, high)
	}
	return low >> gpu.SubpixelBits, (high + subpixels - 1) >> gpu.SubpixelBits
}

func (p *plan) triangleBounds(u, v, w *vertex) (b box) {
	b.X0, b.X1 = p.extent(min(u.X, v.X, w.X), max(u.X, v.X, w.X))
	b.Y0, b.Y1 = p.extent(min(u.Y, v.Y, w.Y), max(u.Y, v.Y, w.Y))
	return b
}

// primitive is a point, line or triangle of items. items[0] is the leading vertex, whose values are the constant ones.
type primitive struct {
	items [3]uint32
	id    uint32
}

// source is what the record of a primitive is made from.
type source struct {
	primitive
	planes
	corners [3]vertex
	mix     *[3][3]float64 // of the corners, nil where they are the vertices of the primitive
	gradients
	bounds box // in pixels: the origin is in its middle
	area   *area
	front  bool
	bias   float64
}

// write writes the record, and sets the depth of the shape.
func (p *plan) write(s *shape, src *source, at uint32) {
	s.record = at
	r := p.scratch.Bytes[at-p.scratch.Base:][:p.record]
	x, y := src.origin()
	record.Word(r, stage.TriangleX0, math.Float32bits(float32(x)))
	record.Word(r, stage.TriangleY0, math.Float32bits(float32(y)))
	v := &src.corners
	za, zb, zc := src.Plane(v[0].Z, v[1].Z, v[2].Z, x, y)
	zc += src.bias
	small.System(r, p.pixel.Uses, src.front, src.id, za, zb, zc)
	s.za, s.zb = za, zb
	s.zc = zc - float64(za*x) - float64(zb*y)
	s.within = src.within()
	wa, wb, wc := src.Plane(v[0].Inverse, v[1].Inverse, v[2].Inverse, x, y)
	record.Plane(r, stage.TriangleW, wa, wb, wc)
	p.writeInputs(r, src, x, y)
}

// within says that all depths of a primitive are in the range of its viewport, by more than rounding could change.
func (src *source) within() bool {
	if src.mix != nil { // other corners, and pixels next to a line, may be further away
		return false
	}
	v := &src.corners
	return src.area.Within(min(v[0].Z, v[1].Z, v[2].Z)+src.bias, max(v[0].Z, v[1].Z, v[2].Z)+src.bias)
}

// origin is the pixel centre in the middle of the visible part of a primitive. It must not depend on scissors or targets, so that the same triangle
// has the same values in each pass.
func (src *source) origin() (x, y float64) {
	b := src.bounds.And(src.area.View)
	return b.Middle()
}

func (p *plan) writeInputs(r []byte, src *source, x, y float64) {
	word := stage.TriangleInputs
	for _, in := range p.pixel.Inputs {
		if in.Mode == gpu.InterpolateNone {
			record.Word(r, word, 0)
			record.Word(r, word+1, 0)
			record.Word(r, word+2, src.Word(in.Plane, src.items[0]))
			word += stage.PlaneWords
			continue
		}
		var f [3]float64
		for k := range f {
			f[k] = float64(math.Float32frombits(src.Word(in.Plane, src.items[k])))
		}
		if src.mix != nil {
			f = corner.Mixed(src.mix, &f)
		}
		if in.Mode.Perspective() {
			for k := range f {
				f[k] *= src.corners[k].Inverse
			}
		}
		a, b, c := src.Plane(f[0], f[1], f[2], x, y)
		record.Plane(r, word, a, b, c)
		word += stage.PlaneWords
	}
}

func put(to []byte, word int, v uint32) { binary.LittleEndian.PutUint32(to[4*word:], v) }

// depthBias is what is added to the depth of a triangle (Direct3D 11, "Depth Bias"): DepthBias counts steps of the format, a step of a float
// format being that at the greatest depth of the triangle.
func (p *plan) depthBias(src *source) float64 {
	if !p.biased {
		return 0
	}
	d := &p.state.Rasterizer
	v := &src.corners
	step := 0.0
	switch p.state.Depth.Format {
	case DepthD16:
		step = 1.0 / (1<<16 - 1)
	case DepthD24:
		step = 1.0 / (1<<24 - 1)
	case DepthD32:
		_, exponent := math.Frexp(max(math.Abs(v[0].Z), math.Abs(v[1].Z), math.Abs(v[2].Z)))
		step = math.Ldexp(1, exponent-24)
	}
	a, b, _ := src.Plane(v[0].Z, v[1].Z, v[2].Z, src.X, src.Y)
	slope := max(math.Abs(a), math.Abs(b))
	bias := float64(float64(d.DepthBias)*step) + float64(float64(d.SlopeScaledDepthBias)*slope)
	switch clamp := float64(d.DepthBiasClamp); {
	case clamp > 0:
		bias = min(bias, clamp)
	case clamp < 0:
		bias = max(bias, clamp)
	}
	return bias
}
