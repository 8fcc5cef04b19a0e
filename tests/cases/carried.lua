-- Descriptions and arguments as the documentation writes them in C: what they mean is what decides, and the edits of the messages fit what is written.
local t = require "prelude"
local gpu, case = t.gpu, t.case

case("a transition under its union, in the states of C", "silent", function()
  local q, from, to, back = t.queue("DIRECT", "q"), t.upload("from"), t.buf("to"), t.readback("back")
  t.run(q, function(l)
    l:CopyBufferRegion(to, 0, from, 0, 256)
    l:ResourceBarrier { { Type = "TRANSITION", Flags = "NONE", Transition = { pResource = to, Subresource = gpu.RESOURCE_BARRIER_ALL_SUBRESOURCES,
      StateBefore = "COPY_DEST", StateAfter = "COPY_SOURCE" } } }
    l:CopyBufferRegion(back, 0, to, 0, 256)
  end)
end)
case("a transition of C that takes the buffer from where it is not", "GS0401", function()
  local q, b = t.queue("DIRECT", "q"), t.buf("b")
  t.run(q, function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Transition = { pResource = b, StateBefore = "COMMON", StateAfter = "COPY_DEST" } } }
    l:ResourceBarrier { { Type = "TRANSITION", Transition = { pResource = b, StateBefore = "COPY_SOURCE", StateAfter = "COMMON" } } }
  end)
end)
case("a transition of C between a state and itself", "GS0377", function()
  local q, b = t.queue("DIRECT", "q"), t.buf("b")
  t.run(q, function(l) l:ResourceBarrier { { Transition = { pResource = b, StateBefore = "COPY_DEST", StateAfter = "COPY_DEST" } } } end)
end)
case("a transition of C of a subresource that there is not", "GS0371", function()
  local q, x = t.queue("DIRECT", "q"), t.tex("x")
  t.run(q, function(l) l:ResourceBarrier { { Transition = { pResource = x, Subresource = 3, StateBefore = "COMMON", StateAfter = "COPY_DEST" } } } end)
end)
case("a UAV barrier under its union orders", "silent", function()
  local q, b = t.queue("COMPUTE", "q"), t.buf("b")
  t.run(q, function(l)
    t.fill(l, b)
    l:ResourceBarrier { { Type = "UAV", UAV = { pResource = b } } }
    t.fill(l, b)
  end)
end)
case("a UAV barrier of C of another buffer orders nothing", "GS0517", function()
  local q, b, other = t.queue("COMPUTE", "q"), t.buf("b"), t.buf("other")
  t.run(q, function(l)
    t.fill(l, b)
    l:ResourceBarrier { { Type = "UAV", UAV = { pResource = other } } }
    t.fill(l, b)
  end)
end)
case("an aliasing barrier under its union orders", "silent", function()
  local q, from, heap = t.queue("DIRECT", "q"), t.upload("from"), t.heap(65536, "ALLOW_ONLY_BUFFERS")
  local a, b = t.placed("a", heap, 0, 256, "NONE"), t.placed("b", heap, 0, 256, "NONE")
  t.run(q, function(l)
    l:CopyBufferRegion(a, 0, from, 0, 256)
    l:ResourceBarrier { { Type = "ALIASING", Aliasing = { pResourceBefore = a, pResourceAfter = b } } }
    l:CopyBufferRegion(b, 0, from, 0, 256)
  end)
end)
case("an aliasing barrier of C between others orders nothing", "GS0518", function()
  local q, from, heap = t.queue("DIRECT", "q"), t.upload("from"), t.heap(65536, "ALLOW_ONLY_BUFFERS")
  local a, b = t.placed("a", heap, 0, 256, "NONE"), t.placed("b", heap, 0, 256, "NONE")
  t.run(q, function(l)
    l:CopyBufferRegion(a, 0, from, 0, 256)
    l:ResourceBarrier { { Type = "ALIASING", Aliasing = { pResourceBefore = b, pResourceAfter = a } } }
    l:CopyBufferRegion(b, 0, from, 0, 256)
  end)
end)
case("copies between a subresource and a placed footprint, as C writes them", "silent", function()
  local q, x, from = t.queue("COPY", "q"), t.tex("x"), t.upload("from", 16384)
  t.run(q, function(l)
    l:CopyTextureRegion({ pResource = x, Type = "SUBRESOURCE_INDEX", SubresourceIndex = 0 }, 0, 0, 0,
      { pResource = from, Type = "PLACED_FOOTPRINT", PlacedFootprint = { Offset = 0, Footprint = { Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, Depth = 1, RowPitch = 256 } } }, nil)
  end)
end)
case("a footprint of C whose rows lie too close", "GS0370", function()
  local q, x, from = t.queue("COPY", "q"), t.tex("x"), t.upload("from", 16384)
  t.run(q, function(l)
    l:CopyTextureRegion({ pResource = x, SubresourceIndex = 0 }, 0, 0, 0,
      { pResource = from, PlacedFootprint = { Offset = 0, Footprint = { Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, Depth = 1, RowPitch = 240 } } })
  end)
end)
case("a footprint that GetCopyableFootprints gave is handed on", "silent", function()
  local q = t.queue("COPY", "q")
  local desc = { Dimension = "TEXTURE2D", Width = 64, Height = 64, MipLevels = 2, Format = "R8G8B8A8_UNORM" }
  local layouts, total = t.device:GetCopyableFootprints(desc, 0, 2, 0)
  local x = t.device:CreateCommittedResource({ Type = "DEFAULT" }, "NONE", desc, "COMMON", nil)
  local from = t.upload("from", total)
  t.run(q, function(l)
    for i, layout in ipairs(layouts) do
      l:CopyTextureRegion({ pResource = x, SubresourceIndex = i - 1 }, 0, 0, 0, { pResource = from, PlacedFootprint = layout })
    end
  end)
end)
case("a box in the small letters of C", "silent", function()
  local q, a, b = t.queue("DIRECT", "q"), t.tex("a"), t.tex("b")
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = a }, 0, 0, 0, { Resource = b }, { left = 8, top = 8, front = 0, right = 16, bottom = 16, back = 1 })
  end)
end)
case("a box of C that ends outside", "GS0366", function()
  local q, a, b = t.queue("DIRECT", "q"), t.tex("a"), t.tex("b")
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = a }, 0, 0, 0, { Resource = b }, { left = 8, top = 8, front = 0, right = 80, bottom = 16, back = 1 })
  end)
end)
case("boxes of C in different corners on two queues", "silent", function()
  local q, other, x, a, b = t.queue("DIRECT", "q"), t.queue("DIRECT", "other"), t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS"), t.tex("a"), t.tex("b")
  t.run(q, function(l) l:CopyTextureRegion({ pResource = x }, 0, 0, 0, { pResource = a }, { left = 0, top = 0, front = 0, right = 8, bottom = 8, back = 1 }) end)
  t.run(other, function(l) l:CopyTextureRegion({ pResource = b }, 0, 0, 0, { pResource = x }, { left = 32, top = 32, front = 0, right = 40, bottom = 40, back = 1 }) end)
end)
case("boxes of C that share a texel on two queues", "GS0512", function()
  local q, other, x, a, b = t.queue("DIRECT", "q"), t.queue("DIRECT", "other"), t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS"), t.tex("a"), t.tex("b")
  t.run(q, function(l) l:CopyTextureRegion({ pResource = x }, 0, 0, 0, { pResource = a }, { left = 0, top = 0, front = 0, right = 8, bottom = 8, back = 1 }) end)
  t.run(other, function(l) l:CopyTextureRegion({ pResource = b }, 0, 0, 0, { pResource = x }, { left = 7, top = 7, front = 0, right = 16, bottom = 16, back = 1 }) end)
end)
case("a committed resource in the order of C", "silent", function()
  local b = t.device:CreateCommittedResource({ Type = "DEFAULT", CPUPageProperty = "UNKNOWN", MemoryPoolPreference = "UNKNOWN" }, 0,
    { Dimension = "BUFFER", Alignment = 0, Width = 256, Height = 1, DepthOrArraySize = 1, MipLevels = 1, Format = "UNKNOWN", SampleDesc = { Count = 1, Quality = 0 },
      Layout = "ROW_MAJOR", Flags = "NONE" }, "COMMON", nil)
  assert(b:GetDesc().Width == 256)
end)
case("a committed resource of C in a state that its heap does not have", "GS0314", function()
  local b = t.device:CreateCommittedResource({ Type = "UPLOAD" }, "NONE", { Dimension = "BUFFER", Width = 256 }, "COPY_DEST", nil)
  b:Map()
end)
case("a heap with the properties of C", "silent", function()
  local heap = t.device:CreateHeap { SizeInBytes = 65536, Properties = { Type = "UPLOAD" }, Alignment = 0, Flags = "ALLOW_ONLY_BUFFERS" }
  local b = t.device:CreatePlacedResource(heap, 0, { Dimension = "BUFFER", Width = 256 }, "GENERIC_READ", nil)
  b:Map():Write(0, "uint", { 7 })
  b:Unmap()
end)
case("a placed resource in the order of C that does not fit", "GS0316", function()
  local heap = t.device:CreateHeap { SizeInBytes = 65536, HeapProperties = { Type = "DEFAULT" }, Flags = "ALLOW_ONLY_BUFFERS" }
  local b = t.device:CreatePlacedResource(heap, 0, { Dimension = "BUFFER", Width = 65537 }, "COMMON", nil)
  b:Release()
end)
case("placed resources in the order of C, in the same memory on two queues", "GS0512", function()
  local q, other, from, heap = t.queue("DIRECT", "q"), t.queue("DIRECT", "other"), t.upload("from"), t.heap(65536, "ALLOW_ONLY_BUFFERS")
  local a = t.device:CreatePlacedResource(heap, 0, { Name = "a", Dimension = "BUFFER", Width = 256 }, "COMMON", nil)
  local b = t.device:CreatePlacedResource(heap, 0, { Name = "b", Dimension = "BUFFER", Width = 256 }, "COMMON", nil)
  t.run(q, function(l) l:CopyBufferRegion(a, 0, from, 0, 256) end)
  t.run(other, function(l) l:CopyBufferRegion(b, 0, from, 0, 256) end)
end)
case("a command signature in the order of C", "silent", function()
  local root = t.device:CreateRootSignature { NumParameters = 1, pParameters = { { ParameterType = "32BIT_CONSTANTS", Constants = { ShaderRegister = 0, Num32BitValues = 2 } } } }
  local signature = t.device:CreateCommandSignature({ ByteStride = 16, NumArgumentDescs = 2,
    pArgumentDescs = { { Type = "CONSTANT", Constant = { RootParameterIndex = 0, DestOffsetIn32BitValues = 1, Num32BitValuesToSet = 1 } }, { Type = "DISPATCH" } } }, root)
  signature:Release()
end)
case("a root signature in the structs of C", "silent", function()
  local root = t.device:CreateRootSignature { NumParameters = 2, pParameters = {
    { ParameterType = "DESCRIPTOR_TABLE", DescriptorTable = { NumDescriptorRanges = 1, pDescriptorRanges = { { RangeType = "SRV", NumDescriptors = 1, BaseShaderRegister = 0,
      RegisterSpace = 0 } } }, ShaderVisibility = "ALL" },
    { ParameterType = "CBV", Descriptor = { ShaderRegister = 0, RegisterSpace = 0 } } }, NumStaticSamplers = 0, pStaticSamplers = {}, Flags = "NONE" }
  root:Release()
end)
case("a count of C that is not the length of the list", "GS0131", function()
  local root = t.device:CreateRootSignature { NumParameters = 2, Parameters = { { Type = "CBV", ShaderRegister = 0 } } }
  root:Release()
end)
case("a root signature that is a list of parameters", "GS0131 unknown key [1]", function()
  local root = t.device:CreateRootSignature { { Type = "UAV", ShaderRegister = 0 }, { Type = "CBV", ShaderRegister = 0 } }
  root:Release()
end)
case("a root signature that is a list of static samplers", "GS0131 unknown key [1]", function()
  local root = t.device:CreateRootSignature { { Filter = "MIN_MAG_MIP_POINT", ShaderRegister = 0 } }
  root:Release()
end)
case("a field of C beside the field itself", "GS0131 is Resource, which is given too", function()
  local q, b = t.queue("DIRECT", "q"), t.buf("b")
  t.run(q, function(l) l:ResourceBarrier { { Type = "UAV", Resource = b, pResource = b } } end)
end)
case("a view with the union of C, of elements that there are not", "GS0397", function()
  local b, heap = t.buf("b", 256), t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  t.device:CreateShaderResourceView(b, { Format = "UNKNOWN", ViewDimension = "BUFFER", Buffer = { FirstElement = 32, NumElements = 64, StructureByteStride = 4, Flags = "NONE" } },
    heap:GetCPUDescriptorHandleForHeapStart())
end)
case("a clear value with the depth of C", "silent", function()
  t.device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL",
    InitialState = "DEPTH_WRITE", OptimizedClearValue = { Format = "D32_FLOAT", DepthStencil = { Depth = 1, Stencil = 0 } } }
end)
case("a pipeline says how many targets it has, as in C", "silent", function()
  local kind = { Name = "vs", Main = function(VertexID) return { Position = float4(0.0) } end }
  local root = t.device:CreateRootSignature { NumParameters = 0, Parameters = {} }
  t.device:CreateGraphicsPipelineState { pRootSignature = root, VS = gpu.VertexShader(kind), PS = gpu.PixelShader { Main = function(v) return float4(1.0) end },
    PrimitiveTopologyType = "TRIANGLE", NumRenderTargets = 1, RTVFormats = { "R8G8B8A8_UNORM" }, SampleDesc = { Count = 1, Quality = 0 }, SampleMask = 0xffffffff }
end)
