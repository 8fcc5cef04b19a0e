package raster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// The lower left half of a 4×4 square: the hypotenuse passes through the centres of the diagonal, and is a top right edge, so they are outside.
func TestTriangle(t *testing.T) {
	s := newScene(4, 1)
	got := s.run(t, gpu.TopologyTriangleList, s.at(0, 0, 0), s.at(4, 4, 0), s.at(0, 4, 0))
	require.Equal(t, [][]int{{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}}, s.picture(0))
	require.Equal(t, Counts{Primitives: 1, Clipped: 1, PixelInvocations: 6, SamplesPassed: 6, BytesWritten: 24}, got.Counts)
}

// Its other half has the diagonal as a left edge.
func TestOtherHalf(t *testing.T) {
	s := newScene(4, 1)
	s.run(t, gpu.TopologyTriangleList, s.at(0, 0, 0), s.at(4, 0, 0), s.at(4, 4, 0))
	require.Equal(t, [][]int{{1, 1, 1, 1}, {0, 1, 1, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}}, s.picture(0))
}
