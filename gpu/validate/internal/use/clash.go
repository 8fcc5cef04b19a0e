package use

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
)

// wrongState says that the last need of a command is not met: by what came before the command, or by the command itself, if another need of it
// wants the subresource in a state that does not go with this one. Then what was said of the other need alone is taken back.
func (k *Book) wrongState(l *Recording, r *Resource, u standing.Use, want gpu.ResourceStates) {
	last, sub := k.needs.Last(), u.Missed[0].Subresource
	other, told := k.needs.Clash()
	if bound, ok := l.Graphics.Against(r.Desc, r.ID, sub, want); ok && other == nil && (k.runs == 0 || u.Command.Op.Draw()) {
		other = &bound
	}
	u.Inside = l.Barriers.None || k.runs != 0 && k.needs.Before()
	l.Graphics.Moved()
	switch {
	case told:
	case other == nil:
		d, old := k.missed.Say(k.world, u, want, *k.out)
		if old != nil {
			k.instead(old, d)
		} else {
			*k.out = append(*k.out, d)
		}
		last.Said = d
	default:
		k.clash(l, r, u, sub, other)
	}
}

// sayAgain words anew what the command misses of a resource, another part of which it uses as it is.
func (k *Book) sayAgain(r *Resource, c *gpu.Command) {
	if d, old := k.missed.Again(k.world, r.ID, c, nil, *k.out); old != nil {
		k.instead(old, d)
	}
}

// instead puts a diagnostic in the place of an earlier one of the same need.
func (k *Book) instead(old, d *diag.Diagnostic) {
	k.needs.Resay(old, d)
	(*k.out)[slices.Index(*k.out, old)] = d
}

// Idle says whether a recording does nothing with a subresource in the state to which a barrier, the last one of it, takes it.
func (l *Recording) Idle(w World, p *passage.Passage) bool {
	if l.States.Idle(p.Resource, p.Subresource) != p.Site {
		return false
	}
	r, used := w.Stateful(p.Resource), false
	for i := range l.Tables.Tables {
		t := &l.Tables.Tables[i]
		if r == nil || t.Index < p.Command {
			continue
		}
		h, parts := w.Reading(t)
		for s := range h.Reads(t, parts, slots.All) {
			if s.Resource == r.ID {
				s.Shown.Each(r.Desc, func(sub uint32) { used = used || sub == p.Subresource })
			}
		}
	}
	return !used
}

// clash says that the last need of a command and another one of it do not go together, in the place of what was said of that one alone.
func (k *Book) clash(l *Recording, r *Resource, u standing.Use, sub uint32, other *role.Need) {
	last := k.needs.Last()
	if other.Said != nil {
		*k.out = slices.DeleteFunc(*k.out, func(d *diag.Diagnostic) bool { return d == other.Said })
	}
	last.Clashed = true
	*k.out = append(*k.out, standing.Clash(k.world, u, sub, k.side(other), k.side(last)))
	k.forgetEntry(l, r, u.Command)
}

// unmeetable says of a need that is met, where another one of the command is not, whether they can both be.
func (k *Book) unmeetable(l *Recording, r *Resource, u standing.Use, sub uint32) {
	if other, told := k.needs.Clash(); other != nil && other.Said != nil && !told {
		k.clash(l, r, u, sub, other)
	}
}

// foresee adds to what was said of a need of a command that no barrier can give what it lacks: a volatile descriptor shows the same subresource by
// now, and needs another state.
func (k *Book) foresee(n *role.Need) {
	if other := k.needs.Against(n); other != nil {
		standing.Unmeetable(k.world, other.Said, n.Resource, other.Want, k.side(n))
	}
}

// others are the states for reading that other uses of a subresource by the same command need, where it needs one.
func (k *Book) others(l *Recording, r *Resource, sub uint32, want gpu.ResourceStates) gpu.ResourceStates {
	if want.Writes() != 0 {
		return 0
	}
	all := k.needs.Reads(r.ID, sub)
	if k.runs == 0 {
		all |= l.Graphics.Reads(r.Desc, r.ID, sub)
	}
	return all
}

// shown is the command of a list that a command is: itself, or the ExecuteBundle of its bundle.
func (k *Book) shown(c *gpu.Command) (gpu.Op, gpu.Site) {
	if k.runs != 0 {
		return gpu.OpExecuteBundle, k.runs
	}
	return c.Called(), c.Site
}

// forgetEntry: what a list expects of a resource is not known from a command that contradicts itself.
func (k *Book) forgetEntry(l *Recording, r *Resource, c *gpu.Command) {
	subs := l.States.Of(r.ID, r.Subs, gpu.AllSubresources, &r.slot)
	op, site := k.shown(c)
	for i := range subs {
		if s := &subs[i]; s.Entry == substate.EntryUse && s.EntrySite == site && s.EntryOp == op {
			*s = substate.Subresource{}
		}
	}
}

// side is one of two needs of a command that do not go together.
func (k *Book) side(n *role.Need) standing.Side {
	s := standing.Side{Want: n.Want, As: n.Role.As(k.world)}
	at := k.world.Slots(n.Role.Heap).Slot(n.Role.Index)
	switch {
	case n.Role.Kind == role.Target || n.Role.Kind == role.Depth:
		s.View = standing.View{Register: s.As, Mips: 1}
	case n.Role.Kind == role.Descriptor && at != nil:
		s.View = standing.View{Register: n.Role.Register(k.world), Site: at.Site, Mip: at.Shown.Mip, Mips: at.Shown.Mips, Reads: n.Want.Writes() == 0}
	}
	return s
}
