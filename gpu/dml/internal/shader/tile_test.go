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

// TestTiles: the text of a kernel of tiles counts groups, and every work item its place in them.
func TestTiles(t *testing.T) {
	all := Tiles("test", 3, 8, 17)
	require.Len(t, all, 2)
	main, rest := all[0].Step(), all[1].Step()
	require.Equal(t, [3]int{16, 4, 1}, main.Threads())
	require.Equal(t, uint64(3*8*16), main.Items)
	x, y := main.Groups()
	require.Equal(t, [2]uint32{6, 1}, [2]uint32{x, y})
	require.Equal(t, "function(GroupID, GroupThreadID)\n\tlocal group = GroupID.x\n\tlocal c_1 = group % 2\n\tlocal c_2 = group / 2\n"+
		"\tlocal row_3 = GroupThreadID.y + c_1 * 4\n\tlocal column_4 = GroupThreadID.x\nend", main.Function(""))
	require.Contains(t, rest.Function(""), "local column_4 = GroupThreadID.x + 1\n")
	require.Equal(t, "c_2", all[0].Batch)

	big := Tiles("test", 1, 4, 16*65537)[0].Step()
	x, y = big.Groups()
	require.Equal(t, [2]uint32{65535, 2}, [2]uint32{x, y})
	require.Contains(t, big.Function(""), "local group = GroupID.x + GroupID.y * 65535\n\tif group >= 65537 then return end\n")
}
