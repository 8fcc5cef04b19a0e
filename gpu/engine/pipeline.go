package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// PipelineState is a pipeline with its root signature.
type PipelineState struct {
	object
	native  *device.PipelineState
	root    *device.RootSignature
	layout  layout.Layout
	statics *cache

	topology  gpu.PrimitiveTopology
	strides   [gpu.MaxVertexBuffers]uint32
	instanced bool // some vertex buffers advance by instance
}

// CreateComputePipelineState makes a compute pipeline. Its root signature follows from the registers that the shader declares
// and from the resource layout.
func (d *RenderDevice) CreateComputePipelineState(of desc.ComputePipelineStateDesc) (*PipelineState, error) {
	mask := lifetime.Mask(max(of.ImmediateContextMask, 1))
	if of.CS == nil {
		return nil, d.rules.Refuse(words.Desc(d.site, "PipelineState", of.Name, "it has no compute shader"))
	}
	if err := d.checkData(mask, nil, "PipelineState", of.Name); err != nil {
		return nil, err
	}
	p := &PipelineState{}
	if err := p.create(d, of.Name, mask, []gpu.Shader{of.CS}, of.ResourceLayout); err != nil {
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

// inputAssembler is the root signature flag ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT.
const inputAssembler gpu.RootSignatureFlags = 1

// create makes what all pipelines have.
func (p *PipelineState) create(d *RenderDevice, name string, mask lifetime.Mask, shaders []gpu.Shader, of desc.ResourceLayout) error {
	l, root, fault := layout.New(shaders, of)
	if fault != "" {
		return d.rules.Refuse(words.Desc(d.site, "PipelineState", name, fault))
	}
	p.init(d, "PipelineState", name, d.domain.Valid(mask))
	p.layout, root.Name = l, p.life.Name+" root"
	if shaders[0].ShaderStage() == gpu.StageVertex {
		root.Flags = inputAssembler
	}
	r, err := d.at().CreateRootSignature(root)
	if err != nil {
		return p.abort(err)
	}
	p.root = r
	p.life.Own(r)
	p.statics = &cache{layout: &p.layout, bound: make([]binding, l.Entries)}
	return nil
}

// GetStaticVariableByName is a static variable of the pipeline; GS0657 if there is none of the name.
func (p *PipelineState) GetStaticVariableByName(stage gpu.ShaderStage, name string) (*ShaderVariable, error) {
	return p.variable(&p.object, p.statics, nil, stage, name, p.site)
}

// variable finds a variable that may be set on an owner: static ones on pipelines, others on binding objects.
func (p *PipelineState) variable(owner *object, c *cache, srb *ShaderResourceBinding, stage gpu.ShaderStage, name string, site gpu.Site) (*ShaderVariable, error) {
	if err := owner.unreleased("GetVariableByName", site); err != nil {
		return nil, err
	}
	for i := range p.layout.Slots {
		s := &p.layout.Slots[i]
		if s.Name != name || s.Stage != stage {
			continue
		}
		if (s.Type == desc.VariableStatic) == (srb == nil) {
			return &ShaderVariable{owner: owner, pipeline: p, srb: srb, cache: c, slot: s, site: site}, nil
		}
		return nil, p.dev.rules.Refuse(words.VariableOwner(owner.said(), s, site))
	}
	return nil, p.dev.rules.Refuse(words.NoVariable(owner.said(), p.layout.Slots, stage, name, site))
}
