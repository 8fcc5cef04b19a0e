-- Elements that two kernels touch at strides of their own, which meet in single elements or lie between each other: stores, loads and atomic functions, in one list, in two
-- lists of a call, in two calls and on two queues. What is expected follows from the sets of elements, which are counted here, and from what commutes.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local params = gpu.ConstantBuffer("b0", { { "first", "uint" }, { "stride", "uint" } })
local x, sink = gpu.RWStructuredBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint")
local kinds = {
  store = { writes = true, main = function(GroupIndex) x[params.first + params.stride * GroupIndex] = 7 end },
  load = { main = function(GroupIndex) sink[GroupIndex] = x[params.first + params.stride * GroupIndex] end },
  add = { writes = true, commutes = true, main = function(GroupIndex) InterlockedAdd(x[params.first + params.stride * GroupIndex], 1) end },
  max = { writes = true, commutes = true, main = function(GroupIndex) InterlockedMax(x[params.first + params.stride * GroupIndex], 5) end },
  swap = { writes = true, main = function(GroupIndex) sink[GroupIndex] = InterlockedExchange(x[params.first + params.stride * GroupIndex], GroupIndex) end },
}

-- A use of eight elements: first, first + stride, … of buffer b.
local function use(l, kind, b, first, stride)
  local root = t.device:CreateRootSignature { Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 }, { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 } } }
  l:SetComputeRootSignature(root)
  l:SetPipelineState(t.device:CreateComputePipelineState { Name = kind, RootSignature = root,
    CS = gpu.ComputeShader { Name = kind, NumThreads = { 8, 1, 1 }, Main = kinds[kind].main } })
  l:SetComputeRoot32BitConstants(0, { gpu.AsUint(first), gpu.AsUint(stride) })
  l:SetComputeRootUnorderedAccessView(1, b:GetGPUVirtualAddress())
  l:SetComputeRootUnorderedAccessView(2, t.buf("sink"):GetGPUVirtualAddress())
  l:Dispatch(1, 1, 1)
end

local function meet(a, b)
  for i = 0, 7 do
    for j = 0, 7 do
      if a[1] + a[2] * i == b[1] + b[2] * j then return true end
    end
  end
  return false
end

local ways = {
  { name = "one list", call = true, run = function(first, second)
    local q = t.queue("COMPUTE", "q")
    t.run(q, function(l)
      first(l)
      second(l)
    end)
  end },
  { name = "two lists of a call", call = true, run = function(first, second)
    local q = t.queue("COMPUTE", "q")
    q:ExecuteCommandLists { t.list(q, first), t.list(q, second) }
  end },
  { name = "two lists of a call, a barrier ends the first", run = function(first, second, b)
    local q = t.queue("DIRECT", "q")
    q:ExecuteCommandLists { t.list(q, function(l)
      first(l)
      t.uav(l, b)
    end), t.list(q, second) }
  end },
  { name = "two lists of a call, a barrier for another buffer", call = true, run = function(first, second)
    local q = t.queue("DIRECT", "q")
    q:ExecuteCommandLists { t.list(q, first), t.list(q, function(l)
      t.uav(l, t.buf("other"))
      second(l)
    end) }
  end },
  { name = "two calls", run = function(first, second)
    local q = t.queue("DIRECT", "q")
    t.run(q, first)
    t.run(q, second)
  end },
  { name = "two queues", queues = true, run = function(first, second)
    t.run(t.queue("COMPUTE", "one"), first)
    t.run(t.queue("DIRECT", "two"), second)
  end },
  { name = "two queues, a barrier on each", queues = true, run = function(first, second, b)
    for _, record in ipairs { first, second } do
      t.run(t.queue("COMPUTE", record == first and "one" or "two"), function(l)
        t.uav(l, b)
        record(l)
        t.uav(l, b)
      end)
    end
  end },
  { name = "two queues, the second waits", run = function(first, second)
    local one, two, F = t.queue("COMPUTE", "one"), t.queue("COMPUTE", "two"), t.fence("F")
    t.run(one, first)
    one:Signal(F, 1)
    two:Wait(F, 1)
    t.run(two, second)
  end },
}

-- What is expected of two uses that nothing orders.
local function expected(way, one, other, kind, otherKind)
  local a, b = kinds[kind], kinds[otherKind]
  if not (way.call or way.queues) or not (a.writes or b.writes) then return "silent" end
  if not meet(one, other) then -- atomic functions that commute leave what lies beside alone
    return way.queues and a.writes and b.writes and not (a.commutes and b.commutes) and 'GS0514 buffer "x"' or "silent"
  end
  local commute = kind == otherKind and a.commutes
  if way.call then return commute and "silent" or 'GS0517 buffer "x"' end
  return commute and 'GS0516 buffer "x"' or 'GS0512 buffer "x"'
end

local function pair(way, one, other, kind, otherKind)
  local name = ("%s at %d + %d i, %s at %d + %d i: %s"):format(kind, one[1], one[2], otherKind, other[1], other[2], way.name)
  case(name, expected(way, one, other, kind, otherKind), function()
    local b = t.buf("x")
    way.run(function(l) use(l, kind, b, one[1], one[2]) end, function(l) use(l, otherKind, b, other[1], other[2]) end, b)
  end)
end

-- Nines and sevens meet in element 36 alone; nines and nines beside them in none; the last of eight in a row is where a stride of eight begins, or it begins one later.
local places = { { { 0, 9 }, { 1, 7 } }, { { 0, 9 }, { 4, 9 } }, { { 0, 1 }, { 7, 8 } }, { { 0, 1 }, { 8, 8 } } }
local pairsOfKinds = { { "store", "store" }, { "store", "load" }, { "load", "store" }, { "load", "load" }, { "add", "add" }, { "add", "max" }, { "add", "load" }, { "max", "store" }, { "swap", "swap" } }
for i, k in ipairs(pairsOfKinds) do
  for j, p in ipairs(places) do
    pair(ways[1], p[1], p[2], k[1], k[2])
    pair(ways[6], p[1], p[2], k[1], k[2])
    local other = ways[({ 2, 3, 4, 5, 7, 8 })[(i + 2 * j) % 6 + 1]]
    pair(other, p[1], p[2], k[1], k[2])
  end
end
