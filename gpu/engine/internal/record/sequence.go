package record

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// stand is the state of a resource between two lists.
type stand struct {
	whole gpu.ResourceStates
	parts []gpu.ResourceStates // by subresource; nil: all are in whole
}

// of is the state of a subresource.
func (s *stand) of(subresource int) gpu.ResourceStates {
	if s.parts == nil {
		return s.whole
	}
	return s.parts[subresource]
}

// set puts one of n subresources into a state. The states were not shared before.
func (s *stand) set(subresource, n int, state gpu.ResourceStates) {
	if s.parts == nil {
		s.parts = slices.Repeat([]gpu.ResourceStates{s.whole}, n)
	}
	s.parts[subresource] = state
}

// join makes subresources that are all in one state a whole.
func (s *stand) join() {
	for _, p := range s.parts {
		if p != s.parts[0] {
			return
		}
	}
	if len(s.parts) > 0 {
		s.whole, s.parts = s.parts[0], nil
	}
}

// Sequence follows the states of resources through the lists of one submission.
type Sequence struct {
	Rules *words.Reporter
	now   map[*Tracked]stand
	seen  []*Tracked // in order of their first use
}

// before is the state of a resource in front of the next list. Buffers decay to COMMON after every submission.
func (s *Sequence) before(t *Tracked) stand {
	if state, ok := s.now[t]; ok {
		return state
	}
	s.seen = append(s.seen, t)
	if t.Buffer {
		return stand{whole: gpu.StateCommon}
	}
	return stand{t.State, slices.Clone(t.parts)}
}

// Enter finds the barriers that a list needs in front of it, and follows the states to its end.
func (s *Sequence) Enter(r *Recorder) (barriers []gpu.BarrierDesc, err error) {
	if s.now == nil {
		s.now = map[*Tracked]stand{}
	}
	for _, t := range r.order {
		c, at := r.states[t], s.before(t)
		if len(c.parts) == 0 && at.parts == nil {
			barriers, err = s.cross(barriers, r, t, &c.whole, gpu.AllSubresources, at.whole)
			at.whole = c.whole.now
		} else {
			barriers, err = s.crossParts(barriers, r, t, c, &at)
		}
		if err != nil {
			return nil, err
		}
		s.now[t] = at
	}
	return barriers, nil
}

// crossParts finds the barriers of a resource whose subresources go different ways.
func (s *Sequence) crossParts(barriers []gpu.BarrierDesc, r *Recorder, t *Tracked, c *course, at *stand) (_ []gpu.BarrierDesc, err error) {
	c.split(t)
	for i := range c.parts {
		w := &c.parts[i]
		if !w.used {
			continue
		}
		if barriers, err = s.cross(barriers, r, t, w, uint32(i), at.of(i)); err != nil {
			return nil, err
		}
		at.set(i, len(c.parts), w.now)
	}
	at.join()
	return barriers, nil
}

// cross finds the barrier that brings a subresource, or all of them, from the state before a list into the list's first.
func (s *Sequence) cross(barriers []gpu.BarrierDesc, r *Recorder, t *Tracked, w *way, subresource uint32,
	before gpu.ResourceStates) ([]gpu.BarrierDesc, error) {
	switch {
	case before == w.first && before == gpu.StateUnorderedAccess:
		if n := len(barriers); n == 0 || barriers[n-1].Type != gpu.BarrierUAV ||
			barriers[n-1].Resource != gpu.Resource(t.Native) { // one does for all subresources
			barriers = append(barriers, gpu.BarrierDesc{Type: gpu.BarrierUAV, Resource: t.Native})
		}
	case before == w.first, t.Buffer && before == gpu.StateCommon: // promoted by its first use
	case w.verify && !(w.first != 0 && before.Has(w.first)):
		if err := s.Rules.Hazard(words.Verify(t.said(subresource), before, w.first, w.method, w.site, t.Since)); err != nil {
			return nil, err
		}
	default:
		if r.Type != gpu.ListDirect && !onQueue(r.Type, before) {
			return nil, s.Rules.Refuse(words.StateOfQueue(t.said(subresource), before, r.Type, w.method, w.site))
		}
		barriers = append(barriers, TransitionOf(t, subresource, before, w.first))
	}
	t.Since = w.site
	return barriers, nil
}

// onQueue says whether lists of a type may bring resources out of a state.
func onQueue(typ gpu.CommandListType, state gpu.ResourceStates) bool {
	if typ == gpu.ListCopy {
		return state&^gpu.StateCopyBits == 0
	}
	return state&^gpu.StateComputeBits == 0
}

// Leave notes the states after the submission. Textures that a COPY queue used go back to COMMON, because the copy states of
// that queue mean nothing to others: the barriers for that are returned.
func (s *Sequence) Leave(typ gpu.CommandListType) (barriers []gpu.BarrierDesc) {
	if typ != gpu.ListCopy {
		return nil
	}
	for _, t := range s.seen {
		at := s.now[t]
		switch {
		case t.Buffer:
			continue
		case at.parts == nil && at.whole != gpu.StateCommon:
			barriers = append(barriers, TransitionOf(t, gpu.AllSubresources, at.whole, gpu.StateCommon))
		default:
			for i, state := range at.parts {
				if state != gpu.StateCommon {
					barriers = append(barriers, TransitionOf(t, uint32(i), state, gpu.StateCommon))
				}
			}
		}
		s.now[t] = stand{whole: gpu.StateCommon}
	}
	return barriers
}

// Settle makes the states after the submission those of the resources.
func (s *Sequence) Settle() {
	for _, t := range s.seen {
		if !t.Buffer {
			t.State, t.parts = s.now[t].whole, s.now[t].parts
		}
	}
}
