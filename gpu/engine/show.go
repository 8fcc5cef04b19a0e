package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/binding"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// show says how a resource that a script passes stands in a variable, or why it does not fit.
func show(resource any, s *layout.Slot, site gpu.Site) (binding.Element, words.Misfit) {
	want := desc.ViewShaderResource
	if s.Class == gpu.DescriptorUAV {
		want = desc.ViewUnorderedAccess
	}
	switch r := resource.(type) {
	case *Sampler:
		return r.show(s, site)
	case *Texture:
		if s.View == gpu.ViewBuffer || s.Class == gpu.DescriptorCBV || s.Class == gpu.DescriptorSampler {
			return binding.Element{}, words.Misfit{Why: r.String() + " is a texture"}
		}
		if r.GetDefaultView(want) == nil {
			return binding.Element{}, words.Unbound(r.said(), r.desc.Usage, r.desc.BindFlags, want.Bind())
		}
		return r.GetDefaultView(want).show(s, &r.object, site)
	case *TextureView:
		return r.show(s, &r.object, site)
	case *Buffer:
		if s.Class == gpu.DescriptorCBV {
			return r.showConstants(s, site)
		}
		switch {
		case s.View != gpu.ViewBuffer:
			return binding.Element{}, words.Misfit{Why: r.String() + " is a buffer"}
		case r.desc.BindFlags&want.Bind() == 0:
			return binding.Element{}, words.Unbound(r.said(), r.desc.Usage, r.desc.BindFlags, want.Bind())
		case r.GetDefaultView(want) == nil:
			return binding.Element{}, words.Misfit{Why: r.String() + " has Mode " + r.desc.Mode.String() + ", so it has no default view"}
		}
		return r.GetDefaultView(want).show(s, &r.object, site)
	case *BufferView:
		return r.show(s, &r.object, site)
	}
	return binding.Element{}, words.Misfit{Why: "it is not a buffer, texture, view or sampler"}
}

func (r *Sampler) show(s *layout.Slot, site gpu.Site) (binding.Element, words.Misfit) {
	out := binding.Element{Resource: &r.life, Viewed: &r.life, Site: site}
	if why := s.FitsSampler(r); why != "" || r.life.Released {
		return out, words.Misfit{Why: why}
	}
	out.Handle, _ = r.slot.CPU(0)
	return out, words.Misfit{}
}

func (v *TextureView) show(s *layout.Slot, viewed *object, site gpu.Site) (binding.Element, words.Misfit) {
	out := binding.Element{Resource: &v.texture.life, Viewed: &viewed.life, Tracked: &v.texture.track, Part: v.part(), Site: site}
	why := s.FitsTexture(v, v.typ)
	if why == "" && !v.life.Released && !v.texture.life.Released {
		out.Handle, _ = v.slot.CPU(0)
	}
	return out, words.Misfit{Why: why}
}

func (v *BufferView) show(s *layout.Slot, viewed *object, site gpu.Site) (binding.Element, words.Misfit) {
	b := v.buffer
	gone := v.life.Released || b.life.Released
	if why := s.FitsBuffer(v, v.typ, b, &b.desc, v.slot != nil || gone); why != "" {
		return binding.Element{}, words.Misfit{Why: why}
	}
	out := b.element(site)
	out.Viewed, out.Stride = &viewed.life, b.desc.ElementByteStride
	if unit := uint64(max(b.desc.ElementByteStride, 4)); s.Table < 0 { // raw buffers count words
		out.Narrow(v.desc.FirstElement*unit, uint64(v.desc.NumElements)*unit)
	} else if !gone {
		out.Handle, _ = v.slot.CPU(0)
	}
	return out, words.Misfit{}
}

func (b *Buffer) showConstants(s *layout.Slot, site gpu.Site) (binding.Element, words.Misfit) {
	why := s.FitsConstants(b, &b.desc)
	switch {
	case why == "":
		return b.element(site), words.Misfit{}
	case s.Words == 0 && b.desc.BindFlags&desc.BindUniformBuffer == 0:
		return binding.Element{}, words.Unbound(b.said(), b.desc.Usage, b.desc.BindFlags, desc.BindUniformBuffer)
	}
	return binding.Element{}, words.Misfit{Why: why}
}

// element is a buffer as a whole.
func (b *Buffer) element(site gpu.Site) binding.Element {
	out := binding.Element{Resource: &b.life, Viewed: &b.life, Size: b.desc.Size, Whole: b.desc.Size, Site: site}
	if b.transient() {
		out.Moves = &b.life
		return out
	}
	out.Tracked, out.Address = &b.track, b.track.Native.GetGPUVirtualAddress()
	return out
}
