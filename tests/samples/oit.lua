-- Order-independent transparency with linked lists a pixel: the first pass is drawn in any order and appends fragments to a buffer with a hidden
-- counter; the second one sorts the list of each pixel and blends it. Lua blends the same quads in order and compares every pixel.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, QUADS, NONE, DEEP = 48, 9, 0xffffffff, 12
local r = rig.Create("oit")
local Quad = { { "low", "float2" }, { "high", "float2" }, { "colour", "float4" }, { "depth", "float" }, { "pad", "float3" } }
local Fragment = { { "colour", "float4" }, { "depth", "float" }, { "next", "uint" } }
local quads = gpu.StructuredBuffer("t0", Quad)
local heads = gpu.RWTexture2D("u1", "uint")
local fragments = gpu.RWStructuredBuffer("u2", Fragment)

local vs = gpu.VertexShader { Name = "quad", Interpolation = { colour = "nointerpolation" }, Main = function(VertexID, InstanceID)
  local q = quads[InstanceID]
  local at = lerp(q.low, q.high, float2(VertexID % 2, VertexID / 2))
  return { Position = float4(at * float2(2, -2) + float2(-1, 1), q.depth, 1), colour = q.colour }
end }
local collect = gpu.PixelShader { Name = "collect", Main = function(v)
  local node = fragments:IncrementCounter()
  local before = InterlockedExchange(heads[uint2(v.Position.xy)], node)
  fragments[node] = { colour = v.colour, depth = v.Position.z, next = before }
  return float4(0, 0, 0, 0)
end }
local resolve = gpu.PixelShader { Name = "resolve", Main = function(v)
  local node, n = heads[uint2(v.Position.xy)], 0
  local colours, depths = Array("float4", DEEP), Array("float", DEEP)
  while node ~= NONE and n < DEEP do
    local f = fragments[node]
    local at = n
    while at > 0 and depths[at - 1] < f.depth do                       -- the farthest first
      depths[at] = depths[at - 1]
      colours[at] = colours[at - 1]
      at = at - 1
    end
    depths[at] = f.depth
    colours[at] = f.colour
    n = n + 1
    node = f.next
  end
  local colour = float3(0.2, 0.2, 0.2)
  for i = 0, n - 1 do colour = lerp(colour, colours[i].rgb, colours[i].a) end
  return float4(colour, 1)
end }

local root = r.device:CreateRootSignature { Name = "oit", Parameters = { { Type = "SRV" },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 2, BaseShaderRegister = 1 } } } } }
local collectPSO = r:Graphics { Name = "collect", RootSignature = root, VS = vs, PS = collect, RasterizerState = { CullMode = "NONE" } }
local resolvePSO = r:Graphics { Name = "resolve", RootSignature = root, VS = rig.Cover, PS = resolve, RTVFormats = { "R32G32B32A32_FLOAT" } }

local random, words, list_ = rig.Random(47), {}, {}
for i = 1, QUADS do
  local x, y = random(24), random(24)
  local q = { x = x, y = y, X = x + 8 + random(16), Y = y + 8 + random(16), c = { random(256) / 256, random(256) / 256, random(256) / 256, 0.25 + random(128) / 256 }, z = random(1000) / 1000 }
  list_[i] = q
  for _, w in ipairs { q.x / SIZE, q.y / SIZE, q.X / SIZE, q.Y / SIZE, q.c[1], q.c[2], q.c[3], q.c[4], q.z, 0, 0, 0 } do words[#words + 1] = w end
end
local source = r:Upload("quads", "float", words)
local headTexture = r:Texture("heads", SIZE, SIZE, "R32_UINT", "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS")
local nodes, counter = r:Buffer("fragments", SIZE * SIZE * DEEP * 24), r:Filled("counter", "uint", { 0 })
local picture, rtv = r:Target("picture", SIZE, SIZE, "R32G32B32A32_FLOAT")
local views = r:UAV(headTexture)
r:UAV(nodes, { ViewDimension = "BUFFER", Format = "UNKNOWN", NumElements = SIZE * SIZE * DEEP, StructureByteStride = 24 }, counter)
local clears = r.device:CreateDescriptorHeap { Name = "clears", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
r.device:CreateUnorderedAccessView(headTexture, nil, nil, clears:GetCPUDescriptorHandle(0))

r:Run("oit", function(list)
  list:SetDescriptorHeaps { r.views }
  list:ClearUnorderedAccessViewUint(views, clears:GetCPUDescriptorHandle(0), headTexture, { NONE, 0, 0, 0 })
  rig.Sync(list, headTexture)
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootShaderResourceView(0, source:GetGPUVirtualAddress())
  list:SetGraphicsRootDescriptorTable(1, views)
  list:IASetPrimitiveTopology "TRIANGLESTRIP"
  rig.Targets(list, SIZE, SIZE, {})
  list:SetPipelineState(collectPSO)
  list:DrawInstanced(4, QUADS, 0, 0)
  rig.Sync(list, headTexture, nodes)
  list:SetPipelineState(resolvePSO)
  list:IASetPrimitiveTopology "TRIANGLELIST"
  rig.Targets(list, SIZE, SIZE, { rtv })
  list:DrawInstanced(3, 1, 0, 0)
end)

table.sort(list_, function(a, b) return a.z > b.z end)
local rows, wrong, fragmentsWanted, deepest = r:Texels(picture, "RENDER_TARGET", "float", 4), 0, 0, 0
for y = 0, SIZE - 1 do
  for x = 0, SIZE - 1 do
    local c, n = { 0.2, 0.2, 0.2 }, 0
    for _, q in ipairs(list_) do
      if x >= q.x and x < q.X and y >= q.y and y < q.Y then
        n = n + 1
        for k = 1, 3 do c[k] = c[k] + q.c[4] * (q.c[k] - c[k]) end
      end
    end
    fragmentsWanted, deepest = fragmentsWanted + n, math.max(deepest, n)
    for k = 1, 3 do if math.abs(rows[y + 1][x * 4 + k] - c[k]) > 1e-5 then wrong = wrong + 1 end end
  end
end
print(("%d quads, %d fragments, Lua says %d; up to %d deep; %d components wrong"):format(QUADS, r:Read(counter, "uint", 1)[1], fragmentsWanted, deepest, wrong))
gpu.SavePNG("oit.png", picture)
