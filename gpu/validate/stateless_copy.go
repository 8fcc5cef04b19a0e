package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// copyBufferRules: two buffers, ranges inside of them, and not onto itself.
func (v *Validator) copyBufferRules(l *list, c *gpu.Command) {
	dst, src := v.resource(c.Dst), v.resource(c.Src)
	switch {
	case dst == nil || src == nil:
		return
	case !dst.buffer():
		v.sayNotBuffer(c, c.Dst)
		return
	case !src.buffer():
		v.sayNotBuffer(c, c.Src)
		return
	case dst == src:
		v.saySelfCopy(c)
		return
	case words.End(c.DstOffset, c.Size) > dst.desc.Width:
		v.sayCopyRange(c, dst, c.DstOffset)
	case words.End(c.SrcOffset, c.Size) > src.desc.Width:
		v.sayCopyRange(c, src, c.SrcOffset)
	}
	v.useCopy(l, dst, src, 0, 0, c)
}

// useCopy applies the state rules of both sides of a copy.
func (v *Validator) useCopy(l *list, dst, src *resource, dstSub, srcSub uint32, c *gpu.Command) {
	if v.on() {
		v.use(l, dst, dstSub, gpu.StateCopyDest, c)
		v.use(l, src, srcSub, gpu.StateCopySource, c)
	}
}

// copyResourceRules: the same shape, a format of the same family, and not onto itself.
func (v *Validator) copyResourceRules(l *list, c *gpu.Command) {
	dst, src := v.resource(c.Dst), v.resource(c.Src)
	if dst == nil || src == nil {
		return
	}
	a, b := &dst.desc, &src.desc
	switch {
	case dst == src:
		v.saySelfCopy(c)
		return
	case a.Dimension != b.Dimension:
		v.sayCopyShape(c, "Dimension", a.Dimension, b.Dimension)
	case a.Width != b.Width:
		v.sayCopyShape(c, "Width", a.Width, b.Width)
	case a.Height != b.Height:
		v.sayCopyShape(c, "Height", a.Height, b.Height)
	case a.DepthOrArraySize != b.DepthOrArraySize:
		v.sayCopyShape(c, "DepthOrArraySize", a.DepthOrArraySize, b.DepthOrArraySize)
	case a.SampleDesc.Count != b.SampleDesc.Count:
		v.sayCopyShape(c, "SampleDesc.Count", a.SampleDesc.Count, b.SampleDesc.Count)
	case a.MipLevels != b.MipLevels:
		v.sayCopyShape(c, "MipLevels", a.MipLevels, b.MipLevels)
	case !a.Format.Castable(b.Format):
		v.sayCopyFormat(c, a.Format, b.Format)
	}
	v.useCopy(l, dst, src, gpu.AllSubresources, gpu.AllSubresources, c)
}

// copyTextureRules: sides that exist, formats of one family, and a box that is inside of both.
func (v *Validator) copyTextureRules(l *list, c *gpu.Command) {
	t := c.Copy
	if t == nil {
		return
	}
	dst, src := v.resource(t.Dst.Resource), v.resource(t.Src.Resource)
	if dst == nil || src == nil || !v.sideRules(c, &t.Dst, dst) || !v.sideRules(c, &t.Src, src) {
		return
	}
	df, sf := sideFormat(&t.Dst, dst), sideFormat(&t.Src, src)
	switch {
	case t.Dst.Placed && t.Src.Placed:
		v.sayTwoBuffers(c)
		return
	case dst == src && t.Dst.Subresource == t.Src.Subresource:
		v.saySelfCopy(c)
		return
	case !df.Castable(sf):
		v.sayCopyFormat(c, df, sf)
		return
	case sideSamples(&t.Dst, dst) != sideSamples(&t.Src, src):
		v.sayCopyShape(c, "SampleDesc.Count", sideSamples(&t.Dst, dst), sideSamples(&t.Src, src))
		return
	}
	v.boxRules(c, dst, src)
	v.blockRules(c, src, sf)
	v.useCopy(l, dst, src, sideSub(&t.Dst), sideSub(&t.Src), c)
}

func sideFormat(s *gpu.CopySide, r *resource) gpu.Format {
	if s.Placed {
		return s.Footprint.Format
	}
	return r.desc.Format.Plane(r.desc.Plane(s.Subresource))
}

// sideSamples is the number of samples of one side.
func sideSamples(s *gpu.CopySide, r *resource) uint32 {
	if s.Placed {
		return 1
	}
	return r.desc.SampleDesc.Count
}

func sideSub(s *gpu.CopySide) uint32 {
	if s.Placed {
		return 0
	}
	return s.Subresource
}

// sideRules: a subresource that exists, or a footprint that a buffer can hold.
func (v *Validator) sideRules(c *gpu.Command, s *gpu.CopySide, r *resource) bool {
	if !s.Placed {
		if s.Subresource >= r.subs {
			v.saySubresource(c.Site, c.Op.String(), r, s.Subresource)
			return false
		}
		return true
	}
	f := &s.Footprint
	bytes, edge := f.Format.Block()
	if bytes == 0 || f.Format.Planes() > 1 {
		v.sayFootprint(c, r, "it has no Format of one plane", "name the format of the texels; depth beside stencil is R32_TYPELESS, and stencil R8_TYPELESS")
		return false
	}
	if f.Width == 0 || f.Width > gpu.MaxTexture2D || f.Height == 0 || f.Height > gpu.MaxTexture2D || f.Depth == 0 || f.Depth > gpu.MaxTexture3D {
		v.sayFootprint(c, r, "its size is "+extent(f.Width, f.Height, f.Depth), "each edge has at least 1 texel, Width and Height at most 16384, Depth at most 2048")
		return false
	}
	row := uint64((f.Width+edge-1)/edge) * uint64(bytes)
	rows := uint64(f.Rows()) * uint64(f.Depth)
	switch {
	case f.RowPitch%gpu.TexturePitchAlignment != 0 || uint64(f.RowPitch) < row:
		v.sayFootprint(c, r, "RowPitch is "+number(uint64(f.RowPitch))+" bytes", "RowPitch = "+number((row+255)/256*256))
	case f.Offset%gpu.TexturePlacementAlignment != 0:
		v.sayFootprint(c, r, "Offset is "+number(f.Offset)+" bytes", "Offset = "+number((f.Offset+511)/512*512))
	case words.End(f.Offset, uint64(f.RowPitch)*(rows-1)+row) > r.desc.Width:
		v.sayFootprintEnd(c, r, f.Offset, uint64(f.RowPitch)*(rows-1)+row)
	default:
		return true
	}
	return false
}

// boxRules: the box is inside of the source, and fits into the destination where it is put.
func (v *Validator) boxRules(c *gpu.Command, dst, src *resource) {
	t := c.Copy
	w, h, d := sideExtent(&t.Src, src)
	b := &t.Box
	if b.Empty() {
		v.sayEmptyBox(c)
		return
	}
	if b.Right > w || b.Bottom > h || b.Back > d {
		v.sayBox(c, src, w, h, d)
		return
	}
	w, h, d = sideExtent(&t.Dst, dst)
	if uint64(t.DX)+uint64(b.Right-b.Left) > uint64(w) || uint64(t.DY)+uint64(b.Bottom-b.Top) > uint64(h) || uint64(t.DZ)+uint64(b.Back-b.Front) > uint64(d) {
		v.sayBoxDestination(c, dst, w, h, d)
	}
}

// blockRules: a box of blocks of 4 x 4 begins at a block and ends behind one, or at the edge of the texture.
func (v *Validator) blockRules(c *gpu.Command, src *resource, f gpu.Format) {
	_, edge := f.Block()
	t := c.Copy
	w, h, _ := sideExtent(&t.Src, src)
	b := &t.Box
	if (b.Left|b.Top|t.DX|t.DY)%edge != 0 || b.Right%edge != 0 && b.Right != w || b.Bottom%edge != 0 && b.Bottom != h {
		v.sayBlocks(c, f)
	}
}

func sideExtent(s *gpu.CopySide, r *resource) (w, h, d uint32) {
	if s.Placed {
		return s.Footprint.Width, s.Footprint.Height, s.Footprint.Depth
	}
	return r.desc.MipExtent(r.desc.Mip(s.Subresource))
}

// discardRules: a resource that something else than copies fills.
func (v *Validator) discardRules(l *list, c *gpu.Command) {
	r := v.resource(c.Dst)
	if r == nil {
		return
	}
	want := gpu.StateUnorderedAccess
	flags := r.desc.Flags
	switch {
	case flags&gpu.AllowUnorderedAccess != 0 && l.typ == gpu.ListCompute:
	case l.typ == gpu.ListDirect && flags&gpu.AllowRenderTarget != 0:
		want = gpu.StateRenderTarget
	case l.typ == gpu.ListDirect && flags&gpu.AllowDepthStencil != 0:
		want = gpu.StateDepthWrite
	default:
		v.sayDiscard(l, c, r)
		return
	}
	if v.on() {
		v.use(l, r, gpu.AllSubresources, want, c)
	}
}

// clearRules: the two handles of the view, and the resource that it shows.
func (v *Validator) clearRules(l *list, c *gpu.Command) {
	r := v.resource(c.Dst)
	g, h := bodyOf[descriptorHeap](v, c.GPUHandle.Heap), bodyOf[descriptorHeap](v, c.CPUHandle.Heap)
	switch {
	case r == nil:
		return
	case r.desc.Flags&gpu.AllowUnorderedAccess == 0:
		v.sayNotUnordered(r.id, c.Site, c.Op.String())
		return
	case g == nil || g.desc.Type != gpu.HeapCBVSRVUAV || l.heaps[gpu.HeapCBVSRVUAV] == 0:
		v.sayNoHeapBound(l, c, gpu.HeapCBVSRVUAV)
		return
	case c.GPUHandle.Heap != l.heaps[gpu.HeapCBVSRVUAV]:
		v.sayOtherHeap(l, c, l.heaps[gpu.HeapCBVSRVUAV])
		return
	case v.unusable(c.GPUHandle.Heap, c) || v.unusable(c.CPUHandle.Heap, c):
		return
	case c.GPUHandle.Index >= g.desc.NumDescriptors:
		v.sayTableRange(c, 1, g.desc.NumDescriptors)
		return
	case h == nil || h.visible() || h.desc.Type != gpu.HeapCBVSRVUAV || c.CPUHandle.Index >= h.desc.NumDescriptors:
		v.sayClearHandle(c)
		return
	}
	if got := g.slots[c.GPUHandle.Index].resource; got != 0 && got != r.id {
		v.sayClearResource(c, got)
	}
	if v.on() && r.subs == 1 {
		v.use(l, r, 0, gpu.StateUnorderedAccess, c)
	}
}
