package raster

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/clip"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/view"
)

// triangle clips, culls and sets a triangle up. some are the flags of its vertices.
func (c *chunk) triangle(src *source, some uint32) {
	if c.plan.state.Rasterizer.FillMode == gpu.FillWireframe {
		c.wireframe(src, some)
		return
	}
	if some&view.Clipped == 0 {
		c.counts.Clipped++
		c.whole(src)
		return
	}
	c.cut(src)
	if n := len(c.polygon.List()); n > 0 {
		c.counts.Clipped += uint64(n - 2)
		c.fan(src)
	}
}

// corner is a vertex of a primitive before clipping.
func (src *source) corner(i int) clip.Corner {
	x, y, z, w := src.Position(src.items[i])
	k := clip.Corner{X: float64(x), Y: float64(y), Z: float64(z), W: float64(w)}
	k.Mix[i] = 1
	return k
}

// culled says whether a triangle of that area is not drawn, and whether it is a front face.
func (p *plan) culled(area int64) (front, culled bool) {
	d := &p.state.Rasterizer
	front = area > 0 != d.FrontCounterClockwise
	return front, area == 0 || d.CullMode == gpu.CullFront && front || d.CullMode == gpu.CullBack && !front
}

// whole sets a triangle up that needs no clipping.
func (c *chunk) whole(src *source) {
	v := &src.corners
	area := corner.DoubleArea(&v[0], &v[1], &v[2])
	front, culled := c.plan.culled(area)
	if culled {
		return
	}
	src.bounds, src.front = c.plan.triangleBounds(&v[0], &v[1], &v[2]), front
	if seen := src.bounds.And(src.area.Clip); !seen.Empty() {
		c.setUp(src, area, &seen)
	}
}

// setUp makes the shape and the record of a triangle; seen is the part of it that is visible.
func (c *chunk) setUp(src *source, area int64, seen *box) {
	s := c.newShape()
	s.orient(&src.corners, area)
	src.gradients = triangleGradients(&src.corners)
	src.bias = c.plan.depthBias(src)
	s.bounds, s.line, s.front, s.area = *seen, false, src.front, src.area
	c.write(s, src)
	c.sort(s)
}

// orient makes the edges, clockwise.
func (s *shape) orient(v *[3]vertex, area int64) {
	p, q, r := position{v[0].X, v[0].Y}, position{v[1].X, v[1].Y}, position{v[2].X, v[2].Y}
	if area < 0 {
		q, r = r, q
	}
	s.setEdges(p, q, r)
}

// fan sets the triangles of a clipped one up. All have one record, whose planes come from the largest of them.
func (c *chunk) fan(src *source) {
	list := c.polygon.List()
	largest, most := 0, int64(0)
	for i := range list {
		c.corners[i] = src.area.Finish(&list[i])
	}
	bounds := corner.BoxOf(guard+1, guard+1, -guard-1, -guard-1)
	for i := 1; i+1 < len(list); i++ {
		v := c.part(i)
		if area := corner.DoubleArea(&v[0], &v[1], &v[2]); max(area, -area) > max(most, -most) {
			largest, most = i, area
		}
		b := c.plan.triangleBounds(&v[0], &v[1], &v[2])
		bounds = corner.BoxOf(min(bounds.X0, b.X0), min(bounds.Y0, b.Y0), max(bounds.X1, b.X1), max(bounds.Y1, b.Y1))
	}
	front, culled := c.plan.culled(most)
	if culled || bounds.And(src.area.Clip).Empty() {
		return
	}
	mix := [3][3]float64{list[0].Mix, list[largest].Mix, list[largest+1].Mix}
	src.corners, src.mix, src.bounds, src.front = c.part(largest), &mix, bounds, front
	src.gradients = triangleGradients(&src.corners)
	src.bias = c.plan.depthBias(src)
	s := shape{front: front, area: src.area}
	c.write(&s, src)
	for i := 1; i+1 < len(list); i++ {
		v := c.part(i)
		area := corner.DoubleArea(&v[0], &v[1], &v[2])
		s.bounds = c.plan.triangleBounds(&v[0], &v[1], &v[2]).And(src.area.Clip)
		if area == 0 || area > 0 != (most > 0) || s.bounds.Empty() {
			continue // rounding may reverse the orientation of a sliver
		}
		s.orient(&v, area)
		c.add(&s)
	}
}

// part is triangle i of the fan of corners.
func (c *chunk) part(i int) [3]vertex { return [3]vertex{c.corners[0], c.corners[i], c.corners[i+1]} }

// point is a square of one pixel around a vertex, by the fill rule: with one sample exactly one pixel (D3D11.3 3.4.3).
func (c *chunk) point(src *source, some uint32) {
	if some&view.Clipped != 0 {
		return
	}
	c.counts.Clipped++
	v := src.corners[0]
	const half = subpixels / 2
	square := [4]position{{v.X - half, v.Y - half}, {v.X + half, v.Y - half}, {v.X + half, v.Y + half}, {v.X - half, v.Y + half}}
	src.corners = [3]vertex{v, v, v}
	src.items[1], src.items[2] = src.items[0], src.items[0]
	src.gradients = gradients{X: corner.Pixels(v.X), Y: corner.Pixels(v.Y)}
	src.front = true
	c.square(src, &square)
}

// square adds the two triangles of a rectangle, which share a record. Its corners are clockwise.
func (c *chunk) square(src *source, q *[4]position) {
	s := shape{front: src.front, area: src.area}
	src.bounds.X0, src.bounds.X1 = c.plan.extent(min(q[0].X, q[1].X, q[2].X, q[3].X), max(q[0].X, q[1].X, q[2].X, q[3].X))
	src.bounds.Y0, src.bounds.Y1 = c.plan.extent(min(q[0].Y, q[1].Y, q[2].Y, q[3].Y), max(q[0].Y, q[1].Y, q[2].Y, q[3].Y))
	s.bounds = src.bounds.And(src.area.Clip)
	if s.bounds.Empty() {
		return
	}
	c.write(&s, src)
	s.setEdges(q[0], q[1], q[2])
	c.add(&s)
	s.setEdges(q[0], q[2], q[3])
	c.add(&s)
}
