package track

import (
	"slices"
	"sort"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/misses"
)

// mostSignals bounds those of a fence that are looked at for a wait.
const mostSignals = 1 << 8

// Late finds a signal that lowers a fence and may come between all that gives a value and a wait for it, which then never ends. Either the wait has
// ended, and all threads know of it, or nothing can happen any more, and ended does not say whether it has. needs is what comes before all that gives
// the value. Of a wait for an event that the value sets armed is what the thread knew when it armed that; nil: it waits for the value itself.
func (o *Order) Late(w Point, n Need, ended bool, armed *Clock) (lower Signal, needs Clock, found bool) {
	f := o.fences[n.Fence]
	if f.Compact(); len(f.Signals) > mostSignals || !o.Misses(n.Fence) {
		return lower, needs, false
	}
	if !f.Rewinds && o.drops(f) {
		o.sink(f)
	}
	knew, atCall := o.agents[w.Queue].clock, false
	if o.agents[w.Queue].queue {
		if w.Pos <= o.agents[w.Queue].base || o.item(w).past {
			return lower, needs, false
		}
		before, halts := o.behindAll(o.ahead(w))
		if halts {
			return lower, needs, false
		}
		knew, atCall = before.Join(o.item(w).issue), o.seated(w)
	} else if armed != nil {
		knew = *armed
	}
	signals := misses.Coming(f.Signals, o.arrival)
	slices.SortStableFunc(signals, func(a, b misses.Signal) int { return o.Compare(a.Agent, b.Agent) })
	return misses.Find(signals, &misses.Wait{Agent: w.Queue, Pos: w.Pos, Value: n.Value, Ended: ended, Knew: knew,
		Had: max(f.initial, f.known) >= n.Value, Meets: func(s *misses.Signal) bool {
			// The queue is at the wait from its call on, and what comes after an event was armed sets it.
			return atCall && o.givenAfter(&s.Signal, o.item(w)) || armed != nil && s.Covers.At(w.Queue) >= armed.At(w.Queue)
		}})
}

// Lacks says whether the only thread lacks a value in every run in which it comes to a wait now, and, asked, had asked for an event of number e then.
func (o *Order) Lacks(n Need, e int, asked bool) bool {
	f := o.fences[n.Fence]
	if f.Compact(); len(f.Signals) > mostSignals || !o.Alone() || !f.Rewinds && !o.drops(f) {
		return true
	}
	var armed *Clock
	if asked {
		for _, r := range o.events.Of(e).Requests() {
			if slices.Contains(r.Needs, n) {
				armed = &r.Clock
			}
		}
	}
	return o.Vain(o.live[0], n, armed)
}

// Vain says whether a thread that comes to a wait now waits for a value in every run in which nothing else can happen more. armed is as for Late.
func (o *Order) Vain(t Agent, n Need, armed *Clock) bool {
	f, knew := o.fences[n.Fence], &o.agents[t].clock
	if armed != nil {
		knew = armed
	}
	f.Compact()
	return len(f.Signals) <= mostSignals && misses.Vain(misses.Coming(f.Signals, o.arrival), &misses.Wait{Agent: t, Pos: o.Next(t).Pos,
		Value: n.Value, Knew: *knew, Had: max(f.initial, f.known) >= n.Value})
}

// seated is atCall where several threads may give the queue something before the wait.
func (o *Order) seated(wait Point) bool {
	it := o.item(wait)
	return o.atCall(wait) && !slices.ContainsFunc(o.strandsOf(o.Root(wait.Queue)), func(s Agent) bool {
		a := &o.agents[s]
		open := max(a.base, it.issue.At(s)) - a.base // the others were known to be finished then
		return s != wait.Queue && int(open) < a.items.Len() && !it.knownTo(a.items.At(int(open)).issue)
	})
}

// drops says whether a signal may come after one of a larger value.
func (o *Order) drops(f *fence) bool {
	return slices.ContainsFunc(f.Signals, func(low Signal) bool { return low.Value < f.highest && o.undercuts(f, &low) })
}

// Drops says whether a fence goes down, or may.
func (o *Order) Drops(fence int) bool { return o.fences[fence].restless() }

// Misses says whether Late may find something for a wait: a fence goes down, or its signals are in no certain order.
func (o *Order) Misses(fence int) bool { return o.fences[fence].Rewinds || o.fences[fence].Parted }

// Until is how many items of each agent do not certainly come after a wait.
func (o *Order) Until(w Point) (least []uint32) {
	for of := range o.agents {
		a := &o.agents[of]
		least = append(least, a.base+uint32(sort.Search(a.items.Len(), func(k int) bool {
			p := Point{Agent(of), a.base + uint32(k) + 1}
			return o.had(p).At(w.Queue) >= w.Pos || p.Queue == w.Queue && p.Pos >= w.Pos
		})))
	}
	return least
}
