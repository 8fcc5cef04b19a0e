package track

import (
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/extremes"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// settle evaluates until waits that depend on each other give what they did in the pass before, as package passes says. What it has worked out is
// kept.
func (o *Order) settle(evaluate func()) {
	if len(o.doubts)+len(o.broken) > 0 && !o.linking {
		o.relink()
	}
	o.passes.Settle(evaluate)
	o.keep()
}

// finish is what is covered when item pos of queue q is finished, but for the queue's own part. It walks the queue from the last item that is worked
// out already.
func (o *Order) finish(q Agent, pos uint32) Clock {
	a := &o.agents[q]
	if pos <= a.base {
		return a.floor
	}
	n := pos - a.base
	from := n
	for ; from > a.done && a.items.At(int(from)-1).pass != o.passes.Pass; from-- {
	}
	if from == n {
		return a.at(pos).memo
	}
	clock, stuck := a.floor, false
	if from > 0 {
		it := a.items.At(int(from) - 1)
		clock, stuck = it.memo, it.stuck
	}
	if k := len(o.walked); k == 0 || o.walked[k-1] != q {
		o.walked = append(o.walked, q)
	}
	for i := from; i < n; i++ {
		it := a.items.At(int(i))
		o.steps++
		clock = clock.Join(it.issue)
		for _, p := range it.front() {
			done, halts := o.follow(Point(p), Point{q, a.base + i + 1})
			clock, stuck = clock.Join(done), stuck || halts
		}
		if it.kind == itemWait && !stuck {
			gives, ends := o.waited(q, a.base+i+1, clock)
			clock, stuck = clock.Join(gives), !ends
		}
		if !it.Active() {
			it.memo, it.stuck, it.pass = clock, stuck, o.passes.Pass
		}
	}
	return clock
}

// worked says whether what is known of a signal of a queue holds, and returns its item. Other signals have none.
func (o *Order) worked(s *Signal) *item {
	if s.Fixed {
		return nil
	}
	return o.workedAt(Point{s.Agent, s.Pos})
}

// workedAt is worked for any item of a queue.
func (o *Order) workedAt(p Point) *item {
	a := &o.agents[p.Queue]
	if p.Pos <= a.base {
		return nil
	}
	if it := a.at(p.Pos); p.Pos-a.base <= a.done || it.pass == o.passes.Pass {
		return it
	}
	return nil
}

// waited is what the wait at pos of queue q gives: what every signal gives that could end it and is not itself ordered after
// it. A wait that is being worked on gives what it gave in the pass before. It reports false when nothing that was signalled so far can end the wait.
func (o *Order) waited(q Agent, pos uint32, before Clock) (c Clock, ends bool) {
	it := o.agents[q].at(pos)
	if it.past {
		return Clock{}, true
	}
	if o.passes.Begin(&it.Result) {
		o.efforts++
		gives, ends := o.meet(it.need, false, before, Point{q, pos})
		o.passes.End(&it.Result, gives, ends)
	}
	return it.Gives, it.Ends()
}

// meet is what every signal gives that could satisfy the need, seen from somebody who knows before. Signals that come after the wait, an item of a
// queue, do not count; the zero Point is a wait of a thread, which is over. It reports false when nothing that was issued so far can satisfy the
// need.
func (o *Order) meet(n Need, exact bool, before Clock, wait Point) (gives Clock, found bool) {
	f := o.fences[n.Fence]
	if f.Rewinds && wait.Pos != 0 {
		before = before.With(wait.Queue, wait.Pos-1)
	}
	m := meeting{o: o, f: f, wait: wait}
	if f.known >= n.Value && (!exact || f.known == n.Value) && !o.overwritten(f, nil, n, before) {
		if m.gives, m.found = o.leftTo(wait), true; !f.Parted || m.gives.Empty() {
			return m.gives, true
		}
	}
	if !f.Parted {
		if k := f.From(n.Value); k == len(f.Signals) {
			m.stay(n.Value, &f.All)
		} else if !exact || f.Link(k).Value == n.Value {
			m.add(f.Link(k))
		}
		return m.gives, m.found
	}
	for i := range f.Lines { // the first signal of each agent: its later ones cover more
		l := &f.Lines[i]
		k := 0
		if f.Rewinds {
			k = l.Values.Next(o.behindLows(f, l, n.Value, before, wait), extremes.Above(n.Value))
		} else {
			k = l.First(f.Signals, n.Value)
		}
		for exact && f.Rewinds && k < len(l.At) && f.Signals[l.At[k]].Value != n.Value {
			k++
		}
		switch {
		case k == len(l.At):
			m.stay(n.Value, &l.Awaits)
		case !exact || f.Signals[l.At[k]].Value == n.Value:
			m.add(&f.Signals[l.At[k]])
		}
	}
	return m.gives, m.found
}

// meeting is what signals give that could end a wait.
type meeting struct {
	o     *Order
	f     *fence
	wait  Point
	gives Clock
	found bool
}

// stay keeps the wait, if a queue waits, for signals that may still come.
func (m *meeting) stay(value uint64, a *timeline.Awaits) {
	if m.wait.Pos != 0 && m.o.agents[m.wait.Queue].queue {
		a.Open.PushAmong(timeline.Waiting{Value: value, At: timeline.Point(m.wait), Turn: m.o.item(m.wait).Turn}, m.o.needed)
	}
}

// add takes a signal in, if it can end the wait.
func (m *meeting) add(s *Signal) {
	c, comes := m.comes(s)
	switch {
	case !comes:
	case !m.found:
		m.gives, m.found = c, true
	default:
		m.gives = m.gives.Meet(c)
	}
}

// comes is what is covered when a signal happens. It reports false for signals after the wait, and after something that nothing so far can end.
func (m *meeting) comes(s *Signal) (Clock, bool) {
	if m.wait.Pos != 0 && (s.Agent == m.wait.Queue && s.Pos > m.wait.Pos || s.Value == givenUp && !m.o.agents[m.wait.Queue].queue) {
		return Clock{}, false
	}
	m.o.steps++
	c := m.o.clockOf(s)
	m.o.use(s, m.wait)
	return c, (m.wait.Pos == 0 || c.At(m.wait.Queue) < m.wait.Pos) && !m.o.stuck(s)
}

// clockOf is what is covered when a signal happens.
func (o *Order) clockOf(s *Signal) Clock {
	if s.Fixed {
		return s.Clock
	}
	return o.finish(s.Agent, s.Pos).With(s.Agent, s.Pos)
}

// stuck says whether a signal, whose clock is worked out, cannot have happened yet: it stands after a wait that nothing so far can end.
func (o *Order) stuck(s *Signal) bool {
	it := o.worked(s)
	return it != nil && it.stuck
}

// behindLows is the place in a line of the first signal that no lower one has certainly taken back for somebody who knows before, a wait or not.
func (o *Order) behindLows(f *fence, l *timeline.Line, value uint64, before Clock, wait Point) (first int) {
	for i := range f.Lines {
		r := &f.Lines[i]
		k := r.Low(f.Signals, value, before)
		if k < 0 {
			continue
		}
		o.steps++
		if r == l {
			first = max(first, k+1)
			continue
		}
		s := &f.Signals[r.At[k]]
		covered := o.clockOf(s).At(l.Agent)
		o.use(s, wait)
		first = max(first, l.Behind(f.Signals, covered))
	}
	return first
}

// overwritten says whether a signal (nil: the value that everybody knows) cannot satisfy the need any more, because a lower value certainly
// came after it and before the observer, who knows before.
func (o *Order) overwritten(f *fence, s *Signal, n Need, before Clock) bool {
	if !f.Rewinds {
		return false
	}
	for i := range f.Lines {
		k := f.Lines[i].Low(f.Signals, n.Value, before)
		if k < 0 {
			continue
		}
		r := &f.Signals[f.Lines[i].At[k]]
		if s == nil && (f.gone.Empty() || o.clockOf(r).Covers(f.gone)) ||
			s != nil && (s.Agent == r.Agent && s.Pos < r.Pos || s.Agent != r.Agent && o.clockOf(r).At(s.Agent) >= s.Pos) {
			return true
		}
	}
	return false
}
