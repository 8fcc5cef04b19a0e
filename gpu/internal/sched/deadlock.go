package sched

import (
	"cmp"
	"slices"
)

// Deadlock describes a machine in which some wait can never be satisfied,
// because nothing can happen any more.
type Deadlock struct {
	// Waiters are all that wait, as far as the order in which threads have given items to queues does not decide it, in this order: the thread whose
	// wait returned the deadlock (not in Drain and Stuck), the other blocked threads by age, the blocked queues in order of creation; of these, while
	// threads are blocked, first those that hold one of them back.
	Waiters []Waiter
	// Cycle holds indices of Waiters: each waits for something that only the next one could bring, and the last for the first. Empty: no cycle; then
	// some Lack has nothing pending that would satisfy it. While threads are blocked it holds one of them back: queues that wait for each other
	// elsewhere are not why the program stands still.
	Cycle []int
	// Paused says that a paused GPU has work that could go on: Resume or Step
	// may free the waiters. Whether a certain signal is held back by a pause is
	// seen at PendingSignal.Queue.GPU().Paused().
	Paused bool
	// Blocked is what blocked threads wait for, also those that are not among Waiters.
	Blocked []Lack
}

// Waiter is a thread or a queue that waits.
type Waiter struct {
	Thread *Thread // or
	Queue  *Queue
	Kind   WaitKind
	Tag    Tag // of the wait
	// Lacks is what it waits for and does not have. A wait for any goes on
	// with one of them, other waits need all.
	Lacks []Lack
	// Behind is the number of items in the queue after the wait that its thread has given.
	Behind int
}

// Lack is one thing that a waiter waits for.
type Lack struct {
	// Fence and Value: the fence must reach the value; it is at Current.
	// Fence is nil for an event that no fence is to set.
	Fence          *Fence
	Value, Current uint64
	// Given is the signal that Current comes from.
	Given Given
	// Had is the last signal, or the initial value, that the wait would have ended with, and Lowered the one that took the fence below
	// the value again. Both have no Tag where there is none. Ahead says that a queue was given the wait before the call of Lowered.
	Had, Lowered Given
	Ahead        bool
	Mixed        bool // several have signalled the fence
	// Event is the event a thread waits for, which the fence is to set;
	// RequestTag is the tag of SetEventOnCompletion.
	Event      *Event
	RequestTag Tag
	// Join is the thread whose end is waited for.
	Join *Thread
	// Pending are all signals of the fence that are queued and can not
	// happen. None with Enough: nothing pending signals it.
	Pending []PendingSignal
}

// Missing reports whether nothing that is pending would satisfy the lack.
func (l *Lack) Missing() bool {
	for _, p := range l.Pending {
		if p.Enough {
			return false
		}
	}
	return l.Join == nil
}

// PendingSignal is a signal in a queue that does not come to it.
type PendingSignal struct {
	Queue  *Queue
	Value  uint64
	Tag    Tag  // of the signal
	Enough bool // its value would satisfy the wait
}

// Stuck returns all that waits at present, whether or not it may go on later.
func (s *Sim) Stuck() *Deadlock { return s.report(nil) }

// report describes the present waits, that of first first: those that do not end in whatever order threads give items to queues. Where each of them
// could, or first goes on then, it is those of this run.
func (s *Sim) report(first *Thread) *Deadlock {
	o := s.best()
	d := s.waits(first, o, false)
	if o == nil || d.Paused || first != nil && o.ends(&d.Waiters[0]) {
		return d
	}
	if c := s.waits(first, o, true); slices.ContainsFunc(c.Waiters, func(w Waiter) bool { return w.Queue != nil }) {
		return c
	}
	return d
}

// waits are all that wait, or those that do not go on at best either. o is nil where one thread has given the queues all that they have.
func (s *Sim) waits(first *Thread, o *best, certain bool) *Deadlock {
	d := &Deadlock{}
	if first != nil {
		d.Waiters = append(d.Waiters, first.waiter())
		d.Blocked = append(d.Blocked, d.Waiters[0].Lacks...)
	}
	for _, t := range s.threads {
		if t == first || t.state != threadBlocked || t.wait.kind == WaitDrain {
			continue
		}
		w := t.waiter()
		if d.Blocked = append(d.Blocked, w.Lacks...); !certain || !o.ends(&w) {
			d.Waiters = append(d.Waiters, w)
		}
	}
	for _, g := range s.gpus {
		d.Paused = d.Paused || g.paused && len(g.events.a) > 0
		for _, q := range g.queues {
			if q.state != queueWaiting {
				continue
			}
			at, halts := q.told(), true
			if o != nil {
				if n, ok := o.halts(q); ok || certain { // what ends at best is not why
					at, halts = n, ok
				}
			}
			if it := q.at(at); halts {
				l := s.lackOf(it.fence, it.value)
				l.Ahead = it.call < l.Lowered.Call
				d.Waiters = append(d.Waiters, Waiter{Queue: q, Kind: WaitQueue, Tag: it.tag, Behind: q.behind(at), Lacks: []Lack{l}})
			}
		}
	}
	if d.findCycle(); s.epoch > 0 && d.Cycle == nil { // there were several threads: what they wait for is held up by others
		d.Waiters = slices.DeleteFunc(d.Waiters, func(w Waiter) bool { return w.Queue != nil && w.Queue.trails && !w.Lacks[0].Missing() })
	}
	return d
}

// waiter describes the wait of a thread.
func (t *Thread) waiter() Waiter {
	s, w := t.sim, &t.wait
	out := Waiter{Thread: t, Kind: w.kind, Tag: w.tag}
	switch w.kind {
	case WaitFence, WaitAllFences, WaitAnyFence:
		out.Lacks = s.lacksOfGroup(&w.group)
	case WaitAllEvents, WaitAnyEvent:
		for _, e := range w.events {
			if !e.set {
				out.Lacks = append(out.Lacks, s.lacksOfEvent(e)...)
			}
		}
	case WaitJoin:
		out.Lacks = []Lack{{Join: w.join}}
	case WaitStep:
		if u := &w.gpu.until; u.Kind == UntilFence {
			out.Lacks = []Lack{s.lackOf(u.Fence, u.Value)}
		}
	}
	return out
}

// lacksOfGroup returns the needs of the group that it still waits for.
func (s *Sim) lacksOfGroup(g *group) []Lack {
	var lacks []Lack
	for i, n := range g.needs {
		for _, w := range n.Fence.waiters {
			if w.group == g && w.slot == i {
				lacks = append(lacks, s.lackOf(n.Fence, n.Value))
			}
		}
	}
	return lacks
}

// lacksOfEvent returns a lack for every fence value that would set e, and one
// without a fence where there is none.
func (s *Sim) lacksOfEvent(e *Event) (lacks []Lack) {
	var due []waiter
	for _, g := range s.gpus {
		for _, f := range g.awaited {
			for _, w := range f.waiters {
				if w.group != nil && w.group.ev == e {
					due = append(due, w)
				}
			}
		}
	}
	slices.SortFunc(due, func(a, b waiter) int { // that of the requests, which several threads may have made, is up to the schedule
		f, g := a.group.needs[a.slot].Fence, b.group.needs[b.slot].Fence
		return cmp.Or(cmp.Compare(f.Name(), g.Name()), cmp.Compare(a.value, b.value), cmp.Compare(a.group.nth, b.group.nth),
			cmp.Compare(a.slot, b.slot))
	})
	for _, w := range due {
		l := s.lackOf(w.group.needs[w.slot].Fence, w.value)
		l.Event, l.RequestTag = e, w.group.tag
		lacks = append(lacks, l)
	}
	if lacks == nil {
		lacks = []Lack{{Event: e}}
	}
	return lacks
}

func (s *Sim) lackOf(f *Fence, v uint64) Lack {
	l := Lack{Fence: f, Value: v, Current: f.Value(), Given: f.given}
	l.Had, l.Lowered = f.lost(v)
	l.Mixed = f.mixed
	for _, g := range s.gpus {
		for _, q := range g.queues {
			l.Pending = append(l.Pending, q.pending(f, v)...)
		}
	}
	return l
}

// findCycle walks the graph "could be satisfied by" depth first and keeps the
// first cycle it closes. It begins at the blocked threads, if there are some, and puts the queues that it does not come to behind the others.
func (d *Deadlock) findCycle() {
	w := walk{d: d, mark: make([]mark, len(d.Waiters))}
	roots := slices.IndexFunc(d.Waiters, func(w Waiter) bool { return w.Thread == nil })
	if roots <= 0 {
		roots = len(d.Waiters)
	}
	d.Waiters = w.sorted(roots)
	clear(w.mark)
	for i := range roots {
		if w.mark[i] == unseen && w.closes(i) {
			return
		}
	}
}

// mark says what a walk knows of a waiter.
type mark uint8

const (
	unseen mark = iota
	onPath
	done
)

// A walk goes depth first from waiters to those that hold them back.
type walk struct {
	d    *Deadlock
	mark []mark
	path []int
}

// closes reports whether a walk from waiter i closes a cycle, and keeps that.
func (w *walk) closes(i int) bool {
	w.mark[i], w.path = onPath, append(w.path, i)
	for _, j := range w.d.next(i) {
		switch {
		case w.mark[j] == onPath:
			w.d.Cycle = w.path[slices.Index(w.path, j):]
			return true
		case w.mark[j] == unseen && w.closes(j):
			return true
		}
	}
	w.mark[i], w.path = done, w.path[:len(w.path)-1]
	return false
}

// sorted are the waiters, first those that the roots lead to.
func (w *walk) sorted(roots int) []Waiter {
	var reach func(i int)
	reach = func(i int) {
		w.mark[i] = done
		for _, j := range w.d.next(i) {
			if w.mark[j] == unseen {
				reach(j)
			}
		}
	}
	for i := range roots {
		if w.mark[i] == unseen {
			reach(i)
		}
	}
	var first, last []Waiter
	for i, waiter := range w.d.Waiters {
		if w.mark[i] == unseen {
			last = append(last, waiter)
		} else {
			first = append(first, waiter)
		}
	}
	return append(first, last...)
}

// next returns the waiters that hold back what waiter i waits for. It is the last one itself: a queue of many signals has larger ones
// after its own wait, which were not meant to end it.
func (d *Deadlock) next(i int) []int {
	var out []int
	itself := false
	for _, l := range d.Waiters[i].Lacks {
		for j := range d.Waiters {
			switch {
			case !l.heldBackBy(&d.Waiters[j]):
			case j == i:
				itself = true
			default:
				out = append(out, j)
			}
		}
	}
	if itself {
		out = append(out, i)
	}
	return out
}

func (l *Lack) heldBackBy(w *Waiter) bool {
	if w.Thread != nil {
		return l.Join == w.Thread
	}
	for _, p := range l.Pending {
		if p.Enough && p.Queue == w.Queue {
			return true
		}
	}
	return false
}
