package strands

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// TestPass: an end goes with the item of its strand, or one after that, and not with an earlier one.
func TestPass(t *testing.T) {
	var e Ends
	e.Put(1, 5)
	e.Put(2, 3)
	e.Pass(1, 4)
	e.Pass(3, 9)
	require.Equal(t, []Point{{Queue: 1, Pos: 5}, {Queue: 2, Pos: 3}}, e.All())
	e.Pass(1, 5)
	require.Equal(t, []Point{{Queue: 2, Pos: 3}}, e.All())
	e.Put(1, 6)
	e.Pass(2, 8)
	require.Equal(t, []Point{{Queue: 1, Pos: 6}}, e.All())
	e.Reset()
	require.Empty(t, e.All())
	e.Put(1, 6)
	require.Equal(t, []Point{{Queue: 1, Pos: 6}}, e.All())
}

// TestAgainstASet: the ends are what a map by strand would hold.
func TestAgainstASet(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var e Ends
	set := map[clock.Agent]uint32{}
	for range 10000 {
		strand, pos := clock.Agent(r.Intn(20)), uint32(r.Intn(50))
		if has, found := set[strand]; found && has <= pos {
			delete(set, strand)
		}
		e.Pass(strand, pos)
		if _, found := set[strand]; !found && r.Intn(2) == 0 {
			set[strand] = pos
			e.Put(strand, pos)
		}
		got := map[clock.Agent]uint32{}
		for _, end := range e.All() {
			got[end.Queue] = end.Pos
		}
		require.Equal(t, set, got)
		require.Len(t, e.All(), len(set))
	}
}
