package sched

import "slices"

// Others blocks the running thread until no other thread can go on without it: each of them has ended, or waits for something that only the
// threads in Others could bring. So what another thread does in no order with the running one has been done when it returns, in every schedule.
//
//	one     call ── Others ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ goes on
//	two        call ── call ── Join(one) ┄┄┄┄┄┄▲┄┄┄┄┄
//	GPU          [work]        [work]
//
// Of several threads that wait so one goes on that need not wait any longer, or, where all have to, the eldest: which ones wait then is the same in
// every schedule, because none of them goes on while what it waits for may still come. Threads that poll for ever are waited for until they have
// called patience times.
func (s *Sim) Others(tag Tag, need func() bool) {
	if s.down || len(s.threads) == 1 {
		return
	}
	t := s.running
	t.wait = wait{kind: WaitOthers, tag: tag, need: need}
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
	if at := slices.IndexFunc(s.patient, func(p *Thread) bool { return !p.wait.need() }); at >= 0 {
		t = s.patient[at]
	}
	s.patient, s.polls = without(s.patient, t), 0
	s.wakeAt(t, Result{}, at)
	return true
}
