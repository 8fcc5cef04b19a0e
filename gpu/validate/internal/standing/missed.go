package standing

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
)

// Missing is what was said of resources that one command does not find in its states: one diagnostic for all subresources and states of each. The
// memory is reused by the next command.
type Missing struct{ said []miss }

type miss struct {
	use  Use
	want gpu.ResourceStates
	said *diag.Diagnostic
}

// Begin starts a command.
func (m *Missing) Begin() { m.said = m.said[:0] }

// Some says whether something was said of the command.
func (m *Missing) Some() bool { return len(m.said) > 0 }

// Say words a use in another state than the list left. old is the diagnostic of the same resource that it replaces, nil if there is none among those
// in out.
func (m *Missing) Say(n Names, u Use, want gpu.ResourceStates, out []*diag.Diagnostic) (d, old *diag.Diagnostic) {
	if d, old = m.Again(n, u.Resource, u.Command, u.Missed, out); d != nil {
		return d, old
	}
	d = WrongState(n, u, want)
	m.said = append(m.said, miss{u, want, d})
	return d, nil
}

// Again words anew what was said of a resource and a command, which misses more of it; nil: nothing was.
func (m *Missing) Again(n Names, resource gpu.ID, c *gpu.Command, more []course.Miss, out []*diag.Diagnostic) (d, old *diag.Diagnostic) {
	for i := range m.said {
		s := &m.said[i]
		if s.use.Resource == resource && s.use.Command.Site == c.Site && slices.Contains(out, s.said) {
			old = s.said
			r := n.Resource(resource)
			s.join(more, r != nil && r.Subresources() == 1)
			s.said = WrongState(n, s.use, s.want)
			return s.said, old
		}
	}
	return nil, nil
}

// join adds subresources, and states of those that are there. The only subresource may be called the first or all.
func (s *miss) join(more []course.Miss, only bool) {
	for _, x := range more {
		if k := slices.IndexFunc(s.use.Missed, func(y course.Miss) bool { return only || y.Subresource == x.Subresource }); k >= 0 {
			s.use.Missed[k].Want |= x.Want
			continue
		}
		s.use.Missed = append(s.use.Missed, x)
	}
}
