package sched

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/sched/internal/outlook"
)

// In which order two threads have given items to a queue is up to the schedule, and so is what stands after a wait that does not end. So a deadlock
// is told as it is in every run in which it comes about: what each thread has given to a queue goes on beside what the others have given, as far as
// that is possible at all (package outlook).
//
// What was given while there was one thread comes before what is given later, and after what was given earlier. Else threads have no order: they may
// have one, by a fence or an event, but sched does not know it.

// best is how far all queues come at best.
type best struct {
	outlook.Outlook[*Fence, *Thread]
	queues map[*Queue]int   // by their numbers there
	asked  map[*Thread]bool // by ends
}

// best lets all queues go on at best; nil: one thread has given them all that they have.
func (s *Sim) best() *best {
	o := &best{queues: map[*Queue]int{}, asked: map[*Thread]bool{}}
	o.Value = (*Fence).Value
	for _, g := range s.gpus {
		for _, q := range g.queues {
			n := o.Add()
			o.queues[q] = n
			for i := range q.count {
				var step *outlook.Step[*Fence]
				it := q.at(i)
				if it.kind == itemSignal || it.kind == itemWait && !it.met {
					step = &outlook.Step[*Fence]{Signal: it.kind == itemSignal, Fence: it.fence, Value: it.value}
				}
				o.Give(n, it.epoch, it.by, i, step)
			}
		}
	}
	if !o.Several() {
		return nil
	}
	o.Run()
	return o
}

// halts is the place of the wait that a queue does not get beyond: of several threads' the eldest one's. false: it gets to its end.
func (o *best) halts(q *Queue) (at int, ok bool) {
	open := o.Open(o.queues[q])
	if len(open) == 0 {
		return 0, false
	}
	first := slices.MinFunc(open, func(a, b *outlook.Strand[*Fence, *Thread]) int { return byAge(a.By, b.By) })
	return first.Items[first.Done], true
}

// ends says whether the wait of a thread comes to its end at best; who waits for a thread goes on when that does.
func (o *best) ends(w *Waiter) bool {
	over := func(l Lack) bool {
		switch {
		case l.Join != nil:
			return l.Join.state != threadBlocked || o.joined(l.Join)
		case l.Fence != nil:
			return o.Has(l.Fence, l.Value)
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

func (o *best) joined(t *Thread) bool {
	w := t.waiter()
	return o.ends(&w)
}

// newEpoch is called where a thread is created or joined: what was given so far comes before what is given from now on, if there was one thread
// before, or is one now.
func (s *Sim) newEpoch(threads int) {
	if s.unjoined == 0 {
		s.epoch++
	}
	s.unjoined += threads
	if s.unjoined == 0 {
		s.epoch++
	}
}
