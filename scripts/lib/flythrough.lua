-- A flight over hills, as a workload whose constants hardly ever change: one shader can do everything that any level of the game
-- wants, and the settings of the level say which part of it that is. The others are computed, too, as short branches are: nobody wants them.
--
--   settings   b0, a constant buffer: shape of the hills, octaves, light …      the same in every frame, until somebody changes them
--   place      b1, root constants: the row of a strip, where the camera is      another one in every dispatch
--
--   Create(device, strips) ──▶ flight     Render() one loop of FRAMES pictures, a dispatch for each strip; waits, and returns its time on the GPU
--                                         Set { octaves = 2 } changes settings        Hash() is that of the last picture
local gpu = require "gpu"

local W, ROWS, STRIPS, FRAMES = 256, 32, 8, 4

-- What a level may set, and what the first one does.
local NAMES  = { "hills", "octaves", "bent", "terraces", "light", "sea", "snow", "fog" }
local DEFAULTS = { hills = 1, octaves = 4, bent = 0, terraces = 0, light = 2, sea = 0, snow = 0, fog = 0 }

local fields = {}
for i, name in ipairs(NAMES) do fields[i] = { name, "int" } end
local image    = gpu.RWStructuredBuffer("u0", "float")
local settings = gpu.ConstantBuffer("b0", fields)
local place    = gpu.ConstantBuffer("b1", { { "row", "int" }, { "eye", "float2" } })

-- Waves over the ground: a triangle in each direction, bent a little by the other one.
local function wave(p)
  local q = abs(frac(p + 0.1 * p.yx) * 2.0 - 1.0)
  return q.x * q.y
end

-- The shapes of hills that waves can have.
local function shaped(n, p)
  if settings.hills == 2 then n = 1.0 - abs(2.0 * n - 1.0) end                                    -- sharp ridges
  if settings.hills == 3 then n = n * n * (3.0 - 2.0 * n) end                                     -- wide valleys
  if settings.hills == 4 then n = 0.5 + 0.5 * sin(6.0 * n) end                                    -- dunes
  if settings.hills == 5 then n = saturate(1.0 - 4.0 * dot(frac(p) - 0.5, frac(p) - 0.5)) end     -- domes
  return n
end

local function height(p)
  local h, size, q = 0.0, 0.5, p
  if settings.hills == 0 then return 0.25 end                                                     -- a plain
  for octave = 1, settings.octaves do
    if settings.bent == 1 then q = q + 0.2 * (frac(q.yx * 0.5) - 0.5) end
    local n = shaped(wave(q), q)
    if settings.terraces == 1 then n = (floor(n * 6.0) + saturate(frac(n * 6.0) * 3.0 - 2.0)) / 6.0 end
    h, size, q = h + size * n, size * 0.5, q * 1.9 + 0.3
  end
  if settings.sea == 1 then h = max(h, 0.35) end
  return h
end

-- How light the ground is at a point that has a height.
local function lit(p, h)
  local shade = h
  if settings.light == 1 then                                                                     -- from one side
    shade = saturate(0.5 + 4.0 * (h - height(p + float2(0.05, 0.03))))
  elseif settings.light == 2 then                                                                 -- with shadows of what is higher
    local sum = 0.0
    for step = 1, 8 do sum = sum + saturate(height(p + float2(0.05, 0.03) * float(step)) - h) end
    shade = saturate(h + 0.3 - sum)
  end
  if settings.snow == 1 then shade = lerp(shade, 1.0, smoothstep(0.6, 0.8, h)) end
  return shade
end

local draw = gpu.ComputeShader {
  Name = "hills", NumThreads = { 8, 4, 1 },
  Main = function(DispatchThreadID)
    local at = DispatchThreadID.xy + uint2(0, uint(place.row))
    local p = place.eye + float2(at) / 24.0
    local shade = lit(p, height(p))
    if settings.fog == 1 then shade = lerp(0.8, shade, exp(-0.1 * float(at.y))) end
    image[at.y * W + at.x] = shade
  end,
}

local Flight = {}
Flight.__index = Flight

local function create(device, strips)
  local f = setmetatable({ device = device, values = {}, strips = strips or STRIPS, frames = 0 }, Flight)
  local function buffer(name, bytes, heap, state)
    return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = bytes, InitialState = state,
      Flags = heap == "DEFAULT" and "ALLOW_UNORDERED_ACCESS" or "NONE" }
  end
  f.queue     = device:CreateCommandQueue { Type = "COMPUTE", Name = "flight" }
  f.fence     = device:CreateFence(0, "flight")
  f.allocator = device:CreateCommandAllocator("COMPUTE", "flight")
  f.list      = device:CreateCommandList { Type = "COMPUTE", Name = "flight" }
  f.clock     = device:CreateQueryHeap { Name = "clock", Type = "TIMESTAMP", Count = 2 }
  f.ticks     = buffer("ticks", 16, "READBACK", "COPY_DEST")
  f.settings  = buffer("settings", 256, "UPLOAD", "GENERIC_READ")
  f.image     = buffer("image", W * ROWS * f.strips * 4, "DEFAULT", "COMMON")
  f.root = device:CreateRootSignature { Name = "flight", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "CBV", ShaderRegister = 0 },
    { Type = "32BIT_CONSTANTS", ShaderRegister = 1, Num32BitValues = 3 } } }
  f.pipeline = device:CreateComputePipelineState { Name = "hills", RootSignature = f.root, CS = draw }
  f:Set(DEFAULTS)
  return f
end

-- Set changes settings. The GPU must have finished, which it has after Render.
function Flight:Set(changes)
  for name, value in pairs(changes) do self.values[name] = value end
  local numbers = {}
  for i, name in ipairs(NAMES) do numbers[i] = self.values[name] end
  self.settings:Map():Write(0, "int", numbers)
  self.settings:Unmap()
end

-- Render flies one loop, waits until it is there, and returns how long it took on the GPU, in nanoseconds.
function Flight:Render()
  local list = self.list
  self.allocator:Reset()
  list:Reset(self.allocator, self.pipeline)
  list:SetComputeRootSignature(self.root)
  list:SetComputeRootUnorderedAccessView(0, self.image:GetGPUVirtualAddress())
  list:SetComputeRootConstantBufferView(1, self.settings:GetGPUVirtualAddress())
  list:EndQuery(self.clock, "TIMESTAMP", 0)
  for frame = 1, FRAMES do
    if frame > 1 then list:ResourceBarrier { { Type = "UAV", Resource = self.image } } end
    for strip = 0, self.strips - 1 do
      list:SetComputeRoot32BitConstants(2, { gpu.AsInt(strip * ROWS), frame * 0.4, frame * 0.2 })
      list:Dispatch(W / 8, ROWS / 4, 1)
    end
  end
  list:EndQuery(self.clock, "TIMESTAMP", 1)
  list:ResolveQueryData(self.clock, "TIMESTAMP", 0, 2, self.ticks, 0)
  list:Close()
  self.queue:ExecuteCommandLists { list }
  self.frames = self.frames + 1
  self.queue:Signal(self.fence, self.frames)
  self.fence:WaitCPU(self.frames)
  local words = self.ticks:Map():Read(0, "uint", 4)
  self.ticks:Unmap(0, { Begin = 0, End = 0 })
  return (words[3] - words[1] + (words[4] - words[2]) * 2 ^ 32) * 1e9 / self.queue:GetTimestampFrequency()
end

function Flight:Hash() return gpu.Hash(self.image) end

-- The functions of a flight are called with a dot, too: flight.Render().
return {
  Create = function(device, strips)
    local f = create(device, strips)
    return { Render = function() return f:Render() end, Set = function(changes) f:Set(changes) end, Hash = function() return f:Hash() end }
  end,
}
