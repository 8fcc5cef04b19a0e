package ground

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSet compares a set with a mark for each byte: nothing that was added is missing, and as long as there are few ranges nothing else is there.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for _, spread := range []int{300, 1 << 16} {
		var s Set
		s.Add(1<<20, 1<<20+1)
		s.Clear()
		marks := make([]bool, spread+64)
		for range 4000 {
			first := r.Intn(spread)
			last := first + 1 + r.Intn(16)
			if r.Intn(2) == 0 {
				s.Add(uint64(first), uint64(last))
				for i := first; i < last; i++ {
					marks[i] = true
				}
			}
			first = r.Intn(spread)
			last = first + 1 + r.Intn(16)
			want := false
			for _, m := range marks[first:last] {
				want = want || m
			}
			got := s.Meets(uint64(first), uint64(last))
			require.True(t, got || !want)
			if s.grain == 0 {
				require.Equal(t, want, got)
			}
			require.LessOrEqual(t, len(s.ranges), most)
			for i := 1; i < len(s.ranges); i++ {
				require.Less(t, s.ranges[i-1].last, s.ranges[i].first)
			}
		}
		require.Equal(t, spread > 1000, s.grain > 0, "only many ranges are rounded")
	}
}
