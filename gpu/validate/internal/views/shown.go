package views

import "github.com/gpuscript/gpuscript/gpu"

// Part is what a descriptor shows of a texture: [Mip, Mip + Mips) of [Slice, Slice + Slices). Slices are counted over the planes, as subresources
// are.
type Part struct{ Mip, Mips, Slice, Slices uint32 }

// Whole is what a descriptor shows of a buffer.
var Whole = Part{Mips: 1, Slices: 1}

// Structures is which structures of a buffer a view shows. A stride of 0 says that it shows none.
type Structures struct {
	First         uint64
	Count, Stride uint32 // a count of 0 is all that follow
}

// StructuresOf are those of a view; d is nil for a view without description.
func StructuresOf(d *gpu.ViewDesc) Structures {
	if d == nil {
		return Structures{}
	}
	return Structures{First: d.FirstElement, Count: d.NumElements, Stride: d.StructureByteStride}
}

// Words is the description of a view of the same bytes as whole numbers of 32 bits.
func (s Structures) Words() gpu.ViewDesc {
	const word = 4
	return gpu.ViewDesc{Format: gpu.FormatR32Uint, FirstElement: s.First * uint64(s.Stride) / word, NumElements: s.Count * s.Stride / word}
}

// Unordered is what a UAV shows of a resource, but for mips and slices: two of which these and the others are equal are one view.
type Unordered struct {
	Format       gpu.Format // UNKNOWN: none
	Raw          bool
	First, Count uint64 // elements, or depth slices
}

// UnorderedOf is that of a view; d is nil for a view of everything.
func UnorderedOf(r *gpu.ResourceDesc, d *gpu.ViewDesc) *Unordered {
	if d == nil {
		d = &gpu.ViewDesc{}
	}
	u := &Unordered{Format: d.Format, Raw: d.Flags&gpu.ViewRaw != 0}
	switch {
	case r.Dimension == gpu.DimensionBuffer:
		element := uint64(max(d.StructureByteStride, 1))
		if u.Raw {
			u.Format, element = gpu.FormatUnknown, 4
		} else if d.Format != gpu.FormatUnknown {
			element = uint64(d.Format.Bytes())
		}
		u.First, u.Count = d.FirstElement, rest(r.Width/element, d.FirstElement, d.NumElements)
		return u
	case r.Dimension == gpu.DimensionTexture3D:
		u.First, u.Count = uint64(d.FirstWSlice), rest(uint64(max(r.DepthOrArraySize>>d.MipSlice, 1)), uint64(d.FirstWSlice), d.WSize)
	}
	if u.Format == gpu.FormatUnknown {
		u.Format = r.Format
	}
	return u
}

// rest is a count, of which 0 and 0xffffffff are all that follow.
func rest(have, first uint64, count uint32) uint64 {
	if count == 0 || count == all {
		return have - min(first, have)
	}
	return uint64(count)
}

// Shown is what a descriptor of a type shows. d is nil for a view of everything; what it asks for beyond the texture is left out. A view in a format
// of stencil shows the second plane.
func Shown(r *gpu.ResourceDesc, t gpu.DescriptorType, d *gpu.ViewDesc) Part {
	if d == nil {
		d = &gpu.ViewDesc{}
	}
	p := Part{Mip: d.MipSlice, Mips: 1, Slices: 1}
	if t == gpu.DescriptorSRV {
		p.Mip, p.Mips = d.MostDetailedMip, d.MipLevels
		if p.Mips == 0 || p.Mips > r.MipLevels-min(p.Mip, r.MipLevels) {
			p.Mips = r.MipLevels - min(p.Mip, r.MipLevels)
		}
	}
	p.slices(r.ArraySize(), d)
	if r.Format.Planes() > 1 && d.Format.Info().Layout == gpu.TexelStencil {
		p.Slice += r.ArraySize()
	}
	return p
}

// slices are those of all that a view shows. A view of no array shows the first one.
func (p *Part) slices(all uint32, d *gpu.ViewDesc) {
	count := d.ArraySize
	switch d.ViewDimension {
	case gpu.ViewTexture1D, gpu.ViewTexture2D, gpu.ViewTexture2DMS:
		return
	case gpu.ViewTextureCube:
		count = 6
	}
	if all == 1 {
		return
	}
	if p.Slice, p.Slices = d.FirstArraySlice, count; count == 0 || count > all-min(p.Slice, all) {
		p.Slices = all - min(p.Slice, all)
	}
	if d.ViewDimension == gpu.ViewTextureCubeArray {
		p.Slices = p.Slices / 6 * 6
	}
}

// Each goes through the subresources that a part is of a resource; gpu.AllSubresources is all of them.
func (p Part) Each(r *gpu.ResourceDesc, f func(sub uint32)) {
	if r.Dimension == gpu.DimensionBuffer || p.Mips*p.Slices == r.Subresources() {
		f(gpu.AllSubresources)
		return
	}
	for k := p.Slice; k < p.Slice+p.Slices; k++ {
		for m := p.Mip; m < p.Mip+p.Mips; m++ {
			f(m + k*r.MipLevels)
		}
	}
}
