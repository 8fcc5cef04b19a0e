-- Parts of textures: planes, mips, slices, rectangles and samples; states that come by promotion and go by decay; halves of barriers.
-- Expectations were written before the first run. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local function submit(q, F, value, body)
  q:ExecuteCommandLists { t.list(q, body) }
  q:Signal(F, value)
end
local function two() return t.queue("DIRECT", "a"), t.queue("DIRECT", "b"), t.fence("F"), t.fence("G") end
local RT, DS, UAV = "ALLOW_RENDER_TARGET", "ALLOW_DEPTH_STENCIL", "ALLOW_UNORDERED_ACCESS"
local function stencil(name, state) return t.tex(name, state or "DEPTH_WRITE", DS, { Format = "R24G8_TYPELESS" }) end
local both = { Format = "D24_UNORM_S8_UINT", ViewDimension = "TEXTURE2D" }
-- out copies a subresource to readback memory, as texels of 4 bytes.
local function out(l, x, sub, to) l:CopyTextureRegion(t.rows(to or t.readback("to", 16384)), 0, 0, 0, { Resource = x, Subresource = sub or 0 }) end
local function depthRows(to) return { Resource = to, Format = "R32_TYPELESS", Width = 64, Height = 64, RowPitch = 256 } end

-- sampling makes what dispatches a kernel that reads a texel through a view.
local image, result = gpu.Texture2D("t0", "float4"), gpu.RWStructuredBuffer("u0", "uint")
local numbers = gpu.Texture2D("t0", "uint4")
local function sampling(x, view, uint)
  local root = t.device:CreateRootSignature { Name = "sampling", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } },
    { Type = "UAV", ShaderRegister = 0 } } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateShaderResourceView(x, view, heap:GetCPUDescriptorHandle(0))
  local main = uint and function(GroupIndex) result[GroupIndex] = numbers:Load(int3(0, 0, 0)).y end
    or function(GroupIndex) result[GroupIndex] = uint(image:Load(int3(0, 0, 0)).x) end
  local pso = t.device:CreateComputePipelineState { Name = "pso", RootSignature = root, CS = gpu.ComputeShader { Name = "cs", NumThreads = { 64, 1, 1 }, Main = main } }
  local to = t.buf("sampled")
  return function(l)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
end

-- Planes of depth and stencil -----------------------------------------------------------------------------------------------------------

case("depth is read while another queue clears stencil, which the reader changes too", 'GS0519 texture "x"', function(ok)
  local a, b, F = two()
  local x = stencil("x")
  local dsv, sample = t.dsv(x, both), sampling(x, { Format = "R24_UNORM_X8_TYPELESS", ViewDimension = "TEXTURE2D", MipLevels = 1 })
  t.run(a, function(l) t.go(l, x, "DEPTH_WRITE", "NON_PIXEL_SHADER_RESOURCE", ok and 0 or nil) end)
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, function(l) sample(l) end)
  if not ok then t.run(a, function(l) t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "DEPTH_WRITE", 1) end) end
  t.run(a, function(l) l:ClearDepthStencilView(dsv, "STENCIL", 0, 1) end)
  if not ok then t.run(a, function(l) t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "DEPTH_WRITE", 0) end) end
end)
case("a clear of depth and stencil, and depth is in a state for reading", 'GS0402 texture "x"', function(ok)
  local a = two()
  local x = stencil("x")
  local dsv = t.dsv(x, both)
  t.run(a, function(l)
    t.go(l, x, "DEPTH_WRITE", "DEPTH_READ", 0)
    l:ClearDepthStencilView(dsv, ok and "STENCIL" or "DEPTH|STENCIL", 1, 1)
  end)
end)
case("stencil read through a view of the other plane's state", 'GS0402 texture "x"', function(ok)
  local a = two()
  local x = stencil("x")
  local sample = sampling(x, { Format = "X24_TYPELESS_G8_UINT", ViewDimension = "TEXTURE2D", MipLevels = 1, PlaneSlice = 1 }, true)
  t.run(a, function(l)
    t.go(l, x, "DEPTH_WRITE", "NON_PIXEL_SHADER_RESOURCE", ok and 1 or 0)
    sample(l)
  end)
end)
case("depth copied out by the copy queue while stencil is drawn, depth not handed over", 'GS0402 texture "x"', function(ok)
  local a, _, F = two()
  local c, x, to = t.queue("COPY", "c"), stencil("x"), t.readback("to", 16384)
  local dsv = t.dsv(x, both)
  t.run(a, function(l) if ok then t.go(l, x, "DEPTH_WRITE", "COMMON", 0) end end)
  a:Signal(F, 1)
  c:Wait(F, 1)
  c:ExecuteCommandLists { t.list(c, function(l) l:CopyTextureRegion(depthRows(to), 0, 0, 0, { Resource = x, Subresource = 0 }) end) } --!
  t.run(a, function(l) l:ClearDepthStencilView(dsv, "STENCIL", 0, 1) end)
end)
case("depth comes back from the copy queue without a wait", 'GS05xx texture "x"', function(ok)
  local a, _, F, G = two()
  local c, x, to = t.queue("COPY", "c"), stencil("x"), t.readback("to", 16384)
  t.run(a, function(l) t.go(l, x, "DEPTH_WRITE", "COMMON", 0) end)
  a:Signal(F, 1)
  c:Wait(F, 1)
  t.run(c, function(l) l:CopyTextureRegion(depthRows(to), 0, 0, 0, { Resource = x, Subresource = 0 }) end)
  c:Signal(G, 1)
  if ok then a:Wait(G, 1) end
  t.run(a, function(l) t.go(l, x, "COMMON", "DEPTH_WRITE", 0) end)
end)
case("depth of a list in the state before, stencil of its own", 'GS0401 texture "x"', function(ok)
  local a = two()
  local x = stencil("x")
  t.run(a, function(l) t.go(l, x, "DEPTH_WRITE", "DEPTH_READ", 0) end)
  t.run(a, function(l)
    if ok then t.go(l, x, "DEPTH_READ", "DEPTH_WRITE", 0) end
    t.go(l, x, "DEPTH_WRITE", "COPY_SOURCE")
  end)
end)

-- Mips and slices -----------------------------------------------------------------------------------------------------------------------

case("a queue makes the smaller mip while another reads the larger", "silent", function(ok)
  local a, b, F = two()
  local x = t.tex("x", "COPY_SOURCE", RT, { MipLevels = 2 })
  local view = t.rtv(x, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2D", MipSlice = 1 })
  if ok then b:Signal(F, 1) a:Wait(F, 1) end
  t.run(a, function(l)
    t.go(l, x, "COPY_SOURCE", "RENDER_TARGET", 1)
    l:ClearRenderTargetView(view, { 0, 0, 0, 0 })
  end)
  t.run(b, function(l) out(l, x, 0) end)
end)
case("a queue changes all mips for the smaller one while another reads the larger", 'GS0519 texture "x"', function(ok)
  local a, b = two()
  local x = t.tex("x", "COPY_SOURCE", RT, { MipLevels = 2 })
  t.run(a, function(l) t.go(l, x, "COPY_SOURCE", "RENDER_TARGET", ok and 1 or nil) end)
  b:ExecuteCommandLists { t.list(b, function(l) out(l, x, 0) end) } --!
end)
case("cascades drawn while the one before is read, one turn too late", 'GS05xx texture "x"', function(ok)
  local a, b, F, G = two()
  local x, views = t.tex("x", "RENDER_TARGET", RT, { DepthOrArraySize = 2 }), {}
  for i = 0, 1 do views[i] = t.rtv(x, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = i, ArraySize = 1 }) end
  for f = 1, 3 do
    local s = f % 2
    if f > 2 and ok then a:Wait(G, f - 2) end
    submit(a, F, f, function(l)
      if f > 2 then t.go(l, x, "COPY_SOURCE", "RENDER_TARGET", s) end
      l:ClearRenderTargetView(views[s], { 0, 0, 0, 0 })
      t.go(l, x, "RENDER_TARGET", "COPY_SOURCE", s)
    end)
    b:Wait(F, f)
    submit(b, G, f, function(l) out(l, x, s) end)
  end
end)
case("a view of all slices clears what a list left for reading", 'GS0402 texture "x"', function(ok)
  local a = two()
  local x = t.tex("x", "RENDER_TARGET", RT, { DepthOrArraySize = 3 })
  local view = t.rtv(x, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 0, ArraySize = ok and 2 or 3 })
  t.run(a, function(l) t.go(l, x, "RENDER_TARGET", "COPY_SOURCE", 2) end)
  a:ExecuteCommandLists { t.list(a, function(l) l:ClearRenderTargetView(view, { 0, 0, 0, 0 }) end) } --!
end)
case("a copy of all subresources where one is in another state", 'GS0402 texture "x"', function(ok)
  local a = two()
  local x, y = t.tex("x", "COPY_SOURCE", "NONE", { MipLevels = 3 }), t.tex("y", "COPY_DEST", "NONE", { MipLevels = 3 })
  t.run(a, function(l)
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", 1)
    if ok then t.go(l, x, "PIXEL_SHADER_RESOURCE", "COPY_SOURCE", 1) end
    l:CopyResource(y, x)
  end)
end)

-- Promotion and decay -------------------------------------------------------------------------------------------------------------------

case("a promoted read, and a barrier that still says COMMON", 'GS0401 texture "x"', function(ok)
  local a = two()
  local x = t.tex("x")
  t.run(a, function(l)
    out(l, x)
    t.go(l, x, ok and "COPY_SOURCE" or "COMMON", "COPY_DEST")
  end)
end)
case("two promoted reads, and a barrier that names one of them", 'GS0401 texture "x"', function(ok)
  local c = t.queue("COMPUTE", "c")
  local x = t.tex("x")
  local sample = sampling(x, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2D", MipLevels = 1 })
  t.run(c, function(l)
    out(l, x)
    sample(l)
    t.go(l, x, ok and "COPY_SOURCE|NON_PIXEL_SHADER_RESOURCE" or "COPY_SOURCE", "COPY_DEST")
  end)
end)
case("a promoted copy stays on a compute queue, and the next submission copies from it", 'GS0402 texture "x"', function(ok)
  local c = t.queue("COMPUTE", "c")
  local x, from = t.tex("x"), t.upload("from", 16384)
  t.run(c, function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(from))
    if ok then t.go(l, x, "COPY_DEST", "COMMON") end
  end)
  t.run(c, function(l) out(l, x) end)
end)
case("a promoted read on a compute queue is over with the submission, and a barrier may say either state", "silent", function(ok)
  local c = t.queue("COMPUTE", "c")
  local x = t.tex("x")
  t.run(c, function(l) out(l, x) end)
  t.run(c, function(l) t.go(l, x, ok and "COMMON" or "COPY_SOURCE", "COPY_DEST") end)
end)
case("what a copy queue wrote is in COMMON for its next submission, and a barrier may say either state", "silent", function(ok)
  local c = t.queue("COPY", "c")
  local x, from = t.tex("x"), t.upload("from", 16384)
  t.run(c, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(from)) end)
  t.run(c, function(l)
    t.go(l, x, ok and "COMMON" or "COPY_DEST", "COPY_SOURCE")
    out(l, x)
  end)
end)
case("what a copy queue wrote is in COPY_DEST for its next list", 'GS0402 texture "x"', function(ok)
  local c = t.queue("COPY", "c")
  local x, from = t.tex("x"), t.upload("from", 16384)
  local lists = { t.list(c, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(from)) end, "in"),
    t.list(c, function(l)
      if ok then t.go(l, x, "COPY_DEST", "COPY_SOURCE") end
      out(l, x)
    end, "out") }
  c:ExecuteCommandLists(lists)
end)
case("a transition on a copy queue, and in the next submission one to the other state", 'GS0402 texture "x"', function(ok)
  local c = t.queue("COPY", "c")
  local x = t.tex("x")
  t.run(c, function(l) t.go(l, x, "COMMON", "COPY_SOURCE") end)
  t.run(c, function(l)
    if not ok then t.go(l, x, "COPY_SOURCE", "COPY_DEST") end
    out(l, x)
  end)
end)
case("a simultaneous texture decays from a transition, and a barrier may remember it", "silent", function(ok)
  local a = two()
  local x = t.tex("x", "COMMON", RT .. "|ALLOW_SIMULTANEOUS_ACCESS")
  local view = t.rtv(x)
  t.run(a, function(l)
    t.go(l, x, "COMMON", "RENDER_TARGET")
    l:ClearRenderTargetView(view, { 0, 0, 0, 0 })
  end)
  t.run(a, function(l)
    if not ok then t.go(l, x, "RENDER_TARGET", "COPY_SOURCE") end
    out(l, x)
  end)
end)
case("a buffer decays, and the barrier of the next submission may remember", "silent", function(ok)
  local c = t.queue("COMPUTE", "c")
  local x, to = t.buf("x"), t.readback("to")
  t.run(c, function(l) t.fill(l, x) end)
  t.run(c, function(l)
    if not ok then t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE") end
    l:CopyBufferRegion(to, 0, x, 0, 256)
  end)
end)
case("a buffer does not decay between lists of one submission", 'GS0402 buffer "x"', function(ok)
  local c = t.queue("COMPUTE", "c")
  local x, to = t.buf("x"), t.readback("to")
  local one, other = t.list(c, function(l) t.fill(l, x) end, "one"), t.list(c, function(l) l:CopyBufferRegion(to, 0, x, 0, 256) end, "other")
  if ok then
    c:ExecuteCommandLists { one }
    c:ExecuteCommandLists { other }
  else
    c:ExecuteCommandLists { one, other }
  end
end)
case("a texture promoted by one queue is used by another in the state that it kept", 'GS0402 texture "x"', function(ok)
  local a, b, F = two()
  local x, from = t.tex("x"), t.upload("from", 16384)
  submit(a, F, 1, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(from)) end)
  b:Wait(F, 1)
  t.run(b, function(l)
    if ok then t.go(l, x, "COPY_DEST", "COPY_SOURCE") end
    out(l, x)
  end)
end)
case("promoted by two queues at one time, once to be written", 'GS05xx texture "x"', function(ok)
  local a, b = two()
  local x, y = t.tex("x"), t.tex("y")
  local from, to = t.upload("from", 16384), t.readback("to", 16384)
  t.run(a, function(l) out(l, x, 0, to) end)
  b:ExecuteCommandLists { t.list(b, function(l) l:CopyTextureRegion({ Resource = ok and y or x }, 0, 0, 0, t.rows(from)) end) } --!
end)

-- Halves of barriers --------------------------------------------------------------------------------------------------------------------

case("begun in the first list, used in the second, ended in the third", 'GS0404 texture "x"', function(ok)
  local a = two()
  local x = t.tex("x", "COPY_SOURCE")
  local lists = { t.list(a, function(l) t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "BEGIN_ONLY") end, "begin"),
    t.list(a, function(l) out(l, ok and t.tex("y", "COPY_SOURCE") or x) end, "use"),
    t.list(a, function(l) t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "END_ONLY") end, "end") }
  a:ExecuteCommandLists(lists)
end)
case("the lists of the halves change places", 'GS0405 texture "x"', function(ok)
  local a = two()
  local x = t.tex("x", "COPY_SOURCE")
  local first = t.list(a, function(l) t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "BEGIN_ONLY") end, "begin")
  local last = t.list(a, function(l) t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "END_ONLY") end, "end")
  a:ExecuteCommandLists(ok and { first, last } or { last, first })
end, nil)
case("begun for one mip, ended for all", 'GS0405 texture "x"', function(ok)
  local a = two()
  local x = t.tex("x", "COPY_SOURCE", "NONE", { MipLevels = 2 })
  t.run(a, function(l)
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", ok and gpu.RESOURCE_BARRIER_ALL_SUBRESOURCES or 0, "BEGIN_ONLY")
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "END_ONLY")
  end)
end)
case("begun on one queue, used on another that waits for the begin", 'GS0404 texture "x"', function(ok)
  local a, b, F, G = two()
  local x = t.tex("x", "COPY_SOURCE")
  submit(a, F, 1, function(l) t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE|COPY_SOURCE", nil, "BEGIN_ONLY") end)
  if not ok then a:Wait(G, 1) end
  submit(a, F, 2, function(l) t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE|COPY_SOURCE", nil, "END_ONLY") end)
  b:Wait(F, ok and 2 or 1)
  submit(b, G, 1, function(l) out(l, x) end)
end)
case("begun on one queue, used on another, ended at any time", 'GS0519 texture "x"', function(ok)
  local a, b, F = two()
  local x = t.tex("x", "COPY_SOURCE")
  submit(a, F, 1, function(l) t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE|COPY_SOURCE", nil, "BEGIN_ONLY") end)
  submit(a, F, 2, function(l) t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE|COPY_SOURCE", nil, "END_ONLY") end)
  b:Wait(F, ok and 2 or 1)
  t.run(b, function(l) out(l, x) end)
end)
case("begun in each frame, ended in the next, the last use too late", 'GS0404 texture "x"', function(ok)
  local a = two()
  local x = t.target("x")
  local view = t.rtv(x)
  for f = 1, 2 do
    t.run(a, function(l)
      if f > 1 then t.go(l, x, "COPY_SOURCE", "RENDER_TARGET", nil, "END_ONLY") end
      l:ClearRenderTargetView(view, { 0, 0, 0, 0 })
      t.go(l, x, "RENDER_TARGET", "COPY_SOURCE")
      if ok then out(l, x) end
      t.go(l, x, "COPY_SOURCE", "RENDER_TARGET", nil, "BEGIN_ONLY")
      if not ok and f == 2 then out(l, x) end
    end)
  end
end)

-- Samples, rectangles and clears --------------------------------------------------------------------------------------------------------

local function msaa(name, state) return t.tex(name, state, RT, { SampleDesc = { Count = 4 } }) end
case("resolved by another queue while the next frame is drawn", 'GS05xx texture "m"', function(ok)
  local a, b, F, G = two()
  local m, x = msaa("m", "RENDER_TARGET"), t.tex("x", "RESOLVE_DEST", RT)
  local view = t.rtv(m)
  submit(a, F, 1, function(l)
    l:ClearRenderTargetView(view, { 0, 0, 0, 0 })
    t.go(l, m, "RENDER_TARGET", "RESOLVE_SOURCE")
  end)
  b:Wait(F, 1)
  submit(b, G, 1, function(l) l:ResolveSubresource(x, 0, m, 0, "R8G8B8A8_UNORM") end)
  if ok then a:Wait(G, 1) end
  t.run(a, function(l)
    t.go(l, m, "RESOLVE_SOURCE", "RENDER_TARGET")
    l:ClearRenderTargetView(view, { 0, 0, 0, 0 })
  end)
end)
case("resolved to a back buffer that stays as it was", "GS0842", function(ok)
  local a = two()
  local chain = a:CreateSwapChain { Name = "chain", Width = 64, Height = 64, BufferCount = 2 }
  local m, back = msaa("m", "RESOLVE_SOURCE"), chain:GetBuffer(0)
  t.run(a, function(l)
    t.go(l, back, "PRESENT", "RESOLVE_DEST")
    l:ResolveSubresource(back, 0, m, 0, "R8G8B8A8_UNORM")
    if ok then t.go(l, back, "RESOLVE_DEST", "PRESENT") end
  end)
  chain:Present(1) --!
end)
case("two rectangles resolved to one place by two queues", 'GS0512 texture "x"', function(ok)
  local a, b = two()
  local m, x = msaa("m", "RESOLVE_SOURCE"), t.tex("x", "RESOLVE_DEST", RT)
  local y = t.tex("y", "RESOLVE_DEST", RT)
  local half = { Left = 0, Top = 0, Right = 32, Bottom = 64 }
  t.run(a, function(l) l:ResolveSubresourceRegion(x, 0, 0, 0, m, 0, half, "R8G8B8A8_UNORM", "AVERAGE") end)
  t.run(b, function(l) l:ResolveSubresourceRegion(ok and y or x, 0, 16, 0, m, 0, half, "R8G8B8A8_UNORM", "AVERAGE") end)
end)
case("rectangles of a simultaneous target: cleared here, copied there", 'GS0512 texture "x"', function(ok)
  local a, b = two()
  local x, to = t.tex("x", "COMMON", RT .. "|ALLOW_SIMULTANEOUS_ACCESS"), t.readback("to", 16384)
  local view = t.rtv(x)
  t.run(a, function(l) l:ClearRenderTargetView(view, { 0, 0, 0, 0 }, { { Right = 32, Bottom = 64 } }) end)
  t.run(b, function(l) l:CopyTextureRegion(t.rows(to), 0, 0, 0, { Resource = x }, { Left = ok and 32 or 31, Right = 64, Bottom = 64 }) end)
end)
-- clearing makes what clears an unordered view of numbers.
local function clearing(x, view)
  local cpu = t.device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateUnorderedAccessView(x, nil, view, cpu:GetCPUDescriptorHandle(0))
  t.device:CreateUnorderedAccessView(x, nil, view, heap:GetCPUDescriptorHandle(0))
  return function(l, rects)
    l:SetDescriptorHeaps { heap }
    l:ClearUnorderedAccessViewUint(heap:GetGPUDescriptorHandle(0), cpu:GetCPUDescriptorHandle(0), x, { 1, 1, 1, 1 }, rects)
  end
end
case("cleared as numbers twice, the rectangles share a column", 'GS0517 texture "x"', function(ok)
  local c = t.queue("COMPUTE", "c")
  local x = t.tex("x", "UNORDERED_ACCESS", UAV, { Format = "R32_UINT" })
  local clear = clearing(x)
  t.run(c, function(l)
    clear(l, { { Right = 33, Bottom = 64 } })
    clear(l, { { Left = ok and 33 or 32, Right = 64, Bottom = 64 } })
  end)
end)
case("cleared as numbers, copied in the same list", 'GS0402 texture "x"', function(ok)
  local c = t.queue("COMPUTE", "c")
  local x = t.tex("x", "UNORDERED_ACCESS", UAV, { Format = "R32_UINT" })
  local clear, to = clearing(x), t.readback("to", 16384)
  t.run(c, function(l)
    clear(l)
    if ok then t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE") end
    l:CopyTextureRegion({ Resource = to, Format = "R32_UINT", Width = 64, Height = 64, RowPitch = 256 }, 0, 0, 0, { Resource = x })
  end)
end)
case("a part of a buffer cleared, the kernel beside it an element too far", 'GS0517 buffer "x"', function(ok)
  local c = t.queue("COMPUTE", "c")
  local x = t.buf("x")
  local clear = clearing(x, { Format = "R32_UINT", FirstElement = 64, NumElements = 64 })
  t.run(c, function(l)
    clear(l)
    t.fill(l, x, ok and 0 or 1)
  end)
end)
case("a counter cleared on one queue, counted on another", 'GS0512 buffer "x"', function(ok)
  local c, d, F = t.queue("COMPUTE", "c"), t.queue("COMPUTE", "d"), t.fence("F")
  local x = t.buf("x")
  local clear = clearing(x, { Format = "R32_UINT", NumElements = 1 })
  t.run(c, function(l) clear(l) end)
  c:Signal(F, 1)
  if ok then d:Wait(F, 1) end
  t.run(d, function(l) t.dispatch(l, "count", x) end)
end)
case("a target is discarded while another queue copies it", 'GS05xx texture "x"', function(ok)
  local a, b, F = two()
  local x = t.target("x")
  local view = t.rtv(x)
  submit(a, F, 1, function(l)
    l:ClearRenderTargetView(view, { 0, 0, 0, 0 })
    t.go(l, x, "RENDER_TARGET", "COPY_SOURCE")
  end)
  b:Wait(F, 1)
  t.run(b, function(l) out(l, x) end)
  b:Signal(F, ok and 2 or 1)
  if ok then a:Wait(F, 2) end
  t.run(a, function(l)
    t.go(l, x, "COPY_SOURCE", "RENDER_TARGET")
    l:DiscardResource(x)
  end)
end)
