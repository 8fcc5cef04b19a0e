package course

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// walk goes through the lists of one submission in order.
type walk struct {
	c        *Course
	lane     *lane
	site     gpu.Site
	point    track.Point
	known    track.Clock // what certainly comes before it, if that was asked for
	asked    bool
	report   bool
	alone    bool        // nothing that is not ordered with it has happened
	trial    uint64      // a check works on copies, those with this number; 0: the real states
	thread   track.Agent // of a check
	used     []*resource
	problems []Problem
	overtook []overtaking
	every    bool // each problem of a resource is told, not the first alone
}

// list goes through a recording.
func (w *walk) list(l *List) {
	l.States.Few(func(r gpu.ID, subs []substate.Subresource, at []uint32) { w.resource(l.ID, r, subs, at, l.Late) })
}

func (w *walk) snapshot(l *snapshot, expects []expectation) {
	for i := range expects {
		w.resource(l.id, expects[i].id, expects[i].subs, nil, l.late)
	}
}

// resource compares what a list expects of a resource, and follows what it does: of the subresources at some places, where there are such. One
// problem of a resource is enough.
func (w *walk) resource(list, id gpu.ID, expects []substate.Subresource, at []uint32, late bool) {
	r := w.c.resources.Get(id)
	if r == nil || w.trial == 0 && len(r.open) > 0 {
		return // it is kept
	}
	if w.trial != 0 && len(r.open) > 0 && w.point == (track.Point{}) && r.raced != w.trial && w.raced(r, expects) {
		r.raced = w.trial
	}
	w.follow(r, w.states(r, len(expects), at), list, expects, at, late)
}

// follow goes through what a list does with a resource in some states.
func (w *walk) follow(r *resource, actual []substate.Actual, list gpu.ID, expects []substate.Subresource, at []uint32, late bool) {
	var told *Problem // of the resource
	for k := range named(actual, at) {
		w.c.looks++
		i, s := k, &expects[min(k, len(expects)-1)]
		if len(at) > 0 {
			i = int(at[k])
		}
		a := &actual[i]
		if s.How == substate.Unseen {
			continue
		}
		before := a.State
		if !a.Takes(s, r.Promotable, w.lane.Copy) {
			var passes bool
			if told, passes = w.enter(r, actual, i, s, list, late, told); !passes {
				continue
			}
			a.Pass(s, r.Promotable, w.lane.Copy)
		}
		w.changed(r, a, s, before)
		if a.Site == s.Site && a.Site != 0 {
			a.List, a.Queue, a.Submit, a.Point = list, w.lane.ID, w.site, w.point
		}
		a.Last, a.LastQueue = w.point, w.lane.ID
	}
}

// enter compares what a list expects of subresource i of a resource in some states with what it finds. It gives what is told of the resource by now,
// and says whether the list changes the subresource.
func (w *walk) enter(r *resource, actual []substate.Actual, i int, s *substate.Subresource, list gpu.ID, late bool, told *Problem) (*Problem, bool) {
	a, looking := &actual[i], w.looking(r)
	behind := looking && a.Late(s)
	if behind && a.Last == w.point {
		w.overtook = append(w.overtook, overtaking{r.id, a.List, list})
	}
	if !looking && !late || !w.ordered(a) {
		return told, true
	}
	v := a.Enter(s, r.Promotable, w.lane.Copy)
	if looking && v != substate.Fine {
		expects, found := a.Blame(*s, v, r.Promotable)
		p := Problem{Verdict: v, Resource: r.id, Subresource: uint32(i), Expects: expects, Found: found, List: list, Queue: w.lane.ID, Submit: w.site,
			Point: w.point, Together: found.Last == w.point,
			Copy: w.lane.Copy, Bits: w.lane.States, Initial: r.Initial, Late: behind}
		told = w.tell(told, &p, len(actual))
	}
	if late && v != substate.Fine {
		a.Miss(s, v)
		return told, false
	}
	return told, true
}

// looking says whether what a list does not find as it expects it is told.
func (w *walk) looking(r *resource) bool { return w.report || w.trial != 0 && r.raced != w.trial }

// named is how many of some states a list names: those at some places, where there are such, else all.
func named(actual []substate.Actual, at []uint32) int {
	if len(at) > 0 {
		return len(at)
	}
	return len(actual)
}

// tell adds what is wrong with a subresource: to the problem of the resource that is there already, if that is one of the same command. One problem
// of a resource is enough, but for every. The states are those of subs subresources, one if all are alike.
func (w *walk) tell(told, p *Problem, subs int) *Problem {
	if p.Verdict == substate.WrongState || p.Verdict == substate.WrongBefore {
		p.Missed = append(p.Missed, Miss{p.Subresource, p.Found.State, p.Expects.First})
		if subs == 1 {
			p.Missed[0].Subresource = gpu.AllSubresources
		}
	}
	same := p.Same
	if !w.every { // what volatile descriptors of the list need stands in a table of its own
		same = func(x Problem) bool { return x.List == p.List && x.Resource == p.Resource }
	}
	if w.every || told == nil {
		told = nil
		if k := slices.IndexFunc(w.problems, same); k >= 0 {
			told = &w.problems[k]
		}
	}
	if told == nil {
		w.problems = append(w.problems, *p)
		return &w.problems[len(w.problems)-1]
	}
	if told.Verdict == p.Verdict && told.Expects.EntrySite == p.Expects.EntrySite && told.Expects.EntryOp == p.Expects.EntryOp {
		told.Missed = append(told.Missed, p.Missed...)
	}
	return told
}

// All makes one miss of those of all n subresources, where they are alike.
func All(missed []Miss, n uint32) []Miss {
	for _, m := range missed {
		if m.Have != missed[0].Have || m.Want != missed[0].Want {
			return missed
		}
	}
	if len(missed) == 0 || uint32(len(missed)) != n {
		return missed
	}
	return []Miss{{gpu.AllSubresources, missed[0].Have, missed[0].Want}}
}

// knows is what certainly comes before the submission.
func (w *walk) knows() track.Clock {
	switch {
	case w.asked:
	case w.trial != 0:
		w.known = w.c.order.Ahead(w.thread, w.lane.Agent)
	default:
		w.known = w.c.order.Start(w.point)
	}
	w.asked = true
	return w.known
}

// ordered says whether the last use certainly comes before this submission, or at least the last one that has changed the state.
func (w *walk) ordered(a *substate.Actual) bool {
	if w.alone || a.LastQueue == 0 || a.LastQueue == w.lane.ID && (a.Last == w.point || !w.c.order.Crowd()) {
		return true
	}
	if w.trial != 0 && w.c.order.Knows(w.thread).At(a.Last.Queue) >= a.Last.Pos { // as it mostly does; the queues need not be asked
		return true
	}
	known := w.knows()
	return known.At(a.Last.Queue) >= a.Last.Pos || known.At(a.Moved.Queue) >= a.Moved.Pos
}

// states are the states of a resource that the walk may change, one for each subresource if the list tells them apart. Those at some places only,
// where there are such, may be up to date alone.
func (w *walk) states(r *resource, n int, at []uint32) []substate.Actual {
	subs := &r.subs
	if w.trial != 0 {
		w.copy(r, at)
		subs = &r.trial
	} else {
		if r.used != w.point {
			r.used, r.touched, r.whole = w.point, r.touched[:0], false
			w.used = append(w.used, r)
		}
		r.touched, r.whole = append(r.touched, at...), r.whole || len(at) == 0
	}
	if n+len(at) > 1 && len(*subs) == 1 {
		*subs = slices.Repeat(*subs, int(r.Subresources))
	}
	return *subs
}

// copy makes the copies of states that a check changes: of all, or, where a list names few of many, of those.
func (w *walk) copy(r *resource, at []uint32) {
	if r.tried != w.trial {
		r.tried = w.trial
		switch r.partly = len(r.open) == 0 && len(at) > 0 && len(r.subs) > 1; {
		case len(r.open) > 0:
			r.trial = w.c.past(r, w.knows(), r.trial)
		case !r.partly:
			w.c.looks += uint64(len(r.subs))
			r.trial = append(r.trial[:0], r.subs...)
		case len(r.copied) != len(r.subs):
			r.copied = make([]uint64, len(r.subs))
			fallthrough
		default:
			r.trial = slices.Grow(r.trial[:0], len(r.subs))[:len(r.subs)]
		}
	}
	if !r.partly {
		return
	}
	take := func(i int) {
		if w.c.looks++; r.copied[i] != w.trial {
			r.copied[i], r.trial[i] = w.trial, r.subs[i]
		}
	}
	for _, i := range at {
		take(int(i))
	}
	if r.partly = len(at) > 0; !r.partly {
		for i := range r.trial {
			take(i)
		}
	}
}

// end is the end of the submission, where states decay.
func (w *walk) end() {
	w.lane.passed++
	for _, r := range w.used {
		if !r.whole && len(r.touched) < len(r.subs) && r.subs[r.touched[0]].Last == w.point {
			for _, i := range r.touched { // which differ from the others
				w.decay(r, int(i))
			}
			continue
		}
		for i := range r.subs {
			w.decay(r, i)
		}
		r.join()
	}
}

// decay is the end of the submission for a subresource.
func (w *walk) decay(r *resource, i int) {
	w.c.looks++
	if r.subs[i].Last == w.point {
		r.subs[i].Decay(r.Always, w.lane.Copy)
	}
}

// join keeps one state for all subresources while they are alike, so that whole textures stay cheap.
func (r *resource) join() {
	for i := 1; i < len(r.subs); i++ {
		if r.subs[i] != r.subs[0] {
			return
		}
	}
	r.subs = r.subs[:1]
}
