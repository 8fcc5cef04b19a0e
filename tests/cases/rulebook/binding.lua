-- What the documentation of Direct3D 12 says of descriptors, root signatures, queries, predication, copies, presents, lifetimes and removal, a sentence at a time, in the
-- order of its pages: each as the smallest script that breaks it, or does what it allows.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function open(type, name)
  local a = t.device:CreateCommandAllocator(type)
  return t.device:CreateCommandList { Type = type, Allocator = a, Name = name or "list" }, a
end
local function heap(type, n, visible, name)
  return t.device:CreateDescriptorHeap { Type = type, NumDescriptors = n, Flags = visible and "SHADER_VISIBLE" or "NONE", Name = name or "descriptors" }
end
local uint = { Format = "R32_UINT", NumElements = 16 }

-- Descriptor heaps.
case("heap: a million and one", "GS0317", function() heap("CBV_SRV_UAV", 1000001, true) end)
case("heap: a million and one that shaders do not see", "silent", function() heap("CBV_SRV_UAV", 1000001, false) end)
case("heap: of samplers, one too many", "GS0317", function() heap("SAMPLER", 2049, true) end)
case("heap: targets that shaders see", "GS0317", function() heap("RTV", 1, true) end)
case("heap: depths that shaders see", "GS0317", function() heap("DSV", 1, true) end)
case("heap: of nothing", "GS0xxx", function() heap("RTV", 0) end)
case("heap: a handle behind its end", "GS0359", function() t.device:CreateShaderResourceView(t.buf "b", uint, heap("CBV_SRV_UAV", 1):GetCPUDescriptorHandle(1)) end)
case("heap: a view in one of samplers", "GS0388", function() t.device:CreateShaderResourceView(t.buf "b", uint, heap("SAMPLER", 1):GetCPUDescriptorHandle(0)) end)
case("heap: a sampler in one of views", "GS0388", function() t.device:CreateSampler({}, heap("CBV_SRV_UAV", 1):GetCPUDescriptorHandle(0)) end)
case("heap: written when it was released", "GS0330", function()
  local h = heap("CBV_SRV_UAV", 1)
  local handle = h:GetCPUDescriptorHandle(0)
  h:Release()
  t.device:CreateShaderResourceView(t.buf "b", uint, handle)
end)
case("heap: a handle for tables where shaders do not see", "GS0360", function() heap("CBV_SRV_UAV", 1):GetGPUDescriptorHandle(0) end)
case("heap: copied from one that shaders see", "GS0389", function()
  local a, b = heap("CBV_SRV_UAV", 2, true, "a"), heap("CBV_SRV_UAV", 2, false, "b")
  t.device:CreateShaderResourceView(t.buf "b", uint, a:GetCPUDescriptorHandle(0))
  t.device:CopyDescriptorsSimple(1, b:GetCPUDescriptorHandle(0), a:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
end)
case("heap: copied as another type", "GS0388", function()
  local a = heap("CBV_SRV_UAV", 4, false, "a")
  t.device:CopyDescriptorsSimple(1, a:GetCPUDescriptorHandle(1), a:GetCPUDescriptorHandle(0), "SAMPLER")
end)
case("heap: copied in numbers that differ", "GS0389 CopyDescriptors writes 3 descriptors and reads 2", function()
  local a, b = heap("CBV_SRV_UAV", 4, false, "a"), heap("CBV_SRV_UAV", 4, false, "b")
  for i = 0, 3 do t.device:CreateShaderResourceView(t.buf "b", uint, a:GetCPUDescriptorHandle(i)) end
  t.device:CopyDescriptors({ b:GetCPUDescriptorHandle(0) }, { 3 }, { a:GetCPUDescriptorHandle(0) }, { 2 }, "CBV_SRV_UAV")
end)
case("heap: copied in more ranges than are read", "GS0389 CopyDescriptors writes 2 descriptors and reads 1", function()
  local a, b = heap("CBV_SRV_UAV", 4, false, "a"), heap("CBV_SRV_UAV", 4, false, "b")
  t.device:CreateShaderResourceView(t.buf "b", uint, a:GetCPUDescriptorHandle(0))
  t.device:CopyDescriptors({ b:GetCPUDescriptorHandle(0), b:GetCPUDescriptorHandle(3) }, nil, { a:GetCPUDescriptorHandle(0) }, nil, "CBV_SRV_UAV")
end)
case("heap: copied onto themselves", "GS0389 copies a[0, 2) onto a[1, 3)", function()
  local a = heap("CBV_SRV_UAV", 4, false, "a")
  for i = 0, 1 do t.device:CreateShaderResourceView(t.buf "b", uint, a:GetCPUDescriptorHandle(i)) end
  t.device:CopyDescriptorsSimple(2, a:GetCPUDescriptorHandle(1), a:GetCPUDescriptorHandle(0), "CBV_SRV_UAV") --!
end)
case("heap: two of one type are set", "GS0361", function() (open "DIRECT"):SetDescriptorHeaps { heap("CBV_SRV_UAV", 1, true, "a"), heap("CBV_SRV_UAV", 1, true, "b") } end)
case("heap: one is set that shaders do not see", "GS0360", function() (open "DIRECT"):SetDescriptorHeaps { heap("CBV_SRV_UAV", 1) } end)
case("heap: setting replaces the whole set", "GS0358", function()
  local views, samplers = heap("CBV_SRV_UAV", 1, true, "views"), heap("SAMPLER", 1, true, "samplers")
  local root = t.device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } }
  t.device:CreateShaderResourceView(t.buf "b", uint, views:GetCPUDescriptorHandle(0))
  local l = open "DIRECT"
  l:SetDescriptorHeaps { views, samplers }
  l:SetDescriptorHeaps { samplers }
  l:SetComputeRootSignature(root)
  l:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
end)
case("heap: targets are read when they are recorded", "silent", function()
  local x, y = t.target "x", t.target "y"
  local h = heap("RTV", 1)
  t.device:CreateRenderTargetView(x, nil, h:GetCPUDescriptorHandle(0))
  local l = open "DIRECT"
  l:ClearRenderTargetView(h:GetCPUDescriptorHandle(0), { 0, 0, 0, 0 })
  t.device:CreateRenderTargetView(y, nil, h:GetCPUDescriptorHandle(0))
  l:Close()
  t.queue("DIRECT"):ExecuteCommandLists { l }
end)
case("heap: a view of nothing, without a description", "GS0392", function() t.device:CreateShaderResourceView(nil, nil, heap("CBV_SRV_UAV", 1):GetCPUDescriptorHandle(0)) end)
case("heap: a view of nothing", "silent", function()
  t.device:CreateShaderResourceView(nil, { ViewDimension = "TEXTURE2D", Format = "R8_UNORM" }, heap("CBV_SRV_UAV", 1):GetCPUDescriptorHandle(0))
end)

case("heap: more than there is memory for", "GS0154", function() heap("CBV_SRV_UAV", 4294967295, false) end)

-- Root signatures.
local function constants(n) return { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = n } end
case("root: 65 numbers", "GS0319", function() t.device:CreateRootSignature { Parameters = { constants(65) } } end)
case("root: 64 numbers", "silent", function() t.device:CreateRootSignature { Parameters = { constants(64) } } end)
case("root: 63 numbers and a buffer", "GS0319", function() t.device:CreateRootSignature { Parameters = { constants(63), { Type = "SRV" } } } end)
case("root: 63 numbers and a table", "silent", function()
  t.device:CreateRootSignature { Parameters = { constants(63), { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } }
end)
case("root: a register twice", "GS0320", function() t.device:CreateRootSignature { Parameters = { { Type = "SRV" }, { Type = "SRV" } } } end)
case("root: samplers and views in one table", "GS0321", function()
  t.device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 }, { Type = "SAMPLER", NumDescriptors = 1 } } } } }
end)
for _, row in ipairs { { "SRV", "DATA_STATIC|DATA_VOLATILE" }, { "SRV", "DATA_STATIC|DESCRIPTORS_VOLATILE" }, { "SAMPLER", "DATA_STATIC" } } do
  case("root: " .. row[1] .. " with " .. row[2], "GS0322", function()
    t.device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = row[1], NumDescriptors = 1, Flags = row[2] } } } } }
  end)
end
case("root: flags in version 1.0", "GS0322", function()
  t.device:CreateRootSignature { Version = "1_0", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_STATIC" } } } } }
end)
case("root: another one than the pipeline's", "GS0353", function()
  local other = t.device:CreateRootSignature { Name = "other" }
  local l = open "COMPUTE"
  l:SetPipelineState(t.pso "fill")
  l:SetComputeRootSignature(other)
  l:Dispatch(1, 1, 1)
end)
case("root: arguments before it", "GS0354", function() (open "COMPUTE"):SetComputeRoot32BitConstants(0, { 1 }) end)
case("root: an argument is missing", "GS0355", function()
  local l = open "COMPUTE"
  l:SetPipelineState(t.pso "fill")
  l:SetComputeRootSignature(t.root())
  l:SetComputeRoot32BitConstants(0, { gpu.AsUint(0), gpu.AsUint(0) })
  l:Dispatch(1, 1, 1)
end)
case("root: set again, and the arguments stay", "silent", function()
  local b = t.buf "b"
  t.run(t.queue "COMPUTE", function(l)
    t.use(l, "fill", b)
    l:SetComputeRootSignature(t.root())
    l:Dispatch(1, 1, 1)
  end)
end)
local second = gpu.RWStructuredBuffer("u1", "uint")
for _, parameter in ipairs { 0, 1 } do
  case("root: of two parameters of a type the program reads the second, and number " .. parameter .. " is set", parameter == 1 and "silent" or "GS0355 root parameter 1", function()
    local root = t.device:CreateRootSignature { Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 } } }
    local pso = t.device:CreateComputePipelineState { RootSignature = root,
      CS = gpu.ComputeShader { NumThreads = { 1, 1, 1 }, Main = function(GroupIndex) second[GroupIndex] = 1 end } }
    local x, y = t.buf("x"), t.buf("y")
    t.run(t.queue("COMPUTE"), function(l)
      l:SetComputeRootSignature(root)
      l:SetPipelineState(pso)
      l:SetComputeRootUnorderedAccessView(parameter, y:GetGPUVirtualAddress())
      l:Dispatch(1, 1, 1)
    end)
  end)
end
case("root: another is set between, and the arguments are gone", "GS0355", function()
  local l = open "COMPUTE"
  t.use(l, "fill", t.buf "b")
  l:SetComputeRootSignature(t.device:CreateRootSignature { Name = "other" })
  l:SetComputeRootSignature(t.root())
  l:Dispatch(1, 1, 1)
end)
case("root: too many numbers at a place", "GS0357", function()
  local l = open "COMPUTE"
  l:SetComputeRootSignature(t.root())
  l:SetComputeRoot32BitConstants(0, { 1, 2 }, 1)
end)
case("root: constants at a multiple of 128", "GS0362", function()
  local l = open "COMPUTE"
  l:SetComputeRootSignature(t.root())
  l:SetComputeRootConstantBufferView(3, t.buf("c"):GetGPUVirtualAddress() + 128)
end)
case("root: the address of a buffer that was released", "GS0xxx", function()
  local c = t.buf "c"
  local address = c:GetGPUVirtualAddress()
  c:Release()
  local l = open "COMPUTE"
  l:SetComputeRootSignature(t.root())
  l:SetComputeRootConstantBufferView(3, address)
end)
case("view: constants of 100 bytes", "GS0390", function()
  t.device:CreateConstantBufferView({ BufferLocation = t.buf("c"):GetGPUVirtualAddress(), SizeInBytes = 100 }, heap("CBV_SRV_UAV", 1):GetCPUDescriptorHandle(0))
end)
case("view: constants of 128 KiB", "GS0135", function()
  t.device:CreateConstantBufferView({ BufferLocation = t.buf("c", 131072):GetGPUVirtualAddress(), SizeInBytes = 131072 }, heap("CBV_SRV_UAV", 1):GetCPUDescriptorHandle(0))
end)

-- How long descriptors and data stay: a kernel that copies src[0, 64) of t0 to u0, both in a table.
local src, dst = gpu.Buffer("t0", "uint"), gpu.RWBuffer("u0", "uint")
local function moved(flags, body)
  local root = t.device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = flags }, { Type = "UAV", NumDescriptors = 1, Flags =
    flags:find "DESCRIPTORS_VOLATILE" and "DESCRIPTORS_VOLATILE" or "NONE" } } } } }
  local pso = t.device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) dst[GroupIndex] = src[GroupIndex] end } }
  local h, a, b = heap("CBV_SRV_UAV", 2, true), t.buf "a", t.buf "b"
  local function view(r, slot)
    local d = { Format = "R32_UINT", NumElements = 64 }
    if slot == 0 then t.device:CreateShaderResourceView(r, d, h:GetCPUDescriptorHandle(0)) else t.device:CreateUnorderedAccessView(r, nil, d, h:GetCPUDescriptorHandle(1)) end
  end
  view(b, 1)
  local q = t.queue "DIRECT"
  local function record(before, between)
    return t.list(q, function(l)
      if before then before(l) end
      l:SetDescriptorHeaps { h }
      l:SetPipelineState(pso)
      l:SetComputeRootSignature(root)
      l:SetComputeRootDescriptorTable(0, h:GetGPUDescriptorHandle(0))
      if between then between(l) end
      l:Dispatch(1, 1, 1)
    end)
  end
  body(q, view, a, record)
end
case("table: static, written behind the recording", "GS0606", function()
  moved("NONE", function(q, view, a, record)
    local l = record()
    view(a, 0)
    q:ExecuteCommandLists { l }
  end)
end)
case("table: volatile, written behind the recording", "silent", function()
  moved("DESCRIPTORS_VOLATILE", function(q, view, a, record)
    local l = record()
    view(a, 0)
    q:ExecuteCommandLists { l }
  end)
end)
case("table: volatile, written in flight", "GS0605", function()
  moved("DESCRIPTORS_VOLATILE", function(q, view, a, record)
    view(a, 0)
    q:ExecuteCommandLists { record() }
    view(t.buf "c", 0)
  end)
end)
case("table: static, changed behind the recording", "GS0606", function()
  moved("NONE", function(q, view, a, record)
    view(a, 0)
    local l = record()
    view(t.buf "c", 0)
    q:ExecuteCommandLists { l }
  end)
end)
case("table: static, changed when all is done", "silent", function()
  moved("NONE", function(q, view, a, record)
    view(a, 0)
    q:ExecuteCommandLists { record() }
    t.idle(q)
    view(t.buf "c", 0)
  end)
end)
case("table: data that is static, written behind the recording", "GS0607", function()
  moved("DATA_STATIC", function(q, view, a, record)
    view(a, 0)
    local l = record()
    t.run(q, function(c) c:CopyBufferRegion(a, 0, t.upload "u", 0, 256) end)
    q:ExecuteCommandLists { l }
  end)
end)
case("table: data that stays while it is set, written between", "GS0608", function()
  moved("NONE", function(q, view, a, record)
    view(a, 0)
    local u = t.upload "u"
    q:ExecuteCommandLists { record(nil, function(l)
      l:CopyBufferRegion(a, 0, u, 0, 256)
      t.go(l, a, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
    end) }
  end)
end)
case("table: data that is volatile, written between", "silent", function()
  moved("DATA_VOLATILE", function(q, view, a, record)
    view(a, 0)
    local u = t.upload "u"
    q:ExecuteCommandLists { record(nil, function(l)
      l:CopyBufferRegion(a, 0, u, 0, 256)
      t.go(l, a, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
    end) }
  end)
end)
case("table: a descriptor that nobody wrote, volatile", "GS0622", function()
  moved("DESCRIPTORS_VOLATILE", function(q, view, a, record)
    q:ExecuteCommandLists { record() }
    t.idle(q)
  end)
end)
case("table: a descriptor of what was released", "GS0622", function()
  moved("NONE", function(q, view, a, record)
    view(a, 0)
    local l = record()
    a:Release()
    q:ExecuteCommandLists { l }
  end)
end)
case("root: a view of another type is set for a parameter that has its own", "GS0356", function()
  local root = t.device:CreateRootSignature { Parameters = { { Type = "SRV" }, { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 } } }
  local l, x, y, z = open "COMPUTE", t.buf("x"), t.buf("y"), t.buf("z")
  l:SetComputeRootSignature(root)
  l:SetComputeRootShaderResourceView(0, x:GetGPUVirtualAddress())
  l:SetComputeRootUnorderedAccessView(1, y:GetGPUVirtualAddress())
  l:SetComputeRootUnorderedAccessView(0, z:GetGPUVirtualAddress()) --!
  l:Close()
end)
case("root: a view is set for each parameter", "silent", function()
  local root = t.device:CreateRootSignature { Parameters = { { Type = "SRV" }, { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 } } }
  local l, x, y, z = open "COMPUTE", t.buf("x"), t.buf("y"), t.buf("z")
  l:SetComputeRootSignature(root)
  l:SetComputeRootShaderResourceView(0, x:GetGPUVirtualAddress())
  l:SetComputeRootUnorderedAccessView(1, y:GetGPUVirtualAddress())
  l:SetComputeRootUnorderedAccessView(2, z:GetGPUVirtualAddress())
  l:Close()
end)
local function shown(stride)
  local heap = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  t.device:CreateShaderResourceView(t.buf("b", 64), { Format = "UNKNOWN", ViewDimension = "BUFFER", NumElements = 16, StructureByteStride = stride }, heap:GetCPUDescriptorHandle(0))
end
case("a view of all of a buffer with a stride of 5", "GS0394 StructureByteStride is 5", function() shown(5) end)
case("a view of all of a buffer with a stride of 4", "silent", function() shown(4) end)
