package jit

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSmallDispatchesWakeHelpersRarely: only when enough work has come without one.
func TestSmallDispatchesWakeHelpersRarely(t *testing.T) {
	var s small
	for range 2 {
		share, rouse := s.share(rousing-1, false)
		require.False(t, share)
		require.False(t, rouse)
		share, rouse = s.share(1, false)
		require.True(t, share)
		require.True(t, rouse)
	}
	s.share(rousing-1, false)
	share, rouse := s.share(1, true)
	require.True(t, share)
	require.False(t, rouse, "one is awake")
	share, _ = s.share(rousing-1, false)
	require.False(t, share, "what was before does not count")
}

// TestLateHelpersAreNotAsked: for twice as long each time, and up to a bound.
func TestLateHelpersAreNotAsked(t *testing.T) {
	var s small
	rests := func() (n int) {
		for share := false; !share; n++ {
			share, _ = s.share(1, true)
		}
		return n - 1
	}
	s.shared(punctual)
	require.Zero(t, rests())
	for _, want := range []int{4, 12, 28} {
		s.shared(punctual + 1)
		require.Equal(t, want, rests())
	}
	s.shared(punctual)
	s.shared(punctual + 1)
	require.Equal(t, 2*(28/2)+4, rests(), "one that is in time halves it")
	for range 20 {
		s.shared(lookouts + 1)
	}
	require.Equal(t, mostRest, rests())
}
