-- Work items of a group and the memory that they share: kernels with a barrier that is missing, and the same kernels with it.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local N = 64
local input, out = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local tile, spare, flag = gpu.GroupShared("uint", N), gpu.GroupShared("uint", N), gpu.GroupShared("uint", 1)

-- group runs a kernel of N work items, whose input is the numbers 1 … N.
local function group(main, groups)
  local queue, from, staging = t.queue("COMPUTE", "main"), t.buf("from", 4 * N), t.upload("staging", 4 * N)
  local shader = gpu.ComputeShader { Name = "kernel", NumThreads = { N, 1, 1 }, Main = main }
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "SRV" }, { Type = "UAV" } } }
  local to, pipeline = t.buf("to", 4096), t.device:CreateComputePipelineState { Name = "pipeline", RootSignature = root, CS = shader }
  local numbers = {}
  for i = 1, N do numbers[i] = i end
  staging:Map():Write(0, "uint", numbers)
  staging:Unmap()
  t.run(queue, function(l)
    l:CopyBufferRegion(from, 0, staging, 0, 4 * N)
    t.go(l, from, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pipeline)
    l:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    l:Dispatch(groups or 1, 1, 1)
  end)
  t.idle(queue)
end

-- Written by one, read by another.
case("shared: written and read by another item", "GS0520 reads tile[", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    out[GroupIndex] = tile[(GroupIndex + 16) % N] --!
  end)
end)
case("shared: written, barrier, read by another item", "silent", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    GroupMemoryBarrierWithGroupSync()
    out[GroupIndex] = tile[(GroupIndex + 16) % N]
  end)
end)
case("shared: written and read by the same item", "silent", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    out[GroupIndex] = tile[GroupIndex]
  end)
end)
case("shared: a barrier that does not wait", "GS0520 reads tile[", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    GroupMemoryBarrier()
    out[GroupIndex] = tile[(GroupIndex + 16) % N] --!
  end)
end)
case("shared: neighbours of one wave", "GS0520 reads tile[", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    out[GroupIndex] = tile[(GroupIndex / 4) * 4 + (GroupIndex + 1) % 4] --!
  end)
end)
case("shared: read by few items only", "GS0520 reads tile[63]", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    if GroupIndex == 0 then
      out[0] = tile[N - 1] --!
    end
  end)
end)

-- Written by two.
case("shared: two values for one element", "GS0520 writes flag[0]", function()
  group(function(GroupIndex)
    flag[0] = GroupIndex --!
    GroupMemoryBarrierWithGroupSync()
    out[GroupIndex] = flag[0]
  end)
end)
case("shared: one value for one element", "silent", function()
  group(function(GroupIndex)
    if input[GroupIndex] > 10 then
      flag[0] = 1
    end
    GroupMemoryBarrierWithGroupSync()
    out[GroupIndex] = flag[0]
  end)
end)
case("shared: cleared by one, set by others", "GS0520 writes flag[0]", function()
  group(function(GroupIndex)
    if GroupIndex == 0 then
      flag[0] = 0
    end
    if input[GroupIndex] > 10 then
      flag[0] = 1 --!
    end
    GroupMemoryBarrierWithGroupSync()
    out[GroupIndex] = flag[0]
  end)
end)
case("shared: cleared by one, barrier, set by others", "silent", function()
  group(function(GroupIndex)
    if GroupIndex == 0 then
      flag[0] = 0
    end
    GroupMemoryBarrierWithGroupSync()
    if input[GroupIndex] > 10 then
      flag[0] = 1
    end
    GroupMemoryBarrierWithGroupSync()
    out[GroupIndex] = flag[0]
  end)
end)

-- Reductions and scans.
case("shared: a tree without its inner barrier", "GS0520 tile[", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    GroupMemoryBarrierWithGroupSync()
    local s = uint(N / 2)
    while s > 0 do
      if GroupIndex < s then
        tile[GroupIndex] = tile[GroupIndex] + tile[GroupIndex + s] --!
      end
      s = s / 2
    end
    out[GroupIndex] = tile[GroupIndex]
  end)
end)
case("shared: a tree", "silent", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    local s = uint(N / 2)
    while s > 0 do
      GroupMemoryBarrierWithGroupSync()
      if GroupIndex < s then
        tile[GroupIndex] = tile[GroupIndex] + tile[GroupIndex + s]
      end
      s = s / 2
    end
    GroupMemoryBarrierWithGroupSync()
    out[GroupIndex] = tile[0]
  end)
end)
case("shared: a tree whose sum is read too early", "GS0520 reads tile[0]", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    local s = uint(N / 2)
    while s > 0 do
      GroupMemoryBarrierWithGroupSync()
      if GroupIndex < s then
        tile[GroupIndex] = tile[GroupIndex] + tile[GroupIndex + s]
      end
      s = s / 2
    end
    out[GroupIndex] = tile[0] --!
  end)
end)
case("shared: a tree with and and or", "silent", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    local s = uint(N / 2)
    while s > 0 do
      GroupMemoryBarrierWithGroupSync()
      local more = uint(0)
      if GroupIndex < s and tile[GroupIndex + s] > 0 then
        more = tile[GroupIndex + s]
      end
      if GroupIndex < s then
        tile[GroupIndex] = tile[GroupIndex] + more
      end
      s = s / 2
    end
    GroupMemoryBarrierWithGroupSync()
    out[GroupIndex] = tile[0]
  end)
end)
case("shared: a scan in two halves", "silent", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    local from = uint(1)
    while from < N do
      GroupMemoryBarrierWithGroupSync()
      local sum = tile[GroupIndex]
      if GroupIndex >= from then
        sum = sum + tile[GroupIndex - from]
      end
      spare[GroupIndex] = sum
      GroupMemoryBarrierWithGroupSync()
      tile[GroupIndex] = spare[GroupIndex]
      from = from * 2
    end
    out[GroupIndex] = tile[GroupIndex]
  end)
end)
case("shared: a scan in place", "GS0520 tile[", function()
  group(function(GroupIndex)
    tile[GroupIndex] = input[GroupIndex]
    local from = uint(1)
    while from < N do
      GroupMemoryBarrierWithGroupSync()
      local sum = tile[GroupIndex]
      if GroupIndex >= from then
        sum = sum + tile[GroupIndex - from]
      end
      tile[GroupIndex] = sum --!
      from = from * 2
    end
    out[GroupIndex] = tile[GroupIndex]
  end)
end)

-- Tiles: filled, used, and filled again.
case("shared: a tile that is filled again too early", "GS0520 tile[", function()
  group(function(GroupIndex)
    local sum = uint(0)
    for k = 0, 3 do
      tile[GroupIndex] = input[(GroupIndex + k) % N] --!
      GroupMemoryBarrierWithGroupSync()
      for i = 0, N - 1 do
        sum = sum + tile[i]
      end
    end
    out[GroupIndex] = sum
  end)
end)
case("shared: a tile that is used too early", "GS0520 reads tile[", function()
  group(function(GroupIndex)
    local sum = uint(0)
    for k = 0, 3 do
      tile[GroupIndex] = input[(GroupIndex + k) % N]
      for i = 0, N - 1 do
        sum = sum + tile[i] --!
      end
      GroupMemoryBarrierWithGroupSync()
    end
    out[GroupIndex] = sum
  end)
end)
case("shared: tiles with both barriers", "silent", function()
  group(function(GroupIndex)
    local sum = uint(0)
    for k = 0, 3 do
      tile[GroupIndex] = input[(GroupIndex + k) % N]
      GroupMemoryBarrierWithGroupSync()
      for i = 0, N - 1 do
        sum = sum + tile[i]
      end
      GroupMemoryBarrierWithGroupSync()
    end
    out[GroupIndex] = sum
  end)
end)

-- Atomics.
case("shared: counted by atomics and read too early", "GS0520 reads tile[", function()
  group(function(GroupIndex)
    InterlockedAdd(tile[input[GroupIndex] % 8], 1)
    if GroupIndex < 8 then
      out[GroupIndex] = tile[GroupIndex] --!
    end
  end)
end)
case("shared: counted by atomics", "silent", function()
  group(function(GroupIndex)
    InterlockedAdd(tile[input[GroupIndex] % 8], 1)
    GroupMemoryBarrierWithGroupSync()
    if GroupIndex < 8 then
      out[GroupIndex] = tile[GroupIndex]
    end
  end)
end)
case("shared: atomics onto what another item clears", "GS0520 tile[", function()
  group(function(GroupIndex)
    tile[GroupIndex] = 0
    InterlockedAdd(tile[input[GroupIndex] % 8], 1) --!
    GroupMemoryBarrierWithGroupSync()
    out[GroupIndex] = tile[GroupIndex]
  end)
end)
case("shared: a list with tickets, read behind a barrier", "silent", function()
  group(function(GroupIndex)
    if input[GroupIndex] % 3 == 0 then
      local at = InterlockedAdd(flag[0], 1)
      tile[at] = GroupIndex
    end
    GroupMemoryBarrierWithGroupSync()
    if GroupIndex < flag[0] then
      out[GroupIndex] = tile[GroupIndex]
    end
  end)
end)
case("shared: a list with tickets, read at once", "GS0520 tile[", function()
  group(function(GroupIndex)
    local at = InterlockedAdd(flag[0], 1)
    tile[at] = GroupIndex
    out[GroupIndex] = tile[(at + 16) % N] --!
  end)
end)
case("shared: a lock", "silent", function()
  group(function(GroupIndex)
    local done = false
    while not done do
      if InterlockedExchange(flag[0], 1) == 0 then
        tile[0] = tile[0] + GroupIndex
        InterlockedExchange(flag[0], 0)
        done = true
      end
    end
    GroupMemoryBarrierWithGroupSync()
    out[GroupIndex] = tile[0]
  end)
end)

-- What is looked through are the first group of the first dispatch, its neighbours, and the last group, and all of at most 16.
case("shared: a race in the second group only", "GS0520 reads tile[", function()
  group(function(GroupIndex, GroupID)
    tile[GroupIndex] = input[GroupIndex]
    if GroupID.x == 1 then
      out[GroupIndex] = tile[(GroupIndex + 16) % N] --!
    end
  end, 2)
end)
for _, groups in ipairs { 5, 16, 17 } do
  case("shared: a race in the third group of " .. groups .. " only", groups <= 16 and "GS0520 reads tile[" or "silent", function()
    group(function(GroupIndex, GroupID)
      tile[GroupIndex] = input[GroupIndex]
      if GroupID.x == 2 then
        out[GroupIndex] = tile[(GroupIndex + 16) % N] --!
      end
    end, groups)
  end)
end

-- Resources: two values for one element.
case("resources: two values for one element", "GS0522 out[0]", function()
  group(function(GroupIndex)
    out[0] = input[GroupIndex] --!
  end)
end)
case("resources: one value for one element", "silent", function()
  group(function(GroupIndex)
    if input[GroupIndex] > 10 then
      out[0] = 1
    end
  end)
end)
case("resources: one item writes", "silent", function()
  group(function(GroupIndex)
    if GroupIndex == 5 then
      out[0] = input[GroupIndex]
    end
  end)
end)
case("resources: the largest of all", "silent", function()
  group(function(GroupIndex)
    InterlockedMax(out[0], input[GroupIndex])
  end)
end)
case("resources: written again behind a barrier", "silent", function()
  group(function(GroupIndex)
    out[GroupIndex] = 0
    AllMemoryBarrierWithGroupSync()
    out[(GroupIndex + 16) % N] = input[GroupIndex]
  end)
end)
case("resources: written again at once", "GS0522 out[", function()
  group(function(GroupIndex)
    out[GroupIndex] = 0
    out[(GroupIndex + 16) % N] = input[GroupIndex] --!
  end)
end)
