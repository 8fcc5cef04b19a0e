package track

import (
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/extremes"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// A fence that goes down keeps the signals that everybody knows, because a wait that is still there may compare with each of their values. As soon as they are
// many, those go of which one that everybody knows, too, certainly came behind:
//
//	queue A   1  0  1  0 │ 1  0        known up to the bar: the last 0 stays, and is what the fence begins with from now on
//	queue B        wait 1    wait 1    the first one may have ended with any of those that go: it is past
//
// So a program that never stands still needs no more memory with each round.

// shed forgets signals of a fence that went down, if they are as many as the others and as the waits.
func (o *Order) shed(f *fence, common Clock) {
	cuts, gone := f.Cuts(common)
	if gone < max(o.shedAt, f.Waits()) || 2*gone < len(f.Signals) {
		return
	}
	var past []Point
	f.Claims(func(at timeline.Point, value uint64) {
		p := Point(at)
		if it := &o.agents[p.Queue].items[p.Pos-o.agents[p.Queue].base-1]; !it.past && o.before(f, cuts, p, value) {
			past = append(past, p)
		}
	})
	for _, p := range past {
		a := &o.agents[p.Queue]
		a.items[p.Pos-a.base-1].past = true
		o.truncate(p)
	}
	f.known, f.past = 0, Signal{}
	f.Cut(cuts, gone)
}

// before says whether a wait may have ended with the value that a fence began with, or one of the signals before the cuts.
func (o *Order) before(f *fence, cuts []int, p Point, value uint64) bool {
	var knows Clock
	o.settle(func() { knows = o.finish(p.Queue, p.Pos-1) })
	a := &o.agents[p.Queue]
	knows = knows.Join(a.items[p.Pos-a.base-1].issue).With(p.Queue, p.Pos-1)
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
