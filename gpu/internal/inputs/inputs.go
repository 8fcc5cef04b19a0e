// Package inputs reads input layouts: where the elements of a vertex stand, and which of them a vertex shader's input is. The rules of pipelines and the
// device have to agree on that.
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
