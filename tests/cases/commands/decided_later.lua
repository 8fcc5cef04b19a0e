-- Whether two queues meet is decided by what the GPU finds: a predicate, a count, an address among the arguments, a counter beside the elements, one
-- plane or slice of many; and residency that another queue has waited for. Expectations were written before the first run.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", in order", "silent", function() body(true) end)
end
local function put(l, to, at, from, first, n) l:CopyBufferRegion(to, at, from, first, n or 64) end
-- after lets queue b come after a, if ok.
local function after(ok, a, b)
  local F = t.fence("F")
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
end
local function filled(name, type, values)
  local u = t.upload(name)
  u:Map():Write(0, type, values)
  u:Unmap()
  return u
end

-- A copy that is left out does nothing.
local function predicted(value)
  return function(ok)
    local a, b, x, predicate, z = t.queue("DIRECT", "a"), t.queue("COPY", "b"), t.buf("x"), t.buf("predicate"), filled("z", "uint64", { value })
    t.run(a, function(l) put(l, predicate, 0, z, 0, 8) end)
    t.run(a, function(l)
      l:SetPredication(predicate, 0, "EQUAL_ZERO")
      put(l, x, 0, z, 0)
      l:SetPredication(nil)
    end)
    after(ok, a, b)
    t.run(b, function(l) put(l, x, 0, z, 0) end)
  end
end
case("a predicate lets a copy through that another queue makes, too", 'GS0512 buffer "x"', predicted(1))
t.case("a predicate leaves a copy out that another queue makes", "silent", function() predicted(0)(false) end)

-- The count is read on the GPU, and arguments beyond it are not.
local function counted(count)
  return function(ok)
    local a, b, args, counts, x = t.queue("COMPUTE", "a"), t.queue("COPY", "b"), t.buf("args"), t.buf("counts"), t.buf("x")
    local z = filled("z", "uint", { count, 1, 1, 1 })
    local signature = t.device:CreateCommandSignature { Name = "dispatches", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
    t.run(a, function(l) put(l, counts, 0, z, 0, 4) end)
    t.run(a, function(l)
      t.use(l, "fill", x)
      l:ExecuteIndirect(signature, 1, args, 0, counts, 0)
    end)
    after(ok, a, b)
    t.run(b, function(l) put(l, args, 0, z, 4, 12) end)
  end
end
case("a count of 1, and another queue writes the arguments", 'GS0512 buffer "args"', counted(1))
t.case("a count of 0, and another queue writes the arguments", "silent", function() counted(0)(false) end)

-- The address among the arguments says what is written, not the one that was set before.
local function addressed(written)
  return function(ok)
    local a, b, x, y = t.queue("COMPUTE", "a"), t.queue("COPY", "b"), t.buf("x"), t.buf("y")
    local args = t.upload("args")
    local m = args:Map()
    m:Write(0, "uint64", { x:GetGPUVirtualAddress() })
    m:Write(8, "uint", { 1, 1, 1 })
    args:Unmap()
    local signature = t.device:CreateCommandSignature { Name = "writes", ByteStride = 20, RootSignature = t.root(),
      ArgumentDescs = { { Type = "UNORDERED_ACCESS_VIEW", RootParameterIndex = 2 }, { Type = "DISPATCH" } } }
    t.run(a, function(l)
      t.use(l, "fill", y)
      l:ExecuteIndirect(signature, 1, args)
    end)
    after(ok, a, b)
    t.run(b, function(l) put(l, t.readback("back"), 0, written and x or y, 0) end)
  end
end
case("a buffer is read whose address stands among the arguments", 'GS0512 buffer "x"', addressed(true))
t.case("a buffer is read whose address the arguments replace", "silent", function() addressed(false)(false) end)

-- A counter is 4 bytes of its buffer.
local items = gpu.AppendStructuredBuffer("u0", "uint")
local function appended(at)
  return function(ok)
    local a, b, x, counter = t.queue("COMPUTE", "a"), t.queue("COPY", "b"), t.buf("x"), t.buf("counter", 8192)
    local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
    local shader = gpu.ComputeShader { Name = "push", NumThreads = { 8, 1, 1 }, Main = function(GroupIndex) items:Append(GroupIndex) end }
    local pso = t.device:CreateComputePipelineState { Name = "push", RootSignature = root, CS = shader }
    local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
    t.device:CreateUnorderedAccessView(x, counter, { NumElements = 1024, StructureByteStride = 4, CounterOffsetInBytes = 4096 }, heap:GetCPUDescriptorHandle(0))
    t.run(a, function(l)
      l:SetDescriptorHeaps { heap }
      l:SetComputeRootSignature(root)
      l:SetPipelineState(pso)
      l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
      l:Dispatch(1, 1, 1)
    end)
    after(ok, a, b)
    t.run(b, function(l) put(l, t.readback("back"), 0, counter, at, 4) end)
  end
end
case("a counter is read while elements are appended", 'GS0512 buffer "counter"', appended(4096))
t.case("the words beside a counter are read while elements are appended", "silent", function()
  appended(4092)(false)
  appended(4100)(false)
end)

-- Planes are subresources: the stencil is read elsewhere while the depth is cleared.
local function planes(flags)
  return function(ok)
    local a, b, x = t.queue("DIRECT", "a"), t.queue("COMPUTE", "b"), t.tex("x", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = "R32G8X24_TYPELESS" })
    local dsv = t.dsv(x, { Format = "D32_FLOAT_S8X24_UINT" })
    t.run(a, function(l)
      l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 5)
      t.go(l, x, "DEPTH_WRITE", "COPY_SOURCE", 1)
    end)
    after(true, a, b)
    t.run(b, function(l)
      local rows = { Resource = t.readback("back", 65536), Format = "R8_TYPELESS", Width = 64, Height = 64, RowPitch = 256 }
      l:CopyTextureRegion(rows, 0, 0, 0, { Resource = x, Subresource = 1 })
    end)
    after(ok, b, a)
    t.run(a, function(l)
      if flags == "STENCIL" then t.go(l, x, "COPY_SOURCE", "DEPTH_WRITE", 1) end
      l:ClearDepthStencilView(dsv, flags, 0.5, 6)
    end)
  end
end
case("the stencil is read on another queue while it is taken back and cleared", 'GS0512 texture "x"', planes("STENCIL"))
t.case("the stencil is read on another queue while the depth is cleared", "silent", function() planes("DEPTH")(false) end)

-- Slices of a 3D texture are one subresource, of which readers and a writer may use different texels if it has simultaneous access.
local function slices(read, flags)
  return function(ok)
    local a, b = t.queue("COPY", "a"), t.queue("COPY", "b")
    local x = t.tex("x", "COMMON", flags, { Dimension = "TEXTURE3D", DepthOrArraySize = 4 })
    t.run(a, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 1, t.rows(t.upload("up", 16384))) end)
    after(ok, a, b)
    t.run(b, function(l)
      l:CopyTextureRegion(t.rows(t.readback("back", 16384)), 0, 0, 0, { Resource = x }, { Right = 64, Bottom = 64, Front = read, Back = read + 1 })
    end)
  end
end
case("the slice that another queue writes is read", 'GS0512 texture "x"', slices(1, "ALLOW_SIMULTANEOUS_ACCESS"))
case("the slice beside the one that another queue writes is read, without simultaneous access", 'GS0515 texture "x"', slices(2, "NONE"))
t.case("the slice beside the one that another queue writes is read", "silent", function() slices(2, "ALLOW_SIMULTANEOUS_ACCESS")(false) end)

-- Residency comes with a fence, also by way of another queue.
case("what becomes resident is used behind a queue that has waited for it, or not", 'GS0616 buffer "x"', function(ok)
  local a, b, x, F, G = t.queue("COPY", "a"), t.queue("COMPUTE", "b"), t.buf("x"), t.fence("F"), t.fence("G")
  t.device:Evict { x }
  t.device:EnqueueMakeResident("NONE", { x }, F, 1)
  if ok then b:Wait(F, 1) end
  b:Signal(G, 1)
  a:Wait(G, 1)
  t.run(a, function(l) put(l, x, 0, t.upload("z"), 0) end)
end)
