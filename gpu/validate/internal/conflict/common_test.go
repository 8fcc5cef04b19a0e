package conflict

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestCommon: what two accesses share, worked out byte by byte, whichever comes first.
func TestCommon(t *testing.T) {
	type access = gpu.Access
	tests := []struct {
		name       string
		a, b, want access // the zero value: nothing that could be named
	}{
		{"ranges", access{Begin: 0, End: 16}, access{Begin: 8, End: 32}, access{Begin: 8, End: 16}},
		{"ranges side by side", access{Begin: 0, End: 16}, access{Begin: 16, End: 32}, access{}},
		{"a box within a range", access{Begin: 0, End: 256}, access{Begin: 20, End: 60, Stride: 32, Size: 8}, access{Begin: 20, End: 60, Stride: 32, Size: 8}},
		{"a box half within a range", access{Begin: 0, End: 40}, access{Begin: 20, End: 60, Stride: 32, Size: 8}, access{}},
		// rows of 32 bytes: a has columns 0..16 of rows 0..4, b columns 8..32 of rows 2..8
		{"boxes", access{Begin: 0, End: 3*32 + 16, Stride: 32, Size: 16}, access{Begin: 2*32 + 8, End: 7*32 + 32, Stride: 32, Size: 24},
			access{Begin: 2*32 + 8, End: 3*32 + 16, Stride: 32, Size: 8}},
		// a has columns 16..32 of rows 0..4, b columns 0..20 of rows 1..2
		{"boxes, the left one below", access{Begin: 16, End: 3*32 + 32, Stride: 32, Size: 16}, access{Begin: 32, End: 52, Stride: 32, Size: 20},
			access{Begin: 48, End: 52, Stride: 32, Size: 4}},
		{"boxes side by side", access{Begin: 0, End: 3*32 + 16, Stride: 32, Size: 16}, access{Begin: 16, End: 3*32 + 32, Stride: 32, Size: 16}, access{}},
		{"boxes below each other", access{Begin: 0, End: 32 + 16, Stride: 32, Size: 16}, access{Begin: 2 * 32, End: 3*32 + 16, Stride: 32, Size: 16}, access{}},
		{"other strides", access{Begin: 0, End: 48, Stride: 32, Size: 16}, access{Begin: 0, End: 40, Stride: 24, Size: 16}, access{}},
		{"other resources", access{Resource: 1, Begin: 0, End: 16}, access{Resource: 2, Begin: 0, End: 16}, access{}},
	}
	for _, tt := range tests {
		for _, pair := range [][2]access{{tt.a, tt.b}, {tt.b, tt.a}} {
			both, ok := common(&pair[0], &pair[1])
			require.Equal(t, tt.want != (access{}), ok, tt.name)
			if ok {
				require.Equal(t, tt.want, both, tt.name)
			}
		}
	}
}
