package view

import "github.com/gpuscript/gpuscript/gpu"

// Culling says which areas of triangles are not drawn, and which are front faces.
type Culling struct {
	Positive, Negative bool // are drawn
	Front              bool // positive ones are
}

// CullingOf is that of a state.
func CullingOf(d *gpu.RasterizerDesc) Culling {
	clockwise, other := gpu.CullFront, gpu.CullBack
	if d.FrontCounterClockwise {
		clockwise, other = other, clockwise
	}
	return Culling{d.CullMode != clockwise, d.CullMode != other, !d.FrontCounterClockwise}
}

// Shown says whether a triangle of an area is drawn, and whether it is a front face.
func (k *Culling) Shown(area int64) (front, shown bool) {
	return area > 0 == k.Front, area > 0 && k.Positive || area < 0 && k.Negative
}
