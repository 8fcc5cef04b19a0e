package texel

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// Depth gives the bytes of a texel of the depth plane of a depth format, clamped to [0, 1]. In steps of unorm formats it is rounded to nearest even,
// as draws round it, so that a cleared depth and a drawn one compare equal.
func Depth(f gpu.Format, z float32) []byte {
	z = min(max(z, 0), 1)
	switch f {
	case gpu.FormatD16Unorm:
		return binary.LittleEndian.AppendUint16(nil, uint16(math.RoundToEven(float64(z)*(1<<16-1))))
	case gpu.FormatD24UnormS8Uint:
		return binary.LittleEndian.AppendUint32(nil, uint32(math.RoundToEven(float64(z)*(1<<24-1))))
	}
	return binary.LittleEndian.AppendUint32(nil, math.Float32bits(z))
}
