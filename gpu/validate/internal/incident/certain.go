package incident

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// Certain leaves out of a stall what is up to the run: queues that stand elsewhere, or nowhere, in another one, and what those would signal; and,
// beside what is lacked in every run, values of fences which signals in no order give, or which such queues bring. Where a queue of a cycle goes,
// none is left. open says that there is a queue that stands in this run only, and brings what a thread lacks, or a queue that brings that.
func Certain(names Names, s *incident.Stall) (open bool) {
	x := explainer{Names: names}
	return x.certain(s)
}

// certain is Certain, and notes what queues give in some runs only.
func (x *explainer) certain(s *incident.Stall) (open bool) {
	if s.Paused {
		return false
	}
	var stays func(gpu.ID) bool
	stays, x.gives = x.Ending()
	fewer := false
	for i := range s.Waiters {
		sure := x.surely(s.Waiters[i].Lacks, stays)
		fewer = fewer || len(sure) < len(s.Waiters[i].Lacks)
		s.Waiters[i].Lacks = sure
	}
	reached := reached(s)
	if fewer && len(s.Cycle) > 0 && !reached[s.Cycle[0]] {
		s.Cycle = nil
	}
	at := make([]int, len(s.Waiters)) // where those stand that stay
	kept := make([]incident.Waiter, 0, len(s.Waiters))
	for i := range s.Waiters {
		w := &s.Waiters[i]
		if at[i] = len(kept); w.IsQueue && !stays(w.Queue) {
			if reached[i] {
				return true
			}
			at[i] = -1
			continue
		}
		kept = append(kept, *w)
	}
	if len(kept) == 0 || len(kept) == len(s.Waiters) {
		return false
	}
	cycle := s.Cycle[:0:0]
	for _, i := range s.Cycle {
		if cycle = append(cycle, at[i]); at[i] < 0 {
			cycle = nil
			break
		}
	}
	s.Waiters, s.Cycle = kept, cycle
	for i := range kept {
		for k := range kept[i].Lacks {
			l := &kept[i].Lacks[k]
			l.Pending = slices.DeleteFunc(slices.Clone(l.Pending), func(p incident.PendingSignal) bool { return !stays(p.Queue) })
		}
	}
	return false
}

// surely leaves out, of what a wait for all lacks, what it is up to the run whether it was there in time, beside other values: also what queues
// bring that stand in this run only.
func (x *explainer) surely(lacks []incident.Lack, stays func(gpu.ID) bool) []incident.Lack {
	for _, up := range []func(l incident.Lack) bool{
		func(l incident.Lack) bool { return l.Fence != 0 && !x.Lacked(&l) },
		func(l incident.Lack) bool { return broughtBy(&l, func(queue gpu.ID) bool { return !stays(queue) }) },
	} {
		if slices.ContainsFunc(lacks, up) && slices.ContainsFunc(lacks, func(l incident.Lack) bool { return !up(l) }) {
			lacks = slices.DeleteFunc(slices.Clone(lacks), up)
		}
	}
	return lacks
}

// lacksOf says whether a waiter lacks what a queue would signal.
func lacksOf(w *incident.Waiter, queue gpu.ID) bool {
	return slices.ContainsFunc(w.Lacks, func(l incident.Lack) bool { return broughtBy(&l, func(q gpu.ID) bool { return q == queue }) })
}

// broughtBy says whether one of some queues would signal what is lacked.
func broughtBy(l *incident.Lack, is func(queue gpu.ID) bool) bool {
	return slices.ContainsFunc(l.Pending, func(p incident.PendingSignal) bool { return p.Enough && is(p.Queue) })
}

// reached says of each waiter whether it is a thread, or a queue that would signal what another one lacks to which what threads lack leads.
func reached(s *incident.Stall) []bool {
	reached := make([]bool, len(s.Waiters))
	for again := true; again; {
		again = false
		for i := range s.Waiters {
			w := &s.Waiters[i]
			for k := range s.Waiters {
				if !reached[i] && (!w.IsQueue || reached[k] && lacksOf(&s.Waiters[k], w.Queue)) {
					reached[i], again = true, true
				}
			}
		}
	}
	return reached
}
