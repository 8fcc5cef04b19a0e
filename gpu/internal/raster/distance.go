package raster

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/clip"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/view"
)

// shows says whether a draw is of the layer of a primitive.
func (d *Draw) shows(src *source) bool {
	return d.Vertices.LayerPlane == 0 || src.Word(d.Vertices.LayerPlane, src.items[0]) == d.Layer
}

// distances are the flags of the clip and cull distances of a vertex. NaN is outside; where a clip distance is NaN, all points up to the next vertex
// are outside, too.
func (v *Vertices) distances(item uint32) (flags uint32) {
	p := planes{Bytes: v.Bytes, Pitch: v.Pitch}
	for _, plane := range v.ClipPlanes {
		switch d := math.Float32frombits(p.Word(plane, item)); {
		case d != d:
			flags |= view.Broken
		case d < 0:
			flags |= view.CutOff
		}
	}
	for _, plane := range v.CullPlanes {
		if d := math.Float32frombits(p.Word(plane, item)); !(d >= 0) {
			flags |= view.Away
		}
	}
	return flags
}

// culls says whether one cull distance is negative at all vertices of a primitive.
func (c *chunk) culls(src *source, corners int) bool {
	for _, plane := range c.draw.Vertices.CullPlanes {
		inside := false
		for _, item := range src.items[:corners] {
			inside = inside || math.Float32frombits(src.Word(plane, item)) >= 0
		}
		if !inside {
			return true
		}
	}
	return false
}

// clipDistance are the distances of the vertices of a primitive from a plane. Infinite ones become the largest float, so that an intersection can be
// computed.
func (src *source) clipDistance(plane uint32) (d [3]float64) {
	for k := range d {
		v := float64(math.Float32frombits(src.Word(plane, src.items[k])))
		d[k] = min(max(v, -math.MaxFloat32), math.MaxFloat32)
	}
	return d
}

// cut clips a triangle: c.polygon is what is left.
func (c *chunk) cut(src *source) {
	c.polygon.Start(src.corner(0), src.corner(1), src.corner(2))
	c.polygon.Clip(&src.area.Band, c.plan.state.Rasterizer.DepthClipEnable)
	for _, plane := range c.draw.Vertices.ClipPlanes {
		d := src.clipDistance(plane)
		c.polygon.By(&d)
	}
}

// cutLine clips the line between two corners of a primitive; false if nothing is left.
func (c *chunk) cutLine(src *source, p, q *clip.Corner) bool {
	if !src.area.Line(p, q, c.plan.state.Rasterizer.DepthClipEnable) {
		return false
	}
	for _, plane := range c.draw.Vertices.ClipPlanes {
		if d := src.clipDistance(plane); !clip.LineBy(p, q, &d) {
			return false
		}
	}
	return true
}
