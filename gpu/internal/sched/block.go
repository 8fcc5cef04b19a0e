package sched

import "runtime"

// Status says how a blocking call ended.
type Status uint8

// Ends of a blocking call.
const (
	Satisfied  Status = iota
	TimedOut          // the timeout passed first
	Deadlocked        // nothing can ever satisfy it; Result.Deadlock says why
	Stopped           // called on the main thread after Shutdown
)

// Result is the end of a blocking call.
type Result struct {
	Status Status
	// Index is the event, or fence, that satisfied a wait for any of several:
	// the lowest one where several could.
	Index    int
	Deadlock *Deadlock // only with Deadlocked
}

// WaitKind is what a thread or queue waits for.
type WaitKind uint8

// Kinds of waits.
const (
	WaitFence     WaitKind = iota // one fence value
	WaitAllFences                 // all of several fence values
	WaitAnyFence                  // one of several fence values
	WaitAllEvents                 // all of several events
	WaitAnyEvent                  // one event, or one of several
	WaitJoin                      // the end of another thread
	WaitStep                      // a step of a paused GPU
	WaitDrain                     // the end of everything
	WaitQueue                     // a queue's wait for a fence value
	WaitOthers                    // until no other thread can go on
)

// wait is what a thread is blocked on.
type wait struct {
	kind   WaitKind
	tag    Tag
	result Result
	group  group       // WaitFence, WaitAllFences, WaitAnyFence
	events []*Event    // WaitAllEvents, WaitAnyEvent
	join   *Thread     // WaitJoin
	gpu    *GPU        // WaitStep
	need   func() bool // WaitOthers
}

// block blocks t, the running thread, on t.wait.
func (s *Sim) block(t *Thread, timeout Time) Result {
	if s.inEvent {
		panic("BUG: a callback of the GPU blocks")
	}
	if s.down {
		s.detach(t)
		if t != s.main {
			runtime.Goexit()
		}
		return Result{Status: Stopped}
	}
	t.state = threadBlocked
	t.wait.result = Result{}
	t.timed = timeout < Infinite
	if t.timed {
		s.waiting.push(t, t.clock.Add(max(timeout, 0)))
	}
	if s.obs != nil {
		r := Record{Kind: ThreadBlocked, Thread: t, Tag: t.wait.tag}
		if t.wait.kind == WaitFence {
			r.Fence, r.Value = t.wait.group.needs[0].Fence, t.wait.group.needs[0].Value
		}
		s.observe(r)
	}
	s.turnOver(t)
	if t.timed {
		t.timed = false
		s.touchEnd(&t.wait, timeout)
	}
	r := t.wait.result
	if s.obs != nil {
		s.observe(Record{Kind: ThreadWoken, Thread: t, Tag: t.wait.tag, Index: r.Index, Status: r.Status})
	}
	return r
}

// wake makes the blocked thread t runnable with the result of its wait.
func (s *Sim) wake(t *Thread, r Result) {
	s.wakeAt(t, r, s.Now().Add(s.cpu.WakeLatency))
}

func (s *Sim) wakeAt(t *Thread, r Result, at Time) {
	s.waiting.remove(t)
	s.detach(t)
	t.wait.result = r
	t.clock = max(t.clock, at)
	s.enlist(t)
}

// detach takes t off everything it waits for.
func (s *Sim) detach(t *Thread) {
	w := &t.wait
	switch w.kind {
	case WaitFence, WaitAllFences, WaitAnyFence:
		w.group.leave()
	case WaitAllEvents, WaitAnyEvent:
		for _, e := range w.events {
			e.removeWaiter(t)
		}
	case WaitJoin:
		if w.join != nil {
			w.join.joiners = without(w.join.joiners, t)
		}
	case WaitStep:
		if w.gpu.stepper == t {
			w.gpu.stepper = nil
		}
	}
}

// without returns list, in place, without its elements equal to x.
func without[T comparable](list []T, x T) []T {
	if last := len(list) - 1; last == 0 && list[0] == x { // as it mostly is
		var none T
		list[0] = none
		return list[:0]
	}
	kept := list[:0]
	for _, y := range list {
		if y != x {
			kept = append(kept, y)
		}
	}
	clear(list[len(kept):])
	return kept
}

// stall resolves the state in which nothing can happen: it makes one thread
// runnable. One that waits for a frame comes first, if that is up to the
// schedule, and then one in Others, which is what it waits for. The victim is
// the oldest thread whose own wait is to blame; a thread that joins others is
// to blame only where threads join each other in a circle; Drain ends last.
func (s *Sim) stall() {
	at := max(s.now, s.running.clock)
	if s.leap(at) || s.release(at) {
		return
	}
	var victim *Thread
	rank := 3
	for _, t := range s.threads {
		r := 0
		switch t.wait.kind {
		case WaitJoin:
			r = 1
		case WaitDrain:
			r = 2
		}
		if t.state == threadBlocked && r < rank {
			victim, rank = t, r
		}
	}
	if victim == nil {
		panic("BUG: no thread is left")
	}
	if rank == 1 {
		victim = s.oldestInCircle(victim)
	}
	if victim.wait.kind == WaitDrain {
		s.wakeAt(victim, Result{}, at)
		return
	}
	s.wakeAt(victim, Result{Status: Deadlocked, Deadlock: s.report(victim)}, at)
}

// oldestInCircle follows the joins from t into the circle that they must lead
// to when every blocked thread joins, and returns its oldest thread. A thread
// that joins the main thread, which drains, is in no circle: t itself.
func (s *Sim) oldestInCircle(t *Thread) *Thread {
	in := t
	for range s.threads {
		if in.wait.kind != WaitJoin {
			return t
		}
		in = in.wait.join
	}
	oldest := in
	for u := in.wait.join; u != in; u = u.wait.join {
		if byAge(u, oldest) < 0 {
			oldest = u
		}
	}
	return oldest
}
