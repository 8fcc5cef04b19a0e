package dml

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestShuffled: each view has a place of its own in the range of its table, and two or more of them do not lie in the order in which kernels name
// them.
func TestShuffled(t *testing.T) {
	for n := uint32(1); n <= 64; n++ {
		at, seen := make([]uint32, n), map[uint32]bool{}
		for i := range at {
			at[i] = shuffled(uint32(i), n)
			require.Less(t, at[i], n)
			seen[at[i]] = true
		}
		require.Len(t, seen, int(n))
		if n > 1 {
			require.False(t, slices.IsSorted(at), "%d views", n)
		}
	}
}
