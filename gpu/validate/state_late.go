package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
)

// expectLate works out the states that volatile descriptors need, as they are when the list is submitted: those that programs name, or those of which they
// choose. What subresources without a barrier before the command need goes to late, which is expected of what comes before the list; it says whether
// there are any. wrong hears of a barrier before the command that leaves another state; nil: it has heard already.
func (v *Validator) expectLate(l *list, late *substate.Table, varying bool, wrong func(gpu.ID, *diag.Diagnostic)) (some bool) {
	for i := range l.tables.Tables {
		t := &l.tables.Tables[i]
		if l.tables.Begins(i) {
			v.needs.Begin()
			for _, n := range l.tables.Written(t) {
				v.needs.Add(n)
			}
		}
		for s, by := range v.descriptors(t) {
			if !by.Volatile || by.Varying != varying || by.Measured || by.Class == gpu.DescriptorSampler {
				continue
			}
			as := role.Role{Kind: role.Descriptor, Stage: by.Stage, Parameter: t.Slot, Pipeline: t.Pipeline, Heap: t.Base.Heap, Index: by.Index, Offset: by.Index - t.Base.Index}
			if t.Pipeline == 0 {
				as = role.Role{} // a clear
			}
			v.eachNeed(s, layout.StateOf(by.Class, by.Stage), as, func(r *resource, n role.Need) {
				if r.heap != gpu.HeapDefault {
					return
				}
				if !some {
					v.stamp++
					late.Begin(v.stamp)
					some = true
				}
				v.useLate(l, late, t, n, wrong)
			})
		}
	}
	return some
}

// clashes says, and words, whether a descriptor does not find its state because another one of the same command needs another state. What the list
// expects of the resource is not known then.
func (v *Validator) clashes(late *substate.Table, u standing.Use, sub uint32, slot *substate.Slot, wrong func(gpu.ID, *diag.Diagnostic)) bool {
	other, told := v.needs.Clash()
	if other == nil && !told {
		return false
	}
	last, r := v.needs.Last(), v.resource(u.Resource)
	last.Clashed = true
	if !told && wrong != nil {
		wrong(u.Resource, standing.Clash(names{v}, u, sub, v.side(other), v.side(last)))
	}
	clear(late.Of(r.id, r.subs, gpu.AllSubresources, slot))
	return true
}

// lateUse is a use of a descriptor as messages name it.
func (v *Validator) lateUse(l *list, t *reading.Table, n *role.Need) standing.Use {
	list := l.id
	if t.Runs != 0 {
		list = t.Bundle
	}
	return standing.Use{List: l.id, Resource: n.Resource, Command: &gpu.Command{Op: t.Op, Site: t.Site, List: list}, Told: t.Runs, Does: n.Role.Uses(names{v}, n.Want)}
}

// useLate follows one descriptor.
func (v *Validator) useLate(l *list, late *substate.Table, t *reading.Table, n role.Need, wrong func(gpu.ID, *diag.Diagnostic)) {
	v.needs.Add(n)
	r, sub, want := v.resource(n.Resource), n.Sub, n.Want
	var slot substate.Slot
	subs := late.Of(r.id, r.subs, sub, &slot)
	if len(l.tables.Written(t)) > 0 && v.clashes(late, v.lateUse(l, t, &n), sub, &slot, wrong) {
		return
	}
	for i := range subs {
		s, index := &subs[i], sub
		if sub == gpu.AllSubresources && len(subs) > 1 {
			index = uint32(i)
		}
		if b := l.barriers.Before(t.Barriers, r.id, index); b != nil {
			s = &substate.Subresource{How: substate.Explicit, State: b.After, Site: b.Site, Op: gpu.OpResourceBarrier}
			if b.Flags == gpu.BarrierBeginOnly {
				s.State, s.Split, s.Begun = b.Before, b.Barrier, b.Site
			}
		} else if used := l.states.Against(r.id, index, t.Index, want); used != nil {
			s = used
		}
		before := *s
		op, site := t.Op, t.Site
		if t.Runs != 0 {
			op, site = gpu.OpExecuteBundle, t.Runs
			n.Role.Inner = role.Inner{Bundle: t.Bundle, Op: t.Op, Site: t.Site}
		}
		verdict := s.Use(want, r.comes, op, site)
		if before.How == substate.Unseen {
			s.Role = v.roles.Number(n.Role)
		}
		if verdict == substate.Fine || wrong == nil && verdict == substate.SplitUse {
			continue
		}
		u := v.lateUse(l, t, &n)
		u.State = &before
		if verdict == substate.SplitUse {
			wrong(r.id, standing.SplitUse(names{v}, u, want))
			return
		}
		if v.clashes(late, u, index, &slot, wrong) {
			return
		}
		if wrong != nil {
			u.Missed = []course.Miss{{Subresource: index, Have: before.State, Want: want}}
			wrong(r.id, standing.WrongState(names{v}, u, want))
			return
		}
	}
}
