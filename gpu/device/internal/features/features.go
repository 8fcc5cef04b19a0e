// Package features is what CheckFeatureSupport says: tables of the capabilities of the simulated GPU. It must not know devices.
package features

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// Feature is a group of capabilities that CheckFeatureSupport reports, as D3D12_FEATURE.
type Feature uint8

// The features.
const (
	D3D12Options Feature = iota
	D3D12Options1
	D3D12Options2
	D3D12Options3
	D3D12Options4
	D3D12Options5
	D3D12Options6
	D3D12Options7
	D3D12Options8
	D3D12Options9
	D3D12Options10
	D3D12Options11
	D3D12Options12
	D3D12Options13
	D3D12Options14
	D3D12Options15
	D3D12Options16
	D3D12Options17
	Architecture
	Architecture1
	FeatureLevels
	FormatSupport
	FormatInfo
	MultisampleQualityLevels
	GPUVirtualAddressSupport
	ShaderModel
	RootSignature
	CommandQueuePriority
)

var featureNames = []string{"D3D12_OPTIONS", "D3D12_OPTIONS1", "D3D12_OPTIONS2", "D3D12_OPTIONS3", "D3D12_OPTIONS4", "D3D12_OPTIONS5",
	"D3D12_OPTIONS6", "D3D12_OPTIONS7",
	"D3D12_OPTIONS8", "D3D12_OPTIONS9", "D3D12_OPTIONS10", "D3D12_OPTIONS11", "D3D12_OPTIONS12", "D3D12_OPTIONS13", "D3D12_OPTIONS14",
	"D3D12_OPTIONS15", "D3D12_OPTIONS16", "D3D12_OPTIONS17",
	"ARCHITECTURE", "ARCHITECTURE1",
	"FEATURE_LEVELS", "FORMAT_SUPPORT", "FORMAT_INFO", "MULTISAMPLE_QUALITY_LEVELS", "GPU_VIRTUAL_ADDRESS_SUPPORT", "SHADER_MODEL",
	"ROOT_SIGNATURE", "COMMAND_QUEUE_PRIORITY"}

// LuaNames implements the enum contract of the bindings.
func (Feature) LuaNames() []string { return featureNames }

// String returns the D3D12 name without its prefix.
func (f Feature) String() string { return featureNames[f] }

// Value is one capability: a name of Direct3D 12 and a boolean, number or string.
type Value struct {
	Name  string
	Value any
}

// OfFormat says whether a format is asked for, and not the device.
func (f Feature) OfFormat() bool {
	return f == FormatSupport || f == FormatInfo || f == MultisampleQualityLevels
}

// Query is what FORMAT_SUPPORT, FORMAT_INFO and MULTISAMPLE_QUALITY_LEVELS are asked about.
type Query struct {
	Format  gpu.Format
	Samples uint32 // a texel; 0: all counts
}

// Of reports a group of capabilities, in a fixed order. unified says that the GPU
// reaches system memory as fast as its own, background that there is background processing.
func Of(f Feature, q Query, unified, background bool) []Value {
	switch f {
	case D3D12Options:
		return []Value{{"DoublePrecisionFloatShaderOps", false}, {"OutputMergerLogicOp", true}, {"MinPrecisionSupport", "NONE"},
			{"TiledResourcesTier", 0}, {"ResourceBindingTier", 2}, {"PSSpecifiedStencilRefSupported", false}, {"TypedUAVLoadAdditionalFormats", true},
			{"ROVsSupported", false}, {"ConservativeRasterizationTier", 0}, {"StandardSwizzle64KBSupported", false}, {"CrossNodeSharingTier", 0},
			{"VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation", true}, {"CrossAdapterRowMajorTextureSupported", false},
			{"ResourceHeapTier", 2}, {"MaxGPUVirtualAddressBitsPerResource", 32}}
	case D3D12Options1:
		return []Value{{"WaveOps", true}, {"WaveLaneCountMin", 4}, {"WaveLaneCountMax", 4}, {"TotalLaneCount", 4}, {"Int64ShaderOps", false}}
	case D3D12Options2:
		return []Value{{"DepthBoundsTestSupported", true}, {"ProgrammableSamplePositionsTier", "NOT_SUPPORTED"}}
	case D3D12Options3:
		return []Value{{"CopyQueueTimestampQueriesSupported", true}, {"CastingFullyTypedFormatSupported", true},
			{"WriteBufferImmediateSupportFlags", "DIRECT|COMPUTE|COPY|BUNDLE"},
			{"ViewInstancingTier", "NOT_SUPPORTED"}, {"BarycentricsSupported", false}}
	case D3D12Options6:
		return []Value{{"AdditionalShadingRatesSupported", false}, {"PerPrimitiveShadingRateSupportedWithViewportIndexing", false},
			{"VariableShadingRateTier", 0},
			{"ShadingRateImageTileSize", 0}, {"BackgroundProcessingSupported", background}}
	case Architecture, Architecture1:
		return []Value{{"TileBasedRenderer", false}, {"UMA", unified}, {"CacheCoherentUMA", unified}, {"IsolatedMMU", false}}
	case FeatureLevels:
		return []Value{{"MaxSupportedFeatureLevel", "1_0_CORE"}}
	case GPUVirtualAddressSupport:
		return []Value{{"MaxGPUVirtualAddressBitsPerResource", 32}, {"MaxGPUVirtualAddressBitsPerProcess", 32}}
	case ShaderModel:
		return []Value{{"HighestShaderModel", "6_0"}}
	case RootSignature:
		return []Value{{"HighestVersion", "1_1"}}
	case CommandQueuePriority:
		return []Value{{"NORMAL", true}, {"HIGH", true}, {"GLOBAL_REALTIME", false}}
	case FormatSupport:
		return formatSupport(q.Format)
	case FormatInfo:
		return []Value{{"Format", q.Format.String()}, {"PlaneCount", int(q.Format.Planes())}}
	case MultisampleQualityLevels:
		return sampleSupport(q)
	}
	if values := later[f]; values != nil {
		return values
	}
	panic("BUG: features: unknown feature")
}

// formatSupport says what a format can be used for.
func formatSupport(f gpu.Format) []Value {
	i := f.Info()
	texture, target, element := f.Texture(), f.Renderable(), f.Element()
	integers := i.Numeric == gpu.NumericUint || i.Numeric == gpu.NumericSint
	store := f.Storable()
	atomic, indices := f == gpu.FormatR32Uint || f == gpu.FormatR32Sint, f == gpu.FormatR16Uint || f == gpu.FormatR32Uint
	return []Value{{"Format", f.String()}, {"BUFFER", element}, {"IA_VERTEX_BUFFER", f.OfVertices()}, {"IA_INDEX_BUFFER", indices},
		{"TEXTURE1D", texture && !f.Compressed()}, {"TEXTURE2D", texture},
		{"TEXTURE3D", texture && !i.Depth}, {"TEXTURECUBE", texture}, {"MIP", texture}, {"SHADER_LOAD", f.Readable()},
		{"SHADER_SAMPLE", f.Readable() && !integers}, {"TYPED_UNORDERED_ACCESS_VIEW", store}, {"UAV_TYPED_LOAD", store},
		{"UAV_TYPED_STORE", store}, {"UAV_ATOMIC_ADD", atomic}, {"UAV_ATOMIC_BITWISE_OPS", atomic},
		{"UAV_ATOMIC_COMPARE_STORE_OR_COMPARE_EXCHANGE", atomic},
		{"UAV_ATOMIC_EXCHANGE", atomic || f == gpu.FormatR32Float}, {"UAV_ATOMIC_SIGNED_MIN_OR_MAX", f == gpu.FormatR32Sint},
		{"UAV_ATOMIC_UNSIGNED_MIN_OR_MAX", f == gpu.FormatR32Uint}, {"RENDER_TARGET", target}, {"BLENDABLE", target && !integers},
		{"OUTPUT_MERGER_LOGIC_OP", target && i.Numeric == gpu.NumericUint},
		{"DEPTH_STENCIL", i.Depth}, {"MULTISAMPLE_RENDERTARGET", target || i.Depth}, {"MULTISAMPLE_LOAD", target && f.Readable()},
		{"MULTISAMPLE_RESOLVE", target && !integers}}
}

// sampleSupport says how many samples a texel of a format can have. Each count has one quality level.
func sampleSupport(q Query) []Value {
	f, counts := q.Format, []string(nil)
	switch {
	case f.Renderable() || f.Info().Depth:
		counts = []string{"1", "2", "4", "8"}
	case f.Texture():
		counts = []string{"1"}
	}
	values := []Value{{"Format", f.String()}, {"SampleCounts", strings.Join(counts, "|")}, {"NumQualityLevels", min(len(counts), 1)}}
	if q.Samples == 0 {
		return values
	}
	if !slices.Contains(counts, strconv.FormatUint(uint64(q.Samples), 10)) {
		values[2].Value = 0
	}
	return append(values, Value{"SampleCount", int(q.Samples)})
}
