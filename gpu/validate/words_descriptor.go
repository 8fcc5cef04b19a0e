package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/graphics"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

func (v *Validator) sayNullHandle(c *gpu.DescriptorCall) {
	v.say(diag.BadDescriptorHandle, c.Site, "%s got a handle of no descriptor heap", c.Method).HelpText("use heap:GetCPUDescriptorHandle(index)")
}

func (v *Validator) sayHandleType(c *gpu.DescriptorCall, at gpu.CPUDescriptorHandle, h *descriptorHeap, want gpu.DescriptorHeapType) {
	v.alsoCreated(v.say(diag.BadDescriptorHandle, c.Site, "%s needs a heap of type %s, and %s has type %s", c.Method, want, v.ref(at.Heap), h.desc.Type), at.Heap)
}

func (v *Validator) sayCopyFromVisible(c *gpu.DescriptorCall, k *gpu.DescriptorCopy) {
	v.alsoCreated(v.say(diag.BadDescriptorCopy, c.Site, "%s reads from %s, which is shader-visible", c.Method, v.ref(k.Src.Heap)), k.Src.Heap).
		Because("The CPU only writes shader-visible heaps.").HelpText("create the views in a heap without SHADER_VISIBLE, and copy from there")
}

func (v *Validator) sayCopyOverlap(c *gpu.DescriptorCall, k *gpu.DescriptorCopy) {
	v.say(diag.BadDescriptorCopy, c.Site, "%s copies %s onto %s", c.Method, v.bytesRange(k.Src.Heap, uint64(k.Src.Index), uint64(k.Count)), v.bytesRange(k.Dest.Heap, uint64(k.Dest.Index), uint64(k.Count))).
		WithResource(v.ref(k.Dest.Heap)).HelpText("the ranges must not overlap")
}

func (v *Validator) sayConstantSize(c *gpu.DescriptorCall) {
	n := uint64(c.Constant.SizeInBytes)
	v.say(diag.BadConstantBufferView, c.Site, "SizeInBytes of the constant buffer view is %d, and multiples of 256 from 256 to 65536 are allowed", n).HelpText("SizeInBytes = %d", min(max((n+255)/256*256, 256), gpu.MaxConstantBufferBytes))
}

func (v *Validator) saySampler(c *gpu.DescriptorCall) {
	v.say(diag.BadSampler, c.Site, "the sampler cannot be made with MaxAnisotropy %d, MinLOD %v and MaxLOD %v", c.Sampler.MaxAnisotropy, c.Sampler.MinLOD, c.Sampler.MaxLOD).
		HelpText("MaxAnisotropy is 1 to 16, and MinLOD is not above MaxLOD")
}

func (v *Validator) sayNullView(c *gpu.DescriptorCall) {
	v.say(diag.NullViewNeedsDescription, c.Site, "%s without a resource needs a description with a ViewDimension", c.Method).
		Because("A null descriptor gives the shader zeros of a certain shape.").HelpText(`{ ViewDimension = "TEXTURE2D", Format = "R8G8B8A8_UNORM" }`)
}

func (v *Validator) sayDenied(c *gpu.DescriptorCall) {
	v.alsoCreated(v.say(diag.ShaderResourceDenied, c.Site, "%s on %s, which has DENY_SHADER_RESOURCE", c.Method, v.ref(c.Resource)), c.Resource).HelpText("create it without the flag")
}

func (v *Validator) sayViewDimension(c *gpu.DescriptorCall, r *resource, want string) {
	v.alsoCreated(v.say(diag.BadViewDimension, c.Site, "a view of %s cannot have dimension %s", v.ref(r.id), c.View.ViewDimension), r.id).HelpText("use %s, or leave ViewDimension out", want)
}

func (v *Validator) sayBufferViewKind(c *gpu.DescriptorCall, why string) {
	v.say(diag.BadBufferView, c.Site, "the view of %s cannot be made: %s", v.ref(c.Resource), why).WithResource(v.ref(c.Resource)).
		HelpText(`give StructureByteStride, or Flags = "RAW", or a Format`)
}

func (v *Validator) sayViewRange(c *gpu.DescriptorCall, got, want string) {
	v.say(diag.BadViewRange, c.Site, "the view of %s cannot be made: %s", v.ref(c.Resource), got).WithResource(v.ref(c.Resource)).HelpText("%s", want)
}

func (v *Validator) sayViewElements(c *gpu.DescriptorCall, r *resource, first, count, element uint64) {
	v.alsoCreated(v.say(diag.BadViewRange, c.Site, "the view of %s shows elements [%d, %d) of %d bytes, and the buffer has %d", v.ref(r.id), first, words.End(first, count), element, r.desc.Width/element), r.id)
}

func (v *Validator) sayViewPart(c *gpu.DescriptorCall, r *resource, what string, first, count, total uint32) {
	shown := "from " + number(uint64(first)) + " on"
	if count != 0 && count != all {
		shown = "[" + number(uint64(first)) + ", " + number(uint64(first)+uint64(count)) + ")"
	}
	v.alsoCreated(v.say(diag.BadViewRange, c.Site, "the view of %s shows %s %s, and there are %d", v.ref(r.id), what, shown, total), r.id)
}

func (v *Validator) sayCounter(c *gpu.DescriptorCall, why string) {
	v.say(diag.BadCounter, c.Site, "the view of %s cannot have this counter: %s", v.ref(c.Resource), why).WithResource(v.ref(c.Resource))
}

func (v *Validator) sayUnreadable(c *gpu.DescriptorCall, r *resource, view gpu.Format) {
	if view == gpu.FormatUnknown {
		view = r.desc.Format
	}
	v.alsoCreated(v.say(diag.BadViewFormat, c.Site, "shaders cannot read %s through a view of format %s", v.ref(r.id), view), r.id).
		HelpText("%s", graphics.ReadableAs(r.desc.Format))
}

func (v *Validator) sayViewFormat(c *gpu.DescriptorCall, r *resource) {
	v.alsoCreated(v.say(diag.BadViewFormat, c.Site, "a view of %s, which has format %s, cannot have format %s", v.ref(r.id), r.desc.Format, c.View.Format), r.id).
		Because("A view reads the same bits: both formats need the same number of components of the same width.")
}

func (v *Validator) sayMapHeap(c *gpu.MapCall, r *resource) {
	v.alsoCreated(v.say(diag.MapNotAllowed, c.Site, "%s cannot be mapped: it stands in a heap of type %s", v.ref(r.id), r.heap), r.id).
		HelpText("copy through a buffer in an UPLOAD heap, or to one in a READBACK heap")
}

func (v *Validator) sayNotMapped(c *gpu.MapCall, m *mapState) {
	d := v.say(diag.NotMapped, c.Site, "%s on %s, which is not mapped", c.Method, v.ref(c.Resource)).WithResource(v.ref(c.Resource))
	if m != nil {
		d.Also(m.site, "the last Unmap was here")
	}
	d.HelpText("call Map on %s first", v.ref(c.Resource))
}

func (v *Validator) sayMapRange(c *gpu.MapCall, r *resource) {
	v.alsoCreated(v.say(diag.BadMapRange, c.Site, "%s needs %s[%d, %d), and the buffer has %d bytes", c.Method, v.nameOf(r.id), c.Range.Begin, c.Range.End, r.desc.Width), r.id).WithRange(c.Range.Begin, c.Range.End)
}

func (v *Validator) sayReadbackWrite(c *gpu.MapCall) {
	v.alsoCreated(v.say(diag.ReadbackWrite, c.Site, "%s says that the CPU wrote %s, which stands in READBACK memory", c.Method, v.ref(c.Resource)), c.Resource).
		HelpText("the written range of a READBACK buffer is empty: { Begin = 0, End = 0 }")
}
