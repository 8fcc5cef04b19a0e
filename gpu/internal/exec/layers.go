package exec

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/assemble"
	"github.com/gpuscript/gpuscript/gpu/internal/raster"
)

// A vertex program that gives RenderTargetArrayIndex draws to many slices at once. Slices share no memory, so a piece is drawn slice by slice: each
// time with the primitives that chose it.

// layered says whether the draw chooses the slices of its targets.
func (d *drawCall) layered() bool { return d.p.system.Layer != 0 && d.slices > 0 }

// drawLayers draws the piece at hand. Primitives of slices that some target does not have are dropped.
func (d *drawCall) drawLayers() bool {
	v, r := &d.drawn.Vertices, d.m.draws.raster
	v.LayerPlane = d.p.system.Layer
	plane := v.Bytes[uint64(v.LayerPlane)*uint64(v.Pitch):][:4*uint64(v.Items)]
	layers := assemble.Layers(d.m.draws.layers[:0], plane, d.slices)
	if len(layers) == 0 {
		layers = append(layers, 0) // no primitive has it, but all are counted
	}
	d.m.draws.layers = layers
	primitives := d.result.Counts.Primitives
	for _, layer := range layers {
		d.showSlice(layer)
		d.drawn.Layer = layer
		r.Begin(&d.state, &d.pixels, d.scratch)
		d.state.Continues = true
		on := r.Draw(&d.drawn)
		each := d.endLayer(layer)
		d.result.Counts.Primitives = primitives + each // of all layers, not of one
		if !on {
			return false
		}
	}
	return true
}

// endLayer adds what was drawn to the result, and gives the number of primitives that were looked at.
func (d *drawCall) endLayer(slice uint32) uint64 {
	r := d.m.draws.raster.End()
	d.result.Counts.Add(&r.Counts)
	if d.m.options.Track {
		d.touchTargets(&r.Touched, slice)
	}
	return r.Counts.Primitives
}

// showSlice makes the targets those of a slice of their views.
func (d *drawCall) showSlice(slice uint32) {
	s, b := &d.state, &d.b.draw
	surface := func(v *gpu.TargetView, plane uint32) raster.Surface {
		r := d.m.resource(v.Resource)
		f, at := targetPlane(r, v, plane, slice)
		return d.m.surface(r, f, at)
	}
	for i := range b.targets {
		if s.Targets[i].Format != gpu.FormatUnknown {
			s.Targets[i].Surface = surface(&b.targets[i], 0)
		}
	}
	if s.Depth.Format == raster.DepthNone {
		return
	}
	s.Depth.Depth = surface(&b.depth, 0)
	if s.Depth.Stencil.Bytes != nil {
		s.Depth.Stencil = surface(&b.depth, 1)
	}
}
