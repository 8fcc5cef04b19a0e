package sched

// waitAlone blocks the running thread for a fence value as WaitFence does,
// where it is the only thread and nobody watches or decides: nobody is there to
// pass the baton to, so the thread lets the events happen itself until the value
// has come, and stands on no list meanwhile. It returns false where that is not
// so, or where nothing is left that could happen: the thread blocks then.
//
//	script  WaitFence ─┐                          ┌─ at come + WakeLatency
//	events             arrive · begin · done · signal · those until then
func (s *Sim) waitAlone(f *Fence, v uint64) bool {
	if len(s.threads) > 1 || s.policy != nil || s.obs != nil || s.inEvent || s.down {
		return false
	}
	s.alone, s.limit = Need{f, v}, Infinite
	s.happen()
	came := s.alone.Fence == nil
	s.alone.Fence = nil
	switch {
	case s.broken != nil: // the only thread is the main thread, which raises it
		p := s.broken
		s.broken = nil
		panic(p)
	case !came:
		return false
	}
	t := s.running
	t.clock = max(t.clock, s.now)
	s.rehorizon()
	return true
}

// comes is called when what the only thread waits for has come: it goes on
// after the wake latency, and what is due until then happens before.
func (s *Sim) comes() {
	s.alone.Fence = nil
	t := s.running
	t.clock = max(t.clock, s.now.Add(s.cpu.WakeLatency))
	s.limit = t.clock
}
