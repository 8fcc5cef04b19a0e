package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/binding"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
)

// bindings is what is bound in a recording.
type bindings struct {
	pipeline *PipelineState
	root     *PipelineState             // whose root signature is set
	sets     [2][desc.MaxSignatures]set // of dispatches and of draws
	heaps    bool                       // the descriptor heaps are bound

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

// set is a binding object that was committed.
type set struct {
	srb       *ShaderResourceBinding
	revision  uint64 // of its resources at the commit
	constants uint64 // of its inline constants and offsets when they were set last
	mode      desc.Transition
	site      gpu.Site       // of the commit
	stale     bool           // its arguments were not set yet
	fresh     [2]heaps.Range // for its dynamic variables, by heap type
}

// half is the index of a pipeline type in bindings.
func half(graphics bool) int {
	if graphics {
		return 1
	}
	return 0
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
	revision, constants := binding.Revisions(b)
	before := binding.Hold(b, binding.Holder{Context: c, Serial: r.Serial(), Revision: revision})
	h, _ := before.Context.(*DeviceContext)
	if h != nil && h != c && h.rec != nil && h.rec.Serial() == before.Serial && before.Revision != revision {
		if err := c.dev.rules.Hazard(words.Shared(c.said(), life.Said(), of.Owner.Said(), h.said(), binding.Settings(b), mode)); err != nil {
			return err
		}
	}
	r.Use(&life.Usage, "CommitShaderResources")
	r.bound.sets[half(of.Draws)][of.Index] = set{srb: b, revision: revision, constants: constants, mode: mode, site: c.site, stale: true}
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
		return nil, c.dev.rules.Refuse(words.NoPipeline(c.said(), method, typ))
	}
	if p.life.Released {
		return nil, c.dev.rules.Refuse(words.UseAfterReleaseOn(p.object.said(), c.said(), method))
	}
	if err := r.setPipeline(p); err != nil {
		return nil, err
	}
	sets := &r.bound.sets[half(p.graphics())]
	for i, needed := range p.shows.Needs {
		if !needed {
			continue
		}
		if err := c.committed(p, i, &sets[i], method); err != nil {
			return nil, err
		}
	}
	if err := r.resources(c, p, sets, method); err != nil {
		return nil, err
	}
	if err := r.arguments(c, p, sets, method); err != nil {
		return nil, err
	}
	r.List.SetSite(c.site)
	return r, nil
}

// committed applies the rules of what was committed at a place of a pipeline.
func (c *DeviceContext) committed(p *PipelineState, at int, s *set, method string) error {
	rules := &c.dev.rules
	if s.srb == nil {
		return rules.Refuse(words.NotCommitted(c.said(), p.said(), p.signatures[at].Owner.Said(), method))
	}
	life, of := binding.Life(s.srb), binding.SignatureOf(s.srb)
	revision, _ := binding.Revisions(s.srb)
	switch {
	case of != p.signatures[at] && of.Layout.Key != p.signatures[at].Layout.Key:
		return rules.Refuse(words.OtherLayout(c.said(), p.said(), life.Said(), of.Owner.Said(), p.signatures[at].Owner.Said(), method))
	case life.Released:
		return rules.Refuse(words.UseAfterReleaseOn(life.Said(), c.said(), method))
	case revision != s.revision:
		return rules.Hazard(words.Changed(c.said(), life.Said(), s.site, method))
	}
	return nil
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
	for i := range r.bound.sets[half(p.graphics())] {
		r.bound.sets[half(p.graphics())][i].stale = true
	}
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

// resources applies the rules to everything that the pipeline's shaders use, and brings it into its state.
func (r *recorder) resources(c *DeviceContext, p *PipelineState, sets *[desc.MaxSignatures]set, method string) error {
	for i := range p.shows.Used {
		u := &p.shows.Used[i]
		if u.Slot.Words > 0 {
			continue
		}
		in := &sets[u.Signature]
		bound := binding.CacheOf(in.srb).Bound
		for k := range u.Count {
			if err := r.resource(c, u, k, &bound[u.Slot.First+k], in, method); err != nil {
				return err
			}
		}
	}
	return nil
}

// resource is resources for one element of a variable.
func (r *recorder) resource(c *DeviceContext, u *layout.Used, k int, at *binding.Element, in *set, method string) error {
	switch {
	case at.Resource == nil:
		return c.dev.rules.Refuse(words.Missing(binding.SignatureOf(in.srb).Owner.Said(), u.Slot, k, method, c.site))
	case u.Stride != 0 && at.Stride != u.Stride:
		return c.dev.rules.Refuse(words.KindAtUse(c.said(), binding.Life(in.srb).Said(), u.Slot, k, at.Stride, u.Stride, method))
	}
	if err := at.Viewed.UsableOn(&c.place, c.queueIndex(), method, c.site); err != nil {
		return err
	}
	r.Use(&at.Viewed.Usage, method)
	if at.Viewed != at.Resource {
		if err := at.Resource.UsableOn(&c.place, c.queueIndex(), method, c.site); err != nil {
			return err
		}
		r.Use(&at.Resource.Usage, method)
	}
	if at.Tracked == nil {
		return nil
	}
	return r.Require(at.Tracked, at.Part, u.Slot.State(), in.mode, method)
}

// arguments sets the root arguments that changed: those of binding objects that were committed, addresses of dynamic buffers always, because
// mapping moves them, and inline constants that were set.
func (r *recorder) arguments(c *DeviceContext, p *PipelineState, sets *[desc.MaxSignatures]set, method string) error {
	for i := range sets {
		if s := &sets[i]; p.shows.Needs[i] && s.stale {
			var err error
			if s.fresh, err = r.fresh(c, s.srb); err != nil {
				return err
			}
		}
	}
	to := p.half()
	for i := range p.shows.Parameters {
		a := &p.shows.Parameters[i]
		if err := r.argument(c, to, a, &sets[a.Signature], method); err != nil {
			return err
		}
	}
	for i := range sets {
		if s := &sets[i]; p.shows.Needs[i] {
			_, s.constants = binding.Revisions(s.srb)
			s.stale = false
		}
	}
	return nil
}

// argument sets one root argument if it changed.
func (r *recorder) argument(c *DeviceContext, to record.Root, a *layout.Parameter, in *set, method string) error {
	_, now := binding.Revisions(in.srb)
	same := !in.stale && now == in.constants
	switch a.Kind {
	case layout.KindWords:
		if same {
			return nil
		}
		first := a.Slot.FirstWord
		return to.Constants(r.Recorder, a.Index, binding.CacheOf(in.srb).Words[first:first+a.Slot.Words])
	case layout.KindView:
		at := &binding.CacheOf(in.srb).Bound[a.Slot.First+a.Element]
		if same && at.Moves == nil {
			return nil
		}
		address, err := c.address(r, a.Slot, at, method)
		if err != nil {
			return err
		}
		return to.View(r.Recorder, a.Slot.Class == gpu.DescriptorCBV, a.Index, address)
	}
	if !in.stale {
		return nil
	}
	t := &binding.SignatureOf(in.srb).Layout.Tables[a.Table]
	if t.Dynamic {
		return to.Table(r.Recorder, a.Index, in.fresh[t.Heap].GPUAt(t.Base))
	}
	base, err := binding.Table(in.srb, t)
	if err != nil {
		return err
	}
	return to.Table(r.Recorder, a.Index, base)
}

// address is the GPU virtual address that a root view points at now.
func (c *DeviceContext) address(r *recorder, s *layout.Slot, at *binding.Element, method string) (uint64, error) {
	if at.Moves == nil {
		return at.Address + at.Offset, nil
	}
	now, err := c.current(at.Moves.(*Buffer), method)
	if err != nil {
		return 0, err
	}
	reach := mapped.Reach{Begin: at.Base + at.Offset, End: at.Base + at.Offset + at.Size}
	if s.Class == gpu.DescriptorCBV {
		now.Reads(r.Recorder, reach, method)
	} else {
		now.MayRead(r.Recorder, reach, method)
	}
	return now.Address() + at.Address + at.Offset, nil
}

// fresh binds the descriptor heaps if the binding object has tables, and takes descriptors of the frame for the dynamic ones.
func (r *recorder) fresh(c *DeviceContext, b *ShaderResourceBinding) (out [2]heaps.Range, err error) {
	if len(binding.SignatureOf(b).Layout.Tables) == 0 {
		return out, nil
	}
	if !r.bound.heaps {
		set := []gpu.DescriptorHeap{}
		for _, h := range c.dev.memory.GPU {
			set = append(set, h.DescriptorHeap().(gpu.DescriptorHeap))
		}
		r.List.SetSite(r.Site)
		if err := r.List.SetDescriptorHeaps(set); err != nil {
			return out, err
		}
		r.bound.heaps = true
	}
	return c.dynamicDescriptors(b)
}
