package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestHolds: three parts of 4 bytes, 16 apart, from byte 8: [8, 12), [24, 28), [40, 44).
func TestHolds(t *testing.T) {
	parts := gpu.Access{Begin: 8, End: 44, Stride: 16, Size: 4}
	whole := gpu.Access{Begin: 8, End: 44}
	tests := []struct {
		begin, end   uint64
		parts, whole bool
	}{
		{0, 8, false, false},
		{0, 9, true, true},
		{11, 12, true, true},
		{12, 24, false, true},
		{12, 25, true, true},
		{27, 40, true, true},
		{28, 40, false, true},
		{28, 41, true, true},
		{43, 44, true, true},
		{44, 60, false, false},
		{44, ^uint64(0), false, false},
		{0, ^uint64(0), true, true},
	}
	for _, tt := range tests {
		require.Equal(t, tt.parts, holds(&parts, tt.begin, tt.end), "[%d, %d)", tt.begin, tt.end)
		require.Equal(t, tt.whole, holds(&whole, tt.begin, tt.end), "[%d, %d)", tt.begin, tt.end)
	}
}
