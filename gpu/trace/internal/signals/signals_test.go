package signals

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReached(t *testing.T) {
	var h History[string]
	_, ok := h.Reached(0)
	require.False(t, ok, "nothing was signalled")
	h.Set(1, "one")
	h.Set(4, "four")
	h.Set(6, "six")
	for value, want := range map[uint64]string{0: "one", 1: "one", 2: "four", 4: "four", 5: "six", 6: "six", 7: ""} {
		got, ok := h.Reached(value)
		require.Equal(t, want, got, "%d", value)
		require.Equal(t, want != "", ok)
	}
	h.Set(4, "four again") // takes 6 away, and what was there before comes again
	for value, want := range map[uint64]string{1: "one", 2: "four again", 4: "four again", 5: ""} {
		got, _ := h.Reached(value)
		require.Equal(t, want, got, "%d", value)
	}
}

func TestForgetsTheOldest(t *testing.T) {
	var h History[uint64]
	for i := range uint64(Most) {
		h.Set(i+1, i+1)
	}
	got, ok := h.Reached(1)
	require.True(t, ok)
	require.Equal(t, uint64(1), got)
	h.Set(Most+1, Most+1) // one too many: the first half goes
	_, ok = h.Reached(Most / 2)
	require.False(t, ok)
	_, ok = h.Reached(Most/2 + 1)
	require.False(t, ok, "the first that is kept may have had a forgotten one before it that reached as much")
	got, ok = h.Reached(Most/2 + 2)
	require.True(t, ok)
	require.Equal(t, uint64(Most/2+2), got)
	require.LessOrEqual(t, len(h.values), Most)
}
