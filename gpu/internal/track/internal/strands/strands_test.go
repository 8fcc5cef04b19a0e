package strands

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// TestSpare: each strand is looked at in its turn, a few at a time, and one that is free goes from its thread to another one.
func TestSpare(t *testing.T) {
	s := New(10, 1, 7)
	require.Equal(t, []End{{10, 7}}, s.Ends.All())
	for i := range clock.Agent(20) {
		s.Add(11+i, 2+i)
	}
	var looked []clock.Agent
	only := func(free clock.Agent) func(clock.Agent) bool {
		return func(strand clock.Agent) bool {
			looked = append(looked, strand)
			return strand == free
		}
	}
	_, found, steps := s.Spare(only(30))
	require.False(t, found, "it is not among the next few")
	require.Equal(t, uint64(few), steps)
	_, found, _ = s.Spare(only(30))
	require.False(t, found)
	strand, found, steps := s.Spare(only(30))
	require.True(t, found)
	require.Equal(t, clock.Agent(30), strand)
	require.Equal(t, uint64(4), steps)
	for i, at := range looked {
		require.Equal(t, clock.Agent(11+i), at, "from where the last look ended")
	}
	s.Pass(strand, 21, 99)
	_, found = s.Of(21)
	require.False(t, found)
	at, found := s.Of(99)
	require.True(t, found)
	require.Equal(t, strand, at)
}
