package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// supported are the states that lists of a type may use and transition.
func supported(t gpu.CommandListType) gpu.ResourceStates {
	switch t {
	case gpu.ListCompute:
		return gpu.StateComputeBits
	case gpu.ListCopy:
		return gpu.StateCopyBits
	}
	return ^gpu.ResourceStates(0)
}

// barrierRules applies the rules of each barrier in order, because they act in order.
func (v *Validator) barrierRules(l *list, c *gpu.Command) {
	if len(c.Barriers) == 0 && v.on() {
		v.adviseNoBarriers(c)
	}
	for i := range c.Barriers {
		b := &c.Barriers[i]
		switch b.Type {
		case gpu.BarrierTransition:
			if v.transitionRules(l, c, i) && v.on() {
				v.adviseDuplicate(c, i)
				v.transition(l, c, b)
			}
		case gpu.BarrierUAV:
			if r := v.resource(b.Resource); r != nil && !v.unusable(b.Resource, c) && r.desc.Flags&gpu.AllowUnorderedAccess == 0 {
				v.sayNotUnordered(b.Resource, c.Site, c.Op.String())
			}
		default:
			v.aliasingRules(c, b)
		}
	}
}

// aliasingRules: only resources that stand in heaps share memory.
func (v *Validator) aliasingRules(c *gpu.Command, b *gpu.Barrier) {
	for _, id := range b.Aliased {
		if r := v.resource(id); r != nil && !v.unusable(id, c) && r.parent == 0 {
			v.sayNotPlaced(c, id)
		}
	}
}

// transitionRules applies what can be known of one transition by itself.
func (v *Validator) transitionRules(l *list, c *gpu.Command, i int) bool {
	b := &c.Barriers[i]
	r := v.resource(b.Resource)
	both := b.Before | b.After
	switch {
	case r == nil:
		v.sayBarrierResource(c, i)
	case v.unusable(b.Resource, c):
	case b.Subresource != gpu.AllSubresources && b.Subresource >= r.subs:
		v.saySubresource(c.Site, c.Op.String(), r, b.Subresource)
	case b.Before == b.After:
		v.sayMatchingStates(c, i)
	case !b.Before.Legal() || !b.After.Legal() || both&^track.KnownStates != 0:
		v.sayStateCombination(c, i)
	case r.heap != gpu.HeapDefault:
		v.sayFixedHeap(c, i, r)
	case track.Needs(both)&^r.desc.Flags != 0:
		v.sayStateFlags(c, i, track.Needs(both)&^r.desc.Flags)
	case both&^supported(l.typ) != 0:
		v.sayStateOfList(l, c, i, both&^supported(l.typ))
	case b.Flags&^(gpu.BarrierBeginOnly|gpu.BarrierEndOnly) != 0 || b.Flags == gpu.BarrierBeginOnly|gpu.BarrierEndOnly:
		v.sayBarrierFlags(c, i)
	default:
		return true
	}
	return false
}
