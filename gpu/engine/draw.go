package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Draw draws vertices in their order.
func (c *DeviceContext) Draw(a desc.DrawAttribs) error {
	r, err := c.prepareDraw("Draw")
	if err != nil {
		return err
	}
	n := max(a.NumInstances, 1)
	r.readsStreams(c, false, mapped.Span(a.StartVertexLocation, a.NumVertices), "Draw")
	r.readsStreams(c, true, mapped.Span(a.FirstInstanceLocation, n), "Draw")
	return r.Did(r.List.DrawInstanced(a.NumVertices, n, a.StartVertexLocation, a.FirstInstanceLocation))
}

// DrawIndexed draws the vertices that the index buffer names.
func (c *DeviceContext) DrawIndexed(a desc.DrawIndexedAttribs) error {
	r, err := c.prepareDraw("DrawIndexed")
	if err != nil {
		return err
	}
	if err := r.indexBuffer(c, a.IndexType, "DrawIndexed"); err != nil {
		return err
	}
	if b := r.bound.indices.buffer; b.transient() {
		of := mapped.Span(a.FirstIndexLocation, a.NumIndices).Bytes(r.bound.indices.offset, uint64(a.IndexType.Bytes()))
		c.contents.Find(&b.life.Usage).Reads(r.Recorder, of, "DrawIndexed")
	}
	n := max(a.NumInstances, 1)
	r.readsStreams(c, true, mapped.Span(a.FirstInstanceLocation, n), "DrawIndexed")
	r.List.SetSite(c.site)
	return r.Did(r.List.DrawIndexedInstanced(a.NumIndices, n, a.FirstIndexLocation, a.BaseVertex, a.FirstInstanceLocation))
}

// prepareDraw makes everything that is bound ready for a draw.
func (c *DeviceContext) prepareDraw(method string) (*recorder, error) {
	r, err := c.prepare(method, gpu.PipelineGraphics)
	if err != nil {
		return nil, err
	}
	if err := r.drawTargets(c, method); err != nil {
		return nil, err
	}
	if err := r.vertexBuffers(c, method); err != nil {
		return nil, err
	}
	r.List.SetSite(c.site)
	return r, nil
}

// readsStreams notes what elements of the dynamic vertex buffers that advance by vertex, or by instance, are read. Which vertices indices name is
// not known before the draw is executed.
func (r *recorder) readsStreams(c *DeviceContext, instances bool, of mapped.Reach, method string) {
	for i := range r.bound.streams {
		s, step := r.bound.vertices[i], r.bound.pipeline.steps[i]
		if s.buffer == nil || !s.buffer.transient() || step.Instances != instances {
			continue
		}
		at := of
		if instances {
			at.End = at.Begin + step.Elements(of.End-of.Begin)
		}
		c.contents.Find(&s.buffer.life.Usage).Reads(r.Recorder, at.Bytes(s.offset, uint64(r.bound.pipeline.strides[i])), method)
	}
}

// drawTargets applies the rules to the render targets and brings them into their states.
func (r *recorder) drawTargets(c *DeviceContext, method string) error {
	if !r.bound.viewport { // without targets: one pixel of nothing, so that the draw is defined
		if err := c.pixelViewport(); err != nil {
			return err
		}
	}
	for _, v := range r.bound.targets.colours {
		if err := r.drawTarget(c, v, gpu.StateRenderTarget, method); err != nil {
			return err
		}
	}
	if v := r.bound.targets.depth; v != nil {
		return r.drawTarget(c, v, gpu.StateDepthWrite, method)
	}
	return nil
}

// pixelViewport sets viewport and scissor rectangle to one pixel.
func (c *DeviceContext) pixelViewport() error {
	if err := c.SetViewports([]gpu.Viewport{{Width: 1, Height: 1, MaxDepth: 1}}); err != nil {
		return err
	}
	return c.SetScissorRects([]gpu.Rect{{Right: 1, Bottom: 1}})
}

func (r *recorder) drawTarget(c *DeviceContext, v *TextureView, state gpu.ResourceStates, method string) error {
	if err := v.usable(c, method, c.site); err != nil {
		return err
	}
	if err := v.texture.usable(c, method, c.site); err != nil {
		return err
	}
	return r.Require(&v.texture.track, v.part(), state, r.bound.targets.mode, method)
}

// where is the GPU virtual address of a bound buffer and how many bytes follow; 0, 0 if nothing is bound.
func (r *recorder) where(c *DeviceContext, s stream, state gpu.ResourceStates, mode desc.Transition,
	method string) (address, size uint64, err error) {
	b := s.buffer
	if b == nil {
		return 0, 0, nil
	}
	if s.offset > b.desc.Size {
		return 0, 0, c.dev.rules.Refuse(words.Range(b.object.said(), method, s.offset, 0, b.desc.Size, c.site))
	}
	if b.transient() {
		if err := b.usable(c, method, c.site); err != nil {
			return 0, 0, err
		}
		now, err := c.current(b, method)
		if err != nil {
			return 0, 0, err
		}
		r.Use(&b.life.Usage, method)
		return now.Address() + s.offset, b.desc.Size - s.offset, nil
	}
	err = r.needs(c, &b.object, &b.track, wholeBuffer, state, mode, method)
	return b.track.Native.GetGPUVirtualAddress() + s.offset, b.desc.Size - s.offset, err
}

// vertexBuffers applies the rules to the vertex buffers. They are set again where they changed, and where they are dynamic, because
// mapping moves them.
func (r *recorder) vertexBuffers(c *DeviceContext, method string) error {
	b := &r.bound
	views := make([]gpu.VertexBufferView, 0, 4)
	for i := range b.streams {
		s := b.vertices[i]
		address, size, err := r.where(c, s, gpu.StateVertexAndConstantBuffer, b.vertexMode, method)
		if err != nil {
			return err
		}
		b.vertexDirty = b.vertexDirty || s.buffer != nil && s.buffer.transient()
		views = append(views, gpu.VertexBufferView{BufferLocation: address, SizeInBytes: uint32(size), StrideInBytes: b.pipeline.strides[i]})
	}
	if !b.vertexDirty || len(views) == 0 {
		return nil
	}
	r.List.SetSite(r.Site)
	if err := r.List.IASetVertexBuffers(0, views); err != nil {
		return err
	}
	b.vertexDirty = false
	return nil
}

// indexBuffer sets the index buffer for indices of a type.
func (r *recorder) indexBuffer(c *DeviceContext, format gpu.Format, method string) error {
	b := &r.bound
	if b.indices.buffer == nil {
		return c.dev.rules.Refuse(words.ContextUse(c.said(), method, "no index buffer is bound", "call SetIndexBuffer before"))
	}
	address, size, err := r.where(c, b.indices, gpu.StateIndexBuffer, b.indexMode, method)
	if err != nil || !b.indexDirty && !b.indices.buffer.transient() && b.indexType == format {
		return err
	}
	r.List.SetSite(r.Site)
	b.indexDirty, b.indexType = false, format
	return r.List.IASetIndexBuffer(&gpu.IndexBufferView{BufferLocation: address, SizeInBytes: uint32(size), Format: format})
}
