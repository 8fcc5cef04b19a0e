-- One mistake and what becomes of it, where errors are only reported and the script goes on; and two mistakes that look like one. Each case is its first mistake. How many
-- are reported stands in once_test.go.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local out = gpu.RWStructuredBuffer("u0", "uint")
local set = gpu.ComputeShader { Name = "set", NumThreads = { 1, 1, 1 }, Main = function(GroupIndex) out[GroupIndex] = 1 end }

-- What a table of one UAV needs, in count heaps of four descriptors.
local function tables(count)
  local device = t.device
  local p = { root = device:CreateRootSignature { Name = "table root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } } }
  p.pso = device:CreateComputePipelineState { Name = "set", RootSignature = p.root, CS = set }
  for i = 1, count do
    p[i] = device:CreateDescriptorHeap { Name = "heap " .. i, Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  end
  return p
end

-- A view of 64 elements of a buffer with 1024, from one of them on.
local function view(b, heap, index, first)
  t.device:CreateUnorderedAccessView(b, nil, { Format = "UNKNOWN", FirstElement = first or 0, NumElements = 64, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(index))
end

-- A list that writes through one descriptor of a heap.
local function write(p, heap, index)
  return function(l)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(p.pso)
    l:SetComputeRootSignature(p.root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(index))
    l:Dispatch(1, 1, 1)
  end
end

-- A view that is refused is missing where its table is read, and nowhere else.
case("a view is refused, and its table misses it in two lists", "GS0397", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  view(b, p[1], 0, 1000) --!
  t.run(q, write(p, p[1], 0))
  t.run(q, write(p, p[1], 0))
end)
case("a view is refused, and another heap is never written", "GS0397", function()
  local p, q, b = tables(2), t.queue("COMPUTE", "q"), t.buf("b")
  view(b, p[1], 0, 1000) --!
  t.run(q, write(p, p[1], 0))
  t.run(q, write(p, p[2], 0))
end)
case("a view is refused, and another descriptor of the heap is never written", "GS0397", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  view(b, p[1], 0, 1000) --!
  t.run(q, write(p, p[1], 0))
  t.run(q, write(p, p[1], 1))
end)
case("a view is refused in a heap from which it is copied", "GS0397", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  local staged = t.device:CreateDescriptorHeap { Name = "staged", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  view(b, staged, 0, 1000) --!
  t.device:CopyDescriptorsSimple(1, p[1]:GetCPUDescriptorHandle(2), staged:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
  t.run(q, write(p, p[1], 2))
end)
case("a view is refused, made well, and overwritten in flight", "GS0397", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  view(b, p[1], 0, 1000) --!
  view(b, p[1], 0)
  t.run(q, write(p, p[1], 0))
  view(b, p[1], 0, 64)
end)
case("a view is written behind the descriptors of its heap", "GS0359", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  t.device:CreateUnorderedAccessView(b, nil, { Format = "UNKNOWN", NumElements = 64, StructureByteStride = 4 }, p[1]:GetCPUDescriptorHandle(3):Offset(1)) --!
  t.run(q, write(p, p[1], 3))
end)
case("the views of all tables that a loop sets come behind the submission that reads them", "GS0626", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  t.run(q, function(l) --!
    for i = 0, 2 do
      write(p, p[1], i)(l)
      t.uav(l, b)
    end
  end)
  for i = 0, 2 do view(b, p[1], i) end
  t.idle(q)
end)
case("the views of all tables that a loop sets come before the submission that reads them", "silent", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  for i = 0, 2 do view(b, p[1], i) end
  t.run(q, function(l)
    for i = 0, 2 do
      write(p, p[1], i)(l)
      t.uav(l, b)
    end
  end)
  t.idle(q)
end)
case("the view comes behind the submission that reads it", "GS0626", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  t.run(q, write(p, p[1], 0)) --!
  view(b, p[1], 0)
  t.idle(q)
end)

-- A wait that is missing is one mistake, whatever the work needs.
case("two descriptors of a submission are overwritten in flight", "GS0605", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  for i = 0, 1 do view(b, p[1], i, 128 * i) end
  t.run(q, function(l) write(p, p[1], 0)(l) write(p, p[1], 1)(l) end)
  view(b, p[1], 0, 256) --!
  view(b, p[1], 1, 512)
  t.idle(q)
end)
case("a descriptor is overwritten in flight, and one of later work, too", "GS0605", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  for i = 0, 1 do view(b, p[1], i) end
  t.run(q, write(p, p[1], 0))
  view(b, p[1], 0, 64) --!
  t.run(q, write(p, p[1], 1))
  view(b, p[1], 1, 64)
  t.idle(q)
end)
case("what a submission needs is released in flight, all of it", "GS0601", function()
  local q, a, b = t.queue("COPY", "q"), t.buf("a"), t.buf("b")
  t.run(q, function(l) l:CopyBufferRegion(a, 0, b, 0, 64) end)
  a:Release() --!
  b:Release()
end)
case("a buffer is released in flight, and the work that needs it races with that of another queue", "GS0601", function()
  local q, r, a, b, c = t.queue("DIRECT", "q"), t.queue("COPY", "r"), t.buf("a"), t.buf("b"), t.buf("c")
  t.run(q, function(l)
    l:CopyBufferRegion(b, 0, a, 0, 64)
    l:CopyBufferRegion(c, 0, t.upload("from"), 0, 64)
  end)
  t.run(r, function(l) l:CopyBufferRegion(c, 0, t.upload("other"), 0, 64) end)
  a:Release() --!
end)
case("what two queues need is released in flight", "GS0601", function()
  local a, b = t.buf("a"), t.buf("b")
  t.run(t.queue("COPY", "q"), function(l) l:CopyBufferRegion(a, 0, t.upload("from"), 0, 64) end)
  t.run(t.queue("COPY", "r"), function(l) l:CopyBufferRegion(b, 0, t.upload("from"), 0, 64) end)
  a:Release() --!
  b:Release()
end)
case("an allocator of three is reset a frame too early, and so are the others", "GS0602", function()
  local q, f, pool, to = t.queue("COPY", "q"), t.fence("F"), {}, t.buf("to")
  for i = 1, 3 do pool[i] = t.device:CreateCommandAllocator("COPY") end
  for frame = 1, 9 do
    local allocator = pool[(frame - 1) % 3 + 1]
    if frame > 3 then
      f:WaitCPU(frame - 4)
      allocator:Reset() --!
    end
    local l = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = allocator }
    l:CopyBufferRegion(to, 0, t.upload("from"), 0, 64)
    l:Close()
    q:ExecuteCommandLists { l }
    q:Signal(f, frame)
  end
end)
case("an allocator is reset and constants are written too early", "GS0602", function()
  local q, up, to = t.queue("COPY", "q"), t.upload("up"), t.buf("to")
  local a = t.device:CreateCommandAllocator("COPY")
  local l = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = a }
  l:CopyBufferRegion(to, 0, up, 0, 64)
  l:Close()
  q:ExecuteCommandLists { l }
  a:Reset() --!
  up:Map():Write(0, "uint", { 1 })
  t.idle(q)
end)
case("constants are written and an allocator is reset too early", "GS0602", function()
  local q, up, to = t.queue("COPY", "q"), t.upload("up"), t.buf("to")
  local a = t.device:CreateCommandAllocator("COPY")
  local l = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = a }
  l:CopyBufferRegion(to, 0, up, 0, 64)
  l:Close()
  q:ExecuteCommandLists { l }
  up:Map():Write(0, "uint", { 1 })
  a:Reset() --!
  t.idle(q)
end)

case("nobody waits for the frame before last, and all that it uses comes too early", "GS0602", function()
  local p, q, f, b = tables(1), t.queue("DIRECT", "q"), t.fence("F"), t.buf("b")
  local up, back = t.upload("up"), t.readback("back")
  local constants, results, pool, temporary = up:Map(), back:Map(), {}, {}
  for i = 0, 1 do pool[i] = t.device:CreateCommandAllocator "DIRECT" end
  for frame = 1, 6 do
    local i = frame % 2
    pool[i]:Reset() --!
    if frame > 2 then temporary[i]:Release() end
    temporary[i] = t.buf("temporary " .. frame)
    if frame > 2 then results:Read(256 * i, "uint") end
    constants:Write(256 * i, "uint", { frame })
    view(b, p[1], i, 64 * i)
    local l = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = pool[i] }
    l:CopyBufferRegion(temporary[i], 0, up, 256 * i, 64)
    l:CopyBufferRegion(back, 256 * i, up, 256 * i, 64)
    write(p, p[1], i)(l)
    l:Close()
    q:ExecuteCommandLists { l }
    q:Signal(f, frame)
  end
end)

-- A back buffer that is not brought back to PRESENT, in three frames.
local function frames(back)
  local q = t.queue("DIRECT", "q")
  local chain = q:CreateSwapChain { Width = 64, Height = 64, BufferCount = 2, Name = "chain" }
  for frame = 1, 3 do
    local b = chain:GetBuffer(chain:GetCurrentBackBufferIndex())
    local rtv = t.rtv(b)
    t.run(q, function(l)
      if frame < 3 then t.go(l, b, "PRESENT", "RENDER_TARGET") else back(l, b, rtv) end
      l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
      if frame == 3 then t.go(l, b, "RENDER_TARGET", "PRESENT") end
    end)
    chain:Present(1)
    t.idle(q)
  end
end
case("no transition to PRESENT", "GS0842", function() frames(function(l, b) t.go(l, b, "PRESENT", "RENDER_TARGET") end) end)
case("no transition to PRESENT, and the next frame begins with a target", "GS0842", function() frames(function() end) end)
case("no transition to PRESENT, and the next frame takes the buffer from a third state", "GS0842", function()
  frames(function(l, b) t.go(l, b, "RESOLVE_DEST", "RENDER_TARGET") end)
end)

-- A use that finds another state: what is before it and what is behind it stand on either.
local function late(use)
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST")
  local from, back = t.upload("from", 16384), t.readback("back", 16384)
  local function put(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(from)) end
  local function get(l) l:CopyTextureRegion(t.rows(back), 0, 0, 0, { Resource = x }) end
  use(q, x, put, get)
end
case("a barrier comes behind the use that needs it", "GS0402", function()
  late(function(q, x, put, get)
    t.run(q, function(l) put(l) get(l) t.go(l, x, "COPY_DEST", "COPY_SOURCE") get(l) end)
  end)
end)
case("a barrier comes in the next list", "GS0402", function()
  late(function(q, x, put, get)
    t.run(q, function(l) put(l) get(l) end)
    t.run(q, function(l) t.go(l, x, "COPY_DEST", "COPY_SOURCE") get(l) end)
  end)
end)
case("a texture is written and read in turn without barriers", "GS0402", function()
  late(function(q, _, put, get)
    t.run(q, function(l) for _ = 1, 3 do put(l) get(l) end end)
  end)
end)
case("a barrier is missing, and a later one names a third state", "GS0402", function()
  late(function(q, x, put, get)
    t.run(q, function(l) put(l) get(l) t.go(l, x, "RESOLVE_DEST", "COPY_SOURCE") end)
  end)
end)
case("a barrier is missing, and behind the right one another is missing", "GS0402", function()
  late(function(q, x, put, get)
    t.run(q, function(l) put(l) get(l) t.go(l, x, "COPY_DEST", "COPY_SOURCE") put(l) end)
  end)
end)

-- A loop that does the same with each buffer of a swap chain, and a call that does it with two textures.
case("no transition to RENDER_TARGET, in four frames", "GS0402", function()
  local q = t.queue("DIRECT", "q")
  local chain = q:CreateSwapChain { Width = 64, Height = 64, BufferCount = 2, Name = "chain" }
  for _ = 1, 4 do
    local b = chain:GetBuffer(chain:GetCurrentBackBufferIndex())
    local rtv = t.rtv(b)
    t.run(q, function(l)
      l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
      t.go(l, b, "RENDER_TARGET", "PRESENT")
    end)
    chain:Present(1)
    t.idle(q)
  end
end)
case("two textures that a loop clears are in another state", 'GS0402 texture "x1"', function()
  local q, x = t.queue("DIRECT", "q"), {}
  for i = 1, 2 do x[i] = t.tex("x" .. i, "COPY_DEST", "ALLOW_RENDER_TARGET") end
  t.run(q, function(l) for i = 1, 2 do l:ClearRenderTargetView(t.rtv(x[i]), { 0, 0, 0, 1 }) end end)
end)

-- A resource in the wrong heap.
case("a buffer for the CPU is brought to where it is read", "GS0380", function()
  local r = t.readback("r")
  t.run(t.queue("DIRECT", "q"), function(l)
    t.go(l, r, "COPY_DEST", "COPY_SOURCE") --!
    l:CopyBufferRegion(t.buf("to"), 0, r, 0, 64)
  end)
end)
case("a buffer for the CPU is brought to one state and used in another", "GS0380", function()
  local r = t.readback("r")
  t.run(t.queue("DIRECT", "q"), function(l)
    t.go(l, r, "COPY_DEST", "INDIRECT_ARGUMENT") --!
    l:CopyBufferRegion(t.buf("to"), 0, r, 0, 64)
  end)
end)

-- An object that is used behind its Release.
case("a released buffer is copied from twice", "GS0330", function()
  local b, to = t.buf("b"), t.buf("to")
  b:Release()
  t.run(t.queue("COPY", "q"), function(l)
    l:CopyBufferRegion(to, 0, b, 0, 64) --!
    l:CopyBufferRegion(to, 64, b, 0, 64)
  end)
end)
case("a released buffer is copied from, and released again", "GS0330", function()
  local b, to = t.buf("b"), t.buf("to")
  b:Release()
  t.run(t.queue("COPY", "q"), function(l)
    l:CopyBufferRegion(to, 0, b, 0, 64) --!
  end)
  b:Release()
end)
case("two released buffers are copied from", "GS0330", function()
  local b, c, to = t.buf("b"), t.buf("c"), t.buf("to")
  b:Release()
  c:Release()
  t.run(t.queue("COPY", "q"), function(l)
    l:CopyBufferRegion(to, 0, b, 0, 64) --!
    l:CopyBufferRegion(to, 64, c, 0, 64)
  end)
end)
case("a list is given up for an allocator of another type, and recorded", "GS0331", function()
  local q, to = t.queue("COPY", "q"), t.buf("to")
  local l = t.list(q, function() end)
  l:Reset(t.device:CreateCommandAllocator("DIRECT")) --!
  l:CopyBufferRegion(to, 0, t.upload("from"), 0, 64)
  l:CopyBufferRegion(to, 64, t.upload("more"), 0, 64)
end)
case("a fence is given up while a queue may wait for it", 'GS0512 buffer "x"', function()
  local a, b, F, x = t.queue("COPY", "a"), t.queue("DIRECT", "b"), t.fence("F"), t.buf("x")
  t.run(a, function(l) l:CopyBufferRegion(x, 0, t.upload("from"), 0, 64) end)
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, function(l) l:CopyBufferRegion(t.buf("to"), 0, x, 0, 64) end)
  F:Release()
end)
case("a fence is given up before it is waited for, and another one is not waited for at all", 'GS0330 fence "F"', function()
  local a, b, F, x = t.queue("COPY", "a"), t.queue("DIRECT", "b"), t.fence("F"), t.buf("x")
  F:Signal(1)
  F:Release()
  F:WaitCPU(1) --!
  t.run(a, function(l) l:CopyBufferRegion(x, 0, t.upload("from"), 0, 64) end)
  t.run(b, function(l) l:CopyBufferRegion(t.buf("to"), 0, x, 0, 64) end)
end)

-- What orders two submissions of a loop serves all that they touch in each turn. Where errors stop the script, it has ended when these are found, and all are said.
local function uploaded(make)
  local a, b = t.queue("COPY", "a"), t.queue("DIRECT", "b")
  for i = 1, 3 do
    local x = make(i)
    t.run(a, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("from", 16384))) end)
    t.run(b, function(l) t.go(l, x, "COMMON", "COPY_SOURCE") end)
  end
end
case("textures of one place are uploaded and used in a loop, without a wait", "GS0519", function()
  uploaded(function(i)
    local x = t.tex("x" .. i)
    return x
  end)
end)
case("textures of two places are uploaded and used in a loop, without a wait", "GS0519", function()
  uploaded(function(i)
    local x
    if i == 1 then x = t.tex "x" else x = t.tex("y" .. i) end
    return x
  end)
end)

-- One call that is composed of several commands.
case("a pass begins where none can", "GS0337 BeginRenderPass cannot be recorded in compute list", function()
  local rtv = t.rtv(t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET"))
  local l = t.list(t.queue("COMPUTE", "q"), function(l)
    l:BeginRenderPass({ { cpuDescriptor = rtv, BeginningAccess = { Type = "CLEAR", Clear = { ClearValue = { Color = { 0, 0, 0, 1 } } } }, EndingAccess = { Type = "PRESERVE" } } }) --!
  end)
end)

-- Lists that one call submits again too early lack one wait, which is that for the last of them.
local function again(name, expected, body)
  case(name, expected, function()
    local q, F = t.queue("COPY", "q"), t.fence("F")
    local from, x = t.upload("from"), t.buf("x")
    local lists = {}
    for i, of in ipairs { "a", "b", "c" } do lists[i] = t.list(q, function(l) l:CopyBufferRegion(x, i * 256, from, 0, 256) end, of) end
    body(q, F, lists)
  end)
end
again("two lists are submitted again in one call", 'GS0603 copy list "a"', function(q, F, lists)
  q:ExecuteCommandLists { lists[1], lists[2] }
  q:Signal(F, 1)
  q:ExecuteCommandLists { lists[1], lists[2] } --!
end)
again("two lists that two calls have submitted are submitted again in one", 'GS0603 copy list "b"', function(q, F, lists)
  q:ExecuteCommandLists { lists[1] }
  q:Signal(F, 1)
  q:ExecuteCommandLists { lists[2], lists[3] }
  q:Signal(F, 2)
  q:ExecuteCommandLists { lists[1], lists[2] } --!
end)
again("two lists are submitted again in one call, after a wait for the first of them", 'GS0603 copy list "b"', function(q, F, lists)
  q:ExecuteCommandLists { lists[1] }
  q:Signal(F, 1)
  q:ExecuteCommandLists { lists[2] }
  q:Signal(F, 2)
  F:WaitCPU(1)
  q:ExecuteCommandLists { lists[1], lists[2] } --!
end)
again("two lists are submitted again in one call, after a wait for both", "silent", function(q, F, lists)
  q:ExecuteCommandLists { lists[1] }
  q:Signal(F, 1)
  q:ExecuteCommandLists { lists[2] }
  q:Signal(F, 2)
  F:WaitCPU(2)
  q:ExecuteCommandLists { lists[1], lists[2] }
end)

-- A list that cannot be closed is not submitted. What comes after it finds textures where that list would have left them.
local function refused(q, body)
  t.run(q, function(l)
    l:Dispatch(1, 1, 1) -- without a pipeline
    body(l)
  end, "refused")
end
local function copied(texture)
  local into = t.readback("into", 65536)
  return function(l) l:CopyTextureRegion(t.rows(into), 0, 0, 0, { Resource = texture }) end
end
case("a list is refused, and the next one stands on its barrier", "GS0352", function()
  local q, texture = t.queue("DIRECT"), t.tex("texture", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  refused(q, function(l) t.go(l, texture, "RENDER_TARGET", "COPY_SOURCE") end)
  t.run(q, copied(texture))
  t.run(q, function(l) t.go(l, texture, "COPY_SOURCE", "RENDER_TARGET") end)
end)
case("two lists are refused, and the third one stands on their barriers", "GS0352", function()
  local q, texture = t.queue("DIRECT"), t.tex("texture", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  for _, to in ipairs { "COPY_DEST", "COPY_SOURCE" } do
    refused(q, function(l) t.go(l, texture, to == "COPY_DEST" and "RENDER_TARGET" or "COPY_DEST", to) end)
  end
  t.run(q, copied(texture))
end)
case("a list is refused, and the next one does not stand on its barrier", "GS0352", function()
  local q, texture = t.queue("DIRECT"), t.tex("texture", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  refused(q, function(l) t.go(l, texture, "RENDER_TARGET", "COPY_DEST") end)
  t.run(q, copied(texture))
end)
case("a list is refused that is to be executed behind a wait", "GS0352", function()
  local direct, copy, f = t.queue("DIRECT"), t.queue("COPY"), t.fence()
  local texture = t.tex("texture", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  direct:Wait(f, 1)
  t.run(direct, function(l) t.go(l, texture, "RENDER_TARGET", "COPY_DEST") end)
  refused(direct, function(l) t.go(l, texture, "COPY_DEST", "COPY_SOURCE") end)
  t.run(direct, copied(texture))
  copy:Signal(f, 1)
end)
case("a list is refused that begins a barrier, and the next one ends it", "GS0352", function()
  local q, texture = t.queue("DIRECT"), t.tex("texture", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  refused(q, function(l) t.go(l, texture, "RENDER_TARGET", "COPY_SOURCE", nil, "BEGIN_ONLY") end)
  t.run(q, function(l) t.go(l, texture, "RENDER_TARGET", "COPY_SOURCE", nil, "END_ONLY") end)
  t.run(q, copied(texture))
end)
case("a list is refused that ends a barrier, and the next one stands on it", "GS0352", function()
  local q, texture = t.queue("DIRECT"), t.tex("texture", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  t.run(q, function(l) t.go(l, texture, "RENDER_TARGET", "COPY_SOURCE", nil, "BEGIN_ONLY") end)
  refused(q, function(l) t.go(l, texture, "RENDER_TARGET", "COPY_SOURCE", nil, "END_ONLY") end)
  t.run(q, copied(texture))
end)
case("a list that ends a barrier is not refused", "silent", function()
  local q, texture = t.queue("DIRECT"), t.tex("texture", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  t.run(q, function(l) t.go(l, texture, "RENDER_TARGET", "COPY_SOURCE", nil, "BEGIN_ONLY") end)
  t.run(q, function(l) t.go(l, texture, "RENDER_TARGET", "COPY_SOURCE", nil, "END_ONLY") end)
  t.run(q, copied(texture))
end)
for _, first in ipairs { 0, 1 } do
  case("views are written " .. (first == 1 and "one place too late" or "where they belong") .. " in a heap from which they are copied", first == 1 and "GS0359 staged[2, 3)" or "silent", function()
    local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
    local staged = t.device:CreateDescriptorHeap { Name = "staged", Type = "CBV_SRV_UAV", NumDescriptors = 2 }
    for i = 0, 1 do view(b, staged, first + i) end
    t.device:CopyDescriptorsSimple(1, p[1]:GetCPUDescriptorHandle(2), staged:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
    t.run(q, write(p, p[1], 2))
  end)
end
case("the heap of a list is bound before it begins", "GS0333", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  view(b, p[1], 0)
  local alloc = t.device:CreateCommandAllocator("COMPUTE")
  local l = t.device:CreateCommandList { Type = "COMPUTE", Name = "list" }
  l:SetDescriptorHeaps { p[1] } --!
  l:Reset(alloc)
  l:SetPipelineState(p.pso)
  l:SetComputeRootSignature(p.root)
  l:SetComputeRootDescriptorTable(0, p[1]:GetGPUDescriptorHandle(0))
  l:Dispatch(1, 1, 1)
  l:Close()
  q:ExecuteCommandLists { l }
end)
case("the heap of a list is bound when it has begun", "silent", function()
  local p, q, b = tables(1), t.queue("COMPUTE", "q"), t.buf("b")
  view(b, p[1], 0)
  t.run(q, write(p, p[1], 0))
end)

-- A slice of a texture that is read through a table: where the barrier before is missing, or names the other slice, the next list stands on it, too.
-- Volatile descriptors are looked at when the list is submitted, static ones when it is recorded.
for _, kind in ipairs { "static", "volatile" } do
  local flags = kind == "static" and "NONE" or "DESCRIPTORS_VOLATILE|DATA_VOLATILE"
  local texels, found = t.gpu.Texture2DArray("t0", "float4"), t.gpu.RWStructuredBuffer("u0", "uint")
  local READ, TARGET = "NON_PIXEL_SHADER_RESOURCE", "RENDER_TARGET"
  local function slices(how)
    local q, x, to = t.queue("DIRECT", "q"), t.tex("x", TARGET, "ALLOW_RENDER_TARGET", { DepthOrArraySize = 2 }), t.buf("to")
    local root = t.device:CreateRootSignature { Name = "root", Parameters = {
      { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = flags } } }, { Type = "UAV" } } }
    local shader = t.gpu.ComputeShader { Name = "reads", NumThreads = { 1, 1, 1 }, Main = function(GroupIndex) found[0] = uint(texels:Load(int4(0, 0, 0, 0)).x) end }
    local pso = t.device:CreateComputePipelineState { Name = "reads", RootSignature = root, CS = shader }
    local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
    t.device:CreateShaderResourceView(x, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 0, ArraySize = 1 }, heap:GetCPUDescriptorHandle(0))
    local rtv = t.rtv(x, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 0, ArraySize = 1 })
    local function read(l)
      l:SetDescriptorHeaps { heap }
      l:SetComputeRootSignature(root)
      l:SetPipelineState(pso)
      l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
      l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
      l:Dispatch(1, 1, 1)
    end
    t.run(q, function(l) t.go(l, x, TARGET, "COPY_SOURCE", 1) end, "other slice")
    t.run(q, function(l)
      if how ~= "other" then l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 }) end
      if how ~= "missing" then t.go(l, x, TARGET, READ, how == "other" and 1 or 0) end
      read(l)
    end, "first")
    t.run(q, function(l)
      t.go(l, x, READ, TARGET, 0)
      l:ClearRenderTargetView(rtv, { 1, 1, 1, 1 })
    end, "second")
  end
  case("a slice is cleared and read by a " .. kind .. " descriptor without a barrier, and the next list takes it back", 'GS0402 texture "x"', function() slices "missing" end)
  case("the barrier before a " .. kind .. " descriptor is that of another slice", 'GS0402 texture "x"', function() slices "other" end)
  case("a slice is cleared, read by a " .. kind .. " descriptor, and taken back", "silent", function() slices() end)
end
-- A texture that a command reads and writes at once is bound wrongly: that it is in the state of one of the two alone is no other mistake.
local source, target = gpu.Texture2D("t0", "float"), gpu.RWTexture2D("u0", "float")
local half = gpu.ComputeShader { Name = "half", NumThreads = { 1, 1, 1 }, Main = function(DispatchThreadID) target[DispatchThreadID.xy] = source[DispatchThreadID.xy] * 0.5 end }
local function pyramid(writes)
  local device, q = t.device, t.queue("DIRECT", "q")
  local root = device:CreateRootSignature { Name = "half root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
  local pso = device:CreateComputePipelineState { Name = "half", RootSignature = root, CS = half }
  local x = t.tex("x", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS", { MipLevels = 3, Format = "R32_FLOAT" })
  local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 6, Flags = "SHADER_VISIBLE" }
  for m = 0, 2 do
    device:CreateShaderResourceView(x, { ViewDimension = "TEXTURE2D", MostDetailedMip = m, MipLevels = 1 }, heap:GetCPUDescriptorHandle(2 * m))
    device:CreateUnorderedAccessView(x, nil, { ViewDimension = "TEXTURE2D", MipSlice = m }, heap:GetCPUDescriptorHandle(2 * m + 1))
  end
  t.run(q, function(l)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    for m = 1, 2 do
      t.go(l, x, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE", m - 1)
      l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(2 * (m - 1)))
      l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(2 * writes(m) + 1))
      l:Dispatch(1, 1, 1)
    end
  end)
  t.idle(q)
end
case("a loop reads one mip after the other, and writes the first one each time", 'GS0407 texture "x" in two states', function() pyramid(function() return 0 end) end)
case("a loop reads one mip after the other, and writes the next one", "silent", function() pyramid(function(m) return m end) end)

-- A static descriptor that is written behind its table shows what is not meant: that the list races for this is no other mistake.
local function rewritten(apart, more)
  local p, q, a, b = tables(1), t.queue("COMPUTE", "q"), t.buf("a"), t.buf("b")
  view(a, p[1], 0)
  view(b, p[1], 1)
  local l = t.list(q, function(l)
    write(p, p[1], 0)(l)
    if apart then t.uav(l) end
    write(p, p[1], 1)(l)
  end)
  view(a, p[1], 1)
  if more then more(a, b) end
  q:ExecuteCommandLists { l }
  t.idle(q)
  return q, b
end
case("a static descriptor is written behind its table, and shows what another table of the list shows", "GS0606", function() rewritten(false) end)
case("a static descriptor is written behind its table, and shows what another queue writes", "GS0606", function()
  rewritten(true, function(a) t.run(t.queue("COPY", "r"), function(l) l:CopyBufferRegion(a, 0, t.upload("from"), 0, 64) end) end)
end)
case("a static descriptor is written behind its table, and the next list lacks a barrier", "GS0606", function()
  local q, b = rewritten(true)
  t.run(q, function(l)
    t.fill(l, b)
    t.fill(l, b)
  end)
end)

-- A signal that is left out is missed by whoever waits for it.
local function unsignalled(waits)
  local q, F = t.queue("DIRECT", "q"), t.fence("F")
  q:Release()
  q:Signal(F, 1)
  waits(F)
end
case("a queue is released before it signals, and the thread waits for that", "GS0330", function()
  unsignalled(function(F) F:WaitCPU(1) end)
end)
case("a queue is released before it signals, and another queue waits for that", "GS0330", function()
  unsignalled(function(F)
    local r, G = t.queue("COMPUTE", "r"), t.fence("G")
    r:Wait(F, 1)
    r:Signal(G, 1)
    G:WaitCPU(1)
  end)
end)
case("a queue is released before it signals, and another one waits for that in the end", "GS0330", function()
  unsignalled(function(F) t.queue("COMPUTE", "r"):Wait(F, 1) end)
end)
case("a queue is released before it signals, and a thread waits for that", "GS0330", function()
  unsignalled(function(F) gpu.Thread("worker", function() F:WaitCPU(1) end):Join() end)
end)
case("a queue is released before it signals, and a larger value is waited for", "GS0330", function()
  unsignalled(function(F) F:WaitCPU(2) end)
end)
case("a queue is released before it signals, and another fence is waited for", "GS0330", function()
  unsignalled(function(F)
    t.queue("COMPUTE", "r"):Wait(F, 1)
    t.fence("G"):WaitCPU(1)
  end)
end)
case("a fence of another device is signalled, and waited for", "GS0142", function()
  local q, F = t.queue("DIRECT", "q"), gpu.CreateDevice { Name = "other" }:CreateFence(0, "F")
  q:Signal(F, 1) --!
  F:WaitCPU(1)
end)
case("a released fence is to set an event, and that is waited for", "GS0330", function()
  local F, done = t.fence("F"), gpu.CreateEvent { Name = "done" }
  F:Release()
  F:SetEventOnCompletion(1, done) --!
  gpu.WaitForSingleObject(done)
end)
case("a released fence is to set an event, and another one is waited for", "GS0330", function()
  local F, done = t.fence("F"), gpu.CreateEvent { Name = "done" }
  F:Release()
  F:SetEventOnCompletion(1, done)
  gpu.WaitForSingleObject(gpu.CreateEvent { Name = "other" })
end)

-- A queue that waits for another one once has waited for all that this was given, by whichever threads.
local function fill(b) return function(l) l:CopyBufferRegion(b, 0, t.upload("from"), 0, 256) end end
local function fetch(...)
  local all = { ... }
  return function(l)
    for _, b in ipairs(all) do l:CopyBufferRegion(t.readback("to"), 0, b, 0, 256) end
  end
end
local function both(first, second)
  local one, two = gpu.Thread("one", first), gpu.Thread("two", second)
  one:Join()
  two:Join()
end
local function pair() return t.queue("COPY", "a"), t.queue("DIRECT", "b"), t.buf("x"), t.buf("y"), t.fence("F") end
case("two threads fill on one queue what another one reads without a wait", 'GS0512 buffer "x"', function()
  local a, b, x, y = pair()
  both(function() t.run(a, fill(x)) end, function() t.run(a, fill(y)) end)
  t.run(b, fetch(x, y)) --!
end)
case("two threads fill on one queue, which signals, what another one reads without a wait", 'GS0512 buffer "x"', function()
  local a, b, x, y, F = pair()
  both(function() t.run(a, fill(x)) end, function() t.run(a, fill(y)) end)
  a:Signal(F, 1)
  t.run(b, fetch(x, y)) --!
end)
case("two threads read on one queue, without a wait, what another one was given and signals", 'GS0512 buffer "x"', function()
  local a, b, x, y, F = pair()
  t.run(a, fill(x))
  t.run(a, fill(y))
  a:Signal(F, 1)
  both(function() t.run(b, fetch(x)) end, function() t.run(b, fetch(y)) end)
end)
case("two threads read on one queue what another one was given and signals", "silent", function()
  local a, b, x, y, F = pair()
  t.run(a, fill(x))
  t.run(a, fill(y))
  a:Signal(F, 1)
  b:Wait(F, 1)
  both(function() t.run(b, fetch(x)) end, function() t.run(b, fetch(y)) end)
end)
case("two threads fill on a queue each what a third one reads without waits", 'GS0512 buffer "x"; GS0512 buffer "y"', function()
  local a, b, x, y, F = pair()
  local c, G = t.queue("COMPUTE", "c"), t.fence("G")
  both(function() t.run(a, fill(x)) a:Signal(F, 1) end, function() t.run(c, fill(y)) c:Signal(G, 1) end)
  t.run(b, fetch(x, y))
end)
case("two threads read, without a wait, what another queue signals one after the other", 'GS0512 buffer "x"; GS0512 buffer "y"', function()
  local a, b, x, y, F = pair()
  t.run(a, fill(x))
  a:Signal(F, 1)
  t.run(a, fill(y))
  a:Signal(F, 2)
  both(function() t.run(b, fetch(x)) end, function() t.run(b, fetch(y)) end)
end)

-- What is missing where it is used twice is missing once.
local function drawn(views)
  local q, x, y, heap = t.queue("DIRECT", "q"), t.target("x"), t.target("y"), t.device:CreateDescriptorHeap { Name = "targets", Type = "RTV", NumDescriptors = 2 }
  views(heap, x, y)
  t.run(q, function(l)
    l:ClearRenderTargetView(heap:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 })
    l:OMSetRenderTargets({ heap:GetCPUDescriptorHandle(0) })
    l:ClearRenderTargetView(heap:GetCPUDescriptorHandle(1), { 0, 0, 0, 1 })
    l:OMSetRenderTargets({ heap:GetCPUDescriptorHandle(1) })
  end)
end
case("a view is missing that a list clears and sets", "GS0812", function()
  drawn(function(heap, x) t.device:CreateRenderTargetView(x, nil, heap:GetCPUDescriptorHandle(0)) end)
end)
case("two views are missing that a list clears and sets", "GS0812", function()
  drawn(function() end)
end)
local function timed(ends)
  local q, times = t.queue("DIRECT", "q"), t.device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 }
  local back = t.readback("back")
  for frame = 1, 2 do
    t.run(q, function(l)
      for _, i in ipairs(ends) do l:EndQuery(times, "TIMESTAMP", i) end
      l:ResolveQueryData(times, "TIMESTAMP", 0, 2, back, 0)
    end)
    t.idle(q)
  end
end
case("a query that is resolved in two frames has ended in none", "GS0609", function() timed { 0 } end)
case("two queries that are resolved in two frames have ended", "silent", function() timed { 0, 1 } end)

-- Two queues hand a fence to and fro: whoever does not wait for the other one comes too early, and may also take the fence back below the value that the
-- next turn waits for.
local function turns(missing, after)
  local a, b, x, y, F = pair()
  for turn = 1, 5, 2 do
    t.run(a, fill(x))
    a:Signal(F, turn)
    if turn ~= missing then b:Wait(F, turn) end
    t.run(b, fetch(x))
    b:Signal(F, turn + 1)
    a:Wait(F, turn + 1)
  end
  after(a, b, F, y)
end
case("a turn is not waited for on a fence that goes to and fro", 'GS0906 fence "F"; GS0512 buffer "x"', function()
  turns(3, function() end)
end)
case("a turn is not waited for on a fence that goes to and fro, and the CPU waits for the last one", 'GS0906 fence "F"; GS0512 buffer "x"', function()
  turns(3, function(_, _, F) F:WaitCPU(6) end)
end)
case("all turns are waited for on a fence that goes to and fro", "silent", function()
  turns(0, function(_, _, F) F:WaitCPU(6) end)
end)
case("a turn is not waited for on a fence that goes to and fro, and two queues signal another one beside each other",
  'GS0906 fence "F"; GS0906 fence "G"; GS0512 buffer "x"; GS0507 fence "G"', function()
  turns(0, function(a, b, _, y)
    local c, d, G = t.queue("COPY", "c"), t.queue("COPY", "d"), t.fence("G")
    c:Signal(G, 1)
    d:Signal(G, 2)
    a:Wait(G, 2)
  end)
  turns(5, function() end)
end)
case("a queue signals a fence that another one signals, and then reads too early what that has written",
  'GS0906 fence "F"; GS0512 buffer "x"; GS0507 fence "F"', function()
  local a, b, x, _, F = pair()
  t.run(a, fill(x))
  a:Signal(F, 1)
  b:Signal(F, 2)
  t.run(b, fetch(x))
  t.queue("COPY", "c"):Wait(F, 2)
end)

-- Two queues signal a fence beside each other: the wait for the larger value proves nothing about the work of the other one.
local function joined(body)
  local a, b, x, y, F = pair()
  local c, z = t.queue("COPY", "c"), t.buf("z")
  t.run(a, fill(x))
  a:Signal(F, 1)
  t.run(b, fill(y))
  b:Signal(F, 2)
  body(c, a, x, F, b, y)
end
case("two queues signal a fence beside each other, and a third one reads what both have written",
  'GS0906 fence "F"; GS0512 buffer "x"; GS0507 fence "F"', function()
  joined(function(c, _, x, F, _, y)
    c:Wait(F, 2)
    t.run(c, fetch(x))
    t.run(c, fetch(y))
  end)
end)
case("two queues signal a fence beside each other, and a third one reads before it waits", 'GS0906 fence "F"; GS0512 buffer "x"; GS0507 fence "F"', function()
  joined(function(c, _, x, F)
    t.run(c, fetch(x))
    c:Wait(F, 2)
  end)
end)
case("two queues signal a fence beside each other, and a third one reads what comes after that", 'GS0906 fence "F"; GS0512 buffer "x"; GS0507 fence "F"', function()
  joined(function(c, a, x, F)
    t.run(a, fill(x))
    c:Wait(F, 2)
    t.run(c, fetch(x))
  end)
end)

-- One wait of the CPU, or of a queue, is missing, whatever comes behind the place where it is to stand.
local function stored(body)
  local q, x, r, s, F = t.queue("DIRECT", "q"), t.buf("x"), t.readback("r"), t.readback("s"), t.fence("F")
  local function store(to) return function() t.run(q, function(l) l:CopyBufferRegion(to, 0, x, 0, 64) end) end end
  body(q, store(r), store(s), F, function() r:Map():Read(0, "uint") end, function() s:Map():Read(0, "uint") end)
end
case("two threads submit on one queue what the CPU reads without a wait", 'GS0513 buffer "r"', function()
  stored(function(q, one, two, F, first, second)
    both(one, two)
    q:Signal(F, 1)
    first()
    second()
  end)
end)
case("two threads submit on one queue, each behind its own signal, what the CPU reads without a wait", 'GS0513 buffer "r"; GS0513 buffer "s"', function()
  stored(function(q, one, two, F, first, second)
    gpu.Thread("one", one):Join()
    q:Signal(F, 1)
    gpu.Thread("two", two):Join()
    q:Signal(F, 2)
    first()
    second()
  end)
end)
case("two buffers are written on a queue and read on another one, and nothing is signalled", 'GS0512 buffer "x"', function()
  local a, b, x, y = pair()
  t.run(a, fill(x))
  t.run(a, fill(y))
  t.run(b, fetch(x))
  t.run(b, fetch(y))
end)
case("a buffer is written on a queue and read on another one, and then another buffer, and nothing is signalled", 'GS0512 buffer "x"; GS0512 buffer "y"',
  function()
  local a, b, x, y = pair()
  t.run(a, fill(x))
  t.run(b, fetch(x))
  t.run(a, fill(y))
  t.run(b, fetch(y))
end)

-- A list that is submitted again while it may still be executed races with itself, too.
for _, ok in ipairs { false, true } do
  case("a list is submitted to another queue while it may still be executed" .. (ok and ", which the CPU waits for" or ""), ok and "silent" or 'GS0603 list "both"', function()
    local a, b, x, y, F = t.queue("DIRECT", "a"), t.queue("DIRECT", "b"), t.buf "x", t.buf "y", t.fence "F"
    local l = t.list(a, function(l) l:CopyBufferRegion(y, 0, x, 0, 256) end, "both")
    a:ExecuteCommandLists { l }
    a:Signal(F, 1)
    if ok then F:WaitCPU(1) end
    b:ExecuteCommandLists { l }
  end)
end
case("a list is submitted to another queue while it may still be executed, and another list races", 'GS0603 list "both"', function()
  local a, b, x, y, z, v = t.queue("DIRECT", "a"), t.queue("DIRECT", "b"), t.buf "x", t.buf "y", t.buf "z", t.buf "v"
  local l = t.list(a, function(l) l:CopyBufferRegion(y, 0, x, 0, 256) end, "both")
  a:ExecuteCommandLists { l }
  t.run(a, function(l) l:CopyBufferRegion(z, 0, x, 0, 256) end)
  b:ExecuteCommandLists { l }
  t.run(b, function(l) l:CopyBufferRegion(v, 0, z, 0, 256) end)
end)

-- So does one whose bundle does.
case("a list whose bundle writes is submitted twice in one call", 'GS0603 list "list"', function()
  local q, x = t.queue "DIRECT", t.buf "x"
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator("BUNDLE") }
  t.fill(bundle, x)
  bundle:Close()
  local l = t.list(q, function(l)
    l:SetComputeRootSignature(t.root())
    l:ExecuteBundle(bundle)
  end)
  q:ExecuteCommandLists { l, l } --!
end)
