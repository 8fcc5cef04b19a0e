package assemble

import (
	"encoding/binary"
	"fmt"
	"testing"
)

// mesh is the indices of a grid of cells, two triangles each.
func mesh(cells uint32) (bytes []byte) {
	for j := range cells {
		for i := range cells {
			a := j*(cells+1) + i
			c := a + cells + 1
			for _, v := range [...]uint32{a, a + 1, c + 1, a, c + 1, c} {
				bytes = binary.LittleEndian.AppendUint32(bytes, v)
			}
		}
	}
	return bytes
}

// BenchmarkGather gathers the vertices of a mesh, in pieces.
func BenchmarkGather(b *testing.B) {
	const piece = 49152
	var g Gather
	for _, cells := range []uint32{90, 708} {
		all := mesh(cells)
		n := uint64(len(all) / 4)
		b.Run(fmt.Sprint(cells), func(b *testing.B) {
			for range b.N {
				for first := uint64(0); first < n; first += piece {
					g.Read(Indices{all, false}, first, uint32(min(piece, n-first)), 0, false, 0)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n)/float64(b.N), "ns/index")
		})
	}
}
