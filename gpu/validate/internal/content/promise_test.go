package content

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestModes: views for reading keep their data while they are set, views for writing promise nothing, and version 1.0 promises nothing.
func TestModes(t *testing.T) {
	for _, c := range []struct {
		version gpu.RootSignatureVersion
		class   gpu.DescriptorType
		flags   gpu.DescriptorRangeFlags
		want    Mode
	}{
		{gpu.RootVersion11, gpu.DescriptorSRV, 0, WhileSet},
		{gpu.RootVersion11, gpu.DescriptorCBV, 0, WhileSet},
		{gpu.RootVersion11, gpu.DescriptorUAV, 0, Volatile},
		{gpu.RootVersion11, gpu.DescriptorSampler, 0, Volatile},
		{gpu.RootVersion11, gpu.DescriptorSRV, gpu.DescriptorsVolatile, WhileSet},
		{gpu.RootVersion11, gpu.DescriptorSRV, gpu.DescriptorsVolatile | gpu.DataVolatile, Volatile},
		{gpu.RootVersion11, gpu.DescriptorSRV, gpu.DataStatic, Static},
		{gpu.RootVersion11, gpu.DescriptorUAV, gpu.DataStaticWhileSetAtExecute, WhileSet},
		{gpu.RootVersion11, gpu.DescriptorUAV, gpu.DataStatic, Static},
		{gpu.RootVersion10, gpu.DescriptorSRV, 0, Volatile},
	} {
		require.Equal(t, c.want, modeOf(&gpu.RootSignatureDesc{Version: c.version}, c.class, c.flags), c)
	}
}

// signature has constants, a table of two ranges, and a root view.
var signature = gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{
	{Type: gpu.Root32BitConstants, Num32BitValues: 1, ShaderRegister: 9},
	{Ranges: []gpu.DescriptorRange{
		{Type: gpu.DescriptorUAV, NumDescriptors: 2, OffsetInDescriptorsFromTableStart: gpu.RangeAppend},
		{Type: gpu.DescriptorSRV, NumDescriptors: 4, BaseShaderRegister: 2, OffsetInDescriptorsFromTableStart: gpu.RangeAppend, Flags: gpu.DataStatic}}},
	{Type: gpu.RootSRV, ShaderRegister: 0},
}}

func TestRanges(t *testing.T) {
	require.Equal(t, []Range{
		{Parameter: 1, Class: gpu.DescriptorSRV, First: 2, End: 6, Offset: 2, Count: 4, Mode: Static, Written: true, Place: "Parameters[2].Ranges[2]"},
		{Parameter: 2, Class: gpu.DescriptorSRV, First: 0, End: 1, Mode: WhileSet, Place: "Parameters[3]"},
	}, RangesOf(&signature))
}

// TestReads: a shader that declares t3 and t4 reads a part of the range, whatever it declares in another space.
func TestReads(t *testing.T) {
	slots := []gpu.ShaderSlot{{Class: gpu.DescriptorSRV, Register: 3, Count: 2}}
	want := []Range{{Parameter: 1, Class: gpu.DescriptorSRV, First: 3, End: 5, Offset: 3, Count: 2, Mode: Static, Written: true, Place: "Parameters[2].Ranges[2]"}}
	require.Equal(t, want, ReadsOf(&signature, gpu.StageCompute, slots))
	require.Equal(t, want, ReadsOf(&signature, gpu.StageCompute, append(slots, gpu.ShaderSlot{Class: gpu.DescriptorSRV, Register: 4, Space: 1, Count: 1})))
	require.Empty(t, ReadsOf(&signature, gpu.StageCompute, []gpu.ShaderSlot{{Class: gpu.DescriptorSRV, Register: 3, Space: 1, Count: 1}}))
}

func TestCovers(t *testing.T) {
	p := Promise{Range: Range{Class: gpu.DescriptorSRV, First: 2, End: 6}}
	for slot, want := range map[string]bool{"t1": false, "t2": true, "t5": true, "t6": false, "u2": false, "": false, "vertex buffer 2": false, "t": false, "t2 in space 1": false} {
		require.Equal(t, want, p.covers(&gpu.Access{Slot: slot}), slot)
	}
	p.Space = 1
	require.True(t, p.covers(&gpu.Access{Slot: "t2 in space 1"}))
	require.False(t, p.covers(&gpu.Access{Slot: "t2"}))
}
