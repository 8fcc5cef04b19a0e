package events

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// All are the events of a program. The zero value has none.
//
// Where one thread alone uses an event, and the fences and queues that set it, the event is to that thread what it would be if there were no other
// one. So beside what an event is to all threads it is kept what it is to the one that uses it. That this one is the only one is known at the end:
// the caller asks nothing of it before, and nothing if it is not so.
type All[N any] struct {
	of     []*Event[N]
	solos  map[int]*Event[N] // by event: what it is to the only thread that uses it, see ToOne
	closed Event[N]          // stands for those of which nothing is left
	memory []Request[N]      // the requests that can have ended a wait
	rows   map[clock.Agent]row
}

// row are waits of a thread for any of some events, which it does not tell apart, with nothing between them that concerns these.
type row struct {
	events      []int
	turn, waits int
}

// Add makes an event and returns its number.
func (a *All[N]) Add(manual, set bool) int {
	a.of = append(a.of, New[N](manual, set))
	return len(a.of) - 1
}

// Of is an event as it is to all threads.
func (a *All[N]) Of(e int) *Event[N] { return a.of[e] }

// Ask adds a request for an event, as Event.Ask does, also to what the event is to the only thread that uses it.
func (a *All[N]) Ask(e int, alone bool, r *Request[N], kept func(wait timeline.Point) bool, unaware func(wait timeline.Point)) {
	if one := a.ToOne(e, alone); one != a.of[e] {
		one.Ask(r, kept, nil)
	}
	a.of[e].Ask(r, kept, unaware)
}

// Keep keeps a wait that is over: for an event, -1: none, or for any of some, where it is known what can have ended it.
func (a *All[N]) Keep(wait timeline.Point, event int, among []int, known bool) {
	if event >= 0 {
		a.of[event].Keep(wait)
	}
	for _, e := range among {
		if known {
			a.of[e].Keep(wait)
		}
	}
}

// Any says what can have ended a wait of a thread for any of some events, which does not look which one: one of some requests, or, as each says,
// all of them. Events that a wait unsets, and of which any was waited for as often as all of them can have been set, have been set by each request.
// If one has requests that are left out, nothing is known but that.
func (a *All[N]) Any(by clock.Agent, events []int, gives Gives[N]) (requests []Request[N], each bool) {
	turn, able, past := 0, 0, false
	each = true
	for _, n := range events {
		e := a.of[n]
		requests = append(requests, e.requests...)
		turn, able, past, each = turn+e.turn, able+e.able(gives), past || e.past > 0, each && !e.manual
	}
	r, list := a.rows[by], slices.Sorted(slices.Values(events)) // in whatever order they are given
	if r.turn != turn || !slices.Equal(r.events, list) {
		r = row{events: list, turn: turn}
	}
	r.waits++
	if each = each && r.waits == able; each {
		for _, n := range events {
			a.of[n].used(gives)
		}
		r = row{}
	}
	if a.rows == nil {
		a.rows = map[clock.Agent]row{}
	}
	if a.rows[by] = r; past && !each {
		return nil, false
	}
	return requests, each
}

// Requests calls see with all ways in which events can have become set.
func (a *All[N]) Requests(see func([]Request[N])) {
	for _, e := range a.of {
		see(e.requests)
	}
}

// ToOne is an event as the only thread that uses it sees it, while there are others. alone: there is none.
func (a *All[N]) ToOne(e int, alone bool) *Event[N] {
	if alone {
		delete(a.solos, e)
		return a.of[e]
	}
	if a.solos == nil {
		a.solos = map[int]*Event[N]{}
	}
	if a.solos[e] == nil {
		a.solos[e] = a.of[e].Copy()
	}
	return a.solos[e]
}

// Unset says that somebody who knew so much before has unset an event, by a wait or a reset; one is how it was to the only thread that uses it.
func (a *All[N]) Unset(e int, one *Event[N], known, common clock.Clock, reset bool, gives Gives[N]) {
	if one == a.of[e] { // there is no other thread
		if reset {
			one.Unset(gives)
		} else if !one.manual {
			one.Over(known, gives)
		}
		return
	}
	if reset || !one.manual {
		a.of[e].Obscure()
	}
	if reset {
		one.Reset(known, gives)
		one.Unset(gives)
		return
	}
	a.memory, _, _ = one.Wait(common, gives, a.memory)
	if !one.manual {
		one.Over(known, gives)
	}
}

// Obscure says that it is up to the run whether an event was unset, and what had set it before.
func (a *All[N]) Obscure(e int, alone bool) {
	a.of[e].Obscure()
	a.ToOne(e, alone).Obscure()
}

// Close gives an event up that nobody waits for any more. It goes if no wait of a thread is kept that was for it.
func (a *All[N]) Close(e int, kept func(wait timeline.Point) bool) {
	if !a.of[e].Seen(kept) {
		a.of[e] = &a.closed
	}
	delete(a.solos, e)
}
