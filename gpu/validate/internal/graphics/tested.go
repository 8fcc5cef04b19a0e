package graphics

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// tested is a depth-stencil buffer that draws of the list test: where it was bound, and what a clear there would write.
type tested struct {
	resource gpu.ID
	at       gpu.Site // 0: between the binding and the draw it came to another state
	depth    float32
	stencil  uint8
}

// Tested is where a depth-stencil buffer was bound that draws of the recording test, in the state of the first of them, 0 if that is not known; and
// the values to clear it to: the OptimizedClearValue, or the depth that lets everything pass.
func (s *State) Tested(resource gpu.ID) (at gpu.Site, depth float32, stencil uint8) {
	i := slices.IndexFunc(s.tested, func(t tested) bool { return t.resource == resource })
	if i < 0 {
		return 0, 0, 0
	}
	t := &s.tested[i]
	return t.at, t.depth, t.stencil
}

// followTest remembers the first draw that tests a depth-stencil buffer.
func (s *State) followTest(w World, p *gpu.GraphicsPipelineStateDesc) {
	id := s.depth.Resource
	if id == 0 || !tests(p) || slices.ContainsFunc(s.tested, func(t tested) bool { return t.resource == id }) {
		return
	}
	t := tested{resource: id, depth: 1}
	if f := p.DepthStencilState.DepthFunc; f == gpu.CompareGreater || f == gpu.CompareGreaterEqual {
		t.depth = 0
	}
	if o := w.ClearValue(id); o != nil {
		t.depth, t.stencil = o.Depth, o.Stencil
	}
	if !s.moved {
		t.at = s.targetsAt
	}
	s.tested = append(s.tested, t)
}

// followBarriers notes that the depth buffer comes to another state.
func (s *State) followBarriers(c *gpu.Command) {
	for i := range c.Barriers {
		s.moved = s.moved || c.Barriers[i].Resource == s.depth.Resource
	}
}
