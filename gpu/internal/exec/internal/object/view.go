package object

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/descriptor"
)

// ViewOf works out the descriptor of a view (SRV, UAV, RTV or DSV). r is nil for a null descriptor, v nil for the whole
// resource in its own format; counter is the UAV's counter buffer or nil. What v leaves open is decided by the resource:
//
//	Format UNKNOWN         the resource's; R32_TYPELESS with RAW; none with StructureByteStride
//	ViewDimension UNKNOWN  BUFFER; TEXTURE1D, TEXTURE2D, or their ARRAY where there is more than one slice; TEXTURE3D
//	counts of 0 or -1      all elements, mips and slices that follow the first one
func ViewOf(t gpu.DescriptorType, r, counter *Resource, v *gpu.ViewDesc) descriptor.Descriptor {
	if v == nil {
		v = &gpu.ViewDesc{}
	}
	d := descriptor.Descriptor{Type: t, Dimension: v.ViewDimension, Format: v.Format, Raw: v.Flags&gpu.ViewRaw != 0, MinLOD: v.ResourceMinLODClamp,
		Mapping:  v.Shader4ComponentMapping,
		ReadOnly: v.Flags & (gpu.ViewReadOnlyDepth | gpu.ViewReadOnlyStencil)}
	if d.Raw {
		d.Format = gpu.FormatR32Typeless
	}
	if r == nil {
		d.Null, d.Stride = true, descriptor.ElementStride(&d, v)
		return d
	}
	d.Resource = r.ID
	if d.Dimension == gpu.ViewUnknown {
		d.Dimension = descriptor.NaturalDimension(&r.Desc)
	}
	if counter != nil {
		d.Counter, d.CounterOffset = counter.ID, uint32(v.CounterOffsetInBytes)
	}
	if r.IsBuffer() {
		viewBuffer(&d, r, v)
		return d
	}
	if d.Format == gpu.FormatUnknown {
		d.Format = r.Desc.Format
	}
	viewTexture(&d, r, v)
	return d
}

func viewBuffer(d *descriptor.Descriptor, r *Resource, v *gpu.ViewDesc) {
	d.Stride = max(descriptor.ElementStride(d, v), 1)
	size := r.Desc.Width
	d.Offset = min(v.FirstElement*uint64(d.Stride), size)
	d.Size = (size - d.Offset) / uint64(d.Stride) * uint64(d.Stride)
	if n := v.NumElements; n != 0 && n != descriptor.All {
		d.Size = min(d.Size, uint64(n)*uint64(d.Stride))
	}
}

func viewTexture(d *descriptor.Descriptor, r *Resource, v *gpu.ViewDesc) {
	d.Stride = d.Format.Bytes()
	d.FirstMip, d.Mips = v.MipSlice, 1
	if d.Type == gpu.DescriptorSRV {
		d.FirstMip = v.MostDetailedMip
		d.Mips = descriptor.Following(v.MostDetailedMip, v.MipLevels, r.Desc.MipLevels)
	}
	switch d.Dimension {
	case gpu.ViewTexture1DArray, gpu.ViewTexture2DArray, gpu.ViewTexture2DMSArray:
		d.FirstSlice = v.FirstArraySlice
		d.Slices = descriptor.Following(v.FirstArraySlice, v.ArraySize, r.Desc.ArraySize())
	case gpu.ViewTextureCube:
		d.FirstSlice, d.Slices = v.FirstArraySlice, min(6, r.Desc.ArraySize())
	case gpu.ViewTextureCubeArray:
		d.FirstSlice, d.Slices = v.FirstArraySlice, descriptor.Following(v.FirstArraySlice, v.ArraySize, r.Desc.ArraySize())/6*6
	case gpu.ViewTexture3D:
		_, _, depth := r.Desc.MipExtent(d.FirstMip)
		d.Slices = depth
		if d.Type != gpu.DescriptorSRV {
			d.FirstSlice, d.Slices = v.FirstWSlice, descriptor.Following(v.FirstWSlice, v.WSize, depth)
		}
	default:
		d.Slices = 1
	}
}
