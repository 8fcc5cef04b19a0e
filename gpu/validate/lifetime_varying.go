package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
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
		return r.Pieces
	}
	return nil
}

// executedVarying follows the descriptors that a command chose: they are in use by the submission from now on, as they were when it was made.
func (v *Validator) executedVarying(e *gpu.Executed, same *repeat.Entry, again bool) {
	lacking := v.resident.Chooses(e)
	uses, by, before := v.tables.Executed(e, same, again && !lacking, v.writes)
	if len(uses) > 0 {
		before = before && !lacking && v.given.Quiet() && !v.order.Crowd()
		in := flight.Use{Point: by.Point, Queue: e.Queue, List: e.List, Submit: e.SubmitSite, Record: e.RecordSite, Op: e.Op,
			Number: e.Submission, Chosen: true}
		if !before || !v.late.Again(same.Place, same.Number, &in) {
			v.tellLate()
			for i := range uses {
				v.owners.Chose(v.order, v.objects, owner.Descriptor(uses[i].Heap, uses[i].Index), uses[i].Resource, in.Point,
					owner.Need{Site: in.Record, List: in.List, Op: in.Op})
			}
			v.things = slots.Things(v.things[:0], names{v}, uses, &by.Moment, &v.given, v.tables.Say)
			for _, t := range v.things {
				if v.tell(t, by.Writes, &in); lacking && !t.Descriptor {
					v.chose(e, t.Object)
				}
			}
			if before {
				v.late.Remember(same.Place, same.Number, v.things)
			}
		}
	}
	v.tables.Checked(v.writes)
}

// tellLate tells what commands that came again have chosen. It comes before somebody asks who uses something.
func (v *Validator) tellLate() {
	v.late.Tell(func(t flight.Thing, u *flight.Use) { v.tell(t, v.writes, u) })
}

// tell is mark for what a command chose, which a call may have given up since then. Of a descriptor, a submission finds what was there after so many
// writes of descriptors.
func (v *Validator) tell(t flight.Thing, writes uint64, u *flight.Use) {
	if !t.Descriptor {
		v.markChosen(t.Object, *u)
		return
	}
	v.given.Chose(t, u)
	bodyOf[descriptorHeap](v, t.Object).Chose(t.Index, writes, u, v.order.Crowd())
}

// markChosen is mark for what a command chose or named, which a call may have given up since then.
func (v *Validator) markChosen(id gpu.ID, u flight.Use) (given bool) {
	given = v.given.Chose(flight.Thing{Object: id}, &u)
	v.mark(id, &u)
	if r := v.resource(id); r != nil && r.Parent != 0 {
		u.Inside = id
		given = v.given.Chose(flight.Thing{Object: r.Parent}, &u) || given
	}
	return given
}
