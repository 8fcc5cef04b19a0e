package sched

// Tag is a number of the layer above, kept with a batch, signal, wait or object
// and given back in records and reports. 0 means none.
type Tag uint64

// Sim is one simulated machine: its CPU threads, GPUs, fences and events.
type Sim struct {
	// cpu holds the CPU side's costs.
	cpu    Profile
	policy Policy  // nil: the timeline
	watch  Watcher // the policy, if it is one
	obs    Observer

	gpus     []*GPU
	threads  []*Thread // by age; ended ones are dropped
	waiting  threadHeap
	nextID   int
	queues   int    // made so far
	requests uint64 // of values that set events, so far

	main    *Thread
	running *Thread // has the baton; its clock is charged

	// horizon is the first time at which the running thread must look
	// whether something else is due.
	horizon Time
	limit   Time // to which events may run ahead of the running thread
	alone   Need // what the only thread waits for in waitAlone; without a fence: nothing
	now     Time // of the latest event
	inEvent bool
	down    bool

	broken *Panic    // of a callback, on its way to the main thread
	failed []*Thread // ended by a panic and not joined yet

	unjoined int    // threads besides the main one that nobody has joined
	epoch    uint32 // see newEpoch

	patient  []*Thread // in Others
	polls    int       // calls of others since the last of them came
	steppers int       // threads in GPU.Step
	leaps    int       // waits for frames that were given up
	choices  []Choice  // scratch of explore
	origins  []origin  // where the choices stand
	yielding *Thread   // the thread that asks in settle, which goes first among equals
}

// New returns a machine whose main thread is the calling goroutine. A nil
// policy is Timeline.
func New(cpu Profile, policy Policy) *Sim {
	cpu.Check()
	s := &Sim{cpu: cpu, policy: policy, horizon: Infinite}
	if _, ok := policy.(timeline); ok {
		s.policy = nil
	}
	s.watch, _ = s.policy.(Watcher)
	s.main = s.newThread("main")
	s.main.started = true
	s.main.state = threadRunning
	s.running = s.main
	s.rehorizon()
	return s
}

// SetObserver makes o the receiver of records; nil: none. Without one, nothing
// is built or allocated for records.
func (s *Sim) SetObserver(o Observer) { s.obs = o }

// Main returns the main thread.
func (s *Sim) Main() *Thread { return s.main }

// Running returns the thread that holds the baton.
func (s *Sim) Running() *Thread { return s.running }

// Now returns the clock of the running thread; in a callback of the GPU (Step,
// Retire, Begin, End) the time of that event.
func (s *Sim) Now() Time {
	if s.inEvent {
		return s.now
	}
	return s.running.clock
}

// Charge advances the running thread's clock by d >= 0, after which everything
// that is due earlier has happened. Every API call charges before it acts. When
// nothing else is due this is an addition and a comparison.
func (s *Sim) Charge(d Time) {
	t := s.running
	t.clock += d
	if t.clock < s.horizon {
		return
	}
	s.settle(t)
}

// Call charges one API call of class c.
func (s *Sim) Call(c CallClass) { s.Charge(s.cpu.Call[c]) }

// Work is a computation of the running thread that takes d; a negative d is 0,
// and no clock passes 146 years by it.
func (s *Sim) Work(d Time) {
	now := s.running.clock
	s.Charge(now.Add(max(d, 0)) - now)
}

// settle lets everything happen that is due before t goes on.
func (s *Sim) settle(t *Thread) {
	switch {
	case s.down:
		return
	case s.inEvent:
		panic("BUG: a callback of the GPU charges CPU time")
	case len(s.patient) > 0:
		s.poll()
	}
	if s.policy != nil {
		s.yielding = t
		t.state = threadRunnable
		s.waiting.push(t, t.clock)
		s.turnOver(t)
		return
	}
	s.limit = t.clock
	if s.happen() && s.waiting.minKey() >= t.clock {
		s.rehorizon()
		return
	}
	t.state = threadRunnable
	s.waiting.push(t, t.clock)
	s.turnOver(t)
}

// happen lets all events up to s.limit happen, as long as no thread comes before the next one. It returns false as fire does.
func (s *Sim) happen() (ok bool) {
	defer s.endEvent(&ok)
	s.inEvent = true
	for {
		g := s.nextGPU()
		if g == nil || g.events.top().at > min(s.limit, s.waiting.minKey()) {
			return true
		}
		s.occur(g, 0)
	}
}

// rehorizon recomputes the horizon after the heaps changed: the running thread
// yields to an event at its time, but to a thread only before its time.
func (s *Sim) rehorizon() {
	switch {
	case s.down:
		s.horizon = Infinite
	case s.policy != nil, len(s.patient) > 0:
		s.horizon = -Infinite
	default:
		s.horizon = s.waiting.minKey().Add(1)
		if g := s.nextGPU(); g != nil {
			s.horizon = min(s.horizon, g.events.top().at)
		}
	}
}

// Idle reports whether nothing is left that could happen unless the running
// thread brings it about: no event of a GPU that is not paused, and no other
// thread that could go on.
func (s *Sim) Idle() bool {
	return len(s.waiting.a) == 0 && len(s.patient) == 0 && s.nextGPU() == nil
}

// Crowded reports whether another thread could go on if the running one let it.
func (s *Sim) Crowded() bool { return len(s.waiting.a) > 0 }

// nextGPU returns the GPU with the earliest event, the first one created where
// several have it, or nil.
func (s *Sim) nextGPU() *GPU {
	var first *GPU
	for _, g := range s.gpus {
		if g.live() && (first == nil || g.events.top().at < first.events.top().at) {
			first = g
		}
	}
	return first
}

// fire lets event i of g's heap happen. It returns false where a callback
// panicked: the panic is then in s.broken, and the baton must go to the main
// thread, which raises it. So it does not matter whose goroutine ran the event.
func (s *Sim) fire(g *GPU, i int) (ok bool) {
	defer s.endEvent(&ok)
	s.inEvent = true
	s.occur(g, i)
	return true
}

// endEvent ends what fire and happen do; ok is their result.
func (s *Sim) endEvent(ok *bool) {
	s.inEvent = false
	if *ok {
		return
	}
	s.broken = newPanic(recover())
	for _, g := range s.gpus { // the event has not ended as others do
		if g.handling = false; g.hasNext {
			g.hasNext = false
			g.push(g.next)
		}
	}
}

func (s *Sim) occur(g *GPU, i int) {
	for g.events.remove(i, &g.next); ; {
		s.now = max(s.now, g.next.at)
		g.handling = true
		g.handle(g.next.kind, g.next.q, g.next.pool) // which may write the next one
		g.handling = false
		if g.stepper != nil {
			g.checkStep()
		}
		if !g.hasNext {
			return
		}
		g.hasNext = false
		if g.paused || !s.isFirst(g.next.at) {
			g.push(g.next)
			return
		}
	}
}

// isFirst reports whether an event at a time would be the next one: none is due until then, and no thread goes on before.
func (s *Sim) isFirst(at Time) bool {
	if at > min(s.limit, s.waiting.minKey()) {
		return false
	}
	g := s.nextGPU()
	return g == nil || at < g.events.top().at
}

// observe tells the observer. Callers check s.obs first.
func (s *Sim) observe(r Record) {
	r.At = s.Now()
	s.obs.Observe(r)
}
