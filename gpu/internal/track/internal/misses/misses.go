// Package misses finds a wait for a value of a fence that comes too late in some run: the value was given, and another signal has taken it away.
//
//	thread one   F = 2                     the wait ends if it comes between the two, or F = 2 last
//	thread two   F = 1 ─ wait F >= 2       and never if F = 1 comes last: nothing orders the signals
//
// What certainly comes before what decides that. A run in which the wait never ends does first all that gives the value, then the signal that lowers
// it, and then comes to the wait. There is one if nothing that gives the value certainly comes after that signal, or after the beginning of the wait.
// The package must not know threads, queues or how clocks come about.
package misses

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Signal is a signal that comes, and what is covered when it does.
type Signal struct {
	timeline.Signal
	Covers clock.Clock
}

// Wait is one for a value of the fence.
type Wait struct {
	Agent clock.Agent
	Pos   uint32 // where it stands, or will stand, if it has not ended
	Value uint64
	Ended bool        // it has; else it may end in no run
	Knew  clock.Clock // what certainly comes before it
	Had   bool        // the fence begins with the value
	// Meets says whether a signal certainly comes while somebody waits, if it does not come after that; nil: that is not known of any.
	Meets func(s *Signal) bool
}

// Coming are the signals that something can bring, and what each covers, as arrival says of one.
func Coming(all []timeline.Signal, arrival func(*timeline.Signal) (covers clock.Clock, stuck bool)) (signals []Signal) {
	for i := range all {
		if c, stuck := arrival(&all[i]); !stuck {
			signals = append(signals, Signal{Signal: all[i], Covers: c})
		}
	}
	return signals
}

// follows says whether a signal certainly comes after the wait.
func (w *Wait) follows(s *Signal) bool { return s.Covers.At(w.Agent) >= w.Pos }

func (w *Wait) meets(s *Signal) bool { return w.Meets != nil && w.Meets(s) }

// after says whether a signal certainly comes after another one.
func (s *Signal) after(other *Signal) bool {
	return s.Agent == other.Agent && s.Pos > other.Pos || s.Covers.At(other.Agent) >= other.Pos
}

// Find is the first signal, in their order, that may come before a wait and after all that gives the value. It reports false if there is none, or the
// wait ends in no run. needs is what certainly comes before all that gives it.
func Find(signals []Signal, w *Wait) (lower timeline.Signal, needs clock.Clock, found bool) {
	gives, lows := w.parts(signals)
	if slices.ContainsFunc(gives, w.meets) || !w.Ended && !w.ends(gives, lows) {
		return lower, needs, false
	}
	lows = slices.DeleteFunc(lows, w.meets)
	if len(gives) > 0 && !w.Had {
		needs = gives[0].Covers
		for _, g := range gives[1:] {
			needs = needs.Meet(g.Covers)
		}
	}
	for _, low := range lows {
		last := true
		for _, g := range gives {
			last = last && !g.after(low)
		}
		if last && (w.Had || len(gives) > 0) {
			return low.Signal, needs, true
		}
	}
	return lower, needs, false
}

// Vain says whether a wait ends in no run.
func Vain(signals []Signal, w *Wait) bool {
	gives, lows := w.parts(signals)
	return !w.ends(gives, lows)
}

// parts are the signals that give the value and those that take it away, of which none certainly comes after the wait.
func (w *Wait) parts(signals []Signal) (gives, lows []*Signal) {
	for i := range signals {
		switch s := &signals[i]; {
		case w.follows(s):
		case s.Value >= w.Value:
			gives = append(gives, s)
		default:
			lows = append(lows, s)
		}
	}
	return gives, lows
}

// ends says whether the wait can come while the fence has the value: nothing that is certainly before it takes that away.
func (w *Wait) ends(gives, lows []*Signal) bool {
	lost := func(since *Signal) bool {
		for _, low := range lows {
			if w.Knew.At(low.Agent) >= low.Pos && (since == nil || low.after(since)) {
				return true
			}
		}
		return false
	}
	if w.Had && !lost(nil) {
		return true
	}
	for _, g := range gives {
		if !lost(g) {
			return true
		}
	}
	return false
}
