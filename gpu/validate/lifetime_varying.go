package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
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

// executedVarying follows the descriptors that a command chose: they are in use by the submission from now on, as they were when it was made.
func (v *Validator) executedVarying(e *gpu.Executed, same *repeat.Entry, again bool) {
	lacking := v.resident.Chooses(e)
	uses := v.tables.Executed(e, same, again && !lacking, v.writes)
	in := flight.Use{Queue: e.Queue, List: e.List, Submit: e.SubmitSite, Record: e.RecordSite, Op: e.Op, Number: e.Submission, Chosen: true}
	for i := range uses {
		u := &uses[i]
		at := gpu.CPUDescriptorHandle{Heap: u.Heap, Index: u.Index}
		was := bodyOf[descriptorHeap](v, u.Heap).Was(at, &u.Moment, &v.given)
		if was.Written == 0 || was.Resource != u.Resource {
			continue
		}
		if d := slots.Chosen(names{v}, u, was); d != nil {
			v.tables.Say(d, u.Heap)
		}
		if lacking {
			v.chose(e, u.Resource)
		}
		in.Point = u.Point
		v.markChosen(u.Resource, in)
		v.markSlot(at, u.Writes, &in)
	}
	v.tables.Checked(v.writes)
}

// markChosen is mark for what a command chose or named, which a call may have given up since then.
func (v *Validator) markChosen(id gpu.ID, u flight.Use) (given bool) {
	given = v.given.Chose(flight.Thing{Object: id}, &u)
	v.mark(id, &u)
	if r := v.resource(id); r != nil && r.parent != 0 {
		u.Inside = id
		given = v.given.Chose(flight.Thing{Object: r.parent}, &u) || given
	}
	return given
}

// markSlot is markChosen for a descriptor, of which a submission finds what was there after so many writes of descriptors.
func (v *Validator) markSlot(at gpu.CPUDescriptorHandle, writes uint64, u *flight.Use) {
	v.given.Chose(flight.Descriptor(at), u)
	if s := bodyOf[descriptorHeap](v, at.Heap).Slot(at.Index); s != nil && s.Written <= writes {
		s.Readers = flight.With(s.Readers, u, v.order.Crowd())
	}
}
