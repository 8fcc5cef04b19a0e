package corner

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

func TestPut(t *testing.T) {
	const step = stage.PointBytes + 16
	points := make([]byte, step+stage.PointBytes)
	v := Vertex{X: -3, Y: 1 << 22, Z: 0.25, Inverse: -2, Flags: 0x80000001}
	p := Points{Bytes: points, Step: step}
	p.Put(1, &v)
	require.Equal(t, make([]byte, step), points[:step], "another item")
	require.Equal(t, v, p.At(1))
	word := func(k int) uint32 { return binary.LittleEndian.Uint32(points[step+4*k:]) }
	double := func(k int) float64 { return math.Float64frombits(uint64(word(k)) | uint64(word(k+1))<<32) }
	require.Equal(t, []any{int32(-3), int32(1 << 22), 0.25, -2.0, uint32(0x80000001)},
		[]any{int32(word(stage.PointX)), int32(word(stage.PointY)), double(stage.PointZ), double(stage.PointInverse), word(stage.PointFlags)})
	p.Flag(1, 6)
	v.Flags = 0x80000007
	require.Equal(t, v, p.At(1))
	require.Zero(t, p.At(0))
	require.EqualValues(t, stage.PointFar, word(stage.PointSort))
	v.Flags = 0
	p.Put(1, &v)
	p.Flag(1, 0)
	require.EqualValues(t, -3, int32(word(stage.PointSort)))
	p.Flag(1, 8)
	require.Equal(t, []uint32{8, stage.PointFar}, []uint32{word(stage.PointFlags), word(stage.PointSort)})
}

// A plane through three values has them at the corners, however they are turned.
func TestPlane(t *testing.T) {
	corners := []Vertex{{X: 256, Y: 512}, {X: 1280, Y: 512}, {X: 256, Y: 2560}}
	values := []float64{3, 11, -5}
	for _, turn := range [][3]int{{0, 1, 2}, {1, 2, 0}, {2, 1, 0}} {
		u, v, w := &corners[turn[0]], &corners[turn[1]], &corners[turn[2]]
		g := GradientsOf(u, v, w)
		a, b, c := g.Plane(values[turn[0]], values[turn[1]], values[turn[2]], 5, 10)
		require.Equal(t, []float64{2, -1, 3}, []float64{a, b, c}, "8 more in 4 pixels, 8 less in 8; at (1, 2) it is 3")
	}
	require.EqualValues(t, 1024*2048, DoubleArea(&corners[0], &corners[1], &corners[2]))
	require.EqualValues(t, -1024*2048, DoubleArea(&corners[0], &corners[2], &corners[1]))
}

// Pixels whose centre is on an end count by the edges, so they are in the range at the lower end only if they can be inside.
func TestExtent(t *testing.T) {
	for _, c := range []struct{ low, high, from, to int32 }{
		{0, 256, 0, 1}, {128, 129, 0, 1}, {129, 383, 1, 1}, {129, 384, 1, 2}, {-128, -127, -1, 0}, {-127, 127, 0, 0},
	} {
		from, to := Extent(c.low, c.high)
		require.Equal(t, []int32{c.from, c.to}, []int32{from, to}, "%d to %d", c.low, c.high)
	}
}

func TestBox(t *testing.T) {
	b := BoxOf(0, 2, 8, 6).And(BoxOf(4, 0, 12, 5))
	require.Equal(t, BoxOf(4, 2, 8, 5), b)
	require.False(t, b.Empty())
	require.True(t, b.And(BoxOf(8, 0, 9, 9)).Empty())
	x, y := b.Middle()
	require.Equal(t, []float64{6.5, 3.5}, []float64{x, y})
}

func TestPlanes(t *testing.T) {
	p := Planes{Bytes: make([]byte, 4*12), Pitch: 12}
	for i := range 4 {
		binary.LittleEndian.PutUint32(p.Bytes[12*i+8:], math.Float32bits(float32(i)+0.5))
	}
	x, y, z, w := p.Position(2)
	require.Equal(t, []float32{0.5, 1.5, 2.5, 3.5}, []float32{x, y, z, w})
	require.Equal(t, math.Float32bits(3.5), p.Word(3, 2))
}
