-- What a programmer who comes from C writes first: what means one thing is read so, and what does not is answered by a message.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local allocator = device:CreateCommandAllocator "DIRECT"
local list = device:CreateCommandList { Type = "DIRECT", Allocator = allocator }
local buffer = device:CreateCommittedResource { Name = "buffer", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }

local function try(title, f)
  local ok, e = pcall(f)
  print(title, ok and "fine" or e.message)
  if not ok then print("", "help: " .. (e.help or "none")) end
end
try("CreateCommandList", function() device:CreateCommandList(0, "DIRECT", device:CreateCommandAllocator "DIRECT", nil) end)
try("CreateCommandList of no type", function() device:CreateCommandList(0, "DIRCT", device:CreateCommandAllocator "DIRECT", nil) end)
try("HeapProperties", function() device:CreateCommittedResource { HeapProperties = { Type = "UPLOAD" }, Dimension = "BUFFER", Width = 4, InitialState = "GENERIC_READ" } end)
try("Transition", function() list:ResourceBarrier { { Type = "TRANSITION", Transition = { pResource = buffer, StateBefore = "COMMON", StateAfter = "COPY_DEST" } } } end)
try("Transition twice", function() list:ResourceBarrier { { Resource = buffer, Transition = { pResource = buffer, StateBefore = "COMMON", StateAfter = "COPY_DEST" } } } end)
try("Transition of a wrong state", function() list:ResourceBarrier { { Transition = { pResource = buffer, StateBefore = "COMON", StateAfter = "COPY_DEST" } } } end)
try("Constants", function() device:CreateRootSignature { Parameters = { { Type = "32BIT_CONSTANTS", Constants = { ShaderRegister = 0, Num32BitValues = 4 } } } } end)
try("NumParameters", function() device:CreateRootSignature { NumParameters = 1, Parameters = {} } end)
try("a count before a list", function() list:ResourceBarrier(1, { { Type = "UAV" } }) end)
try("a count that is wrong", function() list:ResourceBarrier(2, { { Type = "UAV" } }) end)
try("counts of all kinds", function()
  list:RSSetViewports(1, { { Width = 4, Height = 4 } })
  list:RSSetScissorRects(0, {})
  list:SetDescriptorHeaps(0, {})
  list:OMSetRenderTargets(0, nil, false, nil)
  list:IASetVertexBuffers(0, 1, { {} })
end)
try("a mistake behind a count", function() list:ResourceBarrier(1, { { Resource = buffer, Before = "COMON", After = "COPY_DEST" } }) end)
try("a prefix", function() list:IASetPrimitiveTopology "D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST" end)
try("rectangles as in C", function() list:RSSetScissorRects { { 0, 0, 640, 480 } } end)
try("viewports as in C", function() list:RSSetViewports { { 0, 0, 640, 480, 0, 1 }, { 0, 0, 320, 240 } } end)
try("a handle and its size", function()
  return rtvs:GetCPUDescriptorHandleForHeapStart():Offset(1, device:GetDescriptorHandleIncrementSize "RTV")
end)
try("SV_Position", function() gpu.VertexShader { Main = function(VertexID) return { SV_Position = float4(0.0) } end } end)
try("SV_VertexID", function() gpu.VertexShader { Main = function(SV_VertexID) return { Position = float4(0.0) } end } end)
try("SV_Target", function() gpu.PixelShader { Inputs = { { "uv", "float2" } }, Main = function(v) return { SV_Target = v.uv } end } end)
local chain = device:CreateCommandQueue { Type = "DIRECT" }:CreateSwapChain { Width = 4, Height = 4 }
try("Present and its flags", function() chain:Present(1, 0) end)
try("Present with a flag", function() chain:Present(0, 512) end)
