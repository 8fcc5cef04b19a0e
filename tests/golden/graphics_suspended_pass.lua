-- One render pass in three lists: the first one clears and suspends, the second resumes and suspends, the third resumes and resolves. What breaks the chain is refused.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence, value = device:CreateFence(0, "done"), 0
local function texture(name, flags, state, samples)
  return device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = 8, Height = 8, Format = "R8G8B8A8_UNORM", Flags = flags, InitialState = state,
    SampleDesc = { Count = samples } }
end
local samples, other, shown = texture("samples", "ALLOW_RENDER_TARGET", "RENDER_TARGET", 4), texture("other", "ALLOW_RENDER_TARGET", "RENDER_TARGET", 4), texture("shown", nil, "RESOLVE_DEST", 1)
local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
local rtv, otherRTV = rtvs:GetCPUDescriptorHandle(0), rtvs:GetCPUDescriptorHandle(1)
device:CreateRenderTargetView(samples, nil, rtv)
device:CreateRenderTargetView(other, nil, otherRTV)
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 4096, InitialState = "COPY_DEST" }

local place = gpu.ConstantBuffer("b0", { { "color", "float4" } })
local vs = gpu.VertexShader { Name = "all", Main = function(VertexID) return { Position = float4(VertexID == 1 and 3.0 or -1.0, VertexID == 2 and 3.0 or -1.0, 0.5, 1.0) } end }
local ps = gpu.PixelShader { Name = "plain", Main = function(v) return place.color end }
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 4 } } }
local pipeline = device:CreateGraphicsPipelineState { Name = "plain", RootSignature = root, VS = vs, PS = ps, RasterizerState = { CullMode = "NONE" },
  DepthStencilState = { DepthEnable = false }, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, SampleDesc = { Count = 4 } }

local function open(name) return device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = device:CreateCommandAllocator "DIRECT" } end
-- Every list says the same of the targets; the flags decide what of it is done.
local function begin(list, flags, view)
  list:BeginRenderPass({ { CPUDescriptor = view or rtv, BeginningAccess = { Type = "CLEAR", ClearValue = { Color = { 0, 0, 0, 1 } } },
    EndingAccess = { Type = "RESOLVE", Resolve = { DstResource = shown } } } }, nil, flags)
end
local function draw(list, left, color)
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pipeline)
  list:SetGraphicsRoot32BitConstants(0, color)
  list:RSSetViewports { { 0, 0, 8, 8 } }
  list:RSSetScissorRects { { left, 0, left + 2, 8 } }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:DrawInstanced(3, 1)
end
local function pass(name, flags, left, color, view)
  local list = open(name)
  begin(list, flags, view)
  draw(list, left, color)
  list:EndRenderPass()
  return list
end
local function closed(list) list:Close() return list end

local first, second, third = pass("first", "SUSPENDING_PASS", 0, { 1, 0, 0, 1 }), pass("second", "SUSPENDING_PASS|RESUMING_PASS", 2, { 0, 1, 0, 1 }), pass("third", "RESUMING_PASS", 4, { 0, 0, 1, 1 })
third:ResourceBarrier { { Resource = shown, Before = "RESOLVE_DEST", After = "COPY_SOURCE" } }
third:CopyTextureRegion({ Resource = back, Format = "R8G8B8A8_UNORM", Width = 8, Height = 8, RowPitch = 256 }, 0, 0, 0, { Resource = shown })
third:ResourceBarrier { { Resource = shown, Before = "COPY_SOURCE", After = "RESOLVE_DEST" } }
local function run(...)
  queue:ExecuteCommandLists { ... }
  value = value + 1
  queue:Signal(fence, value)
  fence:WaitCPU(value)
end
run(closed(first), closed(second), closed(third))
local map = back:Map()
for x = 0, 6, 2 do print("pixel", x, string.format("%08x", map:Read(4 * x, "uint"))) end
back:Unmap()

-- In one list, and with a list between that does nothing.
local both = pass("both", "SUSPENDING_PASS", 0, { 1, 1, 1, 1 })
begin(both, "RESUMING_PASS")
both:EndRenderPass()
run(closed(both))
run(closed(pass("a", "SUSPENDING_PASS", 0, { 1, 1, 1, 1 })), closed(open "empty"), closed(pass("b", "RESUMING_PASS", 2, { 1, 1, 1, 1 })))

local function refused(what, f) print(what .. ": " .. select(2, pcall(f)).message) end
refused("never resumed", function() run(closed(pass("a", "SUSPENDING_PASS", 0, { 1, 1, 1, 1 }))) end)
refused("other submission", function()
  local a, b = closed(pass("a", "SUSPENDING_PASS", 0, { 1, 1, 1, 1 })), closed(pass("b", "RESUMING_PASS", 0, { 1, 1, 1, 1 }))
  run(b)
end)
refused("a list of its own between", function()
  run(closed(pass("a", "SUSPENDING_PASS", 0, { 1, 1, 1, 1 })), closed(pass("b", "NONE", 0, { 1, 1, 1, 1 })), closed(pass("c", "RESUMING_PASS", 0, { 1, 1, 1, 1 })))
end)
refused("other targets", function() run(closed(pass("a", "SUSPENDING_PASS", 0, { 1, 1, 1, 1 })), closed(pass("b", "RESUMING_PASS", 0, { 1, 1, 1, 1 }, otherRTV))) end)
refused("work before", function()
  local list = open "list"
  list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
  begin(list, "RESUMING_PASS")
end)
refused("work between", function()
  local list = pass("list", "SUSPENDING_PASS", 0, { 1, 1, 1, 1 })
  list:CopyResource(other, samples)
end)
refused("a new pass", function()
  local list = pass("list", "SUSPENDING_PASS", 0, { 1, 1, 1, 1 })
  list:BeginRenderPass({ { CPUDescriptor = rtv, BeginningAccess = { Type = "PRESERVE" }, EndingAccess = { Type = "PRESERVE" } } })
end)
