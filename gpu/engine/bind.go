package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// bindings is what is bound in a recording.
type bindings struct {
	pipeline *PipelineState
	root     *PipelineState // whose root signature is set
	srb      *ShaderResourceBinding
	revision uint64 // of srb at its commit
	mode     desc.Transition
	stale    bool // srb was committed and its tables were not set yet
	heaps    bool // the descriptor heaps are bound

	targets     targets
	viewport    bool // was set
	vertices    [gpu.MaxVertexBuffers]stream
	streams     uint32 // slots that were ever bound
	vertexMode  desc.Transition
	vertexDirty bool
	indices     stream
	indexMode   desc.Transition
	indexType   gpu.Format
	indexDirty  bool
}

// SetPipelineState sets the pipeline of the following commands.
func (c *DeviceContext) SetPipelineState(p *PipelineState) error {
	r, err := c.command("SetPipelineState")
	if err != nil {
		return err
	}
	if err := p.usable(c, "SetPipelineState", c.site); err != nil {
		return err
	}
	r.Use(&p.life.Usage, "SetPipelineState")
	if r.bound.pipeline == p {
		return nil
	}
	if r.bound.root == nil || r.bound.root.layout.Key != p.layout.Key || r.bound.root.root != p.root {
		r.bound.stale = true
	}
	r.bound.pipeline = p
	return nil
}

// CommitShaderResources binds a binding object to the following commands. mode says what happens to the states of its resources. Where no
// pipeline is set yet, the one that the binding object was made for is set, too.
func (c *DeviceContext) CommitShaderResources(b *ShaderResourceBinding, mode desc.Transition) error {
	r, err := c.command("CommitShaderResources")
	if err != nil {
		return err
	}
	if err := b.usable(c, "CommitShaderResources", c.site); err != nil {
		return err
	}
	if r.bound.pipeline == nil {
		if err := c.SetPipelineState(b.pipeline); err != nil {
			return err
		}
	}
	h := b.holder
	if h != nil && h != c && h.rec != nil && h.rec.Serial() == b.holderSerial && b.holderRevision != b.revision {
		if err := c.dev.rules.Hazard(words.Shared(c.said(), b.said(), h.said())); err != nil {
			return err
		}
	}
	b.holder, b.holderSerial, b.holderRevision = c, r.Serial(), b.revision
	r.Use(&b.life.Usage, "CommitShaderResources")
	r.bound.srb, r.bound.revision, r.bound.mode, r.bound.stale = b, b.revision, mode, true
	return nil
}

// DispatchCompute runs thread groups of the compute pipeline that is set.
func (c *DeviceContext) DispatchCompute(a desc.DispatchComputeAttribs) error {
	r, err := c.prepare("DispatchCompute", gpu.PipelineCompute)
	if err != nil {
		return err
	}
	return r.Did(r.List.Dispatch(a.ThreadGroupCountX, a.ThreadGroupCountY, a.ThreadGroupCountZ))
}

// prepare makes what is bound ready for a draw or a dispatch.
func (c *DeviceContext) prepare(method string, typ gpu.PipelineType) (*recorder, error) {
	r, err := c.command(method)
	if err != nil {
		return nil, err
	}
	p := r.bound.pipeline
	if p == nil || p.native.PipelineType() != typ {
		return nil, c.dev.rules.Refuse(words.NoPipeline(c.said(), method, typ))
	}
	if p.life.Released {
		return nil, c.dev.rules.Refuse(words.UseAfterReleaseOn(p.object.said(), c.said(), method))
	}
	if err := r.setPipeline(p); err != nil {
		return nil, err
	}
	if len(p.layout.Slots) == 0 {
		return r, nil
	}
	b := r.bound.srb
	switch {
	case b == nil:
		return nil, c.dev.rules.Refuse(words.NotCommitted(c.said(), p.said(), method))
	case b.pipeline.layout.Key != p.layout.Key:
		return nil, c.dev.rules.Refuse(words.OtherLayout(c.said(), p.said(), b.said(), b.pipeline.said(), method))
	case b.life.Released:
		return nil, c.dev.rules.Refuse(words.UseAfterReleaseOn(b.object.said(), c.said(), method))
	case b.revision != r.bound.revision:
		if err := c.dev.rules.Hazard(words.Changed(c.said(), b.said(), method)); err != nil {
			return nil, err
		}
	}
	if err := r.resources(c, b, method); err != nil {
		return nil, err
	}
	if err := r.arguments(c, b, method); err != nil {
		return nil, err
	}
	r.List.SetSite(c.site)
	return r, nil
}

// setPipeline sets pipeline and root signature on the list.
func (r *recorder) setPipeline(p *PipelineState) error {
	if r.bound.root == p {
		return nil
	}
	r.List.SetSite(r.Site)
	if err := r.List.SetPipelineState(p.native); err != nil {
		return err
	}
	if err := p.half().Signature(r.Recorder, p.root); err != nil {
		return err
	}
	r.bound.root, r.bound.stale, r.bound.vertexDirty = p, true, true
	if !p.graphics() {
		return nil
	}
	r.List.SetSite(r.Site)
	return r.List.IASetPrimitiveTopology(p.topology)
}

// graphics says which half of a list's state the pipeline uses.
func (p *PipelineState) graphics() bool { return p.native.PipelineType() == gpu.PipelineGraphics }

// half is the half of a list's root arguments that the pipeline uses.
func (p *PipelineState) half() record.Root { return record.Root{Graphics: p.graphics()} }

// resources applies the rules to everything that is bound, and brings it into its state.
func (r *recorder) resources(c *DeviceContext, b *ShaderResourceBinding, method string) error {
	for i := range b.layout.Slots {
		s := &b.layout.Slots[i]
		for k := range int(max(s.Count, 1)) {
			at := &b.bound[s.First+k]
			if at.resource == nil {
				return c.dev.rules.Refuse(words.Missing(b.pipeline.said(), s, k, method, c.site))
			}
			if err := at.viewed.usable(c, method, c.site); err != nil {
				return err
			}
			r.Use(&at.viewed.life.Usage, method)
			if at.viewed != at.resource {
				if err := at.resource.usable(c, method, c.site); err != nil {
					return err
				}
				r.Use(&at.resource.life.Usage, method)
			}
			if at.tracked == nil {
				continue
			}
			if err := r.Require(at.tracked, at.part, s.State(), r.bound.mode, method); err != nil {
				return err
			}
		}
	}
	return nil
}

// arguments sets the root arguments that changed: tables when the binding object was committed, addresses of dynamic buffers
// always, because mapping moves them.
func (r *recorder) arguments(c *DeviceContext, b *ShaderResourceBinding, method string) error {
	if r.bound.stale {
		if err := r.tables(c, b); err != nil {
			return err
		}
	}
	half := r.bound.pipeline.half()
	for i := range b.layout.Slots {
		s := &b.layout.Slots[i]
		if s.Table >= 0 {
			continue
		}
		for k := range max(s.Count, 1) {
			at := &b.bound[s.First+int(k)]
			if !r.bound.stale && !at.buffer.transient() {
				continue
			}
			address, err := c.address(r, s, at, method)
			if err != nil {
				return err
			}
			if err := half.View(r.Recorder, s.Class == gpu.DescriptorCBV, s.Parameter+k, address); err != nil {
				return err
			}
		}
	}
	r.bound.stale = false
	return nil
}

// address is the GPU virtual address that a root view points at now.
func (c *DeviceContext) address(r *recorder, s *layout.Slot, at *binding, method string) (uint64, error) {
	if !at.buffer.transient() {
		return at.buffer.track.Native.GetGPUVirtualAddress() + at.offset, nil
	}
	now, err := c.current(at.buffer, method)
	if err != nil {
		return 0, err
	}
	if s.Class == gpu.DescriptorCBV {
		now.reads(r, 0, at.buffer.desc.Size, method)
	}
	return now.address() + at.offset, nil
}

// tables binds the descriptor heaps and sets all tables. The dynamic group gets fresh descriptors of the frame.
func (r *recorder) tables(c *DeviceContext, b *ShaderResourceBinding) error {
	if len(b.layout.Tables) == 0 {
		return nil
	}
	if !r.bound.heaps {
		set := []gpu.DescriptorHeap{}
		for _, h := range c.dev.memory.GPU {
			set = append(set, h.DescriptorHeap().(gpu.DescriptorHeap))
		}
		r.List.SetSite(r.Site)
		if err := r.List.SetDescriptorHeaps(set); err != nil {
			return err
		}
		r.bound.heaps = true
	}
	fresh, err := c.dynamicDescriptors(b)
	if err != nil {
		return err
	}
	for i := range b.layout.Tables {
		t := &b.layout.Tables[i]
		base := gpu.GPUDescriptorHandle{}
		if t.Dynamic {
			base = fresh[t.Heap].GPUAt(t.Base)
		} else if base, err = b.ranges[t.Heap].GPU(t.Base); err != nil {
			return err
		}
		if err := r.bound.pipeline.half().Table(r.Recorder, t.Parameter, base); err != nil {
			return err
		}
	}
	return nil
}
