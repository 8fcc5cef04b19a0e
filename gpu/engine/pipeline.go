package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/binding"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// PipelineState is a pipeline with its root signature.
type PipelineState struct {
	object
	native     *device.PipelineState
	root       *device.RootSignature
	own        *binding.Signature // nil: it has signatures of the application
	signatures [desc.MaxSignatures]*binding.Signature
	shows      layout.Root // how the root signature shows them

	topology gpu.PrimitiveTopology
	strides  [gpu.MaxVertexBuffers]uint32
	steps    [gpu.MaxVertexBuffers]desc.Step
}

// CreateComputePipelineState makes a compute pipeline. Its root signature follows from the registers that the shader declares
// and from the resource layout.
func (d *RenderDevice) CreateComputePipelineState(of desc.ComputePipelineStateDesc) (*PipelineState, error) {
	mask := lifetime.Mask(max(of.ImmediateContextMask, 1))
	if of.CS == nil {
		return nil, d.rules.Refuse(words.Desc(d.site, "PipelineState", of.Name, "it has no compute shader").
			HelpText("set CS to what gpu.ComputeShader returns"))
	}
	if err := d.checkData(mask, nil, "PipelineState", of.Name); err != nil {
		return nil, err
	}
	p := &PipelineState{}
	if err := p.create(d, "CreateComputePipelineState", of.Name, mask, []gpu.Shader{of.CS}, of.ResourceLayout, of.ResourceSignatures); err != nil {
		return nil, err
	}
	n, err := d.at().CreateComputePipelineState(gpu.ComputePipelineStateDesc{Name: p.life.Name, RootSignature: p.root, CS: of.CS})
	if err != nil {
		return nil, p.abort(err)
	}
	p.native = n
	p.life.Own(n)
	return p, nil
}

// create makes what all pipelines have.
func (p *PipelineState) create(d *RenderDevice, method, name string, mask lifetime.Mask, shaders []gpu.Shader, of desc.ResourceLayout,
	signatures []desc.Signature) error {
	if fault := p.laidOut(d, shaders, of, signatures); fault.Is() {
		return d.rules.Refuse(words.Faulty(d.site, "PipelineState", name, fault))
	}
	var layouts []*layout.Layout
	for _, s := range p.signatures {
		layouts = append(layouts, nil)
		if s != nil {
			layouts[len(layouts)-1] = &s.Layout
		}
	}
	shows, root, fault := layout.Join(shaders, layouts)
	if fault.Is() {
		return d.rules.Refuse(words.Faulty(d.site, "PipelineState", name, fault))
	}
	if err := d.unreleased(signatures, method); err != nil {
		return err
	}
	p.init(d, "PipelineState", name, d.domain.Valid(mask))
	p.life.Tied = p.own == nil // to its signatures
	p.shows, root.Name = shows, p.life.Name+" root"
	if shaders[0].ShaderStage() == gpu.StageVertex {
		root.Flags = gpu.AllowInputLayout
	}
	r, err := d.at().CreateRootSignature(root)
	if err != nil {
		return p.abort(err)
	}
	p.root = r
	p.life.Own(r)
	return nil
}
