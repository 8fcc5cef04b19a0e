package conflict

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestRange: bytes of buffers, boxes of textures. A row of 64 texels of one byte takes 256 bytes, a slice of 2 rows 512.
func TestRange(t *testing.T) {
	flat := gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 64, Height: 2, MipLevels: 1, Format: gpu.FormatR8Unorm}.Normalized()
	array := flat
	array.DepthOrArraySize = 3
	volume := flat
	volume.Dimension, volume.DepthOrArraySize = gpu.DimensionTexture3D, 3
	blocks := gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 10, Height: 8, MipLevels: 1, Format: gpu.FormatBC1Unorm}.Normalized() // 3 x 2 blocks of 8 bytes
	many := flat
	many.SampleDesc.Count = 4 // each sample takes 512 bytes
	buffer := gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 64}
	tests := []struct {
		desc       *gpu.ResourceDesc
		begin, end uint64
		want       string
	}{
		{nil, 4, 8, "t[4, 8)"},
		{&buffer, 0, 64, "t[0, 64)"},
		{&flat, 3, 5, "t[x 3..5, y 0..1]"},
		{&flat, 256, 320, "t[x 0..64, y 1..2]"},
		{&flat, 63, 257, "t[x 0..64, y 0..2]"},
		{&array, 512, 513, "t[subresource 1, x 0..1, y 0..1]"},
		{&array, 0, 513, "t[subresources 0..2]"},
		{&blocks, 8, 16, "t[x 4..8, y 0..4]"},
		{&blocks, 16, 24, "t[x 8..10, y 0..4]"},
		{&blocks, 256, 280, "t[x 0..10, y 4..8]"},
		{&blocks, 16, 264, "t[x 0..10, y 0..8]"},
		{&many, 512 + 256 + 7, 512 + 256 + 9, "t[x 7..9, y 1..2]"},
		{&many, 511, 513, "t[x 0..64, y 0..2]"},
		{&volume, 512, 514, "t[x 0..2, y 0..1, z 1..2]"},
		{&volume, 511, 513, "t[x 0..64, y 0..2, z 0..2]"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, Range("t", tt.desc, tt.begin, tt.end, 0, 0))
	}
	require.Equal(t, "t[x 3..5, y 0..2]", Range("t", &flat, 3, 261, 256, 2))
	require.Equal(t, "t[0, 36) (4 of every 16 bytes)", Range("t", &buffer, 0, 36, 16, 4))
}
