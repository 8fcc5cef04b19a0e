package sched

import (
	"cmp"
	"slices"
)

// In which order two threads have given items to a queue is up to the schedule, and so is what stands behind a wait that does not end. So a deadlock is told as it is in every run in which
// it comes about: what each thread has given to a queue goes on beside what the others have given, as far as that is possible at all.
//
//	thread one   Wait(F, 1) ┄┄┄┄            is told: nobody signals F
//	thread two   Signal(G, 1) ──▶           comes first in some run, so nobody waits for G
//
// What was given while there was one thread comes before what is given later, and behind what was given earlier. Else threads have no order: they may have one, by a fence or an event,
// but sched does not know it.

// strand is what one thread has given to a queue in one epoch, by the places of the items, and how far that comes.
type strand struct {
	queue *Queue
	epoch uint32
	by    *Thread
	items []int
	done  int
}

func (t *strand) over() bool { return t.done == len(t.items) }

// outlook is how far all queues come at best.
type outlook struct {
	strands map[*Queue][]*strand // by epoch, and by the age of their threads
	reached map[*Fence]uint64    // by signals that are still queued
	asked   map[*Thread]bool     // by ends
}

// best lets all queues go on at best; nil: one thread has given them all that they have.
func (s *Sim) best() *outlook {
	o, by, several := &outlook{strands: map[*Queue][]*strand{}, reached: map[*Fence]uint64{}, asked: map[*Thread]bool{}}, (*Thread)(nil), false
	for _, g := range s.gpus {
		for _, q := range g.queues {
			o.strands[q] = q.strands()
			for _, t := range o.strands[q] {
				several = several || by != nil && t.by != by
				by = t.by
			}
		}
	}
	if !several {
		return nil
	}
	for more := true; more; {
		more = false
		for _, g := range s.gpus {
			for _, q := range g.queues {
				for _, t := range o.open(q) {
					more = o.advance(t) || more
				}
			}
		}
	}
	return o
}

// strands sorts the items of a queue. Epochs follow each other there.
func (q *Queue) strands() (out []*strand) {
	for i := range q.count {
		it := q.at(i)
		at := len(out) - 1
		for at >= 0 && out[at].by != it.by && out[at].epoch == it.epoch {
			at--
		}
		if at < 0 || out[at].epoch != it.epoch {
			at, out = len(out), append(out, &strand{queue: q, epoch: it.epoch, by: it.by})
		}
		out[at].items = append(out[at].items, i)
	}
	slices.SortFunc(out, func(a, b *strand) int { return cmp.Or(cmp.Compare(a.epoch, b.epoch), byAge(a.by, b.by)) })
	return out
}

// open are the strands of the first epoch that does not come to its end.
func (o *outlook) open(q *Queue) []*strand {
	all := o.strands[q]
	first := slices.IndexFunc(all, func(t *strand) bool { return !t.over() })
	if first < 0 {
		return nil
	}
	end := first
	for end < len(all) && all[end].epoch == all[first].epoch {
		end++
	}
	return slices.DeleteFunc(slices.Clone(all[first:end]), (*strand).over)
}

// advance lets a strand go on until it waits, and says whether it did.
func (o *outlook) advance(t *strand) bool {
	from := t.done
	for ; !t.over(); t.done++ {
		switch it := t.queue.at(t.items[t.done]); it.kind {
		case itemWait:
			if !o.has(it.fence, it.value) {
				return t.done > from
			}
		case itemSignal:
			o.reached[it.fence] = max(o.reached[it.fence], it.value)
		}
	}
	return t.done > from
}

func (o *outlook) has(f *Fence, v uint64) bool { return f.Value() >= v || o.reached[f] >= v }

// halts is the place of the wait that a queue does not get beyond: of several threads' the eldest one's. false: it gets to its end.
func (o *outlook) halts(q *Queue) (at int, ok bool) {
	open := o.open(q)
	if len(open) == 0 {
		return 0, false
	}
	return open[0].items[open[0].done], true
}

// ends says whether the wait of a thread comes to its end at best; who waits for a thread goes on when that does.
func (o *outlook) ends(w *Waiter) bool {
	over := func(l Lack) bool {
		switch {
		case l.Join != nil:
			return l.Join.state != threadBlocked || o.joined(l.Join)
		case l.Fence != nil:
			return o.has(l.Fence, l.Value)
		}
		return false
	}
	if len(w.Lacks) == 0 || o.asked[w.Thread] { // a circle
		return false
	}
	o.asked[w.Thread] = true
	defer delete(o.asked, w.Thread)
	if w.Kind == WaitAnyFence || w.Kind == WaitAnyEvent {
		return slices.ContainsFunc(w.Lacks, over)
	}
	return !slices.ContainsFunc(w.Lacks, func(l Lack) bool { return !over(l) })
}

func (o *outlook) joined(t *Thread) bool {
	w := t.waiter()
	return o.ends(&w)
}

// newEpoch is called where a thread is created or joined: what was given so far comes before what is given from now on, if there was one thread before, or is one now.
func (s *Sim) newEpoch(threads int) {
	if s.unjoined == 0 {
		s.epoch++
	}
	s.unjoined += threads
	if s.unjoined == 0 {
		s.epoch++
	}
}
