package track

import (
	"cmp"
	"slices"
)

// What a queue has done when an item is finished is worked out once, and kept as long as nothing can change it:
//
//	queue A   1  2  3  4  5 │ 6  7       the first done items hold; a signal that can end wait 4 in another way cuts them off behind 3,
//	          ─────────────▶│            and in other queues what was worked out with the clocks of 4 and 5
//
// A signal can change waits for values above those that its agent has given before, up to its own, and none that certainly comes before it. So queues
// that go on for ever without a CPU that looks at them cost the same with each round, in whatever order signals and waits are issued. Fences that go
// down are an exception: every signal can change every wait for them, and nothing behind those holds longer than to the next signal.

// line is what one agent signals of a fence: the indices of its signals, of which the first dead ones are forgotten, and the largest value so far.
type line struct {
	agent Agent
	at    []int
	dead  int
	top   uint64
}

// claim is a wait of a queue for a value of a fence.
type claim struct {
	value uint64
	at    Point
}

// edge is a wait that was worked out with the clock of a signal, and the next one of the same signal.
type edge struct {
	wait Point
	next int32
}

// edges are those of all signals. Number 0 is none.
type edges struct {
	all  []edge
	free int32
}

// add puts a wait in front of the chain that begins with first.
func (e *edges) add(first int32, wait Point) int32 {
	n := e.free
	if n == 0 {
		if len(e.all) == 0 {
			e.all = append(e.all, edge{})
		}
		e.all = append(e.all, edge{})
		n = int32(len(e.all) - 1)
	} else {
		e.free = e.all[n].next
	}
	e.all[n] = edge{wait, first}
	return n
}

// take frees an edge and returns it.
func (e *edges) take(n int32) edge {
	out := e.all[n]
	e.all[n] = edge{next: e.free}
	e.free = n
	return out
}

// claim keeps a wait of a queue, by its value.
func (f *fence) claim(c claim) {
	f.waited = max(f.waited, c.value)
	at := len(f.claims)
	if at > 0 && f.claims[at-1].value > c.value {
		at, _ = slices.BinarySearchFunc(f.claims, c.value+1, byValue)
	}
	f.claims = slices.Insert(f.claims, at, c)
}

func byValue(c claim, value uint64) int { return cmp.Compare(c.value, value) }

// line is the line of an agent.
func (f *fence) line(a Agent) *line {
	for i := range f.lines {
		if f.lines[i].agent == a {
			return &f.lines[i]
		}
	}
	f.lines = append(f.lines, line{agent: a})
	return &f.lines[len(f.lines)-1]
}

// first is the place in the line of the first signal with the value, or more. The fence only goes up.
func (l *line) first(f *fence, value uint64) int {
	i, _ := slices.BinarySearchFunc(l.at, value, func(at int, v uint64) int { return cmp.Compare(f.signals[at].Value, v) })
	return i
}

// addSignal adds a signal, and gives up what it can change.
func (o *Order) addSignal(s Signal) {
	f := &o.fences[s.Fence]
	l := f.line(s.Agent)
	if f.last == f.initial && len(f.signals) == 0 {
		f.agent = s.Agent
	}
	f.several = f.several || s.Agent != f.agent
	from, falls := max(l.top, f.known), s.Value < max(l.top, f.known)
	if f.several && !f.rewinds {
		o.workOut(f, &s, from)
	}
	lower := s.Value < f.highest
	f.highest, f.last, l.top = max(f.highest, s.Value), s.Value, max(l.top, s.Value)
	l.at = append(l.at, len(f.signals))
	f.signals = append(f.signals, s)
	o.affect(f, &s, from)
	if lower && !f.rewinds && (falls || o.undercuts(f, &s)) {
		f.compact()
		f.rewinds = true
		for _, c := range f.claims {
			o.truncate(c.at)
		}
	}
}

// workOut works out the waits that a signal of another agent may change, before it comes: what they give must not depend on when somebody asks, and where it
// turns out that the signal comes behind one, that wait is not worked out anew in a circle.
func (o *Order) workOut(f *fence, s *Signal, from uint64) {
	o.settle(func() {
		at, _ := slices.BinarySearchFunc(f.claims, from+1, byValue)
		for ; at < len(f.claims) && f.claims[at].value <= s.Value; at++ {
			if w := f.claims[at].at; w.Queue != s.Agent && w.Pos > o.agents[w.Queue].base {
				o.finish(w.Queue, w.Pos)
			}
		}
	})
}

// affect gives up what a signal can change: waits for values above from, up to its own.
func (o *Order) affect(f *fence, s *Signal, from uint64) {
	o.hit, o.ended = o.hit[:0], o.ended[:0]
	if f.rewinds {
		o.renew()
		return
	}
	at, _ := slices.BinarySearchFunc(f.claims, from+1, byValue)
	var before Clock
	known, firm := false, true
	for ; at < len(f.claims) && f.claims[at].value <= s.Value; at++ {
		w := f.claims[at].at
		o.steps++
		a := &o.agents[w.Queue]
		if w.Queue == s.Agent || w.Pos <= a.base {
			continue
		}
		if w.Pos-a.base <= a.done && !a.items[w.Pos-a.base-1].stuck {
			if !known {
				o.settle(func() { before = o.clockOf(s) })
				it := o.worked(s)
				known, firm = true, it == nil || !it.loose
			}
			if firm && before.At(w.Queue) >= w.Pos {
				o.ended = append(o.ended, w)
				continue
			}
		}
		o.hit = append(o.hit, w)
		if w.Pos-a.base <= a.done {
			o.truncate(w)
		} else if o.loose {
			o.renew()
		}
	}
}

// undercuts says whether a signal of a lower value than another agent has given can come behind that.
func (o *Order) undercuts(f *fence, s *Signal) bool {
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
	o.loose = false
}

// truncate gives up what was worked out behind an item of a queue, itself included, and what follows from it in other queues.
func (o *Order) truncate(p Point) {
	open := []Point{p}
	for len(open) > 0 {
		p, open = open[len(open)-1], open[:len(open)-1]
		a := &o.agents[p.Queue]
		if p.Pos <= a.base || p.Pos-a.base > a.done {
			continue
		}
		o.renew()
		items := a.items[p.Pos-a.base-1 : a.done]
		a.done = p.Pos - a.base - 1
		for i := range items {
			for items[i].users != 0 {
				e := o.edges.take(items[i].users)
				items[i].users = e.next
				open = append(open, e.wait)
			}
		}
	}
}

// keep makes what settle has worked out hold until something changes it.
func (o *Order) keep() {
	for _, q := range o.walked {
		a := &o.agents[q]
		for int(a.done) < len(a.items) && a.items[a.done].pass == o.pass && !a.items[a.done].loose {
			a.done++
		}
		o.loose = o.loose || int(a.done) < len(a.items) && a.items[a.done].pass == o.pass
	}
	o.walked = o.walked[:0]
}

// use notes that a wait, an item of a queue, was worked out with the clock of a signal.
func (o *Order) use(s *Signal, wait Point) {
	a := &o.agents[s.Agent]
	if wait.Pos == 0 || s.fixed || s.pos <= a.base {
		return
	}
	it := &a.items[s.pos-a.base-1]
	if it.users == 0 || o.edges.all[it.users].wait != wait {
		it.users = o.edges.add(it.users, wait)
	}
}
