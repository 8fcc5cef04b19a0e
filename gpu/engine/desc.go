package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
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
	DynamicHeapPageSize        uint64               // bytes [1 MiB]
	CPUDescriptorHeapSize      [4]uint32            // by heap type: descriptors of one heap of the pool [8192, 2048, 1024, 1024]
	GPUDescriptorHeapSize      [2]uint32            // static and mutable descriptors: CBV_SRV_UAV, SAMPLER [16384, 1024]
	GPUDynamicDescriptors      [2]uint32            // dynamic descriptors: CBV_SRV_UAV, SAMPLER [8192, 1024]
	DynamicDescriptorChunkSize [2]uint32            // descriptors that a context takes at a time [256, 32]
	OnLifetime                 func(lifetime.Event) `lua:"-"` // the steps of release queues, for traces
}
