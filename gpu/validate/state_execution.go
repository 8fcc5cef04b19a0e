package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// lists are the recordings that a submission executes.
func (v *Validator) lists(c *gpu.SubmitCall, varying *tables.Submission) []course.List {
	v.running = v.running[:0]
	for _, id := range c.Lists {
		if l := v.list(id); l != nil {
			if !v.expected {
				l.expects = v.expectLate(l, &l.late, false, nil)
			}
			if l.expects {
				v.running = append(v.running, course.List{ID: id, States: &l.late, Late: true})
			}
			running := course.List{ID: id, States: &l.states}
			if varying != nil {
				running.Varying = varying.States[id]
			}
			v.running = append(v.running, running)
		}
	}
	return v.running
}

// checkCourse compares what the lists of a submission expect with the states that they find, if that can be known already.
func (v *Validator) checkCourse(c *gpu.SubmitCall, q *queue) {
	if q.any {
		return
	}
	said := len(v.out)
	for _, id := range c.Lists {
		if l := v.list(id); l != nil {
			l.expects = v.expectLate(l, &l.late, false, func(_ gpu.ID, d *diag.Diagnostic) { v.out = append(v.out, d) })
		}
	}
	v.expected = len(v.out) == said // else it is worked out anew, without what was told
	problems := v.course.Check(v.thread(&c.CallHead), c.Queue, v.lists(c, nil), c.Site)
	for i := range problems {
		v.out = append(v.out, standing.Problem(names{v}, &problems[i]))
	}
}

// lateStates are the problems of submissions that had to wait for a signal.
func (v *Validator) lateStates() []*diag.Diagnostic {
	var out []*diag.Diagnostic
	late := v.course.Late()
	v.lateSuspects()
	for i := range late {
		out = append(out, standing.Problem(names{v}, &late[i]))
	}
	return out
}

// useTable applies the state rules of descriptors of a table that a dispatch reads. What volatile descriptors show is decided when the list is submitted.
func (v *Validator) useTable(l *list, c *gpu.Command, t *layout.TableRead, s gpu.ShaderStage) {
	if t.Volatile || t.Measured || t.Class == gpu.DescriptorSampler {
		return
	}
	table := l.Args[t.Parameter].Table
	h := bodyOf[descriptorHeap](v, table.Heap)
	if h == nil {
		return
	}
	for i, at := range h.From(uint64(table.Index)+uint64(t.Offset), uint64(t.Count)) {
		as := role.Role{Kind: role.Descriptor, Stage: s, Parameter: t.Parameter, Pipeline: l.pipeline, Heap: table.Heap, Index: i, Offset: i - table.Index}
		v.eachNeed(at, layout.StateOf(t.Class, s), as, func(r *resource, n role.Need) { v.use(l, r, n.Sub, n.Want, c, n.Role) })
	}
}

// eachNeed goes through what a descriptor shows that is used in a state as something: its subresources, and the counter of a buffer, which a clear
// leaves alone. What was released is a fault, when the command executes.
func (v *Validator) eachNeed(s *slots.Slot, want gpu.ResourceStates, as role.Role, f func(*resource, role.Need)) {
	if r := v.resource(s.Resource); r != nil && !v.objects.Dead(s.Resource) {
		s.Shown.Each(&r.desc, func(sub uint32) { f(r, role.Need{Resource: r.id, Sub: sub, Want: want, Role: as}) })
	}
	if r := v.resource(s.Counter); r != nil && !v.objects.Dead(s.Counter) && as.Kind == role.Descriptor {
		as.Kind = role.Counter
		f(r, role.Need{Resource: r.id, Want: gpu.StateUnorderedAccess, Role: as})
	}
}

// slotOf is what a descriptor shows.
func (v *Validator) slotOf(c *gpu.DescriptorCall) slots.Slot {
	id := c.Resource
	if c.Type == gpu.DescriptorCBV && c.Constant != nil {
		id = v.bufferAt(c.Constant.BufferLocation)
	}
	if r := v.resource(id); r != nil && !r.buffer() {
		return slots.Of(c, id, &r.desc)
	}
	return slots.Of(c, id, nil)
}
