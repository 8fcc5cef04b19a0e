package exec

import "github.com/gpuscript/gpuscript/gpu"

// allOfThem is the D3D12 spelling (UINT -1) of "all that follow" in MipLevels, ArraySize and WSize; 0 means the same here.
const allOfThem = 0xffffffff

// ViewOf works out the descriptor of a view (SRV, UAV, RTV or DSV). r is nil for a null descriptor, v nil for the whole
// resource in its own format; counter is the UAV's counter buffer or nil. What v leaves open is decided by the resource:
//
//	Format UNKNOWN         the resource's; R32_TYPELESS with RAW; none with StructureByteStride
//	ViewDimension UNKNOWN  BUFFER; TEXTURE1D, TEXTURE2D, or their ARRAY where there is more than one slice; TEXTURE3D
//	counts of 0 or -1      all elements, mips and slices that follow the first one
func ViewOf(t gpu.DescriptorType, r, counter *Resource, v *gpu.ViewDesc) Descriptor {
	if v == nil {
		v = &gpu.ViewDesc{}
	}
	d := Descriptor{Type: t, Dimension: v.ViewDimension, Format: v.Format, Raw: v.Flags&gpu.ViewRaw != 0, MinLOD: v.ResourceMinLODClamp, Mapping: v.Shader4ComponentMapping,
		ReadOnly: v.Flags & (gpu.ViewReadOnlyDepth | gpu.ViewReadOnlyStencil)}
	if d.Raw {
		d.Format = gpu.FormatR32Typeless
	}
	if r == nil {
		d.Null, d.Stride = true, elementStride(&d, v)
		return d
	}
	d.Resource = r.ID
	if d.Dimension == gpu.ViewUnknown {
		d.Dimension = naturalDimension(&r.Desc)
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

// naturalDimension is the view dimension of a whole resource.
func naturalDimension(desc *gpu.ResourceDesc) gpu.ViewDimension {
	switch desc.Dimension {
	case gpu.DimensionBuffer:
		return gpu.ViewBuffer
	case gpu.DimensionTexture3D:
		return gpu.ViewTexture3D
	}
	d := gpu.ViewTexture1D
	if desc.Dimension == gpu.DimensionTexture2D {
		d = gpu.ViewTexture2D
	}
	if desc.SampleDesc.Count > 1 {
		d = gpu.ViewTexture2DMS
	}
	if desc.ArraySize() > 1 {
		d++ // …ARRAY follows in the enumeration
	}
	return d
}

// elementStride is the bytes of an element of a buffer view, 0 where the view does not say.
func elementStride(d *Descriptor, v *gpu.ViewDesc) uint32 {
	if v.StructureByteStride != 0 {
		return v.StructureByteStride
	}
	return d.Format.Bytes()
}

func viewBuffer(d *Descriptor, r *Resource, v *gpu.ViewDesc) {
	d.Stride = max(elementStride(d, v), 1)
	size := r.Desc.Width
	d.Offset = min(v.FirstElement*uint64(d.Stride), size)
	d.Size = (size - d.Offset) / uint64(d.Stride) * uint64(d.Stride)
	if n := v.NumElements; n != 0 && n != allOfThem {
		d.Size = min(d.Size, uint64(n)*uint64(d.Stride))
	}
}

func viewTexture(d *Descriptor, r *Resource, v *gpu.ViewDesc) {
	d.Stride = d.Format.Bytes()
	d.FirstMip, d.Mips = v.MipSlice, 1
	if d.Type == gpu.DescriptorSRV {
		d.FirstMip = v.MostDetailedMip
		d.Mips = following(v.MostDetailedMip, v.MipLevels, r.Desc.MipLevels)
	}
	switch d.Dimension {
	case gpu.ViewTexture1DArray, gpu.ViewTexture2DArray, gpu.ViewTexture2DMSArray:
		d.FirstSlice = v.FirstArraySlice
		d.Slices = following(v.FirstArraySlice, v.ArraySize, r.Desc.ArraySize())
	case gpu.ViewTextureCube:
		d.FirstSlice, d.Slices = v.FirstArraySlice, min(6, r.Desc.ArraySize())
	case gpu.ViewTextureCubeArray:
		d.FirstSlice, d.Slices = v.FirstArraySlice, following(v.FirstArraySlice, v.ArraySize, r.Desc.ArraySize())/6*6
	case gpu.ViewTexture3D:
		_, _, depth := r.Desc.MipExtent(d.FirstMip)
		d.Slices = depth
		if d.Type != gpu.DescriptorSRV {
			d.FirstSlice, d.Slices = v.FirstWSlice, following(v.FirstWSlice, v.WSize, depth)
		}
	default:
		d.Slices = 1
	}
}

// following is count, or, where count leaves it open, all of total that follow first.
func following(first, count, total uint32) uint32 {
	rest := total - min(first, total)
	if count == 0 || count == allOfThem {
		return rest
	}
	return min(count, rest)
}
