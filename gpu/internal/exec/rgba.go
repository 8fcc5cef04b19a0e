package exec

import (
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/bulk"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// ReadRGBA8 reads a subresource of a texture as rows of 8-bit red, green, blue and alpha without padding, depth slice after
// depth slice: what a PNG file holds. The tone rule, for pictures that look as stored:
//
//	UNORM  the value; 8-bit components and sRGB bytes are taken as they are, without a transfer function
//	SNORM  negative values are 0
//	FLOAT  clamped to [0, 1], NaN is 0; no transfer function
//
// Missing components are 0, alpha 1, as for a shader. UINT, SINT and typeless formats have no colour: the caller refuses them.
func (m *Machine) ReadRGBA8(r *Resource, subresource uint32) []byte {
	f := &r.Footprints[subresource]
	info := texel.Colour(f.Format)
	size, row := uint64(f.Format.Bytes()), 4*uint64(f.Width)
	rows := uint64(f.Height) * uint64(f.Depth)
	out := make([]byte, row*rows)
	bulk.Split(rows, row*rows, func(begin, end uint64) {
		for y := begin; y < end; y++ {
			src, dst := m.bytes(f.Offset+y*uint64(f.RowPitch), f.RowSizeInBytes), out[y*row:(y+1)*row]
			for ; len(dst) > 0; src, dst = src[size:], dst[4:] {
				texel.ToRGBA8(&info, src, dst)
			}
		}
	})
	return out
}
