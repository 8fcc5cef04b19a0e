package track

import "github.com/gpuscript/gpuscript/gpu"

// maxRivals bounds how many signals are kept for one whose order is open.
const maxRivals = 64

// Race is what a signal would meet that is not issued yet.
type Race struct {
	// Signal is that signal, as it will be if it is issued next.
	Signal Signal
	// Rival is a signal of the same fence by another agent that comes neither before nor behind it; Racing: there is one.
	Rival  Signal
	Racing bool
	// Open are signals whose order is not decided yet: one of the two is behind a wait that nothing so far can end.
	Open []Signal
}

// try calls f with a signal that agent q (a queue, or the CPU thread t itself) would issue now. It changes nothing.
func (o *Order) try(t, q Agent, n Need, f func(*fence, *Signal)) {
	e := &o.fences[n.Fence]
	saved, kept, epoch := *e, len(e.signals), o.epoch
	queue := o.agents[q].queue
	if queue {
		o.QueueSignal(t, q, n, 0)
	} else {
		tick := o.agents[q].clock.At(q) + 1
		o.addSignal(Signal{Fence: n.Fence, Value: n.Value, Agent: q, pos: tick, clock: o.agents[q].clock.With(q, tick), cpu: true})
	}
	e = &o.fences[n.Fence]
	f(e, &e.signals[kept])
	if queue {
		a := &o.agents[q]
		a.items = a.items[:len(a.items)-1]
	}
	clear(e.signals[kept:])
	saved.signals = e.signals[:kept]
	*e = saved
	if o.epoch != epoch {
		o.epoch++
		o.pass++
	}
}

// Race looks for signals of a fence by other agents that are not ordered with a signal that agent q (a queue, or the CPU thread t itself) would issue
// now. It changes nothing.
func (o *Order) Race(t, q Agent, n Need) (out Race) {
	o.try(t, q, n, func(f *fence, s *Signal) {
		out = o.racing(f, s)
		out.Signal = *s
	})
	return out
}

// racing looks for signals of other agents than that of s that are not ordered with it, the latest of each agent first.
func (o *Order) racing(f *fence, s *Signal) (out Race) {
	before, held := o.arrival(s)
	var seen [8]Agent
	agents := append(seen[:0], s.Agent)
	for i := len(f.signals) - 1; i >= 0 && len(agents) < len(f.signalers); i-- {
		r := &f.signals[i]
		if contains(agents, r.Agent) {
			continue
		}
		if before.At(r.Agent) >= r.pos {
			agents = append(agents, r.Agent) // its earlier signals are covered, too
			continue
		}
		switch behind, stuck := o.arrival(r); {
		case behind.At(s.Agent) >= s.pos:
		case !held && !stuck:
			out.Rival, out.Racing = *r, true
			return out
		case len(out.Open) < maxRivals:
			out.Open = append(out.Open, *r)
		}
	}
	return out
}

// arrival is what is covered when a signal happens, and whether nothing so far can bring it.
func (o *Order) arrival(s *Signal) (c Clock, stuck bool) {
	o.settle(func() { c = o.clockOf(s) })
	return c, o.stuck(s)
}

// Decide says of two signals of a fence whether they are not ordered, or whether that is still open. Neither is forgotten as long as it is open.
func (o *Order) Decide(a, b Signal) (racing, open bool) {
	x, held := o.arrival(&a)
	y, stuck := o.arrival(&b)
	if x.At(b.Agent) >= b.pos || y.At(a.Agent) >= a.pos {
		return false, false
	}
	return !held && !stuck, held || stuck
}

// Overtaken is a wait of a queue for a value that a signal of agent q (a queue, or the CPU thread t itself), issued now, takes the fence below,
// though it is not certain that the queue has come to the wait by then. Waits of q itself are in its order, and where all signals that could end the wait come
// behind this one the fence only goes up.
func (o *Order) Overtaken(t, q Agent, n Need) (wait Point, need Need, site gpu.Site, found bool) {
	if n.Value >= o.fences[n.Fence].highest {
		return
	}
	before := o.agents[t].clock
	if a := &o.agents[q]; a.queue && len(a.items) > 0 {
		o.settle(func() { before = before.Join(o.finish(q, a.base+uint32(len(a.items)))) })
	}
	for i := range o.agents {
		a := &o.agents[i]
		for k := range a.items {
			it := &a.items[k]
			if p := (Point{Agent(i), a.base + uint32(k) + 1}); a.queue && !a.removed && p.Queue != q && it.kind == itemWait && it.need.Fence == n.Fence && it.need.Value > n.Value && before.At(p.Queue) < p.Pos && o.sinks(t, q, n, it.need.Value) {
				return p, it.need, it.site, true
			}
		}
	}
	return
}

// sinks says whether a signal that agent q would issue now can take a fence down that has reached a value.
func (o *Order) sinks(t, q Agent, n Need, value uint64) (down bool) {
	o.try(t, q, n, func(f *fence, s *Signal) {
		down = f.known >= value
		for i := range f.signals {
			if r := &f.signals[i]; !down && r.Value >= value {
				c, stuck := o.arrival(r)
				down = !stuck && c.At(s.Agent) < s.pos
			}
		}
	})
	return down
}
