package gpu

// HeapType is where memory lives and who may touch it, as D3D12_HEAP_TYPE.
type HeapType uint8

// The heap types. CUSTOM heaps are not offered.
const (
	HeapDefault HeapType = iota
	HeapUpload
	HeapReadback
)

var heapTypeNames = []string{"DEFAULT", "UPLOAD", "READBACK"}

// LuaNames implements the enum contract of the bindings.
func (HeapType) LuaNames() []string { return heapTypeNames }

// String returns the D3D12 name without its prefix.
func (t HeapType) String() string { return enumName(heapTypeNames, int(t)) }

// HeapFlags say what a heap may hold, as D3D12_HEAP_FLAGS.
type HeapFlags uint32

// The heap flags. ALLOW_ONLY flags are the unions of the DENY flags, as in D3D12.
const (
	HeapDenyBuffers      HeapFlags = 0x4
	HeapDenyRTDSTextures HeapFlags = 0x40
	HeapDenyNonRTDS      HeapFlags = 0x80
	HeapNotResident      HeapFlags = 0x800
	HeapCreateNotZeroed  HeapFlags = 0x1000
)

var heapFlagNames = []FlagName{{"NONE", 0}, {"ALLOW_ALL_BUFFERS_AND_TEXTURES", 0}, {"ALLOW_ONLY_BUFFERS", 0xC0},
	{"ALLOW_ONLY_NON_RT_DS_TEXTURES", 0x44}, {"ALLOW_ONLY_RT_DS_TEXTURES", 0x84}, {"DENY_BUFFERS", 0x4},
	{"DENY_RT_DS_TEXTURES", 0x40}, {"DENY_NON_RT_DS_TEXTURES", 0x80}, {"CREATE_NOT_RESIDENT", 0x800}, {"CREATE_NOT_ZEROED", 0x1000}}

// LuaFlagNames implements the flags contract of the bindings.
func (HeapFlags) LuaFlagNames() []FlagName { return heapFlagNames }

// String joins the set flags.
func (f HeapFlags) String() string { return flagString(heapFlagNames, uint64(f)) }

// HeapProperties as D3D12_HEAP_PROPERTIES, whose fields for CUSTOM heaps are unknown for the types that there are. Nodes are bit masks.
type HeapProperties struct {
	Type             HeapType
	CreationNodeMask uint32
	VisibleNodeMask  uint32
}

// HeapDesc describes memory for placed resources (CreateHeap).
type HeapDesc struct {
	Name        string
	SizeInBytes uint64    `lua:",required,min=1"`
	HeapType    HeapType  // default DEFAULT
	Alignment   uint64    // bytes; 0 is 64 KiB
	Flags       HeapFlags // what may be in it
}

// ResourceDimension as D3D12_RESOURCE_DIMENSION.
type ResourceDimension uint8

// The dimensions.
const (
	DimensionUnknown ResourceDimension = iota
	DimensionBuffer
	DimensionTexture1D
	DimensionTexture2D
	DimensionTexture3D
)

var dimensionNames = []string{"UNKNOWN", "BUFFER", "TEXTURE1D", "TEXTURE2D", "TEXTURE3D"}

// LuaNames implements the enum contract of the bindings.
func (ResourceDimension) LuaNames() []string { return dimensionNames }

// String returns the D3D12 name without its prefix.
func (d ResourceDimension) String() string { return enumName(dimensionNames, int(d)) }

// ResourceFlags as D3D12_RESOURCE_FLAGS.
type ResourceFlags uint32

// The resource flags.
const (
	AllowRenderTarget       ResourceFlags = 0x1
	AllowDepthStencil       ResourceFlags = 0x2
	AllowUnorderedAccess    ResourceFlags = 0x4
	DenyShaderResource      ResourceFlags = 0x8
	AllowCrossAdapter       ResourceFlags = 0x10
	AllowSimultaneousAccess ResourceFlags = 0x20
)

var resourceFlagNames = []FlagName{{"NONE", 0}, {"ALLOW_RENDER_TARGET", 0x1}, {"ALLOW_DEPTH_STENCIL", 0x2}, {"ALLOW_UNORDERED_ACCESS", 0x4},
	{"DENY_SHADER_RESOURCE", 0x8}, {"ALLOW_CROSS_ADAPTER", 0x10}, {"ALLOW_SIMULTANEOUS_ACCESS", 0x20}}

// LuaFlagNames implements the flags contract of the bindings.
func (ResourceFlags) LuaFlagNames() []FlagName { return resourceFlagNames }

// String joins the set flags.
func (f ResourceFlags) String() string { return flagString(resourceFlagNames, uint64(f)) }

// TextureLayout as D3D12_TEXTURE_LAYOUT.
type TextureLayout uint8

// The texture layouts.
const (
	LayoutUnknown TextureLayout = iota
	LayoutRowMajor
)

var layoutNames = []string{"UNKNOWN", "ROW_MAJOR"}

// LuaNames implements the enum contract of the bindings.
func (TextureLayout) LuaNames() []string { return layoutNames }

// String returns the D3D12 name without its prefix.
func (l TextureLayout) String() string { return enumName(layoutNames, int(l)) }

// SampleDesc as DXGI_SAMPLE_DESC. The zero value means one sample.
type SampleDesc struct {
	Count   uint32 `lua:",default=1,min=1,order=1"` // 1, 2, 4 or 8 samples a texel
	Quality uint32 `lua:",order=2"`                 // 0
}

// ClearValue is an optimized clear value, as D3D12_CLEAR_VALUE.
type ClearValue struct {
	Format  Format     // of the view that clears; UNKNOWN: of the resource
	Color   [4]float32 `lua:",nonfinite"` // red, green, blue, alpha
	Depth   float32    // 0 to 1
	Stencil uint8      // 0 to 255
}

// ResourceDesc describes a buffer or a texture. Zero means: height, depth, mips and samples 1.
//
//	                Width          Height   DepthOrArraySize     MipLevels
//	BUFFER          bytes          1        1                    1
//	TEXTURE1D       texels         1        array slices         0 = full chain
//	TEXTURE2D       texels         texels   array slices         0 = full chain
//	TEXTURE3D       texels         texels   texels deep          0 = full chain
type ResourceDesc struct {
	Name             string
	Dimension        ResourceDimension `lua:",required"` // BUFFER, TEXTURE1D, TEXTURE2D or TEXTURE3D
	Alignment        uint64            // bytes; 0: as the resource needs
	Width            uint64            `lua:",required,min=1"`
	Height           uint32            `lua:",default=1,min=1"`
	DepthOrArraySize uint32            `lua:",default=1,min=1,max=65535"`
	MipLevels        uint32            `lua:",default=1"` // mip levels; 0: down to one texel
	Format           Format            // UNKNOWN for buffers
	SampleDesc       SampleDesc        `lua:",default={}"` // samples a texel
	Layout           TextureLayout     // UNKNOWN for textures, ROW_MAJOR for buffers; left out it is right
	Flags            ResourceFlags     // how it can be bound
}

// CommittedResourceDesc describes a resource with its own implicit heap (CreateCommittedResource).
type CommittedResourceDesc struct {
	ResourceDesc
	HeapType            HeapType
	HeapFlags           HeapFlags      // of the heap that is made for it
	InitialState        ResourceStates // the initial state; by default the one that the heap requires, or COMMON
	OptimizedClearValue *ClearValue    // what clears of it usually write
}

// LuaDefault sets InitialState, where a script leaves it out, to the only state that resources in UPLOAD and READBACK heaps can have.
func (d *CommittedResourceDesc) LuaDefault(field string) (set bool) {
	return field == "InitialState" && d.HeapType.settle(&d.InitialState)
}

// PlacedResourceDesc describes a resource that is in a heap (CreatePlacedResource).
type PlacedResourceDesc struct {
	ResourceDesc
	Heap                Heap `lua:",required"` // the heap it is placed in
	HeapOffset          uint64
	InitialState        ResourceStates // the initial state; by default the one that the heap requires, or COMMON
	OptimizedClearValue *ClearValue    // what clears of it usually write
}

// LuaDefault is that of CommittedResourceDesc.
func (d *PlacedResourceDesc) LuaDefault(field string) (set bool) {
	return field == "InitialState" && d.Heap != nil && d.Heap.HeapDesc().HeapType.settle(&d.InitialState)
}

// InitialState is the state in which all resources of a heap start and stay; one: there is one.
func (h HeapType) InitialState() (s ResourceStates, one bool) {
	switch h {
	case HeapUpload:
		return StateGenericRead, true
	case HeapReadback:
		return StateCopyDest, true
	}
	return StateCommon, false
}

// settle sets the state of a resource of which none is given.
func (h HeapType) settle(s *ResourceStates) (one bool) {
	*s, one = h.InitialState()
	return one
}

// Normalized returns the description with its zero values replaced by what they mean.
func (d ResourceDesc) Normalized() ResourceDesc {
	d.Height, d.DepthOrArraySize = max(d.Height, 1), max(d.DepthOrArraySize, 1)
	d.SampleDesc.Count = max(d.SampleDesc.Count, 1)
	if full := d.FullMipCount(); d.MipLevels == 0 {
		d.MipLevels = full
	}
	return d
}

// FullMipCount is the length of the complete mip chain: 1 + floor(log2(largest edge)); 1 for buffers.
func (d ResourceDesc) FullMipCount() uint32 {
	if d.Dimension == DimensionBuffer {
		return 1
	}
	edge := max(d.Width, uint64(d.Height))
	if d.Dimension == DimensionTexture3D {
		edge = max(edge, uint64(d.DepthOrArraySize))
	}
	n := uint32(0)
	for ; edge > 0; edge >>= 1 {
		n++
	}
	return max(n, 1)
}

// ArraySize is the number of array slices: 1 for buffers and 3D textures.
func (d ResourceDesc) ArraySize() uint32 {
	if d.Dimension == DimensionTexture1D || d.Dimension == DimensionTexture2D {
		return max(d.DepthOrArraySize, 1)
	}
	return 1
}

// Subresources is the number of subresources of a normalized description: mips times slices times planes.
func (d ResourceDesc) Subresources() uint32 {
	return max(d.MipLevels, 1) * d.ArraySize() * d.Format.Planes()
}

// Mip is the mip level of a subresource index: mip + (slice + plane*ArraySize)*MipLevels.
func (d ResourceDesc) Mip(subresource uint32) uint32 { return subresource % max(d.MipLevels, 1) }

// Slice is the array slice of a subresource index.
func (d ResourceDesc) Slice(subresource uint32) uint32 {
	return subresource / max(d.MipLevels, 1) % d.ArraySize()
}

// Plane is the plane of a subresource index: 1 for stencil, else 0.
func (d ResourceDesc) Plane(subresource uint32) uint32 {
	return subresource / max(d.MipLevels, 1) / d.ArraySize()
}

// MipExtent is the size in texels of a mip level.
func (d ResourceDesc) MipExtent(mip uint32) (width, height, depth uint32) {
	width, height, depth = max(uint32(d.Width)>>mip, 1), max(d.Height>>mip, 1), 1
	if d.Dimension == DimensionTexture3D {
		depth = max(d.DepthOrArraySize>>mip, 1)
	}
	return width, height, depth
}

// Footprint is the linear layout of one subresource, as D3D12_SUBRESOURCE_FOOTPRINT with its offset in bytes.
type Footprint struct {
	Offset                uint64 // bytes from the beginning of the buffer
	Format                Format // of the texels of the plane
	Width, Height, Depth  uint32 // texels
	RowPitch, SlicePitch  uint32 // bytes
	RowSizeInBytes        uint64 // bytes of a row that hold texels
	SizeInBytes           uint64 // bytes from the first to the end of the last texel, of one sample
	Subresource, MipLevel uint32
	SamplePitch           uint32 // bytes from a sample's texels to those of the next one; 0: there is one sample
}

// Rows is the number of rows in memory of one depth slice: rows of texels, or of blocks of 4×4.
func (f *Footprint) Rows() uint32 {
	_, edge := f.Format.Block()
	return (f.Height + edge - 1) / edge
}

// Footprints lays the subresources first..first+count of a normalized description out from base: rows on 256 bytes,
// subresources on 512 bytes (GetCopyableFootprints). The device keeps textures in the same layout. The second result
// is the number of bytes from base to the end of the last one.
//
//	base        +512·k
//	| mip 0 rows, RowPitch apart | pad | mip 1 … | pad | slice 1, mip 0 … | pad | plane 1 (stencil), slice 0, mip 0 …
//
// A subresource with several samples is the layout of one sample, SamplePitch apart for each: a multiple of 512 bytes. Rows of block-compressed
// formats are rows of blocks.
func (d ResourceDesc) Footprints(first, count uint32, base uint64) ([]Footprint, uint64) {
	prints := make([]Footprint, 0, count)
	end := base
	for s := first; s < first+count; s++ {
		f := d.footprint(s, alignUp(end, TexturePlacementAlignment))
		prints, end = append(prints, f), f.Offset+f.SizeInBytes+uint64(f.SamplePitch)*uint64(max(d.SampleDesc.Count, 1)-1)
	}
	return prints, end - base
}

func (d ResourceDesc) footprint(subresource uint32, offset uint64) Footprint {
	if d.Dimension == DimensionBuffer {
		return Footprint{Offset: offset, Width: uint32(d.Width), Height: 1, Depth: 1, RowPitch: uint32(d.Width), SlicePitch: uint32(d.Width),
			RowSizeInBytes: d.Width, SizeInBytes: d.Width}
	}
	mip := d.Mip(subresource)
	w, h, depth := d.MipExtent(mip)
	f := PlacedFootprint(d.Format.Plane(d.Plane(subresource)), w, h, depth, 0)
	f.Offset, f.Subresource, f.MipLevel = offset, subresource, mip
	if d.SampleDesc.Count > 1 {
		f.SamplePitch = uint32(alignUp(f.SizeInBytes, TexturePlacementAlignment))
	}
	return f
}

// PlacedFootprint is the layout of width×height×depth texels with rows pitch bytes apart; 0 is the least pitch.
func PlacedFootprint(format Format, width, height, depth, pitch uint32) Footprint {
	bytes, edge := format.Block()
	row := uint64((width+edge-1)/edge) * uint64(bytes)
	if pitch == 0 {
		pitch = uint32(alignUp(row, TexturePitchAlignment))
	}
	rows := uint64((height + edge - 1) / edge)
	return Footprint{Format: format, Width: width, Height: height, Depth: depth, RowPitch: pitch, SlicePitch: uint32(uint64(pitch) * rows),
		RowSizeInBytes: row, SizeInBytes: uint64(pitch)*(rows*uint64(depth)-1) + row}
}

// SizeInBytes is what the resource occupies in a heap, before placement alignment.
func (d ResourceDesc) SizeInBytes() uint64 {
	if d.Dimension == DimensionBuffer {
		return d.Width
	}
	_, size := d.Footprints(0, d.Subresources(), 0)
	return size
}

// AllocationInfo is what a placed resource occupies in its heap: 64 KiB at least, or 4 MiB with several samples, unless the description asks for
// another alignment.
func (d ResourceDesc) AllocationInfo() AllocationInfo {
	n := d.Normalized()
	align := uint64(ResourcePlacementAlignment)
	switch {
	case d.Alignment != 0:
		align = d.Alignment
	case n.SampleDesc.Count > 1:
		align = MSAAResourceAlignment
	}
	return AllocationInfo{SizeInBytes: alignUp(n.SizeInBytes(), align), Alignment: align}
}

func alignUp(n, alignment uint64) uint64 { return (n + alignment - 1) / alignment * alignment }

// AllocationInfo is what GetResourceAllocationInfo returns.
type AllocationInfo struct {
	SizeInBytes uint64 // bytes that the resources need together
	Alignment   uint64 // bytes
}

// Box is a half-open block of texels (or bytes of a buffer, in X), as D3D12_BOX. The list form is that of C: { left, top, front, right, bottom, back
// }.
type Box struct {
	Left   uint32 `lua:",order=1"`           // texels or bytes; the first column
	Top    uint32 `lua:",order=2"`           // the first row
	Front  uint32 `lua:",order=3"`           // the first depth slice
	Right  uint32 `lua:",required,order=4"`  // the column after the last one
	Bottom uint32 `lua:",default=1,order=5"` // the row after the last one
	Back   uint32 `lua:",default=1,order=6"` // the depth slice after the last one
}

// Empty says whether the box holds no texel.
func (b Box) Empty() bool { return b.Left >= b.Right || b.Top >= b.Bottom || b.Front >= b.Back }

// Rect is a half-open rectangle of texels, as D3D12_RECT. The list form is that of C: { left, top, right, bottom }.
type Rect struct {
	Left   int32 `lua:",order=1"`          // pixels; the first column
	Top    int32 `lua:",order=2"`          // the first row
	Right  int32 `lua:",required,order=3"` // the column after the last one
	Bottom int32 `lua:",required,order=4"` // the row after the last one
}

// DiscardRegion is the part of a resource that DiscardResource names, as D3D12_DISCARD_REGION. Without rectangles it is all of the subresources.
type DiscardRegion struct {
	Rects            []Rect // texels, of one subresource; left out: all of them
	FirstSubresource uint32 // the first that is discarded
	NumSubresources  uint32 // 0 is all that follow
}

// MapRange is a half-open byte range, as D3D12_RANGE.
type MapRange struct {
	Begin uint64 `lua:",order=1"` // the first byte
	End   uint64 `lua:",order=2"` // the byte after the last one
}

// TextureCopyLocation is one side of CopyTextureRegion: a subresource of a texture, or, with a Format, a placed footprint in a buffer.
type TextureCopyLocation struct {
	Resource    Resource `lua:",required"` // a texture, or a buffer with a footprint
	Subresource uint32   // of a texture
	Offset      uint64   // bytes; 512-byte aligned
	Format      Format   // of the footprint; UNKNOWN for a texture
	Width       uint32   // texels of the footprint
	Height      uint32   `lua:",default=1"` // texels
	Depth       uint32   `lua:",default=1"` // texels
	RowPitch    uint32   // bytes; 256-byte aligned
}
