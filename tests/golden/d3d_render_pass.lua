-- Render passes: clear at the beginning, resolve or discard at the end; what a pass cannot hold is refused.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "done")
local function texture(name, format, flags, state, samples)
  return device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = 8, Height = 8, Format = format, Flags = flags, InitialState = state,
    SampleDesc = { Count = samples } }
end
local samples, shown = texture("samples", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "RENDER_TARGET", 4), texture("shown", "R8G8B8A8_UNORM", nil, "RESOLVE_DEST", 1)
local depth = texture("depth", "D24_UNORM_S8_UINT", "ALLOW_DEPTH_STENCIL", "DEPTH_WRITE", 4)
local rtvs, dsvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }, device:CreateDescriptorHeap { Type = "DSV", NumDescriptors = 1 }
local rtv, dsv = rtvs:GetCPUDescriptorHandle(0), dsvs:GetCPUDescriptorHandle(0)
device:CreateRenderTargetView(samples, nil, rtv)
device:CreateDepthStencilView(depth, nil, dsv)
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 4096, InitialState = "COPY_DEST" }

local vs = gpu.VertexShader { Name = "right_half", Main = function(VertexID)
  return { Position = float4(VertexID == 1 and 4.0 or 0.0, VertexID == 2 and 5.0 or -1.0, 0.5, 1.0) }
end }
local ps = gpu.PixelShader { Name = "green", Main = function(v) return float4(0, 1, 0, 1) end }
local root = device:CreateRootSignature { Name = "root" }
local pipeline = device:CreateGraphicsPipelineState { Name = "green", RootSignature = root, VS = vs, PS = ps, RasterizerState = { CullMode = "NONE" },
  PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D24_UNORM_S8_UINT", SampleDesc = { Count = 4 } }

local function open(name) return device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = device:CreateCommandAllocator "DIRECT" } end
local function begin(list, ending)
  list:BeginRenderPass({ { CPUDescriptor = rtv, BeginningAccess = { Type = "CLEAR", ClearValue = { Color = { 1, 0, 0, 1 } } }, EndingAccess = ending or { Type = "PRESERVE" } } },
    { CPUDescriptor = dsv, DepthBeginningAccess = { Type = "CLEAR", ClearValue = { Depth = 1 } }, StencilBeginningAccess = { Type = "DISCARD" },
      DepthEndingAccess = { Type = "DISCARD" }, StencilEndingAccess = { Type = "DISCARD" } })
end
local list = open "pass"
list:SetGraphicsRootSignature(root)
list:SetPipelineState(pipeline)
list:RSSetViewports { { 0, 0, 8, 8 } }
list:RSSetScissorRects { { 0, 0, 8, 8 } }
list:IASetPrimitiveTopology "TRIANGLELIST"
begin(list, { Type = "RESOLVE", Resolve = { DstResource = shown } })
list:DrawInstanced(3, 1)
list:EndRenderPass()
list:ResourceBarrier { { Resource = shown, Before = "RESOLVE_DEST", After = "COPY_SOURCE" } }
list:CopyTextureRegion({ Resource = back, Format = "R8G8B8A8_UNORM", Width = 8, Height = 8, RowPitch = 256 }, 0, 0, 0, { Resource = shown })
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
local map = back:Map()
for _, x in ipairs { 0, 3, 4, 7 } do print("pixel", x, string.format("%08x", map:Read(4 * x, "uint"))) end

local function try(title, f)
  local ok, e = pcall(f, open(title))
  print(title, ok and "fine" or e.code .. " " .. e.message)
end
try("a clear inside", function(l) begin(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 }) end)
try("a dispatch inside", function(l) begin(l) l:Dispatch(1, 1, 1) end)
try("a pass inside", function(l) begin(l) begin(l) end)
try("an end alone", function(l) l:EndRenderPass() end)
try("no end", function(l) begin(l) l:Close() end)
try("two passes", function(l) begin(l) l:EndRenderPass() begin(l) l:EndRenderPass() l:Close() end)
try("an unknown way", function(l) l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = { Type = "LOAD" }, EndingAccess = {} } } end)
try("a count as in C", function(l) l:BeginRenderPass(1, { { CPUDescriptor = rtv, BeginningAccess = {}, EndingAccess = {} } }, nil, "NONE") end)
