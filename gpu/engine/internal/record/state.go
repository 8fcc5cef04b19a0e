package record

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Tracked is a resource whose state the engine follows, subresource by subresource where they differ.
type Tracked struct {
	Usage  *Usage // of its owner
	Native *device.Resource
	Buffer bool
	Fixed  bool // UPLOAD and READBACK resources stay in their state
	State  gpu.ResourceStates
	Since  gpu.Site // what brought it there

	parts []gpu.ResourceStates // by subresource; nil: all are in State
}

// said is the resource, or one of its subresources, for messages.
func (t *Tracked) said(subresource uint32) words.Tracked {
	w := words.Tracked{Owner: t.Usage.Said(), State: t.State, Since: t.Since, Subresource: -1}
	if subresource != gpu.AllSubresources {
		w.Subresource = int(subresource)
	}
	return w
}

// way is the course of one state through a list.
//
//	             list
//	before ──▶ │ first ──barrier──▶ … ──barrier──▶ now │ ──▶ the next list's before
//	   └ found when the list is executed; a barrier in front of it where before is another state
type way struct {
	first, now gpu.ResourceStates
	used       bool // the list needs it in a state
	moved      bool // there is a barrier in the list
	verify     bool // the application has seen to first
	site       gpu.Site
	method     string // that needs first
}

// course is the way of a resource through one list: one for all subresources, or one for each.
type course struct {
	whole way
	parts []way // empty: whole is that of all subresources
}

const reads = ^gpu.StateWriteBits

// Require brings a part of a resource into a state for the next command of a recorder, or holds the application to it.
func (r *Recorder) Require(t *Tracked, part Part, state gpu.ResourceStates, mode desc.Transition, method string) error {
	if mode == desc.TransitionNone {
		return nil
	}
	if t.Fixed {
		if !t.State.Has(state) {
			return r.Rules.Refuse(words.FixedState(t.said(gpu.AllSubresources), state, method, r.Site))
		}
		return nil
	}
	if r.Type == gpu.ListCopy && state&^gpu.StateCopyBits != 0 || r.Type == gpu.ListCompute && state&^gpu.StateComputeBits != 0 {
		return r.Rules.Refuse(words.NotOnQueue(t.said(gpu.AllSubresources), state, r.Type, method, r.Site))
	}
	c := r.course(t)
	whole := t.Buffer
	if !whole {
		_, _, whole = part.Within(t.Native.ResourceDesc())
	}
	if whole && len(c.parts) == 0 {
		return r.need(t, &c.whole, gpu.AllSubresources, state, mode, method)
	}
	c.split(t)
	return part.each(t.Native.ResourceDesc(), func(i uint32) error { return r.need(t, &c.parts[i], i, state, mode, method) })
}

// course is the course of a resource in the recording, a new one at its first use.
func (r *Recorder) course(t *Tracked) *course {
	if c := r.states[t]; c != nil {
		return c
	}
	n := len(r.order)
	if n == len(r.courses) {
		r.courses = append(r.courses, &course{})
	}
	c := r.courses[n]
	c.whole, c.parts = way{}, c.parts[:0]
	r.states[t] = c
	r.order = append(r.order, t)
	return c
}

// split gives each subresource a way of its own.
func (c *course) split(t *Tracked) {
	if len(c.parts) == 0 {
		c.parts = slices.Grow(c.parts, int(t.Native.ResourceDesc().Subresources()))
		for range t.Native.ResourceDesc().Subresources() {
			c.parts = append(c.parts, c.whole)
		}
	}
}

// need brings one way into a state.
func (r *Recorder) need(t *Tracked, w *way, subresource uint32, state gpu.ResourceStates, mode desc.Transition, method string) error {
	if !w.used {
		*w = way{first: state, now: state, used: true, verify: mode == desc.TransitionVerify, site: r.Site, method: method}
		return nil
	}
	switch {
	case w.now == state && state == gpu.StateUnorderedAccess && mode == desc.TransitionAuto:
		return r.Barrier(gpu.BarrierDesc{Type: gpu.BarrierUAV, Resource: t.Native})
	case w.now == state, state != 0 && w.now.Has(state):
		return nil
	case mode == desc.TransitionVerify:
		return r.Rules.Hazard(words.Verify(t.said(subresource), w.now, state, method, r.Site, w.site))
	case !w.moved && state != 0 && w.now != 0 && w.now&reads == w.now && state&reads == state: // both read: come in both states
		w.first |= state
		w.now = w.first
		return nil
	}
	before := w.now
	w.now, w.moved, w.site = state, true, r.Site
	return r.Barrier(TransitionOf(t, subresource, before, state))
}

// TransitionOf is the barrier of a subresource, or of gpu.AllSubresources, from one state to another.
func TransitionOf(t *Tracked, subresource uint32, before, after gpu.ResourceStates) gpu.BarrierDesc {
	return gpu.BarrierDesc{Type: gpu.BarrierTransition, Resource: t.Native, Subresource: subresource, Before: before, After: after}
}

// Barrier records one barrier.
func (r *Recorder) Barrier(b gpu.BarrierDesc) error {
	r.one[0] = b
	r.List.SetSite(r.Site)
	return r.List.ResourceBarrier(r.one[:])
}
