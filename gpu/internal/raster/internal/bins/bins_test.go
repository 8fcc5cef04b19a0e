package bins

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// in are the indices of a tile's nodes, in order; for small triangles the first bytes of their entries.
func (b *Bins) in(tile int32) (all []uint32) {
	for n := b.First(tile); n >= 0; n = b.At(n).Next {
		if b.At(n).Index != SmallOnes {
			all = append(all, b.At(n).Index)
			continue
		}
		for e := b.Small(b.At(n), nil); len(e) > 0; e = e[stage.SetUpEntry:] {
			all = append(all, uint32(e[0]))
		}
	}
	return all
}

func TestBins(t *testing.T) {
	var b Bins
	b.Need(3)
	b.Need(2)
	require.Empty(t, b.Tiles())
	require.EqualValues(t, -1, b.First(2))
	b.Put(2, 7)
	b.Put(0, 8)
	b.Put(2, 9)
	require.Equal(t, []int32{2, 0}, b.Tiles())
	require.Equal(t, []uint32{7, 9}, b.in(2))
	require.Equal(t, []uint32{8}, b.in(0))
	require.Empty(t, b.in(1))

	b.Clear()
	require.Empty(t, b.Tiles())
	for tile := range int32(3) {
		require.Empty(t, b.in(tile))
	}
	b.Put(1, 5)
	require.Equal(t, []uint32{5}, b.in(1))
}

// Runs of small triangles have one node each; what comes between them keeps its place.
func TestRuns(t *testing.T) {
	var b Bins
	b.Need(2)
	small := func(tile int32, name byte) { b.PutSmall(tile)[0] = name }
	small(0, 1)
	small(0, 2)
	small(1, 3)
	small(1, 4)
	small(0, 5)
	b.Put(0, 6)
	small(0, 7)
	small(0, 8)
	require.Equal(t, []uint32{1, 2, 5, 6, 7, 8}, b.in(0))
	require.Equal(t, []uint32{3, 4}, b.in(1))
	require.Len(t, b.nodes, 5)
	b.Put(1, 9)
	small(0, 10)
	require.Len(t, b.nodes, 7, "another tile's node ends a run, too")
	b.PutOthers(1, 2, 4)
	small(0, 12)
	require.Equal(t, []uint32{1, 2, 5, 6, 7, 8, 10, 12}, b.in(0), "others end a run, too")
	last := b.At(b.ends[1].last)
	require.EqualValues(t, SmallOnes, last.Index)
	require.Equal(t, []byte{5, 6}, b.Small(last, []byte{3, 4, 5, 6, 7}))
	b.Clear()
	small(0, 11)
	require.Equal(t, []uint32{11}, b.in(0))
}
