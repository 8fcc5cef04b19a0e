package sched

import (
	"cmp"
	"slices"
)

// Which of two threads is created first is up to the schedule, where they are created by two others. So a thread comes behind its creator, and of two threads that one first whose line
// left the other's earlier:
//
//	main ──┬────────┬──▶        main, one, three, two
//	      one ─┬─▶ two ──▶
//	         three ─▶

// byAge orders threads in a way that no schedule changes.
func byAge(a, b *Thread) int {
	if a == b {
		return 0
	}
	x, y := a.back(b.depth), b.back(a.depth)
	switch {
	case x == y && x == a:
		return -1
	case x == y:
		return 1
	}
	for x.parent != y.parent {
		if x.far != y.far {
			x, y = x.far, y.far
		} else {
			x, y = x.parent, y.parent
		}
	}
	return cmp.Compare(x.nth, y.nth)
}

// born notes that a thread is the next child of another one. It keeps an ancestor that lies further back, too: as far that the way from any thread to any ancestor is a few steps, and
// that two threads as far from the main thread go back equally far.
func (t *Thread) born(of *Thread) {
	t.parent, t.nth, t.depth, t.far = of, of.children, of.depth+1, of
	of.children++
	if far := of.far; far != nil && far.far != nil && of.depth-far.depth == far.depth-far.far.depth { // two equal ways in a row are one
		t.far = far.far
	}
}

// back is the ancestor of a thread, or the thread itself, that is no further from the main thread than depth.
func (t *Thread) back(depth int) *Thread {
	for t.depth > depth {
		if t.far.depth >= depth {
			t = t.far
		} else {
			t = t.parent
		}
	}
	return t
}

// join puts a new thread among the others.
func (s *Sim) join(t *Thread) {
	at, _ := slices.BinarySearchFunc(s.threads, t, byAge)
	s.threads = slices.Insert(s.threads, at, t)
}

// told is the wait of a queue that is named where it stands still: of the threads that have given it a wait which does not end, the eldest one's first. Which one it has come to is up to the schedule.
func (q *Queue) told() (at int) {
	var found *Thread
	seen := map[*Thread]bool{}
	for i := range q.count {
		it := q.at(i)
		if it.kind != itemWait || seen[it.by] || it.fence.Value() >= it.value || q.meets(it, i) {
			continue
		}
		seen[it.by] = true
		if found == nil || byAge(it.by, found) < 0 {
			found, at = it.by, i
		}
	}
	return at
}

// meets says whether the thread of a wait has given its queue a signal before that ends it.
func (q *Queue) meets(wait *item, at int) bool {
	for i := range at {
		if it := q.at(i); it.kind == itemSignal && it.by == wait.by && it.fence == wait.fence && it.value >= wait.value {
			return true
		}
	}
	return false
}

// pending are the signals of a fence in a queue, those of one thread in their order.
func (q *Queue) pending(f *Fence, v uint64) (out []PendingSignal) {
	var by []*item
	for i := range q.count {
		if it := q.at(i); it.kind == itemSignal && it.fence == f {
			by = append(by, it)
		}
	}
	slices.SortStableFunc(by, func(a, b *item) int { return byAge(a.by, b.by) })
	for _, it := range by {
		out = append(out, PendingSignal{Queue: q, Value: it.value, Tag: it.tag, Enough: it.value >= v})
	}
	return out
}
