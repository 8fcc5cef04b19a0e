package device

import "github.com/gpuscript/gpuscript/gpu"

// renderPass is the pass that a list records: what EndRenderPass does with its targets.
type renderPass struct {
	open     bool
	flags    gpu.RenderPassFlags
	targets  []gpu.RenderPassTarget
	depth    gpu.RenderPassDepthStencil
	hasDepth bool
	handles  []gpu.CPUDescriptorHandle
	by       gpu.Op // the call whose commands are recorded now
}

// BeginRenderPass begins a render pass: it discards what the pass does not need, binds the targets and clears them. It composes DiscardResource,
// OMSetRenderTargets, ClearRenderTargetView and ClearDepthStencilView, in front of the command of its name. depth may be nil. A pass that resumes a suspended
// one only binds its targets.
func (l *CommandList) BeginRenderPass(targets []gpu.RenderPassTarget, depth *gpu.RenderPassDepthStencil, flags gpu.RenderPassFlags) error {
	site, p := l.site, &l.pass
	if p.open { // a layer refuses it
		l.begin(gpu.OpBeginRenderPass)
		return l.commit()
	}
	p.targets, p.handles, p.hasDepth, p.flags = append(p.targets[:0], targets...), p.handles[:0], depth != nil, flags
	var dsv *gpu.CPUDescriptorHandle
	if depth != nil {
		p.depth = *depth
		dsv = &p.depth.CPUDescriptor
	}
	for i := range targets {
		p.handles = append(p.handles, targets[i].CPUDescriptor)
	}
	if err := l.startPass(site, dsv); err != nil {
		return err
	}
	l.site, p.open = site, true
	c := l.begin(gpu.OpBeginRenderPass)
	if c.X = uint32(flags); flags&gpu.PassResumes == 0 {
		c.Y = p.preserved()
	}
	return l.commit()
}

// startPass binds the targets of the pass and does its beginning accesses.
func (l *CommandList) startPass(site gpu.Site, dsv *gpu.CPUDescriptorHandle) error {
	p := &l.pass
	p.by = gpu.OpBeginRenderPass
	defer func() { p.by = gpu.OpNone }()
	resumes := p.flags&gpu.PassResumes != 0
	if !resumes {
		if err := l.discardPass(site); err != nil {
			return err
		}
	}
	l.site = site
	if err := l.OMSetRenderTargets(p.handles, dsv); err != nil {
		return err
	}
	if resumes {
		return nil
	}
	return l.clearPass(site)
}

// preserved are the targets that begin with PRESERVE, as bits.
func (p *renderPass) preserved() (bits uint32) {
	for i := range p.targets {
		if p.targets[i].BeginningAccess.Type == gpu.PassBeginPreserve {
			bits |= 1 << i
		}
	}
	if p.hasDepth && p.depth.DepthBeginningAccess.Type == gpu.PassBeginPreserve {
		bits |= 1 << gpu.MaxRenderTargets
	}
	if p.hasDepth && p.depth.StencilBeginningAccess.Type == gpu.PassBeginPreserve {
		bits |= 2 << gpu.MaxRenderTargets
	}
	return bits
}

// discardPass discards the targets of the pass that begin so.
func (l *CommandList) discardPass(site gpu.Site) error {
	p := &l.pass
	for i := range p.targets {
		if p.targets[i].BeginningAccess.Type == gpu.PassBeginDiscard {
			if err := l.discardView(site, p.targets[i].CPUDescriptor, 0); err != nil {
				return err
			}
		}
	}
	return l.discardDepth(site, p.depth.DepthBeginningAccess.Type == gpu.PassBeginDiscard, p.depth.StencilBeginningAccess.Type == gpu.PassBeginDiscard)
}

// clearPass clears the targets of the pass that begin so.
func (l *CommandList) clearPass(site gpu.Site) error {
	p := &l.pass
	for i := range p.targets {
		if t := &p.targets[i]; t.BeginningAccess.Type == gpu.PassBeginClear {
			l.site = site
			if err := l.ClearRenderTargetView(t.CPUDescriptor, t.BeginningAccess.ClearValue.Color, nil); err != nil {
				return err
			}
		}
	}
	flags := gpu.ClearFlags(0)
	depth, stencil := &p.depth.DepthBeginningAccess, &p.depth.StencilBeginningAccess
	if depth.Type == gpu.PassBeginClear {
		flags |= gpu.ClearDepth
	}
	if stencil.Type == gpu.PassBeginClear {
		flags |= gpu.ClearStencil
	}
	if !p.hasDepth || flags == 0 {
		return nil
	}
	l.site = site
	return l.ClearDepthStencilView(p.depth.CPUDescriptor, flags, depth.ClearValue.Depth, stencil.ClearValue.Stencil, nil)
}

// EndRenderPass ends the pass: it resolves targets and discards what nobody needs. It composes ResourceBarrier, ResolveSubresourceRegion,
// DiscardResource and OMSetRenderTargets, behind the command of its name. A pass that is suspended only unbinds its targets.
func (l *CommandList) EndRenderPass() error {
	site, p := l.site, &l.pass
	l.begin(gpu.OpEndRenderPass)
	open, err := p.open, l.commit()
	if p.open = false; !open {
		return err // a layer refuses it
	}
	p.by = gpu.OpEndRenderPass
	defer func() { p.by = gpu.OpNone }()
	if p.flags&gpu.PassSuspends == 0 && err == nil {
		err = l.finishPass(site)
	}
	if l.site = site; err != nil {
		return err
	}
	return l.OMSetRenderTargets(nil, nil)
}

// finishPass does the ending accesses of the pass.
func (l *CommandList) finishPass(site gpu.Site) (err error) {
	p := &l.pass
	for i := 0; i < len(p.targets) && err == nil; i++ {
		switch t := &p.targets[i]; t.EndingAccess.Type {
		case gpu.PassEndResolve:
			err = l.resolvePass(site, t)
		case gpu.PassEndDiscard:
			err = l.discardView(site, t.CPUDescriptor, 0)
		}
	}
	if err != nil {
		return err
	}
	return l.discardDepth(site, p.depth.DepthEndingAccess.Type == gpu.PassEndDiscard, p.depth.StencilEndingAccess.Type == gpu.PassEndDiscard)
}

// resolvePass resolves a target, which is in RENDER_TARGET before and after.
func (l *CommandList) resolvePass(site gpu.Site, t *gpu.RenderPassTarget) error {
	r, e := l.viewed(t.CPUDescriptor), t.EndingAccess.Resolve
	if r == nil || e == nil {
		return nil
	}
	there := [1]gpu.BarrierDesc{{Resource: r, Subresource: e.SrcSubresource, Before: gpu.StateRenderTarget, After: gpu.StateResolveSource}}
	back := there
	back[0].Before, back[0].After = there[0].After, there[0].Before
	l.site = site
	err := l.ResourceBarrier(there[:])
	if l.site = site; err == nil {
		err = l.ResolveSubresourceRegion(e.DstResource, e.DstSubresource, e.DstX, e.DstY, r, e.SrcSubresource, e.SrcRect, e.Format, e.ResolveMode)
	}
	if l.site = site; err != nil {
		return err
	}
	return l.ResourceBarrier(back[:])
}

// viewed is the resource that a target shows, nil if there is none.
func (l *CommandList) viewed(at gpu.CPUDescriptorHandle) *Resource {
	r, _ := l.adapter.objects[l.adapter.target(at).Resource].(*Resource)
	return r
}

// discardDepth discards planes of the depth buffer of the pass.
func (l *CommandList) discardDepth(site gpu.Site, depth, stencil bool) error {
	if !l.pass.hasDepth {
		return nil
	}
	if depth {
		if err := l.discardView(site, l.pass.depth.CPUDescriptor, 0); err != nil {
			return err
		}
	}
	if r := l.viewed(l.pass.depth.CPUDescriptor); !stencil || r == nil || r.ResourceDesc().Format.Planes() < 2 {
		return nil
	}
	return l.discardView(site, l.pass.depth.CPUDescriptor, 1)
}

// discardView discards a plane of the subresources that a target shows. Volumes stay, because a view may show some of their depths only.
func (l *CommandList) discardView(site gpu.Site, at gpu.CPUDescriptorHandle, plane uint32) error {
	r, v := l.viewed(at), l.adapter.target(at)
	if r == nil || r.exec.Desc.Dimension == gpu.DimensionTexture3D {
		return nil
	}
	desc := r.ResourceDesc()
	for s := v.FirstSlice; s < v.FirstSlice+v.Slices; s++ {
		l.site = site
		c := l.begin(gpu.OpDiscardResource)
		c.Dst, c.Slot, c.X = r.id, v.Mip+(s+plane*desc.ArraySize())*desc.MipLevels, 1
		if err := l.commit(); err != nil {
			return err
		}
	}
	return nil
}
