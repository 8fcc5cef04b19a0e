package seats

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// TestFind: what is there is found, few or many, and what is not comes after the others.
func TestFind(t *testing.T) {
	var index Index
	var list []clock.Agent
	for n := range 40 {
		a := clock.Agent(n * 7 % 41)
		at, found := index.Find(a, len(list), func(i int) clock.Agent { return list[i] })
		require.False(t, found)
		require.Equal(t, len(list), at)
		list = append(list, a)
		for i, b := range list {
			at, found := index.Find(b, len(list), func(i int) clock.Agent { return list[i] })
			require.True(t, found)
			require.Equal(t, i, at)
		}
	}
}
