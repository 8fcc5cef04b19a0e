// Package binding is what stands in the variables of shaders: pipelines and pipeline resource signatures hold the static ones, binding objects
// copies of those and the others.
//
//	Signature ── Statics ──copied at──▶ Object ── range of each shader-visible heap: static and mutable tables
//	                                           ── elements: the dynamic ones are copied into fresh descriptors at each commit
//	                                           ── words: inline constants, set as root constants
//
// It must not know contexts, pipelines, buffers or textures: whoever made a Signature says how a resource shows itself to a variable.
package binding

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Home is what all binding objects of a render device share.
type Home struct {
	Rules     *words.Reporter
	Site      *gpu.Site // of the running call
	Created   gpu.Site  // of the device
	At        memory.At
	Memory    *memory.Memory
	Registry  *objects.Registry
	CatchUp   func() error                                                                    // sees for itself that the GPU is done with memory that is used again
	Queue     func(i int) words.Context                                                       // an immediate context for messages
	Recording func(o *objects.Object) *record.Recorder                                        // that uses an object and was not submitted; nil: none
	Made      bool                                                                            // a binding object was made
	Show      func(resource any, s *layout.Slot, site gpu.Site) (e Element, why words.Misfit) // what stands in a variable, or why it does not fit
}

// Exhausted gives a full heap its words; who is what the place was for.
func (h *Home) Exhausted(err error, who string) error {
	if e, ok := err.(*heaps.ExhaustedError); ok {
		return h.Rules.Refuse(words.Exhausted(*h.Site, h.Created, e, who))
	}
	return err
}

// Descriptors takes n dynamic descriptors of a heap, for the frame of a context.
func (h *Home) Descriptors(of *memory.Frame, heap, n uint32, by func() words.Context) (heaps.Range, error) {
	r, used, err := of.Descriptors(heap, n)
	switch {
	case err != nil:
		return r, h.Exhausted(err, by().Title)
	case used:
		return r, h.CatchUp()
	}
	return r, nil
}

// Element is what stands in one element of a variable.
type Element struct {
	Resource *objects.Object // nil: nothing
	Viewed   *objects.Object // the view or the resource itself, which must not be released either
	Tracked  *record.Tracked // nil: a sampler, or a buffer without a resource of its own
	Part     record.Part     // of Tracked that the view shows
	Address  uint64          // GPU virtual, for root views
	Moves    *objects.Object // the DYNAMIC buffer whose contents Address counts from; nil: the address stays
	Base     uint64          // byte of the buffer that Address points at
	Size     uint64          // bytes from there on that are bound
	Offset   uint64          // bytes that SetBufferOffset adds to Address
	Whole    uint64          // bytes of the buffer
	Stride   uint32          // bytes of its structured elements
	Handle   gpu.CPUDescriptorHandle
	Site     gpu.Site // where it was set
}

// Narrow makes the element of a whole buffer one of size bytes from an offset inside on; 0 bytes are all that follow.
func (e *Element) Narrow(offset, size uint64) {
	if size == 0 {
		size = e.Whole - min(offset, e.Whole)
	}
	e.Base, e.Size, e.Address = offset, size, e.Address+offset
}

// Cache holds the elements of static variables, or of a binding object.
type Cache struct {
	Bound []Element
	Words []uint32 // inline constants
}

// Signature is a layout with its static variables.
type Signature struct {
	Home    *Home
	Owner   *objects.Object // the pipeline or the pipeline resource signature
	Of      any             // the same, of the engine
	Layout  layout.Layout
	Index   int // the place at which contexts keep its binding objects
	Statics Cache
	Draws   bool // for draws, not for dispatches
}

// Start makes the place for static variables; everything else is set.
func (g *Signature) Start() {
	g.Draws = g.Layout.Stages()&desc.StageCompute == 0
	g.Statics = Cache{make([]Element, g.Layout.Entries), make([]uint32, g.Layout.Words)}
}

// Mask is the queues of binding objects.
func (g *Signature) Mask() lifetime.Mask { return g.Owner.Mask }
