package repair

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// head is how each of the scripts begins.
const head = `local gpu = require "gpu"
local device = gpu.CreateDevice()
local queue = device:CreateCommandQueue { Type = "DIRECT" }
`

// A slip is what a script goes on with, and what becomes of it; "": no edit is known.
type slip struct{ name, text, want string }

// checkSlips repairs each script, of which nothing is reported then.
func checkSlips(t *testing.T, slips []slip) {
	t.Helper()
	for _, tt := range slips {
		t.Run(tt.name, func(t *testing.T) { tt.check(t) })
	}
}

// check repairs the script, and returns what is left of it: nothing, or, where no edit is known, the only thing that is reported.
func (s slip) check(t *testing.T) []*diag.Diagnostic {
	t.Helper()
	path := script(t, head+s.text, map[string]string{})
	o, err := Script(context.Background(), path, host.Options{})
	require.NoError(t, err)
	if s.want == "" {
		require.Empty(t, o.Steps)
		require.Len(t, o.Left, 1)
		return o.Left
	}
	require.Empty(t, o.Left)
	require.Equal(t, head+s.want, o.After[filepath.ToSlash(path)])
	return nil
}

// TestSlips: edits of what is written wrongly in one place, and none of a name that is used in several.
func TestSlips(t *testing.T) {
	const pipeline = `local cs = gpu.ComputeShader { Name = "cs", NumThreads = { 1, 1, 1 }, Main = function(DispatchThreadID) end }
local root = device:CreateRootSignature {}
local first = device:CreateComputePipelineState { RootSignature = root, CS = cs }
local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT", InitialState = FIRST }
list:SetComputeRootSignature(root)
list:Dispatch(1, 1, 1)
list:Close()
`
	const listed = "local list = device:CreateCommandList { Type = \"DIRECT\", Allocator = device:CreateCommandAllocator \"DIRECT\" }\n"
	checkSlips(t, []slip{
		{"the pipeline that a list begins with", strings.Replace(pipeline, "FIRST", "frist", 1), strings.Replace(pipeline, "FIRST", "first", 1)},
		{"a pipeline that is not there", strings.Replace(pipeline, "FIRST", "sharpen", 1), ""},
		{"a name that is used once", "print(quue:GetDesc().Type)\n", "print(queue:GetDesc().Type)\n"},
		{"a declaration that nothing uses", "local fense = device:CreateFence(0)\nqueue:Signal(fence, 1)\nfence:WaitCPU(1)\n", "local fence = device:CreateFence(0)\nqueue:Signal(fence, 1)\nfence:WaitCPU(1)\n"},
		{"a name that is used twice", "local fense = device:CreateFence(0)\nfense:WaitCPU(0)\nqueue:Signal(fence, 1)\nfence:WaitCPU(1)\n", ""},
		{"a value without quotes", "device:CreateCommandQueue { Type = COMPUTE }\n", "device:CreateCommandQueue { Type = \"COMPUTE\" }\n"},
		{"the allocator of a list", "local allocator = device:CreateCommandAllocator \"DIRECT\"\nlocal list = device:CreateCommandList { Type = \"DIRECT\", Allocator = alocator }\nlist:Close()\n",
			"local allocator = device:CreateCommandAllocator \"DIRECT\"\nlocal list = device:CreateCommandList { Type = \"DIRECT\", Allocator = allocator }\nlist:Close()\n"},
		{"a name in capitals that is none of a value", "device:CreateCommandQueue { Type = KIND }\n", ""},
		{"an index that is counted from 1", "local chain = queue:CreateSwapChain { Width = 8, Height = 8, BufferCount = 2, Format = \"R8G8B8A8_UNORM\" }\nfor i = 1, 2 do chain:GetBuffer(i) end\n",
			"local chain = queue:CreateSwapChain { Width = 8, Height = 8, BufferCount = 2, Format = \"R8G8B8A8_UNORM\" }\nfor i = 1, 2 do chain:GetBuffer(i - 1) end\n"},
		{"an index far behind the last", "local chain = queue:CreateSwapChain { Width = 8, Height = 8, BufferCount = 2, Format = \"R8G8B8A8_UNORM\" }\nchain:GetBuffer(7)\n", ""},
		{"a quality of a buffer", "device:CreateCommittedResource { Dimension = \"BUFFER\", Width = 64, SampleDesc = { Count = 1, Quality = 1 } }\n", "device:CreateCommittedResource { Dimension = \"BUFFER\", Width = 64 }\n"},
		{"a table that is open before the next statement", "local desc = {\n  Type = \"DIRECT\",\nlocal other = device:CreateCommandQueue(desc)\n", "local desc = {\n  Type = \"DIRECT\" }\nlocal other = device:CreateCommandQueue(desc)\n"},
		{"a call that is open before the next statement", "device:CreateFence(0,\n  \"a\"\nqueue:GetDesc()\n", "device:CreateFence(0,\n  \"a\")\nqueue:GetDesc()\n"},
		{"a function that is open before the next statement", "local function half(x)\n  return x / 2\nprint(half(4))\n", "local function half(x)\n  return x / 2\nend\nprint(half(4))\n"},
		{"a shader that is open before the next statement", "local vs = gpu.VertexShader { Main = function(VertexID)\n  return { Position = float4(VertexID, 0, 0, 1) }\nprint(4)\n",
			"local vs = gpu.VertexShader { Main = function(VertexID)\n  return { Position = float4(VertexID, 0, 0, 1) }\nend }\nprint(4)\n"},
		{"a comma between entries that are further in", "local t = {\n  queue:GetDesc()\n  queue:GetDesc() }\n", "local t = {\n  queue:GetDesc(),\n  queue:GetDesc() }\n"},
		{"a view of a name without a value", "device:CreateRenderTargetView(target, nil, device:CreateDescriptorHeap { Type = \"RTV\", NumDescriptors = 1 }:GetCPUDescriptorHandle(0))\n", ""},
		{"a name of a shader that is a variable later", "local out = gpu.RWStructuredBuffer(\"u0\", \"float\")\ngpu.ComputeShader { NumThreads = { 1 }, Main = function() out[i] = 1 end }\nlocal i = 0\ni = i + 1\n", ""},
		{"a name of a shader that is a constant later", "local out = gpu.RWStructuredBuffer(\"u0\", \"float\")\ngpu.ComputeShader { NumThreads = { 1 }, Main = function() out[i] = 1 end }\nlocal i = 0\nprint(i)\n",
			"local out = gpu.RWStructuredBuffer(\"u0\", \"float\")\nlocal i = 0\ngpu.ComputeShader { NumThreads = { 1 }, Main = function() out[i] = 1 end }\nprint(i)\n"},
		{"a name of a shader that is like another shader", "local out = gpu.RWStructuredBuffer(\"u0\", \"float\")\nlocal lightCS = gpu.ComputeShader { NumThreads = { 1 }, Main = function() out[0] = 1 end }\ngpu.ComputeShader { NumThreads = { 1 }, Main = function() out[0] = lightCs end }\nprint(lightCS)\n", ""},
		{"a name of a shader that is like a number", "local out = gpu.RWStructuredBuffer(\"u0\", \"float\")\nlocal lights = 4\ngpu.ComputeShader { NumThreads = { 1 }, Main = function() out[0] = light end }\nprint(lights)\n",
			"local out = gpu.RWStructuredBuffer(\"u0\", \"float\")\nlocal lights = 4\ngpu.ComputeShader { NumThreads = { 1 }, Main = function() out[0] = lights end }\nprint(lights)\n"},
		{"a list of barriers that a function was to fill", listed + "local function none()\n  local barriers = {}\n  list:ResourceBarrier(barriers)\n  print(1)\nend\nnone()\nnone()\nlist:Close()\n", ""},
		{"no barriers", listed + "list:ResourceBarrier {}\nlist:Close()\n", listed + "list:Close()\n"},
		{"a null view that says so", "device:CreateRenderTargetView(nil, nil, device:CreateDescriptorHeap { Type = \"RTV\", NumDescriptors = 1 }:GetCPUDescriptorHandle(0))\n",
			"device:CreateRenderTargetView(nil, { ViewDimension = \"TEXTURE2D\", Format = \"R8G8B8A8_UNORM\" }, device:CreateDescriptorHeap { Type = \"RTV\", NumDescriptors = 1 }:GetCPUDescriptorHandle(0))\n"},
	})
}

// TestNewcomers: what people write who know Direct3D 12, DirectML or HLSL, and see gpuscript for the first time.
func TestNewcomers(t *testing.T) {
	const graph = `device = require("gpu.dml").CreateDevice(device)
local tensor = { DataType = "FLOAT32", Sizes = { 4 } }
local relu = device:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = tensor, OutputTensor = tensor }
`
	const visible = `local tint = gpu.ConstantBuffer("b0", { { "tint", "float4" } })
local vs = gpu.VertexShader { Main = function(VertexID) return { Position = float4(VertexID, 0, 0, 1) } end }
local ps = gpu.PixelShader { Main = function() return tint.tint end }
local root = device:CreateRootSignature { Parameters = { { Type = "CBV", ShaderRegister = 0, ShaderVisibility = "VERTEX" } } }
device:CreateGraphicsPipelineState { RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "TRIANGLE", SampleMask = UINT_MAX }
`
	const upload = `local memory = device:CreateCommittedResource { HeapType = "UPLOAD", Dimension = "BUFFER", Width = 8 }:Map()
`
	const structs = `local args = gpu.RWStructuredBuffer("u0", { { "count", "uint" }, { "first", "uint" } })
gpu.ComputeShader { NumThreads = { 1 }, Main = function() `
	checkSlips(t, []slip{
		{"a value of C without quotes", "device:CreateCommandQueue { Type = D3D12_COMMAND_LIST_TYPE_COMPUTE }\n", "device:CreateCommandQueue { Type = \"COMPUTE\" }\n"},
		{"values of C that may be left out", "local t = device:CreateCommittedResource { Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D, Width = 4, Height = 4, Format = DXGI_FORMAT_R8G8B8A8_UNORM, Flags = D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET }\ndevice:CreateRenderTargetView(t, nil, device:CreateDescriptorHeap { Type = \"RTV\", NumDescriptors = 1 }:GetCPUDescriptorHandle(0))\n",
			"local t = device:CreateCommittedResource { Dimension = \"TEXTURE2D\", Width = 4, Height = 4, Format = \"R8G8B8A8_UNORM\", Flags = \"ALLOW_RENDER_TARGET\" }\ndevice:CreateRenderTargetView(t, nil, device:CreateDescriptorHeap { Type = \"RTV\", NumDescriptors = 1 }:GetCPUDescriptorHandle(0))\n"},
		{"a struct as a list of HLSL", structs + "args[0] = { 3, 1 + 1 } end }\n", structs + "args[0] = { count = 3, first = 1 + 1 } end }\n"},
		{"a struct whose list is too short", structs + "args[0] = { 3 } end }\n", ""},
		{"a struct with one name of two", structs + "args[0] = { count = 3, 1 } end }\n", ""},
		{"an input whose name is its key", "gpu.VertexShader { Inputs = { POSITION = \"float3\" }, Main = function(p) return { Position = float4(p, 1) } end }\n",
			"gpu.VertexShader { Inputs = { { \"POSITION\", \"float3\" } }, Main = function(p) return { Position = float4(p, 1) } end }\n"},
		{"a field of a layout whose name is its key", "gpu.ConstantBuffer(\"b0\", { time = \"float\" })\n", "gpu.ConstantBuffer(\"b0\", { { \"time\", \"float\" } })\n"},
		{"fields of a layout in no order", "gpu.ConstantBuffer(\"b0\", { time = \"float\", scale = \"float\" })\n", ""},
		{"numbers alone for a mapped buffer", upload + "memory:Write({ 1, 2 })\n", upload + "memory:Write(0, \"float\", { 1, 2 })\n"},
		{"no numbers for a mapped buffer", upload + "memory:Write({})\n", ""},
		{"a name without a value that has nothing to do with it", visible, strings.Replace(visible, `"VERTEX"`, `"ALL"`, 1)},
		{"the size of what uploads a resource", "local b = device:CreateCommittedResource { Dimension = \"BUFFER\", Width = 64 }\nassert(gpu.GetRequiredIntermediateSize(b, 0, 1) == 64)\n",
			"local b = device:CreateCommittedResource { Dimension = \"BUFFER\", Width = 64 }\nassert(select(2, b:GetDevice():GetCopyableFootprints(b, 0, 1)) == 64)\n"},
		{"a graph with descriptions of nodes and edges", graph + "device:CompileGraph({ InputCount = 1, OutputCount = 1, NodeCount = 1, Nodes = { { Desc = { Operator = relu } } }, InputEdges = { { Type = \"INPUT\", Desc = { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } } }, OutputEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }, \"NONE\")\n",
			graph + "device:CompileGraph({ InputCount = 1, OutputCount = 1, NodeCount = 1, Nodes = { { Operator = relu } }, InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } }, OutputEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }, { Flags = \"NONE\" })\n"},
		{"a name of C that is none of a value", "device:CreateCommandQueue { Type = D3D12_KIND }\n", ""},
	})
}
