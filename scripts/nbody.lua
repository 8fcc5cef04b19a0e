-- Two galaxies of 1024 stars each pass close to one another: every star attracts every other one.
--
--   STEPS times   move: positions A → B      (B → A in the next step)
--   every SECOND  splat: the stars are added to the film         atomics: many stars may meet in a pixel
--   at the end    develop: the film becomes a picture
--
-- Stars are read in tiles: a group of 256 work items loads 256 stars into groupshared memory, and all of them use all of it.
-- The film is a buffer of whole numbers, because adding those gives the same sum in every order; floats would not.
local gpu = require "gpu"
local bench = require "lib.workbench"

local STARS, GROUP, STEPS, EVERY = 2048, 256, 48, 2
local W, H = 640, 400
local DT, SOFTENING = 0.016, 0.0030

local Star = { { "position", "float3" }, { "mass", "float" }, { "velocity", "float3" }, { "warmth", "float" } }
local before = gpu.StructuredBuffer("t0", Star)
local after  = gpu.RWStructuredBuffer("u0", Star)
local film   = gpu.RWStructuredBuffer("u1", "uint")                   -- red, green and blue light of each pixel
local image  = gpu.RWTexture2D("u2", "float4")
local exposure = gpu.ConstantBuffer("b0", { { "light", "float" } })
local tile   = gpu.GroupShared("float4", GROUP)

local move = gpu.ComputeShader {
  Name = "move", NumThreads = { GROUP, 1, 1 },
  Main = function(DispatchThreadID, GroupIndex)
    local star = before[DispatchThreadID.x]
    local position, velocity, pull = star.position, star.velocity, float3(0, 0, 0)
    for first = 0, STARS - 1, GROUP do
      local other = before[first + int(GroupIndex)]
      tile[GroupIndex] = float4(other.position, other.mass)
      GroupMemoryBarrierWithGroupSync()
      for i = 0, GROUP - 1 do
        local d = tile[i].xyz - position
        local r2 = dot(d, d) + SOFTENING
        pull = pull + d * (tile[i].w * rsqrt(r2) / r2)
      end
      GroupMemoryBarrierWithGroupSync()
    end
    velocity = velocity + pull * DT
    after[DispatchThreadID.x].position = position + velocity * DT
    after[DispatchThreadID.x].velocity = velocity
    after[DispatchThreadID.x].mass = star.mass
    after[DispatchThreadID.x].warmth = star.warmth
  end,
}

-- A star is a small bright disc in a wide faint one: 13 x 13 pixels.
local splat = gpu.ComputeShader {
  Name = "splat", NumThreads = { GROUP, 1, 1 },
  Main = function(DispatchThreadID)
    local star = before[DispatchThreadID.x]
    local p = star.position
    local seen = float2(p.x, p.y * 0.80 + p.z * 0.45) * (H * 0.40) + float2(W, H) * 0.5
    local centre = int2(floor(seen))
    local colour = lerp(float3(0.35, 0.55, 1.00), float3(1.00, 0.62, 0.30), star.warmth)
    local brightness = exposure.light * (star.mass > 0.1 and 20.0 or 1.0)
    for y = -6, 6 do
      for x = -6, 6 do
        local at = centre + int2(x, y)
        if all(at >= 0) and at.x < W and at.y < H then
          local d = float2(at) + 0.5 - seen
          local light = uint3(colour * (brightness * (exp(-dot(d, d) * 1.6) + 0.05 * exp(-dot(d, d) * 0.10))))
          local pixel = (at.y * W + at.x) * 3
          if light.x > 0 then InterlockedAdd(film[pixel], light.x) end
          if light.y > 0 then InterlockedAdd(film[pixel + 1], light.y) end
          if light.z > 0 then InterlockedAdd(film[pixel + 2], light.z) end
        end
      end
    end
  end,
}

local develop = gpu.ComputeShader {
  Name = "develop", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local at = int2(DispatchThreadID.xy)
    local pixel = (at.y * W + at.x) * 3
    local light = float3(float(film[pixel]), float(film[pixel + 1]), float(film[pixel + 2])) / 4096.0
    local away = length((float2(at) - float2(W, H) * 0.5) / H)
    local night = float3(0.0012, 0.0016, 0.0050) * (1.0 + 5.0 * exp(-away * 4.0))
    local colour = 1.0 - exp(-(light + night) * 1.6)
    image[at] = float4(pow(colour, 1.0 / 2.2), 1)
  end,
}

-- Two discs that turn around heavy centres and fly past each other.
local stars, seed = {}, 7
local function random()
  seed = seed * 16807 % 2147483647
  return seed / 2147483647
end
local function galaxy(cx, cy, cz, vx, vy, vz, tilt, turn, warmth, radius)
  local n, heart = STARS / 2, 1.1
  local cos, sin = math.cos(tilt), math.sin(tilt)
  for i = 1, n do
    local r = i == 1 and 0 or radius * (0.12 + 0.88 * random() ^ 0.7)
    local angle, lift = random() * 2 * math.pi, (random() - 0.5) * 0.06
    local speed = i == 1 and 0 or turn * math.sqrt(heart * r * r / (r * r + SOFTENING) ^ 1.5 + 0.25 * r)
    local x, y, z = r * math.cos(angle), r * math.sin(angle), lift
    local u, v = -speed * math.sin(angle), speed * math.cos(angle)
    local mass = i == 1 and heart or 0.25 / n
    local star = { cx + x, cy + y * cos - z * sin, cz + y * sin + z * cos, mass, vx + u, vy + v * cos, vz + v * sin, warmth + (random() - 0.5) * 0.5 }
    for _, value in ipairs(star) do stars[#stars + 1] = value end
  end
end
galaxy(-0.95, 0.34, 0.0, 0.55, 0.02, 0.05, 0.5, 1, 0.10, 0.60)
galaxy(0.95, -0.34, 0.1, -0.55, -0.02, -0.05, -0.6, 1, 0.90, 0.52)

local b = bench.Create("n bodies")
local sky = { b:Buffer("even steps", STARS * 32), b:Buffer("odd steps", STARS * 32) }
local staging, filmBuffer = b:Staging("first step", "float", stars), b:Buffer("film", W * H * 12)
local readback, picture = b:Buffer("readback", STARS * 32, "READBACK"), b:Texture("stars", W, H)
local root = b:Root("stars", { "t0", "u0", "u1", Table = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 2 } }, Constants = 1 })
local movePSO, splatPSO, developPSO = b:Pipeline(move, root), b:Pipeline(splat, root), b:Pipeline(develop, root)
local views = b:Views({}, { picture })
-- A clear wants the view twice: where the shaders see it, and in a heap that the CPU can read.
local filmView = { Format = "R32_UINT", NumElements = W * H * 3 }
local seen = b.device:CreateDescriptorHeap { Name = "film view", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
local kept = b.device:CreateDescriptorHeap { Name = "film view of the CPU", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
for _, heap in ipairs { seen, kept } do b.device:CreateUnorderedAccessView(filmBuffer, nil, filmView, heap:GetCPUDescriptorHandle()) end

b:Submit("stars", function(list)
  list:CopyBufferRegion(sky[1], 0, staging, 0, STARS * 32)
  bench.Transition(list, sky[1], "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  list:SetDescriptorHeaps { seen }
  list:ClearUnorderedAccessViewUint(seen:GetGPUDescriptorHandle(), kept:GetCPUDescriptorHandle(), filmBuffer, { 0, 0, 0, 0 })
  bench.UAV(list, filmBuffer)

  list:SetDescriptorHeaps { views }
  list:SetComputeRootSignature(root)
  list:SetComputeRootUnorderedAccessView(2, filmBuffer:GetGPUVirtualAddress())
  list:SetComputeRootDescriptorTable(3, views:GetGPUDescriptorHandle())
  for step = 0, STEPS - 1 do
    local now, next = sky[step % 2 + 1], sky[(step + 1) % 2 + 1]
    list:SetComputeRootShaderResourceView(0, now:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(1, next:GetGPUVirtualAddress())
    if step % EVERY == 0 or step == STEPS - 1 then                    -- the way so far glows faintly, the last step shines
      list:SetPipelineState(splatPSO)
      list:SetComputeRoot32BitConstants(4, { step == STEPS - 1 and 4200 or 300 * (step / STEPS) ^ 3 })
      if step == 0 or step == STEPS - 1 then b:Begin(list, "splat") end
      list:Dispatch(STARS / GROUP, 1, 1)
      bench.UAV(list, filmBuffer)
      if step == 0 or step == STEPS - 1 then b:End(list) end
    end
    list:SetPipelineState(movePSO)
    if step == 0 then b:Begin(list, "first move") end
    list:Dispatch(STARS / GROUP, 1, 1)
    list:ResourceBarrier {
      { Type = "TRANSITION", Resource = next, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" },
      { Type = "TRANSITION", Resource = now, Before = "NON_PIXEL_SHADER_RESOURCE", After = "UNORDERED_ACCESS" },
    }
    if step == 0 then b:End(list) end
  end
  b:Begin(list, "develop")
  list:SetPipelineState(developPSO)
  list:Dispatch(W / 8, H / 8, 1)
  b:End(list)
  bench.Transition(list, picture, "UNORDERED_ACCESS", "COPY_SOURCE")
  local last = sky[STEPS % 2 + 1]
  bench.Transition(list, last, "NON_PIXEL_SHADER_RESOURCE", "COPY_SOURCE")
  list:CopyBufferRegion(readback, 0, last, 0, STARS * 32)
end)
b:Wait()

-- The momentum of all stars together never changes: what one star gains another one loses.
local function momentum(values)
  local p, q, r = 0, 0, 0
  for i = 0, STARS - 1 do
    local mass = values[i * 8 + 4]
    p, q, r = p + mass * values[i * 8 + 5], q + mass * values[i * 8 + 6], r + mass * values[i * 8 + 7]
  end
  return ("(%.4f, %.4f, %.4f)"):format(p, q, r)
end
print(("%d stars, %d steps, %.1f million attractions"):format(STARS, STEPS, STARS * STARS * STEPS / 1e6))
print(("momentum before %s, after %s"):format(momentum(stars), momentum(bench.Read(readback, "float", STARS * 8))))
b:Report()
print("picture " .. gpu.Hash(picture))
gpu.SavePNG("nbody.png", picture)
