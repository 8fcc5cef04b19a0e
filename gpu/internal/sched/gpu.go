package sched

import "github.com/gpuscript/gpuscript/gpu/internal/sched/profile"

// GPU is one simulated adapter: engines, queues and fences with one clock.
type GPU struct {
	sim     *Sim
	name    string
	profile Profile
	pools   [profile.Kinds]*pool
	queues  []*Queue
	awaited []*Fence // those with waiters, in the order in which they got them
	due     []waiter // scratch of Fence.release

	events  eventHeap
	next    event // that of soon, or the one that happens
	hasNext bool
	seq     uint64
	removed bool

	handling bool // an event happens
	paused   bool
	pausedAt Time
	stepper  *Thread // blocked in Step
	until    Until

	commands uint64 // finished
	batches  uint64 // retired
}

// NewGPU returns a running GPU without queues. Its clock is the machine's.
func (s *Sim) NewGPU(name string, p Profile) *GPU {
	p.Check()
	g := &GPU{sim: s, name: name, profile: p}
	for k := range profile.Kinds {
		g.pools[k] = newPool(g, k)
	}
	s.gpus = append(s.gpus, g)
	return g
}

// Name returns the name given to NewGPU.
func (g *GPU) Name() string { return g.name }

// Queues returns the GPU's queues in order of creation. The slice is read-only.
func (g *GPU) Queues() []*Queue { return g.queues }

// Removed reports whether the GPU was removed.
func (g *GPU) Removed() bool { return g.removed }

// Idle reports whether nothing is queued.
func (g *GPU) Idle() bool {
	for _, q := range g.queues {
		if q.count > 0 {
			return false
		}
	}
	return true
}

// Commands returns the number of commands that finished.
func (g *GPU) Commands() uint64 { return g.commands }

// live reports whether g has an event that may happen.
func (g *GPU) live() bool { return !g.paused && len(g.events.a) > 0 }

// clock returns the GPU's time, which stands still while it is paused.
func (g *GPU) clock() Time {
	if g.paused {
		return g.pausedAt
	}
	return g.sim.Now()
}

func (g *GPU) schedule(kind eventKind, q *Queue, at Time) {
	if g.removed {
		return
	}
	g.seq++
	g.soon(at, g.seq, kind, q, nil)
}

// soon schedules what may be the next thing that happens: from within an event, where it is, it happens without going through the heap.
func (g *GPU) soon(at Time, order uint64, kind eventKind, q *Queue, p *pool) {
	if !g.handling || g.hasNext || g.stepper != nil || g.paused || g.sim.policy != nil {
		g.push(event{at: at, order: order, kind: kind, q: q, pool: p})
		return
	}
	e := &g.next
	e.at, e.order, e.kind, e.q, e.pool = at, order, kind, q, p
	g.hasNext = true
}

// leap makes a time the present one if nothing else can happen until then, and nobody decides: what was to happen as an event at that time may
// happen now. It only does so within an event.
func (g *GPU) leap(to Time) bool {
	s := g.sim
	if !g.handling || g.hasNext || g.stepper != nil || g.paused || s.policy != nil || !s.isFirst(to) {
		return false
	}
	s.now = to
	return true
}

func (g *GPU) push(e event) {
	g.events.push(e)
	if !g.paused {
		g.sim.horizon = min(g.sim.horizon, e.at)
	}
}

// handle lets an event happen, at sim.now.
func (g *GPU) handle(kind eventKind, q *Queue, p *pool) {
	switch kind {
	case evArrive:
		q.pump()
	case evItem:
		if q.complete(); !q.pauses() {
			q.pump()
		}
	case evBegin:
		if q.pool.start(q, false) {
			q.pump()
		}
	case evDone:
		q.pool.done(q)
	case evDispatch:
		p.dispatch()
	}
}

// Remove removes the GPU for ever: everything queued is dropped, in order of
// the queues; every fence reads Removed; all waits are released. A second call
// does nothing.
func (g *GPU) Remove(tag Tag) {
	if g.removed {
		return
	}
	g.sim.Touch(Touch{Kind: Lower, Object: g, Tag: tag})
	g.removed = true
	g.events, g.hasNext = eventHeap{}, false
	if g.sim.obs != nil {
		g.sim.observe(Record{Kind: DeviceRemoved, GPU: g, Tag: tag})
	}
	for k := range g.pools {
		p := g.pools[k]
		p.ready = nil
		for i := range p.engines {
			p.engines[i].q, p.engines[i].mid = nil, nil
		}
	}
	for _, q := range g.queues {
		if q.state == queueWaiting || q.count > 0 && q.head().early {
			q.head().fence.dismiss(func(w *waiter) bool { return w.q == q })
		}
	}
	if f := g.sim.alone.Fence; f != nil && f.gpu == g {
		g.sim.comes()
	}
	for len(g.awaited) > 0 {
		g.awaited[0].release(Removed)
	}
	for _, q := range append([]*Queue(nil), g.queues...) {
		q.engine, q.mid, q.state = nil, nil, queueIdle
		for q.count > 0 {
			it := *q.head()
			q.pop()
			it.drop(q)
		}
	}
	g.checkStep()
}

// Pause stops the GPU's clock: what runs stays unfinished, what is submitted
// does not arrive. CPU signals still work. A paused GPU stays as it is.
func (g *GPU) Pause() {
	if g.paused {
		return
	}
	g.sim.Touch(Touch{Kind: Lower, Object: g})
	g.paused, g.pausedAt = true, g.sim.Now()
	if g.sim.obs != nil {
		g.sim.observe(Record{Kind: DevicePaused, GPU: g})
	}
	g.sim.rehorizon()
}

// Paused reports whether the GPU's clock stands still.
func (g *GPU) Paused() bool { return g.paused }

// Resume lets the clock run on from where it stopped: everything that was due
// comes later by the length of the pause, a vertical blank that an operation
// waits for included.
func (g *GPU) Resume() {
	if !g.paused {
		return
	}
	d := g.sim.Now() - g.pausedAt
	g.paused = false
	for _, q := range g.queues {
		g.sim.enable(Choice{Queue: q})
	}
	for i := range g.events.a { // all alike: the heap stays a heap
		g.events.a[i].at = g.events.a[i].at.Add(d)
	}
	for _, q := range g.queues {
		for i := range q.count {
			it := q.at(i)
			it.at = it.at.Add(d)
		}
	}
	if g.sim.obs != nil {
		g.sim.observe(Record{Kind: DeviceResumed, GPU: g})
	}
	g.sim.rehorizon()
}

// UntilKind says how far a step goes.
type UntilKind uint8

// Kinds of steps.
const (
	UntilCommand UntilKind = iota // one command finishes, on any queue
	UntilBatch                    // one batch retires, on any queue
	UntilIdle                     // the GPU has nothing left that it could do
	UntilFence                    // Fence reaches Value
	UntilTime                     // the machine's time is Time
)

// Until is the end of a step.
type Until struct {
	Kind  UntilKind
	Fence *Fence
	Value uint64
	Time  Time
	count uint64
}

// Step lets a paused GPU run until the given point, blocks the running thread
// so long, and pauses it again at that very instant. It reports whether the
// point was reached: false means that the GPU has nothing left that it could
// do before (it is idle, or all its queues wait), or that another thread is in
// Step. A running GPU is paused by it.
func (g *GPU) Step(u Until, tag Tag) (reached bool) {
	s := g.sim
	if g.stepper != nil {
		return false
	}
	t := s.running
	switch u.Kind {
	case UntilCommand:
		u.count = g.commands
	case UntilBatch:
		u.count = g.batches
	}
	g.until = u
	g.Resume()
	if done, ok := g.stepDone(); done {
		g.Pause()
		return ok
	}
	timeout := Infinite
	if u.Kind == UntilTime {
		timeout = u.Time - t.clock
	}
	g.stepper = t
	s.steppers++
	t.wait = wait{kind: WaitStep, tag: tag, gpu: g}
	r := s.block(t, timeout)
	s.steppers--
	g.Pause()
	return r.Status == Satisfied && r.Index == 0 || u.Kind == UntilTime && r.Status == TimedOut
}

// stepDone reports whether the step is over and whether its point was reached.
func (g *GPU) stepDone() (done, reached bool) {
	u := &g.until
	switch u.Kind {
	case UntilCommand:
		reached = g.commands > u.count
	case UntilBatch:
		reached = g.batches > u.count
	case UntilFence:
		reached = u.Fence.met(u.Value)
	case UntilTime:
		reached = u.Time <= g.sim.Now()
		return reached, reached
	case UntilIdle:
		reached = g.idle()
	}
	return reached || g.idle(), reached
}

// idle reports whether the GPU has nothing left that it could do. In the middle of an event it is not known: a signal may be
// what the queue does before it goes on.
func (g *GPU) idle() bool { return len(g.events.a) == 0 && !g.handling }

// checkStep ends the step under way if it is over.
func (g *GPU) checkStep() {
	if g.stepper == nil {
		return
	}
	done, reached := g.stepDone()
	if !done {
		return
	}
	t := g.stepper
	r := Result{}
	if !reached {
		r.Index = 1
	}
	g.sim.wakeAt(t, r, g.sim.Now())
	g.Pause()
}

// checkSteps ends the steps that a signal has ended.
func (s *Sim) checkSteps() {
	for _, g := range s.gpus {
		g.checkStep()
	}
}
