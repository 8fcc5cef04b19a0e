package track

import (
	"cmp"
	"slices"
)

// maxPasses bounds the work for waits that depend on each other. Every pass is right; a later one may know more.
const maxPasses = 64

// settle evaluates until waits that depend on each other give no more than in the pass before. It starts with waits that give
// nothing and only ever finds more, so each pass is a lower bound of what is certain.
func (o *Order) settle(evaluate func()) {
	for range maxPasses {
		o.cyclic, o.changed = false, false
		evaluate()
		if !o.cyclic || !o.changed {
			return
		}
		o.pass++
	}
}

// finish is what is covered when item pos of queue q is finished, but for the queue's own part. It walks the queue from the
// last item that is worked out already.
func (o *Order) finish(q Agent, pos uint32) Clock {
	a := &o.agents[q]
	if pos <= a.base {
		return a.floor
	}
	from, clock, stuck := pos-a.base, a.floor, false
	for ; from > 0; from-- {
		if it := &a.items[from-1]; it.pass == o.pass {
			clock, stuck = it.memo, it.stuck
			break
		}
	}
	for i := from; i < pos-a.base; i++ {
		it := &a.items[i]
		clock = clock.Join(it.issue)
		if it.kind == itemWait {
			gives, ends := o.waited(q, a.base+i+1, clock)
			clock, stuck = clock.Join(gives), stuck || !ends
		}
		if !it.active {
			it.memo, it.stuck, it.pass = clock, stuck, o.pass
		}
	}
	return clock
}

// waited is what the wait at pos of queue q gives: what every signal gives that could end it and is not itself ordered behind
// it. A wait that is being worked on gives what it gave in the pass before. It reports false when nothing that was signalled so far can end the wait.
func (o *Order) waited(q Agent, pos uint32, before Clock) (Clock, bool) {
	it := &o.agents[q].items[pos-o.agents[q].base-1]
	if it.epoch != o.epoch {
		it.gives, it.epoch = nil, o.epoch
	}
	if it.active {
		o.cyclic = true
		return it.gives, true
	}
	it.active = true
	o.efforts++
	gives, ends := o.meet(it.need, false, before, Point{q, pos})
	it.active = false
	if !it.gives.Covers(gives) {
		it.gives, o.changed = gives, true
	}
	return it.gives, ends
}

// meet is what every signal gives that could satisfy the need, seen from somebody who knows before. Signals that come behind the wait, an item of a queue,
// do not count; the zero Point is a wait of a thread, which is over. It reports false when nothing that was issued so far can satisfy the need.
func (o *Order) meet(n Need, exact bool, before Clock, wait Point) (gives Clock, found bool) {
	f := &o.fences[n.Fence]
	if f.known >= n.Value && (!exact || f.known == n.Value) && !o.overwritten(f, nil, n, before) {
		return nil, true // it may have been there from the beginning
	}
	var seen [2][8]Agent
	agents, later := seen[0][:0], seen[1][:0]
	for i := f.from(n.Value); i < len(f.signals) && (f.rewinds || len(agents)+len(later) < len(f.signalers)); i++ {
		s := &f.signals[i]
		if s.Value < n.Value || exact && s.Value != n.Value || !f.rewinds && contains(agents, s.Agent) || contains(later, s.Agent) {
			continue
		}
		own := s.Agent == wait.Queue && s.pos > wait.Pos && wait.Pos != 0
		var c Clock
		if !own {
			c = o.clockOf(s)
			f = &o.fences[n.Fence]
		}
		if own || wait.Pos != 0 && c.At(wait.Queue) >= wait.Pos || o.stuck(s) {
			later = append(later, s.Agent) // and all its later ones
			continue
		}
		if !f.rewinds {
			agents = append(agents, s.Agent) // later signals of the agent cover more
		}
		if o.overwritten(f, s, n, before) {
			continue
		}
		if !found {
			gives, found = c, true
		}
		gives = gives.Meet(c)
	}
	return gives, found
}

// from is the index of the first signal that may have the value, or more: as long as the fence only goes up, those before it have less.
func (f *fence) from(value uint64) int {
	if f.rewinds {
		return 0
	}
	i, _ := slices.BinarySearchFunc(f.signals, value, func(s Signal, v uint64) int { return cmp.Compare(s.Value, v) })
	return i
}

func contains(agents []Agent, a Agent) bool {
	for _, x := range agents {
		if x == a {
			return true
		}
	}
	return false
}

// clockOf is what is covered when a signal happens.
func (o *Order) clockOf(s *Signal) Clock {
	if s.cpu {
		return s.clock
	}
	return o.finish(s.Agent, s.pos).With(s.Agent, s.pos)
}

// stuck says whether a signal, whose clock is worked out, cannot have happened yet: it stands behind a wait that nothing so far can end.
func (o *Order) stuck(s *Signal) bool {
	a := &o.agents[s.Agent]
	if s.cpu || s.pos <= a.base {
		return false
	}
	it := &a.items[s.pos-a.base-1]
	return it.stuck && it.pass == o.pass
}

// overwritten says whether a signal (nil: the initial value) cannot satisfy the need any more, because a lower value certainly
// came after it and before the observer, who knows before.
func (o *Order) overwritten(f *fence, s *Signal, n Need, before Clock) bool {
	if !f.rewinds {
		return false
	}
	for i := range f.signals {
		r := &f.signals[i]
		if r.Value >= n.Value || before.At(r.Agent) < r.pos {
			continue
		}
		if s == nil || s.Agent == r.Agent && s.pos < r.pos || s.Agent != r.Agent && o.clockOf(r).At(s.Agent) >= s.pos {
			return true
		}
	}
	return false
}
