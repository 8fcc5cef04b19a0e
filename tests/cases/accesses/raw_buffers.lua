-- Raw buffers at addresses that are known only when the kernel runs: words begin at multiples of 4, and what happens elsewhere is undefined. Reads, writes and
-- atomics, of one word and of several, in each kind of program.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local numbers = gpu.ConstantBuffer("b0", { { "first", "uint" }, { "step", "uint" } })
local from, to = gpu.ByteAddressBuffer("t0"), gpu.RWByteAddressBuffer("u0")

-- run dispatches a kernel: its addresses begin at first, and are step bytes apart.
local function run(main, first, step, more)
  more = more or {}
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 }, { Type = "SRV" }, { Type = "UAV" } } }
  local shader = gpu.ComputeShader { Name = "kernel", NumThreads = { 8, 1, 1 }, Main = main }
  local pso = t.device:CreateComputePipelineState { Name = "kernel", RootSignature = root, CS = shader }
  local q, source, dest = t.queue(more.queue or "DIRECT"), t.buf("source", 1024), t.buf("dest", 1024)
  local function record(l)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRoot32BitConstants(0, { gpu.AsUint(first), gpu.AsUint(step) })
    l:SetComputeRootShaderResourceView(1, source:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(2, dest:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
  if more.bundle then
    local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
    record(bundle)
    bundle:Close()
    t.run(q, function(l) l:ExecuteBundle(bundle) end)
  else
    t.run(q, record)
  end
  t.idle(q)
end

-- both declares a mistake and its twin. step is what the work items are apart.
local function both(name, step, main, more)
  case(name .. ": an offset of 2", 'GS0629 kernel "kernel"', function() run(main, 2, step, more) end)
  case(name .. ": an offset of 4", "silent", function() run(main, 4, step, more) end)
end

both("Load", 4, function(GroupIndex) to:Store(4 * GroupIndex, from:Load(numbers.first + numbers.step * GroupIndex)) end)
both("Load2", 8, function(GroupIndex)
  local v = from:Load2(numbers.first + numbers.step * GroupIndex)
  to:Store(4 * GroupIndex, v.x + v.y)
end)
both("Load3", 12, function(GroupIndex)
  local v = from:Load3(numbers.first + numbers.step * GroupIndex)
  to:Store(4 * GroupIndex, v.x + v.y + v.z)
end)
both("Load4", 16, function(GroupIndex)
  local v = from:Load4(numbers.first + numbers.step * GroupIndex)
  to:Store(4 * GroupIndex, v.x + v.y + v.z + v.w)
end)
both("Load of a writable buffer", 4, function(GroupIndex) to:Store(512 + 4 * GroupIndex, to:Load(numbers.first + numbers.step * GroupIndex)) end)
both("Store", 4, function(GroupIndex) to:Store(numbers.first + numbers.step * GroupIndex, GroupIndex) end)
both("Store2", 8, function(GroupIndex) to:Store2(numbers.first + numbers.step * GroupIndex, uint2(1, 2)) end)
both("Store3", 12, function(GroupIndex) to:Store3(numbers.first + numbers.step * GroupIndex, uint3(1, 2, 3)) end)
both("Store4", 16, function(GroupIndex) to:Store4(numbers.first + numbers.step * GroupIndex, uint4(1, 2, 3, 4)) end)
both("InterlockedAdd", 0, function(GroupIndex) to:InterlockedAdd(numbers.first + numbers.step * GroupIndex, 1) end)
both("InterlockedMax, and what it gives", 4, function(GroupIndex)
  local old = to:InterlockedMax(numbers.first + numbers.step * GroupIndex, GroupIndex)
  to:Store(512 + 4 * GroupIndex, old)
end)
both("InterlockedCompareExchange", 4, function(GroupIndex) to:InterlockedCompareExchange(numbers.first + numbers.step * GroupIndex, 0, 1) end)
both("a loop", 4, function(GroupIndex)
  local sum = uint(0)
  for a = numbers.first, numbers.first + 16, 4 do sum = sum + from:Load(a) end
  to:Store(4 * GroupIndex, sum)
end)
both("a function", 4, function(GroupIndex)
  local function word(byte) return from:Load(byte) end
  to:Store(4 * GroupIndex, word(numbers.first + numbers.step * GroupIndex))
end)
both("a compute queue", 4, function(GroupIndex) to:Store(numbers.first + numbers.step * GroupIndex, GroupIndex) end, { queue = "COMPUTE" })
both("a bundle", 4, function(GroupIndex) to:Store(numbers.first + numbers.step * GroupIndex, GroupIndex) end, { bundle = true })

case("steps of 2", "GS0629 accesses from at byte 6", function() run(function(GroupIndex) to:Store(4 * GroupIndex, from:Load(numbers.first + numbers.step * GroupIndex)) end, 4, 2) end)
case("only one work item is between words", "GS0629 accesses to at byte 21", function()
  run(function(GroupIndex)
    local a = 4 * GroupIndex
    if GroupIndex == 5 then a = a + numbers.first end
    to:Store(a, 1)
  end, 1, 4)
end)
case("the work item between words does not get there", "silent", function()
  run(function(GroupIndex)
    local a = 4 * GroupIndex
    if GroupIndex == 5 then a = a + numbers.first end
    if GroupIndex ~= 5 then to:Store(a, 1) end
  end, 1, 4)
end)
case("an address out of memory that is one", "silent", function() run(function(GroupIndex) to:Store(512 + 4 * GroupIndex, from:Load(from:Load(4 * GroupIndex))) end, 0, 4) end)
case("between words, and outside", "GS0629 accesses to at byte 2001; GS0621", function() run(function(GroupIndex) if GroupIndex == 0 then to:Store(numbers.first, 1) end end, 2001, 4) end)
case("a mask keeps the address on words", "silent", function()
  run(function(GroupIndex) to:Store(4 * GroupIndex, from:Load((numbers.first + numbers.step * GroupIndex) / 4 * 4)) end, 3, 4)
end)
for _, first in ipairs { 2, 4 } do
  case("a pixel shader reads at " .. first, first == 2 and 'GS0629 kernel "pixels"' or "silent", function()
    local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 }, { Type = "SRV" } } }
    local pso = t.drawing("plain", { root = root, ps = { Name = "pixels", Main = function(v) return float4(float(from:Load(numbers.first)), 0.0, 0.0, 1.0) end } })
    local q, x, source = t.queue "DIRECT", t.target "x", t.buf "source"
    local rtv = t.rtv(x)
    t.run(q, function(l)
      l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      t.drawState(l, pso, rtv, nil, root)
      l:SetGraphicsRoot32BitConstants(0, { gpu.AsUint(first), gpu.AsUint(0) })
      l:SetGraphicsRootShaderResourceView(1, source:GetGPUVirtualAddress())
      l:DrawInstanced(3, 1, 0, 0)
    end)
    t.idle(q)
  end)
end
