package track

import (
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/leavings"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
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

// leave gives the waits that are still there what the signals give that have just been forgotten.
func (o *Order) leave() {
	o.leaving.Take(func(fence int) bool { return o.fences[fence].Parted }, func(l *leavings.Leaving) {
		o.fences[l.Fence].Between(l.Above, l.Value, func(wait timeline.Point, _ uint64) {
			it := o.item(Point(wait))
			switch o.steps++; {
			case it.left == &nothing:
			case it.issue.At(l.At.Queue) >= l.At.Pos:
				it.left = &nothing
			case it.left == nil:
				it.left = &Clock{}
				*it.left = l.Clock
			default:
				*it.left = it.left.Meet(l.Clock)
			}
		})
	})
}
