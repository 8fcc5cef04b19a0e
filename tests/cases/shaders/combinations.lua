-- What several parts of the language and of the pipeline do together: bool vectors, structs in all memories, derivatives in samplers, rarer blending.
local rig = require "rig"
local gpu, case, same, run, draw = rig.gpu, rig.case, rig.same, rig.run, rig.draw
local a, n, f, u = rig.a, rig.n, rig.f, rig.u
case("vectors of bool and int", function()
  same("all", run { f = 14, n = { 3, -4 }, Main = function()
    local v = int3(n[0], n[1], 7)
    local m = v > int3(0, 0, 7)
    f[0], f[1], f[2] = float(m.x), float(m.y), float(m.z)
    f[3], f[4] = float(any(m)), float(all(m))
    local s = select(m, v, int3(10, 20, 30))
    f[5], f[6], f[7] = s.x, s.y, s.z
    local q = v / int3(2, 2, 2) * 10 + v % int3(2, 3, 4)
    f[8], f[9], f[10] = q.x, q.y, q.z
    local c = m and float3(1.0, 2.0, 3.0) or float3(4.0, 5.0, 6.0)
    f[11], f[12], f[13] = c.x, c.y, c.z
  end }.f, { 1, 0, 0, 1, 0, 3, 20, 30, 11, -21, 33, 1, 5, 6 })
end)
local st = gpu.GroupShared({ { "p", "float2" }, { "k", "uint" } }, 4)
case("structs in groupshared memory, atomics on a field", function()
  same("all", run { u = 4, Threads = { 4, 1, 1 }, Main = function(GroupIndex)
    st[GroupIndex].p = float2(float(GroupIndex), 1.0)
    st[GroupIndex].k = 0
    GroupMemoryBarrierWithGroupSync()
    local old = InterlockedAdd(st[0].k, GroupIndex + 1)
    GroupMemoryBarrierWithGroupSync()
    u[GroupIndex] = st[0].k + uint(st[3 - GroupIndex].p.x) * 100
  end }.u, { 310, 210, 110, 10 })
end)
local nest = gpu.ConstantBuffer("b0", { { "m", "float4x4", 2 }, { "g", { { "c", "float3" }, { "inner", { { "x", "float" }, { "y", "float2" } }, 2 } }, 2 } })
case("nested arrays of structs and matrices by variables", function()
  local numbers = {}
  for k = 0, 79 do numbers[k + 1] = k end
  -- m: 0..31, columns; g[i]: 32 + i * 12: c at 0, inner[j] at 4 + 4 j: x at 0, y at 1
  same("all", run { f = 5, n = { 1, 0, 2, 3 }, b = { "float", numbers }, Main = function()
    f[0] = nest.m[n[0]][n[2]][n[3]]  -- 16 + column 3 * 4 + row 2
    f[1] = nest.g[n[0]].c.y
    f[2] = nest.g[n[0]].inner[n[0]].y.y
    f[3] = nest.g[n[1]].inner[n[0]].x
    f[4] = mul(nest.m[0], float4(0.0, 1.0, 0.0, 0.0)).z
  end }.f, { 30, 45, 54, 40, 6 })
end)
case("half, literals", function()
  same("all", run { f = 4, a = { 65504, 3 }, Main = function()
    local h = half(a[0])
    f[0] = h * 2.0
    f[1] = 0x10
    f[2] = 1e3
    local d = half3(1.0, 2.0, 3.0)
    f[3] = dot(d, d)
  end }.f, { 131008, 16, 1000, 14 })
end)
case("float counters", function()
  same("all", run { f = 2, Main = function()
    local s = 0.0
    for x = 0.0, 1.0, 0.25 do s = s + x end
    f[0] = s
    for x = 3, 1, -1 do s = s + float(x) end
    f[1] = s
  end }.f, { 2.5, 8.5 })
end)

local image, sampler = gpu.Texture2D("t3", "float"), gpu.SamplerState "s0"
local heap = rig.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
local function pyramid()
  local t = rig.device:CreateCommittedResource { Name = "image", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 8, Height = 8, MipLevels = 4, Format = "R32_FLOAT", InitialState = "COPY_DEST" }
  rig.submit(function(list)
    for k = 0, 3 do
      local e, row = 8 / 2 ^ k, {}
      local b = rig.buffer("rows", 256 * e, "UPLOAD")
      local m = b:Map()
      for x = 1, e do row[x] = k * 10 end
      for y = 0, e - 1 do m:Write(y * 256, "float", row) end
      b:Unmap()
      list:CopyTextureRegion({ Resource = t, Subresource = k }, 0, 0, 0, { Resource = b, Format = "R32_FLOAT", Width = e, Height = e, RowPitch = 256 })
    end
    rig.go(list, t, "COPY_DEST", "PIXEL_SHADER_RESOURCE")
  end)
  return t
end
case("levels by derivatives", function()
  local root = rig.device:CreateRootSignature { Name = "s", Parameters = { { Type = "UAV", ShaderRegister = 2 }, { Type = "SRV", ShaderRegister = 0 }, { Type = "CBV", ShaderRegister = 0 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 3 } } } }, StaticSamplers = { { ShaderRegister = 0, Filter = "MIN_MAG_MIP_LINEAR" } } }
  rig.device:CreateShaderResourceView(pyramid(), nil, heap:GetCPUDescriptorHandle(0))
  local d = draw { Width = 2, Height = 2, Root = root, Bind = function(list)
    list:SetDescriptorHeaps { heap }
    list:SetGraphicsRootDescriptorTable(3, heap:GetGPUDescriptorHandle(0))
  end, PS = { Name = "ps", Main = function(v)
    local p = v.Position.xy
    -- a pixel is 1/4 of the texture, 2 texels: level 1, and 1/2 is level 2; of the two directions the longer one counts
    return float4(image:Sample(sampler, p * 0.25), image:SampleBias(sampler, p * 0.25, 0.5), image:CalculateLevelOfDetail(sampler, p * 0.5), image:Sample(sampler, float2(p.x * 0.125, p.y * 0.5)))
  end } }
  for k = 0, 3 do same("pixel " .. k, { unpack(d[1], k * 4 + 1, k * 4 + 4) }, { 10, 15, 2, 20 }, 1e-4) end
end)
case("blending of two sources", function()
  local d = draw { Width = 1, Height = 1, Clear = { { 0.5, 0.5, 0.5, 0.5 } }, PS = { Name = "ps", Main = function(v) return { Target0 = float4(1.0, 0.5, 0.25, 1.0), Target1 = float4(0.5, 0.25, 1.0, 0.5) } end },
    Blend = { RenderTarget = { { BlendEnable = true, SrcBlend = "SRC1_COLOR", DestBlend = "INV_SRC1_COLOR", BlendOp = "ADD", SrcBlendAlpha = "SRC1_ALPHA", DestBlendAlpha = "ZERO", BlendOpAlpha = "ADD" } } } }
  same("all", d[1], { 0.75, 0.125 + 0.375, 0.25, 0.5 })
end)
case("alpha to coverage and sample mask", function()
  local function resolved(o)
    o.Width, o.Height, o.Samples = 1, 1, 4
    local d = draw(o)
    local one = rig.device:CreateCommittedResource { Name = "one", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 1, Height = 1, Format = "R32G32B32A32_FLOAT", InitialState = "RESOLVE_DEST" }
    rig.submit(function(list)
      rig.go(list, d.targets[1], "RENDER_TARGET", "RESOLVE_SOURCE")
      list:ResolveSubresource(one, 0, d.targets[1], 0, "R32G32B32A32_FLOAT")
    end)
    return rig.texels(one, "RESOLVE_DEST", "float")
  end
  same("half", resolved { Blend = { AlphaToCoverageEnable = true }, PS = { Name = "ps", Main = function(v) return float4(1.0, 0.0, 0.0, 0.5) end } }[1], 0.5)
end)
case("logic operations", function()
  local d = draw { Width = 1, Height = 1, Formats = { "R32_UINT" }, Clear = { { 12, 0, 0, 0 } }, PS = { Name = "ps", Main = function(v) return { Target0 = uint(10) } end },
    Blend = { RenderTarget = { { LogicOpEnable = true, LogicOp = "XOR" } } } }
  same("XOR", d[1], { 6 })
end)
case("a stage chain of structs and arrays", function()
  local d = draw { Width = 1, Height = 1, VS = { Name = "vs", Main = function(VertexID)
    local m = float2x2(1.0, 2.0, 3.0, 4.0)
    return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0), m = m, k = int2(-3, 4), t = { first = float2(5.0, 6.0), last = float2(7.0, 8.0) }, b = true }
  end }, PS = { Name = "ps", Main = function(v) return float4(v.m[1][0], float(v.k.x), v.t.last.y, v.b and 1.0 or 0.0) end } }
  same("all", d[1], { 3, -3, 8, 1 })
end)
rig.done()
