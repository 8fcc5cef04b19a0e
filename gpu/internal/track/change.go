package track

import (
	"slices"
	"sort"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// What a queue has done when an item is finished is worked out once, and kept as long as nothing can change it:
//
//	queue A   1  2  3  4  5 │ 6  7       the first done items hold; a signal that can end wait 4 in another way cuts them off after 3,
//	          ─────────────▶│            and in other queues what was worked out with the clocks of 4 and 5
//
// A signal can change waits that no signal of its agent was for, up to its value, and none that certainly comes before it. Each such wait is looked
// at once for each agent that signals. So queues that go on for ever without a CPU that looks at them cost the same with each round, in whatever
// order signals and waits are issued, and whether fences go up or down.

// claim keeps a wait of a queue.
func (o *Order) claim(p Point, n Need) {
	f := o.fences[n.Fence]
	f.waited = max(f.waited, n.Value)
	f.Claim(timeline.Point(p), n.Value)
	o.freshen(f, p, n.Value)
}

// freshen keeps a wait that is not worked out for the signals that it may be for.
func (o *Order) freshen(f *fence, p Point, value uint64) {
	if !f.Parted {
		if value > f.known {
			f.All.Fresh.PushAmong(timeline.Waiting{Value: value, At: timeline.Point(p)}, o.unsettled)
		}
		return
	}
	for i := range f.Lines {
		if l := &f.Lines[i]; l.Agent != p.Queue && (f.Rewinds || value > max(l.Top, f.known)) {
			l.Awaits.Fresh.PushAmong(timeline.Waiting{Value: value, At: timeline.Point(p)}, o.unsettled)
		}
	}
}

// settled says whether a wait is as it was when it was worked out, and unsettled whether one was not worked out.
func (o *Order) settled(w timeline.Waiting) bool { return o.needed(w) && !o.unsettled(w) }

// needed says whether a wait was not worked out again since then.
func (o *Order) needed(w timeline.Waiting) bool {
	a := &o.agents[w.At.Queue]
	return w.At.Pos > a.base && a.at(w.At.Pos).Turn == w.Turn
}

func (o *Order) unsettled(w timeline.Waiting) bool {
	a := &o.agents[w.At.Queue]
	return w.At.Pos > a.base && w.At.Pos-a.base > a.done
}

// lineFor is the line of an agent. A new one has been for no wait.
func (o *Order) lineFor(f *fence, a Agent) *timeline.Line {
	l, found := f.LineFor(a)
	if found || !f.Parted {
		return l
	}
	f.Claims(func(p timeline.Point, value uint64) {
		a := &o.agents[p.Queue]
		w := timeline.Waiting{Value: value, At: p, Turn: a.at(p.Pos).Turn}
		switch {
		case o.settled(w):
			l.Awaits.Open.PushAmong(w, o.needed)
		case p.Queue != l.Agent:
			l.Awaits.Fresh.PushAmong(w, o.unsettled)
		}
	})
	return l
}

// addSignal adds a signal, and gives up what it can change.
func (o *Order) addSignal(s *Signal) {
	s.Nth = o.given
	f := o.fences[s.Fence]
	l := o.lineFor(f, s.Agent)
	if call := o.callOf(s); f.last == f.initial && len(f.Signals) == 0 {
		f.First(o.Root(s.Agent), call)
	} else {
		f.Next(o.Root(s.Agent), call)
	}
	if !f.Parted && !o.follows(f, l, s) {
		o.part(f)
	}
	lower, falls := s.Value < f.highest, s.Value < max(l.Top, f.known)
	f.highest, f.last, f.fell = max(f.highest, s.Value), s.Value, f.fell || lower
	below := f.Push(l, s)
	o.affect(f, l, s, below)
	if !o.trying && s.Value != givenUp {
		o.doubt(f, l, s, below)
	}
	if !o.trying && len(o.doubts)+len(o.broken) > 0 {
		o.relink()
	}
	if lower && !f.Rewinds && (falls || o.undercuts(f, s)) {
		o.sink(f)
	}
}

// Divides says whether a signal that agent q (a queue, or the CPU thread t itself) gave now would come in no defined order with others of its fence,
// or be one of several agents' that signal it.
func (o *Order) Divides(t, q Agent, fence int) bool {
	return o.fences[fence].Divides(q, o.agents[t].clock)
}

// Several says whether signals of a fence come from several agents, or in no defined order.
func (o *Order) Several(fence int) bool { return o.fences[fence].Several }

// Loose says whether signals of a fence come in no defined order, or did so once.
func (o *Order) Loose(fence int) bool { return o.fences[fence].Parted && o.fences[fence].Several }

// Unsure says whether signals of a fence come in no defined order, so that the last one, and the value that it leaves, is up to the run. Those that
// stand behind a wait which nothing so far can end do not come.
func (o *Order) Unsure(fence int) bool {
	f := o.fences[fence]
	if !f.Several {
		return false
	}
	lasts := []*Signal(nil)
	for i := range f.Lines {
		at := f.Lines[i].At[f.Lines[i].Dead:]
		comes := sort.Search(len(at), func(k int) bool { _, stuck := o.arrival(&f.Signals[at[k]]); return stuck })
		if comes > 0 {
			lasts = append(lasts, &f.Signals[at[comes-1]])
		}
	}
	return len(lasts) > 1 && !slices.ContainsFunc(lasts, func(s *Signal) bool {
		before, _ := o.arrival(s)
		return !slices.ContainsFunc(lasts, func(r *Signal) bool { return before.At(r.Agent) < r.Pos })
	})
}

// giveUp gives up what was worked out of all waits for a fence.
func (o *Order) giveUp(f *fence) { f.Claims(func(p timeline.Point, _ uint64) { o.truncate(Point(p)) }) }

// affect gives up what a signal, the last one of its line, can change.
func (o *Order) affect(f *fence, l *timeline.Line, s *Signal, below uint64) {
	o.hit, o.ended, o.closed = o.hit[:0], o.ended[:0], o.closed[:0]
	var before Clock
	known, halts := false, false
	look := func(w timeline.Waiting) {
		if o.steps++; !o.needed(w) {
			return
		}
		o.closed = append(o.closed, w)
		a := &o.agents[w.At.Queue]
		if w.At.Queue == s.Agent {
			return
		}
		if o.settled(w) {
			if !known {
				before, halts = o.arrival(s)
				known = true
			}
			if halts && !f.Parted || before.At(w.At.Queue) >= w.At.Pos && !a.at(w.At.Pos).stuck {
				o.ended = append(o.ended, Point(w.At))
				return
			}
		}
		o.hit = append(o.hit, Point(w.At))
		o.truncate(Point(w.At))
	}
	open := &f.Awaits(l).Open
	for w, ok := open.Take(s.Value); ok; w, ok = open.Take(s.Value) {
		look(w)
	}
	if !f.Parted && !f.Rising() { // and those that a later link of the chain is for
		f.Between(below, s.Value, func(p timeline.Point, value uint64) {
			if !f.Parted { // look may end the chain, and then all waits are looked at
				look(timeline.Waiting{Value: value, At: p, Turn: o.item(Point(p)).Turn})
			}
		})
	}
}

// undercuts says whether a signal of a lower value than another agent has given can come after that.
func (o *Order) undercuts(f *fence, s *Signal) bool {
	if !f.Parted {
		return false
	}
	for i := range f.Lines {
		l := &f.Lines[i]
		if l.Agent == s.Agent || l.Top <= s.Value {
			continue
		}
		k := l.First(f.Signals, s.Value+1)
		if k == len(l.At) {
			return true // it is forgotten: known to everybody
		}
		higher := f.Signals[l.At[k]]
		if c, _ := o.arrival(&higher); c.At(s.Agent) < s.Pos {
			return true
		}
	}
	return false
}

// truncate gives up what was worked out after an item of a queue, itself included, and what follows from it in other queues.
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
		o.passes.Renew()
		worked := a.base + a.done
		a.done = p.Pos - a.base - 1
		for at := p; at.Pos <= worked; at.Pos++ {
			it := a.at(at.Pos)
			for it.users != 0 {
				var user Point
				user, it.users = o.users.Take(it.users)
				open = append(open, user)
			}
			switch {
			case it.kind == itemWait && !it.past:
				o.freshen(o.fences[it.need.Fence], at, it.need.Value)
			case it.kind == itemSignal && o.fences[it.need.Fence].Linking():
				o.doubts = append(o.doubts, at)
			}
		}
	}
}

// keep makes what settle has worked out hold until something changes it.
func (o *Order) keep() {
	for _, q := range o.walked {
		a := &o.agents[q]
		for a.base+a.done < a.last() && a.items.At(int(a.done)).pass == o.passes.Pass {
			a.done++
		}
	}
	o.walked = o.walked[:0]
}

// use notes that a wait, an item of a queue, was worked out with the clock of a signal.
func (o *Order) use(s *Signal, wait Point) {
	if !s.Fixed {
		o.depend(Point{s.Agent, s.Pos}, wait)
	}
}

// depend notes that an item of a queue was worked out with what is covered after another one.
func (o *Order) depend(on, user Point) {
	a := &o.agents[on.Queue]
	if user.Pos == 0 || on.Pos <= a.base {
		return
	}
	it := a.at(on.Pos)
	if it.users == 0 || o.users.First(it.users) != user {
		it.users = o.users.Add(it.users, user)
	}
}
