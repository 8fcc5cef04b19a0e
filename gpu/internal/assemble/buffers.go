package assemble

import "github.com/gpuscript/gpuscript/gpu"

// Buffers are the views of vertex buffers that a list has set. The zero value has none.
type Buffers struct {
	views [gpu.MaxVertexBuffers]gpu.VertexBufferView
	bound uint32 // those that were set, by bit: what stands in the others is left from before
}

// Reset forgets all views, in a moment.
func (b *Buffers) Reset() { b.bound = 0 }

// Set puts a view into a slot below gpu.MaxVertexBuffers.
func (b *Buffers) Set(slot uint32, view gpu.VertexBufferView) {
	b.views[slot] = view
	b.bound |= 1 << slot
}

// At is the view in a slot, the zero view if there is none.
func (b *Buffers) At(slot uint32) gpu.VertexBufferView {
	if b.bound>>slot&1 == 0 {
		return gpu.VertexBufferView{}
	}
	return b.views[slot]
}
