package sched

import (
	"cmp"
	"slices"
)

// origin says where a choice stands: event i of GPU g, or a thread.
type origin struct {
	choice Choice
	g      *GPU
	i      int
	order  uint64
	turn   int // of several queues that are ready for one engine
	rank   int // GPUs in order of creation, then the running thread, then threads
}

var choiceKinds = [...]ChoiceKind{
	evArrive: ChooseArrival, evItem: ChooseItem, evBegin: ChooseStart, evDone: ChooseDone, evDispatch: ChooseDispatch,
}

// explore asks the policy for the next step. An event happens and nil is
// returned; a thread is returned, ready to go on.
func (s *Sim) explore() *Thread {
	s.offer()
	if len(s.origins) == 0 {
		s.stall()
		s.stalled()
		s.offer()
	}
	pick := 0
	if len(s.origins) > 1 {
		s.choices = s.choices[:0]
		for i := range s.origins {
			s.choices = append(s.choices, s.origins[i].choice)
		}
		if pick = s.ask(); pick < 0 {
			return nil
		}
	}
	o := s.origins[pick]
	clear(s.choices)
	clear(s.origins)
	s.step(o.choice)
	if t := o.choice.Thread; t != nil {
		s.waiting.remove(t)
		return s.take(t)
	}
	if e := &o.g.events.a[o.i]; e.kind == evDispatch {
		e.pool.wanted = o.choice.Queue
	}
	s.fire(o.g, o.i)
	return nil
}

// offer collects what may legally happen next, in the order of the timeline. A
// timeout is legal only once its time has come, or when nothing else is earlier.
func (s *Sim) offer() {
	s.origins = s.origins[:0]
	for rank, g := range s.gpus {
		if !g.live() {
			continue
		}
		for i := range g.events.a {
			e := &g.events.a[i]
			if e.kind == evDispatch && e.pool.hasFree() && len(e.pool.ready) > 0 {
				s.offerReady(g, i, rank)
				continue
			}
			c := Choice{Kind: choiceKinds[e.kind], At: e.at, Queue: e.q}
			if e.q != nil && e.q.count > 0 {
				c.Tag = e.q.head().tag
			}
			s.origins = append(s.origins, origin{choice: c, g: g, i: i, order: e.order, rank: rank})
		}
	}
	for _, t := range s.waiting.a {
		if t.state == threadBlocked {
			continue
		}
		rank := len(s.gpus) + 1
		if t == s.yielding {
			rank--
		}
		c := Choice{Kind: ChooseThread, At: t.key, Thread: t}
		s.origins = append(s.origins, origin{choice: c, order: uint64(t.id), rank: rank})
	}
	due := Infinite
	for i := range s.origins {
		due = min(due, s.origins[i].choice.At)
	}
	due = max(due, s.now)
	for _, t := range s.waiting.a {
		if t.state == threadBlocked && t.key <= due {
			c := Choice{Kind: ChooseTimeout, At: t.key, Thread: t, Tag: t.wait.tag}
			s.origins = append(s.origins, origin{choice: c, order: uint64(t.id), rank: len(s.gpus) + 1})
		}
	}
	slices.SortFunc(s.origins, func(a, b origin) int {
		return cmp.Or(cmp.Compare(a.choice.At, b.choice.At), cmp.Compare(a.rank, b.rank), cmp.Compare(a.order, b.order), cmp.Compare(a.turn, b.turn))
	})
}

// offerReady offers the queues of which one gets an engine by event i of g, in the order in which the timeline has them.
func (s *Sim) offerReady(g *GPU, i, rank int) {
	e := &g.events.a[i]
	ready := slices.Clone(e.pool.ready)
	slices.SortStableFunc(ready, func(a, b *Queue) int {
		switch {
		case a.goesBefore(b):
			return -1
		case b.goesBefore(a):
			return 1
		}
		return 0
	})
	for turn, q := range ready {
		c := Choice{Kind: ChooseDispatch, At: e.at, Queue: q, Tag: q.head().tag}
		s.origins = append(s.origins, origin{choice: c, g: g, i: i, order: e.order, turn: turn, rank: rank})
	}
}

// ask returns the policy's choice, or -1 where it panicked.
func (s *Sim) ask() (pick int) {
	pick = -1
	defer func() {
		if pick < 0 {
			s.broken = newPanic(recover())
		}
	}()
	n := s.policy.Pick(s.choices)
	if n < 0 || n >= len(s.choices) {
		panic("BUG: the policy picks what is no choice")
	}
	return n
}
