package track

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/extremes"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/sent"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Whether two signals of a fence come in a certain order may be decided by what other threads signal later, so it is looked at when all threads know
// that the first of them has come: whoever signals then knows it, too.

// Sent is a signal of a fence, the call that gave it, and what is covered when it comes.
type Sent = sent.Signal

// Sent are the signals that all threads know to have come, but for those that a clock covers, in an order of their calls that no run changes; all:
// and those that come at all. None of them is forgotten. They may stand in some memory.
func (o *Order) Sent(after Clock, all bool, in []Sent) []Sent {
	out := in[:0]
	o.fresh(after, all, func(p Point, it *item) {
		if it.kind == itemSignal && it.need.Value < lost {
			if s, comes := o.sent(p, it); comes {
				out = append(out, s)
			}
		}
	})
	o.SortSent(out)
	return out
}

// SortSent puts signals into an order of their calls that no run changes.
func (o *Order) SortSent(all []Sent) {
	sent.Sort(all)
	Sequence(o, all, func(s Sent) Call { return s.Call })
}

// fresh calls see with the items that all threads know to have come, but for those that a clock covers; all: with all others.
func (o *Order) fresh(after Clock, all bool, see func(p Point, it *item)) {
	walk := func(of Agent, pos uint32) {
		a := &o.agents[of]
		for at := max(after.At(of), a.base) + 1; at <= pos; at++ {
			o.steps++
			see(Point{of, at}, a.at(at))
		}
	}
	if !all {
		o.threads.Common().Beyond(after, walk)
		return
	}
	for of := range o.agents {
		walk(Agent(of), o.agents[of].last())
	}
}

// sent is a signal that is not forgotten, and whether it comes.
func (o *Order) sent(p Point, it *item) (s Sent, comes bool) {
	s = Sent{Signal: Signal{Fence: it.need.Fence, Value: it.need.Value, Site: it.site, Agent: p.Queue, Pos: p.Pos}}
	if !o.agents[p.Queue].queue {
		s.Fixed, s.Clock = true, it.memo
		s.Call, s.Covers = Call{By: p.Queue, Knew: it.memo}, it.memo
		return s, true
	}
	var stuck bool
	s.Covers, stuck = o.arrival(&s.Signal)
	s.Call, s.Nth = o.Call(p), it.nth
	return s, !stuck
}

// Parted finds among signals of one fence, as Sent has them, the first that comes in no defined order with the one before it. last is the one after
// which all earlier ones have come, nil: there is none. Where no two are parted it returns the next such last one.
func (o *Order) Parted(last *Sent, next []Sent) (x, y, behind *Sent) {
	x, y, behind, steps := sent.Parted(last, next, sentFacts{o})
	o.steps += steps
	return x, y, behind
}

// sentFacts is an order as package sent knows it.
type sentFacts struct{ *Order }

// Weight is how many items of queues a clock covers.
func (f sentFacts) Weight(c Clock) uint64 { return f.threads.Weight(c) }

// Before says whether a call comes before one of another thread, in an order that no run changes.
func (f sentFacts) Before(a, b Call) (before bool) {
	before, _ = f.Comes(a, b)
	return before
}

// Rewind is a signal that takes a fence below a value for which a queue waits that need not have come to its wait by then, though no call says so.
type Rewind struct {
	Lower Signal // Overtaken leaves it out
	Wait  Point
	Need  Need
	Site  gpu.Site // of the wait
	Open  bool     // nothing so far lets the queue come to the wait, or the signal come
}

// Missable says of a rewind whose signal was given whether both come, in no order, such that the wait can be over before the signal. The wait is not
// forgotten.
func (o *Order) Missable(r *Rewind) bool {
	if c, _ := o.arrival(&r.Lower); c.At(r.Wait.Queue) >= r.Wait.Pos || o.agents[r.Wait.Queue].removed {
		return false
	}
	may, open := o.mayEnd(o.fences[r.Need.Fence], &r.Lower, r.Wait)
	return may && !open
}

// Passable says of a rewind whose signal was given whether all that had been given by then to the queue that waits comes, and not after the signal:
// that could wait for it.
func (o *Order) Passable(r *Rewind) bool {
	a := &o.agents[r.Lower.Agent]
	if !a.queue || r.Lower.Pos <= a.base {
		return false
	}
	last := max(r.Wait.Pos, o.upTo(r.Wait.Queue, o.item(pointOf(&r.Lower)).issue))
	c, stuck := o.behindAll([]timeline.Point{{Queue: r.Wait.Queue, Pos: last}})
	return !stuck && c.At(r.Lower.Agent) < r.Lower.Pos
}

// ahead are the items of queues behind which one stands.
func (o *Order) ahead(p Point) []timeline.Point {
	return append(slices.Clone(o.item(p).front()), timeline.Point{Queue: p.Queue, Pos: p.Pos - 1})
}

// preceding is what certainly comes before a signal, as far as that is known.
func (o *Order) preceding(s *Signal) (c Clock) {
	switch a := &o.agents[s.Agent]; {
	case !a.queue && o.trying:
		return a.clock
	case a.queue && s.Pos > a.base:
		c, _ = o.behindAll(o.ahead(pointOf(s)))
	}
	return c
}

// mayEnd says whether a wait of a queue can be over before a signal takes away what ended it: a value that comes before, and that no other signal
// takes back in every run before that one comes, or the queue comes to the wait. open: nothing so far lets one of these two come.
func (o *Order) mayEnd(f *fence, lower *Signal, wait Point) (may, open bool) {
	it := o.item(wait)
	before, halts := o.behindAll(o.ahead(wait))
	_, held := o.arrival(lower)
	switch before = before.Join(it.issue); {
	case halts || held:
		return true, true
	case before.At(lower.Agent) >= lower.Pos || !f.Rewinds: // it only goes up
		return false, false
	}
	before = before.Join(o.preceding(lower))
	if it.past || lower.Pos <= o.agents[lower.Agent].base || f.known >= it.need.Value && !o.overwritten(f, nil, it.need, before) {
		return true, false
	}
	for i := range f.Lines {
		l := &f.Lines[i]
		o.settle(func() {
			may = false
			if k := l.Values.Next(o.behindLows(f, l, it.need.Value, before, Point{}), extremes.Above(it.need.Value)); k < len(l.At) {
				s := &f.Signals[l.At[k]]
				c := o.clockOf(s)
				may = !o.stuck(s) && c.At(wait.Queue) < wait.Pos && c.At(lower.Agent) < lower.Pos && (s.Agent != lower.Agent || s.Pos < lower.Pos)
			}
		})
		if may {
			break
		}
	}
	return may, false
}

// Rewinds finds what Overtaken is for one thread, for signals as Sent has them, and for the waits that all threads know of since then.
func (o *Order) Rewinds(after Clock, sent []Sent) (out []Rewind) {
	for i := range sent {
		s := &sent[i]
		f := o.fences[s.Fence]
		if !f.Rewinds && f.Parted && o.sinks(f, &s.Signal) { // in this run the lower one was given first
			o.sink(f)
		}
		if f.Rewinds {
			for _, r := range o.passed(Need{s.Fence, s.Value}, s.Covers, &s.Call, func(look func(*fence, *Signal)) { look(f, &s.Signal) }) {
				r.Lower = s.Signal
				out = append(out, r)
			}
		}
	}
	if len(o.falling) == 0 {
		return out
	}
	var waits []Point
	o.fresh(after, false, func(p Point, it *item) {
		if it.kind == itemWait && o.agents[p.Queue].queue && o.fences[it.need.Fence].Rewinds {
			waits = append(waits, p)
		}
	})
	slices.SortStableFunc(waits, func(a, b Point) int {
		return cmp.Or(cmp.Compare(o.Call(a).By, o.Call(b).By), cmp.Compare(o.item(a).nth, o.item(b).nth))
	})
	Sequence(o, waits, o.Call)
	for _, w := range waits {
		out = append(out, o.missed(w)...)
	}
	return out
}

// sinks says whether a signal, or one of a lower value that not all threads know of, may come after one of a larger value.
func (o *Order) sinks(f *fence, s *Signal) bool {
	if f.Compact(); len(f.Signals) > mostSignals {
		return s.Value < f.highest && o.undercuts(f, s)
	}
	return o.drops(f)
}

// missed finds a signal that not all threads know of, of a lower value than a wait of a queue is for, and of which neither the queue nor its thread
// knows.
func (o *Order) missed(w Point) []Rewind {
	it := o.item(w)
	f := o.fences[it.need.Fence]
	lines := slices.SortedFunc(slices.Values(f.Lines), func(l, m timeline.Line) int { return o.Compare(l.Agent, m.Agent) })
	for i := range lines {
		l := &lines[i]
		if l.Agent == w.Queue {
			continue
		}
		for k := l.Behind(f.Signals, o.threads.Common().At(l.Agent)); ; k++ {
			o.steps++
			if k = l.Values.Next(k, extremes.Below(it.need.Value)); k == len(l.At) {
				break
			}
			s := &f.Signals[l.At[k]]
			c, stuck := o.arrival(s)
			if c.At(w.Queue) >= w.Pos {
				break
			}
			call := o.callOf(s)
			if stuck || it.issue.At(call.By) >= call.Knew.At(call.By) {
				continue
			}
			if o.sunkBy(f, s) >= it.need.Value {
				return []Rewind{{Lower: *s, Wait: w, Need: it.need, Site: it.site}}
			}
		}
	}
	return nil
}
