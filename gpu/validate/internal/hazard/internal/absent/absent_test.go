package absent

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

func TestSet(t *testing.T) {
	var s Set
	require.False(t, s.Has(1, 1))
	require.False(t, s.At(track.Point{Queue: 1, Pos: 1}))
	s.Add(1, 2, track.Point{Queue: 3, Pos: 4})
	require.True(t, s.Has(1, 2))
	require.True(t, s.At(track.Point{Queue: 3, Pos: 4}))
	require.False(t, s.Has(2, 2))
	for i := range uint64(2 * most) {
		s.Add(2, i, track.Point{Queue: 3, Pos: 5})
	}
	require.Len(t, s.numbers, most)
}
