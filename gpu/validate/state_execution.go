package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/use"
)

// lists are the recordings that a submission executes.
func (v *Validator) lists(c *gpu.SubmitCall, varying *tables.Submission) []course.List {
	v.running = v.running[:0]
	for _, id := range c.Lists {
		if l := v.list(id); l != nil {
			if !v.expected {
				l.Expects = v.needs.Late(&l.Recording, &l.Late, &l.Behind, use.Named, nil)
			}
			var chosen []*substate.Table
			if varying != nil {
				chosen = varying.States[id]
			}
			v.running = l.Runs(v.running, chosen)
		}
	}
	return v.running
}

// checkCourse compares what the lists of a submission expect with the states that they find, if that can be known already.
func (v *Validator) checkCourse(c *gpu.SubmitCall, q *queue) {
	if q.Any {
		return
	}
	said := len(v.out)
	for _, id := range c.Lists {
		if l := v.list(id); l != nil {
			l.Expects = v.needs.Late(&l.Recording, &l.Late, &l.Behind, use.Named, func(m use.Misfit) { v.out = append(v.out, m.Wrong) })
		}
	}
	v.expected = len(v.out) == said // else it is worked out anew, without what was told
	v.out = v.stateProblems(v.out, v.course.Check(v.thread(&c.CallHead), c.Queue, v.lists(c, nil), c.Site))
}

// stateProblems words what lists find wrong, unless it is part of what was said of the same command. It is open where the submission may be missing
// in another run, or the one that has left the state.
func (v *Validator) stateProblems(out []*diag.Diagnostic, problems []course.Problem) []*diag.Diagnostic {
	for i := range problems {
		p := &problems[i]
		if l := v.list(p.List); l == nil || !l.Covers(p) {
			d := standing.Problem(names{v}, p)
			d.Open = v.order.Crowd() && (v.races.Absent(p.Queue, p.Point) || v.races.Absent(p.Found.Queue, p.Found.Point))
			out = append(out, d)
		}
	}
	return out
}

// lateStates are the problems of submissions that had to wait for a signal.
func (v *Validator) lateStates() []*diag.Diagnostic {
	late := v.course.Late()
	v.suspects.Late()
	return v.stateProblems(nil, late)
}

// slotOf is what a descriptor shows.
func (v *Validator) slotOf(c *gpu.DescriptorCall) slots.Slot {
	id := c.Resource
	if c.Type == gpu.DescriptorCBV && c.Constant != nil {
		id = v.bufferAt(c.Constant.BufferLocation)
	}
	if r := v.resource(id); r != nil {
		return slots.Of(c, id, r.Desc)
	}
	return slots.Of(c, id, nil)
}

// Stateful implements use.World.
func (n names) Stateful(id gpu.ID) *use.Resource {
	if r := n.v.resource(id); r != nil {
		return &r.Resource
	}
	return nil
}

// Dead implements use.World.
func (n names) Dead(id gpu.ID) bool { return n.v.objects.Dead(id) }

// Unusable implements use.World.
func (n names) Unusable(id gpu.ID, c *gpu.Command) bool { return n.v.unusable(id, c) }

// Slots implements use.World.
func (n names) Slots(heap gpu.ID) *descriptorHeap { return bodyOf[descriptorHeap](n.v, heap) }

// Reading implements use.World.
func (n names) Reading(t *reading.Table) (*descriptorHeap, []program.Part) {
	h, parts := bodyOf[descriptorHeap](n.v, t.Base.Heap), program.Clear
	if p := bodyOf[pipeline](n.v, t.Pipeline); p != nil {
		parts = p.Parts
	}
	if n.v.objects.Dead(t.Base.Heap) {
		h = nil
	}
	return h, parts
}

// Stamp implements use.World.
func (n names) Stamp() uint32 {
	n.v.stamp++
	return n.v.stamp
}

// Program implements role.World.
func (n names) Program(id gpu.ID) *program.Pipeline { return bodyOf[pipeline](n.v, id) }

// Root implements role.World.
func (n names) Root(id gpu.ID) *program.Root { return bodyOf[rootSignature](n.v, id) }

// Does implements standing.Names.
func (n names) Does(number uint32, want gpu.ResourceStates) string {
	r := n.v.needs.Role(number)
	return r.Uses(n, want)
}

// Inner implements standing.Names.
func (n names) Inner(number uint32) role.Inner {
	r := n.v.needs.Role(number)
	return r.Inner
}
