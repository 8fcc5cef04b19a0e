package shader

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCuts: tiles of every size reach every element, those of one cut once each, and none beyond the end.
func TestCuts(t *testing.T) {
	for n := uint32(1); n <= 70; n++ {
		for _, size := range []uint32{tileWidth(n), tileHeight(n)} {
			require.LessOrEqual(t, size, n)
			reached := map[uint32]bool{}
			for _, c := range cuts(n, size) {
				require.NotZero(t, c.tiles, "%d in %d", size, n)
				for i := range c.tiles * size {
					reached[c.first+i] = true
				}
				require.LessOrEqual(t, c.first+c.tiles*size, n)
			}
			require.Len(t, reached, int(n), "%d in %d", size, n)
		}
	}
}

// TestTileSizes: whole tiles where there are some, and waves of four work items in one row wherever there are four columns.
func TestTileSizes(t *testing.T) {
	for _, c := range []struct{ n, width, height uint32 }{{1, 1, 1}, {3, 3, 3}, {4, 4, 4}, {5, 4, 5}, {7, 4, 7}, {8, 8, 4}, {9, 8, 3}, {11, 8, 4}, {15, 12, 5}, {16, 16, 4}, {17, 16, 4}, {24, 12, 4}, {40, 8, 4}, {333, 16, 3}} {
		require.Equal(t, c.width, tileWidth(c.n), "%d columns", c.n)
		require.Equal(t, c.height, tileHeight(c.n), "%d rows", c.n)
	}
}

// TestTiles: the groups of a kernel of tiles are a grid, in which every work item finds its place.
func TestTiles(t *testing.T) {
	grid := func(s Step) [3]uint32 {
		x, y, z := s.Groups()
		return [3]uint32{x, y, z}
	}
	all := Tiles("test", 3, 8, 33)
	require.Len(t, all, 2)
	main, rest := all[0].Step(), all[1].Step()
	require.Equal(t, [3]int{16, 4, 1}, main.Threads())
	require.Equal(t, uint64(3*8*32), main.Items)
	require.Equal(t, [3]uint32{2, 2, 3}, grid(main), "rows of tiles, columns, matrices")
	require.Equal(t, "function(GroupID, GroupThreadID)\n\tlocal row_1 = GroupThreadID.y + GroupID.x * 4\n\tlocal column_2 = GroupThreadID.x + GroupID.y * 16\nend", main.Function(""))
	require.Equal(t, [3]uint32{2, 1, 3}, grid(rest))
	require.Contains(t, rest.Function(""), "local column_2 = GroupThreadID.x + 17\n")
	require.Equal(t, "GroupID.z", all[0].Batch)
	require.Equal(t, "0", Tiles("test", 1, 8, 16)[0].Batch)
	require.Equal(t, [3]uint32{65535, 1, 1}, grid(Tiles("test", 1, 4*65535, 16)[0].Step()), "the longest side")
}

// TestTilesInARow: more tiles than a grid has on one side are counted.
func TestTilesInARow(t *testing.T) {
	big := Tiles("test", 1, 4, 16*65537)[0].Step()
	x, y, z := big.Groups()
	require.Equal(t, [3]uint32{65535, 2, 1}, [3]uint32{x, y, z})
	require.Contains(t, big.Function(""), "function(GroupID, GroupThreadID)\n\tlocal group = GroupID.x + GroupID.y * 65535\n\tif group >= 65537 then return end\n")
	many := Tiles("test", 65536, 4, 32)[0].Step()
	x, y, z = many.Groups()
	require.Equal(t, [3]uint32{65535, 3, 1}, [3]uint32{x, y, z})
}
