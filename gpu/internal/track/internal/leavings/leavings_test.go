package leavings

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// TestTake: each signal of a chain leaves something to the waits for more than the one below it, and signals that are no chain to all waits for more
// than those of their own agent that were there.
func TestTake(t *testing.T) {
	type bounds struct {
		fence        int
		above, value uint64
	}
	tests := []struct {
		name   string
		parted bool
		want   []bounds
	}{
		{"a chain", false, []bounds{{1, 2, 3}, {1, 3, 5}, {1, 3, 5}, {1, 5, 6}, {2, 0, 1}}},
		{"none", true, []bounds{{1, 2, 3}, {1, 2, 5}, {1, 4, 5}, {1, 3, 6}, {2, 0, 1}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var l List
			add := func(agent clock.Agent, fence int, above, value uint64) {
				l.Add(Leaving{At: timeline.Point{Queue: agent, Pos: uint32(value)}, Fence: fence, Value: value, Above: above})
			}
			add(2, 2, 0, 1)
			add(1, 1, 3, 6)
			add(1, 1, 2, 5)
			add(1, 1, 2, 3)
			add(2, 1, 4, 5)
			var got []bounds
			take := func() {
				got = nil
				l.Take(func(int) bool { return tt.parted }, func(s *Leaving) { got = append(got, bounds{s.Fence, s.Above, s.Value}) })
			}
			take()
			require.Equal(t, tt.want, got)
			take()
			require.Empty(t, got, "they are taken once")
		})
	}
}
