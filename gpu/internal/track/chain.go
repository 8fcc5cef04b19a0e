package track

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// As long as the signals of a fence, ordered by their values, certainly come one after the other, whoever gave them, they are like those of one
// agent: the first one that is for a wait says what that gives, and a new one after the last changes nothing for the values that were signalled
// before. So a fence costs the same however many queues hand it on:
//
//	queue A   F = 1 ──┐
//	queue B           └─ wait 1, F = 2 ──┐            a chain of three: a wait for 1 asks the first signal alone,
//	queue C                              └─ wait 2, F = 3      and for F = 3 no wait for 1 or 2 is looked at
//
// What a signal covers can become less, when another one comes that may have ended a wait before it. So each link is looked at again when what was
// worked out of its signal is given up. That it holds may itself follow from the chain: the first signal that came too early would have had to come
// after one that did so before it. Nothing is asked of a link to a signal that nothing so far can bring: so queue C may be told first, then B, then
// A. A chain that breaks is none any more. Then each agent has a line, and a wait asks all of them.

// follows says whether a signal that is to be added goes on with the chain of a fence, or stands between two signals of which nothing so far can
// bring the second.
func (o *Order) follows(f *fence, l *timeline.Line, s *Signal) bool {
	k := f.Above(s.Value)
	if s.Value < max(l.Top, f.known) || k > 0 && !o.linked(f.Link(k-1), s) {
		return false
	}
	if k == len(f.Signals) {
		return true
	}
	_, stuck := o.arrival(f.Link(k))
	return stuck
}

// linked says whether a signal certainly comes after another one, or nothing so far can bring it.
func (o *Order) linked(r, s *Signal) bool {
	if r.Agent == s.Agent || r.Pos <= o.agents[r.Agent].base {
		return true
	}
	c, stuck := o.arrival(s)
	return stuck || c.At(r.Agent) >= r.Pos
}

// part ends the chain of a fence, which may have ended before.
func (o *Order) part(f *fence) {
	if f.Parted {
		return
	}
	if !f.Rising() {
		o.broken = append(o.broken, f)
	}
	f.Part()
	o.parted = append(o.parted, f)
	o.giveUp(f)
	for i := range f.Lines {
		f.Lines[i].Awaits = timeline.Awaits{}
	}
	f.Claims(func(p timeline.Point, value uint64) { o.freshen(f, Point(p), value) })
	f.Watched(func(p timeline.Point) { o.late = append(o.late, Point(p)) })
}

// relink looks at the links again that were given up, and ends the chains that do not hold.
func (o *Order) relink() {
	o.linking = true
	for len(o.doubts) > 0 {
		p := o.doubts[len(o.doubts)-1]
		o.doubts = o.doubts[:len(o.doubts)-1]
		if a := &o.agents[p.Queue]; p.Pos <= a.base || p.Pos > a.last() || o.item(p).kind != itemSignal {
			continue // it is forgotten, or was taken back
		}
		n := o.item(p).need
		f := o.fences[n.Fence]
		at := f.From(n.Value)
		for !f.Parted && at < len(f.Signals) && pointOf(f.Link(at)) != p {
			at++
		}
		if !f.Parted && at > 0 && at < len(f.Signals) && !o.linked(f.Link(at-1), f.Link(at)) {
			o.part(f)
		}
	}
	o.linking = false
	for !o.trying && len(o.broken) > 0 {
		f := o.broken[0]
		o.broken = o.broken[1:]
		if !f.Rewinds && slices.ContainsFunc(f.Signals, func(s Signal) bool { return s.Fence >= 0 && s.Value < f.highest && o.undercuts(f, &s) }) {
			o.sink(f)
		}
	}
}
