package raster

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/resolve"
)

// Resolve makes rows [top, bottom) of a surface with one sample from one with several (ResolveSubresource): integers take sample 0, all others the mean,
// sRGB in linear space. UNORM of 8 and 16 bits without sRGB is exact, to nearest even. Different rows may be done at the same time.
func Resolve(dst, src *Surface, f gpu.Format, samples int, width, top, bottom uint32) {
	resolve.Rows(dst.plane(), src.plane(), f, samples, width, top, bottom)
}

func (s *Surface) plane() *resolve.Surface {
	return &resolve.Surface{Bytes: s.Bytes, RowPitch: s.RowPitch, SamplePitch: s.SamplePitch}
}
