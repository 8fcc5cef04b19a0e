package bodies

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// heap is a heap of a description.
type heap struct {
	gpu.Heap
	id   gpu.ID
	desc gpu.HeapDesc
}

func (h heap) ID() gpu.ID              { return h.id }
func (h heap) HeapDesc() *gpu.HeapDesc { return &h.desc }

// TestAllocator: a list that records on it is let go by that list alone, and a Reset is counted.
func TestAllocator(t *testing.T) {
	a := &Allocator{Open: 7}
	a.Free(8)
	require.Equal(t, gpu.ID(7), a.Open)
	a.Free(7)
	require.Zero(t, a.Open)
	(*Allocator)(nil).Free(7)
	a.Clear(3)
	require.Equal(t, Allocator{Reset: 1, Site: 3, Empty: 3}, *a)
}

// TestResources: what follows from a description, the same for a committed resource and a placed one, but for the heap.
func TestResources(t *testing.T) {
	c := &gpu.CreateCall{Object: 5, Address: 1 << 20}
	buffer := gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 256}
	r := Committed(c, &gpu.CommittedResourceDesc{ResourceDesc: buffer, HeapType: gpu.HeapUpload, InitialState: gpu.StateGenericRead})
	require.Equal(t, "buffer", r.Noun())
	require.Equal(t, gpu.ID(5), r.ID)
	require.Equal(t, gpu.HeapUpload, r.Heap)
	require.Equal(t, uint64(1<<20), r.Address)
	require.Equal(t, uint32(1), r.Subs)
	require.Nil(t, r.Pieces)

	texture := gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 16, Height: 16, Format: gpu.FormatR8G8B8A8Unorm}
	placed := &gpu.PlacedResourceDesc{ResourceDesc: texture, Heap: heap{id: 9, desc: gpu.HeapDesc{HeapType: gpu.HeapDefault}}, HeapOffset: 65536}
	r = Placed(c, placed)
	require.Equal(t, "texture", r.Noun())
	require.Equal(t, gpu.ID(9), r.Parent)
	require.Equal(t, uint64(65536), r.Offset)
	require.Len(t, r.Pieces, int(r.Subs)+1)
	require.Equal(t, r.Desc.AllocationInfo().SizeInBytes, r.Occupied)
	require.Equal(t, uint32(1), r.Desc.DepthOrArraySize, "the description is normalized")

	r = Committed(c, &gpu.CommittedResourceDesc{ResourceDesc: texture, HeapType: gpu.HeapDefault})
	require.Zero(t, r.Occupied, "it stands in no heap")
}

// TestGone: a device that nobody knows is not gone.
func TestGone(t *testing.T) {
	require.False(t, (*Device)(nil).Gone())
	d := NewDevice()
	require.False(t, d.Gone())
	d.Lost = true
	require.True(t, d.Gone())
}
