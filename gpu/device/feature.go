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
		return []FeatureValue{{"DoublePrecisionFloatShaderOps", false}, {"OutputMergerLogicOp", true}, {"MinPrecisionSupport", "NONE"},
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
		return sampleSupport(format)
	}
	panic("BUG: device: unknown feature")
}

// formatSupport says what a format can be used for.
func formatSupport(f gpu.Format) []FeatureValue {
	i := f.Info()
	texture, target, element := f.Texture(), f.Renderable(), f.Element()
	integers := i.Numeric == gpu.NumericUint || i.Numeric == gpu.NumericSint
	store := element && texture && !i.SRGB
	return []FeatureValue{{"Format", f.String()}, {"BUFFER", element}, {"TEXTURE1D", texture && !f.Compressed()}, {"TEXTURE2D", texture}, {"TEXTURE3D", texture && !i.Depth},
		{"SHADER_LOAD", f.Readable()}, {"SHADER_SAMPLE", f.Readable() && !integers}, {"TYPED_UNORDERED_ACCESS_VIEW", store}, {"UAV_TYPED_LOAD", store},
		{"UAV_TYPED_STORE", store}, {"RENDER_TARGET", target}, {"BLENDABLE", target && !integers}, {"OUTPUT_MERGER_LOGIC_OP", target && i.Numeric == gpu.NumericUint},
		{"DEPTH_STENCIL", i.Depth}, {"MULTISAMPLE_RENDERTARGET", target || i.Depth}, {"MULTISAMPLE_RESOLVE", target && !integers}}
}

// sampleSupport says how many samples a texel of a format can have. Each count has one quality level.
func sampleSupport(f gpu.Format) []FeatureValue {
	counts, levels := "", 0
	switch {
	case f.Renderable() || f.Info().Depth:
		counts, levels = "1|2|4|8", 1
	case f.Texture():
		counts, levels = "1", 1
	}
	return []FeatureValue{{"Format", f.String()}, {"SampleCounts", counts}, {"NumQualityLevels", levels}}
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
