package texel

// SRGBThresholds are, by byte, the smallest linear values that the byte is nearest to after the sRGB transfer function; the first one is 0. Callers
// must not change them.
func SRGBThresholds() *[256]float32 { return &srgbThreshold }

// SRGBFromLinear is the byte that v, clamped to [0, 1], is nearest to after the sRGB transfer function; NaN is 0.
func SRGBFromLinear(v float32) byte { return srgbFromLinear(v) }
