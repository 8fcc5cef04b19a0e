package raster

import (
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
)

// rat is a vertex in rationals.
type rat struct{ x, y, z, w *big.Rat }

func (v vert) rat() rat {
	r := func(f float64) *big.Rat { return new(big.Rat).SetFloat64(float64(float32(f))) }
	return rat{r(v.x), r(v.y), r(v.z), r(v.w)}
}

// visible says whether the point of the screen at (x, y) in ndc is seen through a triangle in clip space, without dividing or clipping: with
// M = [v0 v1 v2] (x, y, w in columns), the point is M·b for weights b; it is in the triangle, in front of the eye, if all of b·sign have one
// sign, and within the depth range if 0 <= z·b <= w·b. It gives the least of all those numbers, scaled by the largest term: how clear the answer is.
func visible(v [3]rat, x, y *big.Rat, depth bool) (margin float64) {
	mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	sub := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
	// b is proportional to the cross products of rows; edge k: (x, y, 1)·(v_i × v_j).
	var b [3]*big.Rat
	for k := range b {
		p, q := v[(k+1)%3], v[(k+2)%3]
		cx := sub(mul(p.y, q.w), mul(p.w, q.y))
		cy := sub(mul(p.w, q.x), mul(p.x, q.w))
		cw := sub(mul(p.x, q.y), mul(p.y, q.x))
		b[k] = new(big.Rat).Add(new(big.Rat).Add(mul(cx, x), mul(cy, y)), cw)
	}
	det := new(big.Rat)
	for k := range b {
		det.Add(det, mul(b[k], v[k].w)) // w at the point, times the determinant
	}
	// The determinant: rows x, y, w.
	p, q, r := v[0], v[1], v[2]
	d := new(big.Rat).Add(mul(p.x, sub(mul(q.y, r.w), mul(q.w, r.y))), mul(p.y, sub(mul(q.w, r.x), mul(q.x, r.w))))
	d.Add(d, mul(p.w, sub(mul(q.x, r.y), mul(q.y, r.x))))
	if d.Sign() == 0 {
		return -1
	}
	least, scale := math.Inf(1), 0.0
	see := func(n *big.Rat) {
		f, _ := new(big.Rat).Quo(n, d).Float64()
		least, scale = min(least, f), max(scale, math.Abs(f))
	}
	z := new(big.Rat)
	for k := range b {
		see(b[k])
		z.Add(z, mul(b[k], v[k].z))
	}
	if depth {
		see(z)
		see(sub(det, z))
	}
	if scale == 0 {
		return -1
	}
	return least / scale
}

// Triangles that reach behind the eye, through near and far planes and far out of the guard band cover what can be seen of them, compared with an
// exact computation in clip space that clips nothing. Pixels too near to a border (rounded positions) are left out.
func TestClippingAgainstRationals(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for i := range 120 {
		s := newScene(16, 1)
		s.Rasterizer.DepthClipEnable = i%4 != 0
		var list [3]vert
		for k := range list {
			reach := []float64{1.5, 1.5, 20, 1e4}[r.Intn(4)]
			w := (r.Float64() - 0.3) * 4
			list[k] = vert{x: (r.Float64()*2 - 1) * reach, y: (r.Float64()*2 - 1) * reach, z: (r.Float64()*1.6 - 0.3) * w, w: w}
		}
		s.run(t, gpu.TopologyTriangleList, list[:]...)
		v := [3]rat{list[0].rat(), list[1].rat(), list[2].rat()}
		for y := range int32(16) {
			for x := range int32(16) {
				margin := visible(v, big.NewRat(2*int64(x)+1-16, 16), big.NewRat(16-2*int64(y)-1, 16), s.Rasterizer.DepthClipEnable)
				if math.Abs(margin) < 1e-3 {
					continue
				}
				if got := s.color(x, y, 0)[0] != 0; got != (margin > 0) {
					t.Fatalf("triangle %d %v, pixel (%d, %d): got %v, margin %v", i, list, x, y, got, margin)
				}
			}
		}
	}
}

// A mesh whose vertices lie beyond the guard band and after each plane still covers each pixel once: cuts of shared edges agree.
func TestClippedMeshCoversOnce(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	for i := range 20 {
		s := newScene(32, 1)
		s.counting()
		s.Rasterizer.DepthClipEnable = false
		reach := []float64{40, 4e3, 1e5}[i%3] // times the screen
		var list []vert
		centre := s.at(32*r.Float64(), 32*r.Float64(), 0.5)
		var rim []vert
		n := 3 + r.Intn(8)
		for k := range n {
			a := 2 * math.Pi * (float64(k) + r.Float64()/2) / float64(n)
			rim = append(rim, vert{x: reach * math.Cos(a), y: reach * math.Sin(a), z: 0.5, w: 1}.over(0.5+r.Float64()))
		}
		for k := range rim {
			list = append(list, centre, rim[k], rim[(k+1)%n])
		}
		s.run(t, gpu.TopologyTriangleList, list...)
		for y := range int32(32) {
			for x := range int32(32) {
				if n := s.color(x, y, 0)[0]; n != 1 {
					t.Fatalf("mesh %d, pixel (%d, %d) is covered %v times", i, x, y, n)
				}
			}
		}
	}
}

// A strip across the screen whose depth is the pixel's column: near and far planes cut columns away, exactly.
func TestNearAndFar(t *testing.T) {
	for _, c := range []struct {
		name        string
		left, right float64 // depth at the left and the right edge of 16 pixels
		clip        bool
		from, to    int
	}{
		{"all", 0, 1, true, 0, 16},
		{"near", -1, 1, true, 8, 16},
		{"far", 0, 2, true, 0, 8},
		{"both", -0.5, 1.5, true, 4, 12},
		{"in front of near", -2, -1, true, 0, 0},
		{"behind far", 1.5, 2, true, 0, 0},
		{"not clipped", -2, 3, false, 0, 16},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(16, 1)
			s.Rasterizer.DepthClipEnable = c.clip
			s.run(t, gpu.TopologyTriangleStrip, s.at(0, 0, c.left), s.at(16, 0, c.right), s.at(0, 16, c.left), s.at(16, 16, c.right))
			want := make([]int, 16)
			for x := c.from; x < c.to; x++ {
				want[x] = 1
			}
			for _, row := range s.picture(0) {
				require.Equal(t, want, row)
			}
		})
	}
}

// Triangles around the screen cover all of it, however far away their corners are: what is cut at the guard band stands on it, without the rounding
// of places that are a million times further away.
func TestFarAway(t *testing.T) {
	for e := 6; e < 126; e++ {
		h := math.Ldexp(1, e)
		for k, list := range [][]vert{
			{{x: -h, y: h}, {x: h, y: h}, {y: -h}},
			{{x: -h, y: -h}, {x: h, y: -h}, {y: h}},
			{{x: -h, y: -h / 2}, {x: h, y: -h}, {y: h}},
			{{x: h, y: -h / 4}, {x: h / 2, y: h}, {x: -h, y: -h / 8}},
		} {
			s := newScene(16, 1)
			for i := range list {
				list[i].z, list[i].w = 0.5, float64(1+i*k)
			}
			require.EqualValues(t, 256, s.run(t, gpu.TopologyTriangleList, list...).Counts.SamplesPassed, "2^%d, %d", e, k)
		}
	}
}

// Without clipping, depth is clamped to the viewport's range.
func TestDepthIsClamped(t *testing.T) {
	s := newScene(16, 1)
	s.Rasterizer.DepthClipEnable = false
	s.Viewports[0].MinDepth, s.Viewports[0].MaxDepth = 0.25, 0.75
	s.depth(DepthD32, 1)
	s.run(t, gpu.TopologyTriangleStrip, s.at(0, 0, -2), s.at(16, 0, 3), s.at(0, 16, -2), s.at(16, 16, 3))
	require.Equal(t, math.Float32bits(0.25), s.depthBits(0, 0, 0))
	require.Equal(t, math.Float32bits(0.75), s.depthBits(15, 15, 0))
}

// z = w is at the end of the depth range, exactly, whatever w is: backgrounds are drawn so, and tested EQUAL to a clear.
func TestFarPlaneIsExact(t *testing.T) {
	for _, w := range []float64{1, 3, 0.1, 7e5, 1e-6} {
		s := newScene(4, 1)
		s.depth(DepthD32, 1)
		s.DepthStencil.DepthFunc = gpu.CompareEqual
		var list []vert
		for _, v := range s.quad(1) {
			list = append(list, v.over(w))
		}
		require.EqualValues(t, 16, s.run(t, gpu.TopologyTriangleStrip, list...).Counts.SamplesPassed, w)
	}
}

// A viewport that is no viewport draws nothing, and does no harm.
func TestViewportsThatAreNoNumbers(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e30} {
		for k := range 4 {
			s := newScene(4, 1)
			v := &s.Viewports[0]
			*[]*float32{&v.TopLeftX, &v.TopLeftY, &v.Width, &v.Height}[k] = float32(bad)
			require.NotPanics(t, func() { s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...) })
		}
	}
}

func TestVerticesThatAreNoNumbers(t *testing.T) {
	s := newScene(8, 1)
	good := []vert{s.at(0, 0, 0), s.at(8, 0, 0), s.at(0, 8, 0)}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for k := range 4 {
			for i := range good {
				list := append([]vert{}, good...)
				*[]*float64{&list[i].x, &list[i].y, &list[i].z, &list[i].w}[k] = bad
				for topology := gpu.TopologyPointList; topology <= gpu.TopologyTriangleList; topology++ {
					s := newScene(8, 1)
					got := s.run(t, topology, list...)
					if topology == gpu.TopologyTriangleList {
						require.Zero(t, got.Counts.SamplesPassed, fmt.Sprint(bad, k, i))
						require.EqualValues(t, 1, got.Counts.Primitives)
					}
				}
			}
		}
	}
	require.NotZero(t, s.run(t, gpu.TopologyTriangleList, good...).Counts.SamplesPassed)
}

func TestBehindTheEye(t *testing.T) {
	s := newScene(8, 1)
	// The same place, seen from behind: w is negative, and nothing is drawn.
	got := s.run(t, gpu.TopologyTriangleList, s.at(0, 0, 0.5).over(-1), s.at(8, 0, 0.5).over(-1), s.at(0, 8, 0.5).over(-1))
	require.Zero(t, got.Counts.SamplesPassed)
	require.Zero(t, got.Counts.Clipped)
	got = s.run(t, gpu.TopologyTriangleList, vert{w: 0}, vert{x: 1, w: 0}, vert{y: 1, w: 0})
	require.Zero(t, got.Counts.SamplesPassed)
	got = s.run(t, gpu.TopologyPointList, vert{w: 0}, s.at(4.5, 4.5, 0.5))
	require.EqualValues(t, 1, got.Counts.SamplesPassed)
}

func TestClippedCounts(t *testing.T) {
	s := newScene(16, 1)
	// The near plane cuts a corner off: a quadrilateral, two triangles.
	got := s.run(t, gpu.TopologyTriangleList, s.at(0, 0, -0.5), s.at(16, 0, 0.5), s.at(0, 16, 0.5))
	require.EqualValues(t, 2, got.Counts.Clipped)
	// It cuts two corners off: a triangle.
	got = s.run(t, gpu.TopologyTriangleList, s.at(0, 0, -0.5), s.at(16, 0, -0.5), s.at(0, 16, 0.5))
	require.EqualValues(t, 1, got.Counts.Clipped)
	// Beside the screen: nothing.
	got = s.run(t, gpu.TopologyTriangleList, s.at(17, 0, 0), s.at(32, 0, 0), s.at(17, 16, 0))
	require.EqualValues(t, 0, got.Counts.Clipped)
}

func TestViewportAndScissor(t *testing.T) {
	full := func(s *scene) []vert {
		return []vert{{x: -4, y: 4, w: 1}, {x: 4, y: 4, w: 1}, {x: -4, y: -4, w: 1}, {x: 4, y: -4, w: 1}}
	}
	for _, c := range []struct {
		name     string
		viewport gpu.Viewport
		scissor  gpu.Rect
		want     box
	}{
		{"all", gpu.Viewport{Width: 16, Height: 16}, gpu.Rect{Right: 16, Bottom: 16}, corner.BoxOf(0, 0, 16, 16)},
		{"viewport cuts", gpu.Viewport{TopLeftX: 2, TopLeftY: 3, Width: 5, Height: 6}, gpu.Rect{Right: 16, Bottom: 16}, corner.BoxOf(2, 3, 7, 9)},
		{"whole pixels of a viewport", gpu.Viewport{TopLeftX: 2.25, TopLeftY: 2.75, Width: 4, Height: 4}, gpu.Rect{Right: 16, Bottom: 16}, corner.BoxOf(2, 2, 6, 6)},
		{"a viewport in one pixel", gpu.Viewport{TopLeftX: 2.25, Width: 0.5, Height: 4}, gpu.Rect{Right: 16, Bottom: 16}, box{}},
		{"a viewport before the target", gpu.Viewport{TopLeftX: -1.5, TopLeftY: -0.5, Width: 4, Height: 4}, gpu.Rect{Right: 16, Bottom: 16}, corner.BoxOf(0, 0, 2, 3)},
		{"scissor", gpu.Viewport{Width: 16, Height: 16}, gpu.Rect{Left: 1, Top: 2, Right: 4, Bottom: 13}, corner.BoxOf(1, 2, 4, 13)},
		{"scissor beyond the target", gpu.Viewport{Width: 64, Height: 64}, gpu.Rect{Left: -5, Top: -5, Right: 99, Bottom: 99}, corner.BoxOf(0, 0, 16, 16)},
		{"empty scissor", gpu.Viewport{Width: 16, Height: 16}, gpu.Rect{Left: 4, Right: 4, Bottom: 16}, box{}},
		{"turned scissor", gpu.Viewport{Width: 16, Height: 16}, gpu.Rect{Left: 8, Right: 4, Bottom: 16}, box{}},
		{"viewport beside the target", gpu.Viewport{TopLeftX: 20, Width: 16, Height: 16}, gpu.Rect{Right: 16, Bottom: 16}, box{}},
		{"empty viewport", gpu.Viewport{TopLeftX: 4}, gpu.Rect{Right: 16, Bottom: 16}, box{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(16, 1)
			s.Viewports[0], s.Scissors[0] = c.viewport, c.scissor
			got := s.run(t, gpu.TopologyTriangleStrip, full(s)...)
			require.EqualValues(t, 2, got.Counts.Primitives)
			for y := range int32(16) {
				for x := range int32(16) {
					in := x >= c.want.X0 && x < c.want.X1 && y >= c.want.Y0 && y < c.want.Y1
					require.Equal(t, in, s.color(x, y, 0)[0] != 0, "(%d, %d)", x, y)
				}
			}
		})
	}
}

func TestViewportArray(t *testing.T) {
	for _, c := range []struct {
		index uint32
		x     int32
	}{{0, 0}, {1, 8}, {2, 0}} { // 2 does not exist: 0
		s := newScene(16, 1)
		s.Viewports = []gpu.Viewport{{Width: 8, Height: 8, MaxDepth: 1}, {TopLeftX: 8, Width: 8, Height: 8, MaxDepth: 1}}
		s.Scissors = append(s.Scissors, s.Scissors[0])
		list := []vert{{x: -1, y: 1, w: 1}, {x: 1, y: 1, w: 1}, {x: -1, y: -1, w: 1}}
		for i := range list {
			list[i].c = []float64{float64(math.Float32frombits(c.index))}
		}
		d := &Draw{Topology: gpu.TopologyTriangleList, Vertices: pack(list), Count: 3, Instances: 1}
		d.Vertices.ViewportPlane = 4
		s.draw(t, d)
		for x := range int32(16) {
			require.Equal(t, x == c.x, s.color(x, 0, 0)[0] != 0 && (x == 0 || s.color(x-1, 0, 0)[0] == 0))
		}
	}
}

func TestMissingScissorIsEmpty(t *testing.T) {
	s := newScene(8, 1)
	s.Scissors = nil
	got := s.run(t, gpu.TopologyTriangleList, s.at(0, 0, 0), s.at(8, 0, 0), s.at(0, 8, 0))
	require.Zero(t, got.Counts.SamplesPassed)
}

func TestCulling(t *testing.T) {
	for _, c := range []struct {
		cull    gpu.CullMode
		counter bool
		// what is drawn of a clockwise triangle and of a counterclockwise one
		clockwise, other bool
		front            bool // of the clockwise one
	}{
		{gpu.CullNone, false, true, true, true},
		{gpu.CullBack, false, true, false, true},
		{gpu.CullFront, false, false, true, true},
		{gpu.CullNone, true, true, true, false},
		{gpu.CullBack, true, false, true, false},
		{gpu.CullFront, true, true, false, false},
	} {
		for _, turned := range []bool{false, true} {
			s := newScene(8, 1)
			s.Rasterizer.CullMode, s.Rasterizer.FrontCounterClockwise = c.cull, c.counter
			a, b := s.at(8, 0, 0.5), s.at(0, 8, 0.5)
			want, front := c.clockwise, c.front
			if turned {
				a, b, want, front = b, a, c.other, !c.front
			}
			s.program = func(in *item) (r result) {
				require.Equal(t, front, in.front)
				r.colors[0][0] = 1
				return r
			}
			got := s.run(t, gpu.TopologyTriangleList, s.at(0, 0, 0.5), a, b)
			require.Equal(t, want, got.Counts.SamplesPassed > 0, "%+v turned %v", c, turned)
			require.EqualValues(t, 1, got.Counts.Clipped, "culling comes behind the clipper")
		}
	}
}
