package check

import (
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

// stageScript is a script with a shader of a stage and some resources. head is what stands beside Main.
func stageScript(kind, head, parameters, body string) string {
	return `local gpu = require "gpu"
local out = gpu.RWStructuredBuffer("u0", "float")
local counts = gpu.RWStructuredBuffer("u1", "uint")
local tex = gpu.Texture2D("t0", "float4")
local layers = gpu.Texture2DArray("t1", "float4")
local cubes = gpu.TextureCubeArray("t2", "float4")
local many = gpu.Texture2D("t3", "float4", 4)
local samples = gpu.Texture2DMS("t7", "float4")
local smp = gpu.SamplerState("s0")
local shadow = gpu.SamplerComparisonState("s1")
local shared = gpu.GroupShared("float", 4)
gpu.` + kind + ` { Name = "test", ` + head + `
  Main = function(` + parameters + `)
` + body + `
  end,
}`
}

const uvInput = `Inputs = { { "uv", "float2" }, { "id", "uint" } },`

// stageMessages: each is a mistake and the words of its message; fixed is the same without it.
var stageMessages = []struct {
	kind, head, parameters, body, want string
	fixed                              string // of the body, or head = …
}{
	{"VertexShader", "", "p", "return { Position = float4(0.0) }", `GS0211: parameter "p" of a vertex shader stands for nothing A parameter is one of the Inputs, in their order, of which there are 0`, `head = Inputs = { { "POSITION", "float3" } },`},
	{"VertexShader", "", "SampleIndex", "return { Position = float4(0.0) }", `GS0211: a vertex shader has no parameter "SampleIndex"`, ""},
	{"VertexShader", "", "DispatchThreadID", "return { Position = float4(0.0) }", `GS0211: a vertex shader has no parameter "DispatchThreadID"`, ""},
	{"VertexShader", "", "", "local o = {} o.Position = float4(0.0) return o", "GS0203: a kernel has no tables",
		"local position = float4(0.0) return { Position = position }"},
	{"VertexShader", "", "", "out[0] = 1.0", "GS0217: the vertex shader returns no Position", "return { Position = float4(0.0) }"},
	{"VertexShader", "", "", "return { uv = float2(0.0) }", "GS0217: the vertex shader returns no Position", "return { uv = float2(0.0), Position = float4(0.0) }"},
	{"VertexShader", "", "", "return { Position = float3(0.0) }", "GS0217: Position is a float4, but this is float3", "return { Position = float4(float3(0.0), 1.0) }"},
	{"VertexShader", "", "", "return { float4(0.0) }", "GS0217: what a vertex shader returns has names", "return { Position = float4(0.0) }"},
	{"VertexShader", "", "", "return float4(0.0), 1.0", "GS0236: a vertex shader returns one value", "return float4(0.0)"},
	{"VertexShader", "", "VertexID", "if VertexID > 2 then return { Position = float4(0.0) } end", "GS0236: the shader can end without returning a value",
		"if VertexID > 2 then return { Position = float4(0.0) } end return { Position = float4(1.0) }"},
	{"VertexShader", "", "VertexID", "if VertexID > 2 then return { Position = float4(0.0) } end return { Position = float4(1.0), n = 1 }", "GS0236: the number of values returned is 2 here and 1 elsewhere",
		"if VertexID > 2 then return { Position = float4(0.0), n = 2 } end return { Position = float4(1.0), n = 1 }"},
	{"VertexShader", "", "", "local a = Array(\"float\", 4) return { Position = float4(0.0), a = a }", "GS0217", "return { Position = float4(0.0), a = 1.0 }"},
	{"VertexShader", "", "", "return { Position = float4(ddx(1.0)) }", "GS0242: ddx is available in pixel shaders only", "return { Position = float4(1.0) }"},
	{"VertexShader", "", "", "return { Position = tex:Sample(smp, float2(0.0)) }", "GS0242: Sample chooses the mip level by derivatives", "return { Position = tex:SampleLevel(smp, float2(0.0), 0) }"},
	{"VertexShader", "", "", "shared[0] = 1.0 return { Position = float4(0.0) }", "GS0214: shared is groupshared memory", "return { Position = float4(0.0) }"},
	{"VertexShader", "", "", "discard() return { Position = float4(0.0) }", "GS0214: discard belongs to pixel shaders", "return { Position = float4(0.0) }"},
	{"VertexShader", `Inputs = { { "A", "float3" }, { "a", "float2" } },`, "", "return { Position = float4(0.0) }", "GS0216: Inputs[2] of shader \"test\" has the name of another one", `head = Inputs = { { "A", "float3" }, { "b", "float2" } },`},
	{"VertexShader", `Inputs = { { "A", "float3", "linear" } },`, "", "return { Position = float4(0.0) }", "GS0219: Inputs[1] of vertex shader \"test\" is not interpolated", `head = Inputs = { { "A", "float3" } },`},
	{"VertexShader", `Interpolation = { n = "linear" },`, "", "return { Position = float4(0.0), n = 1 }", `GS0219: "n" has the type int, which cannot be interpolated`, `head = Interpolation = { n = "nointerpolation" },`},
	{"VertexShader", `Interpolation = { nn = "linear" },`, "", "return { Position = float4(0.0), n = 1.0 }", `GS0219: Interpolation names "nn"`, `head = Interpolation = { n = "linear" },`},
	{"PixelShader", `Inputs = { { "uv", "float2", "sampled" } },`, "v", "return v.uv", `GS0219: "sampled" of "uv" is not an interpolation mode`, `head = Inputs = { { "uv", "float2", "noperspective sample" } },`},
	{"PixelShader", `Inputs = { { "uv", "float2", "nointerpolation centroid" } },`, "v", "return v.uv", `GS0219: "nointerpolation centroid" of "uv" is not an interpolation mode`, `head = Inputs = { { "uv", "float2", "linear centroid" } },`},
	{"PixelShader", `Inputs = { { "uv", "float2", "centroid sample" } },`, "v", "return v.uv", `GS0219: "centroid sample" of "uv" is not an interpolation mode`, `head = Inputs = { { "uv", "float2", "centroid" } },`},
	{"PixelShader", `Inputs = { { "id", "uint", "sample" } },`, "v", "return float(v.id)", `GS0219: "id" has the type uint, which cannot be interpolated`, `head = Inputs = { { "id", "uint", "nointerpolation" } },`},
	{"PixelShader", `Interpolation = { Position = "nointerpolation" },`, "v", "return v.Position", `GS0219: the Position of a pixel is always interpolated`, `head = Interpolation = { Position = "sample" },`},
	{"PixelShader", uvInput, "v", "return EvaluateAttributeCentroid(v.uv * 2.0)", `GS0235: argument 1 of EvaluateAttributeCentroid must be an input of the pixel shader, as v.uv`, "return EvaluateAttributeCentroid(v.uv) * 2.0"},
	{"PixelShader", uvInput, "v", "return EvaluateAttributeSnapped(v.uv, 1)", `GS0235: argument 2 of EvaluateAttributeSnapped must be an int2 of sixteenths of a pixel`, "return EvaluateAttributeSnapped(v.uv, int2(1, -8))"},
	{"VertexShader", "", "", "return { Position = float4(float(GetRenderTargetSampleCount())) }", `GS0214: GetRenderTargetSampleCount belongs to pixel shaders`, "return { Position = float4(4.0) }"},
	{"VertexShader", "", "", "return { Position = float4(0.0), ClipDistance0 = float3x3(0.0) }", "GS0217: ClipDistance0 is one to four floats, but this is float3x3", "return { Position = float4(0.0), ClipDistance0 = float3(0.0), CullDistance7 = 1 }"},
	{"VertexShader", "", "", "return { Position = float4(0.0), ClipDistance8 = 1.0 }", "GS0217: a vertex shader has no output ClipDistance8", "return { Position = float4(0.0), ClipDistance7 = 1.0 }"},
	{"VertexShader", "", "", "return { Position = float4(0.0), CullDistance = float4(0.0), ClipDistance = float4(0.0), ClipDistance1 = 1.0 }", "GS0217: a vertex shader gives 9 clip and cull distances; 8 are allowed",
		"return { Position = float4(0.0), CullDistance = float4(0.0), ClipDistance = float4(0.0) }"},
	{"VertexShader", "", "VertexID", "return { Position = float4(0.0), RenderTargetArrayIndex = VertexID * 0.5 }", "GS0217: RenderTargetArrayIndex is a uint, but this is float", "return { Position = float4(0.0), RenderTargetArrayIndex = VertexID, ViewportArrayIndex = 1 }"},
	{"VertexShader", "", "", "return { Position = float4(0.0), ViewportArrayIndex = int2(0, 1) }", "GS0217: ViewportArrayIndex is a uint, but this is int2", "return { Position = float4(0.0), ViewportArrayIndex = int(1) }"},
	{"VertexShader", "", "", "return { Position = float4(0.0), SV_ClipDistance0 = 1.0 }", `GS0217: a vertex shader has no output "SV_ClipDistance0" System values are named like HLSL's semantics without SV_.`, "return { Position = float4(0.0), ClipDistance0 = 1.0 }"},
	{"VertexShader", "", "", "return { Position = float4(0.0), ShadingRate = 0 }", "GS0217: a vertex shader has no output ShadingRate", "return { Position = float4(0.0), shadingRate = 0 }"},
	{"PixelShader", `Inputs = { { "Position", "float4" } },`, "v", "return v.Position", `GS0216: Inputs[1] of pixel shader "test" is the Position`, "head = "},
	{"PixelShader", uvInput, "v", "return v.ux", `GS0231`, "return v.uv"},
	{"PixelShader", uvInput, "v, VertexID", "return v.uv", `GS0211: a pixel shader has no parameter "VertexID"`, ""},
	{"VertexShader", `Inputs = { { "POSITION", "float3" }, { "NORMAL", "float3" } },`, "v, n", "return { Position = float4(v.POSITION, 1.0) }",
		`GS0231: float3 has no field "POSITION" The parameters of a vertex shader are the inputs themselves`, "return { Position = float4(v, 1.0) }"},
	{"PixelShader", uvInput, "v, PrimitivID", "return v.uv", `GS0211: parameter "PrimitivID" of a pixel shader stands for nothing`, ""},
	{"PixelShader", uvInput, "v, SV_Position", "return v.uv", `GS0211: parameter "SV_Position" of a pixel shader stands for nothing System values are named like HLSL's semantics without SV_.`, ""},
	{"VertexShader", "", "SV_VertexID", "return { Position = float4(0.0) }", `GS0211: parameter "SV_VertexID" of a vertex shader stands for nothing System values are named like HLSL's semantics without SV_.`, ""},
	{"PixelShader", uvInput, "v", "return { Target9 = v.uv }", `GS0217: a pixel shader has no output "Target9"`, "return { Target7 = v.uv }"},
	{"PixelShader", uvInput, "v", "return { Target00 = v.uv }", `GS0217: a pixel shader has no output "Target00"`, "return { Target0 = v.uv }"},
	{"PixelShader", uvInput, "v", "return { Depth = v.uv }", `GS0217: Depth is a float, but this is float2`, "return { Depth = v.uv.x }"},
	{"PixelShader", uvInput + "EarlyDepthStencil = true,", "v", "return { Depth = 0.5 }", `GS0220: the shader returns Depth, but its depth test comes before it With EarlyDepthStencil`, "return { Target0 = v.uv }"},
	{"PixelShader", uvInput, "v", "return v.uv.x > 0.5", `GS0217: a colour has one to four numbers, but this is bool`, "return v.uv.x"},
	{"PixelShader", uvInput, "v", "return tex:SampleCmp(smp, v.uv, 0.5)", `GS0235: argument 1 of SampleCmp must be a SamplerComparisonState`, "return tex:SampleCmp(shadow, v.uv, 0.5)"},
	{"PixelShader", uvInput, "v", "return QuadReadLaneAt(v.uv, 4)", `GS0235: the lane of QuadReadLaneAt must be a constant from 0 to 3`, "return QuadReadLaneAt(v.uv, 3)"},
	{"PixelShader", uvInput, "v", "return samples:Sample(smp, v.uv)", `GS0241: a Texture2DMS has no method Sample`, "return samples:Load(int2(v.uv), 0)"},
	{"PixelShader", uvInput, "v", "return samples:Load(int2(v.uv))", `GS0234: Load takes at least 2 arguments, but gets 1`, "return samples:Load(int2(v.uv), 0)"},
	{"PixelShader", uvInput, "v", "return tex.mips[0]", `GS0206: a Texture2D is not a value of a kernel`, "return tex.mips[0][int2(v.uv)]"},
	{"PixelShader", uvInput, "v", "return tex.mips[0]:Load(int3(v.uv, 0))", `GS0241: tex.mips[…] has no methods`, "return tex.mips[0][int2(v.uv)]"},
	{"PixelShader", uvInput, "v", "return samples.mips[0][int2(v.uv)]", `GS0231: a Texture2DMS has no field "mips"`, "return tex.mips[0][int2(v.uv)]"},
	{"PixelShader", uvInput, "v", "return cubes[int3(v.uv, 0)]", `GS0232: a TextureCubeArray cannot be indexed`, "return cubes:Sample(smp, float4(v.uv, 1, 0))"},
}

func TestStageMessages(t *testing.T) {
	for _, tt := range stageMessages {
		t.Run(tt.want, func(t *testing.T) {
			s, k, diags := compile(t, stageScript(tt.kind, tt.head, tt.parameters, tt.body), nil)
			require.Nil(t, k)
			require.NotEmpty(t, diags)
			require.Contains(t, strings.Join(texts(diags), "\n"), tt.want)
			for _, d := range diags {
				require.NotZero(t, s.lines[d.Primary().Site], d.Title)
			}
			head, body, parameters := tt.head, tt.body, tt.parameters
			if fixed, ok := strings.CutPrefix(tt.fixed, "head = "); ok {
				head = fixed
			} else if tt.fixed != "" {
				body = tt.fixed
			} else {
				parameters = strings.Split(tt.parameters, ",")[0]
				if tt.kind == "VertexShader" {
					parameters = ""
				}
			}
			_, _, diags = compile(t, stageScript(tt.kind, head, parameters, body), nil)
			require.Empty(t, texts(diags))
		})
	}
}

// TestOutputsInATable: what a shader returns is collected in its return, and not before.
func TestOutputsInATable(t *testing.T) {
	for kind, output := range map[string]string{"VertexShader": "Position", "PixelShader": "Target0"} {
		_, _, diags := compile(t, stageScript(kind, "", "", "local o = {} o."+output+" = float4(0.0) return o"), nil)
		require.NotEmpty(t, diags)
		require.Equal(t, "give each output a local of its own, and return them in one table: return { "+output+" = … }", diags[0].Help[0].Text)
	}
}

// TestStageInterface: what the fixed parts of the pipeline are told of a shader.
func TestStageInterface(t *testing.T) {
	s, err := readScript(stageScript("VertexShader", `Inputs = { { "A", "float3" }, { "M", "float2x3" } }, Interpolation = { c = "noperspective" },`, "a, m, InstanceID", `
		return { n = InstanceID, Position = float4(a, 1.0), m = m, light = { dir = a, on = a.x > 0.0 }, c = a.xy, h = half(1.0) }`))
	require.NoError(t, err)
	k, face, diags := LowerStage(*s.input, nil)
	require.Empty(t, texts(diags))
	type element struct {
		name       string
		index      uint32
		numeric    gpu.NumericType
		components uint32
		mode       gpu.Interpolation
	}
	list := func(fields []Field) (out []element) {
		for _, e := range Elements(fields) {
			out = append(out, element{e.Name, e.Index, e.Numeric, e.Components, e.Interpolation})
		}
		return out
	}
	require.Equal(t, []element{{"A", 0, gpu.NumericFloat, 3, 0}, {"M", 0, gpu.NumericFloat, 3, 0}, {"M", 1, gpu.NumericFloat, 3, 0}}, list(face.Inputs))
	require.Equal(t, []element{{"n", 0, gpu.NumericUint, 1, gpu.InterpolateNone}, {"m", 0, gpu.NumericFloat, 3, 0}, {"m", 1, gpu.NumericFloat, 3, 0},
		{"light.dir", 0, gpu.NumericFloat, 3, 0}, {"light.on", 0, gpu.NumericUint, 1, gpu.InterpolateNone}, {"c", 0, gpu.NumericFloat, 2, gpu.InterpolateNoPerspective},
		{"h", 0, gpu.NumericFloat, 1, 0}}, list(face.Outputs))
	require.Equal(t, gpu.UsesInstanceID, face.Uses)
	require.Equal(t, ir.Stage{Kind: ir.VertexStage, Inputs: 9 + 2, Outputs: 4 + 1 + 6 + 3 + 1 + 2 + 1}, k.Stage)

	for _, parameters := range []string{"v, Position", "Position, v", "Position"} {
		s, err = readScript(stageScript("PixelShader", uvInput, parameters, "return Position"))
		require.NoError(t, err)
		_, face, diags = LowerStage(*s.input, nil)
		require.Empty(t, texts(diags))
		require.Equal(t, gpu.UsesPosition, face.Uses, parameters)
		require.Equal(t, uint32(4), Elements(face.Outputs)[0].Components)
	}
	s, err = readScript(stageScript("PixelShader", uvInput, "v, SampleIndex", `
		if v.uv.x > 0.5 then discard() end
		counts[0] = v.id
		return { Target2 = many[v.id]:Sample(smp, v.uv), Depth = 0.5, Coverage = 1 }`))
	require.NoError(t, err)
	_, face, diags = LowerStage(*s.input, nil)
	require.Empty(t, texts(diags))
	require.Equal(t, gpu.UsesPosition|gpu.UsesSampleIndex|gpu.UsesDiscard|gpu.WritesDepth|gpu.WritesCoverage|gpu.WritesUAV, face.Uses)
	require.Equal(t, []element{{"Target2", 2, gpu.NumericFloat, 4, 0}}, list(face.Outputs))
}
