package record

import (
	"github.com/gpuscript/gpuscript/gpu"
)

// Part is some subresources of a texture: mip levels [Mip, Mip+Mips) of slices [Slice, Slice+Slices), of all planes. Mips and
// Slices of 0, or with all bits set, are all that follow, so the zero value is the whole resource.
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
		mipEnd = uint32(min(uint64(p.Mip)+uint64(p.Mips), uint64(mips)))
	}
	if p.Slices > 0 {
		sliceEnd = uint32(min(uint64(p.Slice)+uint64(p.Slices), uint64(slices)))
	}
	return mipEnd, sliceEnd, p.Mip == 0 && p.Slice == 0 && mipEnd == mips && sliceEnd == slices
}

// Outside says whether the part names mip levels or slices that a resource does not have.
func (p Part) Outside(n *gpu.ResourceDesc) bool {
	return outside(p.Mip, p.Mips, max(n.MipLevels, 1)) || outside(p.Slice, p.Slices, n.ArraySize())
}

// outside says whether [first, first+count) leaves [0, total). Counts of 0 and of all bits are all that follow.
func outside(first, count, total uint32) bool {
	return first >= total || count != 1<<32-1 && uint64(first)+uint64(count) > uint64(total)
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
