package accesses

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
)

// textureCopy appends both sides of CopyTextureRegion.
func (t *List) textureCopy(env exec.Env, c *gpu.TextureCopy) {
	if c.Box.Empty() {
		return
	}
	t.side(env, &c.Src, c.Box, gpu.StateCopySource)
	from, to := edge(env, &c.Src), edge(env, &c.Dst)
	into := gpu.Box{Left: c.DX, Top: c.DY, Front: c.DZ, Right: c.DX + scaled(c.Box.Right-c.Box.Left, from, to),
		Bottom: c.DY + scaled(c.Box.Bottom-c.Box.Top, from, to),
		Back:   c.DZ + c.Box.Back - c.Box.Front}
	t.side(env, &c.Dst, into, gpu.StateCopyDest)
}

// edge is that of a block of one side, 1 for texels.
func edge(env exec.Env, s *gpu.CopySide) uint32 {
	format := s.Footprint.Format
	if r := env.Resource(s.Resource); !s.Placed && r != nil {
		format = r.Footprints[s.Subresource].Format
	}
	_, edge := format.Block()
	return max(edge, 1)
}

// scaled is how many texels of the destination n of the source take: a block for each texel, or a texel for each block.
func scaled(n, from, to uint32) uint32 {
	if from == to {
		return n
	}
	return (n + from - 1) / from * to
}

// side appends the rows of a box of texels: of all samples of a texture, or of a footprint in a buffer.
func (t *List) side(env exec.Env, s *gpu.CopySide, b gpu.Box, as gpu.ResourceStates) {
	r := env.Resource(s.Resource)
	if r == nil {
		return
	}
	if s.Placed {
		t.box(r, &s.Footprint, s.Footprint.Offset, b, as)
		return
	}
	f := &r.Footprints[s.Subresource]
	for i := range uint64(r.Desc.SampleDesc.Count) {
		t.box(r, f, f.Offset-r.Base+i*uint64(f.SamplePitch), b, as)
	}
}

// box appends a box of texels of a layout that begins at byte at of the resource: its rows, of texels or of blocks, as pieces at equal distances.
// Whole rows of a texture become one range, because the padding after them holds nothing; in a buffer it may hold something else.
func (t *List) box(r *exec.Resource, f *gpu.Footprint, at uint64, b gpu.Box, as gpu.ResourceStates) {
	bytes, edge := f.Format.Block()
	cell, pitch := uint64(bytes), uint64(f.RowPitch)
	left, right, top, bottom := b.Left/edge, (b.Right+edge-1)/edge, b.Top/edge, (b.Bottom+edge-1)/edge
	row, rows := uint64(right-left)*cell, uint64(bottom-top)
	whole := left == 0 && right == (f.Width+edge-1)/edge && !r.IsBuffer()
	for z := b.Front; z < b.Back; z++ {
		t.add(r.ID, at+uint64(z)*pitch*uint64(f.Rows())+uint64(top)*pitch+uint64(left)*cell, (rows-1)*pitch+row, as)
		if last := len(t.List) - 1; rows > 1 && row < pitch && !whole {
			t.List[last].Stride, t.List[last].Size = pitch, row
		}
	}
}

// discard appends the bytes that DiscardResource names, in the state that it needs on a queue of the type.
func (t *List) discard(env exec.Env, on gpu.CommandListType, c *gpu.Command) {
	r := env.Resource(c.Dst)
	if r == nil {
		return
	}
	as := discardState(on, r.Desc.Flags)
	if r.IsBuffer() || c.Slot == 0 && c.X == 0 && len(c.Rects) == 0 {
		t.whole(env, c.Dst, as)
		return
	}
	count := c.X
	if count == 0 {
		count = r.Desc.Subresources() - c.Slot
	}
	for sub := c.Slot; sub < c.Slot+count; sub++ {
		f := &r.Footprints[sub]
		side := gpu.CopySide{Resource: c.Dst, Subresource: sub}
		if len(c.Rects) == 0 {
			t.side(env, &side, gpu.Box{Right: f.Width, Bottom: f.Height, Back: f.Depth}, as)
		}
		for _, q := range c.Rects {
			t.side(env, &side, gpu.Box{Left: uint32(q.Left), Top: uint32(q.Top), Right: uint32(q.Right), Bottom: uint32(q.Bottom), Back: 1}, as)
		}
	}
}

// discardState is the state that DiscardResource needs.
func discardState(on gpu.CommandListType, flags gpu.ResourceFlags) gpu.ResourceStates {
	switch {
	case on == gpu.ListDirect && flags&gpu.AllowRenderTarget != 0:
		return gpu.StateRenderTarget
	case on == gpu.ListDirect && flags&gpu.AllowDepthStencil != 0:
		return gpu.StateDepthWrite
	}
	return gpu.StateUnorderedAccess
}

// Present appends all texels of a back buffer.
func (t *List) Present(r *exec.Resource) {
	f := &r.Footprints[0]
	t.box(r, f, 0, gpu.Box{Right: f.Width, Bottom: f.Height, Back: 1}, gpu.StatePresent)
}
