-- What a root signature promises of descriptors and data, and when it is broken: between recording and submission, between two executions, in flight, beside what
-- is read. Situations of another project's tests of descriptors, whose expectations were derived before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function D(name) return t.queue("DIRECT", name or "q") end
local src, dst = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
-- reading returns what binds an address to a root view with flags, and dispatches a kernel that copies 4 elements from the front.
local function reading(flags)
  local root = t.device:CreateRootSignature { Name = "reading", Parameters = { { Type = "SRV", ShaderRegister = 0, Flags = flags }, { Type = "UAV", ShaderRegister = 0 } } }
  local pso = t.device:CreateComputePipelineState { Name = "reading", RootSignature = root, CS = gpu.ComputeShader { Name = "reading", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) dst[GroupIndex] = src[GroupIndex] end } }
  local out = t.buf("out")
  return function(l, x)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootShaderResourceView(0, x:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, out:GetGPUVirtualAddress())
  end
end
local STATIC, WHILE, VOLATILE = "DATA_STATIC", "DATA_STATIC_WHILE_SET_AT_EXECUTE", "DATA_VOLATILE"

for _, flags in ipairs { STATIC, WHILE, VOLATILE } do
  local function says(yes) return flags == STATIC and ('GS0607 buffer "up"' .. (yes or "")) or "silent" end
  case("the CPU writes between recording and submission what is read, " .. flags, says(), function()
    local q, up = D(), t.upload("up", 256)
    local m, read = up:Map(), reading(flags)
    m:Write(0, "uint", 1)
    local l = t.list(q, function(l)
      read(l, up)
      l:Dispatch(1, 1, 1)
    end)
    m:Write(0, "uint", 2)
    q:ExecuteCommandLists { l }
    t.idle(q)
  end)
  case("the CPU writes between recording and submission the word behind what is read, " .. flags, "silent", function()
    local q, up = D(), t.upload("up", 256)
    local m, read = up:Map(), reading(flags)
    m:Write(0, "uint", { 1, 2, 3, 4 })
    local l = t.list(q, function(l)
      read(l, up)
      l:Dispatch(1, 1, 1)
    end)
    m:Write(16, "uint", 2)
    q:ExecuteCommandLists { l }
    t.idle(q)
  end)
  case("the CPU writes between two executions of one recording, " .. flags, says(), function()
    local q, up, F = D(), t.upload("up", 256), t.fence("F")
    local m, read = up:Map(), reading(flags)
    m:Write(0, "uint", { 1, 2, 3, 4 })
    local l = t.list(q, function(l)
      read(l, up)
      l:Dispatch(1, 1, 1)
    end)
    for i = 1, 2 do
      q:ExecuteCommandLists { l }
      q:Signal(F, i)
      F:WaitCPU(i)
      if i == 1 then m:Write(12, "uint", 2) end
    end
  end)
  case("the CPU writes behind the last execution, " .. flags, "silent", function()
    local q, up = D(), t.upload("up", 256)
    local m, read = up:Map(), reading(flags)
    m:Write(0, "uint", { 1, 2, 3, 4 })
    t.run(q, function(l)
      read(l, up)
      l:Dispatch(1, 1, 1)
    end)
    t.idle(q)
    m:Write(0, "uint", 2)
  end)
  case("the CPU writes in flight, " .. flags, 'GS0513 buffer "up" @ up[12, 16)', function()
    local q, up = D(), t.upload("up", 256)
    local m, read = up:Map(), reading(flags)
    m:Write(0, "uint", { 1, 2, 3, 4 })
    t.run(q, function(l)
      read(l, up)
      l:Dispatch(1, 1, 1)
    end)
    m:Write(12, "uint", 2)
  end)
  case("a copy of the list writes behind the setting and before the dispatch, " .. flags,
    flags == VOLATILE and "silent" or flags == STATIC and 'GS0607 buffer "x"' or 'GS0608 buffer "x"', function()
    local q, x = D(), t.buf("x")
    local read = reading(flags)
    t.run(q, function(l)
      read(l, x)
      l:CopyBufferRegion(x, 0, t.upload("up"), 0, 64)
      t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
      l:Dispatch(1, 1, 1)
    end)
    t.idle(q)
  end)
  case("a copy of the list writes before the setting, " .. flags, flags == STATIC and 'GS0607 buffer "x"' or "silent", function()
    local q, x = D(), t.buf("x")
    local read = reading(flags)
    t.run(q, function(l)
      l:CopyBufferRegion(x, 0, t.upload("up"), 0, 64)
      t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
      read(l, x)
      l:Dispatch(1, 1, 1)
    end)
    t.idle(q)
  end)
  case("a copy of the list writes between two dispatches of one setting, " .. flags,
    flags == VOLATILE and "silent" or flags == STATIC and 'GS0607 buffer "x"' or 'GS0608 buffer "x"', function()
    local q, x = D(), t.buf("x")
    local read = reading(flags)
    t.run(q, function(l)
      read(l, x)
      l:Dispatch(1, 1, 1)
      t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST")
      l:CopyBufferRegion(x, 12, t.upload("up"), 0, 64)
      t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
      t.uav(l, nil)
      l:Dispatch(1, 1, 1)
    end)
    t.idle(q)
  end)
  case("a copy of the list writes between two dispatches behind what they read, " .. flags, "silent", function()
    local q, x = D(), t.buf("x")
    local read = reading(flags)
    t.run(q, function(l)
      read(l, x)
      l:Dispatch(1, 1, 1)
      t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST")
      l:CopyBufferRegion(x, 16, t.upload("up"), 0, 64)
      t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
      t.uav(l, nil)
      l:Dispatch(1, 1, 1)
    end)
    t.idle(q)
  end)
end

-- Descriptors of a table.
local function table_(flags, n)
  local root = t.device:CreateRootSignature { Name = "table", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = n or 1, Flags = flags } } }, { Type = "UAV", ShaderRegister = 0 } } }
  local pso = t.device:CreateComputePipelineState { Name = "table", RootSignature = root, CS = gpu.ComputeShader { Name = "table", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) dst[GroupIndex] = src[GroupIndex] end } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
  local out = t.buf("out")
  return heap, function(l, slot)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(slot or 0))
    l:SetComputeRootUnorderedAccessView(1, out:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
end
local function view(heap, slot, x)
  t.device:CreateShaderResourceView(x, { ViewDimension = "BUFFER", Format = "UNKNOWN", NumElements = 16, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(slot))
end
for _, flags in ipairs { "NONE", "DESCRIPTORS_VOLATILE" } do
  local volatile = flags ~= "NONE"
  case("a view is written behind the recording of its list, " .. flags, volatile and "silent" or 'GS0606 "views"', function()
    local q, x = D(), t.buf("x")
    local heap, use = table_(flags)
    local l = t.list(q, use)
    view(heap, 0, x)
    q:ExecuteCommandLists { l }
  end)
  case("a view is written again behind the recording of its list, " .. flags, volatile and "silent" or 'GS0606 "views"', function()
    local q, x, y = D(), t.buf("x"), t.buf("y")
    local heap, use = table_(flags)
    view(heap, 0, x)
    local l = t.list(q, use)
    view(heap, 0, y)
    q:ExecuteCommandLists { l }
  end)
  case("a view is written again in flight, " .. flags, 'GS0605 "views"', function()
    local q, x, y = D(), t.buf("x"), t.buf("y")
    local heap, use = table_(flags)
    view(heap, 0, x)
    t.run(q, use)
    view(heap, 0, y)
  end)
  case("a view is written again between two executions of its list, " .. flags, volatile and "silent" or 'GS0606 "views"', function()
    local q, x, y, F = D(), t.buf("x"), t.buf("y"), t.fence("F")
    local heap, use = table_(flags)
    view(heap, 0, x)
    local l = t.list(q, use)
    for i = 1, 2 do
      q:ExecuteCommandLists { l }
      q:Signal(F, i)
      F:WaitCPU(i)
      if i == 1 then view(heap, 0, y) end
    end
  end)
  case("the view beside is written in flight, " .. flags, "silent", function()
    local q, x, y = D(), t.buf("x"), t.buf("y")
    local heap, use = table_(flags)
    view(heap, 0, x)
    t.run(q, use)
    view(heap, 1, y)
  end)
  case("what a view shows is changed by the view that the second of two lists reads, " .. flags, 'GS0512 buffer "y" @ y[0, 16)', function()
    local q, a, x, y = D(), t.queue("COPY", "a"), t.buf("x"), t.buf("y")
    local heap, use = table_(flags)
    view(heap, 0, x)
    view(heap, 1, y)
    a:ExecuteCommandLists { t.list(a, function(l) l:CopyBufferRegion(y, 0, t.upload("up"), 0, 256) end) } --1
    q:ExecuteCommandLists { t.list(q, function(l) use(l, 0) end), t.list(q, function(l)
      t.uav(l, nil)
      use(l, 1)
    end) } --!
  end)
  case("two of a table's views are there, the kernel reads the first, and the second buffer is released, " .. flags, "silent", function()
    local q, x, y = D(), t.buf("x"), t.buf("y")
    local heap, use = table_(flags, 2)
    view(heap, 0, x)
    view(heap, 1, y)
    t.run(q, use)
    t.idle(q)
    y:Release()
  end)
end

-- Rings of constants in upload memory: a frame uses 256 bytes.
for frames = 2, 3 do
  for late = 0, 1 do
    local wrong = late == 1
    case(("a ring of %d frames of constants, %s"):format(frames, wrong and "a wait too low" or "waited for"), wrong and 'GS0513 buffer "ring"' or "silent", function()
      local q, F, ring, y = D(), t.fence("F"), t.upload("ring", frames * 256), t.buf("y")
      local m = ring:Map()
      for i = 1, frames * 2 do
        local at = i % frames * 256
        local old = i - frames - late
        if old > 0 then F:WaitCPU(old) end
        m:Write(at, "uint", i)
        t.run(q, function(l)
          t.use(l, "constant", y)
          l:SetComputeRootConstantBufferView(3, ring:GetGPUVirtualAddress() + at)
          l:Dispatch(1, 1, 1)
        end)
        q:Signal(F, i)
      end
    end)
  end
end
case("constants in default memory are copied to, used, and copied to again in one list", "silent", function()
  local q, c, y = D(), t.buf("c"), t.buf("y")
  t.run(q, function(l)
    for i = 1, 2 do
      if i == 2 then t.go(l, c, "VERTEX_AND_CONSTANT_BUFFER", "COPY_DEST") end
      l:CopyBufferRegion(c, 0, t.upload("up"), 0, 256)
      t.go(l, c, "COPY_DEST", "VERTEX_AND_CONSTANT_BUFFER")
      t.use(l, "constant", y, nil, i * 64)
      l:SetComputeRootConstantBufferView(3, c:GetGPUVirtualAddress())
      l:Dispatch(1, 1, 1)
    end
  end)
end)
case("constants in default memory are copied to by another queue while they are used", 'GS0512 buffer "c" @ c[0, 4)', function()
  local q, a, c, y = D(), t.queue("COPY", "a"), t.buf("c"), t.buf("y")
  q:ExecuteCommandLists { t.list(q, function(l) t.dispatch(l, "constant", y, c) end) } --1
  a:ExecuteCommandLists { t.list(a, function(l) l:CopyBufferRegion(c, 0, t.upload("up"), 0, 256) end) } --!
end)
