package conformance

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// choices are fields of pipeline descriptions, each with values that are right, odd and wrong.
var choices = [][]string{
	{`PrimitiveTopologyType = "TRIANGLE"`, `PrimitiveTopologyType = "LINE"`, `PrimitiveTopologyType = "POINT"`, `PrimitiveTopologyType = "PATCH"`, `PrimitiveTopologyType = "UNDEFINED"`, ``},
	{`VS = vs`, `VS = ps`, `VS = 3`, ``},
	{`PS = ps`, `PS = vs`, ``, `PS = two`},
	{`RTVFormats = { "R8G8B8A8_UNORM" }`, `RTVFormats = {}`, `RTVFormats = { "R32_UINT" }`, `RTVFormats = { "D32_FLOAT" }`, `RTVFormats = { "UNKNOWN", "R16_FLOAT" }`, `RTVFormats = { "R8_UNORM", "R8_UNORM", "R8_UNORM", "R8_UNORM", "R8_UNORM", "R8_UNORM", "R8_UNORM", "R8_UNORM", "R8_UNORM" }`, ``},
	{`DSVFormat = "D32_FLOAT"`, `DSVFormat = "D24_UNORM_S8_UINT"`, `DSVFormat = "R8_UNORM"`, ``},
	{`SampleDesc = { Count = 4 }`, `SampleDesc = { Count = 3 }`, `SampleDesc = { Count = 0 }`, `SampleDesc = { Count = 8, Quality = 1 }`, ``},
	{`SampleMask = 0`, `SampleMask = 4294967295`, `SampleMask = -1`, ``},
	{`RasterizerState = { CullMode = "NONE", FillMode = "WIREFRAME" }`, `RasterizerState = { DepthBias = -2147483648, DepthBiasClamp = 1e30, SlopeScaledDepthBias = 0 / 0 }`, `RasterizerState = { ForcedSampleCount = 4 }`, `RasterizerState = { ConservativeRaster = "ON" }`, `RasterizerState = { AntialiasedLineEnable = true }`, ``},
	{`DepthStencilState = { DepthEnable = false }`, `DepthStencilState = { StencilEnable = true, StencilReadMask = 256 }`, `DepthStencilState = { StencilEnable = true, FrontFace = { StencilPassOp = "INCR" } }`, ``},
	{`BlendState = { AlphaToCoverageEnable = true }`, `BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "SRC1_COLOR" } } }`, `BlendState = { RenderTarget = { { LogicOpEnable = true, LogicOp = "XOR" } } }`, `BlendState = { IndependentBlendEnable = true, RenderTarget = { {}, { BlendEnable = true } } }`, ``},
	{`InputLayout = { { "POSITION", "R32G32B32_FLOAT" } }`, `InputLayout = {}`, `InputLayout = { { "POSITION", "BC1_UNORM" } }`, `InputLayout = { { SemanticName = "POSITION", Format = "R8G8_UINT", InputSlot = 31, AlignedByteOffset = 1 } }`, `InputLayout = { { SemanticName = "POSITION", Format = "R32G32B32_FLOAT", InputSlot = 32 } }`, ``},
	{`IBStripCutValue = "0xFFFF"`, `IBStripCutValue = "DISABLED"`, ``},
}

// pipelineScript makes pipelines of choices, one for each description, and draws with those that are accepted.
func pipelineScript(descriptions [][]byte) string {
	var b strings.Builder
	b.WriteString(`local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local queue, fence = device:CreateCommandQueue { Type = "DIRECT" }, device:CreateFence(0)
local root = device:CreateRootSignature {}
local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p, VertexID) return { Position = float4(p, 1), n = VertexID } end }
local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(float(v.n), 1, 0, 1) end }
local two = gpu.PixelShader { Name = "two", Main = function(v) return { Target0 = float4(1, 1, 1, 1), Target1 = float4(0, 0, 0, 1), Depth = 0.5 } end }
local made = 0
local function try(desc)
  local ok, p = pcall(device.CreateGraphicsPipelineState, device, desc)
  if not ok then return end
  made = made + 1
  pcall(function()
    local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT", InitialState = p }
    list:SetGraphicsRootSignature(root)
    list:IASetPrimitiveTopology(({ TRIANGLE = "TRIANGLESTRIP", LINE = "LINESTRIP", POINT = "POINTLIST" })[desc.PrimitiveTopologyType])
    list:RSSetViewports { { Width = 8, Height = 8 } }
    list:RSSetScissorRects { { Right = 8, Bottom = 8 } }
    list:DrawInstanced(4, 2)
    list:DrawIndexedInstanced(4, 1)
    list:Close()
    queue:ExecuteCommandLists { list }
    queue:Signal(fence, made)
    fence:WaitCPU(made)
  end)
end
`)
	for _, d := range descriptions {
		b.WriteString("try { RootSignature = root")
		for i, c := range choices {
			if i < len(d) {
				if text := c[int(d[i])%len(c)]; text != "" {
					b.WriteString(", " + text)
				}
			}
		}
		b.WriteString(" }\n")
	}
	b.WriteString("print(made)\n")
	return b.String()
}

// FuzzPipelines: whatever a description holds, it is refused with a diagnostic, or makes a pipeline that draws.
func FuzzPipelines(f *testing.F) {
	f.Add(make([]byte, len(choices)))
	for i, c := range choices { // each value of each field, beside right ones
		for v := range c {
			d := make([]byte, len(choices))
			d[i] = byte(v)
			f.Add(d)
		}
	}
	f.Fuzz(func(t *testing.T, description []byte) {
		h := host.New(host.Options{Stdout: io.Discard, Out: t.TempDir()})
		defer func() { require.NoError(t, h.Close()) }()
		_ = h.RunString(context.Background(), "pipeline.lua", pipelineScript([][]byte{description}))
		for _, d := range h.Result().Diagnostics {
			require.NotEqual(t, "GS0191", fmt.Sprint(d.Code), d.Title)
		}
	})
}
