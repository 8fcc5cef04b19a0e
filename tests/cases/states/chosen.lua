-- Textures without simultaneous access that a barrier puts to COMMON, and a shader then chooses by an index: that promotes the chosen one, and what comes behind it finds
-- it so, in the same list and in the next ones of the call. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", "silent", function() body(true) end)
end

local VOLATILE, READ, PIXEL = "DESCRIPTORS_VOLATILE|DATA_VOLATILE", "NON_PIXEL_SHADER_RESOURCE", "PIXEL_SHADER_RESOURCE"
local number = gpu.ConstantBuffer("b0", { { "index", "uint" } })
local out, reads = gpu.RWStructuredBuffer("u0", "uint"), gpu.Texture2D("t0", "float4", 4)

-- Four textures x1 to x4 of two mips in COPY_DEST, and w.read, a dispatch that loads from number i of the descriptors: with mips, 1 and 2 are those of x1, 3 and 4 of x2.
local function arrays(mips)
  local w, to = { x = {} }, t.buf("to")
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 4, Flags = VOLATILE } } }, { Type = "UAV" } } }
  local pso = t.device:CreateComputePipelineState { Name = "read", RootSignature = root, CS = gpu.ComputeShader { Name = "read", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) out[GroupIndex] = uint(reads[number.index]:Load(int3(0, 0, 0)).x) end } }
  local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  for i = 1, 4 do
    w.x[i] = t.tex("x" .. i, "COPY_DEST", "NONE", { MipLevels = 2 })
  end
  for i = 1, 4 do
    local at = heap:GetCPUDescriptorHandle(i - 1)
    if mips then t.device:CreateShaderResourceView(w.x[math.floor((i + 1) / 2)], { MostDetailedMip = (i + 1) % 2, MipLevels = 1 }, at)
    else t.device:CreateShaderResourceView(w.x[i], { MipLevels = 1 }, at) end
  end
  function w.read(l, i)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pso)
    l:SetComputeRoot32BitConstants(0, { gpu.AsUint(i - 1) })
    l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(2, to:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
  function w.rest(l, sub) -- all of them to COMMON
    for i = 1, 4 do t.go(l, w.x[i], "COPY_DEST", "COMMON", sub) end
  end
  return w
end
local function fill(l, r, sub)
  local d = t.rows(t.buf("rows", 65536), sub == 1 and 32, 0, sub == 1 and 32)
  l:CopyTextureRegion({ Resource = r, Subresource = sub }, 0, 0, 0, d)
end

case("put to COMMON, read by choice, copied to", 'GS0402 CopyTextureRegion needs texture "x2" in COPY_DEST, but it is in NON_PIXEL_SHADER_RESOURCE', function(ok)
  local q, w = t.queue("DIRECT", "q"), arrays()
  t.run(q, function(l)
    w.rest(l)
    w.read(l, 2)
    if ok then t.go(l, w.x[2], READ, "COPY_DEST", 0) end
    fill(l, w.x[2], 0)
  end)
end)
case("put to COMMON, one read by choice, it or another one copied to", 'GS0402 CopyTextureRegion needs texture "x3" in COPY_DEST', function(ok)
  local q, w = t.queue("DIRECT", "q"), arrays()
  t.run(q, function(l)
    w.rest(l)
    w.read(l, ok and 2 or 3)
    fill(l, w.x[3], 0)
  end)
end)
case("put to COMMON, copied from and read by choice, and left as only the copy needs it", 'GS0401 texture "x2"', function(ok)
  local q, w = t.queue("DIRECT", "q"), arrays()
  t.run(q, function(l)
    w.rest(l)
    l:CopyTextureRegion(t.rows(t.buf("rows", 65536)), 0, 0, 0, { Resource = w.x[2] })
    w.read(l, 2)
    t.go(l, w.x[2], ok and "COPY_SOURCE|" .. READ or "COPY_SOURCE", "COPY_DEST", 0)
  end)
end)
case("put to COMMON, read by choice, and taken from COMMON", 'GS0401 texture "x2"', function(ok)
  local q, w = t.queue("DIRECT", "q"), arrays()
  t.run(q, function(l)
    w.rest(l)
    w.read(l, 2)
    t.go(l, w.x[2], ok and READ or "COMMON", "COPY_SOURCE", 0)
  end)
end)
case("put to COMMON and read by choice, copied to by the next list of the call", 'GS0402 CopyTextureRegion in direct list "second" needs texture "x2" in COPY_DEST', function(ok)
  local q, w = t.queue("DIRECT", "q"), arrays()
  local one = t.list(q, function(l) w.rest(l); w.read(l, 2) end, "first")
  local two = t.list(q, function(l) fill(l, w.x[2], 0) end, "second")
  if ok then
    q:ExecuteCommandLists { one } -- which ends with it in COMMON
    q:ExecuteCommandLists { two }
  else
    q:ExecuteCommandLists { one, two } --!
  end
end)
case("put to COMMON and read by choice, taken from COMMON by the next list of the call", 'GS0401 list "second" takes texture "x2" from COMMON', function(ok)
  local q, w = t.queue("DIRECT", "q"), arrays()
  local one = t.list(q, function(l) w.rest(l); w.read(l, 2) end, "first")
  local two = t.list(q, function(l) t.go(l, w.x[2], ok and READ or "COMMON", "COPY_DEST", 0); fill(l, w.x[2], 0) end, "second")
  q:ExecuteCommandLists { one, two } --!
end)
case("the same behind a wait whose signal comes later", 'GS0402 CopyTextureRegion in direct list "second" needs texture "x2" in COPY_DEST', function(ok)
  local q, w, F = t.queue("DIRECT", "q"), arrays(), t.fence("F")
  q:Wait(F, 1)
  local one = t.list(q, function(l) w.rest(l); w.read(l, ok and 1 or 2) end, "first")
  local two = t.list(q, function(l) fill(l, w.x[2], 0) end, "second")
  q:ExecuteCommandLists { one, two } --!
  F:Signal(1)
end)
case("one mip is read by choice, and it or the other one copied to", 'GS0402 CopyTextureRegion needs texture "x1" in COPY_DEST', function(ok)
  local q, w = t.queue("DIRECT", "q"), arrays(true)
  t.run(q, function(l)
    w.rest(l)
    w.read(l, ok and 1 or 2)
    fill(l, w.x[1], 1)
  end)
end)
case("one mip is read by choice, and it or the other one copied to by the next list", 'GS0402 CopyTextureRegion in direct list "second" needs texture "x1" in COPY_DEST', function(ok)
  local q, w = t.queue("DIRECT", "q"), arrays(true)
  local one = t.list(q, function(l) w.rest(l); w.read(l, ok and 1 or 2) end, "first")
  local two = t.list(q, function(l) fill(l, w.x[1], 1) end, "second")
  q:ExecuteCommandLists { one, two } --!
end)
case("two mips, of which two later commands contradict one each, and the second is chosen", 'GS0402 texture "x1"', function(ok)
  local q, w = t.queue("DIRECT", "q"), arrays(true)
  local zero = t.list(q, function(l) w.rest(l) end, "zero")
  local one = t.list(q, function(l) w.read(l, ok and 3 or 2) end, "first")
  local two = t.list(q, function(l) fill(l, w.x[1], 0) end, "second")
  local three = t.list(q, function(l) fill(l, w.x[1], 1) end, "third")
  q:ExecuteCommandLists { zero, one, two, three } --!
end)
case("one mip is read by choice, and a barrier takes it or the other one from COMMON", 'GS0401 texture "x1"', function(ok)
  local q, w = t.queue("DIRECT", "q"), arrays(true)
  t.run(q, function(l) w.rest(l) end)
  t.run(q, function(l)
    w.read(l, ok and 1 or 2)
    t.go(l, w.x[1], "COMMON", "COPY_DEST", 1)
  end)
end)
case("put to COMMON by the second half of a split barrier, read by choice, copied to", 'GS0402 CopyTextureRegion needs texture "x2" in COPY_DEST', function(ok)
  local q, w = t.queue("DIRECT", "q"), arrays()
  t.run(q, function(l)
    for _, half in ipairs { "BEGIN_ONLY", "END_ONLY" } do
      for i = 1, 4 do t.go(l, w.x[i], "COPY_DEST", "COMMON", nil, half) end
    end
    w.read(l, 2)
    if ok then t.go(l, w.x[2], READ, "COPY_DEST", 0) end
    fill(l, w.x[2], 0)
  end)
end)

-- The same of a descriptor that the list names, and that may be written until the submission.
case("put to COMMON and read through a volatile table, copied to by the next list of the call", 'GS0402 CopyTextureRegion in direct list "second" needs texture "x" in COPY_DEST', function(ok)
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "COPY_SOURCE")
  local one_of = gpu.Texture2D("t0", "float4")
  local root = t.device:CreateRootSignature { Name = "named", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = VOLATILE } } }, { Type = "UAV" } } }
  local pso = t.device:CreateComputePipelineState { Name = "named", RootSignature = root, CS = gpu.ComputeShader { Name = "named", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) out[GroupIndex] = uint(one_of:Load(int3(0, 0, 0)).x) end } }
  local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateShaderResourceView(x, nil, heap:GetCPUDescriptorHandle())
  local one = t.list(q, function(l)
    t.go(l, x, "COPY_SOURCE", "COMMON")
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pso)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle())
    l:SetComputeRootUnorderedAccessView(1, t.buf("to"):GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end, "first")
  local two = t.list(q, function(l)
    if ok then t.go(l, x, READ, "COPY_DEST") end
    fill(l, x, 0)
  end, "second")
  q:ExecuteCommandLists { one, two } --!
end)
