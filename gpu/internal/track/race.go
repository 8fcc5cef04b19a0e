package track

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

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
	if n.Value < e.highest {
		e.compact() // addSignal may do so
	}
	top := e.line(q).top
	saved, kept := *e, len(e.signals)
	queue := o.agents[q].queue
	if queue {
		o.queueSignal(t, q, n, 0)
	} else {
		tick := o.agents[q].clock.At(q) + 1
		o.addSignal(Signal{Fence: n.Fence, Value: n.Value, Agent: q, pos: tick, clock: o.agents[q].clock.With(q, tick), fixed: true})
	}
	changed := slices.Clone(o.hit)
	e = &o.fences[n.Fence]
	f(e, &e.signals[kept])
	if queue {
		o.pop(q)
	}
	clear(e.signals[kept:])
	saved.signals = e.signals[:kept]
	*e = saved
	l := e.line(q)
	l.at, l.top = l.at[:len(l.at)-1], top
	for _, w := range changed {
		o.truncate(w)
	}
	o.renew()
}

// pop takes the last item of a queue back.
func (o *Order) pop(q Agent) {
	a := &o.agents[q]
	last := uint32(len(a.items))
	o.truncate(Point{q, a.base + last})
	it := &a.items[last-1]
	for it.users != 0 {
		it.users = o.edges.take(it.users).next
	}
	*it = item{}
	a.items = a.items[:last-1]
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

// racing looks for signals of other agents than that of s that are not ordered with it, the latest first.
func (o *Order) racing(f *fence, s *Signal) (out Race) {
	before, held := o.arrival(s)
	var beside []int // of each agent, the signals between those that are certainly before s and those that are certainly behind it
	for i := range f.lines {
		if l := &f.lines[i]; l.agent != s.Agent {
			from, _ := slices.BinarySearchFunc(l.at, before.At(l.agent)+1, func(at int, pos uint32) int { return cmp.Compare(f.signals[at].pos, pos) })
			n, _ := slices.BinarySearchFunc(l.at[from:], true, func(at int, _ bool) int {
				if c, _ := o.arrival(&f.signals[at]); c.At(s.Agent) < s.pos {
					return -1
				}
				return 0
			})
			beside = append(beside, l.at[from+max(0, n-maxRivals):from+n]...)
		}
	}
	slices.Sort(beside)
	for _, at := range slices.Backward(beside) {
		r := &f.signals[at]
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
		for k := max(before.At(Agent(i)), a.base) - a.base; a.queue && k < uint32(len(a.items)); k++ {
			it := &a.items[k]
			o.steps++
			if p := (Point{Agent(i), a.base + k + 1}); !a.removed && p.Queue != q && it.kind == itemWait && it.need.Fence == n.Fence && it.need.Value > n.Value && o.sinks(t, q, n, it.need.Value) {
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
