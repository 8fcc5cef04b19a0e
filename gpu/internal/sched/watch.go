package sched

import "slices"

// TouchKind says what a step does to what it touches.
type TouchKind uint8

// Kinds of touches. Which two of them may not change places is a matter of the watcher.
const (
	Look  TouchKind = iota // reads it, and may find out whether another step has come before
	Await                  // asks to be told of a value
	Pass                   // waits for a value, and goes on when it is there
	Take                   // waits for what is gone when it has been waited for: an auto-reset event
	Raise                  // gives it a value that is not lower, or sets it
	Lower                  // gives it a lower value, unsets it, or writes bytes
	Add                    // changes bytes by an operation that commutes with its like
	Stand                  // is at a wait for a value, which may come before or after that
)

// Touch is one thing that a step did.
type Touch struct {
	Kind TouchKind
	// Object is what was touched, comparable: a *Fence, *Event, *GPU, *Sim for
	// what is presented, a *Queue for whether anything is in it, or what the
	// layer above says.
	Object any
	// Begin and End are the bytes of it, if it has bytes.
	Begin, End uint64
	// Value is what a fence was set to, waited for to have, or had.
	Value uint64
	Tag   Tag
}

// Watcher is a Policy that is told what the steps between its choices are and
// what they do, so that it can tell which of them could have come in another
// order. All calls come from the running thread or a callback.
type Watcher interface {
	Policy
	// Step tells that a step begins: a choice was made, or there was but one.
	Step(c Choice)
	// Touch tells what the present step does.
	Touch(t Touch)
	// Enable tells that the present step lets the thread, the queue or the
	// request of a choice go on.
	Enable(c Choice)
	// Post tells that the present step leaves something, and Follow that it
	// comes to what another step has left under that key.
	Post(key any)
	Follow(key any)
	// Stalled tells that nothing could happen any more, so that the next step
	// comes after all others.
	Stalled()
}

// place is the key under which a queue's item is left.
type place struct {
	q *Queue
	n uint64
}

// Touch tells a Watcher what the present step does; without one it does
// nothing.
func (s *Sim) Touch(t Touch) {
	if s.watch != nil {
		s.watch.Touch(t)
	}
}

// Watched reports whether there is a Watcher.
func (s *Sim) Watched() bool { return s.watch != nil }

func (s *Sim) step(c Choice) {
	if s.watch != nil {
		s.watch.Step(c)
	}
}

func (s *Sim) stalled() {
	if s.watch != nil {
		s.watch.Stalled()
	}
}

func (s *Sim) enable(c Choice) {
	if s.watch != nil {
		s.watch.Enable(c)
	}
}

func (s *Sim) post(key any) {
	if s.watch != nil {
		s.watch.Post(key)
	}
}

func (s *Sim) follow(key any) {
	if s.watch != nil {
		s.watch.Follow(key)
	}
}

// touchNeeds tells that a thread waits for fences, or looks whether their values
// have come: where it does not wait for ever, or goes on after the first of
// several, what it does next depends on that.
func (s *Sim) touchNeeds(kind WaitKind, needs []Need, timeout Time, tag Tag) {
	if s.watch == nil {
		return
	}
	how := Pass
	if timeout < Infinite || kind == WaitAnyFence && len(needs) > 1 {
		how = Look
	}
	for _, n := range needs {
		s.watch.Touch(Touch{Kind: how, Object: n.Fence, Value: n.Value, Tag: tag})
	}
}

// touchEvents does the same for events.
func (s *Sim) touchEvents(events []*Event, timeout Time, tag Tag) {
	if s.watch == nil {
		return
	}
	for _, e := range events {
		how := Take
		switch looks := timeout < Infinite || len(events) > 1; {
		case looks && e.manual:
			how = Look
		case looks:
			how = Lower
		case e.manual:
			how = Pass
		}
		s.watch.Touch(Touch{Kind: how, Object: e, Value: 1, Tag: tag})
	}
}

// touchEnd tells that a wait with a timeout has ended, one way or the other.
func (s *Sim) touchEnd(w *wait, timeout Time) {
	switch w.kind {
	case WaitFence, WaitAllFences, WaitAnyFence:
		s.touchNeeds(w.kind, w.group.needs, timeout, w.tag)
	case WaitAllEvents, WaitAnyEvent:
		s.touchEvents(w.events, timeout, w.tag)
	}
}

// request tells of a request for an event: whether a signal comes before it
// decides which of the two sets the event.
func (s *Sim) request(g *group) {
	if s.watch == nil {
		return
	}
	for _, n := range g.needs {
		s.watch.Touch(Touch{Kind: Await, Object: n.Fence, Value: n.Value, Tag: g.tag})
	}
}

// First is a request for any one of several values: what sets its event is the one that comes first.
type First struct{ Event *Event }

// rival is a value for which a request competes with others.
type rival struct {
	value uint64
	of    *First
}

// compete notes what sets the event of a request for any one of several values, if it comes first.
func (g *group) compete() {
	of := &First{g.ev}
	for _, n := range g.needs {
		n.Fence.firsts = append(n.Fence.firsts, rival{n.Value, of})
	}
}

// compete tells of the requests for any one of several values, for which a value comes, first or not: if it is not, it might have been.
func (f *Fence) compete(v uint64) {
	f.firsts = slices.DeleteFunc(f.firsts, func(c rival) bool {
		if v >= c.value {
			f.gpu.sim.watch.Touch(Touch{Kind: Raise, Object: c.of, Value: c.value})
		}
		return v >= c.value
	})
}

// grant sets the event of a request that is fulfilled.
func (s *Sim) grant(g *group) {
	if s.watch != nil {
		for _, n := range g.needs {
			s.watch.Touch(Touch{Kind: Pass, Object: n.Fence, Value: n.Value, Tag: g.tag})
		}
	}
	g.ev.Set()
}
