package texel

import "github.com/gpuscript/gpuscript/gpu"

// ToRGBA8 reads one texel of a format with colour as 8-bit red, green, blue and alpha, clamped to [0, 1]; missing components are 0, alpha 1.
// The sRGB transfer function is applied where info.SRGB says so.
func ToRGBA8(info *gpu.FormatInfo, src, dst []byte) {
	bits := getBits(info, src)
	dst[0], dst[1], dst[2], dst[3] = 0, 0, 0, 255
	for i := range info.Components {
		if info.Numeric == gpu.NumericUnorm && info.Bits == 8 {
			dst[i] = byte(bits[i])
			continue
		}
		dst[i] = byte(unorm(decodeComponent(info, i, bits[i]), 8))
	}
}
