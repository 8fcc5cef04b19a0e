package validate

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
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
		s.Suspects, s.States = map[gpu.ID]*diag.Diagnostic{}, map[gpu.ID]*substate.Table{}
		v.suspect(c, s)
	}
	return s
}

// suspect finds the resources that a submission finds in a wrong state if a program chooses their descriptors.
func (v *Validator) suspect(c *gpu.SubmitCall, s *tables.Submission) {
	t := v.thread(&c.CallHead)
	var before []course.List
	for _, id := range c.Lists {
		l := v.list(id)
		if l == nil {
			continue
		}
		var states substate.Table
		if v.needs.Late(&l.Recording, &states, true, func(id gpu.ID, d *diag.Diagnostic) { s.Suspects[id] = d }) {
			s.States[id] = &states
			known := len(v.course.Check(t, c.Queue, before, c.Site))
			problems := v.course.Check(t, c.Queue, append(slices.Clip(before), course.List{ID: id, States: &states}), c.Site)
			for i := range problems[min(known, len(problems)):] {
				p := &problems[known+i]
				s.Suspects[p.Resource] = standing.Problem(names{v}, p)
			}
		}
		before = append(before, course.List{ID: id, States: &l.States})
	}
}

// lateSuspects are those of submissions that had to wait for a signal.
func (v *Validator) lateSuspects() {
	late := v.course.Suspects()
	for i := range late {
		v.tables.Suspect(late[i].Point, late[i].Resource, standing.Problem(names{v}, &late[i].Problem))
	}
}

// executedVarying follows the descriptors that a command chose: they are in use by the submission from now on. One that was written behind the submission was written while it was.
func (v *Validator) executedVarying(e *gpu.Executed) {
	for _, u := range v.tables.Executed(e) {
		s := bodyOf[descriptorHeap](v, u.Heap).Slot(u.Index)
		if s == nil || s.Resource != u.Resource {
			continue
		}
		for _, d := range s.Chosen(names{v}, &u, e.Queue) {
			v.tables.Say(d)
		}
		v.chose(e, u.Resource)
		in := flight.Use{Point: u.Point, Queue: e.Queue, List: e.List, Submit: e.SubmitSite, Record: e.RecordSite, Op: e.Op}
		v.mark(u.Resource, &in)
		s.Readers = flight.With(s.Readers, &in)
	}
}
