package track

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// share is a random program of threads that share fences and events, on two orders: one forgets what everybody knows as soon as it can, and learns
// anew only what may be otherwise; the other one keeps all, and learns everything anew.
type share struct {
	*rand.Rand
	orders  [2]*Order
	threads []Agent
	queues  []Agent
	fences  []int
	events  []int
	values  []uint64 // of the fences
	armed   [][]Need // of the events: requests that are not met
	set     []bool
	seldom  int // how seldom a thread waits for a fence
}

func newShare(seed int64) *share {
	s := &share{Rand: rand.New(rand.NewSource(seed)), orders: [2]*Order{NewOrder(), NewOrder()}, threads: []Agent{main}}
	s.seldom = 1 + s.Intn(12)
	add := func(list *[]Agent, add func(o *Order) Agent) {
		*list = append(*list, add(s.orders[0]))
		if add(s.orders[1]) != (*list)[len(*list)-1] {
			panic("the orders count alike")
		}
	}
	for range 2 + s.Intn(2) {
		add(&s.threads, func(o *Order) Agent { return o.AddThread(main) })
	}
	for range 2 + s.Intn(2) {
		add(&s.queues, (*Order).AddQueue)
		s.fences = append(s.fences, s.both(func(o *Order) int { return o.AddFence(0) }))
		s.values = append(s.values, 0)
		s.orders[1].agents[s.queues[len(s.queues)-1]].waits++ // as if it had a wait
	}
	for range 1 + s.Intn(2) {
		s.events = append(s.events, s.both(func(o *Order) int { return o.AddEvent(false, false) }))
		s.armed, s.set = append(s.armed, nil), append(s.set, false)
	}
	return s
}

func (s *share) both(do func(o *Order) int) int {
	do(s.orders[0])
	return do(s.orders[1])
}

// reached notes that a fence has a value: events that were armed with it are set.
func (s *share) reached(f int) {
	s.values[f]++
	for e := range s.events {
		var left []Need
		for _, n := range s.armed[e] {
			if n.Value <= s.values[n.Fence] {
				s.set[e] = true
			} else {
				left = append(left, n)
			}
		}
		s.armed[e] = left
	}
}

// call makes one call of a random thread.
func (s *share) call() {
	t, q, f, e := s.threads[s.Intn(len(s.threads))], s.Intn(len(s.queues)), s.Intn(len(s.queues)), s.Intn(len(s.events))
	if s.Intn(4) > 0 { // mostly queues are of one thread each
		q = int(t) % len(s.queues)
		f = q
	}
	next, some := Need{s.fences[f], s.values[f] + 1}, Need{s.fences[f], uint64(s.Intn(int(s.values[f]) + 1))}
	each := func(do func(o *Order)) { do(s.orders[0]); do(s.orders[1]) }
	switch s.Intn(9) {
	case 0, 1:
		each(func(o *Order) { o.Submit(t, s.queues[q], 0) })
	case 2, 3:
		each(func(o *Order) { o.QueueSignal(t, s.queues[q], next, 0) })
		s.reached(f)
	case 4:
		if s.Intn(4) == 0 {
			each(func(o *Order) { o.CPUSignal(t, next, 0) })
			s.reached(f)
		}
	case 5:
		if s.Intn(s.seldom) > 0 {
			return
		}
		each(func(o *Order) { o.CPUWait(t, some) })
	case 6:
		if s.Intn(3) == 0 {
			each(func(o *Order) { o.QueueWait(t, s.queues[q], some, 0) })
		}
	case 7:
		n := some
		if s.Intn(2) == 0 {
			n = next
		}
		each(func(o *Order) { o.Arm(t, s.events[e], []Need{n}, true) })
		if s.set[e] = s.set[e] || n.Value <= s.values[f]; n.Value > s.values[f] {
			s.armed[e] = append(s.armed[e], n)
		}
	case 8:
		if s.set[e] {
			s.set[e] = false
			each(func(o *Order) { o.WaitEvent(t, s.events[e]) })
		}
	}
}

// TestLearnedAnew: threads know the same, whether all is learned anew with each signal that takes something away, or only what may be otherwise.
func TestLearnedAnew(t *testing.T) {
	revisions, waits := 0, 0
	for seed := range int64(300) {
		s := newShare(seed)
		quick, whole := s.orders[0], s.orders[1]
		for n := range 80 {
			for a := range whole.agents {
				for i := range whole.agents[a].items.Len() {
					whole.agents[a].items.At(i).firm = false
				}
			}
			s.call()
			common, _, _ := quick.Common()
			quick.Forget(common)
			for _, thread := range s.threads {
				for a := range whole.agents {
					of, known := Agent(a), quick.dropped.At(Agent(a))
					require.Equal(t, max(known, whole.Knows(thread).At(of)), max(known, quick.Knows(thread).At(of)), "seed %d, call %d: what thread %d knows of %d", seed, n, thread, a)
				}
			}
		}
		revisions += quick.revisions
		for a := range quick.agents {
			for i := range quick.agents[a].items.Len() {
				if it := quick.agents[a].items.At(i); it.kind == itemLearn && it.from == nil {
					waits++
				}
			}
		}
	}
	require.Greater(t, revisions, 100)
	require.Greater(t, waits, 30)
}
