package texel

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// Colour is the row of a format that has a colour, without its transfer function.
func Colour(f gpu.Format) gpu.FormatInfo {
	info := f.Info()
	switch info.Numeric {
	case gpu.NumericFloat, gpu.NumericUnorm, gpu.NumericSnorm:
		info.SRGB = false
		return info
	}
	panic(fmt.Sprintf("BUG: texel: format %s has no colour", f))
}
