package sched

// Event is a simulated Win32 event.
type Event struct {
	sim     *Sim
	name    string
	tag     Tag
	manual  bool
	counts  bool // a semaphore
	left    int  // of a semaphore: how many waits can end; negative: threads have gone on without (WaitFrameEvent)
	set     bool
	vain    int       // how often it was set while it was, since it was made or reset
	waiters []*Thread // in the order in which they began to wait
}

// NewEvent returns an event. A manual-reset event stays set and releases every
// waiting thread; an auto-reset event releases one and is unset by it.
func (s *Sim) NewEvent(name string, manualReset, initiallySet bool, tag Tag) *Event {
	e := &Event{sim: s, name: name, tag: tag, manual: manualReset, set: initiallySet}
	if initiallySet {
		s.Touch(Touch{Kind: Raise, Object: e, Value: 1})
	}
	return e
}

// NewSemaphore returns an event that ends as many waits as it was set, and one more.
func (s *Sim) NewSemaphore(name string, tag Tag) *Event {
	e := s.NewEvent(name, false, true, tag)
	e.counts, e.left = true, 1
	return e
}

// Name returns the event's name.
func (e *Event) Name() string { return e.name }

// Tag returns the tag given to NewEvent.
func (e *Event) Tag() Tag { return e.tag }

// Vain is how often the event was set while it was set, since it was made or reset: each of these ends no wait.
func (e *Event) Vain() int { return e.vain }

// Set sets the event at the present time. Threads that wait for it are tried
// in the order in which they began to wait; setting a set event does nothing
// more, unless it is a semaphore.
func (e *Event) Set() {
	e.sim.Touch(Touch{Kind: Raise, Object: e, Value: 1, Tag: e.tag})
	switch {
	case e.counts:
		e.left++
		e.set = e.left > 0
	case e.set:
		e.vain++
	default:
		e.set = true
	}
	if e.sim.obs != nil {
		e.sim.observe(Record{Kind: EventSet, Event: e, Tag: e.tag})
	}
	for i := 0; i < len(e.waiters) && e.set; {
		t := e.waiters[i]
		if n, ok := consume(t.wait.events, t.wait.kind == WaitAllEvents); ok {
			e.sim.wake(t, Result{Index: n}) // takes t out of e.waiters
			continue
		}
		i++
	}
}

// Reset unsets the event.
func (e *Event) Reset() {
	e.sim.Touch(Touch{Kind: Lower, Object: e, Tag: e.tag})
	e.set, e.vain, e.left = false, 0, 0
	if e.sim.obs != nil {
		e.sim.observe(Record{Kind: EventReset, Event: e, Tag: e.tag})
	}
}

func (e *Event) removeWaiter(t *Thread) { e.waiters = without(e.waiters, t) }

// consume reports whether the events satisfy a wait for all or any of them, and
// by which; satisfied, it unsets the auto-reset events that did so. A wait for
// all touches none before all are set.
func consume(events []*Event, all bool) (index int, ok bool) {
	for i, e := range events {
		switch {
		case all && !e.set:
			return 0, false
		case !all && e.set:
			e.take()
			return i, true
		}
	}
	if !all {
		return 0, false
	}
	for _, e := range events {
		e.take()
	}
	return 0, true
}

// take is what a wait that ends does to the event.
func (e *Event) take() {
	if e.counts {
		e.left--
	}
	e.set = e.manual || e.left > 0
}

// WaitEvent blocks the running thread until e is set; see WaitEvents.
func (s *Sim) WaitEvent(e *Event, timeout Time, tag Tag) Result {
	return s.WaitEvents(false, []*Event{e}, timeout, tag)
}

// WaitEvents blocks the running thread until all of the events, or any one of
// them, are set, or the timeout has passed: Infinite never does, 0 only looks.
// There must be at least one event. Result.Index is the lowest one that was
// set, for a wait for any.
func (s *Sim) WaitEvents(all bool, events []*Event, timeout Time, tag Tag) Result {
	if len(events) == 0 {
		panic("BUG: a wait for no event")
	}
	s.touchEvents(events, timeout, tag)
	if i, ok := consume(events, all); ok {
		return Result{Index: i}
	}
	if timeout <= 0 {
		return Result{Status: TimedOut}
	}
	t := s.running
	t.wait = wait{kind: WaitAnyEvent, tag: tag, events: append([]*Event(nil), events...)}
	if all {
		t.wait.kind = WaitAllEvents
	}
	for _, e := range events {
		e.waiters = append(without(e.waiters, t), t)
	}
	return s.block(t, timeout)
}
