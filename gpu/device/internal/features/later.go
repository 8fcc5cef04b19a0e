package features

// later are capabilities that Direct3D 12 has got since. The simulated GPU has two of them: textures are copied between dimensions, and a viewport
// whose MinDepth is above its MaxDepth turns depths around.
var later = map[Feature][]Value{
	D3D12Options4: {{"MSAA64KBAlignedTextureSupported", false}, {"SharedResourceCompatibilityTier", 0}, {"Native16BitShaderOpsSupported", false}},
	D3D12Options5: {{"SRVOnlyTiledResourceTier3", false}, {"RenderPassesTier", 0}, {"RaytracingTier", "NOT_SUPPORTED"}},
	D3D12Options7: {{"MeshShaderTier", "NOT_SUPPORTED"}, {"SamplerFeedbackTier", "NOT_SUPPORTED"}},
	D3D12Options8: {{"UnalignedBlockTexturesSupported", false}},
	D3D12Options9: {{"MeshShaderPipelineStatsSupported", false}, {"MeshShaderSupportsFullRangeRenderTargetArrayIndex", false},
		{"AtomicInt64OnTypedResourceSupported", false},
		{"AtomicInt64OnGroupSharedSupported", false}, {"DerivativesInMeshAndAmplificationShadersSupported", false}, {"WaveMMATier", "NOT_SUPPORTED"}},
	D3D12Options10: {{"VariableRateShadingSumCombinerSupported", false}, {"MeshShaderPerPrimitiveShadingRateSupported", false}},
	D3D12Options11: {{"AtomicInt64OnDescriptorHeapResourceSupported", false}},
	D3D12Options12: {{"EnhancedBarriersSupported", false}, {"RelaxedFormatCastingSupported", false}},
	D3D12Options13: {{"UnrestrictedBufferTextureCopyPitchSupported", false}, {"UnrestrictedVertexElementAlignmentSupported", false},
		{"InvertedViewportHeightFlipsYSupported", false}, {"InvertedViewportDepthFlipsZSupported", true},
		{"TextureCopyBetweenDimensionsSupported", true}, {"AlphaBlendFactorSupported", false}},
	D3D12Options14: {{"AdvancedTextureOpsSupported", false}, {"WriteableMSAATexturesSupported", false},
		{"IndependentFrontAndBackStencilRefMaskSupported", false}},
	D3D12Options15: {{"TriangleFanSupported", false}, {"DynamicIndexBufferStripCutSupported", false}},
	D3D12Options16: {{"DynamicDepthBiasSupported", false}, {"GPUUploadHeapSupported", false}},
	D3D12Options17: {{"NonNormalizedCoordinateSamplersSupported", false}, {"ManualWriteTrackingResourceSupported", false}},
}
