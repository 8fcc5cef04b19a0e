// Package place says where resources stand in memory, and where the subresources of textures begin. It must not know works, rules or words.
package place

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/access"
)

// Place is where a resource stands.
type Place struct {
	// Memory is the heap that it stands in, or the resource itself, and Offset its first byte there.
	Memory gpu.ID
	Offset uint64
	// Size is how many bytes a buffer has.
	Size uint64
	// Pieces are the first bytes of the subresources of a texture, and its size; nil for buffers. A transition of one subresource orders
	// nothing in the others.
	Pieces []uint64
	// Occupied is how many bytes of a heap a placed texture takes, its alignment included; 0 of others.
	Occupied uint64
	// Shared says that a texture has simultaneous access.
	Shared bool
}

// Bounds are the pieces of a texture without simultaneous access: a subresource that one queue writes is not for others, whichever texels
// they touch. nil for other resources.
func (p *Place) Bounds() []uint64 {
	if p.Shared {
		return nil
	}
	return p.Pieces
}

// Part is the range of a subresource of a texture in the memory, or of all of them if there is none of that number.
func (p *Place) Part(sub uint32) (begin, end uint64) {
	begin, end = p.Pieces[0], p.Pieces[len(p.Pieces)-1]
	if int(sub)+1 < len(p.Pieces) {
		begin, end = p.Pieces[sub], p.Pieces[sub+1]
	}
	return p.Offset + begin, p.Offset + end
}

// Whole is the range of a texture in memory that it may share; the empty one: it is a buffer, or has its memory for itself.
func (p *Place) Whole(resource gpu.ID) (begin, end uint64) {
	if n := len(p.Pieces); n > 0 && p.Memory != resource {
		begin, end = p.Offset+p.Pieces[0], p.Offset+max(p.Pieces[n-1], p.Occupied)
	}
	return begin, end
}

// Meets is the first range of bytes of a memory that two accesses have in common, whose resources stand there at some offsets.
func Meets(a *gpu.Access, at uint64, b *gpu.Access, bt uint64) (begin, end uint64, ok bool) {
	x := access.Access{Begin: at + a.Begin, End: at + a.End, Stride: a.Stride, Size: a.Size}
	y := access.Access{Begin: bt + b.Begin, End: bt + b.End, Stride: b.Stride, Size: b.Size}
	return x.Overlap(&y)
}

// Widen is the range of whole subresources that hold bytes [begin, end).
func Widen(bounds []uint64, begin, end uint64) (low, high uint64) {
	if len(bounds) == 2 && begin < bounds[1] && end > bounds[0] {
		return bounds[0], bounds[1]
	}
	i, found := slices.BinarySearch(bounds, begin)
	if !found {
		i = max(i-1, 0)
	}
	k, _ := slices.BinarySearch(bounds, end)
	return bounds[i], bounds[min(k, len(bounds)-1)]
}

// BoundsOf are the first bytes of the subresources of a texture, and its size; nil for buffers.
func BoundsOf(d *gpu.ResourceDesc) []uint64 {
	if d.Dimension == gpu.DimensionBuffer {
		return nil
	}
	prints, size := d.Footprints(0, d.Subresources(), 0)
	out := make([]uint64, 0, len(prints)+1)
	for i := range prints {
		out = append(out, prints[i].Offset)
	}
	return append(out, size)
}
