package track

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/runs"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Stall is a wait that ends in some run, and never in another one.
type Stall = runs.Stall

// Awaited is what ends a wait of a thread: values of fences. The zero Since is now.
type Awaited = runs.Awaited

// Awaits is a wait that a thread begins: for all needs, or for any one.
func Awaits(needs []Need, all bool) []Awaited { return []Awaited{{Needs: runs.Needs(needs), All: all}} }

// Armed are the ways in which an event can be set; nil: it may be set already.
func (o *Order) Armed(e int) (ways []Awaited) {
	for _, r := range o.events[e].Open() {
		ways = append(ways, Awaited{Needs: runs.Needs(r.Needs), All: r.All, Since: runs.Point{Queue: r.By, Pos: r.Clock.At(r.By) + 1}, Given: r.Given})
	}
	return ways
}

// Falls says whether a fence goes down, or may have.
func (o *Order) Falls() bool { return len(o.falling) > 0 }

// Stall finds a wait without which the only thread gets beyond one that it begins now, or, n nil, the queues do all that they were given. Its fence
// goes down, and may be told.
func (o *Order) Stall(n []Awaited, may func(fence int) bool) (s Stall, found bool) {
	o.falling = slices.DeleteFunc(o.falling, func(f *fence) bool { return !f.Rewinds })
	items, untold := 0, slices.ContainsFunc(o.falling, func(f *fence) bool { return may(f.number) })
	if !untold || !o.Alone() || len(o.shared) > 0 || slices.ContainsFunc(o.agents, func(a agent) bool { items += len(a.items); return a.removed || items > runs.MaxPending }) {
		return s, false
	}
	p := o.program()
	for _, f := range o.falling {
		cuts, _ := f.Cuts(o.threads.Common())
		for _, s := range f.Signals {
			if s.Pos <= o.agents[s.Agent].base {
				p.Fences[f.number].Lower = runs.Given{At: runs.Point{Queue: s.Agent}, Fence: f.number, Value: s.Value, Mark: uint32(s.Site)}
			}
		}
		f.Claims(func(w timeline.Point, value uint64) {
			p.Item(runs.Point(w)).Maybe = p.Fences[f.number].Lower.Mark > 0 && !o.halted(Point(w)) && o.before(f, cuts, value, o.Start(Point(w)))
		})
	}
	for _, f := range o.falling {
		f.Claims(func(w timeline.Point, value uint64) {
			it := p.Item(runs.Point(w))
			it.Early = o.seated(Point(w)) && !slices.ContainsFunc(f.Signals, func(s Signal) bool { return s.Value < value && !o.givenAfter(s, Point(w)) })
			it.Past = it.Past || it.Early && f.highest >= value && !slices.ContainsFunc(f.Signals, func(s Signal) bool { return s.Value >= value && s.Pos > o.agents[s.Agent].base })
		})
	}
	return p.Stall(n, may)
}

// givenAfter says whether the only thread certainly gave a signal, to a queue or itself, after it gave a wait to a queue.
func (o *Order) givenAfter(s Signal, wait Point) bool {
	a, it := &o.agents[s.Agent], o.item(wait)
	switch {
	case !a.queue:
		return it.issue.At(s.Agent) < s.Pos
	case s.Pos <= a.base:
		return false // it is forgotten, and with it which came first
	}
	return o.item(Point{s.Agent, s.Pos}).nth > it.nth
}
