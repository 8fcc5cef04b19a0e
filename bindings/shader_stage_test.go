package bindings_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/host"
)

func TestShadersOfTheGraphicsPipeline(t *testing.T) {
	var out bytes.Buffer
	k := &kernels{}
	h := host.New(host.Options{Stdout: &out, Observer: k})
	defer h.Close()
	require.NoError(t, h.RunString(context.Background(), "t.lua", `
local gpu = require "gpu"
local scale = 2.0
local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" }, { Name = "TEXCOORD12", Type = "float2" } },
  Interpolation = { id = "nointerpolation", uv = "noperspective" },
  Main = function(p, uv, InstanceID) return { Position = float4(p * scale, 1.0), uv = uv, id = InstanceID } end }
local declared = gpu.PixelShader { Inputs = { { "uv", "float2", "noperspective" } }, Main = function(v) return float4(v.uv, 0.0, 1.0) end }
local open = gpu.PixelShader { Name = "open", Main = function(v) return float4(v.uv, float(v.id), 1.0) end }
print(vs, declared, open, open:GetName())
`))
	require.Equal(t, "Shader \"vs\"\tShader \"pixel shader 1\"\tPixelShader \"open\"\topen\n", out.String())
	require.Len(t, k.made, 2, "the third one is compiled when it is linked")
	inputs := k.made[0].StageInputs()
	require.Equal(t, "TEXCOORD", inputs[1].Name)
	require.EqualValues(t, 12, inputs[1].Index)
	require.Equal(t, gpu.InterpolateNoPerspective, k.made[0].StageOutputs()[0].Interpolation)
	require.Equal(t, gpu.StagePixel, k.made[1].ShaderStage())
}

func TestShaderDeclarationsThatAreRefused(t *testing.T) {
	h := host.New(host.Options{})
	defer h.Close()
	main := "Main = function(v) return float4(1.0) end"
	for _, tt := range []struct{ script, want string }{
		{"gpu.PixelShader { Inputs = { { 'uv' } }, " + main + " }", "Inputs[1].Type"},
		{"gpu.PixelShader { Inputs = { { 'uv', 'flot2' } }, " + main + " }", `"flot2" is not a type of a kernel`},
		{"gpu.PixelShader { Inputs = { { 'uv', 'float2', 'sampled' } }, " + main + " }", "error[GS0219]"},
		{"gpu.PixelShader { Interpolation = { 'uv' }, " + main + " }", "Interpolation must have modes by the names of fields, got a string at [1]"},
		{"gpu.PixelShader { Main = print }", "Main is a built-in function, which has no Lua source"},
		{"gpu.ComputeShader { NumThreads = { 1 }, Main = print }", ":2:48: error[GS0133]: Main is a built-in function"},
		{"gpu.VertexShader { NumThreads = { 1 }, " + main + " }", "unknown key NumThreads"},
	} {
		err := h.RunString(context.Background(), "bad.lua", "local gpu = require 'gpu'\n"+tt.script)
		require.ErrorContains(t, err, tt.want, tt.script)
	}
}
