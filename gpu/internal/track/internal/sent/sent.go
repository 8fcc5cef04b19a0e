// Package sent finds two signals of a fence that come in no defined order. It knows their calls and what is covered when they come, and not how that
// came about. As long as the signals of a fence come one after the other, only the last one is needed:
//
//	F = 1 ──▶ F = 2 ──▶ F = 3       each covers the one before: that it covers the last one says all
//	               └───▶ F = 4      does not cover F = 3: these two are told, in every run
package sent

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/lineage"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Signal is a signal of a fence, the call that gave it, and what is covered when it comes.
type Signal struct {
	timeline.Signal
	Call   lineage.Call
	Covers clock.Clock
	Nth    uint32 // of what was given to queues; 0: a thread has signalled
}

// Sort puts signals in the order of their threads, and those of a thread in the order of its calls.
func Sort(sent []Signal) {
	for i := 1; i < len(sent); i++ {
		if sent[i].calledBefore(&sent[i-1]) { // they are large, and mostly in order
			slices.SortStableFunc(sent, func(a, b Signal) int { return cmp.Or(cmp.Compare(a.Call.By, b.Call.By), a.compare(&b)) })
			break
		}
	}
}

// calledBefore says whether a signal is of an earlier thread than another one, or an earlier one of the same thread.
func (s *Signal) calledBefore(other *Signal) bool {
	return s.Call.By < other.Call.By || s.Call.By == other.Call.By && s.compare(other) < 0
}

// compare orders signals that one thread has given.
func (s *Signal) compare(other *Signal) int {
	return cmp.Or(cmp.Compare(s.Call.Knew.At(s.Call.By), other.Call.Knew.At(s.Call.By)), cmp.Compare(s.Nth, other.Nth))
}

// Facts are what is known of calls and clocks.
type Facts interface {
	// Weight is how many items of queues a clock covers.
	Weight(c clock.Clock) uint64
	// Before says whether a call comes before one of another thread, in an order that no run changes.
	Before(a, b lineage.Call) bool
}

// Parted finds among signals of one fence the first that comes in no defined order with the one before it, and returns the two in the order of their
// calls. last is the one after which all earlier ones have come, nil: there is none. Where no two are parted it returns the next such last one.
// steps is how many signals were looked at.
func Parted(last *Signal, next []Signal, facts Facts) (x, y, behind *Signal, steps uint64) {
	for _, sorted := range []bool{false, true} {
		if sorted { // what was given later may come first
			slices.SortStableFunc(next, func(a, b Signal) int { return cmp.Compare(facts.Weight(a.Covers), facts.Weight(b.Covers)) })
		}
		x, y, behind = nil, nil, last
		for i := range next {
			steps++
			if s := &next[i]; behind != nil && s.Covers.At(behind.Agent) < behind.Pos {
				x, y = behind, s
				break
			} else {
				behind = s
			}
		}
		if x == nil {
			return nil, nil, behind, steps
		}
	}
	before := y.compare(x) < 0
	if x.Call.By != y.Call.By {
		before = facts.Before(y.Call, x.Call)
	}
	if before {
		x, y = y, x
	}
	return x, y, nil, steps
}
