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
