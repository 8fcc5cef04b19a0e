package exec

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// RecordBytes is the size of one record of a kernel's binding table: 64 little-endian 32-bit words.
const RecordBytes = 256

// The words of a record, as package kernel defines them. A record of zeros is the null view.
//
//	word  0     1     2      3       4       5      6       7      8     9      10      11…15
//	      base  size  count  stride  format  width  height  depth  mips  flags  object  0
//	word 16+3m: offset, row pitch, slice pitch of mip m of the view, m < 15; of sample m, where there are several
//	samplers:   word 16…28: filter, address U V W, LOD bias, anisotropy, comparison, border 4, min and max LOD
const (
	wordBase = iota
	wordSize
	wordCount
	wordStride
	wordFormat
	wordWidth
	wordHeight
	wordDepth
	wordMips
	wordFlags
	wordObject
	wordMip0 = 16
	maxMips  = 15

	recordVolume  = 1 // flag: depth halves from mip to mip
	recordSamples = 2 // flag: the mips are samples
)

type record []byte

func (r record) set(word int, v uint32) { binary.LittleEndian.PutUint32(r[4*word:], v) }

// setBuffer fills the record of size bytes at base. stride 0 is a constant buffer.
func (r record) setBuffer(base, size uint64, stride uint32, format gpu.Format, object gpu.ID) {
	r.set(wordBase, uint32(base))
	r.set(wordSize, uint32(size))
	if stride > 0 {
		r.set(wordCount, uint32(size/uint64(stride)))
	}
	r.set(wordStride, stride)
	r.set(wordFormat, uint32(format))
	r.set(wordObject, uint32(object))
}

// textureRange is the bytes of VRAM from the first to behind the last texel of a texture view.
func textureRange(d *Descriptor, r *Resource) (begin, end uint64) {
	if r.Desc.Dimension == gpu.DimensionTexture3D {
		first, last := &r.Footprints[d.FirstMip], &r.Footprints[d.FirstMip+d.Mips-1]
		if d.Mips > 1 { // an SRV: all slices of all its mips
			return first.Offset, last.Offset + last.SizeInBytes
		}
		begin = first.Offset + uint64(d.FirstSlice)*uint64(first.SlicePitch)
		return begin, begin + uint64(d.Slices-1)*uint64(first.SlicePitch) + uint64(first.Height-1)*uint64(first.RowPitch) + first.RowSizeInBytes
	}
	first, last := r.footprint(d.FirstMip, d.FirstSlice, d.Format), r.footprint(d.FirstMip+d.Mips-1, d.FirstSlice+d.Slices-1, d.Format)
	return first.Offset, last.Offset + last.SizeInBytes + uint64(last.SamplePitch)*uint64(r.Desc.SampleDesc.Count-1)
}

// setTexture fills the record of a texture view.
func (r record) setTexture(d *Descriptor, t *Resource) {
	volume := t.Desc.Dimension == gpu.DimensionTexture3D
	begin, end := textureRange(d, t)
	r.setBuffer(begin, end-begin, d.Stride, d.Format, t.ID)
	width, height, _ := t.Desc.MipExtent(d.FirstMip)
	r.set(wordCount, 0)
	r.set(wordWidth, width)
	r.set(wordHeight, height)
	r.set(wordDepth, d.Slices)
	r.set(wordMips, d.Mips)
	if volume {
		r.set(wordFlags, recordVolume)
	}
	for m := range int(d.Mips) {
		f, slicePitch := t.mip(d.FirstMip+uint32(m), d.FirstSlice, d.Format)
		offset := f.Offset - begin
		if volume && m == 0 {
			offset = 0 // begin is the view's first depth slice
		}
		r.setMip(m, uint32(offset), f.RowPitch, slicePitch)
	}
	if n := t.Desc.SampleDesc.Count; n > 1 {
		r.setSamples(n, t, d)
	}
}

func (r record) setMip(m int, offset, rowPitch, slicePitch uint32) {
	r.set(wordMip0+3*m, offset)
	r.set(wordMip0+3*m+1, rowPitch)
	r.set(wordMip0+3*m+2, slicePitch)
}

// setSamples puts the samples of a texture where others have mips: it has one.
func (r record) setSamples(n uint32, t *Resource, d *Descriptor) {
	r.set(wordMips, n)
	r.set(wordFlags, recordSamples)
	f, slicePitch := t.mip(0, d.FirstSlice, d.Format)
	for i := range n {
		r.setMip(int(i), i*f.SamplePitch, f.RowPitch, slicePitch)
	}
}

// footprint is the layout of a mip level at an array slice (any for 3D textures), in the plane that a view of the format sees.
func (r *Resource) footprint(mip, slice uint32, view gpu.Format) *gpu.Footprint {
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

// mip is footprint, and the distance from slice to slice: every array slice is laid out as the first one, because each starts on 512 bytes.
func (r *Resource) mip(mip, slice uint32, view gpu.Format) (f *gpu.Footprint, slicePitch uint32) {
	f = r.footprint(mip, slice, view)
	if r.Desc.Dimension == gpu.DimensionTexture3D || r.Desc.ArraySize() == 1 {
		return f, f.SlicePitch
	}
	return f, uint32(r.footprint(0, 1, view).Offset - r.footprint(0, 0, view).Offset)
}

func (r record) setSampler(s *gpu.SamplerDesc) {
	bits := math.Float32bits
	for i, v := range [...]uint32{uint32(s.Filter), uint32(s.AddressU), uint32(s.AddressV), uint32(s.AddressW), bits(s.MipLODBias), s.MaxAnisotropy,
		uint32(s.ComparisonFunc), bits(s.BorderColor[0]), bits(s.BorderColor[1]), bits(s.BorderColor[2]), bits(s.BorderColor[3]), bits(s.MinLOD), bits(s.MaxLOD)} {
		r.set(wordMip0+i, v)
	}
}
