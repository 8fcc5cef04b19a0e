// Package recording is the memory of recordings: the commands of a list, and the arrays that they point to.
//
//	Stream   commands  │ CopyTextureRegion │ Barrier │ SetConstants │ …      one slice of values
//	                         │ Copy             │ Barriers    │ Words
//	         copies    │ box │    barriers  │ b b │   words │ 1 2 3 4 │      grown, never shared with the caller
//
// A stream belongs to an allocator, which uses it again when nothing in flight needs it:
//
//	Pool.Recycle:  spare ←──────────────────┐
//	Pool.Take:     spare → in use           │
//	submission:    Fly(1) … Fly(-1) ────────┘ idle
//
// The package turns arguments of the API into values that outlive the call. It must not know lists, layers or what is allowed.
package recording

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// Stream is one recording. Its zero value is empty and belongs to no list.
type Stream struct {
	Commands []gpu.Command

	words         []uint32
	barriers      []gpu.Barrier
	rects         []gpu.Rect
	writes        []gpu.WriteBufferImmediateParameter
	copies        []gpu.TextureCopy
	args          []gpu.GraphicsArgs
	targets       []gpu.TargetView
	viewports     []gpu.Viewport
	vertexBuffers []gpu.VertexBufferView
	bundles       []*Stream // by ExecuteBundle

	inFlight int
}

// reset empties the stream for another recording and keeps its memory.
func (s *Stream) reset() {
	clear(s.Commands) // drop references into the payload slices
	s.Commands = s.Commands[:0]
	s.words, s.barriers, s.rects = s.words[:0], s.barriers[:0], s.rects[:0]
	s.writes, s.copies = s.writes[:0], s.copies[:0]
	clear(s.args)
	clear(s.bundles)
	s.args, s.targets, s.viewports = s.args[:0], s.targets[:0], s.viewports[:0]
	s.vertexBuffers, s.bundles = s.vertexBuffers[:0], s.bundles[:0]
}

// Fly counts an execution of the recording, and of the bundles in it, that begins (1) or ends (-1).
func (s *Stream) Fly(n int) {
	s.inFlight += n
	for _, b := range s.bundles {
		b.inFlight += n
	}
}

// AddBundle keeps the recording of a bundle that a command executes.
func (s *Stream) AddBundle(b *Stream) { s.bundles = append(s.bundles, b) }

// Bundles are the recordings of bundles, in the order in which they are executed.
func (s *Stream) Bundles() []*Stream { return s.bundles }

// Words keeps 32-bit values.
func (s *Stream) Words(values ...uint32) []uint32 {
	at := len(s.words)
	s.words = append(s.words, values...)
	return s.words[at:]
}

// Constants keeps the bits of root constants.
func (s *Stream) Constants(values []gpu.RootConstant) []uint32 {
	at := len(s.words)
	for _, v := range values {
		s.words = append(s.words, v.Bits)
	}
	return s.words[at:]
}

// Floats keeps the bits of floats.
func (s *Stream) Floats(values []float32) []uint32 {
	at := len(s.words)
	for _, v := range values {
		s.words = append(s.words, math.Float32bits(v))
	}
	return s.words[at:]
}

// Heaps keeps the identities of descriptor heaps as words.
func (s *Stream) Heaps(heaps []gpu.DescriptorHeap) []uint32 {
	at := len(s.words)
	for _, h := range heaps {
		s.words = append(s.words, uint32(h.ID()))
	}
	return s.words[at:]
}

// Rects keeps rectangles.
func (s *Stream) Rects(rects []gpu.Rect) []gpu.Rect {
	at := len(s.rects)
	s.rects = append(s.rects, rects...)
	return s.rects[at:]
}

// Writes keeps immediate writes.
func (s *Stream) Writes(writes []gpu.WriteBufferImmediateParameter) []gpu.WriteBufferImmediateParameter {
	at := len(s.writes)
	s.writes = append(s.writes, writes...)
	return s.writes[at:]
}

// Barriers keeps barriers, as identities.
func (s *Stream) Barriers(barriers []gpu.BarrierDesc) []gpu.Barrier {
	at := len(s.barriers)
	for i := range barriers {
		b := &barriers[i]
		s.barriers = append(s.barriers, gpu.Barrier{Type: b.Type, Flags: b.Flags, Resource: gpu.IDOf(b.Resource), Subresource: b.Subresource,
			Before: b.Before, After: b.After,
			Aliased: [2]gpu.ID{gpu.IDOf(b.ResourceBefore), gpu.IDOf(b.ResourceAfter)}})
	}
	return s.barriers[at:]
}

// Copy keeps a copy of texels.
func (s *Stream) Copy(c gpu.TextureCopy) *gpu.TextureCopy {
	s.copies = append(s.copies, c)
	return &s.copies[len(s.copies)-1]
}

// VertexBuffers keeps views of vertex buffers.
func (s *Stream) VertexBuffers(views []gpu.VertexBufferView) *gpu.GraphicsArgs {
	at := len(s.vertexBuffers)
	s.vertexBuffers = append(s.vertexBuffers, views...)
	return s.graphics(gpu.GraphicsArgs{VertexBuffers: s.vertexBuffers[at:]})
}

// Viewports keeps viewports.
func (s *Stream) Viewports(viewports []gpu.Viewport) *gpu.GraphicsArgs {
	at := len(s.viewports)
	s.viewports = append(s.viewports, viewports...)
	return s.graphics(gpu.GraphicsArgs{Viewports: s.viewports[at:]})
}

// Targets keeps what read finds in the descriptors of targets, and of a depth buffer unless it is nil.
func (s *Stream) Targets(targets []gpu.CPUDescriptorHandle, depth *gpu.CPUDescriptorHandle,
	read func(gpu.CPUDescriptorHandle) gpu.TargetView) *gpu.GraphicsArgs {
	at := len(s.targets)
	for _, h := range targets {
		s.targets = append(s.targets, read(h))
	}
	if depth != nil {
		s.targets = append(s.targets, read(*depth))
	}
	return s.graphics(gpu.GraphicsArgs{Targets: s.targets[at:]})
}

func (s *Stream) graphics(g gpu.GraphicsArgs) *gpu.GraphicsArgs {
	s.args = append(s.args, g)
	return &s.args[len(s.args)-1]
}
