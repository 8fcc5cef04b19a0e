// Package passes composes render passes of the commands that they stand for, as the description of a pass says:
//
//	BeginRenderPass   DiscardResource, OMSetRenderTargets, ClearRenderTargetView, ClearDepthStencilView
//	EndRenderPass     ResourceBarrier, ResolveSubresourceRegion, DiscardResource, OMSetRenderTargets
//
// It records through an interface, and must not know lists, layers or rules.
package passes

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/renderpass"
)

// Recorder records commands, each at the place that SetSite has named before.
type Recorder interface {
	SetSite(gpu.Site)
	OMSetRenderTargets(targets []gpu.CPUDescriptorHandle, dsv *gpu.CPUDescriptorHandle) error
	ClearRenderTargetView(at gpu.CPUDescriptorHandle, color [4]float32, rects []gpu.Rect) error
	ClearDepthStencilView(at gpu.CPUDescriptorHandle, flags gpu.ClearFlags, depth float32, stencil uint8, rects []gpu.Rect) error
	ResourceBarrier(barriers []gpu.BarrierDesc) error
	ResolveSubresourceRegion(dst gpu.Resource, dstSub, x, y uint32, src gpu.Resource, srcSub uint32, rect *gpu.Rect,
		f gpu.Format, mode gpu.ResolveMode) error
	// DiscardSubresource discards one subresource.
	DiscardSubresource(r gpu.Resource, subresource uint32) error
	// Target is the view in a slot of a heap, and the resource that it shows, nil if there is none.
	Target(at gpu.CPUDescriptorHandle) (gpu.TargetView, gpu.Resource)
}

// Pass is the render pass that a list records: what its end does with its targets.
type Pass struct {
	Open     bool
	By       gpu.Op // the call whose commands are recorded now
	flags    renderpass.RenderPassFlags
	targets  []renderpass.RenderPassTarget
	depth    renderpass.RenderPassDepthStencil
	hasDepth bool
	handles  []gpu.CPUDescriptorHandle
}

// Begin binds the targets of a pass and does its beginning accesses; depth may be nil. A pass that resumes a suspended one only binds its targets.
func (p *Pass) Begin(l Recorder, site gpu.Site, targets []renderpass.RenderPassTarget, depth *renderpass.RenderPassDepthStencil,
	flags renderpass.RenderPassFlags) error {
	p.targets, p.handles, p.hasDepth, p.flags = append(p.targets[:0], targets...), p.handles[:0], depth != nil, flags
	var dsv *gpu.CPUDescriptorHandle
	p.depth = renderpass.RenderPassDepthStencil{}
	if depth != nil {
		p.depth = *depth
		dsv = &p.depth.CPUDescriptor
	}
	for i := range targets {
		p.handles = append(p.handles, targets[i].CPUDescriptor)
	}
	return p.start(l, site, dsv)
}

// start binds the targets of the pass and does its beginning accesses.
func (p *Pass) start(l Recorder, site gpu.Site, dsv *gpu.CPUDescriptorHandle) error {
	p.By = gpu.OpBeginRenderPass
	defer func() { p.By = gpu.OpNone }()
	resumes := p.flags&renderpass.PassResumes != 0
	if !resumes {
		if err := p.discard(l, site); err != nil {
			return err
		}
	}
	l.SetSite(site)
	if err := l.OMSetRenderTargets(p.handles, dsv); err != nil {
		return err
	}
	if resumes {
		return nil
	}
	return p.clear(l, site)
}

// Preserved are the targets that begin with PRESERVE, as bits.
func (p *Pass) Preserved() (bits uint32) {
	for i := range p.targets {
		if p.targets[i].BeginningAccess.Type == renderpass.PassBeginPreserve {
			bits |= 1 << i
		}
	}
	if p.hasDepth && p.depth.DepthBeginningAccess.Type == renderpass.PassBeginPreserve {
		bits |= 1 << gpu.MaxRenderTargets
	}
	if p.hasDepth && p.depth.StencilBeginningAccess.Type == renderpass.PassBeginPreserve {
		bits |= 2 << gpu.MaxRenderTargets
	}
	return bits
}

// discard discards the targets of the pass that begin so.
func (p *Pass) discard(l Recorder, site gpu.Site) error {
	for i := range p.targets {
		if p.targets[i].BeginningAccess.Type == renderpass.PassBeginDiscard {
			if err := p.discardView(l, site, p.targets[i].CPUDescriptor, 0); err != nil {
				return err
			}
		}
	}
	return p.discardDepth(l, site, p.depth.DepthBeginningAccess.Type == renderpass.PassBeginDiscard,
		p.depth.StencilBeginningAccess.Type == renderpass.PassBeginDiscard)
}

// clear clears the targets of the pass that begin so.
func (p *Pass) clear(l Recorder, site gpu.Site) error {
	for i := range p.targets {
		if t := &p.targets[i]; t.BeginningAccess.Type == renderpass.PassBeginClear {
			l.SetSite(site)
			if err := l.ClearRenderTargetView(t.CPUDescriptor, t.BeginningAccess.ClearValue.Color, nil); err != nil {
				return err
			}
		}
	}
	flags := gpu.ClearFlags(0)
	depth, stencil := &p.depth.DepthBeginningAccess, &p.depth.StencilBeginningAccess
	if depth.Type == renderpass.PassBeginClear {
		flags |= gpu.ClearDepth
	}
	if stencil.Type == renderpass.PassBeginClear {
		flags |= gpu.ClearStencil
	}
	if !p.hasDepth || flags == 0 {
		return nil
	}
	l.SetSite(site)
	return l.ClearDepthStencilView(p.depth.CPUDescriptor, flags, depth.ClearValue.Depth, stencil.ClearValue.Stencil, nil)
}

// End does the ending accesses of the pass and unbinds its targets. A pass that is suspended only unbinds them.
func (p *Pass) End(l Recorder, site gpu.Site) error {
	p.By = gpu.OpEndRenderPass
	defer func() { p.By = gpu.OpNone }()
	if p.flags&renderpass.PassSuspends == 0 {
		if err := p.finish(l, site); err != nil {
			return err
		}
	}
	l.SetSite(site)
	return l.OMSetRenderTargets(nil, nil)
}

// finish does the ending accesses of the pass.
func (p *Pass) finish(l Recorder, site gpu.Site) (err error) {
	for i := 0; i < len(p.targets) && err == nil; i++ {
		switch t := &p.targets[i]; t.EndingAccess.Type {
		case renderpass.PassEndResolve:
			if err = p.resolve(l, site, t); err == nil && t.EndingAccess.Resolve != nil && !t.EndingAccess.Resolve.PreserveResolveSource {
				err = p.discardView(l, site, t.CPUDescriptor, 0)
			}
		case renderpass.PassEndDiscard:
			err = p.discardView(l, site, t.CPUDescriptor, 0)
		}
	}
	if err != nil {
		return err
	}
	return p.discardDepth(l, site, p.depth.DepthEndingAccess.Type == renderpass.PassEndDiscard,
		p.depth.StencilEndingAccess.Type == renderpass.PassEndDiscard)
}

// resolve resolves a target, which is in RENDER_TARGET before and after.
func (p *Pass) resolve(l Recorder, site gpu.Site, t *renderpass.RenderPassTarget) error {
	_, r := l.Target(t.CPUDescriptor)
	e := t.EndingAccess.Resolve
	if r == nil || e == nil {
		return nil
	}
	if e.SrcResource != nil {
		r = e.SrcResource
	}
	if r.ResourceDesc().SampleDesc.Count < 2 { // a layer refuses the resolve, and what it refuses needs no barriers
		l.SetSite(site)
		return l.ResolveSubresourceRegion(e.DstResource, e.DstSubresource, e.DstX, e.DstY, r, e.SrcSubresource, e.SrcRect, e.Format, e.ResolveMode)
	}
	there := [1]gpu.BarrierDesc{{Resource: r, Subresource: e.SrcSubresource, Before: gpu.StateRenderTarget, After: gpu.StateResolveSource}}
	back := there
	back[0].Before, back[0].After = there[0].After, there[0].Before
	l.SetSite(site)
	err := l.ResourceBarrier(there[:])
	if l.SetSite(site); err == nil {
		err = l.ResolveSubresourceRegion(e.DstResource, e.DstSubresource, e.DstX, e.DstY, r, e.SrcSubresource, e.SrcRect, e.Format, e.ResolveMode)
	}
	if l.SetSite(site); err != nil {
		return err
	}
	return l.ResourceBarrier(back[:])
}

// discardDepth discards planes of the depth buffer of the pass.
func (p *Pass) discardDepth(l Recorder, site gpu.Site, depth, stencil bool) error {
	if !p.hasDepth {
		return nil
	}
	if depth {
		if err := p.discardView(l, site, p.depth.CPUDescriptor, 0); err != nil {
			return err
		}
	}
	if _, r := l.Target(p.depth.CPUDescriptor); !stencil || r == nil || r.ResourceDesc().Format.Planes() < 2 {
		return nil
	}
	return p.discardView(l, site, p.depth.CPUDescriptor, 1)
}

// discardView discards a plane of the subresources that a target shows. Volumes stay, because a view may show some of their depths only.
func (p *Pass) discardView(l Recorder, site gpu.Site, at gpu.CPUDescriptorHandle, plane uint32) error {
	v, r := l.Target(at)
	if r == nil || r.ResourceDesc().Dimension == gpu.DimensionTexture3D {
		return nil
	}
	desc := r.ResourceDesc()
	for s := v.FirstSlice; s < v.FirstSlice+v.Slices; s++ {
		l.SetSite(site)
		if err := l.DiscardSubresource(r, v.Mip+(s+plane*desc.ArraySize())*desc.MipLevels); err != nil {
			return err
		}
	}
	return nil
}
