// Package slots knows what stands in the descriptors of a heap, and which submitted work reads it there.
//
//	heap     0       1       2            table of a list: descriptors 1 and 2
//	       ┌───────┬───────┬───────┐      written: the how manieth write of a descriptor it was, so that what comes after another call shows
//	       │ #4  x │ #7  y │ ─     │      readers: the last submission to each queue that reads what stands there now
//	       └───────┴───────┴───────┘
//
// It has the rules of what stands there when lists are submitted and when programs choose. It must not know what the resources are, nor whether a
// call may write.
package slots

import (
	"iter"
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/views"
)

// Heap is a DescriptorHeap.
type Heap struct {
	Desc    gpu.DescriptorHeapDesc
	Slots   []Slot
	Written uint64 // which write of a descriptor the last one to the heap was; 0: none was
}

// New is a heap in which nothing is written.
func New(d *gpu.DescriptorHeapDesc) *Heap {
	return &Heap{Desc: *d, Slots: make([]Slot, d.NumDescriptors)}
}

// Slot is what a descriptor refers to: mips and slices of a texture.
type Slot struct {
	Resource, Counter gpu.ID
	Shown             views.Part
	Structures        views.Structures
	Unordered         *views.Unordered   // of a UAV; nil: of another kind, or of no resource
	Filter            gpu.Filter         // of a sampler
	Class             gpu.DescriptorType // of the view, or a sampler
	Written           uint64             // which write of a descriptor it was, counted from 1; 0: never
	Site              gpu.Site           // of it
	Readers           []flight.Use       // the last submission to each queue that reads it
}

// Of is what a call writes: a view of a resource with a description, nil where there is none; or a sampler.
func Of(c *gpu.DescriptorCall, resource gpu.ID, r *gpu.ResourceDesc) Slot {
	s := Slot{Resource: resource, Counter: c.Counter, Class: c.Type, Shown: views.Whole, Structures: views.StructuresOf(c.View)}
	if c.Sampler != nil {
		s.Filter = c.Sampler.Filter
	}
	if r != nil && c.Type == gpu.DescriptorUAV {
		s.Unordered = views.UnorderedOf(r, c.View)
	}
	if r != nil && r.Dimension != gpu.DimensionBuffer {
		s.Shown = views.Shown(r, c.Type, c.View)
	}
	return s
}

// Visible says whether programs see the heap.
func (h *Heap) Visible() bool { return h.Desc.Flags&gpu.ShaderVisible != 0 }

// Slot is a descriptor, nil if there is no heap, or none of that number in it.
func (h *Heap) Slot(index uint32) *Slot {
	if h == nil || uint64(index) >= uint64(len(h.Slots)) {
		return nil
	}
	return &h.Slots[index]
}

// Only is the only descriptor that was written in some heaps, and the resource that it shows. Its heap is 0 where there are several, or none. of is a
// heap by its id.
func Only(heaps []gpu.ID, of func(gpu.ID) *Heap) (at gpu.CPUDescriptorHandle, shows gpu.ID) {
	for _, id := range heaps {
		for k, s := range of(id).From(0, math.MaxUint32) {
			switch {
			case s.Written == 0:
			case at.Heap != 0:
				return gpu.CPUDescriptorHandle{}, 0
			default:
				at, shows = gpu.CPUDescriptorHandle{Heap: id, Index: k}, s.Resource
			}
		}
	}
	return at, shows
}

// From are some descriptors and their numbers, as far as there are any.
func (h *Heap) From(first, count uint64) iter.Seq2[uint32, *Slot] {
	return func(yield func(uint32, *Slot) bool) {
		for at := first; at < min(first+count, uint64(len(h.Slots))); at++ {
			if !yield(uint32(at), &h.Slots[at]) {
				return
			}
		}
	}
}

// Table is where a table of a root signature begins, in the heap of an id, if that can be one place alone. For another parameter it is nothing.
func (h *Heap) Table(id gpu.ID, root *program.Root, parameter uint32) gpu.GPUDescriptorHandle {
	base, ok := h.base(root, parameter)
	if !ok || root.Tables.Set>>parameter&1 == 0 {
		return gpu.GPUDescriptorHandle{}
	}
	return gpu.GPUDescriptorHandle{Heap: id, Index: base}
}

// base is the only descriptor at which a table of a root signature can begin in the heap: all of it is there, and nothing in it was written as
// something else. ok is false where there are several, or none.
func (h *Heap) base(root *program.Root, parameter uint32) (base uint32, ok bool) {
	runs := layout.Of(root.Desc)
	for at := uint64(0); h != nil && at+uint64(root.Tables.Size[parameter]) <= uint64(len(h.Slots)); at++ {
		other := slices.ContainsFunc(runs, func(g layout.Run) bool {
			for _, s := range h.From(at+uint64(g.Offset), uint64(g.Count)) {
				if g.Table && g.Parameter == int(parameter) && s.Written != 0 && s.Class != g.Class {
					return true
				}
			}
			return false
		})
		if other {
			continue
		}
		if ok {
			return 0, false
		}
		base, ok = uint32(at), true
	}
	return base, ok
}

// Was is what stands there.
func (s *Slot) Was() flight.Was {
	return flight.Was{Resource: s.Resource, Filter: s.Filter, Written: s.Written, Site: s.Site}
}

// Was is what a submission, nil: one that comes now, finds in a descriptor that a call may have given up since then. It was not written where nothing
// is known of that.
func (h *Heap) Was(at gpu.CPUDescriptorHandle, by *tables.Moment, g *flight.Given) flight.Was {
	s := h.Slot(at.Index)
	switch {
	case s == nil:
		return flight.Was{}
	case by != nil && s.Written > by.Writes:
		return g.Before(flight.Descriptor(at), by.Point)
	}
	return s.Was()
}

// Chose tells a descriptor of a use that found it as it was after so many writes of descriptors. Of no heap, or one that is not there, it does
// nothing.
func (h *Heap) Chose(index uint32, writes uint64, u *flight.Use, others bool) {
	if s := h.Slot(index); s != nil && s.Written <= writes {
		s.Readers = flight.With(s.Readers, u, others)
	}
}

// Overwrites calls f for the descriptors that a call writes, with what they become: now, where it is no copy.
func Overwrites(heap func(gpu.ID) *Heap, c *gpu.DescriptorCall, now func(*gpu.DescriptorCall) Slot,
	f func(at gpu.CPUDescriptorHandle, old *Slot, now Slot)) {
	if old := heap(c.Dest.Heap).Slot(c.Dest.Index); old != nil && len(c.Copies) == 0 {
		f(c.Dest, old, now(c))
	}
	for _, k := range c.Copies {
		for i := range k.Count {
			at := gpu.CPUDescriptorHandle{Heap: k.Dest.Heap, Index: k.Dest.Index + i}
			f(at, heap(at.Heap).Slot(at.Index), *heap(k.Src.Heap).Slot(k.Src.Index + i))
		}
	}
}

// Write is a write of a descriptor that is there, the nth of all.
func (h *Heap) Write(index uint32, as Slot, nth uint64, site gpu.Site) {
	s := &h.Slots[index]
	as.Written, as.Site, as.Readers = nth, site, s.Readers[:0]
	*s, h.Written = as, nth
}

// Unwritten says whether there is a heap, and none of some descriptors was written; count 0 is all the rest.
func (h *Heap) Unwritten(first, count uint32) bool {
	switch {
	case h == nil:
		return false
	case count == 0:
		count = h.Desc.NumDescriptors - first
	}
	return !slices.ContainsFunc(h.Slots[first:first+count], func(s Slot) bool { return s.Written != 0 })
}

// Read is how a program reads a descriptor, and where that is in its heap.
type Read struct {
	*layout.TableRead
	Stage gpu.ShaderStage
	Index uint32
}

// Reads are the descriptors that a table of the heap, none if that is nil, gives to the programs which read it, the parts of a pipeline: those of the
// ranges that are meant.
func (h *Heap) Reads(t *reading.Table, parts []program.Part, meant func(*layout.TableRead) bool) iter.Seq2[*Slot, Read] {
	return func(yield func(*Slot, Read) bool) {
		if h != nil {
			h.read(t, parts, meant, yield)
		}
	}
}

// All and Named are ranges that may be meant: all, and those of which programs name the descriptors.
func All(*layout.TableRead) bool { return true }

// Named is explained at All.
func Named(n *layout.TableRead) bool { return !n.Varying }

// read goes through them, until yield returns false.
func (h *Heap) read(t *reading.Table, parts []program.Part, meant func(*layout.TableRead) bool, yield func(*Slot, Read) bool) {
	for k := range parts {
		for i := range parts[k].Reads.Tables {
			n := &parts[k].Reads.Tables[i]
			if n.Parameter != t.Slot || !meant(n) {
				continue
			}
			first := uint64(t.Base.Index) + uint64(n.Offset)
			for at := first; at < min(first+uint64(n.Count), uint64(len(h.Slots))); at++ {
				if !yield(&h.Slots[at], Read{n, parts[k].Stage, uint32(at)}) {
					return
				}
			}
		}
	}
}

// Promised goes through the descriptors of a table that a root signature, nil: none, says are static: they are valid whether programs read them or
// not.
func Promised(root *program.Root, t *reading.Table, each func(index uint32)) {
	for i := 0; root != nil && i < len(root.Fixed); i++ {
		g := &root.Fixed[i]
		for k := uint64(0); g.Parameter == int(t.Slot) && k < uint64(g.Count); k++ {
			each(t.Base.Index + uint32(uint64(g.Offset)+k))
		}
	}
}
