package meshes

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/wavefront"
)

// TestTable: the lists have as many numbers as was said before, in the order in which a vertex has them.
func TestTable(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	m := &wavefront.Mesh{Indices: []uint32{0, 0, 0}, Vertices: []wavefront.Vertex{
		{Position: [3]float32{1, 2, 3}, Normal: [3]float32{4, 5, 6}, Color: [3]float32{7, 8, 9}, UV: [2]float32{10, 11}}}}
	table := Table(L, m)
	vertices, indices := table.RawGetString("Vertices").(*lua.LTable), table.RawGetString("Indices").(*lua.LTable)
	require.Equal(t, Numbers(m), vertices.Len()+indices.Len())
	for i := 1; i <= vertices.Len(); i++ {
		require.Equal(t, lua.LNumber(i), vertices.RawGetInt(i))
	}
	require.Equal(t, lua.LNumber(4*vertices.Len()), table.RawGetString("StrideInBytes"))
	require.Equal(t, lua.LNumber(3), table.RawGetString("Max").(*lua.LTable).RawGetInt(3))
}
