package track

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/runs"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Stall is a wait that ends in some run, and never in another one.
type Stall = runs.Stall

// Awaited is a value of a fence that a thread waits for. The zero Since is now.
type Awaited = runs.Awaited

// Armed is what alone can set an event: a value that a thread has asked for, if it is one.
func (o *Order) Armed(e int) *Awaited {
	if r := o.events[e].Only(); r != nil {
		return &Awaited{Fence: r.Needs[0].Fence, Value: r.Needs[0].Value, Since: runs.Point{Queue: r.By, Pos: r.Clock.At(r.By) + 1}, Given: r.Given}
	}
	return nil
}

// Stall finds a wait without which the only thread gets beyond one that it begins now, or, n nil, the queues do all that they were given. Its fence goes down, and may be told.
func (o *Order) Stall(n *Awaited, may func(fence int) bool) (s Stall, found bool) {
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
			a := &p.Agents[w.Queue]
			a.Items[w.Pos-a.Base-1].Maybe = p.Fences[f.number].Lower.Mark > 0 && !o.halted(Point(w)) && o.before(f, cuts, value, o.Start(Point(w)))
		})
	}
	return p.Stall(n, may)
}
