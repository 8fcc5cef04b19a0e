-- A particle system as games have it: a dead list and two alive lists with counters, emission, simulation and drawing by indirect arguments that
-- the GPU writes. The CPU never learns how many particles live; Lua simulates the same lives to check the counters at the end.
local gpu = require "gpu"
local rig = require "lib.rig"

local MAX, EMIT, FRAMES, SIZE, GROUP = 1024, 96, 24, 64, 64
local r = rig.Create("particles")
local Particle = { { "position", "float2" }, { "velocity", "float2" }, { "life", "int" }, { "pad", "uint3" } }
local particles = gpu.RWStructuredBuffer("u0", Particle)
local dead  = gpu.RWStructuredBuffer("u1", "uint")
local alive = gpu.RWStructuredBuffer("u2", "uint")
local after = gpu.RWStructuredBuffer("u3", "uint")
local state = gpu.RWByteAddressBuffer("u4")                            -- 0 dead, 4 alive, 8 alive after, 12 to emit
local args  = gpu.RWByteAddressBuffer("u5")                            -- 0 emit, 12 simulate, 24 draw
local frame = gpu.ConstantBuffer("b0", { { "number", "uint" } })

local parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } }
for i = 0, 5 do parameters[i + 2] = { Type = "UAV", ShaderRegister = i } end
local root = r.device:CreateRootSignature { Name = "particles", Parameters = parameters }

local begin = r:Compute(root, "begin", { GROUP, 1, 1 }, function(DispatchThreadID)
  dead[DispatchThreadID.x] = MAX - 1 - DispatchThreadID.x
  if DispatchThreadID.x == 0 then state:Store4(0, uint4(MAX, 0, 0, 0)) end
end)
local prepare = r:Compute(root, "prepare", { 1, 1, 1 }, function()
  local emit, live = min(uint(EMIT), state:Load(0)), state:Load(4)
  state:Store2(8, uint2(0, emit))
  args:Store3(0, uint3((emit + GROUP - 1) / GROUP, 1, 1))
  args:Store3(12, uint3((live + emit + GROUP - 1) / GROUP, 1, 1))
end)
local function lifeOf(n) return 3 + int((n * 2654435761) % 17) end
local emit = r:Compute(root, "emit", { GROUP, 1, 1 }, function(DispatchThreadID)
  if DispatchThreadID.x >= state:Load(12) then return end
  local slot = dead[state:InterlockedAdd(0, uint(-1)) - 1]
  local n = frame.number * EMIT + DispatchThreadID.x
  local a = float(n % 64) / 64.0 * 6.2831853
  particles[slot] = { position = float2(0, 0), velocity = float2(cos(a), sin(a)) * 0.04, life = lifeOf(n), pad = uint3(0, 0, 0) }
  alive[state:InterlockedAdd(4, 1)] = slot
end)
local simulate = r:Compute(root, "simulate", { GROUP, 1, 1 }, function(DispatchThreadID)
  if DispatchThreadID.x >= state:Load(4) then return end
  local slot = alive[DispatchThreadID.x]
  local p = particles[slot]
  if p.life <= 1 then
    dead[state:InterlockedAdd(0, 1)] = slot
    return
  end
  particles[slot].position = p.position + p.velocity
  particles[slot].life = p.life - 1
  after[state:InterlockedAdd(8, 1)] = slot
end)
local finish = r:Compute(root, "finish", { 1, 1, 1 }, function()
  local n = state:Load(8)
  state:Store(4, n)
  args:Store4(24, uint4(4, n, 0, 0))
end)

local shown, list_ = gpu.StructuredBuffer("t0", Particle), gpu.StructuredBuffer("t1", "uint")
local drawRoot = r.device:CreateRootSignature { Name = "draw", Parameters = { { Type = "SRV" }, { Type = "SRV", ShaderRegister = 1 } } }
local vs = gpu.VertexShader { Name = "quad", Main = function(VertexID, InstanceID)
  local p = shown[list_[InstanceID]]
  local corner = float2(VertexID % 2, VertexID / 2) * 2 - 1
  return { Position = float4(p.position + corner * 0.03, 0, 1), heat = saturate(p.life / 12.0) }
end }
local ps = gpu.PixelShader { Name = "spark", Main = function(v) return float4(v.heat, v.heat * v.heat, 0.2, 1) * 0.25 end }
local draw = r.device:CreateGraphicsPipelineState { Name = "draw", RootSignature = drawRoot, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
  RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilState = { DepthEnable = false }, RasterizerState = { CullMode = "NONE" },
  BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "ONE", DestBlend = "ONE" } } } }

local pool, deadList, states, indirect = r:Buffer("pool", MAX * 32), r:Buffer("dead", MAX * 4), r:Buffer("state", 16), r:Buffer("arguments", 40)
local lists = { r:Buffer("alive 0", MAX * 4), r:Buffer("alive 1", MAX * 4) }
local dispatch = r.device:CreateCommandSignature { Name = "dispatch", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
local drawing = r.device:CreateCommandSignature { Name = "draw", ByteStride = 16, ArgumentDescs = { { Type = "DRAW" } } }
local picture, rtv = r:Target("particles", SIZE, SIZE, "R8G8B8A8_UNORM")

for number = 0, FRAMES - 1 do
  local now, next_ = lists[number % 2 + 1], lists[(number + 1) % 2 + 1]
  r:Submit("frame " .. number, function(list)
    list:SetComputeRootSignature(root)
    list:SetComputeRoot32BitConstant(0, gpu.AsUint(number), 0)
    for i, b in ipairs { pool, deadList, now, next_, states, indirect } do list:SetComputeRootUnorderedAccessView(i, b:GetGPUVirtualAddress()) end
    local function run(pipeline, groups, offset)
      list:SetPipelineState(pipeline)
      if groups then list:Dispatch(groups, 1, 1) else list:ExecuteIndirect(dispatch, 1, indirect, offset) end
      list:ResourceBarrier { { Type = "UAV" } }
    end
    if number == 0 then run(begin, MAX / GROUP) end
    run(prepare, 1)
    rig.Barrier(list, indirect, "UNORDERED_ACCESS", "INDIRECT_ARGUMENT")
    run(emit, nil, 0)
    run(simulate, nil, 12)
    rig.Barrier(list, indirect, "INDIRECT_ARGUMENT", "UNORDERED_ACCESS")
    run(finish, 1)
    rig.Barrier(list, indirect, "UNORDERED_ACCESS", "INDIRECT_ARGUMENT")
    rig.Barrier(list, pool, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
    rig.Barrier(list, next_, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
    list:SetGraphicsRootSignature(drawRoot)
    list:SetPipelineState(draw)
    list:SetGraphicsRootShaderResourceView(0, pool:GetGPUVirtualAddress())
    list:SetGraphicsRootShaderResourceView(1, next_:GetGPUVirtualAddress())
    list:ClearRenderTargetView(rtv, { 0, 0, 0.05, 1 })
    list:OMSetRenderTargets { rtv }
    list:RSSetViewports { { Width = SIZE, Height = SIZE } }
    list:RSSetScissorRects { { Right = SIZE, Bottom = SIZE } }
    list:IASetPrimitiveTopology "TRIANGLESTRIP"
    list:ExecuteIndirect(drawing, 1, indirect, 24)
  end)
end
r.fence:WaitCPU(r.value)

local lives, free, emitted = {}, MAX, 0
for number = 0, FRAMES - 1 do
  for n = number * EMIT, number * EMIT + math.min(EMIT, free) - 1 do
    lives[#lives + 1] = 3 + (n * 2654435761 % 2 ^ 32) % 17
    free, emitted = free - 1, emitted + 1
  end
  local left = {}
  for _, life in ipairs(lives) do if life <= 1 then free = free + 1 else left[#left + 1] = life - 1 end end
  lives = left
end
local s, a = r:Read(states, "uint", 4), r:Read(indirect, "uint", 10)
print(("%d frames: %d alive, %d free; Lua says %d and %d after %d births"):format(FRAMES, s[2], s[1], #lives, free, emitted))
print(("the last draw had %d vertices and %d instances"):format(a[7], a[8]))
gpu.SavePNG("particles_indirect.png", picture)
assert(s[2] == #lives and s[1] == free)
