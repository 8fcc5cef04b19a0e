package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/batch"
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
	r := &RootSignature{desc: desc}
	call := d.begin(d.head("CreateRootSignature"), r, gpu.KindRootSignature, "root signature", &r.desc.Name, &r.desc)
	return r, d.adapter.create(sched.CallCompile, call, r, func() error {
		r.exec = exec.NewRootSignature(r.id, r.desc)
		return nil
	})
}

// PipelineState is a pipeline: a root signature, and a kernel, or the stages of graphics.
type PipelineState struct {
	object
	desc     gpu.ComputePipelineStateDesc
	exec     *exec.Pipeline
	programs batch.Programs
}

// PipelineType implements gpu.PipelineState.
func (p *PipelineState) PipelineType() gpu.PipelineType {
	if p.programs.Graphics != nil {
		return gpu.PipelineGraphics
	}
	return gpu.PipelineCompute
}

// Release gives the pipeline up. No work in flight may use it.
func (p *PipelineState) Release() error {
	return p.release(func() {
		p.programs.Tuning.Destroy()
		p.adapter.destroy(p.id)
	})
}

// CreateComputePipelineState makes a compute pipeline.
func (d *Device) CreateComputePipelineState(desc gpu.ComputePipelineStateDesc) (*PipelineState, error) {
	a, p := d.adapter, &PipelineState{desc: desc, programs: batch.Programs{Compute: desc.CS}}
	call := d.begin(d.head("CreateComputePipelineState"), p, gpu.KindPipelineState, "pipeline", &p.desc.Name, &p.desc)
	return p, a.create(sched.CallCompile, call, p, func() error {
		p.exec = a.machine.NewPipeline(p.id, desc.RootSignature.(*RootSignature).exec, desc.CS)
		p.programs.Rehearsals = a.rehearsed.Of(desc.CS)
		d.tune(p)
		return nil
	})
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
	s := &CommandSignature{desc: desc}
	call := d.begin(d.head("CreateCommandSignature"), s, gpu.KindCommandSignature, "command signature", &s.desc.Name, &s.desc)
	return s, d.adapter.create(sched.CallCompile, call, s, nothing)
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
		h.adapter.free(h.exec.Base)
		h.adapter.destroy(h.id)
	})
}

// CreateQueryHeap makes an array of queries.
func (d *Device) CreateQueryHeap(desc gpu.QueryHeapDesc) (*QueryHeap, error) {
	h := &QueryHeap{}
	call := d.begin(d.head("CreateQueryHeap"), h, gpu.KindQueryHeap, "query heap", &desc.Name, &desc)
	h.exec = exec.QueryHeap{ID: h.id, Desc: desc}
	return h, d.adapter.createArray(call, h, h.exec.Size(), &h.exec.Base)
}
