package raster

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// randomScene is triangles of all sizes over an odd target, cut by a scissor: an even one for some seeds.
func randomScene(seed int64, f DepthFormat, samples int) (*scene, []vert) {
	r := rand.New(rand.NewSource(seed))
	s := newScene(133, samples)
	s.Scissors[0] = gpu.Rect{Left: 3, Top: 5, Right: 133, Bottom: 130}
	if seed%3 == 2 {
		s.Scissors[0] = gpu.Rect{Left: 2, Top: 6, Right: 130, Bottom: 128}
	}
	s.Targets[0] = target(gpu.FormatR8G8B8A8Unorm, 133, samples)
	s.depth(f, 0.75)
	s.DepthStencil.DepthFunc = gpu.CompareNever + gpu.ComparisonFunc(seed%8)
	s.input(gpu.InterpolateNoPerspective)
	s.program = func(in *item) result {
		v := float32(in.inputs[0])
		return result{colors: [8][4]float32{{v, 1 - v, float32(in.id%8) / 8, v * v}}}
	}
	var list []vert
	for i := range 120 {
		x, y, reach := r.Float64()*133, r.Float64()*133, math.Exp2(float64(i%9))
		for range 3 {
			list = append(list, s.at(x+r.NormFloat64()*reach, y+r.NormFloat64()*reach, r.Float64(), r.Float64()))
		}
	}
	return s, list
}

// The fast ways of testing depth give what the general one gives, which a stencil test that keeps everything asks for; so do late tests.
func TestFastDepth(t *testing.T) {
	for seed := range int64(24) {
		samples := []int{1, 1, 4}[seed/8]
		fast, list := randomScene(seed, DepthD32, samples)
		want := fast.run(t, gpu.TopologyTriangleList, list...)
		for name, change := range map[string]func(*scene){
			"stencil": func(s *scene) { s.stencil(0) },
			"marks":   func(s *scene) { s.Track = true },
			"late":    func(s *scene) { s.ps.Uses = gpu.WritesUAV },
		} {
			slow, list := randomScene(seed, DepthD32, samples)
			change(slow)
			got := slow.run(t, gpu.TopologyTriangleList, list...)
			require.Equal(t, want.Counts.SamplesPassed, got.Counts.SamplesPassed, name)
			require.True(t, slices.Equal(fast.Depth.Depth.Bytes, slow.Depth.Depth.Bytes), name)
			require.True(t, slices.Equal(fast.Targets[0].Bytes, slow.Targets[0].Bytes), name)
		}
	}
}

// TestFastMarks: the pixels that the fast ways mark are those that late tests mark, pixel by pixel.
func TestFastMarks(t *testing.T) {
	for seed := range int64(24) {
		fast, list := randomScene(seed, DepthD32, 1)
		fast.Track = true
		want := fast.run(t, gpu.TopologyTriangleList, list...)
		slow, list := randomScene(seed, DepthD32, 1)
		slow.Track, slow.ps.Uses = true, gpu.WritesUAV
		got := slow.run(t, gpu.TopologyTriangleList, list...)
		require.Equal(t, want.Touched, got.Touched, seed)
		require.NotEmpty(t, want.Touched.Tested)
	}
}

// TestUniform: a program that is the same for all pixels needs no records, which changes neither the image nor a count.
func TestUniform(t *testing.T) {
	for seed := range int64(16) {
		var scenes [2]*scene
		var results [2]Result
		for i := range scenes {
			s, list := randomScene(seed, DepthD32, 1)
			s.Track = seed >= 8
			s.flat()
			s.ps.Uniform = i == 1
			r := New()
			r.Begin(&s.State, &s.ps, Scratch{s.scratch, base})
			require.True(t, r.Draw(&Draw{Topology: gpu.TopologyTriangleList, Vertices: pack(list), Count: uint32(len(list)), Instances: 1}))
			results[i] = r.End()
			scenes[i] = s
		}
		require.Equal(t, results[0], results[1])
		require.True(t, slices.Equal(scenes[0].Targets[0].Bytes, scenes[1].Targets[0].Bytes))
		require.True(t, slices.Equal(scenes[0].Depth.Depth.Bytes, scenes[1].Depth.Depth.Bytes))
	}
}

// Draws in pieces are the draw in one piece.
func TestPieces(t *testing.T) {
	whole, list := randomScene(4, DepthD24, 1)
	whole.DepthStencil.DepthFunc = gpu.CompareLess
	want := whole.run(t, gpu.TopologyTriangleList, list...)
	for _, n := range []int{3, 30, 150} {
		s, list := randomScene(4, DepthD24, 1)
		s.DepthStencil.DepthFunc = gpu.CompareLess
		var pieces []*Draw
		for from := 0; from < len(list); from += n {
			part := list[from:min(from+n, len(list))]
			pieces = append(pieces, &Draw{Topology: gpu.TopologyTriangleList, Vertices: pack(part), Count: uint32(len(part)), Instances: 1, FirstPrimitive: uint32(from / 3)})
		}
		got := s.draw(t, pieces...)
		require.Equal(t, want, got, fmt.Sprint(n))
		require.True(t, slices.Equal(whole.Targets[0].Bytes, s.Targets[0].Bytes))
	}
}
