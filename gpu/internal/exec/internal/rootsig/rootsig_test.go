package rootsig

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// tableRange is a range of descriptors that follows the one before it.
func tableRange(class gpu.DescriptorType, count, register uint32) gpu.DescriptorRange {
	return gpu.DescriptorRange{Type: class, NumDescriptors: count, BaseShaderRegister: register, OffsetInDescriptorsFromTableStart: gpu.RangeAppend}
}

func tableOf(ranges ...gpu.DescriptorRange) gpu.RootParameter {
	return gpu.RootParameter{Type: gpu.RootDescriptorTable, Ranges: ranges}
}

func TestTableOffsets(t *testing.T) {
	explicit := tableRange(gpu.DescriptorSRV, 2, 0)
	explicit.OffsetInDescriptorsFromTableStart = 10
	s := New(1, gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{
		tableOf(tableRange(gpu.DescriptorCBV, 3, 0), explicit, tableRange(gpu.DescriptorUAV, 1, 0)), {Type: gpu.RootCBV, ShaderRegister: 3}}})
	for _, test := range []struct {
		class           gpu.DescriptorType
		register, space uint32
		want            Source
	}{
		{gpu.DescriptorCBV, 2, 0, Source{Kind: Table, Offset: 2}},
		{gpu.DescriptorSRV, 1, 0, Source{Kind: Table, Offset: 11}},
		{gpu.DescriptorUAV, 0, 0, Source{Kind: Table, Offset: 12}},
		{gpu.DescriptorCBV, 3, 0, Source{Kind: View, Parameter: 1}},
		{gpu.DescriptorCBV, 3, 1, Source{}},
		{gpu.DescriptorSRV, 2, 0, Source{}},
		{gpu.DescriptorSRV, 3, 0, Source{}}, // a root CBV is not an SRV
	} {
		require.Equal(t, test.want, s.find(gpu.StageCompute, test.class, test.register, test.space))
	}
}

func TestConstantsAndStaticSamplers(t *testing.T) {
	s := New(1, gpu.RootSignatureDesc{
		Parameters: []gpu.RootParameter{{Type: gpu.Root32BitConstants, Num32BitValues: 3}, {Type: gpu.Root32BitConstants, ShaderRegister: 1, Num32BitValues: 2},
			tableOf(tableRange(gpu.DescriptorSampler, 2, 0))},
		StaticSamplers: []gpu.StaticSampler{{ShaderRegister: 1, ShaderVisibility: gpu.VisibilityPixel}}})
	require.Equal(t, uint32(5), s.Constants)
	require.Equal(t, []uint32{3, 2}, []uint32{s.Parameters[1].First, s.Parameters[1].Values})
	require.Equal(t, Source{Kind: Constants, Parameter: 1}, s.find(gpu.StageVertex, gpu.DescriptorCBV, 1, 0))
	require.Equal(t, Source{Kind: Static}, s.find(gpu.StagePixel, gpu.DescriptorSampler, 1, 0))
	require.Equal(t, Source{Kind: Table, Parameter: 2, Offset: 1}, s.find(gpu.StageVertex, gpu.DescriptorSampler, 1, 0), "other stages do not see the static one")
}

func TestSame(t *testing.T) {
	desc := gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootCBV}}}
	s := New(1, desc)
	require.True(t, s.Same(New(2, desc)))
	desc.Version = gpu.RootVersion10
	require.False(t, s.Same(New(3, desc)))
}

// TestWhichDescriptorsMustBeValid asks for a register that the program names, one of an array that it may index, and one that it does neither with.
func TestWhichDescriptorsMustBeValid(t *testing.T) {
	volatile := New(1, gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{tableOf(tableRange(gpu.DescriptorSRV, gpu.Unbounded, 0))}})
	static := New(1, gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{tableOf(tableRange(gpu.DescriptorSRV, 4, 0))}})
	named := gpu.ShaderSlot{Class: gpu.DescriptorSRV, Count: 3, Elements: []uint32{1}}
	require.Equal(t, FaultAlways, volatile.Find(gpu.StageCompute, &named, 1).Faults)
	require.Equal(t, FaultNever, volatile.Find(gpu.StageCompute, &named, 2).Faults)
	require.Equal(t, FaultAlways, static.Find(gpu.StageCompute, &named, 2).Faults, "static descriptors are valid, whether they are used or not")
	varying := gpu.ShaderSlot{Class: gpu.DescriptorSRV, Count: 3, Varying: true}
	require.Equal(t, FaultOnUse, volatile.Find(gpu.StageCompute, &varying, 2).Faults)
}
