package events

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// TestToOne: while there are other threads, an event that one of them unset may have been set before that as it sees it, and not as all see it.
func TestToOne(t *testing.T) {
	for _, alone := range []bool{true, false} {
		var all All[int]
		e := all.Add(false, false)
		one := all.ToOne(e, alone)
		require.Equal(t, alone, one == all.Of(e))
		all.Of(e).Ask(at(1, 3, 1), kept, nobody)
		if !alone {
			one.Ask(at(1, 3, 1), kept, nobody)
		}
		all.Unset(e, one, clock.Clock{}, clock.Clock{}, true, given(1))
		require.True(t, all.ToOne(e, alone).Missed(given(1)), "what set it came before it was unset")
		require.Equal(t, alone, all.Of(e).Missed(given(1)))
		all.Obscure(e, alone)
		require.False(t, all.ToOne(e, alone).Missed(given(1)))
	}
}

// TestToOneAgain: when the others are gone, the event is what it is to all threads.
func TestToOneAgain(t *testing.T) {
	var all All[int]
	e := all.Add(false, false)
	other := all.ToOne(e, false)
	require.Same(t, other, all.ToOne(e, false))
	require.Same(t, all.Of(e), all.ToOne(e, true))
	require.NotSame(t, other, all.ToOne(e, false), "a new copy")
}

// TestWaitOfOne: a wait of the only thread that uses an event counts for that one alone; to all threads it is not known what the wait left.
func TestWaitOfOne(t *testing.T) {
	var all All[int]
	e := all.Add(false, true)
	one := all.ToOne(e, false)
	all.Unset(e, one, clock.Clock{}.With(1, 1), clock.Clock{}, false, given())
	require.Empty(t, one.Requests(), "its initial state has ended the wait")
	require.Len(t, all.Of(e).Requests(), 1)
}

// TestClose: an event goes at once, or stays as long as a wait for it is kept.
func TestClose(t *testing.T) {
	var all All[int]
	x, y, z := all.Add(true, true), all.Add(true, true), all.Add(true, true)
	all.Of(z).Keep(timeline.Point{Queue: 1, Pos: 1})
	stays := all.Of(z)
	for _, e := range []int{x, y, z} {
		all.Close(e, kept)
	}
	require.Same(t, all.Of(x), all.Of(y), "one value stands for both")
	require.Same(t, stays, all.Of(z))
	count := 0
	all.Requests(func(requests []Request[int]) { count += len(requests) })
	require.Equal(t, 1, count)
}

// TestAny: events that are waited for, any of them, as often as they can have been set, have been set by each request.
func TestAny(t *testing.T) {
	for _, tt := range []struct {
		name    string
		manual  bool
		between func(all *All[int])
		each    bool
	}{
		{"nothing between", false, func(*All[int]) {}, true},
		{"set once more", false, func(all *All[int]) { all.Of(0).Ask(at(1, 5, 1), kept, nobody) }, false},
		{"one waited for, so the other is left", false, func(all *All[int]) { all.Of(0).Wait(clock.Clock{}, given(1, 2), nil) }, true},
		{"one reset", false, func(all *All[int]) { all.Of(0).Reset(clock.Clock{}, given(1, 2)) }, false},
		{"another thread waits as well", false, func(all *All[int]) { all.Any(2, []int{0, 1}, given(1, 2)) }, true},
		{"none that a wait unsets", true, func(*All[int]) {}, false},
	} {
		var all All[int]
		events := []int{all.Add(tt.manual, false), all.Add(tt.manual, false)}
		all.Of(0).Ask(at(1, 3, 1), kept, nobody)
		all.Of(1).Ask(at(1, 4, 2), kept, nobody)
		requests, each := all.Any(1, events, given(1, 2))
		require.Len(t, requests, 2, tt.name)
		require.False(t, each, tt.name)
		tt.between(&all)
		_, each = all.Any(1, []int{events[1], events[0]}, given(1, 2))
		require.Equal(t, tt.each, each, tt.name)
		require.Equal(t, tt.each, len(all.Of(0).Requests()) == 0, tt.name)
	}
}
