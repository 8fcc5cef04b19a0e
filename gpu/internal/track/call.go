package track

import "slices"

// Call is a call of a thread: who made it, and what that thread knew, the call included.
type Call struct {
	By   Agent
	Knew Clock
}

// Call is the call that gave an item to a queue. The item is not forgotten.
func (o *Order) Call(p Point) Call {
	a := &o.agents[p.Queue]
	it := &a.items[p.Pos-a.base-1]
	return Call{it.by, it.issue}
}

// Again is a call with what its thread is known to have known: less than it was, if a signal came since then that could have ended a wait before it.
func (o *Order) Again(c Call) Call {
	if o.revisions > 0 {
		c.Knew = o.lately(c.By, c.Knew)
	}
	return c
}

// Comes compares the calls of two threads: before says that a comes before b, and certain that it does so in every run. Where it is not, the threads
// themselves give an order that no run changes, as if a thread made its calls when it is created, but behind those of its creator.
func (o *Order) Comes(a, b Call) (before, certain bool) {
	switch {
	case b.Knew.At(a.By) >= a.Knew.At(a.By):
		return true, true
	case a.Knew.At(b.By) >= b.Knew.At(b.By):
		return false, true
	}
	return o.Elder(a.By, b.By), false
}

// Sequence brings things that calls did, those of each thread in its order, into an order that no run changes: the eldest thread's comes next, or what
// certainly comes before that.
func Sequence[T any](o *Order, things []T, call func(T) Call) {
	if !slices.ContainsFunc(things, func(x T) bool { return call(x).By != call(things[0]).By }) {
		return // as it mostly is
	}
	threads, by := []Agent{}, map[Agent][]T{}
	for _, x := range things {
		c := call(x)
		if by[c.By] == nil {
			threads = append(threads, c.By)
		}
		by[c.By] = append(by[c.By], x)
	}
	slices.SortFunc(threads, func(a, b Agent) int {
		if o.Elder(a, b) {
			return -1
		}
		return 1
	})
	rank, lists := map[Agent]int{}, make([][]T, len(threads))
	for k, t := range threads {
		rank[t], lists[k] = k, by[t]
	}
	eldest, done := 0, Clock{} // what is known to those that have come: all of that has come, too
	for i := range things {
		for len(lists[eldest]) == 0 {
			eldest++
		}
		at := eldest
		for k := at; k >= 0; { // what comes before the eldest's, and before that
			at, k = k, -1
			mine := call(lists[at][0])
			mine.Knew.Beyond(done, func(other Agent, n uint32) {
				o.steps++
				if r, uses := rank[other]; uses && r != at && (k < 0 || r < k) && len(lists[r]) > 0 && n >= call(lists[r][0]).Knew.At(other) {
					k = r
				}
			})
			if k < 0 {
				done = done.Join(mine.Knew)
			}
		}
		things[i], lists[at] = lists[at][0], lists[at][1:]
	}
}

// Elder says whether thread a comes before thread b: a creator before what it has created, and of two threads the one whose line left the
// other's earlier.
//
//	main ──┬────────┬──▶        main, one, three, two
//	      one ─┬─▶ two ──▶
//	         three ─▶
func (o *Order) Elder(a, b Agent) bool {
	x, y := o.line(a), o.line(b)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i].Pos < y[i].Pos
		}
	}
	return len(x) < len(y)
}

// line is where the ancestors of a thread were created, and then the thread: empty for the main thread.
func (o *Order) line(t Agent) (out []Point) {
	if t == 0 {
		return nil
	}
	born := o.agents[t].born
	return append(o.line(born.Queue), born)
}
