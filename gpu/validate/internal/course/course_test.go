package course

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestAll: one barrier serves subresources only if they are all there are, and need the same.
func TestAll(t *testing.T) {
	const dest, src, common = gpu.StateCopyDest, gpu.StateCopySource, gpu.StateCommon
	zero, one, other := Miss{0, common, dest}, Miss{1, common, dest}, Miss{1, src, dest}
	for _, tt := range []struct {
		name   string
		missed []Miss
		n      uint32
		want   []Miss
	}{
		{"all, alike", []Miss{zero, one}, 2, []Miss{{gpu.AllSubresources, common, dest}}},
		{"two of three", []Miss{zero, one}, 3, []Miss{zero, one}},
		{"all, from different states", []Miss{zero, other}, 2, []Miss{zero, other}},
		{"all, to different states", []Miss{zero, {1, common, src}}, 2, []Miss{zero, {1, common, src}}},
		{"one of one", []Miss{zero}, 1, []Miss{{gpu.AllSubresources, common, dest}}},
		{"one of two", []Miss{one}, 2, []Miss{one}},
		{"none", nil, 2, nil},
	} {
		require.Equal(t, tt.want, All(tt.missed, tt.n), tt.name)
	}
}
