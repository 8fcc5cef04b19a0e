package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/binding"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/commit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// bindings is what is bound in a recording.
type bindings struct {
	pipeline *PipelineState
	root     *PipelineState // whose root signature is set
	sets     commit.State

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
	if t := p.native.PipelineType(); !runs(c.typ(), t) {
		return c.dev.rules.Refuse(words.NoPipelines(c.said(), "SetPipelineState", c.typ(), t).Also(p.said().Created, "created here"))
	}
	r.Use(&p.life.Usage, "SetPipelineState")
	r.bound.pipeline = p
	return nil
}

// runs says whether lists of a type run pipelines of a type.
func runs(list gpu.CommandListType, typ gpu.PipelineType) bool {
	return list == gpu.ListDirect || list == gpu.ListCompute && typ == gpu.PipelineCompute
}

// CommitShaderResources binds a binding object to the following commands, at the place of its signature; draws and dispatches have places of
// their own. mode says what happens to the states of its resources. Where no pipeline is set yet, the one that the binding object was made for is
// set, too.
func (c *DeviceContext) CommitShaderResources(b *ShaderResourceBinding, mode desc.Transition) error {
	r, err := c.command("CommitShaderResources")
	if err != nil {
		return err
	}
	life, of := binding.Life(b), binding.SignatureOf(b)
	if err := life.UsableOn(&c.place, c.queueIndex(), "CommitShaderResources", c.site); err != nil {
		return err
	}
	if p, ok := of.Of.(*PipelineState); ok && r.bound.pipeline == nil {
		if err := c.SetPipelineState(p); err != nil {
			return err
		}
	}
	revision, _ := binding.Revisions(b)
	before := binding.Hold(b, binding.Holder{Context: c, Serial: r.Serial(), Revision: revision})
	h, _ := before.Context.(*DeviceContext)
	if h != nil && h != c && h.rec != nil && h.rec.Serial() == before.Serial && before.Revision != revision {
		if err := c.dev.rules.Hazard(words.Shared(c.said(), life.Said(), of.Owner.Said(), h.said(), binding.Settings(b), mode)); err != nil {
			return err
		}
	}
	r.Use(&life.Usage, "CommitShaderResources")
	r.bound.sets.Commit(b, mode, c.site)
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
	if !runs(r.Type, typ) {
		return nil, c.dev.rules.Refuse(words.NoPipelines(c.said(), method, r.Type, typ))
	}
	p := r.bound.pipeline
	if p == nil || p.native.PipelineType() != typ {
		return nil, c.dev.rules.Refuse(words.NoPipeline(c.said(), method, typ,
			c.dev.bindings.Made && !r.bound.sets.Any(typ == gpu.PipelineGraphics)))
	}
	if err := p.life.Live(&c.place, method, c.site); err != nil {
		return nil, err
	}
	if err := r.setPipeline(p); err != nil {
		return nil, err
	}
	err = r.bound.sets.Apply(&commit.Use{Recorder: r.Recorder, Method: method, Home: &c.dev.bindings, Place: &c.place, Queue: c.queueIndex(),
		Frame: c.memory, Contents: &c.contents,
		Pipeline: &p.life, Signatures: &p.signatures, Shows: &p.shows, To: p.half()})
	if err != nil {
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
	r.bound.root, r.bound.vertexDirty = p, true
	r.bound.sets.Unset(p.graphics())
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
