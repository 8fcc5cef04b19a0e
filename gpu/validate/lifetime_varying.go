package validate

import (
	"cmp"
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/use"
)

// varyingOf are the volatile descriptors of which the programs of a submission choose, with what is wrong with the states of their resources; nil if there are none.
func (v *Validator) varyingOf(c *gpu.SubmitCall, p track.Point) (s *tables.Submission) {
	for _, id := range c.Lists {
		l := v.list(id)
		if l == nil {
			continue
		}
		for i := range l.Tables.Tables {
			t := &l.Tables.Tables[i]
			varying := slots.Varying(t, bodyOf[pipeline](v, t.Pipeline))
			if s == nil && len(varying) > 0 {
				s = &tables.Submission{Point: p, Site: c.Site, Writes: v.writes}
			}
			if s != nil {
				s.Tables = append(s.Tables, varying...)
			}
		}
	}
	if s != nil {
		s.Suspects, s.States = map[gpu.ID][]tables.Suspect{}, map[gpu.ID][]*substate.Table{}
		v.suspect(c, s)
	}
	return s
}

// suspect finds the resources that a submission finds in a wrong state if a program chooses their descriptors, or leaves in one that later commands do not find.
func (v *Validator) suspect(c *gpu.SubmitCall, s *tables.Submission) {
	t := v.thread(&c.CallHead)
	lists := slices.Clone(v.lists(c, nil))
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
			v.needs.Late(&v.list(id).Recording, &states, &behind, which, func(m use.Misfit) {
				p := v.suspected(m.Resource, m.Subresource, k, m.Wrong)
				p.List, p.Span, p.Record, p.Have, p.Misses = id, m.Span, m.Record, m.Have, m.Misses
				all = append(all, found{len(lists[i].Varying)*i + k, m.Resource, p})
			})
			for at, t := range []*substate.Table{&states, &behind} {
				if !t.Empty() {
					s.States[id], lists[i].Varying[at*course.Behind+k] = lists[i].Varying, t
					v.spans(s, id, t, at > 0)
				}
			}
		}
	}
	v.course.Varying(t, c.Queue, lists, c.Site, func(list, part int, p *course.Problem) {
		for _, suspect := range v.suspects(s, lists[list].ID, p, part) {
			all = append(all, found{2*course.Behind*list + part, p.Resource, suspect})
		}
	})
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(a.part, b.part) })
	for _, f := range all {
		s.Suspects[f.resource] = append(s.Suspects[f.resource], f.suspect)
	}
}

// spans remembers up to which transition of a list its commands find the resources of some states as the list does, or after which one they leave them as it does.
func (v *Validator) spans(s *tables.Submission, list gpu.ID, states *substate.Table, leaves bool) {
	barriers, n := &v.list(list).Barriers, 0
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
		s.Spans[tables.Entry{List: list, Resource: id, Subresource: gpu.AllSubresources, Leaves: leaves}] = barriers.Around(n, id, gpu.AllSubresources)
		for i := range subs {
			s.Spans[tables.Entry{List: list, Resource: id, Subresource: uint32(i), Leaves: leaves}] = barriers.Around(n, id, uint32(i))
		}
	})
}

// suspects are the parts of a texture that a problem is of, if a list of a submission chooses it to be read or written, before its first transition or after its last.
func (v *Validator) suspects(s *tables.Submission, list gpu.ID, p *course.Problem, part int) (out []tables.Suspect) {
	d := standing.Problem(names{v}, p)
	add := func(sub uint32) *tables.Suspect {
		u := v.suspected(p.Resource, sub, part, d)
		u.List, u.Span = list, passage.Span{Until: math.MaxInt}
		if span, ok := s.Spans[tables.Entry{List: list, Resource: p.Resource, Subresource: sub, Leaves: part >= course.Behind}]; ok {
			u.Span = span
		}
		out = append(out, u)
		return &out[len(out)-1]
	}
	for _, m := range p.Missed {
		u := add(m.Subresource)
		if u.Have, u.Misses = m.Have, !(p.Together && p.Found.List == list); p.Verdict == substate.WrongBefore { // else it is what the chosen one has made of it
			u.Have, u.Misses = m.Want, true
		}
	}
	if out == nil {
		add(gpu.AllSubresources) // the others may be as wrong
	}
	return out
}

// suspected is a subresource with which something is wrong if a program chooses it.
func (v *Validator) suspected(id gpu.ID, sub uint32, part int, d *diag.Diagnostic) tables.Suspect {
	s := tables.Suspect{End: math.MaxUint64, Writes: part%course.Behind == 1, Wrong: d}
	if r := v.resource(id); sub != gpu.AllSubresources && int(sub)+1 < len(r.pieces) {
		s.Begin, s.End = r.pieces[sub], r.pieces[sub+1]
	}
	return s
}

// lateSuspects are those of submissions that had to wait for a signal.
func (v *Validator) lateSuspects() {
	late := v.course.Suspects()
	for i := range late {
		l := &late[i]
		v.tables.Suspect(l.Point, l.Resource, func(s *tables.Submission) []tables.Suspect { return v.suspects(s, l.Lister, &l.Problem, l.Part) })
	}
}

// executedVarying follows the descriptors that a command chose: they are in use by the submission from now on. One that was written after the submission was written while it was.
func (v *Validator) executedVarying(e *gpu.Executed, again bool) {
	lacking := v.resident.Chooses(e)
	uses := v.tables.Executed(e, again && !lacking, v.writes)
	in := flight.Use{Queue: e.Queue, List: e.List, Submit: e.SubmitSite, Record: e.RecordSite, Op: e.Op, Number: e.Submission}
	for i := range uses {
		u := &uses[i]
		s := bodyOf[descriptorHeap](v, u.Heap).Slot(u.Index)
		if s == nil || s.Resource != u.Resource {
			continue
		}
		for _, d := range s.Chosen(names{v}, u, e.Queue) {
			v.tables.Say(d)
		}
		if lacking {
			v.chose(e, u.Resource)
		}
		in.Point = u.Point
		v.mark(u.Resource, &in)
		s.Readers = flight.With(s.Readers, &in, v.order.Crowd())
	}
	v.tables.Checked(e, v.writes)
}
