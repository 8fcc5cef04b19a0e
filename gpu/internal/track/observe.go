package track

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/events"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/lineage"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/passes"
)

// CPUWait tells that thread t has seen the fence reach the value.
func (o *Order) CPUWait(t Agent, n Need) { o.await(t, &item{kind: itemWait, need: n}) }

// saw keeps what a thread saw of a fence, for Certain, and returns its place, where it may be looked at again. What everybody knew before is not
// worth it, but for a wait beside other threads: one of them may lower the fence.
func (o *Order) saw(t Agent, it *item) (at Point) {
	f, a := o.fences[it.need.Fence], &o.agents[t]
	if !f.restless() && f.known >= it.need.Value && (it.kind == itemPoll || o.Alone()) {
		return at
	}
	if n := a.items.Len(); n > 0 && a.items.At(n-1).kind == it.kind && a.items.At(n-1).need == it.need {
		return at // a loop that polls
	}
	o.tick(t, it)
	if !o.Alone() {
		at = Point{t, a.last()}
	}
	return at
}

// Poll tells that thread t has read the value of a fence. Of a fence that several agents signal another value, as large, may be read in another run,
// where the program goes on just the same: what it reads says no more than a wait for the value.
func (o *Order) Poll(t Agent, n Need) {
	if o.fences[n.Fence].Several || n.Value >= lost {
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

// inTurn is what a value of a fence gives to a level that has a lock of its own: its threads give rising values to one queue, one after the other, so
// that all lower ones have come. Whether the program orders them does not matter.
func (o *Order) inTurn(n Need) (c Clock) {
	f := o.fences[n.Fence]
	if f.fell || f.Mixed {
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
	o.hear(t, &source{event: -1, requests: []request{{Needs: needs}}})
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
		from := &source{event: -1, joined: Point{other, last.At(other)}}
		o.tick(t, &item{kind: itemLearn, issue: last, Result: passes.Result{Gives: last}, from: from})
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
	it := a.at(a.last())
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

// request is one way for an event to become set.
type request = events.Request[Need]

// AddEvent makes an event and returns its number.
func (o *Order) AddEvent(manual, set bool) int { return o.events.Add(manual, set) }

// CloseEvent gives an event up. Nobody may wait for it any more.
func (o *Order) CloseEvent(e int) { o.events.Close(e, o.kept) }

// Arm asks for the event to be set when all of the needs, or any one, are satisfied.
func (o *Order) Arm(t Agent, e int, needs []Need, all bool) {
	knew := o.agents[t].clock
	if o.crowd {
		knew = o.tell(t, &item{}) // signals come before that or after it
	}
	o.asked = request{Needs: needs, All: all, Clock: knew, Given: o.given, By: t}
	o.request(e, &o.asked)
}

// SetEvent sets the event from a thread.
func (o *Order) SetEvent(t Agent, e int) {
	o.asked = request{Clock: o.tell(t, &item{}), Direct: true, By: t}
	o.request(e, &o.asked)
}

// Setter is one way for an event to have become set: needs of fences, or a CPU thread.
type Setter = events.Setter[Need]

// ResetEvent unsets the event: requests that the thread knows to have set it cannot do so again.
func (o *Order) ResetEvent(t Agent, e int) {
	known := o.agents[t].clock
	one, gives := o.toOne(e), o.givesTo(known) // before it is unset
	o.events.Of(e).Reset(known, gives)
	o.events.Unset(e, one, known, o.threads.Common(), true, gives)
}

// Obscure tells that it is up to the run whether a thread has unset the event.
func (o *Order) Obscure(e int) { o.events.Obscure(e, o.Alone()) }

// toOne is an event as the only thread that uses it sees it, while there are others.
func (o *Order) toOne(e int) *events.Event[Need] { return o.events.ToOne(e, o.Alone()) }

// Missed says whether thread t, which is about to wait for the event, may wait for ever in another run, if no other thread uses the event, or what
// sets it: that may do so before the event was last unset.
func (o *Order) Missed(t Agent, e int) bool { return o.toOne(e).Missed(o.givesTo(o.agents[t].clock)) }

// Setters are what can have set an event since it was certainly unset, as Missed sees it, the first of them where there are many.
func (o *Order) Setters(e int) []Setter { return o.toOne(e).Setters(o.givesTo(Clock{})) }

// givesTo is gives for somebody who knows so much, and whose wait is over.
func (o *Order) givesTo(known Clock) events.Gives[Need] {
	return func(r *request) (Clock, bool) { return o.gives(r, known, Point{}) }
}

// gives is what is known once the request has set its event; false: it cannot have done so yet.
func (o *Order) gives(r *request, before Clock, wait Point) (Clock, bool) {
	if r.Direct {
		return r.Clock, true
	}
	var c Clock
	var ok bool
	o.settle(func() { c, ok = o.together(before, r.Needs, r.All, wait) })
	return r.Clock.Join(c), ok
}

// WaitAny tells that thread t has seen one of several events set, and does not know which one.
func (o *Order) WaitAny(t Agent, all []int) {
	from, each := o.events.Any(t, all, o.givesTo(o.agents[t].clock))
	o.hear(t, &source{event: -1, among: all, requests: from, each: each})
}

// WaitEvent tells that thread t has seen the event set.
func (o *Order) WaitEvent(t Agent, e int) {
	known, one := o.agents[t].clock, o.toOne(e)
	gives := o.givesTo(known)
	from, each, says := o.events.Of(e).Wait(o.threads.Common(), gives, nil)
	if says {
		o.hear(t, &source{event: e, requests: from, each: each})
	}
	o.events.Unset(e, one, known, o.threads.Common(), false, gives)
}
