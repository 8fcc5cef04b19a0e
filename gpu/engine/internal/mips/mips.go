// Package mips has the pipelines that make smaller mip levels: a triangle that covers the level, and the level above it read with a linear
// filter, so that each texel is the mean of the four above it. Edges of odd length lose the share of their last texel, as Direct3D's do.
//
//	level m-1, a slice ──read as a texture array of one──▶ draw ──▶ level m, the same slice
//
// It must not know contexts, textures or devices.
package mips

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/gpuscript/gpuscript/gpu/kernel/text"
)

// Source is the name of the variable of the level above, in the pixel shader.
const Source = "source"

// linearFilter is D3D12_FILTER_MIN_MAG_MIP_LINEAR.
const linearFilter gpu.Filter = 0x15

// Shaders are what all pipelines share.
type Shaders struct{ vs, ps gpu.Shader }

// Compile makes the shaders.
func Compile() (s Shaders, err error) {
	s.vs, err = text.Compile(text.Source{Name: "mips cover", Stage: syntax.VertexStage, Function: `function(VertexID)
		local uv = float2(float(VertexID % 2), float(VertexID / 2)) * 2
		return { Position = float4(uv.x * 2 - 1, 1 - uv.y * 2, 0, 1), uv = uv }
	end`})
	if err != nil {
		return s, err
	}
	s.ps, err = text.Compile(text.Source{Name: "mips mean", Stage: syntax.PixelStage, Function: `function(v)
		return source:SampleLevel(linear, float3(v.uv.x, v.uv.y, 0), 0)
	end`, Resources: []text.Resource{{Name: Source, Kind: "Texture2DArray", Register: "t0", Element: "float4"}, {Name: "linear", Kind: "SamplerState", Register: "s0"}}})
	return s, err
}

// Pipeline describes the pipeline for levels of a format, for contexts of a mask.
func (s Shaders) Pipeline(f gpu.Format, mask uint64) desc.GraphicsPipelineStateDesc {
	linear := gpu.SamplerDesc{Filter: linearFilter, AddressU: gpu.AddressClamp, AddressV: gpu.AddressClamp, AddressW: gpu.AddressClamp, MaxAnisotropy: 1, MaxLOD: 1}
	all := gpu.BlendDesc{}
	for i := range all.RenderTarget {
		all.RenderTarget[i].RenderTargetWriteMask = 0xf
	}
	return desc.GraphicsPipelineStateDesc{Name: "mips " + f.String(), VS: s.vs, PS: s.ps, ImmediateContextMask: mask,
		GraphicsPipeline: desc.GraphicsPipelineDesc{BlendDesc: all, PrimitiveTopology: gpu.TopologyTriangleList, RTVFormats: []gpu.Format{f}, RasterizerDesc: gpu.RasterizerDesc{CullMode: gpu.CullNone}},
		ResourceLayout:   desc.ResourceLayout{DefaultVariableType: desc.VariableDynamic, ImmutableSamplers: []desc.ImmutableSamplerDesc{{Name: "linear", Desc: linear}}}}
}
