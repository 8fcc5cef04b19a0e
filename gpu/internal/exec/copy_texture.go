package exec

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/bulk"
)

// sampled is the box of the first sample of texels.
type sampled struct {
	bulk.Box
	samplePitch uint64 // to the box of the next sample; 0: there is one
}

// copyTextureRegion copies a box in any of the directions texture or footprint to texture or footprint. An empty box copies
// nothing (D3D12, CopyTextureRegion).
func (m *Machine) copyTextureRegion(c *gpu.TextureCopy) Outcome {
	if c.Box.Empty() {
		return Outcome{}
	}
	src, texel, edge := m.side(&c.Src, c.Box.Left, c.Box.Top, c.Box.Front)
	dst, other, _ := m.side(&c.Dst, c.DX, c.DY, c.DZ)
	if texel != other {
		panic(fmt.Sprintf("BUG: exec: texture copy from texels of %d bytes to %d bytes", texel, other))
	}
	row := uint64((c.Box.Right-c.Box.Left+edge-1)/edge) * texel
	n := uint64(0)
	for range m.samples(&c.Src) {
		n += m.copyBox(dst.Box, src.Box, row, uint64((c.Box.Bottom-c.Box.Top+edge-1)/edge), uint64(c.Box.Back-c.Box.Front))
		src.At, dst.At = src.At+src.samplePitch, dst.At+dst.samplePitch
	}
	return Outcome{Result: Result{BytesRead: n, BytesWritten: n}}
}

// samples is how many samples a texel of one side has: both sides have as many.
func (m *Machine) samples(s *gpu.CopySide) uint32 {
	if s.Placed {
		return 1
	}
	return m.resource(s.Resource).Desc.SampleDesc.Count
}

// side is the place of texel (x, y, z) of one side of a copy, and the size of a texel, or of a block, with its edge.
func (m *Machine) side(s *gpu.CopySide, x, y, z uint32) (b sampled, bytes uint64, edge uint32) {
	r := m.resource(s.Resource)
	f := &s.Footprint
	origin := r.Base
	if !s.Placed {
		f, origin = &r.Footprints[s.Subresource], 0
	}
	texel, edge := f.Format.Block()
	slicePitch := uint64(f.RowPitch) * uint64(f.Rows())
	at := origin + f.Offset + uint64(z)*slicePitch + uint64(y/edge)*uint64(f.RowPitch) + uint64(x/edge)*uint64(texel)
	return sampled{bulk.Box{At: at, RowPitch: uint64(f.RowPitch), SlicePitch: slicePitch}, uint64(f.SamplePitch)}, uint64(texel), edge
}

// copyBox copies depth slices of height rows of row bytes and returns their number of bytes.
func (m *Machine) copyBox(dst, src bulk.Box, row, height, depth uint64) uint64 {
	c := bulk.Copy{Dst: dst, Src: src, Row: row, Height: height,
		To: m.bytes(dst.At, dst.Span(row, height, depth)), From: m.bytes(src.At, src.Span(row, height, depth))}
	return c.Do(depth)
}
