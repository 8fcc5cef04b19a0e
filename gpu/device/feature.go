package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// FeatureValue is one capability: a name of Direct3D 12 and a boolean, number or string.
type FeatureValue struct {
	Name  string
	Value any
}

// CheckFeatureSupport reports a group of capabilities, in a fixed order. format is used by FORMAT_SUPPORT and
// MULTISAMPLE_QUALITY_LEVELS only.
func (d *Device) CheckFeatureSupport(f gpu.Feature, format gpu.Format) []FeatureValue {
	d.adapter.sim.Call(sched.CallQuery)
	switch f {
	case gpu.FeatureD3D12Options:
		return []FeatureValue{{"DoublePrecisionFloatShaderOps", false}, {"OutputMergerLogicOp", false}, {"MinPrecisionSupport", "NONE"},
			{"TiledResourcesTier", 0}, {"ResourceBindingTier", 2}, {"PSSpecifiedStencilRefSupported", false}, {"TypedUAVLoadAdditionalFormats", true},
			{"ROVsSupported", false}, {"ConservativeRasterizationTier", 0}, {"StandardSwizzle64KBSupported", false}, {"CrossNodeSharingTier", 0},
			{"CrossAdapterRowMajorTextureSupported", false}, {"ResourceHeapTier", 2}}
	case gpu.FeatureD3D12Options1:
		return []FeatureValue{{"WaveOps", true}, {"WaveLaneCountMin", 4}, {"WaveLaneCountMax", 4}, {"TotalLaneCount", 4}, {"Int64ShaderOps", false}}
	case gpu.FeatureD3D12Options3:
		return []FeatureValue{{"CopyQueueTimestampQueriesSupported", true}, {"CastingFullyTypedFormatSupported", true}, {"WriteBufferImmediateSupportFlags", "DIRECT|COMPUTE|COPY|BUNDLE"}}
	case gpu.FeatureD3D12Options6:
		return []FeatureValue{{"AdditionalShadingRatesSupported", false}, {"VariableShadingRateTier", 0}, {"BackgroundProcessingSupported", false}}
	case gpu.FeatureArchitecture:
		e := &d.adapter.profile.Engines[sched.Direct]
		unified := e.LinkBytesPerUS >= e.BytesPerUS
		return []FeatureValue{{"TileBasedRenderer", false}, {"UMA", unified}, {"CacheCoherentUMA", unified}, {"IsolatedMMU", false}}
	case gpu.FeatureFeatureLevels:
		return []FeatureValue{{"MaxSupportedFeatureLevel", "1_0_CORE"}}
	case gpu.FeatureGPUVirtualAddressSupport:
		return []FeatureValue{{"MaxGPUVirtualAddressBitsPerResource", 32}, {"MaxGPUVirtualAddressBitsPerProcess", 32}}
	case gpu.FeatureShaderModel:
		return []FeatureValue{{"HighestShaderModel", "6_0"}}
	case gpu.FeatureRootSignature:
		return []FeatureValue{{"HighestVersion", "1_1"}}
	case gpu.FeatureCommandQueuePriority:
		return []FeatureValue{{"NORMAL", true}, {"HIGH", true}, {"GLOBAL_REALTIME", false}}
	case gpu.FeatureFormatSupport:
		return formatSupport(format)
	case gpu.FeatureMultisampleQualityLevels:
		return []FeatureValue{{"SampleCount", 1}, {"NumQualityLevels", 1}}
	}
	panic("BUG: device: unknown feature")
}

// formatSupport says what a format can be used for.
func formatSupport(f gpu.Format) []FeatureValue {
	i := f.Info()
	known := i.Components > 0
	texture := known && i.Components != 3
	typed := known && i.Numeric != gpu.NumericTypeless
	return []FeatureValue{{"Format", f.String()}, {"BUFFER", typed}, {"TEXTURE1D", texture}, {"TEXTURE2D", texture}, {"TEXTURE3D", texture},
		{"SHADER_LOAD", typed}, {"SHADER_SAMPLE", typed && (i.Numeric == gpu.NumericFloat || i.Numeric == gpu.NumericUnorm || i.Numeric == gpu.NumericSnorm)},
		{"TYPED_UNORDERED_ACCESS_VIEW", typed && texture && !i.SRGB}, {"UAV_TYPED_LOAD", typed && texture && !i.SRGB},
		{"UAV_TYPED_STORE", typed && texture && !i.SRGB}, {"RENDER_TARGET", false}, {"DEPTH_STENCIL", false}}
}

// GetAdapterDesc describes the simulated adapter.
func (d *Device) GetAdapterDesc() gpu.AdapterDesc {
	d.adapter.sim.Call(sched.CallQuery)
	return d.adapter.Desc()
}

// Desc describes the simulated adapter.
func (a *Adapter) Desc() gpu.AdapterDesc {
	p := &a.profile
	return gpu.AdapterDesc{Description: "gpuscript software adapter: " + p.Description, Profile: p.Name, DedicatedVideoMemory: a.vram.Limit(),
		Engines3D: uint32(p.Engines[sched.Direct].Count), EnginesCompute: uint32(p.Engines[sched.Compute].Count), EnginesCopy: uint32(p.Engines[sched.Copy].Count),
		TimestampFrequency: gpu.TimestampFrequency, WaveSize: 4, SoftwareAdapter: true,
		SharedComputeEngine: p.Engines[sched.Compute].Count == 0, SharedCopyEngine: p.Engines[sched.Copy].Count == 0, MaxVirtualAddressBits: 32}
}
