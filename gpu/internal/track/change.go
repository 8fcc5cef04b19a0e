package track

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/extremes"
)

// What a queue has done when an item is finished is worked out once, and kept as long as nothing can change it:
//
//	queue A   1  2  3  4  5 │ 6  7       the first done items hold; a signal that can end wait 4 in another way cuts them off behind 3,
//	          ─────────────▶│            and in other queues what was worked out with the clocks of 4 and 5
//
// A signal can change waits that no signal of its agent was for, up to its value, and none that certainly comes before it. Each such wait is looked at
// once for each agent that signals. So queues that go on for ever without a CPU that looks at them cost the same with each round, in whatever order signals
// and waits are issued, and whether fences go up or down.

// line is what one agent signals of a fence: the indices of its signals, of which the first dead ones are forgotten, and the largest value so far.
type line struct {
	agent  Agent
	at     []int
	dead   int
	top    uint64
	values extremes.List // of the signals, where the fence goes down
	awaits awaits
}

// waiter is a queue that waits for a fence: where, and for what. The first dead waits are forgotten.
type waiter struct {
	queue  Agent
	at     []uint32
	values extremes.List
	dead   int
	risen  int // the first ones that outlive knows to be past
}

// claim keeps a wait of a queue.
func (o *Order) claim(p Point, n Need) {
	f := o.fences[n.Fence]
	f.waited = max(f.waited, n.Value)
	w := f.waiter(p.Queue)
	w.at = append(w.at, p.Pos)
	w.values.Push(n.Value)
	o.freshen(f, p, n.Value)
}

// freshen keeps a wait that is not worked out for the signals that it may be for.
func (o *Order) freshen(f *fence, p Point, value uint64) {
	if !f.parted {
		if value > f.known {
			f.all.fresh.PushAmong(waiting{value: value, at: p}, o.unsettled)
		}
		return
	}
	for i := range f.lines {
		if l := &f.lines[i]; l.agent != p.Queue && (f.rewinds || value > max(l.top, f.known)) {
			l.awaits.fresh.PushAmong(waiting{value: value, at: p}, o.unsettled)
		}
	}
}

// waiter is that of a queue.
func (f *fence) waiter(q Agent) *waiter {
	at, found := f.waitersOf.Find(q, len(f.waiters), func(i int) Agent { return f.waiters[i].queue })
	if !found {
		f.waiters = append(f.waiters, waiter{queue: q})
	}
	return &f.waiters[at]
}

// claims calls see with each wait that is not forgotten.
func (f *fence) claims(see func(p Point, value uint64)) {
	for i := range f.waiters {
		for k, w := f.waiters[i].dead, &f.waiters[i]; k < len(w.at); k++ {
			see(Point{w.queue, w.at[k]}, w.values.All[k])
		}
	}
}

// settled says whether a wait is as it was when it was worked out, and unsettled whether one was not worked out.
func (o *Order) settled(w waiting) bool {
	a := &o.agents[w.at.Queue]
	return w.at.Pos > a.base && w.at.Pos-a.base <= a.done && a.items[w.at.Pos-a.base-1].turn == w.turn
}

// needed says whether a wait was not worked out again since then.
func (o *Order) needed(w waiting) bool {
	a := &o.agents[w.at.Queue]
	return w.at.Pos > a.base && a.items[w.at.Pos-a.base-1].turn == w.turn
}

func (o *Order) unsettled(w waiting) bool {
	a := &o.agents[w.at.Queue]
	return w.at.Pos > a.base && w.at.Pos-a.base > a.done
}

// lineFor is the line of an agent. A new one has been for no wait.
func (o *Order) lineFor(f *fence, a Agent) *line {
	at, found := f.findLine(a)
	if !found {
		f.lines = append(f.lines, line{agent: a})
	}
	l := &f.lines[at]
	if found || !f.parted {
		return l
	}
	f.claims(func(p Point, value uint64) {
		a := &o.agents[p.Queue]
		w := waiting{value, p, a.items[p.Pos-a.base-1].turn}
		switch {
		case o.settled(w):
			l.awaits.open.PushAmong(w, o.needed)
		case p.Queue != l.agent:
			l.awaits.fresh.PushAmong(w, o.unsettled)
		}
	})
	return l
}

// lineOf is the line of an agent that has signalled the fence.
func (f *fence) lineOf(a Agent) *line {
	i, _ := f.findLine(a)
	return &f.lines[i]
}

func (f *fence) findLine(a Agent) (at int, found bool) {
	return f.linesOf.Find(a, len(f.lines), func(i int) Agent { return f.lines[i].agent })
}

// first is the place in the line of the first signal with the value, or more. The fence only goes up.
func (l *line) first(f *fence, value uint64) int {
	i, _ := slices.BinarySearchFunc(l.at, value, func(at int, v uint64) int { return cmp.Compare(f.signals[at].Value, v) })
	return i
}

// addSignal adds a signal, and gives up what it can change.
func (o *Order) addSignal(s Signal) {
	f := o.fences[s.Fence]
	l := o.lineFor(f, s.Agent)
	by, tick, knows := o.caller(&s)
	if f.last == f.initial && len(f.signals) == 0 {
		f.agent = o.Root(s.Agent)
	} else {
		f.mixed = f.mixed || o.Root(s.Agent) != f.agent
		f.several = f.several || f.mixed || knows.At(f.by) < f.tick
	}
	f.by, f.tick = by, tick
	if !f.parted && !o.follows(f, l, &s) {
		o.part(f)
	}
	if f.several {
		o.workOut(f, l, s.Value, &s)
	}
	lower, falls, below := s.Value < f.highest, s.Value < max(l.top, f.known), l.top
	f.highest, f.last, l.top = max(f.highest, s.Value), s.Value, max(l.top, s.Value)
	l.at = append(l.at, len(f.signals))
	f.signals = append(f.signals, s)
	if f.rewinds {
		l.values.Push(s.Value)
	}
	if !f.parted {
		below = 0
		if k := f.order.Push(len(f.signals), f.valueOf); k > 0 {
			below = f.link(k - 1).Value
		}
	}
	o.affect(f, l, &s, below)
	if !o.trying && s.Value != givenUp {
		o.doubt(f, l, &s, below)
	}
	if lower && !f.rewinds && (falls || o.undercuts(f, &s)) {
		o.sink(f)
	}
	if !o.trying && len(o.doubts)+len(o.broken) > 0 {
		o.relink()
	}
}

// caller is the thread that makes the last signal of its agent, the number of that call among its actions, and what the thread knows then.
func (o *Order) caller(s *Signal) (by Agent, tick uint32, knows Clock) {
	if s.fixed {
		return s.Agent, s.pos, s.clock
	}
	a := &o.agents[s.Agent]
	it := &a.items[len(a.items)-1]
	return it.by, it.issue.At(it.by), it.issue
}

// Divides says whether a signal that agent q (a queue, or the CPU thread t itself) gave now would come in no defined order with others of its fence, or be one of
// several agents' that signal it.
func (o *Order) Divides(t, q Agent, fence int) bool {
	f := o.fences[fence]
	return f.several || q != f.agent || o.agents[t].clock.At(f.by) < f.tick
}

// Several says whether signals of a fence come from several agents, or in no defined order.
func (o *Order) Several(fence int) bool { return o.fences[fence].several }

// Unsure says whether signals of a fence come in no defined order, so that the last one, and the value that it leaves, is up to the run.
func (o *Order) Unsure(fence int) bool {
	f := o.fences[fence]
	lasts := []*Signal(nil)
	for i := range f.lines {
		if at := f.lines[i].at; len(at) > f.lines[i].dead {
			lasts = append(lasts, &f.signals[at[len(at)-1]])
		}
	}
	if !f.parted && len(lasts) > 1 { // the last one comes behind all others
		_, stuck := o.arrival(f.link(len(f.signals) - 1))
		return stuck
	}
	return f.several && len(lasts) > 1 && !slices.ContainsFunc(lasts, func(s *Signal) bool {
		before, stuck := o.arrival(s)
		return !stuck && !slices.ContainsFunc(lasts, func(r *Signal) bool { return before.At(r.Agent) < r.pos })
	})
}

// giveUp gives up what was worked out of all waits for a fence.
func (o *Order) giveUp(f *fence) {
	f.claims(func(p Point, _ uint64) { o.truncate(p) })
}

// workOut works out the waits for at most so much that were not, before a signal of another agent comes that may change them: what they give must not depend on
// when somebody asks, and where it turns out that the signal comes behind one, that wait is not worked out anew in a circle. A thread knows whether it does so.
func (o *Order) workOut(f *fence, l *line, value uint64, s *Signal) {
	o.closed = o.closed[:0]
	fresh := &f.awaits(l).fresh
	for w, ok := fresh.pop(value); ok; w, ok = fresh.pop(value) {
		if o.steps++; o.unsettled(w) && (!s.fixed || s.clock.At(w.at.Queue) >= w.at.Pos) {
			o.closed = append(o.closed, w)
		}
	}
	if len(o.closed) == 0 {
		return
	}
	o.settle(func() {
		for _, w := range o.closed {
			o.finish(w.at.Queue, w.at.Pos)
		}
	})
}

// affect gives up what a signal, the last one of its line, can change.
func (o *Order) affect(f *fence, l *line, s *Signal, below uint64) {
	o.hit, o.ended, o.closed = o.hit[:0], o.ended[:0], o.closed[:0]
	var before Clock
	known, halts := false, false
	look := func(w waiting) {
		if o.steps++; !o.needed(w) {
			return
		}
		o.closed = append(o.closed, w)
		a := &o.agents[w.at.Queue]
		if w.at.Queue == s.Agent {
			return
		}
		if o.settled(w) {
			if !known {
				before, halts = o.arrival(s)
				known = true
			}
			if halts && !f.parted || before.At(w.at.Queue) >= w.at.Pos && !a.items[w.at.Pos-a.base-1].stuck {
				o.ended = append(o.ended, w.at)
				return
			}
		}
		o.hit = append(o.hit, w.at)
		o.truncate(w.at)
	}
	open := &f.awaits(l).open
	for w, ok := open.pop(s.Value); ok; w, ok = open.pop(s.Value) {
		look(w)
	}
	for i := range f.waiters { // and those that a later link of the chain is for
		if f.parted || f.order.Given() {
			break
		}
		w := &f.waiters[i]
		in := func(b extremes.Bounds) bool { return b.Max > below && b.Min <= s.Value }
		for k := w.values.Next(w.dead, in); k < len(w.at); k = w.values.Next(k+1, in) {
			look(waiting{w.values.All[k], Point{w.queue, w.at[k]}, o.item(Point{w.queue, w.at[k]}).turn})
		}
	}
}

// undercuts says whether a signal of a lower value than another agent has given can come behind that.
func (o *Order) undercuts(f *fence, s *Signal) bool {
	if !f.parted {
		return false
	}
	for i := range f.lines {
		l := &f.lines[i]
		if l.agent == s.Agent || l.top <= s.Value {
			continue
		}
		k := l.first(f, s.Value+1)
		if k == len(l.at) {
			return true // it is forgotten: known to everybody
		}
		var c Clock
		o.settle(func() { c = o.clockOf(&f.signals[l.at[k]]) })
		if c.At(s.Agent) < s.pos {
			return true
		}
	}
	return false
}

// renew ends what holds until the next change only.
func (o *Order) renew() {
	o.epoch++
	o.pass++
}

// truncate gives up what was worked out behind an item of a queue, itself included, and what follows from it in other queues.
func (o *Order) truncate(p Point) {
	open := []Point{p}
	for len(open) > 0 {
		p, open = open[len(open)-1], open[:len(open)-1]
		a := &o.agents[p.Queue]
		if !a.queue {
			o.late = append(o.late, p)
			continue
		}
		if p.Pos <= a.base || p.Pos-a.base > a.done {
			continue
		}
		o.renew()
		items := a.items[p.Pos-a.base-1 : a.done]
		a.done = p.Pos - a.base - 1
		for i := range items {
			it := &items[i]
			for it.users != 0 {
				var user Point
				user, it.users = o.users.Take(it.users)
				open = append(open, user)
			}
			switch at := (Point{p.Queue, p.Pos + uint32(i)}); {
			case it.kind == itemWait && !it.past:
				o.freshen(o.fences[it.need.Fence], at, it.need.Value)
			case it.kind == itemSignal && o.fences[it.need.Fence].linking():
				o.doubts = append(o.doubts, at)
			}
		}
	}
}

// keep makes what settle has worked out hold until something changes it.
func (o *Order) keep() {
	for _, q := range o.walked {
		a := &o.agents[q]
		for int(a.done) < len(a.items) && a.items[a.done].pass == o.pass {
			a.done++
		}
	}
	o.walked = o.walked[:0]
}

// use notes that a wait, an item of a queue, was worked out with the clock of a signal.
func (o *Order) use(s *Signal, wait Point) {
	if !s.fixed {
		o.depend(Point{s.Agent, s.pos}, wait)
	}
}

// depend notes that an item of a queue was worked out with what is covered behind another one.
func (o *Order) depend(on, user Point) {
	a := &o.agents[on.Queue]
	if user.Pos == 0 || on.Pos <= a.base {
		return
	}
	it := &a.items[on.Pos-a.base-1]
	if it.users == 0 || o.users.First(it.users) != user {
		it.users = o.users.Add(it.users, user)
	}
}
