-- GPU-driven rendering: a compute shader culls objects against the view and writes draw commands with a constant each; ExecuteIndirect draws what is
-- left, its count from a buffer. A second pass leaves out, by predication, a group whose box nothing sees.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, OBJECTS = 64, 200
local r = rig.Create("culling")
local objects = gpu.StructuredBuffer("t0", "float4")                   -- x, y, radius, hue
local commands = gpu.RWByteAddressBuffer("u0")                         -- object; vertices, instances, first vertex, first instance
local count = gpu.RWByteAddressBuffer("u1")
local which = gpu.ConstantBuffer("b0", { { "object", "uint" } })
local STRIDE = 20

local root = r.device:CreateRootSignature { Name = "culling", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 }, { Type = "SRV" },
  { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 } } }
local cull = r:Compute(root, "cull", { 64, 1, 1 }, function(DispatchThreadID)
  local i = DispatchThreadID.x
  if i >= OBJECTS then return end
  local o = objects[i]
  if any(abs(o.xy) > 1 + o.z) then return end
  local at = count:InterlockedAdd(0, 1) * STRIDE
  commands:Store(at, i)
  commands:Store4(at + 4, uint4(o.z > 0.05 and 18 or 6, 1, 0, 0))      -- two levels of detail
end)
local vs = gpu.VertexShader { Name = "disc", Interpolation = { hue = "nointerpolation" }, Main = function(VertexID)
  local o = objects[which.object]
  local sides = o.z > 0.05 and 6.0 or 2.0
  local k = VertexID % 3
  local corner = float(VertexID / 3) + float(k == 2 and 1 or 0)
  local a = corner / sides * 6.2831853
  local p = k == 0 and float2(0, 0) or float2(cos(a), sin(a)) * o.z
  return { Position = float4(o.xy + p, 0.5, 1), hue = o.w }
end }
local ps = gpu.PixelShader { Name = "hue", Main = function(v) return float4(saturate(abs(frac(v.hue + float3(0, 0.33, 0.66)) * 6 - 3) - 1), 1) end }
local draw = r:Graphics { Name = "discs", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT",
  DepthStencilState = { DepthFunc = "LESS_EQUAL" }, RasterizerState = { CullMode = "NONE" } }

local random, words, list_ = rig.Random(53), {}, {}
for i = 1, OBJECTS do
  list_[i] = { random(4000) / 1000 - 2, random(4000) / 1000 - 2, 0.02 + random(80) / 1000, random(100) / 100 }
  for _, x in ipairs(list_[i]) do words[#words + 1] = x end
end
local source = r:Upload("objects", "float", words)
local args, counter = r:Buffer("commands", OBJECTS * STRIDE), r:Filled("count", "uint", { 0 })
local seen = r:Buffer("seen", 16)
local picture, rtv = r:Target("picture", SIZE, SIZE, "R8G8B8A8_UNORM")
local _, dsv = r:Depth("depth", SIZE, SIZE, "D32_FLOAT")
local signature = r.device:CreateCommandSignature { Name = "objects", ByteStride = STRIDE, RootSignature = root,
  ArgumentDescs = { { Type = "CONSTANT", RootParameterIndex = 0, DestOffsetIn32BitValues = 0, Num32BitValuesToSet = 1 }, { Type = "DRAW" } } }
local queries = r.device:CreateQueryHeap { Name = "queries", Type = "OCCLUSION", Count = 2 }

r:Run("cull and draw", function(list)
  list:SetComputeRootSignature(root)
  list:SetPipelineState(cull)
  list:SetComputeRootShaderResourceView(1, source:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(2, args:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(3, counter:GetGPUVirtualAddress())
  list:Dispatch(math.ceil(OBJECTS / 64), 1, 1)
  rig.Barrier(list, args, "UNORDERED_ACCESS", "INDIRECT_ARGUMENT")
  rig.Barrier(list, counter, "UNORDERED_ACCESS", "INDIRECT_ARGUMENT")
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootShaderResourceView(1, source:GetGPUVirtualAddress())
  list:SetPipelineState(draw)
  list:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
  list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
  rig.Targets(list, SIZE, SIZE, { rtv }, dsv)
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:ExecuteIndirect(signature, OBJECTS, args, 0, counter, 0)
  -- all of it again, before everything and behind everything
  for i = 0, 1 do
    list:BeginQuery(queries, "OCCLUSION", i)
    list:RSSetViewports { { Width = SIZE, Height = SIZE, MinDepth = i, MaxDepth = i } }
    if i == 0 then list:ClearDepthStencilView(dsv, "DEPTH", 1, 0) else list:ClearDepthStencilView(dsv, "DEPTH", 0, 0) end
    list:ExecuteIndirect(signature, OBJECTS, args, 0, counter, 0)
    list:EndQuery(queries, "OCCLUSION", i)
  end
  list:ResolveQueryData(queries, "OCCLUSION", 0, 2, seen, 0)
  rig.Barrier(list, seen, "COPY_DEST", "PREDICATION")
  list:RSSetViewports { { Width = SIZE, Height = SIZE } }
  for i = 0, 1 do                                                      -- clears are predicated too
    list:SetPredication(seen, i * 8, "EQUAL_ZERO")
    list:ClearRenderTargetView(rtv, { i, 1 - i, 1, 1 }, { { Left = i * 4, Top = 0, Right = i * 4 + 4, Bottom = 4 } })
  end
  list:SetPredication(nil, 0, "EQUAL_ZERO")
end)

local visible, fine, drawn = 0, 0, {}
for i, o in ipairs(list_) do
  if math.max(math.abs(o[1]), math.abs(o[2])) <= 1 + o[3] then visible, fine = visible + 1, fine + (o[3] > 0.05 and 1 or 0) drawn[i - 1] = true end
end
local n, a, wrong, gotFine = r:Read(counter, "uint", 1)[1], r:Read(args, "uint", OBJECTS * 5), 0, 0
for i = 0, n - 1 do
  if not drawn[a[i * 5 + 1]] then wrong = wrong + 1 end
  if a[i * 5 + 2] == 18 then gotFine = gotFine + 1 end
end
local s, rows = r:Read(seen, "uint", 4), r:Texels(picture, "RENDER_TARGET", "byte", 4)
print(("%d of %d objects drawn, Lua says %d; %d in full detail, Lua says %d; %d wrong"):format(n, OBJECTS, visible, gotFine, fine, wrong))
print(("samples seen: %s and %d; cleared by predication: %s, %s"):format(s[1] > 0 and "some" or "none", s[3], tostring(rows[1][3] == 255), tostring(rows[1][4 * 4 + 3] == 255)))
gpu.SavePNG("gpu_culling.png", picture)
