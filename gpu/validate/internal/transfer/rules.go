package transfer

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// copyBufferRules: two buffers, ranges inside of them, and not onto itself.
func copyBufferRules(in World, c *gpu.Command) {
	dst, src := find(in, c.Dst), find(in, c.Src)
	switch {
	case dst.desc == nil || src.desc == nil:
		return
	case !dst.buffer():
		sayNotBuffer(in, c, c.Dst)
		return
	case !src.buffer():
		sayNotBuffer(in, c, c.Src)
		return
	case dst.id == src.id:
		saySelfCopy(in, c)
		return
	case words.End(c.DstOffset, c.Size) > dst.desc.Width:
		sayCopyRange(in, c, dst, c.DstOffset)
	case words.End(c.SrcOffset, c.Size) > src.desc.Width:
		sayCopyRange(in, c, src, c.SrcOffset)
	case c.Size == 0:
		Nothing(in, c, "NumBytes", "bytes")
	}
	useCopy(in, dst, src, 0, 0, c)
}

// useCopy applies the state rules of both sides of a copy.
func useCopy(in World, dst, src resource, dstSub, srcSub uint32, c *gpu.Command) {
	in.Use(dst.id, dstSub, gpu.StateCopyDest)
	in.Use(src.id, srcSub, gpu.StateCopySource)
}

// copyResourceRules: the same shape, a format of the same family, and not onto itself.
func copyResourceRules(in World, c *gpu.Command) {
	dst, src := find(in, c.Dst), find(in, c.Src)
	if dst.desc == nil || src.desc == nil {
		return
	}
	a, b := dst.desc, src.desc
	switch {
	case dst.id == src.id:
		saySelfCopy(in, c)
		return
	case a.Dimension != b.Dimension:
		sayCopyShape(in, c, "Dimension", a.Dimension, b.Dimension)
	case a.Width != b.Width:
		sayCopyShape(in, c, "Width", a.Width, b.Width)
	case a.Height != b.Height:
		sayCopyShape(in, c, "Height", a.Height, b.Height)
	case a.DepthOrArraySize != b.DepthOrArraySize:
		sayCopyShape(in, c, "DepthOrArraySize", a.DepthOrArraySize, b.DepthOrArraySize)
	case a.SampleDesc.Count != b.SampleDesc.Count:
		sayCopyShape(in, c, "SampleDesc.Count", a.SampleDesc.Count, b.SampleDesc.Count)
	case a.MipLevels != b.MipLevels:
		sayCopyShape(in, c, "MipLevels", a.MipLevels, b.MipLevels)
	case !a.Format.Castable(b.Format):
		sayCopyFormat(in, c, a.Format, b.Format)
	}
	useCopy(in, dst, src, gpu.AllSubresources, gpu.AllSubresources, c)
}

// copyTextureRules: sides that exist, formats of one family, and a box that is inside of both.
func copyTextureRules(in World, c *gpu.Command) {
	t := c.Copy
	if t == nil {
		return
	}
	dst, src := find(in, t.Dst.Resource), find(in, t.Src.Resource)
	if dst.desc == nil || src.desc == nil || !sideRules(in, c, &t.Dst, dst) || !sideRules(in, c, &t.Src, src) {
		return
	}
	df, sf := sideFormat(&t.Dst, dst), sideFormat(&t.Src, src)
	switch {
	case t.Dst.Placed && t.Src.Placed:
		sayTwoBuffers(in, c)
		return
	case dst.id == src.id && t.Dst.Subresource == t.Src.Subresource:
		saySelfCopy(in, c)
		return
	case !copyable(df, sf):
		sayCopyFormat(in, c, df, sf)
		return
	case sideSamples(&t.Dst, dst) != sideSamples(&t.Src, src):
		sayCopyShape(in, c, "SampleDesc.Count", sideSamples(&t.Dst, dst), sideSamples(&t.Src, src))
		return
	}
	if t.Box.Empty() {
		sayEmptyBox(in, c)
		return
	}
	if wholeRules(in, c, dst, src) {
		boxRules(in, c, dst, src)
	}
	blockRules(in, c, src, df, sf)
	useCopy(in, dst, src, sideSub(&t.Dst), sideSub(&t.Src), c)
}

func sideFormat(s *gpu.CopySide, r resource) gpu.Format {
	if s.Placed {
		return s.Footprint.Format
	}
	return r.desc.Format.Plane(r.desc.Plane(s.Subresource))
}

// sideSamples is the number of samples of one side.
func sideSamples(s *gpu.CopySide, r resource) uint32 {
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
func sideRules(in World, c *gpu.Command, s *gpu.CopySide, r resource) bool {
	if !foreignRules(in, c, s, r) {
		return false
	}
	if !s.Placed {
		if s.Subresource >= r.desc.Subresources() {
			in.NoSubresource(r.id, s.Subresource)
			return false
		}
		return true
	}
	f := &s.Footprint
	bytes, edge := f.Format.Block()
	if bytes == 0 || f.Format.Planes() > 1 {
		sayFootprint(in, c, s, r, noFormat, "it has no Format of one plane").
			HelpText("name the format of the texels; depth beside stencil is R32_TYPELESS, and stencil R8_TYPELESS")
		return false
	}
	if f.Width == 0 || f.Width > gpu.MaxTexture2D || f.Height == 0 || f.Height > gpu.MaxTexture2D || f.Depth == 0 || f.Depth > gpu.MaxTexture3D {
		sayFootprint(in, c, s, r, badSize, "its size is %s", extent(f.Width, f.Height, f.Depth)).
			HelpText("each edge has at least 1 texel, Width and Height at most 16384, Depth at most 2048")
		return false
	}
	if f.Width%edge != 0 || f.Height%edge != 0 {
		sayFootprint(in, c, s, r, badSize, "its size is %s, but blocks of %s have %d x %[3]d", extent(f.Width, f.Height, f.Depth), f.Format, edge).
			HelpText("Width and Height are multiples of the block's edge: GetCopyableFootprints rounds them up")
		return false
	}
	row := uint64((f.Width+edge-1)/edge) * uint64(bytes)
	rows := uint64(f.Rows()) * uint64(f.Depth)
	switch {
	case f.RowPitch%gpu.TexturePitchAlignment != 0 || uint64(f.RowPitch) < row:
		sayRowPitch(in, c, s, r, row)
	case f.Offset%gpu.TexturePlacementAlignment != 0:
		sayPlacement(in, c, s, r, uint64(f.RowPitch)*(rows-1)+row)
	case words.End(f.Offset, uint64(f.RowPitch)*(rows-1)+row) > r.desc.Width:
		sayFootprintEnd(in, c, s, r, row)
	default:
		return true
	}
	return false
}

// wholeRules: a subresource of depth, stencil or several samples is copied as a whole. Where a part of one is copied, or to another place, it may not
// fit there either: that follows.
func wholeRules(in World, c *gpu.Command, dst, src resource) bool {
	t := c.Copy
	for _, side := range [...]struct {
		of *gpu.CopySide
		r  resource
	}{{&t.Src, src}, {&t.Dst, dst}} {
		if side.of.Placed || side.r.desc.Flags&gpu.AllowDepthStencil == 0 && side.r.desc.SampleDesc.Count < 2 {
			continue
		}
		w, h, d := sideExtent(side.of, side.r)
		if t.DX|t.DY|t.DZ != 0 || t.Box.Right-t.Box.Left < w || t.Box.Bottom-t.Box.Top < h || t.Box.Back-t.Box.Front < d {
			sayWhole(in, c, side.r, side.of == &t.Src, w, h, d)
			return false
		}
	}
	return true
}

func sideExtent(s *gpu.CopySide, r resource) (w, h, d uint32) {
	if s.Placed {
		return s.Footprint.Width, s.Footprint.Height, s.Footprint.Depth
	}
	return r.desc.MipExtent(r.desc.Mip(s.Subresource))
}
