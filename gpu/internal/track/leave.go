package track

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/extremes"
)

// A signal is forgotten when every thread knows it, but a wait of a queue may still be there of which nobody knows that it has ended, and which the
// signal may have ended. What such a wait gives must not change with that: from what it gives follows which values of other fences it came after. So
// it keeps what all signals give that are forgotten and that may have ended it, and meets that with the others:
//
//	CPU       F = 1 ── waits for G ───▶ F = 1 and G = 1 are forgotten
//	queue A   G = 1
//	queue B   waits for F ── waits for G        still gives that F = 1 was before the wait for G, and G = 1 after that or beside it
//
// Whoever signals later knows all that is forgotten. So what signals give that everybody knows does not change any more, and a wait that is given
// after them knows it from its thread.

// leaving is a signal that is about to be forgotten: what is covered when it happens, and the value up to which others that are forgotten have left
// as little to all waits.
type leaving struct {
	at    Point
	need  Need
	clock Clock
	above uint64
}

// nothing is left to a wait that the value which everybody knew when it was given can have ended.
var nothing Clock

// leftTo is what forgotten signals give that may have ended a wait.
func (o *Order) leftTo(wait Point) Clock {
	if a := &o.agents[wait.Queue]; a.queue && wait.Pos > a.base {
		if left := a.at(wait.Pos).left; left != nil {
			return *left
		}
	}
	return nothing
}

// above is the value up to which signals that are forgotten already leave as little to all waits as the next one of an agent does.
func (f *fence) above(of Agent) uint64 {
	if !f.Parted {
		return f.known
	}
	return max(f.initial, f.LineOf(of).Gone)
}

// leave gives the waits that are still there what the signals give that have just been forgotten. Of each agent, and of a chain, the first one that
// can have ended a wait gives least.
func (o *Order) leave() {
	if len(o.leaving) > 1 {
		slices.SortStableFunc(o.leaving, func(a, b leaving) int {
			return cmp.Or(cmp.Compare(a.need.Fence, b.need.Fence), cmp.Compare(a.need.Value, b.need.Value))
		})
	}
	for rest := o.leaving; len(rest) > 0; {
		f, n, above := o.fences[rest[0].need.Fence], 1, rest[0].above
		for ; !f.Parted && n < len(rest) && rest[n].need.Fence == rest[0].need.Fence; n++ {
			above = min(above, rest[n].above)
		}
		for i := range rest[:n] {
			if i > 0 && rest[i].need.Value > rest[i-1].need.Value {
				above = rest[i-1].need.Value
			}
			o.leaveTo(f, &rest[i], above)
		}
		rest = rest[n:]
	}
	clear(o.leaving)
	o.leaving = o.leaving[:0]
}

// leaveTo gives waits for more than above what a signal gives that is forgotten.
func (o *Order) leaveTo(f *fence, l *leaving, above uint64) {
	in := func(b extremes.Bounds) bool { return b.Max > above && b.Min <= l.need.Value }
	for i := range f.Waiters {
		w := &f.Waiters[i]
		for k := w.Values.Next(w.Dead, in); k < len(w.At); k = w.Values.Next(k+1, in) {
			it := o.item(Point{w.Queue, w.At[k]})
			switch o.steps++; {
			case it.left == &nothing:
			case it.issue.At(l.at.Queue) >= l.at.Pos:
				it.left = &nothing
			case it.left == nil:
				it.left = &Clock{}
				*it.left = l.clock
			default:
				*it.left = it.left.Meet(l.clock)
			}
		}
	}
}
