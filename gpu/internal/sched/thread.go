package sched

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/gpuscript/gpuscript/gpu/internal/sched/internal/descent"
)

type threadState uint8

const (
	threadRunnable threadState = iota
	threadRunning
	threadBlocked
	threadEnded
)

// Thread is a simulated CPU thread with a clock of its own.
type Thread struct {
	sim  *Sim
	name string
	id   int
	line descent.Line

	fn    func()
	clock Time
	state threadState

	key   Time // in Sim.waiting
	slot  int  // its index there, or -1
	timed bool // blocked, but not for ever
	apart bool // shares nothing with others but what it does to the simulation

	loose func() bool // while it waits for a frame, see WaitFrame

	started bool
	baton   chan struct{} // receives the baton
	gone    chan struct{} // closed when Shutdown has unwound the goroutine

	wait    wait
	needs   []Need // of that wait, where it is for fences
	joiners []*Thread
	joined  bool // somebody knows that it has ended
	exit    Exit
}

// Name returns the name given to Go; the main thread is called "main".
func (t *Thread) Name() string { return t.name }

// ID returns the thread's number in order of creation; the main thread is 0.
func (t *Thread) ID() int { return t.id }

// Apart reports whether the thread shares nothing with others: see SetApart.
func (t *Thread) Apart() bool { return t.apart }

// SetApart says of a thread that what it does between its calls concerns no
// other thread, so that a Watcher need not care which of them comes first.
func (t *Thread) SetApart() *Thread {
	if t.apart = true; !t.joined {
		t.joined = true
		t.sim.newEpoch(-1)
	}
	return t
}

// Ended reports whether the thread's function has ended.
func (t *Thread) Ended() bool { return t.state == threadEnded }

// ExitStatus says how a thread's function ended.
type ExitStatus uint8

// Ways for a thread to end.
const (
	ExitNone     ExitStatus = iota // not ended
	ExitReturned                   // the function returned
	ExitPanicked                   // it panicked; Exit.Panic has the value
	ExitGoexited                   // it called runtime.Goexit
	ExitStopped                    // Shutdown ended it
)

// Exit is how a thread's function ended.
type Exit struct {
	Status ExitStatus
	Panic  *Panic // only with ExitPanicked
}

// Panic is a captured panic: of a thread's function, or of a callback of the
// GPU. That of a callback is raised again, as a *Panic, in the main thread's
// present or next call that charges or blocks.
type Panic struct {
	Value any
	Stack []byte // of the goroutine that panicked
}

// Error returns the panic's value and stack as text.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v\n\n%s", p.Value, p.Stack) }

// Unwrap returns the panic's value where it is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// newPanic must be called while the stack still has the panic's frames. A
// panic that already was captured stays as it is; nil is a Goexit.
func newPanic(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	if value == nil {
		value = "runtime.Goexit in a callback of the GPU"
	}
	return &Panic{Value: value, Stack: debug.Stack()}
}

func (s *Sim) newThread(name string) *Thread {
	t := &Thread{sim: s, name: name, id: s.nextID, slot: -1, baton: make(chan struct{}, 1), gone: make(chan struct{})}
	if s.nextID++; s.running != nil {
		t.line.Born(&s.running.line)
		s.newEpoch(1)
	}
	s.join(t)
	return t
}

// Go starts a CPU thread that runs fn from the present time of the running
// thread on. Its goroutine is created when it first gets the baton. After
// Shutdown the thread has ended at once, with ExitStopped.
func (s *Sim) Go(name string, fn func()) *Thread {
	t := s.newThread(name)
	t.fn = fn
	t.clock = s.Now()
	if s.down {
		t.finish(Exit{Status: ExitStopped})
		return t
	}
	s.enlist(t)
	return t
}

// enlist makes t runnable at its clock.
func (s *Sim) enlist(t *Thread) {
	t.state = threadRunnable
	if !t.timed {
		s.enable(Choice{Thread: t})
	}
	s.waiting.push(t, t.clock)
	s.horizon = min(s.horizon, t.clock.Add(1))
}

// live is the body of the thread's goroutine, which has the baton.
func (t *Thread) live() {
	returned := false
	defer func() { t.end(recover(), returned) }()
	if t.sim.obs != nil {
		t.sim.observe(Record{Kind: ThreadStarted, Thread: t})
	}
	t.fn()
	returned = true
}

// end is the last thing the goroutine does: it passes the baton on.
func (t *Thread) end(value any, returned bool) {
	s := t.sim
	exit := Exit{Status: ExitGoexited}
	switch {
	case value != nil:
		exit = Exit{Status: ExitPanicked, Panic: newPanic(value)}
	case returned:
		exit.Status = ExitReturned
	case s.down:
		exit.Status = ExitStopped
	}
	t.finish(exit)
	if s.down {
		close(t.gone)
		return
	}
	s.hand(s.next())
}

// finish makes t an ended thread and wakes those that join it.
func (t *Thread) finish(exit Exit) {
	s := t.sim
	t.state, t.exit, t.fn = threadEnded, exit, nil
	s.post(t)
	for i, u := range s.threads {
		if u == t {
			s.threads = append(s.threads[:i], s.threads[i+1:]...)
			break
		}
	}
	if s.obs != nil {
		s.observe(Record{Kind: ThreadEnded, Thread: t})
	}
	if exit.Panic != nil && len(t.joiners) == 0 {
		s.failed = append(s.failed, t)
	}
	for len(t.joiners) > 0 && !s.down {
		s.wake(t.joiners[0], Result{})
	}
}

// Join blocks the running thread until t has ended or the timeout has passed.
// A panic of t is handed to the caller, and is not reported again.
func (t *Thread) Join(timeout Time, tag Tag) (Exit, Result) {
	s, me := t.sim, t.sim.running
	var r Result
	if t.state != threadEnded {
		if timeout == 0 {
			return Exit{}, Result{Status: TimedOut}
		}
		me.wait = wait{kind: WaitJoin, tag: tag, join: t}
		t.joiners = append(t.joiners, me)
		if r = s.block(me, timeout); r.Status != Satisfied {
			return Exit{}, r
		}
	}
	if s.follow(t); !t.joined {
		t.joined = true
		s.newEpoch(-1)
	}
	for i, u := range s.failed {
		if u == t {
			s.failed = append(s.failed[:i], s.failed[i+1:]...)
			break
		}
	}
	return t.exit, r
}

// turnOver gives the baton to whoever is next and returns when t has it again.
// t stands in s.waiting or is blocked.
func (s *Sim) turnOver(t *Thread) {
	if u := s.next(); u != t {
		s.hand(u)
		<-t.baton
	} else {
		s.hold(t)
	}
	switch {
	case s.down:
		runtime.Goexit()
	case s.broken != nil:
		p := s.broken
		s.broken = nil
		panic(p)
	}
}

// hand gives the baton to u. The calling goroutine must not touch the
// simulation afterwards.
func (s *Sim) hand(u *Thread) {
	s.hold(u)
	if u.started {
		u.baton <- struct{}{}
		return
	}
	u.started = true
	go u.live()
}

func (s *Sim) hold(u *Thread) {
	u.state = threadRunning
	s.running, s.yielding = u, nil
	s.rehorizon()
}

// next runs events until a thread must go on, and returns it.
func (s *Sim) next() *Thread {
	for s.limit = Infinite; ; {
		if s.broken != nil {
			s.waiting.remove(s.main)
			s.detach(s.main)
			return s.main
		}
		if s.policy != nil {
			if t := s.explore(); t != nil {
				return t
			}
			continue
		}
		if !s.happen() {
			continue
		}
		if len(s.waiting.a) == 0 {
			s.stall()
		}
		return s.take(s.waiting.pop())
	}
}

// take lets t go on, which was taken out of s.waiting.
func (s *Sim) take(t *Thread) *Thread {
	if t.state == threadBlocked {
		t.wait.result = Result{Status: TimedOut}
		t.clock = t.key
		s.detach(t)
	}
	t.clock = max(t.clock, s.now)
	if s.policy != nil {
		s.now = t.clock
	}
	return t
}

// Drain ends the script's main thread in an orderly way: it lets the other
// threads and the GPUs run until nothing can happen any more. Threads that are
// blocked for ever get their Deadlock first, as in any wait. It returns what is
// still stuck: queues behind waits that nothing satisfies, or nil. Only the
// main thread may call it.
func (s *Sim) Drain() *Deadlock {
	s.mustBeMain("Drain")
	s.main.wait = wait{kind: WaitDrain}
	s.block(s.main, Infinite)
	s.reportFailed()
	if d := s.Stuck(); len(d.Waiters) > 0 || d.Paused {
		return d
	}
	return nil
}

// Shutdown ends all other threads: each goroutine unwinds with runtime.Goexit,
// deferred functions run, and it is gone when Shutdown returns. What remains on
// the GPUs stays undone; nothing blocks or waits any more. Only the main thread
// may call it; a second call does nothing.
func (s *Sim) Shutdown() {
	s.mustBeMain("Shutdown")
	s.down = true
	for _, t := range append([]*Thread(nil), s.threads...) {
		switch {
		case t == s.main || t.state == threadEnded:
		case !t.started:
			s.waiting.remove(t)
			t.finish(Exit{Status: ExitStopped})
		default:
			s.waiting.remove(t)
			s.detach(t)
			s.hand(t)
			<-t.gone
		}
	}
	s.hold(s.main)
	s.reportFailed()
}

func (s *Sim) mustBeMain(call string) {
	if s.running != s.main || s.inEvent {
		panic("BUG: " + call + " outside the main thread")
	}
}

func (s *Sim) reportFailed() {
	failed := s.failed
	s.failed = nil
	if len(failed) > 0 {
		panic(failed[0].exit.Panic)
	}
}
