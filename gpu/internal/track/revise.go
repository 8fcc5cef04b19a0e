package track

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/events"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/passes"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/strands"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// What a wait of a thread gives is worked out when it ends, with the signals that were given by then. Another thread may give one later that could as
// well have ended it, because the two know nothing of each other; in another run it does:
//
//	main     queue: a, signal F=1 ─── waits for F ─── reads         at its end the wait says that a is finished,
//	thread                                        └── signals F=1   and from here on it does not
//
// So where there are several threads, what each of them has learned stays among its items until everybody knows of it. A signal that takes something
// away from a wait, or a SetEvent, lets all be learned anew that is not forgotten. What everybody knows stays, because whoever signals later knows
// it, too.

// source is what may have ended a wait of a thread, other than a wait for one fence.
type source struct {
	event    int   // -1: none
	among    []int // events, any one of which was waited for
	requests []request
	each     bool  // all of them have, and not one of them
	joined   Point // the last action of a thread whose end was seen
	before   Clock // what the thread knew before
}

// hear tells that thread t has seen the end of a wait that one of several things, or all of them, may have ended.
func (o *Order) hear(t Agent, from *source) {
	from.before = o.agents[t].clock
	c := o.from(Point{}, from, from.before)
	if o.Alone() {
		o.told(t, c)
		return
	}
	a := &o.agents[t]
	if last := a.events[from.event]; last > a.base && o.item(Point{t, last}).Gives.Covers(c) {
		return // a loop: it says nothing new
	}
	o.tick(t, &item{kind: itemLearn, issue: c, Result: passes.Result{Gives: c}, from: from})
	p := Point{t, a.clock.At(t)}
	if from.event >= 0 {
		if a.events == nil {
			a.events = map[int]uint32{}
		}
		a.events[from.event] = p.Pos
	}
	o.events.Keep(timeline.Point(p), from.event, from.among, len(from.requests) > 0)
	for i := range from.requests {
		for _, n := range from.requests[i].Needs {
			o.watch(p, n)
		}
	}
	o.gain(t, c)
}

// watch keeps a wait of a thread, for values of a fence that are signalled later. A wait that everybody knows of is not looked at again.
func (o *Order) watch(p Point, n Need) { o.fences[n.Fence].Watch(timeline.Point(p), n.Value, o.kept) }

// kept says whether a wait of a thread is not forgotten.
func (o *Order) kept(wait timeline.Point) bool { return wait.Pos > o.agents[wait.Queue].base }

// await tells that thread t has seen a fence reach a value.
func (o *Order) await(t Agent, it *item) {
	before, wait := o.agents[t].clock, o.saw(t, it)
	var c Clock
	exact := it.kind == itemPoll && !o.fences[it.need.Fence].Several
	o.settle(func() { c, _ = o.meet(it.need, exact, before, wait) })
	if wait.Pos == 0 {
		o.learn(t, c)
		return
	}
	o.item(wait).Gives, o.item(wait).issue = c, before
	o.watch(wait, it.need)
	o.gain(t, c)
}

// open says whether a wait of a thread for an event is not forgotten, and may come to give less.
func (o *Order) open(wait timeline.Point) bool {
	return o.kept(wait) && o.item(Point(wait)).from != nil
}

// item is one of an agent that is not forgotten.
func (o *Order) item(p Point) *item {
	a := &o.agents[p.Queue]
	return a.at(p.Pos)
}

// doubt keeps the waits of threads that the last signal of a line could have ended, and none of its earlier ones, which were for values up to below.
func (o *Order) doubt(f *fence, l *timeline.Line, s *Signal, below uint64) {
	var comes Clock
	asked := false
	o.steps++
	f.Doubt(l, s, below, o.kept, func(w timeline.Point) {
		if o.steps++; w.Queue == l.Agent || !o.kept(w) {
			return
		}
		if !asked {
			o.settle(func() { comes = o.clockOf(s) })
			asked = true
		}
		if comes.At(w.Queue) < w.Pos || o.stuck(s) {
			o.late = append(o.late, Point(w))
		} else {
			o.use(s, Point(w))
		}
	})
}

// request adds a request to an event, and to what may have ended the waits for it of which its thread does not know.
func (o *Order) request(e int, r *request) {
	o.events.Ask(e, o.Alone(), r, o.open, func(w timeline.Point) {
		p := Point(w)
		from := o.item(p).from
		from.requests, from.each = append(from.requests, *r), false
		o.late = append(o.late, p)
		for _, n := range r.Needs {
			o.watch(p, n)
		}
	})
	o.review()
}

// review looks at the waits of threads for which something has come that could have ended them. If one gives less than it did, and the thread knows
// less with it, all is learned anew.
func (o *Order) review() {
	for len(o.late) > 0 {
		p := o.late[len(o.late)-1]
		o.late = o.late[:len(o.late)-1]
		if p.Pos <= o.agents[p.Queue].base {
			continue
		}
		it := o.item(p)
		before := it.issue
		if it.from != nil {
			before = it.from.before
		}
		c := o.gained(p, it, before)
		if c.Covers(it.Gives) {
			continue
		}
		if it.Gives = c; !before.With(p.Queue, p.Pos).Join(c).Covers(it.memo) {
			o.late = o.late[:0]
			o.revise()
		}
	}
}

// gained is what a thread learned with an item, before which it knew so much.
func (o *Order) gained(p Point, it *item, before Clock) (c Clock) {
	switch {
	case it.kind == itemWait || it.kind == itemPoll:
		exact := it.kind == itemPoll && !o.fences[it.need.Fence].Several
		o.settle(func() { c, _ = o.meet(it.need, exact, before, p) })
	case it.kind != itemLearn:
	case it.from == nil:
		c = it.issue
	case it.from.joined.Pos != 0:
		c = o.knew(it.from.joined, it.issue)
	default:
		c = o.from(p, it.from, before)
	}
	return c
}

// from is what all requests, or any one of them, give that may have ended a wait of a thread.
func (o *Order) from(p Point, from *source, before Clock) Clock {
	return events.Together(from.requests, from.each, func(r *request) (Clock, bool) {
		c, ok := o.gives(r, before, p)
		return c, ok && (p.Pos == 0 || c.At(p.Queue) < p.Pos)
	})
}

// knew is what a thread knew with one of its actions, as it was learned anew; what is forgotten stays as it was.
func (o *Order) knew(p Point, was Clock) Clock {
	if a := &o.agents[p.Queue]; p.Pos > a.base && p.Pos-a.base <= uint32(a.items.Len()) {
		return a.at(p.Pos).memo
	}
	return was
}

// lately is what a thread knew with its last action that a clock covers, or what its creator knew, as it was learned anew.
func (o *Order) lately(t Agent, was Clock) Clock {
	if at := was.At(t); at > 0 || t == 0 {
		return o.knew(Point{t, at}, was)
	}
	return o.knew(o.agents[t].born, was)
}

// revise works out anew what all threads have learned: from what they were taken to know downwards, until nothing goes any more. What is left is
// certain: of what waits prove to each other, one comes first in each run, and a signal that comes before it ends that. Where it takes too many
// passes, all is learned from nothing, and only what passes add counts.
func (o *Order) revise() {
	o.revisions++
	for _, f := range o.fences {
		if f.Linking() {
			o.part(f)
		}
	}
	most := make([][]Clock, len(o.agents))
	for t := range o.agents {
		for i := range o.agents[t].items.Len() {
			if !o.agents[t].queue {
				most[t] = append(most[t], o.agents[t].items.At(i).memo)
			}
		}
	}
	if !o.relearns(most) {
		for t := range most {
			for i := range most[t] {
				o.agents[t].items.At(i).firm = false
				o.agents[t].items.At(i).memo = o.dropped.With(Agent(t), o.agents[t].base+uint32(i)+1).Meet(most[t][i])
			}
		}
		o.relearns(most)
	}
	o.late = o.late[:0]
	for t := range o.agents {
		if a := &o.agents[t]; !a.queue && !a.clock.Empty() {
			a.clock = o.lately(Agent(t), a.clock)
		} else if a.strands != nil {
			o.finishes(a.strands)
		}
	}
	for i := range o.fences {
		o.divide(o.fences[i])
	}
	o.threads.Correct(o.Knows, o.lately)
	o.exhaust()
}

// exhaust lets go of the waits for events that give no more than everybody knows, which nobody can take away: whatever else may have ended them, they
// do not have to be looked at again.
func (o *Order) exhaust() {
	for t := range o.agents {
		for i := range o.agents[t].items.Len() {
			it := o.agents[t].items.At(i)
			if from := it.from; from != nil && from.event >= 0 && len(from.requests) > 0 && o.dropped.Covers(it.Gives) {
				it.from, it.issue = nil, it.Gives
			}
		}
	}
}

// relearns goes through what threads learned until nothing changes, and reports whether it came to that.
func (o *Order) relearns(most [][]Clock) bool {
	o.spread()
	for range passes.Most {
		if !o.relearn(most) {
			return true
		}
		o.spread()
	}
	return false
}

// spread gives what threads know to what they gave to queues, fences and events.
func (o *Order) spread() {
	for q := range o.agents {
		a := &o.agents[q]
		if !a.queue {
			continue
		}
		o.truncate(Point{Agent(q), a.base + 1 + o.spreadOver(a)})
	}
	for q := range o.agents {
		o.rank(Agent(q))
	}
	for i := range o.fences {
		for k := range o.fences[i].Signals {
			if s := &o.fences[i].Signals[k]; s.Fixed && !o.agents[s.Agent].queue {
				s.Clock = o.fences[i].Covered(s.Value, o.knew(Point{s.Agent, s.Pos}, s.Clock))
			}
		}
	}
	o.events.Requests(o.spreadTo)
	for t := range o.agents {
		for i := range o.agents[t].items.Len() {
			if from := o.agents[t].items.At(i).from; from != nil {
				o.spreadTo(from.requests)
			}
		}
	}
	o.passes.Renew()
}

// spreadOver gives it to the items of a queue, and is how many of them cover what they did: where nothing else comes before them than what was
// issued.
func (o *Order) spreadOver(a *agent) (same uint32) {
	alone := a.waits == 0 && o.agents[a.root].strands == nil
	for i := range a.items.Len() {
		it := a.items.At(i)
		issue := o.lately(it.by, it.issue)
		if alone && same == uint32(i) && issue.Alike(it.issue) {
			same++
		}
		it.issue = issue
	}
	return same
}

func (o *Order) spreadTo(requests []request) {
	for i := range requests {
		r := &requests[i]
		r.Clock = o.lately(r.By, r.Clock)
	}
}

// relearn goes through what threads learned, and reports whether one knows other things than before. With each item a thread knows at most what it
// was taken to know: what is forgotten by now everybody knows, but not with all that it did before.
func (o *Order) relearn(most [][]Clock) (changed bool) {
	for t := range o.agents {
		a := &o.agents[t]
		if a.queue {
			continue
		}
		know, same := Clock{}, false
		if a.base == 0 && t > 0 {
			know = o.knew(a.born, Clock{})
		}
		for i := range a.items.Len() {
			it, p := a.items.At(i), Point{Agent(t), a.base + uint32(i) + 1}
			if same && it.firm {
				know = it.memo
				continue
			}
			before := know.Join(o.dropped).Meet(most[t][i])
			it.Gives = o.gained(p, it, before)
			know = before.With(p.Queue, p.Pos).Join(it.Gives).Meet(most[t][i])
			same = it.memo.Alike(know)
			changed = changed || !same
			it.memo, it.firm = know, it.from == nil && it.kind != itemWait && it.kind != itemPoll
			switch {
			case it.kind == itemLearn:
				it.issue = it.Gives
			case it.kind == itemWait || it.kind == itemPoll:
				it.issue = before
			}
			if it.from != nil {
				it.from.before = before
			}
		}
	}
	return changed
}

// rank works out anew which items of other strands come before those of a strand.
func (o *Order) rank(q Agent) {
	a := &o.agents[q]
	if !a.queue || o.agents[a.root].strands == nil {
		return
	}
	all := o.agents[a.root].strands.All
	for i := range a.items.Len() {
		it := a.items.At(i)
		front := []timeline.Point(nil)
		for _, strand := range all {
			if pos := o.upTo(strand, it.issue); strand != q && pos > 0 {
				front = append(front, timeline.Point{Queue: strand, Pos: pos})
			}
		}
		it.setFront(front)
	}
}

// finishes finds the items of a shared queue anew that no other one comes certainly after.
func (o *Order) finishes(s *strands.Strands) {
	led := map[Agent]uint32{}
	for _, strand := range s.All {
		for i := range o.agents[strand].items.Len() {
			for _, p := range o.agents[strand].items.At(i).front() {
				led[p.Queue] = max(led[p.Queue], p.Pos)
			}
		}
	}
	s.Relead(func(strand Agent) uint32 { return o.agents[strand].last() }, led)
}

// divide looks again whether the signals of a fence come in a certain order, and whether it can go down.
func (o *Order) divide(f *fence) {
	by, tick := Agent(0), uint32(0)
	for i := range f.Signals {
		s := &f.Signals[i]
		if s.Fence < 0 || s.Pos <= o.agents[s.Agent].base {
			continue
		}
		c := o.callOf(s)
		f.Several = f.Several || c.Knew.At(by) < tick
		by, tick = c.By, c.Knew.At(c.By)
	}
	if !f.Rewinds && slices.ContainsFunc(f.Signals, func(s Signal) bool { return s.Fence >= 0 && s.Value < f.highest && o.undercuts(f, &s) }) {
		o.sink(f)
	}
}

// sink notes that the value of a fence can go down.
func (o *Order) sink(f *fence) {
	f.Unrank()
	o.part(f)
	f.Sink()
	o.falling = append(o.falling, f)
	o.giveUp(f)
}
