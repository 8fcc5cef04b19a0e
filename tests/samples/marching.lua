-- A surface taken from a density on a grid: every cube of 24 x 24 x 24 falls into six tetrahedra, and each gives none, one or two triangles to a
-- vertex buffer whose length the GPU counts. The count is the first argument of the indirect draw that shows them.
-- Lua checks that the mesh is closed, that it is a torus (Euler characteristic 0), and its volume.
local gpu = require "gpu"
local rig = require "lib.rig"

local N, SIZE, MAX = 24, 96, 40000
local r = rig.Create("marching")
local Vertex = { { "position", "float3" }, { "normal", "float3" } }
local out = gpu.RWStructuredBuffer("u0", Vertex)
local args = gpu.RWByteAddressBuffer("u1")
-- the four corners of each tetrahedron: bits x, y, z of a corner; all six share the diagonal from 0 to 7
local corners = { 0, 1, 3, 7,  0, 3, 2, 7,  0, 2, 6, 7,  0, 6, 4, 7,  0, 4, 5, 7,  0, 5, 1, 7 }

local function density(p)                                              -- below 0 inside of a torus
  local q = float2(length(p.xz) - 0.55, p.y)
  return length(q) - 0.243
end
local function normalOf(p)
  local e = 0.01
  return normalize(float3(density(p + float3(e, 0, 0)) - density(p - float3(e, 0, 0)), density(p + float3(0, e, 0)) - density(p - float3(0, e, 0)),
    density(p + float3(0, 0, e)) - density(p - float3(0, 0, e))))
end
local function corner(cell, n) return (float3(cell + uint3(and_bits(n, 1), and_bits(shift_right(n, 1), 1), shift_right(n, 2))) / N - 0.5) * 2 end
local function cut(a, b)                                               -- from the lower end to the higher one, so that neighbours agree on the bits
  local p, q = a, b
  if a.x > b.x or (a.x == b.x and (a.y > b.y or (a.y == b.y and a.z > b.z))) then
    p = b
    q = a
  end
  local u, v = density(p), density(q)
  return p + (q - p) * (u / (u - v))
end
local function emit(a, b, c, inside)
  local n = cross(b - a, c - a)
  local flip = dot(n, (a + b + c) / 3 - inside) < 0                    -- counterclockwise from outside by the right hand; D3D's front is clockwise
  local at = args:InterlockedAdd(0, 3)
  out[at] = { position = a, normal = normalOf(a) }
  if flip then
    out[at + 1] = { position = b, normal = normalOf(b) }
    out[at + 2] = { position = c, normal = normalOf(c) }
  else
    out[at + 1] = { position = c, normal = normalOf(c) }
    out[at + 2] = { position = b, normal = normalOf(b) }
  end
end
local root = r.device:CreateRootSignature { Name = "march", Parameters = { { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 } } }
local march = r:Compute(root, "march", { 4, 4, 4 }, function(DispatchThreadID)
  for t = 0, 5 do
    -- inside corners first: sort the four by their sign
    local p, q, outside = Array("float3", 4), Array("float3", 4), 0
    local inside = 0
    for i = 1, 4 do
      local c = corner(DispatchThreadID, uint(corners[t * 4 + i]))
      if density(c) < 0 then
        p[inside] = c
        inside = inside + 1
      else
        q[outside] = c
        outside = outside + 1
      end
    end
    if inside == 1 then
      emit(cut(p[0], q[0]), cut(p[0], q[1]), cut(p[0], q[2]), p[0])
    elseif inside == 3 then
      emit(cut(p[0], q[0]), cut(p[1], q[0]), cut(p[2], q[0]), (p[0] + p[1] + p[2]) / 3)
    elseif inside == 2 then
      local a, b, c, d = cut(p[0], q[0]), cut(p[0], q[1]), cut(p[1], q[1]), cut(p[1], q[0])
      emit(a, b, c, (p[0] + p[1]) / 2)
      emit(a, c, d, (p[0] + p[1]) / 2)
    end
  end
end)

local vs = gpu.VertexShader { Name = "mesh", Inputs = { { "POSITION", "float3" }, { "NORMAL", "float3" } }, Main = function(position, normal)
  local s, c = sincos(0.9)
  local p = float3(position.x, position.y * c - position.z * s, position.y * s + position.z * c)
  return { Position = float4(p.xy, p.z * 0.4 + 0.5, 1), light = saturate(dot(normal, normalize(float3(0.4, 0.7, -0.6)))) }
end }
local ps = gpu.PixelShader { Name = "lit", Main = function(v) return float4(float3(0.9, 0.6, 0.3) * (0.2 + 0.8 * v.light), 1) end }
local drawRoot = r.device:CreateRootSignature { Name = "draw", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
local mesh = r.device:CreateGraphicsPipelineState { Name = "mesh", RootSignature = drawRoot, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
  InputLayout = { { "POSITION", "R32G32B32_FLOAT" }, { "NORMAL", "R32G32B32_FLOAT" } }, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT" }

local vertices, indirect = r:Buffer("vertices", MAX * 24), r:Filled("arguments", "uint", { 0, 1, 0, 0 })
local picture, rtv = r:Target("torus", SIZE, SIZE, "R8G8B8A8_UNORM")
local _, dsv = r:Depth("depth", SIZE, SIZE, "D32_FLOAT")
local signature = r.device:CreateCommandSignature { Name = "draw", ByteStride = 16, ArgumentDescs = { { Type = "DRAW" } } }
r:Run("march and draw", function(list)
  list:SetComputeRootSignature(root)
  list:SetPipelineState(march)
  list:SetComputeRootUnorderedAccessView(0, vertices:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(1, indirect:GetGPUVirtualAddress())
  list:Dispatch(N / 4, N / 4, N / 4)
  rig.Barrier(list, vertices, "UNORDERED_ACCESS", "VERTEX_AND_CONSTANT_BUFFER")
  rig.Barrier(list, indirect, "UNORDERED_ACCESS", "INDIRECT_ARGUMENT")
  list:SetGraphicsRootSignature(drawRoot)
  list:SetPipelineState(mesh)
  list:ClearRenderTargetView(rtv, { 0.1, 0.1, 0.15, 1 })
  list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
  list:OMSetRenderTargets({ rtv }, dsv)
  list:RSSetViewports { { Width = SIZE, Height = SIZE } }
  list:RSSetScissorRects { { Right = SIZE, Bottom = SIZE } }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:IASetVertexBuffers(0, { { BufferLocation = vertices:GetGPUVirtualAddress(), SizeInBytes = MAX * 24, StrideInBytes = 24 } })
  list:ExecuteIndirect(signature, 1, indirect, 0)
end)

local count = r:Read(indirect, "uint", 1)[1]
assert(count <= MAX)
local v, points, edges, faces, volume, pointCount, edgeCount = r:Read(vertices, "float", count * 6), {}, {}, 0, 0, 0, 0
for t = 0, count / 3 - 1 do
  local k, at = {}, {}
  for i = 1, 3 do
    local b = (t * 3 + i - 1) * 6
    at[i] = { v[b + 1], v[b + 2], v[b + 3] }
    k[i] = ("%.5f %.5f %.5f"):format(v[b + 1] + 9, v[b + 2] + 9, v[b + 3] + 9)
    if not points[k[i]] then points[k[i]], pointCount = true, pointCount + 1 end
  end
  local a, b, c = at[1], at[3], at[2]                                  -- counterclockwise again
  volume = volume + (a[1] * (b[2] * c[3] - b[3] * c[2]) + a[2] * (b[3] * c[1] - b[1] * c[3]) + a[3] * (b[1] * c[2] - b[2] * c[1])) / 6
  if k[1] ~= k[2] and k[2] ~= k[3] and k[1] ~= k[3] then
    faces = faces + 1
    for i = 1, 3 do
      local from, to = k[i], k[i % 3 + 1]
      edges[from .. "|" .. to] = (edges[from .. "|" .. to] or 0) + 1
      if not edges[to .. "|" .. from] then edgeCount = edgeCount + 1 end
    end
  end
end
local open = 0
for edge, n in pairs(edges) do
  local from, to = edge:match "(.*)|(.*)"
  if edges[to .. "|" .. from] ~= n then open = open + 1 end
end
print(("%d triangles, %d points, %d open edges, Euler characteristic %d"):format(count / 3, pointCount, open, pointCount - edgeCount + faces))
print(("volume %.3f, that of the torus %.3f"):format(volume, 2 * math.pi ^ 2 * 0.55 * 0.243 ^ 2))
gpu.SavePNG("marching.png", picture)
