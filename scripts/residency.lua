-- Residency: sixteen textures are shown through a budget for five of them. Before a frame what it needs is made resident, and what was used the longest ago is
-- evicted, as soon as the GPU is done with it. Evicted textures keep their texels, their addresses and their views.
--
--   CPU   make 5 resident ─ frame 1 ─▶ … evict what frame n used ◀── done >= n ── make the next resident ─ frame n + 1 ─▶
--   GPU                             frame 1 ─▶ done = 1   …                                              frame n + 1
local gpu = require "gpu"

local COUNT, SIZE, FRAMES, AHEAD = 16, 64, 24, 2
local BYTES = SIZE * SIZE * 4                              -- of a texture
local BUDGET = 5 * BYTES
local device = gpu.CreateDevice { Name = "streaming" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local done = device:CreateFence(0, "done")

-- What owns memory is made resident and evicted: committed resources as these, or heaps, with all that stands in them.
local textures = {}
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = COUNT, Flags = "SHADER_VISIBLE" }
for i = 1, COUNT do
  local texture = device:CreateCommittedResource { Name = "texture " .. i, Dimension = "TEXTURE2D", Width = SIZE, Height = SIZE, Format = "R8G8B8A8_UNORM",
    InitialState = "COPY_DEST", HeapFlags = "CREATE_NOT_RESIDENT" }          -- not even its creation needs room
  device:CreateShaderResourceView(texture, nil, views:GetCPUDescriptorHandle(i - 1))
  textures[i] = { number = i, object = texture, resident = false, filled = false, used = 0 }
end

-- The kernel adds the red of one row up: texture i is filled with red = i.
local source = gpu.Texture2D("t0", "float4")
local sums = gpu.RWStructuredBuffer("u0", "uint")
local at = gpu.ConstantBuffer("b0", { { "slot", "uint" } })
local root = device:CreateRootSignature { Name = "root", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 } } },
  { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
local add = device:CreateComputePipelineState { Name = "add", RootSignature = root, CS = gpu.ComputeShader { Name = "add", NumThreads = { SIZE, 1, 1 },
  Main = function(GroupIndex) InterlockedAdd(sums[at.slot], uint(source[int2(GroupIndex, 0)].x * 255.0 + 0.5)) end } }

local up = device:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = COUNT * SIZE * 256, InitialState = "GENERIC_READ" }
local mapped = up:Map()
for i = 1, COUNT do
  mapped:WriteString((i - 1) * SIZE * 256, string.rep(string.char(i, 0, 0, 255), SIZE * SIZE))
end
up:Unmap()
local result = device:CreateCommittedResource { Name = "result", Dimension = "BUFFER", Width = FRAMES * 2 * 4, Flags = "ALLOW_UNORDERED_ACCESS" }
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = FRAMES * 2 * 4, InitialState = "COPY_DEST" }

local inUse, made, evicted = 0, 0, 0

-- room evicts what was used the longest ago until so many bytes are left of the budget.
local function room(wanted, keep)
  while inUse + wanted > BUDGET do
    local oldest
    for _, t in ipairs(textures) do
      if t.resident and not keep[t] and (not oldest or t.used < oldest.used) then oldest = t end
    end
    done:WaitCPU(oldest.used)                              -- returns at once if the GPU has passed it
    device:Evict { oldest.object }
    oldest.resident, inUse, evicted = false, inUse - BYTES, evicted + 1
  end
end

-- need makes the textures of a frame resident, all in one call.
local function need(list)
  local keep, missing = {}, {}
  for _, t in ipairs(list) do
    keep[t] = true
    if not t.resident then missing[#missing + 1] = t end
  end
  room(#missing * BYTES, keep)
  local objects = {}
  for i, t in ipairs(missing) do objects[i], t.resident = t.object, true end
  device:MakeResident(objects)
  inUse, made = inUse + #missing * BYTES, made + #missing
end

local lists, allocators = {}, {}
for i = 1, AHEAD do
  allocators[i] = device:CreateCommandAllocator("DIRECT", "allocator " .. i)
  lists[i] = device:CreateCommandList { Type = "DIRECT", Name = "list " .. i }
end

for n = 1, FRAMES do
  if n > AHEAD then done:WaitCPU(n - AHEAD) end
  local wanted = { textures[(n * 3) % COUNT + 1], textures[math.floor(n / 4) + 1] }
  need(wanted)
  local k = n % AHEAD + 1
  local list = lists[k]
  allocators[k]:Reset()
  list:Reset(allocators[k], add)
  list:SetComputeRootSignature(root)
  list:SetDescriptorHeaps { views }
  list:SetComputeRootUnorderedAccessView(1, result:GetGPUVirtualAddress())
  for i, t in ipairs(wanted) do
    if not t.filled then
      list:CopyTextureRegion({ Resource = t.object, Subresource = 0 }, 0, 0, 0,
        { Resource = up, Offset = (t.number - 1) * SIZE * 256, Format = "R8G8B8A8_UNORM", Width = SIZE, Height = SIZE, RowPitch = 256 })
      list:ResourceBarrier { { Type = "TRANSITION", Resource = t.object, Before = "COPY_DEST", After = "NON_PIXEL_SHADER_RESOURCE" } }
      t.filled = true
    end
    list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(t.number - 1))
    list:SetComputeRoot32BitConstant(2, gpu.AsUint((n - 1) * 2 + i - 1), 0)
    list:Dispatch(1, 1, 1)
    t.used = n
  end
  list:Close()
  queue:ExecuteCommandLists { list }
  queue:Signal(done, n)
  if n % 6 == 0 then print(("frame %2d  resident %3d KiB of %d  made resident %2d  evicted %2d"):format(n, inUse / 1024, BUDGET / 1024, made, evicted)) end
end

-- What would go wrong is said before it does: the texture of the last frame is evicted while the GPU may use it.
local ok, err = pcall(function() device:Evict { textures[math.floor(FRAMES / 4) + 1].object } end)
print(ok, err.code, err.message)

local allocator = device:CreateCommandAllocator("DIRECT", "last")
local list = device:CreateCommandList { Type = "DIRECT", Name = "read back", Allocator = allocator }
list:ResourceBarrier { { Type = "TRANSITION", Resource = result, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
list:CopyResource(back, result)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(done, FRAMES + 1)
done:WaitCPU(FRAMES + 1)
local read, wrong = back:Map():Read(0, "uint", FRAMES * 2), 0
for n = 1, FRAMES do
  if read[n * 2 - 1] ~= SIZE * ((n * 3) % COUNT + 1) or read[n * 2] ~= SIZE * (math.floor(n / 4) + 1) then wrong = wrong + 1 end
end
print(("%d of %d frames saw other texels than were uploaded"):format(wrong, FRAMES))
