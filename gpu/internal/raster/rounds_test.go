package raster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// covers is a draw of triangles that cover the whole target, each of another colour than its neighbours.
func (s *scene) covers(n int) *Draw {
	s.input(gpu.InterpolateNone)
	s.program = func(in *item) (r result) {
		r.colors[0] = [4]float32{float32(in.inputs[0]), float32(in.id%2) / 2, 0, 1}
		return r
	}
	var list []vert
	for i := range n {
		v := float64(i) / float64(n)
		list = append(list, s.at(0, 0, 0, v), s.at(2*float64(s.size), 0, 0, v), s.at(0, 2*float64(s.size), 0, v))
	}
	return &Draw{Topology: gpu.TopologyTriangleList, Vertices: pack(list), Count: uint32(len(list)), Instances: 1}
}

// A round is set up while the one before is drawn; still the last triangle of the draw is on top, whichever round it is in.
func TestRoundsAreInOrder(t *testing.T) {
	for _, n := range []int{1, roundPrimitives - 1, roundPrimitives, roundPrimitives + 1, 3*roundPrimitives + 1} {
		for workers := 1; workers <= 3; workers++ {
			s := newScene(2, 1)
			s.Targets[0] = target(gpu.FormatR32G32B32A32Float, 2, 1)
			s.Workers, s.Primitives = workers, uint64(n) // memory for as many
			got := s.draw(t, s.covers(n))
			require.EqualValues(t, n, got.Counts.Primitives)
			require.EqualValues(t, n, got.Counts.Clipped)
			require.EqualValues(t, 4*n, got.Counts.PixelInvocations)
			want := [4]float32{float32(float64(n-1) / float64(n)), float32((n-1)%2) / 2, 0, 1}
			require.Equal(t, want, s.color(1, 1, 0), "%d triangles, %d workers", n, workers)
		}
	}
}

// asked counts what is done beside a draw.
type asked struct{ parts []int }

// Do implements crew.Work.
func (a *asked) Do(_, part int) { a.parts = append(a.parts, part) }

func TestBeside(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		for _, c := range []struct {
			triangles, viewports int
			want                 []int
		}{{1, 1, []int{0}}, {2*roundPrimitives + 1, 1, []int{0}}, {0, 1, nil}, {1, 0, nil}} {
			s, a := newScene(2, 1), &asked{}
			s.Targets[0] = target(gpu.FormatR32G32B32A32Float, 2, 1)
			s.Workers, s.Viewports = workers, s.Viewports[:c.viewports]
			d := s.covers(c.triangles)
			d.Beside = a
			s.draw(t, d)
			require.Equal(t, c.want, a.parts, "%d triangles, %d viewports, %d workers", c.triangles, c.viewports, workers)
		}
	}
}
