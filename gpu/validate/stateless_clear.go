package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/addresses"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/transfer"
)

// discardRules: a resource that something else than copies fills.
func (v *Validator) discardRules(l *list, c *gpu.Command) {
	r := v.resource(c.Dst)
	if r == nil {
		return
	}
	want, ok := transfer.DiscardState(l.typ, r.desc.Flags)
	if !ok {
		transfer.CannotDiscard(&v.asked, c, l.id)
		return
	}
	first, count := transfer.Discard(&v.asked, c)
	if count == r.subs && v.on() {
		v.use(l, r, gpu.AllSubresources, want, c, role.Role{})
		return
	}
	for sub := first; sub < first+count && v.on(); sub++ {
		v.use(l, r, sub, want, c, role.Role{})
	}
}

// clearRules: the two handles of the view, and the resource that it shows.
func (v *Validator) clearRules(l *list, c *gpu.Command) {
	r := v.resource(c.Dst)
	g, h := bodyOf[descriptorHeap](v, c.GPUHandle.Heap), bodyOf[descriptorHeap](v, c.CPUHandle.Heap)
	switch {
	case r == nil:
		return
	case r.desc.Flags&gpu.AllowUnorderedAccess == 0:
		addresses.NotUnordered(names{v}, r.id, c.Site, c.Op.String())
		return
	case g == nil || g.desc.Type != gpu.HeapCBVSRVUAV || l.heaps[gpu.HeapCBVSRVUAV] == 0:
		v.noHeapBound(l, c, gpu.HeapCBVSRVUAV)
		return
	case c.GPUHandle.Heap != l.heaps[gpu.HeapCBVSRVUAV]:
		tables.OtherHeap(v.world(l, c), c, l.heaps[gpu.HeapCBVSRVUAV], l.heapSite)
		return
	case v.unusable(c.GPUHandle.Heap, c) || v.unusable(c.CPUHandle.Heap, c):
		return
	case c.GPUHandle.Index >= g.desc.NumDescriptors:
		tables.TableRange(v.world(l, c), c, 1, g.desc.NumDescriptors)
		return
	case h == nil || h.visible() || h.desc.Type != gpu.HeapCBVSRVUAV || c.CPUHandle.Index >= h.desc.NumDescriptors:
		tables.ClearHandle(v.world(l, c), c, g.slots[c.GPUHandle.Index].resource)
		return
	}
	if got := g.slots[c.GPUHandle.Index].resource; got != 0 && got != r.id {
		tables.ClearResource(v.world(l, c), c, got)
	} else if s := &g.slots[c.GPUHandle.Index]; got != 0 && s.structures.Stride != 0 {
		tables.StructuredClear(v.world(l, c), c, s.site, s.structures.Words(), [2]uint32{g.desc.NumDescriptors, h.desc.NumDescriptors})
	}
	if v.on() && r.subs == 1 {
		v.use(l, r, 0, gpu.StateUnorderedAccess, c, role.Role{})
	}
}
