package track

import "math/rand"

// model is a small program: items of two or three queues in order of issue, and a final wait of the CPU.
type model struct {
	queues int
	items  []modelItem
	final  Need
}

type modelItem struct {
	queue int
	kind  itemKind
	need  Need
}

func randomModel(r *rand.Rand) *model {
	m := &model{queues: 2 + r.Intn(2), final: Need{r.Intn(2), uint64(1 + r.Intn(3))}}
	for range 3 + r.Intn(6) {
		m.items = append(m.items, modelItem{r.Intn(m.queues), itemKind(r.Intn(3)), Need{r.Intn(2), uint64(1 + r.Intn(3))}})
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

// certain runs every interleaving and says which items were finished whenever the final wait could end.
func (m *model) certain() (done []bool, reachable bool) {
	done = make([]bool, len(m.items))
	for i := range done {
		done[i] = true
	}
	byQueue := make([][]int, m.queues)
	for i, it := range m.items {
		byQueue[it.queue] = append(byQueue[it.queue], i)
	}
	at := make([]int, m.queues)
	finished := make([]bool, len(m.items))
	var run func(fences [2]uint64)
	run = func(fences [2]uint64) {
		if fences[m.final.Fence] >= m.final.Value {
			reachable = true
			for i := range done {
				done[i] = done[i] && finished[i]
			}
		}
		for q := range at {
			if at[q] == len(byQueue[q]) {
				continue
			}
			i := byQueue[q][at[q]]
			it, next := m.items[i], fences
			if it.kind == itemWait && fences[it.need.Fence] < it.need.Value {
				continue
			}
			if it.kind == itemSignal {
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
	return done, reachable
}

// idle runs every interleaving to its end and says which items were finished at each of them.
func (m *model) idle() []bool {
	done := make([]bool, len(m.items))
	for i := range done {
		done[i] = true
	}
	byQueue := make([][]int, m.queues)
	for i, it := range m.items {
		byQueue[it.queue] = append(byQueue[it.queue], i)
	}
	at := make([]int, m.queues)
	finished := make([]bool, len(m.items))
	var run func(fences [2]uint64)
	run = func(fences [2]uint64) {
		stuck := true
		for q := range at {
			if at[q] == len(byQueue[q]) {
				continue
			}
			i := byQueue[q][at[q]]
			it, next := m.items[i], fences
			if it.kind == itemWait && fences[it.need.Fence] < it.need.Value {
				continue
			}
			if it.kind == itemSignal {
				next[it.need.Fence] = it.need.Value
			}
			stuck = false
			at[q]++
			finished[i] = true
			run(next)
			at[q]--
			finished[i] = false
		}
		for i := range done {
			done[i] = done[i] && (finished[i] || !stuck)
		}
	}
	run([2]uint64{})
	return done
}

// replay tells the program to an order and asks about every item.
func (m *model) replay(o *Order, end func(queues []Agent)) []bool {
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
	}
	end(queues)
	got := make([]bool, len(points))
	for i, p := range points {
		got[i] = o.Done(0, p)
	}
	return got
}
