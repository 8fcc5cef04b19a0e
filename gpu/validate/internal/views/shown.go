package views

import "github.com/gpuscript/gpuscript/gpu"

// Shown is which mips and slices of a texture a descriptor of a type shows: [mip, mip + mips) of [slice, slice + slices). d is nil for a view of
// everything; what it asks for beyond the texture is left out. Slices are counted over the planes, as subresources are: a view in a format of
// stencil shows the second plane.
func Shown(r *gpu.ResourceDesc, t gpu.DescriptorType, d *gpu.ViewDesc) (mip, mips, slice, slices uint32) {
	if d == nil {
		d = &gpu.ViewDesc{}
	}
	mip, mips, slices = d.MipSlice, 1, 1
	if t == gpu.DescriptorSRV {
		mip, mips = d.MostDetailedMip, d.MipLevels
		if mips == 0 || mips > r.MipLevels-min(mip, r.MipLevels) {
			mips = r.MipLevels - min(mip, r.MipLevels)
		}
	}
	if all := r.ArraySize(); all > 1 {
		slice, slices = d.FirstArraySlice, d.ArraySize
		if slices == 0 || slices > all-min(slice, all) {
			slices = all - min(slice, all)
		}
	}
	if r.Format.Planes() > 1 && d.Format.Info().Layout == gpu.TexelStencil {
		slice += r.ArraySize()
	}
	return mip, mips, slice, slices
}
