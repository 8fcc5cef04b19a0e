package sched

import (
	"cmp"
	"math"
	"slices"
)

// Removed is the value that every fence of a removed GPU reads.
const Removed = math.MaxUint64

// Fence is a 64-bit value that queues and the CPU set and wait for.
//
// A wait is satisfied by any value >= its own. A fence may be set to a lower
// value; a wait that was outstanding when a satisfying value appeared stays
// satisfied, whatever the value is afterwards (its ticket was taken). Waiters
// are released in the order in which they began to wait.
type Fence struct {
	gpu      *GPU
	name     string
	tag      Tag
	value    uint64
	given    Given  // the signal that the value comes from
	calls    uint64 // that signal it
	mixed    bool   // they were by several queues, or by a queue and the CPU, as far as it has got them
	past     []past // larger values that it had, in the order of the signals: each one is smaller than the one before
	released bool
	waiters  waiters
	waited   uint64 // waiters so far
	firsts   []rival
}

// Given is a signal that a fence has got.
type Given struct {
	Queue *Queue // nil: of the CPU, or of nobody while the fence has its initial value
	Tag   Tag    // of the signal
	Value uint64
	Call  uint64 // which one it is of the signals of the fence, in the order in which they were given, from 1
}

// Need is a fence and the value a wait needs it to have at least.
type Need struct {
	Fence *Fence
	Value uint64
}

// waiter is one outstanding need: of a queue, or of a group.
type waiter struct {
	value  uint64
	q      *Queue
	group  *group
	slot   int    // index of the need in its group
	number uint64 // in the order in which they began to wait
}

// group is a wait or an event's request for all or any of several needs. It
// ends when left more of them are met.
type group struct {
	needs []Need
	left  int
	open  int // needs that fences have as waiters
	tag   Tag
	nth   uint64  // of all requests
	t     *Thread // blocked, or
	ev    *Event  // to be set
}

// NewFence returns a fence with any initial value.
func (g *GPU) NewFence(initial uint64, name string, tag Tag) *Fence {
	f := &Fence{gpu: g, name: name, tag: tag, value: initial, given: Given{Value: initial}}
	g.sim.Touch(Touch{Kind: Raise, Object: f, Value: initial})
	return f
}

// Name returns the fence's name.
func (f *Fence) Name() string { return f.name }

// Tag returns the tag given to NewFence.
func (f *Fence) Tag() Tag { return f.tag }

// GPU returns the GPU the fence belongs to.
func (f *Fence) GPU() *GPU { return f.gpu }

// Value returns the present value; Removed once the GPU is.
func (f *Fence) Value() uint64 {
	if f.gpu.removed {
		return Removed
	}
	return f.value
}

// met reports whether a new wait for v would pass at once.
func (f *Fence) met(v uint64) bool { return f.released || f.Value() >= v }

// Signal sets the fence from the running thread, at once. The value may be
// lower than the present one. It does nothing on a removed GPU.
func (f *Fence) Signal(v uint64, tag Tag) {
	f.calls++
	f.store(Given{Tag: tag, Value: v, Call: f.calls})
}

func (f *Fence) store(g Given) {
	if f.gpu.removed {
		return
	}
	s, v := f.gpu.sim, g.Value
	if s.watch != nil {
		how := Raise
		if v < f.value {
			how = Lower
		}
		s.watch.Touch(Touch{Kind: how, Object: f, Value: v, Tag: g.Tag})
		f.compete(v)
	}
	f.follow(g)
	f.value, f.given = v, g
	if s.obs != nil {
		r := Record{Kind: Signalled, GPU: f.gpu, Fence: f, Value: v, Queue: g.Queue, Tag: g.Tag}
		if g.Queue == nil && !s.inEvent {
			r.Thread = s.running
		}
		s.observe(r)
	}
	f.release(v)
	if s.steppers > 0 {
		s.checkSteps()
	}
}

// release satisfies every waiter that needs at most v.
func (f *Fence) release(v uint64) {
	if s := f.gpu.sim; s.alone.Fence == f && v >= s.alone.Value {
		s.comes()
	}
	if len(f.waiters) == 0 || v < f.waiters[0].value {
		return
	}
	if len(f.waiters) == 1 {
		w := f.waiters.pop()
		f.gpu.awaited = without(f.gpu.awaited, f)
		w.goOn()
		return
	}
	due := f.gpu.due[:0]
	for len(f.waiters) > 0 && f.waiters[0].value <= v {
		due = append(due, f.waiters.pop())
	}
	slices.SortFunc(due, func(a, b waiter) int { return cmp.Compare(a.number, b.number) })
	if len(f.waiters) == 0 {
		f.gpu.awaited = without(f.gpu.awaited, f)
	}
	f.gpu.due = nil // a release must not use it while we walk it
	for i := range due {
		due[i].goOn()
	}
	clear(due)
	f.gpu.due = due
}

// goOn tells the waiter, which is off its fence, that its value has come.
func (w *waiter) goOn() {
	if w.q != nil {
		w.q.goOn()
		return
	}
	w.group.hit(w.slot)
}

// await adds a waiter.
func (f *Fence) await(w waiter) {
	if len(f.waiters) == 0 {
		f.gpu.awaited = append(f.gpu.awaited, f)
	}
	f.waited++
	w.number = f.waited
	f.waiters.push(w)
	if w.group != nil {
		w.group.open++
	}
}

// Forgo lets queues go on that wait for a value which their fence had, and which was taken back. It reports whether there are any.
func (s *Sim) Forgo() (any bool) {
	for _, g := range s.gpus {
		for _, q := range g.queues {
			if q.state != queueWaiting {
				continue
			}
			it := q.head()
			if _, lowered := it.fence.lost(it.value); lowered.Call > 0 {
				it.fence.dismiss(func(w *waiter) bool { return w.q == q })
				q.goOn()
				any = true
			}
		}
	}
	return any
}

// Release ends the fence's life: all its waiters go on as if satisfied, and so
// does every later wait. Signals that are still queued do nothing visible.
func (f *Fence) Release() {
	f.released = true
	f.gpu.sim.Touch(Touch{Kind: Lower, Object: f, Value: math.MaxUint64})
	f.release(math.MaxUint64)
}

// hit meets one need. The last one that was left ends the group.
func (g *group) hit(slot int) {
	g.open--
	if g.left == 0 {
		return // released by another need of the same group just now
	}
	g.left--
	if g.left > 0 {
		return
	}
	g.leave()
	if g.ev != nil {
		g.ev.sim.grant(g)
		return
	}
	if g.t.wait.kind != WaitAnyFence {
		slot = 0
	}
	g.t.sim.wake(g.t, Result{Index: slot})
}

// leave takes the group off all fences. A second call does nothing.
func (g *group) leave() {
	g.left = 0
	for i := 0; i < len(g.needs) && g.open > 0; i++ {
		g.needs[i].Fence.dismiss(func(w *waiter) bool { return w.group == g })
	}
}

// dismiss takes off the waiters that leave.
func (f *Fence) dismiss(leaves func(*waiter) bool) {
	if len(f.waiters) == 0 {
		return
	}
	kept := f.waiters[:0]
	for i := range f.waiters {
		if w := &f.waiters[i]; !leaves(w) {
			kept = append(kept, *w)
		} else if w.group != nil {
			w.group.open--
		}
	}
	if len(kept) == len(f.waiters) {
		return
	}
	clear(f.waiters[len(kept):])
	f.waiters = kept
	f.waiters.order()
	if len(kept) == 0 {
		f.gpu.awaited = without(f.gpu.awaited, f)
	}
}

// enter makes the group wait for those of its needs that are not met. It
// reports whether none had to be waited for, and the first that was met.
func (g *group) enter(all bool) (slot int, done bool) {
	g.left = len(g.needs)
	for i, n := range g.needs {
		if !n.Fence.met(n.Value) {
			continue
		}
		if !all {
			return i, true
		}
		g.left--
	}
	if g.left == 0 {
		return 0, true
	}
	for i, n := range g.needs {
		if !n.Fence.met(n.Value) {
			n.Fence.await(waiter{value: n.Value, group: g, slot: i})
		}
	}
	if !all {
		g.left = 1
	}
	return 0, false
}

// SetEventOnCompletion sets e when the fence reaches v: at once if it already
// has. One event may be requested for many values and fences; each sets it once.
func (f *Fence) SetEventOnCompletion(v uint64, e *Event, tag Tag) {
	f.gpu.sim.SetEventOnFences(true, []Need{{f, v}}, e, tag)
}

// SetEventOnFences sets e once all of the needs, or any one of them, are met.
// Needs that were met at different times count for all: each keeps its ticket.
// There must be at least one need.
func (s *Sim) SetEventOnFences(all bool, needs []Need, e *Event, tag Tag) {
	if len(needs) == 0 {
		panic("BUG: a request for no fence")
	}
	s.requests++
	g := &group{needs: append([]Need(nil), needs...), tag: tag, nth: s.requests, ev: e}
	s.request(g)
	if _, done := g.enter(all); done {
		s.grant(g)
	} else if !all && s.watch != nil {
		g.compete()
	}
}

// WaitFence blocks the running thread until the fence reaches v or the timeout
// has passed: Infinite never does, 0 only looks.
func (s *Sim) WaitFence(f *Fence, v uint64, timeout Time, tag Tag) Result {
	if s.watch == nil && f.met(v) || timeout == Infinite && s.waitAlone(f, v) {
		return Result{}
	}
	t := s.running
	t.needs = append(t.needs[:0], Need{f, v})
	return s.waitFences(WaitFence, timeout, tag)
}

// WaitFences blocks the running thread until all of the needs, or any one of
// them, are met, or the timeout has passed. There must be at least one.
func (s *Sim) WaitFences(all bool, needs []Need, timeout Time, tag Tag) Result {
	if len(needs) == 0 {
		panic("BUG: a wait for no fence")
	}
	kind := WaitAnyFence
	if all {
		kind = WaitAllFences
	}
	t := s.running
	t.needs = append(t.needs[:0], needs...)
	return s.waitFences(kind, timeout, tag)
}

// waitFences blocks the running thread for its needs.
func (s *Sim) waitFences(kind WaitKind, timeout Time, tag Tag) Result {
	t := s.running
	s.touchNeeds(kind, t.needs, timeout, tag)
	w := &t.wait // what belongs to other kinds of waits may stay
	w.kind, w.tag = kind, tag
	w.group.needs, w.group.left, w.group.open, w.group.tag, w.group.t = t.needs, 0, 0, tag, t
	slot, done := w.group.enter(kind != WaitAnyFence)
	switch {
	case done:
		return Result{Index: slot}
	case timeout <= 0:
		w.group.leave()
		return Result{Status: TimedOut}
	}
	return s.block(t, timeout)
}
