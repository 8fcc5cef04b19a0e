// Package rootsig says where the descriptors of a program's registers come from: which root parameter, and which place in its table.
//
//	register t1 of the vertex stage ──▶ static sampler · place in a table · root descriptor · root constants · nothing
//
// It is worked out once a pipeline, so that a dispatch only follows it. It must not know resources, descriptor heaps or what is bound.
package rootsig

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// Signature is a root signature with the places of its descriptors worked out.
type Signature struct {
	ID   gpu.ID
	Desc gpu.RootSignatureDesc

	Parameters []Parameter
	Constants  uint32 // 32-bit constants of all parameters
	content    string // equal for signatures that are one in Direct3D 12: same parameters, samplers and version
}

// Parameter is one root parameter.
type Parameter struct {
	Kind     gpu.RootParameterType
	First    uint32 // of constants: the index of the first among those of all parameters
	Values   uint32 // of constants: how many
	visible  gpu.ShaderVisibility
	ranges   []rangeLayout // tables
	register uint32        // constants and root descriptors
	space    uint32
}

type rangeLayout struct {
	class           gpu.DescriptorType
	register, space uint32
	count           uint32 // 0xffffffff: unbounded
	offset          uint32 // descriptors from the start of the table
	volatile        bool   // only descriptors that programs use have to be valid
}

// New works the layout out. A range with RangeAppend follows the one before it, wherever that is
// (D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND).
func New(id gpu.ID, desc gpu.RootSignatureDesc) *Signature {
	s := &Signature{ID: id, Desc: desc, Parameters: make([]Parameter, len(desc.Parameters)),
		content: fmt.Sprintf("%+v %+v %v", desc.Parameters, desc.StaticSamplers, desc.Version)}
	constants := uint32(0)
	for i, p := range desc.Parameters {
		l := Parameter{Kind: p.Type, visible: p.ShaderVisibility, register: p.ShaderRegister, space: p.RegisterSpace}
		switch p.Type {
		case gpu.RootDescriptorTable:
			l.ranges = layoutRanges(p.Ranges, desc.Version == gpu.RootVersion10)
		case gpu.Root32BitConstants:
			l.Values, l.First = p.Num32BitValues, constants
			constants += p.Num32BitValues
		}
		s.Parameters[i] = l
	}
	s.Constants = constants
	return s
}

// Same reports whether two signatures are one in Direct3D 12: setting one after the other keeps the arguments.
func (s *Signature) Same(o *Signature) bool { return s == o || s.content == o.content }

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

// Kind is where a register's descriptor comes from.
type Kind uint8

// The kinds.
const (
	None      Kind = iota // the signature does not have the register
	Table                 // a place in a descriptor table
	View                  // a root CBV, SRV or UAV
	Constants             // root constants
	Static                // a static sampler
)

// Source is the place of one register: found once a pipeline, used in every dispatch.
type Source struct {
	Kind      Kind
	Parameter uint32 // the index of the root parameter
	Offset    uint32 // Table: descriptors from the table's start; Static: index of the sampler
	Faults    FaultRule
}

// FaultRule says when a descriptor that cannot be used is a fault.
type FaultRule uint8

// The rules.
const (
	FaultAlways FaultRule = iota // static descriptors, and those that the program names
	FaultOnUse                   // volatile descriptors of an array whose index the program works out
	FaultNever                   // volatile descriptors that the program does not name
)

// faultsOf is the rule for a register of a slot, counted from the first.
func faultsOf(slot *gpu.ShaderSlot, element uint32) FaultRule {
	switch named, varying := slot.Uses(element); {
	case named:
		return FaultAlways
	case varying:
		return FaultOnUse
	}
	return FaultNever
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

// Find says where the descriptor of a register of a slot comes from; registers count from the slot's first.
func (s *Signature) Find(stage gpu.ShaderStage, slot *gpu.ShaderSlot, element uint32) Source {
	src := s.find(stage, slot.Class, slot.Register+element, slot.Space)
	if src.Faults != FaultAlways {
		src.Faults = faultsOf(slot, element)
	}
	return src
}

// find says where the descriptor of a register of a stage comes from. Samplers are looked for among the static ones first.
func (s *Signature) find(stage gpu.ShaderStage, class gpu.DescriptorType, register, space uint32) Source {
	if class == gpu.DescriptorSampler {
		for i, st := range s.Desc.StaticSamplers {
			if st.ShaderRegister == register && st.RegisterSpace == space && sees(stage, st.ShaderVisibility) {
				return Source{Kind: Static, Offset: uint32(i)}
			}
		}
	}
	for i := range s.Parameters {
		if !sees(stage, s.Parameters[i].visible) {
			continue
		}
		if src := s.Parameters[i].find(class, register, space); src.Kind != None {
			src.Parameter = uint32(i)
			return src
		}
	}
	return Source{}
}

func (p *Parameter) find(class gpu.DescriptorType, register, space uint32) Source {
	switch {
	case p.Kind == gpu.RootDescriptorTable:
		for _, r := range p.ranges {
			if r.class == class && r.space == space && register >= r.register && register-r.register < r.count {
				src := Source{Kind: Table, Offset: r.offset + register - r.register}
				if r.volatile {
					src.Faults = FaultNever
				}
				return src
			}
		}
	case p.register != register || p.space != space:
	case p.Kind == gpu.Root32BitConstants && class == gpu.DescriptorCBV:
		return Source{Kind: Constants}
	case p.Kind == gpu.RootCBV && class == gpu.DescriptorCBV, p.Kind == gpu.RootSRV && class == gpu.DescriptorSRV,
		p.Kind == gpu.RootUAV && class == gpu.DescriptorUAV:
		return Source{Kind: View}
	}
	return Source{}
}
