// Package object is what the executor knows of resources and heaps, and how views map to them: where their bytes are, and which of them a view shows.
//
// It must not know commands, pipelines or memory itself.
package object

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/descriptor"
)

// Resource is what the executor knows of a buffer or texture. It does not change after NewResource.
type Resource struct {
	ID       gpu.ID
	Name     string
	Desc     gpu.ResourceDesc // normalized
	HeapType gpu.HeapType
	// Base is the offset in VRAM of the first byte, and Address its GPU virtual address: they differ where buffers share memory.
	Base, Address uint64
	// Footprints are the subresources of a texture, with offsets in VRAM; nil for buffers.
	Footprints []gpu.Footprint
}

// NewResource describes a resource at base, which for textures is a multiple of 512 bytes. desc need not be normalized.
func NewResource(id gpu.ID, name string, desc gpu.ResourceDesc, heap gpu.HeapType, base uint64) *Resource {
	r := &Resource{ID: id, Name: name, Desc: desc.Normalized(), HeapType: heap, Base: base, Address: base}
	if r.IsBuffer() {
		return r
	}
	if base%gpu.TexturePlacementAlignment != 0 {
		panic(fmt.Sprintf("BUG: exec: texture at %d is not aligned to %d bytes", base, gpu.TexturePlacementAlignment))
	}
	r.Footprints, _ = r.Desc.Footprints(0, r.Desc.Subresources(), base)
	return r
}

// IsBuffer tells buffers from textures.
func (r *Resource) IsBuffer() bool { return r.Desc.Dimension == gpu.DimensionBuffer }

// At is the offset in VRAM of a GPU virtual address of the resource.
func (r *Resource) At(address uint64) uint64 { return r.Base + (address - r.Address) }

// Size is the number of bytes from Base to the end of the resource.
func (r *Resource) Size() uint64 { return r.Desc.SizeInBytes() }

// End is the offset in VRAM after the last byte.
func (r *Resource) End() uint64 { return r.Base + r.Size() }

// DescriptorHeap is an array of 64-byte descriptor records at Base.
type DescriptorHeap struct {
	ID   gpu.ID
	Desc gpu.DescriptorHeapDesc
	Base uint64 // offset in VRAM
}

// Size is the number of bytes of the heap's records.
func (h *DescriptorHeap) Size() uint64 { return uint64(h.Desc.NumDescriptors) * descriptor.Bytes }

// QueryHeap is an array of query results at Base.
type QueryHeap struct {
	ID   gpu.ID
	Desc gpu.QueryHeapDesc
	Base uint64 // offset in VRAM
}

// Size is the number of bytes of the heap's results.
func (h *QueryHeap) Size() uint64 { return uint64(h.Desc.Count) * QueryBytes(h.Desc.Type) }

// QueryBytes is the size of one result in a query heap and after ResolveQueryData: a 64-bit number, or the eleven of
// D3D12_QUERY_DATA_PIPELINE_STATISTICS.
func QueryBytes(t gpu.QueryHeapType) uint64 {
	if t == gpu.QueryHeapPipelineStatistics {
		return 11 * 8
	}
	return 8
}
