-- Situations of other projects' tests, translated: what draws are fed with by arguments, memory that cannot be what arguments say, counters, textures that
-- shaders choose, promises about data. Expectations were derived from the documentation before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function direct() return t.queue("DIRECT", "q") end
local function from(l, x, at, n) l:CopyBufferRegion(t.readback("r"), 0, x, at or 0, n or 256) end
local function to(l, x, at, n) l:CopyBufferRegion(x, at or 0, t.upload("up"), 0, n or 256) end

-- Vertices by arguments: a view of vertex buffer 0, and a draw of three vertices.
local function drawn(vb, at)
  local args = t.upload("args", 256)
  local map = args:Map()
  map:Write(0, "uint64", { vb:GetGPUVirtualAddress() + (at or 0) })
  map:Write(8, "uint", { 24, 8, 3, 1, 0, 0 })
  local signature = t.device:CreateCommandSignature { Name = "draws", ByteStride = 32, ArgumentDescs = { { Type = "VERTEX_BUFFER_VIEW", Slot = 0 }, { Type = "DRAW" } } }
  local pso, rtv = t.drawing("vertices"), t.rtv(t.target("picture"))
  return function(l)
    t.drawState(l, pso, rtv)
    l:ExecuteIndirect(signature, 1, args)
  end
end
case("vertices that arguments name are copied to and drawn", 'GS0402 buffer "vb"', function()
  local q, vb = direct(), t.buf("vb")
  local draw = drawn(vb)
  t.run(q, function(l)
    to(l, vb, 0, 24)
    draw(l)
  end)
end)
case("vertices that arguments name are drawn and copied to", 'GS0402 buffer "vb"', function()
  local q, vb = direct(), t.buf("vb")
  local draw = drawn(vb)
  t.run(q, function(l)
    draw(l)
    to(l, vb, 0, 24)
  end)
end)
case("vertices that arguments name are copied to and drawn behind a barrier", "silent", function()
  local q, vb = direct(), t.buf("vb")
  local draw = drawn(vb)
  t.run(q, function(l)
    to(l, vb, 0, 24)
    t.go(l, vb, "COPY_DEST", "VERTEX_AND_CONSTANT_BUFFER")
    draw(l)
  end)
end)
case("vertices that arguments name are drawn and copied from", "silent", function()
  local q, vb = direct(), t.buf("vb")
  local draw = drawn(vb)
  t.run(q, function(l)
    draw(l)
    from(l, vb)
  end)
end)
case("vertices that arguments name are written by another queue", 'GS0512 buffer "vb" @ vb[0, 24)', function()
  local q, a, vb = direct(), t.queue("COPY", "a"), t.buf("vb")
  local draw = drawn(vb)
  t.run(q, draw)
  t.run(a, function(l) to(l, vb) end)
end)
case("behind the vertices that arguments name another queue writes", "silent", function()
  local q, a, vb = direct(), t.queue("COPY", "a"), t.buf("vb")
  local draw = drawn(vb)
  t.run(q, draw)
  t.run(a, function(l) to(l, vb, 24) end)
end)
case("vertices that arguments name are released in flight", 'GS0601 buffer "vb"', function()
  local q, vb = direct(), t.buf("vb")
  t.run(q, drawn(vb))
  vb:Release() --!
end)

-- Memory that cannot be what arguments say.
local function named(kind, x)
  local up = t.upload("args", 256)
  local map = up:Map()
  map:Write(0, "uint64", { x:GetGPUVirtualAddress() })
  map:Write(8, "uint", { 1, 1, 1, 0 })
  local view = { uav = { Type = "UNORDERED_ACCESS_VIEW", RootParameterIndex = 2 }, srv = { Type = "SHADER_RESOURCE_VIEW", RootParameterIndex = 1 } }
  return t.device:CreateCommandSignature { Name = "commands", ByteStride = 24, ArgumentDescs = { view[kind], { Type = "DISPATCH" } }, RootSignature = t.root() }, up
end
case("arguments name upload memory to be read", "silent", function()
  local q, y, x = direct(), t.buf("y"), t.upload("x")
  local signature, args = named("srv", x)
  t.run(q, function(l)
    t.use(l, "move", y)
    l:ExecuteIndirect(signature, 1, args)
  end)
end)
case("arguments name upload memory to be read, which the host writes", 'GS0513 buffer "x" @ x[0, 4)', function()
  local q, y, x = direct(), t.buf("y"), t.upload("x")
  local signature, args = named("srv", x)
  local map = x:Map()
  t.run(q, function(l)
    t.use(l, "move", y)
    l:ExecuteIndirect(signature, 1, args)
  end)
  map:Write(0, "uint", 1) --!
end)
case("a root view of readback memory is read", "GS0403", function()
  local q, y, x = direct(), t.buf("y"), t.readback("x")
  t.run(q, function(l) t.dispatch(l, "move", y, x) end)
end)
case("arguments name readback memory to be read", "GS0403", function()
  local q, y, x = direct(), t.buf("y"), t.readback("x")
  local signature, args = named("srv", x)
  t.run(q, function(l)
    t.use(l, "move", y)
    l:ExecuteIndirect(signature, 1, args)
  end)
end)
for _, flags in ipairs { "NONE", "DESCRIPTORS_VOLATILE" } do
  case("a table shows readback memory, " .. flags, "GS0403", function()
    local q, y, x = direct(), t.buf("y"), t.readback("x")
    local src, dst = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
    local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = flags } } }, { Type = "UAV" } } }
    local pso = t.device:CreateComputePipelineState { Name = "move", RootSignature = root, CS = gpu.ComputeShader { Name = "move", NumThreads = { 64, 1, 1 },
      Main = function(GroupIndex) dst[GroupIndex] = src[GroupIndex] end } }
    local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
    t.device:CreateShaderResourceView(x, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
    t.run(q, function(l)
      l:SetDescriptorHeaps { heap }
      l:SetComputeRootSignature(root)
      l:SetPipelineState(pso)
      l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
      l:SetComputeRootUnorderedAccessView(1, y:GetGPUVirtualAddress())
      l:Dispatch(1, 1, 1)
    end)
  end)
end
for number = 0, 1 do
  case("of the buffers that may be chosen one is readback memory, and number " .. number .. " is chosen", number == 0 and "GS0403" or "silent", function()
    local q, y, x, z = direct(), t.buf("y"), t.readback("x"), t.upload("z")
    local src, dst, which = gpu.StructuredBuffer("t0", "uint", 2), gpu.RWStructuredBuffer("u0", "uint"), gpu.ConstantBuffer("b0", { { "index", "uint" } })
    local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2, Flags = "DESCRIPTORS_VOLATILE" } } },
      { Type = "UAV" }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }
    local pso = t.device:CreateComputePipelineState { Name = "pick", RootSignature = root, CS = gpu.ComputeShader { Name = "pick", NumThreads = { 64, 1, 1 },
      Main = function(GroupIndex) dst[GroupIndex] = src[which.index][GroupIndex] end } }
    local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
    t.device:CreateShaderResourceView(x, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
    t.device:CreateShaderResourceView(z, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(1))
    t.run(q, function(l)
      l:SetDescriptorHeaps { heap }
      l:SetComputeRootSignature(root)
      l:SetPipelineState(pso)
      l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
      l:SetComputeRootUnorderedAccessView(1, y:GetGPUVirtualAddress())
      l:SetComputeRoot32BitConstants(2, { gpu.AsUint(number) })
      l:Dispatch(1, 1, 1)
    end)
  end)
end
case("arguments stand in readback memory", "GS0403", function()
  local q, y, args = direct(), t.buf("y"), t.readback("args")
  local signature = t.device:CreateCommandSignature { Name = "commands", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  t.run(q, function(l)
    t.use(l, "fill", y)
    l:ExecuteIndirect(signature, 1, args)
  end)
end)

-- Promises about data.
case("data of a root view changes by arguments while it is set", "GS0608", function()
  local q, x, y = direct(), t.buf("x"), t.buf("y")
  local root = t.device:CreateRootSignature { Name = "static", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 }, { Type = "SRV" }, { Type = "UAV" } } }
  local src, dst = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
  local pso = t.device:CreateComputePipelineState { Name = "move", RootSignature = root, CS = gpu.ComputeShader { Name = "move", NumThreads = { 64, 1, 1 },
    Main = function(GroupIndex) dst[GroupIndex] = src[GroupIndex] end } }
  t.run(q, function(l)
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pso)
    l:SetComputeRootShaderResourceView(1, x:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(2, y:GetGPUVirtualAddress())
    t.go(l, x, "COMMON", "COPY_DEST")
    to(l, x)
    t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
    l:Dispatch(1, 1, 1)
  end)
end)

-- Counters.
local push = gpu.AppendStructuredBuffer("u0", "uint")
local function counting(sameBuffer)
  local w = { data = t.buf("data", 8192), counter = nil }
  w.counter = sameBuffer and w.data or t.buf("counter", 4096)
  w.root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
  w.pso = t.device:CreateComputePipelineState { Name = "push", RootSignature = w.root, CS = gpu.ComputeShader { Name = "push", NumThreads = { 64, 1, 1 },
    Main = function(GroupIndex) push:Append(GroupIndex) end } }
  w.heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateUnorderedAccessView(w.data, w.counter, { NumElements = 1024, StructureByteStride = 4, CounterOffsetInBytes = sameBuffer and 4096 or 0 }, w.heap:GetCPUDescriptorHandle(0))
  function w.push(l)
    l:SetDescriptorHeaps { w.heap }
    l:SetComputeRootSignature(w.root)
    l:SetPipelineState(w.pso)
    l:SetComputeRootDescriptorTable(0, w.heap:GetGPUDescriptorHandle(0))
    l:Dispatch(1, 1, 1)
  end
  return w
end
case("two commands append without a barrier", "silent", function()
  local q, w = direct(), counting()
  t.run(q, function(l) to(l, w.counter, 0, 4) end)
  t.run(q, function(l)
    w.push(l)
    w.push(l)
  end)
end)
case("what was appended is copied, its counter in the wrong state", 'GS0402 buffer "counter"', function()
  local q, w = direct(), counting()
  t.run(q, function(l) to(l, w.counter, 0, 4) end)
  t.run(q, function(l)
    w.push(l)
    from(l, w.counter, 0, 4) --!
  end)
end)
case("the counter is set, and a command appends", 'GS0402 buffer "counter"', function()
  local q, w = direct(), counting()
  t.run(q, function(l)
    to(l, w.counter, 0, 4)
    w.push(l) -- which dispatches
  end)
end)
case("the counter is set, and a command appends behind a barrier", "silent", function()
  local q, w = direct(), counting()
  t.run(q, function(l)
    to(l, w.counter, 0, 4)
    t.go(l, w.counter, "COPY_DEST", "UNORDERED_ACCESS")
    w.push(l)
  end)
end)
case("another queue reads the counter", 'GS0512 buffer "counter" @ counter[0, 4)', function()
  local q, a, w, F = direct(), t.queue("COPY", "a"), counting(), t.fence("F")
  t.run(q, function(l) to(l, w.counter, 0, 4) end)
  q:Signal(F, 1)
  t.run(q, w.push)
  a:Wait(F, 1)
  t.run(a, function(l) from(l, w.counter) end)
end)
case("another queue reads behind the counter", "silent", function()
  local q, a, w = direct(), t.queue("COPY", "a"), counting()
  t.run(q, function(l) to(l, w.counter, 0, 4) end)
  t.run(q, w.push)
  t.run(a, function(l) from(l, w.counter, 4) end)
end)
case("data and counter in one buffer", "silent", function()
  local q, w = direct(), counting(true)
  t.run(q, function(l) to(l, w.data, 4096, 4) end)
  t.run(q, w.push)
end)
case("the buffer of the counter is released when all is done", "silent", function()
  local q, w = direct(), counting()
  t.run(q, function(l) to(l, w.counter, 0, 4) end)
  t.run(q, w.push)
  t.idle(q)
  w.counter:Release()
end)
case("two queues append to one buffer", 'GS0514 buffer "data"', function()
  local q, c, w, F = direct(), t.queue("COMPUTE", "c"), counting(), t.fence("F")
  t.run(q, function(l) to(l, w.counter, 0, 4) end)
  q:Signal(F, 1)
  c:Wait(F, 1)
  t.run(q, w.push)
  t.run(c, w.push)
end)
case("two queues append to one buffer, one after the other", "silent", function()
  local q, c, w, F = direct(), t.queue("COMPUTE", "c"), counting(), t.fence("F")
  t.run(q, function(l) to(l, w.counter, 0, 4) end)
  t.run(q, w.push)
  q:Signal(F, 1)
  c:Wait(F, 1)
  t.run(c, w.push)
end)

-- Textures that shaders choose to write.
local pictures, number = gpu.RWTexture2D("u0", "float4", 4), gpu.ConstantBuffer("b0", { { "index", "uint" }, { "x", "uint" } })
local function painting(state)
  local w = { textures = {} }
  w.root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 4, Flags = "DESCRIPTORS_VOLATILE" } } } } }
  w.pso = t.device:CreateComputePipelineState { Name = "paint", RootSignature = w.root, CS = gpu.ComputeShader { Name = "paint", NumThreads = { 8, 8, 1 },
    Main = function(GroupThreadID) pictures[number.index][uint2(number.x + GroupThreadID.x, GroupThreadID.y)] = float4(1.0, 0.0, 0.0, 1.0) end } }
  w.heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  for i = 0, 3 do
    w.textures[i] = t.tex("x" .. i, state or "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS")
    t.device:CreateUnorderedAccessView(w.textures[i], nil, nil, w.heap:GetCPUDescriptorHandle(i))
  end
  function w.paint(l, index, x)
    l:SetDescriptorHeaps { w.heap }
    l:SetComputeRootSignature(w.root)
    l:SetPipelineState(w.pso)
    l:SetComputeRoot32BitConstants(0, { gpu.AsUint(index), gpu.AsUint(x or 0) })
    l:SetComputeRootDescriptorTable(1, w.heap:GetGPUDescriptorHandle(0))
    l:Dispatch(1, 1, 1)
  end
  return w
end
local function get(l, x) l:CopyTextureRegion(t.rows(t.readback("r", 16384)), 0, 0, 0, { Resource = x }) end
case("two commands choose one texture to write", 'GS0517 texture "x1" @ x1[x 0..8, y 0..1]', function()
  local q, w = direct(), painting()
  t.run(q, function(l)
    w.paint(l, 1)
    w.paint(l, 1)
  end)
end)
case("two commands choose parts of one texture to write", "silent", function()
  local q, w = direct(), painting()
  t.run(q, function(l)
    w.paint(l, 1, 0)
    w.paint(l, 1, 8)
  end)
end)
case("a chosen texture that is in COMMON is written", 'GS0402 texture "x1"', function()
  local q, w = direct(), painting "COMMON"
  t.run(q, function(l) w.paint(l, 1) end)
end)
case("a chosen texture is written, and another is copied from behind its barrier", "silent", function()
  local q, w = direct(), painting()
  t.run(q, function(l)
    w.paint(l, 1)
    t.go(l, w.textures[2], "UNORDERED_ACCESS", "COPY_SOURCE")
    get(l, w.textures[2])
  end)
end)
case("a chosen texture between the halves of its barrier", 'GS0404 texture "x1"', function()
  local q, w = direct(), painting()
  t.run(q, function(l)
    t.go(l, w.textures[1], "UNORDERED_ACCESS", "COPY_SOURCE", nil, "BEGIN_ONLY")
    w.paint(l, 1)
    t.go(l, w.textures[1], "UNORDERED_ACCESS", "COPY_SOURCE", nil, "END_ONLY")
  end)
end)
case("another texture between the halves of one that may be chosen", "silent", function()
  local q, w = direct(), painting()
  t.run(q, function(l)
    t.go(l, w.textures[1], "UNORDERED_ACCESS", "COPY_SOURCE", nil, "BEGIN_ONLY")
    w.paint(l, 2)
    t.go(l, w.textures[1], "UNORDERED_ACCESS", "COPY_SOURCE", nil, "END_ONLY")
  end)
end)
