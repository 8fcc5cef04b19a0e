package gpu

// DescriptorHeapType as D3D12_DESCRIPTOR_HEAP_TYPE (H1).
type DescriptorHeapType uint8

// The descriptor heap types. Only the first two can be shader-visible.
const (
	HeapCBVSRVUAV DescriptorHeapType = iota
	HeapSampler
	HeapRTV
	HeapDSV
)

var descriptorHeapNames = []string{"CBV_SRV_UAV", "SAMPLER", "RTV", "DSV"}

// LuaNames implements the enum contract of the bindings.
func (DescriptorHeapType) LuaNames() []string { return descriptorHeapNames }

// String returns the D3D12 name without its prefix.
func (t DescriptorHeapType) String() string { return enumName(descriptorHeapNames, int(t)) }

// DescriptorHeapFlags as D3D12_DESCRIPTOR_HEAP_FLAGS.
type DescriptorHeapFlags uint32

// ShaderVisible makes a heap usable by SetDescriptorHeaps.
const ShaderVisible DescriptorHeapFlags = 1

var descriptorHeapFlagNames = []FlagName{{"NONE", 0}, {"SHADER_VISIBLE", 1}}

// LuaFlagNames implements the flags contract of the bindings.
func (DescriptorHeapFlags) LuaFlagNames() []FlagName { return descriptorHeapFlagNames }

// String joins the set flags.
func (f DescriptorHeapFlags) String() string { return flagString(descriptorHeapFlagNames, uint64(f)) }

// DescriptorHeapDesc describes a descriptor heap (CreateDescriptorHeap).
type DescriptorHeapDesc struct {
	Name           string
	Type           DescriptorHeapType  `lua:",required"` // what its descriptors describe
	NumDescriptors uint32              `lua:",required,min=1"`
	Flags          DescriptorHeapFlags // SHADER_VISIBLE: tables may point into it
	NodeMask       uint32              `lua:",max=1"`
}

// CPUDescriptorHandle is a slot of a descriptor heap, for creating and copying descriptors.
type CPUDescriptorHandle struct {
	Heap  ID
	Index uint32 // slot
}

// GPUDescriptorHandle is a slot of a shader-visible heap, for root descriptor tables. The zero value is null.
type GPUDescriptorHandle struct {
	Heap  ID
	Index uint32
}

// DescriptorType is what a descriptor, or a range of a root table, holds.
type DescriptorType uint8

// The descriptor types; the first four as D3D12_DESCRIPTOR_RANGE_TYPE.
const (
	DescriptorSRV DescriptorType = iota
	DescriptorUAV
	DescriptorCBV
	DescriptorSampler
	DescriptorRTV
	DescriptorDSV
	DescriptorNone // never written
)

var descriptorTypeNames = []string{"SRV", "UAV", "CBV", "SAMPLER", "RTV", "DSV", "none"}

// LuaNames implements the enum contract of the bindings: the range types.
func (DescriptorType) LuaNames() []string { return descriptorTypeNames[:4] }

// String returns the short name, for example "SRV".
func (t DescriptorType) String() string { return enumName(descriptorTypeNames, int(t)) }

// RootAlignment is what the address of a root descriptor is a multiple of, in bytes (D3D12, root descriptors).
func (t DescriptorType) RootAlignment() uint64 {
	if t == DescriptorCBV {
		return ConstantBufferAlignment
	}
	return 4
}

// RegisterPrefix is the letter of the type's registers: t, u, b or s.
func (t DescriptorType) RegisterPrefix() string {
	return enumName([]string{"t", "u", "b", "s"}, int(t))
}

// ViewDimension is the shape of a view, as D3D12_SRV_DIMENSION and its siblings.
type ViewDimension uint8

// The view dimensions.
const (
	ViewUnknown ViewDimension = iota // decided by the resource
	ViewBuffer
	ViewTexture1D
	ViewTexture1DArray
	ViewTexture2D
	ViewTexture2DArray
	ViewTexture3D
	ViewTextureCube
	ViewTexture2DMS
	ViewTexture2DMSArray
	ViewTextureCubeArray
)

var viewDimensionNames = []string{"UNKNOWN", "BUFFER", "TEXTURE1D", "TEXTURE1DARRAY", "TEXTURE2D", "TEXTURE2DARRAY", "TEXTURE3D", "TEXTURECUBE",
	"TEXTURE2DMS", "TEXTURE2DMSARRAY", "TEXTURECUBEARRAY"}

// LuaNames implements the enum contract of the bindings.
func (ViewDimension) LuaNames() []string { return viewDimensionNames }

// String returns the D3D12 name without its prefix.
func (d ViewDimension) String() string { return enumName(viewDimensionNames, int(d)) }

// Single says whether a view shows one slice only, the first one of an array. The dimension after it shows others.
func (d ViewDimension) Single() bool {
	return d == ViewTexture1D || d == ViewTexture2D || d == ViewTexture2DMS
}

// Others is the field by which a view that shows one slice only asks for others, and what it is; "" if it does not.
func (v *ViewDesc) Others() (field string, value uint32) {
	switch {
	case !v.ViewDimension.Single():
	case v.FirstArraySlice != 0:
		return "FirstArraySlice", v.FirstArraySlice
	case v.ArraySize > 1 && v.ArraySize != 0xffffffff:
		return "ArraySize", v.ArraySize
	}
	return "", 0
}

// BufferViewFlags as D3D12_BUFFER_SRV_FLAGS and D3D12_DSV_FLAGS, with bits of their own.
type BufferViewFlags uint32

// The flags of views.
const (
	ViewRaw             BufferViewFlags = 1 // buffers: a byte-address view
	ViewReadOnlyDepth   BufferViewFlags = 2 // depth-stencil views: depth is tested and not written
	ViewReadOnlyStencil BufferViewFlags = 4
)

var bufferViewFlagNames = []FlagName{{"NONE", 0}, {"RAW", 1}, {"READ_ONLY_DEPTH", 2}, {"READ_ONLY_STENCIL", 4}}

// LuaFlagNames implements the flags contract of the bindings.
func (BufferViewFlags) LuaFlagNames() []FlagName { return bufferViewFlagNames }

// String joins the set flags.
func (f BufferViewFlags) String() string { return flagString(bufferViewFlagNames, uint64(f)) }

// ViewDesc describes an SRV, UAV, RTV or DSV. One flat table serves every dimension: a field that the dimension does
// not have must stay 0. nil, or zero fields, mean: the whole resource in its own format.
//
//	BUFFER            FirstElement, NumElements, StructureByteStride or Format or RAW, CounterOffsetInBytes (UAV)
//	TEXTURE1D, 2D     MostDetailedMip, MipLevels, PlaneSlice (SRV); MipSlice (UAV, RTV, DSV); Flags READ_ONLY_… (DSV)
//	…ARRAY, CUBE      also FirstArraySlice, ArraySize
//	TEXTURE2DMS       nothing
//	TEXTURE3D         MostDetailedMip, MipLevels; MipSlice, FirstWSlice, WSize (UAV, RTV)
type ViewDesc struct {
	Format               Format          // of the view; UNKNOWN: that of the resource
	ViewDimension        ViewDimension   // the shape of the view; UNKNOWN: that of the resource
	FirstElement         uint64          // elements
	NumElements          uint32          // elements; 0 is all that follow
	StructureByteStride  uint32          `lua:",max=2048"` // bytes
	CounterOffsetInBytes uint64          // bytes, of the counter in its buffer; a multiple of 4096
	Flags                BufferViewFlags // RAW for byte addresses, READ_ONLY_… for DSVs
	MostDetailedMip      uint32          // the first mip level of an SRV
	MipLevels            uint32          // of an SRV; 0 is all that follow
	MipSlice             uint32          // the mip level of a UAV, RTV or DSV
	FirstArraySlice      uint32          // array slice; of cubes the face, six for each cube
	ArraySize            uint32          // slices or faces; 0 is all that follow
	FirstWSlice          uint32          // depth slice of a 3D texture
	WSize                uint32          // depth slices; 0 is all that follow
	ResourceMinLODClamp  float32         // samples of an SRV use no mip level of the resource below it
	PlaneSlice           uint32          `lua:",max=1"` // 1: the stencil of a depth texture, as its format says
	// Shader4ComponentMapping is for SRVs of textures and typed buffers; left out it is what C has to write in every SRV: components are in their
	// order.
	Shader4ComponentMapping ComponentMapping
}

// ShaderComponent as D3D12_SHADER_COMPONENT_MAPPING: what a shader gets as one component of what it reads.
type ShaderComponent uint8

// The sources of a component. The zero value is the component of the same place.
const (
	ComponentInPlace ShaderComponent = iota
	ComponentFromMemory0
	ComponentFromMemory1
	ComponentFromMemory2
	ComponentFromMemory3
	ComponentForce0
	ComponentForce1
)

var shaderComponentNames = []string{"", "FROM_MEMORY_COMPONENT_0", "FROM_MEMORY_COMPONENT_1", "FROM_MEMORY_COMPONENT_2", "FROM_MEMORY_COMPONENT_3",
	"FORCE_VALUE_0", "FORCE_VALUE_1"}

// LuaNames implements the enum contract of the bindings.
func (ShaderComponent) LuaNames() []string { return shaderComponentNames }

// String returns the D3D12 name without its prefix.
func (c ShaderComponent) String() string { return enumName(shaderComponentNames, int(c)) }

// ComponentMapping as D3D12_ENCODE_SHADER_4_COMPONENT_MAPPING: where red, green, blue and alpha come from. The zero value is the default.
type ComponentMapping [4]ShaderComponent

// IsDefault says whether every component is in its place.
func (m ComponentMapping) IsDefault() bool {
	for i, c := range m {
		if c != ComponentInPlace && int(c-ComponentFromMemory0) != i {
			return false
		}
	}
	return true
}

// Of is where component i comes from: a component of the texel, or a number that it always is.
func (m ComponentMapping) Of(i int) (component int, number float32, fixed bool) {
	switch c := m[i]; c {
	case ComponentInPlace:
		return i, 0, false
	case ComponentForce0, ComponentForce1:
		return 0, float32(c - ComponentForce0), true
	default:
		return int(c - ComponentFromMemory0), 0, false
	}
}

// ConstantBufferViewDesc describes a CBV.
type ConstantBufferViewDesc struct {
	BufferLocation uint64 `lua:",required"`                 // GPU virtual address, 256-byte aligned
	SizeInBytes    uint32 `lua:",required,min=1,max=65536"` // multiple of 256
}

// Filter as D3D12_FILTER; the low bits are the D3D12 encoding: mip 0x1, mag 0x4, min 0x10, anisotropic 0x55,
// comparison 0x80.
type Filter uint32

// The filters. MINIMUM and MAXIMUM reductions are refused by name.
const (
	FilterPoint       Filter = 0
	FilterAnisotropic Filter = 0x55
	FilterComparison  Filter = 0x80
)

var filterNames = []FlagName{
	{"MIN_MAG_MIP_POINT", 0}, {"MIN_MAG_POINT_MIP_LINEAR", 0x1}, {"MIN_POINT_MAG_LINEAR_MIP_POINT", 0x4},
	{"MIN_POINT_MAG_MIP_LINEAR", 0x5}, {"MIN_LINEAR_MAG_MIP_POINT", 0x10}, {"MIN_LINEAR_MAG_POINT_MIP_LINEAR", 0x11},
	{"MIN_MAG_LINEAR_MIP_POINT", 0x14}, {"MIN_MAG_MIP_LINEAR", 0x15}, {"ANISOTROPIC", 0x55},
	{"COMPARISON_MIN_MAG_MIP_POINT", 0x80}, {"COMPARISON_MIN_MAG_POINT_MIP_LINEAR", 0x81},
	{"COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT", 0x84}, {"COMPARISON_MIN_POINT_MAG_MIP_LINEAR", 0x85},
	{"COMPARISON_MIN_LINEAR_MAG_MIP_POINT", 0x90}, {"COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR", 0x91},
	{"COMPARISON_MIN_MAG_LINEAR_MIP_POINT", 0x94}, {"COMPARISON_MIN_MAG_MIP_LINEAR", 0x95}, {"COMPARISON_ANISOTROPIC", 0xD5}}

// LuaValueNames implements the sparse enum contract of the bindings.
func (Filter) LuaValueNames() []FlagName { return filterNames }

// String returns the D3D12 name without its prefix.
func (f Filter) String() string {
	for _, n := range filterNames {
		if n.Bits == uint64(f) {
			return n.Name
		}
	}
	return "UNKNOWN"
}

// Compares says whether the filter compares texels with a reference.
func (f Filter) Compares() bool { return f&FilterComparison != 0 }

// AddressMode as D3D12_TEXTURE_ADDRESS_MODE.
type AddressMode uint8

// The address modes.
const (
	AddressWrap AddressMode = iota
	AddressMirror
	AddressClamp
	AddressBorder
	AddressMirrorOnce
)

var addressNames = []string{"WRAP", "MIRROR", "CLAMP", "BORDER", "MIRROR_ONCE"}

// LuaNames implements the enum contract of the bindings.
func (AddressMode) LuaNames() []string { return addressNames }

// String returns the D3D12 name without its prefix.
func (m AddressMode) String() string { return enumName(addressNames, int(m)) }

// ComparisonFunc as D3D12_COMPARISON_FUNC.
type ComparisonFunc uint8

// The comparisons.
const (
	CompareNever ComparisonFunc = iota
	CompareLess
	CompareEqual
	CompareLessEqual
	CompareGreater
	CompareNotEqual
	CompareGreaterEqual
	CompareAlways
)

var comparisonNames = []string{"NEVER", "LESS", "EQUAL", "LESS_EQUAL", "GREATER", "NOT_EQUAL", "GREATER_EQUAL", "ALWAYS"}

// LuaNames implements the enum contract of the bindings.
func (ComparisonFunc) LuaNames() []string { return comparisonNames }

// String returns the D3D12 name without its prefix.
func (c ComparisonFunc) String() string { return enumName(comparisonNames, int(c)) }

// BorderColor is what lies around a texture with address mode BORDER: red, green, blue, alpha.
type BorderColor [4]float32

// borderColors are the colors that a static sampler may have, as D3D12_STATIC_BORDER_COLOR.
var borderColors = []NamedList{{"TRANSPARENT_BLACK", []float64{0, 0, 0, 0}}, {"OPAQUE_BLACK", []float64{0, 0, 0, 1}},
	{"OPAQUE_WHITE", []float64{1, 1, 1, 1}}}

// NamedList is a list of numbers that scripts may write by its name.
type NamedList struct {
	Name   string
	Values []float64
}

// LuaNamedLists implements the contract of the bindings for lists with names.
func (BorderColor) LuaNamedLists() []NamedList { return borderColors }

// Static is the name of a color that static samplers may have too, empty for others.
func (c BorderColor) Static() string {
	for _, n := range borderColors {
		if c == (BorderColor{float32(n.Values[0]), float32(n.Values[1]), float32(n.Values[2]), float32(n.Values[3])}) {
			return n.Name
		}
	}
	return ""
}

// SamplerDesc describes a sampler (CreateSampler), as D3D12_SAMPLER_DESC, whose fields have no defaults in C. Those here are of Direct3D 11
// (CD3D11_SAMPLER_DESC) and of Diligent, with CLAMP; CD3DX12_STATIC_SAMPLER_DESC has WRAP and an anisotropic filter.
type SamplerDesc struct {
	Filter         Filter         // how texels become a value
	AddressU       AddressMode    `lua:",default=CLAMP"` // of texture coordinates below 0 and above 1
	AddressV       AddressMode    `lua:",default=CLAMP"` // as AddressU, of the second coordinate
	AddressW       AddressMode    `lua:",default=CLAMP"` // of the third
	MipLODBias     float32        // added to the mip level
	MaxAnisotropy  uint32         `lua:",default=1,max=16"` // samples along the longer axis, with filter ANISOTROPIC, from 1; no matter otherwise
	ComparisonFunc ComparisonFunc // between reference and texel, of the COMPARISON filters
	BorderColor    BorderColor    // four numbers, or TRANSPARENT_BLACK, OPAQUE_BLACK or OPAQUE_WHITE; static samplers have only these
	MinLOD         float32        // mip levels below it are not used
	MaxLOD         float32        `lua:",default=3.402823466e38"` // nor those above
}

// TargetView is an RTV or DSV as it was when the command that names it was recorded: later changes of the descriptor do not matter
// (Direct3D 12, OMSetRenderTargets).
type TargetView struct {
	Handle             CPUDescriptorHandle
	Type               DescriptorType // DescriptorNone: the descriptor was never written
	Resource           ID             // 0: a null descriptor
	Format             Format
	Dimension          ViewDimension
	Flags              BufferViewFlags // READ_ONLY_…
	Mip                uint32
	FirstSlice, Slices uint32 // array slices, or depth slices of a 3D texture
}
