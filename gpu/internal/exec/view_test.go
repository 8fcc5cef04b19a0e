package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/descriptor"
)

func TestViewOfBuffers(t *testing.T) {
	r := NewResource(7, "b", gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 100}, gpu.HeapDefault, 0)
	const none = gpu.FormatUnknown
	tests := []struct {
		name         string
		v            gpu.ViewDesc
		format       gpu.Format
		offset, size uint64
		stride       uint32
	}{
		{"typed, all", gpu.ViewDesc{Format: gpu.FormatR32G32Float}, gpu.FormatR32G32Float, 0, 96, 8},
		{"typed, rest", gpu.ViewDesc{Format: gpu.FormatR32Float, FirstElement: 3}, gpu.FormatR32Float, 12, 88, 4},
		{"typed, -1 is the rest", gpu.ViewDesc{Format: gpu.FormatR32Float, FirstElement: 3, NumElements: descriptor.All}, gpu.FormatR32Float, 12, 88, 4},
		{"typed, some", gpu.ViewDesc{Format: gpu.FormatR8Uint, FirstElement: 3, NumElements: 5}, gpu.FormatR8Uint, 3, 5, 1},
		{"structured, all", gpu.ViewDesc{StructureByteStride: 12}, none, 0, 96, 12},
		{"structured, some", gpu.ViewDesc{StructureByteStride: 12, FirstElement: 7, NumElements: 1}, none, 84, 12, 12},
		{"raw, all", gpu.ViewDesc{Flags: gpu.ViewRaw}, gpu.FormatR32Typeless, 0, 100, 4},
		{"raw, some", gpu.ViewDesc{Flags: gpu.ViewRaw, Format: gpu.FormatR32Typeless, FirstElement: 4, NumElements: 21}, gpu.FormatR32Typeless, 16, 84, 4},
		{"behind the end", gpu.ViewDesc{Format: gpu.FormatR32Float, FirstElement: 26}, gpu.FormatR32Float, 100, 0, 4},
	}
	for _, tt := range tests {
		for _, typ := range []gpu.DescriptorType{gpu.DescriptorSRV, gpu.DescriptorUAV} {
			d := ViewOf(typ, r, nil, &tt.v)
			want := Descriptor{Type: typ, Resource: 7, Dimension: gpu.ViewBuffer, Format: tt.format, Raw: tt.v.Flags&gpu.ViewRaw != 0, Offset: tt.offset, Size: tt.size, Stride: tt.stride}
			require.Equal(t, want, d, tt.name)
		}
	}
}

func TestViewOfTextures(t *testing.T) {
	texture := func(d gpu.ResourceDimension, depth, mips uint32) *Resource {
		desc := gpu.ResourceDesc{Dimension: d, Width: 32, Height: 16, DepthOrArraySize: depth, MipLevels: mips, Format: gpu.FormatR8G8B8A8Unorm}
		if d == gpu.DimensionTexture1D {
			desc.Height = 1
		}
		return NewResource(9, "t", desc, gpu.HeapDefault, 0)
	}
	tests := []struct {
		name  string
		t     gpu.DescriptorType
		r     *Resource
		v     *gpu.ViewDesc
		dim   gpu.ViewDimension
		first [2]uint32 // mip, mips
		slice [2]uint32 // slice, slices
	}{
		{"1D", gpu.DescriptorSRV, texture(gpu.DimensionTexture1D, 1, 3), nil, gpu.ViewTexture1D, [2]uint32{0, 3}, [2]uint32{0, 1}},
		{"1D array", gpu.DescriptorSRV, texture(gpu.DimensionTexture1D, 2, 3), nil, gpu.ViewTexture1DArray, [2]uint32{0, 3}, [2]uint32{0, 2}},
		{"2D", gpu.DescriptorSRV, texture(gpu.DimensionTexture2D, 1, 4), nil, gpu.ViewTexture2D, [2]uint32{0, 4}, [2]uint32{0, 1}},
		{"2D UAV has one mip", gpu.DescriptorUAV, texture(gpu.DimensionTexture2D, 1, 4), nil, gpu.ViewTexture2D, [2]uint32{0, 1}, [2]uint32{0, 1}},
		{"2D UAV of a mip", gpu.DescriptorUAV, texture(gpu.DimensionTexture2D, 1, 4), &gpu.ViewDesc{MipSlice: 3}, gpu.ViewTexture2D, [2]uint32{3, 1}, [2]uint32{0, 1}},
		{"2D mips from 2", gpu.DescriptorSRV, texture(gpu.DimensionTexture2D, 1, 4), &gpu.ViewDesc{MostDetailedMip: 2, MipLevels: descriptor.All}, gpu.ViewTexture2D, [2]uint32{2, 2}, [2]uint32{0, 1}},
		{"2D array", gpu.DescriptorSRV, texture(gpu.DimensionTexture2D, 5, 1), nil, gpu.ViewTexture2DArray, [2]uint32{0, 1}, [2]uint32{0, 5}},
		{"2D array from 2", gpu.DescriptorUAV, texture(gpu.DimensionTexture2D, 5, 1), &gpu.ViewDesc{FirstArraySlice: 2}, gpu.ViewTexture2DArray, [2]uint32{0, 1}, [2]uint32{2, 3}},
		{"2D of an array", gpu.DescriptorSRV, texture(gpu.DimensionTexture2D, 5, 1), &gpu.ViewDesc{ViewDimension: gpu.ViewTexture2D}, gpu.ViewTexture2D, [2]uint32{0, 1}, [2]uint32{0, 1}},
		{"cube", gpu.DescriptorSRV, texture(gpu.DimensionTexture2D, 12, 1), &gpu.ViewDesc{ViewDimension: gpu.ViewTextureCube}, gpu.ViewTextureCube, [2]uint32{0, 1}, [2]uint32{0, 6}},
		{"3D", gpu.DescriptorSRV, texture(gpu.DimensionTexture3D, 8, 3), nil, gpu.ViewTexture3D, [2]uint32{0, 3}, [2]uint32{0, 8}},
		{"3D from mip 1", gpu.DescriptorSRV, texture(gpu.DimensionTexture3D, 8, 3), &gpu.ViewDesc{MostDetailedMip: 1}, gpu.ViewTexture3D, [2]uint32{1, 2}, [2]uint32{0, 4}},
		{"3D UAV of a mip", gpu.DescriptorUAV, texture(gpu.DimensionTexture3D, 8, 3), &gpu.ViewDesc{MipSlice: 1, FirstWSlice: 1}, gpu.ViewTexture3D, [2]uint32{1, 1}, [2]uint32{1, 3}},
		{"3D UAV, some", gpu.DescriptorUAV, texture(gpu.DimensionTexture3D, 8, 3), &gpu.ViewDesc{FirstWSlice: 2, WSize: 3}, gpu.ViewTexture3D, [2]uint32{0, 1}, [2]uint32{2, 3}},
	}
	for _, tt := range tests {
		d := ViewOf(tt.t, tt.r, nil, tt.v)
		want := Descriptor{Type: tt.t, Resource: 9, Dimension: tt.dim, Format: gpu.FormatR8G8B8A8Unorm, Stride: 4,
			FirstMip: tt.first[0], Mips: tt.first[1], FirstSlice: tt.slice[0], Slices: tt.slice[1]}
		require.Equal(t, want, d, tt.name)
	}
}

func TestViewOfCastAndCounterAndNull(t *testing.T) {
	r := NewResource(9, "t", gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 4, Height: 4, Format: gpu.FormatR8G8B8A8Unorm}, gpu.HeapDefault, 0)
	require.Equal(t, gpu.FormatR8G8B8A8Uint, ViewOf(gpu.DescriptorUAV, r, nil, &gpu.ViewDesc{Format: gpu.FormatR8G8B8A8Uint}).Format)
	b := NewResource(2, "b", gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 64}, gpu.HeapDefault, 0)
	c := NewResource(3, "c", gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 8192}, gpu.HeapDefault, 0)
	d := ViewOf(gpu.DescriptorUAV, b, c, &gpu.ViewDesc{StructureByteStride: 8, CounterOffsetInBytes: 4096})
	require.Equal(t, gpu.ID(3), d.Counter)
	require.EqualValues(t, 4096, d.CounterOffset)
	null := ViewOf(gpu.DescriptorSRV, nil, nil, &gpu.ViewDesc{ViewDimension: gpu.ViewTexture2D, Format: gpu.FormatR32Float})
	require.Equal(t, Descriptor{Type: gpu.DescriptorSRV, Null: true, Dimension: gpu.ViewTexture2D, Format: gpu.FormatR32Float, Stride: 4}, null)
	require.True(t, ViewOf(gpu.DescriptorUAV, nil, nil, nil).Null)
}
