package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/lifetime"
)

// ReleaseQueueStats count what waits to be destroyed, of all kinds and queues.
type ReleaseQueueStats struct {
	Stale   int // waits for the next submission
	Pending int // waits for the GPU
	Queues  []lifetime.QueueStats
}

// GetReleaseQueueStats counts what waits to be destroyed. It asks the GPU nothing.
func (d *RenderDevice) GetReleaseQueueStats() ReleaseQueueStats {
	s := d.domain.Stats()
	return ReleaseQueueStats{s.Stale, s.Pending, s.Queues}
}

// GetLiveObjectCount is the number of objects that are not destroyed: those that the application has, and those that wait for
// the GPU.
func (d *RenderDevice) GetLiveObjectCount() int { return d.objects.Count() }

// GetCPUDescriptorHeapStats are the numbers of the descriptor heap that views of a type stand in.
func (d *RenderDevice) GetCPUDescriptorHeapStats(t gpu.DescriptorHeapType) heaps.CPUHeapStats {
	return d.memory.CPU[t].Stats()
}

// GPUDescriptorHeapStats are the numbers of a shader-visible heap.
type GPUDescriptorHeapStats = memory.GPUHeapStats

// GetGPUDescriptorHeapStats are the numbers of the shader-visible heap of a type, CBV_SRV_UAV or SAMPLER.
func (d *RenderDevice) GetGPUDescriptorHeapStats(t gpu.DescriptorHeapType) GPUDescriptorHeapStats {
	return d.memory.GPUStats(t)
}

// GetDynamicHeapStats are the numbers of the page pool.
func (d *RenderDevice) GetDynamicHeapStats() heaps.PagePoolStats { return d.memory.Pages.Stats() }

// GetCommandAllocatorStats are the numbers of the pool of command allocators of a type.
func (d *RenderDevice) GetCommandAllocatorStats(t gpu.CommandListType) lifetime.PoolStats {
	return d.queues.AllocatorStats(t)
}

// GetUploadStats are the numbers of the context's dynamic memory.
func (c *DeviceContext) GetUploadStats() heaps.UploadStats { return c.memory.Stats() }
