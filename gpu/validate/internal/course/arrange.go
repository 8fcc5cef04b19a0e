package course

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Move puts a list at another place among those of a submission, from 0.
type Move struct {
	At   int
	List gpu.ID
}

// overtaking is that a list of a submission came before another one that was to bring the resource to the state which it expects.
type overtaking struct{ resource, early, late gpu.ID }

// arrange says of the problems of a submission how its lists were to stand.
func (w *walk) arrange(lists []List) {
	for _, o := range w.overtook {
		var ids []gpu.ID
		for i := range lists {
			if !lists[i].Late {
				ids = append(ids, lists[i].ID)
			}
		}
		from, to := slices.Index(ids, o.late), slices.Index(ids, o.early)
		at := slices.IndexFunc(w.problems, func(p Problem) bool { return p.Resource == o.resource && (p.List == o.early || p.List == o.late) })
		if at < 0 || to < 0 || from <= to {
			continue
		}
		moves := []Move{{to, o.late}}
		for i := to; i < from; i++ {
			moves = append(moves, Move{i + 1, ids[i]})
		}
		w.problems[at].Late, w.problems[at].Moves = true, moves
	}
}

// reorder looks at the first list behind the one of the first problem that takes the resource to the state which a use needs, or begins the split
// barrier which an END half is of. If the resource is in order where that list stands in front, and nothing else is wrong then that is not now, the
// order is what there is to tell of it.
func (w *walk) reorder(t track.Agent, lists []List) {
	if len(w.problems) == 0 || w.problems[0].Verdict != substate.WrongState && w.problems[0].Verdict != substate.SplitEnd {
		return
	}
	p := w.problems[0]
	to := slices.IndexFunc(lists, func(l List) bool { return l.ID == p.List })
	from := to + 1
	for from < len(lists) && (lists[from].ID == p.List || !brings(&lists[from], &p)) {
		from++
	}
	if from == len(lists) {
		return
	}
	late, behind := lists[from].ID, from+1 // a list may be there with parts of its own before and behind
	for lists[from-1].ID == late {
		from--
	}
	for behind < len(lists) && lists[behind].ID == late {
		behind++
	}
	now := w.c.check(t, w.lane.ID, lists, w.site, true)
	then := w.c.check(t, w.lane.ID, slices.Concat(lists[:to], lists[from:behind], lists[to:from], lists[behind:]), w.site, true)
	if !slices.ContainsFunc(then, func(o Problem) bool { return o.Resource == p.Resource || !slices.ContainsFunc(now, o.Same) }) {
		w.overtook = []overtaking{{p.Resource, p.List, late}}
		w.problems = append(w.problems[:1], slices.DeleteFunc(w.problems[1:], func(o Problem) bool { return !slices.ContainsFunc(then, o.Same) })...)
		w.arrange(lists)
	}
}

// brings says whether a list takes the subresource of a problem to the state that is missing there, or begins the barrier that is.
func brings(l *List, p *Problem) (yes bool) {
	l.States.Few(func(r gpu.ID, subs []substate.Subresource, at []uint32) {
		k := min(int(p.Subresource), len(subs)-1)
		if len(at) > 0 {
			k = slices.Index(at, p.Subresource)
		}
		switch {
		case r != p.Resource || k < 0:
		case p.Verdict == substate.SplitEnd:
			yes = subs[k].Split.Before == p.Expects.First && subs[k].Split.After == p.Expects.FirstAfter
		default:
			yes = subs[k].How == substate.Explicit && subs[k].State.Has(p.Expects.First)
		}
	})
	return yes
}
