package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
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
