-- Streaming: a copy queue carries chunks of data into GPU memory while the compute queue works on those before.
--
--   CPU      fill 1  fill 2  fill 3  wait ─ fill 1 …          a ring of upload memory: a slot is filled again
--   copy       copy 1  copy 2  copy 3  copy 4 …               when its copy is done
--   compute              use 1   use 2   use 3 …              a ring of buffers: a copy waits until its buffer was used
--
-- The length of the ring is what the application pays in memory for the parallelism it gets: 2 overlap the three stages, more
-- carry them over a chunk that comes late. The sum of all that was uploaded is the same for every length, and is checked
-- against Lua.
local gpu = require "gpu"
local timeline = require "lib.timeline"

local CHUNKS, NUMBERS, USE = 10, 65536, 25                            -- 256 KiB a chunk; microseconds
local BYTES, GROUP = NUMBERS * 4, 64

local chunk  = gpu.StructuredBuffer("t0", "uint")
local total  = gpu.RWStructuredBuffer("u0", "uint")
local addUp  = gpu.ComputeShader {
  Name = "add up", NumThreads = { GROUP, 1, 1 },
  Main = function(DispatchThreadID)
    local sum = WaveActiveSum(chunk[DispatchThreadID.x])
    if WaveIsFirstLane() then InterlockedAdd(total[0], sum) end
  end,
}

-- Chunk c is made of c * 1000 and c * 1000 + 1 and so on, over and over.
local text, expected = {}, 0
for c = 1, CHUNKS do
  local bytes = {}
  for i = 0, 63 do
    local value = c * 1000 + i
    bytes[#bytes + 1] = string.char(value % 256, math.floor(value / 256) % 256, 0, 0)
    expected = expected + value * (NUMBERS / 64)
  end
  text[c] = table.concat(bytes):rep(NUMBERS / 64)
end

local function run(slots)
  local device  = gpu.CreateDevice { Name = slots .. " slots" }
  local copy    = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
  local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
  local copied, used = device:CreateFence(0, "copied"), device:CreateFence(0, "used")
  local t, load = timeline.Create(device, { copy, compute }), timeline.Load(device)
  local function buffer(name, bytes, heap, state)
    return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = bytes, InitialState = state,
      Flags = heap == "DEFAULT" and "ALLOW_UNORDERED_ACCESS" or "NONE" }
  end
  local upload = buffer("upload ring", BYTES * slots, "UPLOAD", "GENERIC_READ")
  local ring = {}
  for i = 1, slots do ring[i] = buffer("chunk " .. i, BYTES, "DEFAULT", "COMMON") end     -- COMMON: both queues use it
  local sum, readback, busy = buffer("sum", 4, "DEFAULT", "COMMON"), buffer("readback", 4, "READBACK", "COPY_DEST"), load:State("busy")
  local root = device:CreateRootSignature { Name = "add up", Parameters = {
    { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
  local pso  = device:CreateComputePipelineState { Name = "add up", RootSignature = root, CS = addUp }

  local clear = timeline.Record(device, compute, "clear", function(list)
    list:WriteBufferImmediate { { Dest = sum:GetGPUVirtualAddress(), Value = 0 } }
  end)
  local copies, uses = {}, {}
  for c = 1, CHUNKS do
    local slot, glyph = (c - 1) % slots, ("%x"):format(c)
    copies[c] = timeline.Record(device, copy, "copy " .. c, function(list)
      t:Begin(list, copy, glyph)
      list:CopyBufferRegion(ring[slot + 1], 0, upload, slot * BYTES, BYTES)
      t:End(list, copy)
    end)
    uses[c] = timeline.Record(device, compute, "use " .. c, function(list)
      t:Begin(list, compute, glyph)
      list:SetComputeRootSignature(root)
      list:SetPipelineState(pso)
      list:SetComputeRootShaderResourceView(0, ring[slot + 1]:GetGPUVirtualAddress())
      list:SetComputeRootUnorderedAccessView(1, sum:GetGPUVirtualAddress())
      list:Dispatch(NUMBERS / GROUP, 1, 1)
      load:Work(list, busy, USE)
      t:End(list, compute)
    end)
  end

  compute:ExecuteCommandLists { clear }
  local memory = upload:Map()
  for c = 1, CHUNKS do
    if c > slots then copied:WaitCPU(c - slots) end                   -- the copy that read this slot is done
    local begin = gpu.Now()
    memory:WriteString((c - 1) % slots * BYTES, text[c])
    gpu.Work(c % 4 == 0 and 60 or 5)                                  -- the data comes from a disk, not at a steady pace
    t:Mark("CPU fills", ("%x"):format(c), begin, gpu.Now())

    if c > slots then copy:Wait(used, c - slots) end                  -- and so is the work that read its buffer
    copy:ExecuteCommandLists { copies[c] }
    copy:Signal(copied, c)
    compute:Wait(copied, c)
    compute:ExecuteCommandLists { uses[c] }
    compute:Signal(used, c)
  end
  upload:Unmap()

  compute:ExecuteCommandLists { timeline.Record(device, compute, "read", function(list)
    list:CopyBufferRegion(readback, 0, sum, 0, 4)
  end) }
  compute:Signal(used, CHUNKS + 1)
  used:WaitCPU(CHUNKS + 1)
  t:Collect()
  t:Print(("a ring of %d"):format(slots))
  local got = readback:Map():Read(0, "uint")
  readback:Unmap(0, { Begin = 0, End = 0 })
  print(("  %d bytes of upload memory, the sum is %s"):format(BYTES * slots, got == expected % 2 ^ 32 and "right" or "WRONG"))
  return t:Length()
end

local one, two, four = run(1), run(2), run(4)
print(("%d chunks of %d KiB: %s, %s and %s"):format(CHUNKS, BYTES / 1024, gpu.FormatTime(one), gpu.FormatTime(two), gpu.FormatTime(four)))
