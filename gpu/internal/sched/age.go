package sched

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/sched/internal/descent"
)

// byAge orders threads in a way that no schedule changes.
func byAge(a, b *Thread) int { return descent.Compare(&a.line, &b.line) }

// join puts a new thread among the others.
func (s *Sim) join(t *Thread) {
	at, _ := slices.BinarySearchFunc(s.threads, t, byAge)
	s.threads = slices.Insert(s.threads, at, t)
}

// told is the wait of a queue that is named where it stands still: of the threads that have given it a wait which does not end, the eldest one's
// first. Which one it has come to is up to the schedule.
func (q *Queue) told() (at int) {
	var found *Thread
	seen := map[*Thread]bool{}
	for i := range q.count {
		it := q.at(i)
		if it.kind != itemWait || it.met || seen[it.by] || it.fence.Value() >= it.value || q.meets(it, i) || q.gpu.trailed(it) {
			continue
		}
		seen[it.by] = true
		if found == nil || byAge(it.by, found) < 0 {
			found, at = it.by, i
		}
	}
	return at
}

// trailed says whether a wait ends with a signal of a queue that only trails others: as soon as those come on.
func (g *GPU) trailed(wait *item) bool {
	return slices.ContainsFunc(g.queues, func(q *Queue) bool {
		return q.trails && slices.ContainsFunc(q.pending(wait.fence, wait.value), func(p PendingSignal) bool { return p.Enough })
	})
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
