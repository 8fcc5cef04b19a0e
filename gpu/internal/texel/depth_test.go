package texel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestDepth: 0.9 in float32 is 0.89999998, which is step 58981.498 of 65535: a product in float32 would round it to 58981.5 first.
func TestDepth(t *testing.T) {
	require.Equal(t, []byte{0x65, 0xe6}, Depth(gpu.FormatD16Unorm, 0.9))
	require.Equal(t, []byte{0xff, 0xff}, Depth(gpu.FormatD16Unorm, 2))
	require.Equal(t, []byte{0xff, 0xff, 0xff, 0}, Depth(gpu.FormatD24UnormS8Uint, 1))
	require.Equal(t, []byte{0, 0, 0x80, 0}, Depth(gpu.FormatD24UnormS8Uint, 0.5), "8388607.5 to even")
	require.Equal(t, []byte{0, 0, 0, 0x3f}, Depth(gpu.FormatD32FloatS8X24Uint, 0.5))
	require.Equal(t, []byte{0, 0, 0, 0}, Depth(gpu.FormatD32Float, -1))
}
