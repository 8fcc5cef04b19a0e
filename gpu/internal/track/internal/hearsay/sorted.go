package hearsay

import (
	"github.com/gpuscript/gpuscript/gpu/internal/leasts"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// Mostly several threads know as little of an agent, and one of them is soon found. But of who makes them all each thread knows another number of
// actions, and each time there is one alone that knows least. So where a look at all threads was taken several times, they are put in order for that
// agent. What a thread knows only grows, so the numbers in that order are too small at most: if that of the first thread is right it knows least.

// sorted are the threads by what they know of an agent. The zero value has no agent.
type sorted struct {
	of   map[clock.Agent]*leasts.Heap[knowledge]
	cost map[clock.Agent]uint64 // of looking for who knows least
}

// knowledge is that a thread knew so much.
type knowledge struct {
	items  uint32
	thread clock.Agent
}

// Before orders threads.
func (x knowledge) Before(y knowledge) bool { return x.items < y.items }

// searches is how often all threads are looked at before they are put in order.
const searches = 4

// searched notes what a search has cost, and puts the threads in order if that was much.
func (s *sorted) searched(k *Threads, of clock.Agent, cost uint64) {
	if s.cost == nil {
		s.of, s.cost = map[clock.Agent]*leasts.Heap[knowledge]{}, map[clock.Agent]uint64{}
	}
	if s.cost[of] += cost; s.cost[of] < searches*uint64(len(k.counting)) {
		return
	}
	delete(s.cost, of)
	h := &leasts.Heap[knowledge]{}
	for _, t := range k.counting {
		if t != of {
			h.Push(knowledge{k.of[t].counted.At(of), t})
		}
	}
	s.of[of] = h
}

// add adds a thread that has just been made.
func (s *sorted) add(k *Threads, t clock.Agent) {
	for of, h := range s.of {
		h.Push(knowledge{k.of[t].counted.At(of), t})
	}
}

// least is a thread that knows least of an agent, if they are in order for that.
func (s *sorted) least(k *Threads, of clock.Agent) (t clock.Agent, items uint32, found bool) {
	h := s.of[of]
	if h == nil {
		return 0, 0, false
	}
	for {
		*k.steps++
		first := h.All[0]
		switch known := k.of[first.thread].counted.At(of); {
		case k.of[first.thread].over:
			h.Pop()
		case known > first.items:
			h.Replace(knowledge{known, first.thread})
		default:
			return first.thread, known, true
		}
	}
}
