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

// TestLayout: addresses for constants and single structured buffers, and one table for each group and heap type.
func TestLayout(t *testing.T) {
	l, root, fault := New([]gpu.Shader{shader{gpu.StageCompute, registers}}, desc.ResourceLayout{DefaultVariableType: desc.VariableMutable,
		Variables:         []desc.ShaderVariableDesc{{Name: "words", Type: desc.VariableDynamic}, {Name: "smooth", Type: desc.VariableStatic}},
		ImmutableSamplers: []desc.ImmutableSamplerDesc{{Name: "point"}}})
	require.Empty(t, fault)
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
		places[s.Name] = [3]int{int(s.Parameter), s.Table, int(s.Offset)}
	}
	require.Equal(t, map[string][3]int{"constants": {0, -1, 0}, "list": {2, -1, 0}, "pictures": {3, 0, 0}, "words": {4, 1, 0}, "out": {3, 0, 3}, "smooth": {5, 2, 0}}, places)
}

// TestStagesHaveTheirOwnTables: registers of two stages may have the same number.
func TestStagesHaveTheirOwnTables(t *testing.T) {
	picture := []gpu.ShaderSlot{{Name: "picture", Class: gpu.DescriptorSRV, Count: 1, View: gpu.ViewTexture2D}}
	l, root, fault := New([]gpu.Shader{shader{gpu.StageVertex, picture}, shader{gpu.StagePixel, picture}}, desc.ResourceLayout{DefaultVariableType: desc.VariableMutable})
	require.Empty(t, fault)
	require.Equal(t, []gpu.ShaderVisibility{gpu.VisibilityVertex, gpu.VisibilityPixel}, []gpu.ShaderVisibility{root.Parameters[0].ShaderVisibility, root.Parameters[1].ShaderVisibility})
	require.Equal(t, []uint32{0, 1}, []uint32{l.Tables[0].Base, l.Tables[1].Base}, "one range of a binding object holds both")
}

func TestUnknownVariable(t *testing.T) {
	_, _, fault := New([]gpu.Shader{shader{gpu.StageCompute, registers}}, desc.ResourceLayout{Variables: []desc.ShaderVariableDesc{{Name: "wrong"}}})
	require.Equal(t, `variable "wrong" is declared by no shader`, fault)
}

func TestKeyTellsLayoutsApart(t *testing.T) {
	key := func(typ desc.VariableType) string {
		l, _, _ := New([]gpu.Shader{shader{gpu.StageCompute, registers}}, desc.ResourceLayout{DefaultVariableType: typ})
		return l.Key
	}
	require.Equal(t, key(desc.VariableMutable), key(desc.VariableMutable))
	require.NotEqual(t, key(desc.VariableMutable), key(desc.VariableDynamic))
}
