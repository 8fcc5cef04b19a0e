package descriptor

import "github.com/gpuscript/gpuscript/gpu"

// All is the D3D12 spelling (UINT -1) of "all that follow" in MipLevels, ArraySize and WSize; 0 means the same here.
const All = 0xffffffff

// NaturalDimension is the view dimension of a whole resource.
func NaturalDimension(desc *gpu.ResourceDesc) gpu.ViewDimension {
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

// ElementStride is the bytes of an element of a buffer view, 0 where the view does not say.
func ElementStride(d *Descriptor, v *gpu.ViewDesc) uint32 {
	if v.StructureByteStride != 0 {
		return v.StructureByteStride
	}
	return d.Format.Bytes()
}

// Following is count, or, where count leaves it open, all of total that follow first.
func Following(first, count, total uint32) uint32 {
	rest := total - min(first, total)
	if count == 0 || count == All {
		return rest
	}
	return min(count, rest)
}
