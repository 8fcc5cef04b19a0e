-- Scripts whose work may run in many orders: what is said, and its words, follow from the calls alone (see TestCasesUnderSchedules).
local t = require "prelude"
local gpu, case = t.gpu, t.case

local input, out = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local tile = gpu.GroupShared("uint", 64)

-- turn reads what another work item writes, where the first number of the input is not 0.
local function turn(GroupIndex)
  tile[GroupIndex] = GroupIndex + 1
  if input[0] == 0 then GroupMemoryBarrierWithGroupSync() end
  out[GroupIndex] = tile[63 - GroupIndex]
end
local function always(GroupIndex)
  tile[GroupIndex] = GroupIndex + 1
  out[GroupIndex] = tile[63 - GroupIndex]
end
local function outside(GroupIndex) out[GroupIndex + 1000000] = GroupIndex end
local function beyond(GroupIndex) out[GroupIndex] = input[GroupIndex + 1000000] end

-- world makes a root signature and pipelines of the kernels by their names.
local function world(kernels)
  local w = { pipelines = {} }
  w.root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "SRV", Flags = "DATA_VOLATILE" }, { Type = "UAV" } } }
  for name, main in pairs(kernels) do
    local shader = gpu.ComputeShader { Name = name, NumThreads = { 64, 1, 1 }, Main = main }
    w.pipelines[name] = t.device:CreateComputePipelineState { Name = name, RootSignature = w.root, CS = shader }
  end
  w.from, w.a, w.b = t.buf("from"), t.buf("a"), t.buf("b")
  -- bind sets all that a dispatch needs.
  function w.bind(l, name, to, from)
    l:SetComputeRootSignature(w.root)
    l:SetPipelineState(w.pipelines[name])
    l:SetComputeRootShaderResourceView(0, (from or w.from):GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
  end
  return w
end

-- long gives a queue work that takes its time.
local function long(q)
  local x, y = t.buf("x", 2 ^ 20), t.buf("y", 2 ^ 20)
  t.run(q, function(l) for _ = 1, 20 do l:CopyResource(x, y) end end, "long")
end
local function both(...)
  for i, q in ipairs { ... } do
    local g = t.fence("done " .. i)
    q:Signal(g, 1)
    g:WaitCPU(1)
  end
end

case("a racing kernel on two queues, the first of which is late", 'GS0520', function()
  local w, p, q = world { turn = always }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  long(p)
  t.run(p, function(l) w.bind(l, "turn", w.a) l:Dispatch(1, 1, 1) end, "one")
  t.run(q, function(l) w.bind(l, "turn", w.b) l:Dispatch(1, 1, 1) end, "two")
  both(p, q)
end)
case("a racing kernel on two queues, nobody waits", 'GS0520', function()
  local w, p, q = world { turn = always }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  long(p)
  t.run(p, function(l) w.bind(l, "turn", w.a) l:Dispatch(1, 1, 1) end, "one")
  t.run(q, function(l) w.bind(l, "turn", w.b) l:Dispatch(1, 1, 1) end, "two")
end)
case("a racing kernel on two queues, the second alone is waited for", 'GS0520', function()
  local w, p, q = world { turn = always }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  long(p)
  t.run(p, function(l) w.bind(l, "turn", w.a) l:Dispatch(1, 1, 1) end, "one")
  t.run(q, function(l) w.bind(l, "turn", w.b) l:Dispatch(1, 1, 1) end, "two")
  both(q)
end)
case("a kernel that races by its data, in the dispatch that was submitted second", 'silent', function()
  local w, p, q = world { turn = turn }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  local zero, one = t.upload("zero"), t.upload("one")
  one:Map():Write(0, "uint", { 1 })
  one:Unmap()
  long(p)
  t.run(p, function(l) w.bind(l, "turn", w.a, zero) l:Dispatch(1, 1, 1) end, "one")
  t.run(q, function(l) w.bind(l, "turn", w.b, one) l:Dispatch(1, 1, 1) end, "two")
  both(p, q)
end)
case("a kernel that races by its data, in the dispatch that was submitted first", 'GS0520', function()
  local w, p, q = world { turn = turn }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  local zero, one = t.upload("zero"), t.upload("one")
  one:Map():Write(0, "uint", { 1 })
  one:Unmap()
  long(p)
  t.run(p, function(l) w.bind(l, "turn", w.a, one) l:Dispatch(1, 1, 1) end, "one")
  t.run(q, function(l) w.bind(l, "turn", w.b, zero) l:Dispatch(1, 1, 1) end, "two")
  both(p, q)
end)
case("a racing kernel, first with no groups", 'GS0901; GS0520', function()
  local w, p, q = world { turn = always }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  t.run(p, function(l) w.bind(l, "turn", w.a) l:Dispatch(0, 1, 1) end, "none")
  t.run(q, function(l) w.bind(l, "turn", w.b) l:Dispatch(1, 1, 1) end, "two")
  t.run(p, function(l) w.bind(l, "turn", w.a) l:Dispatch(1, 1, 1) end, "three")
  both(p, q)
end)
case("a racing kernel, first with no groups in arguments", 'GS0520', function()
  local w, p, q = world { turn = always }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  local signature = t.device:CreateCommandSignature { ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  local args = t.upload("args")
  args:Map():Write(0, "uint", { 0, 1, 1, 1, 1, 1 })
  args:Unmap()
  long(p)
  t.run(p, function(l) w.bind(l, "turn", w.a) l:ExecuteIndirect(signature, 1, args, 0) end, "none")
  t.run(q, function(l) w.bind(l, "turn", w.b) l:ExecuteIndirect(signature, 2, args, 0) end, "two")
  t.run(p, function(l) w.bind(l, "turn", w.a) l:Dispatch(1, 1, 1) end, "three")
  both(p, q)
end)
case("a racing kernel, first left out by predication", 'GS0520', function()
  local w, p, q = world { turn = always }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  local flags = t.buf("flags")
  t.run(p, function(l)
    t.go(l, flags, "COMMON", "PREDICATION")
    l:SetPredication(flags, 0, "EQUAL_ZERO")
    w.bind(l, "turn", w.a)
    l:Dispatch(1, 1, 1)
  end, "none")
  t.run(q, function(l) w.bind(l, "turn", w.b) l:Dispatch(1, 1, 1) end, "two")
  t.run(p, function(l) w.bind(l, "turn", w.a) l:Dispatch(1, 1, 1) end, "three")
  both(p, q)
end)
case("a racing kernel in a bundle, and on another queue", 'GS0520', function()
  local w, p, q = world { turn = always }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  w.bind(bundle, "turn", w.a)
  bundle:Dispatch(1, 1, 1)
  bundle:Close()
  long(p)
  t.run(p, function(l) l:SetComputeRootSignature(w.root) l:ExecuteBundle(bundle) end, "one")
  t.run(q, function(l) w.bind(l, "turn", w.b) l:Dispatch(1, 1, 1) end, "two")
  both(p, q)
end)
case("a racing kernel of two threads", 'GS0520', function()
  local w = world { turn = always }
  local function start(name, to)
    return gpu.Thread(name, function()
      local q = t.queue("COMPUTE", name)
      t.run(q, function(l) w.bind(l, "turn", to) l:Dispatch(1, 1, 1) end, name)
      both(q)
    end)
  end
  local one, two = start("one", w.a), start("two", w.b)
  one:Join()
  two:Join()
end)
local function far(GroupIndex) out[GroupIndex + 2000000] = GroupIndex end
case("out of bounds on two queues at once", 'GS0621 outside', function()
  local w, p, q = world { outside = outside, far = far }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  long(p)
  t.run(p, function(l) w.bind(l, "outside", w.a) l:Dispatch(1, 1, 1) end, "one")
  t.run(q, function(l) w.bind(l, "far", w.b) l:Dispatch(1, 1, 1) end, "two")
  both(p, q)
end)
case("out of bounds on two queues at once, the second is waited for first", 'GS0621 beyond', function()
  local w, p, q = world { outside = outside, beyond = beyond }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  long(p)
  t.run(p, function(l) w.bind(l, "outside", w.a) l:Dispatch(1, 1, 1) end, "one")
  t.run(q, function(l) w.bind(l, "beyond", w.b) l:Dispatch(1, 1, 1) end, "two")
  both(q, p)
end)
case("out of bounds, and a call that is wrong before anybody waits", 'GS0333', function()
  local w, q = world { outside = outside }, t.queue("COMPUTE", "q")
  local l = t.list(q, function(l) w.bind(l, "outside", w.a) l:Dispatch(1, 1, 1) end, "one")
  q:ExecuteCommandLists { l }
  gpu.Work(50)
  l:Close()
end)
case("out of bounds before a kernel without an end", 'GS0621 outside; GS0511 endless', function()
  local w = world { outside = outside, endless = function(GroupIndex)
    local i = 1
    while i > 0 do i = i + out[0] * 0 end
    out[GroupIndex] = i
  end }
  local p, q, f = t.queue("DIRECT", "p"), t.queue("COMPUTE", "q"), t.fence("f")
  t.run(q, function(l) w.bind(l, "outside", w.a) l:Dispatch(1, 1, 1) end, "one")
  q:Signal(f, 1)
  p:Wait(f, 1)
  t.run(p, function(l) w.bind(l, "endless", w.b) l:Dispatch(1, 1, 1) end, "two")
  both(p, q)
end)
case("out of bounds before a deadlock", 'GS0621', function()
  local w, q = world { outside = outside }, t.queue("COMPUTE", "q")
  t.run(q, function(l) w.bind(l, "outside", w.a) l:Dispatch(1, 1, 1) end, "one")
  t.fence("never"):WaitCPU(1)
end)
case("out of bounds on two devices, the second of which is removed", 'GS0621', function()
  local w, q = world { outside = outside }, t.queue("COMPUTE", "q")
  local other = gpu.CreateDevice { Name = "other" }
  local p = other:CreateCommandQueue { Type = "COPY", Name = "p" }
  local l = other:CreateCommandList { Type = "COPY", Name = "list", Allocator = other:CreateCommandAllocator "COPY" }
  local x = other:CreateCommittedResource { Name = "x", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 65536, InitialState = "COMMON" }
  local y = other:CreateCommittedResource { Name = "y", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 65536, InitialState = "COMMON" }
  l:CopyResource(x, y)
  l:Close()
  t.run(q, function(l) w.bind(l, "outside", w.a) l:Dispatch(1, 1, 1) end, "one")
  p:ExecuteCommandLists { l }
  other:RemoveDevice()
  both(q)
end)
case("out of bounds of two threads with queues of their own", 'GS0621 outside; GS0621 beyond', function()
  local w = world { outside = outside, beyond = beyond }
  local function start(name, to)
    return gpu.Thread(name, function()
      local q = t.queue("COMPUTE", name)
      t.run(q, function(l) w.bind(l, name, to) l:Dispatch(1, 1, 1) end, name)
      both(q)
    end)
  end
  local one, two = start("outside", w.a), start("beyond", w.b)
  one:Join()
  two:Join()
end)
case("out of bounds on queues of two priorities", 'GS0621 beyond', function()
  local w = world { outside = outside, beyond = beyond }
  local p = t.device:CreateCommandQueue { Type = "DIRECT", Name = "low" }
  local q = t.device:CreateCommandQueue { Type = "DIRECT", Name = "high", Priority = "HIGH" }
  long(p)
  t.run(p, function(l) w.bind(l, "outside", w.a) l:Dispatch(1, 1, 1) end, "one")
  t.run(q, function(l) w.bind(l, "beyond", w.b) l:Dispatch(1, 1, 1) end, "two")
  both(q, p)
end)
case("out of bounds, polled for", 'GS0621 beyond', function()
  local w, p, q, f = world { outside = outside, beyond = beyond }, t.queue("DIRECT", "p"), t.queue("COMPUTE", "q"), t.fence("f")
  long(p)
  t.run(p, function(l) w.bind(l, "outside", w.a) l:Dispatch(1, 1, 1) end, "one")
  t.run(q, function(l) w.bind(l, "beyond", w.b) l:Dispatch(1, 1, 1) end, "two")
  q:Signal(f, 1)
  while f:GetCompletedValue() < 1 do gpu.Work(3) end
  t.device:CreateFence(0, "later")
  both(p)
end)
case("a poll of one fence, work of another queue, and mapped memory", 'GS0906; GS0513', function()
  local p, q, f = t.queue("COPY", "p"), t.queue("COPY", "q"), t.fence("f")
  local up, to = t.upload("up"), t.buf("to")
  long(p)
  t.run(p, function(l) l:CopyBufferRegion(to, 0, up, 0, 64) end)
  p:Signal(f, 1)
  t.run(q, function() end)
  q:Signal(f, 2)
  while f:GetCompletedValue() < 2 do gpu.Work(1) end
  up:Map():Write(0, "uint", { 1 })
end)
case("two threads record lists on one allocator", 'GS0530', function()
  local allocator = t.device:CreateCommandAllocator("DIRECT", "shared")
  local function record(name)
    return gpu.Thread(name, function()
      local l = t.device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = allocator }
      gpu.Work(10)
      l:SetMarker("here")
      l:Close()
    end)
  end
  local one, two = record "one", record "two"
  one:Join()
  two:Join()
end)
case("two threads record one list", 'GS0530', function()
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = t.device:CreateCommandAllocator "DIRECT" }
  local function record(name)
    return gpu.Thread(name, function()
      l:SetMarker(name)
      gpu.Work(10)
      l:SetMarker(name)
    end)
  end
  local one, two = record "one", record "two"
  one:Join()
  two:Join()
  l:Close()
end)
-- given lets one thread signal on a queue, and another one let it wait for that: after the signal where the script says so.
local function given(ordered)
  local q, f, g = t.queue("DIRECT", "q"), t.fence("f"), t.fence("g")
  local reader = gpu.Thread("reader", function()
    if ordered then g:WaitCPU(1) end
    q:Wait(f, 1)
    gpu.Work(10)
  end)
  gpu.Work(5)
  q:Signal(f, 1)
  if ordered then g:Signal(1) end
  reader:Join()
  t.idle(q)
end
case("a queue waits for what another thread signals on it", 'GS0505 direct queue "q"', function() given(false) end)
case("a queue waits for what another thread has signalled on it", "silent", function() given(true) end)
-- behind gives a queue work that nothing orders with a wait of another thread and with work of another queue. A signal may end the wait.
local function behind(ends)
  local p, q, f, x, y = t.queue("DIRECT", "p"), t.queue("COPY", "q"), t.fence("f"), t.buf("x"), t.buf("y")
  if ends then f:Signal(1) end
  local waiter = gpu.Thread("waiter", function()
    gpu.Work(3)
    q:Wait(f, 1)
  end)
  local worker = gpu.Thread("worker", function()
    gpu.Work(3)
    t.run(q, function(l) l:CopyResource(x, y) end, "one")
  end)
  gpu.Work(3)
  t.run(p, function(l) l:CopyResource(x, y) end, "two")
  waiter:Join()
  worker:Join()
end
case("a race of work that may stand after another thread's wait, which never ends", 'GS0504 copy queue "q"', function()
  behind(false)
end)
case("a race of work that may stand after another thread's wait, which ends", 'GS0512 buffer "x"', function()
  behind(true)
end)
case("released while a thread may come to map it", 'GS0530 buffer "x"', function()
  local x = t.readback("x")
  local user = gpu.Thread("user", function() x:Map() x:Unmap() end)
  x:Release()
  user:Join()
end)
case("released behind the end of the thread that maps it", 'silent', function()
  local x = t.readback("x")
  local user = gpu.Thread("user", function() x:Map() x:Unmap() end)
  user:Join()
  x:Release()
end)
case("an allocator is reset while a thread may submit what stands on it", 'GS0530 allocator', function()
  local q, x, y, alloc = t.queue("COPY", "q"), t.buf("x"), t.buf("y"), t.device:CreateCommandAllocator("COPY")
  local l = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = alloc }
  l:CopyResource(x, y)
  l:Close()
  local user = gpu.Thread("user", function() q:ExecuteCommandLists { l } end)
  alloc:Reset()
  user:Join()
end)
case("work of a thread that may miss its buffer does not hide a release that is too early", 'GS0601 buffer "y" is released', function()
  local q, x, y = t.queue("COPY", "q"), t.buf("x"), t.buf("y")
  local w = t.list(q, function(l) l:CopyBufferRegion(x, 0, y, 0, 64) end)
  local two = gpu.Thread("two", function() gpu.Work(3); q:ExecuteCommandLists { w } end) -- it needs y only where x is still there
  gpu.Work(3)
  q:ExecuteCommandLists { w } --1
  local three = gpu.Thread("three", function() x:Release() end)
  y:Release() --!
  two:Join(); three:Join()
  t.idle(q)
end)
case("a thread releases what the main thread submits beside it", 'GS0530 buffer "y"', function()
  local q, x, y = t.queue("COPY", "q"), t.buf("x"), t.buf("y")
  local l = t.list(q, function(l) l:CopyResource(x, y) end)
  local one = gpu.Thread("one", function() y:Release() end)
  q:ExecuteCommandLists { l }
  one:Join()
end)
case("a thread releases what another one uses", 'GS0601', function()
  local q, x, y = t.queue("COPY", "q"), t.buf("x"), t.buf("y")
  t.run(q, function(l) l:CopyResource(x, y) end)
  local one = gpu.Thread("one", function() gpu.Work(200) x:Release() end)
  one:Join()
end)
case("frames with a latency, and one fence value too few", 'silent', function()
  local q, f, up, to = t.queue("DIRECT", "q"), t.fence("f"), t.upload("up"), t.buf("to")
  local m = up:Map()
  for i = 1, 6 do
    if i > 2 then f:WaitCPU(i - 2) end
    m:Write(i % 2 * 256, "uint", { i })
    t.run(q, function(l) l:CopyBufferRegion(to, 0, up, i % 2 * 256, 64) end)
    if i ~= 3 then q:Signal(f, i) end
  end
end)
case("a swap chain whose buffers another queue draws", 'GS0612', function()
  local q, p = t.queue("DIRECT", "q"), t.queue("DIRECT", "p")
  local s = q:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }
  for _ = 1, 4 do
    local back = s:GetBuffer(s:GetCurrentBackBufferIndex())
    local rtv = t.rtv(back)
    t.run(q, function(l)
      t.go(l, back, "PRESENT", "RENDER_TARGET")
      l:ClearRenderTargetView(rtv, { 0, 0, 1, 1 })
      t.go(l, back, "RENDER_TARGET", "PRESENT")
    end)
    s:Present(1)
    t.run(p, function(l)
      t.go(l, back, "PRESENT", "COPY_SOURCE")
      t.go(l, back, "COPY_SOURCE", "PRESENT")
    end)
    back:Release()
  end
end)
case("queries that two queues resolve", 'GS0512', function()
  local q, p = t.queue("DIRECT", "q"), t.queue("COMPUTE", "p")
  local h = t.device:CreateQueryHeap { Name = "h", Type = "TIMESTAMP", Count = 2 }
  local to = t.buf("to")
  t.run(q, function(l) l:EndQuery(h, "TIMESTAMP", 0) end)
  t.run(p, function(l) l:ResolveQueryData(h, "TIMESTAMP", 0, 1, to, 0) end)
  both(p, q)
end)
case("descriptors that were never written, on two queues", 'GS0622', function()
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE" } } } } }
  local shader = gpu.ComputeShader { Name = "k", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) out[GroupIndex] = 1 end }
  local pso = t.device:CreateComputePipelineState { Name = "k", RootSignature = root, CS = shader }
  local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  local p, q = t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  long(p)
  for i, queue in ipairs { p, q } do
    t.run(queue, function(l)
      l:SetDescriptorHeaps { heap }
      l:SetComputeRootSignature(root)
      l:SetPipelineState(pso)
      l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(i))
      l:Dispatch(1, 1, 1)
    end, "list " .. i)
  end
  both(p, q)
end)
case("a hang while another device runs", 'GS0511', function()
  local w = world { endless = function(GroupIndex)
    local i = 1
    while i > 0 do i = i + out[0] * 0 end
    out[GroupIndex] = i
  end }
  local q = t.queue("COMPUTE", "q")
  local other = gpu.CreateDevice { Name = "other" }
  local p, f = other:CreateCommandQueue { Type = "COPY", Name = "p" }, other:CreateFence(0, "f")
  t.run(q, function(l) w.bind(l, "endless", w.a) l:Dispatch(1, 1, 1) end, "one")
  p:Signal(f, 1)
  f:WaitCPU(1)
  both(q)
end)

-- The second of the four textures is in a state in which no shader reads it.
local function varying() return t.varying(2) end
case("a chosen texture in a wrong state", 'GS0402 needs texture "x2"', function()
  local w, q = varying(), t.queue("COMPUTE", "q")
  w.run(q, 1)
  t.idle(q)
end)
case("another texture is chosen", 'silent', function()
  local w, q = varying(), t.queue("COMPUTE", "q")
  w.run(q, 2)
  t.idle(q)
end)
case("a chosen texture in a wrong state, on a queue that waits", 'GS0402 needs texture "x2"', function()
  local w, q, f = varying(), t.queue("COMPUTE", "q"), t.fence("f")
  q:Wait(f, 1)
  w.run(q, 1)
  f:Signal(1)
  t.idle(q)
end)
case("another texture is chosen, on a queue that waits", 'silent', function()
  local w, q, f = varying(), t.queue("COMPUTE", "q"), t.fence("f")
  q:Wait(f, 1)
  w.run(q, 2)
  f:Signal(1)
  t.idle(q)
end)
case("a chosen texture comes to its state before the queue goes on", 'silent', function()
  local w, p, q, f = varying(), t.queue("DIRECT", "p"), t.queue("COMPUTE", "q"), t.fence("f")
  q:Wait(f, 1)
  w.run(q, 1)
  t.run(p, function(l) t.go(l, w.textures[2], "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end, "moves")
  p:Signal(f, 1)
  t.idle(q)
end)
case("a chosen texture leaves its state before the queue goes on", 'GS0402 needs texture "x1"', function()
  local w, p, q, f = varying(), t.queue("DIRECT", "p"), t.queue("COMPUTE", "q"), t.fence("f")
  q:Wait(f, 1)
  w.run(q, 0)
  t.run(p, function(l) t.go(l, w.textures[1], "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST") end, "moves")
  p:Signal(f, 1)
  t.idle(q)
end)
case("chosen textures in wrong states, on two queues", 'GS0402 needs texture "x2"', function()
  local w, p, q = varying(), t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  long(p)
  w.run(p, 1, t.buf("one"))
  w.run(q, 1)
  both(q, p)
end)
case("a chosen texture is released too early", 'GS0601 texture "x1"', function()
  local w, q = varying(), t.queue("COMPUTE", "q")
  w.run(q, 0)
  w.textures[1]:Release()
  t.idle(q)
end)
case("a chosen texture is released too early, and late by the clock", 'GS0601 texture "x1"', function()
  local w, q = varying(), t.queue("COMPUTE", "q")
  w.run(q, 0)
  gpu.Work(1000)
  w.textures[1]:Release()
  t.idle(q)
end)
case("another texture than the chosen one is released", 'silent', function()
  local w, q = varying(), t.queue("COMPUTE", "q")
  w.run(q, 0)
  w.textures[3]:Release()
  t.idle(q)
end)

-- named gives a queue an ExecuteIndirect whose arguments name buffer x.
local function named(q, x)
  local signature = t.device:CreateCommandSignature { Name = "view", ByteStride = 24, RootSignature = t.root(),
    ArgumentDescs = { { Type = "UNORDERED_ACCESS_VIEW", RootParameterIndex = 2 }, { Type = "DISPATCH" } } }
  local args = t.upload("args")
  args:Map():Write(0, "uint", { x:GetGPUVirtualAddress(), 0, 1, 1, 1 })
  t.run(q, function(l)
    t.use(l, "fill", t.buf("y"))
    l:ExecuteIndirect(signature, 1, args, 0)
  end, "names")
end
case("a named buffer is released too early", 'GS0601 buffer "x"', function()
  local q, x = t.queue("COMPUTE", "q"), t.buf("x")
  named(q, x)
  x:Release()
  t.idle(q)
end)
case("a named buffer is released too early, and late by the clock", 'GS0601 buffer "x"', function()
  local q, x = t.queue("COMPUTE", "q"), t.buf("x")
  named(q, x)
  gpu.Work(1000)
  x:Release()
  t.idle(q)
end)
case("a named buffer is released too early, and a signal comes behind that", 'GS0601 buffer "x"', function()
  local q, x, f = t.queue("COMPUTE", "q"), t.buf("x"), t.fence("f")
  long(q)
  named(q, x)
  x:Release()
  q:Signal(f, 1)
  f:WaitCPU(1)
end)
case("a named buffer is released behind a wait that is too short", 'GS0601 buffer "x"', function()
  local q, x, f = t.queue("COMPUTE", "q"), t.buf("x"), t.fence("f")
  long(q)
  q:Signal(f, 1)
  named(q, x)
  f:WaitCPU(1)
  x:Release()
  q:Signal(f, 2)
  f:WaitCPU(2)
end)
case("a named buffer is released behind its wait", 'silent', function()
  local q, x, f = t.queue("COMPUTE", "q"), t.buf("x"), t.fence("f")
  named(q, x)
  q:Signal(f, 1)
  f:WaitCPU(1)
  x:Release()
end)
case("another buffer than the named one is released", 'silent', function()
  local q, x, z = t.queue("COMPUTE", "q"), t.buf("x"), t.buf("z")
  named(q, x)
  z:Release()
  t.idle(q)
end)

-- polled has work behind the values 1 and 2 of a fence, of which a later one may be read.
local function polled(wait)
  local p, q, f = t.queue("DIRECT", "p"), t.queue("DIRECT", "q"), t.fence("f")
  local x, y = t.buf("x"), t.buf("y")
  t.run(p, function(l) l:CopyBufferRegion(x, 0, t.upload("from"), 0, 256) end, "one")
  p:Signal(f, 1)
  t.run(p, function(l) l:CopyBufferRegion(y, 0, t.upload("from"), 0, 256) end, "two")
  p:Signal(f, 2)
  gpu.Work(1000)
  wait(f)
  t.run(q, function(l) l:CopyBufferRegion(y, 0, t.upload("other"), 0, 256) end, "three")
  t.idle(q)
  t.idle(p)
end
case("a poll asks for less than it reads", 'GS0512 buffer "y"', function()
  polled(function(f) while f:GetCompletedValue() < 1 do gpu.Work(1) end end)
end)
case("a poll that is kept asks for less than it reads", 'GS0512 buffer "y"', function()
  polled(function(f)
    local v = f:GetCompletedValue()
    while v < 1 do v = f:GetCompletedValue() end
  end)
end)
case("a poll asks for what it reads", 'silent', function()
  polled(function(f) while f:GetCompletedValue() < 2 do gpu.Work(1) end end)
end)
case("a poll asks for a calculated value", 'silent', function()
  polled(function(f)
    local frame = 4
    repeat gpu.Work(1) until f:GetCompletedValue() >= frame - 2
  end)
end)

-- Two threads that each let two queues write the same bytes, and that wait for all four in an order of their own.
local function racers(body)
  local queues, fences, buffers, from = {}, {}, {}, t.buf("from")
  for i = 1, 2 do
    queues[i] = { t.queue("COPY", "q" .. i), t.queue("COPY", "r" .. i) }
    fences[i] = { t.fence("F" .. i), t.fence("G" .. i) }
    buffers[i] = t.buf("x" .. i)
  end
  local function hear(...)
    for _, i in ipairs { ... } do
      fences[i][1]:WaitCPU(1)
      fences[i][2]:WaitCPU(1)
    end
  end
  local function race(i)
    for k = 1, 2 do
      t.run(queues[i][k], function(l) l:CopyBufferRegion(buffers[i], 0, from, 0, 64) end)
      queues[i][k]:Signal(fences[i][k], 1)
    end
  end
  body(race, hear)
end
case("races of two threads, each of which hears of the other's first", 'GS0512 buffer "x1"', function()
  racers(function(race, hear)
    local one = gpu.Thread("one", function() race(1) hear(2, 1) end)
    local two = gpu.Thread("two", function() race(2) hear(1, 2) end)
    hear(2, 1)
    one:Join()
    two:Join()
  end)
end)
-- When both threads have heard of both, as much is known to each. What the main thread hears counts first, and its last news is of the second race.
case("races of two threads, and work that nobody waits for", 'GS0512 buffer "x2"', function()
  racers(function(race, hear)
    local y, z = t.buf("y"), t.buf("z")
    t.run(t.queue("COPY", "alone"), function(l) l:CopyBufferRegion(y, 0, z, 0, 64) end)
    local two = gpu.Thread("two", function() race(2) hear(2, 1) end)
    race(1)
    hear(1, 2)
    two:Join()
  end)
end)
case("races of two threads of one thread", 'GS0512 buffer "x1"', function()
  racers(function(race, hear)
    local one
    local two = gpu.Thread("two", function() race(2) hear(2, 1) end)
    local elder = gpu.Thread("elder", function()
      one = gpu.Thread("one", function() race(1) hear(1, 2) end)
      hear(1, 2)
      one:Join()
    end)
    hear(2, 1)
    elder:Join()
    two:Join()
  end)
end)

-- What one thread gives up while another one waits by it: some runs stand still then, and each tells the same.
case("a fence is released beside a wait of a queue", 'GS0530 fence "F"', function()
  local q, F, done = t.queue("DIRECT", "q"), t.fence("F"), t.fence("done")
  local other = gpu.Thread("other", function()
    gpu.Work(3)
    F:Release() --!
  end)
  gpu.Work(3)
  q:Wait(F, 1) --1
  q:Signal(done, 1)
  done:WaitCPU(1)
  other:Join()
end)
case("an event is released beside a wait of a thread", 'GS0530 event "e"', function()
  local e = gpu.CreateEvent { Name = "e" }
  local other = gpu.Thread("other", function()
    gpu.Work(3)
    e:Release() --!
  end)
  gpu.Work(3)
  gpu.WaitForSingleObject(e) --1
  other:Join()
end)
case("an event is released behind a wait of a thread", 'silent', function()
  local e = gpu.CreateEvent { Name = "e" }
  local other = gpu.Thread("other", function()
    gpu.WaitForSingleObject(e)
  end)
  e:SetEvent()
  other:Join()
  e:Release()
end)
case("a thread clashes over another fence after it has waited by what is released", 'GS0530 event "e"', function()
  local e, F = gpu.CreateEvent { Name = "e" }, t.fence("F")
  local one = gpu.Thread("one", function()
    gpu.Work(3)
    e:Release() --!
  end)
  local two = gpu.Thread("two", function()
    gpu.Work(3)
    F:Release()
  end)
  gpu.Work(3)
  gpu.WaitForSingleObject(e) --1
  F:Release()
  one:Join()
  two:Join()
end)
case("two threads present, and one of them lets the queue wait for ever", 'GS0502 direct queue "p"', function()
  local p, G, done = t.queue("DIRECT", "p"), t.fence("G"), t.fence("done")
  local chain = p:CreateSwapChain { Name = "chain", Width = 8, Height = 8, BufferCount = 2 }
  local one = gpu.Thread("one", function()
    gpu.Work(3)
    p:Wait(G, 1) --!
    chain:Present()
  end)
  gpu.Work(3)
  chain:Present()
  one:Join()
  p:Signal(done, 1)
  done:WaitCPU(1)
end)

-- A thread that presents waits until few frames are left: one that stands behind a wait is not shown before what ends the wait comes.
local function presenting(latency, frames)
  local p, q, F, done = t.queue("DIRECT", "p"), t.queue("COPY", "q"), t.fence("F"), t.fence("done")
  local chain = p:CreateSwapChain { Name = "chain", Width = 8, Height = 8, BufferCount = 2 }
  chain:SetMaximumFrameLatency(latency)
  return p, q, F, function() for i = 1, frames do chain:Present() end end, function()
    p:Signal(done, 1)
    done:WaitCPU(1)
  end
end
for _, row in ipairs { { "before", "silent", 1, 1, true, false }, { "after", 'GS0505 direct queue "p"', 1, 1, false, false }, { "after some of many", "silent", 3, 2, false, false },
  { "after all of many", 'GS0505 direct queue "p"', 3, 3, false, false }, { "before, the CPU waits", "silent", 3, 3, false, true } } do
  local name, want, latency, frames, early, waits = unpack(row)
  case("a thread signals what a loader lets the queue wait for, and presents: " .. name, want, function()
    local p, q, F, present, finish = presenting(latency, frames)
    local loader = gpu.Thread("loader", function()
      gpu.Work(3)
      if waits then F:WaitCPU(1) end
      p:Wait(F, 1) --!
    end)
    gpu.Work(3)
    if early then F:Signal(1) end
    present()
    if not early then F:Signal(1) end
    loader:Join()
    finish()
  end)
end
case("a worker signals what the queue waits for when a frame is presented", 'GS0505 direct queue "p"', function()
  local p, q, F, present, finish = presenting(1, 1)
  local go = t.fence("go")
  local worker = gpu.Thread("worker", function()
    go:WaitCPU(1)
    q:Signal(F, 1)
  end)
  local loader = gpu.Thread("loader", function()
    gpu.Work(3)
    p:Wait(F, 1) --!
  end)
  gpu.Work(3)
  present()
  go:Signal(1)
  loader:Join()
  worker:Join()
  finish()
end)
case("a worker signals what the queue waits for whether a frame is presented or not", "silent", function()
  local p, q, F, present, finish = presenting(1, 1)
  local worker = gpu.Thread("worker", function() q:Signal(F, 1) end)
  local loader = gpu.Thread("loader", function()
    gpu.Work(3)
    p:Wait(F, 1)
  end)
  gpu.Work(3)
  present()
  loader:Join()
  worker:Join()
  finish()
end)
case("a loader lets the queue wait when all frames are presented", "silent", function()
  local p, q, F, present, finish = presenting(1, 2)
  local shown = t.fence("shown")
  local loader = gpu.Thread("loader", function()
    shown:WaitCPU(1)
    p:Wait(F, 1)
  end)
  present()
  shown:Signal(1)
  F:Signal(1)
  loader:Join()
  finish()
end)
for _, early in ipairs { true, false } do
  case("a thread presents behind its own wait, and another one signals " .. (early and "before" or "beside that"), early and "silent" or 'GS0505 the main thread calls Signal', function()
    local p, q, F, present, finish = presenting(1, 1)
    if early then p:Signal(F, 1) end
    local renderer = gpu.Thread("renderer", function()
      gpu.Work(3)
      p:Wait(F, 1) --!
      present()
      if not early then F:Signal(1) end
    end)
    gpu.Work(3)
    if not early then p:Signal(F, 1) end
    renderer:Join()
    finish()
  end)
end
case("a queue is released beside its last signal", 'GS0530 queue "q"', function()
  local q, F = t.queue("DIRECT", "q"), t.fence("F")
  local other = gpu.Thread("other", function()
    gpu.Work(3)
    q:Release() --!
  end)
  gpu.Work(3)
  q:Signal(F, 1) --1
  other:Join()
  F:WaitCPU(1)
end)

-- Who maps again what it has unmapped leaves it unmapped for a moment.
local function mapping(between)
  local up = t.upload("up")
  up:Map()
  local function again() up:Unmap() up:Map() end --!
  local other = gpu.Thread("other", again)
  if between then other:Join() end
  again()
  other:Join()
end
case("two threads unmap a buffer and map it again", 'GS0530 buffer "up"', function() mapping(false) end)
case("two threads unmap a buffer and map it again, one after the other", 'silent', function() mapping(true) end)

-- A target in a heap that one thread clears and another draws to, on one queue: which of them comes first is up to the run, unless the second waits for the first.
local function cleared(before, ordered)
  local q, heap = t.queue("DIRECT", "q"), t.heap(65536, "ALLOW_ONLY_RT_DS_TEXTURES")
  local x = t.device:CreatePlacedResource { Name = "x", Heap = heap, HeapOffset = 0, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
    InitialState = "RENDER_TARGET", Flags = "ALLOW_RENDER_TARGET" }
  local view, pso = t.rtv(x), t.drawing "plain"
  local function clear() t.run(q, function(l) l:ClearRenderTargetView(view, { 0, 0, 0, 1 }) end) end
  if before then clear() end
  local one = gpu.Thread("one", function() clear() t.idle(q) end)
  local two = gpu.Thread("two", function()
    if ordered then one:Join() end
    t.run(q, function(l)
      t.drawState(l, pso, view)
      l:DrawInstanced(3, 1)
    end)
    t.idle(q)
  end)
  one:Join()
  two:Join()
  t.idle(q)
end
case("a target that one thread clears and another draws to", 'GS0614 texture "x"', function() cleared(false, false) end)
case("a target that one thread clears before another draws to it", 'silent', function() cleared(false, true) end)
case("a target that is cleared before one thread clears it and another draws to it", 'silent', function() cleared(true, false) end)

-- A thread whose wait another one may take away does not come to its next call in every run.
for _, row in ipairs { { "a call that is wrong, after a wait by an event that another thread gives up", false, 'GS0530' }, { "a call that is wrong, after a wait by an event that another thread gives up when it has ended", true, 'GS0335' } } do
  case(row[1], row[3], function()
    local F, ev = t.fence("F"), gpu.CreateEvent("ev")
    local a = t.device:CreateCommandAllocator("COPY")
    local l = t.device:CreateCommandList { Type = "COPY", Name = "l", Allocator = a }
    F:SetEventOnCompletion(1, ev)
    local G = t.fence("G")
    gpu.Thread("other", function()
      if row[2] then G:WaitCPU(1) end
      ev:Release()
    end)
    F:Signal(1)
    gpu.WaitForSingleObject(ev)
    G:Signal(1)
    a:Reset()
  end)
end
