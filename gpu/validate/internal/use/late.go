package use

import (
	"cmp"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
)

// Descriptors says which volatile descriptors are meant: those that programs name, or those of which they choose, to read or to write.
type Descriptors uint8

// The descriptors. What is read and what is written may be one resource, of which a program chooses one or the other.
const (
	Named Descriptors = iota
	ChosenReads
	ChosenWrites
)

// named and chosen say whether the descriptors of a range are volatile ones that show resources, and that programs name, or choose.
func named(n *layout.TableRead) bool  { return ofResources(n) && !n.Varying }
func chosen(n *layout.TableRead) bool { return ofResources(n) && n.Varying }

func ofResources(n *layout.TableRead) bool {
	return n.Volatile && !n.Measured && n.Class != gpu.DescriptorSampler
}

// Misfit is a subresource that a command does not find in its state.
type Misfit struct {
	Resource    gpu.ID
	Subresource uint32
	Wrong       *diag.Diagnostic
	Span        passage.Span       // of the commands of the list that find the same
	Record      gpu.Site           // of the command
	Have        gpu.ResourceStates // what it is in, if the command needs another state: Misses
	Misses      bool
}

// misfit is one of the command of a table, with nothing wrong yet.
func misfit(l *Recording, t *reading.Table, resource gpu.ID, sub uint32) Misfit {
	return Misfit{Resource: resource, Subresource: sub, Span: l.Barriers.Around(t.Barriers, resource, sub), Record: t.Site}
}

// of gives it what is wrong.
func (m Misfit) of(d *diag.Diagnostic) Misfit {
	m.Wrong = d
	return m
}

// Late works out the states that volatile descriptors need, as they are when the list is submitted: those that programs name, or those of which they
// choose; of these, the ones that package named does not follow. What subresources without a barrier before the command need goes to late, which is
// expected of what comes before the list; it says whether there are any. What they take out of COMMON after the last barrier goes to after: what
// comes after the list finds it so. wrong hears of a barrier before the command that leaves a subresource in another state; nil: it has heard
// already.
func (k *Book) Late(l *Recording, late, behind *substate.Table, which Descriptors, wrong func(Misfit)) (some bool) {
	behind.Begin(k.world.Stamp())
	if which == Named && wrong != nil {
		l.Clashes = l.Clashes[:0]
	}
	meant := chosen
	if which == Named {
		meant = named
	}
	for i := range l.Tables.Tables {
		t := &l.Tables.Tables[i]
		if l.Tables.Begins(i) {
			k.beginNeeds()
			for _, n := range l.Tables.Written(t) {
				k.needs.Add(n)
			}
		}
		h, parts := k.world.Reading(t)
		for s, by := range h.Reads(t, parts, meant) {
			as := role.Role{Kind: role.Descriptor, Stage: by.Stage, Parameter: t.Slot, Pipeline: t.Pipeline, Heap: t.Base.Heap, Index: by.Index,
				Offset: by.Index - t.Base.Index}
			if t.Pipeline == 0 {
				as = role.Role{} // a clear
			}
			k.eachNeed(s, layout.StateOf(by.Class, by.Stage), as, func(r *Resource, n role.Need) {
				if which != Named && (r.Decays || (n.Want.Writes() != 0) != (which == ChosenWrites)) {
					return
				}
				if r.Heap != gpu.HeapDefault {
					if have, _ := r.Heap.InitialState(); wrong != nil && !have.Has(n.Want) {
						u := k.lateUse(l, t, &n)
						wrong(Misfit{Resource: r.ID, Subresource: gpu.AllSubresources,
							Wrong: standing.Fixed(k.world, u.Command, r.ID, r.Heap, have, n.Want),
							Span:  passage.Span{Until: math.MaxInt}, Record: t.Site})
					}
					return
				}
				if !some {
					late.Begin(k.world.Stamp())
					some = true
				}
				k.useLate(l, late, behind, t, n, which, wrong)
			})
		}
	}
	k.endCommons(l, behind, wrong)
	return some
}

// Stateful says whether programs of a recording whose Chosen are known may choose a descriptor of what package named does not follow, so that Late
// has something to work out of it.
func (k *Book) Stateful(l *Recording) bool {
	newest := uint64(0)
	for i := range l.Tables.Tables {
		if h, _ := k.world.Reading(&l.Tables.Tables[i]); h != nil {
			newest = max(newest, h.Written)
		}
	}
	if c := l.Chosen; c.plain && newest <= c.written {
		return false
	}
	found := false
	for i := range l.Tables.Tables {
		h, parts := k.world.Reading(&l.Tables.Tables[i])
		for s, by := range h.Reads(&l.Tables.Tables[i], parts, chosen) {
			k.eachNeed(s, layout.StateOf(by.Class, by.Stage), role.Role{Kind: role.Descriptor},
				func(r *Resource, _ role.Need) { found = found || !r.Decays })
			if found {
				return true
			}
		}
	}
	l.Chosen.plain, l.Chosen.written = true, newest
	return false
}

// clashes says, and words, whether a descriptor does not find its state because another one of the same command needs another state. What the list
// expects of the resource is not known then.
func (k *Book) clashes(l *Recording, t *reading.Table, late *substate.Table, u standing.Use, sub uint32,
	slot *substate.Slot, wrong func(Misfit)) bool {
	other, told := k.needs.Clash()
	if other == nil && !told {
		return false
	}
	last, r := k.needs.Last(), k.world.Stateful(u.Resource)
	last.Clashed = true
	if !told && wrong != nil {
		l.Clashes = append(l.Clashes, Clash{r.ID, cmp.Or(t.Runs, t.Site)})
		wrong(misfit(l, t, r.ID, sub).of(standing.Clash(k.world, u, sub, k.side(other), k.side(last))))
	}
	clear(late.Of(r.ID, r.Subs, gpu.AllSubresources, slot))
	return true
}

// lateUse is a use of a descriptor as messages name it.
func (k *Book) lateUse(l *Recording, t *reading.Table, n *role.Need) standing.Use {
	list := l.List
	if t.Runs != 0 {
		list = t.Bundle
	}
	return standing.Use{List: l.List, Resource: n.Resource, Command: &gpu.Command{Op: t.Op, Site: t.Site, List: list}, Told: t.Runs,
		Does: n.Role.Uses(k.world, n.Want)}
}

// apart says whether a command of a table may find the subresources of a resource in different states: the last barrier before it, or a use of the
// recording, is of some of them.
func (l *Recording) apart(t *reading.Table, resource gpu.ID) bool {
	b := l.Barriers.Before(t.Barriers, resource, gpu.AllSubresources)
	return b != nil && b.Subresource != gpu.AllSubresources || l.States.Apart(resource)
}

// finds is how a command of a table finds a subresource of what it needs, by a barrier or a use of the list; nil: there is none before it. After a
// barrier to COMMON it also says what has become of it since. room is for the state after another one, so that nothing is allocated.
func (k *Book) finds(room *substate.Subresource, l *Recording, t *reading.Table, n *role.Need, sub uint32, which Descriptors,
	wrong func(Misfit)) (*substate.Subresource, *common) {
	b := l.Barriers.Before(t.Barriers, n.Resource, sub)
	switch {
	case b == nil:
		return l.States.Against(n.Resource, sub, t.Index, n.Want), nil
	case b.After == gpu.StateCommon && b.Flags != gpu.BarrierBeginOnly && wrong != nil:
		c := k.commonAt(l, t, b, k.world.Stateful(n.Resource), sub, which == Named, wrong)
		return &c.state, c
	}
	*room = substate.Subresource{How: substate.Explicit, State: b.After, Site: b.Site, Op: gpu.OpResourceBarrier}
	if b.Flags == gpu.BarrierBeginOnly && !l.Barriers.Exchanged(b, sub) {
		room.State, room.Split, room.Begun = b.Before, b.Barrier, b.Site
	}
	return room, nil
}

// useLate follows one descriptor.
func (k *Book) useLate(l *Recording, late, behind *substate.Table, t *reading.Table, n role.Need, which Descriptors, wrong func(Misfit)) {
	k.needs.Add(n)
	r, sub, want := k.world.Stateful(n.Resource), n.Sub, n.Want
	var slot substate.Slot
	var room substate.Subresource
	if sub == gpu.AllSubresources && r.Subs > 1 && l.apart(t, r.ID) {
		late.Of(r.ID, r.Subs, 0, &slot) // from here on they are told apart
	}
	subs := late.Of(r.ID, r.Subs, sub, &slot)
	if len(l.Tables.Written(t)) > 0 && k.clashes(l, t, late, k.lateUse(l, t, &n), sub, &slot, wrong) {
		return
	}
	var first *standing.Use // that finds another state
	for i := range subs {
		index := sub
		if sub == gpu.AllSubresources && len(subs) > 1 {
			index = uint32(i)
		}
		s, promoted := k.finds(&room, l, t, &n, index, which, wrong)
		if s == nil {
			s = &subs[i]
		}
		before := *s
		op, site := t.Op, t.Site
		if t.Runs != 0 {
			op, site = gpu.OpExecuteBundle, t.Runs
			n.Role.Inner = role.Inner{Bundle: t.Bundle, Op: t.Op, Site: t.Site}
		}
		verdict := s.Use(want, r.Comes, op, site)
		if before.How == substate.Unseen {
			s.Role, s.EntryAt, s.Late = k.roles.Number(n.Role), t.Index, l.States.Late(r.ID, index)
		}
		if verdict == substate.Fine && promoted != nil && which != Named {
			k.chosen(l, t, promoted, behind, wrong)
		}
		if verdict == substate.Fine || wrong == nil && verdict == substate.SplitUse || l.toldBy(t, r.ID, index, verdict, want) {
			continue
		}
		u, old := k.lateUse(l, t, &n), before // a copy, so that uses without a fault allocate nothing
		u.State = &old
		if verdict == substate.SplitUse {
			wrong(misfit(l, t, r.ID, index).of(standing.SplitUse(k.world, u, want)))
			if which == Named {
				l.breaks(r, index, want)
			}
			return
		}
		if k.clashes(l, t, late, u, index, &slot, wrong) {
			return
		}
		if wrong == nil {
			continue
		}
		if first == nil {
			first = &u
		}
		first.Missed = append(first.Missed, course.Miss{Subresource: index, Have: before.State, Want: want})
	}
	if first != nil {
		k.tellMisses(l, t, first, want, which, wrong)
	}
}

// tellMisses says that a command of a table does not find the subresources that a use misses: for each of them, if programs choose, which may touch
// any; else once.
func (k *Book) tellMisses(l *Recording, t *reading.Table, u *standing.Use, want gpu.ResourceStates, which Descriptors, wrong func(Misfit)) {
	d, misses := standing.WrongState(k.world, *u, want), u.Missed
	if which == Named {
		misses = misses[:1]
	}
	for _, x := range misses {
		m := misfit(l, t, u.Resource, x.Subresource)
		m.Have, m.Misses = x.Have, true
		wrong(m.of(d))
	}
	if which == Named {
		for _, x := range u.Missed {
			l.misses(t, k.world.Stateful(u.Resource), x.Subresource, want)
		}
	}
}
