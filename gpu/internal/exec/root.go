package exec

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// RootSignature is a root signature with the places of its descriptors worked out.
type RootSignature struct {
	ID   gpu.ID
	Desc gpu.RootSignatureDesc

	parameters []parameterLayout
	constants  uint32 // of all parameters
	content    string // equal for signatures that are one in Direct3D 12: same parameters, samplers and version
}

type parameterLayout struct {
	kind      gpu.RootParameterType
	visible   gpu.ShaderVisibility
	ranges    []rangeLayout // tables
	register  uint32        // constants and root descriptors
	space     uint32
	values    uint32 // constants: how many
	constants uint32 // constants: index of the first in Bindings.constants
}

type rangeLayout struct {
	class           gpu.DescriptorType
	register, space uint32
	count           uint32 // 0xffffffff: unbounded
	offset          uint32 // descriptors from the start of the table
	volatile        bool   // only descriptors that programs use have to be valid
}

// NewRootSignature works the layout out. A range with RangeAppend stands behind the one before it, wherever that stands
// (D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND).
func NewRootSignature(id gpu.ID, desc gpu.RootSignatureDesc) *RootSignature {
	s := &RootSignature{ID: id, Desc: desc, parameters: make([]parameterLayout, len(desc.Parameters)),
		content: fmt.Sprintf("%+v %+v %v", desc.Parameters, desc.StaticSamplers, desc.Version)}
	constants := uint32(0)
	for i, p := range desc.Parameters {
		l := parameterLayout{kind: p.Type, visible: p.ShaderVisibility, register: p.ShaderRegister, space: p.RegisterSpace}
		switch p.Type {
		case gpu.RootDescriptorTable:
			l.ranges = layoutRanges(p.Ranges, desc.Version == gpu.RootVersion10)
		case gpu.Root32BitConstants:
			l.values, l.constants = p.Num32BitValues, constants
			constants += p.Num32BitValues
		}
		s.parameters[i] = l
	}
	s.constants = constants
	return s
}

func layoutRanges(ranges []gpu.DescriptorRange, volatile bool) []rangeLayout {
	layouts := make([]rangeLayout, len(ranges))
	next := uint32(0)
	for i, r := range ranges {
		offset := r.OffsetInDescriptorsFromTableStart
		if offset == gpu.RangeAppend {
			offset = next
		}
		layouts[i] = rangeLayout{class: r.Type, register: r.BaseShaderRegister, space: r.RegisterSpace, count: r.NumDescriptors, offset: offset,
			volatile: volatile || r.NumDescriptors == gpu.Unbounded || r.Flags&gpu.DescriptorsVolatile != 0}
		next = offset + r.NumDescriptors
	}
	return layouts
}

// sourceKind is where a register's descriptor comes from.
type sourceKind uint8

const (
	sourceNone sourceKind = iota
	sourceTable
	sourceView // root CBV, SRV or UAV
	sourceConstants
	sourceStatic // static sampler
)

// source is the place of one register: found once a pipeline, used in every dispatch.
type source struct {
	kind      sourceKind
	parameter uint32
	offset    uint32 // sourceTable: descriptors from the table's start; sourceStatic: index of the sampler
	faults    faultRule
}

// faultRule says when a descriptor that cannot be used is a fault.
type faultRule uint8

const (
	faultAlways faultRule = iota // static descriptors, and those that the program names
	faultOnUse                   // volatile descriptors of an array whose index the program works out
	faultNever                   // volatile descriptors that the program does not name
)

// faultsOf is the rule for a register of a binding, counted from the first.
func faultsOf(b *Binding, element uint32) faultRule {
	switch named, varying := b.Uses(element); {
	case named:
		return faultAlways
	case varying:
		return faultOnUse
	}
	return faultNever
}

// sees says whether a stage sees what is visible to some.
func sees(stage gpu.ShaderStage, visible gpu.ShaderVisibility) bool {
	switch visible {
	case gpu.VisibilityVertex:
		return stage == gpu.StageVertex
	case gpu.VisibilityPixel:
		return stage == gpu.StagePixel
	}
	return true
}

// find says where the descriptor of a register of a stage comes from. Samplers are looked for among the static ones first.
func (s *RootSignature) find(stage gpu.ShaderStage, class gpu.DescriptorType, register, space uint32) source {
	if class == gpu.DescriptorSampler {
		for i, st := range s.Desc.StaticSamplers {
			if st.ShaderRegister == register && st.RegisterSpace == space && sees(stage, st.ShaderVisibility) {
				return source{kind: sourceStatic, offset: uint32(i)}
			}
		}
	}
	for i := range s.parameters {
		if !sees(stage, s.parameters[i].visible) {
			continue
		}
		if src := s.parameters[i].find(class, register, space); src.kind != sourceNone {
			src.parameter = uint32(i)
			return src
		}
	}
	return source{}
}

func (p *parameterLayout) find(class gpu.DescriptorType, register, space uint32) source {
	switch {
	case p.kind == gpu.RootDescriptorTable:
		for _, r := range p.ranges {
			if r.class == class && r.space == space && register >= r.register && register-r.register < r.count {
				src := source{kind: sourceTable, offset: r.offset + register - r.register}
				if r.volatile {
					src.faults = faultNever
				}
				return src
			}
		}
	case p.register != register || p.space != space:
	case p.kind == gpu.Root32BitConstants && class == gpu.DescriptorCBV:
		return source{kind: sourceConstants}
	case p.kind == gpu.RootCBV && class == gpu.DescriptorCBV, p.kind == gpu.RootSRV && class == gpu.DescriptorSRV, p.kind == gpu.RootUAV && class == gpu.DescriptorUAV:
		return source{kind: sourceView}
	}
	return source{}
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
	sources  []source // by record
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
			src := root.find(p.stage, at.Class, at.Register+e, at.Space)
			if src.faults != faultAlways {
				src.faults = faultsOf(at, e)
			}
			p.sources = append(p.sources, src)
		}
	}
	return p
}

// Records is the number of records of a dispatch of the pipeline.
func (p *Pipeline) Records() uint32 { return uint32(len(p.sources)) }
