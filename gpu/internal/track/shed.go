package track

import (
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/extremes"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// A fence that goes down keeps the signals that everybody knows, because a wait that is still there may compare with each of their values. As soon as
// they are many, those go of which one that everybody knows, too, certainly came after, and that no wait which is still there can have ended with:
//
//	queue A   1  0  1  0 │ 1  0        known up to the bar: the last 0 stays, and is what the fence begins with from now on
//	queue B        wait 1    wait 1    the first one may have ended with any of those, if its thread did not know them: they stay for as long as it is there
//
// So a program that never stands still needs no more memory with each round. What has to stay for a wait of which nobody ever knows that it has ended
// grows up to a bound. Then such waits give nothing.

// maxHeld bounds how many signals of a fence that went down stay for waits.
const maxHeld = 1 << 10

// shed forgets signals of a fence that went down, if they are as many as the others and as the waits.
func (o *Order) shed(f *fence, common Clock) {
	many := func(gone int) bool { return gone >= max(o.shedAt, f.Waits()) && 2*gone >= len(f.Signals) }
	cuts, gone := f.Cuts(common)
	if !many(gone) {
		return
	}
	if free, n := f.Cuts(o.unheld(f, common)); many(n) {
		cuts, gone = free, n
	} else if gone < o.maxHeld {
		return
	} else {
		o.blur(f, cuts)
	}
	f.known, f.past = 0, Signal{}
	f.Cut(cuts, gone)
}

// unheld is as much of what everybody knows as every wait that is still there comes after.
func (o *Order) unheld(f *fence, common Clock) Clock {
	for i := range f.Waiters { // the first wait of a queue knows least
		if w := &f.Waiters[i]; w.Dead < len(w.At) {
			if first := (Point{w.Queue, w.At[w.Dead]}); !o.halted(first) {
				common = common.Meet(o.item(first).issue)
			}
		}
	}
	f.Watched(func(wait timeline.Point) {
		if o.kept(wait) {
			common = common.Meet(o.item(Point(wait)).issue)
		}
	})
	return common
}

// blur lets waits give nothing that may have ended with a signal before the cuts.
func (o *Order) blur(f *fence, cuts []int) {
	var past []Point
	f.Claims(func(at timeline.Point, value uint64) {
		if p := Point(at); !o.item(p).past && o.before(f, cuts, value, o.item(p).issue) && !o.halted(p) {
			past = append(past, p)
		}
	})
	for _, p := range past {
		o.item(p).past = true
		o.truncate(p)
	}
}

// before says whether a wait that knows so much may have ended with the value that a fence began with, or one of the signals before the cuts. What
// the thread knew that gave it does not change, other than what its queue knew: a signal that comes later may have ended another wait in front of it.
func (o *Order) before(f *fence, cuts []int, value uint64, knows Clock) bool {
	if f.known >= value && !o.overwritten(f, nil, Need{Value: value}, knows) {
		return true
	}
	for i := range f.Lines {
		l := &f.Lines[i]
		if l.Values.Next(o.behindLows(f, l, value, knows, Point{}), extremes.Above(value)) < cuts[i] {
			return true
		}
	}
	return false
}
