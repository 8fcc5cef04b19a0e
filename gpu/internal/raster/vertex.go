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
	shallow // its depth is not between those of area

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
	from := i * projectItems
	end := min(from+projectItems, v.Items)
	p, user := planes{Bytes: v.Bytes, Pitch: v.Pitch}, len(v.ClipPlanes)+len(v.CullPlanes) > 0
	xs, ys, zs, ws := p.Items(0, from, end), p.Items(1, from, end), p.Items(2, from, end), p.Items(3, from, end)
	for k := range r.vertices[from:end] {
		to := &r.vertices[from+uint32(k)]
		a.project(to, number(xs, k), number(ys, k), number(zs, k), number(ws, k), clipDepth)
		if user {
			to.Flags |= v.distances(from + uint32(k))
		}
		if len(v.Points.Bytes) > 0 {
			to.Put(v.Points.Bytes, from+uint32(k))
		}
	}
}

// number is a component of item k of a plane.
func number(plane []byte, k int) float32 { return math.Float32frombits(word(plane, k)) }

// project maps a position, and says where it is outside.
func (a *area) project(v *vertex, x, y, z, w float32, clipDepth bool) {
	*v = vertex{}
	if !finite(x, y, z, w) {
		v.Flags = broken
		return
	}
	flags := outcode(x, y, z, w, clipDepth)
	if v.Flags = flags; flags&behind != 0 {
		return
	}
	var sx, sy, sz float64
	inverse := 1.0
	if w == 1 { // divisions would change nothing
		sx, sy, sz = a.affine(float64(x), float64(y), float64(z))
	} else {
		sx, sy, sz = a.place(float64(x), float64(y), float64(z), float64(w))
		inverse = 1 / float64(w)
	}
	if !(math.Abs(sx) <= guard && math.Abs(sy) <= guard) {
		v.Flags |= distant
		return
	}
	if !a.within(sz, sz) {
		flags |= shallow
	}
	v.X, v.Y, v.Z, v.Inverse, v.Flags = fixed(sx), fixed(sy), sz, inverse, flags
}

// affine is place where w is 1.
func (a *area) affine(x, y, z float64) (sx, sy, sz float64) {
	return a.CX + float64(a.HX*x), a.CY - float64(a.HY*y), a.zmin + float64(a.zscale*z)
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
