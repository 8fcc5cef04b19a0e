-- A path tracer of a Cornell box with two spheres, one path a pixel and frame, the mean over frames kept in a floating-point texture. The random
-- numbers are a PCG hash of pixel and frame, so that Lua can follow the generator; the noise must fall as frames are added.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, FRAMES, BOUNCES = 64, 48, 5
local r = rig.Create("path tracer", "COMPUTE")
local sum = gpu.RWTexture2D("u0", "float4")
local image = gpu.RWTexture2D("u1", "float4")
local samples = gpu.RWStructuredBuffer("u2", "uint")
local frame = gpu.ConstantBuffer("b0", { { "number", "uint" } })
-- centre and radius, colour, light
local spheres = { { 0.45, -0.65, 0.3, 0.35 }, { -0.4, -0.6, 0.6, 0.4 } }
local colours = { { 0.95, 0.95, 0.95, 1 }, { 0.9, 0.75, 0.3, 0 } }     -- the fourth: a mirror

local function pcg(x)
  local state = x * 747796405 + 2891336453
  local word = xor_bits(shift_right(state, shift_right(state, 28) + 4), state) * 277803737
  return xor_bits(shift_right(word, 22), word)
end
local function random(seed)
  local next = pcg(seed)
  return next, float(shift_right(next, 8)) / 16777216.0
end

local root = r.device:CreateRootSignature { Name = "path", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 2 } } }, { Type = "UAV", ShaderRegister = 2 } } }
local trace = r:Compute(root, "trace", { 8, 8, 1 }, function(DispatchThreadID)
  local pixel = DispatchThreadID.xy
  local seed = pcg(pixel.x + pixel.y * SIZE + frame.number * SIZE * SIZE)
  if all(pixel == 5) then samples[frame.number] = seed end
  local u, v = 0.0, 0.0
  seed, u = random(seed)
  seed, v = random(seed)
  local at = (float2(pixel) + float2(u, v)) / SIZE * 2 - 1
  local origin, direction = float3(0, 0, -2.6), normalize(float3(at.x, -at.y, 1.9))
  local light, weight = float3(0, 0, 0), float3(1, 1, 1)
  for bounce = 1, BOUNCES do
    local best, normal, colour, mirror, emit = 1e9, float3(0, 0, 0), float3(0.75, 0.75, 0.75), false, false
    -- the box from inside: the nearest wall in front of the ray; the side towards the camera is open
    local walls = (sign(direction) * 1.0 - origin) / direction
    local z = direction.z > 0 and walls.z or 1e9
    best = min(min(walls.x, walls.y), z)
    local p = origin + direction * best
    if best == walls.x then
      normal = float3(-sign(direction.x), 0, 0)
      colour = direction.x < 0 and float3(0.75, 0.2, 0.15) or float3(0.2, 0.6, 0.2)
    elseif best == walls.y then
      normal = float3(0, -sign(direction.y), 0)
      emit = direction.y > 0 and max(abs(p.x), abs(p.z)) < 0.45
    else
      normal = float3(0, 0, -1)
    end
    for i = 1, 2 do
      local s = spheres[i]
      local to = s.xyz - origin
      local b = dot(to, direction)
      local disc = b * b - dot(to, to) + s.w * s.w
      if disc > 0 then
        local t = b - sqrt(disc)
        if t > 1e-3 and t < best then
          best = t
          normal = normalize(origin + direction * t - s.xyz)
          colour = colours[i].rgb
          mirror = colours[i].a > 0
          emit = false
        end
      end
    end
    if best > 1e8 then break end
    if emit then
      light = light + weight * 9.0
      break
    end
    weight = weight * colour
    origin = origin + direction * best + normal * 1e-3
    if mirror then
      direction = reflect(direction, normal)
    else                                                               -- cosine-weighted
      local a, h = 0.0, 0.0
      seed, a = random(seed)
      seed, h = random(seed)
      a = a * 6.2831853
      h = h * 2 - 1
      local q = sqrt(1 - h * h)
      direction = normalize(normal * 1.001 + float3(q * cos(a), q * sin(a), h))
    end
  end
  local total = float4(light, 1)
  if frame.number > 0 then total = sum[pixel] + total end
  sum[pixel] = total
  image[pixel] = float4(sqrt(saturate(total.rgb / total.w)), 1)
end)

local total, picture = r:Texture("sum", SIZE, SIZE, "R32G32B32A32_FLOAT", "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS"), r:Texture("picture", SIZE, SIZE, "R8G8B8A8_UNORM", "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS")
local seeds = r:Buffer("seeds", FRAMES * 4)
local view = r:UAV(total)
r:UAV(picture)
local function mean()
  local rows, sums, squares = r:Texels(total, "UNORDERED_ACCESS", "float", 4), 0, 0
  for y = 2, SIZE - 1 do for x = 2, SIZE - 1 do
    local function g(dx) return rows[y][(x - 1 + dx) * 4 + 2] / rows[y][(x - 1 + dx) * 4 + 4] end
    sums, squares = sums + g(0), squares + (g(0) - g(-1)) ^ 2
  end end
  return sums / (SIZE - 2) ^ 2, squares / (SIZE - 2) ^ 2
end
for number = 0, FRAMES - 1 do
  r:Submit("frame", function(list)
    list:SetDescriptorHeaps { r.views }
    list:SetComputeRootSignature(root)
    list:SetPipelineState(trace)
    list:SetComputeRoot32BitConstant(0, gpu.AsUint(number), 0)
    list:SetComputeRootDescriptorTable(1, view)
    list:SetComputeRootUnorderedAccessView(2, seeds:GetGPUVirtualAddress())
    list:Dispatch(SIZE / 8, SIZE / 8, 1)
  end)
  if number == 3 or number == FRAMES - 1 then print(("frame %2d: mean %.4f, neighbours differ by %.4f squared"):format(number, mean())) end
end
-- the hash in Lua, exactly: products of 32 bits by halves
local function mul32(a, b) return ((math.floor(a / 65536) * b % 65536) * 65536 + a % 65536 * b) % 2 ^ 32 end
local function xor32(a, b) local o, bit = 0, 1 for _ = 1, 32 do if a % 2 ~= b % 2 then o = o + bit end a, b, bit = math.floor(a / 2), math.floor(b / 2), bit * 2 end return o end
local function hash(x)
  local state = (mul32(x, 747796405) + 2891336453) % 2 ^ 32
  local word = mul32(xor32(math.floor(state / 2 ^ (math.floor(state / 2 ^ 28) + 4)), state), 277803737)
  return xor32(math.floor(word / 2 ^ 22), word)
end
local wrong = 0
for number, seed in ipairs(r:Read(seeds, "uint", FRAMES)) do if seed ~= hash(5 + 5 * SIZE + (number - 1) * SIZE * SIZE) then wrong = wrong + 1 end end
print(("%d seeds, %d wrong"):format(FRAMES, wrong))
gpu.SavePNG("path_tracer.png", picture)
