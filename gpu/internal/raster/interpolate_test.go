package raster

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// exactly interpolates a component at ndc (x, y) in rationals: with perspective the component of the point of the triangle's plane in clip space,
// without it linearly on the screen.
func exactly(v [3]rat, c [3]float64, x, y *big.Rat, perspective bool) float64 {
	mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	screen := func(i int) (sx, sy *big.Rat) {
		return new(big.Rat).Quo(v[i].x, v[i].w), new(big.Rat).Quo(v[i].y, v[i].w)
	}
	sum, weights := new(big.Rat), new(big.Rat)
	for k := range v {
		ax, ay := screen((k + 1) % 3)
		bx, by := screen((k + 2) % 3)
		// The area of the triangle (a, b, point), twice.
		area := mul(ax.Sub(ax, x), by.Sub(by, y))
		area.Sub(area, mul(ay.Sub(ay, y), bx.Sub(bx, x)))
		if perspective {
			area.Quo(area, v[k].w)
		}
		weights.Add(weights, area)
		sum.Add(sum, mul(area, new(big.Rat).SetFloat64(c[k])))
	}
	f, _ := sum.Quo(sum, weights).Float64()
	return f
}

// The planes of a triangle's record give what rationals give, within what float32 planes can (a few units in the last place of the largest value).
func TestInterpolationAgainstRationals(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 60 {
		s := newScene(64, 1)
		s.input(gpu.InterpolateLinear)
		s.input(gpu.InterpolateNoPerspective)
		s.input(gpu.InterpolateNone)
		var list [3]vert
		var c [3]float64
		for k := range list {
			c[k] = float64(float32(r.Float64()*2 - 1))
			// A vertex on the grid of subpixels, with a power of two as w: its rounded position is exact.
			w := []float64{0.5, 1, 2, 4}[r.Intn(4)]
			list[k] = s.at(math.Round(r.Float64()*64*256)/256, math.Round(r.Float64()*64*256)/256, 0.5, c[k], c[k], c[k]).over(w)
		}
		v := [3]rat{list[0].rat(), list[1].rat(), list[2].rat()}
		area := math.Abs((list[1].x/list[1].w-list[0].x/list[0].w)*(list[2].y/list[2].w-list[0].y/list[0].w) -
			(list[2].x/list[2].w-list[0].x/list[0].w)*(list[1].y/list[1].w-list[0].y/list[0].w))
		if area < 0.02 {
			continue // slivers have steep planes
		}
		s.program = func(in *item) (r result) {
			x, y := new(big.Rat).SetFloat64(in.x/32-1), new(big.Rat).SetFloat64(1-in.y/32)
			if in.counts {
				require.InDelta(t, exactly(v, c, x, y, true), in.inputs[0], 4e-6)
				require.InDelta(t, exactly(v, c, x, y, false), in.inputs[1], 2e-6)
				require.Equal(t, c[0], in.inputs[2])
			}
			return r
		}
		s.run(t, gpu.TopologyTriangleList, list[:]...)
	}
}

// A triangle that is clipped has the values of the whole one, and its constants are those of its first vertex even if that is cut off.
func TestInterpolationOfClippedTriangles(t *testing.T) {
	s := newScene(32, 1)
	s.input(gpu.InterpolateLinear)
	s.input(gpu.InterpolateNone)
	list := [3]vert{{x: -3, y: 4, z: -2, w: -1, c: []float64{10, 10}}, {x: 2, y: -1, z: 0.5, w: 2, c: []float64{20, 20}}, {x: -4, y: -3, z: 1, w: 3, c: []float64{-5, -5}}}
	v := [3]rat{list[0].rat(), list[1].rat(), list[2].rat()}
	seen := 0
	s.program = func(in *item) (r result) {
		x, y := new(big.Rat).SetFloat64(in.x/16-1), new(big.Rat).SetFloat64(1-in.y/16)
		if in.counts {
			seen++
			require.InEpsilon(t, exactly(v, [3]float64{10, 20, -5}, x, y, true), in.inputs[0], 1e-2) // positions of corners are rounded
			require.Equal(t, 10.0, in.inputs[1])
		}
		return r
	}
	s.run(t, gpu.TopologyTriangleList, list[:]...)
	require.Greater(t, seen, 50)
}

// Bits of constants reach the program as they are, whatever they look like as floats.
func TestConstantsKeepBits(t *testing.T) {
	for _, bits := range []uint32{0, 1, 0x7fc12345, 0xff800001, 0x80000000, 0xffffffff} {
		s := newScene(8, 1)
		s.input(gpu.InterpolateNone)
		list := []vert{s.at(0, 0, 0.5, 0), s.at(8, 0, 0.5, 1), s.at(0, 8, 0.5, 2)}
		d := &Draw{Topology: gpu.TopologyTriangleList, Vertices: pack(list), Count: 3, Instances: 1}
		put(d.Vertices.Bytes[4*d.Vertices.Pitch:], 0, bits)
		s.program = func(in *item) (r result) {
			require.Equal(t, bits, in.bits[0])
			return r
		}
		require.NotZero(t, s.draw(t, d).Counts.PixelInvocations)
	}
}

// What is equal at all vertices is exactly equal at all pixels.
func TestFlatPlanesAreExact(t *testing.T) {
	s := newScene(64, 1)
	s.input(gpu.InterpolateNoPerspective)
	s.input(gpu.InterpolateLinear)
	const v = float64(float32(0.1))
	s.program = func(in *item) (r result) {
		require.Equal(t, []float64{v, v}, in.inputs)
		require.Equal(t, 0.25, in.z)
		return r
	}
	s.run(t, gpu.TopologyTriangleList, s.at(1, 2, 0.25, v, v), s.at(60, 11, 0.25, v, v), s.at(7, 63, 0.25, v, v))
}

// Two passes over one triangle have the same depth, whatever scissor, neighbours and cores there are: the second pass tests EQUAL.
func TestDepthIsTheSameInEachPass(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for range 40 {
		s := newScene(128, 1)
		s.depth(DepthD32, 1)
		list := []vert{s.at(200*r.Float64()-30, 200*r.Float64()-30, r.Float64()), s.at(200*r.Float64()-30, 200*r.Float64()-30, r.Float64()),
			s.at(200*r.Float64()-30, 200*r.Float64()-30, r.Float64()).over(3)}
		first := s.run(t, gpu.TopologyTriangleList, list...)
		s.DepthStencil.DepthFunc = gpu.CompareEqual
		second := s.run(t, gpu.TopologyTriangleList, list...)
		require.Equal(t, first.Counts.SamplesPassed, second.Counts.SamplesPassed)
		s.ps.Uses, s.Workers = gpu.UsesDiscard, 2 // late tests
		late := s.run(t, gpu.TopologyTriangleList, list...)
		require.Equal(t, first.Counts.SamplesPassed, late.Counts.SamplesPassed)
		s.Scissors[0] = gpu.Rect{Left: 17, Top: 33, Right: 90, Bottom: 71}
		inside := uint64(0)
		for y := int32(33); y < 71; y++ {
			for x := int32(17); x < 90; x++ {
				if s.color(x, y, 0)[0] != 0 {
					inside++
				}
			}
		}
		require.Equal(t, inside, s.run(t, gpu.TopologyTriangleList, list...).Counts.SamplesPassed)
	}
}

func TestPrimitiveNumbers(t *testing.T) {
	for _, c := range []struct {
		name     string
		topology gpu.PrimitiveTopology
		vertices int
		sequence []uint32
		ids      []uint32
		leading  []float64
	}{
		{"list", gpu.TopologyTriangleList, 7, nil, []uint32{0, 1}, []float64{0, 3}},
		{"strip", gpu.TopologyTriangleStrip, 5, nil, []uint32{0, 1, 2}, []float64{0, 1, 2}},
		{"short strip", gpu.TopologyTriangleStrip, 2, nil, nil, nil},
		{"indexed", gpu.TopologyTriangleList, 7, []uint32{2, 1, 0, 6, 4, 5, 1, 1}, []uint32{0, 1}, []float64{2, 6}},
		{"cut strip", gpu.TopologyTriangleStrip, 7, []uint32{0, 1, 2, 3, Cut, 4, 5, Cut, Cut, 1, 5, 2}, []uint32{0, 1, 2}, []float64{0, 1, 1}},
		{"lines", gpu.TopologyLineList, 5, nil, []uint32{0, 1}, []float64{0, 2}},
		{"line strip", gpu.TopologyLineStrip, 4, nil, []uint32{0, 1, 2}, []float64{0, 1, 2}},
		{"cut line strip", gpu.TopologyLineStrip, 5, []uint32{3, 2, Cut, 4, Cut, 0, 1}, []uint32{0, 1}, []float64{3, 0}},
		{"points", gpu.TopologyPointList, 3, nil, []uint32{0, 1, 2}, []float64{0, 1, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(32, 1)
			s.input(gpu.InterpolateNone)
			var list []vert
			for i := range c.vertices { // a zigzag; no three are on a line
				list = append(list, s.at(float64(2+4*i), float64(2+20*(i%2)+i*i/4), 0, float64(i)))
			}
			var ids []uint32
			var leading []float64
			s.program = func(in *item) (r result) {
				if n := len(ids); in.counts && (n == 0 || ids[n-1] != in.id) {
					ids, leading = append(ids, in.id), append(leading, in.inputs[0])
				}
				return r
			}
			d := &Draw{Topology: c.topology, Vertices: pack(list), Sequence: c.sequence, Count: uint32(c.vertices), Instances: 1}
			got := s.draw(t, d)
			require.Equal(t, c.ids, ids)
			require.Equal(t, c.leading, leading)
			require.EqualValues(t, len(c.ids), got.Counts.Primitives)
		})
	}
}

// The triangles of a strip are all turned the same way.
func TestStripFaces(t *testing.T) {
	for _, sequence := range [][]uint32{nil, {0, 1, 2, 3, 4, 5}} {
		s := newScene(16, 1)
		s.Rasterizer.CullMode = gpu.CullBack
		s.counting()
		d := &Draw{Topology: gpu.TopologyTriangleStrip, Count: 6, Sequence: sequence, Instances: 1,
			Vertices: pack([]vert{s.at(0, 16, 0), s.at(0, 0, 0), s.at(8, 16, 0), s.at(8, 0, 0), s.at(16, 16, 0), s.at(16, 0, 0)})}
		require.EqualValues(t, 256, s.draw(t, d).Counts.SamplesPassed)
	}
}

func TestInstances(t *testing.T) {
	s := newScene(16, 1)
	var list []vert
	for i := range 3 {
		x := float64(4 * i)
		list = append(list, s.at(x, 0, 0), s.at(x+4, 0, 0), s.at(x, 4, 0), s.at(x+4, 4, 0))
	}
	ids := map[uint32]int{}
	s.program = func(in *item) (r result) {
		if in.counts {
			ids[in.id]++
		}
		return r
	}
	d := &Draw{Topology: gpu.TopologyTriangleStrip, Vertices: pack(list), Count: 4, Instances: 3, InstanceItems: 4, FirstPrimitive: 5}
	got := s.draw(t, d)
	require.EqualValues(t, 48, got.Counts.SamplesPassed)
	require.EqualValues(t, 6, got.Counts.Primitives)
	require.Equal(t, map[uint32]int{5: 18, 6: 30}, ids, "each instance begins anew; the diagonal is a lower right edge of its first triangle")
}

func TestLink(t *testing.T) {
	outputs := []gpu.StageElement{{Name: "uv", Numeric: gpu.NumericFloat, Components: 2}, {Name: "id", Numeric: gpu.NumericUint, Components: 1},
		{Name: "color", Numeric: gpu.NumericFloat, Components: 4}}
	links, _, ok := Link([]gpu.StageElement{{Name: "color", Numeric: gpu.NumericFloat, Components: 3, Interpolation: gpu.InterpolateNoPerspective},
		{Name: "id", Numeric: gpu.NumericUint, Components: 1}}, outputs)
	require.True(t, ok)
	require.Equal(t, []Input{{Plane: 7, Mode: gpu.InterpolateNoPerspective}, {Plane: 8, Mode: gpu.InterpolateNoPerspective}, {Plane: 9, Mode: gpu.InterpolateNoPerspective}, {Plane: 6, Mode: gpu.InterpolateNone}}, links)
	for _, missing := range []gpu.StageElement{{Name: "normal", Components: 1}, {Name: "uv", Index: 1, Components: 1}, {Name: "uv", Components: 3}} {
		_, got, ok := Link([]gpu.StageElement{missing}, outputs)
		require.False(t, ok)
		require.Equal(t, missing, got)
	}
}
