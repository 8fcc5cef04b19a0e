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
	if t := o.choice.Thread; t != nil {
		s.waiting.remove(t)
		return s.take(t)
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
		return cmp.Or(cmp.Compare(a.choice.At, b.choice.At), cmp.Compare(a.rank, b.rank), cmp.Compare(a.order, b.order))
	})
}

// ask returns the policy's choice, or -1 where it panicked.
func (s *Sim) ask() (pick int) {
	pick = -1
	defer func() {
		if pick < 0 {
			s.broken = newPanic(recover())
		}
	}()
	n := s.policy.Pick(DecideNext, s.choices)
	if n < 0 || n >= len(s.choices) {
		panic("BUG: the policy picks what is no choice")
	}
	return n
}

// pickQueue asks the policy which of the queues gets an engine.
func (s *Sim) pickQueue(queues []*Queue) int {
	choices := make([]Choice, len(queues))
	for i, q := range queues {
		choices[i] = Choice{Kind: ChooseQueue, At: s.now, Queue: q, Tag: q.head().tag}
	}
	return s.policy.Pick(DecideEngine, choices)
}
