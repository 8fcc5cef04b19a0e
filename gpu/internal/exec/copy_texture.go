package exec

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// block is a box of texels in VRAM: depth slices of height rows of row bytes.
//
//	at ──▶ |<- row ->|      rowPitch apart
//	       |         |      height of them, then the next slice: slicePitch apart
type block struct {
	at                   uint64 // of the first texel
	rowPitch, slicePitch uint64
	samplePitch          uint64 // 0: there is one sample
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
		n += m.moveBlock(dst, src, row, uint64((c.Box.Bottom-c.Box.Top+edge-1)/edge), uint64(c.Box.Back-c.Box.Front))
		src.at, dst.at = src.at+src.samplePitch, dst.at+dst.samplePitch
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
func (m *Machine) side(s *gpu.CopySide, x, y, z uint32) (b block, bytes uint64, edge uint32) {
	r := m.resource(s.Resource)
	f := &s.Footprint
	origin := r.Base
	if !s.Placed {
		f, origin = &r.Footprints[s.Subresource], 0
	}
	texel, edge := f.Format.Block()
	slicePitch := uint64(f.RowPitch) * uint64(f.Rows())
	at := origin + f.Offset + uint64(z)*slicePitch + uint64(y/edge)*uint64(f.RowPitch) + uint64(x/edge)*uint64(texel)
	return block{at: at, rowPitch: uint64(f.RowPitch), slicePitch: slicePitch, samplePitch: uint64(f.SamplePitch)}, uint64(texel), edge
}

// moveBlock copies depth slices of height rows of row bytes and returns their number of bytes.
func (m *Machine) moveBlock(dst, src block, row, height, depth uint64) uint64 {
	c := rowCopy{dst: dst, src: src, row: row, height: height,
		to: m.bytes(dst.at, dst.span(row, height, depth)), from: m.bytes(src.at, src.span(row, height, depth))}
	rows := height * depth
	switch {
	case dst.at < src.at+uint64(len(c.from)) && src.at < dst.at+uint64(len(c.to)):
		c.overlapping(rows)
	case worthSplitting(rows * row):
		c.split(rows)
	default:
		c.rows(0, rows)
	}
	return rows * row
}

// rowCopy copies the rows of one block to another one of the same extent.
type rowCopy struct {
	dst, src    block
	to, from    []byte // from the first to behind the last texel
	row, height uint64
}

// rows copies the rows [begin, end), counted over all slices.
func (c *rowCopy) rows(begin, end uint64) {
	for i := begin; i < end; i++ {
		a, b := c.dst.row(i, c.height), c.src.row(i, c.height)
		copy(c.to[a:a+c.row], c.from[b:b+c.row])
	}
}

// overlapping copies rows of the same memory as memmove does: backwards when the destination lies behind.
func (c *rowCopy) overlapping(rows uint64) {
	if c.dst.at <= c.src.at {
		c.rows(0, rows)
		return
	}
	for i := rows; i > 0; i-- {
		c.rows(i-1, i)
	}
}

// split uses all cores. The receiver is a copy, so that only big copies allocate.
func (c rowCopy) split(rows uint64) { split(rows, rows*c.row, c.rows) }

// span is the number of bytes from the first to behind the last texel.
func (b block) span(row, height, depth uint64) uint64 {
	return (depth-1)*b.slicePitch + (height-1)*b.rowPitch + row
}

// row is the offset of row i, counted over all slices, from the first texel.
func (b block) row(i, height uint64) uint64 {
	return i/height*b.slicePitch + i%height*b.rowPitch
}
