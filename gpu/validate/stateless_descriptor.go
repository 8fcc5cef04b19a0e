package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/addresses"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/graphics"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/transfer"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/views"
)

// checkDescriptor applies the rules of views, samplers and copies of descriptors.
func (v *Validator) checkDescriptor(c *gpu.DescriptorCall) {
	v.owners.Watch()
	v.scope = c.Device
	if len(c.Copies) > 0 {
		v.copyDescriptorRules(c)
		return
	}
	if c.Method == "CopyDescriptors" || !v.slotRules(c, c.Dest, tables.HeapOf(c.Type)) || v.unusable(c.Resource, c) || v.unusable(c.Counter, c) {
		return
	}
	switch c.Type {
	case gpu.DescriptorCBV:
		v.constantViewRules(c)
	case gpu.DescriptorSampler:
		views.Sampler(v.world(nil, nil), c)
	case gpu.DescriptorSRV, gpu.DescriptorUAV:
		views.Check(v.viewed(c), c)
	case gpu.DescriptorRTV, gpu.DescriptorDSV:
		if c.Resource == 0 && (c.View == nil || c.View.ViewDimension == gpu.ViewUnknown) {
			views.NoDimension(v.viewed(c), c)
		}
		graphics.ViewRules(v.world(nil, nil), c)
	}
	if !v.refused() {
		v.checkOverwrites(c)
	}
}

// viewWorld answers what the rules of views ask.
type viewWorld struct {
	*drawWorld
	c *gpu.DescriptorCall
}

// viewed is what the rules of views ask now. It is the validator's own, as world is.
func (v *Validator) viewed(c *gpu.DescriptorCall) *viewWorld {
	v.views = viewWorld{v.world(nil, nil), c}
	return &v.views
}

// NotUnordered implements views.World.
func (w *viewWorld) NotUnordered(id gpu.ID) {
	addresses.NotUnordered(names{w.v}, id, w.c.Site, w.c.Method)
}

// slotRules: a slot of a living heap of the right type.
func (v *Validator) slotRules(c *gpu.DescriptorCall, at gpu.CPUDescriptorHandle, want gpu.DescriptorHeapType) bool {
	h := bodyOf[descriptorHeap](v, at.Heap)
	return (h == nil || !v.unusable(at.Heap, c)) && slots.Check(v.world(nil, nil), c, at, want, h)
}

// checkHandle: a handle of a slot that exists; GPU handles are of shader-visible heaps.
func (v *Validator) checkHandle(c *gpu.HandleCall) {
	if h := bodyOf[descriptorHeap](v, c.Heap); h != nil && !v.unusable(c.Heap, c) {
		h.Handle(v.world(nil, nil), c)
	}
}

// copyDescriptorRules: ranges that exist, in heaps of one type, from heaps that the GPU does not see, without overlap.
func (v *Validator) copyDescriptorRules(c *gpu.DescriptorCall) {
	for i := range c.Copies {
		k := &c.Copies[i]
		if k.Count == 0 || !v.slotRules(c, k.Dest, c.HeapType) || !v.slotRules(c, k.Src, c.HeapType) {
			continue
		}
		tables.Copy(v.world(nil, nil), c, k, &bodyOf[descriptorHeap](v, k.Dest.Heap).Desc, &bodyOf[descriptorHeap](v, k.Src.Heap).Desc)
	}
	if !v.refused() {
		v.checkOverwrites(c)
	}
}

// constantViewRules: 256-byte aligned, at most 64 KiB, inside a buffer.
func (v *Validator) constantViewRules(c *gpu.DescriptorCall) {
	d := c.Constant
	switch {
	case d == nil:
	case d.SizeInBytes == 0 || d.SizeInBytes%gpu.ConstantBufferAlignment != 0 || d.SizeInBytes > gpu.MaxConstantBufferBytes:
		views.ConstantSize(v.viewed(c), c)
	case d.BufferLocation%gpu.ConstantBufferAlignment != 0:
		addresses.Alignment(names{v}, c.Site, c.Method, d.BufferLocation, gpu.ConstantBufferAlignment)
	case d.BufferLocation != 0:
		v.addressed(d.BufferLocation, uint64(d.SizeInBytes), c)
	}
}

// discardRules: a resource that something else than copies fills.
func (v *Validator) discardRules(l *list, c *gpu.Command) {
	r := v.resource(c.Dst)
	if r == nil {
		return
	}
	want, ok := transfer.DiscardState(l.Type, r.Desc.Flags)
	if !ok {
		transfer.CannotDiscard(&v.asked, c, l.ID)
		return
	}
	first, count := transfer.Discard(&v.asked, c)
	if count == r.Subs && v.on() {
		first, count = gpu.AllSubresources, 1
	}
	for i := uint32(0); i < count && v.on(); i++ {
		v.needs.Use(&l.Recording, &r.Resource, first+i, want, c, role.Role{})
	}
}

// clearRules: the two handles of the view, and the resource that it shows.
func (v *Validator) clearRules(l *list, c *gpu.Command) {
	r := v.resource(c.Dst)
	g, h := bodyOf[descriptorHeap](v, c.GPUHandle.Heap), bodyOf[descriptorHeap](v, c.CPUHandle.Heap)
	switch {
	case r == nil:
		return
	case r.Desc.Flags&gpu.AllowUnorderedAccess == 0:
		addresses.NotUnordered(names{v}, r.ID, c.Site, c.Op.String())
		return
	case g == nil || g.Desc.Type != gpu.HeapCBVSRVUAV || l.Heaps[gpu.HeapCBVSRVUAV] == 0:
		v.noHeapBound(l, c, gpu.HeapCBVSRVUAV)
		return
	case c.GPUHandle.Heap != l.Heaps[gpu.HeapCBVSRVUAV]:
		tables.OtherHeap(v.world(l, c), c, l.Heaps[gpu.HeapCBVSRVUAV], l.HeapSite)
		return
	case v.unusable(c.GPUHandle.Heap, c) || v.unusable(c.CPUHandle.Heap, c) || !g.Clears(v.world(l, c), c, h):
		return
	}
	if v.on() && r.Subs == 1 {
		v.needs.Use(&l.Recording, &r.Resource, 0, gpu.StateUnorderedAccess, c, role.Role{})
	}
}
