package graphics

import (
	"math/bits"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
)

// parts are what draws use besides root arguments, as bits: vertex buffers by slot, render targets by number, the planes of the depth buffer, the
// index buffer. Setting them is no use: the GPU reads and writes them when it draws, and that is when they are in the states that this needs.
type parts uint64

// The numbers of the bits; vertex buffers begin at 0.
const (
	targetPart = gpu.MaxVertexBuffers
	depthPart  = targetPart + gpu.MaxRenderTargets // and the stencil plane after it
	indexPart  = depthPart + 2

	vertexParts parts = 1<<targetPart - 1
	targetParts parts = 1<<indexPart - 1<<targetPart
)

// partsOf are the parts that draws with a pipeline use.
func partsOf(p *gpu.GraphicsPipelineStateDesc, indexed bool) (used parts) {
	for i := range p.InputLayout {
		used |= 1 << p.InputLayout[i].InputSlot
	}
	for i, format := range p.RTVFormats {
		if format != gpu.FormatUnknown {
			used |= 1 << (targetPart + i)
		}
	}
	if t := &p.DepthStencilState; p.DSVFormat != gpu.FormatUnknown {
		if t.DepthEnable || t.DepthBoundsTestEnable {
			used |= 1 << depthPart
		}
		if t.StencilEnable {
			used |= 1 << (depthPart + 1)
		}
	}
	if indexed {
		used |= 1 << indexPart
	}
	return used
}

// own are the parts that a bundle has set by itself; the others come from the list that executes it.
func (s *State) own() parts {
	set := parts(s.vertexSet)
	if s.indicesAt != 0 {
		set |= 1 << indexPart
	}
	return set
}

// use applies the state rules for parts of a draw. What is found in its state stays there until a barrier or another binding comes.
func (s *State) use(w World, used parts) {
	if !w.Advise() {
		return
	}
	s.changed = true
	rest := used &^ s.seen
	s.using |= used
	s.seen |= used
	for ; rest != 0; rest &= rest - 1 {
		n, v, plane := s.part(bits.TrailingZeros64(uint64(rest)))
		d := w.Resource(n.Resource)
		if d == nil {
			continue
		}
		w.As(n.Role)
		if v == nil {
			w.Use(n.Resource, 0, n.Want)
			continue
		}
		each(d, v, plane, func(sub uint32) { w.Use(n.Resource, sub, n.Want) })
	}
	w.As(role.Role{})
}

// part is what draws need of a part, of no resource if nothing is bound. Targets are shown by a view.
func (s *State) part(k int) (n role.Need, v *gpu.TargetView, plane uint32) {
	switch {
	case k < targetPart:
		return role.Need{Resource: s.vertices[k], Want: gpu.StateVertexAndConstantBuffer,
			Role: role.Role{Kind: role.Vertices, Index: uint32(k)}}, nil, 0
	case k == indexPart:
		return role.Need{Resource: s.indices, Want: gpu.StateIndexBuffer, Role: role.Role{Kind: role.Indices}}, nil, 0
	case k >= depthPart:
		plane = uint32(k - depthPart)
		if s.depth.Resource == 0 || plane >= s.depth.Format.Planes() {
			return n, nil, 0
		}
		return role.Need{Resource: s.depth.Resource, Want: depthState(&s.depth, plane), Role: role.Role{Kind: role.Depth}}, &s.depth, plane
	case k-targetPart >= len(s.targets):
		return n, nil, 0
	}
	v = &s.targets[k-targetPart]
	return role.Need{Resource: v.Resource, Want: gpu.StateRenderTarget, Role: role.Role{Kind: role.Target, Index: uint32(k - targetPart)}}, v, 0
}

// Moved tells that the states of resources are others than the draws before have found: after a barrier, or a mistake that was told.
func (s *State) Moved() { s.seen = 0 }

// Reads are the states for reading in which the draw at hand needs a subresource besides root arguments.
func (s *State) Reads(d *gpu.ResourceDesc, id gpu.ID, sub uint32) (all gpu.ResourceStates) {
	for rest := s.using; rest != 0; rest &= rest - 1 {
		n, v, plane := s.part(bits.TrailingZeros64(uint64(rest)))
		if n.Resource == id && n.Want.Writes() == 0 && (v == nil || shows(d, v, plane, sub)) {
			all |= n.Want
		}
	}
	return all
}

// Written adds to a list what the draw at hand needs in states for writing besides root arguments.
func (s *State) Written(w World, to []role.Need) []role.Need {
	for rest := s.using & targetParts; rest != 0; rest &= rest - 1 {
		n, v, plane := s.part(bits.TrailingZeros64(uint64(rest)))
		if d := w.Resource(n.Resource); d != nil && n.Want.Writes() != 0 {
			each(d, v, plane, func(sub uint32) {
				n.Sub = sub
				if !slices.ContainsFunc(to, func(o role.Need) bool { return o.Resource == n.Resource && o.Sub == sub && o.Want == n.Want }) {
					to = append(to, n)
				}
			})
		}
	}
	return to
}

// Against is what the draw at hand needs of a subresource besides root arguments that does not go with another need of it, if there is such a thing.
func (s *State) Against(d *gpu.ResourceDesc, id gpu.ID, sub uint32, want gpu.ResourceStates) (n role.Need, ok bool) {
	for rest := s.using; rest != 0; rest &= rest - 1 {
		n, v, plane := s.part(bits.TrailingZeros64(uint64(rest)))
		if n.Resource == id && role.Exclude(n.Want, want) && (v == nil || shows(d, v, plane, sub)) {
			n.Sub = sub
			return n, true
		}
	}
	return n, false
}

// UseInherited applies the state rules for what a draw of a bundle takes over from the list that executes it.
func (s *State) UseInherited(w World, n *Need) { s.use(w, n.parts) }
