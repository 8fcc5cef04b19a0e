package validate

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
)

// Program implements role.World.
func (n names) Program(id gpu.ID) *program.Pipeline { return bodyOf[pipeline](n.v, id) }

// Root implements role.World.
func (n names) Root(id gpu.ID) *program.Root { return bodyOf[rootSignature](n.v, id) }

// Does implements standing.Names.
func (n names) Does(number uint32, want gpu.ResourceStates) string {
	r := n.v.roles.Role(number)
	return r.Uses(n, want)
}

// Inner implements standing.Names.
func (n names) Inner(number uint32) role.Inner {
	r := n.v.roles.Role(number)
	return r.Inner
}

// wrongState says that the last need of a command is not met: by what came before the command, or by the command itself, if another need of it
// wants the subresource in a state that does not go with this one. Then what was said of the other need alone is taken back.
func (v *Validator) wrongState(l *list, r *resource, u standing.Use, want gpu.ResourceStates) {
	last, sub := v.needs.Last(), u.Missed[0].Subresource
	other, told := v.needs.Clash()
	if v.runs != 0 {
		other, told = nil, false // commands of a bundle are looked at when they are recorded
	}
	if bound, ok := l.draws.Against(&r.desc, r.id, sub, want); ok && other == nil && (v.runs == 0 || u.Command.Op.Draw()) {
		other = &bound
	}
	l.draws.Moved()
	switch {
	case told:
	case other == nil:
		d, old := v.missed.Say(names{v}, u, want, v.out)
		if v.needs.Resay(old, d); old != nil {
			v.out[slices.Index(v.out, old)] = d
		} else {
			v.out = append(v.out, d)
		}
		last.Said = d
	default:
		if other.Said != nil {
			v.out = slices.DeleteFunc(v.out, func(d *diag.Diagnostic) bool { return d == other.Said })
		}
		last.Clashed = true
		v.out = append(v.out, standing.Clash(names{v}, u, sub, v.side(other), v.side(last)))
		v.forgetEntry(l, r, u.Command)
	}
}

// others are the states for reading that other uses of a subresource by the same command need, where it needs one.
func (v *Validator) others(l *list, r *resource, sub uint32, want gpu.ResourceStates) gpu.ResourceStates {
	if want.Writes() != 0 {
		return 0
	}
	all := v.needs.Reads(r.id, sub)
	if v.runs == 0 {
		all |= l.draws.Reads(&r.desc, r.id, sub)
	}
	return all
}

// shown is the command of a list that a command is: itself, or the ExecuteBundle of its bundle.
func (v *Validator) shown(c *gpu.Command) (gpu.Op, gpu.Site) {
	if v.runs != 0 {
		return gpu.OpExecuteBundle, v.runs
	}
	return c.Called(), c.Site
}

// forgetEntry: what a list expects of a resource is not known from a command that contradicts itself.
func (v *Validator) forgetEntry(l *list, r *resource, c *gpu.Command) {
	subs := l.states.Of(r.id, r.subs, gpu.AllSubresources, &r.slot)
	op, site := v.shown(c)
	for i := range subs {
		if s := &subs[i]; s.Entry == substate.EntryUse && s.EntrySite == site && s.EntryOp == op {
			*s = substate.Subresource{}
		}
	}
}

// side is one of two needs of a command that do not go together.
func (v *Validator) side(n *role.Need) standing.Side {
	s := standing.Side{Want: n.Want, As: n.Role.As(names{v})}
	at := bodyOf[descriptorHeap](v, n.Role.Heap).Slot(n.Role.Index)
	switch {
	case n.Role.Kind == role.Target || n.Role.Kind == role.Depth:
		s.View = standing.View{Register: s.As, Mips: 1}
	case n.Role.Kind == role.Descriptor && at != nil:
		s.View = standing.View{Register: n.Role.Register(names{v}), Site: at.Site, Mip: at.Shown.Mip, Mips: at.Shown.Mips, Reads: n.Want.Writes() == 0}
	}
	return s
}
