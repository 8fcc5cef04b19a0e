package slots

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// Check applies the rule that a handle names a slot of a heap of the right type. Without a heap, h is nil: the handle is null.
func Check(w tables.World, c *gpu.DescriptorCall, at gpu.CPUDescriptorHandle, want gpu.DescriptorHeapType, h *Heap) bool {
	switch {
	case h == nil:
		tables.NullHandle(w, c)
	case h.Desc.Type != want:
		tables.HandleType(w, c, at.Heap, h.Desc.Type, want)
	case at.Index >= h.Desc.NumDescriptors:
		tables.HandleRange(w, c.Site, c.Method, at, 1, h.Desc.NumDescriptors)
	default:
		return true
	}
	return false
}

// Handle applies the rules that a handle is of a slot that exists, and one of the GPU's of a heap that it sees.
func (h *Heap) Handle(w tables.World, c *gpu.HandleCall) {
	switch {
	case c.GPU && !h.Visible():
		tables.HeapInvisible(w, c.Heap, h.Desc.Type, 0, c.Site, c.Method)
	case c.Index >= h.Desc.NumDescriptors:
		tables.HandleRange(w, c.Site, c.Method, gpu.CPUDescriptorHandle{Heap: c.Heap, Index: c.Index}, 1, h.Desc.NumDescriptors)
	}
}

// Clears applies the rules of the handles of a clear of a UAV: in the heap that is bound stands a view of the resource, in one that the CPU reads
// another one. It is false where nothing can be cleared. read is nil if there is no such heap.
func (h *Heap) Clears(w tables.World, c *gpu.Command, read *Heap) bool {
	switch at := c.GPUHandle.Index; {
	case at >= h.Desc.NumDescriptors:
		tables.TableRange(w, c, 1, h.Desc.NumDescriptors)
		return false
	case read == nil || read.Visible() || read.Desc.Type != gpu.HeapCBVSRVUAV:
		tables.ClearHandle(w, c, h.Slots[at].Resource)
		return false
	case c.CPUHandle.Index >= read.Desc.NumDescriptors:
		tables.HandleRange(w, c.Site, c.Op.String(), c.CPUHandle, 1, read.Desc.NumDescriptors)
		return false
	}
	s, own := &h.Slots[c.GPUHandle.Index], &read.Slots[c.CPUHandle.Index]
	switch got := s.Resource; {
	case got != 0 && got != c.Dst:
		tables.ClearResource(w, c, got)
	case got != 0 && s.Structures.Stride != 0:
		tables.StructuredClear(w, c, s.Site, s.Structures.Words(), [2]uint32{h.Desc.NumDescriptors, read.Desc.NumDescriptors})
	case s.Written == 0 && own.Resource == c.Dst && own.Structures.Stride != 0: // and so is the view that is written for the GPU, or they are two
		tables.StructuredClear(w, c, own.Site, own.Structures.Words(), [2]uint32{h.Desc.NumDescriptors, read.Desc.NumDescriptors})
	case own.Written == 0:
		tables.ClearUnwritten(w, c, s.Site, got == c.Dst)
	case own.Resource != c.Dst && (own.Resource != got || s.Written == 0):
		tables.ClearOther(w, c, own.Resource, "", own.Site, s.Site)
	case got != 0 && s.Unordered != nil:
		if what := differs(s, own); what != "" {
			tables.ClearOther(w, c, 0, what, own.Site, s.Site)
		}
	}
	return true
}

// differs says how a view of the resource of a UAV differs from it, "" if it does not.
func differs(s, own *Slot) string {
	switch a, b := s.Unordered, own.Unordered; {
	case b == nil:
		return "a view of another kind"
	case b.Raw != a.Raw, b.Format != a.Format:
		return "it in another format"
	case own.Shown.Mip != s.Shown.Mip:
		return "another mip of it"
	case own.Shown != s.Shown:
		return "other array slices of it"
	case *b != *a:
		return "other elements of it"
	}
	return ""
}
