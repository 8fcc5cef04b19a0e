package gpu

// Format is the layout of a texel or of an element of a typed buffer, as DXGI_FORMAT.
type Format uint8

// The formats.
const (
	FormatUnknown Format = iota
	FormatR32G32B32A32Float
	FormatR32G32B32A32Uint
	FormatR32G32B32A32Sint
	FormatR32G32B32Float
	FormatR32G32B32Uint
	FormatR32G32B32Sint
	FormatR16G16B16A16Float
	FormatR16G16B16A16Unorm
	FormatR16G16B16A16Uint
	FormatR16G16B16A16Snorm
	FormatR16G16B16A16Sint
	FormatR32G32Float
	FormatR32G32Uint
	FormatR32G32Sint
	FormatR8G8B8A8Unorm
	FormatR8G8B8A8UnormSRGB
	FormatR8G8B8A8Uint
	FormatR8G8B8A8Snorm
	FormatR8G8B8A8Sint
	FormatR16G16Float
	FormatR16G16Unorm
	FormatR16G16Uint
	FormatR16G16Snorm
	FormatR16G16Sint
	FormatR32Float
	FormatR32Uint
	FormatR32Sint
	FormatR8G8Unorm
	FormatR8G8Uint
	FormatR8G8Snorm
	FormatR8G8Sint
	FormatR16Float
	FormatR16Unorm
	FormatR16Uint
	FormatR16Snorm
	FormatR16Sint
	FormatR8Unorm
	FormatR8Uint
	FormatR8Snorm
	FormatR8Sint
	FormatB8G8R8A8Unorm
	FormatB8G8R8A8UnormSRGB
	FormatR32Typeless
	FormatR32G32B32A32Typeless
	FormatR32G32B32Typeless
	FormatR16G16B16A16Typeless
	FormatR32G32Typeless
	FormatR8G8B8A8Typeless
	FormatR16G16Typeless
	FormatR8G8Typeless
	FormatR16Typeless
	FormatR8Typeless
	FormatB8G8R8A8Typeless
	FormatR10G10B10A2Typeless
	FormatR10G10B10A2Unorm
	FormatR10G10B10A2Uint
	FormatR11G11B10Float
	FormatD32Float
	FormatD16Unorm
	FormatR24G8Typeless
	FormatD24UnormS8Uint
	FormatR24UnormX8Typeless
	FormatX24TypelessG8Uint
	FormatR32G8X24Typeless
	FormatD32FloatS8X24Uint
	FormatR32FloatX8X24Typeless
	FormatX32TypelessG8X24Uint
	FormatBC1Typeless
	FormatBC1Unorm
	FormatBC1UnormSRGB
	FormatBC2Typeless
	FormatBC2Unorm
	FormatBC2UnormSRGB
	FormatBC3Typeless
	FormatBC3Unorm
	FormatBC3UnormSRGB
	FormatBC4Typeless
	FormatBC4Unorm
	FormatBC4Snorm
	FormatBC5Typeless
	FormatBC5Unorm
	FormatBC5Snorm
	FormatBC7Typeless
	FormatBC7Unorm
	FormatBC7UnormSRGB
	FormatBC6HTypeless
	FormatBC6HUF16
	FormatBC6HSF16
	FormatA8Unorm
	FormatB5G6R5Unorm
	FormatB5G5R5A1Unorm
	FormatB4G4R4A4Unorm
	FormatA4B4G4R4Unorm
	FormatB8G8R8X8Typeless
	FormatB8G8R8X8Unorm
	FormatB8G8R8X8UnormSRGB
	FormatR9G9B9E5SharedExp
	formatCount
)

// NumericType is how the bits of a component are read.
type NumericType uint8

// The numeric types of format components.
const (
	NumericNone NumericType = iota
	NumericFloat
	NumericUnorm
	NumericSnorm
	NumericUint
	NumericSint
	NumericTypeless
)

// FormatInfo is a row of the format table.
type FormatInfo struct {
	Name       string      // DXGI name without its prefix
	Components int         // 1 to 4
	Bits       int         // bits of one component: 8, 16 or 32; 0 where Layout says how wide each is
	Numeric    NumericType // how they are read
	SRGB       bool        // colour components are stored with the sRGB transfer function
	BGRA       bool        // the bytes are blue, green, red, alpha
	Layout     TexelLayout // how the components are in a texel
	Family     Format      // the typeless format of the family, where the layout does not say it; see Castable
	Depth      bool        // a depth or depth-stencil format: for depth-stencil views only
}

var formatTable = [formatCount]FormatInfo{
	FormatUnknown:               {Name: "UNKNOWN"},
	FormatR32G32B32A32Float:     {"R32G32B32A32_FLOAT", 4, 32, NumericFloat, false, false, TexelPlain, 0, false},
	FormatR32G32B32A32Uint:      {"R32G32B32A32_UINT", 4, 32, NumericUint, false, false, TexelPlain, 0, false},
	FormatR32G32B32A32Sint:      {"R32G32B32A32_SINT", 4, 32, NumericSint, false, false, TexelPlain, 0, false},
	FormatR32G32B32Float:        {"R32G32B32_FLOAT", 3, 32, NumericFloat, false, false, TexelPlain, 0, false},
	FormatR32G32B32Uint:         {"R32G32B32_UINT", 3, 32, NumericUint, false, false, TexelPlain, 0, false},
	FormatR32G32B32Sint:         {"R32G32B32_SINT", 3, 32, NumericSint, false, false, TexelPlain, 0, false},
	FormatR16G16B16A16Float:     {"R16G16B16A16_FLOAT", 4, 16, NumericFloat, false, false, TexelPlain, 0, false},
	FormatR16G16B16A16Unorm:     {"R16G16B16A16_UNORM", 4, 16, NumericUnorm, false, false, TexelPlain, 0, false},
	FormatR16G16B16A16Uint:      {"R16G16B16A16_UINT", 4, 16, NumericUint, false, false, TexelPlain, 0, false},
	FormatR16G16B16A16Snorm:     {"R16G16B16A16_SNORM", 4, 16, NumericSnorm, false, false, TexelPlain, 0, false},
	FormatR16G16B16A16Sint:      {"R16G16B16A16_SINT", 4, 16, NumericSint, false, false, TexelPlain, 0, false},
	FormatR32G32Float:           {"R32G32_FLOAT", 2, 32, NumericFloat, false, false, TexelPlain, 0, false},
	FormatR32G32Uint:            {"R32G32_UINT", 2, 32, NumericUint, false, false, TexelPlain, 0, false},
	FormatR32G32Sint:            {"R32G32_SINT", 2, 32, NumericSint, false, false, TexelPlain, 0, false},
	FormatR8G8B8A8Unorm:         {"R8G8B8A8_UNORM", 4, 8, NumericUnorm, false, false, TexelPlain, 0, false},
	FormatR8G8B8A8UnormSRGB:     {"R8G8B8A8_UNORM_SRGB", 4, 8, NumericUnorm, true, false, TexelPlain, 0, false},
	FormatR8G8B8A8Uint:          {"R8G8B8A8_UINT", 4, 8, NumericUint, false, false, TexelPlain, 0, false},
	FormatR8G8B8A8Snorm:         {"R8G8B8A8_SNORM", 4, 8, NumericSnorm, false, false, TexelPlain, 0, false},
	FormatR8G8B8A8Sint:          {"R8G8B8A8_SINT", 4, 8, NumericSint, false, false, TexelPlain, 0, false},
	FormatR16G16Float:           {"R16G16_FLOAT", 2, 16, NumericFloat, false, false, TexelPlain, 0, false},
	FormatR16G16Unorm:           {"R16G16_UNORM", 2, 16, NumericUnorm, false, false, TexelPlain, 0, false},
	FormatR16G16Uint:            {"R16G16_UINT", 2, 16, NumericUint, false, false, TexelPlain, 0, false},
	FormatR16G16Snorm:           {"R16G16_SNORM", 2, 16, NumericSnorm, false, false, TexelPlain, 0, false},
	FormatR16G16Sint:            {"R16G16_SINT", 2, 16, NumericSint, false, false, TexelPlain, 0, false},
	FormatR32Float:              {"R32_FLOAT", 1, 32, NumericFloat, false, false, TexelPlain, 0, false},
	FormatR32Uint:               {"R32_UINT", 1, 32, NumericUint, false, false, TexelPlain, 0, false},
	FormatR32Sint:               {"R32_SINT", 1, 32, NumericSint, false, false, TexelPlain, 0, false},
	FormatR8G8Unorm:             {"R8G8_UNORM", 2, 8, NumericUnorm, false, false, TexelPlain, 0, false},
	FormatR8G8Uint:              {"R8G8_UINT", 2, 8, NumericUint, false, false, TexelPlain, 0, false},
	FormatR8G8Snorm:             {"R8G8_SNORM", 2, 8, NumericSnorm, false, false, TexelPlain, 0, false},
	FormatR8G8Sint:              {"R8G8_SINT", 2, 8, NumericSint, false, false, TexelPlain, 0, false},
	FormatR16Float:              {"R16_FLOAT", 1, 16, NumericFloat, false, false, TexelPlain, 0, false},
	FormatR16Unorm:              {"R16_UNORM", 1, 16, NumericUnorm, false, false, TexelPlain, 0, false},
	FormatR16Uint:               {"R16_UINT", 1, 16, NumericUint, false, false, TexelPlain, 0, false},
	FormatR16Snorm:              {"R16_SNORM", 1, 16, NumericSnorm, false, false, TexelPlain, 0, false},
	FormatR16Sint:               {"R16_SINT", 1, 16, NumericSint, false, false, TexelPlain, 0, false},
	FormatR8Unorm:               {"R8_UNORM", 1, 8, NumericUnorm, false, false, TexelPlain, 0, false},
	FormatR8Uint:                {"R8_UINT", 1, 8, NumericUint, false, false, TexelPlain, 0, false},
	FormatR8Snorm:               {"R8_SNORM", 1, 8, NumericSnorm, false, false, TexelPlain, 0, false},
	FormatR8Sint:                {"R8_SINT", 1, 8, NumericSint, false, false, TexelPlain, 0, false},
	FormatB8G8R8A8Unorm:         {"B8G8R8A8_UNORM", 4, 8, NumericUnorm, false, true, TexelPlain, 0, false},
	FormatB8G8R8A8UnormSRGB:     {"B8G8R8A8_UNORM_SRGB", 4, 8, NumericUnorm, true, true, TexelPlain, 0, false},
	FormatR32Typeless:           {"R32_TYPELESS", 1, 32, NumericTypeless, false, false, TexelPlain, 0, false},
	FormatR32G32B32A32Typeless:  {"R32G32B32A32_TYPELESS", 4, 32, NumericTypeless, false, false, TexelPlain, 0, false},
	FormatR32G32B32Typeless:     {"R32G32B32_TYPELESS", 3, 32, NumericTypeless, false, false, TexelPlain, 0, false},
	FormatR16G16B16A16Typeless:  {"R16G16B16A16_TYPELESS", 4, 16, NumericTypeless, false, false, TexelPlain, 0, false},
	FormatR32G32Typeless:        {"R32G32_TYPELESS", 2, 32, NumericTypeless, false, false, TexelPlain, 0, false},
	FormatR8G8B8A8Typeless:      {"R8G8B8A8_TYPELESS", 4, 8, NumericTypeless, false, false, TexelPlain, 0, false},
	FormatR16G16Typeless:        {"R16G16_TYPELESS", 2, 16, NumericTypeless, false, false, TexelPlain, 0, false},
	FormatR8G8Typeless:          {"R8G8_TYPELESS", 2, 8, NumericTypeless, false, false, TexelPlain, 0, false},
	FormatR16Typeless:           {"R16_TYPELESS", 1, 16, NumericTypeless, false, false, TexelPlain, 0, false},
	FormatR8Typeless:            {"R8_TYPELESS", 1, 8, NumericTypeless, false, false, TexelPlain, 0, false},
	FormatB8G8R8A8Typeless:      {"B8G8R8A8_TYPELESS", 4, 8, NumericTypeless, false, true, TexelPlain, 0, false},
	FormatR10G10B10A2Typeless:   {"R10G10B10A2_TYPELESS", 4, 0, NumericTypeless, false, false, TexelR10G10B10A2, FormatR10G10B10A2Typeless, false},
	FormatR10G10B10A2Unorm:      {"R10G10B10A2_UNORM", 4, 0, NumericUnorm, false, false, TexelR10G10B10A2, FormatR10G10B10A2Typeless, false},
	FormatR10G10B10A2Uint:       {"R10G10B10A2_UINT", 4, 0, NumericUint, false, false, TexelR10G10B10A2, FormatR10G10B10A2Typeless, false},
	FormatR11G11B10Float:        {"R11G11B10_FLOAT", 3, 0, NumericFloat, false, false, TexelR11G11B10, FormatR11G11B10Float, false},
	FormatD32Float:              {"D32_FLOAT", 1, 32, NumericFloat, false, false, TexelPlain, 0, true},
	FormatD16Unorm:              {"D16_UNORM", 1, 16, NumericUnorm, false, false, TexelPlain, 0, true},
	FormatR24G8Typeless:         {"R24G8_TYPELESS", 2, 0, NumericTypeless, false, false, TexelDepthStencil, FormatR24G8Typeless, false},
	FormatD24UnormS8Uint:        {"D24_UNORM_S8_UINT", 2, 0, NumericUnorm, false, false, TexelDepthStencil, FormatR24G8Typeless, true},
	FormatR24UnormX8Typeless:    {"R24_UNORM_X8_TYPELESS", 1, 0, NumericUnorm, false, false, TexelDepth24, FormatR24G8Typeless, false},
	FormatX24TypelessG8Uint:     {"X24_TYPELESS_G8_UINT", 2, 0, NumericUint, false, false, TexelStencil, FormatR24G8Typeless, false},
	FormatR32G8X24Typeless:      {"R32G8X24_TYPELESS", 2, 0, NumericTypeless, false, false, TexelDepthStencil, FormatR32G8X24Typeless, false},
	FormatD32FloatS8X24Uint:     {"D32_FLOAT_S8X24_UINT", 2, 0, NumericFloat, false, false, TexelDepthStencil, FormatR32G8X24Typeless, true},
	FormatR32FloatX8X24Typeless: {"R32_FLOAT_X8X24_TYPELESS", 1, 32, NumericFloat, false, false, TexelPlain, FormatR32G8X24Typeless, false},
	FormatX32TypelessG8X24Uint:  {"X32_TYPELESS_G8X24_UINT", 2, 0, NumericUint, false, false, TexelStencil, FormatR32G8X24Typeless, false},
	FormatBC1Typeless:           {"BC1_TYPELESS", 4, 0, NumericTypeless, false, false, TexelBlock8, FormatBC1Typeless, false},
	FormatBC1Unorm:              {"BC1_UNORM", 4, 0, NumericUnorm, false, false, TexelBlock8, FormatBC1Typeless, false},
	FormatBC1UnormSRGB:          {"BC1_UNORM_SRGB", 4, 0, NumericUnorm, true, false, TexelBlock8, FormatBC1Typeless, false},
	FormatBC2Typeless:           {"BC2_TYPELESS", 4, 0, NumericTypeless, false, false, TexelBlock16, FormatBC2Typeless, false},
	FormatBC2Unorm:              {"BC2_UNORM", 4, 0, NumericUnorm, false, false, TexelBlock16, FormatBC2Typeless, false},
	FormatBC2UnormSRGB:          {"BC2_UNORM_SRGB", 4, 0, NumericUnorm, true, false, TexelBlock16, FormatBC2Typeless, false},
	FormatBC3Typeless:           {"BC3_TYPELESS", 4, 0, NumericTypeless, false, false, TexelBlock16, FormatBC3Typeless, false},
	FormatBC3Unorm:              {"BC3_UNORM", 4, 0, NumericUnorm, false, false, TexelBlock16, FormatBC3Typeless, false},
	FormatBC3UnormSRGB:          {"BC3_UNORM_SRGB", 4, 0, NumericUnorm, true, false, TexelBlock16, FormatBC3Typeless, false},
	FormatBC4Typeless:           {"BC4_TYPELESS", 1, 0, NumericTypeless, false, false, TexelBlock8, FormatBC4Typeless, false},
	FormatBC4Unorm:              {"BC4_UNORM", 1, 0, NumericUnorm, false, false, TexelBlock8, FormatBC4Typeless, false},
	FormatBC4Snorm:              {"BC4_SNORM", 1, 0, NumericSnorm, false, false, TexelBlock8, FormatBC4Typeless, false},
	FormatBC5Typeless:           {"BC5_TYPELESS", 2, 0, NumericTypeless, false, false, TexelBlock16, FormatBC5Typeless, false},
	FormatBC5Unorm:              {"BC5_UNORM", 2, 0, NumericUnorm, false, false, TexelBlock16, FormatBC5Typeless, false},
	FormatBC5Snorm:              {"BC5_SNORM", 2, 0, NumericSnorm, false, false, TexelBlock16, FormatBC5Typeless, false},
	FormatBC7Typeless:           {"BC7_TYPELESS", 4, 0, NumericTypeless, false, false, TexelBlock16, FormatBC7Typeless, false},
	FormatBC7Unorm:              {"BC7_UNORM", 4, 0, NumericUnorm, false, false, TexelBlock16, FormatBC7Typeless, false},
	FormatBC7UnormSRGB:          {"BC7_UNORM_SRGB", 4, 0, NumericUnorm, true, false, TexelBlock16, FormatBC7Typeless, false},
	FormatBC6HTypeless:          {"BC6H_TYPELESS", 3, 0, NumericTypeless, false, false, TexelBlock16, FormatBC6HTypeless, false},
	FormatBC6HUF16:              {"BC6H_UF16", 3, 0, NumericFloat, false, false, TexelBlock16, FormatBC6HTypeless, false},
	FormatBC6HSF16:              {"BC6H_SF16", 3, 0, NumericFloat, false, false, TexelBlock16, FormatBC6HTypeless, false},
	FormatA8Unorm:               {"A8_UNORM", 4, 0, NumericUnorm, false, false, TexelA8, FormatA8Unorm, false},
	FormatB5G6R5Unorm:           {"B5G6R5_UNORM", 3, 0, NumericUnorm, false, false, TexelB5G6R5, FormatB5G6R5Unorm, false},
	FormatB5G5R5A1Unorm:         {"B5G5R5A1_UNORM", 4, 0, NumericUnorm, false, false, TexelB5G5R5A1, FormatB5G5R5A1Unorm, false},
	FormatB4G4R4A4Unorm:         {"B4G4R4A4_UNORM", 4, 0, NumericUnorm, false, false, TexelB4G4R4A4, FormatB4G4R4A4Unorm, false},
	FormatA4B4G4R4Unorm:         {"A4B4G4R4_UNORM", 4, 0, NumericUnorm, false, false, TexelA4B4G4R4, FormatA4B4G4R4Unorm, false},
	FormatB8G8R8X8Typeless:      {"B8G8R8X8_TYPELESS", 3, 0, NumericTypeless, false, false, TexelB8G8R8X8, FormatB8G8R8X8Typeless, false},
	FormatB8G8R8X8Unorm:         {"B8G8R8X8_UNORM", 3, 0, NumericUnorm, false, false, TexelB8G8R8X8, FormatB8G8R8X8Typeless, false},
	FormatB8G8R8X8UnormSRGB:     {"B8G8R8X8_UNORM_SRGB", 3, 0, NumericUnorm, true, false, TexelB8G8R8X8, FormatB8G8R8X8Typeless, false},
	FormatR9G9B9E5SharedExp:     {"R9G9B9E5_SHAREDEXP", 3, 0, NumericFloat, false, false, TexelR9G9B9E5, FormatR9G9B9E5SharedExp, false},
}

var formatNames = func() []string {
	names := make([]string, formatCount)
	for i := range formatTable {
		names[i] = formatTable[i].Name
	}
	return names
}()

// LuaNames implements the enum contract of the bindings.
func (Format) LuaNames() []string { return formatNames }

// String returns the DXGI name without its prefix.
func (f Format) String() string { return enumName(formatNames, int(f)) }

// Info returns the format's row of the table; the zero row for a value outside it.
func (f Format) Info() FormatInfo {
	if f >= formatCount {
		return FormatInfo{}
	}
	return formatTable[f]
}

// Bytes is the size of one texel or element; of the depth plane where stencil is another one. 0 for UNKNOWN and block-compressed formats.
func (f Format) Bytes() uint32 {
	i := f.Info()
	switch i.Layout {
	case TexelPlain:
		return uint32(i.Components * i.Bits / 8)
	case TexelDepthStencil:
		return 4
	}
	return i.Layout.Bytes()
}

// Block is the bytes of a block and the texels along its edges: one texel, or 4×4 of block-compressed formats.
func (f Format) Block() (bytes, edge uint32) {
	switch f.Info().Layout {
	case TexelBlock8:
		return 8, 4
	case TexelBlock16:
		return 16, 4
	}
	return f.Bytes(), 1
}

// Compressed says whether texels are in blocks of 4×4.
func (f Format) Compressed() bool {
	_, edge := f.Block()
	return edge > 1
}

// Planes is the number of planes that a resource of the format has: 2 for depth with stencil.
func (f Format) Planes() uint32 {
	if f.Info().Layout == TexelDepthStencil {
		return 2
	}
	return 1
}

// Plane is the format of the texels of a plane, as a placed footprint names it (GetCopyableFootprints): R32_TYPELESS and R8_TYPELESS for depth
// with stencil, the format itself for all others.
func (f Format) Plane(plane uint32) Format {
	switch {
	case f.Planes() == 1:
		return f
	case plane == 0:
		return FormatR32Typeless
	}
	return FormatR8Typeless
}

// HasStencil says whether f is a depth format with a stencil plane.
func (f Format) HasStencil() bool {
	i := f.Info()
	return i.Depth && i.Layout == TexelDepthStencil
}

// Castable says whether a resource of format f may be viewed or copied as format g: one DXGI typeless family, which plain formats share
// when they have as many components of the same width.
func (f Format) Castable(g Format) bool {
	a, b := f.Info(), g.Info()
	return f == g || a.Components > 0 && b.Components > 0 && f.family() == g.family()
}

// family is what the formats of one typeless family have in common.
func (f Format) family() FormatInfo {
	i := f.Info()
	if i.Family != FormatUnknown {
		return FormatInfo{Family: i.Family}
	}
	return FormatInfo{Components: i.Components, Bits: i.Bits, BGRA: i.BGRA}
}
