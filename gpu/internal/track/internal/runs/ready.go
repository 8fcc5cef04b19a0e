package runs

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/leasts"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// lack is one thing without which an item cannot be done: that an agent comes to an item, or that a fence has a value or a larger one.
type lack struct {
	point Point // Pos 0: a fence
	fence int
	value uint64
}

// ready says whether an item can be done.
func (p *Program) ready(at []uint32, value []uint64, a clock.Agent, it *Item) bool {
	_, lacks := p.lacks(at, value, a, it)
	return !lacks
}

// lacks is what an item lacks, if it cannot be done: one of several things.
func (p *Program) lacks(at []uint32, value []uint64, a clock.Agent, it *Item) (l lack, is bool) {
	g := &p.Agents[a]
	switch {
	case g.Queue && at[it.By] < it.call():
		return lack{point: Point{it.By, it.call()}}, true
	case !g.Queue && at[g.Born.Queue] < g.Born.Pos:
		return lack{point: g.Born}, true
	}
	if i := slices.IndexFunc(it.Behind, func(b Point) bool { return at[b.Queue] < b.Pos }); i >= 0 {
		return lack{point: it.Behind[i]}, true
	}
	switch it.Kind {
	case Wait:
		return lack{fence: it.Fence, value: it.Value}, !it.Past && value[it.Fence] < it.Value
	case Poll:
		have := value[it.Fence]
		return lack{fence: it.Fence, value: it.Value}, have < it.Value || have > it.Value && p.Fences[it.Fence].Restless
	case Learn:
		return missing(at, it.Issue)
	}
	return l, false
}

// missing is an item that a clock covers and that is not done, if there is one.
func missing(at []uint32, c clock.Clock) (l lack, is bool) {
	c.Beyond(clock.Clock{}, func(other clock.Agent, n uint32) {
		if at[other] < n {
			l, is = lack{point: Point{other, n}}, true
		}
	})
	return l, is
}

// covers says whether so much is done that a clock covers no more.
func covers(at []uint32, c clock.Clock) bool {
	_, is := missing(at, c)
	return !is
}

// waiting are agents that cannot go on: of what each lacks it hears when it comes, and is not asked before. A fence that can go down gets no value
// while agents go on, because such a signal is a choice, so who waits for it is asked in the next state.
//
//	queue 7   ─ call 30 of the main thread     main thread   28 ─▶ 29 ─▶ 30   queue 7 is ready
type waiting struct {
	ready  []clock.Agent
	points map[Point]clock.Agent // the last one that waits for an item, and 1
	before []clock.Agent         // by agent: the one that waited for the same item before it, and 1; 0: none did
	fences map[int]*leasts.Heap[await]
}

// begin makes all of so many agents ready, and none wait.
func (w *waiting) begin(agents int) {
	if w.points == nil {
		w.points, w.fences = map[Point]clock.Agent{}, map[int]*leasts.Heap[await]{}
	}
	clear(w.points)
	clear(w.fences)
	w.ready, w.before = w.ready[:0], slices.Grow(w.before[:0], agents)[:agents]
	for a := range agents {
		w.ready = append(w.ready, clock.Agent(a))
	}
}

// await is an agent that waits for a value of a fence.
type await struct {
	value uint64
	agent clock.Agent
}

// Before says which await ends first.
func (a await) Before(b await) bool { return a.value < b.value }

// add lets an agent wait for what it lacks.
func (w *waiting) add(a clock.Agent, l lack) {
	if l.point.Pos > 0 {
		w.before[a] = w.points[l.point]
		w.points[l.point] = a + 1
		return
	}
	h := w.fences[l.fence]
	if h == nil {
		h = &leasts.Heap[await]{}
		w.fences[l.fence] = h
	}
	h.Push(await{l.value, a})
}

// done makes those ready that wait for an agent to come to an item, which it does one after the other.
func (w *waiting) done(p Point) {
	next := w.points[p]
	if next > 0 {
		delete(w.points, p)
	}
	for ; next > 0; next = w.before[next-1] {
		w.ready = append(w.ready, next-1)
	}
}

// signalled makes those ready that wait for a value that a fence has now.
func (w *waiting) signalled(fence int, value uint64) {
	for h := w.fences[fence]; h != nil && len(h.All) > 0 && h.All[0].value <= value; {
		w.ready = append(w.ready, h.Pop().agent)
	}
}
