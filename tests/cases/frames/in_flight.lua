-- Frames in flight: copies of what changes, one too few; rings of descriptors, allocators, queries and results; fences that go back between
-- frames; back buffers. Expectations were written before the first run. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local function write(b, at, n) return function(l) l:CopyBufferRegion(b, at or 0, t.upload("from"), 0, n or 256) end end
local function read(b, at, n) return function(l) l:CopyBufferRegion(t.readback("to"), 0, b, at or 0, n or 256) end end
-- submit executes what body records on an allocator of its own, and signals.
local function submit(q, F, value, body)
  q:ExecuteCommandLists { t.list(q, body) }
  q:Signal(F, value)
end

-- Copies of what the CPU writes ---------------------------------------------------------------------------------------------------------

case("constants of three frames in two places", 'GS0513 buffer "constants"', function(ok)
  local q, F, n = t.queue("DIRECT", "q"), t.fence("F"), ok and 3 or 2
  local constants, x = t.upload("constants", n * 256), t.buf("x")
  local m = constants:Map()
  for f = 1, 6 do
    F:WaitCPU(math.max(f - 3, 0))
    m:Write(f % n * 256, "uint", f) --!
    submit(q, F, f, function(l)
      t.use(l, "constant", x)
      l:SetComputeRootConstantBufferView(3, constants:GetGPUVirtualAddress() + f % n * 256)
      l:Dispatch(1, 1, 1)
    end)
  end
end)
case("constants written behind the submission that reads them", 'GS0513 buffer "constants"', function(ok)
  local q, F = t.queue("DIRECT", "q"), t.fence("F")
  local constants, x = t.upload("constants", 512), t.buf("x")
  local m = constants:Map()
  for f = 1, 3 do
    if f > 2 then F:WaitCPU(f - 2) end
    if ok or f < 3 then m:Write(f % 2 * 256, "uint", f) end
    submit(q, F, f, function(l)
      t.use(l, "constant", x)
      l:SetComputeRootConstantBufferView(3, constants:GetGPUVirtualAddress() + f % 2 * 256)
      l:Dispatch(1, 1, 1)
    end)
    if not ok and f == 3 then m:Write(f % 2 * 256, "uint", f) end --!
  end
end)
case("an upload ring that comes round within three frames", 'GS0513 buffer "ring"', function(ok)
  local q, F = t.queue("COPY", "q"), t.fence("F")
  local ring, x = t.upload("ring", ok and 4096 or 2048), t.buf("x")
  local size = ok and 4096 or 2048
  local m = ring:Map()
  for f = 0, 5 do
    local at = f * 1024 % size
    if f > 2 then F:WaitCPU(f - 2) end -- of the frames 0 to f - 3
    m:Write(at, "uint", { f, f })
    submit(q, F, f + 1, function(l) l:CopyBufferRegion(x, 0, ring, at, 1024) end)
  end
end)
case("vertices of even and odd frames, the wrong ones drawn", 'GS0512 buffer "v0"', function(ok)
  local c, g, C = t.queue("COPY", "c"), t.queue("DIRECT", "g"), t.fence("C")
  local v = { [0] = t.buf("v0"), t.buf("v1") }
  local pso, rtv = t.drawing("vertices"), t.rtv(t.target("x"))
  for f = 1, 2 do submit(c, C, f, write(v[f % 2], 0, 24)) end
  g:Wait(C, 1)
  t.run(g, function(l)
    t.drawState(l, pso, rtv)
    t.vertices(l, v[ok and 1 or 0])
    l:DrawInstanced(3, 1)
  end)
end)

-- Copies of what another queue writes ---------------------------------------------------------------------------------------------------

case("simulation three steps ahead of the picture with two states", 'GS0512 buffer "s1"', function(ok)
  local c, g, C, G, n = t.queue("COMPUTE", "c"), t.queue("DIRECT", "g"), t.fence("C"), t.fence("G"), ok and 3 or 2
  local s = {}
  for i = 0, n - 1 do s[i] = t.buf("s" .. i) end
  for f = 1, 6 do
    if f > 3 then c:Wait(G, f - 3) end
    submit(c, C, f, function(l) t.fill(l, s[f % n]) end)
    g:Wait(C, f)
    submit(g, G, f, read(s[f % n]))
  end
end)
case("simulation reads the state before while the picture still draws it", "silent", function(ok)
  local c, g, C, G = t.queue("COMPUTE", "c"), t.queue("DIRECT", "g"), t.fence("C"), t.fence("G")
  local s = { [0] = t.buf("s0"), t.buf("s1") }
  for f = 1, 4 do
    if f > 2 then c:Wait(G, ok and f - 1 or f - 2) end -- reading beside a reader needs no order
    submit(c, C, f, function(l) t.dispatch(l, "move", s[f % 2], s[(f + 1) % 2]) end)
    g:Wait(C, f)
    submit(g, G, f, read(s[f % 2]))
  end
end)
case("the picture draws the state before, which the simulation overwrites", 'GS0512 buffer "s', function(ok)
  local c, g, C, G = t.queue("COMPUTE", "c"), t.queue("DIRECT", "g"), t.fence("C"), t.fence("G")
  local s = { [0] = t.buf("s0"), t.buf("s1") }
  for f = 1, 4 do
    if f > 2 then c:Wait(G, ok and f - 1 or f - 2) end
    submit(c, C, f, function(l) t.fill(l, s[f % 2]) end)
    if f > 1 then
      g:Wait(C, f - 1)
      submit(g, G, f, read(s[(f - 1) % 2]))
    end
  end
end)
case("streamed textures in two places, the third comes too early", 'GS0512 texture "s1"', function(ok)
  local c, g, C, G = t.queue("COPY", "c"), t.queue("DIRECT", "g"), t.fence("C"), t.fence("G")
  local s, from, to = { [0] = t.tex("s0"), t.tex("s1") }, t.upload("from", 16384), t.readback("to", 16384)
  for f = 1, 4 do
    if ok and f > 2 then c:Wait(G, f - 2) end
    submit(c, C, f, function(l) l:CopyTextureRegion({ Resource = s[f % 2] }, 0, 0, 0, t.rows(from, 64)) end)
    g:Wait(C, f)
    submit(g, G, f, function(l) l:CopyTextureRegion(t.rows(to, 64), 0, 0, 0, { Resource = s[f % 2] }) end)
  end
end)
case("history of the frame before, written by this one", 'GS0512 texture "h1"', function(ok)
  local g, c, G, C = t.queue("DIRECT", "g"), t.queue("COMPUTE", "c"), t.fence("G"), t.fence("C")
  local h = { [0] = t.target("h0"), t.target("h1") }
  local views, to = { [0] = t.rtv(h[0]), t.rtv(h[1]) }, t.readback("to", 16384)
  for f = 1, 4 do
    if f > 2 and ok then g:Wait(C, f - 2) end
    submit(g, G, f, function(l)
      if f > 2 then t.go(l, h[f % 2], "COPY_SOURCE", "RENDER_TARGET") end
      l:ClearRenderTargetView(views[f % 2], { 0, 0, 0, 0 })
      t.go(l, h[f % 2], "RENDER_TARGET", "COPY_SOURCE")
    end)
    c:Wait(G, f)
    submit(c, C, f, function(l) l:CopyTextureRegion(t.rows(to, 64), 0, 0, 0, { Resource = h[f % 2] }) end)
  end
end)

-- Results for the CPU -------------------------------------------------------------------------------------------------------------------

case("results of two frames before, read behind the next submission", 'GS0513 buffer "results"', function(ok)
  local q, F, x, results = t.queue("DIRECT", "q"), t.fence("F"), t.buf("x"), t.readback("results", 512)
  local m = results:Map()
  for f = 1, 4 do
    if f > 2 then F:WaitCPU(f - 2) end
    if ok and f > 2 then m:Read(f % 2 * 256, "uint") end
    submit(q, F, f, function(l) l:CopyBufferRegion(results, f % 2 * 256, x, 0, 256) end)
    if not ok and f > 2 then m:Read(f % 2 * 256, "uint") end --!
  end
end)
case("results mapped anew for each frame, which is no wait", 'GS0513 buffer "results"', function(ok)
  local q, F, x, results = t.queue("DIRECT", "q"), t.fence("F"), t.buf("x"), t.readback("results")
  for f = 1, 2 do
    submit(q, F, f, function(l) l:CopyBufferRegion(results, 0, x, 0, 256) end)
    if ok then F:WaitCPU(f) end
    local m = results:Map()
    m:Read(0, "uint") --!
    results:Unmap(0, { Begin = 0, End = 0 })
  end
end)
case("results in a mapping that is older than they are", 'GS0513 buffer "results"', function(ok)
  local q, F, x, results = t.queue("DIRECT", "q"), t.fence("F"), t.buf("x"), t.readback("results")
  local m = results:Map()
  submit(q, F, 1, function(l) l:CopyBufferRegion(results, 0, x, 0, 256) end)
  if ok then F:WaitCPU(1) else gpu.Work(100000) end
  m:Read(0, "uint") --!
end)
case("results read by a thread that nobody has told", 'GS0513 buffer "results"', function(ok)
  local q, F, x, results = t.queue("DIRECT", "q"), t.fence("F"), t.buf("x"), t.readback("results")
  local m = results:Map()
  submit(q, F, 1, function(l) l:CopyBufferRegion(results, 0, x, 0, 256) end)
  local waiter = gpu.Thread("waiter", function() F:WaitCPU(1) end)
  local reader = gpu.Thread("reader", function()
    if ok then waiter:Join() end
    m:Read(0, "uint") --!
  end)
  waiter:Join()
  reader:Join()
end)
case("times of two frames in a heap for one and a half", 'GS0512 query heap "times"; GS0512 query heap "times"', function(ok)
  local g, r, G, R = t.queue("DIRECT", "g"), t.queue("DIRECT", "r"), t.fence("G"), t.fence("R")
  local times = t.device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 4 }
  local results = t.readback("results")
  for f = 1, 3 do
    if f > 2 then g:Wait(R, f - 2) end
    local first = ok and f % 2 * 2 or f % 2
    submit(g, G, f, function(l)
      l:EndQuery(times, "TIMESTAMP", first)
      l:EndQuery(times, "TIMESTAMP", first + 1)
    end)
    r:Wait(G, f)
    submit(r, R, f, function(l) l:ResolveQueryData(times, "TIMESTAMP", first, 2, results, first * 8) end)
  end
end)

-- Descriptors, allocators and lists -----------------------------------------------------------------------------------------------------

local source = gpu.Buffer("t0", "uint")
local target = gpu.RWBuffer("u0", "uint")
-- bound makes what dispatches a kernel that reads a slot of a heap.
local function bound(heap, flags)
  local root = t.device:CreateRootSignature { Name = "table", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = flags or "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } } } }
  local pso = t.device:CreateComputePipelineState { Name = "pso", RootSignature = root,
    CS = gpu.ComputeShader { Name = "cs", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) target[GroupIndex] = source[GroupIndex] end } }
  return function(l, slot, uav)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(slot))
    l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(uav))
    l:Dispatch(1, 1, 1)
  end
end
local typed = { Format = "R32_UINT", NumElements = 64 }
local function visible(n) return t.device:CreateDescriptorHeap { Name = "ring", Type = "CBV_SRV_UAV", NumDescriptors = n, Flags = "SHADER_VISIBLE" } end

case("descriptors of three frames in two slots", 'GS0605 while', function(ok)
  local q, F, n = t.queue("COMPUTE", "q"), t.fence("F"), ok and 3 or 2
  local heap, x, y = visible(4), t.buf("x"), t.buf("y")
  t.device:CreateUnorderedAccessView(y, nil, typed, heap:GetCPUDescriptorHandle(3))
  local run = bound(heap)
  for f = 1, 5 do
    if f > 3 then F:WaitCPU(f - 3) end
    t.device:CreateShaderResourceView(x, typed, heap:GetCPUDescriptorHandle(f % n)) --!
    submit(q, F, f, function(l) run(l, f % n, 3) end)
  end
end)
case("a slot of the next frame copied over that of this one", 'GS0605 while', function(ok)
  local q, F = t.queue("COMPUTE", "q"), t.fence("F")
  local heap, x, y = visible(3), t.buf("x"), t.buf("y")
  local cpu = t.device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  t.device:CreateShaderResourceView(x, typed, cpu:GetCPUDescriptorHandle(0))
  t.device:CreateUnorderedAccessView(y, nil, typed, heap:GetCPUDescriptorHandle(2))
  local run = bound(heap)
  for f = 0, 1 do
    t.device:CopyDescriptorsSimple(1, heap:GetCPUDescriptorHandle(ok and f or 0), cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV") --!
    submit(q, F, f + 1, function(l) run(l, ok and f or 0, 2) end)
  end
end)
case("a slot of a static range written between recording and submission", 'GS0606 was written after', function(ok)
  local q = t.queue("COMPUTE", "q")
  local heap, x, y, z = visible(2), t.buf("x"), t.buf("y"), t.buf("z")
  t.device:CreateShaderResourceView(x, typed, heap:GetCPUDescriptorHandle(0))
  t.device:CreateUnorderedAccessView(y, nil, typed, heap:GetCPUDescriptorHandle(1))
  local run = bound(heap, "DATA_VOLATILE")
  local l = t.list(q, function(l) run(l, 0, 1) end)
  if not ok then t.device:CreateShaderResourceView(z, typed, heap:GetCPUDescriptorHandle(0)) end
  q:ExecuteCommandLists { l } --!
  if ok then
    t.idle(q)
    t.device:CreateShaderResourceView(z, typed, heap:GetCPUDescriptorHandle(0))
  end
end)
case("samplers of the next frame over those of this one", 'GS0605 while', function(ok)
  local q, F = t.queue("DIRECT", "q"), t.fence("F")
  local image, sampler = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0")
  local root = t.device:CreateRootSignature { Name = "sampled", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SAMPLER", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE" } } } } }
  local views, samplers = visible(1), t.device:CreateDescriptorHeap { Name = "samplers", Type = "SAMPLER", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  local x, rtv = t.tex("x", "PIXEL_SHADER_RESOURCE"), t.rtv(t.target("to"))
  t.device:CreateShaderResourceView(x, nil, views:GetCPUDescriptorHandle(0))
  local pso = t.drawing("plain", { root = root, ps = { Name = "ps", Main = function(v) return image:SampleLevel(sampler, float2(0.5, 0.5), 0.0) end } })
  for f = 0, 1 do
    local slot = ok and f or 0
    t.device:CreateSampler({ Filter = "MIN_MAG_MIP_POINT" }, samplers:GetCPUDescriptorHandle(slot)) --!
    submit(q, F, f + 1, function(l)
      l:SetDescriptorHeaps { views, samplers }
      t.drawState(l, pso, rtv, nil, root)
      l:SetGraphicsRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
      l:SetGraphicsRootDescriptorTable(1, samplers:GetGPUDescriptorHandle(slot))
      l:DrawInstanced(3, 1)
    end)
  end
end)
case("allocators of three frames, of which there are two", "GS0602", function(ok)
  local q, F, n, x = t.queue("COPY", "q"), t.fence("F"), ok and 3 or 2, t.buf("x")
  local allocators, list, from = {}, nil, t.upload("from")
  for i = 0, n - 1 do allocators[i] = t.device:CreateCommandAllocator("COPY", "allocator " .. i) end
  for f = 0, 5 do
    if f > 2 then F:WaitCPU(f - 2) end
    if list then
      allocators[f % n]:Reset() --!
      list:Reset(allocators[f % n])
    else
      list = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = allocators[0] }
    end
    list:CopyBufferRegion(x, 0, from, 0, 16)
    list:Close()
    q:ExecuteCommandLists { list }
    q:Signal(F, f + 1)
  end
end)
case("one list for every second frame, not waited for", "GS0603", function(ok)
  local q, F, x = t.queue("COPY", "q"), t.fence("F"), t.buf("x")
  local lists = { [0] = t.list(q, write(x), "even"), t.list(q, write(x), "odd") }
  for f = 1, 4 do
    if ok and f > 2 then F:WaitCPU(f - 2) end
    q:ExecuteCommandLists { lists[f % 2] } --!
    q:Signal(F, f)
  end
end)

-- frames records frames on a ring of allocators and of memory; wait comes first in a frame, then the recording, then the signal.
local function frames(count, allocators, slots, wait, value)
  local q, F, x, c = t.queue("COPY", "q"), t.fence("F"), t.buf("x"), t.upload("c")
  local m, ring, list = c:Map(), {}, nil
  for i = 0, allocators - 1 do ring[i] = t.device:CreateCommandAllocator("COPY", "allocator " .. i) end
  for f = 1, count do
    wait(F, f)
    local allocator, at = ring[f % allocators], f % slots * 256
    allocator:Reset()
    if list then list:Reset(allocator) else list = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = allocator } end
    m:Write(at, "uint", f)
    list:CopyBufferRegion(x, at, c, at, 256)
    list:Close()
    q:ExecuteCommandLists { list }
    q:Signal(F, value and value(f) or f)
  end
end
case("two frames in flight, the wait is for the value before the right one", "GS0602", function(ok)
  frames(4, 2, 2, function(F, f) if f > 2 then F:WaitCPU(f - (ok and 2 or 3)) end end)
end)
case("two frames in flight on one allocator", "GS0602", function(ok)
  frames(4, ok and 2 or 1, 2, function(F, f) if f > 2 then F:WaitCPU(f - 2) end end)
end)
case("three frames in flight on two allocators", "GS0602", function(ok)
  frames(5, ok and 3 or 2, 3, function(F, f) if f > 3 then F:WaitCPU(f - 3) end end)
end)
case("three allocators and two places for constants", 'GS0513 buffer "c"', function(ok)
  frames(5, 3, ok and 3 or 2, function(F, f) if f > 3 then F:WaitCPU(f - 3) end end)
end)
case("every frame signals the same value", "GS0602", function(ok)
  frames(4, 1, 1, function(F, f) if f > 1 then F:WaitCPU(ok and f - 1 or 1) end end, function(f) return ok and f or 1 end)
end)

-- Fences that go back -------------------------------------------------------------------------------------------------------------------

case("the fence goes back to 0 before the next frame, when nobody waits any more", 'GS0513 buffer "c"', function(ok)
  local q, F, x, c = t.queue("COPY", "q"), t.fence("F"), t.buf("x"), t.upload("c")
  local m = c:Map()
  for _ = 1, 3 do
    m:Write(0, "uint", 1) --!
    t.run(q, function(l) l:CopyBufferRegion(x, 0, c, 0, 16) end)
    q:Signal(F, 1)
    F:WaitCPU(ok and 1 or 0)
    if ok then F:Signal(0) end
  end
end)
case("the fence is not set back, so the wait of the second frame is over at once", 'GS0513 buffer "c"', function(ok)
  local q, F, x, c = t.queue("COPY", "q"), t.fence("F"), t.buf("x"), t.upload("c")
  local m = c:Map()
  for _ = 1, 3 do
    m:Write(0, "uint", 1) --!
    t.run(q, function(l) l:CopyBufferRegion(x, 0, c, 0, 16) end)
    q:Signal(F, 1)
    F:WaitCPU(1)
    if ok then F:Signal(0) end
  end
end)
case("each frame has a fence of its own, one is reused", 'GS0512 buffer "x"', function(ok)
  local a, b, x = t.queue("COPY", "a"), t.queue("DIRECT", "b"), t.buf("x")
  local back = t.fence("back")
  local fences = {}
  for f = 1, 3 do
    fences[f] = (ok or f < 3) and t.fence("F" .. f) or fences[1]
    if f > 1 then a:Wait(back, f - 1) end
    submit(a, fences[f], 1, write(x))
    b:Wait(fences[f], 1)
    b:ExecuteCommandLists { t.list(b, read(x)) } --!
    b:Signal(back, f)
  end
end)

-- Back buffers --------------------------------------------------------------------------------------------------------------------------

-- frame clears and presents a back buffer.
local function frame(q, chain, index)
  local back = chain:GetBuffer(index)
  local view = t.rtv(back)
  q:ExecuteCommandLists { t.list(q, function(l)
    t.go(l, back, "PRESENT", "RENDER_TARGET")
    l:ClearRenderTargetView(view, { 0, 0, 0, 1 })
    t.go(l, back, "RENDER_TARGET", "PRESENT")
  end) }
  back:Release()
  chain:Present(1)
end
case("three back buffers, counted by two", "GS0612", function(ok)
  local q = t.queue("DIRECT", "q")
  local chain = q:CreateSwapChain { Name = "chain", Width = 64, Height = 64, BufferCount = 3 }
  for f = 0, 3 do frame(q, chain, f % (ok and 3 or 2)) end
end)
case("the index of the buffer is asked for once", "GS0612", function(ok)
  local q = t.queue("DIRECT", "q")
  local chain = q:CreateSwapChain { Name = "chain", Width = 64, Height = 64, BufferCount = 2 }
  local index = chain:GetCurrentBackBufferIndex()
  for _ = 1, 2 do
    if ok then index = chain:GetCurrentBackBufferIndex() end
    frame(q, chain, index)
  end
end)
case("the buffers are counted from 0 again behind ResizeBuffers", "GS0612", function(ok)
  local q = t.queue("DIRECT", "q")
  local chain = q:CreateSwapChain { Name = "chain", Width = 64, Height = 64, BufferCount = 2 }
  frame(q, chain, 0)
  t.idle(q)
  chain:ResizeBuffers(2, 32, 32)
  frame(q, chain, ok and chain:GetCurrentBackBufferIndex() or 1)
end)
case("a compute queue paints the picture, the present does not wait", 'GS05xx texture "picture"', function(ok)
  local g, c, C = t.queue("DIRECT", "g"), t.queue("COMPUTE", "c"), t.fence("C")
  local chain = g:CreateSwapChain { Name = "chain", Width = 64, Height = 64, BufferCount = 2 }
  local back, picture, from = chain:GetBuffer(0), t.tex("picture"), t.upload("from", 16384)
  submit(c, C, 1, function(l)
    t.go(l, picture, "COMMON", "COPY_DEST")
    l:CopyTextureRegion({ Resource = picture }, 0, 0, 0, t.rows(from, 64))
    t.go(l, picture, "COPY_DEST", "COMMON")
  end)
  if ok then g:Wait(C, 1) end
  t.run(g, function(l)
    t.go(l, back, "PRESENT", "COPY_DEST")
    l:CopyResource(back, picture)
    t.go(l, back, "COPY_DEST", "PRESENT")
  end)
  chain:Present(1)
end)
