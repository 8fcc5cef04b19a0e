package memory

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/heaps"
)

// viewHeap is the heap that the descriptors of views stand in.
var viewHeap = [desc.ViewTypes]gpu.DescriptorHeapType{gpu.HeapCBVSRVUAV, gpu.HeapRTV, gpu.HeapDSV, gpu.HeapCBVSRVUAV}

// View allocates and writes the descriptor of a view. A nil description is a view of everything in the resource's own format.
func (m *Memory) View(name string, typ desc.ViewType, r gpu.Resource, of *gpu.ViewDesc) (*heaps.Allocation, error) {
	a, err := m.CPU[viewHeap[typ]].Allocate(name, 1)
	if err != nil {
		return nil, err
	}
	to, err := a.CPU(0)
	if err != nil {
		return a, err
	}
	switch d := m.pages.at(); typ {
	case desc.ViewShaderResource:
		return a, d.CreateShaderResourceView(r, of, to)
	case desc.ViewUnorderedAccess:
		return a, d.CreateUnorderedAccessView(r, nil, of, to)
	case desc.ViewRenderTarget:
		return a, d.CreateRenderTargetView(r, of, to)
	default:
		return a, d.CreateDepthStencilView(r, of, to)
	}
}

// Sampler allocates and writes the descriptor of a sampler.
func (m *Memory) Sampler(name string, of gpu.SamplerDesc) (*heaps.Allocation, error) {
	a, err := m.CPU[gpu.HeapSampler].Allocate(name, 1)
	if err != nil {
		return nil, err
	}
	to, err := a.CPU(0)
	if err == nil {
		err = m.pages.at().CreateSampler(of, to)
	}
	return a, err
}
