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
