package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
)

// binding is what stands in one element of a variable.
type binding struct {
	resource *object         // nil: nothing
	viewed   *object         // the view or the resource itself, which must not be released either
	tracked  *record.Tracked // nil: a sampler, or a buffer without a resource of its own
	part     record.Part     // of tracked that the view shows
	buffer   *Buffer
	offset   uint64 // bytes from the start of the buffer, for root views
	handle   gpu.CPUDescriptorHandle
	site     gpu.Site
}

// cache holds the bindings of a pipeline's static variables, or of a binding object.
type cache struct {
	layout *layout.Layout
	bound  []binding
	ranges [2]*heaps.Allocation // of static and mutable tables, by heap type
}

// ShaderResourceBinding holds resources for the mutable and dynamic variables of a pipeline, and copies of its static ones. Its
// static and mutable descriptors take one range of each shader-visible heap, for as long as it lives (H9).
type ShaderResourceBinding struct {
	object
	pipeline *PipelineState
	cache
	revision uint64 // changes with each Set

	holder         *DeviceContext // the context that committed it last
	holderSerial   uint64         // in which recording
	holderRevision uint64
}

// CreateShaderResourceBinding makes a binding object. All static variables of the pipeline must be set before.
func (p *PipelineState) CreateShaderResourceBinding(name string) (*ShaderResourceBinding, error) {
	d := p.dev
	d.site = p.site
	if err := p.unreleased("CreateShaderResourceBinding", p.site); err != nil {
		return nil, err
	}
	b := &ShaderResourceBinding{pipeline: p, cache: cache{layout: &p.layout, bound: append([]binding(nil), p.statics.bound...)}}
	b.init(d, "ShaderResourceBinding", name, p.life.Mask)
	for h := range b.ranges {
		n := p.layout.Sizes[0][h]
		if n == 0 {
			continue
		}
		a, used, err := d.memory.Static(b.life.Name, uint32(h), n)
		if err != nil {
			return nil, b.abort(d.exhausted(err, b.life.Name))
		}
		b.ranges[h], b.life.Slots = a, append(b.life.Slots, a)
		if used {
			err = d.queues.CatchUp()
		}
		if err != nil {
			return nil, b.abort(err)
		}
	}
	for i := range p.layout.Slots {
		s := &p.layout.Slots[i]
		if s.Type != desc.VariableStatic {
			continue
		}
		for k := range int(max(s.Count, 1)) {
			if b.bound[s.First+k].resource == nil {
				return nil, b.abort(d.rules.Refuse(words.Missing(p.said(), s, k, "CreateShaderResourceBinding", p.site)))
			}
			if err := b.describe(s, k); err != nil {
				return nil, b.abort(err)
			}
		}
	}
	return b, nil
}

// describe copies the descriptor of a static or mutable element into the binding object's range.
func (b *ShaderResourceBinding) describe(s *layout.Slot, element int) error {
	if s.Table < 0 || s.Type == desc.VariableDynamic {
		return nil
	}
	t := &b.layout.Tables[s.Table]
	to, err := b.ranges[t.Heap].CPU(t.Base + s.Offset + uint32(element))
	if err != nil {
		return err
	}
	return b.dev.at().CopyDescriptorsSimple(1, to, b.bound[s.First+element].handle, t.Heap)
}

// GetVariableByName is a mutable or dynamic variable; GS0657 if there is none of the name.
func (b *ShaderResourceBinding) GetVariableByName(stage gpu.ShaderStage, name string) (*ShaderVariable, error) {
	return b.pipeline.variable(&b.object, &b.cache, b, stage, name, b.site)
}

// ShaderVariable is one variable of a pipeline or of a binding object.
type ShaderVariable struct {
	owner    *object
	pipeline *PipelineState
	srb      *ShaderResourceBinding // nil: a static variable
	cache    *cache
	slot     *layout.Slot
	site     gpu.Site
}

// SetSite says which place of a script makes the next call on the variable.
func (v *ShaderVariable) SetSite(s gpu.Site) { v.site = s }

// Name is the name that the shader declares.
func (v *ShaderVariable) Name() string { return v.slot.Name }

// Type says how often the variable changes.
func (v *ShaderVariable) Type() desc.VariableType { return v.slot.Type }

// Set puts a resource into the variable: a *Buffer, *Texture, *BufferView, *TextureView or *Sampler. A resource stands for its
// default view. Static and mutable variables are set once, unless the flags allow to overwrite them.
func (v *ShaderVariable) Set(resource any, f desc.SetFlags) error {
	return v.SetArray([]any{resource}, 0, f)
}

// SetArray puts resources into elements of an array, from element first on.
func (v *ShaderVariable) SetArray(resources []any, first int, f desc.SetFlags) error {
	d := v.pipeline.dev
	d.site = v.site
	if err := v.owner.unreleased("Set", v.site); err != nil {
		return err
	}
	if n := int(max(v.slot.Count, 1)); first < 0 || first+len(resources) > n {
		return d.rules.Refuse(words.Range(v.owner.said(), "Set of "+v.slot.Name, uint64(max(first, 0)), uint64(len(resources)), uint64(n), v.site))
	}
	for i, r := range resources {
		b, why := v.bind(r)
		if why != "" {
			return d.rules.Refuse(words.Kind(v.said(), why))
		}
		if b.resource.life.Released || b.viewed.life.Released {
			return d.rules.Refuse(words.UseAfterRelease(b.resource.said(), "Set", v.site))
		}
		if err := v.put(first+i, b, f); err != nil {
			return err
		}
	}
	return nil
}

// put stores one binding.
func (v *ShaderVariable) put(element int, b binding, f desc.SetFlags) error {
	at := &v.cache.bound[v.slot.First+element]
	fixed := v.slot.Type != desc.VariableDynamic
	if at.viewed == b.viewed && at.resource != nil {
		return nil
	}
	d := v.pipeline.dev
	if fixed && at.resource != nil {
		if f&desc.AllowOverwrite == 0 {
			return d.rules.Refuse(words.Overwritten(v.said(), at.site))
		}
		if v.srb != nil && v.slot.Table >= 0 {
			if err := v.free(); err != nil {
				return err
			}
		}
	}
	*at = b
	if v.srb == nil {
		return nil
	}
	v.srb.revision++
	return v.srb.describe(v.slot, element)
}

// free refuses to overwrite descriptors that work in flight may read (H12).
func (v *ShaderVariable) free() error {
	d := v.pipeline.dev
	if q, value := v.srb.pending(); q != nil {
		return d.rules.Hazard(words.InFlight(v.said(), q.said(), value, v.srb.life.Usage.Where))
	}
	if r := d.recordingWith(&v.srb.object); r != nil {
		return d.rules.Hazard(words.InRecording(v.said(), r.SaidUses()))
	}
	return nil
}

// bind turns what a script passes into a binding, or says why it does not fit.
func (v *ShaderVariable) bind(resource any) (binding, string) {
	want := desc.ViewShaderResource
	if v.slot.Class == gpu.DescriptorUAV {
		want = desc.ViewUnorderedAccess
	}
	switch r := resource.(type) {
	case *Sampler:
		return v.bindSampler(r)
	case *Texture:
		if v.slot.View == gpu.ViewBuffer || v.slot.Class == gpu.DescriptorCBV || v.slot.Class == gpu.DescriptorSampler {
			return binding{}, r.String() + " is a texture"
		}
		if r.GetDefaultView(want) == nil {
			return binding{}, r.String() + " has BindFlags " + r.desc.BindFlags.String() + ", not " + want.String()
		}
		return v.bindTexture(r.GetDefaultView(want), &r.object)
	case *TextureView:
		return v.bindTexture(r, &r.object)
	case *Buffer:
		if v.slot.Class == gpu.DescriptorCBV {
			return v.bindConstants(r)
		}
		if v.slot.View != gpu.ViewBuffer || r.GetDefaultView(want) == nil {
			return binding{}, r.String() + " has no default view of type " + want.String() + " that fits"
		}
		return v.bindBuffer(r.GetDefaultView(want), &r.object)
	case *BufferView:
		return v.bindBuffer(r, &r.object)
	}
	return binding{}, "it is no buffer, texture, view or sampler"
}

func (v *ShaderVariable) bindSampler(s *Sampler) (binding, string) {
	if why := v.slot.FitsSampler(s); why != "" || s.life.Released {
		return binding{resource: &s.object, viewed: &s.object}, why
	}
	at, _ := s.slot.CPU(0)
	return binding{resource: &s.object, viewed: &s.object, handle: at, site: v.site}, ""
}

func (v *ShaderVariable) bindTexture(t *TextureView, viewed *object) (binding, string) {
	out := binding{resource: &t.texture.object, viewed: viewed, tracked: &t.texture.track, part: t.part(), site: v.site}
	why := v.slot.FitsTexture(t, t.typ)
	if why == "" && !t.life.Released && !t.texture.life.Released {
		out.handle, _ = t.slot.CPU(0)
	}
	return out, why
}

func (v *ShaderVariable) bindBuffer(b *BufferView, viewed *object) (binding, string) {
	if why := v.slot.FitsBuffer(b, b.typ, b.buffer, &b.buffer.desc, b.slot != nil || b.life.Released || b.buffer.life.Released); why != "" {
		return binding{}, why
	}
	out := binding{resource: &b.buffer.object, viewed: viewed, buffer: b.buffer, site: v.site}
	if !b.buffer.transient() {
		out.tracked = &b.buffer.track
	}
	if v.slot.Table < 0 {
		out.offset = b.desc.FirstElement * uint64(b.buffer.desc.ElementByteStride)
	} else if !b.life.Released && !b.buffer.life.Released {
		out.handle, _ = b.slot.CPU(0)
	}
	return out, ""
}

func (v *ShaderVariable) bindConstants(b *Buffer) (binding, string) {
	if b.desc.BindFlags&desc.BindUniformBuffer == 0 {
		return binding{}, b.String() + " has BindFlags " + b.desc.BindFlags.String() + ", not UNIFORM_BUFFER"
	}
	out := binding{resource: &b.object, viewed: &b.object, buffer: b, site: v.site}
	if !b.transient() {
		out.tracked = &b.track
	}
	return out, ""
}

// exhausted gives a full heap its words.
func (d *RenderDevice) exhausted(err error, who string) error {
	if e, ok := err.(*heaps.ExhaustedError); ok {
		return d.rules.Refuse(words.Exhausted(d.site, e, who))
	}
	return err
}
