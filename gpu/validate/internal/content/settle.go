package content

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/place"
)

// Settle looks at the works that every thread knows to be finished, or, at the end, at all that ran. It has to be called before
// the order forgets them. The result is valid until the next call.
func (g *Ledger) Settle(atEnd bool) []Finding {
	g.found = g.found[:0]
	if g.open == 0 && len(g.later) == 0 {
		return nil
	}
	_, common, learned := g.order.Common()
	if learned == g.learned && !atEnd {
		return nil
	}
	g.learned = learned
	works := g.finished(common, atEnd)
	for _, w := range works {
		if w.call = g.order.Again(w.call); w.queue == 0 {
			w.start = w.call.Knew
		}
	}
	track.Sequence(g.order, works, func(w *work) track.Call { return w.call })
	for _, w := range works {
		g.advance(w.point.Queue, w.point.Pos, atEnd)
	}
	clear(works)
	g.renew()
	g.tellLate(common, atEnd)
	return g.found
}

// A few works wait for their next use, and their lists if those hold few events.
const (
	fewWorks  = 128
	fewEvents = 64
)

// renew makes works that are done fit for other submissions.
func (g *Ledger) renew() {
	for _, w := range g.done {
		*w = work{events: idle.Emptied(w.events, fewEvents)}
		g.idle.Put(w, fewWorks)
	}
	clear(g.done)
	g.done = g.done[:0]
}

// finished are the works that a clock covers and that have ended, or all of them at the end. Only agents of which it covers more than before are gone
// through, and those with works that had not ended by then.
func (g *Ledger) finished(common track.Clock, atEnd bool) []*work {
	due, out := g.due, g.over[:0]
	g.due = g.past[:0]
	common.Beyond(g.ready, func(a track.Agent, _ uint32) { due = append(due, a) })
	g.ready = common
	if atEnd {
		due = due[:0]
		for a := range g.lanes.All() {
			due = append(due, a)
		}
	}
	slices.Sort(due)
	for _, a := range slices.Compact(due) {
		l, pos := g.lanes.Get(a), common.At(a)
		if l == nil {
			continue
		}
		works, n := l.All(), 0
		for l.known < len(works) && (atEnd || works[l.known].point.Pos <= pos) {
			g.begin(works[l.known])
			l.known++
		}
		for n < l.known && (works[n].ran || atEnd) {
			n++
			g.steps++
		}
		if out = append(out, works[:n]...); n < l.known {
			g.due = append(g.due, a)
		}
	}
	slices.SortFunc(out, func(a, b *work) int { return cmp.Compare(a.number, b.number) })
	g.past, g.over = due[:0], out
	return out
}

// begin works out what certainly happens before a work.
func (g *Ledger) begin(w *work) {
	if w.queue != 0 && !w.begun && !w.looked {
		w.start, w.begun = g.order.Start(w.point), true
	}
}

// advance looks at the works of an agent up to an item, as far as they ran.
func (g *Ledger) advance(agent track.Agent, pos uint32, atEnd bool) {
	l := g.lanes.Get(agent)
	for l != nil && l.Len() > 0 && l.All()[0].point.Pos <= pos && (l.All()[0].ran || atEnd) {
		w := l.take()
		g.look(w, atEnd)
		g.leave(w)
	}
}

// leave follows a work that was looked at: those in front of the lanes of its agent and its queue of which that is true leave them.
func (g *Ledger) leave(w *work) {
	g.open--
	for l := g.lanes.Get(w.point.Queue); l.seen(); {
		l.take()
	}
	for q := g.queues.Get(w.queue); q != nil && q.seen(); {
		g.done = append(g.done, q.take())
	}
}

// look goes through what a work does, after all that certainly happens before it.
func (g *Ledger) look(w *work, atEnd bool) {
	w.looked = true
	if len(w.events) == 0 {
		return
	}
	g.begin(w)
	w.start.Beyond(track.Clock{}, func(agent track.Agent, n uint32) {
		if agent != w.point.Queue {
			g.advance(agent, n, atEnd)
		}
	})
	if len(g.later) > 0 {
		g.bring(w)
	}
	for i := range w.events {
		switch e := &w.events[i]; {
		case e.promise != nil:
			g.keeps(w, i)
		case e.touched != nil:
			g.cross(w, e)
		case e.target:
			g.use(w, e)
		case e.blank:
			g.planesUsed(w, e)
		case e.spoils:
			g.spoil(e)
		case e.side.Op == gpu.OpEndQuery && e.memory == e.side.Access.Resource:
			g.end(w, e)
		case e.side.Op == gpu.OpResolveQueryData && e.side.Access.Kind == gpu.AccessRead:
			g.resolve(w, e)
		case g.watched[e.memory] != nil:
			g.watched[e.memory].add(&change{e.side, e.offset, w.point})
		}
	}
}

// end notes that queries have ended.
func (g *Ledger) end(w *work, e *event) {
	list := g.ended[e.memory]
	for uint64(len(list)) < e.side.Access.End/8 {
		list = append(list, nil)
	}
	for i := e.side.Access.Begin / 8; i < e.side.Access.End/8; i++ {
		list[i] = list[i].and(w)
	}
	g.ended[e.memory] = list
}

// resolve looks for queries that have not ended: the first ones in a row are told.
func (g *Ledger) resolve(w *work, e *event) {
	var missing []uint64 // the 8 bytes of each, from 0
	for i := e.side.Access.Begin / 8; i < e.side.Access.End/8; i++ {
		if list := g.ended[e.memory]; i >= uint64(len(list)) || !g.filled(list[i], w) {
			missing = append(missing, i)
		}
	}
	if missing == nil {
		return
	}
	heap, f := e.memory, Finding{Kind: NeverEnded, Read: e.side, First: e.side.Access.Begin / 8}
	g.missing(w, e.side.Access.Resource, func(x *event) bool {
		if x.side.Op == gpu.OpEndQuery && x.memory == heap {
			missing = slices.DeleteFunc(missing, func(i uint64) bool { return x.side.Access.Begin <= i*8 && i*8 < x.side.Access.End })
		}
		return len(missing) == 0
	}, func() {
		n := 1
		for n < len(missing) && missing[n] == missing[0]+uint64(n) {
			n++
		}
		end := missing[n-1] + 1
		f.Last = end*8 == f.Read.Access.End
		f.Read.Access.Begin, f.Read.Access.End = missing[0]*8, end*8
		g.report(f)
	})
}

// perhaps says whether a work that is not looked at yet has done something, and is not certainly after w. Clocks do not show every order, and what
// has none is a race, which is told as that. Works of one queue are no race: what two threads give to it in no order comes after w in some run.
func (g *Ledger) perhaps(w *work, did func(*event) bool) bool {
	for agent, l := range g.lanes.All() {
		if agent != w.point.Queue && g.order.Root(agent) == g.order.Root(w.point.Queue) {
			continue
		}
		for _, x := range l.All() {
			if x.queue == 0 || len(x.events) == 0 {
				continue
			}
			g.begin(x)
			before := agent == w.point.Queue && x.point.Pos < w.point.Pos || agent != w.point.Queue && x.start.At(w.point.Queue) < w.point.Pos
			if before && slices.ContainsFunc(x.events, func(e event) bool { return did(&e) }) {
				return true
			}
		}
	}
	return false
}

// keeps looks whether the data that event i reads has changed.
func (g *Ledger) keeps(w *work, i int) {
	e := &w.events[i]
	p := e.promise
	if e.side.Access.Kind != gpu.AccessRead { // a view for unordered access that promises not to be written
		g.report(Finding{Promise: *p, Read: e.side, Change: e.side, Inside: true})
		return
	}
	set := e.side.Number - p.Since
	for k := e.last; k >= 0; k = w.events[k].last {
		x := &w.events[k]
		if x.side.Number >= e.side.Number {
			continue // a write of the command itself
		}
		if p.Mode == WhileSet && x.side.Number <= set {
			return
		}
		if begin, end, ok := place.Meets(&e.side.Access, e.offset, &x.side.Access, x.offset); ok {
			f := e.changed(&x.side, begin, end)
			f.Inside = true
			g.report(f)
			return
		}
	}
	if p.Mode == Static && g.watched[e.memory] != nil {
		g.watched[e.memory].check(g, w, e)
	}
}

// check compares a read with the writes of other works.
func (h *watch) check(g *Ledger, w *work, e *event) {
	for i := range h.changes {
		c := &h.changes[i]
		before := w.start.At(c.point.Queue) >= c.point.Pos
		if c.point.Queue == w.point.Queue {
			before = c.point.Pos < w.point.Pos
		}
		if !before || e.promise.Clock.At(c.point.Queue) >= c.point.Pos {
			continue
		}
		if begin, end, ok := place.Meets(&e.side.Access, e.offset, &c.side.Access, c.offset); ok {
			g.report(e.changed(&c.side, begin, end))
			return
		}
	}
}

// changed is the finding of a write of some bytes of the memory.
func (e *event) changed(by *Side, begin, end uint64) Finding {
	f := Finding{Promise: *e.promise, Read: e.side, Change: *by}
	f.Read.Access.Begin, f.Read.Access.End = begin-e.offset, end-e.offset
	f.Read.Access.Stride, f.Read.Access.Size = 0, 0
	return f
}

// report keeps a finding, unless one with the same cause was told before.
func (g *Ledger) report(f Finding) {
	k := cause{f.Kind, f.Read.Submit, f.Read.Record, f.Change.Submit, f.Change.Record, f.Read.Access.Resource}
	if !g.said[k] {
		g.said[k] = true
		g.found = append(g.found, f)
	}
}
