package exec

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/bulk"
)

func (m *Machine) copyBufferRegion(c *gpu.Command) Outcome {
	dst, src := m.resource(c.Dst), m.resource(c.Src)
	if c.DstOffset+c.Size > dst.Size() || c.SrcOffset+c.Size > src.Size() {
		panic(fmt.Sprintf("BUG: exec: copy of %d bytes to %d and from %d is outside of its buffers", c.Size, c.DstOffset, c.SrcOffset))
	}
	m.move(dst.Base+c.DstOffset, src.Base+c.SrcOffset, c.Size)
	return Outcome{Result: Result{BytesRead: c.Size, BytesWritten: c.Size}}
}

// move copies n bytes, as memmove does.
func (m *Machine) move(dst, src, n uint64) {
	bulk.Move(m.bytes(dst, n), m.bytes(src, n), dst, src)
}

// copyResource copies every byte that holds content. Both resources have the same shape, so subresource i of one is laid
// out as subresource i of the other; the padding between rows is copied with them, which is faster and not visible.
func (m *Machine) copyResource(c *gpu.Command) Outcome {
	dst, src := m.resource(c.Dst), m.resource(c.Src)
	n := src.Size()
	if dst.Size() != n {
		panic(fmt.Sprintf("BUG: exec: CopyResource of %d bytes to %d bytes", n, dst.Size()))
	}
	m.move(dst.Base, src.Base, n)
	content := contentBytes(src)
	return Outcome{Result: Result{BytesRead: content, BytesWritten: content}}
}

// contentBytes is the size of a resource without padding between rows and subresources.
func contentBytes(r *Resource) uint64 {
	if r.IsBuffer() {
		return r.Desc.Width
	}
	n := uint64(0)
	for i := range r.Footprints {
		f := &r.Footprints[i]
		n += f.RowSizeInBytes * uint64(f.Rows()) * uint64(f.Depth)
	}
	return n * uint64(r.Desc.SampleDesc.Count)
}

// discard makes the contents undefined: they become poison. Nothing is counted, because hardware moves no bytes for it.
func (m *Machine) discard(c *gpu.Command) Outcome {
	r := m.resource(c.Dst)
	if m.bytes(r.Base, r.Size()); r.IsBuffer() {
		m.space.Fill(r.Base, r.End())
		return Outcome{}
	}
	for sub := c.Slot; sub < r.Desc.Subresources() && (c.X == 0 || sub < c.Slot+c.X); sub++ {
		f := &r.Footprints[sub]
		for s := range uint64(r.Desc.SampleDesc.Count) {
			m.discardRects(f, f.Offset+s*uint64(f.SamplePitch), c.Rects)
		}
	}
	return Outcome{}
}

// discardRects poisons rectangles of one sample of a subresource, or all of it.
func (m *Machine) discardRects(f *gpu.Footprint, base uint64, rects []gpu.Rect) {
	if len(rects) == 0 {
		m.space.Fill(base, base+f.SizeInBytes)
	}
	cell := uint64(f.Format.Bytes())
	for _, q := range rects {
		for y := uint64(q.Top); y < uint64(q.Bottom); y++ {
			row := base + y*uint64(f.RowPitch)
			m.space.Fill(row+uint64(q.Left)*cell, row+uint64(q.Right)*cell)
		}
	}
}
