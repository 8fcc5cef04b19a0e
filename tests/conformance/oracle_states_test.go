package conformance

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// standing is the state of a resource while work runs.
type standing struct {
	now      gpu.ResourceStates
	promoted bool
}

// shape is what the oracle needs of a resource's description, nil for heaps of the CPU and what is no resource.
func (o *oracle) shape(id gpu.ID) *gpu.ResourceDesc {
	made := o.objects[id]
	if made == nil {
		return nil
	}
	d, ok := made.Desc.(*gpu.CommittedResourceDesc)
	if !ok {
		if made.Kind == gpu.KindResource {
			o.undecided = "placed resources"
		}
		return nil
	}
	if d.HeapType != gpu.HeapDefault {
		return nil
	}
	n := d.Normalized()
	return &n
}

// piece is a subresource.
type piece struct {
	id  gpu.ID
	sub int
}

// bounds are the first bytes of the subresources of a resource, and its end.
func (o *oracle) bounds(id gpu.ID, d *gpu.ResourceDesc) []uint64 {
	if o.starts[id] == nil {
		if d.Dimension == gpu.DimensionBuffer {
			o.starts[id] = []uint64{0, ^uint64(0)}
			return o.starts[id]
		}
		prints, _ := d.Footprints(0, d.Subresources(), 0)
		for i := range prints {
			o.starts[id] = append(o.starts[id], prints[i].Offset)
		}
		o.starts[id] = append(o.starts[id], ^uint64(0))
	}
	return o.starts[id]
}

// pieces are the subresources that hold bytes of an access.
func (o *oracle) pieces(a *gpu.Access, d *gpu.ResourceDesc) (out []piece) {
	at := o.bounds(a.Resource, d)
	for k := range at[1:] {
		if holds(a, at[k], at[k+1]) {
			out = append(out, piece{a.Resource, k})
		}
	}
	return out
}

// holds says whether bytes of an access are in [begin, end). A level of all slices of an array is an access with gaps, where the other levels are.
func holds(a *gpu.Access, begin, end uint64) bool {
	first := a.Begin
	if a.Stride != 0 && begin >= a.Begin+a.Size {
		first += ((begin-a.Begin-a.Size)/a.Stride + 1) * a.Stride // the first part that ends after begin
	}
	return first < end && max(first, begin) < a.End
}

// moved are the bytes of the subresources of a transition.
func (o *oracle) moved(b *gpu.Barrier, d *gpu.ResourceDesc) (begin, end uint64) {
	at := o.bounds(b.Resource, d)
	if k := int(b.Subresource); k+1 < len(at) {
		return at[k], at[k+1]
	}
	return 0, ^uint64(0)
}

// always says whether a resource decays on every queue.
func always(d *gpu.ResourceDesc) bool {
	return d.Dimension == gpu.DimensionBuffer || d.Flags&gpu.AllowSimultaneousAccess != 0
}

// promotes says whether a resource in COMMON may be used in a state without a barrier.
func promotes(d *gpu.ResourceDesc, s gpu.ResourceStates) bool {
	if always(d) {
		return s&(gpu.StateDepthRead|gpu.StateDepthWrite) == 0
	}
	return s&^(gpu.StatePixelShaderResource|gpu.StateNonPixelShaderResource|gpu.StateCopyDest|gpu.StateCopySource) == 0
}

func reads(s gpu.ResourceStates) bool {
	return s&(gpu.StateRenderTarget|gpu.StateUnorderedAccess|gpu.StateDepthWrite|gpu.StateCopyDest|gpu.StateResolveDest) == 0
}

// course follows the states of resources.
type course struct {
	*oracle
	states    map[piece]*standing
	seen      map[workID]map[piece]bool // what a submission has touched
	submitted map[gpu.ID]uint64
	shown     map[workID][]gpu.ID // presents by their number among the submissions
}

// states: what work touches is in the state that it needs, with promotion and decay, in the order in which the machine ran it.
func (o *oracle) states() string {
	s := &course{o, map[piece]*standing{}, map[workID]map[piece]bool{}, map[gpu.ID]uint64{}, map[workID][]gpu.ID{}}
	for _, e := range o.events {
		switch c := e.call.(type) {
		case *gpu.SubmitCall:
			s.submitted[c.Queue]++
		case *gpu.PresentCall:
			s.submitted[c.Queue]++
			id := workID{c.Queue, s.submitted[c.Queue]}
			s.shown[id] = append(s.shown[id], c.Buffer)
		}
		wrong := ""
		if e.executed != nil {
			wrong = s.executed(e.executed)
		} else if e.retired != 0 {
			wrong = s.retired(workID{e.retired, e.submission})
		}
		if wrong != "" {
			return wrong
		}
	}
	return ""
}

// of is the state of a subresource.
func (s *course) of(p piece, d *gpu.ResourceDesc) *standing {
	if s.states[p] == nil {
		s.states[p] = &standing{}
		if c, ok := s.objects[p.id].Desc.(*gpu.CommittedResourceDesc); ok && !always(d) {
			s.states[p].now = c.InitialState
		}
	}
	return s.states[p]
}

// retired lets decay what a submission has touched, and looks at what is shown then.
func (s *course) retired(work workID) string {
	q, _ := s.objects[work.queue].Desc.(*gpu.CommandQueueDesc)
	for p := range s.seen[work] {
		now := s.states[p]
		if always(s.shape(p.id)) || q.Type == gpu.ListCopy || now.promoted && reads(now.now) {
			*now = standing{}
		}
	}
	for _, buffer := range s.shown[work] {
		if now := s.of(piece{buffer, 0}, s.shape(buffer)); now.now != gpu.StatePresent {
			return fmt.Sprintf("a back buffer is presented in %s", now.now)
		}
	}
	return ""
}

// executed follows one command.
func (s *course) executed(x *gpu.Executed) string {
	if q, _ := s.objects[x.Queue].Desc.(*gpu.CommandQueueDesc); q.AnyState {
		return ""
	}
	work := workID{x.Queue, x.Submission}
	if s.seen[work] == nil {
		s.seen[work] = map[piece]bool{}
	}
	for i := range x.Barriers {
		if wrong := s.barrier(work, &x.Barriers[i]); wrong != "" {
			return wrong
		}
	}
	for _, a := range x.Accesses {
		d := s.shape(a.Resource)
		if d == nil || x.Op == gpu.OpEndQuery {
			continue
		}
		for _, p := range s.pieces(&a, d) {
			now := s.of(p, d)
			s.seen[work][p] = true
			switch {
			case now.now == 0 && promotes(d, a.As):
				*now = standing{a.As, true}
			case now.promoted && reads(now.now) && reads(a.As):
				now.now |= a.As
			case now.now&a.As != a.As || now.now == 0:
				return fmt.Sprintf("%s needs %s, and %s it is", x.Op, a.As, now.now)
			}
		}
	}
	return ""
}

// barrier follows one barrier.
func (s *course) barrier(work workID, b *gpu.Barrier) string {
	d := s.shape(b.Resource)
	if b.Type != gpu.BarrierTransition || d == nil {
		return ""
	}
	if b.Flags != 0 {
		s.undecided = "split barriers"
	}
	begin, end := s.moved(b, d)
	for _, p := range s.pieces(&gpu.Access{Resource: b.Resource, Begin: begin, End: end}, d) {
		now := s.of(p, d)
		s.seen[work][p] = true
		if now.now != b.Before && (now.now != 0 || !promotes(d, b.Before)) && !(now.promoted && reads(now.now) && b.Before&now.now == now.now) {
			return fmt.Sprintf("a barrier leaves %s, and %s it is", b.Before, now.now)
		}
		*now = standing{now: b.After}
	}
	return ""
}
