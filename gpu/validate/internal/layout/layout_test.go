package layout

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// picture is the root signature of the package comment.
var picture = gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{
	{Ranges: []gpu.DescriptorRange{
		{Type: gpu.DescriptorSRV, NumDescriptors: 4, OffsetInDescriptorsFromTableStart: gpu.RangeAppend},
		{Type: gpu.DescriptorUAV, NumDescriptors: 2, OffsetInDescriptorsFromTableStart: gpu.RangeAppend}}},
	{Type: gpu.RootUAV, ShaderRegister: 2},
	{Type: gpu.Root32BitConstants, Num32BitValues: 3, RegisterSpace: 1},
}, StaticSamplers: []gpu.StaticSampler{{ShaderRegister: 5}}}

func TestOf(t *testing.T) {
	var got []string
	for _, r := range Of(&picture) {
		got = append(got, r.Place+" "+r.String())
	}
	require.Equal(t, []string{"Parameters[1].Ranges[1] t0..t3", "Parameters[1].Ranges[2] u0..u1", "Parameters[2] u2", "Parameters[3] b0 in space 1", "StaticSamplers[1] s5"}, got)
	tables := TablesOf(&picture)
	require.Equal(t, uint64(1), tables.Set)
	require.Equal(t, uint32(6), tables.Size[0])
}

// TestReadsOf: an array that begins in a table and ends there, a root descriptor, and constants.
func TestReadsOf(t *testing.T) {
	r := ReadsOf(&picture, gpu.StageCompute, []gpu.ShaderSlot{{Class: gpu.DescriptorSRV, Register: 2, Count: 2}, {Class: gpu.DescriptorUAV, Register: 2}, {Class: gpu.DescriptorCBV, Space: 1}})
	require.Equal(t, Reads{Needs: 7, Views: 2, Tables: []TableRead{{Parameter: 0, Offset: 2, Count: 2, First: 2}}}, r)
	require.Zero(t, ReadsOf(&picture, gpu.StageCompute, []gpu.ShaderSlot{{Class: gpu.DescriptorUAV, Register: 3}}))
}

func TestRegisters(t *testing.T) {
	all := Of(&picture)
	require.True(t, Provided(all, gpu.StageCompute, gpu.DescriptorSRV, 3, 0))
	require.False(t, Provided(all, gpu.StageCompute, gpu.DescriptorSRV, 4, 0))
	require.False(t, Provided(all, gpu.StageCompute, gpu.DescriptorSRV, 3, 1))
	require.Equal(t, "Parameters[2]", Nearest(all, gpu.DescriptorUAV, 4, 0).Place)
	require.Equal(t, "Parameters[1].Ranges[2]", Nearest(all, gpu.DescriptorUAV, 1, 0).Place)
	require.Nil(t, Nearest(all[:1], gpu.DescriptorUAV, 1, 0))
	require.Equal(t, 1, ParameterOf(&picture, gpu.StageCompute, &gpu.ShaderSlot{Class: gpu.DescriptorUAV, Register: 2}))
	require.Equal(t, -1, ParameterOf(&picture, gpu.StageCompute, &gpu.ShaderSlot{Class: gpu.DescriptorUAV, Register: 3}))
	vertex := Run{Class: gpu.DescriptorSRV, End: 1, Visible: gpu.VisibilityVertex}
	require.False(t, vertex.Provides(gpu.StageCompute, gpu.DescriptorSRV, 0, 0), "compute shaders see ALL only")
	require.False(t, vertex.Overlaps(&Run{Class: gpu.DescriptorSRV, End: 1, Visible: gpu.VisibilityPixel}))
	require.True(t, vertex.Overlaps(&Run{Class: gpu.DescriptorSRV, End: 1}))
}
