-- ExecuteIndirect draws: indexed, with vertex and index buffers and constants from the argument buffer, as many as the count buffer says.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "indirect"
local device, color = p.device, p.color

local vs = gpu.VertexShader { Name = "placed", Inputs = { { "POSITION", "float2" }, { "PLACE", "float" } },
  Main = function(at, place) return { Position = float4(at.x + place, at.y, 0, 1) } end }
local pipeline = p:Pipeline { VS = vs, RTVFormats = { "R8G8B8A8_UNORM" },
  InputLayout = { { "POSITION", "R32G32_FLOAT" }, { SemanticName = "PLACE", Format = "R32_FLOAT", InputSlot = 1, InputSlotClass = "PER_INSTANCE_DATA", InstanceDataStepRate = 1 } } }

local data = device:CreateCommittedResource { Name = "data", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4096, InitialState = "GENERIC_READ" }
local address = data:GetGPUVirtualAddress()
local map = data:Map()
-- One column of pixels is 0.25 wide. Two buffers of corners: columns [0, 1) and, behind two unused corners, rows [0, 4) of it.
map:Write(0, "float", { -1, 1, -0.75, 1, -1, -1, -0.75, -1 })
map:Write(64, "float", { 9, 9, 9, 9, -1, 1, -0.75, 1, -1, 0, -0.75, 0 })
map:Write(128, "ushort", { 0, 1, 2, 2, 1, 3 })
map:Write(160, "uint", { 99, 0, 1, 2, 2, 1, 3 })
map:Write(256, "float", { 0, 0.25, 0.5, 0.75, 1.0, 1.25 })           -- places: columns 0 to 5
-- Each command: vertex buffer 0, index buffer, a color, DrawIndexed. Numbers of DXGI formats: 57 is R16_UINT, 42 R32_UINT.
local STRIDE = 16 + 16 + 16 + 20
local function command(i, buffer, size, indices, bytes, format, c, count, instances, first, base, firstInstance)
  local at = 1024 + i * STRIDE
  map:Write(at, "uint", { address + buffer, 0, size, 8, address + indices, 0, bytes, format })
  map:Write(at + 32, "float", c)
  map:Write(at + 48, "uint", { count, instances, first })
  map:Write(at + 60, "int", base)
  map:Write(at + 64, "uint", firstInstance)
end
command(0, 0, 32, 128, 12, 57, { 1, 0, 0, 1 }, 6, 1, 0, 0, 0)           -- column 0
command(1, 64, 48, 160, 28, 42, { 0, 1, 0, 1 }, 6, 2, 1, 2, 2)          -- the upper half of columns 2 and 3
command(2, 0, 32, 128, 12, 57, { 0, 0, 1, 1 }, 3, 1, 0, 0, 5)           -- half of column 5: one triangle
command(3, 0, 32, 128, 12, 57, { 1, 1, 1, 1 }, 6, 1, 0, 0, 4)           -- not drawn: the count is 3
map:Write(3072, "uint", 3)
data:Unmap()

local signature = device:CreateCommandSignature { Name = "draws", ByteStride = STRIDE, RootSignature = p.root, ArgumentDescs = {
  { Type = "VERTEX_BUFFER_VIEW", Slot = 0 }, { Type = "INDEX_BUFFER_VIEW" }, { Type = "CONSTANT", RootParameterIndex = 0, Num32BitValuesToSet = 4 }, { Type = "DRAW_INDEXED" } } }
local target = p:Texture { Name = "target", Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET" }
local rtv = p:RTV(target)
local statistics = device:CreateQueryHeap { Type = "PIPELINE_STATISTICS", Count = 1 }
local result = device:CreateCommittedResource { Name = "result", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
p:Run(function(list)
  list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
  list:OMSetRenderTargets { rtv }
  list:SetPipelineState(pipeline)
  list:SetGraphicsRoot32BitConstants(0, { 0, 0, 0, 0, 0, 0 })
  list:RSSetViewports { { Width = 8, Height = 8 } }
  list:RSSetScissorRects { { Right = 8, Bottom = 8 } }
  list:IASetVertexBuffers(1, { { BufferLocation = address + 256, SizeInBytes = 24, StrideInBytes = 4 } })
  list:BeginQuery(statistics, "PIPELINE_STATISTICS", 0)
  list:ExecuteIndirect(signature, 4, data, 1024, data, 3072)
  list:EndQuery(statistics, "PIPELINE_STATISTICS", 0)
  list:ResolveQueryData(statistics, "PIPELINE_STATISTICS", 0, 1, result, 0)
  p.Barrier(list, target, "RENDER_TARGET", "COPY_SOURCE")
end)
p:All("indirect draws", target, 0, "byte", 4, function(x, y)
  if x == 0 then return { 255, 0, 0, 255 } end
  if (x == 2 or x == 3) and y < 4 then return { 0, 255, 0, 255 } end
  if x == 5 and y < 4 then return { 0, 0, 255, 255 } end                 -- the middle of its pixel row y is left of the diagonal for y < 4
  return { 0, 0, 0, 0 }
end)
local counts = result:Map():Read(0, "uint64", 11)
print(("vertices %d, primitives %d, vertex shader %d, clipped to %d, pixels %d"):format(counts[1], counts[2], counts[3], counts[7], counts[8]))
