package repair

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// wrapped is a frame that draws, and changes states, by functions of its own.
const wrapped = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "d" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "q" }
local done = device:CreateFence(0, "done")
local function texture(name, state) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET", InitialState = state } end
local scene, final = texture("scene", "RENDER_TARGET"), texture("final", "RENDER_TARGET")
local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
local srvs = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
device:CreateRenderTargetView(scene, nil, rtvs:GetCPUDescriptorHandle(0))
device:CreateRenderTargetView(final, nil, rtvs:GetCPUDescriptorHandle(1))
device:CreateShaderResourceView(scene, nil, srvs:GetCPUDescriptorHandle(0))
local input = gpu.Texture2D("t0", "float4")
local vs = gpu.VertexShader { Name = "full", Main = function(VertexID) return { Position = float4(VertexID == 1 and 3.0 or -1.0, VertexID == 2 and 3.0 or -1.0, 0.5, 1.0) } end }
local psScene = gpu.PixelShader { Name = "scene", Main = function(v) return float4(v.Position.x / 16.0, 0.5, 0.25, 1.0) end }
local psFinal = gpu.PixelShader { Name = "final", Main = function(v) return input:Load(int3(int(v.Position.x), int(v.Position.y), 0)) end }
local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } }
local function pipeline(ps) return device:CreateGraphicsPipelineState { RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } } end
local drawScene, drawFinal = pipeline(psScene), pipeline(psFinal)
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = device:CreateCommandAllocator "DIRECT" }
local function transition(l, resource, before, after)
  l:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after } }
end
local states = {}
function states.change(l, resource, before, after)
  if resource then
    l:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after } }
  end
end
local function pass(l, pso, target)
  l:SetPipelineState(pso)
  l:OMSetRenderTargets { rtvs:GetCPUDescriptorHandle(target) }
  l:DrawInstanced(3, 1, 0, 0)
end
list:SetDescriptorHeaps { srvs }
list:SetGraphicsRootSignature(root)
list:RSSetViewports { { Width = 16, Height = 16 } }
list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
list:IASetPrimitiveTopology "TRIANGLELIST"
pass(list, drawScene, 0)
BODY
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(done, 1)
done:WaitCPU(1)
print(gpu.Hash(final))
`

// TestExchangedCalls: two lines in the wrong order are exchanged where they are calls of the script's own functions, too, whichever of the two stands
// directly in the list.
func TestExchangedCalls(t *testing.T) {
	const (
		barrier    = `list:ResourceBarrier { { Type = "TRANSITION", Resource = scene, Before = "RENDER_TARGET", After = "PIXEL_SHADER_RESOURCE" } }`
		transition = `transition(list, scene, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")`
		method     = `states.change(list, scene, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")`
		set        = `list:SetGraphicsRootDescriptorTable(0, srvs:GetGPUDescriptorHandle(0))`
		final      = `pass(list, drawFinal, 1)`
		direct     = `list:DrawInstanced(3, 1, 0, 0)`
	)
	const pipeline = "list:SetPipelineState(drawFinal)\nlist:OMSetRenderTargets { rtvs:GetCPUDescriptorHandle(1) }\n"
	for _, tt := range []struct{ name, before, first, second string }{
		{"both are functions, a barrier too late", set + "\n", transition, final},
		{"the barrier alone is one", set + "\n" + pipeline, transition, direct},
		{"it is one of a table", set + "\n" + pipeline, method, direct},
		{"the draw alone is one", set + "\n", barrier, final},
		{"an argument behind the function that draws", transition + "\n", set, final},
	} {
		t.Run(tt.name, func(t *testing.T) {
			right := strings.Replace(wrapped, "BODY", tt.before+tt.first+"\n"+tt.second, 1)
			require.Equal(t, right, repaired(t, strings.Replace(right, tt.first+"\n"+tt.second, tt.second+"\n"+tt.first, 1)))
		})
	}
	t.Run("a barrier too early", func(t *testing.T) {
		const pass = "pass(list, drawScene, 0)\n"
		right := strings.Replace(wrapped, "BODY", transition+"\n"+set+"\n"+final, 1)
		require.Equal(t, right, repaired(t, strings.Replace(right, pass+transition+"\n", transition+"\n"+pass, 1)))
	})
	t.Run("a barrier of another resource is not the one that is missing", func(t *testing.T) {
		right := strings.Replace(wrapped, "BODY", set+"\n"+transition+"\n"+final+"\n"+
			`transition(list, final, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")`, 1)
		require.Equal(t, strings.Replace(right, transition, barrier, 1), repaired(t, strings.Replace(right, transition+"\n", "", 1)))
	})
}

// repaired is a script after the edits of the only suggestion that it takes.
func repaired(t *testing.T, text string) string {
	path := script(t, text, map[string]string{})
	o, err := Script(context.Background(), path, host.Options{})
	require.NoError(t, err)
	require.Empty(t, o.Left)
	require.Len(t, o.Steps, 1)
	return o.After[filepath.ToSlash(path)]
}
