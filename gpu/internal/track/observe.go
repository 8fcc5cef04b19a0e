package track

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/lineage"
)

// CPUWait tells that thread t has seen the fence reach the value.
func (o *Order) CPUWait(t Agent, n Need) { o.await(t, &item{kind: itemWait, need: n}) }

// saw keeps what a thread saw of a fence, for Certain, and returns its place, where it may be looked at again. What everybody knew before is not worth it.
func (o *Order) saw(t Agent, it *item) (at Point) {
	f, a := o.fences[it.need.Fence], &o.agents[t]
	if !f.restless() && f.known >= it.need.Value {
		return at
	}
	if n := len(a.items); n > 0 && a.items[n-1].kind == it.kind && a.items[n-1].need == it.need {
		return at // a loop that polls
	}
	o.tick(t, it)
	if !o.Alone() {
		at = Point{t, a.base + uint32(len(a.items))}
	}
	return at
}

// Poll tells that thread t has read the value of a fence. Of a fence that several agents signal another value, as large, may be read in another run, where the
// program goes on just the same: what it reads says no more than a wait for the value.
func (o *Order) Poll(t Agent, n Need) {
	if o.fences[n.Fence].several || n.Value >= lost {
		n.Value = min(n.Value, lost)
		o.CPUWait(t, n)
		return
	}
	o.await(t, &item{kind: itemPoll, need: n})
}

// Peek tells that a level between the program and the device has read the value of a fence on thread t. The program has not asked: what it does
// later is not ordered after that. The level may give up, and use again, what is its own.
func (o *Order) Peek(t Agent, n Need) {
	var c Clock
	a := &o.agents[t]
	before := a.clock.Join(a.peeked)
	o.settle(func() {
		c, _ = o.meet(n, true, before, Point{})
		c = c.Join(o.inTurn(n))
	})
	if before.Covers(c) {
		return
	}
	a.peeked, a.touched, o.peeks = before.Join(c), false, true
	o.look()
}

// inTurn is what a value of a fence gives to a level that has a lock of its own: its threads give rising values to one queue, one after the other, so that all lower
// ones have come. Whether the program orders them does not matter.
func (o *Order) inTurn(n Need) (c Clock) {
	f := o.fences[n.Fence]
	if f.fell || f.mixed {
		return c
	}
	for i := range f.Lines {
		at := f.Lines[i].At[f.Lines[i].Dead:]
		k, _ := slices.BinarySearchFunc(at, n.Value+1, func(i int, value uint64) int { return cmp.Compare(f.Signals[i].Value, value) })
		if k > 0 {
			s := &f.Signals[at[k-1]]
			done, _ := o.follow(Point{s.Agent, s.Pos}, Point{})
			c = c.Join(done)
		}
	}
	return c
}

// CPUWaitMany tells that thread t has seen all of the needs satisfied, or any one.
func (o *Order) CPUWaitMany(t Agent, needs []Need, all bool) {
	if all || len(needs) == 1 {
		for _, n := range needs {
			o.await(t, &item{kind: itemWait, need: n})
		}
		return
	}
	o.hear(t, &source{event: -1, requests: []request{{needs: needs}}})
}

// together is what the end of a wait for all or any of the needs gives. It reports false when the wait cannot have ended.
func (o *Order) together(before Clock, needs []Need, all bool, wait Point) (gives Clock, found bool) {
	for _, n := range needs {
		c, ok := o.meet(n, false, before, wait)
		switch {
		case !ok && all:
			return Clock{}, false
		case !ok:
			continue
		case !found:
			gives, found = c, true
		case all:
			gives = gives.Join(c)
		default:
			gives = gives.Meet(c)
		}
	}
	return gives, found
}

// Join tells that thread t has seen the end of thread other.
func (o *Order) Join(t, other Agent) {
	if !o.agents[other].joined {
		o.agents[other].joined = true
		o.live = slices.DeleteFunc(o.live, func(t Agent) bool { return t == other })
	}
	last := o.agents[other].clock
	if last.Empty() { // everybody knows of its end
		last = o.dropped
	}
	if o.Alone() {
		o.told(t, last)
	} else {
		o.tick(t, &item{kind: itemLearn, issue: last, gives: last, from: &source{event: -1, joined: Point{other, last.At(other)}}})
		o.gain(t, last)
	}
	o.lines.End(other, lineage.Action{By: t, Pos: o.agents[t].clock.At(t) + 1})
	o.heed(t, other) // also where another thread was first: that is up to the run
}

// told is learn for what a thread knows from elsewhere than a fence.
func (o *Order) told(t Agent, c Clock) {
	if !o.agents[t].clock.Covers(c) {
		o.tick(t, &item{kind: itemLearn, issue: c})
		o.gain(t, c)
	}
	o.learn(t, c)
}

// gain is learn with the last item of a thread.
func (o *Order) gain(t Agent, c Clock) {
	a := &o.agents[t]
	it := &a.items[len(a.items)-1]
	it.memo = it.memo.Join(c)
	o.learn(t, c)
}

// learn adds to what a thread knows, and forgets what all threads know.
func (o *Order) learn(t Agent, c Clock) {
	a := &o.agents[t]
	if a.clock.Covers(c) && (len(o.threads.Counting()) > 1 || a.clock.At(t) == o.threads.Common().At(t)) && len(o.agents) > 1 {
		return
	}
	a.clock = a.clock.Join(c)
	o.heed(t, 0)
}

// event is a CPU event and everything that may have set it since it was certainly unset.
type event struct {
	manual   bool
	requests []request
	waits    int     // ended since then
	seen     []Point // waits of threads for it that not everybody knows of
	// past is how many requests are left out, because everybody knows what they give, and limit the number of requests at which such are looked for.
	past, limit int
}

// request is one way for an event to become set: needs of fences, or a clock of a CPU thread.
type request struct {
	needs  []Need
	all    bool
	clock  Clock // of the thread that armed or set it
	by     Agent
	direct bool // SetEvent
}

// AddEvent makes an event and returns its number.
func (o *Order) AddEvent(manual, set bool) int {
	e := &event{manual: manual}
	if set {
		e.requests = []request{{direct: true}}
	}
	o.events = append(o.events, e)
	return len(o.events) - 1
}

// Arm asks for the event to be set when all of the needs, or any one, are satisfied.
func (o *Order) Arm(t Agent, e int, needs []Need, all bool) {
	o.request(e, request{needs: needs, all: all, clock: o.agents[t].clock, by: t})
}

// SetEvent sets the event from a thread.
func (o *Order) SetEvent(t Agent, e int) {
	o.request(e, request{clock: o.tell(t, &item{}), direct: true, by: t})
}

// Setter is one way for an event to have become set: needs of fences, or a CPU thread.
type Setter struct {
	Needs []Need
	All   bool // all of the needs are needed
	// Direct says that SetEvent did, and Initially that the event was made so.
	Direct, Initially bool
}

// Setters are what can have set an event since it was certainly unset, the first of them where there are many.
func (o *Order) Setters(e int) (out []Setter) {
	requests := o.events[e].requests
	for i := range requests {
		r := &requests[i]
		if _, ok := o.gives(r, Clock{}, Point{}); ok {
			out = append(out, Setter{Needs: r.needs, All: r.all, Direct: r.direct && !r.clock.Empty(), Initially: r.direct && r.clock.Empty()})
		}
		if len(out) == oldest {
			break
		}
	}
	return out
}

// ResetEvent unsets the event: requests that the thread knows to have set it cannot do so again.
func (o *Order) ResetEvent(t Agent, e int) {
	ev, known := o.events[e], o.agents[t].clock
	kept := ev.requests[:0]
	for _, r := range ev.requests {
		if c, ok := o.gives(&r, known, Point{}); !ok || !known.Covers(c) {
			kept = append(kept, r)
		}
	}
	clear(ev.requests[len(kept):])
	ev.requests, ev.waits, ev.past = kept, 0, 0
}

// gives is what is known once the request has set its event; false: it cannot have done so yet.
func (o *Order) gives(r *request, before Clock, wait Point) (Clock, bool) {
	if r.direct {
		return r.clock, true
	}
	var c Clock
	var ok bool
	o.settle(func() { c, ok = o.together(before, r.needs, r.all, wait) })
	return r.clock.Join(c), ok
}

// WaitEvent tells that thread t has seen the event set. An auto-reset event that was waited for as often as it can have been
// set has been set by each of its requests; otherwise by one of them, and only what all of them give is known.
func (o *Order) WaitEvent(t Agent, e int) {
	ev, known := o.events[e], o.agents[t].clock
	ev.waits++
	o.outlast(ev, known)
	if ev.manual && o.nothing(ev, known) {
		return
	}
	from := &source{event: e}
	able := ev.past
	for _, r := range ev.requests {
		if _, ok := o.gives(&r, known, Point{}); ok {
			able++
			from.requests = append(from.requests, r)
		}
	}
	from.each = able == ev.waits && !ev.manual
	if from.each {
		kept := ev.requests[:0]
		for _, r := range ev.requests {
			if _, ok := o.gives(&r, known, Point{}); !ok {
				kept = append(kept, r)
			}
		}
		clear(ev.requests[len(kept):])
		ev.requests, ev.waits, ev.past = kept, 0, 0
	}
	if from.each || able == len(from.requests) { // else one that everybody knows of can have set it
		o.hear(t, from)
	}
}

// oldest is how many requests of an event are kept in any case: they are told.
const oldest = 8

// outlast leaves out requests of an event that is never unset by which everybody knows what they give: each of them can have set it, so a wait for it says
// nothing. The first ones are kept.
func (o *Order) outlast(ev *event, known Clock) {
	if len(ev.requests) < max(ev.limit, 2*oldest) {
		return
	}
	kept := ev.requests[:oldest]
	for _, r := range ev.requests[oldest:] {
		if c, ok := o.gives(&r, known, Point{}); ok && o.threads.Common().Covers(c) {
			ev.past++
			continue
		}
		kept = append(kept, r)
	}
	clear(ev.requests[len(kept):])
	ev.requests, ev.limit = kept, 2*len(kept)
}

// nothing says whether everybody knows what one of the first requests of an event gives that is never unset: then a wait says nothing.
func (o *Order) nothing(ev *event, known Clock) bool {
	for i := range min(oldest, len(ev.requests)) {
		if c, ok := o.gives(&ev.requests[i], known, Point{}); ok && o.threads.Common().Covers(c) {
			return true
		}
	}
	return false
}

// WaitEvents tells that thread t has seen all of the events set, or the one at index.
func (o *Order) WaitEvents(t Agent, events []int, all bool, index int) {
	for i, e := range events {
		if all || i == index {
			o.WaitEvent(t, e)
		}
	}
}
