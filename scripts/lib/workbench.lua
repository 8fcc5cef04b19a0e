-- The bench that the small examples stand on: one device with one COMPUTE queue, resources in the usual states, and
-- timestamps around the passes. Every function composes public calls of the API and nothing else.
--
--   list     Begin("blur") ─ … ─ End() ─ Begin("sobel") ─ … ─ End()        EndQuery before and after a pass
--   Submit   …the list… ─ ResolveQueryData ─ ExecuteCommandLists ─ Signal(fence, n)
--   Wait     fence >= n ─ read the ticks ─ Report() prints them
local gpu = require "gpu"

local QUERIES = 64                   -- two a pass

local Bench = {}
Bench.__index = Bench

-- Create "name": a device and its compute queue.
function Bench.Create(name)
  local device = gpu.CreateDevice { Name = name }
  local b = setmetatable({ device = device, submitted = 0, passes = {}, queries = 0 }, Bench)
  b.queue  = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
  b.fence  = device:CreateFence(0, name)
  b.clock  = device:CreateQueryHeap { Name = "clock", Type = "TIMESTAMP", Count = QUERIES }
  b.ticks  = b:Buffer("ticks", QUERIES * 8, "READBACK")
  return b
end

-- A buffer in DEFAULT, UPLOAD or READBACK memory. Those of DEFAULT begin in COMMON and are promoted by their first use.
local STATES = { DEFAULT = "COMMON", UPLOAD = "GENERIC_READ", READBACK = "COPY_DEST" }
function Bench:Buffer(name, bytes, heap)
  heap = heap or "DEFAULT"
  return self.device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = bytes,
    InitialState = STATES[heap], Flags = heap == "DEFAULT" and "ALLOW_UNORDERED_ACCESS" or "NONE" }
end

-- A texture that kernels write; state is UNORDERED_ACCESS unless given.
function Bench:Texture(name, width, height, format, state)
  return self.device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = width, Height = height,
    Format = format or "R8G8B8A8_UNORM", InitialState = state or "UNORDERED_ACCESS", Flags = "ALLOW_UNORDERED_ACCESS" }
end

-- An UPLOAD buffer with the numbers of a list in it.
function Bench:Staging(name, type, values)
  local staging = self:Buffer(name, math.max(#values, 1) * 4, "UPLOAD")
  staging:Map():Write(0, type, values)
  staging:Unmap()
  return staging
end

-- A picture in a texture that kernels read: its staging buffer, and the copy recorded in list.
function Bench:Picture(list, image, format)
  local pitch = math.ceil(image.Width * 4 / 256) * 256                -- rows of a placed footprint are 256-byte aligned
  local staging = self:Buffer("staging", pitch * image.Height, "UPLOAD")
  staging:Map():WriteImage(0, image, pitch)
  staging:Unmap()
  local texture = self:Texture("picture", image.Width, image.Height, format, "COPY_DEST")
  list:CopyTextureRegion({ Resource = texture }, 0, 0, 0,
    { Resource = staging, Format = format or "R8G8B8A8_UNORM", Width = image.Width, Height = image.Height, RowPitch = pitch })
  Bench.Transition(list, texture, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  return texture
end

function Bench:Pipeline(shader, root)
  return self.device:CreateComputePipelineState { Name = shader:GetName(), RootSignature = root, CS = shader }
end

-- A root signature of root descriptors and constants, in the order of their registers: { "t0", "u0", Constants = 4 }.
-- Constants are b0 and come last.
function Bench:Root(name, registers)
  local parameters = {}
  for i, r in ipairs(registers) do
    parameters[i] = { Type = r:sub(1, 1) == "t" and "SRV" or "UAV", ShaderRegister = tonumber(r:sub(2)) }
  end
  for _, range in ipairs(registers.Table or {}) do
    range.Flags = range.Type == "SRV" and "DATA_VOLATILE" or "NONE"   -- written by the same lists that read them
  end
  if registers.Table then parameters[#parameters + 1] = { Type = "DESCRIPTOR_TABLE", Ranges = registers.Table } end
  if registers.Constants then parameters[#parameters + 1] = { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = registers.Constants } end
  return self.device:CreateRootSignature { Name = name, Parameters = parameters, StaticSamplers = registers.Samplers }
end

-- A shader-visible heap with the SRVs and then the UAVs of textures.
function Bench:Views(srvs, uavs)
  local heap = self.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = #srvs + #uavs, Flags = "SHADER_VISIBLE" }
  for i, r in ipairs(srvs) do self.device:CreateShaderResourceView(r, nil, heap:GetCPUDescriptorHandle(i - 1)) end
  for i, r in ipairs(uavs) do self.device:CreateUnorderedAccessView(r, nil, nil, heap:GetCPUDescriptorHandle(#srvs + i - 1)) end
  return heap
end

function Bench.Transition(list, resource, before, after)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after } }
end

function Bench.UAV(list, resource)
  list:ResourceBarrier { { Type = "UAV", Resource = resource } }
end

-- Begin and End put timestamps around what is recorded between them.
function Bench:Begin(list, label)
  list:EndQuery(self.clock, "TIMESTAMP", self.queries)
  self.passes[#self.passes + 1] = { label = label, first = self.queries }
  self.queries = self.queries + 1
end

function Bench:End(list)
  list:EndQuery(self.clock, "TIMESTAMP", self.queries)
  self.passes[#self.passes].last = self.queries
  self.queries = self.queries + 1
end

-- Submit records a list, executes it and returns the fence value that says that it is done.
function Bench:Submit(name, record)
  local list = self.device:CreateCommandList { Type = "COMPUTE", Name = name, Allocator = self.device:CreateCommandAllocator("COMPUTE", name) }
  local first = self.queries
  record(list)
  if self.queries > first then list:ResolveQueryData(self.clock, "TIMESTAMP", first, self.queries - first, self.ticks, first * 8) end
  list:Close()
  self.queue:ExecuteCommandLists { list }
  self.submitted = self.submitted + 1
  self.queue:Signal(self.fence, self.submitted)
  return self.submitted
end

-- Wait blocks the CPU until everything submitted, or the given value, is done.
function Bench:Wait(value) self.fence:WaitCPU(value or self.submitted) end

-- Read copies numbers out of a READBACK buffer.
function Bench.Read(buffer, type, count, offset)
  local values = buffer:Map():Read(offset or 0, type, count)
  buffer:Unmap(0, { Begin = 0, End = 0 })                             -- nothing was written
  return values
end

-- Report prints how long each pass took on the virtual clock. Passes of one label are added up. Call it after Wait.
function Bench:Report()
  local words = Bench.Read(self.ticks, "uint", self.queries * 2)
  local frequency = self.queue:GetTimestampFrequency()
  local function at(query) return (words[query * 2 + 1] + words[query * 2 + 2] * 2 ^ 32) * 1e9 / frequency end
  local order, sums, counts = {}, {}, {}
  for _, pass in ipairs(self.passes) do
    local label = pass.label
    if not sums[label] then order[#order + 1], sums[label], counts[label] = label, 0, 0 end
    sums[label], counts[label] = sums[label] + at(pass.last) - at(pass.first), counts[label] + 1
  end
  for _, label in ipairs(order) do
    local times = counts[label] > 1 and ("  (%d passes)"):format(counts[label]) or ""
    print(("  %-16s %12s%s"):format(label, gpu.FormatTime(sums[label]), times))
  end
end

return Bench
