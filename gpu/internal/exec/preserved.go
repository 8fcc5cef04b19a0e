package exec

import "github.com/gpuscript/gpuscript/gpu"

// loads is what the beginning of a render pass reads: all texels of the targets that it preserves, whether anything is drawn to them or not.
func (m *Machine) loads(s *drawState, c *gpu.Command) Outcome {
	m.draws.touched = m.draws.touched[:0]
	for i := range s.targets {
		if c.Y>>i&1 != 0 {
			m.load(&s.targets[i], 0, gpu.StateRenderTarget)
		}
	}
	depth := c.Y >> gpu.MaxRenderTargets
	if depth&1 != 0 {
		m.load(&s.depth, 0, testState(s.depth.Flags&gpu.ViewReadOnlyDepth != 0))
	}
	if depth&2 != 0 && s.depth.Format.HasStencil() {
		m.load(&s.depth, 1, testState(s.depth.Flags&gpu.ViewReadOnlyStencil != 0))
	}
	return Outcome{Touched: m.draws.touched}
}

// load reports a plane of all slices of a view as read. Null views show nothing, and neither do those of what has been released: what uses the
// target fails for that.
func (m *Machine) load(v *gpu.TargetView, plane uint32, as gpu.ResourceStates) {
	r := m.env.Resource(v.Resource)
	if r == nil {
		return
	}
	for slice := range v.Slices {
		f, at := targetPlane(r, v, plane, slice)
		m.touchRects(r, f, at, []gpu.Rect{{Right: int32(f.Width), Bottom: int32(f.Height)}}, gpu.Access{As: as})
	}
}
