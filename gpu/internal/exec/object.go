package exec

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/object"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/record"
)

// RecordBytes is the size of one record of a kernel's binding table: 64 little-endian 32-bit words.
const RecordBytes = record.Bytes

// Resource is what the executor knows of a buffer or texture.
type Resource = object.Resource

// DescriptorHeap is an array of records of descriptors.
type DescriptorHeap = object.DescriptorHeap

// QueryHeap is an array of query results.
type QueryHeap = object.QueryHeap

// NewResource describes a resource at base, which for textures is a multiple of 512 bytes. desc need not be normalized.
func NewResource(id gpu.ID, name string, desc gpu.ResourceDesc, heap gpu.HeapType, base uint64) *Resource {
	return object.NewResource(id, name, desc, heap, base)
}

// ViewOf works out the descriptor of a view; see package object.
func ViewOf(t gpu.DescriptorType, r, counter *Resource, v *gpu.ViewDesc) Descriptor {
	return object.ViewOf(t, r, counter, v)
}

// QueryBytes is the size of one result of a heap of queries.
func QueryBytes(t gpu.QueryHeapType) uint64 { return object.QueryBytes(t) }

// Env finds objects by identity. Package device implements it. Each method returns nil for an object that is destroyed
// or never was; Resource is how a stale descriptor is noticed.
type Env interface {
	// Resource finds a buffer or texture.
	Resource(id gpu.ID) *Resource
	// ResourceAt finds the buffer whose bytes hold a GPU virtual address.
	ResourceAt(address uint64) (*Resource, bool)
	// DescriptorHeap finds a descriptor heap.
	DescriptorHeap(id gpu.ID) *DescriptorHeap
	// RootSignature finds a root signature.
	RootSignature(id gpu.ID) *RootSignature
	// Pipeline finds a pipeline state.
	Pipeline(id gpu.ID) *Pipeline
	// CommandSignature finds a command signature.
	CommandSignature(id gpu.ID) *gpu.CommandSignatureDesc
	// QueryHeap finds a query heap.
	QueryHeap(id gpu.ID) *QueryHeap
}
