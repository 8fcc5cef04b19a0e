package record

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestParts: a texture of 3 mip levels and 2 slices, with a second plane for stencil: subresource = mip + (slice + plane*2)*3.
func TestParts(t *testing.T) {
	colour := gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 4, Height: 4, DepthOrArraySize: 2, MipLevels: 3, Format: gpu.FormatR8Unorm}.Normalized()
	depth := colour
	depth.Format = gpu.FormatD32FloatS8X24Uint
	for _, c := range []struct {
		name  string
		of    *gpu.ResourceDesc
		part  Part
		want  []uint32
		whole bool
	}{
		{"the zero value is all", &colour, Part{}, []uint32{0, 1, 2, 3, 4, 5}, true},
		{"all by number", &colour, Part{Mips: 3, Slices: 2}, []uint32{0, 1, 2, 3, 4, 5}, true},
		{"one level less", &colour, Part{Mips: 2, Slices: 2}, []uint32{0, 1, 3, 4}, false},
		{"one slice less", &colour, Part{Mips: 3, Slices: 1}, []uint32{0, 1, 2}, false},
		{"from a level on, as C writes it", &colour, Part{Mip: 1, Mips: 0xffffffff, Slice: 1, Slices: 0xffffffff}, []uint32{4, 5}, false},
		{"from a level on", &colour, Part{Mip: 1}, []uint32{1, 2, 4, 5}, false},
		{"more than there are", &colour, Part{Mip: 2, Mips: 9, Slice: 1, Slices: 9}, []uint32{5}, false},
		{"behind the end", &colour, Part{Mip: 3}, nil, false},
		{"one subresource", &colour, One(&colour, 4), []uint32{4}, false},
		{"both planes", &depth, One(&depth, 4), []uint32{4, 10}, false},
		{"a render target", &colour, PartOf(&gpu.ViewDesc{MipSlice: 1, MostDetailedMip: 2, FirstArraySlice: 1}, true), []uint32{4}, false},
		{"a view without slices", &colour, PartOf(&gpu.ViewDesc{ViewDimension: gpu.ViewTexture2D, MipLevels: 1}, false), []uint32{0}, false},
		{"a cube", &colour, PartOf(&gpu.ViewDesc{ViewDimension: gpu.ViewTextureCube, ArraySize: 1, MostDetailedMip: 2}, false), []uint32{2, 5}, false},
	} {
		var got []uint32
		require.NoError(t, c.part.each(c.of, func(i uint32) error { got = append(got, i); return nil }))
		require.Equal(t, c.want, got, c.name)
		_, _, whole := c.part.Within(c.of)
		require.Equal(t, c.whole, whole, c.name)
	}
}

// TestStand: subresources that are in one state again are a whole again.
func TestStand(t *testing.T) {
	s := stand{whole: gpu.StateCommon}
	s.set(1, 3, gpu.StateCopyDest)
	require.Equal(t, []gpu.ResourceStates{gpu.StateCommon, gpu.StateCopyDest, gpu.StateCommon}, s.parts)
	s.set(0, 3, gpu.StateCopyDest)
	s.join()
	require.NotNil(t, s.parts)
	require.Equal(t, gpu.StateCommon, s.of(2))
	s.set(2, 3, gpu.StateCopyDest)
	s.join()
	require.Nil(t, s.parts)
	require.Equal(t, gpu.StateCopyDest, s.of(2))
}
