package validate

import (
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
)

// standing is how a recording knows the state of a subresource.
type standing uint8

const (
	unseen   standing = iota
	assumed           // used without a barrier: the state it comes with allows the use
	promoted          // used after a barrier to COMMON
	explicit          // a barrier of this recording put it there
)

// subState is the state of one subresource inside one recording.
type subState struct {
	how   standing
	state gpu.ResourceStates
	first gpu.ResourceStates // what the recording expects when it starts
	site  gpu.Site           // what put it there
	op    gpu.Op
	split gpu.Barrier // the BEGIN half that waits for its END; Before == After: none
	begun gpu.Site
}

func (s *subState) pending() bool { return s.split.Before != s.split.After }

// tracked is a resource in a recording. subs has one entry while all subresources are alike.
type tracked struct {
	id   gpu.ID
	subs []subState
}

// track finds or makes the entry of a resource in a recording.
func (l *list) track(r *resource) *tracked {
	if r.stamp == l.stamp && int(r.slot) < len(l.states) && l.states[r.slot].id == r.id {
		return &l.states[r.slot]
	}
	r.stamp = l.stamp
	for i := range l.states {
		if l.states[i].id == r.id { // two lists record by turns
			r.slot = uint32(i)
			return &l.states[i]
		}
	}
	r.slot = uint32(len(l.states))
	if len(l.states) < cap(l.states) {
		l.states = l.states[:len(l.states)+1]
	} else {
		l.states = append(l.states, tracked{})
	}
	t := &l.states[r.slot]
	t.id, t.subs = r.id, append(t.subs[:0], subState{})
	return t
}

// of returns the states that a subresource index means, splitting the entry when it means one of several.
func (t *tracked) of(r *resource, sub uint32) []subState {
	n := r.desc.Subresources()
	if sub == gpu.AllSubresources || n == 1 {
		return t.subs
	}
	if len(t.subs) == 1 {
		for range n - 1 {
			t.subs = append(t.subs, t.subs[0])
		}
	}
	return t.subs[sub : sub+1]
}

// promotes says whether a resource in COMMON may be used in a state without a barrier.
func promotes(r *resource, s gpu.ResourceStates) bool {
	if s&(gpu.StateDepthRead|gpu.StateDepthWrite) != 0 {
		return false
	}
	if r.buffer() || r.desc.Flags&gpu.AllowSimultaneousAccess != 0 {
		return true
	}
	return s&^(gpu.StateAllShaderResource|gpu.StateCopyDest|gpu.StateCopySource) == 0
}

// use applies the rules for using a subresource in a state, and remembers the use. Only what this recording contradicts by
// itself is reported: which state the resource comes with is known when the list executes.
func (v *Validator) use(l *list, r *resource, sub uint32, want gpu.ResourceStates, c *gpu.Command) {
	if !v.on() {
		return
	}
	if r.heap != gpu.HeapDefault {
		v.useFixed(r, want, c)
		return
	}
	subs := l.track(r).of(r, sub)
	for i := range subs {
		s := &subs[i]
		if s.pending() {
			v.saySplitUse(r, s, want, c)
			s.split = gpu.Barrier{}
			*s = subState{how: explicit, state: want, first: s.first, site: c.Site, op: c.Op}
			return
		}
		if !s.accept(r, want, c) {
			v.sayWrongState(l, r, s, want, c)
			*s = subState{how: explicit, state: want, first: s.first, site: c.Site, op: c.Op}
			return
		}
	}
}

// accept follows one use; false: the recording contradicts it.
func (s *subState) accept(r *resource, want gpu.ResourceStates, c *gpu.Command) bool {
	switch {
	case s.how == unseen:
		*s = subState{how: assumed, state: want, first: want, site: c.Site, op: c.Op}
	case s.how == explicit && s.state == gpu.StateCommon:
		if !promotes(r, want) {
			return false
		}
		s.how, s.state, s.site, s.op = promoted, want, c.Site, c.Op
	case s.state.Has(want):
	case s.how == explicit || s.state.Writes() != 0 || want.Writes() != 0:
		return false
	default: // reads accumulate
		s.state |= want
		if s.how == assumed {
			s.first |= want
		}
	}
	return true
}

// useFixed: memory of the CPU stays in the state of its heap.
func (v *Validator) useFixed(r *resource, want gpu.ResourceStates, c *gpu.Command) {
	have := gpu.StateGenericRead
	if r.heap == gpu.HeapReadback {
		have = gpu.StateCopyDest
	}
	if !have.Has(want) {
		v.sayHeapState(r, have, want, c)
	}
}

// transition follows one barrier.
func (v *Validator) transition(l *list, c *gpu.Command, b *gpu.Barrier) {
	r := v.resource(b.Resource)
	subs := l.track(r).of(r, b.Subresource)
	for i := range subs {
		s := &subs[i]
		if b.Flags == gpu.BarrierEndOnly {
			if !v.endSplit(r, s, c, b) {
				return
			}
			continue
		}
		if s.pending() {
			v.saySplitAgain(r, s, c)
			return
		}
		if !s.leaves(r, b.Before) {
			v.sayBefore(l, r, s, c, b)
			s.how = explicit
		}
		first := s.first
		if s.how == unseen {
			first = b.Before
		}
		*s = subState{how: explicit, state: b.After, first: first, site: c.Site, op: c.Op}
		if b.Flags == gpu.BarrierBeginOnly {
			s.state, s.split, s.begun = b.Before, *b, c.Site
		}
	}
}

// leaves says whether a barrier may name before as the state that the subresource is in.
func (s *subState) leaves(r *resource, before gpu.ResourceStates) bool {
	switch {
	case s.how == unseen || s.state == before:
		return true
	case s.how == explicit:
		return s.state == gpu.StateCommon && promotes(r, before)
	case s.how == assumed:
		return s.state.Writes() == 0 && before.Has(s.state)
	}
	return false
}

// endSplit follows the END half of a split barrier. Its BEGIN may stand in an earlier list.
func (v *Validator) endSplit(r *resource, s *subState, c *gpu.Command, b *gpu.Barrier) bool {
	if s.how == unseen {
		*s = subState{how: explicit, state: b.After, first: b.Before, site: c.Site, op: c.Op}
		return true
	}
	if !s.pending() || s.split.Before != b.Before || s.split.After != b.After {
		v.saySplitEnd(r, s, c, b)
		return false
	}
	*s = subState{how: explicit, state: b.After, first: s.first, site: c.Site, op: c.Op}
	return true
}

// checkPendingSplits: buffers cannot carry a split barrier out of a list, because they decay.
func (v *Validator) checkPendingSplits(l *list) {
	for i := range l.states {
		t := &l.states[i]
		if r := v.resource(t.id); r != nil && r.buffer() && t.subs[0].pending() {
			v.adviseSplitBuffer(r, &t.subs[0])
		}
	}
}

// useRootViews applies the state rules of the root descriptors that a dispatch reads.
func (v *Validator) useRootViews(l *list, c *gpu.Command, p *pipeline) {
	root := l.layout
	for todo := p.views; todo != 0; todo &= todo - 1 {
		i := bits.TrailingZeros64(todo)
		id := l.args[i].resource
		r := v.resource(id)
		if r == nil || v.gone(id, c) {
			continue
		}
		want := gpu.StateVertexAndConstantBuffer
		switch root.desc.Parameters[i].Type {
		case gpu.RootSRV:
			want = gpu.StateNonPixelShaderResource
		case gpu.RootUAV:
			want = gpu.StateUnorderedAccess
		}
		v.use(l, r, 0, want, c)
	}
}
