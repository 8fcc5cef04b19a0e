package raster

import (
	"math"
	"math/big"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// inDiamond is the definition: in the diamond around the centre, with its lower edges and lower corner, and the right corner of lines along y.
// Numbers are subpixels from the centre.
func inDiamond(x, y *big.Rat, alongY bool) bool {
	sum := new(big.Rat).Add(new(big.Rat).Abs(x), new(big.Rat).Abs(y))
	switch sum.Cmp(big.NewRat(128, 1)) {
	case -1:
		return true
	case 1:
		return false
	}
	return y.Sign() > 0 || alongY && y.Sign() == 0 && x.Sign() > 0
}

// drawn says whether a line draws a pixel: some point of it is in the diamond, and its end is not. Whether a point is in the diamond changes only
// where the line crosses the lines through the diamond's edges, so those points and points between them are enough.
func drawn(from, to grid, px, py int64) bool {
	dx, dy := to.x-from.x, to.y-from.y
	alongY := max(dy, -dy) > max(dx, -dx)
	x0, y0 := from.x-(px*256+128), from.y-(py*256+128)
	in := func(t *big.Rat) bool {
		x := new(big.Rat).Mul(t, big.NewRat(dx, 1))
		y := new(big.Rat).Mul(t, big.NewRat(dy, 1))
		return inDiamond(x.Add(x, big.NewRat(x0, 1)), y.Add(y, big.NewRat(y0, 1)), alongY)
	}
	one := big.NewRat(1, 1)
	if in(one) {
		return false
	}
	stops := []*big.Rat{new(big.Rat), one}
	for _, sx := range []int64{1, -1} {
		for _, side := range []int64{128, -128} { // sx*x + y = side
			if slope := sx*dx + dy; slope != 0 {
				t := big.NewRat(side-sx*x0-y0, slope)
				if t.Sign() > 0 && t.Cmp(one) < 0 {
					stops = append(stops, t)
				}
			}
		}
	}
	slices.SortFunc(stops, func(a, b *big.Rat) int { return a.Cmp(b) })
	for i, t := range stops {
		if in(t) {
			return true
		}
		if i > 0 {
			middle := new(big.Rat).Add(t, stops[i-1])
			if in(middle.Mul(middle, big.NewRat(1, 2))) {
				return true
			}
		}
	}
	return false
}

func TestLinesLeaveDiamonds(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	step := []int64{1, 64, 128, 256}
	for i := range 400 {
		n := step[i%len(step)]
		coordinate := func() int64 { return r.Int63n(16*256/n+1) * n }
		from, to := grid{coordinate(), coordinate()}, grid{coordinate(), coordinate()}
		if i%5 == 0 {
			d := r.Int63n(1024) - 512 // along a diagonal
			to = grid{from.x + d, from.y + d*(r.Int63n(2)*2-1)}
		}
		s := newScene(16, 1)
		s.run(t, gpu.TopologyLineList, from.vert(s), to.vert(s))
		for y := range int32(16) {
			for x := range int32(16) {
				want := drawn(from, to, int64(x), int64(y))
				if got := s.color(x, y, 0)[0] != 0; want != got {
					t.Fatalf("line %v to %v, pixel (%d, %d): want %v", from, to, x, y, want)
				}
			}
		}
	}
}

// A closed strip of lines draws each pixel of its way once: every line leaves its last pixel to the next one.
func TestLineStripDrawsOnce(t *testing.T) {
	s := newScene(16, 1)
	s.counting()
	got := s.run(t, gpu.TopologyLineStrip, s.at(2.5, 2.5, 0), s.at(12.5, 2.5, 0), s.at(12.5, 9.5, 0), s.at(2.5, 9.5, 0), s.at(2.5, 2.5, 0))
	require.EqualValues(t, 10+7+10+7, got.Counts.SamplesPassed)
	require.EqualValues(t, 4, got.Counts.Primitives)
	for y := range int32(16) {
		for x := range int32(16) {
			require.LessOrEqual(t, s.color(x, y, 0)[0], float32(1))
		}
	}
}

func TestLinesInterpolateAlongTheLine(t *testing.T) {
	s := newScene(16, 1)
	s.Targets[0] = target(gpu.FormatR32G32B32A32Float, 16, 1)
	s.input(gpu.InterpolateNoPerspective)
	s.input(gpu.InterpolateNone)
	s.program = func(in *item) (r result) {
		r.colors[0] = [4]float32{float32(in.inputs[0]), float32(in.inputs[1]), float32(in.z), 1}
		return r
	}
	s.run(t, gpu.TopologyLineList, s.at(1.5, 3.5, 0, 0, 7), s.at(9.5, 5.5, 0.5, 16, 9))
	for x := int32(1); x < 9; x++ {
		y := int32(math.Ceil(3.5+float64(x-1)/4)) - 1 // between two pixels the upper one has it
		got := s.color(x, y, 0)
		require.InDelta(t, 2*float64(x-1), got[0], 1e-5)
		require.Equal(t, float32(7), got[1])
		require.InDelta(t, float64(x-1)/16, got[2], 1e-6)
	}
}

func TestWireframe(t *testing.T) {
	s := newScene(16, 1)
	s.Rasterizer.FillMode = gpu.FillWireframe
	got := s.run(t, gpu.TopologyTriangleList, s.at(2.5, 2.5, 0), s.at(10.5, 2.5, 0), s.at(10.5, 10.5, 0))
	p := s.picture(0)
	require.EqualValues(t, 8+8+8, got.Counts.SamplesPassed)
	require.EqualValues(t, 1, got.Counts.Primitives)
	for i := 2; i <= 10; i++ {
		require.Equal(t, 1, p[2][i])
		require.Equal(t, 1, p[i][10])
		require.Equal(t, 1, p[i][i])
	}
	require.Zero(t, p[4][8], "the inside stays empty")
}

// Where a wireframe triangle is clipped, the cut is not drawn.
func TestWireframeHasNoCuts(t *testing.T) {
	s := newScene(16, 1)
	s.Rasterizer.FillMode = gpu.FillWireframe
	// The near plane (z = 0) cuts the triangle in the column x = 8.5.
	s.run(t, gpu.TopologyTriangleList, s.at(2.5, 2.5, -0.6), s.at(14.5, 2.5, 0.6), s.at(2.5, 14.5, -0.6))
	p := s.picture(0)
	require.Equal(t, 1, p[2][12])
	require.Zero(t, p[2][4], "in front of the near plane")
	require.Zero(t, p[5][8], "the cut")
	require.Equal(t, 1, p[5][11], "the diagonal x + y = 17")
}

// A line is cut by near and far planes, and drawn from either end.
func TestLinesAreClipped(t *testing.T) {
	for _, turned := range []bool{false, true} {
		s := newScene(16, 1)
		a, b := s.at(0, 4.5, -0.5), s.at(16, 4.5, 1.5) // inside from column 4 to column 11
		if turned {
			a, b = b, a
		}
		got := s.run(t, gpu.TopologyLineList, a, b, s.at(0, 8.5, -1), s.at(16, 8.5, -0.1), s.at(0, 9.5, 3), s.at(3, 9.5, -1))
		p := s.picture(0)
		require.Equal(t, []int{0, 1, 1, 0}, []int{p[4][3], p[4][4], p[4][11], p[4][12]})
		require.Equal(t, make([]int, 16), p[8])
		require.EqualValues(t, 3, got.Counts.Primitives)
		require.EqualValues(t, 2, got.Counts.Clipped, "the second one is in front of the near plane")
	}
}

// A line that passes the screen through two planes without touching what both keep.
func TestLinesThatClippingEmpties(t *testing.T) {
	s := newScene(16, 1)
	s.Viewports[0].TopLeftX = 30000
	got := s.run(t, gpu.TopologyLineList, vert{x: 1e6, y: 0, z: 0.5, w: 1}, vert{x: 0, y: 1e7, z: 0.5, w: 1})
	require.Zero(t, got.Counts.SamplesPassed)
}

func TestWireframeCulls(t *testing.T) {
	for _, cull := range []gpu.CullMode{gpu.CullBack, gpu.CullFront} {
		s := newScene(16, 1)
		s.Rasterizer.FillMode, s.Rasterizer.CullMode = gpu.FillWireframe, cull
		got := s.run(t, gpu.TopologyTriangleList, s.at(2.5, 2.5, 0), s.at(10.5, 2.5, 0), s.at(10.5, 10.5, 0)) // clockwise: a front face
		require.Equal(t, cull == gpu.CullBack, got.Counts.SamplesPassed > 0)
	}
}

// With MultisampleEnable a line of a multisampled target is 1.4 pixels wide: 14 pixels for each 10 of length, but for the grain of the samples.
func TestMultisampledLineIsWide(t *testing.T) {
	s := newScene(32, 8)
	s.Rasterizer.MultisampleEnable = true
	got := s.run(t, gpu.TopologyLineList, s.at(4, 8, 0), s.at(24, 23, 0)) // 25 long
	require.InDelta(t, 25*1.4*8, float64(got.Counts.SamplesPassed), 12)

	s = newScene(32, 8)
	got = s.run(t, gpu.TopologyLineList, s.at(4, 8, 0), s.at(24, 23, 0))
	require.EqualValues(t, 20*8, got.Counts.SamplesPassed, "a thin line has whole pixels, one in each column")
}
