package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
)

// env lets the executor find objects by identity.
type env struct{ a *Adapter }

// Resource implements exec.Env.
func (e env) Resource(id gpu.ID) *exec.Resource {
	if r, ok := e.a.objects.Get(id).(*Resource); ok {
		return r.exec
	}
	return nil
}

// ResourceAt implements exec.Env.
func (e env) ResourceAt(address uint64) (*exec.Resource, bool) {
	if r := e.a.bufferAt(address); r != nil {
		return r.exec, true
	}
	return nil, false
}

// DescriptorHeap implements exec.Env.
func (e env) DescriptorHeap(id gpu.ID) *exec.DescriptorHeap {
	if h, ok := e.a.objects.Get(id).(*DescriptorHeap); ok {
		return &h.exec
	}
	return nil
}

// RootSignature implements exec.Env.
func (e env) RootSignature(id gpu.ID) *exec.RootSignature {
	if r, ok := e.a.objects.Get(id).(*RootSignature); ok {
		return r.exec
	}
	return nil
}

// Pipeline implements exec.Env.
func (e env) Pipeline(id gpu.ID) *exec.Pipeline {
	if p, ok := e.a.objects.Get(id).(*PipelineState); ok {
		return p.exec
	}
	return nil
}

// CommandSignature implements exec.Env.
func (e env) CommandSignature(id gpu.ID) *gpu.CommandSignatureDesc {
	if s, ok := e.a.objects.Get(id).(*CommandSignature); ok {
		return &s.desc
	}
	return nil
}

// QueryHeap implements exec.Env.
func (e env) QueryHeap(id gpu.ID) *exec.QueryHeap {
	if h, ok := e.a.objects.Get(id).(*QueryHeap); ok {
		return &h.exec
	}
	return nil
}

// HeapOf finds the descriptor heap that a handle points into, nil if it was released: how levels above learn how far a range of descriptors reaches.
func (a *Adapter) HeapOf(at gpu.CPUDescriptorHandle) *DescriptorHeap {
	h, _ := a.objects.Get(at.Heap).(*DescriptorHeap)
	return h
}

// ResourceAt finds the buffer that holds a GPU virtual address: how layers resolve root views.
func (a *Adapter) ResourceAt(address uint64) (id gpu.ID, offset uint64, ok bool) {
	r := a.bufferAt(address)
	if r == nil {
		return 0, 0, false
	}
	return r.id, address - r.exec.Address, true
}
