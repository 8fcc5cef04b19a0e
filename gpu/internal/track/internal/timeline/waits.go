package timeline

import (
	"github.com/gpuscript/gpuscript/gpu/internal/leasts"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/extremes"
)

// Point is one item of an agent, counted from 1.
type Point struct {
	Queue clock.Agent
	Pos   uint32
}

// Waiting is a wait of a queue for a value of a fence, as it stood when it had been worked out so often.
type Waiting struct {
	Value uint64
	At    Point
	Turn  uint32
}

// Waits are waits of which those for the smallest value come first.
type Waits struct{ leasts.Heap[Waiting] }

// Before orders waits; those for one value as their queues have them.
func (w Waiting) Before(x Waiting) bool {
	switch {
	case w.Value != x.Value:
		return w.Value < x.Value
	case w.At.Queue != x.At.Queue:
		return w.At.Queue < x.At.Queue
	}
	return w.At.Pos < x.At.Pos
}

// Take takes a wait for at most so much.
func (h *Waits) Take(value uint64) (w Waiting, ok bool) {
	if len(h.All) == 0 || h.All[0].Value > value {
		return Waiting{}, false
	}
	return h.Pop(), true
}

// Awaits are waits for a fence that signals may be for which are not given yet: of a line, or of all together while they are a chain.
type Awaits struct {
	// Open are the waits that were worked out and that none of the signals was for, Fresh those that were not worked out yet, and Later those of
	// threads.
	Open, Fresh, Later Waits
	Looked             uint32 // the number of the last wait of a thread that was looked at
}

// Waiter is a queue that waits for a fence: where, and for what. The first dead waits are forgotten.
type Waiter struct {
	Queue  clock.Agent
	At     []uint32
	Values extremes.List
	Dead   int
}

// waiter is that of a queue.
func (t *Timeline) waiter(q clock.Agent) *Waiter {
	at, found := t.waitersOf.Find(q, len(t.Waiters), func(i int) clock.Agent { return t.Waiters[i].Queue })
	if !found {
		t.Waiters = append(t.Waiters, Waiter{Queue: q})
	}
	return &t.Waiters[at]
}

// Claim keeps a wait of a queue, its last one for the fence.
func (t *Timeline) Claim(p Point, value uint64) {
	w := t.waiter(p.Queue)
	t.waits++
	w.At = append(w.At, p.Pos)
	w.Values.Push(value)
}

// Claims calls see with each wait that is not forgotten.
func (t *Timeline) Claims(see func(p Point, value uint64)) {
	for i := range t.Waiters {
		for k, w := t.Waiters[i].Dead, &t.Waiters[i]; k < len(w.At); k++ {
			see(Point{w.Queue, w.At[k]}, w.Values.All[k])
		}
	}
}

// Between calls see with each wait for a value above one, and up to another one, that is not forgotten.
func (t *Timeline) Between(above, upTo uint64, see func(p Point, value uint64)) {
	in := func(b extremes.Bounds) bool { return b.Max > above && b.Min <= upTo }
	for i := range t.Waiters {
		w := &t.Waiters[i]
		for k := w.Values.Next(w.Dead, in); k < len(w.At); k = w.Values.Next(k+1, in) {
			see(Point{w.Queue, w.At[k]}, w.Values.All[k])
		}
	}
}

// Waits is how many waits are not forgotten.
func (t *Timeline) Waits() int { return t.waits }

// Spend forgets the first wait of a queue that is not forgotten.
func (t *Timeline) Spend(q clock.Agent) {
	w := t.waiter(q)
	if t.waits--; t.waits == 0 {
		t.late = nil
	}
	if w.Dead++; 2*w.Dead < len(w.At) {
		return
	}
	n, values := copy(w.At, w.At[w.Dead:]), w.Values.All[w.Dead:]
	w.Values.Reset(n, func(i int) uint64 { return values[i] })
	w.At, w.Dead = w.At[:n], 0
}
