-- The same command again and again: what one has found of tables and of buffers that programs choose holds for the next, unless something comes between. Expectations follow from
-- the rules of one command.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function direct() return t.queue("DIRECT", "q") end

-- A table of eight textures whose descriptors are static, and a buffer that one of two kernels writes.
local pictures, to = gpu.Texture2D("t0", "float4", 8), gpu.RWStructuredBuffer("u0", "float4")
local C = gpu.ConstantBuffer("b0", { { "which", "uint" } })
local function static()
  local w = { tex = {} }
  w.root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 8 } } }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
  w.pso = t.device:CreateComputePipelineState { Name = "pick", RootSignature = w.root, CS = gpu.ComputeShader { Name = "pick", NumThreads = { 1, 1, 1 },
    Main = function() to[0] = pictures[C.which][uint2(0, 0)] end } }
  w.heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 10, Flags = "SHADER_VISIBLE" }
  for i = 0, 7 do
    w.tex[i] = t.tex("tex" .. i, "NON_PIXEL_SHADER_RESOURCE", "ALLOW_UNORDERED_ACCESS")
    t.device:CreateShaderResourceView(w.tex[i], nil, w.heap:GetCPUDescriptorHandle(i))
  end
  w.out = t.buf("out")
  t.device:CreateUnorderedAccessView(w.out, nil, { StructureByteStride = 16 }, w.heap:GetCPUDescriptorHandle(8))
  function w.begin(l)
    l:SetDescriptorHeaps { w.heap }; l:SetPipelineState(w.pso); l:SetComputeRootSignature(w.root)
    l:SetComputeRootDescriptorTable(1, w.heap:GetGPUDescriptorHandle(0)); l:SetComputeRootDescriptorTable(2, w.heap:GetGPUDescriptorHandle(8))
  end
  function w.dispatch(l, n)
    for i = 1, n do
      l:SetComputeRoot32BitConstant(0, gpu.AsUint(i % 8)); l:Dispatch(1, 1, 1); l:ResourceBarrier { { Type = "UAV" } }
    end
  end
  return w
end

local function move(l, x, before, after) l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = before, After = after } } end

case("table: a texture leaves its state between two dispatches", "GS0402 tex5", function()
  local w, q = static(), direct()
  t.run(q, function(l)
    w.begin(l); w.dispatch(l, 3)
    move(l, w.tex[5], "NON_PIXEL_SHADER_RESOURCE", "COPY_SOURCE")
    l:SetComputeRoot32BitConstant(0, gpu.AsUint(1))
    l:Dispatch(1, 1, 1) --!
  end)
end)

case("table: a texture leaves its state between two dispatches and comes back", "silent", function()
  local w, q = static(), direct()
  t.run(q, function(l)
    w.begin(l); w.dispatch(l, 3)
    move(l, w.tex[5], "NON_PIXEL_SHADER_RESOURCE", "COPY_SOURCE")
    move(l, w.tex[5], "COPY_SOURCE", "NON_PIXEL_SHADER_RESOURCE")
    w.dispatch(l, 3)
  end)
end)

case("table: the last of ten textures that move between two dispatches stays away", "GS0402 tex0", function()
  local w, q = static(), direct()
  local others = {}
  for i = 1, 9 do others[i] = t.tex("other" .. i, "COPY_SOURCE") end
  t.run(q, function(l)
    w.begin(l); w.dispatch(l, 2)
    move(l, w.tex[0], "NON_PIXEL_SHADER_RESOURCE", "COPY_SOURCE")
    for i = 1, 9 do move(l, others[i], "COPY_SOURCE", "COPY_DEST") end
    l:SetComputeRoot32BitConstant(0, gpu.AsUint(1))
    l:Dispatch(1, 1, 1) --!
  end)
end)

case("table: others move between two dispatches", "silent", function()
  local w, q = static(), direct()
  local other = t.tex("other", "COPY_SOURCE")
  t.run(q, function(l)
    w.begin(l); w.dispatch(l, 2)
    move(l, other, "COPY_SOURCE", "COPY_DEST")
    w.dispatch(l, 3)
  end)
end)

-- A second kernel writes a texture of the table that it reads.
local written = gpu.RWTexture2D("u0", "float4")
local function writer(w)
  return t.device:CreateComputePipelineState { Name = "write", RootSignature = w.root, CS = gpu.ComputeShader { Name = "write", NumThreads = { 1, 1, 1 },
    Main = function() written[uint2(0, 0)] = pictures[C.which][uint2(1, 1)] end } }
end

case("table: a command writes what its table shows, after others that read it", "GS0407 tex3", function()
  local w, q = static(), direct()
  t.device:CreateUnorderedAccessView(w.tex[3], nil, nil, w.heap:GetCPUDescriptorHandle(9))
  local write = writer(w)
  t.run(q, function(l)
    w.begin(l); w.dispatch(l, 3)
    l:SetPipelineState(write); l:SetComputeRootDescriptorTable(2, w.heap:GetGPUDescriptorHandle(9))
    l:Dispatch(1, 1, 1) --!
  end)
end)

case("table: a command writes what its table does not show, after others", "silent", function()
  local w, q = static(), direct()
  t.device:CreateUnorderedAccessView(t.tex("target", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS"), nil, nil, w.heap:GetCPUDescriptorHandle(9))
  local write = writer(w)
  t.run(q, function(l)
    w.begin(l); w.dispatch(l, 3)
    l:SetPipelineState(write); l:SetComputeRootDescriptorTable(2, w.heap:GetGPUDescriptorHandle(9))
    l:Dispatch(1, 1, 1)
  end)
end)

-- Four buffers that a kernel writes and four that it reads, each of them with 16 of its 64 work items.
local outs, ins = gpu.RWStructuredBuffer("u0", "uint", 4), gpu.StructuredBuffer("t0", "uint", 4)
local function chosen()
  local w = { outs = {}, ins = {} }
  w.root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
    { Type = "UAV", NumDescriptors = 4, Flags = "DESCRIPTORS_VOLATILE" }, { Type = "SRV", NumDescriptors = 4, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } } } }
  w.pso = t.device:CreateComputePipelineState { Name = "each", RootSignature = w.root, CS = gpu.ComputeShader { Name = "each", NumThreads = { 64, 1, 1 },
    Main = function(GroupIndex) outs[NonUniformResourceIndex(GroupIndex / 16)][GroupIndex] = ins[NonUniformResourceIndex(GroupIndex / 16)][GroupIndex] end } }
  w.heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
  for i = 0, 3 do
    w.outs[i], w.ins[i] = t.buf("out" .. i), t.buf("in" .. i)
    t.device:CreateUnorderedAccessView(w.outs[i], nil, { StructureByteStride = 4 }, w.heap:GetCPUDescriptorHandle(i))
    t.device:CreateShaderResourceView(w.ins[i], { StructureByteStride = 4 }, w.heap:GetCPUDescriptorHandle(4 + i))
  end
  function w.begin(l)
    l:SetDescriptorHeaps { w.heap }; l:SetPipelineState(w.pso); l:SetComputeRootSignature(w.root); l:SetComputeRootDescriptorTable(0, w.heap:GetGPUDescriptorHandle(0))
  end
  return w
end

case("chosen: a loop of dispatches without barriers", "GS0517 out0", function()
  local w, q = chosen(), direct()
  t.run(q, function(l)
    w.begin(l)
    for _ = 1, 4 do
      l:Dispatch(1, 1, 1) --!
    end
  end)
end)

case("chosen: a loop of dispatches with barriers", "silent", function()
  local w, q = chosen(), direct()
  t.run(q, function(l)
    w.begin(l)
    for _ = 1, 4 do l:Dispatch(1, 1, 1); l:ResourceBarrier { { Type = "UAV" } } end
  end)
end)

case("chosen: a loop of dispatches in which one barrier is missing", "GS0517 out", function()
  local w, q = chosen(), direct()
  t.run(q, function(l)
    w.begin(l)
    for i = 1, 6 do
      l:Dispatch(1, 1, 1) --!
      if i ~= 4 then l:ResourceBarrier { { Type = "UAV" } } end
    end
  end)
end)

case("chosen: a loop of dispatches, and a copy of another queue in no order", "GS0512 out2 @ out2[128, 192)", function()
  local w, q, c = chosen(), direct(), t.queue("COPY", "c")
  q:ExecuteCommandLists { t.list(q, function(l)
    w.begin(l)
    for _ = 1, 4 do
      l:Dispatch(1, 1, 1)
      l:ResourceBarrier { { Type = "UAV" } }
    end
  end) }
  local copy = t.list(c, function(l) l:CopyBufferRegion(w.outs[2], 0, t.upload("up"), 0, 4096) end)
  c:ExecuteCommandLists { copy } --!
end)

case("chosen: a loop of dispatches, and a copy of another queue after it", "silent", function()
  local w, q, c, f = chosen(), direct(), t.queue("COPY", "c"), t.fence()
  q:ExecuteCommandLists { t.list(q, function(l)
    w.begin(l)
    for _ = 1, 4 do l:Dispatch(1, 1, 1); l:ResourceBarrier { { Type = "UAV" } } end
  end) }
  q:Signal(f, 1); c:Wait(f, 1)
  c:ExecuteCommandLists { t.list(c, function(l) l:CopyBufferRegion(w.outs[2], 0, t.upload("up"), 0, 4096) end) }
  c:Signal(f, 2); f:WaitCPU(2)
end)

case("chosen: a buffer leaves its state within a loop", "GS0402 in1", function()
  local w, q = chosen(), direct()
  t.run(q, function(l)
    w.begin(l)
    for i = 1, 4 do
      l:Dispatch(1, 1, 1) --!
      l:ResourceBarrier { { Type = "UAV" } }
      if i == 3 then move(l, w.ins[1], "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST") end
    end
  end)
end)

case("chosen: a buffer leaves its state within a loop and comes back", "silent", function()
  local w, q = chosen(), direct()
  t.run(q, function(l)
    w.begin(l)
    for i = 1, 4 do
      l:Dispatch(1, 1, 1)
      l:ResourceBarrier { { Type = "UAV" } }
      if i == 3 then move(l, w.ins[1], "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST"); move(l, w.ins[1], "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end
    end
  end)
end)

-- frames runs the list in five frames and lets the last one run without waiting for it: what it has chosen is known by then.
local function frames(w)
  local q, f = direct(), t.fence()
  local l = t.list(q, function(l) w.begin(l); l:Dispatch(1, 1, 1) end)
  for i = 1, 6 do
    q:ExecuteCommandLists { l }; q:Signal(f, i)
    if i < 6 then f:WaitCPU(i) else gpu.Work(100) end
  end
  return f
end

case("chosen: released in the last of frames that all chose it", "GS0601 in1", function()
  local w = chosen()
  frames(w)
  w.ins[1]:Release() --!
end)

case("chosen: a descriptor that all frames chose is written in the last one", "GS0605 5", function()
  local w = chosen()
  frames(w)
  t.device:CreateShaderResourceView(w.ins[2], { StructureByteStride = 4 }, w.heap:GetCPUDescriptorHandle(5)) --!
end)

case("chosen: released and written after the last of frames that all chose it", "silent", function()
  local w = chosen()
  frames(w):WaitCPU(6)
  w.ins[1]:Release()
  t.device:CreateShaderResourceView(w.ins[2], { StructureByteStride = 4 }, w.heap:GetCPUDescriptorHandle(5))
end)

-- A barrier of the buffer that a loop writes orders its dispatches; one that is missing, or of another buffer, is told however often the right one came before.
for name, c in pairs {
  ["of the buffer that it writes"] = { "silent", function(x, y, i) return x end },
  ["of another buffer"] = { 'GS0517 buffer "x"', function(x, y, i) return y end },
  ["of another buffer, once"] = { 'GS0517 buffer "x"', function(x, y, i) return i == 4 and y or x end },
} do
  case("a loop of dispatches with a barrier " .. name, c[1], function()
    local q, x, y = direct(), t.buf("x"), t.buf("y")
    t.run(q, function(l)
      t.use(l, "fill", x)
      for i = 1, 6 do
        l:Dispatch(1, 1, 1) --!
        t.uav(l, c[2](x, y, i))
      end
    end)
  end)
end

-- Data say which elements of x a dispatch writes: the same in each frame, until they change. Then it writes those that the other queue reads.
local places, spread = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
for changes, expected in pairs { [false] = "silent", [true] = 'GS0512 buffer "x" @ x[1024, 1028)' } do
  case("elements that data choose, " .. (changes and "which change in the fourth frame" or "the same in each frame"), expected, function()
    local q, copies, F = direct(), t.queue("COPY", "copies"), t.fence("F")
    local x, data = t.buf("x"), t.upload("data", 256)
    local map, at = data:Map(), {}
    for i = 0, 63 do at[i + 1] = i * 2 end
    map:Write(0, "uint", at)
    local root = t.device:CreateRootSignature { Name = "spread", Parameters = { { Type = "SRV", ShaderRegister = 0, Flags = "DATA_VOLATILE" }, { Type = "UAV", ShaderRegister = 0 } } }
    local pso = t.device:CreateComputePipelineState { Name = "spread", RootSignature = root, CS = gpu.ComputeShader { Name = "spread", NumThreads = { 64, 1, 1 },
      Main = function(GroupIndex) spread[places[GroupIndex]] = 1 end } }
    for frame = 1, 5 do
      if changes and frame == 4 then map:Write(0, "uint", { 256 }) end
      t.run(q, function(l)
        l:SetPipelineState(pso); l:SetComputeRootSignature(root)
        l:SetComputeRootShaderResourceView(0, data:GetGPUVirtualAddress()); l:SetComputeRootUnorderedAccessView(1, x:GetGPUVirtualAddress())
        l:Dispatch(1, 1, 1)
      end)
      q:Signal(F, frame); F:WaitCPU(frame)
    end
    t.run(q, function(l)
      l:SetPipelineState(pso); l:SetComputeRootSignature(root)
      l:SetComputeRootShaderResourceView(0, data:GetGPUVirtualAddress()); l:SetComputeRootUnorderedAccessView(1, x:GetGPUVirtualAddress())
      for _ = 1, 3 do l:Dispatch(1, 1, 1); t.uav(l, x) end
    end)
    t.run(copies, function(l) l:CopyBufferRegion(t.buf("back"), 0, x, 1024, 256) end) --!
  end)
end
