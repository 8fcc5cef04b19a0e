package desc

import "github.com/gpuscript/gpuscript/gpu"

// Context is a device context of the engine.
type Context interface {
	// IsDeferred says whether it has no queue of its own.
	IsDeferred() bool
}

// Resource is a buffer or a texture of the engine.
type Resource interface {
	// GetUsage says how its contents come to be.
	GetUsage() Usage
}

// BufferDesc describes a buffer.
type BufferDesc struct {
	Name                 string
	Size                 uint64 `lua:",required,min=1"` // bytes
	Usage                Usage
	BindFlags            BindFlags
	Mode                 BufferMode
	ElementByteStride    uint32    // bytes of an element of a structured or formatted buffer
	CPUAccessFlags       CPUAccess // STAGING: one of READ and WRITE; DYNAMIC: WRITE, which is the default
	ImmediateContextMask uint64    `lua:",default=1"` // contexts that may use it; 0 is context 0
	Data                 []byte    // first contents; needed by IMMUTABLE
	DataContext          Context   // whose queue uploads Data; nil: that of the first context of the mask
}

// SubresourceData are the texels of one subresource.
type SubresourceData struct {
	Data        []byte
	Stride      uint32 // bytes from one row to the next; 0: rows without gaps
	DepthStride uint32 // bytes from one depth slice to the next; 0: without gaps
}

// TextureDesc describes a texture.
type TextureDesc struct {
	Name                 string
	Type                 TextureType
	Width                uint32     `lua:",required,min=1"`
	Height               uint32     `lua:",default=1,min=1"`
	Depth                uint32     // depth slices of TEX_3D
	ArraySize            uint32     // slices of arrays; cubes have 6 each
	Format               gpu.Format `lua:",required"`
	MipLevels            uint32     `lua:",default=1"` // 0: the full chain
	SampleCount          uint32     `lua:",default=1"`
	Usage                Usage
	BindFlags            BindFlags
	CPUAccessFlags       CPUAccess // STAGING: one of READ and WRITE; DYNAMIC: WRITE, which is the default
	MiscFlags            MiscTextureFlags
	ImmediateContextMask uint64 `lua:",default=1"`
	ClearValue           *gpu.ClearValue
	Data                 []SubresourceData // by subresource: mip + slice*MipLevels
	DataContext          Context           // whose queue uploads Data; nil: that of the first context of the mask
}

// ViewDesc describes a view of a texture or a buffer. Zero fields mean all of the resource.
type ViewDesc struct {
	Name string
	Type ViewType
	gpu.ViewDesc
}

// SamplerDesc describes a sampler.
type SamplerDesc struct {
	Name string
	gpu.SamplerDesc
}

// FenceDesc describes a fence.
type FenceDesc struct{ Name string }

// Normalized fills the defaults of a buffer.
func (d BufferDesc) Normalized() BufferDesc {
	if d.ImmediateContextMask == 0 {
		d.ImmediateContextMask = 1
	}
	if d.Usage == UsageDynamic && d.CPUAccessFlags == 0 {
		d.CPUAccessFlags = CPUWrite
	}
	return d
}

// Backed says whether the buffer has a resource of its own: all but dynamic buffers that no view formats or writes.
func (d BufferDesc) Backed() bool {
	return d.Usage != UsageDynamic || d.Mode == ModeFormatted || d.BindFlags&BindUnorderedAccess != 0
}

// Native is the resource below.
func (d BufferDesc) Native() gpu.CommittedResourceDesc {
	n := gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Name: d.Name, Dimension: gpu.DimensionBuffer,
		Width: d.Size, Layout: gpu.LayoutRowMajor}}
	if d.BindFlags&BindUniformBuffer != 0 {
		n.Width = (n.Width + gpu.ConstantBufferAlignment - 1) / gpu.ConstantBufferAlignment * gpu.ConstantBufferAlignment
	}
	if d.BindFlags&BindUnorderedAccess != 0 {
		n.Flags |= gpu.AllowUnorderedAccess
	}
	switch {
	case d.Usage == UsageStaging && d.CPUAccessFlags == CPURead:
		n.HeapType, n.InitialState = gpu.HeapReadback, gpu.StateCopyDest
	case d.Usage == UsageStaging:
		n.HeapType, n.InitialState = gpu.HeapUpload, gpu.StateGenericRead
	}
	return n
}

// Normalized fills the defaults of a texture.
func (d TextureDesc) Normalized() TextureDesc {
	d.Height, d.Depth, d.ArraySize = max(d.Height, 1), max(d.Depth, 1), max(d.ArraySize, 1)
	d.SampleCount, d.ImmediateContextMask = max(d.SampleCount, 1), max(d.ImmediateContextMask, 1)
	if d.Type == TexCube && d.ArraySize == 1 { // left out
		d.ArraySize = 6
	}
	if d.Usage == UsageDynamic && d.CPUAccessFlags == 0 {
		d.CPUAccessFlags = CPUWrite
	}
	return d
}

// Shape is the description of the texels, normalized.
func (d TextureDesc) Shape() gpu.ResourceDesc {
	n := gpu.ResourceDesc{Name: d.Name, Width: uint64(d.Width), Height: d.Height, DepthOrArraySize: d.ArraySize,
		MipLevels: d.MipLevels, Format: d.Format,
		SampleDesc: gpu.SampleDesc{Count: d.SampleCount}, Dimension: gpu.DimensionTexture2D}
	switch d.Type {
	case Tex1D, Tex1DArray:
		n.Dimension = gpu.DimensionTexture1D
	case Tex3D:
		n.Dimension, n.DepthOrArraySize = gpu.DimensionTexture3D, d.Depth
	}
	return n.Normalized()
}

// Native is the resource below: a texture, or a buffer for the subresources of a STAGING one.
func (d TextureDesc) Native() gpu.CommittedResourceDesc {
	n := d.Shape()
	if d.Usage == UsageStaging {
		_, size := n.Footprints(0, n.Subresources(), 0)
		return BufferDesc{Name: d.Name, Size: size, Usage: UsageStaging, CPUAccessFlags: d.CPUAccessFlags}.Native()
	}
	n.MipLevels = d.MipLevels
	for bind, flag := range map[BindFlags]gpu.ResourceFlags{BindRenderTarget: gpu.AllowRenderTarget, BindDepthStencil: gpu.AllowDepthStencil,
		BindUnorderedAccess: gpu.AllowUnorderedAccess} {
		if d.BindFlags&bind != 0 {
			n.Flags |= flag
		}
	}
	if d.MiscFlags&MiscGenerateMips != 0 {
		n.Flags |= gpu.AllowRenderTarget
	}
	return gpu.CommittedResourceDesc{ResourceDesc: n, OptimizedClearValue: d.ClearValue}
}

// Pitches are the distances of rows and depth slices of tightly packed or given data.
func (s SubresourceData) Pitches(f gpu.Footprint) (row, slice uint64) {
	row, slice = uint64(s.Stride), uint64(s.DepthStride)
	if row == 0 {
		row = f.RowSizeInBytes
	}
	if slice == 0 {
		slice = row * uint64(f.Rows())
	}
	return row, slice
}

// Needs is how many bytes a subresource takes of the data.
func (s SubresourceData) Needs(f gpu.Footprint) uint64 {
	row, slice := s.Pitches(f)
	return slice*uint64(f.Depth-1) + row*uint64(f.Rows()-1) + f.RowSizeInBytes
}

// Put writes the rows of a subresource from base on, in the layout of its footprint.
func (s SubresourceData) Put(write func(offset uint64, row []byte) error, base uint64, f gpu.Footprint) error {
	row, slice := s.Pitches(f)
	for z := range uint64(f.Depth) {
		for y := range uint64(f.Rows()) {
			from := z*slice + y*row
			to := base + z*uint64(f.SlicePitch) + y*uint64(f.RowPitch)
			if err := write(to, s.Data[from:from+f.RowSizeInBytes]); err != nil {
				return err
			}
		}
	}
	return nil
}

// Alignment is what binding the contents of a DYNAMIC buffer needs, in bytes.
func (d BufferDesc) Alignment() uint64 {
	if d.BindFlags&BindUniformBuffer != 0 {
		return gpu.ConstantBufferAlignment
	}
	return gpu.RawViewAlignment
}

// View is a view of the buffer on the level below: its elements are those of Mode.
func (d BufferDesc) View(of gpu.ViewDesc) gpu.ViewDesc {
	of.ViewDimension = gpu.ViewBuffer
	switch d.Mode {
	case ModeStructured:
		of.StructureByteStride = d.ElementByteStride
	case ModeRaw:
		of.Flags, of.Format = gpu.ViewRaw, gpu.FormatR32Typeless
	}
	return of
}
