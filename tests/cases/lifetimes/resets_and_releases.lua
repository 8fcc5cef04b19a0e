-- Who must live until when, and what is reset too early, after the tests of another project's object lifetimes and command buffers.
-- Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local function write(b, at, n) return function(l) l:CopyBufferRegion(b, at or 0, t.upload("from"), 0, n or 256) end end
local function read(b, at, n) return function(l) l:CopyBufferRegion(t.readback("to"), 0, b, at or 0, n or 256) end end
local function stage() return t.queue("COPY", "a"), t.queue("DIRECT", "b"), t.buf("x"), t.fence("F") end
local function open(type, name, allocator)
  return t.device:CreateCommandList { Type = type, Name = name, Allocator = allocator or t.device:CreateCommandAllocator(type, name .. "'s") }
end

case("released while its queue still waits for a signal", 'GS0601 buffer "x"', function(ok)
  local a, _, x, F = stage()
  local G = t.fence("G")
  a:Wait(F, 1)
  t.run(a, read(x))
  a:Signal(G, 1)
  F:Signal(1)
  if ok then G:WaitCPU(1) end
  x:Release() --!
end)
case("released behind a wait for a queue that did not wait", 'GS0601 buffer "x"', function(ok)
  local a, b, x, F = stage()
  local G = t.fence("G")
  t.run(a, read(x))
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:Signal(G, 1)
  G:WaitCPU(1)
  x:Release() --!
end)
case("released when the first of two submissions is done", 'GS0601 buffer "x"', function(ok)
  local a, _, x, F = stage()
  t.run(a, read(x))
  a:Signal(F, 1)
  t.run(a, read(x))
  a:Signal(F, 2)
  F:WaitCPU(ok and 2 or 1)
  x:Release() --!
end)
case("released by the value of a rewound fence", 'GS0601 buffer "x"', function(ok)
  local a, _, x, F = stage()
  a:Signal(F, 5)
  F:WaitCPU(5)
  t.run(a, read(x))
  if ok then F:Signal(0) end
  a:Signal(F, 5)
  F:WaitCPU(5)
  x:Release() --!
end)
case("the destination released, the source not", 'GS0601 buffer "y"', function(ok)
  local a, _, x = stage()
  local y = t.buf("y")
  t.run(a, function(l) l:CopyBufferRegion(y, 0, x, 0, 256) end)
  if ok then t.idle(a) end
  y:Release() --!
end)
case("a texture of a table released in flight that the shader does not sample", 'GS0601 buffer "old"', function(ok)
  local c, old, x = t.queue("COMPUTE", "c"), t.buf("old"), t.buf("x")
  t.run(c, function(l) t.dispatch(l, "move", x, old) end)
  if ok then t.idle(c) end
  old:Release() --!
end)
case("a placed resource released in flight, its memory used again", 'GS0601 buffer "one"', function(ok)
  local a, heap = t.queue("COPY", "a"), t.heap()
  local one = t.placed("one", heap)
  t.run(a, write(one))
  if ok then t.idle(a) end
  one:Release() --!
  t.run(a, write(t.placed("two", heap)))
end)
case("the heap of two resources, one is done", 'GS0601 heap "heap"', function(ok)
  local a, b, F, G, heap = t.queue("COPY", "a"), t.queue("DIRECT", "b"), t.fence("F"), t.fence("G"), t.heap(131072)
  local one, two = t.placed("one", heap, 0), t.placed("two", heap, 65536)
  t.run(a, write(one))
  a:Signal(F, 1)
  t.run(b, write(two))
  b:Signal(G, 1)
  F:WaitCPU(1)
  if ok then G:WaitCPU(1) end
  heap:Release() --!
end)
case("an upload buffer released behind the Close", 'GS0604 buffer "up"', function(ok)
  local a, _, x = stage()
  local up = t.upload("up")
  local l = t.list(a, function(l) l:CopyBufferRegion(x, 0, up, 0, 256) end)
  if not ok then up:Release() end
  a:ExecuteCommandLists { l } --!
  t.idle(a)
  if ok then up:Release() end
end)
case("a mapped readback buffer released in flight", 'GS0601 buffer "r"', function(ok)
  local a, _, x = stage()
  local r = t.readback("r")
  r:Map()
  t.run(a, function(l) l:CopyBufferRegion(r, 0, x, 0, 256) end)
  if ok then t.idle(a) end
  r:Release() --!
end)
case("a resource of the second list of three", 'GS0604 buffer "y"', function(ok)
  local a, _, x = stage()
  local y = t.buf("y")
  local lists = { t.list(a, read(x), "one"), t.list(a, read(y), "two"), t.list(a, read(x), "three") }
  if not ok then y:Release() end
  a:ExecuteCommandLists(lists) --!
end)
case("a query heap that another queue resolves", 'GS0601 query heap "queries"', function(ok)
  local b, x, F = t.queue("DIRECT", "b"), t.buf("x"), t.fence("F")
  local heap = t.device:CreateQueryHeap { Name = "queries", Type = "TIMESTAMP", Count = 2 }
  t.run(b, function(l) l:EndQuery(heap, "TIMESTAMP", 0) end)
  b:Signal(F, 1)
  t.run(b, function(l) l:ResolveQueryData(heap, "TIMESTAMP", 0, 1, x, 0) end)
  b:Signal(F, 2)
  F:WaitCPU(ok and 2 or 1)
  heap:Release() --!
end)

-- Allocators and lists.
case("a list goes on with a second allocator, the first is reset in flight", "GS0602", function(ok)
  local a, _, x, F = stage()
  local first, second = t.device:CreateCommandAllocator("COPY", "first"), t.device:CreateCommandAllocator("COPY", "second")
  local l = open("COPY", "list", first)
  read(x)(l)
  l:Close()
  a:ExecuteCommandLists { l }
  a:Signal(F, 1)
  l:Reset(second)
  read(x)(l)
  l:Close()
  if ok then F:WaitCPU(1) end
  first:Reset() --!
end)
case("frames with two allocators, a wait too low", "GS0602", function(ok)
  local a, _, x, F = stage()
  local allocators = { t.device:CreateCommandAllocator("COPY", "one"), t.device:CreateCommandAllocator("COPY", "two") }
  local l
  for frame = 1, 4 do
    local allocator = allocators[frame % 2 + 1]
    local seen = frame - (ok and 2 or 3)
    if seen > 0 then F:WaitCPU(seen) end
    if frame > 2 then allocator:Reset() end --!
    if l then l:Reset(allocator) else l = open("COPY", "list", allocator) end
    write(x)(l)
    l:Close()
    a:ExecuteCommandLists { l }
    a:Signal(F, frame)
  end
end)
case("an allocator of two lists on two queues, one is done", "GS0602", function(ok)
  local one, two, F, G = t.queue("DIRECT", "one"), t.queue("DIRECT", "two"), t.fence("F"), t.fence("G")
  local allocator = t.device:CreateCommandAllocator("DIRECT", "shared")
  local l = open("DIRECT", "l", allocator)
  write(t.buf("x"))(l)
  l:Close()
  local m = open("DIRECT", "m", allocator)
  write(t.buf("y"))(m)
  m:Close()
  one:ExecuteCommandLists { l }
  one:Signal(F, 1)
  two:ExecuteCommandLists { m }
  two:Signal(G, 1)
  F:WaitCPU(1)
  if ok then G:WaitCPU(1) end
  allocator:Reset() --!
end)
case("an allocator reset between Close and submission", "GS0344", function(ok)
  local a, _, x = stage()
  local allocator = t.device:CreateCommandAllocator("COPY", "early")
  local l = open("COPY", "list", allocator)
  read(x)(l)
  l:Close()
  if not ok then allocator:Reset() end
  a:ExecuteCommandLists { l } --!
  t.idle(a)
  if ok then allocator:Reset() end
end)
case("an allocator reset while its list waits on the GPU", "GS0602", function(ok)
  local a, _, x, F = stage()
  local G, allocator = t.fence("G"), t.device:CreateCommandAllocator("COPY", "held")
  local l = open("COPY", "list", allocator)
  read(x)(l)
  l:Close()
  a:Wait(F, 1)
  a:ExecuteCommandLists { l }
  a:Signal(G, 1)
  if ok then
    F:Signal(1)
    G:WaitCPU(1)
  end
  allocator:Reset() --!
  if not ok then F:Signal(1) end
end)
case("a list submitted again behind a wait of the GPU", "GS0603", function(ok)
  local a, b, x, F = t.queue("DIRECT", "a"), t.queue("DIRECT", "b"), t.buf("x"), t.fence("F")
  local l = t.list(a, read(x))
  a:ExecuteCommandLists { l }
  a:Signal(F, 1)
  b:Wait(F, 1)
  if ok then F:WaitCPU(1) end
  b:ExecuteCommandLists { l } --!
end)
case("a list submitted a third time, the wait was for the first", "GS0603", function(ok)
  local a, _, x, F = stage()
  local l = t.list(a, read(x))
  a:ExecuteCommandLists { l }
  a:Signal(F, 1)
  F:WaitCPU(1)
  a:ExecuteCommandLists { l }
  a:Signal(F, 2)
  F:WaitCPU(ok and 2 or 1)
  a:ExecuteCommandLists { l } --!
end)
case("a bundle recorded anew before its caller is submitted", "GS0xxx", function(ok)
  local q, x, y = t.queue("DIRECT", "q"), t.buf("x"), t.buf("y")
  local allocators = { t.device:CreateCommandAllocator("BUNDLE", "one"), t.device:CreateCommandAllocator("BUNDLE", "two") }
  local bundle = open("BUNDLE", "bundle", allocators[1])
  t.fill(bundle, x)
  bundle:Close()
  local l = t.list(q, function(l) l:ExecuteBundle(bundle) end)
  if ok then q:ExecuteCommandLists { l } end
  bundle:Reset(allocators[2])
  t.fill(bundle, y)
  bundle:Close()
  if not ok then q:ExecuteCommandLists { l } end
end)
case("a bundle's allocator reset in flight of the caller", "GS0602", function(ok)
  local q, x, F = t.queue("DIRECT", "q"), t.buf("x"), t.fence("F")
  local allocator = t.device:CreateCommandAllocator("BUNDLE", "bundles")
  local bundle = open("BUNDLE", "bundle", allocator)
  t.fill(bundle, x)
  bundle:Close()
  q:ExecuteCommandLists { t.list(q, function(l) l:ExecuteBundle(bundle) end) }
  q:Signal(F, 1)
  if ok then F:WaitCPU(1) end
  allocator:Reset() --!
end)

-- Fences, events, descriptors.
case("a fence released in flight, and a value of it that was needed", 'GS0330 fence "F"', function(ok)
  local a, b, x, F = stage()
  t.run(a, write(x))
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, read(x))
  if ok then F:WaitCPU(1) end
  F:Release()
  if not ok then F:WaitCPU(1) end --!
end)
case("an event released that a fence will set", 'GS0330 event "done"', function(ok)
  local a, _, x, F = stage()
  local event = gpu.CreateEvent { Name = "done" }
  t.run(a, write(x))
  a:Signal(F, 1)
  F:SetEventOnCompletion(1, event)
  if ok then gpu.WaitForSingleObject(event) end
  event:Release()
  if not ok then gpu.WaitForSingleObject(event) end --!
end)
local pair, out = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local function tables(flags)
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
    { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = flags }, { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } } } }
  local pso = t.device:CreateComputePipelineState { Name = "through", RootSignature = root, CS = gpu.ComputeShader { Name = "through", NumThreads = { 64, 1, 1 },
    Main = function(GroupIndex) out[GroupIndex] = pair[GroupIndex] end } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
  local function put(at, x, y)
    t.device:CreateShaderResourceView(x, { Format = "UNKNOWN", NumElements = 64, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(at))
    t.device:CreateUnorderedAccessView(y, nil, { Format = "UNKNOWN", NumElements = 64, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(at + 1))
  end
  local function use(l, at)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(at))
    l:Dispatch(1, 1, 1)
  end
  return heap, put, use
end
case("descriptors of the next frame over those of this one", "GS0605", function(ok)
  local c, x, y = t.queue("COMPUTE", "c"), t.buf("x"), t.buf("y")
  local _, put, use = tables("DESCRIPTORS_VOLATILE|DATA_VOLATILE")
  put(0, x, y)
  t.run(c, function(l) use(l, 0) end)
  put(ok and 2 or 1, y, x) --!
  t.run(c, function(l) use(l, ok and 2 or 1) end)
end)
case("a heap of descriptors released when the first of two lists is done", 'GS0601 descriptor heap "views"', function(ok)
  local c, x, y, F = t.queue("COMPUTE", "c"), t.buf("x"), t.buf("y"), t.fence("F")
  local heap, put, use = tables("DESCRIPTORS_VOLATILE|DATA_VOLATILE")
  put(0, x, y)
  t.run(c, function(l) use(l, 0) end)
  c:Signal(F, 1)
  t.run(c, function(l) use(l, 0) end)
  c:Signal(F, 2)
  F:WaitCPU(ok and 2 or 1)
  heap:Release() --!
end)
case("a buffer behind a descriptor released and made anew", "GS0622", function(ok)
  local c, x, y = t.queue("COMPUTE", "c"), t.buf("x"), t.buf("y")
  local _, put, use = tables("DESCRIPTORS_VOLATILE|DATA_VOLATILE")
  put(0, x, y)
  x:Release()
  x = t.buf("x again")
  if ok then put(0, x, y) end
  t.run(c, function(l) use(l, 0) end)
end)
case("data that must stay while it is set, written between two kernels", "GS0608", function(ok)
  local c, x, y = t.queue("COMPUTE", "c"), t.buf("x"), t.buf("y")
  local _, put, use = tables(ok and "DATA_VOLATILE" or "DATA_STATIC_WHILE_SET_AT_EXECUTE")
  put(0, x, y)
  local l = open("COMPUTE", "list")
  use(l, 0)
  t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST")
  l:CopyBufferRegion(x, 0, t.upload("from"), 0, 256)
  t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  t.uav(l, y)
  l:Dispatch(1, 1, 1)
  l:Close()
  c:ExecuteCommandLists { l }
end)
case("a swap chain released before its last picture is shown", "GS0601", function(ok)
  local q, F = t.queue("DIRECT", "q"), t.fence("F")
  local s = q:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }
  local back = s:GetBuffer(0)
  local rtv = t.rtv(back)
  q:ExecuteCommandLists { t.list(q, function(l)
    t.go(l, back, "PRESENT", "RENDER_TARGET")
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
    t.go(l, back, "RENDER_TARGET", "PRESENT")
  end) }
  q:Signal(F, 1)
  s:Present(1)
  q:Signal(F, 2)
  F:WaitCPU(ok and 2 or 1)
  s:Release() --!
end)
