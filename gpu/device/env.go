package device

import (
	"context"
	"errors"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/batch"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
)

// env lets the executor, and batches, find objects by identity.
type env struct{ a *Adapter }

// get is an object that is alive, or that is leaving and was not given up when the running work was submitted.
func (e env) get(id gpu.ID) any {
	if o := e.a.objects.Get(id); o != nil {
		return o
	}
	return e.a.leaving.get(id)
}

// Resource implements exec.Env.
func (e env) Resource(id gpu.ID) *exec.Resource {
	if r, ok := e.get(id).(*Resource); ok {
		return r.exec
	}
	return nil
}

// ResourceAt implements exec.Env.
func (e env) ResourceAt(address uint64) (*exec.Resource, bool) {
	if r := e.a.bufferAt(address); r != nil && e.get(r.id) != nil {
		return r.exec, true
	}
	return nil, false
}

// DescriptorHeap implements exec.Env.
func (e env) DescriptorHeap(id gpu.ID) *exec.DescriptorHeap {
	if h, ok := e.get(id).(*DescriptorHeap); ok {
		return &h.exec
	}
	return nil
}

// RootSignature implements exec.Env.
func (e env) RootSignature(id gpu.ID) *exec.RootSignature {
	if r, ok := e.get(id).(*RootSignature); ok {
		return r.exec
	}
	return nil
}

// Pipeline implements exec.Env.
func (e env) Pipeline(id gpu.ID) *exec.Pipeline {
	if p, ok := e.get(id).(*PipelineState); ok {
		return p.exec
	}
	return nil
}

// CommandSignature implements exec.Env.
func (e env) CommandSignature(id gpu.ID) *gpu.CommandSignatureDesc {
	if s, ok := e.get(id).(*CommandSignature); ok {
		return &s.desc
	}
	return nil
}

// QueryHeap implements exec.Env.
func (e env) QueryHeap(id gpu.ID) *exec.QueryHeap {
	if h, ok := e.get(id).(*QueryHeap); ok {
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

// Missing implements batch.World: it returns an object that a command needs and that does not exist any more, or 0.
func (e env) Missing(c *gpu.Command) gpu.ID {
	if c.Dst|c.Src|c.Heaps[0]|c.Heaps[1] == 0 {
		if c.Object == 0 || e.get(c.Object) != nil {
			return 0
		}
		return c.Object
	}
	for _, id := range [...]gpu.ID{c.Dst, c.Src, c.Object, c.Heaps[0], c.Heaps[1]} {
		if id != 0 && e.get(id) == nil {
			return id
		}
	}
	return 0
}

// CrossesLink implements batch.World: it says whether a copy has an end in system memory.
func (e env) CrossesLink(c *gpu.Command) bool {
	for _, id := range [...]gpu.ID{c.Dst, c.Src} {
		if r, ok := e.get(id).(*Resource); ok && r.exec.HeapType != gpu.HeapDefault {
			return true
		}
	}
	return false
}

// Programs implements batch.World.
func (e env) Programs(pipeline gpu.ID) *batch.Programs {
	if p, ok := e.get(pipeline).(*PipelineState); ok {
		return &p.programs
	}
	return nil
}

// NameOf implements batch.World.
func (e env) NameOf(id gpu.ID) string { return e.a.nameOf(id) }

// MemoryOf implements batch.World. A descriptor heap has none: it is there for a sampler that a program chose.
func (e env) MemoryOf(id gpu.ID) string {
	if _, heap := e.get(id).(*DescriptorHeap); heap {
		return ""
	}
	return e.a.nameOf(id)
}

// Thread implements batch.World.
func (e env) Thread() gpu.ID { return e.a.threadID() }

// Context implements batch.World.
func (e env) Context() context.Context { return e.a.ctx }

// Failed implements batch.World: it keeps the error with which a kernel could not run, for the next call: what the front end says of the formats of
// the bound views, or the context's own.
func (e env) Failed(err error) {
	var d *diag.Error
	switch {
	case errors.As(err, &d):
		e.a.layers.Delay(d.Diagnostics...)
	case e.a.ctx.Err() == nil:
		panic("BUG: device: a kernel failed: " + err.Error())
	}
}
