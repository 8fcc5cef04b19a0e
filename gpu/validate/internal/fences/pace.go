package fences

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// pace follows who presents on a queue, and who lets it wait. Where nothing orders a Present with a Present or a wait of another thread, it may be up
// to the schedule whether a thread waits for the queue in Present, and for which frame. The zero value has nothing.
type pace struct {
	order *track.Order
	last  []turn // those that no later one comes after, in whose place that can stand
	pairs []pair // that are in order if what the threads know is certain
	loose bool   // two calls are in no order
}

// fewPairs is how many pairs are kept. Where there are more, what the threads know by then decides.
const fewPairs = 64

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
	if p.loose {
		return
	}
	next := order.Next(by)
	t := turn{next, track.Call{By: by, Knew: order.Knows(by).With(by, next.Pos)}, presents}
	p.order = order
	p.last = slices.DeleteFunc(p.last, func(o turn) bool {
		leads := o.at.Queue == by || order.Leads(o.at, t.at)
		if !leads && (o.presents || presents) {
			p.keep(pair{o.call, t.call})
		}
		return (leads || t.call.Knew.At(o.at.Queue) >= o.at.Pos) && (presents || !o.presents) // what is in order with the new one is so with that
	})
	p.last = append(p.last, t)
}

// keep keeps two calls until it is certain whether they have an order.
func (p *pace) keep(calls pair) {
	if len(p.pairs) == fewPairs {
		p.loose, p.pairs = p.any(), p.pairs[:0]
	}
	p.pairs = append(p.pairs, calls)
}

func (p *pace) ordered(calls pair) bool {
	_, certain := p.order.Comes(p.order.Again(calls.x), p.order.Again(calls.y))
	return certain
}

// any says whether two calls are in no order.
func (p *pace) any() bool {
	return p.loose || slices.ContainsFunc(p.pairs, func(c pair) bool { return !p.ordered(c) })
}
