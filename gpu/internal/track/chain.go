package track

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/ranks"
)

// As long as the signals of a fence, ordered by their values, certainly come one behind the other, whoever gave them, they are like those of one agent: the first one that is
// for a wait says what that gives, and a new one behind the last changes nothing for the values that were signalled before. So a fence costs the same however many queues hand it on:
//
//	queue A   F = 1 ──┐
//	queue B           └─ wait 1, F = 2 ──┐            a chain of three: a wait for 1 asks the first signal alone,
//	queue C                              └─ wait 2, F = 3      and for F = 3 no wait for 1 or 2 is looked at
//
// What a signal covers can become less, when another one comes that may have ended a wait before it. So each link is looked at again when what was worked out of its signal is given
// up. That it holds may itself follow from the chain: the first signal that came too early would have had to come behind one that did so before it. Nothing is asked of a link to a
// signal that nothing so far can bring: so queue C may be told first, then B, then A. A chain that breaks is none any more. Then each agent has a line, and a wait asks all of them.

// awaits are waits for a fence that signals may be for which are not given yet: of a line, or of all together while they are a chain.
type awaits struct {
	// open are the waits that were worked out and that none of the signals was for, fresh those that were not worked out yet, and later those of threads.
	open, fresh, later waits
	looked             uint32 // the number of the last wait of a thread that was looked at
}

// awaits are those that the next signal of a line may be for.
func (f *fence) awaits(l *line) *awaits {
	if f.parted {
		return &l.awaits
	}
	return &f.all
}

// link is the signal at a place of a chain.
func (f *fence) link(k int) *Signal { return &f.signals[f.order.At(k)] }

// from is the first place of a chain that has a value, or more.
func (f *fence) from(value uint64) int { return f.order.From(len(f.signals), value, f.valueOf) }

func (f *fence) valueOf(i int) uint64 { return f.signals[i].Value }

// linking says whether signals of several agents are a chain.
func (f *fence) linking() bool { return !f.parted && len(f.lines) > 1 }

// follows says whether a signal that is to be added goes on with the chain of a fence, or stands between two signals of which nothing so far can bring the second.
func (o *Order) follows(f *fence, l *line, s *Signal) bool {
	k := f.order.Above(len(f.signals), s.Value, f.valueOf)
	if s.Value < max(l.top, f.known) || k > 0 && !o.linked(f.link(k-1), s) {
		return false
	}
	if k == len(f.signals) {
		return true
	}
	_, stuck := o.arrival(f.link(k))
	return stuck
}

// linked says whether a signal certainly comes behind another one, or nothing so far can bring it.
func (o *Order) linked(r, s *Signal) bool {
	if r.Agent == s.Agent || r.pos <= o.agents[r.Agent].base {
		return true
	}
	c, stuck := o.arrival(s)
	return stuck || c.At(r.Agent) >= r.pos
}

// part ends the chain of a fence, which may have ended before.
func (o *Order) part(f *fence) {
	if f.parted {
		return
	}
	if !f.order.Given() {
		o.broken = append(o.broken, f)
	}
	f.parted, f.all, f.order = true, awaits{}, ranks.Order{}
	o.giveUp(f)
	for i := range f.lines {
		f.lines[i].awaits = awaits{}
	}
	f.claims(func(p Point, value uint64) { o.freshen(f, p, value) })
	for _, w := range f.seen {
		o.late = append(o.late, w.at)
	}
}

// relink looks at the links again that were given up, and ends the chains that do not hold.
func (o *Order) relink() {
	o.linking = true
	for len(o.doubts) > 0 {
		p := o.doubts[len(o.doubts)-1]
		o.doubts = o.doubts[:len(o.doubts)-1]
		if a := &o.agents[p.Queue]; p.Pos <= a.base || p.Pos > a.base+uint32(len(a.items)) || o.item(p).kind != itemSignal {
			continue // it is forgotten, or was taken back
		}
		n := o.item(p).need
		f := o.fences[n.Fence]
		at := f.from(n.Value)
		for !f.parted && at < len(f.signals) && f.link(at).point() != p {
			at++
		}
		if !f.parted && at > 0 && at < len(f.signals) && !o.linked(f.link(at-1), f.link(at)) {
			o.part(f)
		}
	}
	o.linking = false
	for !o.trying && len(o.broken) > 0 {
		f := o.broken[0]
		o.broken = o.broken[1:]
		if !f.rewinds && slices.ContainsFunc(f.signals, func(s Signal) bool { return s.Fence >= 0 && s.Value < f.highest && o.undercuts(f, &s) }) {
			o.sink(f)
		}
	}
}
