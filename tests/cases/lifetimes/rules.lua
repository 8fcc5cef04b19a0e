-- How long things live: releases, allocators, lists, descriptors; each with the repaired twin.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- held declares four cases for an object: released in flight, behind a wait, between recording and submission, and used afterwards.
-- make returns the object, and a function that records a use of it.
local function held(kind, on, make)
  case(kind .. " released in flight", "GS0601 " .. kind .. ' "it"', function()
    local q = t.queue(on, "q")
    local it, use = make(q)
    t.run(q, use)
    it:Release()
  end)
  case(kind .. " released behind a wait", "silent", function()
    local q = t.queue(on, "q")
    local it, use = make(q)
    t.run(q, use)
    t.idle(q)
    it:Release()
  end)
  case(kind .. " released behind a wait for the value before", "GS0601 " .. kind .. ' "it"', function()
    local q, F = t.queue(on, "q"), t.fence("F")
    local it, use = make(q)
    q:Signal(F, 1)
    t.run(q, use)
    q:Signal(F, 2)
    F:WaitCPU(1)
    it:Release()
  end)
  case(kind .. " released between recording and submission", "GS0604 " .. kind .. ' "it"', function()
    local q = t.queue(on, "q")
    local it, use = make(q)
    local l = t.list(q, use)
    it:Release()
    q:ExecuteCommandLists { l }
  end)
  case(kind .. " used after its release", 'GS0330 ' .. kind .. ' "it"', function()
    local q = t.queue(on, "q")
    local it, use = make(q)
    it:Release()
    t.run(q, use)
  end)
end

held("buffer", "COPY", function()
  local it = t.buf("it")
  return it, function(l) l:CopyBufferRegion(t.buf("x"), 0, it, 0, 256) end
end)
held("texture", "COPY", function()
  local it = t.tex("it")
  return it, function(l) l:CopyTextureRegion(t.rows(t.readback("out", 16384)), 0, 0, 0, { Resource = it }) end
end)
held("pipeline", "COMPUTE", function()
  local it = t.device:CreateComputePipelineState { Name = "it", RootSignature = t.root(), CS = gpu.ComputeShader { Name = "nothing",
    NumThreads = { 1, 1, 1 }, Main = function(GroupIndex) end } }
  return it, function(l)
    l:SetPipelineState(it)
    l:SetComputeRootSignature(t.root())
    l:Dispatch(1, 1, 1)
  end
end)
held("root signature", "COMPUTE", function()
  local it = t.device:CreateRootSignature { Name = "it" }
  local pso = t.device:CreateComputePipelineState { Name = "pso", RootSignature = it, CS = gpu.ComputeShader { Name = "nothing",
    NumThreads = { 1, 1, 1 }, Main = function(GroupIndex) end } }
  return it, function(l)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(it)
    l:Dispatch(1, 1, 1)
  end
end)
held("descriptor heap", "COMPUTE", function()
  local it = t.device:CreateDescriptorHeap { Name = "it", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  return it, function(l) l:SetDescriptorHeaps { it } end
end)
held("query heap", "DIRECT", function()
  local it = t.device:CreateQueryHeap { Name = "it", Type = "TIMESTAMP", Count = 1 }
  return it, function(l) l:EndQuery(it, "TIMESTAMP", 0) end
end)
held("command signature", "COMPUTE", function()
  local it = t.device:CreateCommandSignature { Name = "it", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  return it, function(l)
    t.use(l, "fill", t.buf("x"))
    l:ExecuteIndirect(it, 1, t.buf("args"), 0)
  end
end)

case("heap released in flight of what stands in it", 'GS0601 heap "heap"', function()
  local q, heap = t.queue("COPY", "q"), t.heap()
  local x = t.placed("x", heap)
  t.run(q, function(l) l:CopyBufferRegion(x, 0, t.upload("u"), 0, 256) end)
  heap:Release()
end)
case("heap released behind a wait", "silent", function()
  local q, heap = t.queue("COPY", "q"), t.heap()
  local x = t.placed("x", heap)
  t.run(q, function(l) l:CopyBufferRegion(x, 0, t.upload("u"), 0, 256) end)
  t.idle(q)
  heap:Release()
end)
case("placed resource used after its heap", "GS0330", function()
  local q, heap = t.queue("COPY", "q"), t.heap()
  local x = t.placed("x", heap)
  heap:Release()
  t.run(q, function(l) l:CopyBufferRegion(x, 0, t.upload("u"), 0, 256) end)
end)
case("upload buffer released in flight", 'GS0601 buffer "u"', function()
  local q, u = t.queue("COPY", "q"), t.upload("u")
  t.run(q, function(l) l:CopyBufferRegion(t.buf("x"), 0, u, 0, 256) end)
  u:Release()
end)
case("constant buffer by address released in flight", 'GS0601 buffer "it"', function()
  local q, it = t.queue("COMPUTE", "q"), t.buf("it")
  t.run(q, function(l) t.dispatch(l, "constant", t.buf("x"), it) end)
  it:Release()
end)
case("vertex buffer by address released in flight", 'GS0601 buffer "it"', function()
  local q, it = t.queue("DIRECT", "q"), t.buf("it")
  local pso, rtv = t.drawing("vertices"), t.rtv(t.target("picture"))
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    t.vertices(l, it)
    l:DrawInstanced(3, 1)
  end)
  it:Release()
end)
case("target released in flight", 'GS0601 texture "picture"', function()
  local q, picture = t.queue("DIRECT", "q"), t.target("picture")
  local rtv = t.rtv(picture)
  t.run(q, function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 }) end)
  picture:Release()
end)
case("heap of target views released in flight", "silent", function()
  local q, picture = t.queue("DIRECT", "q"), t.target("picture")
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
  t.device:CreateRenderTargetView(picture, nil, heap:GetCPUDescriptorHandle())
  t.run(q, function(l) l:ClearRenderTargetView(heap:GetCPUDescriptorHandle(), { 0, 0, 0, 0 }) end)
  heap:Release()
end)
case("target view overwritten in flight", "silent", function()
  local q, one, two = t.queue("DIRECT", "q"), t.target("one"), t.target("two")
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
  local rtv = heap:GetCPUDescriptorHandle()
  t.device:CreateRenderTargetView(one, nil, rtv)
  t.run(q, function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 }) end)
  t.device:CreateRenderTargetView(two, nil, rtv)
end)
case("list released in flight", "silent", function()
  local q = t.queue("COPY", "q")
  local l = t.list(q, function(l) l:CopyBufferRegion(t.buf("x"), 0, t.upload("u"), 0, 256) end)
  q:ExecuteCommandLists { l }
  l:Release()
end)
case("allocator released in flight", 'GS0601 allocator "it"', function()
  local q, it = t.queue("COPY", "q"), t.device:CreateCommandAllocator("COPY", "it")
  local l = t.device:CreateCommandList { Type = "COPY", Allocator = it }
  l:CopyBufferRegion(t.buf("x"), 0, t.upload("u"), 0, 256)
  l:Close()
  q:ExecuteCommandLists { l }
  it:Release()
end)
case("allocator released behind a wait", "silent", function()
  local q, it = t.queue("COPY", "q"), t.device:CreateCommandAllocator("COPY", "it")
  local l = t.device:CreateCommandList { Type = "COPY", Allocator = it }
  l:CopyBufferRegion(t.buf("x"), 0, t.upload("u"), 0, 256)
  l:Close()
  q:ExecuteCommandLists { l }
  t.idle(q)
  it:Release()
end)
case("object released twice", 'GS0330 buffer "x"', function()
  local x = t.buf("x")
  x:Release()
  x:Release() --!
end)
case("released while two queues use it, the CPU waits for one", 'GS0601 buffer "it"', function()
  local a, b, it = t.queue("COPY", "a"), t.queue("COPY", "b"), t.buf("it")
  for _, q in ipairs { a, b } do t.run(q, function(l) l:CopyBufferRegion(t.buf("x"), 0, it, 0, 256) end) end
  t.idle(a)
  it:Release() --!
end)
case("released behind a chain of queues", "silent", function()
  local a, b, it, F = t.queue("COPY", "a"), t.queue("COPY", "b"), t.buf("it"), t.fence("F")
  t.run(a, function(l) l:CopyBufferRegion(t.buf("x"), 0, it, 0, 256) end)
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.idle(b)
  it:Release()
end)
case("released after time has passed", 'GS0601 buffer "it"', function()
  local a, it = t.queue("COPY", "a"), t.buf("it")
  t.run(a, function(l) l:CopyBufferRegion(t.buf("x"), 0, it, 0, 256) end)
  gpu.Work(1e6)
  it:Release() --!
end)
case("released when a poll says so", "silent", function()
  local a, it, F = t.queue("COPY", "a"), t.buf("it"), t.fence("F")
  t.run(a, function(l) l:CopyBufferRegion(t.buf("x"), 0, it, 0, 256) end)
  a:Signal(F, 1)
  while F:GetCompletedValue() < 1 do gpu.Work(1) end
  it:Release()
end)
case("released by another thread", 'GS0601 buffer "it"', function()
  local a, it, F = t.queue("COPY", "a"), t.buf("it"), t.fence("F")
  t.run(a, function(l) l:CopyBufferRegion(t.buf("x"), 0, it, 0, 256) end)
  a:Signal(F, 1)
  local thread = gpu.Thread("releaser", function() it:Release() end)
  F:WaitCPU(1)
  thread:Join()
end)
case("released by another thread that waits", "silent", function()
  local a, it, F = t.queue("COPY", "a"), t.buf("it"), t.fence("F")
  t.run(a, function(l) l:CopyBufferRegion(t.buf("x"), 0, it, 0, 256) end)
  a:Signal(F, 1)
  gpu.Thread("releaser", function()
    F:WaitCPU(1)
    it:Release()
  end):Join()
end)
case("released while a list that was never submitted needs it", "silent", function()
  local a, it = t.queue("COPY", "a"), t.buf("it")
  t.list(a, function(l) l:CopyBufferRegion(t.buf("x"), 0, it, 0, 256) end)
  it:Release()
end)
case("memory used again by a new object", "silent", function()
  local a = t.queue("COPY", "a")
  for i = 1, 3 do
    local it = t.buf("it " .. i)
    t.run(a, function(l) l:CopyBufferRegion(it, 0, t.upload("u"), 0, 256) end)
    t.idle(a)
    it:Release()
  end
end)

-- Allocators and lists.
case("allocator reset in flight", "GS0602", function()
  local q, A = t.queue("COPY", "q"), t.device:CreateCommandAllocator("COPY", "A")
  local l = t.device:CreateCommandList { Type = "COPY", Allocator = A }
  l:Close()
  q:ExecuteCommandLists { l }
  A:Reset() --!
end)
case("allocator reset behind a wait", "silent", function()
  local q, A = t.queue("COPY", "q"), t.device:CreateCommandAllocator("COPY", "A")
  local l = t.device:CreateCommandList { Type = "COPY", Allocator = A }
  l:Close()
  q:ExecuteCommandLists { l }
  t.idle(q)
  A:Reset()
end)
case("allocator reset while a list records", "GS0335", function()
  local A = t.device:CreateCommandAllocator("COPY", "A")
  t.device:CreateCommandList { Type = "COPY", Allocator = A }
  A:Reset() --!
end)
case("list reset in flight on the same allocator", "silent", function()
  local q, A = t.queue("COPY", "q"), t.device:CreateCommandAllocator("COPY", "A")
  local l = t.device:CreateCommandList { Type = "COPY", Allocator = A }
  l:Close()
  q:ExecuteCommandLists { l }
  l:Reset(A)
  l:Close()
  q:ExecuteCommandLists { l }
end)
case("allocator reset when only its first list is done", "GS0602", function()
  local q, A, F = t.queue("COPY", "q"), t.device:CreateCommandAllocator("COPY", "A"), t.fence("F")
  local l = t.device:CreateCommandList { Type = "COPY", Allocator = A }
  l:Close()
  q:ExecuteCommandLists { l }
  q:Signal(F, 1)
  l:Reset(A)
  l:Close()
  q:ExecuteCommandLists { l }
  F:WaitCPU(1)
  A:Reset() --!
end)
case("list submitted whose allocator was reset", "GS0344", function()
  local q, A = t.queue("COPY", "q"), t.device:CreateCommandAllocator("COPY", "A")
  local l = t.device:CreateCommandList { Type = "COPY", Allocator = A }
  l:Close()
  A:Reset()
  q:ExecuteCommandLists { l } --!
end)
case("two lists record on one allocator", "GS0332", function()
  local A = t.device:CreateCommandAllocator("COPY", "A")
  t.device:CreateCommandList { Type = "COPY", Allocator = A }
  t.device:CreateCommandList { Type = "COPY", Allocator = A } --!
end)
case("two lists on one allocator, one after the other", "silent", function()
  local q, A = t.queue("COPY", "q"), t.device:CreateCommandAllocator("COPY", "A")
  local one = t.device:CreateCommandList { Type = "COPY", Allocator = A }
  one:Close()
  local two = t.device:CreateCommandList { Type = "COPY", Allocator = A }
  two:Close()
  q:ExecuteCommandLists { one, two }
end)
case("allocator of another type", "GS0331", function()
  t.device:CreateCommandList { Type = "DIRECT", Allocator = t.device:CreateCommandAllocator("COPY") } --!
end)
case("list submitted again in flight", "GS0603", function()
  local q = t.queue("COPY", "q")
  local l = t.list(q, function() end)
  q:ExecuteCommandLists { l }
  q:ExecuteCommandLists { l } --!
end)
case("list submitted again behind a wait", "silent", function()
  local q = t.queue("COPY", "q")
  local l = t.list(q, function() end)
  q:ExecuteCommandLists { l }
  t.idle(q)
  q:ExecuteCommandLists { l }
end)
case("list twice in one call", "GS0603", function()
  local q = t.queue("COPY", "q")
  local l = t.list(q, function() end)
  q:ExecuteCommandLists { l, l } --!
end)
-- What the executions do to each other is over when the list stands there once.
case("list twice in one call, which writes as unordered access", "GS0603", function()
  local q, x = t.queue("COMPUTE", "q"), t.buf("x")
  local l = t.list(q, function(l) t.fill(l, x) end)
  q:ExecuteCommandLists { l, t.list(q, function(l) t.fill(l, t.buf("y")) end), l } --!
end)
case("list twice in one call, which uses one memory as two buffers", "GS0603", function()
  local q, h = t.queue("COMPUTE", "q"), t.heap()
  local x, y = t.placed("x", h), t.placed("y", h)
  local l = t.list(q, function(l)
    t.fill(l, x)
    t.alias(l, x, y)
    t.fill(l, y)
  end)
  q:ExecuteCommandLists { l, l } --!
end)
case("list on two queues at a time", "GS0603", function()
  local a, b = t.queue("COPY", "a"), t.queue("COPY", "b")
  local l = t.list(a, function() end)
  a:ExecuteCommandLists { l }
  b:ExecuteCommandLists { l } --!
end)
case("list on two queues, ordered only on the GPU", "GS0603", function()
  local a, b, F = t.queue("COPY", "a"), t.queue("COPY", "b"), t.fence("F")
  local l = t.list(a, function() end)
  a:ExecuteCommandLists { l }
  a:Signal(F, 1)
  b:Wait(F, 1)
  b:ExecuteCommandLists { l } --!
end)
case("list submitted open", "GS0342", function()
  local q = t.queue("COPY", "q")
  local l = t.device:CreateCommandList { Type = "COPY", Allocator = t.device:CreateCommandAllocator("COPY") }
  q:ExecuteCommandLists { l } --!
end)
case("list of another type", "GS0341", function()
  local q, d = t.queue("COPY", "q"), t.queue("DIRECT", "d")
  local l = t.list(d, function() end)
  q:ExecuteCommandLists { l } --!
end)
case("list closed twice", "GS0333", function()
  local l = t.list(t.queue("COPY", "q"), function() end)
  l:Close() --!
end)
case("command on a closed list", "GS0333", function()
  local l = t.list(t.queue("COPY", "q"), function() end)
  l:CopyBufferRegion(t.buf("x"), 0, t.upload("u"), 0, 4) --!
end)
case("list reset while it records", "GS0334", function()
  local l = t.device:CreateCommandList { Type = "COPY", Allocator = t.device:CreateCommandAllocator("COPY") }
  l:Reset(t.device:CreateCommandAllocator("COPY")) --!
end)
case("list never recorded", "GS0343", function()
  local q = t.queue("COPY", "q")
  local l = t.device:CreateCommandList { Type = "COPY" }
  q:ExecuteCommandLists { l } --!
end)
case("list with a refused command cannot be closed", "GS0336", function()
  local l = t.device:CreateCommandList { Type = "COPY", Allocator = t.device:CreateCommandAllocator("COPY") }
  pcall(l.CopyBufferRegion, l, t.buf("x"), 0, t.upload("u"), 0, 8192)
  l:Close() --!
end)
case("no lists", "GS0908", function() t.queue("COPY", "q"):ExecuteCommandLists {} end)
local ones = gpu.RWStructuredBuffer("u0", "uint")
case("draw on a compute list", "GS0337", function()
  local c = t.queue("COMPUTE", "c")
  t.drawing("plain")
  t.rtv(t.target("x"))
  t.list(c, function(l) l:DrawInstanced(3, 1) end) -- nothing is set: a compute list has no way to
end)
case("dispatch on a copy list", "GS0337", function()
  local c = t.queue("COPY", "c")
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" } } }
  t.buf("b")
  t.device:CreateComputePipelineState { Name = "ones", RootSignature = root,
    CS = gpu.ComputeShader { Name = "ones", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) ones[GroupIndex] = 1 end } }
  t.list(c, function(l) l:Dispatch(1, 1, 1) end) -- nothing is set: a copy list has no way to
end)

-- Descriptors. table returns a list's recorder whose kernel reads a buffer through a table with these flags, and its heap.
local input, output = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local function tables(flags)
  local root = t.device:CreateRootSignature { Name = "tables", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
    { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = flags } } }, { Type = "UAV", ShaderRegister = 0 } } }
  local pso = t.device:CreateComputePipelineState { Name = "through tables", RootSignature = root, CS = gpu.ComputeShader { Name = "through tables",
    NumThreads = { 1, 1, 1 }, Main = function(GroupIndex) output[0] = input[0] end } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  local function view(buffer, slot)
    t.device:CreateShaderResourceView(buffer, { NumElements = 16, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(slot or 0))
  end
  return heap, view, function(l)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(1, t.buf("out"):GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
end
local VOLATILE = "DESCRIPTORS_VOLATILE|DATA_VOLATILE"
case("volatile descriptor written between recording and submission", "silent", function()
  local q, _, view, use = t.queue("COMPUTE", "q"), tables(VOLATILE)
  local l = t.list(q, use)
  view(t.buf("x"))
  q:ExecuteCommandLists { l }
end)
case("static descriptor written between recording and submission", 'GS0606 "views"', function()
  local q, _, view, use = t.queue("COMPUTE", "q"), tables()
  view(t.buf("x"))
  local l = t.list(q, use)
  view(t.buf("y"))
  q:ExecuteCommandLists { l } --!
end)
case("static descriptor written before the recording", "silent", function()
  local q, _, view, use = t.queue("COMPUTE", "q"), tables()
  view(t.buf("x"))
  t.run(q, use)
end)
case("static descriptor never written", 'GS0626 "views"', function()
  local q, _, _, use = t.queue("COMPUTE", "q"), tables()
  t.run(q, use)
end)
case("volatile descriptor overwritten in flight", 'GS0605 "views"', function()
  local q, _, view, use = t.queue("COMPUTE", "q"), tables(VOLATILE)
  view(t.buf("x"))
  t.run(q, use)
  view(t.buf("y"))
end)
case("descriptor beside the table overwritten in flight", "silent", function()
  local q, _, view, use = t.queue("COMPUTE", "q"), tables(VOLATILE)
  view(t.buf("x"))
  t.run(q, use)
  view(t.buf("y"), 1)
end)
case("descriptor overwritten behind a wait", "silent", function()
  local q, _, view, use = t.queue("COMPUTE", "q"), tables(VOLATILE)
  view(t.buf("x"))
  t.run(q, use)
  t.idle(q)
  view(t.buf("y"))
end)
case("a descriptor that a caught error has left is still there", "silent", function()
  local q, _, view, use = t.queue("COMPUTE", "q"), tables(VOLATILE)
  local y = t.buf("y")
  view(t.buf("x"))
  t.run(q, use)
  local ok, e = pcall(view, y)
  assert(not ok and e.code == "GS0605")
  t.idle(q)
  y:Release()
  t.run(q, use)
  t.idle(q)
end)
case("descriptor copied over in flight", 'GS0605 "views"', function()
  local q, heap, view, use = t.queue("COMPUTE", "q"), tables(VOLATILE)
  local kept = t.device:CreateDescriptorHeap { Name = "kept", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  t.device:CreateShaderResourceView(t.buf("y"), { NumElements = 16, StructureByteStride = 4 }, kept:GetCPUDescriptorHandle())
  view(t.buf("x"))
  t.run(q, use)
  t.device:CopyDescriptorsSimple(1, heap:GetCPUDescriptorHandle(), kept:GetCPUDescriptorHandle(), "CBV_SRV_UAV")
end)
case("resource behind a descriptor released in flight", 'GS0601 buffer "x"', function()
  local q, _, view, use = t.queue("COMPUTE", "q"), tables(VOLATILE)
  local x = t.buf("x")
  view(x)
  t.run(q, use)
  x:Release()
end)
case("resource behind a descriptor released before the submission", 'GS0622 buffer "x"', function()
  local q, _, view, use = t.queue("COMPUTE", "q"), tables(VOLATILE)
  local x = t.buf("x")
  view(x)
  local l = t.list(q, use)
  x:Release()
  q:ExecuteCommandLists { l }
end)
case("resource behind an unused descriptor released", "silent", function()
  local q, _, view, use = t.queue("COMPUTE", "q"), tables(VOLATILE)
  local x = t.buf("x")
  view(x, 1)
  view(t.buf("y"))
  t.run(q, use)
  x:Release()
end)
case("descriptors copied from a shader-visible heap", "GS0389", function()
  local heap, view = tables()
  view(t.buf("x"))
  t.device:CopyDescriptorsSimple(1, heap:GetCPUDescriptorHandle(1), heap:GetCPUDescriptorHandle(), "CBV_SRV_UAV") --!
end)
case("descriptor behind the heap", "GS0359", function()
  local heap = t.device:CreateDescriptorHeap { Name = "h", Type = "CBV_SRV_UAV", NumDescriptors = 2 }
  t.device:CreateShaderResourceView(t.buf("x"), { NumElements = 1, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(2)) --!
end)
case("last descriptor of the heap", "silent", function()
  local heap = t.device:CreateDescriptorHeap { Name = "h", Type = "CBV_SRV_UAV", NumDescriptors = 2 }
  t.device:CreateShaderResourceView(t.buf("x"), { NumElements = 1, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(1))
end)
case("other heaps unset the tables", "GS0355", function()
  local q, _, view, use = t.queue("COMPUTE", "q"), tables()
  local other = t.device:CreateDescriptorHeap { Name = "other", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  view(t.buf("x"))
  t.run(q, function(l)
    use(l)
    l:SetDescriptorHeaps { other }
    l:Dispatch(1, 1, 1) --!
  end)
end)
-- A loop that records one list in each turn: it is closed when it is created, and each turn opens it.
local function turns(alloc, made, open)
  return function()
    local q, F, to = t.queue("COPY", "q"), t.fence("F"), t.buf("to")
    local a = alloc and t.device:CreateCommandAllocator("COPY")
    local l = t.device:CreateCommandList { Type = "COPY", Name = "l", Allocator = made and (a or t.device:CreateCommandAllocator("COPY")) or nil }
    for n = 1, 3 do
      if open then l:Reset(a) end
      l:CopyBufferRegion(to, 0, t.upload("from"), 0, 64)
      l:Close()
      q:ExecuteCommandLists { l }
      q:Signal(F, n)
      F:WaitCPU(n)
    end
  end
end
case("a loop without Reset", 'GS0333 CopyBufferRegion is called on copy list "l"', turns(true, true))
case("a loop without Reset, and no name for the allocator", 'GS0333 CopyBufferRegion is called on copy list "l"', turns(false, true))
case("a loop with Reset", "silent", turns(true, false, true))
case("a command behind Close is recorded anew", 'GS0333 CopyBufferRegion is called on copy list "list"', function()
  local q, to, from = t.queue("COPY", "q"), t.buf("to"), t.upload("from")
  local allocator = t.device:CreateCommandAllocator("COPY")
  local l = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = allocator }
  l:CopyBufferRegion(to, 0, from, 0, 64)
  l:Close()
  l:CopyBufferRegion(to, 64, from, 64, 64)
  q:ExecuteCommandLists { l }
end)
