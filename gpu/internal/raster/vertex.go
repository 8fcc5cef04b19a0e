package raster

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// The names of package corner that are used here.
type (
	vertex    = corner.Vertex
	planes    = corner.Planes
	gradients = corner.Gradients
	box       = corner.Box
)

// PointsBytes is the size of the memory for vertices in their viewport that set-up programs need, for a number of items.
func PointsBytes(p *Pixel, items uint32) uint64 {
	inputs := len(p.Inputs)
	if inputs > stage.MaxSetUpInputs {
		inputs = 0
	}
	const together = stage.ProjectTogether
	return uint64(stage.PointStep(inputs)) * uint64((items+together-1)/together*together)
}

// fewItems is the number of vertices from which on programs do the small triangles of a piece: for fewer, calling them takes longer than the work,
// and compiling them as long as a frame.
const fewItems = 64

// place finds room for the vertices in their viewport.
func (r *Rasterizer) place(d *Draw) {
	v, p := &d.Vertices, &r.plan
	p.programmed = p.triangles != nil && v.Points.Bytes != nil && v.Items >= fewItems
	r.points = corner.Points{Bytes: v.Points.Bytes, Step: p.step}
	if !p.programmed {
		if n := stage.PointBytes * int(v.Items); cap(r.room) < n {
			r.room = make([]byte, n)
		}
		r.points = corner.Points{Bytes: r.room[:stage.PointBytes*int(v.Items)], Step: stage.PointBytes}
	}
}

// lend gives workers the vertices of a piece.
func (r *Rasterizer) lend(d *Draw) {
	for i := range r.workers {
		r.workers[i].points, r.workers[i].vertices = r.points, &d.Vertices
	}
}

// projectItems is the number of vertices that a core projects at a time, a multiple of stage.ProjectTogether.
const projectItems = 512

// Project projects count vertices, or what there is of them, from a multiple of stage.ProjectTogether on, unless each primitive has a viewport of its
// own.
func (r *Rasterizer) Project(worker int, from, count uint32) {
	v, p := &r.job.assembler.draw.Vertices, &r.plan
	if v.ViewportPlane != 0 || p.nothing {
		return
	}
	end := min(from+count, v.Items)
	if p.programmed {
		const together = stage.ProjectTogether
		p.triangles.Project(worker, &stage.ProjectJob{From: from, End: (end + together - 1) / together * together, Planes: v.Address,
			Pitch: v.Pitch, Points: v.Points.Base,
			Area: p.scratch.Base + p.sorting})
	} else {
		r.projectItems(v, from, end)
	}
	if len(v.ClipPlanes)+len(v.CullPlanes) > 0 {
		for k := from; k < end; k++ {
			r.points.Flag(k, v.distances(k))
		}
	}
}

// projectItems is a projecting program without inputs.
func (r *Rasterizer) projectItems(v *Vertices, from, end uint32) {
	p, a, clipDepth := planes{Bytes: v.Bytes, Pitch: v.Pitch}, &r.plan.areas[0], r.plan.state.Rasterizer.DepthClipEnable
	xs, ys, zs, ws := p.Items(0, from, end), p.Items(1, from, end), p.Items(2, from, end), p.Items(3, from, end)
	var to vertex
	for k := range int(end - from) {
		a.Project(&to, number(xs, k), number(ys, k), number(zs, k), number(ws, k), clipDepth)
		r.points.Put(from+uint32(k), &to)
	}
}

// number is a component of item k of a plane.
func number(plane []byte, k int) float32 { return math.Float32frombits(word(plane, k)) }
