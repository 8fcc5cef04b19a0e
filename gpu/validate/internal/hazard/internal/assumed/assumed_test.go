package assumed

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

func upTo(agent track.Agent, pos uint32) track.Clock { return track.Clock{}.With(agent, pos) }

// TestSet: what is taken as finished before an item is so before later ones of its agent, and before whatever comes after these.
func TestSet(t *testing.T) {
	var s Set
	s.Add(track.Point{Queue: 2, Pos: 5}, upTo(1, 7))
	s.Add(track.Point{Queue: 2, Pos: 9}, upTo(1, 3))
	require.Equal(t, uint64(1), s.Count(), "the second says nothing new")
	s.Add(track.Point{Queue: 2, Pos: 3}, upTo(3, 4))
	s.Add(track.Point{Queue: 4, Pos: 1}, upTo(5, 6))
	require.Equal(t, uint64(3), s.Count())
	before := func(item track.Point, start track.Clock) (out [3]uint32) {
		c := s.Before(item, start)
		return [3]uint32{c.At(1), c.At(3), c.At(5)}
	}
	require.Equal(t, [3]uint32{}, before(track.Point{Queue: 2, Pos: 2}, track.Clock{}))
	require.Equal(t, [3]uint32{0, 4, 0}, before(track.Point{Queue: 2, Pos: 4}, track.Clock{}))
	require.Equal(t, [3]uint32{7, 4, 0}, before(track.Point{Queue: 2, Pos: 6}, track.Clock{}))
	require.Equal(t, [3]uint32{7, 4, 6}, before(track.Point{Queue: 9, Pos: 1}, upTo(2, 5).With(4, 1)), "of what comes before it")
	s.Forget(upTo(3, 4).With(5, 6))
	require.Equal(t, [3]uint32{7, 4, 0}, before(track.Point{Queue: 9, Pos: 1}, upTo(2, 5).With(4, 1)), "together with the rest of it")
	s.Forget(upTo(3, 4).With(1, 7))
	require.Empty(t, s.agents)
	require.Empty(t, s.about)
}
