package bindings

import (
	"math"

	"github.com/gpuscript/gpuscript/bindings/internal/callsite"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

type (
	resource       = *device.Resource
	heap           = *device.Heap
	mapping        = *device.Mapping
	descriptorHeap = *device.DescriptorHeap
)

var resourceClass = luabind.Class{
	Kind: "Resource",
	Type: luabind.TypeOf[resource](),
	Doc:  "A buffer or a texture; from CreateCommittedResource and CreatePlacedResource.",
	Methods: refused[resource](luabind.Methods{
		{Name: "GetDesc", Doc: "The description, with its defaults filled in.", Fn: luabind.Get(func(r resource) gpu.ResourceDesc {
			d := *r.ResourceDesc()
			d.Alignment = device.AllocationInfo(d).Alignment
			return d
		})},
		{Name: "GetGPUVirtualAddress", Doc: "The address of a buffer's first byte; 0 for textures.", Fn: luabind.Get(resource.GetGPUVirtualAddress)},
		getDevice[resource](),
		{Name: "GetHeapProperties", Returns: "table, HeapFlags", Doc: "The type of the memory that it is in, and the flags of the heap.", Uses: true,
			Fn: luabind.Raw(func(c *luabind.Args) {
				p, flags := self[resource](c).GetHeapProperties()
				c.Return(p)
				c.Return(flags)
			})},
		rows.GetName[resource](),
		{Name: "Map", Returns: "Mapping", Doc: "Gives the CPU access to an UPLOAD or READBACK buffer.",
			Params: rows.Params(subresource, luabind.OptOf[gpu.MapRange]("readRange", "nil: all may be read")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				m, err := self[resource](c).Map(c.OptUint32(1, 0), rows.OptDesc[gpu.MapRange](c, 2))
				c.Check(err)
				c.Return(m)
			})},
		rows.Release[resource](),
		named[resource](),
		{Name: "Unmap", Doc: "Ends one Map.", Params: rows.Params(subresource,
			luabind.OptOf[gpu.MapRange]("writtenRange", "nil: all may have been written")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[resource](c).Unmap(c.OptUint32(1, 0), rows.OptDesc[gpu.MapRange](c, 2)))
			})},
	}, "GetProtectedResourceSession", "ReadFromSubresource", "WriteToSubresource"),
}

var subresource = luabind.Opt("subresource", "integer", "default 0")

var heapClass = luabind.Class{
	Kind: "Heap",
	Type: luabind.TypeOf[heap](),
	Doc:  "Memory that resources are placed in; from CreateHeap.",
	Methods: refused[heap](luabind.Methods{
		{Name: "GetDesc", Doc: "The heap's description.", Fn: luabind.Get(func(h heap) gpu.HeapDesc { return *h.HeapDesc() })},
		getDevice[heap](),
		rows.GetName[heap](),
		rows.Release[heap](),
		named[heap](),
	}, "GetProtectedResourceSession"),
}

var descriptorHeapClass = luabind.Class{
	Kind: "DescriptorHeap",
	Type: luabind.TypeOf[descriptorHeap](),
	Doc:  "An array of descriptors; from CreateDescriptorHeap.",
	Methods: luabind.Methods{
		{Name: "GetCPUDescriptorHandle", Returns: "CPUDescriptorHandle", Doc: "The handle of a slot, for creating and copying descriptors.",
			Params: rows.Params(slotIndex), Uses: true,
			Fn: luabind.Raw(func(c *luabind.Args) { c.Return(self[descriptorHeap](c).GetCPUDescriptorHandle(c.OptUint32(1, 0))) })},
		{Name: "GetCPUDescriptorHandleForHeapStart", Doc: "The handle of slot 0.",
			Fn: luabind.Get(func(h descriptorHeap) gpu.CPUDescriptorHandle { return h.GetCPUDescriptorHandle(0) })},
		{Name: "GetDesc", Doc: "The heap's description.",
			Fn: luabind.Get(func(h descriptorHeap) gpu.DescriptorHeapDesc { return *h.DescriptorHeapDesc() })},
		getDevice[descriptorHeap](),
		{Name: "GetGPUDescriptorHandle", Returns: "GPUDescriptorHandle", Doc: "The handle of a slot, for descriptor tables.",
			Params: rows.Params(slotIndex),
			Fn:     luabind.Raw(func(c *luabind.Args) { gpuHandleOf(c, c.OptUint32(1, 0)) })},
		{Name: "GetGPUDescriptorHandleForHeapStart", Returns: "GPUDescriptorHandle", Doc: "The handle of slot 0, for descriptor tables.",
			Fn: luabind.Raw(func(c *luabind.Args) { gpuHandleOf(c, 0) })},
		rows.GetName[descriptorHeap](),
		rows.Release[descriptorHeap](),
		named[descriptorHeap](),
	},
}

var slotIndex = luabind.Opt("index", "integer", "slot; default 0")

func gpuHandleOf(c *luabind.Args, index uint32) {
	h, err := self[descriptorHeap](c).GetGPUDescriptorHandle(index)
	c.Check(err)
	c.Return(h)
}

var cpuHandleClass = luabind.Class{
	Kind: "CPUDescriptorHandle",
	Type: luabind.TypeOf[gpu.CPUDescriptorHandle](),
	Doc:  "A slot of a descriptor heap, for creating and copying descriptors.",
	Methods: luabind.Methods{offset(func(h gpu.CPUDescriptorHandle, slots int32) gpu.CPUDescriptorHandle {
		h.Index += uint32(slots)
		return h
	})},
}

var gpuHandleClass = luabind.Class{
	Kind: "GPUDescriptorHandle",
	Type: luabind.TypeOf[gpu.GPUDescriptorHandle](),
	Doc:  "A slot of a shader-visible heap, for descriptor tables.",
	Methods: luabind.Methods{offset(func(h gpu.GPUDescriptorHandle, slots int32) gpu.GPUDescriptorHandle {
		h.Index += uint32(slots)
		return h
	})},
}

// offset is the row that moves a handle.
func offset[T any](move func(h T, slots int32) T) luabind.Method {
	return luabind.Method{Name: "Offset", Doc: "The handle some slots further.", Params: rows.Params(luabind.P("slots", "integer", "may be negative"),
		luabind.Opt("incrementSize", "integer", "GetDescriptorHandleIncrementSize: 1")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			slots := int64(c.Int32(1)) * int64(c.OptUint32(2, 1))
			if slots != int64(int32(slots)) {
				c.Raise(diag.New(diag.NumberOutOfRange, "slots times incrementSize is %d, but it must be from %d to %d", slots,
					math.MinInt32, math.MaxInt32))
			}
			if callsite.Discarded(c.L) {
				c.Raise(droppedHandle())
			}
			c.Return(move(self[T](c), int32(slots)))
		})}
}

// droppedHandle is what is said of an Offset as D3DX12 has it, which changes its handle. The size of a descriptor, which is 1, need not be said
// again.
func droppedHandle() *diag.Diagnostic {
	return diag.New(diag.HandleDropped, "Offset returns a new handle, but nothing uses it").
		HelpFix(0, diag.Fix{Method: "Offset", Argument: 1, Action: diag.FixCall, Text: "%r = %r:Offset(%1)"},
			"assign it: handle = handle:Offset(slots)")
}

// Objects that are only named, passed on and released.
var (
	commandSignatureClass = plain[*device.CommandSignature]("CommandSignature", "The commands of ExecuteIndirect; from CreateCommandSignature.")
	pipelineClass         = plain[*device.PipelineState]("PipelineState",
		"A pipeline; from CreateComputePipelineState and CreateGraphicsPipelineState.", "GetCachedBlob")
	queryHeapClass     = plain[*device.QueryHeap]("QueryHeap", "An array of queries; from CreateQueryHeap.")
	rootSignatureClass = plain[*device.RootSignature]("RootSignature", "The arguments of pipelines; from CreateRootSignature.")
)

// plain is the class of such objects.
func plain[T interface {
	GetDevice() *device.Device
	Name() string
	SetName(string) error
	Release() error
	Unsupported(method string) error
}](kind, doc string, refuses ...string) luabind.Class {
	return luabind.Class{Kind: kind, Type: luabind.TypeOf[T](), Doc: doc,
		Methods: refused[T](luabind.Methods{getDevice[T](), rows.GetName[T](), rows.Release[T](), named[T]()}, refuses...)}
}
