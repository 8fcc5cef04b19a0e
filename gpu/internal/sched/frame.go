package sched

import "slices"

// maxLeaps bounds the waits for frames that are given up: threads may present for ever.
const maxLeaps = 1 << 8

// WaitFrame is WaitFence for a thread that waits for the screen. Where nothing can happen any more, and loose says that it is up to the schedule
// which thread waits so, and for which frame, the wait is given up: what the thread does then it would do in another schedule, and whatever else is
// wrong is so in every one.
//
//	one   Present ─ queue: wait F >= 1        the one that presents last waits for a frame, for ever, and what it calls
//	two   Present ─ Present ─ G.Signal(1)     after that would be missing
func (s *Sim) WaitFrame(f *Fence, v uint64, tag Tag, loose func() bool) Result {
	t := s.running
	t.loose = loose
	r := s.WaitFence(f, v, Infinite, tag)
	t.loose = nil
	return r
}

// WaitFrameEvent is WaitFrame for a thread that waits for a semaphore which frames set. Where the wait is given up, the next one to set it makes up
// for that.
func (s *Sim) WaitFrameEvent(e *Event, tag Tag, loose func() bool) Result {
	t := s.running
	t.loose = loose
	r := s.WaitEvent(e, Infinite, tag)
	t.loose = nil
	return r
}

// leap gives the wait of the eldest thread for a frame up, and reports whether there was one.
func (s *Sim) leap(at Time) bool {
	paused := slices.ContainsFunc(s.gpus, func(g *GPU) bool { return g.paused })
	for _, t := range s.threads {
		if t.state == threadBlocked && t.loose != nil && !paused && s.leaps < maxLeaps && t.loose() {
			s.leaps++
			if t.wait.kind == WaitAnyEvent {
				t.wait.events[0].left--
			}
			s.wakeAt(t, Result{}, at)
			return true
		}
	}
	return false
}
