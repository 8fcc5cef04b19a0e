-- Calls in forms that programs in C++ have for them, and short forms of Lua: later versions of a call, one description in the place of a list, a name in the
-- place of a description.
local t = require "prelude"
local gpu, case = t.gpu, t.case

case("a depth is cleared without a stencil", "silent", function()
  local d = t.depth("d")
  local view = t.dsv(d)
  t.run(t.queue("DIRECT"), function(l) l:ClearDepthStencilView(view, "DEPTH", 1) end)
end)
case("a depth is cleared to nothing", "GS0125 takes at least 3 arguments, got 2", function()
  local d = t.depth("d")
  local view = t.dsv(d)
  t.run(t.queue("DIRECT"), function(l) l:ClearDepthStencilView(view, "DEPTH") end) --!
end)
case("the alignment of a description is that of the resource", "silent", function()
  assert(t.buf("b"):GetDesc().Alignment == 65536)
  assert(t.tex("t"):GetDesc().Alignment == 65536)
  assert(t.tex("m", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } }):GetDesc().Alignment == 4194304)
end)
case("an alignment that was asked for", "silent", function()
  local p = t.device:CreatePlacedResource { Heap = t.device:CreateHeap { SizeInBytes = 65536, Flags = "ALLOW_ALL_BUFFERS_AND_TEXTURES" }, HeapOffset = 4096, Dimension = "TEXTURE2D", Width = 16, Height = 16,
    Format = "R8G8B8A8_UNORM", Alignment = 4096, InitialState = "COMMON" }
  assert(p:GetDesc().Alignment == 4096)
end)
case("two pointers to one buffer", "silent", function()
  local u, v = t.upload("u"), t.upload("v")
  local a, b, c = u:Map(), u:Map(), v:Map()
  assert(a == b and a ~= c)
end)
case("one viewport and one rectangle without a list", "silent", function()
  local target = t.target("target")
  local view = t.rtv(target)
  t.run(t.queue("DIRECT"), function(l)
    l:RSSetViewports { 0, 0, 64, 64 }
    l:RSSetScissorRects { 0, 0, 64, 64 }
    l:ClearRenderTargetView(view, { 0, 0, 0, 1 }, { 8, 8, 16, 16 })
  end)
end)
case("a rectangle without its last edge", "GS0132", function()
  t.run(t.queue("DIRECT"), function(l) l:RSSetScissorRects { 64 } end) --!
end)
case("an event by its name", "silent", function()
  local done, F, q = gpu.CreateEvent "done", t.fence("F"), t.queue("DIRECT")
  q:Signal(F, 1)
  F:SetEventOnCompletion(1, done)
  assert(gpu.WaitForSingleObject(done, gpu.INFINITE) == "WAIT_OBJECT_0" and done:GetName() == "done")
end)
case("a thread as one table", "silent", function()
  local ran
  local worker = gpu.Thread { Name = "worker", Main = function() ran = true end }
  worker:Join()
  assert(ran and worker:GetName() == "worker")
end)
case("a thread as one table without a function", "GS0132 Main is missing", function()
  gpu.Thread { Name = "worker" } --!
end)
case("a thread as one table with a key that is misspelt", "GS0131 gpu.Thread: unknown key Mian", function()
  gpu.Thread { Name = "worker", Mian = function() end } --!
end)
case("a thread as one table writes beside the main thread", 'GS0512 buffer "x"', function()
  local x, copies, draws = t.buf("x"), t.queue("COPY", "copies"), t.queue("DIRECT", "draws")
  local worker = gpu.Thread { Name = "worker", Main = function()
    t.run(copies, function(l) l:CopyBufferRegion(x, 0, t.upload("from"), 0, 256) end)
  end }
  worker:Join()
  draws:ExecuteCommandLists { t.list(draws, function(l) l:CopyBufferRegion(t.readback("to"), 0, x, 0, 256) end) } --!
end)
case("features are asked for with a struct", "silent", function()
  assert(t.device:CheckFeatureSupport("FORMAT_SUPPORT", { Format = "R8G8B8A8_UNORM" }).RENDER_TARGET)
  assert(t.device:CheckFeatureSupport("MULTISAMPLE_QUALITY_LEVELS", { Format = "R8G8B8A8_UNORM", SampleCount = 4 }).NumQualityLevels == 1)
  assert(t.device:CheckFeatureSupport("MULTISAMPLE_QUALITY_LEVELS", { Format = "R8G8B8A8_UNORM", SampleCount = 3 }).NumQualityLevels == 0)
end)
case("features of the device are asked for with a struct", "silent", function()
  assert(t.device:CheckFeatureSupport("ARCHITECTURE", { NodeIndex = 0 }).UMA == false)
  assert(t.device:CheckFeatureSupport("ROOT_SIGNATURE", { HighestVersion = "1_1" }).HighestVersion)
  assert(t.device:CheckFeatureSupport("SHADER_MODEL", { HighestShaderModel = "6_0" }).HighestShaderModel)
end)
case("a feature of a device that is not there is asked for", "GS0135 NodeIndex must be 0, got 1", function()
  t.device:CheckFeatureSupport("ARCHITECTURE", { NodeIndex = 1 })
end)
case("all capabilities of a feature are listed", "silent", function()
  local n = 0
  for name, value in pairs(t.device:CheckFeatureSupport "D3D12_OPTIONS") do n = n + (value ~= nil and #name > 0 and 1 or 0) end
  assert(n == 15)
end)
case("a feature of formats is asked for without a format", "GS0132 Format is missing", function()
  t.device:CheckFeatureSupport("FORMAT_SUPPORT", {})
end)
case("a closed list is made without an allocator", "silent", function()
  local q = t.queue("DIRECT")
  local l = t.device:CreateCommandList1(0, "DIRECT", "NONE")
  l:Reset(t.device:CreateCommandAllocator "DIRECT")
  l:Close()
  q:ExecuteCommandLists { l }
end)
case("a closed list that was never opened records", "GS0333", function()
  local l = t.device:CreateCommandList1 { Type = "DIRECT", Name = "never" }
  l:SetMarker "here" --!
end)
case("a closed list that was never opened is closed", "GS0333", function()
  local l = t.device:CreateCommandList1 { Type = "DIRECT", Name = "never" }
  l:Close() --!
end)
case("a closed list that was never opened is executed", "GS0xxx never", function()
  local q = t.queue("DIRECT")
  q:ExecuteCommandLists { t.device:CreateCommandList1 { Type = "DIRECT", Name = "never" } } --!
end)
case("resources by later versions of the calls", "silent", function()
  local buffer = { Dimension = "BUFFER", Width = 65536, Height = 1, DepthOrArraySize = 1, MipLevels = 1, SampleDesc = { Count = 1 }, Layout = "ROW_MAJOR" }
  t.device:CreateCommittedResource1({ Type = "DEFAULT" }, "NONE", buffer, "COMMON", nil, nil)
  t.device:CreateCommittedResource2({ Type = "DEFAULT" }, "NONE", buffer, "COMMON", nil, nil)
  local heap = t.device:CreateHeap1({ SizeInBytes = 65536 }, nil)
  t.device:CreatePlacedResource1(heap, 0, buffer, "COMMON", nil)
end)
case("layouts of enhanced barriers", "GS0301 CreateCommittedResource3", function()
  t.device:CreateCommittedResource3({ Type = "DEFAULT" }, "NONE", { Dimension = "BUFFER", Width = 256 }, "UNDEFINED", nil, nil, 0, nil) --!
end)
case("a word for a description that needs no more", "silent", function()
  assert(t.device:CreateCommandQueue("COPY"):GetDesc().Type == "COPY")
  assert(t.device:CreateFence("F"):GetName() == "F")
  assert(t.device:CreateCommandList1("COMPUTE"):GetType() == "COMPUTE")
end)
case("a word for a description that needs more", "GS0133 desc must be a table", function()
  t.device:CreateDescriptorHeap "RTV" --!
end)
case("a list of arguments without the mask of nodes", "silent", function()
  local l = t.device:CreateCommandList("DIRECT", t.device:CreateCommandAllocator "DIRECT", nil)
  l:Close()
end)
case("a list of arguments without the mask of nodes, of another type", "GS0331", function()
  t.device:CreateCommandList("COPY", t.device:CreateCommandAllocator "DIRECT", nil) --!
end)
case("a resource whose description stands in it", "silent", function()
  local b = t.device:CreateCommittedResource { HeapProperties = { Type = "UPLOAD" }, HeapFlags = "NONE", ResourceDesc = { Dimension = "BUFFER", Width = 64 }, InitialResourceState = "GENERIC_READ" }
  assert(b:GetDesc().Width == 64)
end)
case("a buffer with a size", "GS0131 unknown key Size", function()
  t.device:CreateCommittedResource { HeapType = "UPLOAD", Dimension = "BUFFER", Size = 64, InitialState = "GENERIC_READ" } --!
end)
case("a width that is given twice, once misspelt", "GS0131 unknown key Widht", function()
  t.device:CreateCommittedResource { HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64, Widht = 64, InitialState = "GENERIC_READ" } --!
end)
case("a width that is given once", "silent", function()
  t.device:CreateCommittedResource { HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64, InitialState = "GENERIC_READ" }
end)
case("all levels of a view, and no largest one of a sampler", "silent", function()
  local heap, samplers = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1 }, t.device:CreateDescriptorHeap { Type = "SAMPLER", NumDescriptors = 1 }
  t.device:CreateShaderResourceView(t.tex("t", nil, nil, { MipLevels = 4 }), { ViewDimension = "TEXTURE2D", Format = "R8G8B8A8_UNORM", Texture2D = { MostDetailedMip = 1, MipLevels = -1 } },
    heap:GetCPUDescriptorHandle(0))
  t.device:CreateSampler({ Filter = "MIN_MAG_MIP_LINEAR", AddressU = "CLAMP", AddressV = "CLAMP", AddressW = "CLAMP", MaxLOD = math.huge }, samplers:GetCPUDescriptorHandle(0))
end)
case("fewer levels than none", "GS0135", function()
  local heap = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  t.device:CreateShaderResourceView(t.tex("t"), { ViewDimension = "TEXTURE2D", Format = "R8G8B8A8_UNORM", Texture2D = { MipLevels = -2 } }, heap:GetCPUDescriptorHandle(0)) --!
end)
case("an event as Win32 waits for it and closes it", "silent", function()
  local e, F, q = gpu.CreateEvent(nil, false, false, nil), t.fence("F"), t.queue("DIRECT")
  q:Signal(F, 1)
  F:SetEventOnCompletion(1, e)
  assert(gpu.WaitForSingleObjectEx(e, gpu.INFINITE, false) == "WAIT_OBJECT_0")
  gpu.CloseHandle(e)
end)
case("an event that was closed is waited for", "GS0xxx", function()
  local e = gpu.CreateEvent "done"
  e:SetEvent()
  gpu.CloseHandle(e)
  gpu.WaitForSingleObject(e) --!
end)
case("a root signature behind a mask of nodes", "silent", function()
  t.device:CreateRootSignature(0, { NumParameters = 1, Parameters = { { ParameterType = "DESCRIPTOR_TABLE", ShaderVisibility = "ALL",
    DescriptorTable = { NumDescriptorRanges = 1, DescriptorRanges = { { RangeType = "SRV", NumDescriptors = 4, BaseShaderRegister = 0 } } } } }, Flags = "NONE" })
end)

-- recorded declares a case about commands of one list.
local function recorded(name, expected, body)
  case(name, expected, function() t.run(t.queue("DIRECT"), body) end)
end
recorded("lists of nothing", "GS0902", function(l)
  l:IASetVertexBuffers(0, 0, nil)
  l:RSSetViewports(0, nil)
  l:RSSetScissorRects(0, nil)
  l:SetDescriptorHeaps(0, nil)
  l:OMSetRenderTargets(0, nil, true, nil)
  l:ResourceBarrier(0, nil) --!
end)
recorded("a list of one that is nothing", "GS0135 the list has 1, but it has 0", function(l)
  l:IASetVertexBuffers(0, 1, nil) --!
end)
case("no lists are executed", "GS0908", function()
  t.queue("DIRECT"):ExecuteCommandLists(0, nil) --!
end)
case("a target as the first of a row", "silent", function()
  local one = t.rtv(t.target("one"))
  t.rtv(t.target("two"))
  local depth = t.dsv(t.depth("depth"))
  t.run(t.queue("DIRECT"), function(l)
    l:OMSetRenderTargets(1, one, true, depth)
    l:OMSetRenderTargets(2, { one }, true)
    l:OMSetRenderTargets({ one }, depth, 2)
  end)
end)
case("a row of targets that ends behind what was written", "GS0812", function()
  local one = t.rtv(t.target("one"))
  t.run(t.queue("DIRECT"), function(l)
    l:OMSetRenderTargets(2, one, true, nil) --!
  end)
end)
case("a row of too many targets", "GS0813", function()
  local one = t.rtv(t.target("one"))
  t.run(t.queue("DIRECT"), function(l)
    l:OMSetRenderTargets(9, one, true, nil) --!
  end)
end)
case("a row that begins at several targets", "GS0133 depthStencil must be a CPUDescriptorHandle, got boolean true", function()
  local one = t.rtv(t.target("one"))
  t.run(t.queue("DIRECT"), function(l)
    l:OMSetRenderTargets(2, { one, one }, true, nil) --!
  end)
end)
case("targets in the order of C, without their number", "silent", function()
  local one, depth = t.rtv(t.target("one")), t.dsv(t.depth("depth"))
  t.run(t.queue("DIRECT"), function(l)
    l:OMSetRenderTargets({ one }, false, depth)
    l:OMSetRenderTargets({ one }, false, nil)
    l:OMSetRenderTargets({ one }, false)
    l:OMSetRenderTargets(nil, false, depth)
  end)
end)
case("a row of targets without their number", "GS0133 depthStencil must be a CPUDescriptorHandle, got boolean true", function()
  local one, depth = t.rtv(t.target("one")), t.dsv(t.depth("depth"))
  t.run(t.queue("DIRECT"), function(l)
    l:OMSetRenderTargets({ one }, true, depth) --!
  end)
end)
case("tables whose fields are the parameters of C", "silent", function()
  local x = t.device:CreateCommittedResource { pHeapProperties = { Type = "DEFAULT" }, HeapFlags = "NONE", pDesc = { Dimension = "BUFFER", Width = 256 },
    InitialResourceState = "COMMON", pOptimizedClearValue = nil }
  local y = t.device:CreatePlacedResource { pHeap = t.heap(), HeapOffset = 0, pDesc = { Dimension = "BUFFER", Width = 256 }, InitialState = "COMMON" }
  local l = t.device:CreateCommandList { NodeMask = 0, Type = "DIRECT", pCommandAllocator = t.device:CreateCommandAllocator("DIRECT"), pInitialState = nil }
  l:CopyResource(y, x)
  l:Close()
  t.queue("DIRECT"):ExecuteCommandLists { l }
end)
case("a description that is given twice", "GS0131 unknown key", function()
  t.device:CreateCommittedResource { HeapType = "DEFAULT", pDesc = { Dimension = "BUFFER", Width = 256 }, Width = 512 } --!
end)
case("one constant without a list", "silent", function()
  local root = t.device:CreateRootSignature { Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 2 } } }
  t.run(t.queue("DIRECT"), function(l)
    l:SetComputeRootSignature(root)
    l:SetGraphicsRootSignature(root)
    l:SetComputeRoot32BitConstants(0, 1, gpu.AsUint(7), 1)
    l:SetGraphicsRoot32BitConstants(0, 1, gpu.AsUint(7), 1)
    l:SetComputeRoot32BitConstants(0, 1, 1.5, 0)
    l:SetGraphicsRoot32BitConstants(0, 1, 1.5, 0)
  end)
end)
case("more constants of compute than their number", "GS0135 the list has 1, but it has 2", function()
  local root = t.device:CreateRootSignature { Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 2 } } }
  t.run(t.queue("DIRECT"), function(l)
    l:SetComputeRootSignature(root)
    l:SetComputeRoot32BitConstants(0, 1, { 1, 2 }, 0) --!
  end)
end)
case("descriptors of one range without lists", "silent", function()
  local from, to = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 4 }, t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  t.device:CopyDescriptors(1, to:GetCPUDescriptorHandle(0), 4, 1, from:GetCPUDescriptorHandle(0), 4, "CBV_SRV_UAV")
  t.device:CopyDescriptors(1, to:GetCPUDescriptorHandle(0), 2, 2, { from:GetCPUDescriptorHandle(0), from:GetCPUDescriptorHandle(3) }, nil, "CBV_SRV_UAV")
end)
case("a swap chain with a mode", "silent", function()
  t.queue("DIRECT"):CreateSwapChain { BufferDesc = { Width = 64, Height = 48, Format = "R8G8B8A8_UNORM", RefreshRate = { Numerator = 60, Denominator = 1 }, ScanlineOrdering = "UNSPECIFIED",
    Scaling = "UNSPECIFIED" }, SampleDesc = { Count = 1, Quality = 0 }, BufferUsage = "RENDER_TARGET_OUTPUT", BufferCount = 2, OutputWindow = 0, Windowed = true, SwapEffect = "FLIP_DISCARD" }
end)
case("a swap chain for full screens", "GS0136 ALLOW_MODE_SWITCH", function()
  t.queue("DIRECT"):CreateSwapChain { Width = 64, Height = 48, Flags = "ALLOW_MODE_SWITCH" } --!
end)
case("features are asked for with all fields of the struct", "silent", function()
  assert(t.device:CheckFeatureSupport("MULTISAMPLE_QUALITY_LEVELS", { Format = "R8G8B8A8_UNORM", SampleCount = 4, Flags = "NONE", NumQualityLevels = 0 }).NumQualityLevels == 1)
  assert(t.device:CheckFeatureSupport("FORMAT_SUPPORT", { Format = "R8G8B8A8_UNORM", Support1 = 0, Support2 = 0 }).RENDER_TARGET)
end)
case("features are asked for with flags", "GS0131 Flags", function()
  t.device:CheckFeatureSupport("MULTISAMPLE_QUALITY_LEVELS", { Format = "R8G8B8A8_UNORM", SampleCount = 4, Flags = "TILED_RESOURCE" }) --!
end)
case("a present that does not wait", "GS0136 DO_NOT_WAIT", function()
  t.queue("DIRECT"):CreateSwapChain { Width = 64, Height = 48 }:Present(0, "DO_NOT_WAIT") --!
end)
