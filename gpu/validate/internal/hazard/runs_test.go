package hazard

import (
	"math/bits"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRuns: what overlaps a span is what a search one by one finds, whatever was added before, and there are few runs to look at.
func TestRuns(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var all []span
	var kept runs
	for n := range uint32(500) {
		s := span{begin: uint64(r.Intn(4000))}
		s.end, s.side.number = s.begin+1+uint64(r.Intn(40)), n
		var want, got []uint32
		for i := range all {
			if all[i].begin < s.end && s.begin < all[i].end {
				want = append(want, all[i].side.number)
			}
		}
		kept.overlapping(&s, func(o *span) bool {
			got = append(got, o.side.number)
			return false
		})
		slices.Sort(got)
		require.Equal(t, want, got)
		all = append(all, s)
		kept.add(&s)
		require.LessOrEqual(t, len(kept.list), bits.Len(uint(len(all))))
	}
}

// TestRunsGrow: the next bytes of a command make its span longer, those of another command are another span.
func TestRunsGrow(t *testing.T) {
	var kept runs
	for _, s := range []span{{begin: 0, end: 4}, {begin: 4, end: 8}, {begin: 8, end: 12, side: Side{number: 1}}} {
		kept.add(&s)
	}
	require.Len(t, kept.list, 1)
	require.Equal(t, uint64(8), kept.list[0].spans[0].end)
	require.Equal(t, uint64(8), kept.last.begin)
}

// TestManyConflicts: no more than a bounded number of conflicts of one access is looked at in a run.
func TestManyConflicts(t *testing.T) {
	var kept runs
	s := span{begin: 0, end: 4}
	for n := range uint32(1024) {
		s.side.number = n
		kept.add(&s)
	}
	hits := 0
	kept.overlapping(&s, func(*span) bool {
		hits++
		return true
	})
	require.LessOrEqual(t, hits, most+1)
	require.GreaterOrEqual(t, hits, most)
}
