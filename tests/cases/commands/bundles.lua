-- What bundles do to the arguments and to the states that programs choose: the list that executes a bundle decides.
local t = require "prelude"
local gpu, case = t.gpu, t.case
local function both(name, expected, body)
  case(name, expected, function() body(false) end)
  case(name .. ", right", "silent", function() body(true) end)
end
local function bundle(body)
  local b = t.device:CreateCommandList { Type = "BUNDLE", Allocator = t.device:CreateCommandAllocator "BUNDLE", Name = "bundle" }
  body(b)
  b:Close()
  return b
end
local READ = "NON_PIXEL_SHADER_RESOURCE"

-- A program chooses texture x2 of four.
local function choose(l, w)
  l:SetDescriptorHeaps { w.heap }
  l:SetComputeRootSignature(w.root)
  l:SetPipelineState(w.pso)
  l:SetComputeRoot32BitConstants(0, { gpu.AsUint(1) })
  l:SetComputeRootDescriptorTable(1, w.heap:GetGPUDescriptorHandle(0))
  l:SetComputeRootUnorderedAccessView(2, w.to:GetGPUVirtualAddress())
  l:Dispatch(1, 1, 1)
end
both("a bundle is executed between a barrier and a dispatch that chooses the texture", 'GS0402 Dispatch needs texture "x2" in NON_PIXEL_SHADER_RESOURCE, but it is in COPY_DEST', function(ok)
  local q, w, other = t.queue "DIRECT", t.varying(), t.buf "other"
  local b = bundle(function(l) t.fill(l, other) end)
  t.run(q, function(l)
    t.go(l, w.textures[2], READ, "COPY_DEST")
    if ok then t.go(l, w.textures[2], "COPY_DEST", READ) end
    l:ExecuteBundle(b)
    choose(l, w)
  end)
end)
both("a texture that is chosen is in COPY_DEST between two bundles only", 'GS0402 texture "x2"', function(ok)
  local q, w, other = t.queue "DIRECT", t.varying(), t.buf "other"
  local b = bundle(function(l) t.fill(l, other) end)
  t.run(q, function(l)
    t.go(l, w.textures[2], READ, "COPY_DEST")
    l:ExecuteBundle(b)
    if not ok then choose(l, w) end
    t.go(l, w.textures[2], "COPY_DEST", READ)
    t.uav(l, other)
    l:ExecuteBundle(b)
    if ok then choose(l, w) end
  end)
end)
both("a bundle chooses a texture", 'GS0402 texture "x2"', function(ok)
  local q, w = t.queue "DIRECT", t.varying()
  local b = bundle(function(l) choose(l, w) end)
  t.run(q, function(l)
    l:SetDescriptorHeaps { w.heap }
    l:ExecuteBundle(b)
    t.go(l, w.textures[ok and 1 or 2], READ, "COPY_DEST")
    t.uav(l, w.to)
    l:ExecuteBundle(b)
  end)
end)
both("a bundle chooses a texture that the submission before has left in another state", 'GS0402 texture "x2"', function(ok)
  local q, w = t.queue "DIRECT", t.varying()
  local b = bundle(function(l) choose(l, w) end)
  t.run(q, function(l) t.go(l, w.textures[ok and 1 or 2], READ, "COPY_DEST") end)
  t.run(q, function(l)
    l:SetDescriptorHeaps { w.heap }
    l:ExecuteBundle(b)
  end)
end)

-- What a bundle sets counts as set by its ExecuteBundle.
local source, target = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local function reading()
  local w = { x = t.buf "x", to = t.buf "to" }
  w.root = t.device:CreateRootSignature { Name = "reading root", Parameters = { { Type = "SRV" }, { Type = "UAV" } } }
  w.pso = t.device:CreateComputePipelineState { Name = "reading", RootSignature = w.root,
    CS = gpu.ComputeShader { Name = "reading", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) target[GroupIndex] = source[GroupIndex] end } }
  function w.set(l)
    l:SetComputeRootSignature(w.root)
    l:SetPipelineState(w.pso)
    l:SetComputeRootShaderResourceView(0, w.x:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, w.to:GetGPUVirtualAddress())
  end
  function w.load(l)
    l:CopyBufferRegion(w.x, 0, t.upload "up", 0, 256)
    t.go(l, w.x, "COPY_DEST", READ)
  end
  return w
end
local CHANGED = "GS0608 Dispatch"
both("a bundle sets a view, a copy changes the data, and the list dispatches", CHANGED, function(ok)
  local q, w = t.queue "DIRECT", reading()
  local b = bundle(w.set)
  t.run(q, function(l)
    if not ok then l:ExecuteBundle(b) end
    w.load(l)
    if ok then l:ExecuteBundle(b) end
    l:Dispatch(1, 1, 1)
  end)
end)
both("a bundle sets a view by its last command, a copy changes the data, and another bundle dispatches", CHANGED, function(ok)
  local q, w = t.queue "DIRECT", reading()
  local first = bundle(function(l)
    for _ = 1, 8 do l:SetMarker "nothing" end
    w.set(l)
  end)
  local second = bundle(function(l)
    l:SetPipelineState(w.pso)
    l:SetComputeRootSignature(w.root)
    l:Dispatch(1, 1, 1)
  end)
  t.run(q, function(l)
    l:ExecuteBundle(first)
    w.load(l)
    if ok then l:ExecuteBundle(first) end
    l:ExecuteBundle(second)
  end)
end)

-- Root constants, which are floats unless they are written otherwise.
local function fill(l, x)
  l:SetPipelineState(t.pso "fill")
  l:SetComputeRootSignature(t.root())
  l:SetComputeRootUnorderedAccessView(2, x:GetGPUVirtualAddress())
end
local WHOLE, FLOAT = { gpu.AsUint(0), gpu.AsUint(7) }, { gpu.AsUint(0), 7 }
both("a bundle sets a constant as another type than the list's dispatch reads", "GS0940 root constant 1 of parameter 0 is the float 7", function(ok)
  local q, x = t.queue "DIRECT", t.buf "x"
  local b = bundle(function(l)
    l:SetComputeRootSignature(t.root())
    l:SetComputeRoot32BitConstants(0, ok and WHOLE or FLOAT)
  end)
  t.run(q, function(l)
    fill(l, x)
    l:SetComputeRoot32BitConstants(0, ok and FLOAT or WHOLE)
    l:ExecuteBundle(b)
    l:Dispatch(1, 1, 1)
  end)
end)
both("a list sets a constant as another type than the dispatch of its bundle reads", "GS0940 root constant 1 of parameter 0 is the float 7", function(ok)
  local q, x = t.queue "DIRECT", t.buf "x"
  local b = bundle(function(l)
    l:SetPipelineState(t.pso "fill")
    l:Dispatch(1, 1, 1)
  end)
  t.run(q, function(l)
    fill(l, x)
    l:SetComputeRoot32BitConstants(0, ok and WHOLE or FLOAT)
    l:ExecuteBundle(b)
  end)
end)

-- A bundle without a root signature of its own takes over that of the list, with its tables.
local function inheriting()
  local w = { x = t.buf "x", to = t.buf "to" }
  w.root = t.device:CreateRootSignature { Name = "table root", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE" } } }, { Type = "UAV" } } }
  w.pso = t.device:CreateComputePipelineState { Name = "reading", RootSignature = w.root,
    CS = gpu.ComputeShader { Name = "reading", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) target[GroupIndex] = source[GroupIndex] end } }
  w.heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  function w.write(i, x)
    t.device:CreateShaderResourceView(x, { ViewDimension = "BUFFER", Buffer = { NumElements = 64, StructureByteStride = 4 } }, w.heap:GetCPUDescriptorHandle(i))
  end
  function w.set(l)
    l:SetDescriptorHeaps { w.heap }
    l:SetComputeRootSignature(w.root)
    l:SetComputeRootDescriptorTable(0, w.heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(1, w.to:GetGPUVirtualAddress())
  end
  w.write(0, w.x)
  w.bundle = bundle(function(l)
    l:SetPipelineState(w.pso)
    l:Dispatch(1, 1, 1)
  end)
  return w
end
both("a bundle takes over a table that shows a buffer in another state", 'GS0402 buffer "x"', function(ok)
  local q, w = t.queue "DIRECT", inheriting()
  t.run(q, function(l)
    l:CopyBufferRegion(w.x, 0, t.upload "up", 0, 256)
    if ok then t.go(l, w.x, "COPY_DEST", READ) end
    w.set(l)
    l:ExecuteBundle(w.bundle)
  end)
end)
both("a descriptor of a table that a bundle takes over is written in flight", "GS0605", function(ok)
  local q, w = t.queue "DIRECT", inheriting()
  t.run(q, function(l)
    w.set(l)
    l:ExecuteBundle(w.bundle)
  end)
  w.write(ok and 1 or 0, t.buf "other")
end)
both("a buffer that a bundle reads through a table of the list is released in flight", "GS0601", function(ok)
  local q, w = t.queue "DIRECT", inheriting()
  t.run(q, function(l)
    w.set(l)
    l:ExecuteBundle(w.bundle)
  end)
  if ok then t.idle(q) end
  w.x:Release()
end)
both("a buffer that a bundle reads through a table of the list is evicted", "GS0616", function(ok)
  local q, w = t.queue "DIRECT", inheriting()
  t.device:Evict { w.x }
  if ok then t.device:MakeResident { w.x } end
  t.run(q, function(l)
    w.set(l)
    l:ExecuteBundle(w.bundle)
  end)
end)

-- Two dispatches read the same texture through descriptors of their own: both are in use.
for _, bundled in ipairs { false, true } do
  both(bundled and "a bundle is executed for each of two tables" or "a loop dispatches for each of two tables", "GS0605 descriptor 5", function(ok)
    local q, w = t.queue "DIRECT", t.varying()
    local heap = t.device:CreateDescriptorHeap { Name = "tables", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
    for i = 0, 7 do t.device:CreateShaderResourceView(w.textures[i % 4 + 1], nil, heap:GetCPUDescriptorHandle(i)) end
    local inner = bundle(function(l)
      l:SetPipelineState(w.pso)
      l:Dispatch(1, 1, 1)
    end)
    t.run(q, function(l)
      l:SetDescriptorHeaps { heap }
      l:SetComputeRootSignature(w.root)
      l:SetPipelineState(w.pso)
      l:SetComputeRoot32BitConstants(0, { gpu.AsUint(1) })
      l:SetComputeRootUnorderedAccessView(2, w.to:GetGPUVirtualAddress())
      for first = 0, 4, 4 do
        t.uav(l, w.to)
        l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(first))
        if bundled then l:ExecuteBundle(inner) else l:Dispatch(1, 1, 1) end
      end
    end)
    t.device:CreateShaderResourceView(w.textures[1], nil, heap:GetCPUDescriptorHandle(ok and 6 or 5))
  end)
end

-- Bundles record no barriers, so what two of its commands need stands against each other, and what one command needs as well, whoever has set it.
local function within(name, want, record, inherit)
  case("within a bundle: " .. name, want, function()
    local x, y = t.buf "x", t.buf "y"
    local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator("BUNDLE") }
    record(bundle, x, y)
    bundle:Close()
    t.run(t.queue "DIRECT", function(l)
      l:SetComputeRootSignature(t.root())
      l:SetComputeRoot32BitConstants(0, { 0, gpu.AsUint(7) })
      if inherit then inherit(l, x, y) end
      l:ExecuteBundle(bundle)
    end)
  end)
end
within("written, then read, as the bundle sets", 'GS0402 Dispatch needs buffer "x" in NON_PIXEL_SHADER_RESOURCE, but it is in UNORDERED_ACCESS', function(b, x, y)
  t.dispatch(b, "fill", x)
  t.dispatch(b, "move", y, x)
end)
within("written, then read as constants, as the list sets", 'GS0402 Dispatch needs buffer "x" in VERTEX_AND_CONSTANT_BUFFER, but it is in UNORDERED_ACCESS', function(b, x, y)
  b:SetPipelineState(t.pso "fill")
  b:Dispatch(1, 1, 1)
  b:SetPipelineState(t.pso "constant")
  b:SetComputeRootSignature(t.root())
  b:SetComputeRootUnorderedAccessView(2, y:GetGPUVirtualAddress())
  b:Dispatch(1, 1, 1)
end, function(l, x)
  l:SetComputeRootUnorderedAccessView(2, x:GetGPUVirtualAddress())
  l:SetComputeRootConstantBufferView(3, x:GetGPUVirtualAddress())
end)
within("read and written by one kernel, as the list sets", 'GS0407 Dispatch uses buffer "x" in two states at once, NON_PIXEL_SHADER_RESOURCE and UNORDERED_ACCESS', function(b)
  b:SetPipelineState(t.pso "move")
  b:Dispatch(1, 1, 1)
end, function(l, x)
  l:SetComputeRootUnorderedAccessView(2, x:GetGPUVirtualAddress())
  l:SetComputeRootShaderResourceView(1, x:GetGPUVirtualAddress())
end)
within("read and written by one kernel, as the list and the bundle set", 'GS0407 Dispatch uses buffer "x" in two states at once', function(b, x)
  b:SetPipelineState(t.pso "move")
  b:SetComputeRootSignature(t.root())
  b:SetComputeRootUnorderedAccessView(2, x:GetGPUVirtualAddress())
  b:Dispatch(1, 1, 1)
end, function(l, x) l:SetComputeRootShaderResourceView(1, x:GetGPUVirtualAddress()) end)
within("one kernel writes what another reads, of two buffers", "silent", function(b)
  b:SetPipelineState(t.pso "move")
  b:Dispatch(1, 1, 1)
end, function(l, x, y)
  l:SetComputeRootUnorderedAccessView(2, y:GetGPUVirtualAddress())
  l:SetComputeRootShaderResourceView(1, x:GetGPUVirtualAddress())
end)

-- What a bundle and its list write without order.
both("a bundle writes, and its list writes behind it", 'GS0517 "x"', function(ok)
  local q, x = t.queue("DIRECT", "q"), t.buf "x"
  local b = bundle(function(b) t.fill(b, x) end)
  t.run(q, function(l)
    l:ExecuteBundle(b) --1
    if ok then t.uav(l, x) end
    t.fill(l, x, 0, 2) --!
  end)
end)
