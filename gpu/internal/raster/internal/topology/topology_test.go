package topology

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestList(t *testing.T) {
	for _, tt := range []struct {
		name string
		of   Source
		want [][3]uint32 // of one instance
	}{
		{"triangles", Source{Topology: gpu.TopologyTriangleList, Count: 7}, [][3]uint32{{0, 1, 2}, {3, 4, 5}}},
		{"triangles by indices", Source{Topology: gpu.TopologyTriangleList, Sequence: []uint32{7, 8, 7}}, [][3]uint32{{7, 8, 7}}},
		{"strip", Source{Topology: gpu.TopologyTriangleStrip, Count: 5}, [][3]uint32{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}},
		{"strip of two vertices", Source{Topology: gpu.TopologyTriangleStrip, Count: 2}, nil},
		{"cut strip", Source{Topology: gpu.TopologyTriangleStrip, Sequence: []uint32{5, 6, 7, 8, Cut, 1, 2, Cut, 1, 2, 3}}, [][3]uint32{{5, 6, 7}, {6, 8, 7}, {1, 2, 3}}},
		{"lines", Source{Topology: gpu.TopologyLineList, Count: 5}, [][3]uint32{{0, 1, 0}, {2, 3, 2}}},
		{"line strip", Source{Topology: gpu.TopologyLineStrip, Count: 3}, [][3]uint32{{0, 1, 0}, {1, 2, 1}}},
		{"points", Source{Topology: gpu.TopologyPointList, Count: 2}, [][3]uint32{{0, 0, 0}, {1, 1, 1}}},
	} {
		var l List
		tt.of.InstanceItems = 100
		l.Make(tt.of)
		require.Equal(t, uint64(len(tt.want)), l.PerInstance, tt.name)
		for i, want := range tt.want {
			items, id := l.At(uint64(i))
			require.Equal(t, want, items, tt.name)
			require.Equal(t, uint32(i), id, tt.name)
			items, id = l.At(uint64(i + 2*len(tt.want)))
			require.Equal(t, [3]uint32{want[0] + 200, want[1] + 200, want[2] + 200}, items, "%s: the third instance", tt.name)
			require.Equal(t, uint32(i), id, tt.name)
		}
	}
}

// Runs are what At says one by one.
func TestRun(t *testing.T) {
	var l List
	l.Make(Source{Topology: gpu.TopologyTriangleList, Count: 12, InstanceItems: 100})
	for from := range uint64(12) {
		for end := from + 1; end <= 12; end++ {
			k := from
			for k < end {
				n, within, shift := l.Run(k, end)
				require.Positive(t, n)
				for range n {
					items, number := l.At(k)
					require.Equal(t, [3]uint32{3*within + shift, 3*within + shift + 1, 3*within + shift + 2}, items, "primitive %d", k)
					require.Equal(t, within, number)
					k, within = k+1, within+1
				}
			}
			require.Equal(t, end, k)
		}
	}
}
