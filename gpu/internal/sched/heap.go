package sched

// eventKind is what an event does; the names are those of ChoiceKind.
type eventKind uint8

const (
	evArrive   eventKind = iota // a queue looks at its next item
	evItem                      // a queue finishes its signal or operation
	evBegin                     // a queue begins a command after a preemption
	evDone                      // a queue finishes a command
	evDispatch                  // free engines of a pool are given away
)

// lastly is set in the order of events that come after all others of their time.
const lastly = 1 << 63

// event is something that will happen on a GPU.
type event struct {
	at    Time
	order uint64 // among events of one time
	kind  eventKind
	q     *Queue
	pool  *pool
}

func (e *event) before(f *event) bool {
	return e.at < f.at || e.at == f.at && e.order < f.order
}

// eventHeap is a binary heap of values: no allocation per event.
type eventHeap struct{ a []event }

func (h *eventHeap) top() *event { return &h.a[0] }

func (h *eventHeap) push(e event) {
	h.a = append(h.a, e)
	h.up(len(h.a) - 1)
}

// remove takes out the event at index i, into e; 0 is the earliest.
func (h *eventHeap) remove(i int, e *event) {
	last := len(h.a) - 1
	end := &h.a[last]
	*e = h.a[i]
	if i < last {
		h.a[i] = *end
	}
	end.q, end.pool = nil, nil
	h.a = h.a[:last]
	if i < last {
		h.down(i)
		h.up(i)
	}
}

func (h *eventHeap) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !h.a[i].before(&h.a[parent]) {
			return
		}
		h.a[i], h.a[parent] = h.a[parent], h.a[i]
		i = parent
	}
}

func (h *eventHeap) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(h.a) {
			return
		}
		if child+1 < len(h.a) && h.a[child+1].before(&h.a[child]) {
			child++
		}
		if !h.a[child].before(&h.a[i]) {
			return
		}
		h.a[i], h.a[child] = h.a[child], h.a[i]
		i = child
	}
}

// threadHeap orders the threads that will go on at a known time: runnable ones
// at their clock, blocked ones at their timeout. Ties go to the older thread.
type threadHeap struct{ a []*Thread }

func (h *threadHeap) minKey() Time {
	if len(h.a) == 0 {
		return Infinite
	}
	return h.a[0].key
}

func (h *threadHeap) before(i, j int) bool {
	a, b := h.a[i], h.a[j]
	return a.key < b.key || a.key == b.key && a.id < b.id
}

func (h *threadHeap) push(t *Thread, key Time) {
	t.key, t.slot = key, len(h.a)
	h.a = append(h.a, t)
	h.fix(t.slot)
}

func (h *threadHeap) pop() *Thread {
	t := h.a[0]
	h.remove(t)
	return t
}

// remove takes t out, if it is in.
func (h *threadHeap) remove(t *Thread) {
	i, last := t.slot, len(h.a)-1
	if i < 0 {
		return
	}
	h.swap(i, last)
	h.a[last] = nil
	h.a = h.a[:last]
	t.slot = -1
	if i < last {
		h.fix(i)
	}
}

func (h *threadHeap) swap(i, j int) {
	h.a[i], h.a[j] = h.a[j], h.a[i]
	h.a[i].slot, h.a[j].slot = i, j
}

func (h *threadHeap) fix(i int) {
	for {
		child := 2*i + 1
		if child+1 < len(h.a) && h.before(child+1, child) {
			child++
		}
		if child >= len(h.a) || !h.before(child, i) {
			break
		}
		h.swap(i, child)
		i = child
	}
	for i > 0 && h.before(i, (i-1)/2) {
		h.swap(i, (i-1)/2)
		i = (i - 1) / 2
	}
}
