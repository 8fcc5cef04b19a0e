package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// RootSignature describes the arguments of pipelines.
type RootSignature struct {
	object
	desc gpu.RootSignatureDesc
	exec *exec.RootSignature
}

// RootSignatureDesc implements gpu.RootSignature.
func (r *RootSignature) RootSignatureDesc() *gpu.RootSignatureDesc { return &r.desc }

// Release gives the root signature up. No work in flight may use it.
func (r *RootSignature) Release() error { return r.release(func() { r.adapter.destroy(r.id) }) }

// CreateRootSignature makes a root signature.
func (d *Device) CreateRootSignature(desc gpu.RootSignatureDesc) (*RootSignature, error) {
	a, r := d.adapter, &RootSignature{}
	a.init(&r.object, gpu.KindRootSignature, desc.Name, "root signature")
	desc.Name = r.name
	r.desc = desc
	call := &gpu.CreateCall{CallHead: d.head("CreateRootSignature"), Device: d.id, Kind: r.kind, Object: r.id, Name: r.name, Desc: &r.desc}
	err := a.create(sched.CallCompile, call, func() error {
		r.exec = exec.NewRootSignature(r.id, r.desc)
		a.created(&r.object, r)
		return nil
	})
	return r, err
}

// PipelineState is a pipeline: a root signature, and a kernel, or the stages of graphics.
type PipelineState struct {
	object
	desc     gpu.ComputePipelineStateDesc
	graphics *gpu.GraphicsPipelineStateDesc // nil: compute
	exec     *exec.Pipeline
}

// PipelineType implements gpu.PipelineState.
func (p *PipelineState) PipelineType() gpu.PipelineType {
	if p.graphics != nil {
		return gpu.PipelineGraphics
	}
	return gpu.PipelineCompute
}

// shader is the program of a stage, nil if there is none.
func (p *PipelineState) shader(s gpu.ShaderStage) gpu.Shader {
	switch {
	case p.graphics == nil:
		return p.desc.CS
	case s == gpu.StagePixel:
		return p.graphics.PS
	}
	return p.graphics.VS
}

// Release gives the pipeline up. No work in flight may use it.
func (p *PipelineState) Release() error { return p.release(func() { p.adapter.destroy(p.id) }) }

// CreateComputePipelineState makes a compute pipeline.
func (d *Device) CreateComputePipelineState(desc gpu.ComputePipelineStateDesc) (*PipelineState, error) {
	a, p := d.adapter, &PipelineState{}
	a.init(&p.object, gpu.KindPipelineState, desc.Name, "pipeline")
	desc.Name = p.name
	p.desc = desc
	call := &gpu.CreateCall{CallHead: d.head("CreateComputePipelineState"), Device: d.id, Kind: p.kind, Object: p.id, Name: p.name, Desc: &p.desc}
	err := a.create(sched.CallCompile, call, func() error {
		p.exec = a.machine.NewPipeline(p.id, desc.RootSignature.(*RootSignature).exec, desc.CS)
		a.created(&p.object, p)
		return nil
	})
	return p, err
}

// CommandSignature describes the commands of ExecuteIndirect.
type CommandSignature struct {
	object
	desc gpu.CommandSignatureDesc
}

// CommandSignatureDesc implements gpu.CommandSignature.
func (s *CommandSignature) CommandSignatureDesc() *gpu.CommandSignatureDesc { return &s.desc }

// Release gives the signature up. No work in flight may use it.
func (s *CommandSignature) Release() error { return s.release(func() { s.adapter.destroy(s.id) }) }

// CreateCommandSignature makes a command signature.
func (d *Device) CreateCommandSignature(desc gpu.CommandSignatureDesc) (*CommandSignature, error) {
	a, s := d.adapter, &CommandSignature{}
	a.init(&s.object, gpu.KindCommandSignature, desc.Name, "command signature")
	desc.Name = s.name
	s.desc = desc
	call := &gpu.CreateCall{CallHead: d.head("CreateCommandSignature"), Device: d.id, Kind: s.kind, Object: s.id, Name: s.name, Desc: &s.desc}
	err := a.create(sched.CallCompile, call, func() error {
		a.created(&s.object, s)
		return nil
	})
	return s, err
}

// QueryHeap is an array of queries.
type QueryHeap struct {
	object
	exec exec.QueryHeap
}

// QueryHeapDesc implements gpu.QueryHeap.
func (h *QueryHeap) QueryHeapDesc() *gpu.QueryHeapDesc { return &h.exec.Desc }

// Release gives the heap up. No work in flight may use it.
func (h *QueryHeap) Release() error {
	return h.release(func() {
		h.adapter.vram.Free(h.exec.Base)
		h.adapter.destroy(h.id)
	})
}

// CreateQueryHeap makes an array of queries.
func (d *Device) CreateQueryHeap(desc gpu.QueryHeapDesc) (*QueryHeap, error) {
	a, h := d.adapter, &QueryHeap{}
	a.init(&h.object, gpu.KindQueryHeap, desc.Name, "query heap")
	desc.Name = h.name
	call := &gpu.CreateCall{CallHead: d.head("CreateQueryHeap"), Device: d.id, Kind: h.kind, Object: h.id, Name: h.name, Desc: &desc}
	h.exec = exec.QueryHeap{ID: h.id, Desc: desc}
	return h, a.createArray(call, &h.object, h, h.exec.Size(), &h.exec.Base)
}
