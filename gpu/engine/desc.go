package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/lifetime"
)

// ImmediateContextDesc describes an immediate context and its queue.
type ImmediateContextDesc struct {
	Name     string
	Type     gpu.CommandListType // DIRECT, COMPUTE or COPY
	Priority gpu.QueuePriority
}

// DeviceDesc describes a render device with its contexts. Zero fields have the defaults in brackets.
type DeviceDesc struct {
	Name                       string
	Gpu                        gpu.DeviceDesc         // the device below; its name is the render device's unless set
	ImmediateContexts          []ImmediateContextDesc // [one DIRECT context]
	DeferredContexts           int                    `lua:",min=0,max=64"`
	Numbering                  Numbering
	DynamicHeapPageSize        uint64                 // bytes [1 MiB]
	CPUDescriptorHeapSize      [4]uint32              // by heap type: descriptors of one heap of the pool [8192, 2048, 1024, 1024]
	GPUDescriptorHeapSize      [2]uint32              // static and mutable descriptors: CBV_SRV_UAV, SAMPLER [16384, 1024]
	GPUDynamicDescriptors      [2]uint32              // dynamic descriptors: CBV_SRV_UAV, SAMPLER [8192, 1024]
	DynamicDescriptorChunkSize [2]uint32              // descriptors that a context takes at a time [256, 32]
	Errors                     device.ErrorMode       `lua:"-"` // as the adapter's
	OnLifetime                 func(lifetime.Event)   `lua:"-"` // the steps of release queues, for traces
	OnDiagnostic               func(*diag.Diagnostic) `lua:"-"` // warnings, advice and, with ErrorsReport, errors
}

// BufferDesc describes a buffer.
type BufferDesc struct {
	Name                 string
	Size                 uint64 `lua:",required,min=1"` // bytes
	Usage                Usage
	BindFlags            BindFlags
	Mode                 BufferMode
	ElementByteStride    uint32    // bytes of an element of a structured or formatted buffer
	CPUAccessFlags       CPUAccess // STAGING: one of READ and WRITE; DYNAMIC: WRITE, which is the default
	ImmediateContextMask uint64    `lua:",default=1"` // contexts that may use it; 0 is context 0
	Data                 []byte    // first contents; needed by IMMUTABLE
	DataContext          *DeviceContext
}

// SubresourceData are the texels of one subresource.
type SubresourceData struct {
	Data        []byte
	Stride      uint32 // bytes from one row to the next; 0: rows without gaps
	DepthStride uint32 // bytes from one depth slice to the next; 0: without gaps
}

// TextureDesc describes a texture.
type TextureDesc struct {
	Name                 string
	Type                 TextureType
	Width                uint32     `lua:",required,min=1"`
	Height               uint32     `lua:",default=1,min=1"`
	Depth                uint32     // depth slices of TEX_3D
	ArraySize            uint32     // slices of arrays; cubes have 6 each
	Format               gpu.Format `lua:",required"`
	MipLevels            uint32     `lua:",default=1"` // 0: the full chain
	SampleCount          uint32     `lua:",default=1"`
	Usage                Usage
	BindFlags            BindFlags
	ImmediateContextMask uint64 `lua:",default=1"`
	ClearValue           *gpu.ClearValue
	Data                 []SubresourceData // by subresource: mip + slice*MipLevels
	DataContext          *DeviceContext
}

// ViewDesc describes a view of a texture or a buffer. Zero fields mean all of the resource.
type ViewDesc struct {
	Name string
	Type ViewType
	gpu.ViewDesc
}
