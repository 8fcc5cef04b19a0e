package raster

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/view"
)

// wireframe draws the edges of a triangle that is not culled. Where it was clipped, the cuts are no edges.
func (c *chunk) wireframe(src *source, some uint32) {
	area := corner.DoubleArea(&src.corners[0], &src.corners[1], &src.corners[2])
	if some&view.Clipped != 0 {
		area = c.clippedArea(src)
	}
	front, culled := c.plan.culled(area)
	if area != 0 {
		c.counts.Clipped++
	}
	if culled {
		return
	}
	src.front = front
	if some&view.Clipped == 0 {
		src.gradients = triangleGradients(&src.corners)
		src.bias = c.plan.depthBias(src)
	}
	whole := *src
	for i := range 3 {
		edge := whole
		c.edge(&edge, i, (i+1)%3)
	}
}

// clippedArea is the area of what clipping leaves of a triangle, 0 for nothing. It leaves the depth bias of the triangle behind.
func (c *chunk) clippedArea(src *source) int64 {
	c.cut(src)
	most := int64(0)
	for i := range c.polygon.List() {
		c.corners[i] = src.area.Finish(&c.polygon.List()[i])
	}
	for i := 1; i+1 < len(c.polygon.List()); i++ {
		v := c.part(i)
		if area := corner.DoubleArea(&v[0], &v[1], &v[2]); max(area, -area) > max(most, -most) {
			most = area
			part := *src
			part.corners, part.gradients = v, triangleGradients(&v)
			src.bias = c.plan.depthBias(&part)
		}
	}
	return most
}

// line draws a line primitive.
func (c *chunk) line(src *source) {
	src.front = true
	if c.edge(src, 0, 1) {
		c.counts.Clipped++
	}
}

// edge clips and sets the line between vertices i and j of a primitive up; false if nothing is left. Its record takes values along the line only.
func (c *chunk) edge(src *source, i, j int) bool {
	flags := src.corners[i].Flags | src.corners[j].Flags
	from, to := src.corners[i], src.corners[j]
	p, q := src.corner(i), src.corner(j)
	if flags&view.Clipped != 0 {
		if !c.cutLine(src, &p, &q) {
			return false
		}
		from, to = src.area.Finish(&p), src.area.Finish(&q)
	}
	src.mix = &[3][3]float64{p.Mix, q.Mix, p.Mix}
	src.corners = [3]vertex{from, to, from}
	if from.X == to.X && from.Y == to.Y {
		return true
	}
	if c.plan.samples > 1 && c.plan.state.Rasterizer.MultisampleEnable {
		c.wideLine(src)
		return true
	}
	c.thinLine(src)
	return true
}

// thinLine is drawn by the diamond exit rule. What it interpolates depends on the place along the longer axis only.
func (c *chunk) thinLine(src *source) {
	from, to := position{src.corners[0].X, src.corners[0].Y}, position{src.corners[1].X, src.corners[1].Y}
	dx, dy := corner.Pixels(to.X-from.X), corner.Pixels(to.Y-from.Y)
	src.gradients = gradients{X: corner.Pixels(from.X), Y: corner.Pixels(from.Y)}
	if math.Abs(dx) >= math.Abs(dy) {
		src.X1 = 1 / dx
	} else {
		src.Y1 = 1 / dy
	}
	src.bounds = corner.BoxOf((min(from.X, to.X)>>8)-1, (min(from.Y, to.Y)>>8)-1, (max(from.X, to.X)>>8)+2, (max(from.Y, to.Y)>>8)+2)
	s := shape{line: true, front: src.front, area: src.area, from: from, to: to, bounds: src.bounds.And(src.area.Clip)}
	if s.bounds.Empty() {
		return
	}
	c.write(&s, src)
	c.add(&s)
}

// lineWidth is the width in pixels of a multisampled line (D3D11.3 3.4.4.1).
const lineWidth = 1.4

// wideLine is a rectangle around the line.
func (c *chunk) wideLine(src *source) {
	from, to := position{src.corners[0].X, src.corners[0].Y}, position{src.corners[1].X, src.corners[1].Y}
	dx, dy := corner.Pixels(to.X-from.X), corner.Pixels(to.Y-from.Y)
	square := float64(dx*dx) + float64(dy*dy)
	src.gradients = gradients{X1: dx / square, Y1: dy / square, X: corner.Pixels(from.X), Y: corner.Pixels(from.Y)}
	length := math.Sqrt(square)
	// The normal to the right of the line on the screen.
	nx, ny := view.Fixed(-dy/length*(lineWidth/2)), view.Fixed(dx/length*(lineWidth/2))
	c.square(src, &[4]position{{from.X - nx, from.Y - ny}, {to.X - nx, to.Y - ny}, {to.X + nx, to.Y + ny}, {from.X + nx, from.Y + ny}})
}

// diamond says whether a point (in subpixels) belongs to the diamond around the centre of a pixel: |dx| + |dy| < 1/2, and of its border the lower
// edges with the lower corner, for lines along y the right corner too (D3D11.3 3.4.4).
func diamond(p position, px, py int32, alongY bool) bool {
	dx, dy := p.X-(px*subpixels+subpixels/2), p.Y-(py*subpixels+subpixels/2)
	switch sum := max(dx, -dx) + max(dy, -dy); {
	case sum < subpixels/2:
		return true
	case sum > subpixels/2:
		return false
	}
	return dy > 0 || alongY && dy == 0 && dx > 0
}

// walk calls draw for the pixels of a line in the box, along its longer axis.
func (s *shape) walk(b box, draw func(x, y int32)) {
	from, to := s.from, s.to
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
		if x >= b.X0 && x < b.X1 && y >= b.Y0 && y < b.Y1 && s.exits(x, y, alongY) {
			draw(x, y)
		}
	}
}

// crossAt is the pixel in which a line crosses the middle of column k; a crossing between two pixels belongs to the first one. (x, y) are along and across
// the line here.
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
func (s *shape) exits(x, y int32, alongY bool) bool {
	if diamond(s.to, x, y, alongY) {
		return false
	}
	middle, from, to := x*subpixels+subpixels/2, s.from.X, s.to.X
	if alongY {
		middle, from, to = y*subpixels+subpixels/2, s.from.Y, s.to.Y
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
	return diamond(s.from, x, y, alongY)
}
