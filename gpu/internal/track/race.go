package track

import (
	"slices"
	"sort"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/extremes"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// maxRivals bounds how many signals are kept for one whose order is open.
const maxRivals = 64

// Race is what a signal would meet that is not issued yet.
type Race struct {
	// Signal is that signal, as it will be if it is issued next, where there are others.
	Signal Signal
	// Rival is a signal of the same fence by another agent that comes neither before nor after it; Racing: there is one.
	Rival  Signal
	Racing bool
	// Open are signals whose order is not decided yet: one of the two is after a wait that nothing so far can end.
	Open []Signal
}

// try calls f with a signal that agent q (a queue, or the CPU thread t itself) would issue now. It changes nothing.
func (o *Order) try(t, q Agent, n Need, f func(*fence, *Signal)) {
	e := o.fences[n.Fence]
	if n.Value < e.highest {
		e.Compact() // addSignal may do so
	}
	queue := o.agents[q].queue
	if queue {
		q = o.strand(t, q)
	}
	top := o.lineFor(e, q).Top
	o.workOut(e, e.LineOf(q), n.Value)
	saved, kept, given := *e, len(e.Signals), o.given
	o.trying = true
	defer func() { o.trying = false }()
	if queue {
		o.queueSignal(t, o.Root(q), n, 0, true)
	} else {
		tick := o.agents[q].clock.At(q) + 1
		o.addSignal(&Signal{Fence: n.Fence, Value: n.Value, Agent: q, Pos: tick, Clock: o.agents[q].clock.With(q, tick), Fixed: true})
	}
	hit, closed := slices.Clone(o.hit), slices.Clone(o.closed)
	f(e, &e.Signals[kept])
	if o.given = given; queue {
		o.pop(q)
	}
	sank := e.Rewinds && !saved.Rewinds
	e.Rewinds, e.Callers, e.highest, e.last, e.fell = saved.Rewinds, saved.Callers, saved.highest, saved.last, saved.fell
	l := e.LineOf(q)
	e.Pop(l, top)
	for _, w := range hit {
		o.truncate(w)
	}
	if sank {
		o.giveUp(e)
	}
	for _, w := range closed {
		if o.settled(w) {
			e.Awaits(l).Open.PushAmong(w, o.needed)
		}
	}
	o.passes.Renew()
}

// workOut works out the waits for at most so much that were not, before a signal that is taken back: what they give must not depend on that.
func (o *Order) workOut(f *fence, l *timeline.Line, value uint64) {
	o.closed = o.closed[:0]
	fresh := &f.Awaits(l).Fresh
	for w, ok := fresh.Take(value); ok; w, ok = fresh.Take(value) {
		if o.steps++; o.unsettled(w) {
			o.closed = append(o.closed, w)
		}
	}
	if len(o.closed) == 0 {
		return
	}
	o.settle(func() {
		for _, w := range o.closed {
			o.finish(w.At.Queue, w.At.Pos)
		}
	})
}

// pop takes the last item of a queue back.
func (o *Order) pop(q Agent) {
	a := &o.agents[q]
	o.truncate(Point{q, a.last()})
	it := a.at(a.last())
	for it.users != 0 {
		_, it.users = o.users.Take(it.users)
	}
	a.items.Pop()
}

// Race looks for signals of a fence by other agents that are not ordered with a signal that agent q (a queue, or the CPU thread t itself) would issue
// now. It changes nothing.
func (o *Order) Race(t, q Agent, n Need) (out Race) {
	if f := o.fences[n.Fence]; !o.crowd && !f.Rewinds && f.After(q, func() Clock { return o.Ahead(t, q) }) {
		return out
	}
	o.try(t, q, n, func(f *fence, s *Signal) {
		if out = o.racing(f, len(f.Signals)-1); out.Racing || len(out.Open) > 0 {
			out.Signal = *s
		}
	})
	return out
}

// Rival is what Race is for a signal that was given, with those that were given before it in this run.
func (o *Order) Rival(fence int, p Point) (rival Signal, racing bool) {
	f := o.fences[fence]
	if k := slices.IndexFunc(f.Signals, func(s Signal) bool { return pointOf(&s) == p }); k >= 0 {
		r := o.racing(f, k)
		rival, racing = r.Rival, r.Racing
	}
	return rival, racing
}

// racing looks for signals of other agents than that of signal number k that stand before it and are not ordered with it, the latest first.
func (o *Order) racing(f *fence, k int) (out Race) {
	s := &f.Signals[k]
	before, held := o.arrival(s)
	if !f.Parted && !held && f.Link(len(f.Signals)-1) == s {
		return out
	}
	var beside []int // of each agent, the signals between those that are certainly before s and those that are certainly after it
	for i := range f.Lines {
		if l := &f.Lines[i]; l.Agent != s.Agent {
			from := l.Behind(f.Signals, before.At(l.Agent))
			n := sort.Search(len(l.At)-from, func(i int) bool {
				c, _ := o.arrival(&f.Signals[l.At[from+i]])
				return l.At[from+i] >= k || c.At(s.Agent) >= s.Pos
			})
			beside = append(beside, l.At[from+max(0, n-maxRivals):from+n]...)
		}
	}
	slices.Sort(beside)
	for _, at := range slices.Backward(beside) {
		r := &f.Signals[at]
		if _, stuck := o.arrival(r); !held && !stuck {
			out.Rival, out.Racing = *r, true
			return out
		}
		if len(out.Open) < maxRivals {
			out.Open = append(out.Open, *r)
		}
	}
	return out
}

// arrival is what is covered when a signal happens, and whether nothing so far can bring it.
func (o *Order) arrival(s *Signal) (c Clock, stuck bool) {
	o.steps++
	o.settle(func() { c = o.clockOf(s) })
	return c, o.stuck(s)
}

// Decide says of two signals of a fence whether they are not ordered, or whether that is still open. Neither is forgotten as long as it is open.
func (o *Order) Decide(a, b Signal) (racing, open bool) {
	x, held := o.arrival(&a)
	y, stuck := o.arrival(&b)
	if x.At(b.Agent) >= b.Pos || y.At(a.Agent) >= a.Pos {
		return false, false
	}
	return !held && !stuck, held || stuck
}

// Overtaken are waits of queues for values that a signal of agent q (a queue, or the CPU thread t itself), issued now, takes the fence below, though
// it is not certain that the queue has come to the wait by then: the first of each queue. Waits of q itself are in its order, and where all signals
// that could end the wait come after this one the fence only goes up.
func (o *Order) Overtaken(t, q Agent, n Need) []Rewind {
	if n.Value >= o.fences[n.Fence].highest {
		return nil
	}
	return o.passed(n, o.Ahead(t, q), nil, func(look func(*fence, *Signal)) { o.try(t, q, n, look) })
}

// passed are waits of queues that a signal of a fence takes below their values, though they are not among what certainly comes before that, the first
// of each queue. by is the call that gave the signal: who knows of it waits for another value than the one that was there; nil: all waits so far were
// before it. with shows the signal.
func (o *Order) passed(n Need, before Clock, by *Call, with func(look func(*fence, *Signal))) (out []Rewind) {
	f := o.fences[n.Fence]
	limit, sunk := uint64(0), false
	waiters := slices.SortedFunc(slices.Values(f.Waiters), func(v, w timeline.Waiter) int { return o.Compare(v.Queue, w.Queue) })
	for i := range waiters {
		w, a := &waiters[i], &o.agents[waiters[i].Queue]
		if a.removed {
			continue
		}
		from, _ := slices.BinarySearch(w.At, before.At(w.Queue)+1)
		for k := max(from, w.Dead); ; k++ {
			o.steps++
			k = w.Values.Next(k, func(b extremes.Bounds) bool { return b.Max > n.Value && (!sunk || b.Min <= limit) })
			if k == len(w.At) || by != nil && a.at(w.At[k]).issue.At(by.By) >= by.Knew.At(by.By) {
				break
			}
			if by == nil && !o.crowd && o.atCall(Point{w.Queue, w.At[k]}) { // with several threads it is up to the run what stands before a wait
				continue
			}
			if !sunk {
				with(func(f *fence, s *Signal) { limit, sunk = o.sunkBy(f, s), true })
			}
			may, r := false, Rewind{Wait: Point{w.Queue, w.At[k]}, Need: Need{n.Fence, w.Values.All[k]}, Site: a.at(w.At[k]).site}
			if w.Values.All[k] <= limit {
				with(func(f *fence, s *Signal) { may, r.Open = o.mayEnd(f, s, r.Wait) })
			}
			if may {
				out = append(out, r)
				break
			}
		}
	}
	return out
}

// sunkBy is the largest value that a fence can have reached when a signal comes. What lets the signal come may let others come before it.
func (o *Order) sunkBy(f *fence, s *Signal) (top uint64) {
	if _, held := o.arrival(s); held {
		return f.highest
	}
	top = f.known
	for i := range f.Lines {
		l := &f.Lines[i]
		k := sort.Search(len(l.At), func(i int) bool {
			r := &f.Signals[l.At[i]]
			c, stuck := o.arrival(r)
			return stuck || c.At(s.Agent) >= s.Pos || r.Agent == s.Agent && r.Pos >= s.Pos
		})
		top = max(top, f.Largest(l, k))
	}
	return top
}
