-- Unordered access inside of one submission, and who else reads it, after the tests of another project's validation and the usage scopes
-- of WebGPU: which barrier stands where, which elements meet, which accesses commute. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local function compute(name) return t.queue("COMPUTE", name or "c") end

case("the barrier stands before both", 'GS0517 Dispatch #10 writes buffer "x", which Dispatch #5', function(ok)
  local c, x = compute(), t.buf("x")
  t.run(c, function(l)
    t.uav(l, x)
    t.fill(l, x)
    if ok then t.uav(l, x) end
    t.fill(l, x)
  end)
end)
case("the barrier stands behind both", 'GS0517 buffer "x"', function(ok)
  local c, x = compute(), t.buf("x")
  t.run(c, function(l)
    t.fill(l, x)
    if ok then t.uav(l, x) end
    t.fill(l, x)
    t.uav(l, x)
  end)
end)
case("the first and the third meet", 'GS0517 buffer "x"', function(ok)
  local c, x, y = compute(), t.buf("x"), t.buf("y")
  t.run(c, function(l)
    t.fill(l, x)
    t.fill(l, y)
    if ok then t.uav(l, x) end
    t.fill(l, x)
  end)
end)
case("two share three buffers without a barrier", 'GS0517 buffer "x"', function(ok)
  local c, b = compute(), { t.buf("x"), t.buf("y"), t.buf("z") }
  local one, two, three = gpu.RWStructuredBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint"), gpu.RWStructuredBuffer("u2", "uint")
  local root = t.device:CreateRootSignature { Name = "three", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 }, { Type = "UAV", ShaderRegister = 2 } } }
  local pso = t.device:CreateComputePipelineState { Name = "three", RootSignature = root, CS = gpu.ComputeShader { Name = "three", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) one[GroupIndex] = 1 two[GroupIndex] = 2 three[GroupIndex] = 3 end } }
  t.run(c, function(l)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    for i = 1, 3 do l:SetComputeRootUnorderedAccessView(i - 1, b[i]:GetGPUVirtualAddress()) end
    l:Dispatch(1, 1, 1)
    if ok then t.uav(l, nil) end
    l:Dispatch(1, 1, 1)
  end)
end)
case("a list with nothing but the barrier, in the wrong place", 'GS0517 buffer "x"', function(ok)
  local c, x = compute(), t.buf("x")
  local one, two = t.list(c, function(l) t.fill(l, x) end, "one"), t.list(c, function(l) t.fill(l, x) end, "two")
  local barrier = t.list(c, function(l) t.uav(l, x) end, "barrier")
  if ok then c:ExecuteCommandLists { one, barrier, two } else c:ExecuteCommandLists { one, two, barrier } end
end)
case("the barrier is in another submission's list", 'GS0517 buffer "x"', function(ok)
  local c, x = compute(), t.buf("x")
  local one, two = t.list(c, function(l) t.fill(l, x) end, "one"), t.list(c, function(l) t.fill(l, x) end, "two")
  c:ExecuteCommandLists { t.list(c, function(l) t.uav(l, x) end, "barrier") }
  if ok then
    c:ExecuteCommandLists { one }
    c:ExecuteCommandLists { two }
  else
    c:ExecuteCommandLists { one, two }
  end
end)
case("a transition of another buffer", 'GS0517 buffer "x"', function(ok)
  local c, x, y = compute(), t.buf("x"), t.buf("y")
  t.run(c, function(l)
    t.fill(l, x)
    t.go(l, ok and x or y, ok and "UNORDERED_ACCESS" or "COMMON", "COPY_SOURCE")
    if ok then t.go(l, x, "COPY_SOURCE", "UNORDERED_ACCESS") end
    t.fill(l, x)
  end)
end)
case("written, read behind a barrier, written again", 'GS0517 buffer "x"', function(ok)
  local c, x, y, z = compute(), t.buf("x"), t.buf("y"), t.buf("z")
  t.run(c, function(l)
    t.fill(l, x)
    t.uav(l, x)
    t.dispatch(l, "grow", x)
    if ok then t.uav(l, x) end
    t.fill(l, x)
    t.fill(l, y)
    t.fill(l, z)
  end)
end)
case("two buffers, a barrier for one of them", 'GS0517 buffer "y"', function(ok)
  local c, x, y = compute(), t.buf("x"), t.buf("y")
  t.run(c, function(l)
    t.fill(l, x)
    t.fill(l, y)
    t.uav(l, not ok and x or nil)
    t.fill(l, x)
    t.fill(l, y)
  end)
end)
case("three kernels in a row, one barrier", 'GS0517 Dispatch #9', function(ok)
  local c, x = compute(), t.buf("x")
  t.run(c, function(l)
    t.use(l, "fill", x)
    l:Dispatch(1, 1, 1)
    t.uav(l, x)
    l:Dispatch(1, 1, 1)
    l:SetComputeRoot32BitConstants(0, { gpu.AsUint(ok and 64 or 0), gpu.AsUint(1) })
    l:SetMarker("third")
    l:Dispatch(1, 1, 1) --!
  end)
end)
case("a split transition of the buffer between", 'GS0517 buffer "x"', function(ok)
  local c, x = compute(), t.buf("x")
  t.run(c, function(l)
    t.fill(l, x)
    if ok then
      t.go(l, x, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE", nil, "BEGIN_ONLY")
      t.go(l, x, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE", nil, "END_ONLY")
      t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS")
    end
    t.fill(l, x)
  end)
end)
case("a kernel reads what the next one overwrites", 'GS0517 buffer "x"', function(ok)
  local c, x = compute(), t.buf("x")
  t.run(c, function(l)
    t.dispatch(l, "shift", x, nil, 0)      -- reads 0 to 63, writes 64 to 127
    t.fill(l, x, ok and 128 or 63)
  end)
end)
case("a kernel reads one element that the one before wrote", 'GS0517 buffer "x"', function(ok)
  local c, x = compute(), t.buf("x")
  t.run(c, function(l)
    t.fill(l, x, 0)
    t.dispatch(l, "shift", x, nil, ok and 64 or 63)
  end)
end)
case("the same in two submissions of one queue", 'GS0517 buffer "x"', function(ok)
  local c, x = compute(), t.buf("x")
  local one = t.list(c, function(l) t.fill(l, x) end)
  local two = t.list(c, function(l) t.dispatch(l, "shift", x) end)
  if ok then
    c:ExecuteCommandLists { one }
    c:ExecuteCommandLists { two }
  else
    c:ExecuteCommandLists { one, two }
  end
end)
case("ping and pong between two buffers without transitions", 'GS0402 buffer "x"', function(ok)
  local c, x, y = compute(), t.buf("x"), t.buf("y")
  t.run(c, function(l)
    t.fill(l, x)
    for _ = 1, 2 do
      if ok then t.go(l, x, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE") end
      t.dispatch(l, "move", y, x)
      if ok then
        t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS")
        t.go(l, y, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
      end
      t.dispatch(l, "move", x, y)
      if ok then t.go(l, y, "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS") end
    end
  end)
end)

-- Views of parts, and atomics, through kernels of their own.
local one, two = gpu.RWStructuredBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint")
local kernels = {
  both = function(GroupIndex) one[GroupIndex] = 1 two[GroupIndex] = 2 end,
  first = function(GroupIndex) one[GroupIndex] = 1 end,
  second = function(GroupIndex) two[GroupIndex] = 2 end,
  peek = function(GroupIndex) two[GroupIndex] = one[GroupIndex] end,
  add = function(GroupIndex) InterlockedAdd(one[0], 1) end,
  add2 = function(GroupIndex) InterlockedAdd(one[0], 2) end,
  max = function(GroupIndex) InterlockedMax(one[0], GroupIndex) end,
  exchange = function(GroupIndex) if GroupIndex == 0 then InterlockedExchange(one[0], 7) end end,
  load = function(GroupIndex) two[GroupIndex] = one[0] end,
}
local function lab()
  local root = t.device:CreateRootSignature { Name = "two", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 } } }
  return function(l, kernel, x, y, xAt, yAt)
    l:SetPipelineState(t.device:CreateComputePipelineState { Name = kernel, RootSignature = root,
      CS = gpu.ComputeShader { Name = kernel, NumThreads = { 64, 1, 1 }, Main = kernels[kernel] } })
    l:SetComputeRootSignature(root)
    l:SetComputeRootUnorderedAccessView(0, x:GetGPUVirtualAddress() + (xAt or 0))
    if y then l:SetComputeRootUnorderedAccessView(1, y:GetGPUVirtualAddress() + (yAt or 0)) end
    l:Dispatch(1, 1, 1)
  end
end
case("two kernels, two addresses of one buffer, one element apart too little", 'GS0517 buffer "x"', function(ok)
  local c, x, run = compute(), t.buf("x"), lab()
  t.run(c, function(l)
    run(l, "first", x, x, 0)
    run(l, "first", x, x, ok and 256 or 252)
  end)
end)
case("a kernel writes through u0, the next through u1", 'GS0517 buffer "x"', function(ok)
  local c, x, y, run = compute(), t.buf("x"), t.buf("y"), lab()
  t.run(c, function(l)
    run(l, "first", x, y)
    run(l, "second", y, x, 0, ok and 1024 or 0)
  end)
end)
case("reads through unordered views commute, a write does not", 'GS0517 buffer "x"', function(ok)
  local c, x, y, z, run = compute(), t.buf("x"), t.buf("y"), t.buf("z"), lab()
  t.run(c, function(l)
    run(l, "peek", x, y)
    run(l, ok and "peek" or "first", x, z)
  end)
end)
case("two atomic sums commute, a read of the sum does not", 'GS0517 buffer "x"', function(ok)
  local c, x, y, run = compute(), t.buf("x"), t.buf("y"), lab()
  t.run(c, function(l)
    run(l, "add", x, y)
    run(l, ok and "add2" or "load", x, y)
  end)
end)
case("a sum and a maximum do not commute", 'GS0517 buffer "x"', function(ok)
  local c, x, y, run = compute(), t.buf("x"), t.buf("y"), lab()
  t.run(c, function(l)
    run(l, "add", x, y)
    if ok then t.uav(l, x) end
    run(l, "max", x, y)
  end)
end)
case("two exchanges do not commute", 'GS0517 buffer "x"', function(ok)
  local c, x, y, run = compute(), t.buf("x"), t.buf("y"), lab()
  t.run(c, function(l)
    run(l, "exchange", x, y)
    if ok then t.uav(l, x) end
    run(l, "exchange", x, y)
  end)
end)
case("atomics of two queues", 'GS0516 buffer "x"', function(ok)
  local b, c, x, y, F, run = t.queue("DIRECT", "b"), compute(), t.buf("x"), t.buf("y"), t.fence("F"), lab()
  b:ExecuteCommandLists { t.list(b, function(l) run(l, "add", x, y) end) }
  b:Signal(F, 1)
  if ok then c:Wait(F, 1) end
  c:ExecuteCommandLists { t.list(c, function(l) run(l, "add", x, y) end) } --!
end)
case("an atomic sum on one queue, the sum is read on another", 'GS0512 buffer "x"', function(ok)
  local b, c, x, y, F, run = t.queue("DIRECT", "b"), compute(), t.buf("x"), t.buf("y"), t.fence("F"), lab()
  b:ExecuteCommandLists { t.list(b, function(l) run(l, "add", x, y) end) }
  b:Signal(F, 1)
  if ok then c:Wait(F, 1) end
  c:ExecuteCommandLists { t.list(c, function(l) run(l, "load", x, t.buf("z")) end) } --!
end)

-- Usage scopes: what one command may do with one resource.
case("one kernel has a buffer as constants and writes it", 'GS0407 buffer "x"', function(ok)
  local c, x, y = compute(), t.buf("x"), t.buf("y")
  t.run(c, function(l)
    t.dispatch(l, "constant", x, ok and y or x)
  end)
end)
case("one kernel reads a buffer and writes it elsewhere", 'GS0407 buffer "x"', function(ok)
  local c, x, y = compute(), t.buf("x"), t.buf("y")
  t.run(c, function(l)
    t.use(l, "move", x, ok and y or x)
    if not ok then l:SetComputeRootShaderResourceView(1, x:GetGPUVirtualAddress() + 2048) end
    l:Dispatch(1, 1, 1)
  end)
end)
case("indirect arguments that the dispatch itself writes", 'GS0407 buffer "x"', function(ok)
  local c, x, y = compute(), t.buf("x"), t.buf("y")
  local signature = t.device:CreateCommandSignature { Name = "indirect", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  t.run(c, function(l)
    t.use(l, "fill", ok and y or x, nil, 512)
    l:ExecuteIndirect(signature, 1, x, 0)
  end)
end)
case("arguments and constants of one buffer, and the arguments are written too", 'GS0402 buffer "x"', function(ok)
  local c, x, y = compute(), t.buf("x"), t.buf("y")
  local signature = t.device:CreateCommandSignature { Name = "indirect", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  t.run(c, function(l)
    t.use(l, "constant", y, x)
    l:ExecuteIndirect(signature, 1, x, 0)
    if ok then t.go(l, x, "VERTEX_AND_CONSTANT_BUFFER|INDIRECT_ARGUMENT", "UNORDERED_ACCESS") end
    t.fill(l, x)
  end)
end)
case("a buffer is vertices of one draw and written by the next", 'GS0402 buffer "x"', function(ok)
  local q, x, pso, rtv = t.queue("DIRECT", "q"), t.buf("x"), t.drawing("vertices"), t.rtv(t.target("picture"))
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    t.vertices(l, x)
    l:DrawInstanced(3, 1)
    if ok then t.go(l, x, "VERTEX_AND_CONSTANT_BUFFER", "UNORDERED_ACCESS") end
    t.fill(l, x)
  end)
end)
case("a buffer is read in three ways, then copied over", 'GS0402 buffer "x"', function(ok)
  local q, x, y = t.queue("DIRECT", "q"), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    t.dispatch(l, "move", y, x)
    t.uav(l, y)
    t.dispatch(l, "constant", y, x)
    l:CopyBufferRegion(t.readback("to"), 0, x, 0, 256)
    if ok then t.go(l, x, "NON_PIXEL_SHADER_RESOURCE|VERTEX_AND_CONSTANT_BUFFER|COPY_SOURCE", "COPY_DEST") end
    l:CopyBufferRegion(x, 0, t.upload("from"), 0, 256)
  end)
end)

-- Mips of a texture in kernels: each reads the mip before and writes the next.
local mip, below = gpu.RWTexture2D("u0", "float4"), gpu.Texture2D("t0", "float4")
local function mips()
  local flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE"
  local root = t.device:CreateRootSignature { Name = "mips", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
    { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = flags }, { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = flags } } } } }
  local pso = t.device:CreateComputePipelineState { Name = "halve", RootSignature = root, CS = gpu.ComputeShader { Name = "halve", NumThreads = { 8, 8, 1 },
    Main = function(DispatchThreadID) mip[DispatchThreadID.xy] = below:Load(int3(int2(DispatchThreadID.xy), 0)) end } }
  local heap, used = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 16, Flags = "SHADER_VISIBLE" }, 0
  return function(l, x, from, to, y)
    t.device:CreateShaderResourceView(x, { ViewDimension = "TEXTURE2D", MostDetailedMip = from, MipLevels = 1 }, heap:GetCPUDescriptorHandle(used))
    t.device:CreateUnorderedAccessView(y or x, nil, { ViewDimension = "TEXTURE2D", MipSlice = to }, heap:GetCPUDescriptorHandle(used + 1))
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(used))
    l:Dispatch(1, 1, 1)
    used = used + 2
  end
end
local function pyramid(state) return t.tex("x", state or "NON_PIXEL_SHADER_RESOURCE", "ALLOW_UNORDERED_ACCESS", { MipLevels = 4 }) end
case("a mip chain, a transition of one mip missing", 'GS0402 texture "x"', function(ok)
  local c, x, halve = compute(), pyramid(), mips()
  t.run(c, function(l)
    for m = 1, 3 do
      t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS", m)
      halve(l, x, m - 1, m)
      if ok or m ~= 1 then t.go(l, x, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE", m) end
    end
  end)
end)
case("a mip chain that reads the mip it writes", 'GS0407 texture "x"', function(ok)
  local c, x, halve = compute(), pyramid(), mips()
  t.run(c, function(l)
    t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS", 1)
    halve(l, x, ok and 0 or 1, 1)
  end)
end)
case("a mip is painted while another queue reads it", 'GS05xx texture "x"', function(ok)
  local b, c, x, halve = compute("b"), compute(), pyramid(), mips()
  local y = t.tex("y", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS")
  b:ExecuteCommandLists { t.list(b, function(l) halve(l, x, ok and 2 or 1, 0, y) end) }
  c:ExecuteCommandLists { t.list(c, function(l) --!
    t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS", 1)
    halve(l, x, 0, 1)
  end) }
end)

-- Two lists of one call, recorded by one function of the script: the barrier belongs to the second of them, not to all lists.
case("two lists of one call fill a buffer", 'GS0517 "x"', function(ok)
  local c, x = compute(), t.buf "x"
  local one = t.list(c, function(l)
    t.fill(l, x) --1
  end, "one")
  local two = t.list(c, function(l)
    if ok then t.uav(l, x) end
    t.fill(l, x, 0, 2) --!
  end, "two")
  c:ExecuteCommandLists { one, two }
end)
