package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// CreateGraphicsPipelineState makes a graphics pipeline. Its root signature follows from the registers that the shaders declare and
// from the resource layout.
func (d *RenderDevice) CreateGraphicsPipelineState(of desc.GraphicsPipelineStateDesc) (*PipelineState, error) {
	mask := lifetime.Mask(max(of.ImmediateContextMask, 1))
	if of.VS == nil {
		return nil, d.rules.Refuse(words.Desc(d.site, "PipelineState", of.Name, "it has no vertex shader").
			HelpText("set VS to what gpu.VertexShader returns"))
	}
	if f := of.GraphicsPipeline.StrideFault(); f.Is() {
		return nil, d.rules.Refuse(words.Desc(d.site, "PipelineState", of.Name, f.Why).HelpText("%s", f.Help))
	}
	if err := d.checkData(mask, nil, "PipelineState", of.Name); err != nil {
		return nil, err
	}
	shaders := []gpu.Shader{of.VS}
	if of.PS != nil {
		linked, err := device.LinkShaders(of.VS, of.PS)
		if err != nil {
			return nil, err
		}
		of.PS, shaders = linked, append(shaders, linked)
	}
	g := &of.GraphicsPipeline
	p := &PipelineState{topology: g.PrimitiveTopology, strides: g.Strides(), steps: g.Steps()}
	if err := p.create(d, "CreateGraphicsPipelineState", of.Name, mask, shaders, of.ResourceLayout, of.ResourceSignatures); err != nil {
		return nil, err
	}
	if g.SampleMask == 0 {
		g.SampleMask = 0xffffffff
	}
	n, err := d.at().CreateGraphicsPipelineState(gpu.GraphicsPipelineStateDesc{Name: p.life.Name, RootSignature: p.root, VS: of.VS, PS: of.PS,
		BlendState: g.BlendDesc, SampleMask: g.SampleMask, RasterizerState: g.RasterizerDesc,
		DepthStencilState: g.DepthStencilDesc, InputLayout: g.InputLayout,
		PrimitiveTopologyType: g.PrimitiveTopology.Type(), RTVFormats: g.RTVFormats, DSVFormat: g.DSVFormat, SampleDesc: g.SmplDesc})
	if err != nil {
		return nil, p.abort(err)
	}
	p.native = n
	p.life.Own(n)
	return p, nil
}

// stream is a vertex buffer with an offset in bytes.
type stream struct {
	buffer *Buffer
	offset uint64
}

// targets is what a draw writes.
type targets struct {
	colours []*TextureView
	depth   *TextureView
	mode    desc.Transition
}

// SetVertexBuffers binds vertex buffers to slots from first on. A nil entry unbinds its slot; missing offsets are 0 bytes.
func (c *DeviceContext) SetVertexBuffers(first uint32, buffers []*Buffer, offsets []uint64, mode desc.Transition) error {
	r, err := c.command("SetVertexBuffers")
	if err != nil {
		return err
	}
	for i, b := range buffers {
		slot := first + uint32(i)
		if slot >= gpu.MaxVertexBuffers {
			return c.dev.rules.Refuse(words.ContextUse(c.said(), "SetVertexBuffers", "there are 32 slots, from 0", "use a slot below 32"))
		}
		s := stream{buffer: b}
		if i < len(offsets) {
			s.offset = offsets[i]
		}
		if err := c.bindable(b, desc.BindVertexBuffer, "SetVertexBuffers"); err != nil {
			return err
		}
		r.bound.vertices[slot] = s
		r.bound.streams = max(r.bound.streams, slot+1)
	}
	r.bound.vertexMode, r.bound.vertexDirty = mode, true
	return nil
}

// SetIndexBuffer binds the index buffer, from an offset in bytes on; nil unbinds it.
func (c *DeviceContext) SetIndexBuffer(b *Buffer, offset uint64, mode desc.Transition) error {
	r, err := c.command("SetIndexBuffer")
	if err != nil {
		return err
	}
	if err := c.bindable(b, desc.BindIndexBuffer, "SetIndexBuffer"); err != nil {
		return err
	}
	r.bound.indices, r.bound.indexMode, r.bound.indexDirty = stream{b, offset}, mode, true
	return nil
}

// bindable refuses buffers that cannot be bound somewhere.
func (c *DeviceContext) bindable(b *Buffer, as desc.BindFlags, method string) error {
	if b == nil {
		return nil
	}
	if err := b.usable(c, method, c.site); err != nil {
		return err
	}
	if b.desc.BindFlags&as == 0 {
		return c.dev.rules.Refuse(words.NotBound(b.object.said(), b.desc.Usage, b.desc.BindFlags, as, method, c.site))
	}
	return nil
}

// SetRenderTargets binds render targets and a depth buffer, with a viewport and a scissor rectangle of their size.
func (c *DeviceContext) SetRenderTargets(colours []*TextureView, depth *TextureView, mode desc.Transition) error {
	r, err := c.command("SetRenderTargets")
	if err != nil {
		return err
	}
	var handles []gpu.CPUDescriptorHandle
	for _, v := range colours {
		at, err := c.output(r, v, desc.ViewRenderTarget, "SetRenderTargets")
		if err != nil {
			return err
		}
		handles = append(handles, at)
	}
	var to *gpu.CPUDescriptorHandle
	if depth != nil {
		at, err := c.output(r, depth, desc.ViewDepthStencil, "SetRenderTargets")
		if err != nil {
			return err
		}
		to = &at
	}
	r.bound.targets = targets{append([]*TextureView(nil), colours...), depth, mode}
	r.List.SetSite(c.site)
	if err := r.Did(r.List.OMSetRenderTargets(handles, to)); err != nil {
		return err
	}
	if v := append(append([]*TextureView(nil), colours...), depth); v[0] != nil {
		return c.fullViewport(r, v[0])
	}
	return nil
}

// output is the descriptor of a view that is drawn to or cleared.
func (c *DeviceContext) output(r *recorder, v *TextureView, typ desc.ViewType, method string) (at gpu.CPUDescriptorHandle, err error) {
	if v == nil || v.typ != typ {
		return at, c.dev.rules.Refuse(words.ContextUse(c.said(), method, "it needs a view of type "+typ.String(),
			"pass GetDefaultView(\""+typ.String()+"\") of a texture"))
	}
	if err := v.usable(c, method, c.site); err != nil {
		return at, err
	}
	if err := v.texture.usable(c, method, c.site); err != nil {
		return at, err
	}
	r.Use(&v.texture.life.Usage, method)
	r.Use(&v.life.Usage, method)
	return v.slot.CPU(0)
}

// fullViewport sets viewport and scissor rectangle to the size of a view.
func (c *DeviceContext) fullViewport(r *recorder, v *TextureView) error {
	n := v.texture.track.Native.ResourceDesc()
	w, h, _ := n.MipExtent(v.desc.MipSlice)
	if err := c.SetViewports([]gpu.Viewport{{Width: float32(w), Height: float32(h), MaxDepth: 1}}); err != nil {
		return err
	}
	return c.SetScissorRects([]gpu.Rect{{Right: int32(w), Bottom: int32(h)}})
}

// SetViewports sets all viewports.
func (c *DeviceContext) SetViewports(v []gpu.Viewport) error {
	r, err := c.command("SetViewports")
	if err != nil {
		return err
	}
	r.bound.viewport = true
	return r.Did(r.List.RSSetViewports(v))
}

// SetScissorRects sets all scissor rectangles.
func (c *DeviceContext) SetScissorRects(rects []gpu.Rect) error {
	r, err := c.command("SetScissorRects")
	if err != nil {
		return err
	}
	return r.Did(r.List.RSSetScissorRects(rects))
}

// SetBlendFactors sets the constant of the factors BLEND_FACTOR and INV_BLEND_FACTOR.
func (c *DeviceContext) SetBlendFactors(factors [4]float32) error {
	r, err := c.command("SetBlendFactors")
	if err != nil {
		return err
	}
	return r.Did(r.List.OMSetBlendFactor(factors))
}

// SetStencilRef sets the reference value of stencil tests.
func (c *DeviceContext) SetStencilRef(ref uint8) error {
	r, err := c.command("SetStencilRef")
	if err != nil {
		return err
	}
	return r.Did(r.List.OMSetStencilRef(ref))
}

// ClearRenderTarget fills a render target with a colour.
func (c *DeviceContext) ClearRenderTarget(v *TextureView, colour [4]float32, mode desc.Transition) error {
	r, err := c.command("ClearRenderTarget")
	if err != nil {
		return err
	}
	at, err := c.output(r, v, desc.ViewRenderTarget, "ClearRenderTarget")
	if err != nil {
		return err
	}
	if err := r.Require(&v.texture.track, v.part(), gpu.StateRenderTarget, mode, "ClearRenderTarget"); err != nil {
		return err
	}
	r.List.SetSite(c.site)
	return r.Did(r.List.ClearRenderTargetView(at, colour, nil))
}

// ClearDepthStencil fills depth, stencil or both.
func (c *DeviceContext) ClearDepthStencil(v *TextureView, f gpu.ClearFlags, depth float32, stencil uint8, mode desc.Transition) error {
	r, err := c.command("ClearDepthStencil")
	if err != nil {
		return err
	}
	at, err := c.output(r, v, desc.ViewDepthStencil, "ClearDepthStencil")
	if err != nil {
		return err
	}
	if err := r.Require(&v.texture.track, v.part(), gpu.StateDepthWrite, mode, "ClearDepthStencil"); err != nil {
		return err
	}
	r.List.SetSite(c.site)
	return r.Did(r.List.ClearDepthStencilView(at, f, depth, stencil, nil))
}
