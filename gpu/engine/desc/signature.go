package desc

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// MaxSignatures is how many pipeline resource signatures a pipeline may have, as Diligent's MAX_RESOURCE_SIGNATURES.
const MaxSignatures = 8

// MaxInlineConstants is how many 32-bit values one resource of inline constants may have, as Diligent's MAX_INLINE_CONSTANTS.
const MaxInlineConstants = 64

// ShaderStages is a set of stages, as Diligent's SHADER_TYPE.
type ShaderStages uint32

// The stages.
const (
	StageVertex  ShaderStages = 0x01
	StagePixel   ShaderStages = 0x02
	StageCompute ShaderStages = 0x20
)

var stageNames = []gpu.FlagName{{Name: "VERTEX", Bits: 1}, {Name: "PIXEL", Bits: 2}, {Name: "ALL_GRAPHICS", Bits: 3}, {Name: "COMPUTE", Bits: 0x20}}

// LuaFlagNames implements the flags contract of the bindings.
func (ShaderStages) LuaFlagNames() []gpu.FlagName { return stageNames }

// String joins the stages.
func (s ShaderStages) String() string { return flags(stageNames, uint64(s)) }

// StagesOf is the set of one stage.
func StagesOf(s gpu.ShaderStage) ShaderStages {
	return [...]ShaderStages{gpu.StageCompute: StageCompute, gpu.StageVertex: StageVertex, gpu.StagePixel: StagePixel}[s]
}

// Has says whether a stage is in the set.
func (s ShaderStages) Has(stage gpu.ShaderStage) bool { return s&StagesOf(stage) != 0 }

// Words is the set as a text for messages, for example "vertex and pixel".
func (s ShaderStages) Words() string {
	var out []string
	for _, stage := range []gpu.ShaderStage{gpu.StageVertex, gpu.StagePixel, gpu.StageCompute} {
		if s.Has(stage) {
			out = append(out, stage.String())
		}
	}
	return strings.Join(out, " and ")
}

// ResourceType is what a resource of a signature is, as Diligent's SHADER_RESOURCE_TYPE.
type ResourceType uint8

// The resource types.
const (
	ResourceConstantBuffer ResourceType = iota
	ResourceTextureSRV
	ResourceBufferSRV
	ResourceTextureUAV
	ResourceBufferUAV
	ResourceSampler
)

var resourceNames = []string{"CONSTANT_BUFFER", "TEXTURE_SRV", "BUFFER_SRV", "TEXTURE_UAV", "BUFFER_UAV", "SAMPLER"}

// LuaNames implements the enum contract of the bindings.
func (ResourceType) LuaNames() []string { return resourceNames }

// String returns the name.
func (t ResourceType) String() string { return name(resourceNames, int(t)) }

// Class is the type of descriptor that shaders declare for it.
func (t ResourceType) Class() gpu.DescriptorType {
	switch t {
	case ResourceTextureSRV, ResourceBufferSRV:
		return gpu.DescriptorSRV
	case ResourceTextureUAV, ResourceBufferUAV:
		return gpu.DescriptorUAV
	case ResourceSampler:
		return gpu.DescriptorSampler
	}
	return gpu.DescriptorCBV
}

// Buffer says whether it is a buffer with views.
func (t ResourceType) Buffer() bool { return t == ResourceBufferSRV || t == ResourceBufferUAV }

// ResourceFlags say more of a resource of a signature, as Diligent's PIPELINE_RESOURCE_FLAGS.
type ResourceFlags uint32

// The resource flags.
const (
	NoDynamicBuffers ResourceFlags = 1 << iota // no DYNAMIC buffer will be in it
	_                                          // COMBINED_SAMPLER: shaders declare samplers by themselves
	FormattedBuffer                            // a typed buffer
	_                                          // RUNTIME_ARRAY: arrays have their lengths
	_                                          // GENERAL_INPUT_ATTACHMENT
	InlineConstants                            // 32-bit values of the binding object instead of a buffer; ArraySize of them
)

var resourceFlagNames = []gpu.FlagName{{Name: "NONE", Bits: 0}, {Name: "NO_DYNAMIC_BUFFERS", Bits: 1}, {Name: "FORMATTED_BUFFER", Bits: 4},
	{Name: "INLINE_CONSTANTS", Bits: 0x20}}

// LuaFlagNames implements the flags contract of the bindings.
func (ResourceFlags) LuaFlagNames() []gpu.FlagName { return resourceFlagNames }

// String joins the set flags.
func (f ResourceFlags) String() string { return flags(resourceFlagNames, uint64(f)) }

// VariableFlags say more of a variable of a resource layout, as Diligent's SHADER_VARIABLE_FLAGS.
type VariableFlags uint32

// VariableInlineConstants makes a constant buffer of a shader 32-bit values of the binding object.
const VariableInlineConstants VariableFlags = 0x20

var variableFlagNames = []gpu.FlagName{{Name: "NONE", Bits: 0}, {Name: "INLINE_CONSTANTS", Bits: 0x20}}

// LuaFlagNames implements the flags contract of the bindings.
func (VariableFlags) LuaFlagNames() []gpu.FlagName { return variableFlagNames }

// String joins the set flags.
func (f VariableFlags) String() string { return flags(variableFlagNames, uint64(f)) }

// PipelineResourceDesc is one resource of a signature: shaders find it by its name.
type PipelineResourceDesc struct {
	Name         string       `lua:",required"`
	ShaderStages ShaderStages `lua:",required"`
	ArraySize    uint32       `lua:",default=1"` // elements; of INLINE_CONSTANTS: 32-bit values, up to MaxInlineConstants
	ResourceType ResourceType `lua:",required"`
	VarType      VariableType `lua:",default=MUTABLE"`
	Flags        ResourceFlags
}

// ImmutableSampler is a sampler of a signature, which needs no place in a heap.
type ImmutableSampler struct {
	ShaderStages ShaderStages `lua:",required"`
	Name         string       `lua:",required"`
	Desc         gpu.SamplerDesc
}

// PipelineResourceSignatureDesc describes what pipelines and binding objects agree on.
type PipelineResourceSignatureDesc struct {
	Name              string
	Resources         []PipelineResourceDesc
	ImmutableSamplers []ImmutableSampler
	BindingIndex      uint8 `lua:",max=7"` // 0 to 7: the place at which contexts keep its binding objects
}

// Fault says what contradicts itself in the description.
func (d *PipelineResourceSignatureDesc) Fault() Fault {
	if d.BindingIndex >= MaxSignatures {
		return Fault{fmt.Sprintf("BindingIndex is %d; allowed are 0 to %d", d.BindingIndex, MaxSignatures-1),
			"give each signature of a pipeline another BindingIndex of these"}
	}
	all := ShaderStages(0)
	views, samplers := uint64(0), uint64(0)
	for i := range d.Resources {
		r := &d.Resources[i]
		if f := r.fault(); f.Is() {
			return f.of(fmt.Sprintf("resource %q", r.Name))
		}
		same := func(o PipelineResourceDesc) bool { return o.Name == r.Name && o.ShaderStages&r.ShaderStages != 0 }
		if slices.ContainsFunc(d.Resources[:i], same) {
			return Fault{fmt.Sprintf("resource %q is in it twice for one stage", r.Name),
				"leave one of the two out, or give them ShaderStages that do not meet"}
		}
		all |= r.ShaderStages
		switch {
		case r.Flags&InlineConstants != 0:
		case r.ResourceType.Class() == gpu.DescriptorSampler:
			samplers += uint64(r.ArraySize)
		default:
			views += uint64(r.ArraySize)
		}
		if views > gpu.MaxShaderVisibleDescriptors || samplers > gpu.MaxShaderVisibleSamplers {
			return Fault{fmt.Sprintf("its resources up to %q take %d views and %d samplers; a heap has at most %d and %d", r.Name, views, samplers,
				gpu.MaxShaderVisibleDescriptors, gpu.MaxShaderVisibleSamplers),
				"make the ArraySize of its arrays smaller"}
		}
	}
	for _, s := range d.ImmutableSamplers {
		all |= s.ShaderStages
		if s.ShaderStages == 0 {
			return Fault{fmt.Sprintf("immutable sampler %q has no ShaderStages", s.Name), "name the stages whose shaders declare it"}
		}
	}
	if all&StageCompute != 0 && all != StageCompute {
		return Fault{"some resources are of the COMPUTE stage and others are not, and no pipeline has both",
			"make two signatures: one for compute pipelines, and one for graphics pipelines"}
	}
	return Fault{}
}

// fault says what contradicts itself in a resource.
func (r *PipelineResourceDesc) fault() Fault {
	inline := r.Flags&InlineConstants != 0
	switch {
	case r.ShaderStages == 0:
		return Fault{"has no ShaderStages", "name the stages whose shaders declare it"}
	case r.ArraySize == 0:
		return Fault{"has ArraySize 0", "leave ArraySize out for one, or set it to how many elements shaders declare"}
	case inline && r.ResourceType != ResourceConstantBuffer:
		return Fault{"has the flag INLINE_CONSTANTS and is not a CONSTANT_BUFFER", "leave the flag out"}
	case inline && r.Flags != InlineConstants:
		return Fault{"has other flags beside INLINE_CONSTANTS", "leave the others out"}
	case inline && r.ArraySize > MaxInlineConstants:
		return Fault{fmt.Sprintf("has %d inline constants; at most %d are allowed", r.ArraySize, MaxInlineConstants),
			"put them into a constant buffer: leave INLINE_CONSTANTS out"}
	case r.Flags&FormattedBuffer != 0 && !r.ResourceType.Buffer():
		return Fault{"has the flag FORMATTED_BUFFER and is not a BUFFER_SRV or BUFFER_UAV", "leave the flag out"}
	case r.Flags&NoDynamicBuffers != 0 && !r.ResourceType.Buffer() && r.ResourceType != ResourceConstantBuffer:
		return Fault{"has the flag NO_DYNAMIC_BUFFERS and is not a buffer", "leave the flag out"}
	}
	return Fault{}
}
