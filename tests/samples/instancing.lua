-- Instanced meshes: a torus drawn 40 times, its instances sorted into two draws with StartInstanceLocation; per-instance data once by an input slot of
-- its own (PER_INSTANCE_DATA, a step rate of 2 for the colour) and once by a structured buffer. Both pictures must be the same bytes.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, COUNT, SIDES = 96, 40, 12
local r = rig.Create("instancing")
local instances = gpu.StructuredBuffer("t0", { { "place", "float4" } })
local colours = gpu.StructuredBuffer("t1", "float4")
local base = gpu.ConstantBuffer("b0", { { "first", "uint" } })

local function place(position, at)
  local s, c = sincos(at.w)
  local p = float3(position.x * c - position.z * s, position.y, position.x * s + position.z * c) * at.z
  return float4(at.xy + p.xy, 0.5 + p.z * 0.5, 1)
end
local bySlot = gpu.VertexShader { Name = "by slot", Inputs = { { "POSITION", "float3" }, { "NORMAL", "float3" }, { "PLACE", "float4" }, { "COLOR", "float4" } },
  Interpolation = { colour = "nointerpolation" },
  Main = function(position, normal, at, colour) return { Position = place(position, at), light = normal.y * 0.5 + 0.5, colour = colour } end }
local byBuffer = gpu.VertexShader { Name = "by buffer", Inputs = { { "POSITION", "float3" }, { "NORMAL", "float3" } }, Interpolation = { colour = "nointerpolation" },
  Main = function(position, normal, InstanceID)                        -- SV_InstanceID starts at 0 in every draw
    return { Position = place(position, instances[base.first + InstanceID].place), light = normal.y * 0.5 + 0.5, colour = colours[base.first + InstanceID / 2] }         -- as the step rate has it: the start is not divided
  end }
local ps = gpu.PixelShader { Name = "lit", Main = function(v) return float4(v.colour.rgb * v.light, 1) end }
local root = r.device:CreateRootSignature { Name = "instances", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = {
  { Type = "32BIT_CONSTANTS", Num32BitValues = 1 }, { Type = "SRV", ShaderVisibility = "VERTEX" }, { Type = "SRV", ShaderRegister = 1, ShaderVisibility = "VERTEX" } } }
local MESH = { { SemanticName = "POSITION", Format = "R32G32B32_FLOAT" }, { SemanticName = "NORMAL", Format = "R32G32B32_FLOAT" } }
local function pso(vs, layout) return r:Graphics { Name = vs:GetName(), RootSignature = root, VS = vs, PS = ps, InputLayout = layout, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT" } end
local slotPSO = pso(bySlot, { MESH[1], MESH[2],
  { SemanticName = "PLACE", Format = "R32G32B32A32_FLOAT", InputSlot = 1, InputSlotClass = "PER_INSTANCE_DATA", InstanceDataStepRate = 1 },
  { SemanticName = "COLOR", Format = "R32G32B32A32_FLOAT", InputSlot = 2, InputSlotClass = "PER_INSTANCE_DATA", InstanceDataStepRate = 2 } })
local bufferPSO = pso(byBuffer, MESH)

local vertices, indices = {}, {}
for i = 0, SIDES - 1 do for j = 0, SIDES - 1 do
  local a, b = i / SIDES * 2 * math.pi, j / SIDES * 2 * math.pi
  local n = { math.cos(a) * math.cos(b), math.sin(b), math.sin(a) * math.cos(b) }
  for _, x in ipairs { math.cos(a) * 0.7 + n[1] * 0.3, n[2] * 0.3, math.sin(a) * 0.7 + n[3] * 0.3, n[1], n[2], n[3] } do vertices[#vertices + 1] = x end
  local i2, j2 = (i + 1) % SIDES, (j + 1) % SIDES
  for _, k in ipairs { i * SIDES + j, i2 * SIDES + j, i * SIDES + j2, i * SIDES + j2, i2 * SIDES + j, i2 * SIDES + j2 } do indices[#indices + 1] = k end
end end
local random, places, tints = rig.Random(61), {}, {}
for i = 1, COUNT do
  for _, x in ipairs { random(180) / 100 - 0.9, random(180) / 100 - 0.9, 0.08 + random(100) / 1000, random(628) / 100 } do places[#places + 1] = x end
  if i <= COUNT * 0.75 then for _, x in ipairs { random(100) / 100, random(100) / 100, 0.5, 1 } do tints[#tints + 1] = x end end
end
local vb, ib, pb, cb = r:Upload("vertices", "float", vertices), r:Upload("indices", "uint", indices), r:Upload("places", "float", places), r:Upload("colours", "float", tints)
local pictures = {}
local statistics = r.device:CreateQueryHeap { Name = "statistics", Type = "PIPELINE_STATISTICS", Count = 2 }
local results = r:Buffer("results", 176)
for k, pipeline in ipairs { slotPSO, bufferPSO } do
  local picture, rtv = r:Target("picture " .. k, SIZE, SIZE, "R8G8B8A8_UNORM")
  local _, dsv = r:Depth("depth " .. k, SIZE, SIZE, "D32_FLOAT")
  pictures[k] = picture
  r:Run("instances", function(list)
    list:SetGraphicsRootSignature(root)
    list:SetPipelineState(pipeline)
    list:SetGraphicsRootShaderResourceView(1, pb:GetGPUVirtualAddress())
    list:SetGraphicsRootShaderResourceView(2, cb:GetGPUVirtualAddress())
    list:ClearRenderTargetView(rtv, { 0.1, 0.1, 0.1, 1 })
    list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
    rig.Targets(list, SIZE, SIZE, { rtv }, dsv)
    list:IASetPrimitiveTopology "TRIANGLELIST"
    list:IASetVertexBuffers(0, { { BufferLocation = vb:GetGPUVirtualAddress(), SizeInBytes = #vertices * 4, StrideInBytes = 24 },
      { BufferLocation = pb:GetGPUVirtualAddress(), SizeInBytes = #places * 4, StrideInBytes = 16 },
      { BufferLocation = cb:GetGPUVirtualAddress(), SizeInBytes = #tints * 4, StrideInBytes = 16 } })
    list:IASetIndexBuffer { BufferLocation = ib:GetGPUVirtualAddress(), SizeInBytes = #indices * 4, Format = "R32_UINT" }
    list:BeginQuery(statistics, "PIPELINE_STATISTICS", k - 1)
    for half = 0, 1 do
      list:SetGraphicsRoot32BitConstant(0, gpu.AsUint(half * COUNT / 2), 0)
      list:DrawIndexedInstanced(#indices, COUNT / 2, 0, 0, half * COUNT / 2)
    end
    list:EndQuery(statistics, "PIPELINE_STATISTICS", k - 1)
    list:ResolveQueryData(statistics, "PIPELINE_STATISTICS", k - 1, 1, results, (k - 1) * 88)
  end)
end
print("same picture: " .. tostring(gpu.Hash(pictures[1]) == gpu.Hash(pictures[2])))
local s = r:Read(results, "uint", 44)
for k = 0, 1 do
  local function at(i) return s[k * 22 + i * 2 + 1] end
  print(("vertices %d (%d expected), primitives %d (%d), clipper %d, compute %d; vertex shaders at most one an index: %s; pixels drawn: %s"):format(at(0), #indices * COUNT, at(1), #indices / 3 * COUNT,
    at(5), at(10), tostring(at(2) <= at(0) and at(2) >= SIDES * SIDES * COUNT), tostring(at(7) > 0)))
end
gpu.SavePNG("instancing.png", pictures[1])
