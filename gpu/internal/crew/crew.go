// Package crew lets goroutines work together on one step after another, each of which is over in a fraction of a millisecond: too short to start
// goroutines for it, or to wake them up.
//
//	caller    Do ─ part 0 ─ part 2 ─ part 3 ───────── back │ Do ─ part 0 …
//	helper    ──── part 1 ──────── part 4 (the last one) ┘  looks for the next step for a while, then sleeps
//
// A step is over when all of its parts are done; a helper that has not woken up by then is not waited for. Parts are handed out in order, to whoever
// is free, so what is done for a part must not depend on who does it. A part that panics does so in Do, when the step is over: a panic in a goroutine
// that nobody knows would end the whole process.
//
// The package must not know what the work is.
package crew

import (
	"runtime"
	"sync/atomic"
)

// Work is what a crew does: parts of a step. Different parts are done at the same time.
type Work interface {
	// Do does a part. Calls with one number of a worker follow each other; that of the caller of Crew.Do is 0.
	Do(worker, part int)
}

// Crew is the caller and its helpers. The zero value is a crew of one. Its methods are for one goroutine at a time.
type Crew struct {
	state   *state
	workers int
}

// state is what the caller and its helpers share.
type state struct {
	// Parts of the step in the upper half, the next one in the lower half; more than there are: nothing to do.
	tickets atomic.Uint64
	work    Work // of the step; belongs to whoever has a part of it
	done    atomic.Uint64
	failure failure
	stopped atomic.Bool
	helpers []bed
	caller  bed
}

// bed is where one that waits sleeps.
type bed struct {
	asleep atomic.Bool
	wake   chan struct{}
	_      [48]byte // not into one cache line
}

// rounds of looking for something before one sleeps: some ten microseconds; and how often others of the process are let through.
const (
	looks = 1 << 15
	yield = 1 << 10
)

// Size is the number of workers; at least 1.
func (c *Crew) Size() int { return max(c.workers, 1) }

// Start makes it a crew of a number of workers. Helpers begin with the first step that has parts for them, and live until Stop.
func (c *Crew) Start(workers int) { c.workers = workers }

// Stop ends the helpers. The crew may start again.
func (c *Crew) Stop() {
	if s := c.state; s != nil {
		s.stopped.Store(true)
		for i := range s.helpers {
			s.helpers[i].rouse()
		}
	}
	c.state, c.workers = nil, 0
}

// Do does parts [0, n) of a step and returns when all of them are done. It allocates nothing where one worker does all.
func (c *Crew) Do(n int, work Work) {
	if n <= 1 || c.workers <= 1 {
		for i := range n {
			work.Do(0, i)
		}
		return
	}
	if c.state == nil {
		c.hire()
	}
	s := c.state
	s.work = work
	s.done.Store(0)
	s.tickets.Store(uint64(n) << 32)
	for i := range min(n, c.workers) - 1 {
		s.helpers[i].rouse()
	}
	s.take(0)
	s.caller.wait(func() bool { return s.done.Load() == uint64(n) })
	s.failure.raise()
}

func (c *Crew) hire() {
	s := &state{helpers: make([]bed, c.workers-1)}
	s.caller.wake = make(chan struct{}, 1)
	for i := range s.helpers {
		s.helpers[i].wake = make(chan struct{}, 1)
		go s.help(i)
	}
	c.state = s
}

// help does parts until the crew is stopped.
func (s *state) help(i int) {
	for !s.stopped.Load() {
		s.take(i + 1)
		s.helpers[i].wait(func() bool { return s.stopped.Load() || s.open() })
	}
}

// open says whether there are parts that nobody has.
func (s *state) open() bool {
	t := s.tickets.Load()
	return uint32(t) < uint32(t>>32)
}

// take does parts while there are any. Whoever has taken a part knows the step: it cannot end before.
func (s *state) take(worker int) {
	for s.open() {
		t := s.tickets.Add(1) - 1
		part, n := uint32(t), uint32(t>>32)
		if part >= n {
			return
		}
		s.do(worker, int(part))
		if s.done.Add(1) == uint64(n) && worker > 0 {
			s.caller.rouse()
		}
	}
}

func (s *state) do(worker, part int) {
	defer s.failure.note(part)
	s.work.Do(worker, part)
}

// wait returns when ready does, and sleeps if that takes long. What makes it ready must be followed by rouse.
func (b *bed) wait(ready func() bool) {
	for {
		for i := range looks {
			if ready() {
				return
			}
			if i%yield == yield-1 {
				runtime.Gosched()
			}
		}
		b.asleep.Store(true)
		if ready() && b.asleep.CompareAndSwap(true, false) {
			return
		}
		<-b.wake // rouse has found it asleep, or will
	}
}

// rouse wakes the one up who sleeps there.
func (b *bed) rouse() {
	if b.asleep.CompareAndSwap(true, false) {
		b.wake <- struct{}{}
	}
}
