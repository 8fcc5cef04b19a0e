package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// tracked is a resource whose state the engine follows.
type tracked struct {
	owner  *object
	native *device.Resource
	buffer bool
	fixed  bool // UPLOAD and READBACK resources stay in their state
	state  gpu.ResourceStates
	since  gpu.Site // what brought it there
}

// course is the way of a resource's state through one list.
//
//	             list
//	before ──▶ │ first ──barrier──▶ … ──barrier──▶ now │ ──▶ the next list's before
//	   └ found when the list is executed; a barrier in front of it where before is another state
type course struct {
	first, now gpu.ResourceStates
	moved      bool // there is a barrier in the list
	verify     bool // the application has seen to first
	site       gpu.Site
}

const reads = ^gpu.StateWriteBits

// require brings a resource into a state for the next command of a recorder, or holds the application to it.
func (r *recorder) require(t *tracked, state gpu.ResourceStates, mode Transition, method string) error {
	if mode == TransitionNone {
		return nil
	}
	if t.fixed {
		if !t.state.Has(state) {
			return r.dev.refuse(words.FixedState(t.saidState(), state, method, r.site))
		}
		return nil
	}
	if r.typ == gpu.ListCopy && state&^gpu.StateCopyBits != 0 || r.typ == gpu.ListCompute && state&^gpu.StateComputeBits != 0 {
		return r.dev.refuse(words.StateOfQueue(t.saidState(), state, r.typ, method, r.site))
	}
	c := r.states[t]
	if c == nil {
		r.states[t] = &course{first: state, now: state, verify: mode == TransitionVerify, site: r.site}
		r.order = append(r.order, t)
		return nil
	}
	return r.move(t, c, state, mode, method)
}

// move changes the state of a resource that the list has used before.
func (r *recorder) move(t *tracked, c *course, state gpu.ResourceStates, mode Transition, method string) error {
	switch {
	case c.now == state && state == gpu.StateUnorderedAccess && mode == TransitionAuto:
		return r.barrier(gpu.BarrierDesc{Type: gpu.BarrierUAV, Resource: t.native})
	case c.now == state, state != 0 && c.now.Has(state):
		return nil
	case mode == TransitionVerify:
		return r.dev.hazard(words.Verify(t.saidState(), c.now, state, method, r.site, c.site))
	case !c.moved && state != 0 && c.now != 0 && c.now&reads == c.now && state&reads == state: // both read: come in both states
		c.first |= state
		c.now = c.first
		return nil
	}
	before := c.now
	c.now, c.moved, c.site = state, true, r.site
	return r.barrier(transition(t, before, state))
}

// transition is the barrier from one state to another.
func transition(t *tracked, before, after gpu.ResourceStates) gpu.BarrierDesc {
	return gpu.BarrierDesc{Type: gpu.BarrierTransition, Resource: t.native, Subresource: gpu.AllSubresources, Before: before, After: after}
}

// barrier records one barrier.
func (r *recorder) barrier(b gpu.BarrierDesc) error {
	r.one[0] = b
	r.list.SetSite(r.site)
	return r.list.ResourceBarrier(r.one[:])
}

// sequence follows the states of resources through the lists of one submission.
type sequence struct {
	dev  *RenderDevice
	now  map[*tracked]gpu.ResourceStates
	seen []*tracked // in order of their first use
}

// before is the state of a resource in front of the next list. Buffers decay to COMMON behind every submission.
func (s *sequence) before(t *tracked) gpu.ResourceStates {
	if state, ok := s.now[t]; ok {
		return state
	}
	s.seen = append(s.seen, t)
	if t.buffer {
		return gpu.StateCommon
	}
	return t.state
}

// enter finds the barriers that a list needs in front of it, and follows the states to its end.
func (s *sequence) enter(r *recorder) ([]gpu.BarrierDesc, error) {
	var barriers []gpu.BarrierDesc
	for _, t := range r.order {
		c, before := r.states[t], s.before(t)
		s.now[t] = c.now
		switch {
		case before == c.first && before == gpu.StateUnorderedAccess:
			barriers = append(barriers, gpu.BarrierDesc{Type: gpu.BarrierUAV, Resource: t.native})
		case before == c.first, t.buffer && before == gpu.StateCommon: // promoted by its first use
		case c.verify && !(c.first != 0 && before.Has(c.first)):
			if err := s.dev.hazard(words.Verify(t.saidState(), before, c.first, "ExecuteCommandLists", c.site, t.since)); err != nil {
				return nil, err
			}
		default:
			if r.typ != gpu.ListDirect && !onQueue(r.typ, before) {
				return nil, s.dev.refuse(words.StateOfQueue(t.saidState(), before, r.typ, "Flush", c.site))
			}
			barriers = append(barriers, transition(t, before, c.first))
		}
		t.since = c.site
	}
	return barriers, nil
}

// onQueue says whether lists of a type may bring resources out of a state.
func onQueue(typ gpu.CommandListType, state gpu.ResourceStates) bool {
	if typ == gpu.ListCopy {
		return state&^gpu.StateCopyBits == 0
	}
	return state&^gpu.StateComputeBits == 0
}

// leave notes the states behind the submission. Textures that a COPY queue used go back to COMMON, because the copy states of
// that queue mean nothing to others: the barriers for that are returned.
func (s *sequence) leave(typ gpu.CommandListType) []gpu.BarrierDesc {
	var barriers []gpu.BarrierDesc
	for _, t := range s.seen {
		if !t.buffer && typ == gpu.ListCopy && s.now[t] != gpu.StateCommon {
			barriers = append(barriers, transition(t, s.now[t], gpu.StateCommon))
			s.now[t] = gpu.StateCommon
		}
	}
	return barriers
}

// settle makes the states behind the submission those of the resources.
func (s *sequence) settle() {
	for _, t := range s.seen {
		if !t.buffer {
			t.state = s.now[t]
		}
	}
}

// StateTransitionDesc is one explicit transition.
type StateTransitionDesc struct {
	Texture  *Texture // this or Buffer
	Buffer   *Buffer
	NewState gpu.ResourceStates
}

// TransitionResourceStates brings resources into states: what an application does that draws with the mode VERIFY.
func (c *DeviceContext) TransitionResourceStates(all []StateTransitionDesc) error {
	r, err := c.command("TransitionResourceStates")
	if err != nil {
		return err
	}
	for _, d := range all {
		o, t := (*object)(nil), (*tracked)(nil)
		switch {
		case d.Texture != nil:
			o, t = &d.Texture.object, &d.Texture.tracked
		case d.Buffer != nil && d.Buffer.native != nil:
			o, t = &d.Buffer.object, &d.Buffer.tracked
		default:
			return c.dev.refuse(words.ContextUse(c.said(), "TransitionResourceStates", "an entry has no resource with a state", "name a texture, or a buffer that is not DYNAMIC"))
		}
		if err := r.did(r.needs(c, o, t, d.NewState, TransitionAuto, "TransitionResourceStates")); err != nil {
			return err
		}
	}
	return nil
}
