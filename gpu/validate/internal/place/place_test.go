package place

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestWiden(t *testing.T) {
	bounds := []uint64{0, 512, 1024, 1500}
	tests := []struct{ begin, end, low, high uint64 }{
		{0, 1, 0, 512}, {511, 512, 0, 512}, {511, 513, 0, 1024}, {512, 1024, 512, 1024}, {1400, 1500, 1024, 1500}, {0, 1500, 0, 1500},
	}
	for _, tt := range tests {
		low, high := Widen(bounds, tt.begin, tt.end)
		require.Equal(t, []uint64{tt.low, tt.high}, []uint64{low, high}, "%+v", tt)
	}
	desc := gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 64, Height: 2, Format: gpu.FormatR8Unorm, DepthOrArraySize: 2}.Normalized()
	desc.MipLevels = 1
	require.Equal(t, []uint64{0, 512, 832}, BoundsOf(&desc)) // a slice has two rows of 64 bytes, 256 apart
	require.Nil(t, BoundsOf(&gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 64}))
}
