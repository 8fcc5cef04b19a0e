-- What shaders choose by an index, and registers of several spaces: textures with simultaneous access in an array to read and in one to write, and two arrays
-- that begin at the same register. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local SIM = "ALLOW_UNORDERED_ACCESS|ALLOW_SIMULTANEOUS_ACCESS"
local VOLATILE = "DESCRIPTORS_VOLATILE|DATA_VOLATILE"
local number = gpu.ConstantBuffer("b0", { { "index", "uint" }, { "other", "uint" } })
local out = gpu.RWStructuredBuffer("u0", "uint")
local function compute(root, name, main)
  return t.device:CreateComputePipelineState { Name = name, RootSignature = root, CS = gpu.ComputeShader { Name = name, NumThreads = { 4, 1, 1 }, Main = main } }
end

-- Four textures x1 to x4, which read loads from and write stores to: the one whose number stands in the constants.
local reads, writes = gpu.Texture2D("t0", "float4", 4), gpu.RWTexture2D("u4", "float4", 4)
local function arrays(more)
  local w = { x = {} }
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 4, Flags = VOLATILE }, { Type = "UAV", NumDescriptors = 4, BaseShaderRegister = 4, Flags = VOLATILE } } },
    { Type = "UAV" } } }
  w.read = compute(root, "read", function(GroupIndex) out[GroupIndex] = uint(reads[number.index]:Load(int3(0, 0, 0)).x) end)
  w.write = compute(root, "write", function(GroupIndex) writes[number.index][uint2(GroupIndex, 0)] = float4(1.0, 1.0, 1.0, 1.0) end)
  local heap, to = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }, t.buf("to")
  for i = 1, 4 do
    w.x[i] = t.tex("x" .. i, "COMMON", SIM, more)
    t.device:CreateShaderResourceView(w.x[i], more and { MostDetailedMip = 0, MipLevels = 1 }, heap:GetCPUDescriptorHandle(i - 1))
    t.device:CreateUnorderedAccessView(w.x[i], nil, more and { MipSlice = more.MipLevels - 1 }, heap:GetCPUDescriptorHandle(3 + i))
  end
  -- w.dispatch runs one of the two with texture i.
  function w.dispatch(l, which, i)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(w[which])
    l:SetComputeRoot32BitConstants(0, { gpu.AsUint(i - 1), gpu.AsUint(0) })
    l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(2, to:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
  return w
end
local READ, WRITE = "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS"

case("read by choice, then written by choice", 'GS0402 Dispatch needs texture "x2" in UNORDERED_ACCESS', function(ok)
  local q, w = t.queue("COMPUTE", "q"), arrays()
  t.run(q, function(l)
    w.dispatch(l, "read", 2)
    if ok then t.go(l, w.x[2], READ, WRITE) end
    w.dispatch(l, "write", 2)
  end)
end)
case("written by choice, then read by choice", 'GS0402 Dispatch needs texture "x2" in NON_PIXEL_SHADER_RESOURCE', function(ok)
  local q, w = t.queue("COMPUTE", "q"), arrays()
  t.run(q, function(l)
    w.dispatch(l, "write", 2)
    if ok then t.go(l, w.x[2], WRITE, READ) end
    w.dispatch(l, "read", 2)
  end)
end)
case("read by choice, and another one written, or not", 'GS0402 texture "x3"', function(ok)
  local q, w = t.queue("COMPUTE", "q"), arrays()
  t.run(q, function(l)
    w.dispatch(l, "read", 3)
    w.dispatch(l, "write", ok and 4 or 3)
  end)
end)
case("read by choice and written by choice in two lists of one call", 'GS0402 texture "x1"', function(ok)
  local q, w = t.queue("COMPUTE", "q"), arrays()
  local one, two = t.list(q, function(l) w.dispatch(l, "read", 1) end), t.list(q, function(l) w.dispatch(l, "write", 1) end)
  if ok then
    q:ExecuteCommandLists { one }
    q:ExecuteCommandLists { two }
  else
    q:ExecuteCommandLists { one, two }
  end
end)
case("written by choice twice", 'GS0517 texture "x2"', function(ok)
  local q, w = t.queue("COMPUTE", "q"), arrays()
  t.run(q, function(l)
    w.dispatch(l, "write", 2)
    if ok then t.uav(l, w.x[2]) end
    w.dispatch(l, "write", 2)
  end)
end)
case("read by choice, and a barrier that leaves another state", 'GS0401 texture "x2"', function(ok)
  local q, w = t.queue("COMPUTE", "q"), arrays()
  t.run(q, function(l)
    w.dispatch(l, ok and "read" or "write", 2)
    t.go(l, w.x[2], READ, "COPY_DEST")
  end)
end)
case("written by choice, copied from", 'GS0402 texture "x2"', function(ok)
  local q, w = t.queue("COMPUTE", "q"), arrays()
  t.run(q, function(l)
    w.dispatch(l, ok and "read" or "write", 2)
    l:CopyTextureRegion(t.rows(t.readback("to the CPU", 16384)), 0, 0, 0, { Resource = w.x[2] })
  end)
end)
case("one mip read by choice, another one written, or the same", 'GS0402 texture "x2"', function(ok)
  local q, w = t.queue("COMPUTE", "q"), arrays { MipLevels = ok and 2 or 1 }
  t.run(q, function(l)
    w.dispatch(l, "read", 2)
    w.dispatch(l, "write", 2)
  end)
end)
case("all mips are taken to be copied, one is written by choice", 'GS0402 texture "x4"', function(ok)
  local q, w = t.queue("COMPUTE", "q"), arrays { MipLevels = 2 }
  t.run(q, function(l)
    t.go(l, w.x[4], "COMMON", "COPY_SOURCE", ok and 0 or nil)
    w.dispatch(l, "write", 4)
  end)
end)
case("read by choice on one queue, written by choice on another", 'GS0512 texture "x2"', function(ok)
  local a, b, w, F = t.queue("COMPUTE", "a"), t.queue("COMPUTE", "b"), arrays(), t.fence("F")
  t.run(a, function(l) w.dispatch(l, "read", 2) end)
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { t.list(b, function(l) w.dispatch(l, "write", 2) end) } --!
end)

-- Two arrays of t0 to t3: one in space 0, which shows near0 to near3, and one in space 1, which shows far0 to far3. A texture of the name wrong is to be copied to.
local near, far = gpu.Texture2D("t0", "float4", 4), gpu.Texture2D("t0, space1", "float4", 4)
local function spaces(wrong)
  local w = { near = {}, far = {} }
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 4, Flags = VOLATILE }, { Type = "SRV", NumDescriptors = 4, RegisterSpace = 1, Flags = VOLATILE } } },
    { Type = "UAV" } } }
  local pso = compute(root, "both", function(GroupIndex)
    out[GroupIndex] = uint(near[number.index]:Load(int3(0, 0, 0)).x + far[number.other]:Load(int3(0, 0, 0)).x)
  end)
  w.heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
  local to = t.buf("to")
  for i = 0, 3 do
    for k, side in ipairs { "near", "far" } do
      w[side][i] = t.tex(side .. i, wrong == side .. i and "COPY_DEST" or READ, "NONE", { MipLevels = 2 })
      t.device:CreateShaderResourceView(w[side][i], nil, w.heap:GetCPUDescriptorHandle(4 * (k - 1) + i))
    end
  end
  function w.run(q, i, other)
    t.run(q, function(l)
      l:SetDescriptorHeaps { w.heap }
      l:SetComputeRootSignature(root)
      l:SetPipelineState(pso)
      l:SetComputeRoot32BitConstants(0, { gpu.AsUint(i), gpu.AsUint(other) })
      l:SetComputeRootDescriptorTable(1, w.heap:GetGPUDescriptorHandle(0))
      l:SetComputeRootUnorderedAccessView(2, to:GetGPUVirtualAddress())
      l:Dispatch(1, 1, 1)
    end)
  end
  return w
end
case("the texture of space 0 is in another state", 'GS0402 texture "near2"', function(ok)
  spaces("near2").run(t.queue("COMPUTE", "q"), ok and 1 or 2, ok and 2 or 1)
end)
case("the texture of space 1 is in another state", 'GS0402 texture "far2"', function(ok)
  spaces("far2").run(t.queue("COMPUTE", "q"), ok and 2 or 1, ok and 1 or 2)
end)
case("a descriptor of space 1 is overwritten, chosen or not", 'GS0605 descriptor 6', function(ok)
  local q, w = t.queue("COMPUTE", "q"), spaces()
  w.run(q, 1, 2)
  t.device:CreateShaderResourceView(w.far[0], nil, w.heap:GetCPUDescriptorHandle(ok and 5 or 6))
end)
case("one texture in both spaces, and one of the two descriptors is overwritten with another mip", 'GS0605 descriptor 1', function(ok)
  local q, w = t.queue("COMPUTE", "q"), spaces()
  t.device:CreateShaderResourceView(w.near[1], nil, w.heap:GetCPUDescriptorHandle(5))
  w.run(q, 1, 2)
  t.device:CreateShaderResourceView(w.near[1], { MostDetailedMip = 1 }, w.heap:GetCPUDescriptorHandle(ok and 5 or 1))
end)

-- What is promised of t0 in one space does not hold for t0 in another.
local one, two = gpu.StructuredBuffer("t0", "uint"), gpu.StructuredBuffer("t0, space1", "uint")
local function promise(static)
  local function flags(of) return of == static and "DATA_STATIC_WHILE_SET_AT_EXECUTE" or "DATA_VOLATILE" end
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "SRV", Flags = flags(0) }, { Type = "SRV", RegisterSpace = 1, Flags = flags(1) }, { Type = "UAV" } } }
  local pso = compute(root, "sum", function(GroupIndex) out[GroupIndex] = one[GroupIndex] + two[GroupIndex] end)
  local a, b, to = t.buf("a"), t.buf("b"), t.buf("to")
  return a, b, function(l)
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pso)
    l:SetComputeRootShaderResourceView(0, a:GetGPUVirtualAddress())
    l:SetComputeRootShaderResourceView(1, b:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(2, to:GetGPUVirtualAddress())
  end
end
local function changed(static)
  return function(ok)
    local q, a, b, set = t.queue("DIRECT", "q"), promise(static)
    local x = (static == 0) == ok and b or a
    t.run(q, function(l)
      set(l)
      l:CopyBufferRegion(x, 0, t.upload("from"), 0, 64)
      t.go(l, x, "COPY_DEST", READ)
      l:Dispatch(1, 1, 1) --!
    end)
  end
end
case("data of space 0 changes, or that of space 1", 'GS0608 buffer "a"', changed(0))
case("data of space 1 changes, or that of space 0", 'GS0608 buffer "b"', changed(1))
