package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/lifetime"
)

// view is what views of buffers and textures share: one descriptor of a CPU heap (H8), given back after the view's end.
type view struct {
	object
	typ  desc.ViewType
	slot *heaps.Allocation // nil: the view has no descriptor of its own
}

// TextureView is a view of a texture.
type TextureView struct {
	view
	texture *Texture
	desc    gpu.ViewDesc
}

// BufferView is a view of a buffer.
type BufferView struct {
	view
	buffer *Buffer
	desc   gpu.ViewDesc
}

// Texture is what the view shows.
func (v *TextureView) Texture() *Texture { return v.texture }

// Type is what the view is for.
func (v *view) Type() desc.ViewType { return v.typ }

// Buffer is what the view shows.
func (v *BufferView) Buffer() *Buffer { return v.buffer }

// GetDefaultView is the view of all of the texture that was made with it; nil if its bind flags have none of the type.
func (t *Texture) GetDefaultView(typ desc.ViewType) *TextureView {
	return t.views[min(typ, desc.ViewTypes-1)]
}

// GetDefaultView is the view of all of the buffer that was made with it; nil if there is none of the type.
func (b *Buffer) GetDefaultView(typ desc.ViewType) *BufferView {
	return b.views[min(typ, desc.ViewTypes-1)]
}

// defaultViews makes a view for each bind flag of the texture.
func (t *Texture) defaultViews() error {
	for typ := range desc.ViewTypes {
		if t.desc.BindFlags&typ.Bind() == 0 {
			continue
		}
		v := &TextureView{texture: t, view: view{typ: typ}}
		v.initWith(&t.object, "TextureView")
		t.views[typ] = v
		if err := v.describe(&t.object); err != nil {
			return err
		}
	}
	return nil
}

// CreateView makes a view of a part of the texture.
func (t *Texture) CreateView(of desc.ViewDesc) (*TextureView, error) {
	t.dev.site = t.site
	if err := t.unreleased("CreateView", t.site); err != nil {
		return nil, err
	}
	if of.Type >= desc.ViewTypes || t.desc.BindFlags&of.Type.Bind() == 0 {
		return nil, t.dev.rules.Refuse(words.NotBound(t.object.said(), t.desc.Usage, t.desc.BindFlags, min(of.Type, desc.ViewTypes-1).
			Bind(), "CreateView", t.site))
	}
	v := &TextureView{texture: t, view: view{typ: of.Type}, desc: of.ViewDesc}
	v.init(t.dev, "TextureView", of.Name, t.life.Mask)
	if err := v.describe(&v.object); err != nil {
		return nil, v.abort(err)
	}
	return v, nil
}

// part is the subresources that the view shows.
func (v *TextureView) part() record.Part {
	return record.PartOf(&v.desc, v.typ != desc.ViewShaderResource)
}

// write makes the descriptor, which goes with its owner: the view, or the resource that it was made with.
func (v *view) write(owner *object, r gpu.Resource, of *gpu.ViewDesc) (err error) {
	v.slot, err = v.dev.memory.View(v.life.Name, v.typ, r, of)
	if v.slot != nil {
		owner.life.Slots = append(owner.life.Slots, v.slot)
	}
	return err
}

// describe writes the descriptor.
func (v *TextureView) describe(owner *object) error {
	return v.write(owner, v.texture.track.Native, v.descPointer())
}

// descPointer is nil for a view of everything in the resource's own format.
func (v *TextureView) descPointer() *gpu.ViewDesc {
	if v.texture.desc.Type == desc.TexCube && v.desc == (gpu.ViewDesc{}) && v.typ == desc.ViewShaderResource {
		v.desc.ViewDimension = gpu.ViewTextureCube
	}
	if v.desc == (gpu.ViewDesc{}) {
		return nil
	}
	return &v.desc
}

// defaultViews makes the views of a buffer with a mode: all of it, in elements of the mode. FORMATTED buffers have none, since
// the format is the view's.
func (b *Buffer) defaultViews() error {
	if b.desc.Mode == desc.ModeFormatted {
		return nil
	}
	for _, typ := range []desc.ViewType{desc.ViewShaderResource, desc.ViewUnorderedAccess} {
		if b.desc.BindFlags&typ.Bind() == 0 {
			continue
		}
		v := &BufferView{buffer: b, view: view{typ: typ}}
		v.initWith(&b.object, "BufferView")
		b.views[typ] = v
		if err := v.describe(&b.object); err != nil {
			return err
		}
	}
	return nil
}

// CreateView makes a view of a part of the buffer.
func (b *Buffer) CreateView(of desc.ViewDesc) (*BufferView, error) {
	b.dev.site = b.site
	if err := b.unreleased("CreateView", b.site); err != nil {
		return nil, err
	}
	switch {
	case of.Type != desc.ViewShaderResource && of.Type != desc.ViewUnorderedAccess:
		return nil, b.dev.rules.Refuse(words.DescUse(b.object.said(), "CreateView", "a buffer has no view of type "+of.Type.String(),
			"make a SHADER_RESOURCE or UNORDERED_ACCESS view", b.site))
	case b.desc.BindFlags&of.Type.Bind() == 0:
		return nil, b.dev.rules.Refuse(words.NotBound(b.object.said(), b.desc.Usage, b.desc.BindFlags, of.Type.Bind(), "CreateView", b.site))
	}
	v := &BufferView{buffer: b, view: view{typ: of.Type}, desc: of.ViewDesc}
	v.init(b.dev, "BufferView", of.Name, b.life.Mask)
	if err := v.describe(&v.object); err != nil {
		return nil, v.abort(err)
	}
	return v, nil
}

// describe writes the descriptor. A transient buffer has none: it is bound by address.
func (v *BufferView) describe(owner *object) error {
	b := v.buffer
	if b.transient() {
		return nil
	}
	of := b.desc.View(v.desc)
	return v.write(owner, b.track.Native, &of)
}

// Sampler is a sampler. Its descriptor stands in the CPU heap of samplers.
type Sampler struct {
	object
	desc gpu.SamplerDesc
	slot *heaps.Allocation
}

// Desc is the description.
func (s *Sampler) Desc() gpu.SamplerDesc { return s.desc }

// CreateSampler makes a sampler.
func (d *RenderDevice) CreateSampler(of desc.SamplerDesc) (*Sampler, error) {
	if err := d.alive("CreateSampler"); err != nil {
		return nil, err
	}
	s := &Sampler{desc: of.SamplerDesc}
	s.init(d, "Sampler", of.Name, d.domain.Valid(lifetime.AllQueues))
	slot, err := d.memory.Sampler(s.life.Name, s.desc)
	if slot != nil {
		s.slot, s.life.Slots = slot, append(s.life.Slots, slot)
	}
	if err != nil {
		return nil, s.abort(err)
	}
	return s, nil
}
