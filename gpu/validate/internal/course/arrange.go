package course

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
)

// Move puts a list at another place among those of a submission, from 0.
type Move struct {
	At   int
	List gpu.ID
}

// overtaking is that a list of a submission came before another one that was to bring the resource to the state which it expects.
type overtaking struct{ resource, early, late gpu.ID }

// row is a list of a submission, or what is known of it since: its states, and whether it brings a subresource to the state that a problem misses.
type row struct {
	id     gpu.ID
	late   bool
	brings func(p *Problem) bool
}

// rows are lists.
func rows(lists []List) []row {
	out := make([]row, len(lists))
	for i := range lists {
		l := &lists[i]
		out[i] = row{l.ID, l.Late, func(p *Problem) bool { return brings(l.States.Few, p) }}
	}
	return out
}

// rows are the lists of a step.
func (s *step) rows() []row {
	out := make([]row, len(s.lists))
	for i := range s.lists {
		of := s.lists[i].resources
		out[i] = row{s.lists[i].id, s.lists[i].late, func(p *Problem) bool {
			return brings(func(see func(gpu.ID, []substate.Subresource, []uint32)) {
				for k := range of {
					see(of[k].id, of[k].subs, nil)
				}
			}, p)
		}}
	}
	return out
}

// arrange says of the problems of a submission how its lists were to stand.
func (w *walk) arrange(lists []row) {
	for _, o := range w.overtook {
		var ids []gpu.ID
		for i := range lists {
			if !lists[i].late {
				ids = append(ids, lists[i].id)
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

// another is another order of the lists of a submission.
type another struct {
	overtaking
	rest []Problem // what is wrong with it
}

// better looks at the first list behind the one of the first problem that takes the resource to the state which a use needs, or begins the split
// barrier which an END half is of. If the resource is in order where that list stands in front, and nothing else is wrong then that is not now, that
// is the order which was meant; nil: there is none. try gives the problems of an order.
func better(problems []Problem, lists []row, try func(order []int) []Problem) *another {
	if len(problems) == 0 || problems[0].Verdict != substate.WrongState && problems[0].Verdict != substate.SplitEnd {
		return nil
	}
	p := problems[0]
	to := slices.IndexFunc(lists, func(l row) bool { return l.id == p.List })
	from := to + 1
	for from < len(lists) && (lists[from].id == p.List || !lists[from].brings(&p)) {
		from++
	}
	if to < 0 || from == len(lists) {
		return nil
	}
	late, behind := lists[from].id, from+1 // a list may be there with parts of its own before and behind
	for lists[from-1].id == late {
		from--
	}
	for behind < len(lists) && lists[behind].id == late {
		behind++
	}
	order := make([]int, len(lists))
	for i := range order {
		order[i] = i
	}
	now := try(order)
	then := try(slices.Concat(order[:to], order[from:behind], order[to:from], order[behind:]))
	if slices.ContainsFunc(then, func(o Problem) bool { return o.Resource == p.Resource || !slices.ContainsFunc(now, o.Same) }) {
		return nil
	}
	return &another{overtaking{p.Resource, p.List, late}, then}
}

// meant is the order of the lists of a step that was meant, if it is another one. The states are those that the step begins with.
func (c *Course) meant(l *lane, s *step) *another {
	if len(s.lists) < 2 {
		return nil
	}
	walk := func(order []int, every bool) []Problem {
		c.trials++
		w := walk{c: c, lane: l, site: s.site, point: s.point, trial: c.trials, known: c.order.Start(s.point), asked: true, every: every}
		for _, i := range order {
			w.snapshot(&s.lists[i], s.lists[i].resources)
		}
		return w.problems
	}
	order := make([]int, len(s.lists))
	for i := range order {
		order[i] = i
	}
	problems := walk(order, false)
	if len(problems) == 0 { // as mostly
		return nil
	}
	return better(problems, s.rows(), func(order []int) []Problem { return walk(order, true) })
}

// reorder makes another order what there is to tell of the first problem, and of all that are none in it.
func (w *walk) reorder(to *another, lists []row) {
	if to == nil || len(w.problems) == 0 || w.problems[0].Resource != to.resource || w.problems[0].List != to.early {
		return
	}
	w.overtook = []overtaking{to.overtaking}
	w.problems = append(w.problems[:1], slices.DeleteFunc(w.problems[1:], func(o Problem) bool { return !slices.ContainsFunc(to.rest, o.Same) })...)
	w.arrange(lists)
}

// brings says whether a list takes the subresource of a problem to the state that is missing there, or begins the barrier that is. few goes through
// what it does.
func brings(few func(see func(gpu.ID, []substate.Subresource, []uint32)), p *Problem) (yes bool) {
	few(func(r gpu.ID, subs []substate.Subresource, at []uint32) {
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
