-- Work groups of one dispatch, which nothing orders but atomics: kernels in which it matters which group comes first, and the same kernels done right.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local N = 64
local out, to = gpu.RWStructuredBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint")
local picture = gpu.RWTexture2D("u2", "float")
local sums, last = gpu.GroupShared("uint", N), gpu.GroupShared("uint", 1)

-- dispatch runs a kernel in some groups. out and to have 1024 elements, picture 32 by 32 texels.
local function dispatch(groups, main, threads)
  local queue = t.queue("COMPUTE", "main")
  local shader = gpu.ComputeShader { Name = "kernel", NumThreads = threads or { N, 1, 1 }, Main = main }
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { RangeType = "UAV", BaseShaderRegister = 2, NumDescriptors = 1 } } } } }
  local pipeline = t.device:CreateComputePipelineState { Name = "pipeline", RootSignature = root, CS = shader }
  local texture = t.device:CreateCommittedResource { Name = "picture", Dimension = "TEXTURE2D", Width = 32, Height = 32, Format = "R32_FLOAT", HeapType = "DEFAULT",
    Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
  local heap = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateUnorderedAccessView(texture, nil, nil, heap:GetCPUDescriptorHandleForHeapStart())
  local a, b = t.buf("out", 4096), t.buf("to", 4096)
  t.run(queue, function(l)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pipeline)
    l:SetComputeRootUnorderedAccessView(0, a:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, b:GetGPUVirtualAddress())
    l:SetComputeRootDescriptorTable(2, heap:GetGPUDescriptorHandleForHeapStart())
    l:Dispatch(groups[1], groups[2] or 1, groups[3] or 1)
  end)
  t.idle(queue)
end

-- Two values for one element.
case("groups: all write the elements of the first one", "GS0522 out[", function()
  dispatch({ 3 }, function(GroupIndex, DispatchThreadID)
    out[GroupIndex] = DispatchThreadID.x --!
  end)
end)
case("groups: each writes elements of its own", "silent", function()
  dispatch({ 3 }, function(DispatchThreadID)
    out[DispatchThreadID.x] = DispatchThreadID.x
  end)
end)
case("groups: the row is forgotten", "GS0522 out[", function()
  dispatch({ 1, 4 }, function(DispatchThreadID)
    out[DispatchThreadID.x] = DispatchThreadID.y --!
  end, { 8, 8, 1 })
end)
case("groups: with the row", "silent", function()
  dispatch({ 1, 4 }, function(DispatchThreadID)
    out[DispatchThreadID.y * 8 + DispatchThreadID.x] = DispatchThreadID.y
  end, { 8, 8, 1 })
end)
case("groups: the slice is forgotten", "GS0522 picture", function()
  dispatch({ 2, 2, 2 }, function(DispatchThreadID)
    picture[DispatchThreadID.xy] = DispatchThreadID.z --!
  end, { 4, 4, 1 })
end)
case("groups: of one work item each, which all write one element", "GS0522 out[7]", function()
  dispatch({ 9 }, function(GroupID)
    out[7] = GroupID.x --!
  end, { 1, 1, 1 })
end)
case("groups: all write one value", "silent", function()
  dispatch({ 9 }, function()
    out[7] = 1
  end)
end)
case("groups: the last one comes round to the first", "GS0522 out[0]", function()
  dispatch({ 16 }, function(DispatchThreadID)
    local x = DispatchThreadID.x
    out[x] = x + 1
    if x >= 1008 then
      out[x - 1008] = x --!
    end
  end)
end)
case("groups: an index that wraps at 10 of 64 groups", "GS0522 out[", function()
  dispatch({ 64 }, function(GroupID, GroupIndex)
    if GroupIndex == 0 then
      out[GroupID.x % 10] = GroupID.x --!
    end
  end)
end)
case("groups: an index that wraps at the number of groups", "silent", function()
  dispatch({ 64 }, function(GroupID, GroupIndex)
    if GroupIndex == 0 then
      out[GroupID.x % 64] = GroupID.x
    end
  end)
end)
case("groups: each writes its sum to one place", "GS0522 to[0]", function()
  dispatch({ 4 }, function(GroupIndex, DispatchThreadID)
    sums[GroupIndex] = DispatchThreadID.x
    GroupMemoryBarrierWithGroupSync()
    if GroupIndex == 0 then
      local sum = uint(0)
      for i = 0, N - 1 do sum = sum + sums[i] end
      to[0] = sum --!
    end
  end)
end)
case("groups: each adds its sum", "silent", function()
  dispatch({ 4 }, function(GroupIndex, DispatchThreadID)
    sums[GroupIndex] = DispatchThreadID.x
    GroupMemoryBarrierWithGroupSync()
    if GroupIndex == 0 then
      local sum = uint(0)
      for i = 0, N - 1 do sum = sum + sums[i] end
      InterlockedAdd(to[0], sum)
    end
  end)
end)

-- A read of what another group writes.
case("groups: neighbours in place", "GS0523 out[", function()
  dispatch({ 4 }, function(DispatchThreadID)
    local x = DispatchThreadID.x
    out[x] = x + out[x + 1] --!
  end)
end)
case("groups: neighbours, from one buffer to another", "silent", function()
  dispatch({ 4 }, function(DispatchThreadID)
    local x = DispatchThreadID.x
    to[x] = x + out[x + 1]
  end)
end)
case("groups: the element of its own in place", "silent", function()
  dispatch({ 4 }, function(DispatchThreadID)
    local x = DispatchThreadID.x
    out[x] = x + out[x]
  end)
end)
case("groups: neighbours in place, with a barrier, which is for one group only", "GS0523 out[", function()
  dispatch({ 4 }, function(DispatchThreadID)
    local x = DispatchThreadID.x
    local sum = x + out[x + 1]
    AllMemoryBarrierWithGroupSync()
    out[x] = sum --!
  end)
end)
case("groups: one group, neighbours in place, with a barrier", "silent", function()
  dispatch({ 1 }, function(DispatchThreadID)
    local x = DispatchThreadID.x
    local sum = x + out[x + 1]
    AllMemoryBarrierWithGroupSync()
    out[x] = sum
  end)
end)
case("groups: one group, neighbours in place", "GS0523 out[", function()
  dispatch({ 1 }, function(DispatchThreadID)
    local x = DispatchThreadID.x
    out[x] = x + out[x + 1] --!
  end)
end)
case("groups: neighbours of its own group in place, with a barrier", "silent", function()
  dispatch({ 4 }, function(GroupIndex, DispatchThreadID)
    local x = DispatchThreadID.x
    local sum = x + out[x - GroupIndex + (GroupIndex + 1) % N]
    AllMemoryBarrierWithGroupSync()
    out[x] = sum
  end)
end)
case("groups: texels in place", "GS0523 picture", function()
  dispatch({ 4, 4 }, function(DispatchThreadID)
    local at = DispatchThreadID.xy
    picture[at] = at.x + picture[uint2(at.x, (at.y + 1) % 32)] --!
  end, { 8, 8, 1 })
end)
case("groups: the texel of its own", "silent", function()
  dispatch({ 4, 4 }, function(DispatchThreadID)
    local at = DispatchThreadID.xy
    picture[at] = at.x + picture[at]
  end, { 8, 8, 1 })
end)
case("groups: what the one before has written is used at once", "GS0523 out[", function()
  dispatch({ 4 }, function(DispatchThreadID)
    local x = DispatchThreadID.x
    out[x] = x + 1
    if x > 0 then
      to[x] = out[x - 1] --!
    end
  end)
end)

-- Searches: it matters or not.
case("groups: a search marks what it reaches, all with one number", "silent", function()
  dispatch({ 2 }, function(DispatchThreadID)
    local there = (DispatchThreadID.x * 7) % 32
    if out[there] == 0 then
      out[there] = 5
    end
  end)
end)
case("groups: a search that also counts what it marks", "GS0523 out[", function()
  dispatch({ 2 }, function(DispatchThreadID)
    local there = (DispatchThreadID.x * 7) % 32
    if out[there] == 0 then
      out[there] = 5 --!
      to[DispatchThreadID.x] = 1
    end
  end)
end)
case("groups: a search that asks an atomic function", "silent", function()
  dispatch({ 2 }, function(DispatchThreadID)
    local there = (DispatchThreadID.x * 7) % 32
    if InterlockedMax(out[there], 5) == 0 then
      InterlockedAdd(to[0], 1)
    end
  end)
end)

-- Atomics.
case("groups: counted, and read at once", "GS0523 out[0]", function()
  dispatch({ 3 }, function(DispatchThreadID)
    InterlockedAdd(out[0], 1)
    to[DispatchThreadID.x] = out[0] --!
  end)
end)
case("groups: counted, and the number used that comes back", "silent", function()
  dispatch({ 3 }, function(DispatchThreadID)
    local n = InterlockedAdd(out[0], 1)
    to[n] = DispatchThreadID.x
  end)
end)
case("groups: the last one adds up what all have left", "silent", function()
  dispatch({ 2 }, function(GroupIndex, GroupID)
    if GroupIndex == 0 then
      to[GroupID.x] = GroupID.x + 1
    end
    AllMemoryBarrierWithGroupSync()
    if GroupIndex == 1 then
      last[0] = InterlockedAdd(out[0], 1)
    end
    AllMemoryBarrierWithGroupSync()
    if last[0] == 1 and GroupIndex == 2 then
      to[100] = to[0] + to[1]
    end
  end)
end)
-- What goes wrong only when one group comes between two steps of another one, and between work items of one wave.
case("groups: each signs off before it has written", "GS0523 to[", function()
  dispatch({ 2 }, function(GroupIndex, GroupID)
    last[0] = InterlockedAdd(out[0], 1)
    to[GroupID.x] = GroupID.x + 1
    if last[0] == 1 then to[100] = to[0] + to[1] end --!
  end, { 1, 1, 1 })
end)
case("groups: each signs off when it has written", "silent", function()
  dispatch({ 2 }, function(GroupIndex, GroupID)
    to[GroupID.x] = GroupID.x + 1
    last[0] = InterlockedAdd(out[0], 1)
    if last[0] == 1 then to[100] = to[0] + to[1] end
  end, { 1, 1, 1 })
end)
case("groups: each signs off beside the work items that write", "GS0523 to[", function()
  dispatch({ 2 }, function(GroupIndex, GroupID)
    if GroupIndex == 0 then last[0] = InterlockedAdd(out[0], 1) end
    if GroupIndex == 5 then to[GroupID.x] = GroupID.x + 1 end
    AllMemoryBarrierWithGroupSync()
    if last[0] == 1 and GroupIndex == 2 then to[100] = to[0] + to[1] end --!
  end)
end)
case("groups: one wave, neighbours in place", "GS0523 out[", function()
  dispatch({ 1 }, function(GroupIndex)
    out[GroupIndex] = out[(GroupIndex + 1) % 4] + 1 --!
  end, { 4, 1, 1 })
end)
case("groups: one wave, the element of its own in place", "silent", function()
  dispatch({ 1 }, function(GroupIndex)
    out[GroupIndex] = out[GroupIndex] + GroupIndex
  end, { 4, 1, 1 })
end)
-- Groupshared memory belongs to one group; each of those that are looked through is.
case("groups: a race on groupshared memory of the second one", "GS0520 reads sums[", function()
  dispatch({ 2 }, function(GroupIndex, GroupID)
    sums[GroupIndex] = GroupIndex
    if GroupID.x == 1 then
      out[GroupIndex] = sums[(GroupIndex + 16) % N] --!
    end
  end)
end)
case("groups: the same word of groupshared memory in all", "silent", function()
  dispatch({ 4 }, function(GroupIndex, GroupID)
    if GroupIndex == 0 then
      last[0] = GroupID.x
    end
    GroupMemoryBarrierWithGroupSync()
    out[GroupID.x * N + GroupIndex] = last[0]
  end)
end)

-- What a group does may depend on what an atomic says of a later one: the groups are looked at in both orders.
for _, order in ipairs { "before", "after" } do
  case("groups: the first one reads what the last one publishes " .. order .. " it is written", order == "before" and "GS0523 to[" or "silent", function()
    dispatch({ 2 }, order == "before" and function(GroupID)
      if GroupID.x == 1 then
        InterlockedOr(out[0], 1)
        to[1] = 7
      elseif InterlockedAdd(out[0], 0) == 1 then
        to[0] = to[1] --!
      end
    end or function(GroupID)
      if GroupID.x == 1 then
        to[1] = 7
        InterlockedOr(out[0], 1)
      elseif InterlockedAdd(out[0], 0) == 1 then
        to[0] = to[1]
      end
    end, { 1, 1, 1 })
  end)
end
