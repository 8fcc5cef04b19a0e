package track

import (
	"cmp"
	"slices"
)

// As long as each signal of a fence certainly comes behind the one before, whoever gave them, and none is lower, they are like those of one agent: the first one that is for a
// wait says what that gives, and a new one changes nothing for the values that were signalled before. So a fence costs the same however many queues hand it on:
//
//	queue A   F = 1 ──┐
//	queue B           └─ wait 1, F = 2 ──┐            a chain of three: a wait for 1 asks the first signal alone,
//	queue C                              └─ wait 2, F = 3      and for F = 3 no wait for 1 or 2 is looked at
//
// What a signal covers can become less, when another one comes that may have ended a wait before it. So each link is looked at again when what was worked out of its
// signal is given up. That it holds may itself follow from the chain: whichever signal came too early for the first time would have had to come behind one that did so before it.
// A chain that breaks is none any more. From then on each agent has a line of its own, and a wait asks all of them.

// awaits are waits for a fence that signals may be for which are not given yet: of a line, or of all together while they are a chain.
type awaits struct {
	// open are the waits that were worked out and that none of the signals was for, fresh those that were not worked out yet.
	open, fresh waits
	later       waits // of threads, that none of the signals was for
	// looked is the number of the last wait of a thread that was looked at.
	looked uint32
}

// awaits are those that the next signal of a line may be for.
func (f *fence) awaits(l *line) *awaits {
	if f.parted {
		return &l.awaits
	}
	return &f.all
}

// from is the place of the first signal of a chain with a value, or more.
func (f *fence) from(value uint64) int {
	k, _ := slices.BinarySearchFunc(f.signals, value, func(s Signal, v uint64) int { return cmp.Compare(s.Value, v) })
	return k
}

// follows says whether a signal that is to be added goes on with the chain of a fence.
func (o *Order) follows(f *fence, s *Signal) bool {
	if n := len(f.signals); n > 0 {
		return s.Value >= max(f.signals[n-1].Value, f.known) && o.linked(&f.signals[n-1], s)
	}
	return s.Value >= f.known
}

// linked says whether a signal certainly comes behind another one.
func (o *Order) linked(r, s *Signal) bool {
	if r.Agent == s.Agent || r.pos <= o.agents[r.Agent].base {
		return true
	}
	c, _ := o.arrival(s)
	return c.At(r.Agent) >= r.pos
}

// part ends the chain of a fence, which may have ended before.
func (o *Order) part(f *fence) {
	if f.parted {
		return
	}
	f.parted, f.all = true, awaits{}
	o.giveUp(f)
	for i := range f.lines {
		f.lines[i].awaits = awaits{}
	}
	f.claims(func(p Point, value uint64) { o.freshen(f, p, value) })
	for _, w := range f.seen {
		o.late = append(o.late, w.at)
	}
}

// distrust notes that what was worked out of a signal of a queue is given up.
func (o *Order) distrust(p Point, it *item) {
	if f := o.fences[it.need.Fence]; !f.parted && len(f.lines) > 1 {
		o.doubts = append(o.doubts, p)
	}
}

// relink looks at the links again that were given up, and ends the chains that do not hold.
func (o *Order) relink() {
	o.linking = true
	for len(o.doubts) > 0 {
		p := o.doubts[len(o.doubts)-1]
		o.doubts = o.doubts[:len(o.doubts)-1]
		if a := &o.agents[p.Queue]; p.Pos <= a.base || p.Pos > a.base+uint32(len(a.items)) {
			continue
		}
		n := o.item(p).need
		f := o.fences[n.Fence]
		if o.item(p).kind != itemSignal || f.parted {
			continue
		}
		at := f.from(n.Value)
		for at < len(f.signals) && (f.signals[at].Agent != p.Queue || f.signals[at].pos != p.Pos) {
			at++
		}
		if at > 0 && at < len(f.signals) && !o.linked(&f.signals[at-1], &f.signals[at]) {
			o.part(f)
		}
	}
	o.linking = false
}
