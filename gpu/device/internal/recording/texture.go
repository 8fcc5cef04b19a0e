package recording

import "github.com/gpuscript/gpuscript/gpu"

// TextureCopy is the arguments of CopyTextureRegion with all that they leave out; a nil box is the whole source.
func TextureCopy(dst gpu.TextureCopyLocation, x, y, z uint32, src gpu.TextureCopyLocation, box *gpu.Box) gpu.TextureCopy {
	t := gpu.TextureCopy{Dst: side(dst), Src: side(src), DX: x, DY: y, DZ: z}
	if box != nil {
		t.Box = *box
	} else {
		t.Box = wholeBox(src)
	}
	return t
}

// side resolves a location: a subresource, or a footprint in a buffer.
func side(at gpu.TextureCopyLocation) gpu.CopySide {
	s := gpu.CopySide{Resource: at.Resource.ID(), Subresource: at.Subresource}
	if at.Resource.ResourceDesc().Dimension != gpu.DimensionBuffer { // what is written of a footprint is kept as it is, for the rules
		s.Footprint = gpu.Footprint{Offset: at.Offset, Format: at.Format, Width: at.Width, Height: at.Height, Depth: at.Depth, RowPitch: at.RowPitch}
		return s
	}
	s.Placed = true
	s.Footprint = gpu.PlacedFootprint(at.Format, at.Width, max(at.Height, 1), max(at.Depth, 1), at.RowPitch)
	s.Footprint.Offset, s.Footprint.RowPitch = at.Offset, at.RowPitch
	return s
}

func wholeBox(at gpu.TextureCopyLocation) gpu.Box {
	d := at.Resource.ResourceDesc()
	if d.Dimension == gpu.DimensionBuffer {
		return gpu.Box{Right: at.Width, Bottom: max(at.Height, 1), Back: max(at.Depth, 1)}
	}
	w, h, depth := d.MipExtent(d.Mip(at.Subresource))
	return gpu.Box{Right: w, Bottom: h, Back: depth}
}

// Resolve is a resolve of a rectangle of a subresource to a place in another; a nil rectangle is all of the source. What is negative is far outside
// of it.
func Resolve(dst gpu.Resource, dstSub, x, y uint32, src gpu.Resource, srcSub uint32, rect *gpu.Rect) gpu.TextureCopy {
	box := wholeOf(src, srcSub)
	if rect != nil {
		box.Left, box.Top, box.Right, box.Bottom = uint32(rect.Left), uint32(rect.Top), uint32(rect.Right), uint32(rect.Bottom)
	}
	return gpu.TextureCopy{Dst: gpu.CopySide{Resource: dst.ID(), Subresource: dstSub},
		Src: gpu.CopySide{Resource: src.ID(), Subresource: srcSub}, DX: x, DY: y, Box: box}
}

// wholeOf is all of a subresource, empty if there is none.
func wholeOf(r gpu.Resource, sub uint32) (box gpu.Box) {
	if d := r.ResourceDesc(); d.Dimension != gpu.DimensionBuffer && sub < d.Subresources() {
		box.Right, box.Bottom, box.Back = d.MipExtent(d.Mip(sub))
	}
	return box
}
