package exec

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/rootsig"
)

// RootSignature is a root signature with the places of its descriptors worked out.
type RootSignature = rootsig.Signature

// NewRootSignature works the places out; see package rootsig.
func NewRootSignature(id gpu.ID, desc gpu.RootSignatureDesc) *RootSignature {
	return rootsig.New(id, desc)
}

// Pipeline is a pipeline with the source of each of its records worked out.
type Pipeline struct {
	ID   gpu.ID
	Root *RootSignature

	part             // the compute program
	draw   *drawPart // of graphics pipelines
	Tuning any       // Dispatch.Tuning and StageRun.Tuning of its programs
}

// part is one program of a pipeline.
type part struct {
	program  gpu.Shader
	stage    gpu.ShaderStage
	root     *RootSignature
	bindings []Binding
	sources  []rootsig.Source // by record
}

// NewPipeline finds the registers of a compute program in a root signature. A register that the signature does not have is a null
// view in every dispatch.
func (m *Machine) NewPipeline(id gpu.ID, root *RootSignature, program gpu.Shader) *Pipeline {
	return &Pipeline{ID: id, Root: root, part: m.newPart(root, program)}
}

func (m *Machine) newPart(root *RootSignature, program gpu.Shader) part {
	p := part{program: program, stage: program.ShaderStage(), root: root, bindings: m.kernels.Bindings(program)}
	for i := range p.bindings {
		b := &p.bindings[i]
		at := b
		if b.CounterOf != 0 {
			at = &p.bindings[b.CounterOf-1] // a counter comes with its view
		}
		for e := range b.Count {
			p.sources = append(p.sources, root.Find(p.stage, &at.ShaderSlot, e))
		}
	}
	return p
}

// Records is the number of records of a dispatch of the pipeline.
func (p *Pipeline) Records() uint32 { return uint32(len(p.sources)) }
