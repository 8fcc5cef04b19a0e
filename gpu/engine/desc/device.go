package desc

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/heaps/heapmap"
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
	ImmediateContexts          []ImmediateContextDesc `lua:",max=63"` // [one DIRECT context]
	DeferredContexts           int                    `lua:",min=0,max=64"`
	Numbering                  Numbering
	DynamicHeapPageSize        uint64               // bytes, a power of two [1 MiB]
	UploadRingSize             uint64               // bytes of a context's first ring, a power of two, with the numbering SEED [64 KiB]
	CPUDescriptorHeapSize      [4]uint32            // by heap type: descriptors of one heap of the pool [8192, 2048, 1024, 1024]
	GPUDescriptorHeapSize      [2]uint32            // static and mutable descriptors: CBV_SRV_UAV, SAMPLER [16384, 1024]
	GPUDynamicDescriptors      [2]uint32            // dynamic descriptors: CBV_SRV_UAV, SAMPLER [8192, 1024]
	DynamicDescriptorChunkSize [2]uint32            // descriptors that a context takes at a time [256, 32]
	OnLifetime                 func(lifetime.Event) `lua:"-"` // the steps of release queues, for traces
	OnHeaps                    func(label string,
		heaps []heapmap.Heap) `lua:"-"` // maps of all heaps, when they have changed before a list is submitted, at the end of a frame, after a purge
}

// Normalized fills the zero fields of a description.
func (d DeviceDesc) Normalized() DeviceDesc {
	if d.Name == "" {
		d.Name = "engine"
	}
	if d.Gpu.Name == "" {
		d.Gpu.Name = d.Name
	}
	if len(d.ImmediateContexts) == 0 {
		d.ImmediateContexts = []ImmediateContextDesc{{Name: "immediate"}}
	}
	d.ImmediateContexts = slices.Clone(d.ImmediateContexts)
	for i := range d.ImmediateContexts {
		if c := &d.ImmediateContexts[i]; c.Name == "" {
			c.Name = fmt.Sprintf("immediate %d", i)
		}
	}
	set := func(field *uint32, value uint32) {
		if *field == 0 {
			*field = value
		}
	}
	if d.DynamicHeapPageSize == 0 {
		d.DynamicHeapPageSize = 1 << 20
	}
	for i, n := range [4]uint32{8192, 2048, 1024, 1024} {
		set(&d.CPUDescriptorHeapSize[i], n)
	}
	for i := range 2 {
		set(&d.GPUDescriptorHeapSize[i], [2]uint32{16384, 1024}[i])
		set(&d.GPUDynamicDescriptors[i], [2]uint32{8192, 1024}[i])
		set(&d.DynamicDescriptorChunkSize[i], [2]uint32{256, 32}[i])
	}
	return d
}
