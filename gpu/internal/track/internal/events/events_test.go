package events

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// at is a request that gives the first pos actions of an agent; none can have come where it needs one that is not among those that are given.
func at(of clock.Agent, pos uint32, needs ...int) *Request[int] {
	return &Request[int]{Needs: needs, Clock: clock.Clock{}.With(of, pos), By: of}
}

// given answers for requests of which each needs one of those numbers.
func given(numbers ...int) Gives[int] {
	return func(r *Request[int]) (clock.Clock, bool) {
		for _, n := range r.Needs {
			ok := false
			for _, has := range numbers {
				ok = ok || n == has
			}
			if !ok {
				return clock.Clock{}, false
			}
		}
		return r.Clock, true
	}
}

func kept(timeline.Point) bool { return true }

func nobody(timeline.Point) {}

// TestWait: one request ends a wait, or each does where an event was waited for as often as it can have been set. Those are spent, and others are
// not.
func TestWait(t *testing.T) {
	for _, manual := range []bool{false, true} {
		e := New[int](manual, false)
		for i := range 3 {
			e.Ask(at(clock.Agent(i), 7, i), kept, nobody)
		}
		from, each, says := e.Wait(clock.Clock{}, given(0, 1), nil)
		require.Len(t, from, 2)
		require.False(t, each)
		require.True(t, says)
		from, each, says = e.Wait(clock.Clock{}, given(0, 1), nil)
		require.Len(t, from, 2)
		require.Equal(t, !manual, each, "two waits, and two that can have set it")
		require.True(t, says)
		if manual {
			require.Len(t, e.Requests(), 3)
		} else {
			require.Equal(t, []int{2}, e.Requests()[0].Needs)
		}
	}
}

// TestWaitForWhatEverybodyKnows: an event that stays set, and that one can have set of which everybody knows, says nothing.
func TestWaitForWhatEverybodyKnows(t *testing.T) {
	for _, manual := range []bool{false, true} {
		e := New[int](manual, false)
		e.Ask(at(1, 7), kept, nobody)
		e.Ask(at(2, 7), kept, nobody)
		_, _, says := e.Wait(clock.Clock{}.With(1, 7), given(), nil)
		require.Equal(t, !manual, says)
	}
}

// TestOutlast: an event does not grow with requests of which everybody knows what they give, and they count all the same.
func TestOutlast(t *testing.T) {
	e, common := New[int](false, false), clock.Clock{}.With(1, 1000)
	for i := range uint32(1000) {
		e.Ask(at(1, i+1), kept, nobody)
		if i%2 == 0 {
			e.Wait(common, given(), nil)
		}
		require.LessOrEqual(t, len(e.Requests()), 2*oldest+1)
	}
	_, each, says := e.Wait(common, given(), nil)
	require.False(t, each, "a thousand requests, 501 waits")
	require.False(t, says, "one that is left out can have set it")
	require.Len(t, e.Setters(given()), oldest)
	for range 498 {
		e.Wait(common, given(), nil)
	}
	_, each, _ = e.Wait(common, given(), nil)
	require.True(t, each, "as many waits as requests")
	require.Empty(t, e.Requests())
}

// TestMissed: a wait ends in some runs only where all that sets the event can have come before it was last unset, and there is one more of that than
// waits.
func TestMissed(t *testing.T) {
	first, second, third := at(1, 3, 1), at(2, 3, 2), at(3, 3, 3)
	tests := []struct {
		name   string
		manual bool
		calls  func(e *Event[int])
		want   bool
	}{
		{"nothing sets it", false, func(e *Event[int]) {}, false},
		{"the first wait", false, func(e *Event[int]) { ask(e, first, second) }, false},
		{"two come in one", false, func(e *Event[int]) { ask(e, first, second); wait(e) }, true},
		{"one, and then none", false, func(e *Event[int]) { ask(e, first); wait(e) }, false},
		{"the second is asked for after the wait", false, func(e *Event[int]) { ask(e, first); wait(e); ask(e, second) }, false},
		{"the second cannot come before the wait is over", false, func(e *Event[int]) {
			ask(e, first, third)
			wait(e, 1, 2)
		}, false},
		{"three in one, and two more waits", false, func(e *Event[int]) { ask(e, first, second, third); wait(e); wait(e) }, true},
		{"as many waits as there can be", false, func(e *Event[int]) { ask(e, first, second); wait(e); wait(e) }, false},
		{"reset after it was asked for", false, func(e *Event[int]) { ask(e, first); e.Unset(given(1, 2, 3)) }, true},
		{"and then asked for again", false, func(e *Event[int]) { ask(e, first); e.Unset(given(1, 2, 3)); ask(e, second) }, false},
		{"one that stays set, reset", true, func(e *Event[int]) { ask(e, first); e.Unset(given(1, 2, 3)) }, true},
		{"and waited for a second time", true, func(e *Event[int]) {
			ask(e, first)
			e.Unset(given(1, 2, 3))
			e.Wait(clock.Clock{}, given(1, 2, 3), nil)
		}, false},
		{"up to the run", false, func(e *Event[int]) { ask(e, first, second); wait(e); e.Obscure() }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := New[int](tt.manual, false)
			tt.calls(e)
			require.Equal(t, tt.want, e.Missed(given(1, 2, 3)))
		})
	}
}

func ask(e *Event[int], all ...*Request[int]) {
	for _, r := range all {
		e.Ask(r, kept, nobody)
	}
}

// wait is one of a thread that knows nothing, while those needs can have come; all, where none is named.
func wait(e *Event[int], needs ...int) {
	if len(needs) == 0 {
		needs = []int{1, 2, 3}
	}
	e.Wait(clock.Clock{}, given(needs...), nil)
	e.Over(clock.Clock{}, given(needs...))
}

// TestOver: what a thread knew to have set an event ends no wait after the one that is over, and counts for that one.
func TestOver(t *testing.T) {
	e := New[int](false, true)
	ask(e, at(1, 5, 1), at(2, 3, 2))
	known := clock.Clock{}.With(2, 3)
	_, each, _ := e.Wait(clock.Clock{}, given(1, 2), nil)
	require.False(t, each)
	e.Over(known, given(1, 2)) // by its initial state, and by the second, which was there
	require.Len(t, e.Requests(), 1)
	from, each, says := e.Wait(clock.Clock{}, given(1, 2), nil)
	require.True(t, each && says, "only the first is left")
	require.Equal(t, []int{1}, from[0].Needs)

	e = New[int](false, false)
	ask(e, at(1, 5, 1), at(2, 3, 2), at(3, 3, 3))
	wait(e)
	e.Wait(clock.Clock{}, given(1, 2, 3), nil)
	e.Over(known, given(1, 2, 3)) // the second may have ended the first wait, or this one
	require.Len(t, e.Requests(), 2)
	_, each, _ = e.Wait(clock.Clock{}, given(1, 2, 3), nil)
	require.True(t, each, "three waits, and three that set it")
}

// TestReset: what a thread does not know to have come can set the event after it was reset.
func TestReset(t *testing.T) {
	e := New[int](true, true)
	e.Ask(at(1, 3), kept, nobody)
	e.Ask(at(1, 4), kept, nobody)
	e.Ask(at(1, 2, 5), kept, nobody)
	require.True(t, e.Setters(given())[0].Initially)
	e.Reset(clock.Clock{}.With(1, 3), given())
	require.Len(t, e.Requests(), 2, "the one it does not know of, and the one that cannot have come")
}

// TestAsk: a request is told with the waits that were over, but for those of which its thread knew. What is forgotten goes.
func TestAsk(t *testing.T) {
	e := New[int](false, false)
	for pos := range uint32(4) {
		e.Keep(timeline.Point{Queue: 1, Pos: pos + 1})
	}
	var told []uint32
	e.Ask(at(1, 3), func(w timeline.Point) bool { return w.Pos > 1 }, func(w timeline.Point) { told = append(told, w.Pos) })
	require.Equal(t, []uint32{4}, told)
	require.False(t, e.Seen(func(w timeline.Point) bool { return w.Pos == 1 }))
	require.True(t, e.Seen(func(w timeline.Point) bool { return w.Pos == 2 }))
}

// TestTogether: one of several gives what all of them do, each of them what any does, and one that cannot have come nothing.
func TestTogether(t *testing.T) {
	requests := []Request[int]{*at(1, 9, 9), *at(1, 3), {Clock: clock.Clock{}.With(1, 5).With(2, 4)}}
	one, each := Together(requests, false, given()), Together(requests, true, given())
	require.Equal(t, []uint32{3, 0}, []uint32{one.At(1), one.At(2)})
	require.Equal(t, []uint32{5, 4}, []uint32{each.At(1), each.At(2)})
	none := Together(requests[:1], true, given())
	require.True(t, none.Empty())
}

// TestAskOfOwnWaits: who asks for an event for which it alone has waited is not asked about each wait.
func TestAskOfOwnWaits(t *testing.T) {
	const waits = 1000
	e, asked := New[int](false, false), 0
	for pos := range uint32(waits) {
		e.Keep(timeline.Point{Queue: 1, Pos: pos + 1})
	}
	kept := func(timeline.Point) bool { asked++; return true }
	e.Ask(&Request[int]{Clock: clock.Clock{}.With(1, waits)}, kept, func(timeline.Point) { t.Fatal("it knows of its own") })
	require.Equal(t, 1, asked)
	unaware := 0
	e.Ask(&Request[int]{Clock: clock.Clock{}.With(1, waits-3)}, kept, func(timeline.Point) { unaware++ })
	require.Equal(t, 3, unaware)
}
