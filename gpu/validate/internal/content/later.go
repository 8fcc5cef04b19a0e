package content

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// What a work finds missing, a work of another queue may bring that nothing orders with it: that is a race, and told as one. Whether it has run by
// then is up to the schedule. So what is missing is told when every thread knows of all works that need the resource that they are finished:
//
//	queue a   ……………………………… EndQuery 0        in one run it has ended the query when b is looked at, in the next run it has not: it is
//	queue b   ResolveQueryData 0 │           looked at as well before b is told to resolve a query that has not ended
//	CPU                          waits for b

// late is what a work finds missing.
type late struct {
	by    track.Point
	until []track.Point // of the works that are waited for
	// brings says whether an event brings all that is missing, and notes what it brings; tell reports what is left.
	brings func(*event) bool
	tell   func()
}

// missing tells what a work finds missing of a resource, now or later, unless works that it has no order with bring it.
func (g *Ledger) missing(w *work, resource gpu.ID, brings func(*event) bool, tell func()) {
	if g.perhaps(w, brings) {
		return
	}
	l := late{by: w.point, brings: brings, tell: tell}
	if g.options.Users != nil {
		g.options.Users(resource, func(p track.Point) {
			if g.order.Root(p.Queue) != g.order.Root(w.point.Queue) && g.ready.At(p.Queue) < p.Pos {
				l.until = append(l.until, p)
			}
		})
	}
	if l.until == nil {
		tell()
		return
	}
	g.later = append(g.later, l)
}

// bring looks whether a work brings what others find missing. It must have begun.
func (g *Ledger) bring(w *work) {
	if w.queue == 0 {
		return
	}
	g.later = slices.DeleteFunc(g.later, func(l late) bool {
		if g.order.Root(w.point.Queue) == g.order.Root(l.by.Queue) || w.start.At(l.by.Queue) >= l.by.Pos {
			return false
		}
		for i := range w.events {
			if l.brings(&w.events[i]) {
				return true
			}
		}
		return false
	})
}

// tellLate tells what is missing where all works were looked at that were waited for.
func (g *Ledger) tellLate(common track.Clock, atEnd bool) {
	open := func(p track.Point) bool {
		if atEnd {
			return false
		}
		l := g.lanes.Get(p.Queue)
		return common.At(p.Queue) < p.Pos || l != nil && l.Len() > 0 && l.All()[0].point.Pos <= p.Pos
	}
	g.later = slices.DeleteFunc(g.later, func(l late) bool {
		if slices.ContainsFunc(l.until, open) {
			return false
		}
		l.tell()
		return true
	})
}
