// Package view transforms shaded vertices to viewports: it divides positions by w, rounds them to subpixels, and says on which sides each vertex is
// outside. It also says in which areas triangles are drawn.
//
//	x, y, z, w ─▶ outside of the view? ─▶ x/w, y/w, z/w ─▶ pixels, depth ─▶ subpixels ─▶ corner.Vertex
//
// It must not know draws, primitives or targets. Everything is a pure function of its arguments.
package view

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/clip"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Flags of a vertex: those of package stage, and two that the distances of a vertex give. A primitive whose vertices share one of Outside is
// invisible; one with a vertex in Clipped is cut.
const (
	Broken  = stage.OutBroken
	Shallow = stage.OutShallow
	CutOff  = stage.OutFlags << 0 // a clip distance is negative
	Away    = stage.OutFlags << 1 // a cull distance is

	Sideways = stage.OutLeft | stage.OutRight | stage.OutTop | stage.OutBottom
	Outside  = Sideways | stage.OutNear | stage.OutFar | stage.OutBehind
	Clipped  = stage.OutNear | stage.OutFar | stage.OutBehind | stage.OutDistant | CutOff
)

// Area is a prepared viewport: ndc (x, y, z) is at (CX + HX*x, CY - HY*y, MinZ + ScaleZ*z).
type Area struct {
	clip.Band
	MinZ, ScaleZ float64
	low, high    float32    // the depth range, in order
	Least, Most  float64    // what is between them is in the range, however it is rounded
	View         corner.Box // pixels of the viewport
	Clip         corner.Box // those that scissor and targets leave
	Even         bool       // no quad is partly in Clip, unless it is at the end of the targets
}

// Of makes a viewport of targets of a size in pixels ready. Without a scissor nothing can be seen.
func Of(v *gpu.Viewport, scissor *gpu.Rect, width, height uint32) Area {
	x, y, w, h := float64(v.TopLeftX), float64(v.TopLeftY), float64(v.Width), float64(v.Height)
	a := Area{Band: clip.Band{HX: float64(w / 2), HY: float64(h / 2)}, MinZ: float64(v.MinDepth), ScaleZ: float64(v.MaxDepth) - float64(v.MinDepth)}
	a.CX, a.CY = x+a.HX, y+a.HY
	a.low, a.high = min(v.MinDepth, v.MaxDepth), max(v.MinDepth, v.MaxDepth)
	const margin = 1.0 / (1 << 16)
	a.Least, a.Most = float64(a.low)+margin, float64(a.high)-margin
	a.View = corner.BoxOf(whole(x), whole(y), whole(x+w), whole(y+h))
	if scissor == nil {
		return a
	}
	a.Clip = a.View.And(corner.BoxOf(0, 0, int32(width), int32(height))).And(corner.BoxOf(scissor.Left, scissor.Top, scissor.Right, scissor.Bottom))
	a.Even = (a.Clip.X0|a.Clip.Y0|a.Clip.X1|a.Clip.Y1)&1 == 0
	return a
}

// whole is the pixel that v is in. Triangles that reach beyond a viewport are cut to its whole pixels, wherever it ends in them, which is what
// hardware does.
func whole(v float64) int32 {
	if v != v {
		return 0 // the same on every machine
	}
	return int32(min(max(math.Floor(v), -clip.Guard-1), clip.Guard+1))
}

// Within says that depths are in the range of the viewport, by more than rounding could change.
func (a *Area) Within(least, most float64) bool { return least > a.Least && most < a.Most }

// Clamp puts a depth into the viewport's range; NaN becomes its start, -0 becomes 0.
func (a *Area) Clamp(z float32) float32 {
	if !(z > a.low) {
		return a.low + 0
	}
	return min(z, a.high)
}

// Project maps a position, and says where it is outside. Package setup of the compiler does the same.
func (a *Area) Project(v *corner.Vertex, x, y, z, w float32, clipDepth bool) {
	*v = corner.Vertex{}
	if !finite(x, y, z, w) {
		v.Flags = Broken
		return
	}
	flags := outcode(x, y, z, w, clipDepth)
	if v.Flags = flags; flags&stage.OutBehind != 0 {
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
	if !(math.Abs(sx) <= clip.Guard && math.Abs(sy) <= clip.Guard) {
		v.Flags |= stage.OutDistant
		return
	}
	if !a.Within(sz, sz) {
		flags |= Shallow
	}
	v.X, v.Y, v.Z, v.Inverse, v.Flags = Fixed(sx), Fixed(sy), sz, inverse, flags
}

// affine is place where w is 1.
func (a *Area) affine(x, y, z float64) (sx, sy, sz float64) {
	return a.CX + float64(a.HX*x), a.CY - float64(a.HY*y), a.MinZ + float64(a.ScaleZ*z)
}

// place divides by w and maps to the viewport. It divides three times, so that z = w is exactly at the end of the depth range.
func (a *Area) place(x, y, z, w float64) (sx, sy, sz float64) {
	return a.CX + float64(a.HX*(x/w)), a.CY - float64(a.HY*(y/w)), a.MinZ + float64(a.ScaleZ*(z/w))
}

func outcode(x, y, z, w float32, clipDepth bool) (flags uint32) {
	if x < -w {
		flags |= stage.OutLeft
	}
	if x > w {
		flags |= stage.OutRight
	}
	if y > w {
		flags |= stage.OutTop
	}
	if y < -w {
		flags |= stage.OutBottom
	}
	if clipDepth && z < 0 {
		flags |= stage.OutNear
	}
	if clipDepth && z > w {
		flags |= stage.OutFar
	}
	if w < clip.SmallestW {
		flags |= stage.OutBehind
	}
	return flags
}

// finite says whether no number is infinite or NaN: only those differ from themselves times zero.
func finite(x, y, z, w float32) bool { return x*0 == 0 && y*0 == 0 && z*0 == 0 && w*0 == 0 }

// Fixed rounds pixels to subpixels, to nearest even: adding 1.5*2^52 leaves the integer in the low bits of the sum.
func Fixed(v float64) int32 {
	const magic = 3 << 51
	return int32(math.Float64bits(float64(v*corner.Subpixels) + magic))
}

// Finish maps a corner that is inside all planes to its viewport.
func (a *Area) Finish(c *clip.Corner) corner.Vertex {
	w := max(c.W, clip.SmallestW)
	x, y, z := a.place(c.X, c.Y, c.Z, w)
	return corner.Vertex{X: Fixed(inGuard(x)), Y: Fixed(inGuard(y)), Z: z, Inverse: 1 / w}
}

func inGuard(v float64) float64 { return min(max(v, -clip.Guard), clip.Guard) }

// Describe writes an area, and what sorting programs have to know of a draw with so many tiles in a row (package stage).
func (a *Area) Describe(to []byte, d *gpu.RasterizerDesc, tiles int32) {
	for i, v := range [...]float64{a.CX, a.HX, a.CY, a.HY, a.MinZ, a.ScaleZ, a.Least, a.Most} {
		binary.LittleEndian.PutUint64(to[8*i:], math.Float64bits(v))
	}
	put := func(word int, v uint32) { binary.LittleEndian.PutUint32(to[4*word:], v) }
	out, k := uint32(stage.OutBehind<<1-1), CullingOf(d)
	if !d.DepthClipEnable {
		out &^= stage.OutNear | stage.OutFar
	}
	put(stage.AreaOut, out)
	for i, b := range [...]bool{k.Positive, k.Negative, !k.Front} {
		put(stage.AreaPositive+i, 0)
		if b {
			put(stage.AreaPositive+i, math.MaxUint32)
		}
	}
	for i, v := range [...]int32{a.Clip.X0, a.Clip.Y0, a.Clip.X1, a.Clip.Y1, tiles} {
		put(stage.AreaClip+i, uint32(v))
	}
}
