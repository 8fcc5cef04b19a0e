package validate

import (
	"math/bits"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
)

// use applies the rules for using a subresource in a state, and remembers the use. Only what this recording contradicts by
// itself is reported: which state the resource comes with is known when the list executes.
func (v *Validator) use(l *list, r *resource, sub uint32, want gpu.ResourceStates, c *gpu.Command, as role.Role) {
	if !v.on() {
		return
	}
	if r.heap != gpu.HeapDefault {
		v.useFixed(r, want, c)
		return
	}
	op, site := v.shown(c)
	if v.runs != 0 {
		as.Inner = role.Inner{Bundle: c.List, Op: c.Called(), Site: c.Site}
	}
	v.needs.Add(role.Need{Resource: r.id, Sub: sub, Want: want, Role: as})
	subs := l.states.Of(r.id, r.subs, sub, &r.slot)
	var first *standing.Use
	for i := range subs {
		before := subs[i]
		verdict := subs[i].Use(want, r.comes, op, site)
		if before.How == substate.Unseen {
			subs[i].Role, subs[i].EntryAt = v.roles.Number(as), l.count
		}
		if verdict == substate.Fine {
			continue
		}
		if first == nil {
			old := before // a copy, so that uses without a fault allocate nothing
			first = &standing.Use{List: l.id, Resource: r.id, State: &old, Command: c, Told: v.runs, Does: as.Uses(names{v}, want)}
		}
		at := sub
		if len(subs) > 1 {
			at = uint32(i)
		}
		if verdict == substate.SplitUse {
			v.out = append(v.out, standing.SplitUse(names{v}, first.Half(at, l.states.Of(r.id, r.subs, gpu.AllSubresources, &r.slot)), want))
			return
		}
		more := v.others(l, r, at, want)
		subs[i].Missed(more)
		first.Missed = append(first.Missed, course.Miss{Subresource: at, Have: before.State, Want: want | more})
	}
	if first != nil {
		v.wrongState(l, r, *first, want)
	}
}

// useFixed: memory of the CPU stays in the state of its heap.
func (v *Validator) useFixed(r *resource, want gpu.ResourceStates, c *gpu.Command) {
	if have, _ := r.heap.InitialState(); !have.Has(want) {
		v.out = append(v.out, standing.Fixed(names{v}, c, r.id, r.heap, have, want))
	}
}

// transition follows one barrier.
func (v *Validator) transition(l *list, c *gpu.Command, b *gpu.Barrier) {
	r := v.resource(b.Resource)
	subs, told := l.states.Of(r.id, r.subs, b.Subresource, &r.slot), false
	for i := range subs {
		before := subs[i]
		verdict := subs[i].Transition(b, r.comes, c.Called(), c.Site)
		if verdict == substate.Fine || told {
			continue
		}
		old := before // a copy, so that barriers without a fault allocate nothing
		u := standing.Use{List: l.id, Resource: r.id, State: &old, Command: c}
		if len(subs) > 1 && (i > 0 || slices.ContainsFunc(subs[1:], func(s substate.Subresource) bool { return s.State != before.State })) {
			u.Missed = []course.Miss{{Subresource: uint32(i), Have: before.State}}
		}
		v.out = append(v.out, standing.Barrier(names{v}, u, b, verdict))
		told = true
	}
}

// checkPendingSplits: buffers cannot carry a split barrier out of a list, because they decay.
func (v *Validator) checkPendingSplits(l *list) {
	l.states.Each(func(id gpu.ID, subs []substate.Subresource) {
		if r := v.resource(id); r != nil && r.buffer() && subs[0].Pending() {
			v.out = append(v.out, standing.SplitBuffer(names{v}, id, &subs[0]))
		}
	})
}

// useArguments applies the state rules of what programs read through some of the root parameters.
func (v *Validator) useArguments(l *list, c *gpu.Command, p *pipeline, parameters uint64) {
	if !v.on() {
		return
	}
	for k := range p.Parts {
		part := &p.Parts[k]
		v.useRootViews(l, c, part, parameters)
		for i := range part.Reads.Tables {
			if t := &part.Reads.Tables[i]; parameters>>t.Parameter&1 != 0 {
				v.useTable(l, c, t, part.Stage)
			}
		}
	}
}

// useRootViews applies the state rules of root descriptors.
func (v *Validator) useRootViews(l *list, c *gpu.Command, p *program.Part, parameters uint64) {
	for rest := p.Reads.Views & parameters; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		id := l.Args[i].Resource
		r := v.resource(id)
		if r == nil || v.unusable(id, c) {
			continue
		}
		v.use(l, r, 0, layout.StateOf(layout.ClassOf(l.Signature.Desc.Parameters[i].Type), p.Stage), c, role.Role{Kind: role.View, Stage: p.Stage, Parameter: uint32(i), Pipeline: l.pipeline})
	}
}
