package resolve

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/surface"
)

// Rows gives the mean of samples, of the rows that it is asked for alone.
func TestRows(t *testing.T) {
	src := &surface.Surface{Bytes: []byte{10, 20, 11, 21, 12, 20, 14, 30}, RowPitch: 1, SamplePitch: 2} // two rows of a texel, four samples
	dst := &surface.Surface{Bytes: []byte{1, 2}, RowPitch: 1}
	Rows(dst, src, gpu.FormatR8Unorm, 4, 1, 0, 1)
	require.Equal(t, []byte{12, 2}, dst.Bytes, "47/4 is nearest to 12")
	Rows(dst, src, gpu.FormatR8Unorm, 4, 1, 1, 2)
	require.Equal(t, []byte{12, 23}, dst.Bytes, "91/4")
	Rows(dst, src, gpu.FormatR8Uint, 4, 1, 0, 2)
	require.Equal(t, []byte{10, 20}, dst.Bytes, "integers: sample 0")
}

// A mean in the middle goes to the even neighbour.
func TestRowsTies(t *testing.T) {
	src := &surface.Surface{Bytes: []byte{1, 3, 2, 4}, RowPitch: 2, SamplePitch: 2}
	dst := &surface.Surface{Bytes: make([]byte, 2), RowPitch: 2}
	Rows(dst, src, gpu.FormatR8Unorm, 2, 2, 0, 1)
	require.Equal(t, []byte{2, 4}, dst.Bytes, "1.5 and 3.5")
}

func TestRowsFloats(t *testing.T) {
	src := &surface.Surface{RowPitch: 4, SamplePitch: 4}
	for _, v := range []float32{1, 2.5} {
		src.Bytes = binary.LittleEndian.AppendUint32(src.Bytes, math.Float32bits(v))
	}
	dst := &surface.Surface{Bytes: make([]byte, 4), RowPitch: 4}
	Rows(dst, src, gpu.FormatR32Float, 2, 1, 0, 1)
	require.Equal(t, float32(1.75), math.Float32frombits(binary.LittleEndian.Uint32(dst.Bytes)))
}
