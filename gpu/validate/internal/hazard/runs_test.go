package hazard

import (
	"math/bits"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
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

// TestSpansGrow: the next bytes of a command make its span longer, those of another command, or of another part of it, are another span.
func TestSpansGrow(t *testing.T) {
	d, w := New(track.NewOrder(), Options{}), &work{}
	next := func(begin uint64, number, part uint32) bool {
		s := span{begin: begin, end: begin + 4, side: Side{Queue: 1, number: number}}
		s.side.Access.Part = part
		_, grown := d.keep(w, 7, &s)
		return grown
	}
	require.False(t, next(0, 0, 0))
	require.True(t, next(4, 0, 0))
	require.False(t, next(9, 0, 0), "a gap")
	require.False(t, next(13, 1, 0), "another command")
	require.False(t, next(17, 1, 1), "another part")
	require.Len(t, w.parts, 1)
	require.Len(t, w.parts[0].spans, 4)
	require.Equal(t, uint64(8), w.parts[0].spans[0].end)
}

// TestManyConflicts: no more than a bounded number of conflicts of one access is looked at in a run.
func TestManyConflicts(t *testing.T) {
	var kept runs
	for n := range uint32(1024) {
		kept.add(&span{begin: 0, end: 4, side: Side{number: n}})
	}
	hits := 0
	kept.overlapping(&span{begin: 0, end: 4}, func(*span) bool {
		hits++
		return true
	})
	require.LessOrEqual(t, hits, most+1)
	require.GreaterOrEqual(t, hits, most)
}
