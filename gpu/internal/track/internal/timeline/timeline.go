// Package timeline keeps the signals of one fence and the waits for it, such that those for a value, or of an agent, are found without a look at
// each.
//
//	signals   A: 1   B: 2   A: 3   B: 4      in order of issue
//	lines     A: 0, 2       B: 1, 3          of each agent, the places of its signals
//	waiters   C: waits for 2, then for 4     of each queue, its waits
//
// What is forgotten is marked at first, and taken out when it is as much as the rest. The package must not know what comes before what: whether the
// signals are a chain, and whether the fence goes down, it is told.
package timeline

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/extremes"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/ranks"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/seats"
)

// Signal is one signal of a fence, as the program asked for it.
type Signal struct {
	Fence int
	Value uint64
	Site  gpu.Site
	Agent clock.Agent
	Pos   uint32      // among the items of the agent
	Clock clock.Clock // what is covered when it happens, where that is fixed
	Fixed bool        // it comes from a thread, or is forgotten by its queue
	Nth   uint32      // how many items queues had been given when it was issued, itself included
}

// Timeline is the signals of one fence that are kept, and the waits of queues for it. The zero value has none.
type Timeline struct {
	Signals            []Signal // in order of issue
	Rewinds            bool     // a signal was lower than one that is not certainly after it
	Parted             bool     // the signals are no chain
	All                Awaits   // while they are one
	Lines              []Line   // one for each agent that has signalled it
	Waiters            []Waiter
	Seen               clock.Clock            // what whoever gave the fence up had seen of the queues, without the program having asked
	Dead               int                    // signals that are forgotten and still there
	waits              int                    // those that are not forgotten
	late               map[clock.Agent]Signal // the last signals that were forgotten while there were waits and no chain
	watched            watched                // those of threads
	order              ranks.Order            // of the signals of a chain, by value
	linesOf, waitersOf seats.Index
	spare              []int // the memory of a line that went: a fence that one queue signals makes a line each time
}

// GivenUp is the value of a fence that is given up, and Lost that of one whose device was removed. No signal of a program has one that is so high.
const GivenUp, Lost = ^uint64(0), ^uint64(0) - 1

// Covered is what is covered when a signal of a value happens, of which its agent knows a part.
func (t *Timeline) Covered(value uint64, known clock.Clock) clock.Clock {
	if value == GivenUp {
		return known.Join(t.Seen)
	}
	return known
}

// Line is what one agent signals of a fence: the indices of its signals, of which the first dead ones are forgotten, and the largest value so far.
type Line struct {
	Agent  clock.Agent
	At     []int
	Dead   int
	Top    uint64
	Gone   uint64        // the largest value that was forgotten, as the owner notes it
	Values extremes.List // of the signals, where the fence goes down
	Awaits Awaits
}

// Awaits are those that the next signal of a line may be for.
func (t *Timeline) Awaits(l *Line) *Awaits {
	if t.Parted {
		return &l.Awaits
	}
	return &t.All
}

// LineFor is the line of an agent, which is made where it has none: found is false then.
func (t *Timeline) LineFor(a clock.Agent) (l *Line, found bool) {
	at, found := t.findLine(a)
	if !found {
		t.Lines = slices.Grow(t.Lines, 1)[:at+1]
		t.Lines[at].Agent, t.Lines[at].At, t.spare = a, t.spare, nil
	}
	return &t.Lines[at], found
}

// LineOf is the line of an agent that has signalled the fence.
func (t *Timeline) LineOf(a clock.Agent) *Line {
	i, _ := t.findLine(a)
	return &t.Lines[i]
}

func (t *Timeline) findLine(a clock.Agent) (at int, found bool) {
	return t.linesOf.Find(a, len(t.Lines), func(i int) clock.Agent { return t.Lines[i].Agent })
}

// Push adds a signal, the next one of its line. below is the value up to which an earlier one is for all waits: the largest of the line so far, or
// that of the link of the chain in front of it.
func (t *Timeline) Push(l *Line, s *Signal) (below uint64) {
	below, l.Top = l.Top, max(l.Top, s.Value)
	l.At = append(l.At, len(t.Signals))
	t.Signals = append(t.Signals, *s)
	if t.Rewinds {
		l.Values.Push(s.Value)
	}
	if !t.Parted {
		below = 0
		if k := t.order.Push(len(t.Signals), t.valueOf); k > 0 {
			below = t.Link(k - 1).Value
		}
	}
	return below
}

// Pop takes the last signal back, of a line that had another largest value before it.
func (t *Timeline) Pop(l *Line, top uint64) {
	last := len(t.Signals) - 1
	t.order.Pop(len(t.Signals))
	clear(t.Signals[last:])
	t.Signals = t.Signals[:last]
	l.At, l.Top = l.At[:len(l.At)-1], top
	if t.Rewinds {
		l.Values.Pop()
	}
}

// After says whether the signals of all other agents than one are forgotten, or covered by a clock, which is asked for only where there are some that
// are not forgotten.
func (t *Timeline) After(own clock.Agent, before func() clock.Clock) bool {
	covered, asked := clock.Clock{}, false
	for i := range t.Lines {
		l := &t.Lines[i]
		if l.Agent == own || l.Dead == len(l.At) {
			continue
		}
		if !asked {
			covered, asked = before(), true
		}
		if last := &t.Signals[l.At[len(l.At)-1]]; covered.At(l.Agent) < last.Pos {
			return false
		}
	}
	return true
}

// Linking says whether signals of several agents are a chain.
func (t *Timeline) Linking() bool { return !t.Parted && len(t.Lines) > 1 }

// Rising says whether the links of the chain were issued in the order of their values.
func (t *Timeline) Rising() bool { return t.order.Given() }

// Link is the signal at a place of a chain.
func (t *Timeline) Link(k int) *Signal { return &t.Signals[t.order.At(k)] }

// From is the first place of a chain that has a value, or more.
func (t *Timeline) From(value uint64) int { return t.order.From(len(t.Signals), value, t.valueOf) }

// Above is the first place of a chain that has a larger value.
func (t *Timeline) Above(value uint64) int { return t.order.Above(len(t.Signals), value, t.valueOf) }

func (t *Timeline) valueOf(i int) uint64 { return t.Signals[i].Value }

// Unrank forgets the order of the links of a chain, which is none any more.
func (t *Timeline) Unrank() { t.order = ranks.Order{} }

// Part says that the signals are no chain any more.
func (t *Timeline) Part() {
	t.Parted, t.All = true, Awaits{}
	t.Unrank()
}

// Sink says that the fence goes down. Its signals are no chain.
func (t *Timeline) Sink() {
	t.Compact()
	t.Rewinds = true
	t.measure()
}

// First is the place in the line of the first signal with the value, or more. The fence only goes up.
func (l *Line) First(signals []Signal, value uint64) int {
	i, _ := slices.BinarySearchFunc(l.At, value, func(at int, v uint64) int { return cmp.Compare(signals[at].Value, v) })
	return i
}

// Behind is the place in a line of the first signal after an item of its agent.
func (l *Line) Behind(signals []Signal, pos uint32) int {
	k, _ := slices.BinarySearchFunc(l.At, pos+1, func(at int, pos uint32) int { return cmp.Compare(signals[at].Pos, pos) })
	return k
}

// Low is the place in a line of its last signal of a value below another one that somebody who knows before knows to have come; -1: none.
func (l *Line) Low(signals []Signal, value uint64, before clock.Clock) int {
	return l.Values.Last(l.Behind(signals, before.At(l.Agent)), extremes.Below(value))
}

// Largest is the largest value of the first signals of a line.
func (t *Timeline) Largest(l *Line, count int) (v uint64) {
	if !t.Rewinds && count > 0 {
		return t.Signals[l.At[count-1]].Value
	}
	return l.Values.Most(count)
}

// Lasts are the last signals of all lines that are not forgotten.
func (t *Timeline) Lasts() (last []*Signal) {
	for i := range t.Lines {
		if l := &t.Lines[i]; len(l.At) > l.Dead {
			last = append(last, &t.Signals[l.At[len(l.At)-1]])
		}
	}
	return last
}

// Final is the signal that certainly comes after all others, where all are known; nil: there is none.
func (t *Timeline) Final(common clock.Clock) *Signal {
	last := t.Lasts()
	for _, s := range last {
		if common.At(s.Agent) < s.Pos {
			return nil
		}
	}
	for _, s := range last {
		behind := true
		for _, r := range last {
			behind = behind && s.Clock.At(r.Agent) >= r.Pos
		}
		if behind {
			return s
		}
	}
	return nil
}

// Had says whether a fence had a value from a certain call on, or later, because of signals that are forgotten, or of the value that is known before
// all others: one of them came after the call, or nothing that may have come between it and the call took the fence below the value.
func (t *Timeline) Had(value, known uint64, forgotten, after func(*Signal) bool) bool {
	holds := func(s *Signal) bool { // nil: the known value
		return !slices.ContainsFunc(t.Signals, func(r Signal) bool {
			before := s != nil && (r.Agent == s.Agent && r.Pos < s.Pos || r.Agent != s.Agent && s.Clock.At(r.Agent) >= r.Pos)
			return r.Value < value && !before && !after(&r)
		})
	}
	for _, s := range t.late {
		if s.Value >= value && after(&s) {
			return true
		}
	}
	return known >= value && holds(nil) || slices.ContainsFunc(t.Signals, func(s Signal) bool {
		return s.Value >= value && forgotten(&s) && (after(&s) || holds(&s))
	})
}
