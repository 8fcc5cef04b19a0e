package timeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// doubted are the waits that the next signal of an agent is for, by their places.
func doubted(t *Timeline, s Signal) (at []uint32) {
	l, _ := t.LineFor(s.Agent)
	below := t.Push(l, &s)
	t.Doubt(l, &t.Signals[len(t.Signals)-1], below, all, func(w Point) { at = append(at, w.Pos) })
	return at
}

func all(Point) bool { return true }

// TestDoubt: a wait is looked at for the first signal of an agent that is for it, and for none that comes later.
func TestDoubt(t *testing.T) {
	var f Timeline
	f.Part() // each agent has a line
	for i, value := range []uint64{1, 5, 3} {
		f.Watch(Point{7, uint32(i + 1)}, value, all)
	}
	require.Equal(t, []uint32{1, 3}, doubted(&f, Signal{Agent: 2, Value: 3, Pos: 1}))
	require.Empty(t, doubted(&f, Signal{Agent: 2, Value: 4, Pos: 2}))
	require.Equal(t, []uint32{1}, doubted(&f, Signal{Agent: 3, Value: 2, Pos: 1}), "another agent's first one")
	f.Watch(Point{7, 4}, 4, all)
	f.Watch(Point{7, 5}, 5, all)
	require.Equal(t, []uint32{2, 5}, doubted(&f, Signal{Agent: 2, Value: 5, Pos: 3}), "its signal of 4 is for the fourth")
	require.Equal(t, []uint32{3, 2, 4, 5}, doubted(&f, Signal{Agent: 3, Value: 6, Pos: 2}))
}

// TestDoubtOfAThreadThatKnows: a signal of a thread that knows of all waits is for none of them, and neither are its later ones.
func TestDoubtOfAThreadThatKnows(t *testing.T) {
	var f Timeline
	f.Part()
	f.Watch(Point{7, 1}, 1, all)
	f.Watch(Point{8, 2}, 9, all)
	part, whole := clock.Clock{}.With(7, 1), clock.Clock{}.With(7, 1).With(8, 2)
	require.Equal(t, []uint32{1, 2}, doubted(&f, Signal{Agent: 2, Value: 9, Pos: 1, Fixed: true, Clock: part}))
	require.Empty(t, doubted(&f, Signal{Agent: 3, Value: 9, Pos: 1, Fixed: true, Clock: whole}))
	require.Empty(t, doubted(&f, Signal{Agent: 3, Value: 10, Pos: 2, Fixed: true, Clock: part}))
}

// TestWatchForgets: waits that are kept no more do not pile up.
func TestWatchForgets(t *testing.T) {
	var f Timeline
	for i := range uint32(1000) {
		f.Watch(Point{7, i + 1}, 1, func(w Point) bool { return w.Pos > i-3 })
		require.LessOrEqual(t, f.Watching(), 16)
	}
	require.True(t, f.Watches(func(w Point) bool { return w.Pos == 1000 }))
	require.False(t, f.Watches(func(w Point) bool { return w.Pos < 900 }))
	seen := 0
	f.Watched(func(Point) { seen++ })
	require.Equal(t, f.Watching(), seen)
}
