-- What engines build on Direct3D 12, each as it is and with one mistake at a time: pools of allocators and pages, rings of descriptors, transient memory, results that come
-- later, barriers in halves. Expectations were derived from the documentation before the first run.
local case = require "prelude".case

-- with declares a case for each row: what is wrong, what is said, and the name by which the program knows it.
local function with(what, rows, program)
  for _, row in ipairs(rows) do
    case(what .. ": " .. row[1], row[2], function() program(row[3] or row[1]) end)
  end
end

-- Contexts take allocators and pages of upload memory from pools, which get them back with the value of the fence behind the work.
with("contexts with pools", {
  { "as it is", "silent" },
  { "allocators come back with the value before", "GS0602", "old value" },
  { "allocators come back at once", "GS0602", "at once" },
  { "allocators come back with the value of another queue", "GS0602", "other queue" },
  { "allocators are asked for in the order of their queues", "GS0331", "types" },
  { "pages come back with the value before", 'GS0513 buffer "page 1"', "old page" },
  { "pages come back when they are full", 'GS0513 buffer "page 1"', "full page" },
  { "allocators are reset before they are given back", "GS0602", "reset first" },
  { "lists come back and their allocators do not", "silent", "lists only" },
  { "one list for both queues", "GS0331", "one list" },
  { "the pool asks for the value of the last signal, not of the completed one", "GS0602", "last value" },
}, function(wrong)
  local gpu = require "gpu"
  local device = gpu.CreateDevice { Name = "device" }
  local queues = {}
  for _, type in ipairs { "DIRECT", "COPY" } do
    queues[type] = { queue = device:CreateCommandQueue { Type = type, Name = type:lower() }, fence = device:CreateFence(0, type:lower() .. " fence"), value = 0, free = {}, lists = {}, pages = {} }
  end
  local made = 0
  local function allocator(q, type)
    local first = q.free[1]
    if wrong == "old page" or wrong == "full page" then first = nil end
    local completed
    if wrong == "other queue" then completed = queues.DIRECT.value
    elseif wrong == "last value" then completed = q.value
    elseif first then completed = q.fence:GetCompletedValue() end
    if first and first.value <= completed then
      table.remove(q.free, 1)
      if wrong ~= "reset first" then first.allocator:Reset() end
      return first.allocator
    end
    if wrong == "types" then type = type == "DIRECT" and "COPY" or "DIRECT" end
    made = made + 1
    return device:CreateCommandAllocator(type, "allocator " .. made)
  end
  local pageCount = 0
  local function upload(q, value)
    local pages, page = q.pages, q.page
    if not page or page.used == 512 then
      if page then pages[#pages + 1] = page end
      local oldest = pages[1]
      local proof = wrong == "old page" and 1 or 0
      if oldest and (wrong == "full page" or oldest.fence:GetCompletedValue() >= oldest.value - proof) then
        page = table.remove(pages, 1)
      else
        pageCount = pageCount + 1
        page = { buffer = device:CreateCommittedResource { Name = "page " .. pageCount, HeapType = "UPLOAD", Dimension = "BUFFER", Width = 512, InitialState = "GENERIC_READ" } }
        page.map = page.buffer:Map()
      end
      page.used, q.page = 0, page
    end
    local at = page.used
    page.used, page.fence, page.value = at + 256, q.fence, q.value + 1
    page.map:Write(at, "uint", value)
    return page.buffer, at
  end
  local target = {}
  for _, type in ipairs { "DIRECT", "COPY" } do target[type] = device:CreateCommittedResource { Name = "target of " .. type, Dimension = "BUFFER", Width = 4096 } end
  for n = 1, 12 do
    local type = n % 3 == 0 and "COPY" or "DIRECT"
    if wrong == "other queue" or wrong == "last value" then type = n % 2 == 0 and "COPY" or "DIRECT" end
    local q = queues[type]
    local a = allocator(q, type)
    local pool = wrong == "one list" and queues.DIRECT or q
    local list = wrong == "one list" and pool.lists[1] or table.remove(q.lists)
    if list then list:Reset(a) else list = device:CreateCommandList { Type = type, Allocator = a, Name = "list " .. n } end
    if wrong == "one list" then pool.lists[1] = list end
    local from, at = upload(q, n)
    list:CopyBufferRegion(target[type], n * 256, from, at, 4)
    list:Close()
    q.queue:ExecuteCommandLists { list }
    q.value = q.value + 1
    q.queue:Signal(q.fence, q.value)
    if wrong == "reset first" then a:Reset() end
    if wrong ~= "lists only" then
      q.free[#q.free + 1] = { allocator = a, value = wrong == "at once" and 0 or wrong == "old value" and q.value - 1 or q.value }
    end
    if wrong ~= "one list" then q.lists[#q.lists + 1] = list end
    if wrong == "full page" or wrong == "old page" then gpu.Work(0.5) else gpu.Work(3) end
  end
end)

-- A ring of descriptors in a heap that shaders see: each draw copies its views there.
with("a ring of descriptors", {
  { "as it is", "silent" },
  { "the ring comes around without a wait", "GS0605", "no wait" },
  { "the ring comes around one frame too early", "GS0605", "early" },
  { "descriptors are copied behind the submission", "GS0626", "late copy" },
  { "descriptors are copied behind the table that is volatile", "silent", "volatile" },
  { "descriptors are copied from a heap that shaders see", "GS0389", "visible source" },
  { "descriptors are copied from where nothing was written", "GS0622", "unwritten" },
  { "one descriptor too many is copied", "GS0359", "too many" },
  { "the heap that is bound is the one for the CPU", "GS0360", "wrong heap" },
  { "no heap is bound", "GS0358", "no heap" },
  { "the table begins in another heap", "GS0358", "other heap" },
  { "the heap is bound behind the table", "GS0358", "exchanged" },
  { "the views of the CPU are written over when they were copied", "silent", "reuse" },
  { "the heap for the CPU is released when its descriptors were copied", "silent", "release" },
}, function(wrong)
  local gpu = require "gpu"
  local device = gpu.CreateDevice {}
  local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
  local SLOTS = 4
  local ring = device:CreateDescriptorHeap { Name = "ring", Type = "CBV_SRV_UAV", NumDescriptors = SLOTS, Flags = "SHADER_VISIBLE" }
  local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = wrong == "visible source" and "SHADER_VISIBLE" or "NONE" }
  local spare = device:CreateDescriptorHeap { Name = "spare", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  local function buffer(name) return device:CreateCommittedResource { Name = name, Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS" } end
  local a, b = buffer "a", buffer "b"
  local function views()
    device:CreateShaderResourceView(a, { NumElements = 64, StructureByteStride = 4 }, cpu:GetCPUDescriptorHandle(0))
    if wrong ~= "unwritten" then device:CreateUnorderedAccessView(b, nil, { NumElements = 64, StructureByteStride = 4 }, cpu:GetCPUDescriptorHandle(1)) end
  end
  views()
  local flags = wrong == "volatile" and "DESCRIPTORS_VOLATILE" or nil
  local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
    { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = flags }, { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = flags } } } } }
  local from, to = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
  local pso = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) to[GroupIndex] = from[GroupIndex] end } }
  local fence = device:CreateFence(0, "ring fence")
  for n = 1, 5 do
    local slot = (n - 1) * 2 % SLOTS
    local proof = n - SLOTS / 2 - (wrong == "early" and 1 or 0)
    if proof > 0 and wrong ~= "no wait" then fence:WaitCPU(proof) end
    local function copy()
      device:CopyDescriptorsSimple(wrong == "too many" and 3 or 2, ring:GetCPUDescriptorHandle(slot), cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
      if wrong == "reuse" then views() end
    end
    if wrong ~= "volatile" and wrong ~= "late copy" then copy() end
    local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator("COMPUTE"), InitialState = pso, Name = "list " .. n }
    list:SetComputeRootSignature(root)
    if wrong == "wrong heap" then list:SetDescriptorHeaps { cpu } elseif wrong ~= "no heap" and wrong ~= "exchanged" then list:SetDescriptorHeaps { ring } end
    list:SetComputeRootDescriptorTable(0, (wrong == "other heap" and spare or ring):GetGPUDescriptorHandle(wrong == "other heap" and 0 or slot))
    if wrong == "exchanged" then list:SetDescriptorHeaps { ring } end
    list:Dispatch(1, 1, 1)
    list:Close()
    if wrong == "volatile" then copy() end
    queue:ExecuteCommandLists { list }
    if wrong == "late copy" then copy() end
    queue:Signal(fence, n)
  end
  if wrong == "release" then cpu:Release() end
end)

-- Two transient targets share one heap in each frame.
with("transient targets", {
  { "as it is", "silent" },
  { "no aliasing barrier", 'GS0518', "no barrier" },
  { "the aliasing barrier names the wrong pair", 'GS0518', "wrong pair" },
  { "the aliasing barrier names only what comes", "silent", "after only" },
  { "the aliasing barrier names nothing", "silent", "nothing" },
  { "the second target is read before anything was drawn", 'GS0614 texture "two"', "no clear" },
  { "the second target is discarded first", "silent", "discard" },
  { "the second target does not overlap", "silent", "beside" },
  { "the heap is for buffers", 'GS0316 texture "one" cannot be placed in heap "heap", which has ALLOW_ONLY_BUFFERS', "buffers" },
  { "the heap is released in flight", 'GS0601 heap "heap"', "released" },
  { "the targets are released in flight, and made anew for the next frame", "GS0601", "anew" },
  { "the second target lies at a multiple of 4096", "GS0316", "offset" },
  { "the second target ends behind the heap", "GS0316", "end" },
  { "the first target is read when the second was drawn", 'GS0614 texture "one"; GS0518 texture "one"', "late read" }, -- what was in it is gone
}, function(wrong)
  local gpu = require "gpu"
  local device = gpu.CreateDevice {}
  local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
  local heap = device:CreateHeap { Name = "heap", SizeInBytes = 131072, Flags = wrong == "buffers" and "ALLOW_ONLY_BUFFERS" or "ALLOW_ONLY_RT_DS_TEXTURES" }
  local function target(name, offset)
    return device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = offset, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET",
      InitialState = "RENDER_TARGET" }
  end
  local one = target("one", 0)
  local two = target("two", wrong == "beside" and 65536 or wrong == "offset" and 4096 or wrong == "end" and 131072 or 0)
  local down = device:CreateCommittedResource { Name = "down", HeapType = "READBACK", Dimension = "BUFFER", Width = 64 * 256, InitialState = "COPY_DEST" }
  local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
  local h1, h2 = rtvs:GetCPUDescriptorHandle(0), rtvs:GetCPUDescriptorHandle(1)
  device:CreateRenderTargetView(one, nil, h1)
  device:CreateRenderTargetView(two, nil, h2)
  local fence = device:CreateFence(0)
  local function read(l, t)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
    l:CopyTextureRegion({ Resource = down, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 }, 0, 0, 0, { Resource = t })
    l:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COPY_SOURCE", After = "RENDER_TARGET" } }
  end
  local function alias(l, before, after)
    if wrong == "nothing" then before, after = nil, nil end
    if wrong == "after only" then before = nil end
    l:ResourceBarrier { { Type = "ALIASING", ResourceBefore = before, ResourceAfter = after } }
  end
  for frame = 1, 2 do
    local l = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT", Name = "frame " .. frame }
    if frame > 1 and wrong ~= "no barrier" then alias(l, two, one) end
    l:ClearRenderTargetView(h1, { 1, 0, 0, 1 })
    if wrong ~= "late read" then read(l, one) end
    if wrong == "wrong pair" then alias(l, two, one) elseif wrong ~= "no barrier" then alias(l, one, two) end
    if wrong == "discard" then l:DiscardResource(two) end
    if wrong ~= "no clear" and wrong ~= "discard" then l:ClearRenderTargetView(h2, { 0, 1, 0, 1 }) end
    if wrong == "discard" then l:ClearRenderTargetView(h2, { 0, 1, 0, 1 }, { { Right = 8, Bottom = 8 } }) end
    if wrong == "no clear" then read(l, two) end
    if wrong == "late read" then read(l, one) end
    l:Close()
    queue:ExecuteCommandLists { l }
    queue:Signal(fence, frame)
    if wrong == "anew" then
      one:Release()
      two:Release()
      one, two = target("one again", 0), target("two again", 0)
      device:CreateRenderTargetView(one, nil, h1)
      device:CreateRenderTargetView(two, nil, h2)
    end
  end
  if wrong == "released" then heap:Release() end
end)

-- Results are read frames later: a query for each pass, resolved into a ring of memory for the CPU.
with("results that come later", {
  { "as it is", "silent" },
  { "read in the frame that asks", 'GS0513 buffer "results"', "at once" },
  { "read one frame too early", 'GS0513 buffer "results"', "early" },
  { "read at the place of the next frame", 'GS0513 buffer "results"', "next place" },
  { "resolved to a place that is not a multiple of 8", "GS0375", "alignment" },
  { "resolved behind the end of the memory", "GS0375", "end" },
  { "the same queries in each frame, resolved in each", "silent", "same queries" },
  { "the end of the pass is not measured", "GS0609", "no end" },
  { "a timestamp begins", "GS0827", "begin" },
  { "the frequency is asked of the queue", "silent", "frequency" },
  { "a copy queue measures in a heap of another type", "GS0374", "copy queue" },
  { "a copy queue measures in a heap of its type", "silent", "copy heap" },
  { "read when the event of the frame has come", "silent", "event" },
  { "read when the event of the frame before has come", 'GS0513 buffer "results"', "old event" },
}, function(wrong)
  local gpu = require "gpu"
  local device = gpu.CreateDevice {}
  local copy = wrong:sub(1, 5) == "copy "
  local type = copy and "COPY" or "DIRECT"
  local queue = device:CreateCommandQueue { Type = type, Name = "queue" }
  local heap = device:CreateQueryHeap { Name = "clock", Type = wrong == "copy heap" and "COPY_QUEUE_TIMESTAMP" or "TIMESTAMP", Count = 8 }
  local results = device:CreateCommittedResource { Name = "results", HeapType = "READBACK", Dimension = "BUFFER", Width = 64, InitialState = "COPY_DEST" }
  local a = device:CreateCommittedResource { Name = "a", Dimension = "BUFFER", Width = 65536 }
  local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 65536 }
  local map, fence = results:Map(), device:CreateFence(0, "frames")
  local event = gpu.CreateEvent { Name = "frame is there" }
  if wrong == "frequency" then assert(queue:GetTimestampFrequency() > 0) end
  for n = 1, 6 do
    local place = (n - 1) % 4
    if n > 4 then fence:WaitCPU(n - 4) end
    local q = wrong == "same queries" and 0 or place * 2
    local l = device:CreateCommandList { Type = type, Allocator = device:CreateCommandAllocator(type), Name = "list " .. n }
    if wrong == "begin" then l:BeginQuery(heap, "TIMESTAMP", q) else l:EndQuery(heap, "TIMESTAMP", q) end
    l:CopyResource(b, a)
    if wrong ~= "no end" then l:EndQuery(heap, "TIMESTAMP", q + 1) end
    l:ResolveQueryData(heap, "TIMESTAMP", q, 2, results, place * 16 + (wrong == "alignment" and 4 or wrong == "end" and 56 or 0))
    l:Close()
    queue:ExecuteCommandLists { l }
    queue:Signal(fence, n)
    if wrong == "at once" then
      map:Read(place * 16, "uint64", 2)
    elseif wrong == "event" or wrong == "old event" then
      local value = n - (wrong == "old event" and 1 or 0)
      if value > 0 then
        fence:SetEventOnCompletion(value, event)
        gpu.WaitForSingleObject(event)
        map:Read(place * 16, "uint64", 2)
      end
    elseif n > 2 then
      fence:WaitCPU(n - 2 - (wrong == "early" and 1 or 0))
      map:Read(((wrong == "next place" and n - 2 or n - 3) % 4) * 16, "uint64", 2)
    end
  end
end)

-- A texture goes from a target to a shader in halves, with other work between.
with("barriers in halves", {
  { "as it is", "silent" },
  { "drawn to between the halves", "GS0404", "draw between" },
  { "read between the halves", "GS0404", "read between" },
  { "the end is missing", "GS0404", "no end" },
  { "the beginning is missing", "GS0405", "no begin" },
  { "the end names another state", "GS0405", "other after" },
  { "the end names another state before", "GS0405", "other before" },
  { "begun twice", "GS0405", "begin twice" },
  { "the end is in the next list", "silent", "next list" },
  { "the end is in the next call", "silent", "next call" },
  { "the end is on another queue, behind a wait", "silent", "other queue" },
  { "begun for all, ended for one of two, which is read", "silent", "one mip" }, -- each subresource has halves of its own
  { "begun and ended for each of two", "silent", "each mip" },
  { "both flags in one barrier", "GS0382", "both" },
  { "a whole barrier between the halves", "GS0405", "whole" },
}, function(wrong)
  local gpu = require "gpu"
  local device = gpu.CreateDevice {}
  local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
  local other = device:CreateCommandQueue { Type = "DIRECT", Name = "other" }
  local x = device:CreateCommittedResource { Name = "x", Dimension = "TEXTURE2D", Width = 64, Height = 64, MipLevels = wrong:find "mip" and 2 or 1, Format = "R8G8B8A8_UNORM",
    Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
  local y = device:CreateCommittedResource { Name = "y", Dimension = "BUFFER", Width = 16384 }
  local z = device:CreateCommittedResource { Name = "z", Dimension = "BUFFER", Width = 16384 }
  local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }
  device:CreateRenderTargetView(x, nil, rtvs:GetCPUDescriptorHandle(0))
  local fence = device:CreateFence(0)
  local lists = {}
  local function open()
    local l = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT", Name = "list " .. #lists + 1 }
    lists[#lists + 1] = l
    return l
  end
  local function half(l, flags, sub, before, after)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = before or "RENDER_TARGET", After = after or "COPY_SOURCE", Flags = flags, Subresource = sub } }
  end
  local down = device:CreateCommittedResource { Name = "down", HeapType = "READBACK", Dimension = "BUFFER", Width = 16384, InitialState = "COPY_DEST" }
  local function read(l) l:CopyTextureRegion({ Resource = down, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 }, 0, 0, 0, { Resource = x }) end
  local l = open()
  l:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 })
  if wrong == "each mip" then half(l, "BEGIN_ONLY", 0) half(l, "BEGIN_ONLY", 1)
  elseif wrong == "both" then half(l, "BEGIN_ONLY|END_ONLY")
  elseif wrong ~= "no begin" then half(l, "BEGIN_ONLY") end
  if wrong == "begin twice" then half(l, "BEGIN_ONLY") end
  l:CopyResource(y, z)
  if wrong == "draw between" then l:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 }) end
  if wrong == "read between" then read(l) end
  if wrong == "whole" then half(l) end
  if wrong:sub(1, 4) == "next" or wrong == "other queue" then
    l:Close()
    if wrong ~= "next list" then queue:ExecuteCommandLists(lists) lists = {} end
    l = open()
  end
  l:ResourceBarrier { { Type = "TRANSITION", Resource = z, Before = wrong == "next call" and "COMMON" or wrong == "other queue" and "COMMON" or "COPY_SOURCE", After = "COPY_DEST" } }
  if wrong == "each mip" then half(l, "END_ONLY", 0) half(l, "END_ONLY", 1)
  elseif wrong ~= "no end" and wrong ~= "both" then
    half(l, "END_ONLY", wrong == "one mip" and 0 or nil, wrong == "other before" and "COMMON" or nil, wrong == "other after" and "PIXEL_SHADER_RESOURCE" or nil)
  end
  if wrong ~= "other after" and wrong ~= "both" then read(l) end
  l:Close()
  if wrong == "other queue" then
    queue:Signal(fence, 1)
    other:Wait(fence, 1)
    other:ExecuteCommandLists(lists)
  else
    queue:ExecuteCommandLists(lists)
  end
end)
