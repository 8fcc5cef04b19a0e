// Package suspects finds what would be wrong with the states of resources if programs chose volatile descriptors that show them. Programs choose as
// they run, so before a submission each descriptor that may be chosen is looked at alone; once package tables hears which ones were, it tells what
// was found of these.
//
//	texture in COPY_DEST      submission: programs may read t0..t7      t3 shows the texture: a suspect
//	                          a program reads t3                        it is told
//
// Recordings and resources are asked for through World. It must not know calls, nor what programs have chosen.
package suspects

import (
	"cmp"
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/use"
)

// World is what is asked of the validator.
type World interface {
	standing.Names
	// Recording is that of a list, nil if it is none.
	Recording(list gpu.ID) *use.Recording
	// Program is a pipeline, nil if it is none.
	Program(id gpu.ID) *program.Pipeline
	// Pieces are the places in a texture where its subresources begin, and where the last one ends; nil if it is not known.
	Pieces(resource gpu.ID) []uint64
}

// Finder finds suspects, with the states that commands need, and those of resources as work executes.
type Finder struct {
	world    World
	needs    *use.Book
	course   *course.Course
	follower *tables.Follower
	tables   []tables.Table // of the list that is looked at
}

// New returns a Finder of what is wrong with the submissions that follower follows.
func New(world World, needs *use.Book, states *course.Course, follower *tables.Follower) *Finder {
	return &Finder{world: world, needs: needs, course: states, follower: follower}
}

// Begin are the volatile descriptors of which the programs of a submission choose, made at a moment by a thread on a queue, with what is wrong with
// the states of their resources; nil if there are none. needed is what the lists need besides.
func (f *Finder) Begin(lists []gpu.ID, site gpu.Site, at tables.Moment, thread track.Agent, queue gpu.ID,
	needed func() []course.List) *tables.Submission {
	s := f.Chosen(lists)
	if s == nil {
		return nil
	}
	if s.Moment, s.Site = at, site; f.Stateful(lists) {
		f.States(s, thread, queue, needed())
	}
	return s
}

// Chosen are the volatile descriptors of which the programs of some lists choose, as a submission that knows nothing else yet; nil if there are none.
func (f *Finder) Chosen(lists []gpu.ID) (s *tables.Submission) {
	for _, id := range lists {
		l := f.world.Recording(id)
		if l == nil {
			continue
		}
		if all := f.varying(l); len(all) > 0 {
			if s == nil {
				s = f.follower.New()
			}
			s.Add(id, all)
		}
	}
	return s
}

// varying are those of a list. A frame often records what the one before has recorded: then what is known of them is still true.
func (f *Finder) varying(l *use.Recording) []tables.Table {
	n := len(l.Tables.Tables)
	if l.Chosen.Entries == n {
		return l.Chosen.Tables
	}
	f.tables = f.tables[:0]
	for i := range l.Tables.Tables {
		t := &l.Tables.Tables[i]
		f.tables = slots.Varying(f.tables, t, i, f.world.Program(t.Pipeline))
	}
	if !slices.Equal(f.tables, l.Chosen.Tables) {
		l.Chosen = use.Chosen{Tables: slices.Clone(f.tables)} // submissions keep the ones before
	}
	l.Chosen.Entries = n
	return l.Chosen.Tables
}

// Stateful says whether there is anything to find for some lists, whose Chosen are known: mostly all that programs choose is in COMMON whenever a
// submission begins.
func (f *Finder) Stateful(lists []gpu.ID) bool {
	for _, id := range lists {
		if l := f.world.Recording(id); l != nil && len(l.Chosen.Tables) > 0 && f.needs.Stateful(l) {
			return true
		}
	}
	return false
}

// States finds the resources that a submission finds in a wrong state if a program chooses their descriptors, or leaves in one that later commands do
// not find. It is that of a thread on a queue, with what its lists need besides.
func (f *Finder) States(s *tables.Submission, thread track.Agent, queue gpu.ID, needed []course.List) {
	s.Suspects, s.States = map[gpu.ID][]tables.Suspect{}, map[gpu.ID][]*substate.Table{}
	lists := slices.Clone(needed)
	type found struct { // of a part of a list
		part     int
		resource gpu.ID
		suspect  tables.Suspect
	}
	var all []found
	for i := range lists {
		id := lists[i].ID
		if lists[i].Late {
			continue
		}
		lists[i].Varying = make([]*substate.Table, 2*course.Behind)
		for k, which := range []use.Descriptors{use.ChosenReads, use.ChosenWrites} {
			var states, behind substate.Table
			f.needs.Late(f.world.Recording(id), &states, &behind, which, func(m use.Misfit) {
				p := f.suspected(m.Resource, m.Subresource, k, m.Wrong)
				p.List, p.Span, p.Record, p.Have, p.Misses = id, m.Span, m.Record, m.Have, m.Misses
				all = append(all, found{len(lists[i].Varying)*i + k, m.Resource, p})
			})
			for at, t := range []*substate.Table{&states, &behind} {
				if !t.Empty() {
					s.States[id], lists[i].Varying[at*course.Behind+k] = lists[i].Varying, t
					f.spans(s, id, t, at > 0)
				}
			}
		}
	}
	f.course.Varying(thread, queue, lists, s.Site, func(list, part int, p *course.Problem) {
		for _, suspect := range f.suspects(s, lists[list].ID, p, part) {
			all = append(all, found{2*course.Behind*list + part, p.Resource, suspect})
		}
	})
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(a.part, b.part) })
	for _, one := range all {
		s.Suspects[one.resource] = append(s.Suspects[one.resource], one.suspect)
	}
}

// spans remembers up to which transition of a list its commands find the resources of some states as the list does, or after which one they leave
// them as it does.
func (f *Finder) spans(s *tables.Submission, list gpu.ID, states *substate.Table, leaves bool) {
	barriers, n := &f.world.Recording(list).Barriers, 0
	if leaves {
		n = barriers.Len()
	}
	states.Each(func(id gpu.ID, subs []substate.Subresource) {
		if barriers.First(id) == nil {
			return
		}
		if s.Spans == nil {
			s.Spans = map[tables.Entry]passage.Span{}
		}
		s.Spans[tables.Entry{List: list, Resource: id, Subresource: gpu.AllSubresources, Leaves: leaves}] = barriers.Around(n, id,
			gpu.AllSubresources)
		for i := range subs {
			s.Spans[tables.Entry{List: list, Resource: id, Subresource: uint32(i), Leaves: leaves}] = barriers.Around(n, id, uint32(i))
		}
	})
}

// suspects are the parts of a texture that a problem is of, if a list of a submission chooses it to be read or written, before its first transition
// or after its last.
func (f *Finder) suspects(s *tables.Submission, list gpu.ID, p *course.Problem, part int) (out []tables.Suspect) {
	d := standing.Problem(f.world, p)
	add := func(sub uint32) *tables.Suspect {
		u := f.suspected(p.Resource, sub, part, d)
		u.List, u.Span = list, passage.Span{Until: math.MaxInt}
		if span, ok := s.Spans[tables.Entry{List: list, Resource: p.Resource, Subresource: sub, Leaves: part >= course.Behind}]; ok {
			u.Span = span
		}
		out = append(out, u)
		return &out[len(out)-1]
	}
	for _, m := range p.Missed {
		u := add(m.Subresource)
		if u.Have, u.Misses = m.Have, !(p.Together &&
			p.Found.List == list); p.Verdict == substate.WrongBefore { // else it is what the chosen one has made of it
			u.Have, u.Misses = m.Want, true
		}
	}
	if out == nil {
		add(gpu.AllSubresources) // the others may be as wrong
	}
	return out
}

// suspected is a subresource with which something is wrong if a program chooses it.
func (f *Finder) suspected(id gpu.ID, sub uint32, part int, d *diag.Diagnostic) tables.Suspect {
	s := tables.Suspect{End: math.MaxUint64, Writes: part%course.Behind == 1, Wrong: d}
	if pieces := f.world.Pieces(id); sub != gpu.AllSubresources && int(sub)+1 < len(pieces) {
		s.Begin, s.End = pieces[sub], pieces[sub+1]
	}
	return s
}

// Late tells the suspects of submissions that had to wait for a signal.
func (f *Finder) Late() {
	late := f.course.Suspects()
	for i := range late {
		l := &late[i]
		f.follower.Suspect(l.Point, l.Resource, func(s *tables.Submission) []tables.Suspect { return f.suspects(s, l.Lister, &l.Problem, l.Part) })
	}
}
