package track

import (
	"math/rand"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/runs"
)

// model is a small program: items of two or three queues in order of issue, and a final wait of the CPU.
type model struct {
	queues int
	items  []modelItem
	final  Need
}

type modelItem struct {
	queue int
	kind  runs.Kind
	need  Need
}

func randomModel(r *rand.Rand) *model {
	m := &model{queues: 2 + r.Intn(2), final: Need{r.Intn(2), uint64(1 + r.Intn(3))}}
	for range 3 + r.Intn(7) {
		m.items = append(m.items, modelItem{r.Intn(m.queues), runs.Kind(r.Intn(3)), Need{r.Intn(2), uint64(1 + r.Intn(3))}})
	}
	return m
}

// simple says whether no fence goes down: then the order has to be exact.
func (m *model) simple() bool {
	var high [2]uint64
	signaler := [2]int{-1, -1}
	for _, it := range m.items {
		if it.kind != itemSignal {
			continue
		}
		if it.need.Value < high[it.need.Fence] || signaler[it.need.Fence] >= 0 && signaler[it.need.Fence] != it.queue {
			return false
		}
		high[it.need.Fence], signaler[it.need.Fence] = it.need.Value, it.queue
	}
	return true
}

// every runs every interleaving and shows each moment of them: which items are finished, the values of the fences, and whether nothing can go on.
func (m *model) every(see func(finished []bool, fences [2]uint64, stuck bool)) {
	byQueue := make([][]int, m.queues)
	for i, it := range m.items {
		byQueue[it.queue] = append(byQueue[it.queue], i)
	}
	at := make([]int, m.queues)
	finished := make([]bool, len(m.items))
	var run func(fences [2]uint64)
	run = func(fences [2]uint64) {
		var ready []int
		for q := range at {
			if at[q] < len(byQueue[q]) {
				if it := m.items[byQueue[q][at[q]]]; it.kind != itemWait || fences[it.need.Fence] >= it.need.Value {
					ready = append(ready, q)
				}
			}
		}
		see(finished, fences, len(ready) == 0)
		for _, q := range ready {
			i, next := byQueue[q][at[q]], fences
			if it := m.items[i]; it.kind == itemSignal {
				next[it.need.Fence] = it.need.Value
			}
			at[q]++
			finished[i] = true
			run(next)
			at[q]--
			finished[i] = false
		}
	}
	run([2]uint64{})
}

// certain says which items were finished whenever the final wait could end.
func (m *model) certain() (done []bool, reachable bool) {
	done = slices.Repeat([]bool{true}, len(m.items))
	m.every(func(finished []bool, fences [2]uint64, _ bool) {
		if fences[m.final.Fence] >= m.final.Value {
			reachable = true
			both(done, finished)
		}
	})
	return done, reachable
}

// idle says which items were finished at the end of every interleaving.
func (m *model) idle() []bool {
	done := slices.Repeat([]bool{true}, len(m.items))
	m.every(func(finished []bool, _ [2]uint64, stuck bool) {
		if stuck {
			both(done, finished)
		}
	})
	return done
}

// both leaves what holds in both.
func both(done, now []bool) {
	for i := range done {
		done[i] = done[i] && now[i]
	}
}

// replay tells the program to an order and asks about every item. curious: it asks about others, too, after each item.
func (m *model) replay(o *Order, curious bool, end func(queues []Agent)) []bool {
	queues := make([]Agent, m.queues)
	for i := range queues {
		queues[i] = o.AddQueue()
	}
	o.AddFence(0)
	o.AddFence(0)
	points := make([]Point, len(m.items))
	for i, it := range m.items {
		q := queues[it.queue]
		switch it.kind {
		case itemWork:
			points[i] = o.Submit(0, q, 0)
		case itemSignal:
			points[i] = o.QueueSignal(0, q, it.need, 0)
		default:
			points[i] = o.QueueWait(0, q, it.need, 0)
		}
		if curious {
			o.Start(points[i*5/7])
			o.Race(0, queues[i%m.queues], Need{i % 2, uint64(1 + i%3)})
		}
	}
	end(queues)
	got := make([]bool, len(points))
	for i, p := range points {
		got[i] = o.Done(0, p)
	}
	return got
}
