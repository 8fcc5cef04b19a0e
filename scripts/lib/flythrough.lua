-- A flight over hills, as a workload whose constants hardly ever change: one shader can do everything, and the settings of the
-- game say which part of it is wanted.
--
--   settings   b0, a constant buffer: kind of hills, octaves, light      the same in every frame, until somebody changes them
--   place      b1, root constants: the row of a strip, where the camera is      another one in every dispatch
--
--   Create(device) ──▶ flight     Render() one loop of FRAMES pictures, STRIPS dispatches each; waits, and returns its time on the GPU
--                                 Set { octaves = 2 } changes settings        Hash() is that of the last picture
local gpu = require "gpu"

local W, H, STRIPS, FRAMES = 256, 128, 16, 2

local image    = gpu.RWStructuredBuffer("u0", "float")
local settings = gpu.ConstantBuffer("b0", { { "hills", "int" }, { "octaves", "int" }, { "light", "int" } })
local place    = gpu.ConstantBuffer("b1", { { "row", "int" }, { "eye", "float2" } })

-- Waves over the ground: a triangle in each direction, bent a little by the other one.
local function wave(p)
  local q = abs(frac(p + 0.1 * p.yx) * 2.0 - 1.0)
  return q.x * q.y
end

local function height(p)
  local h, size, q = 0.0, 0.5, p
  if settings.hills == 0 then return 0.25 end                         -- a plain
  for octave = 1, settings.octaves do
    local n = wave(q)
    if settings.hills == 2 then n = 1.0 - abs(2.0 * n - 1.0) end      -- sharp ridges
    if settings.hills == 3 then n = n * n end                         -- wide valleys
    h, size, q = h + size * n, size * 0.5, q * 1.9 + 0.3
  end
  return h
end

local draw = gpu.ComputeShader {
  Name = "hills", NumThreads = { 8, 4, 1 },
  Main = function(DispatchThreadID)
    local at = DispatchThreadID.xy + uint2(0, uint(place.row))
    local p = place.eye + float2(at) / 24.0
    local h = height(p)
    local shade = h
    if settings.light == 1 then                                       -- lit from one side
      shade = saturate(0.5 + 4.0 * (h - height(p + float2(0.05, 0.03))))
    elseif settings.light == 2 then                                   -- shadows of what is higher
      local sum = 0.0
      for step = 1, 8 do sum = sum + saturate(height(p + float2(0.05, 0.03) * float(step)) - h) end
      shade = saturate(h + 0.3 - sum)
    end
    image[at.y * W + at.x] = shade
  end,
}

local Flight = {}
Flight.__index = Flight

local NAMES = { "hills", "octaves", "light" }

local function create(device)
  local f = setmetatable({ device = device, values = { hills = 1, octaves = 4, light = 1 }, frames = 0 }, Flight)
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
  f.image     = buffer("image", W * H * 4, "DEFAULT", "COMMON")
  f.root = device:CreateRootSignature { Name = "flight", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "CBV", ShaderRegister = 0 },
    { Type = "32BIT_CONSTANTS", ShaderRegister = 1, Num32BitValues = 3 } } }
  f.pipeline = device:CreateComputePipelineState { Name = "hills", RootSignature = f.root, CS = draw }
  f:Set {}
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
    for strip = 0, STRIPS - 1 do
      list:SetComputeRoot32BitConstants(2, { gpu.AsInt(strip * H / STRIPS), frame * 0.4, frame * 0.2 })
      list:Dispatch(W / 8, H / STRIPS / 4, 1)
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
  Create = function(device)
    local f = create(device)
    return { Render = function() return f:Render() end, Set = function(changes) f:Set(changes) end, Hash = function() return f:Hash() end }
  end,
}
