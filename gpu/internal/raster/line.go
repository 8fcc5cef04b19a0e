package raster

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/line"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/view"
)

// wireframe draws the edges of a triangle that is not culled. The edges that clipping adds are not drawn.
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

// clippedArea is the area of what clipping leaves of a triangle, 0 for nothing. As a side effect it sets the depth bias of the triangle.
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

// edge clips the line between vertices i and j of a primitive and sets it up; false if nothing is left. Its values change along the line only.
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
	s := shape{line: true, front: src.front, area: src.area, ends: line.Line{From: line.Point(from), To: line.Point(to)},
		bounds: src.bounds.And(src.area.Clip)}
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
