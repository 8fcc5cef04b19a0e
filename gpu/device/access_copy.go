package device

import "github.com/gpuscript/gpuscript/gpu"

// textureCopy appends both sides of CopyTextureRegion.
func (t *accesses) textureCopy(a *Adapter, c *gpu.TextureCopy) {
	if c.Box.Empty() {
		return
	}
	t.side(a, &c.Src, c.Box, gpu.StateCopySource)
	to := gpu.Box{Left: c.DX, Top: c.DY, Front: c.DZ, Right: c.DX + c.Box.Right - c.Box.Left, Bottom: c.DY + c.Box.Bottom - c.Box.Top,
		Back: c.DZ + c.Box.Back - c.Box.Front}
	t.side(a, &c.Dst, to, gpu.StateCopyDest)
}

// side appends the rows of a box of texels: of all samples of a texture, or of a footprint in a buffer.
func (t *accesses) side(a *Adapter, s *gpu.CopySide, b gpu.Box, as gpu.ResourceStates) {
	r, ok := a.objects[s.Resource].(*Resource)
	if !ok {
		return
	}
	if s.Placed {
		t.box(r, &s.Footprint, s.Footprint.Offset, b, as)
		return
	}
	f := &r.exec.Footprints[s.Subresource]
	for i := range uint64(r.exec.Desc.SampleDesc.Count) {
		t.box(r, f, f.Offset-r.exec.Base+i*uint64(f.SamplePitch), b, as)
	}
}

// box appends a box of texels of a layout that begins at byte at of the resource: its rows, of texels or of blocks, as pieces at equal distances. Whole
// rows of a texture become one range, because the padding behind them holds nothing; in a buffer it may hold something else.
func (t *accesses) box(r *Resource, f *gpu.Footprint, at uint64, b gpu.Box, as gpu.ResourceStates) {
	bytes, edge := f.Format.Block()
	cell, pitch := uint64(bytes), uint64(f.RowPitch)
	left, right, top, bottom := b.Left/edge, (b.Right+edge-1)/edge, b.Top/edge, (b.Bottom+edge-1)/edge
	row, rows := uint64(right-left)*cell, uint64(bottom-top)
	whole := left == 0 && right == (f.Width+edge-1)/edge && !r.exec.IsBuffer()
	for z := b.Front; z < b.Back; z++ {
		t.add(r.id, at+uint64(z)*pitch*uint64(f.Rows())+uint64(top)*pitch+uint64(left)*cell, (rows-1)*pitch+row, as)
		if last := len(t.list) - 1; rows > 1 && row < pitch && !whole {
			t.list[last].Stride, t.list[last].Size = pitch, row
		}
	}
}

// discard appends all bytes of a resource, in the state that DiscardResource needs on a queue of the type.
func (t *accesses) discard(a *Adapter, on gpu.CommandListType, id gpu.ID) {
	as := gpu.StateUnorderedAccess
	if r, ok := a.objects[id].(*Resource); ok && on == gpu.ListDirect {
		switch flags := r.exec.Desc.Flags; {
		case flags&gpu.AllowRenderTarget != 0:
			as = gpu.StateRenderTarget
		case flags&gpu.AllowDepthStencil != 0:
			as = gpu.StateDepthWrite
		}
	}
	t.whole(a, id, as)
}
