-- Situations of other projects' tests of descriptors, bundles, memory and screens, translated with the numbers that come out: views that are written after a
-- list was closed, handles that are read at once, bundles that run in many lists, memory that is handed on. Expectations were derived from the documentation
-- before the first run.
local t = require "results_prelude"
local gpu, case, same, holds = t.gpu, t.case, t.same, t.holds

local function direct() return t.queue("DIRECT", "q") end
local source, result = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local view = { StructureByteStride = 4 }

-- tables is a kernel that copies 4 numbers through a table of a view to read and a root view to write.
local function tables(flags, n)
  local s = { q = direct(), x = t.filled("x", 256, { 1, 2, 3, 4 }), y = t.filled("y", 256, { 5, 6, 7, 8 }), to = t.buf("to", 256), r = t.readback("r", 256) }
  s.root = t.device:CreateRootSignature { Name = "tables", Parameters = { { Type = "UAV" },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = flags } } } } }
  s.pso = t.device:CreateComputePipelineState { Name = "copies", RootSignature = s.root, CS = gpu.ComputeShader { Name = "copies", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) result[GroupIndex] = source[GroupIndex] end } }
  s.heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = n or 4, Flags = "SHADER_VISIBLE" }
  function s.show(x, slot, heap) t.device:CreateShaderResourceView(x, view, (heap or s.heap):GetCPUDescriptorHandle(slot)) end
  function s.bind(l, slot, heap)
    l:SetDescriptorHeaps { heap or s.heap }
    l:SetComputeRootSignature(s.root)
    l:SetPipelineState(s.pso)
    l:SetComputeRootUnorderedAccessView(0, s.to:GetGPUVirtualAddress())
    l:SetComputeRootDescriptorTable(1, (heap or s.heap):GetGPUDescriptorHandle(slot))
  end
  function s.down(l)
    t.go(l, s.to, "UNORDERED_ACCESS", "COPY_SOURCE")
    l:CopyResource(s.r, s.to)
  end
  return s
end

case("a view is written when its list is closed", "silent", function()
  local s = tables "DESCRIPTORS_VOLATILE"
  s.show(s.x, 0)
  local l = t.list(s.q, function(l)
    s.bind(l, 0)
    l:Dispatch(1, 1, 1)
    s.down(l)
  end)
  s.show(s.y, 0)
  s.q:ExecuteCommandLists { l }
  t.idle(s.q)
  holds(s.r, 0, { 5, 6, 7, 8 })
end)
case("a view that must not change is written when its list is closed", "GS0606", function()
  local s = tables()
  s.show(s.x, 0)
  local l = t.list(s.q, function(l)
    s.bind(l, 0)
    l:Dispatch(1, 1, 1)
  end)
  s.show(s.y, 0)
  s.q:ExecuteCommandLists { l } --!
end)
case("a list runs twice, its view is written between", "silent", function()
  local s = tables "DESCRIPTORS_VOLATILE"
  local l = t.list(s.q, function(l)
    s.bind(l, 0)
    l:Dispatch(1, 1, 1)
    s.down(l)
  end)
  for i, x in ipairs { s.x, s.y } do
    s.show(x, 0)
    s.q:ExecuteCommandLists { l }
    t.idle(s.q)
    holds(s.r, 0, { 4 * i - 3, 4 * i - 2 })
  end
end)
case("a list runs twice, its view is written while it runs", "GS0605", function()
  local s = tables "DESCRIPTORS_VOLATILE"
  s.show(s.x, 0)
  t.run(s.q, function(l)
    s.bind(l, 0)
    l:Dispatch(1, 1, 1)
  end)
  s.show(s.y, 0)
  t.idle(s.q)
end)
case("views are copied, from parts of a heap to others of another size", "silent", function()
  local s = tables("DESCRIPTORS_VOLATILE", 8)
  local hidden = t.device:CreateDescriptorHeap { Name = "hidden", Type = "CBV_SRV_UAV", NumDescriptors = 8 }
  for i = 0, 7 do s.show(i < 4 and s.x or s.y, i, hidden) end
  -- 3 and 5 go to 1, 4, 2 and 1: slots 5, 0 to 3, 6 to 7 and 4 get 0, 1 2 4 5, 6 7 and 3 … of hidden
  t.device:CopyDescriptors({ s.heap:GetCPUDescriptorHandle(5), s.heap:GetCPUDescriptorHandle(0), s.heap:GetCPUDescriptorHandle(6), s.heap:GetCPUDescriptorHandle(4) },
    { 1, 4, 2, 1 }, { hidden:GetCPUDescriptorHandle(0), hidden:GetCPUDescriptorHandle(3) }, { 3, 5 }, "CBV_SRV_UAV")
  local got = { 1, 1, 1, 5, 5, 1, 5, 5 } -- 5: 0; 0, 1: 1, 2; 2: 3; 3: 4; 6, 7: 5, 6; 4: 7
  for slot = 0, 7 do
    t.run(s.q, function(l)
      s.bind(l, slot)
      l:Dispatch(1, 1, 1)
      s.down(l)
    end)
    t.idle(s.q)
    holds(s.r, 0, { got[slot + 1] })
  end
end)
case("views are copied, and one more is to be written than read", "GS0389", function()
  local s = tables("DESCRIPTORS_VOLATILE", 8)
  local hidden = t.device:CreateDescriptorHeap { Name = "hidden", Type = "CBV_SRV_UAV", NumDescriptors = 8 }
  t.device:CopyDescriptors({ s.heap:GetCPUDescriptorHandle(0) }, { 4 }, { hidden:GetCPUDescriptorHandle(0) }, { 3 }, "CBV_SRV_UAV") --!
end)
case("the table is set again between two dispatches", "silent", function()
  local s = tables()
  s.show(s.x, 1)
  s.show(s.y, 2)
  t.run(s.q, function(l)
    s.bind(l, 1)
    l:Dispatch(1, 1, 1)
    s.down(l)
    t.go(l, s.to, "COPY_SOURCE", "UNORDERED_ACCESS")
    l:SetComputeRootDescriptorTable(1, s.heap:GetGPUDescriptorHandle(2))
    l:Dispatch(1, 1, 1)
    t.go(l, s.to, "UNORDERED_ACCESS", "COPY_SOURCE")
    l:CopyBufferRegion(s.r, 64, s.to, 0, 16)
  end)
  t.idle(s.q)
  holds(s.r, 0, { 1, 2, 3, 4 })
  holds(s.r, 64, { 5, 6, 7, 8 })
end)
case("another heap is bound, and the table is that of the first", "GS0355", function()
  local s = tables()
  s.show(s.x, 0)
  local other = t.device:CreateDescriptorHeap { Name = "other", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.run(s.q, function(l)
    s.bind(l, 0)
    l:SetDescriptorHeaps { other }
    l:Dispatch(1, 1, 1) --!
  end)
end)
case("arguments stay when the same root signature is set again", "silent", function()
  local s = tables()
  s.show(s.x, 0)
  t.run(s.q, function(l)
    s.bind(l, 0)
    l:SetComputeRootSignature(s.root)
    l:Dispatch(1, 1, 1)
    s.down(l)
  end)
  t.idle(s.q)
  holds(s.r, 0, { 1, 2, 3, 4 })
end)
case("an argument is gone when another root signature was set between", "GS0355 root parameter 1", function()
  local s = tables()
  s.show(s.x, 0)
  t.run(s.q, function(l)
    s.bind(l, 0)
    l:SetComputeRootSignature(t.root())
    l:SetComputeRootSignature(s.root)
    l:SetComputeRootUnorderedAccessView(0, s.to:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1) --!
  end)
end)
case("a view of nothing reads 0", "silent", function()
  local s = tables()
  t.device:CreateShaderResourceView(nil, { ViewDimension = "BUFFER", StructureByteStride = 4, NumElements = 4 }, s.heap:GetCPUDescriptorHandle(0))
  t.run(s.q, function(l)
    l:CopyBufferRegion(s.to, 0, s.y, 0, 32)
    t.go(l, s.to, "COPY_DEST", "UNORDERED_ACCESS")
    s.bind(l, 0)
    l:Dispatch(1, 1, 1)
    s.down(l)
  end)
  t.idle(s.q)
  holds(s.r, 0, { 0, 0, 0, 0, 0 })
end)
case("a heap of target views is given up when the clear is recorded", "silent", function()
  local q, x, r = direct(), t.target("x"), t.readback("r", 64 * 256)
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
  t.device:CreateRenderTargetView(x, nil, heap:GetCPUDescriptorHandle(0))
  t.run(q, function(l)
    l:ClearRenderTargetView(heap:GetCPUDescriptorHandle(0), { 1, 0, 0, 1 })
    heap:Release()
    t.go(l, x, "RENDER_TARGET", "COPY_SOURCE")
    l:CopyTextureRegion(t.rows(r), 0, 0, 0, { Resource = x })
  end)
  t.idle(q)
  holds(r, 0, { 0xff0000ff })
end)
case("a target view is written anew between two clears of one list", "silent", function()
  local q, x, y, r = direct(), t.target("x"), t.target("y"), t.readback("r", 2 * 64 * 256)
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
  t.run(q, function(l)
    for i, texture in ipairs { x, y } do
      t.device:CreateRenderTargetView(texture, nil, heap:GetCPUDescriptorHandle(0))
      l:ClearRenderTargetView(heap:GetCPUDescriptorHandle(0), { i == 1 and 1 or 0, 0, 0, 1 })
    end
    for i, texture in ipairs { x, y } do
      t.go(l, texture, "RENDER_TARGET", "COPY_SOURCE")
      l:CopyTextureRegion(t.rows(r, 64, (i - 1) * 64 * 256), 0, 0, 0, { Resource = texture })
    end
  end)
  t.idle(q)
  holds(r, 0, { 0xff0000ff })
  holds(r, 64 * 256, { 0xff000000 })
end)

-- Bundles.
local function bundle(record)
  local allocator = t.device:CreateCommandAllocator "BUNDLE"
  local b = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = allocator }
  record(b)
  b:Close()
  return b, allocator
end
case("one bundle in two lists of a call and on two queues", "silent", function()
  local q, c, F = direct(), t.queue("DIRECT", "c"), t.fence("F")
  local x, r = t.buf("x", 256), t.readback("r", 256)
  local b = bundle(function(l) t.dispatch(l, "grow", x) end)
  local function list(on)
    return t.list(on, function(l)
      l:ExecuteBundle(b)
      t.uav(l, x)
    end)
  end
  q:ExecuteCommandLists { list(q), list(q) }
  q:Signal(F, 1)
  c:Wait(F, 1)
  c:ExecuteCommandLists { list(c) }
  t.run(c, function(l) l:CopyResource(r, x) end)
  t.idle(c)
  holds(r, 0, { 3, 3 })
end)
case("one bundle in two lists of a call, nothing between", 'GS0517 buffer "x"', function()
  local q, x = direct(), t.buf("x", 256)
  local b = bundle(function(l) t.dispatch(l, "grow", x) end)
  local function list() return t.list(q, function(l) l:ExecuteBundle(b) end) end
  q:ExecuteCommandLists { list(), list() }
end)
case("one bundle on two queues, nothing between", 'GS0512 buffer "x" @ x[0, 256)', function()
  local q, c, x = direct(), t.queue("DIRECT", "c"), t.buf("x", 256)
  local b = bundle(function(l) t.dispatch(l, "grow", x) end)
  for _, on in ipairs { q, c } do t.run(on, function(l) l:ExecuteBundle(b) end) end
end)
case("a bundle is recorded anew when its list is submitted: the list runs what it held", "silent", function()
  local q, x, r = direct(), t.buf("x", 256), t.readback("r", 256)
  local b = bundle(function(l) t.fill(l, x, 0, 5) end)
  t.run(q, function(l) l:ExecuteBundle(b) end)
  b:Reset(t.device:CreateCommandAllocator "BUNDLE")
  t.fill(b, x, 0, 6)
  b:Close()
  t.run(q, function(l) l:CopyResource(r, x) end)
  t.idle(q)
  holds(r, 0, { 5 })
  t.run(q, function(l)
    l:ExecuteBundle(b)
    t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE")
    l:CopyResource(r, x)
  end)
  t.idle(q)
  holds(r, 0, { 6 })
end)
case("a bundle's pipeline stays for the list that runs it", "silent", function()
  local q, x, r = direct(), t.buf("x", 256), t.readback("r", 256)
  local b = bundle(function(l) t.fill(l, x, 0, 5) end)
  t.run(q, function(l)
    l:ExecuteBundle(b)
    t.uav(l, x)
    l:Dispatch(1, 1, 1)
    t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE")
    l:CopyResource(r, x)
  end)
  t.idle(q)
  holds(r, 0, { 5, 5 })
end)
case("a list's pipeline does not serve the bundle that it runs", "GS0352", function()
  local x = t.buf("x", 256)
  t.use(t.device:CreateCommandList { Type = "DIRECT", Allocator = t.device:CreateCommandAllocator "DIRECT" }, "fill", x)
  bundle(function(l)
    l:Dispatch(1, 1, 1) --!
  end)
end)

-- Memory.
case("fresh memory is 0, and so is a placed buffer that was never written", "silent", function()
  local q, x, r = direct(), t.buf("x", 256), t.readback("r", 512)
  local y = t.placed("y", t.heap(65536), 0, 256)
  t.run(q, function(l)
    l:CopyBufferRegion(r, 0, x, 0, 256)
    l:CopyBufferRegion(r, 256, y, 0, 256)
  end)
  t.idle(q)
  holds(r, 0, { 0, 0, 0, 0 })
  holds(r, 256, { 0, 0, 0, 0 })
end)
case("a buffer moves to another place of its heap, and a new one takes the old place", "silent", function()
  local q, heap, r = direct(), t.heap(), t.readback("r", 512)
  local x = t.placed("x", heap, 0, 256)
  t.run(q, function(l) l:CopyBufferRegion(x, 0, t.filled("up", 256, { 7 }), 0, 256) end)
  local moved = t.placed("moved", heap, 65536, 256)
  t.run(q, function(l) l:CopyResource(moved, x) end)
  t.idle(q)
  x:Release()
  local new = t.placed("new", heap, 0, 256)
  t.run(q, function(l) l:CopyBufferRegion(new, 0, t.filled("up", 256, { 8 }), 0, 256) end)
  t.run(q, function(l)
    l:CopyBufferRegion(r, 0, moved, 0, 256)
    l:CopyBufferRegion(r, 256, new, 0, 256)
  end)
  t.idle(q)
  holds(r, 0, { 7 })
  holds(r, 256, { 8 })
end)
case("a buffer moves, and is given up before the copy is done", 'GS0601 buffer "x"', function()
  local q, heap = direct(), t.heap()
  local x = t.placed("x", heap, 0, 256)
  local moved = t.placed("moved", heap, 65536, 256)
  t.run(q, function(l) l:CopyResource(moved, x) end)
  x:Release() --!
end)
case("a buffer moves, and another queue writes what took its place", 'GS0512 buffer "new"', function()
  local q, c, heap = direct(), t.queue("COPY", "c"), t.heap()
  local x = t.placed("x", heap, 0, 256)
  local moved = t.placed("moved", heap, 65536, 256)
  local new = t.placed("new", heap, 0, 256)
  t.run(q, function(l) l:CopyResource(moved, x) end)
  t.run(c, function(l) l:CopyBufferRegion(new, 0, t.filled("up", 256, { 8 }), 0, 256) end)
end)
case("a buffer is mapped three times and unmapped three times", "silent", function()
  local up = t.upload("up", 256)
  local maps = { up:Map(), up:Map(), up:Map() }
  for i, m in ipairs(maps) do m:Write(4 * i, "uint", i) end
  for _ = 1, 3 do up:Unmap() end
  local q, r = direct(), t.readback("r", 256)
  t.run(q, function(l) l:CopyResource(r, up) end)
  t.idle(q)
  holds(r, 0, { 0, 1, 2, 3 })
end)
case("a buffer is mapped twice and unmapped three times", "GS0385", function()
  local up = t.upload("up", 256)
  up:Map()
  up:Map()
  up:Unmap()
  up:Unmap()
  up:Unmap() --!
end)
local function twoUploads()
  local heap = t.device:CreateHeap { Name = "uploads", SizeInBytes = 131072, HeapType = "UPLOAD" }
  local function at(name, offset, size)
    return t.device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = offset, Dimension = "BUFFER", Width = size, InitialState = "GENERIC_READ" }
  end
  return at
end
case("two upload buffers of one heap, side by side: one is written while the other is read", "silent", function()
  local q, at, r = direct(), twoUploads(), t.readback("r", 256)
  local a, b = at("a", 0, 65536), at("b", 65536, 65536)
  a:Map():Write(0, "uint", 3)
  t.run(q, function(l) l:CopyBufferRegion(r, 0, a, 0, 256) end)
  b:Map():Write(0, "uint", 4)
  t.idle(q)
  holds(r, 0, { 3 })
end)
case("two upload buffers of the same bytes: one is written while the other is read", "GS0513", function()
  local q, at = direct(), twoUploads()
  local a, b = at("a", 0, 65536), at("b", 0, 65536)
  t.run(q, function(l) l:CopyBufferRegion(t.readback("r", 256), 0, a, 0, 256) end)
  b:Map():Write(0, "uint", 4) --!
end)

-- Threads and queues.
case("four threads submit to one queue, each with its own memory", "silent", function()
  local q, r, threads = direct(), t.readback("r", 1024), {}
  local x = t.buf("x", 1024)
  for i = 1, 4 do
    threads[i] = gpu.Thread("thread " .. i, function()
      for _ = 1, 3 do t.run(q, function(l) t.dispatch(l, "grow", x, nil, 64 * (i - 1)) end) end
    end)
  end
  for _, thread in ipairs(threads) do thread:Join() end
  t.run(q, function(l) l:CopyResource(r, x) end)
  t.idle(q)
  for i = 0, 3 do holds(r, 256 * i, { 3, 3 }) end
end)

-- Screens.
local function screen(q) return q:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 } end
local function frame(q, chain, color, wrong)
  local buffer = chain:GetBuffer(chain:GetCurrentBackBufferIndex())
  local rtv = t.rtv(buffer)
  t.run(q, function(l)
    t.go(l, buffer, "PRESENT", "RENDER_TARGET")
    l:ClearRenderTargetView(rtv, { color, 0, 0, 1 })
    if not wrong then t.go(l, buffer, "RENDER_TARGET", "PRESENT") end
  end)
end
case("what was drawn is what a copy of the next frame's buffer finds", "silent", function()
  local q, r = direct(), t.readback("r", 64 * 256)
  local chain = screen(q)
  frame(q, chain, 1)
  chain:Present()
  frame(q, chain, 0)
  chain:Present()
  local buffer = chain:GetBuffer(chain:GetCurrentBackBufferIndex())
  t.run(q, function(l) l:CopyTextureRegion(t.rows(r), 0, 0, 0, { Resource = buffer }) end)
  t.idle(q)
  holds(r, 0, { 0xff0000ff })
end)
case("a frame is shown as a target", "GS0842", function()
  local q = direct()
  local chain = screen(q)
  frame(q, chain, 1, true)
  chain:Present() --!
end)
case("a frame is drawn by another queue after a wait, and shown after another", "silent", function()
  local q, c, F = direct(), t.queue("DIRECT", "c"), t.fence("F")
  local chain = screen(q)
  for i = 1, 3 do
    q:Signal(F, 2 * i - 1)
    c:Wait(F, 2 * i - 1)
    frame(c, chain, 1)
    c:Signal(F, 2 * i)
    q:Wait(F, 2 * i)
    chain:Present()
  end
end)
