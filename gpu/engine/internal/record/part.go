package record

import (
	"github.com/gpuscript/gpuscript/gpu"
)

// Part is some subresources of a texture: mip levels [Mip, Mip+Mips) of slices [Slice, Slice+Slices), of all planes. Zero Mips and
// Slices are all that follow, so the zero value is the whole resource.
type Part struct {
	Mip, Mips, Slice, Slices uint32
}

// One is a single subresource of a resource, with its other plane.
func One(n *gpu.ResourceDesc, subresource uint32) Part {
	return Part{Mip: n.Mip(subresource), Mips: 1, Slice: n.Slice(subresource), Slices: 1}
}

// PartOf is what a view shows of a texture. written says that the view is one mip level: that of a render target, a depth buffer or an
// unordered access view.
func PartOf(v *gpu.ViewDesc, written bool) Part {
	p := Part{Mip: v.MostDetailedMip, Mips: v.MipLevels, Slice: v.FirstArraySlice, Slices: v.ArraySize}
	if written {
		p.Mip, p.Mips = v.MipSlice, 1
	}
	switch v.ViewDimension {
	case gpu.ViewTexture1D, gpu.ViewTexture2D, gpu.ViewTexture2DMS:
		p.Slice, p.Slices = 0, 1
	case gpu.ViewTexture3D, gpu.ViewTextureCube, gpu.ViewTextureCubeArray:
		p.Slice, p.Slices = 0, 0
	}
	return p
}

// Within says which mip levels and slices of a resource are meant, as ends, and whether they are all.
func (p Part) Within(n *gpu.ResourceDesc) (mipEnd, sliceEnd uint32, whole bool) {
	mips, slices := max(n.MipLevels, 1), n.ArraySize()
	mipEnd, sliceEnd = mips, slices
	if p.Mips > 0 {
		mipEnd = min(p.Mip+p.Mips, mips)
	}
	if p.Slices > 0 {
		sliceEnd = min(p.Slice+p.Slices, slices)
	}
	return mipEnd, sliceEnd, p.Mip == 0 && p.Slice == 0 && mipEnd == mips && sliceEnd == slices
}

// each calls do for the subresources of the part, until an error.
func (p Part) each(n *gpu.ResourceDesc, do func(subresource uint32) error) error {
	mipEnd, sliceEnd, _ := p.Within(n)
	mips, slices := max(n.MipLevels, 1), n.ArraySize()
	for plane := range n.Format.Planes() {
		for slice := p.Slice; slice < sliceEnd; slice++ {
			for mip := p.Mip; mip < mipEnd; mip++ {
				if err := do(mip + (slice+plane*slices)*mips); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
