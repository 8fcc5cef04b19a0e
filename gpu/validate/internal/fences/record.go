package fences

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Record tells the order what thread t has done, if anybody looks at the order.
func (b *Book) Record(w World, t track.Agent, c *gpu.FenceCall) {
	f := w.Fence(c.Fence)
	if f == nil || !w.Advise() {
		return
	}
	b.blocked = false
	b.uses(w, t, c.Queue, c.Event, c.Fence)
	f.heed.follow(c)
	n := track.Need{Fence: f.Number, Value: c.Value}
	q, queue := w.Agent(c.Queue)
	if (c.Act == gpu.FenceCPUSignal || c.Act == gpu.FenceQueueSignal || c.Act == gpu.FenceQueueWait) && b.order.Lost(t, f.Number) {
		return // it is of no use any more
	}
	if c.Act == gpu.FenceCPUSignal || c.Act == gpu.FenceQueueSignal {
		if b.trial.fence != nil {
			if b.trial.fence == f && b.trial.c.Site == c.Site {
				b.open = append(b.open, b.trial)
			}
			b.trial = open{}
		}
		if c.Value < f.Initial && !slices.ContainsFunc(f.lowers, func(a action) bool { return a.call.By == t }) {
			f.lowers = append(f.lowers, b.action(track.Call{By: t, Knew: b.order.Knows(t)}))
		}
		if !f.signaled || c.Value < f.lowest {
			f.lowest = c.Value
		}
		if !f.signaled || c.Value >= f.highest {
			f.shared = f.signaled && c.Value == f.highest
			f.highest = c.Value
		}
		f.signaled = true
	}
	switch {
	case c.Act == gpu.FenceCPUSignal:
		b.order.CPUSignal(t, n, c.Site)
		b.follow(c, f, track.Point{Queue: t, Pos: b.order.Knows(t).At(t)})
		b.course.Set(n)
	case c.Act == gpu.FenceCPUWait:
		b.order.Heed(t, n, c.Site)
		b.order.CPUWait(t, n)
		b.end(t)
	case c.Act == gpu.FencePoll:
		b.order.Poll(t, n)
	case c.Act == gpu.FenceCompare:
		if c.Value > 0 {
			b.order.CPUWait(t, n)
		}
	case c.Act == gpu.FencePeek:
		b.order.Peek(t, n)
	case c.Act == gpu.FenceSetEvent:
		if e := w.Event(c.Event); e != nil {
			b.stray(e)
			f.armed = armed{c.Event, c.Site, c.Value, e.waits}
			b.order.Arm(t, e.Number, []track.Need{n}, true)
		}
	case queue && c.Act == gpu.FenceQueueSignal:
		at := b.order.QueueSignal(t, q, n, c.Site)
		b.hold(c, at)
		b.follow(c, f, at)
		b.course.Signal(c.Queue, n)
		f.given = b.order.Given(t)
	case queue && c.Act == gpu.FenceQueueWait:
		b.queueWait(w, t, q, n, c, f)
	}
}

// Past is what was done with a fence.
type Past struct {
	book  *Book
	fence *Fence
}

// Past is that of a fence; nil: it is none.
func (b *Book) Past(f *Fence) Past { return Past{b, f} }

// Trails says whether a queue was given work after the last signal that a queue gives to a fence, so that the values which the fence has say nothing
// about it, and whether its signals come in no defined order, so that it is up to the run which value it has.
func (p Past) Trails() (trails, unsure bool) {
	if p.fence == nil {
		return true, false
	}
	unsure = p.book.order.Unsure(p.fence.Number)
	return unsure || p.book.order.Trails(p.fence.given), unsure
}

// Loose says whether signals of the fence come, or came, in no defined order, so that it is up to the run which of them gave it its value.
func (p Past) Loose() bool { return p.fence != nil && p.book.order.Loose(p.fence.Number) }

// Unwaited says whether a signal is the last one of the fence, of a queue, no wait was for it, and nobody has asked for its value.
func (p Past) Unwaited(signal gpu.Site, queue gpu.ID) bool {
	return p.fence != nil && !p.book.order.Crowd() && p.fence.Unwaited(queue) == signal
}

func (b *Book) queueWait(w World, t, q track.Agent, n track.Need, c *gpu.FenceCall, f *Fence) {
	initially := b.order.Initially(n)
	wait := b.order.QueueWait(t, q, n, c.Site)
	switch {
	case b.order.Crowd():
		b.mayIdle(w, c, f, wait)
	case initially:
		b.idleWait(w, c, f)
	default:
		b.busy[c.Site] = true
	}
	if b.order.Crowd() || b.order.Drops(f.Number) {
		b.keepWait(waiting{at: wait, act: track.Point{Queue: t, Pos: b.order.Knows(t).At(t)}, need: n, call: c.CallHead, queue: c.Queue})
	}
	b.course.Wait(c.Queue, n)
}

// uses follows which objects thread t is about to use; 0: none. What a queue or an event has to do with a fence makes them one group.
func (b *Book) uses(w World, t track.Agent, queue, event gpu.ID, fences ...gpu.ID) {
	crowd, e, q := b.order.Crowd(), w.Event(event), w.Tail(queue)
	for _, id := range fences {
		f := w.Fence(id)
		if f == nil {
			continue
		}
		if crowd {
			b.apart.use(&f.use, t)
		}
		if e != nil {
			f.use.join(&e.use)
		}
		if q != nil {
			f.use.join(&q.use)
		}
	}
	if crowd && e != nil {
		b.apart.use(&e.use, t)
	}
	if crowd && q != nil {
		b.apart.use(&q.use, t)
	}
}

// RecordMultiple follows SetEventOnMultipleFenceCompletion.
func (b *Book) RecordMultiple(w World, t track.Agent, c *gpu.MultipleFenceCall) {
	if !w.Advise() {
		return
	}
	b.blocked = false
	b.uses(w, t, 0, c.Event, c.Fences...)
	needs := needsOf(w, c)
	for _, id := range c.Fences {
		if f := w.Fence(id); f != nil {
			f.heed.look()
		}
	}
	if e := w.Event(c.Event); e != nil {
		b.stray(e)
		b.order.Arm(t, e.Number, needs, c.Mode == gpu.WaitAll)
		return
	}
	b.order.CPUWaitMany(t, needs, c.Mode == gpu.WaitAll)
	b.end(t)
}

// RecordEvent follows SetEvent, ResetEvent, Join and waits for events.
func (b *Book) RecordEvent(w World, t track.Agent, c *gpu.EventCall) {
	if !w.Advise() {
		return
	}
	b.blocked = false
	b.uses(w, t, 0, c.Event)
	for _, id := range c.Events {
		b.uses(w, t, 0, id)
	}
	if e := w.Event(c.Event); e != nil {
		b.stray(e)
		if c.Method == "ResetEvent" {
			b.order.ResetEvent(t, e.Number)
			e.unset, e.reset = c.Site, true
			return
		}
		b.order.SetEvent(t, e.Number)
		return
	}
	defer b.obscure(w, c)
	for _, id := range c.Events {
		if e := w.Event(id); e != nil {
			if e.waits++; !e.begins(c) {
				b.stray(e)
			}
		}
	}
	if c.TimedOut || c.Unheeded {
		return
	}
	if c.Whichever {
		b.whichever(w, t, c)
		return
	}
	for i, id := range c.Events {
		if !c.All && i != c.Index {
			continue
		}
		if e := w.Event(id); e != nil {
			w.Hear(c, e.Number)
			if e.begins(c) {
				b.order.Begin(t, e.Chain, c.Site)
			}
			if b.order.WaitEvent(t, e.Number); len(c.Events) == 1 {
				b.end(t)
			}
			b.take(e, t, c)
			if !e.Manual {
				e.unset, e.reset = c.Site, false
			}
		} else if other, ok := w.Thread(id); ok {
			b.order.Join(t, other)
		}
	}
}

// whichever follows a wait that one of several events has ended in this run, and another one may end in the next: what is set in each case is known.
// Of the end of a thread among them nothing is.
func (b *Book) whichever(w World, t track.Agent, c *gpu.EventCall) {
	events := make([]int, len(c.Events))
	for i, id := range c.Events {
		e := w.Event(id)
		if e == nil {
			return
		}
		events[i] = e.Number
	}
	b.order.WaitAny(t, events)
}

// obscure tells the order of a wait that another run may end without having unset its events, because its time is up or because another event is set.
func (b *Book) obscure(w World, c *gpu.EventCall) {
	if !c.Timed && (c.All || len(c.Events) == 1) {
		return
	}
	for _, id := range c.Events {
		if e := w.Event(id); e != nil {
			b.order.Obscure(e.Number)
		}
	}
}

// RecordStep follows a StepGpu that has reached its point, the value of a fence, if there is one: what the thread knows of the queues of the device
// then. steps are by thread.
func (b *Book) RecordStep(t track.Agent, c *gpu.StepCall, f *Fence, queues []track.Agent, steps map[track.Agent]*track.Steps) {
	b.steps = true
	switch {
	case f != nil:
		f.heed.look()
		b.order.CPUWait(t, track.Need{Fence: f.Number, Value: c.Desc.Value})
	case c.Desc.Time > 0 || c.Desc.Until == gpu.StepCommand: // nothing is certain
	case c.Desc.Until == gpu.StepBatch:
		if steps[t] == nil {
			steps[t] = &track.Steps{}
		}
		b.order.Retired(t, queues, steps[t])
	default:
		b.order.Idle(t, queues)
	}
}
