-- An ocean: waves are sums of 65,536 sines, added up by a Fourier transform on the COMPUTE queue while the DIRECT queue draws the frame before.
--
--   COMPUTE  sea 1 │ sea 2 │ (the maps of frame 1 are read) │ sea 3 │ …      spectrum at time t ─ FFT of rows ─ of columns ─ maps ─ their mips
--   DIRECT           frame 1                │ frame 2               │ …      sky, water to the horizon, develop, Present
--                    two sets of maps: the sea of frame n waits for the picture of frame n - 2
--
-- gpuscript --apng=out/waves.png scripts/ocean.lua 48 shows it moving; without a number it draws one picture.
local gpu = require "gpu"
local matrix = require "lib.matrix"

local FRAMES = tonumber(arg[1]) or 1
local W, H, SETS = 640, 360, 2
local N, PATCH = 256, 160.0                       -- points along a side of the patch of sea, and its metres
local LEVELS = 9
local STEEP = 1.15                                -- how far points are drawn to the crests
local PI = 3.14159265

local sea     = gpu.ConstantBuffer("b0", { { "time", "float" }, { "stride", "uint" }, { "line", "uint" } })
local field   = gpu.RWStructuredBuffer("u0", "float4")      -- two complex numbers a point
local calm    = gpu.RWStructuredBuffer("u1", "float2")      -- the spectrum at time 0
local shape   = gpu.RWTexture2D("u2", "float4")             -- how far each point has moved, and how much the surface is folded there
local above   = gpu.RWTexture2D("u3", "float4")             -- slopes in x and z, the mean of their squares, folding
local below   = gpu.RWTexture2D("u4", "float4")

local function cmul(a, b) return float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x) end
local function wrap(i) return (i + N) % N end
local function place(x, z) return uint(wrap(z) * N + wrap(x)) end

-- The wave of a point of the spectrum: how it lies and how fast it turns.
local function waveOf(at)
  local i = int2(at)
  i = select(i < N / 2, i, i - N)
  return float2(i) * (2.0 * PI / PATCH)
end

local function hash(n)                            -- a permutation of the whole numbers that looks random
  local state = n * 747796405 + 2891336453
  local word = xor_bits(shift_right(state, shift_right(state, 28) + 4), state) * 277803737
  return xor_bits(shift_right(word, 22), word)
end
local function unit(n) return (float(shift_right(hash(n), 8)) + 0.5) / 16777216.0 end

-- Phillips's spectrum: long waves along the wind, hardly any against it.
local WIND, GRAVITY, HEIGHT = { x = 0.83, y = 0.56, speed = 12.5 }, 9.81, 0.0030
local LONGEST = WIND.speed * WIND.speed / GRAVITY
local WINDX, WINDY = WIND.x, WIND.y
local function phillips(k)
  local q = dot(k, k)
  local along = dot(k, float2(WINDX, WINDY)) * rsqrt(q)
  local share = along < 0 and 0.15 or 1.0
  return HEIGHT * exp(-1.0 / (q * LONGEST * LONGEST)) / (q * q) * along * along * share * exp(-q * 0.01)
end

local start = gpu.ComputeShader { Name = "spectrum", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  local at, k = DispatchThreadID.xy, waveOf(DispatchThreadID.xy)
  local i = at.y * N + at.x
  local size = 0.0
  if dot(k, k) > 0 and all(at ~= N / 2) then size = sqrt(phillips(k) * 0.5) * (2.0 * PI / PATCH) end
  local radius, s, c = sqrt(-2.0 * log(unit(2 * i))), sincos(2.0 * PI * unit(2 * i + 1))
  calm[i] = radius * size * float2(c, s)
end }

-- Height, and how far a point is drawn along x and z. All three are real, so two share one transform: the height its real part, x its imaginary one.
local animate = gpu.ComputeShader { Name = "animate", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  local at, k = DispatchThreadID.xy, waveOf(DispatchThreadID.xy)
  local i, mirrored = at.y * N + at.x, place(-int(at.x), -int(at.y))
  local s, c = sincos(sqrt(GRAVITY * length(k)) * sea.time)
  local h = cmul(calm[i], float2(c, s)) + cmul(calm[mirrored] * float2(1, -1), float2(c, -s))
  local way = dot(k, k) > 0 and k * rsqrt(dot(k, k)) or float2(0, 0)
  field[i] = float4(h * (1.0 + way.x), float2(h.y, -h.x) * way.y)
end }

-- A Stockham transform of one line of the field in groupshared memory.
local line = gpu.GroupShared("float4", 2 * N)
local fft = gpu.ComputeShader { Name = "fft", NumThreads = { N / 2, 1, 1 }, Main = function(GroupIndex, GroupID)
  local base = GroupID.x * sea.line
  line[GroupIndex] = field[base + GroupIndex * sea.stride]
  line[GroupIndex + N / 2] = field[base + (GroupIndex + N / 2) * sea.stride]
  GroupMemoryBarrierWithGroupSync()
  local from, to, half = uint(0), uint(N), uint(1)
  while half < N do
    local k = GroupIndex % half
    local s, c = sincos(PI * float(k) / float(half))
    local a, b = line[from + GroupIndex], line[from + GroupIndex + N / 2]
    local turned = float4(cmul(float2(c, s), b.xy), cmul(float2(c, s), b.zw))
    local at = to + (GroupIndex - k) * 2 + k
    line[at] = a + turned
    line[at + half] = a - turned
    GroupMemoryBarrierWithGroupSync()
    from, to, half = to, from, half * 2
  end
  field[base + GroupIndex * sea.stride] = line[from + GroupIndex]
  field[base + (GroupIndex + N / 2) * sea.stride] = line[from + GroupIndex + N / 2]
end }

-- What a point has moved by: along x, up, along z.
local function moved(x, z)
  local f = field[place(x, z)]
  return float3(f.y * STEEP, f.x, f.z * STEEP)
end
local maps = gpu.ComputeShader { Name = "maps", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  local x, z = int(DispatchThreadID.x), int(DispatchThreadID.y)
  local step = 2.0 * PATCH / N
  local u = (moved(x + 1, z) - moved(x - 1, z)) / step + float3(1, 0, 0)
  local v = (moved(x, z + 1) - moved(x, z - 1)) / step + float3(0, 0, 1)
  local folded = u.x * v.z - u.z * v.x                        -- below 0 the surface overlaps itself: there it breaks
  local normal = cross(v, u)
  local slope = -normal.xz / max(normal.y, 0.15)
  shape[DispatchThreadID.xy] = float4(moved(x, z), folded)
  above[DispatchThreadID.xy] = float4(slope, dot(slope, slope), folded)
end }
local shrink = gpu.ComputeShader { Name = "shrink", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  local width = below:GetDimensions()
  if any(DispatchThreadID.xy >= width) then return end
  local at = DispatchThreadID.xy * 2
  below[DispatchThreadID.xy] = (above[at] + above[at + uint2(1, 0)] + above[at + uint2(0, 1)] + above[at + uint2(1, 1)]) * 0.25
end }

-- The picture.
local view = gpu.ConstantBuffer("b0", { { "toClip", "float4x4" }, { "eye", "float4" }, { "right", "float4" }, { "up", "float4" }, { "ahead", "float4" } })
local form, slopes, hdr = gpu.Texture2D("t0", "float4"), gpu.Texture2D("t1", "float4"), gpu.Texture2D("t0, space1", "float4")
local smooth, sharp = gpu.SamplerState("s0"), gpu.SamplerState("s1")
local COLUMNS, ROWS, FAR = 360, 300, 6000.0
local SUNX, SUNY, SUNZ = -0.10, 0.13, -0.99

local function noise(p)
  local i, f = int2(floor(p)), frac(p)
  local n = uint(i.x + 4096) * 8192 + uint(i.y + 4096)
  f = f * f * (3.0 - 2.0 * f)
  return lerp(lerp(unit(n), unit(n + 8192), f.x), lerp(unit(n + 1), unit(n + 8193), f.x), f.y)
end
local function air(d)                                        -- without clouds and the sun's disc
  local sun = normalize(float3(SUNX, SUNY, SUNZ))
  local near = saturate(dot(d, sun) * 0.5 + 0.5)
  local low = pow(1.0 - saturate(d.y), 5.0)
  local horizon = lerp(float3(0.36, 0.42, 0.56), float3(1.00, 0.58, 0.30), pow(near, 5.0))
  return lerp(float3(0.045, 0.13, 0.34), horizon, low) + float3(1.0, 0.52, 0.20) * (0.35 * pow(near, 40.0) + 0.9 * pow(near, 600.0))
end
local function sky(d)
  local colour = air(d)
  if d.y > 0.01 then
    local p, n, size = d.xz / (d.y + 0.06) * 1.3 + 7.0, 0.0, 0.5
    for octave = 1, 5 do n, size, p = n + size * noise(p), size * 0.5, p.yx * float2(2.03, -2.03) + 3.1 end
    local near = saturate(dot(d, normalize(float3(SUNX, SUNY, SUNZ))))
    local cover = smoothstep(0.46, 0.80, n) * smoothstep(0.01, 0.20, d.y)
    local lit = lerp(float3(0.30, 0.29, 0.38), float3(1.6, 0.95, 0.55), saturate(pow(near, 4.0) + (0.60 - n) * 2.5))
    colour = lerp(colour, lit, cover * 0.85)
  end
  return colour
end

local skyVS = gpu.VertexShader { Name = "sky_vs", Main = function(VertexID)
  local p = float2(float(VertexID % 2) * 4.0 - 1.0, 1.0 - float(VertexID / 2) * 4.0)
  return { Position = float4(p, 1, 1), ray = view.ahead.xyz + view.right.xyz * p.x + view.up.xyz * p.y }
end }
local skyPS = gpu.PixelShader { Name = "sky_ps", Main = function(v)
  local d = normalize(v.ray)
  local disc = smoothstep(0.99975, 0.99992, dot(d, normalize(float3(SUNX, SUNY, SUNZ))))
  return float4(sky(d) + disc * float3(16, 9, 4), 1)
end }

-- A grid that is even on the screen, laid on the water: each instance is a strip from left to right, the last ones lie at the horizon.
local waterVS = gpu.VertexShader { Name = "water_vs", Main = function(VertexID, InstanceID)
  local across = float(VertexID / 2) / COLUMNS * 2.6 - 1.3
  local flat = normalize(float3(view.ahead.x, 0, view.ahead.z))
  local ray = flat + view.right.xyz * across
  local drop = pow(1.0 - (float(InstanceID) + float(VertexID % 2)) / ROWS, 1.3) * 1.1 + view.eye.y / FAR
  local ground = view.eye.xz + ray.xz * (view.eye.y / drop)
  local far = distance(ground, view.eye.xz)
  local offset = form:SampleLevel(smooth, ground / PATCH, 0).xyz * saturate(1.2 - far / 1500.0)
  local world = float3(ground.x, 0, ground.y) + offset
  return { Position = mul(view.toClip, float4(world, 1)), world = world, ground = ground }
end }

-- Sunlight from waves too small to be seen: how many of them have the slope of a mirror, by the variance of slopes in the pixel.
local function glitter(toEye, sun, slope, variance)
  local h = normalize(toEye + sun)
  local d = -h.xz / h.y - slope
  local many = exp(-0.5 * dot(d, d) / variance) / (2.0 * PI * variance)
  return many * (0.02 + 0.98 * pow(1.0 - saturate(dot(toEye, h)), 5.0)) / (4.0 * pow(h.y, 4.0) * max(toEye.y, 0.05))
end
local waterPS = gpu.PixelShader { Name = "water_ps", Main = function(v)
  local toEye, far = normalize(view.eye.xyz - v.world), distance(view.eye.xyz, v.world)
  local sun = normalize(float3(SUNX, SUNY, SUNZ))
  local a = slopes:Sample(sharp, v.ground / PATCH)
  local b = slopes:Sample(sharp, float2(v.ground.y, -v.ground.x) * 5.3 / PATCH)      -- the same sea, smaller and turned
  local slope = a.xy + 0.45 * float2(-b.y, b.x)
  local variance = max(a.z - dot(a.xy, a.xy), 0.0) + 0.2 * max(b.z - dot(b.xy, b.xy), 0.0) + 0.0012
  local normal = normalize(float3(-slope.x, 1, -slope.y))
  local facing = max(dot(normal, toEye), 0.02)
  local rough = sqrt(variance)
  local mirror = 0.02 + 0.98 * pow(1.0 - facing, 5.0 * exp(-2.69 * rough)) / (1.0 + 22.7 * pow(rough, 1.5))
  local seen = reflect(-toEye, normal)
  seen = normalize(float3(seen.x, abs(seen.y) + 0.25 * rough, seen.z))
  local thin = saturate(v.world.y * 0.35 + 0.25) * pow(saturate(dot(-toEye, sun) * 0.5 + 0.5), 3.0)      -- light through the crests
  local water = float3(0.006, 0.040, 0.060) + thin * float3(0.02, 0.20, 0.17) + 0.03 * saturate(dot(normal, sun)) * float3(0.3, 0.9, 1.0)
  local colour = lerp(water, sky(seen), mirror) + min(glitter(toEye, sun, slope, variance) * 0.55, 12.0) * float3(1.0, 0.62, 0.30)
  local foam = smoothstep(0.42, -0.15, a.w) * (0.35 + 0.65 * noise(v.ground * 3.0)) * smoothstep(0.35, 0.65, noise(v.ground * 0.9))
  colour = lerp(colour, float3(0.42, 0.42, 0.46) + float3(0.5, 0.34, 0.2) * saturate(dot(normal, sun) * 2.0), foam)
  local haze = air(normalize(float3(-toEye.x, 0.02, -toEye.z)))
  return float4(lerp(haze, colour, exp(-far * 0.00055)), 1)
end }

local function film(c) return saturate((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14)) end
local coverVS = gpu.VertexShader { Name = "cover_vs", Main = function(VertexID)
  return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, 1.0 - float(VertexID / 2) * 4.0, 0, 1) }
end }
local developPS = gpu.PixelShader { Name = "develop_ps", Main = function(v)
  local at, sum = int2(v.Position.xy) * 2, float3(0, 0, 0)
  for i = 0, 3 do sum = sum + film(hdr:Load(int3(at + int2(i % 2, i / 2), 0)).rgb * 0.74) end
  return float4(pow(sum * 0.25, 1.0 / 2.2), 1)
end }

-- Objects. Everything of the sea that the pictures read is there twice.
local device = gpu.CreateDevice { Name = "ocean" }
local seaQueue, seaFence = device:CreateCommandQueue { Type = "COMPUTE", Name = "sea" }, device:CreateFence(0, "seas")
local main, mainFence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "pictures")
local chain = main:CreateSwapChain { Name = "screen", Width = W, Height = H, BufferCount = 2 }

local function buffer(name, bytes, heap, state)
  return device:CreateCommittedResource { Name = name, HeapType = heap or "DEFAULT", Dimension = "BUFFER", Width = bytes, InitialState = state or "COMMON",
    Flags = heap and "NONE" or "ALLOW_UNORDERED_ACCESS" }
end
local function texture(name, width, height, format, levels, flags, state)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = width, Height = height, MipLevels = levels, Format = format,
    Flags = flags, InitialState = state }
end
local waves, still = buffer("waves", N * N * 16), buffer("spectrum", N * N * 8)
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = SETS * (LEVELS + 3) + 1, Flags = "SHADER_VISIBLE" }
local used = 0
local function next() used = used + 1 return views:GetCPUDescriptorHandle(used - 1), views:GetGPUDescriptorHandle(used - 1) end
local function write(resource, level)
  local cpu, handle = next()
  device:CreateUnorderedAccessView(resource, nil, { Format = "R32G32B32A32_FLOAT", ViewDimension = "TEXTURE2D", MipSlice = level }, cpu)
  return handle
end
local function read(resource)
  local cpu, handle = next()
  device:CreateShaderResourceView(resource, nil, cpu)
  return handle
end
local sets = {}
for i = 1, SETS do
  local set = { levels = {},
    shape = texture("shape " .. i, N, N, "R32G32B32A32_FLOAT", 1, "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS"),
    slopes = texture("slopes " .. i, N, N, "R32G32B32A32_FLOAT", LEVELS, "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS") }
  set.writeShape = write(set.shape, 0)
  for level = 0, LEVELS - 1 do set.levels[level] = write(set.slopes, level) end
  set.readBoth = read(set.shape)
  read(set.slopes)
  sets[i] = set
end
local hdrTarget = texture("hdr", 2 * W, 2 * H, "R16G16B16A16_FLOAT", 1, "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local depth = texture("depth", 2 * W, 2 * H, "D32_FLOAT", 1, "ALLOW_DEPTH_STENCIL", "DEPTH_WRITE")
local readHDR = read(hdrTarget)
local rtvs = device:CreateDescriptorHeap { Name = "targets", Type = "RTV", NumDescriptors = 3 }
local dsvs = device:CreateDescriptorHeap { Name = "depths", Type = "DSV", NumDescriptors = 1 }
for i = 0, 1 do device:CreateRenderTargetView(chain:GetBuffer(i), nil, rtvs:GetCPUDescriptorHandle(i)) end
local hdrRTV, dsv = rtvs:GetCPUDescriptorHandle(2), dsvs:GetCPUDescriptorHandle(0)
device:CreateRenderTargetView(hdrTarget, nil, hdrRTV)
device:CreateDepthStencilView(depth, nil, dsv)

local seaRoot = device:CreateRootSignature { Name = "sea", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 3 }, { Type = "UAV" },
  { Type = "UAV", ShaderRegister = 1 }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 2 } } },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 2, BaseShaderRegister = 3 } } } } }
local viewRoot = device:CreateRootSignature { Name = "view", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 32 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2 } } },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, RegisterSpace = 1 } } } },
  StaticSamplers = { { ShaderRegister = 0, Filter = "MIN_MAG_MIP_LINEAR", AddressU = "WRAP", AddressV = "WRAP" },
    { ShaderRegister = 1, Filter = "ANISOTROPIC", MaxAnisotropy = 8, AddressU = "WRAP", AddressV = "WRAP" } } }
local function compute(shader) return device:CreateComputePipelineState { Name = shader:GetName(), RootSignature = seaRoot, CS = shader } end
local startPSO, animatePSO, fftPSO, mapsPSO, shrinkPSO = compute(start), compute(animate), compute(fft), compute(maps), compute(shrink)
local function draw(name, vs, ps, format, dsvFormat, depthState)
  return device:CreateGraphicsPipelineState { Name = name, RootSignature = viewRoot, VS = vs, PS = ps, RTVFormats = { format }, DSVFormat = dsvFormat,
    DepthStencilState = depthState, PrimitiveTopologyType = "TRIANGLE", RasterizerState = { CullMode = "NONE" } }
end
local skyPSO = draw("sky", skyVS, skyPS, "R16G16B16A16_FLOAT", "D32_FLOAT", { DepthFunc = "LESS_EQUAL", DepthWriteMask = "ZERO" })
local waterPSO = draw("water", waterVS, waterPS, "R16G16B16A16_FLOAT", "D32_FLOAT")
local developPSO = draw("develop", coverVS, developPS, "R8G8B8A8_UNORM", nil, { DepthEnable = false })

-- One frame of the sea, on the COMPUTE queue.
local function pass(list, pipeline, x, y, ...)
  list:SetPipelineState(pipeline)
  list:Dispatch(x, y, 1)
  local barriers = {}
  for i, resource in ipairs { ... } do barriers[i] = { Type = "UAV", Resource = resource } end
  list:ResourceBarrier(barriers)
end
local function recordSea(list, frame, set)
  list:SetDescriptorHeaps { views }
  list:SetComputeRootSignature(seaRoot)
  list:SetComputeRoot32BitConstants(0, { 8 + frame / 24, 0, 0 })
  list:SetComputeRootUnorderedAccessView(1, waves:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(2, still:GetGPUVirtualAddress())
  list:SetComputeRootDescriptorTable(3, set.writeShape)
  list:SetComputeRootDescriptorTable(4, set.levels[0])
  if frame == 1 then pass(list, startPSO, N / 8, N / 8, still) end
  pass(list, animatePSO, N / 8, N / 8, waves)
  for _, direction in ipairs { { 1, N }, { N, 1 } } do                 -- rows, columns
    list:SetComputeRoot32BitConstants(0, { gpu.AsUint(direction[1]), gpu.AsUint(direction[2]) }, 1)
    pass(list, fftPSO, N, 1, waves)
  end
  pass(list, mapsPSO, N / 8, N / 8, set.slopes)
  for level = 1, LEVELS - 1 do
    list:SetComputeRootDescriptorTable(4, set.levels[level - 1])
    pass(list, shrinkPSO, math.ceil(N / 2 ^ level / 8), math.ceil(N / 2 ^ level / 8), set.slopes)
  end
end

-- One picture, on the DIRECT queue.
local EYE, TARGET, FIELD = { 0, 9.5, 0 }, { -18, 5.2, -60 }, 0.72
local look = matrix.LookAt(EYE, TARGET)
local camera = matrix.Mul(matrix.Perspective(FIELD, W / H, 0.5, 20000), look)
local tall = math.tan(FIELD / 2)
for _, row in ipairs { { EYE[1], EYE[2], EYE[3], 1 }, { look[1] * tall * W / H, look[5] * tall * W / H, look[9] * tall * W / H, 0 },
  { look[2] * tall, look[6] * tall, look[10] * tall, 0 }, { look[3], look[7], look[11], 0 } } do
  for _, x in ipairs(row) do camera[#camera + 1] = x end
end
local function transition(list, before, after, ...)
  local barriers = {}
  for i, resource in ipairs { ... } do barriers[i] = { Type = "TRANSITION", Resource = resource, Before = before, After = after } end
  list:ResourceBarrier(barriers)
end
local function target(list, rtv, depthView, width, height)
  list:OMSetRenderTargets({ rtv }, depthView)
  list:RSSetViewports { { Width = width, Height = height } }
  list:RSSetScissorRects { { Right = width, Bottom = height } }
end
local function recordPicture(list, set)
  local back = chain:GetCurrentBackBufferIndex()
  list:SetDescriptorHeaps { views }
  list:SetGraphicsRootSignature(viewRoot)
  list:SetGraphicsRoot32BitConstants(0, camera)
  list:SetGraphicsRootDescriptorTable(1, set.readBoth)
  transition(list, "UNORDERED_ACCESS", "ALL_SHADER_RESOURCE", set.shape, set.slopes)
  target(list, hdrRTV, dsv, 2 * W, 2 * H)
  list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
  list:IASetPrimitiveTopology "TRIANGLESTRIP"
  list:SetPipelineState(waterPSO)
  list:DrawInstanced(2 * (COLUMNS + 1), ROWS)
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:SetPipelineState(skyPSO)
  list:DrawInstanced(3, 1)
  transition(list, "ALL_SHADER_RESOURCE", "UNORDERED_ACCESS", set.shape, set.slopes)
  transition(list, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE", hdrTarget)
  transition(list, "PRESENT", "RENDER_TARGET", chain:GetBuffer(back))
  target(list, rtvs:GetCPUDescriptorHandle(back), nil, W, H)
  list:SetPipelineState(developPSO)
  list:SetGraphicsRootDescriptorTable(2, readHDR)                      -- what a table shows must stand from here on
  list:DrawInstanced(3, 1)
  transition(list, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET", hdrTarget)
  transition(list, "RENDER_TARGET", "PRESENT", chain:GetBuffer(back))
end

-- The frames: the CPU waits for the picture whose maps are overwritten, the pictures wait for their seas.
local slots = {}
for i = 1, SETS do
  slots[i] = { sea = device:CreateCommandAllocator("COMPUTE", "sea " .. i), picture = device:CreateCommandAllocator("DIRECT", "picture " .. i) }
end
local seaList, pictureList = device:CreateCommandList { Type = "COMPUTE", Name = "sea" }, device:CreateCommandList { Type = "DIRECT", Name = "picture" }
for frame = 1, FRAMES do
  local i = (frame - 1) % SETS + 1
  if frame > SETS then mainFence:WaitCPU(frame - SETS) end             -- then its maps are free, and the sea before them is done
  slots[i].sea:Reset()
  seaList:Reset(slots[i].sea)
  recordSea(seaList, frame, sets[i])
  seaList:Close()
  seaQueue:ExecuteCommandLists { seaList }
  seaQueue:Signal(seaFence, frame)
  slots[i].picture:Reset()
  pictureList:Reset(slots[i].picture)
  recordPicture(pictureList, sets[i])
  pictureList:Close()
  main:Wait(seaFence, frame)
  main:ExecuteCommandLists { pictureList }
  chain:Present(1)
  main:Signal(mainFence, frame)
end
mainFence:WaitCPU(FRAMES)
local last = chain:GetBuffer((FRAMES - 1) % 2)
gpu.SavePNG("ocean.png", last)
print(("ocean.png %d x %d  %s"):format(W, H, gpu.Hash(last)))

-- The same sea at three points, added up wave by wave in Lua from the spectrum of the first frame.
local back = buffer("back", N * N * 24, "READBACK", "COPY_DEST")
slots[1].sea:Reset()
seaList:Reset(slots[1].sea)
seaList:CopyBufferRegion(back, 0, waves, 0, N * N * 16)
seaList:CopyBufferRegion(back, N * N * 16, still, 0, N * N * 8)
seaList:Close()
seaQueue:ExecuteCommandLists { seaList }
seaQueue:Signal(seaFence, FRAMES + 1)
seaFence:WaitCPU(FRAMES + 1)
local map = back:Map()
local heights, spectrum = map:Read(0, "float", N * N * 4), map:Read(N * N * 16, "float", N * N * 2)
back:Unmap(0, { Begin = 0, End = 0 })
local sum, highest, worst = 0, 0, 0
for i = 1, N * N * 4, 4 do sum, highest = sum + heights[i] ^ 2, math.max(highest, heights[i]) end
local time = 8 + FRAMES / 24
for _, point in ipairs { { 0, 0 }, { 17, 200 }, { 131, 64 } } do
  local height = 0
  for z = 0, N - 1 do
    local kz = (z < N / 2 and z or z - N) * 2 * math.pi / PATCH
    for x = 0, N - 1 do
      local i, kx = 2 * (z * N + x), (x < N / 2 and x or x - N) * 2 * math.pi / PATCH
      local re, im = spectrum[i + 1], spectrum[i + 2]
      if re ~= 0 or im ~= 0 then                                        -- a wave and its mirror image: twice the real part
        local phase = math.sqrt(GRAVITY * math.sqrt(kx * kx + kz * kz)) * time + (kx * point[1] + kz * point[2]) * PATCH / N
        height = height + 2 * (re * math.cos(phase) - im * math.sin(phase))
      end
    end
  end
  worst = math.max(worst, math.abs(height - heights[4 * (point[2] * N + point[1]) + 1]))
end
print(("waves are %.2f m high (root mean square), the highest crest %.2f m; the transform is within %s mm of a sum of sines"):format(
  math.sqrt(sum / (N * N)), highest, worst < 0.001 and "1" or ("%.3f"):format(worst * 1000)))
