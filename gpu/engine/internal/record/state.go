package record

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Tracked is a resource whose state the engine follows.
type Tracked struct {
	Usage  *Usage // of its owner
	Native *device.Resource
	Buffer bool
	Fixed  bool // UPLOAD and READBACK resources stay in their state
	State  gpu.ResourceStates
	Since  gpu.Site // what brought it there
}

func (t *Tracked) said() words.Tracked {
	return words.Tracked{Owner: t.Usage.Said(), State: t.State, Since: t.Since}
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

// Require brings a resource into a state for the next command of a recorder, or holds the application to it.
func (r *Recorder) Require(t *Tracked, state gpu.ResourceStates, mode desc.Transition, method string) error {
	if mode == desc.TransitionNone {
		return nil
	}
	if t.Fixed {
		if !t.State.Has(state) {
			return r.Rules.Refuse(words.FixedState(t.said(), state, method, r.Site))
		}
		return nil
	}
	if r.Type == gpu.ListCopy && state&^gpu.StateCopyBits != 0 || r.Type == gpu.ListCompute && state&^gpu.StateComputeBits != 0 {
		return r.Rules.Refuse(words.StateOfQueue(t.said(), state, r.Type, method, r.Site))
	}
	c := r.states[t]
	if c == nil {
		r.states[t] = &course{first: state, now: state, verify: mode == desc.TransitionVerify, site: r.Site}
		r.order = append(r.order, t)
		return nil
	}
	return r.move(t, c, state, mode, method)
}

// move changes the state of a resource that the list has used before.
func (r *Recorder) move(t *Tracked, c *course, state gpu.ResourceStates, mode desc.Transition, method string) error {
	switch {
	case c.now == state && state == gpu.StateUnorderedAccess && mode == desc.TransitionAuto:
		return r.Barrier(gpu.BarrierDesc{Type: gpu.BarrierUAV, Resource: t.Native})
	case c.now == state, state != 0 && c.now.Has(state):
		return nil
	case mode == desc.TransitionVerify:
		return r.Rules.Hazard(words.Verify(t.said(), c.now, state, method, r.Site, c.site))
	case !c.moved && state != 0 && c.now != 0 && c.now&reads == c.now && state&reads == state: // both read: come in both states
		c.first |= state
		c.now = c.first
		return nil
	}
	before := c.now
	c.now, c.moved, c.site = state, true, r.Site
	return r.Barrier(TransitionOf(t, before, state))
}

// TransitionOf is the barrier from one state to another.
func TransitionOf(t *Tracked, before, after gpu.ResourceStates) gpu.BarrierDesc {
	return gpu.BarrierDesc{Type: gpu.BarrierTransition, Resource: t.Native, Subresource: gpu.AllSubresources, Before: before, After: after}
}

// Barrier records one barrier.
func (r *Recorder) Barrier(b gpu.BarrierDesc) error {
	r.one[0] = b
	r.List.SetSite(r.Site)
	return r.List.ResourceBarrier(r.one[:])
}

// Sequence follows the states of resources through the lists of one submission.
type Sequence struct {
	Rules *words.Reporter
	now   map[*Tracked]gpu.ResourceStates
	seen  []*Tracked // in order of their first use
}

// before is the state of a resource in front of the next list. Buffers decay to COMMON behind every submission.
func (s *Sequence) before(t *Tracked) gpu.ResourceStates {
	if state, ok := s.now[t]; ok {
		return state
	}
	s.seen = append(s.seen, t)
	if t.Buffer {
		return gpu.StateCommon
	}
	return t.State
}

// Enter finds the barriers that a list needs in front of it, and follows the states to its end.
func (s *Sequence) Enter(r *Recorder) ([]gpu.BarrierDesc, error) {
	if s.now == nil {
		s.now = map[*Tracked]gpu.ResourceStates{}
	}
	var barriers []gpu.BarrierDesc
	for _, t := range r.order {
		c, before := r.states[t], s.before(t)
		s.now[t] = c.now
		switch {
		case before == c.first && before == gpu.StateUnorderedAccess:
			barriers = append(barriers, gpu.BarrierDesc{Type: gpu.BarrierUAV, Resource: t.Native})
		case before == c.first, t.Buffer && before == gpu.StateCommon: // promoted by its first use
		case c.verify && !(c.first != 0 && before.Has(c.first)):
			if err := s.Rules.Hazard(words.Verify(t.said(), before, c.first, "ExecuteCommandLists", c.site, t.Since)); err != nil {
				return nil, err
			}
		default:
			if r.Type != gpu.ListDirect && !onQueue(r.Type, before) {
				return nil, s.Rules.Refuse(words.StateOfQueue(t.said(), before, r.Type, "Flush", c.site))
			}
			barriers = append(barriers, TransitionOf(t, before, c.first))
		}
		t.Since = c.site
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

// Leave notes the states behind the submission. Textures that a COPY queue used go back to COMMON, because the copy states of
// that queue mean nothing to others: the barriers for that are returned.
func (s *Sequence) Leave(typ gpu.CommandListType) []gpu.BarrierDesc {
	var barriers []gpu.BarrierDesc
	for _, t := range s.seen {
		if !t.Buffer && typ == gpu.ListCopy && s.now[t] != gpu.StateCommon {
			barriers = append(barriers, TransitionOf(t, s.now[t], gpu.StateCommon))
			s.now[t] = gpu.StateCommon
		}
	}
	return barriers
}

// Settle makes the states behind the submission those of the resources.
func (s *Sequence) Settle() {
	for _, t := range s.seen {
		if !t.Buffer {
			t.State = s.now[t]
		}
	}
}
