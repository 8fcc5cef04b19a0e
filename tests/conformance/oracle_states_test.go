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
	if n.Subresources() > 1 {
		o.undecided = "subresources"
	}
	return &n
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
	states    map[gpu.ID]*standing
	seen      map[workID]map[gpu.ID]bool // what a submission has touched
	submitted map[gpu.ID]uint64
	shown     map[workID][]gpu.ID // presents by their number among the submissions
}

// states: what work touches is in the state that it needs, with promotion and decay, in the order in which the machine ran it.
func (o *oracle) states() string {
	s := &course{o, map[gpu.ID]*standing{}, map[workID]map[gpu.ID]bool{}, map[gpu.ID]uint64{}, map[workID][]gpu.ID{}}
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

// of is the state of a resource.
func (s *course) of(id gpu.ID, d *gpu.ResourceDesc) *standing {
	if s.states[id] == nil {
		s.states[id] = &standing{}
		if c, ok := s.objects[id].Desc.(*gpu.CommittedResourceDesc); ok && !always(d) {
			s.states[id].now = c.InitialState
		}
	}
	return s.states[id]
}

// retired lets decay what a submission has touched, and looks at what is shown then.
func (s *course) retired(work workID) string {
	q, _ := s.objects[work.queue].Desc.(*gpu.CommandQueueDesc)
	for id := range s.seen[work] {
		now := s.states[id]
		if always(s.shape(id)) || q.Type == gpu.ListCopy || now.promoted && reads(now.now) {
			*now = standing{}
		}
	}
	for _, buffer := range s.shown[work] {
		if now := s.of(buffer, s.shape(buffer)); now.now != gpu.StatePresent {
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
		s.seen[work] = map[gpu.ID]bool{}
	}
	for _, b := range x.Barriers {
		d := s.shape(b.Resource)
		if b.Type != gpu.BarrierTransition || d == nil {
			continue
		}
		if b.Flags != 0 {
			s.undecided = "split barriers"
		}
		now := s.of(b.Resource, d)
		s.seen[work][b.Resource] = true
		if now.now != b.Before && (now.now != 0 || !promotes(d, b.Before)) && !(now.promoted && reads(now.now) && b.Before&now.now == now.now) {
			return fmt.Sprintf("a barrier leaves %s, and %s it is", b.Before, now.now)
		}
		*now = standing{now: b.After}
	}
	for _, a := range x.Accesses {
		d := s.shape(a.Resource)
		if d == nil || x.Op == gpu.OpEndQuery {
			continue
		}
		now := s.of(a.Resource, d)
		s.seen[work][a.Resource] = true
		switch {
		case now.now == 0 && promotes(d, a.As):
			*now = standing{a.As, true}
		case now.promoted && reads(now.now) && reads(a.As):
			now.now |= a.As
		case now.now&a.As != a.As || now.now == 0:
			return fmt.Sprintf("%s needs %s, and %s it is", x.Op, a.As, now.now)
		}
	}
	return ""
}
