package flight

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/fifo"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// A call that gives something up is judged at once. What its thread knows by then may come from a wait that the signal of another thread could have
// ended as well, and that signal may be given after the call:
//
//	main     submits, F = 1 ─── waits for F = 1 ─── Release        in this run nothing is wrong by then;
//	thread                                                └── F = 1    in another one this ends the wait, and the Release is refused
//
// So such a call is kept, and what is wrong with it is said when every thread knows that the work is finished: whoever signals then knows it, too.
//
// Threads that use one object one after the other, each of which sees the end of the one before, give it up again and again, and know of ever more
// works of it that are finished. Whatever is signalled, a later one of them knows what an earlier one does. So a call is kept for a work only if it
// comes after no other one that is, and for the others as long as nothing is wrong with that one:
//
//	first    works 1, 2          kept for both
//	second   works 1, 2, 3       kept for 3; it follows the first, which is asked for 1 and 2

// Doubts are the calls that were found right by what a thread knew, and not every other one. The zero value has none.
type Doubts struct {
	open    map[track.Agent]*fifo.List[*doubt] // by what does the work, in the order of that
	idle    idle.List[*fifo.List[*doubt]]      // of those, the empty ones
	settled []*doubt                           // the memory of what Settle looks at
	learned uint64
	known   track.Clock
	steps   uint64 // doubts that were looked at: what all this has cost
}

// fewIdle is how many lists are kept for later, and entries of what is looked at together.
const fewIdle = 64

// doubt is such a call, and one of the uses of what it gives up.
type doubt struct {
	use Use
	*call
}

// call is a call that gives something up.
type call struct {
	call  track.Call
	at    track.Point // among the actions of its thread
	told  bool        // that it is wrong
	say   Words
	works int     // for which it, or one that it follows, is kept
	after []*call // those that follow it
	first doubt   // the memory of its first doubt: mostly there is one
}

// keeping is what a call that gives something up is kept for: uses of one recording or, where that is 0, all of which the thread knows that they are
// finished, and not every thread does.
type keeping struct {
	known, knows track.Clock
	recording    uint32
}

// has says whether it is kept for a use: else nobody takes what the thread knows away, or it was said.
func (k *keeping) has(u *Use) bool {
	return (k.recording == 0 || u.Stamp == k.recording) && k.known.At(u.Point.Queue) < u.Point.Pos && k.knows.At(u.Point.Queue) >= u.Point.Pos
}

// first is the place of the first such use, -1 if there is none.
func (k *keeping) first(uses []Use) int {
	for i := range uses {
		if k.has(&uses[i]) {
			return i
		}
	}
	return -1
}

// Keeps says whether Keep keeps a call.
func (d *Doubts) Keeps(order *track.Order, thread track.Agent, uses []Use, recording uint32) bool {
	k := keeping{order.Known(), order.Knows(thread), recording}
	return k.first(uses) >= 0
}

// Keep keeps a call of a thread that gives up what some uses need, those of one recording or, where that is 0, all. say words it.
func (d *Doubts) Keep(order *track.Order, thread track.Agent, uses []Use, recording uint32, say Words) {
	k := keeping{order.Known(), order.Knows(thread), recording}
	first := k.first(uses)
	if first < 0 {
		return
	}
	at := order.Touch(thread, true)
	c := &call{call: track.Call{By: thread, Knew: order.Knows(thread)}, at: at, say: say}
	before := uses[first].given
	if before != nil && !before.leads(order, uses, at, &k) {
		before = nil
	}
	if before != nil {
		before.after = append(before.after, c)
	}
	for i := range uses {
		u := &uses[i]
		if d.steps++; !k.has(u) {
			if k.known.At(u.Point.Queue) >= u.Point.Pos {
				u.given = nil // with all calls that follow it
			}
			continue
		}
		if c.works++; before == nil || u.given != before {
			x := &c.first
			if x.call != nil {
				x = &doubt{}
			}
			*x = doubt{*u, c}
			d.add(x)
		}
		u.given = c
	}
}

// leads says whether a call comes before an action of another thread in every run, and that is kept for all for which the call is, if they are open.
func (c *call) leads(order *track.Order, uses []Use, at track.Point, k *keeping) bool {
	n := 0
	for i := range uses {
		if u := &uses[i]; u.given == c && (k.known.At(u.Point.Queue) >= u.Point.Pos || k.has(u)) {
			n++
		}
	}
	return n == c.works && order.Leads(c.at, at)
}

// add adds a doubt.
func (d *Doubts) add(x *doubt) {
	if d.open == nil {
		d.open = map[track.Agent]*fifo.List[*doubt]{}
	}
	open := d.open[x.use.Point.Queue]
	if open == nil {
		open = idle.New(&d.idle)
		d.open[x.use.Point.Queue] = open
	}
	open.Insert(d.upTo(open.All(), x.use.Point.Pos), x)
}

// wrong says whether the thread did not know the work to be finished.
func (x *doubt) wrong(order *track.Order) bool {
	return order.Again(x.call.call).Knew.At(x.use.Point.Queue) < x.use.Point.Pos
}

// upTo is how many of some doubts are about works of a queue up to one of them: mostly all.
func (d *Doubts) upTo(open []*doubt, pos uint32) int {
	if n := len(open); n > 0 && open[n-1].use.Point.Pos <= pos {
		d.steps++
		return n
	}
	n, _ := slices.BinarySearchFunc(open, pos, func(x *doubt, pos uint32) int {
		d.steps++
		if x.use.Point.Pos <= pos {
			return -1
		}
		return 1
	})
	return n
}

// Settle is what is wrong with calls that give up what works need of which every thread knows by now that they are finished, or with all. It comes
// before those are forgotten.
func (d *Doubts) Settle(order *track.Order, asker func() Asker, all bool) (out []*diag.Diagnostic) {
	known, _, learned := order.Common()
	if len(d.open) == 0 || learned == d.learned && !all {
		return nil
	}
	settled := d.settled
	take := func(of track.Agent, pos uint32) {
		open := d.open[of]
		if open == nil {
			return
		}
		n := d.upTo(open.All(), pos)
		d.steps += uint64(n)
		settled = append(settled, open.All()[:n]...)
		if open.Drop(n); open.Len() == 0 {
			delete(d.open, of)
			d.idle.Put(open, fewIdle)
		}
	}
	known.Beyond(d.known, take)
	before := d.known
	d.learned, d.known = learned, known
	if all {
		for of := range d.open {
			take(of, ^uint32(0))
		}
	}
	if order.Revisions() > 0 { // else all that threads knew they know still
		out = judge(order, asker, before, settled)
	}
	d.settled = idle.Emptied(settled, fewIdle)
	return out
}

// judge is what is wrong with some doubts, of which every thread knows; what all knew before is what settled those that came earlier.
func judge(order *track.Order, asker func() Asker, before track.Clock, settled []*doubt) (out []*diag.Diagnostic) {
	for i := 0; i < len(settled); i++ {
		x := settled[i]
		if len(x.after) > 0 && (before.At(x.at.Queue) >= x.at.Pos ||
			x.wrong(order)) { // of what everybody knows of it is not known any more what it knew
			for _, c := range x.after {
				settled = append(settled, &doubt{x.use, c})
			}
		}
	}
	slices.SortFunc(settled, func(a, b *doubt) int { return a.compare(order, b) })
	track.Sequence(order, settled, func(x *doubt) track.Call { return x.call.call })
	for _, x := range settled {
		if !x.told && x.wrong(order) {
			x.told = true
			by := asker()
			by.Thread, by.At, by.Call = x.call.call.By, x.at, order.Again(x.call.call)
			x.use.Maybe = by.Missing(x.use.Queue, x.use.Number, x.use.Shown)
			out = append(out, x.say(by, x.use))
		}
	}
	return out
}

// compare orders calls of one thread, and the uses of one call, in a way that no run changes.
func (x *doubt) compare(order *track.Order, y *doubt) int {
	switch {
	case x.at.Queue != y.at.Queue:
		return int(x.at.Queue) - int(y.at.Queue)
	case x.at.Pos != y.at.Pos:
		return int(x.at.Pos) - int(y.at.Pos)
	}
	return order.Compare(x.use.Point.Queue, y.use.Point.Queue)
}
