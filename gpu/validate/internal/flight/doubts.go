package flight

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// A call that gives something up is judged at once. What its thread knows by then may come from a wait that the signal of another thread could have ended as well, and
// that signal may be given after the call:
//
//	main     submits, F = 1 ─── waits for F = 1 ─── Release        in this run nothing is wrong by then;
//	thread                                                └── F = 1    in another one this ends the wait, and the Release is refused
//
// So such a call is kept, and what is wrong with it is said when every thread knows that the work is finished: whoever signals then knows it, too.

// Doubts are the calls that were found right by what a thread knew, and not every other one. The zero value has none.
type Doubts struct {
	open    map[track.Agent][]*doubt // by what does the work, in the order of that
	learned uint64
	known   track.Clock
	steps   uint64 // doubts that were looked at: what all this has cost
}

// doubt is such a call, and one of the uses of what it gives up.
type doubt struct {
	use  Use
	call track.Call
	at   track.Point // the call, among the actions of its thread
	told *bool       // of that call: another use
	say  Words
}

// Keep keeps a call of a thread that gives up what some uses need. say words it.
func (d *Doubts) Keep(order *track.Order, thread track.Agent, uses []Use, say Words) {
	var call doubt
	for _, u := range uses {
		known, _, _ := order.Common()
		if known.At(u.Point.Queue) >= u.Point.Pos || order.Knows(thread).At(u.Point.Queue) < u.Point.Pos {
			continue // nobody takes that away; or it was said
		}
		if call.say == nil {
			at := order.Touch(thread, true)
			call = doubt{call: track.Call{By: thread, Knew: order.Knows(thread)}, at: at, told: new(bool), say: say}
		}
		one := call
		one.use = u
		if d.open == nil {
			d.open = map[track.Agent][]*doubt{}
		}
		open := d.open[u.Point.Queue]
		d.open[u.Point.Queue] = slices.Insert(open, d.upTo(open, u.Point.Pos), &one)
	}
}

// upTo is how many of some doubts are about works of a queue up to one of them.
func (d *Doubts) upTo(open []*doubt, pos uint32) int {
	n, _ := slices.BinarySearchFunc(open, pos, func(x *doubt, pos uint32) int {
		d.steps++
		if x.use.Point.Pos <= pos {
			return -1
		}
		return 1
	})
	return n
}

// Settle is what is wrong with calls that give up what works need of which every thread knows by now that they are finished, or with all. It comes before those are forgotten.
func (d *Doubts) Settle(by Asker, all bool) (out []*diag.Diagnostic) {
	known, _, learned := by.Order.Common()
	if len(d.open) == 0 || learned == d.learned && !all {
		return nil
	}
	var settled []*doubt
	take := func(of track.Agent, pos uint32) {
		open := d.open[of]
		n := d.upTo(open, pos)
		d.steps += uint64(n)
		settled = append(settled, open[:n]...)
		if d.open[of] = open[n:]; n == len(open) {
			delete(d.open, of)
		}
	}
	known.Beyond(d.known, take)
	d.learned, d.known = learned, known
	if all {
		for of := range d.open {
			take(of, ^uint32(0))
		}
	}
	slices.SortFunc(settled, func(a, b *doubt) int { return a.compare(by.Order, b) })
	track.Sequence(by.Order, settled, func(x *doubt) track.Call { return x.call })
	for _, x := range settled {
		if again := by.Order.Again(x.call); !*x.told && again.Knew.At(x.use.Point.Queue) < x.use.Point.Pos {
			*x.told = true
			by.Thread, by.At, by.Call = x.call.By, x.at, again
			x.use.Maybe = by.Missing(x.use.Queue, x.use.Number)
			out = append(out, x.say(by, x.use))
		}
	}
	return out
}

// compare orders calls of one thread, and the uses of one call, in a way that no run changes.
func (x *doubt) compare(order *track.Order, y *doubt) int {
	switch {
	case x.call.By != y.call.By:
		return int(x.call.By) - int(y.call.By)
	case x.at.Pos != y.at.Pos:
		return int(x.at.Pos) - int(y.at.Pos)
	}
	return order.Compare(x.use.Point.Queue, y.use.Point.Queue)
}
