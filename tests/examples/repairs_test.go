package examples

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// What many scripts of this file begin with.
const (
	opened = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
`
	direct = opened + `local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }, device:CreateFence(0, "fence")
local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
`
	drawing = direct + `local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p) return { Position = float4(p, 1) } end }
local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(target, nil, views:GetCPUDescriptorHandle(0))
local data = device:CreateCommittedResource { Name = "data", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 48, InitialState = "GENERIC_READ" }
data:Map():Write(0, "uint", { 0, 1, 2 })
list:SetGraphicsRootSignature(root)
list:RSSetViewports { { Width = 16, Height = 16 } }
list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
list:OMSetRenderTargets { views:GetCPUDescriptorHandle(0) }
list:SetPipelineState(device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", InputLayout = { { "POSITION", "R32G32B32_FLOAT" } }, RTVFormats = { "R8G8B8A8_UNORM" } })
list:IASetPrimitiveTopology "TRIANGLELIST"
`
	runs = `
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
`
	shading = direct + `local map, out = gpu.Texture2D("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local s = gpu.SamplerState("s0")
local shade = gpu.ComputeShader { Name = "shade", NumThreads = { 1, 1, 1 }, Main = function() out[0] = map:SampleLevel(s, float2(0.5, 0.5), 0) end }
local texture = device:CreateCommittedResource { Name = "texture", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R32_FLOAT", InitialState = "NON_PIXEL_SHADER_RESOURCE" }
local result = device:CreateCommittedResource { Name = "result", Dimension = "BUFFER", Width = 16, Flags = "ALLOW_UNORDERED_ACCESS" }
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
local samplers = device:CreateDescriptorHeap { Name = "samplers", Type = "SAMPLER", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SAMPLER", NumDescriptors = 1 } } }, { Type = "UAV" } } }
`
	shaded = `
list:SetDescriptorHeaps { views, samplers }
list:SetComputeRootSignature(root)
list:SetPipelineState(device:CreateComputePipelineState { Name = "shade", RootSignature = root, CS = shade })
list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
list:SetComputeRootDescriptorTable(1, samplers:GetGPUDescriptorHandle(0))
list:SetComputeRootUnorderedAccessView(2, result:GetGPUVirtualAddress())
list:Dispatch(1, 1, 1)` + runs
)

// again begins a recording of a list, in a script that runs it once or in each frame.
const again = opened + `local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }, device:CreateFence(0, "fence")
local allocator = device:CreateCommandAllocator "DIRECT"
local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
local x = device:CreateCommittedResource { Name = "x", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM", InitialState = "COPY_DEST" }
list:Close()
for frame = 1, 3 do
  allocator:Reset()
  list:Reset(allocator)
`

// straight is a recording that runs once.
const straight = direct + `local x = device:CreateCommittedResource { Name = "x", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM", InitialState = "COPY_DEST" }
`

const eachFrame = `  list:Close()
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, frame)
  fence:WaitCPU(frame)
end`

// barrierOf is a transition of x in a frame, backTo the one at its end that takes it back.
func barrierOf(before, after string) string {
	return `  list:ResourceBarrier { { Resource = x, Before = "` + before + `", After = "` + after + "\" } }\n"
}

func backTo(left string) string {
	return `list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "` + left + `", After = "COPY_DEST" } }`
}

// descriptorRead reads the second of two static descriptors, which was never written.
const descriptorRead = direct + `local input, output = gpu.StructuredBuffer("t0", "uint", 2), gpu.RWStructuredBuffer("u0", "uint")
local move = gpu.ComputeShader { Name = "move", NumThreads = { 1, 1, 1 }, Main = function() output[0] = input[1][0] end }
local data = device:CreateCommittedResource { Name = "data", Dimension = "BUFFER", Width = 16 }
local out = device:CreateCommittedResource { Name = "out", Dimension = "BUFFER", Width = 16, Flags = "ALLOW_UNORDERED_ACCESS" }
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
device:CreateShaderResourceView(data, { StructureByteStride = 4 }, views:GetCPUDescriptorHandle(0))
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2 } } }, { Type = "UAV" } } }
list:SetDescriptorHeaps { views }
list:SetPipelineState(device:CreateComputePipelineState { Name = "move", RootSignature = root, CS = move })
list:SetComputeRootSignature(root)
list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
list:SetComputeRootUnorderedAccessView(1, out:GetGPUVirtualAddress())
list:Dispatch(1, 1, 1)` + runs

// bundles executes one bundle that writes to a buffer twice.
const bundles = direct + `local output = gpu.RWStructuredBuffer("u0", "uint")
local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 1, 1, 1 }, Main = function() output[0] = 1 end }
local out = device:CreateCommittedResource { Name = "out", Dimension = "BUFFER", Width = 16, Flags = "ALLOW_UNORDERED_ACCESS" }
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" } } }
local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator "BUNDLE" }
bundle:SetPipelineState(device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill })
bundle:SetComputeRootSignature(root)
bundle:SetComputeRootUnorderedAccessView(0, out:GetGPUVirtualAddress())
bundle:Dispatch(1, 1, 1)
bundle:Close()
list:SetComputeRootSignature(root)
list:ExecuteBundle(bundle)
list:ExecuteBundle(bundle)` + runs

// repair is a script with a mistake, and what its first edit makes of it.
type repair struct {
	name, script string
	code         diag.Code
	line         string
}

// repairs are scripts beside the examples of the documentation, the code that each ends in, and a line that its edit makes.
var repairs = []repair{
	{"a signal of the only queue", opened + `local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
local fence = device:CreateFence(0, "fence")
fence:WaitCPU(3)`, diag.MissingSignal, "queue:Signal(fence, 3)"},
	{"a signal of the other queue", opened + `local a, b = device:CreateCommandQueue { Type = "DIRECT", Name = "a" }, device:CreateCommandQueue { Type = "COPY", Name = "b" }
local fence, done = device:CreateFence(0, "fence"), device:CreateFence(0, "done")
a:Wait(fence, 1)
a:Signal(done, 1)`, diag.StuckAtEnd, "b:Signal(fence, 1)"},
	{"a queue waits for the signal of another", opened + `local a, b = device:CreateCommandQueue { Type = "DIRECT", Name = "a" }, device:CreateCommandQueue { Type = "COPY", Name = "b" }
local fence = device:CreateFence(0, "fence")
a:Signal(fence, 1)
b:Signal(fence, 2)
fence:WaitCPU(1)`, diag.TwoSignalers, "b:Wait(fence, 1)"},
	{"a queue for the list", opened + `local queue = device:CreateCommandQueue { Type = "COPY", Name = "queue" }
local list = device:CreateCommandList { Type = "COPY", Name = "list", Allocator = device:CreateCommandAllocator "COPY" }
list:SetComputeRootSignature(device:CreateRootSignature { Name = "root" })
list:Close()
queue:ExecuteCommandLists { list }`, diag.WrongListType, `local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }`},
	{"a list of the type of the compute queue", opened + `local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "queue" }
local list = device:CreateCommandList { Type = "COPY", Name = "list", Allocator = device:CreateCommandAllocator "COPY" }
list:SetComputeRootSignature(device:CreateRootSignature { Name = "root" })
list:Close()
queue:ExecuteCommandLists { list }`, diag.WrongListType, `local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }`},
	{"presented in a loop", direct + `local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
for frame = 0, 0 do
  local back = chain:GetBuffer(frame)
  list:ResourceBarrier { { Resource = back, Before = "PRESENT", After = "RENDER_TARGET" } }
  list:Close()
  queue:ExecuteCommandLists { list }
  chain:Present(1)
end`, diag.PresentState, `list:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "RENDER_TARGET", After = "PRESENT" } }`},
	{"left in COMMON for a copy queue", direct + `local copies = device:CreateCommandQueue { Type = "COPY", Name = "copies" }
local from = device:CreateCommittedResource { Name = "from", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM", InitialState = "COMMON" }
local to = device:CreateCommittedResource { Name = "to", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM", InitialState = "COMMON" }
list:ResourceBarrier { { Resource = to, Before = "COMMON", After = "COPY_DEST" } }` + runs + `local copy = device:CreateCommandList { Type = "COPY", Name = "copy", Allocator = device:CreateCommandAllocator "COPY" }
copy:CopyResource(to, from)
copy:Close()
copies:ExecuteCommandLists { copy }`, diag.CopyStateOfOtherClass, `list:ResourceBarrier { { Type = "TRANSITION", Resource = to, Before = "COPY_DEST", After = "COMMON" } }`},
	{"a frame that takes back what it left", again + barrierOf("COPY_DEST", "COPY_SOURCE") + eachFrame, diag.WrongBefore, backTo("COPY_SOURCE")},
	{"a frame of two barriers", again + barrierOf("COPY_DEST", "COPY_SOURCE") + barrierOf("COPY_SOURCE", "PIXEL_SHADER_RESOURCE") + eachFrame, diag.WrongBefore, backTo("PIXEL_SHADER_RESOURCE")},
	{"a barrier of another state, when it executes", straight + barrierOf("COMMON", "COPY_SOURCE") + runs, diag.WrongBefore, `list:ResourceBarrier { { Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE" } }`},
	{"the second of two barriers of a call", straight + `list:ResourceBarrier { { Type = "UAV" }, { Resource = x, Before = "COMMON", After = "COPY_SOURCE" } }` + runs, diag.WrongBefore, `list:ResourceBarrier { { Type = "UAV" }, { Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE" } }`},
	{"a barrier to where it is", straight + `list:ResourceBarrier { { Type = "UAV" }, { Resource = x, Before = "COMMON", After = "COPY_DEST" } }` + runs, diag.WrongBefore, `list:ResourceBarrier { { Type = "UAV" } }`},
	{"a view of what the shader reads", strings.Replace(descriptorRead, "local out = ", "local more = device:CreateCommittedResource { Name = \"more\", Dimension = \"BUFFER\", Width = 16 }\nlocal out = ", 1),
		diag.StaticDescriptorUnwritten, `device:CreateShaderResourceView(more, { StructureByteStride = 4 }, views:GetCPUDescriptorHandle(1))`},
	{"a barrier before the second bundle", bundles, diag.MissingUAVBarrier, `list:ResourceBarrier { { Type = "UAV", Resource = out } }`},
	{"a device that is made too late", `local gpu = require "gpu"
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
local device = gpu.CreateDevice { Name = "demo" }`, diag.IndexOfNil, `local device = gpu.CreateDevice { Name = "demo" }`},
	{"a local of a function that is declared too late", opened + `local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
local function done() queue:Signal(fence, 1) fence:WaitCPU(1) end
local fence = device:CreateFence(0, "fence")
done()`, diag.WrongType, `local fence = device:CreateFence(0, "fence")`},
	{"arguments in each other's place", opened + `local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
local fence = device:CreateFence(0, "fence")
queue:Signal(1, fence)`, diag.WrongType, "queue:Signal(fence, 1)"},
	{"the only fence", opened + `local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
local fence = device:CreateFence(0, "fence")
queue:Signal(fance, 1)`, diag.WrongType, "queue:Signal(fence, 1)"},
	{"the main thread joins", direct + `local a = gpu.Thread("a", function() list:SetMarker("a") end)
list:SetMarker("main")`, diag.TwoThreads, "a:Join()"},
	{"another heap for the view", direct + `local rtv = device:CreateDescriptorHeap { Name = "rtv", Type = "RTV", NumDescriptors = 1 }
local dsv = device:CreateDescriptorHeap { Name = "dsv", Type = "DSV", NumDescriptors = 1 }
local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" }
device:CreateDepthStencilView(depth, nil, rtv:GetCPUDescriptorHandle(0))`, diag.BadDescriptorHandle, "device:CreateDepthStencilView(depth, nil, dsv:GetCPUDescriptorHandle(0))"},
	{"the heap of a query that begins", direct + `local queries = device:CreateQueryHeap { Name = "queries", Type = "TIMESTAMP", Count = 1 }
list:BeginQuery(queries, "OCCLUSION", 0)
list:EndQuery(queries, "OCCLUSION", 0)`, diag.BadQuery, `local queries = device:CreateQueryHeap { Name = "queries", Type = "OCCLUSION", Count = 1 }`},
	{"the pipeline of the bound targets", strings.Replace(strings.Replace(drawing, `list:IASetPrimitive`, `end list:IASetPrimitive`, 1), `list:SetPipelineState(device:Create`, `local function made(name, formats, depth)
  return device:CreateGraphicsPipelineState { Name = name, RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", InputLayout = { { "POSITION", "R32G32B32_FLOAT" } }, RTVFormats = formats, DSVFormat = depth,
    DepthStencilState = { DepthEnable = depth ~= nil } }
end
local one, deep, other = made("one", { "R8G8B8A8_UNORM" }), made("deep", { "R8G8B8A8_UNORM" }, "D32_FLOAT"), made("other", { "R8_UNORM" })
if false then list:SetPipelineState(device:Create`, 1) + `list:IASetVertexBuffers(0, { { BufferLocation = data:GetGPUVirtualAddress(), SizeInBytes = 36, StrideInBytes = 12 } })
list:DrawInstanced(3, 1, 0, 0)` + runs, diag.NoPipeline, "list:SetPipelineState(one)"},
	{"fewer vertices than the buffer has", drawing + `list:IASetVertexBuffers(0, { { BufferLocation = data:GetGPUVirtualAddress(), SizeInBytes = 48, StrideInBytes = 12 } })
list:DrawInstanced(6, 1)`, diag.FetchOutOfBuffer, "list:DrawInstanced(4, 1)"},
	{"a view of all indices", drawing + `list:IASetVertexBuffers(0, { { BufferLocation = data:GetGPUVirtualAddress(), SizeInBytes = 48, StrideInBytes = 12 } })
list:IASetIndexBuffer { BufferLocation = data:GetGPUVirtualAddress(), SizeInBytes = 8, Format = "R32_UINT" }
list:DrawIndexedInstanced(3, 1)`, diag.FetchOutOfBuffer, `list:IASetIndexBuffer { BufferLocation = data:GetGPUVirtualAddress(), SizeInBytes = 12, Format = "R32_UINT" }`},
	{"the vertex that is added", drawing + `list:IASetVertexBuffers(0, { { BufferLocation = data:GetGPUVirtualAddress(), SizeInBytes = 36, StrideInBytes = 12 } })
list:IASetIndexBuffer { BufferLocation = data:GetGPUVirtualAddress(), SizeInBytes = 12, Format = "R32_UINT" }
list:DrawIndexedInstanced(3, 1, 0, 1)` + runs, diag.FetchOutOfBuffer, "list:DrawIndexedInstanced(3, 1, 0, 0)"},
	{"an atomic addition", direct + `local out = gpu.RWStructuredBuffer("u0", "uint")
local count = gpu.ComputeShader { Name = "count", NumThreads = { 8, 1, 1 }, Main = function(GroupIndex)
  out[0] = out[0] + GroupIndex
end }
local result = device:CreateCommittedResource { Name = "result", Dimension = "BUFFER", Width = 16, Flags = "ALLOW_UNORDERED_ACCESS" }
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" } } }
list:SetPipelineState(device:CreateComputePipelineState { Name = "count", RootSignature = root, CS = count })
list:SetComputeRootSignature(root)
list:SetComputeRootUnorderedAccessView(0, result:GetGPUVirtualAddress())
list:Dispatch(1, 1, 1)` + runs, diag.TwoWriters, "InterlockedAdd(out[0], GroupIndex)"},
	{"the filter of a sampler in a heap", shading + `device:CreateShaderResourceView(texture, nil, views:GetCPUDescriptorHandle(0))
device:CreateSampler({ Filter = "COMPARISON_MIN_MAG_MIP_POINT", ComparisonFunc = "LESS" }, samplers:GetCPUDescriptorHandle(0))` + shaded, diag.SamplerMismatch,
		`device:CreateSampler({ Filter = "MIN_MAG_MIP_POINT", ComparisonFunc = "LESS" }, samplers:GetCPUDescriptorHandle(0))`},
	{"a fence that has the value already", twoQueues("F", 10) + `a:Signal(F, 5); b:Wait(F, 5)
b:ExecuteCommandLists { reads }`, diag.DataRace, `local done = device:CreateFence(0, "done"); a:Signal(done, 1); b:Wait(done, 1)`},
	{"a value that the fence had before", twoQueues("F", 0) + `a:Signal(F, 5); F:WaitCPU(5); a:Signal(F, 4); b:Wait(F, 4)
a:ExecuteCommandLists { writes }
a:Signal(F, 5); b:Wait(F, 5)
b:ExecuteCommandLists { reads }`, diag.DataRace, `local done = device:CreateFence(0, "done"); a:Signal(done, 1); b:Wait(done, 1)`},
	{"a release behind a wait for a value that the fence had before", twoQueues("F", 0) + `a:Signal(F, 5); F:WaitCPU(5)
b:ExecuteCommandLists { reads }
b:Signal(F, 5); F:WaitCPU(5)
x:Release()`, diag.ReleasedInFlight, `local done = device:CreateFence(0, "done"); b:Signal(done, 1); done:WaitCPU(1)`},
	{"the second signal of two", twoQueues("F", 0) + `a:Signal(F, 0); a:Signal(F, 1)
b:ExecuteCommandLists { reads }`, diag.DataRace, "b:Wait(F, 1)"},
	{"a device that is not in reach", strings.Replace(strings.Replace(twoQueues("F", 0), "local device =", "local a, b, writes, reads; do local device =", 1), "local writes, reads\nlocal a, b =", "a, b =", 1) +
		"end\nb:ExecuteCommandLists { reads }", diag.DataRace, `local done = a:GetDevice():CreateFence(0, "done"); a:Signal(done, 1); b:Wait(done, 1)`},
	{"the wait of a queue that presents", direct + `local other, chain = device:CreateCommandQueue { Type = "DIRECT", Name = "other" }, queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
local from = device:CreateCommittedResource { Name = "from", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", InitialState = "COPY_SOURCE" }
local back = chain:GetBuffer(0)
list:ResourceBarrier { { Resource = back, Before = "PRESENT", After = "COPY_DEST" } }
list:CopyResource(back, from)
list:ResourceBarrier { { Resource = back, Before = "COPY_DEST", After = "PRESENT" } }
list:Close()
other:ExecuteCommandLists { list }
other:Signal(fence, 1)
chain:Present(1)`, diag.DataRace, "queue:Wait(fence, 1)"},
	{"three resources in turn", direct + `local heap = device:CreateHeap { Name = "heap", SizeInBytes = 65536 }
local up = device:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
local function placed(name) return device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = 0, Dimension = "BUFFER", Width = 256, InitialState = "COMMON" } end
local one, two, three = placed "one", placed "two", placed "three"
list:CopyBufferRegion(one, 0, up, 0, 256)
list:ResourceBarrier { { Type = "ALIASING", ResourceBefore = one, ResourceAfter = two } }
list:CopyBufferRegion(two, 0, up, 0, 256)
list:CopyBufferRegion(three, 0, up, 0, 256)` + runs, diag.MissingAliasingBarrier, `list:ResourceBarrier { { Type = "ALIASING", ResourceBefore = two, ResourceAfter = three } }`},
	{"a clear of some structures", direct + `local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS" }
local names = { "structures" }
local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = #names }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
for _, to in ipairs { cpu, heap } do
  device:CreateUnorderedAccessView(b, nil, { FirstElement = 2, NumElements = 5, StructureByteStride = 16 }, to:GetCPUDescriptorHandle(0))
end
list:SetDescriptorHeaps { heap }
list:ClearUnorderedAccessViewUint(heap:GetGPUDescriptorHandle(0), cpu:GetCPUDescriptorHandle(0), b, { 0, 0, 0, 0 })` + runs, diag.StructuredClear,
		`device:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT", FirstElement = 8, NumElements = 20 }, cpu:GetCPUDescriptorHandle(1))`},
	{"a signal in each frame", frames + `for frame = 1, 4 do
  local writes = make()
  if frame > 2 then fence:WaitCPU(frame - 2) end
  a:ExecuteCommandLists { writes }
end`, diag.MissingSignal, "a:Signal(fence, frame)"},
	{"a signal in each frame for another queue", frames + `for frame = 1, 4 do
  local writes, reads = make()
  a:ExecuteCommandLists { writes }
  b:Wait(fence, frame)
  b:ExecuteCommandLists { reads }
  b:Signal(done, frame)
  if frame > 2 then done:WaitCPU(frame - 2) end
end`, diag.MissingSignal, "a:Signal(fence, frame)"},
	{"a signal of the queue that gives none", frames + `for frame = 1, 4 do
  local writes, reads = make()
  if frame > 2 then done:WaitCPU(frame - 2) end
  a:ExecuteCommandLists { writes }
  a:Signal(fence, frame)
  b:Wait(fence, frame)
  b:ExecuteCommandLists { reads }
end`, diag.MissingSignal, "b:Signal(done, frame)"},
	{"two back buffers", direct + `local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
local backs = { chain:GetBuffer(0), chain:GetBuffer(1) }
chain:ResizeBuffers(0, 32, 32)`, diag.BackBufferHeld, "chain:GetBuffer(1):Release()"},
}

// frames has two queues, a fence of each, and make, which makes lists for a frame.
const frames = opened + `local a, b = device:CreateCommandQueue { Type = "DIRECT", Name = "a" }, device:CreateCommandQueue { Type = "COPY", Name = "b" }
local fence, done = device:CreateFence(0, "fence"), device:CreateFence(0, "done")
local function buffer(name) return device:CreateCommittedResource { Name = name, Dimension = "BUFFER", Width = 256 } end
local function list(type, to, from)
  local l = device:CreateCommandList { Type = type, Name = "list", Allocator = device:CreateCommandAllocator(type) }
  l:CopyBufferRegion(to, 0, from, 0, 256)
  l:Close()
  return l
end
local y, z = buffer "y", buffer "z"
local function make() -- a list that writes, and one that reads that
  local x = buffer "x"
  return list("DIRECT", x, y), list("COPY", z, x)
end
`

// twoQueues begins with queue a, which has written x, queue b, a list that reads x, and a fence.
func twoQueues(fence string, initial int) string {
	return opened + fmt.Sprintf(`local writes, reads
local a, b = device:CreateCommandQueue { Type = "COPY", Name = "a" }, device:CreateCommandQueue { Type = "COPY", Name = "b" }
local %s = device:CreateFence(%d, "%s")
local function buffer(name) return device:CreateCommittedResource { Name = name, Dimension = "BUFFER", Width = 256, InitialState = "COMMON" } end
local x, y, z = buffer "x", buffer "y", buffer "z"
local function copy(to, from)
  local l = device:CreateCommandList { Type = "COPY", Name = "copy", Allocator = device:CreateCommandAllocator "COPY" }
  l:CopyBufferRegion(to, 0, from, 0, 256); l:Close(); return l
end
writes, reads = copy(x, y), copy(z, x)
a:ExecuteCommandLists { writes }
`, fence, initial, fence)
}

// TestRepairs applies the first edit of scripts that are no examples: it makes the line, and the script passes.
func TestRepairs(t *testing.T) {
	for _, tt := range slices.Concat(repairs, slips) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			broken, err := run(tt.script, t.TempDir())
			require.NoError(t, err)
			require.Equal(t, []diag.Code{tt.code}, broken.codes, broken.text)
			require.NotEmpty(t, broken.edits, broken.text)
			script := apply(t, tt.script, broken.edits[0])
			require.Contains(t, strings.Split(strings.ReplaceAll(script, "\n  ", "\n"), "\n"), tt.line)
			repaired, err := run(script, t.TempDir())
			require.NoError(t, err)
			require.Empty(t, repaired.codes, repaired.text)
			require.Equal(t, host.ExitOK, repaired.exit)
		})
	}
}

// TestUncertainSignals: a signal that any of several queues may be missing is words.
func TestUncertainSignals(t *testing.T) {
	o, err := run(frames+`for frame = 1, 4 do
  local writes, reads = make()
  if frame > 2 then done:WaitCPU(frame - 2) end
  a:ExecuteCommandLists { writes }
  b:ExecuteCommandLists { list("COPY", buffer "w", z) }
end`, t.TempDir())
	require.NoError(t, err)
	require.Equal(t, []diag.Code{diag.MissingSignal}, o.codes, o.text)
	require.Empty(t, o.edits)
}

// TestUnwrittenOnce: where errors are only reported, a static descriptor that was never written is told once; where it is volatile, when it is read.
func TestUnwrittenOnce(t *testing.T) {
	report := func(o *host.Options) { o.Errors = host.ReportErrors }
	const sampler = `device:CreateSampler({ Filter = "MIN_MAG_MIP_POINT" }, samplers:GetCPUDescriptorHandle(0))`
	static, err := runWith(shading+sampler+shaded, t.TempDir(), report)
	require.NoError(t, err)
	require.Equal(t, []diag.Code{diag.StaticDescriptorUnwritten}, static.codes, static.text)
	volatile := strings.Replace(shading, `{ Type = "SRV", NumDescriptors = 1 }`, `{ Type = "SRV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE" }`, 1)
	read, err := runWith(volatile+sampler+shaded, t.TempDir(), report)
	require.NoError(t, err)
	require.Equal(t, []diag.Code{diag.DescriptorFault}, read.codes, read.text)
}
