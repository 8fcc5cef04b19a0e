package use

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
)

// Promotion is a use that takes a subresource out of COMMON to which a barrier of the recording has put it, or adds a state for reading to what
// another one has promoted.
type Promotion struct {
	Sub      uint32
	Command  uint32
	Barriers int // of the recording before it
	Want     gpu.ResourceStates
	Op       gpu.Op
	Site     gpu.Site
}

// promote remembers a use that changed a subresource from before to s, if it is a Promotion.
func (l *Recording) promote(resource gpu.ID, before, s *substate.Subresource, p Promotion) {
	if s.How != substate.Promoted || before.How == substate.Promoted && before.State == s.State {
		return
	}
	if l.Promoted == nil {
		l.Promoted = map[gpu.ID][]Promotion{}
	}
	p.Command, p.Barriers = l.Count, l.Barriers.Len()
	l.Promoted[resource] = append(l.Promoted[resource], p)
}

// common is a subresource after a barrier to COMMON, as far as a list has been gone through: fixed uses and volatile ones, in their order.
type common struct {
	commonKey
	r     *Resource
	state substate.Subresource
	fixed substate.Subresource // by the fixed uses alone, which the recording has followed
	next  int                  // of the promotions
	at    uint32               // the last command with a volatile use, and one
	told  bool
}

type commonKey struct {
	barrier *passage.Passage
	sub     uint32
}

// commonAt is how a command of a table finds a subresource after a barrier to COMMON. kept says that it is used so, and the next one finds that.
func (k *Book) commonAt(l *Recording, t *reading.Table, b *passage.Passage, r *Resource, sub uint32, kept bool, wrong func(Misfit)) *common {
	key := commonKey{b, sub}
	c := k.commonOf[key]
	if c == nil || !kept {
		was := substate.Subresource{How: substate.Explicit, State: b.After, Site: b.Site, Op: gpu.OpResourceBarrier}
		c = &common{commonKey: key, r: r, state: was, fixed: was}
		if kept {
			if k.commonOf == nil {
				k.commonOf = map[commonKey]*common{}
			}
			k.commons, k.commonOf[key] = append(k.commons, c), c
		}
	}
	k.promoted(l, c, t.Index, wrong)
	c.at = t.Index + 1
	return c
}

// chosen goes through what comes after a descriptor that a program may choose, which has taken a subresource out of COMMON if it does: the fixed uses
// and the next barrier of the list, or else what follows the list.
func (k *Book) chosen(l *Recording, t *reading.Table, c *common, behind *substate.Table, wrong func(Misfit)) {
	span := l.Barriers.Around(t.Barriers, c.r.ID, c.sub)
	say := func(m Misfit) {
		m.Span, m.Record = span, t.Site
		wrong(m)
	}
	k.promoted(l, c, math.MaxUint32, say)
	k.left(l, c, behind, say)
}

// promoted goes through the fixed uses before a command.
func (k *Book) promoted(l *Recording, c *common, until uint32, wrong func(Misfit)) {
	all := l.Promoted[c.r.ID]
	for ; c.next < len(all) && all[c.next].Command < until; c.next++ {
		p := &all[c.next]
		if c.sub != p.Sub && c.sub != gpu.AllSubresources && p.Sub != gpu.AllSubresources ||
			l.Barriers.Before(p.Barriers, c.r.ID, c.sub) != c.barrier {
			continue
		}
		c.fixed.Use(p.Want, c.r.Comes, p.Op, p.Site)
		old := c.state
		if v := c.state.Use(p.Want, c.r.Comes, p.Op, p.Site); v != substate.WrongState || c.told || wrong == nil || p.Command+1 == c.at {
			continue // one command that wants both is told otherwise
		}
		c.told = true
		u := standing.Use{List: l.List, Resource: c.r.ID, State: &old, Command: &gpu.Command{Op: p.Op, Site: p.Site, List: l.List},
			Missed: []course.Miss{{Subresource: c.sub, Have: old.State, Want: p.Want}}}
		wrong(Misfit{Resource: c.r.ID, Subresource: c.sub, Wrong: standing.WrongState(k.world, u, p.Want),
			Span: passage.Span{Until: math.MaxInt}, Record: p.Site})
	}
}

// endCommons goes through the fixed uses that are left, and what comes after them.
func (k *Book) endCommons(l *Recording, behind *substate.Table, wrong func(Misfit)) {
	for i, c := range k.commons {
		k.promoted(l, c, math.MaxUint32, wrong)
		k.left(l, c, behind, wrong)
		k.commons[i] = nil
	}
	k.commons = k.commons[:0]
	clear(k.commonOf)
}

// leave keeps the state in which a list leaves a subresource for what comes after it.
func (k *Book) leave(c *common, behind *substate.Table) {
	var slot substate.Slot
	subs := behind.Of(c.r.ID, c.r.Subs, c.sub, &slot)
	for i := range subs {
		subs[i].Use(c.state.State, c.r.Comes, c.state.Op, c.state.Site)
	}
}

// left looks at the barrier that ends what began with one to COMMON: it has to name the state that all uses in between have promoted. If there is
// none, that state is what the list leaves.
func (k *Book) left(l *Recording, c *common, behind *substate.Table, wrong func(Misfit)) {
	p := l.Barriers.Next(c.barrier, c.sub)
	if p == nil && !c.told && c.state.State != c.fixed.State {
		k.leave(c, behind)
	}
	if p == nil || c.told || wrong == nil || p.Flags == gpu.BarrierEndOnly {
		return
	}
	old, fixed := c.state, c.fixed
	if old.Transition(&p.Barrier, c.r.Comes, gpu.OpResourceBarrier, p.Site) != substate.WrongBefore ||
		fixed.Transition(&p.Barrier, c.r.Comes, gpu.OpResourceBarrier, p.Site) != substate.Fine {
		return
	}
	u := standing.Use{List: l.List, Resource: c.r.ID, State: &c.state, Command: &gpu.Command{Op: gpu.OpResourceBarrier, Site: p.Site, List: l.List}}
	wrong(Misfit{Resource: c.r.ID, Subresource: c.sub, Wrong: standing.Barrier(k.world, u, &p.Barrier, substate.WrongBefore),
		Span: passage.Span{Until: math.MaxInt}, Record: p.Site,
		Have: p.Before, Misses: true})
}
