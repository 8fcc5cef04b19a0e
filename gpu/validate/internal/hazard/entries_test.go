package hazard

import (
	"cmp"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/groups"
)

// TestEntries compares the search by groups with a look at each part, while parts come in at any place and leave in front and elsewhere.
func TestEntries(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	var l entries
	longest := 0
	for range 1500 {
		switch n := r.Intn(16); {
		case n < 3 && l.Len() > 0:
			l.drop(l.All()[0].work)
		case n == 3 && l.Len() > 0:
			l.drop(l.All()[r.Intn(l.Len())].work)
		default:
			begin := uint64(r.Intn(1000)) * 8
			w := &work{side: Side{Point: track.Point{Pos: 1 + uint32(r.Intn(100000))}}}
			l.insert(entry{w, &part{near: extent{begin, begin + 8 + uint64(r.Intn(64))}}})
		}
		longest = max(longest, l.Len())
		begin, from := uint64(r.Intn(1000))*8, r.Intn(l.Len()+1)
		x := extent{begin, begin + 1 + uint64(r.Intn(32))}
		want := from
		for want < l.Len() && !l.All()[want].part.near.Meets(x) {
			want++
		}
		require.Equal(t, want, l.next(from, x))
		require.True(t, slices.IsSortedFunc(l.All(), func(a, b entry) int { return cmp.Compare(a.work.side.Point.Pos, b.work.side.Point.Pos) }))
	}
	require.Greater(t, longest, 1<<(2*groups.Bits), "groups of groups")
}
