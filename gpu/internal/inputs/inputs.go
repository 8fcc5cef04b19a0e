// Package inputs reads input layouts: where the elements of a vertex stand, and which of them a vertex shader's input is. The rules of pipelines and
// the device have to agree on that.
//
// It must not know buffers, draws or rules.
package inputs

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// Offsets are the places of the elements in the vertices of their slots, in bytes: those with AppendAligned stand after the element before them in
// the same slot, at a multiple of 4 bytes or of their size if that is less.
func Offsets(elements []gpu.InputElement) []uint32 {
	offsets := make([]uint32, len(elements))
	var next [gpu.MaxVertexBuffers]uint32
	for i := range elements {
		e := &elements[i]
		size := e.Format.Bytes()
		offsets[i] = e.AlignedByteOffset
		if e.AlignedByteOffset == gpu.AppendAligned {
			align := max(min(size, 4), 1)
			if align == 3 {
				align = 1
			}
			offsets[i] = (next[e.InputSlot%gpu.MaxVertexBuffers] + align - 1) / align * align
		}
		next[e.InputSlot%gpu.MaxVertexBuffers] = offsets[i] + size
	}
	return offsets
}

// Find is the element that gives a vertex shader's input, -1 if there is none. Semantic names do not distinguish upper and lower case.
func Find(elements []gpu.InputElement, in *gpu.StageElement) int {
	for i := range elements {
		if strings.EqualFold(elements[i].SemanticName, in.Name) && elements[i].SemanticIndex == in.Index {
			return i
		}
	}
	return -1
}

// Slot is what an input layout has in one vertex buffer.
type Slot struct {
	Slot     uint32
	Bytes    uint32 // from the beginning of a vertex to the end of its last element
	Instance bool   // the data is of instances
	Rate     uint32 // instances that share one; 0: all share the first
	Semantic string // of the last element
}

// Slots appends what a layout has in each of its vertex buffers, in the order in which they come there.
func Slots(into []Slot, elements []gpu.InputElement) []Slot {
	for i, offset := range Offsets(elements) {
		e := &elements[i]
		k := 0
		for k < len(into) && into[k].Slot != e.InputSlot {
			k++
		}
		if k == len(into) {
			into = append(into, Slot{Slot: e.InputSlot, Instance: e.InputSlotClass == gpu.PerInstanceData, Rate: e.InstanceDataStepRate})
		}
		if end := offset + e.Format.Bytes(); end > into[k].Bytes {
			into[k].Bytes, into[k].Semantic = end, e.SemanticName
		}
	}
	return into
}

// Taken is the first number of what draws take from the slot, and the number after the last: of vertices, or of instances, which begin at their
// first.
func (s *Slot) Taken(firstVertex, vertices, firstInstance, instances uint32) (first, end uint64) {
	if !s.Instance {
		return uint64(firstVertex), uint64(firstVertex) + uint64(vertices)
	}
	first, end = uint64(firstInstance), uint64(firstInstance)+1
	if s.Rate > 0 {
		end = first + uint64(instances-1)/uint64(s.Rate) + 1
	}
	return first, end
}
