package raster

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/clip"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
)

// Flags of a vertex. A primitive whose vertices share one of outside is invisible; one with a vertex in clipped is cut.
const (
	outLeft = 1 << iota
	outRight
	outTop
	outBottom
	outNear
	outFar
	behind  // w is not positive enough to divide by
	distant // beyond the guard band
	broken  // not finite
	cutOff  // a clip distance is negative
	away    // a cull distance is

	sideways = outLeft | outRight | outTop | outBottom
	outside  = sideways | outNear | outFar | behind
	clipped  = outNear | outFar | behind | distant | cutOff
)

// What package corner has, as it is called here.
type (
	vertex    = corner.Vertex
	planes    = corner.Planes
	gradients = corner.Gradients
	box       = corner.Box
)

// project makes the vertices ready, unless each primitive has a viewport of its own.
func (r *Rasterizer) project(d *Draw) {
	r.vertices = r.vertices[:0]
	if d.Vertices.ViewportPlane != 0 {
		return
	}
	n := d.Vertices.Items
	if uint32(cap(r.vertices)) < n {
		r.vertices = make([]vertex, n)
	}
	r.vertices = r.vertices[:n]
	r.parallel(int((n+projectItems-1)/projectItems), stepProject)
}

// lend tells workers where the vertices of a piece are.
func (r *Rasterizer) lend(d *Draw) {
	for i := range r.workers {
		r.workers[i].points, r.workers[i].vertices = r.vertices, &d.Vertices
	}
}

// projectItems is the number of vertices that a core projects at a time.
const projectItems = 512

// projectPiece projects some of the vertices.
func (r *Rasterizer) projectPiece(i uint32) {
	v, a, clipDepth := &r.job.assembler.draw.Vertices, &r.plan.areas[0], r.plan.state.Rasterizer.DepthClipEnable
	p, from, user := planes{Bytes: v.Bytes, Pitch: v.Pitch}, i*projectItems, len(v.ClipPlanes)+len(v.CullPlanes) > 0
	for item := from; item < min(from+projectItems, v.Items); item++ {
		x, y, z, w := p.Position(item)
		r.vertices[item] = a.project(x, y, z, w, clipDepth)
		if user {
			r.vertices[item].Flags |= v.distances(item)
		}
		if len(v.Points.Bytes) > 0 {
			r.vertices[item].Put(v.Points.Bytes, item)
		}
	}
}

// project maps a position, and says where it is outside.
func (a *area) project(x, y, z, w float32, clipDepth bool) vertex {
	if !finite(x, y, z, w) {
		return vertex{Flags: broken}
	}
	flags := outcode(x, y, z, w, clipDepth)
	if flags&behind != 0 {
		return vertex{Flags: flags}
	}
	sx, sy, sz := a.place(float64(x), float64(y), float64(z), float64(w))
	if !(math.Abs(sx) <= guard && math.Abs(sy) <= guard) {
		return vertex{Flags: flags | distant}
	}
	return vertex{X: fixed(sx), Y: fixed(sy), Z: sz, Inverse: 1 / float64(w), Flags: flags}
}

// place divides by w and maps to the viewport. It divides three times, so that z = w is exactly at the end of the depth range.
func (a *area) place(x, y, z, w float64) (sx, sy, sz float64) {
	return a.CX + float64(a.HX*(x/w)), a.CY - float64(a.HY*(y/w)), a.zmin + float64(a.zscale*(z/w))
}

func outcode(x, y, z, w float32, clipDepth bool) (flags uint32) {
	if x < -w {
		flags |= outLeft
	}
	if x > w {
		flags |= outRight
	}
	if y > w {
		flags |= outTop
	}
	if y < -w {
		flags |= outBottom
	}
	if clipDepth && z < 0 {
		flags |= outNear
	}
	if clipDepth && z > w {
		flags |= outFar
	}
	if w < clip.SmallestW {
		flags |= behind
	}
	return flags
}

// finite says whether no number is infinite or NaN: only those differ from themselves times zero.
func finite(x, y, z, w float32) bool { return x*0 == 0 && y*0 == 0 && z*0 == 0 && w*0 == 0 }

// fixed rounds pixels to subpixels, to nearest even: adding 1.5*2^52 leaves the integer in the low bits of the sum.
func fixed(v float64) int32 {
	const magic = 3 << 51
	return int32(math.Float64bits(float64(v*subpixels) + magic))
}

// finish maps a corner that is inside of all planes to its viewport.
func (a *area) finish(c *clip.Corner) vertex {
	w := max(c.W, clip.SmallestW)
	x, y, z := a.place(c.X, c.Y, c.Z, w)
	return vertex{X: fixed(inGuard(x)), Y: fixed(inGuard(y)), Z: z, Inverse: 1 / w}
}

func inGuard(v float64) float64 { return min(max(v, -guard), guard) }
