package fences

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// pace follows who presents on a queue, and who lets it wait. Where nothing orders a Present with a Present or a wait of another thread, it may be up to the schedule whether a thread waits for
// the queue in Present, and for which frame. The zero value has nothing.
type pace struct {
	order *track.Order
	last  []turn // of each thread: its last Present, and its last wait
	pairs []pair // of two threads: the last two calls that are in order if what the threads know by now is certain
	loose bool   // two calls are in no order
}

// turn is a Present, or a wait that is given to the queue.
type turn struct {
	at       track.Point
	call     track.Call
	presents bool
}

// pair is two calls of two threads.
type pair struct{ x, y track.Call }

// follow follows a call that comes next. What the only thread does has an order with all that was done and will be.
func (p *pace) follow(order *track.Order, by track.Agent, presents bool) {
	if order.Alone() {
		*p = pace{}
		return
	}
	next := order.Next(by)
	t := turn{next, track.Call{By: by, Knew: order.Knows(by).With(by, next.Pos)}, presents}
	p.order = order
	for i := range p.last {
		if o := &p.last[i]; o.at.Queue != by && (o.presents || presents) && !p.loose && !order.Leads(o.at, t.at) {
			p.keep(pair{o.call, t.call})
		}
	}
	if i := slices.IndexFunc(p.last, func(o turn) bool { return o.at.Queue == by && o.presents == presents }); i >= 0 {
		p.last[i] = t
	} else {
		p.last = append(p.last, t)
	}
}

// keep keeps two calls until it is certain whether they have an order. Of two threads the last ones are kept, and what the threads know by now decides about others.
func (p *pace) keep(calls pair) {
	i := slices.IndexFunc(p.pairs, func(o pair) bool { return o.x.By == calls.x.By && o.y.By == calls.y.By })
	if i < 0 {
		p.pairs = append(p.pairs, calls)
		return
	}
	p.loose = !p.ordered(p.pairs[i])
	p.pairs[i] = calls
}

func (p *pace) ordered(calls pair) bool {
	_, certain := p.order.Comes(p.order.Again(calls.x), p.order.Again(calls.y))
	return certain
}

// any says whether two calls are in no order.
func (p *pace) any() bool {
	return p.loose || slices.ContainsFunc(p.pairs, func(c pair) bool { return !p.ordered(c) })
}
