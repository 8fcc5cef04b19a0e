package layout

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

// shader is a shader of registers.
type shader struct {
	stage gpu.ShaderStage
	slots []gpu.ShaderSlot
}

func (s shader) ShaderName() string           { return "test" }
func (s shader) ShaderStage() gpu.ShaderStage { return s.stage }
func (s shader) Slots() []gpu.ShaderSlot      { return s.slots }
func (s shader) ThreadGroup() [3]uint32       { return [3]uint32{1, 1, 1} }

var registers = []gpu.ShaderSlot{
	{Name: "constants", Class: gpu.DescriptorCBV, Count: 2},
	{Name: "list", Class: gpu.DescriptorSRV, Count: 1, View: gpu.ViewBuffer, Stride: 16},
	{Name: "pictures", Class: gpu.DescriptorSRV, Register: 1, Count: 3, View: gpu.ViewTexture2D},
	{Name: "words", Class: gpu.DescriptorSRV, Register: 4, Count: 1, View: gpu.ViewBuffer},
	{Name: "out", Class: gpu.DescriptorUAV, Count: 1, View: gpu.ViewBuffer, Stride: 4},
	{Name: "smooth", Class: gpu.DescriptorSampler, Count: 1},
	{Name: "point", Class: gpu.DescriptorSampler, Register: 1, Count: 1},
}

// lay is the layout of shaders with the root signature that shows it.
func lay(t *testing.T, rules desc.ResourceLayout, shaders ...gpu.Shader) (*Layout, Root, gpu.RootSignatureDesc) {
	t.Helper()
	l, fault := Of(shaders, rules)
	require.Empty(t, fault)
	root, of, fault := Join(shaders, []*Layout{&l})
	require.Empty(t, fault)
	return &l, root, of
}

// TestLayout: addresses for constants and single structured buffers, and one table for each group and heap type.
func TestLayout(t *testing.T) {
	l, shows, root := lay(t, desc.ResourceLayout{DefaultVariableType: desc.VariableMutable,
		Variables:         []desc.ShaderVariableDesc{{Name: "words", Type: desc.VariableDynamic}, {Name: "smooth", Type: desc.VariableStatic}},
		ImmutableSamplers: []desc.ImmutableSamplerDesc{{Name: "point"}}}, shader{gpu.StageCompute, registers})
	var kinds []gpu.RootParameterType
	for _, p := range root.Parameters {
		kinds = append(kinds, p.Type)
	}
	require.Equal(t, []gpu.RootParameterType{gpu.RootCBV, gpu.RootCBV, gpu.RootSRV, gpu.RootDescriptorTable, gpu.RootDescriptorTable, gpu.RootDescriptorTable}, kinds)
	require.Len(t, root.StaticSamplers, 1)
	require.Equal(t, [2][2]uint32{{4, 1}, {1, 0}}, l.Sizes, "three pictures, an output and a sampler; one dynamic buffer")
	require.Equal(t, 9, l.Entries, "all elements but the immutable sampler")
	places := map[string][3]int{}
	for _, s := range l.Slots {
		for _, p := range shows.Parameters {
			if p.Element == 0 && (p.Slot != nil && p.Slot.Name == s.Name || p.Slot == nil && p.Table == s.Table) {
				places[s.Name] = [3]int{int(p.Index), s.Table, int(s.Offset)}
			}
		}
	}
	require.Equal(t, map[string][3]int{"constants": {0, -1, 0}, "list": {2, -1, 0}, "pictures": {3, 0, 0}, "words": {4, 1, 0}, "out": {3, 0, 3}, "smooth": {5, 2, 0}}, places)
}

// TestStagesHaveTheirOwnTables: registers of two stages may have the same number.
func TestStagesHaveTheirOwnTables(t *testing.T) {
	picture := []gpu.ShaderSlot{{Name: "picture", Class: gpu.DescriptorSRV, Count: 1, View: gpu.ViewTexture2D}}
	l, _, root := lay(t, desc.ResourceLayout{DefaultVariableType: desc.VariableMutable}, shader{gpu.StageVertex, picture}, shader{gpu.StagePixel, picture})
	require.Equal(t, []gpu.ShaderVisibility{gpu.VisibilityVertex, gpu.VisibilityPixel}, []gpu.ShaderVisibility{root.Parameters[0].ShaderVisibility, root.Parameters[1].ShaderVisibility})
	require.Equal(t, []uint32{0, 1}, []uint32{l.Tables[0].Base, l.Tables[1].Base}, "one range of a binding object holds both")
}

func TestUnknownVariable(t *testing.T) {
	_, fault := Of([]gpu.Shader{shader{gpu.StageCompute, registers}}, desc.ResourceLayout{Variables: []desc.ShaderVariableDesc{{Name: "wrong"}}})
	require.Equal(t, `variable "wrong" is declared by no shader`, fault.Why)
}

// folded is a shader a branch of which constants rule out.
type folded struct{ shader }

func (folded) Partial() bool { return true }

// TestUnknownSampler: a name that no shader has is refused, unless a branch is left out that may have it.
func TestUnknownSampler(t *testing.T) {
	of := shader{gpu.StageCompute, registers}
	rules := desc.ResourceLayout{ImmutableSamplers: []desc.ImmutableSamplerDesc{{Name: "smooth"}, {Name: "wrong"}}}
	_, fault := Of([]gpu.Shader{of}, rules)
	require.Equal(t, `immutable sampler "wrong" is declared by no shader`, fault.Why)
	rules.Variables = []desc.ShaderVariableDesc{{Name: "other"}}
	l, fault := Of([]gpu.Shader{folded{of}}, rules)
	require.Empty(t, fault)
	require.Len(t, l.Immutable, 1)
}

func TestKeyTellsLayoutsApart(t *testing.T) {
	key := func(typ desc.VariableType) string {
		l, _ := Of([]gpu.Shader{shader{gpu.StageCompute, registers}}, desc.ResourceLayout{DefaultVariableType: typ})
		return l.Key
	}
	require.Equal(t, key(desc.VariableMutable), key(desc.VariableMutable))
	require.NotEqual(t, key(desc.VariableMutable), key(desc.VariableDynamic))
}

// TestSignatureOfTwoStages: a resource of both stages is one place with a root parameter for each stage, at the register that the stage declares.
// What no shader declares keeps its place and costs no root parameter.
func TestSignatureOfTwoStages(t *testing.T) {
	picture := func(name string, stages desc.ShaderStages) desc.PipelineResourceDesc {
		return desc.PipelineResourceDesc{Name: name, ShaderStages: stages, ArraySize: 1, ResourceType: desc.ResourceTextureSRV, VarType: desc.VariableMutable}
	}
	both := desc.StageVertex | desc.StagePixel
	constants := desc.PipelineResourceDesc{Name: "constants", ShaderStages: both, ArraySize: 3, ResourceType: desc.ResourceConstantBuffer, Flags: desc.InlineConstants}
	of := desc.PipelineResourceSignatureDesc{Resources: []desc.PipelineResourceDesc{picture("unused", both), picture("shared", both), picture("own", desc.StagePixel), picture("late", both), constants},
		ImmutableSamplers: []desc.ImmutableSampler{{ShaderStages: desc.StagePixel, Name: "smooth"}}}
	require.Empty(t, of.Fault())
	l := Describe(&of)
	require.Equal(t, [2][2]uint32{{4, 0}, {0, 0}}, l.Sizes)
	require.Len(t, l.Tables, 3, "the pixel shader's own stands between the shared ones, and ranges do not part")
	at := func(name string, register uint32) gpu.ShaderSlot {
		return gpu.ShaderSlot{Name: name, Class: gpu.DescriptorSRV, Register: register, Count: 1, View: gpu.ViewTexture2D}
	}
	words := gpu.ShaderSlot{Name: "constants", Class: gpu.DescriptorCBV, Register: 2, Count: 1}
	vs := shader{gpu.StageVertex, []gpu.ShaderSlot{at("shared", 7), words}}
	ps := shader{gpu.StagePixel, []gpu.ShaderSlot{at("own", 0), at("shared", 1), words, {Name: "smooth", Class: gpu.DescriptorSampler, Register: 4, Count: 1}}}
	shows, root, fault := Join([]gpu.Shader{vs, ps}, []*Layout{nil, &l})
	require.Empty(t, fault)
	require.Len(t, shows.Used, 3)
	require.Equal(t, [desc.MaxSignatures]bool{1: true}, shows.Needs)
	type parameter struct {
		kind          gpu.RootParameterType
		see           gpu.ShaderVisibility
		register, off uint32
	}
	var got []parameter
	for _, p := range root.Parameters {
		if p.Type == gpu.RootDescriptorTable {
			require.Len(t, p.Ranges, 1)
			got = append(got, parameter{p.Type, p.ShaderVisibility, p.Ranges[0].BaseShaderRegister, p.Ranges[0].OffsetInDescriptorsFromTableStart})
			continue
		}
		require.EqualValues(t, 3, p.Num32BitValues)
		got = append(got, parameter{p.Type, p.ShaderVisibility, p.ShaderRegister, 0})
	}
	require.Equal(t, []parameter{{gpu.RootDescriptorTable, gpu.VisibilityVertex, 7, 1}, {gpu.Root32BitConstants, gpu.VisibilityVertex, 2, 0},
		{gpu.RootDescriptorTable, gpu.VisibilityPixel, 0, 0}, {gpu.RootDescriptorTable, gpu.VisibilityPixel, 1, 1}, {gpu.Root32BitConstants, gpu.VisibilityPixel, 2, 0}}, got)
	require.Equal(t, gpu.VisibilityPixel, root.StaticSamplers[0].ShaderVisibility)
	require.EqualValues(t, 4, root.StaticSamplers[0].ShaderRegister)
}

func TestJoinRefuses(t *testing.T) {
	of := func(typ desc.ResourceType, size uint32, f desc.ResourceFlags) *Layout {
		l := Describe(&desc.PipelineResourceSignatureDesc{Resources: []desc.PipelineResourceDesc{{Name: "x", ShaderStages: desc.StageCompute, ArraySize: size, ResourceType: typ, Flags: f}}})
		return &l
	}
	buffers := gpu.ShaderSlot{Name: "x", Class: gpu.DescriptorSRV, Count: 3, View: gpu.ViewBuffer, Stride: 4}
	one := buffers
	one.Count = 1
	for _, c := range []struct {
		slot    gpu.ShaderSlot
		layouts []*Layout
		fault   string
	}{
		{buffers, []*Layout{of(desc.ResourceBufferSRV, 3, 0)}, ""},
		{buffers, []*Layout{of(desc.ResourceBufferSRV, 4, 0)}, ""},
		{buffers, []*Layout{of(desc.ResourceBufferSRV, 2, 0)}, `variable "x" of the compute shader has 3 elements; its signature has ArraySize 2`},
		{one, []*Layout{of(desc.ResourceTextureSRV, 1, 0)}, `variable "x" of the compute shader is a SRV of BUFFER; its signature has another ResourceType`},
		{one, []*Layout{of(desc.ResourceBufferUAV, 1, 0)}, `variable "x" of the compute shader is a SRV of BUFFER; its signature has another ResourceType`},
		{one, []*Layout{of(desc.ResourceBufferSRV, 1, desc.FormattedBuffer)}, `variable "x" of the compute shader is a structured buffer; its signature has the flag FORMATTED_BUFFER`},
		{one, []*Layout{nil, nil}, `variable "x" of the compute shader is in none of its signatures`},
		{one, []*Layout{of(desc.ResourceBufferSRV, 1, 0), nil, of(desc.ResourceBufferSRV, 1, 0)}, `variable "x" of the compute shader is in two of its signatures, 0 and 2`},
	} {
		_, _, fault := Join([]gpu.Shader{shader{gpu.StageCompute, []gpu.ShaderSlot{c.slot}}}, c.layouts)
		require.Equal(t, c.fault, fault.Why)
	}
}
