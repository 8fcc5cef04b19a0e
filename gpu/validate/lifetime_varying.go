package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/use"
)

// Recording implements suspects.World.
func (n names) Recording(id gpu.ID) *use.Recording {
	if l := n.v.list(id); l != nil {
		return &l.Recording
	}
	return nil
}

// Pieces implements suspects.World.
func (n names) Pieces(id gpu.ID) []uint64 {
	if r := n.v.resource(id); r != nil {
		return r.pieces
	}
	return nil
}

// varyingOf are the volatile descriptors of which the programs of a submission choose, with what is wrong with the states of their resources; nil if there are none.
func (v *Validator) varyingOf(c *gpu.SubmitCall, p track.Point) *tables.Submission {
	s := v.suspects.Chosen(c.Lists)
	if s != nil {
		s.Point, s.Site, s.Writes = p, c.Site, v.writes
		if v.suspects.Stateful(c.Lists) {
			v.suspects.States(s, v.thread(&c.CallHead), c.Queue, v.lists(c, nil))
		}
	}
	return s
}

// executedVarying follows the descriptors that a command chose: they are in use by the submission from now on. One that was written after the submission was written while it was.
func (v *Validator) executedVarying(e *gpu.Executed, same *repeat.Entry, again bool) {
	lacking := v.resident.Chooses(e)
	uses := v.tables.Executed(e, same, again && !lacking, v.writes)
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
	v.tables.Checked(v.writes)
}
