// Package barrier holds the rules of ResourceBarrier that one barrier breaks by itself: what it names, its states and its flags. Which state a
// resource is in when the barrier comes is not its concern.
//
// It asks about objects through World, and must not know lists or the order of work.
package barrier

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
)

// World is what the rules ask of the validator, for the list and the command at hand.
type World interface {
	// Say starts the diagnostic of a broken rule.
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
	// Ref is an object as messages name it, Created the place where it was made.
	Ref(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
	// Advise says whether states and advice are looked at, too.
	Advise() bool
	// List is the type of the list.
	List() gpu.CommandListType
	// Resource is the normalized description of a resource, nil if it is none, Heap the type of its heap, and Placed says whether it
	// shares memory.
	Resource(id gpu.ID) *gpu.ResourceDesc
	Heap(id gpu.ID) gpu.HeapType
	Placed(id gpu.ID) bool
	// Usable says whether an object is alive, and says so if it is not.
	Usable(id gpu.ID) bool
	// NoSubresource says that a resource does not have a subresource, NotUnordered that it does not allow unordered access.
	NoSubresource(id gpu.ID, subresource uint32)
	NotUnordered(id gpu.ID)
	// Left is the state in which the list leaves a resource so far; ok is false where that is not known, or not one.
	Left(id gpu.ID) (state gpu.ResourceStates, ok bool)
	// Transition follows a barrier that is well-formed.
	Transition(b *gpu.Barrier)
}

// shaderStates are those in which shaders read through shader resource views.
const shaderStates = gpu.StateNonPixelShaderResource | gpu.StatePixelShaderResource

// Check applies the rules of each barrier in order, because they act in order.
func Check(w World, c *gpu.Command) {
	if len(c.Barriers) == 0 && w.Advise() {
		adviseNoBarriers(w, c)
	}
	whole := firsts(c.Barriers)
	for i := range c.Barriers {
		b := &c.Barriers[i]
		switch {
		case b.Type == gpu.BarrierTransition:
			if transitionRules(w, c, i) && w.Advise() {
				if k, ok := whole.second(c.Barriers, i); ok {
					adviseDuplicate(w, c, k, i)
				}
				w.Transition(b)
			}
		case !halves(b.Flags):
			sayBarrierFlags(w, c, i)
		case b.Type == gpu.BarrierUAV:
			if d := w.Resource(b.Resource); d != nil && w.Usable(b.Resource) && d.Flags&gpu.AllowUnorderedAccess == 0 {
				w.NotUnordered(b.Resource)
			}
		default:
			aliasingRules(w, c, b)
		}
	}
}

// aliasingRules: only resources that stand in heaps share memory.
func aliasingRules(w World, c *gpu.Command, b *gpu.Barrier) {
	for _, id := range b.Aliased {
		if w.Resource(id) != nil && w.Usable(id) && !w.Placed(id) {
			sayNotPlaced(w, c, id)
		}
	}
}

// halves says whether flags are those of one half of a split barrier, or of a whole one.
func halves(f gpu.BarrierFlags) bool { return f <= gpu.BarrierEndOnly }

// transitionRules applies what can be known of one transition by itself.
func transitionRules(w World, c *gpu.Command, i int) bool {
	b := &c.Barriers[i]
	d := w.Resource(b.Resource)
	both := b.Before | b.After
	switch {
	case d == nil:
		sayBarrierResource(w, c, i)
	case !w.Usable(b.Resource):
	case b.Subresource != gpu.AllSubresources && b.Subresource >= d.Subresources():
		w.NoSubresource(b.Resource, b.Subresource)
	case b.Before == b.After:
		sayMatchingStates(w, c, i)
	case !b.Before.Legal() || !b.After.Legal() || both&^substate.KnownStates != 0:
		sayStateCombination(w, c, i)
	case w.Heap(b.Resource) != gpu.HeapDefault:
		sayFixedHeap(w, c, i, w.Heap(b.Resource))
	case substate.Needs(both)&^d.Flags != 0:
		sayStateFlags(w, c, i, substate.Needs(both)&^d.Flags)
	case both&gpu.StateResolveSource != 0 && d.SampleDesc.Count == 1, both&gpu.StateResolveDest != 0 && d.SampleDesc.Count > 1:
		saySamples(w, c, i)
	case both&shaderStates != 0 && d.Flags&gpu.DenyShaderResource != 0:
		sayStateDenied(w, c, i)
	case both&^w.List().States() != 0:
		sayStateOfList(w, c, i, both&^w.List().States())
	case !halves(b.Flags):
		sayBarrierFlags(w, c, i)
	default:
		return true
	}
	return false
}
