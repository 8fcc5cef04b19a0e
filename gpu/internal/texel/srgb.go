package texel

import "math"

// The sRGB transfer function is done by table, so that it is exact and the same on every machine (math.Pow is not).
// Linear to sRGB is the byte whose exact value is nearest, found by its threshold.

var srgbToLinear = floats(&srgbLinearBits)

var srgbThreshold = floats(&srgbThresholdBits)

func floats(bits *[256]uint32) (values [256]float32) {
	for i, b := range bits {
		values[i] = math.Float32frombits(b)
	}
	return values
}

// srgbFromLinear is the byte that v, clamped to [0, 1], is nearest to after the transfer function; NaN is 0.
func srgbFromLinear(v float32) byte {
	i := 0
	for step := 128; step > 0; step >>= 1 {
		if v >= srgbThreshold[i+step] {
			i += step
		}
	}
	return byte(i)
}
