-- Residency: what the GPU uses is resident while it does, and is evicted behind the last use; each with the repaired twin.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- moved declares the cases of an object that owns memory. make returns what is evicted, and a function that records a use of it.
local function moved(kind, on, make)
  local it = kind .. ' "it"'
  case(kind .. " evicted in flight", "GS0615 " .. it, function()
    local q = t.queue(on, "q")
    local it, use = make(q)
    t.run(q, use)
    t.device:Evict { it } --!
  end)
  case(kind .. " evicted behind a wait", "silent", function()
    local q = t.queue(on, "q")
    local it, use = make(q)
    t.run(q, use)
    t.idle(q)
    t.device:Evict { it }
  end)
  case(kind .. " evicted behind a wait for the value before", "GS0615 " .. it, function()
    local q, F = t.queue(on, "q"), t.fence("F")
    local it, use = make(q)
    q:Signal(F, 1)
    t.run(q, use)
    q:Signal(F, 2)
    F:WaitCPU(1)
    t.device:Evict { it } --!
  end)
  case(kind .. " used when it was evicted", "GS0616 it is not resident", function()
    local q = t.queue(on, "q")
    local it, use = make(q)
    t.device:Evict { it } --1
    local l = t.list(q, use)
    q:ExecuteCommandLists { l } --!
  end)
  case(kind .. " evicted between recording and submission", "GS0616 it is not resident", function()
    local q = t.queue(on, "q")
    local it, use = make(q)
    local l = t.list(q, use)
    t.device:Evict { it } --1
    q:ExecuteCommandLists { l } --!
  end)
  case(kind .. " made resident before the submission", "silent", function()
    local q = t.queue(on, "q")
    local it, use = make(q)
    t.device:Evict { it }
    local l = t.list(q, use)
    t.device:MakeResident { it }
    q:ExecuteCommandLists { l }
  end)
  case(kind .. " made resident behind the submission", "GS0616 it is not resident", function()
    local q = t.queue(on, "q")
    local it, use = make(q)
    local l = t.list(q, use)
    t.device:Evict { it } --1
    q:ExecuteCommandLists { l } --!
    t.device:MakeResident { it }
  end)
end

moved("buffer", "COPY", function()
  local it = t.buf("it")
  return it, function(l) l:CopyBufferRegion(t.buf("x"), 0, it, 0, 256) end
end)
moved("texture", "COPY", function()
  local it = t.tex("it")
  return it, function(l) l:CopyTextureRegion(t.rows(t.readback("out", 16384)), 0, 0, 0, { Resource = it }) end
end)
moved("heap", "COPY", function()
  local it = t.device:CreateHeap { Name = "it", SizeInBytes = 131072 }
  local x = t.placed("inside", it, 65536)
  return it, function(l) l:CopyBufferRegion(t.buf("x"), 0, x, 0, 256) end
end)
moved("query heap", "DIRECT", function()
  local it = t.device:CreateQueryHeap { Name = "it", Type = "TIMESTAMP", Count = 1 }
  return it, function(l) l:EndQuery(it, "TIMESTAMP", 0) end
end)
moved("descriptor heap", "COMPUTE", function()
  local it = t.device:CreateDescriptorHeap { Name = "it", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  return it, function(l) l:SetDescriptorHeaps { it } end
end)

-- What programs reach in other ways.
case("root view of an evicted buffer", 'GS0616 buffer "b"', function()
  local q, b = t.queue("COMPUTE", "q"), t.buf("b")
  t.device:Evict { b } --1
  local l = t.list(q, function(l) t.fill(l, b) end)
  q:ExecuteCommandLists { l } --!
end)
case("root view of a buffer that is resident again", "silent", function()
  local q, b = t.queue("COMPUTE", "q"), t.buf("b")
  t.device:Evict { b }
  t.device:MakeResident { b }
  t.run(q, function(l) t.fill(l, b) end)
end)

-- table binds a descriptor of a buffer as the output of a kernel.
local out = gpu.RWStructuredBuffer("u0", "uint")
local function table(b)
  local root = t.device:CreateRootSignature { Name = "of tables", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
  local pso = t.device:CreateComputePipelineState { Name = "writes", RootSignature = root,
    CS = gpu.ComputeShader { Name = "writes", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) out[GroupIndex] = 1 end } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateUnorderedAccessView(b, nil, { Buffer = { NumElements = 64, StructureByteStride = 4 } }, heap:GetCPUDescriptorHandle())
  return function(l)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle())
    l:Dispatch(1, 1, 1)
  end
end
case("descriptor of an evicted buffer", 'GS0616 buffer "b"', function()
  local q, b = t.queue("COMPUTE", "q"), t.buf("b")
  local l = t.list(q, table(b))
  t.device:Evict { b } --1
  q:ExecuteCommandLists { l } --!
end)
case("descriptor of a buffer that is resident again", "silent", function()
  local q, b = t.queue("COMPUTE", "q"), t.buf("b")
  local record = table(b)
  t.device:Evict { b }
  t.device:MakeResident { b }
  t.run(q, record)
end)
case("descriptor of an evicted buffer that nobody reads", "silent", function()
  local q, b, other = t.queue("COMPUTE", "q"), t.buf("b"), t.buf("other")
  table(b)
  t.device:Evict { b }
  t.run(q, table(other))
end)
case("evicted behind the work of another heap", "silent", function()
  local q, a, b = t.queue("COPY", "q"), t.heap(), t.heap()
  local x = t.placed("x", b)
  t.run(q, function(l) l:CopyBufferRegion(t.buf("to"), 0, x, 0, 256) end)
  t.device:Evict { a }
end)
case("target that is evicted", 'GS0616 texture "target"', function()
  local q, target = t.queue("DIRECT", "q"), t.target("target")
  local view = t.rtv(target)
  t.device:Evict { target } --1
  local l = t.list(q, function(l) l:ClearRenderTargetView(view, { 0, 0, 0, 0 }) end)
  q:ExecuteCommandLists { l } --!
end)
case("two objects that are evicted", 'GS0616 buffer "a"', function()
  local q, a, b = t.queue("COPY", "q"), t.buf("a"), t.buf("b")
  t.device:Evict { a, b } --1
  local l = t.list(q, function(l) l:CopyBufferRegion(a, 0, b, 0, 256) end)
  q:ExecuteCommandLists { l } --!
end)

-- The CPU reaches what the GPU must not.
case("evicted memory is mapped", "silent", function()
  local b = t.upload("b")
  t.device:Evict { b }
  local m = b:Map()
  m:Write(0, "float", { 1, 2, 3 })
  b:Unmap()
end)
case("a view is made of evicted memory", "silent", function()
  local b = t.buf("b")
  t.device:Evict { b }
  table(b)
end)
case("a resource is placed in an evicted heap", "silent", function()
  local heap = t.heap()
  t.device:Evict { heap }
  t.placed("x", heap)
end)
case("evicted memory is released", "silent", function()
  local b = t.buf("b")
  t.device:Evict { b }
  b:Release()
end)
case("released memory is evicted", 'GS0330 buffer "b"', function()
  local b = t.buf("b")
  b:Release() --1
  t.device:Evict { b } --!
end)
case("released memory is made resident", 'GS0330 buffer "b"', function()
  local b = t.buf("b")
  b:Release() --1
  t.device:MakeResident { b } --!
end)

-- Contents stay.
case("evicted memory keeps what it holds", "silent", function()
  local q, up, b, back = t.queue("COPY", "q"), t.upload("up"), t.buf("b"), t.readback("back")
  local m = up:Map()
  m:Write(0, "float", { 1, 2, 3 })
  up:Unmap()
  t.run(q, function(l) l:CopyBufferRegion(b, 0, up, 0, 12) end)
  t.idle(q)
  t.device:Evict { b }
  t.device:MakeResident { b }
  t.run(q, function(l) l:CopyBufferRegion(back, 0, b, 0, 12) end)
  t.idle(q)
  assert(back:Map():Read(0, "float", 3)[3] == 3)
end)

-- Counts.
case("evicted twice", 'GS0618 buffer "b"', function()
  local b = t.buf("b")
  t.device:Evict { b } --1
  t.device:Evict { b } --!
end)
case("evicted as often as it was made resident", "silent", function()
  local b = t.buf("b")
  t.device:MakeResident { b }
  t.device:Evict { b }
  t.device:Evict { b }
end)
case("evicted twice in one call", 'GS0618 buffer "b"', function()
  local b = t.buf("b")
  t.device:Evict { b, b } --!
end)
case("one of many is evicted twice in one call", 'GS0618 buffer "b7"', function()
  local all = {}
  for i = 1, 40 do all[i] = t.buf("b" .. i) end
  all[41] = all[7]
  t.device:Evict(all) --!
end)
case("one of many was made resident, and is evicted twice in one call", "silent", function()
  local all = {}
  for i = 1, 40 do all[i] = t.buf("b" .. i) end
  all[41] = all[7]
  t.device:MakeResident { all[7] }
  t.device:Evict(all)
end)
case("evicted once, and still resident", "silent", function()
  local q, b = t.queue("COPY", "q"), t.buf("b")
  t.device:MakeResident { b }
  t.run(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  t.device:Evict { b }
end)
case("evicted a second time in flight", 'GS0615 buffer "b"', function()
  local q, b = t.queue("COPY", "q"), t.buf("b")
  t.device:MakeResident { b }
  t.run(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  t.device:Evict { b }
  t.device:Evict { b } --!
end)
case("evicted and used again, and again", "silent", function()
  local q, b = t.queue("COPY", "q"), t.buf("b")
  for _ = 1, 3 do
    t.run(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
    t.idle(q)
    t.device:Evict { b }
    t.device:MakeResident { b }
  end
end)

-- Created not resident.
case("a heap that is created not resident", 'GS0616 heap "heap"', function()
  local q = t.queue("COPY", "q")
  local heap = t.heap(nil, "CREATE_NOT_RESIDENT")
  local x = t.placed("x", heap)
  local l = t.list(q, function(l) l:CopyBufferRegion(x, 0, t.buf("from"), 0, 256) end)
  q:ExecuteCommandLists { l } --!
end)
case("a heap that is created not resident and made so", "silent", function()
  local q = t.queue("COPY", "q")
  local heap = t.heap(nil, "CREATE_NOT_RESIDENT")
  local x = t.placed("x", heap)
  t.device:MakeResident { heap }
  t.run(q, function(l) l:CopyBufferRegion(x, 0, t.buf("from"), 0, 256) end)
end)
case("a buffer that is created not resident", 'GS0616 buffer "b"', function()
  local q = t.queue("COPY", "q")
  local b = t.device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 4096, HeapFlags = "CREATE_NOT_RESIDENT" } --1
  local l = t.list(q, function(l) l:CopyBufferRegion(b, 0, t.buf("from"), 0, 256) end)
  q:ExecuteCommandLists { l } --!
end)
case("a buffer that is created not resident is evicted", 'GS0618 buffer "b"', function()
  local b = t.device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 4096, HeapFlags = "CREATE_NOT_RESIDENT" } --1
  t.device:Evict { b } --!
end)

-- What is not pageable.
case("a placed resource is evicted", 'GS0617 Evict takes no buffer "x"', function()
  local x = t.placed("x", t.heap())
  t.device:Evict { x } --!
end)
case("the heap of a placed resource is evicted", "silent", function()
  local heap = t.heap()
  t.placed("x", heap)
  t.device:Evict { heap }
end)
case("a fence is made resident", 'GS0617 MakeResident takes no fence "F"', function()
  t.device:MakeResident { t.fence("F") } --!
end)
case("a pipeline and a buffer are evicted", "GS0617", function()
  t.device:Evict { t.buf("b"), t.pso("fill") } --!
end)
case("nothing is evicted", "silent", function()
  t.device:Evict {}
  t.device:MakeResident {}
end)
case("memory of another device is evicted", "GS0142", function()
  local other = gpu.CreateDevice { Name = "other" }
  local b = t.buf("b")
  other:Evict { b } --!
end)

-- EnqueueMakeResident returns at once.
case("made resident later, and nobody waits", 'GS0616 buffer "b", but it may not be resident then', function()
  local q, F, b = t.queue("COPY", "q"), t.fence("F"), t.buf("b")
  t.device:Evict { b }
  t.device:EnqueueMakeResident("NONE", { b }, F, 1)
  local l = t.list(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  q:ExecuteCommandLists { l } --!
end)
case("made resident later, and the queue waits", "silent", function()
  local q, F, b = t.queue("COPY", "q"), t.fence("F"), t.buf("b")
  t.device:Evict { b }
  t.device:EnqueueMakeResident("DENY_OVERBUDGET", { b }, F, 1)
  q:Wait(F, 1)
  t.run(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
end)
case("made resident later, and the CPU waits", "silent", function()
  local q, F, b = t.queue("COPY", "q"), t.fence("F"), t.buf("b")
  t.device:Evict { b }
  t.device:EnqueueMakeResident("NONE", { b }, F, 1)
  F:WaitCPU(1)
  t.run(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
end)
case("made resident later, and the queue waits for the value before", 'GS0616 buffer "b", but it may not be resident then', function()
  local q, F, b = t.queue("COPY", "q"), t.fence("F"), t.buf("b")
  t.device:EnqueueMakeResident("NONE", { t.buf("first") }, F, 1)
  t.device:Evict { b }
  t.device:EnqueueMakeResident("NONE", { b }, F, 2)
  q:Wait(F, 1)
  local l = t.list(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  q:ExecuteCommandLists { l } --!
end)

-- Work that waits for a signal which is not given yet is judged by what comes before that.
case("made resident before the signal that the work waits for", "silent", function()
  local q, F, b = t.queue("COPY", "q"), t.fence("F"), t.buf("b")
  t.device:Evict { b }
  q:Wait(F, 1)
  t.run(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  t.device:MakeResident { b }
  F:Signal(1)
  t.idle(q)
end)
case("made resident behind the signal that the work waits for", 'GS0616 buffer "b"', function()
  local q, F, b = t.queue("COPY", "q"), t.fence("F"), t.buf("b")
  t.device:Evict { b } --1
  q:Wait(F, 1)
  local l = t.list(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  q:ExecuteCommandLists { l } --!
  F:Signal(1)
  t.device:MakeResident { b }
  t.idle(q)
end)
case("made resident later, by the signal that the work waits for", "silent", function()
  local q, F, b = t.queue("COPY", "q"), t.fence("F"), t.buf("b")
  t.device:Evict { b }
  q:Wait(F, 1)
  t.run(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  t.device:EnqueueMakeResident("NONE", { b }, F, 1)
  t.idle(q)
end)
case("never made resident for work that waits", 'GS0616 buffer "b"', function()
  local q, F, b = t.queue("COPY", "q"), t.fence("F"), t.buf("b")
  t.device:Evict { b } --1
  q:Wait(F, 1)
  local l = t.list(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  q:ExecuteCommandLists { l } --!
  F:Signal(1)
  t.idle(q)
end)

-- Threads.
case("made resident by another thread that is joined", "silent", function()
  local q, b = t.queue("COPY", "q"), t.buf("b")
  t.device:Evict { b }
  gpu.Thread("loader", function() t.device:MakeResident { b } end):Join()
  t.run(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
end)
case("made resident by another thread that nobody waits for", 'GS0616 buffer "b"', function()
  local q, b = t.queue("COPY", "q"), t.buf("b")
  local x = t.buf("x")
  local l = t.list(q, function(l) l:CopyBufferRegion(b, 0, x, 0, 256) end)
  t.device:Evict { b }
  local loader = gpu.Thread("loader", function() t.device:MakeResident { b } end)
  q:ExecuteCommandLists { l } --!
  loader:Join()
end)

-- Whether the thread that nobody waits for comes before the Evict or after the work is up to the run.
case("evicted by a thread that is waited for, made resident by one that is not", 'GS0616 buffer "b", but it is not resident', function()
  local q, b, F = t.queue("COPY", "q"), t.buf("b"), t.fence("F")
  local l = t.list(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  local made = gpu.Thread("made", function() t.device:MakeResident { b } end)
  local evicts = gpu.Thread("evicts", function() gpu.Work(1); t.device:Evict { b }; F:Signal(1) end) --1
  F:WaitCPU(1)
  q:ExecuteCommandLists { l } --!
  made:Join(); evicts:Join()
  t.idle(q)
end)
case("evicted by a thread and made resident by another one, and both are waited for", "silent", function()
  local q, b, F = t.queue("COPY", "q"), t.buf("b"), t.fence("F")
  local l = t.list(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  local made = gpu.Thread("made", function() t.device:MakeResident { b } end)
  local evicts = gpu.Thread("evicts", function() gpu.Work(1); t.device:Evict { b }; F:Signal(1) end)
  F:WaitCPU(1)
  made:Join()
  q:ExecuteCommandLists { l }
  evicts:Join()
  t.idle(q)
end)
case("evicted once more than what is sure to have made it resident", 'GS0618 buffer "b"', function()
  local b, F = t.buf("b"), t.fence("F")
  local made = gpu.Thread("made", function() t.device:MakeResident { b } end)
  local evicts = gpu.Thread("evicts", function() gpu.Work(1); t.device:Evict { b }; F:Signal(1) end) --1
  F:WaitCPU(1)
  t.device:Evict { b } --!
  made:Join(); evicts:Join()
end)
case("evicted beside work that does not wait until it is resident again", 'GS0530 use buffer "b"', function()
  local q, b, F = t.queue("COPY", "q"), t.buf("b"), t.fence("F")
  local l = t.list(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  local pages = gpu.Thread("pages", function()
    t.device:EnqueueMakeResident("NONE", { b }, F, 1)
    q:ExecuteCommandLists { l } --!
  end)
  t.device:Evict { b } --1
  pages:Join()
  t.idle(q)
end)
case("evicted beside work that waits until it is resident again", "silent", function()
  local q, b, F = t.queue("COPY", "q"), t.buf("b"), t.fence("F")
  local l = t.list(q, function(l) l:CopyBufferRegion(b, 0, t.buf("x"), 0, 256) end)
  local pages = gpu.Thread("pages", function()
    t.device:EnqueueMakeResident("NONE", { b }, F, 1)
    q:Wait(F, 1)
    q:ExecuteCommandLists { l }
  end)
  t.device:Evict { b }
  pages:Join()
  t.idle(q)
end)

-- Priorities are hints.
case("priorities", "silent", function()
  t.device:SetResidencyPriority({ t.heap(), t.tex("x") }, { "HIGH", "MINIMUM" })
end)
case("the priority of a fence", 'GS0617 SetResidencyPriority takes no fence "F"', function()
  t.device:SetResidencyPriority({ t.fence("F") }, { "HIGH" }) --!
end)
case("priorities without objects", "GS0133", function()
  t.device:SetResidencyPriority({}, { "HIGH" }) --!
end)
