package jit

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"

// small decides which small dispatches are shared. To wake a helper takes as long as such a dispatch, so that they are shared with helpers that are
// awake; where there is none, one is woken now and then, in case that more follow. Where helpers come late, because the machine has other things to
// do, the next dispatches are not shared: twice as many each time. Results do not depend on any of it.
//
//	asleep  d d d … d         what they cost adds up to rousing: wake
//	awake   d/2 d/2 d/2 late  d d d d  d/2 late  d d d d d d d d  …
type small struct {
	owed uint64 // the cost of dispatches since a helper was awake, or woken
	rest int    // dispatches that are not shared from now on
	last int    // how many it was the last time
}

// rousing is how much work wakes a helper: many times what that takes.
const rousing = 16 * plan.Rousing

// A helper whose last chunk takes longer than punctual looks is late. After that mostRest dispatches at most are not shared.
const (
	punctual = 16
	mostRest = 1 << 10
)

// share says whether to share a dispatch, and whether to wake a helper for it. awake says that one is awake.
func (s *small) share(work uint64, awake bool) (share, rouse bool) {
	switch {
	case s.rest > 0:
		s.rest--
		return false, false
	case awake:
		s.owed = 0
		return true, false
	}
	if s.owed += work; s.owed < rousing {
		return false, false
	}
	s.owed = 0
	return true, true
}

// shared tells how long a dispatch waited for the last helper when its own chunks were done, in looks; 0 too where none helped.
func (s *small) shared(waited int) {
	if waited <= punctual {
		s.last /= 2
		return
	}
	s.last = min(2*s.last+4, mostRest)
	s.rest = s.last
}
