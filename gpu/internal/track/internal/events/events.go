// Package events keeps what can have set a CPU event since it was certainly unset, and the waits of threads that may have ended with that.
//
//	armed with F = 1 ──┐
//	SetEvent by main ──┴─▶ a wait ends: with the one or the other, so it gives what both do
//	                       a second wait for an event that each wait unsets: both have set it, so it gives what either does
//
// What a request gives, and to whom, it asks its owner: it must not know what is needed for one, queues, or what comes before what.
package events

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Request is one way for an event to become set: needs, as a thread has armed it for them, or a thread that sets it.
type Request[N any] struct {
	Needs  []N
	All    bool
	Clock  clock.Clock // of the thread that armed or set it
	Given  uint32      // how many items queues had got then
	By     clock.Agent
	Direct bool // a thread set it, or it was made so
	// early says that it can have come before the event was last unset, in this run or in another one.
	early bool
}

// seen are the waits of a thread, the first one first, of which the first ones are forgotten.
type seen struct {
	by    clock.Agent
	waits []uint32
	dead  int
}

// Gives is what is known once a request has set its event; false: it cannot have done so yet.
type Gives[N any] = func(r *Request[N]) (clock.Clock, bool)

// Event is a CPU event. The zero value is one that is unset, and that a wait unsets.
type Event[N any] struct {
	manual   bool
	requests []Request[N]
	waits    int    // ended since then
	seen     []seen // waits of threads for it that not everybody knows of
	// past is how many requests are left out, because everybody knows what they give, and limit the number of requests at which such are looked for.
	past, limit int
	turn        int // how often it was asked for, waited for and reset
}

// New returns an event. A manual one stays set until it is reset.
func New[N any](manual, set bool) *Event[N] {
	e := &Event[N]{manual: manual}
	if set {
		e.requests = []Request[N]{{Direct: true}}
	}
	return e
}

// Setter is one way for an event to have become set: needs of fences, or a CPU thread.
type Setter[N any] struct {
	Needs []N
	All   bool // all of the needs are needed
	// Direct says that SetEvent did, and Initially that the event was made so.
	Direct, Initially bool
}

// Copy is an event of its own with the same requests. Nobody waits for it.
func (e *Event[N]) Copy() *Event[N] {
	c := *e
	c.requests, c.seen = slices.Clone(e.requests), nil
	return &c
}

// oldest is how many requests of an event are kept in any case: they are told.
const oldest = 8

// Setters are what can have set an event since it was certainly unset, the first of them where there are many.
func (e *Event[N]) Setters(gives Gives[N]) (out []Setter[N]) {
	for i := range e.requests {
		r := &e.requests[i]
		if _, ok := gives(r); ok {
			out = append(out, Setter[N]{Needs: r.Needs, All: r.All, Direct: r.Direct && !r.Clock.Empty(), Initially: r.Direct && r.Clock.Empty()})
		}
		if len(out) == oldest {
			break
		}
	}
	return out
}

// Open are the requests that can set the event, if all of them wait for needs, and no wait can have ended with one before; nil: one may have set it,
// or there is none.
func (e *Event[N]) Open() []Request[N] {
	if e.past > 0 || slices.ContainsFunc(e.requests, func(r Request[N]) bool { return r.early || len(r.Needs) == 0 }) {
		return nil
	}
	return e.requests
}

// Only is the request of Open, if there is one, of a thread, which needs all that it needs; nil: there are others.
func (e *Event[N]) Only(by clock.Agent) *Request[N] {
	open := e.Open()
	if len(open) != 1 || open[0].By != by || len(open[0].Needs) > 1 && !open[0].All {
		return nil
	}
	return &open[0]
}

// Requests are all ways in which it can have become set.
func (e *Event[N]) Requests() []Request[N] { return e.requests }

// Reset unsets the event: requests that a thread knows to have set it cannot do so again.
func (e *Event[N]) Reset(known clock.Clock, gives Gives[N]) {
	e.turn++
	e.spend(0, func(r *Request[N]) bool {
		c, ok := gives(r)
		return ok && known.Covers(c)
	})
	e.waits, e.past = 0, 0
}

// spend takes requests away, but for the first ones.
func (e *Event[N]) spend(first int, spent func(r *Request[N]) bool) {
	kept := e.requests[:first]
	for i := first; i < len(e.requests); i++ {
		if r := &e.requests[i]; !spent(r) {
			kept = append(kept, *r)
		}
	}
	clear(e.requests[len(kept):])
	e.requests = kept
}

// Wait says what can have ended a wait, which is over: one of some requests, or, as each says, all of them. An event that a wait unsets, and that was
// waited for as often as it can have been set, has been set by each of its requests. says is false where one can have done it that gives nothing but
// what everybody knows. They may stand in some memory.
func (e *Event[N]) Wait(common clock.Clock, gives Gives[N], in []Request[N]) (from []Request[N], each, says bool) {
	e.waits++
	e.turn++
	e.outlast(common, gives)
	if e.manual && e.nothing(common, gives) {
		return in[:0], false, false
	}
	able, from := e.past, in[:0]
	for i := range e.requests {
		if r := &e.requests[i]; can(r, gives) {
			able++
			from = append(from, *r)
		}
	}
	if each = able == e.waits && !e.manual; each {
		e.used(gives)
	}
	return from, each, each || able == len(from)
}

// used says that all which can have set the event has done it, and that waits have unset it as often.
func (e *Event[N]) used(gives Gives[N]) {
	e.spend(0, func(r *Request[N]) bool { return can(r, gives) })
	e.waits, e.past = 0, 0
}

// able is how often the event can have been set.
func (e *Event[N]) able(gives Gives[N]) int {
	n := e.past
	for i := range e.requests {
		if can(&e.requests[i], gives) {
			n++
		}
	}
	return n
}

// Over follows a wait of the only thread there is, which knew so much when it began: what it knew to have set the event does not end another wait.
// All of that which came since the event was unset before has ended one, and of the rest each may have.
func (e *Event[N]) Over(known clock.Clock, gives Gives[N]) {
	ended, late := 0, false
	e.spend(0, func(r *Request[N]) bool {
		c, ok := gives(r)
		spent := ok && known.Covers(c)
		if spent && r.early {
			ended++
		}
		late = late || spent && !r.early
		return spent
	})
	if late {
		ended++
	}
	e.waits = max(0, e.waits-ended)
	e.Unset(gives)
}

// can says whether a request can have set its event.
func can[N any](r *Request[N], gives Gives[N]) bool {
	_, ok := gives(r)
	return ok
}

// outlast leaves out requests of an event that is never unset by which everybody knows what they give: each of them can have set it, so a wait for it
// says nothing. The first ones are kept.
func (e *Event[N]) outlast(common clock.Clock, gives Gives[N]) {
	if len(e.requests) < max(e.limit, 2*oldest) {
		return
	}
	all := len(e.requests)
	e.spend(oldest, func(r *Request[N]) bool {
		c, ok := gives(r)
		return ok && common.Covers(c)
	})
	e.past, e.limit = e.past+all-len(e.requests), 2*len(e.requests)
}

// nothing says whether everybody knows what one of the first requests of an event gives that is never unset: then a wait says nothing.
func (e *Event[N]) nothing(common clock.Clock, gives Gives[N]) bool {
	for i := range min(oldest, len(e.requests)) {
		if c, ok := gives(&e.requests[i]); ok && common.Covers(c) {
			return true
		}
	}
	return false
}

// Unset says that the only thread there is has unset the event, by a wait that is over or by a reset: all that can have set it by now can have done
// so before.
func (e *Event[N]) Unset(gives Gives[N]) {
	for i := range e.requests {
		r := &e.requests[i]
		r.early = r.early || can(r, gives)
	}
}

// Obscure says that it is up to the run whether the event was unset, and what had set it before.
func (e *Event[N]) Obscure() {
	for i := range e.requests {
		e.requests[i].early = false
	}
}

// Missed says whether a wait by the only thread there is ends in some runs only: each that can end it can have come before the event was last unset,
// and then several have set it once.
func (e *Event[N]) Missed(gives Gives[N]) bool {
	able := e.past
	for i := range e.requests {
		if r := &e.requests[i]; can(r, gives) {
			if !r.early {
				return false
			}
			able++
		}
	}
	return able > e.waits && (e.waits == 0 || !e.manual)
}

// Keep keeps a wait of a thread that is over.
func (e *Event[N]) Keep(wait timeline.Point) {
	i := slices.IndexFunc(e.seen, func(s seen) bool { return s.by == wait.Queue })
	if i < 0 {
		i, e.seen = len(e.seen), append(e.seen, seen{by: wait.Queue})
	}
	e.seen[i].waits = append(e.seen[i].waits, wait.Pos)
}

// Ask adds a request, and calls unaware with the waits of threads that were over when it came, and of which the thread that made it did not know.
// Those that are forgotten go. A thread knows of its own waits, so an event that one thread has for itself costs the same however many there were.
func (e *Event[N]) Ask(r *Request[N], kept func(wait timeline.Point) bool, unaware func(wait timeline.Point)) {
	e.requests = append(e.requests, *r)
	e.turn++
	for i := range e.seen {
		s := &e.seen[i]
		for s.dead < len(s.waits) && !kept(timeline.Point{Queue: s.by, Pos: s.waits[s.dead]}) {
			s.dead++
		}
		if 2*s.dead >= len(s.waits) { // the memory is used again
			s.waits, s.dead = slices.Delete(s.waits, 0, s.dead), 0
		}
		known, _ := slices.BinarySearch(s.waits, r.Clock.At(s.by)+1)
		for _, pos := range s.waits[max(known, s.dead):] {
			if w := (timeline.Point{Queue: s.by, Pos: pos}); kept(w) {
				unaware(w)
			}
		}
	}
}

// Seen says whether a wait of a thread is kept that was for the event.
func (e *Event[N]) Seen(kept func(wait timeline.Point) bool) bool {
	return slices.ContainsFunc(e.seen, func(s seen) bool {
		return slices.ContainsFunc(s.waits[s.dead:], func(pos uint32) bool { return kept(timeline.Point{Queue: s.by, Pos: pos}) })
	})
}

// Together is what requests give to a wait, which ended with one of them, or with each.
func Together[N any](requests []Request[N], each bool, gives Gives[N]) (c clock.Clock) {
	found := false
	for i := range requests {
		has, ok := gives(&requests[i])
		switch {
		case !ok:
		case !found:
			c, found = has, true
		case each:
			c = c.Join(has)
		default:
			c = c.Meet(has)
		}
	}
	return c
}
