package raster

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// FuzzVertices draws vertices of arbitrary bits in arbitrary states: nothing may panic, and nothing may be written beside the targets (their slices
// end where they end, and rows have padding that must stay).
func FuzzVertices(f *testing.F) {
	f.Add([]byte("some vertices, which are any bytes at all, of which sixteen make one vertex"), uint32(0))
	f.Add(make([]byte, 96), uint32(0xffff))
	corner := binary.LittleEndian.AppendUint32(nil, math.Float32bits(1e30))
	f.Add(append(append(append([]byte{}, corner...), corner...), 0, 0, 0, 0, 0, 0, 0x80, 0x3f, 1, 2, 3, 4), uint32(7))
	f.Fuzz(func(t *testing.T, data []byte, state uint32) {
		n := min(len(data)/16, 60)
		if n == 0 {
			return
		}
		bit := func(i int) bool { return state>>i&1 != 0 }
		samples := 1 << (state >> 4 & 3)
		s := newScene(37, samples)
		s.Rasterizer.DepthClipEnable = bit(0)
		s.Rasterizer.MultisampleEnable = bit(1)
		if bit(2) {
			s.Rasterizer.FillMode = gpu.FillWireframe
		}
		s.Rasterizer.CullMode = gpu.CullMode(state >> 6 % 3)
		s.Track = true
		if bit(3) {
			s.depth(DepthFormat(1+state>>8%3), 1)
			s.Rasterizer.DepthBias, s.Rasterizer.SlopeScaledDepthBias = 100, 1e10
		}
		s.input(gpu.InterpolateLinear)
		s.Viewports[0].TopLeftX = float32(state>>16&0xff) - 128
		vertices := Vertices{Bytes: make([]byte, 5*256), Pitch: 256, Items: uint32(n)}
		for i := range n {
			for c := range 4 {
				copy(vertices.Bytes[256*c+4*i:], data[16*i+4*c:16*i+4*c+4])
			}
			copy(vertices.Bytes[1024+4*i:], data[:4])
		}
		for i := range s.Targets[0].Bytes {
			s.Targets[0].Bytes[i] = 0xcc
		}
		d := &Draw{Topology: gpu.TopologyPointList + gpu.PrimitiveTopology(state>>12%5), Vertices: vertices, Count: uint32(n), Instances: 1}
		got := s.draw(t, d)
		painted := uint64(0)
		for _, r := range got.Touched.Color {
			require.True(t, r.Left >= 0 && r.Top >= 0 && r.Right <= 37 && r.Bottom <= 37)
			painted += uint64(r.Right-r.Left) * uint64(r.Bottom-r.Top)
		}
		require.LessOrEqual(t, painted, got.Counts.SamplesPassed)
		for i, b := range s.Targets[0].Bytes {
			if i%int(s.Targets[0].RowPitch) >= 4*37 && b != 0xcc {
				t.Fatalf("byte %d was written", i)
			}
		}
	})
}
