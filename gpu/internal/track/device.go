package track

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/steps"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Remove ends all work of some queues: their device was removed.
func (o *Order) Remove(queues []Agent) {
	for _, q := range queues {
		for _, s := range o.strandsOf(q) {
			o.agents[s].removed = true
		}
	}
}

// Lose ends all waits for a fence, the device of which thread t removed: it is a signal of all values.
func (o *Order) Lose(t Agent, fence int, site gpu.Site) { o.CPUSignal(t, Need{fence, lost}, site) }

// Lost says whether thread t knows that the device of a fence was removed: no signal of it changes anything any more.
func (o *Order) Lost(t Agent, fence int) bool {
	f := o.fences[fence]
	return f.highest == lost && (f.known >= lost ||
		slices.ContainsFunc(f.Signals, func(s Signal) bool { return s.Value == lost && o.agents[t].clock.At(s.Agent) >= s.Pos }))
}

// Idle tells that thread t has seen some queues, all those of one device, finish everything that could run. A wait of such a
// queue counts as ended only when signals that have certainly happened satisfy it, whatever else happened.
func (o *Order) Idle(t Agent, queues []Agent) {
	done := o.agents[t].clock
	for {
		before := done
		for _, q := range queues {
			done = o.runs(q, done)
		}
		if before.Covers(done) {
			break
		}
	}
	var ends []timeline.Point
	for _, q := range queues {
		for _, s := range o.strandsOf(q) {
			ends = append(ends, timeline.Point{Queue: s, Pos: done.At(s)})
		}
	}
	with, _ := o.behindAll(ends)
	o.told(t, done.Join(with))
}

// runs adds the items of a queue that have certainly finished when what done covers has, and the queue has nothing to do. A wait that has not
// certainly ended holds up all items that may come after it: those of other strands, too, that do not certainly come before it.
func (o *Order) runs(q Agent, done Clock) Clock {
	all := o.strandsOf(q)
	ends := make([]uint32, len(all)) // by strand: the last item before a wait that holds it up
	var held []Point
	for i, s := range all {
		a := &o.agents[s]
		pos := max(done.At(s), a.base)
		for ; pos < a.last(); pos++ {
			if it := a.at(pos + 1); it.kind == itemWait && !o.reached(it.need, done) {
				held = append(held, Point{s, pos + 1})
				break
			}
		}
		ends[i] = pos
	}
	for i, s := range all {
		for _, w := range held {
			if w.Queue != s {
				ends[i] = min(ends[i], o.upTo(s, o.Call(w).Knew))
			}
		}
		done = done.With(s, ends[i])
	}
	return done
}

// reached says whether a fence is certainly at a value when what done covers has happened: it came to the value, and no signal of a lower value can
// have come after that.
func (o *Order) reached(n Need, done Clock) bool {
	f := o.fences[n.Fence]
	if f.known >= n.Value && o.stays(f, nil, n) {
		return true
	}
	return slices.ContainsFunc(f.Signals, func(s Signal) bool { return s.Value >= n.Value && done.At(s.Agent) >= s.Pos && o.stays(f, &s, n) })
}

// stays says whether every signal of a lower value than needed comes before s (nil: the value that everybody knows).
func (o *Order) stays(f *fence, s *Signal, n Need) bool {
	var before Clock
	if s != nil {
		o.settle(func() { before = o.clockOf(s) })
	}
	return !slices.ContainsFunc(f.Signals, func(r Signal) bool { return r.Value < n.Value && (s == nil || before.At(r.Agent) < r.Pos) })
}

// Retired tells that thread t has seen one more piece of work of some queues, all those of one device, finish, and how many it has counted so far.
// Which piece it was is certain only as far as the others have no more left to finish.
func (o *Order) Retired(t Agent, queues []Agent, counted *Steps) {
	var strands []Agent
	for _, q := range queues {
		strands = append(strands, o.strandsOf(q)...)
	}
	var works []steps.Strand
	for _, q := range strands {
		works = append(works, steps.Strand{All: o.agents[q].works, Known: o.worksUpTo(q, o.agents[t].clock.At(q))})
	}
	var ends []timeline.Point
	for i, more := range counted.Next(works) {
		if more > 0 {
			ends = append(ends, timeline.Point{Queue: strands[i], Pos: o.workNumber(strands[i], works[i].Known+more)})
		}
	}
	gives, _ := o.behindAll(ends)
	o.told(t, gives)
}

// Steps counts pieces of work that finished, and what was known when it was counted last.
type Steps = steps.Steps

// worksUpTo is the number of pieces of work among the first pos items of a queue, at least those that are forgotten.
func (o *Order) worksUpTo(q Agent, pos uint32) uint32 {
	a := &o.agents[q]
	switch {
	case a.items.Len() == 0:
		return a.works
	case pos > a.base:
		return a.at(pos).works
	case a.items.At(0).kind == itemWork:
		return a.items.At(0).works - 1
	}
	return a.items.At(0).works
}

// workNumber is the position of the n-th piece of work of a queue, which is not forgotten.
func (o *Order) workNumber(q Agent, n uint32) uint32 {
	a := &o.agents[q]
	pos := a.firstOf(func(it *item) bool { return it.works >= n })
	if pos > a.last() || a.at(pos).works != n {
		panic("BUG: track: no such work")
	}
	return pos
}
