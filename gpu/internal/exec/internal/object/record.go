package object

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/descriptor"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/record"
)

// TextureRange is the bytes of VRAM from the first to the end of the last texel of a texture view.
func TextureRange(d *descriptor.Descriptor, r *Resource) (begin, end uint64) {
	if r.Desc.Dimension == gpu.DimensionTexture3D {
		first, last := &r.Footprints[d.FirstMip], &r.Footprints[d.FirstMip+d.Mips-1]
		if d.Mips > 1 { // an SRV: all slices of all its mips
			return first.Offset, last.Offset + last.SizeInBytes
		}
		begin = first.Offset + uint64(d.FirstSlice)*uint64(first.SlicePitch)
		return begin, begin + uint64(d.Slices-1)*uint64(first.SlicePitch) + uint64(first.Height-1)*uint64(first.RowPitch) + first.RowSizeInBytes
	}
	first, last := r.Footprint(d.FirstMip, d.FirstSlice, d.Format), r.Footprint(d.FirstMip+d.Mips-1, d.FirstSlice+d.Slices-1, d.Format)
	return first.Offset, last.Offset + last.SizeInBytes + uint64(last.SamplePitch)*uint64(r.Desc.SampleDesc.Count-1)
}

// SetTexture fills the record of a texture view.
func SetTexture(r record.Record, d *descriptor.Descriptor, t *Resource) {
	volume := t.Desc.Dimension == gpu.DimensionTexture3D
	begin, end := TextureRange(d, t)
	r.Buffer(begin, end-begin, d.Stride, d.Format, t.ID)
	width, height, _ := t.Desc.MipExtent(d.FirstMip)
	r.Texture(width, height, d.Slices, d.Mips, volume)
	r.Least(d.LeastLevel())
	for m := range int(d.Mips) {
		f, slicePitch := t.Mip(d.FirstMip+uint32(m), d.FirstSlice, d.Format)
		offset := f.Offset - begin
		if volume && m == 0 {
			offset = 0 // begin is the view's first depth slice
		}
		r.Mip(m, uint32(offset), f.RowPitch, slicePitch)
	}
	if n := t.Desc.SampleDesc.Count; n > 1 {
		setSamples(r, n, t, d)
	}
}

// setSamples puts the samples of a texture where others have mips: it has one.
func setSamples(r record.Record, n uint32, t *Resource, d *descriptor.Descriptor) {
	r.Samples(n)
	f, slicePitch := t.Mip(0, d.FirstSlice, d.Format)
	for i := range n {
		r.Mip(int(i), i*f.SamplePitch, f.RowPitch, slicePitch)
	}
}

// Footprint is the layout of a mip level at an array slice (any for 3D textures), in the plane that a view of the format sees.
func (r *Resource) Footprint(mip, slice uint32, view gpu.Format) *gpu.Footprint {
	if r.Desc.Dimension == gpu.DimensionTexture3D {
		return &r.Footprints[mip]
	}
	plane := min(viewPlane(view), r.Desc.Format.Planes()-1)
	return &r.Footprints[(plane*r.Desc.ArraySize()+slice)*r.Desc.MipLevels+mip]
}

// viewPlane is the plane that a shader sees through a view of format f: 1 for stencil.
func viewPlane(f gpu.Format) uint32 {
	if f.Info().Layout == gpu.TexelStencil {
		return 1
	}
	return 0
}

// Mip is footprint, and the distance from slice to slice: every array slice is laid out as the first one, because each starts on 512 bytes.
func (r *Resource) Mip(mip, slice uint32, view gpu.Format) (f *gpu.Footprint, slicePitch uint32) {
	f = r.Footprint(mip, slice, view)
	if r.Desc.Dimension == gpu.DimensionTexture3D || r.Desc.ArraySize() == 1 {
		return f, f.SlicePitch
	}
	return f, uint32(r.Footprint(0, 1, view).Offset - r.Footprint(0, 0, view).Offset)
}
