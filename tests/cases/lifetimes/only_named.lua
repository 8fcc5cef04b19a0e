-- Situations of another project's tests of lifetimes: what only a barrier, a binding or a view names; objects that many works need; what is given up
-- between recording, submission and the end of the work. Expectations were derived from the documentation before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function D(name) return t.queue("DIRECT", name or "q") end
local function copy(dst, src) return function(l) l:CopyBufferRegion(dst, 0, src, 0, 64) end end

-- What is named by a barrier alone.
local function byTransition(l, x) t.go(l, x, "COMMON", "COPY_DEST") end
local function byUAV(l, x) t.uav(l, x) end
for _, how in ipairs { { "a transition", byTransition }, { "a UAV barrier", byUAV } } do
  local what, record = how[1], how[2]
  case(what .. " alone names what is released before the submission", 'GS0604 buffer "x"', function()
    local q, x = D(), t.buf("x")
    local l = t.list(q, function(l) record(l, x) end)
    x:Release()
    q:ExecuteCommandLists { l }
  end)
  case(what .. " alone names what is released in flight", 'GS0601 buffer "x"', function()
    local q, x = D(), t.buf("x")
    t.run(q, function(l) record(l, x) end)
    x:Release()
  end)
  case(what .. " alone names what is released behind the wait", "silent", function()
    local q, x = D(), t.buf("x")
    t.run(q, function(l) record(l, x) end)
    t.idle(q)
    x:Release()
  end)
  case(what .. " names what is released already", "GS0330", function()
    local q, x = D(), t.buf("x")
    x:Release()
    t.run(q, function(l) record(l, x) end)
  end)
end
for _, side in ipairs { "before", "after" } do
  case("an aliasing barrier names, as the resource " .. side .. ", what is released before the submission", 'GS0604 buffer "' .. (side == "before" and "one" or "two") .. '"', function()
    local q, heap = D(), t.heap()
    local one, two = t.placed("one", heap), t.placed("two", heap)
    local l = t.list(q, function(l) t.alias(l, one, two) end)
    if side == "before" then one:Release() else two:Release() end
    q:ExecuteCommandLists { l }
  end)
  case("an aliasing barrier names, as the resource " .. side .. ", what is released in flight", 'GS0601 buffer "' .. (side == "before" and "one" or "two") .. '"', function()
    local q, heap = D(), t.heap()
    local one, two = t.placed("one", heap), t.placed("two", heap)
    t.run(q, function(l) t.alias(l, one, two) end)
    if side == "before" then one:Release() else two:Release() end
  end)
end

-- What is bound and not used.
case("vertices that are bound for no draw are released in flight", 'GS0601 buffer "x"', function()
  local q, x = D(), t.buf("x")
  t.run(q, function(l) t.vertices(l, x) end)
  x:Release()
end)
case("a pipeline that nothing uses is released before the submission", 'GS0604', function()
  local q, root = D(), t.device:CreateRootSignature { Name = "empty" }
  local pso = t.device:CreateComputePipelineState { Name = "idle", RootSignature = root, CS = gpu.ComputeShader { Name = "idle", NumThreads = { 1, 1, 1 }, Main = function() end } }
  local l = t.list(q, function(l) l:SetPipelineState(pso) end)
  pso:Release()
  q:ExecuteCommandLists { l }
end)
case("a heap of descriptors that another one replaced is released in flight", 'GS0601 descriptor heap "one"', function()
  local q = D()
  local function heap(name) return t.device:CreateDescriptorHeap { Name = name, Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" } end
  local one, two = heap "one", heap "two"
  t.run(q, function(l)
    l:SetDescriptorHeaps { one }
    l:SetDescriptorHeaps { two }
  end)
  one:Release()
end)
case("a query heap released between recording and submission", 'GS0604 query heap "ticks"', function()
  local q, ticks = D(), t.device:CreateQueryHeap { Name = "ticks", Type = "TIMESTAMP", Count = 1 }
  local l = t.list(q, function(l) l:EndQuery(ticks, "TIMESTAMP", 0) end)
  ticks:Release()
  q:ExecuteCommandLists { l }
end)
case("a command signature released in flight", "GS0601", function()
  local q, x, args = D(), t.buf("x"), t.buf("args")
  local signature = t.device:CreateCommandSignature { Name = "dispatches", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 1, args, 0)
  end)
  signature:Release()
end)
case("a command signature released behind the wait", "silent", function()
  local q, x, args = D(), t.buf("x"), t.buf("args")
  local signature = t.device:CreateCommandSignature { Name = "dispatches", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 1, args, 0)
  end)
  t.idle(q)
  signature:Release()
end)

-- Objects that several works need.
case("the last of three queues that need it is not waited for", 'GS0601 buffer "x"', function()
  local a, b, c, x = t.queue("COPY", "a"), t.queue("COMPUTE", "b"), D("c"), t.buf("x")
  for _, q in ipairs { a, b, c } do t.run(q, copy(t.readback("to"), x)) end
  t.idle(a) t.idle(b)
  x:Release()
end)
case("the last of three queues waits for the others on the GPU, and the CPU for it", "silent", function()
  local a, b, c, x = t.queue("COPY", "a"), t.queue("COMPUTE", "b"), D("c"), t.buf("x")
  local F, G = t.fence("F"), t.fence("G")
  for _, q in ipairs { a, b } do t.run(q, copy(t.readback("to"), x)) end
  a:Signal(F, 1)
  b:Signal(G, 1)
  c:Wait(F, 1)
  c:Wait(G, 1)
  t.run(c, copy(t.readback("to"), x))
  t.idle(c)
  x:Release()
end)
case("a signal behind the wait for the other queue proves both", "silent", function()
  local a, b, x, F, G = t.queue("COPY", "a"), t.queue("COMPUTE", "b"), t.buf("x"), t.fence("F"), t.fence("G")
  t.run(a, copy(t.readback("to"), x))
  a:Signal(F, 1)
  b:Wait(F, 1)
  b:Signal(G, 1)
  G:WaitCPU(1)
  x:Release()
end)
case("a signal before the wait for the other queue proves one", 'GS0601 buffer "x"', function()
  local a, b, x, F, G = t.queue("COPY", "a"), t.queue("COMPUTE", "b"), t.buf("x"), t.fence("F"), t.fence("G")
  t.run(a, copy(t.readback("to"), x))
  a:Signal(F, 1)
  b:Signal(G, 1)
  b:Wait(F, 1)
  G:WaitCPU(1)
  x:Release()
end)
case("a list is reset on another allocator in flight, and what it recorded before is released", 'GS0601 buffer "x"', function()
  local q, x = D(), t.buf("x")
  local l = t.list(q, copy(t.readback("to"), x))
  q:ExecuteCommandLists { l }
  l:Reset(t.device:CreateCommandAllocator "DIRECT")
  x:Release()
end)
case("a list is reset before it was submitted, and what it recorded before is released", "silent", function()
  local q, x, y = D(), t.buf("x"), t.buf("y")
  local l = t.list(q, copy(t.readback("to"), x))
  l:Reset(t.device:CreateCommandAllocator "DIRECT")
  copy(t.readback("to"), y)(l)
  l:Close()
  x:Release()
  q:ExecuteCommandLists { l }
end)
case("an allocator of three lists, reset when two are done", "GS0602", function()
  local q, A, F = D(), t.device:CreateCommandAllocator "DIRECT", t.fence("F")
  local function list()
    local l = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = A }
    copy(t.readback("to"), t.buf("x"))(l)
    l:Close()
    return l
  end
  local one, two, three = list(), list(), list()
  q:ExecuteCommandLists { one, two }
  q:Signal(F, 1)
  q:ExecuteCommandLists { three }
  F:WaitCPU(1)
  A:Reset() --!
end)
case("an allocator of three lists, the third was never submitted", "silent", function()
  local q, A, F = D(), t.device:CreateCommandAllocator "DIRECT", t.fence("F")
  local function list()
    local l = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = A }
    copy(t.readback("to"), t.buf("x"))(l)
    l:Close()
    return l
  end
  local one, two, _ = list(), list(), list()
  q:ExecuteCommandLists { one, two }
  q:Signal(F, 1)
  F:WaitCPU(1)
  A:Reset()
end)

-- Fences, events and queues.
case("a fence released while a queue waits for it: the queue goes on, and orders nothing", 'GS0512 buffer "x"', function()
  local a, b, x, F = t.queue("COPY", "a"), D("b"), t.buf("x"), t.fence("F")
  b:Wait(F, 1)
  F:Release()
  t.run(a, copy(x, t.upload("up")))
  t.run(b, copy(t.readback("to"), x))
end)
case("a fence released behind the wait that it ended", "silent", function()
  local a, b, x, F = t.queue("COPY", "a"), D("b"), t.buf("x"), t.fence("F")
  t.run(a, copy(x, t.upload("up")))
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, copy(t.readback("to"), x))
  t.idle(b)
  F:Release()
end)
case("an event released behind the wait for it", "silent", function()
  local q, F, done = D(), t.fence("F"), gpu.CreateEvent { Name = "done" }
  F:SetEventOnCompletion(1, done)
  q:Signal(F, 1)
  gpu.WaitForSingleObject(done)
  done:Release()
end)
case("a queue released behind its work", "silent", function()
  local q, x = D(), t.buf("x")
  t.run(q, copy(t.readback("to"), x))
  t.idle(q)
  q:Release()
  x:Release()
end)

-- Descriptors.
local function sampling()
  local picture, out = gpu.Texture2D("t0", "float4"), gpu.RWStructuredBuffer("u0", "float")
  local root = t.device:CreateRootSignature { Name = "sampling", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE" } } }, { Type = "UAV", ShaderRegister = 0 } } }
  local pso = t.device:CreateComputePipelineState { Name = "sampling", RootSignature = root, CS = gpu.ComputeShader { Name = "sampling", NumThreads = { 1, 1, 1 },
    Main = function() out[0] = picture[uint2(0, 0)].x end } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  local out = t.buf("out")
  return heap, function(l, slot)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(slot))
    l:SetComputeRootUnorderedAccessView(1, out:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
end
case("a view is made of one picture, then of another, before the submission: the first may be released", "silent", function()
  local q, one, two = D(), t.tex("one"), t.tex("two")
  local heap, sample = sampling()
  t.device:CreateShaderResourceView(one, nil, heap:GetCPUDescriptorHandle(0))
  local l = t.list(q, function(l) sample(l, 0) end)
  t.device:CreateShaderResourceView(two, nil, heap:GetCPUDescriptorHandle(0))
  one:Release()
  q:ExecuteCommandLists { l }
end)
case("a view is made of one picture, then of another, before the submission: the second is released", "GS0622", function()
  local q, one, two = D(), t.tex("one"), t.tex("two")
  local heap, sample = sampling()
  t.device:CreateShaderResourceView(one, nil, heap:GetCPUDescriptorHandle(0))
  local l = t.list(q, function(l) sample(l, 0) end)
  t.device:CreateShaderResourceView(two, nil, heap:GetCPUDescriptorHandle(0))
  two:Release()
  q:ExecuteCommandLists { l }
end)
case("the slot beside is released in flight", "silent", function()
  local q, one, two = D(), t.tex("one"), t.tex("two")
  local heap, sample = sampling()
  t.device:CreateShaderResourceView(one, nil, heap:GetCPUDescriptorHandle(0))
  t.device:CreateShaderResourceView(two, nil, heap:GetCPUDescriptorHandle(1))
  t.run(q, function(l) sample(l, 0) end)
  two:Release()
end)
case("two lists of a call read two slots, and what the second shows is released in flight", 'GS0601 texture "two"', function()
  local q, one, two = D(), t.tex("one"), t.tex("two")
  local heap, sample = sampling()
  t.device:CreateShaderResourceView(one, nil, heap:GetCPUDescriptorHandle(0))
  t.device:CreateShaderResourceView(two, nil, heap:GetCPUDescriptorHandle(1))
  q:ExecuteCommandLists { t.list(q, function(l) sample(l, 0) end), t.list(q, function(l)
    t.uav(l)
    sample(l, 1)
  end) }
  two:Release()
end)
