-- A fountain: a compute queue moves the particles of the next frame while the direct queue still draws those of this one.
--
--   compute    move 1   move 2   move 3   …        writes version f % 2, reads the other one
--   graphics            draw 1   draw 2   …        reads version f % 2
--
--   compute  waits for graphics >= f - 2           before it writes the version that frame f - 2 showed
--   graphics waits for compute  >= f               before it draws frame f
--
-- A particle is a quad made of its index alone: four vertices of a strip, one instance a particle, no vertex buffer.
local gpu = require "gpu"
local studio, matrix = require "lib.studio", require "lib.matrix"

local W, H, COUNT, FRAMES, VERSIONS = 480, 360, 8192, 100, 2
local s = studio.Create "particles"
local device = s.device
local computeQueue = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local moved, drawn = device:CreateFence(0, "moved"), device:CreateFence(0, "drawn")

local LAYOUT = { { "position", "float3" }, { "age", "float" }, { "velocity", "float3" }, { "seed", "float" } }
local before = gpu.StructuredBuffer("t0", LAYOUT)
local after  = gpu.RWStructuredBuffer("u0", LAYOUT)
local shown  = gpu.StructuredBuffer("t0", LAYOUT)
local frameData = gpu.ConstantBuffer("b0", { { "number", "uint" } })
local camera = gpu.ConstantBuffer("b0", { { "toClip", "float4x4" } })

local function random(seed, salt) return frac(sin(seed * 12.9898 + salt * 78.233) * 43758.5453) end

local function lifetime(seed) return 50.0 + 50.0 * random(seed, 4.0) end   -- frames

local move = gpu.ComputeShader {
  Name = "move", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local i = DispatchThreadID.x
    local p = before[i]
    local seed = float(i) * 0.6180339
    local position, velocity, age = p.position, p.velocity, p.age + 1.0
    if frameData.number == 1 then
      age = 1.0 - float(i % 96)                                        -- they do not all start at once
      position = float3(0.0, -9.0, 0.0)
      velocity = float3(0.0, 0.0, 0.0)
    end
    if age > lifetime(seed) then age = 1.0 end
    if age == 1.0 then                                                 -- born
      local turn, lean = random(seed, 1.0) * 6.2831853, 0.06 + 0.16 * random(seed, 2.0)
      velocity = float3(cos(turn) * lean, 1.0, sin(turn) * lean) * (0.116 + 0.028 * random(seed, 3.0))
      position = velocity * random(seed, 5.0)                          -- somewhere within the frame
    elseif age > 1.0 then
      velocity = velocity + float3(0.0, -0.0042, 0.0)
      position = position + velocity
      if position.y < 0.0 then                                         -- the ground takes most of the speed
        position = float3(position.x, -position.y * 0.3, position.z)
        velocity = float3(velocity.x * 0.7, -velocity.y * 0.32, velocity.z * 0.7)
      end
    end
    after[i] = { position = position, age = age, velocity = velocity, seed = seed }
  end,
}
local vs = gpu.VertexShader {
  Name = "spark_vs",
  Main = function(VertexID, InstanceID)
    local p = shown[InstanceID]
    local corner = float2(float(VertexID % 2), float(VertexID / 2)) * 2.0 - 1.0
    local at = mul(camera.toClip, float4(p.position, 1.0))
    local left = saturate(1.0 - p.age / lifetime(p.seed))              -- of its life
    local colour = lerp(float3(0.05, 0.12, 0.55), float3(0.45, 0.80, 1.0), left) * saturate(left * 4.0)
    return { Position = float4(at.xy + float2(corner.x * H / W, corner.y) * 0.06, at.z, at.w), corner = corner, colour = colour }
  end,
}
local ps = gpu.PixelShader {
  Name = "spark_ps",
  Main = function(v)
    local d = dot(v.corner, v.corner)
    if d > 1.0 then discard() end
    return float4(v.colour * (1.0 - d) * 0.5, 0.0)
  end,
}

local moveRoot = device:CreateRootSignature { Name = "move", Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 },
  { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
local movePSO = device:CreateComputePipelineState { Name = "move", RootSignature = moveRoot, CS = move }
local drawRoot = device:CreateRootSignature { Name = "spark", Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 16 } } }
local drawPSO = s:Pipeline { Name = "spark", RootSignature = drawRoot, VS = vs, PS = ps, InputLayout = {}, RTVFormats = { "R16G16B16A16_FLOAT" },
  DepthStencilState = { DepthEnable = false }, RasterizerState = { CullMode = "NONE" },
  BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "ONE", DestBlend = "ONE", SrcBlendAlpha = "ONE", DestBlendAlpha = "ONE" } } } }

local versions = {}
for i = 1, VERSIONS do
  versions[i] = device:CreateCommittedResource { Name = "particles " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = COUNT * 32,
    Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
end
local picture = s:Target("picture", W, H, "R16G16B16A16_FLOAT")
local toClip = matrix.Mul(matrix.Perspective(0.7, W / H, 0.1, 50), matrix.LookAt({ 0, 2.1, -6.0 }, { 0, 1.15, 0 }))

local function list(type, name, record)
  local l = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type, name) }
  record(l)
  l:Close()
  return l
end

for frame = 1, FRAMES do
  local now, last = versions[frame % VERSIONS + 1], versions[(frame - 1) % VERSIONS + 1]
  if frame > VERSIONS then
    computeQueue:Wait(drawn, frame - VERSIONS)                         -- the version to write is no longer shown
    drawn:WaitCPU(frame - VERSIONS)                                    -- and the CPU is not further ahead than that
  end
  computeQueue:ExecuteCommandLists { list("COMPUTE", ("move %d"):format(frame), function(l)
    l:SetComputeRootSignature(moveRoot)
    l:SetPipelineState(movePSO)
    l:SetComputeRootShaderResourceView(0, last:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, now:GetGPUVirtualAddress())
    l:SetComputeRoot32BitConstants(2, { gpu.AsUint(frame) })
    l:Dispatch(COUNT / 64, 1, 1)
  end) }
  computeQueue:Signal(moved, frame)

  s.queue:Wait(moved, frame)
  s.queue:ExecuteCommandLists { list("DIRECT", ("draw %d"):format(frame), function(l)
    l:ClearRenderTargetView(picture.rtv, { 0.010, 0.012, 0.030, 1 })
    l:SetGraphicsRootSignature(drawRoot)
    l:SetPipelineState(drawPSO)
    l:SetGraphicsRootShaderResourceView(0, now:GetGPUVirtualAddress())
    l:SetGraphicsRoot32BitConstants(1, toClip)
    studio.Fill(l, picture)
    l:OMSetRenderTargets { picture.rtv }
    l:IASetPrimitiveTopology "TRIANGLESTRIP"
    l:DrawInstanced(4, COUNT, 0, 0)
  end) }
  s.queue:Signal(drawn, frame)
end
drawn:WaitCPU(FRAMES)
gpu.SavePNG("particles.png", picture.resource)
print(("%d frames of %d particles  %s"):format(FRAMES, COUNT, gpu.Hash(picture.resource)))
