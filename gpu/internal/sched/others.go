package sched

import "slices"

// Others blocks the running thread until no other thread can go on without it: each of them has ended, or waits for something that only the
// threads in Others could bring. So what another thread does in no order with the running one has been done when it returns, in every schedule.
//
//	one     call ── Others ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ goes on
//	two        call ── call ── Join(one) ┄┄┄┄┄┄▲┄┄┄┄┄
//	GPU          [work]        [work]
//
// Of several threads that wait so the eldest goes on first. Threads that poll for ever are waited for until they have called patience times.
func (s *Sim) Others(tag Tag) {
	if s.down || len(s.threads) == 1 {
		return
	}
	t := s.running
	t.wait = wait{kind: WaitOthers, tag: tag}
	s.patient, s.polls = append(s.patient, t), 0
	s.block(t, Infinite)
}

// patience is how often threads may call beside those in Others.
const patience = 1 << 15

// poll counts a call beside threads in Others.
func (s *Sim) poll() {
	if s.polls++; s.polls >= patience {
		s.release(s.Now())
	}
}

// release lets a thread in Others go on, and reports whether there was one.
func (s *Sim) release(at Time) bool {
	if len(s.patient) == 0 {
		return false
	}
	t := slices.MinFunc(s.patient, byAge)
	s.patient, s.polls = without(s.patient, t), 0
	s.wakeAt(t, Result{}, at)
	return true
}
