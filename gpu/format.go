package gpu

// Format is the layout of a texel or of an element of a typed buffer, as DXGI_FORMAT.
type Format uint8

// The formats. Depth formats and block compression come with the graphics pipeline.
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
	Bits       int         // bits of one component: 8, 16 or 32
	Numeric    NumericType // how they are read
	SRGB       bool        // colour components are stored with the sRGB transfer function
	BGRA       bool        // the bytes are blue, green, red, alpha
}

var formatTable = [formatCount]FormatInfo{
	FormatUnknown:           {Name: "UNKNOWN"},
	FormatR32G32B32A32Float: {"R32G32B32A32_FLOAT", 4, 32, NumericFloat, false, false},
	FormatR32G32B32A32Uint:  {"R32G32B32A32_UINT", 4, 32, NumericUint, false, false},
	FormatR32G32B32A32Sint:  {"R32G32B32A32_SINT", 4, 32, NumericSint, false, false},
	FormatR32G32B32Float:    {"R32G32B32_FLOAT", 3, 32, NumericFloat, false, false},
	FormatR32G32B32Uint:     {"R32G32B32_UINT", 3, 32, NumericUint, false, false},
	FormatR32G32B32Sint:     {"R32G32B32_SINT", 3, 32, NumericSint, false, false},
	FormatR16G16B16A16Float: {"R16G16B16A16_FLOAT", 4, 16, NumericFloat, false, false},
	FormatR16G16B16A16Unorm: {"R16G16B16A16_UNORM", 4, 16, NumericUnorm, false, false},
	FormatR16G16B16A16Uint:  {"R16G16B16A16_UINT", 4, 16, NumericUint, false, false},
	FormatR16G16B16A16Snorm: {"R16G16B16A16_SNORM", 4, 16, NumericSnorm, false, false},
	FormatR16G16B16A16Sint:  {"R16G16B16A16_SINT", 4, 16, NumericSint, false, false},
	FormatR32G32Float:       {"R32G32_FLOAT", 2, 32, NumericFloat, false, false},
	FormatR32G32Uint:        {"R32G32_UINT", 2, 32, NumericUint, false, false},
	FormatR32G32Sint:        {"R32G32_SINT", 2, 32, NumericSint, false, false},
	FormatR8G8B8A8Unorm:     {"R8G8B8A8_UNORM", 4, 8, NumericUnorm, false, false},
	FormatR8G8B8A8UnormSRGB: {"R8G8B8A8_UNORM_SRGB", 4, 8, NumericUnorm, true, false},
	FormatR8G8B8A8Uint:      {"R8G8B8A8_UINT", 4, 8, NumericUint, false, false},
	FormatR8G8B8A8Snorm:     {"R8G8B8A8_SNORM", 4, 8, NumericSnorm, false, false},
	FormatR8G8B8A8Sint:      {"R8G8B8A8_SINT", 4, 8, NumericSint, false, false},
	FormatR16G16Float:       {"R16G16_FLOAT", 2, 16, NumericFloat, false, false},
	FormatR16G16Unorm:       {"R16G16_UNORM", 2, 16, NumericUnorm, false, false},
	FormatR16G16Uint:        {"R16G16_UINT", 2, 16, NumericUint, false, false},
	FormatR16G16Snorm:       {"R16G16_SNORM", 2, 16, NumericSnorm, false, false},
	FormatR16G16Sint:        {"R16G16_SINT", 2, 16, NumericSint, false, false},
	FormatR32Float:          {"R32_FLOAT", 1, 32, NumericFloat, false, false},
	FormatR32Uint:           {"R32_UINT", 1, 32, NumericUint, false, false},
	FormatR32Sint:           {"R32_SINT", 1, 32, NumericSint, false, false},
	FormatR8G8Unorm:         {"R8G8_UNORM", 2, 8, NumericUnorm, false, false},
	FormatR8G8Uint:          {"R8G8_UINT", 2, 8, NumericUint, false, false},
	FormatR8G8Snorm:         {"R8G8_SNORM", 2, 8, NumericSnorm, false, false},
	FormatR8G8Sint:          {"R8G8_SINT", 2, 8, NumericSint, false, false},
	FormatR16Float:          {"R16_FLOAT", 1, 16, NumericFloat, false, false},
	FormatR16Unorm:          {"R16_UNORM", 1, 16, NumericUnorm, false, false},
	FormatR16Uint:           {"R16_UINT", 1, 16, NumericUint, false, false},
	FormatR16Snorm:          {"R16_SNORM", 1, 16, NumericSnorm, false, false},
	FormatR16Sint:           {"R16_SINT", 1, 16, NumericSint, false, false},
	FormatR8Unorm:           {"R8_UNORM", 1, 8, NumericUnorm, false, false},
	FormatR8Uint:            {"R8_UINT", 1, 8, NumericUint, false, false},
	FormatR8Snorm:           {"R8_SNORM", 1, 8, NumericSnorm, false, false},
	FormatR8Sint:            {"R8_SINT", 1, 8, NumericSint, false, false},
	FormatB8G8R8A8Unorm:     {"B8G8R8A8_UNORM", 4, 8, NumericUnorm, false, true},
	FormatB8G8R8A8UnormSRGB: {"B8G8R8A8_UNORM_SRGB", 4, 8, NumericUnorm, true, true},
	FormatR32Typeless:       {"R32_TYPELESS", 1, 32, NumericTypeless, false, false},
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

// Bytes is the size of one texel or element; 0 for UNKNOWN.
func (f Format) Bytes() uint32 {
	i := f.Info()
	return uint32(i.Components * i.Bits / 8)
}

// Castable says whether a resource of format f may be viewed or copied as format g: same component count and width
// (one DXGI typeless family).
func (f Format) Castable(g Format) bool {
	a, b := f.Info(), g.Info()
	return f == g || a.Components > 0 && a.Components == b.Components && a.Bits == b.Bits && a.BGRA == b.BGRA
}
