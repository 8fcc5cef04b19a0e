-- Calls as they are written in C++ and in other APIs: what means one thing is read so, and of the rest the message writes it as it is written here.
local t = require "prelude"
local gpu, case = t.gpu, t.case

case("CreateCommandList with one argument after the other", "silent", function()
  local allocator = t.device:CreateCommandAllocator("COPY")
  local list = t.device:CreateCommandList(0, "COPY", allocator, nil)
  list:Close()
end)
case("CreateCommittedResource with one argument after the other", "silent", function()
  local b = t.device:CreateCommittedResource({ Type = "UPLOAD" }, "NONE", { Dimension = "BUFFER", Width = 256 }, "GENERIC_READ", nil)
  b:Release()
end)
case("CreateCommittedResource with the type of the heap", "silent", function()
  local b = t.device:CreateCommittedResource("DEFAULT", 0, { Dimension = "BUFFER", Width = 256 }, "COMMON")
  b:Release()
end)
case("CreatePlacedResource with one argument after the other", "silent", function()
  local heap = t.device:CreateHeap { SizeInBytes = 65536, Flags = "ALLOW_ONLY_BUFFERS" }
  local b = t.device:CreatePlacedResource(heap, 0, { Dimension = "BUFFER", Width = 256, }, "COMMON", nil)
  b:Release()
end)
case("GetResourceAllocationInfo with a mask of nodes and a number of descriptions", "silent", function()
  local info = t.device:GetResourceAllocationInfo(0, 1, { Dimension = "BUFFER", Width = 256 })
  assert(info.SizeInBytes == 65536)
end)
case("CreateCommandQueue with the type alone", "silent", function()
  local q = t.device:CreateCommandQueue("COMPUTE")
  assert(q:GetDesc().Type == "COMPUTE")
  q:SetName("a queue")
end)
case("a barrier with the inner table of C", "silent", function()
  local b = t.buf("b")
  t.run(t.queue("DIRECT", "q"), function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Transition = { Resource = b, Before = "COMMON", After = "COPY_DEST" } } }
  end)
end)
case("a view with the inner table of C", "silent", function()
  local texture = t.device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM",
    Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
  local heap = t.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }
  t.device:CreateRenderTargetView(texture, { ViewDimension = "TEXTURE2D", Texture2D = { MipSlice = 0 } }, heap:GetCPUDescriptorHandle(0))
end)
case("a device without the rules", "GS0131", function()
  gpu.CreateDevice { Name = "fast", Validation = "off" } -- rules belong to the run: --validation=off
end)
case("a name that is short for another", "GS0121", function()
  local from, to = t.upload("from"), t.buf("to")
  t.run(t.queue("COPY", "q"), function(l) l:CopyBuffer(to, 0, from, 0, 256) end)
end)
case("CreateBuffer is a method of the engine level", "GS0121", function()
  local b = t.device:CreateBuffer(256)
  b:Release()
end)
case("a texture in the place of a side of a copy", "GS0133", function()
  local x, from = t.tex("x"), t.upload("from", 16384)
  t.run(t.queue("COPY", "q"), function(l) l:CopyTextureRegion(x, 0, 0, 0, t.rows(from, 64)) end)
end)
case("a root parameter that is called a table", "GS0131", function()
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Table = { { Type = "SRV", NumDescriptors = 1 } } } } }
  root:Release()
end)
case("a root parameter that is called a constant buffer", "GS0131", function()
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { CBV = 0 }, { UAV = 3 } } }
  root:Release()
end)
case("a handle of the CPU without the rest of its name", "GS0121", function()
  local heap = t.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }
  t.device:CreateRenderTargetView(t.target("x"), nil, heap:CPU(0))
end)
case("a method of another class", "GS0121", function()
  local allocator = t.device:CreateCommandAllocator("COPY")
  local list = t.device:CreateCommandList { Type = "COPY", Allocator = allocator }
  allocator:Close()
  list:Reset(allocator)
end)
case("a field of a constant buffer without the buffer", "GS0201", function()
  local out, sizes = gpu.RWBuffer("u0", "uint"), gpu.ConstantBuffer("b0", { { "width", "uint" }, { "height", "uint" } })
  local kernel = gpu.ComputeShader { Name = "kernel", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex)
    if GroupIndex < width then out[GroupIndex] = sizes.height end
  end }
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } }, { Type = "CBV", ShaderRegister = 0 } } }
  t.device:CreateComputePipelineState { Name = "p", RootSignature = root, CS = kernel }
end)
case("CreateEvent with the arguments of Windows", "silent", function()
  local event = gpu.CreateEvent(nil, true, false, "frame is done")
  gpu.WaitForSingleObject(event, 0)
end)
case("a view without the counter, as in Direct3D 11", "GS0125 CreateUnorderedAccessView", function()
  local b = t.buf("b")
  local heap = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 2 }
  t.device:CreateUnorderedAccessView(b, { NumElements = 4, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
end)
case("a view of a target without a description", "GS0125 CreateRenderTargetView", function()
  local x = t.target("x")
  local heap = t.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
  t.device:CreateRenderTargetView(x, heap:GetCPUDescriptorHandle(0))
end)
case("a wait for an event without an end, in quotes", "silent", function()
  local fence, event = t.fence("F"), gpu.CreateEvent { Name = "event" }
  fence:SetEventOnCompletion(0, event)
  gpu.WaitForSingleObject(event, "INFINITE")
end)
case("a barrier of all subresources, in quotes", "silent", function()
  local x = t.tex("x")
  t.run(t.queue("DIRECT", "q"), function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Subresource = "D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES", Before = "COMMON", After = "COPY_DEST" } }
  end)
end)
case("a barrier, a viewport, a rectangle and a heap that C points at, behind the length 1", "silent", function()
  local x, heap = t.tex("x"), t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  t.run(t.queue("DIRECT", "q"), function(l)
    l:ResourceBarrier(1, { Type = "TRANSITION", Transition = { pResource = x, Subresource = "ALL_SUBRESOURCES", StateBefore = "COMMON", StateAfter = "COPY_DEST" } })
    l:RSSetViewports(1, { 0, 0, 64, 64, 0, 1 })
    l:RSSetScissorRects(1, { left = 0, top = 0, right = 64, bottom = 64 })
    l:SetDescriptorHeaps(1, heap)
  end)
end)
case("a barrier that C points at, of a state that is not there", "GS0401 COPY_SOURCE", function()
  local x = t.tex("x", "COPY_DEST")
  t.run(t.queue("DIRECT", "q"), function(l)
    l:ResourceBarrier(1, { Type = "TRANSITION", Resource = x, StateBefore = "COPY_SOURCE", StateAfter = "COMMON" })
  end)
end)
case("one barrier behind the length 2", "GS0135 argument 1", function()
  local x = t.tex("x")
  t.run(t.queue("DIRECT", "q"), function(l)
    l:ResourceBarrier(2, { { Type = "TRANSITION", Resource = x, StateBefore = "COMMON", StateAfter = "COPY_SOURCE" } })
  end)
end)
case("a handle that is to move by itself, as with D3DX12", "GS0126 nothing uses it", function()
  local heap = t.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
  local handle = heap:GetCPUDescriptorHandleForHeapStart()
  for i = 1, 2 do
    t.device:CreateRenderTargetView(t.target("x" .. i), nil, handle)
    handle:Offset(1, t.device:GetDescriptorHandleIncrementSize("RTV"))
  end
end)
case("a handle that is put behind itself", "silent", function()
  local heap = t.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
  local handle = heap:GetCPUDescriptorHandleForHeapStart()
  for i = 1, 2 do
    t.device:CreateRenderTargetView(t.target("x" .. i), nil, handle)
    handle = handle:Offset(1, t.device:GetDescriptorHandleIncrementSize("RTV"))
  end
end)
case("a handle as a number", "GS0121 CPUDescriptorHandle has no method ptr", function()
  local heap = t.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
  local handle = heap:GetCPUDescriptorHandleForHeapStart()
  handle.ptr = handle.ptr + t.device:GetDescriptorHandleIncrementSize("RTV")
end)
case("heap properties with the masks of one GPU", "silent", function()
  t.device:CreateHeap { SizeInBytes = 65536, Properties = { Type = "UPLOAD", CPUPageProperty = "UNKNOWN", MemoryPoolPreference = "UNKNOWN", CreationNodeMask = 1, VisibleNodeMask = 1 } }
end)
case("heap properties of their own", "GS0136 CUSTOM", function()
  t.device:CreateHeap { SizeInBytes = 65536, Properties = { Type = "CUSTOM", CPUPageProperty = "WRITE_BACK", MemoryPoolPreference = "L0", CreationNodeMask = 1, VisibleNodeMask = 1 } }
end)
case("descriptors copied one by one, their sizes left out as with NULL", "silent", function()
  local x, from = t.tex("x"), t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 2 }
  local to = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  for i = 0, 1 do t.device:CreateShaderResourceView(x, nil, from:GetCPUDescriptorHandle(i)) end
  t.device:CopyDescriptors(1, to:GetCPUDescriptorHandle(0), { 2 }, 2, { from:GetCPUDescriptorHandle(1), from:GetCPUDescriptorHandle(0) }, nil, "CBV_SRV_UAV")
end)
case("descriptors copied one by one, to one less", "GS0389 CopyDescriptors writes 1 descriptor and reads 2", function()
  local x, from = t.tex("x"), t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 2 }
  for i = 0, 1 do t.device:CreateShaderResourceView(x, nil, from:GetCPUDescriptorHandle(i)) end
  t.device:CopyDescriptors({ from:GetCPUDescriptorHandle(0) }, nil, { from:GetCPUDescriptorHandle(1), from:GetCPUDescriptorHandle(0) }, nil, "CBV_SRV_UAV")
end)
case("blend factors set back with nil, and labels with their bytes", "silent", function()
  t.run(t.queue("DIRECT", "q"), function(l)
    l:OMSetBlendFactor(nil)
    l:BeginEvent(0, "pass", 5)
    l:SetMarker(0, "here", 5)
    l:EndEvent()
  end)
end)
case("a root signature that denies stages which are not there", "silent", function()
  t.device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_HULL_SHADER_ROOT_ACCESS | DENY_DOMAIN_SHADER_ROOT_ACCESS | DENY_GEOMETRY_SHADER_ROOT_ACCESS" }
end)
case("a swap chain as DXGI describes it", "silent", function()
  t.queue("DIRECT", "q"):CreateSwapChain { Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", BufferUsage = "DXGI_USAGE_RENDER_TARGET_OUTPUT", BufferCount = 2,
    Scaling = "STRETCH", SwapEffect = "FLIP_DISCARD", AlphaMode = "UNSPECIFIED", SampleDesc = { Count = 1 } }
end)
case("a swap chain whose buffers are for unordered access", "GS0131 BufferUsage", function()
  t.queue("DIRECT", "q"):CreateSwapChain { Width = 64, Height = 64, BufferUsage = "UNORDERED_ACCESS" }
end)
for _, layout in ipairs { { "with the length of its list", function(list) return { pInputElementDescs = list, NumElements = #list } end },
  { "as its list and a length", function(list) return { list, #list } end } } do
  case("an input layout " .. layout[1], "silent", function()
    local root = t.device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
    t.device:CreateGraphicsPipelineState { pRootSignature = root, PrimitiveTopologyType = "TRIANGLE", NumRenderTargets = 1, RTVFormats = { "R8G8B8A8_UNORM" },
      InputLayout = layout[2] { { "POSITION", 0, "R32G32_FLOAT", 0, 0, "PER_VERTEX_DATA", 0 } }, DepthStencilState = { DepthEnable = false },
      VS = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end },
      PS = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end } }
  end)
end
case("an input layout with another length", "GS0131 InputLayout.NumElements", function()
  local root = t.device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
  t.device:CreateGraphicsPipelineState { RootSignature = root, InputLayout = { NumElements = 2, pInputElementDescs = { { "POSITION", "R32G32_FLOAT" } } },
    VS = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end } }
end)
case("a thread whose name comes last", "silent", function()
  gpu.Thread(function() end, "worker"):Join()
end)
case("an event that is set by a shorter name", "GS0121 Event has no method Set", function()
  local event = gpu.CreateEvent { Name = "event" }
  event:Set()
end)
case("an event that is asked to wait", "GS0121 Event has no method Wait", function()
  local event = gpu.CreateEvent { Name = "event", InitialState = true }
  event:Wait()
end)
case("members of C's structs without the names of their fields", "silent", function()
  t.device:CreateRootSignature { Parameters = {
    { ParameterType = "DESCRIPTOR_TABLE", DescriptorTable = { { "SRV", 1, 0 }, { "UAV", 2, 0, 0, "DATA_VOLATILE", 1 } } },
    { ParameterType = "DESCRIPTOR_TABLE", DescriptorTable = { 1, { { RangeType = "CBV", NumDescriptors = 1, BaseShaderRegister = 3 } } } },
    { ParameterType = "32BIT_CONSTANTS", Constants = { 0, 0, 4 } }, { ParameterType = "CBV", Descriptor = { 1 } } } }
  t.device:CreateCommittedResource { Dimension = "TEXTURE2D", Width = 8, Height = 8, Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE",
    OptimizedClearValue = { Format = "D32_FLOAT", DepthStencil = { 1, 0 } } }:Release()
end)
case("members of C's structs without the names of their fields, and one too many", "GS0131 OptimizedClearValue[3]", function()
  t.device:CreateCommittedResource { Dimension = "TEXTURE2D", Width = 8, Height = 8, Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE",
    OptimizedClearValue = { Format = "D32_FLOAT", DepthStencil = { 1, 0, 0 } } }
end)
case("a transition whose states stand in the order of C", "silent", function()
  local target = t.target "target"
  t.run(t.queue "DIRECT", function(l) l:ResourceBarrier { { Type = "TRANSITION", Transition = { target, "ALL_SUBRESOURCES", "RENDER_TARGET", "COPY_SOURCE" } } } end)
end)
case("targets without their number, but with the range of handles that C asks for", "silent", function()
  local target, depth = t.target "target", t.depth "depth"
  local rtv, dsv = t.rtv(target), t.dsv(depth)
  t.run(t.queue "DIRECT", function(l)
    l:OMSetRenderTargets({ rtv }, false, dsv)
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }, 0)
    l:ClearDepthStencilView(dsv, "DEPTH", 1, 0, 0)
  end)
end)
case("rectangles of which there are two, and none", "GS0133 rects must be a list, got number 2", function()
  local rtv = t.rtv(t.target "target")
  t.run(t.queue "DIRECT", function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }, 2) end) --!
end)
case("a clear value by a shorter name", "GS0131 unknown key ClearValue", function()
  t.device:CreateCommittedResource { Dimension = "TEXTURE2D", Width = 8, Height = 8, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET",
    ClearValue = { Format = "R8G8B8A8_UNORM" } } --!
end)
case("a name in an element that has another one, and the pipeline has a name too", "GS0131 InputLayout[1].Name", function()
  local root = t.device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
  local element = { Name = "POSITION", Format = "R32G32_FLOAT" }
  t.device:CreateGraphicsPipelineState { Name = "pipeline", RootSignature = root, InputLayout = { element }, PrimitiveTopologyType = "TRIANGLE", --!
    VS = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end } }
end)
case("an operator as DirectML describes it in C", "silent", function()
  local dml = require "gpu.dml"
  local tensor = { Type = "BUFFER", Desc = { DataType = "FLOAT32", DimensionCount = 4, Sizes = { 1, 1, 2, 2 } } }
  local ml = dml.CreateDevice(t.device)
  local op = ml:CreateOperator { Type = "ELEMENT_WISE_IDENTITY", Desc = { InputTensor = tensor, OutputTensor = tensor } }
  ml:CreateOperatorInitializer(1, { ml:CompileOperator(op) })
end)
case("an operator as DirectML describes it in C, with a tensor of another kind", "GS0131 InputTensor.Type", function()
  local dml = require "gpu.dml"
  local tensor = { Type = "IMAGE", Desc = { DataType = "FLOAT32", Sizes = { 1, 1, 2, 2 } } }
  dml.CreateDevice(t.device):CreateOperator { Type = "ELEMENT_WISE_IDENTITY", Desc = { InputTensor = tensor, OutputTensor = tensor } } --!
end)

-- Names of engines that keep states, queues and frames for their users.
local function open() return t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = t.device:CreateCommandAllocator("DIRECT") } end
for _, c in ipairs {
  { "a state is set", "GS0121 no method SetTextureState", function() open():SetTextureState(t.tex("x"), "COPY_SOURCE") end },
  { "barriers are committed", "GS0121 no method CommitBarriers", function() open():CommitBarriers() end },
  { "a texture is blitted", "GS0121 no method Blit", function() open():Blit(t.tex("x"), t.tex("y")) end },
  { "a texture is resolved", "GS0121 no method ResolveTexture", function() open():ResolveTexture(t.tex("x"), t.tex("y")) end },
  { "a texture is cleared by its format", "GS0121 no method ClearTextureFloat", function() open():ClearTextureFloat(t.tex("x"), { 0, 0, 0, 0 }) end },
  { "texels are written by a list", "GS0121 no method WriteTexture", function() open():WriteTexture(t.tex("x"), 0, 0, {}) end },
  { "constants are bound by a slot", "GS0121 no method SetConstantBuffer", function() open():SetConstantBuffer(0, t.buf("x")) end },
  { "a list sets an event", "GS0121 no method SetEvent", function() open():SetEvent(t.fence("F")) end },
  { "queries are reset", "GS0121 no method ResetQueryPool", function() open():ResetQueryPool(nil, 0, 2) end },
  { "a semaphore is made", "GS0121 no method CreateSemaphore", function() t.device:CreateSemaphore() end },
  { "a pool of queries is made", "GS0121 no method CreateQueryPool", function() t.device:CreateQueryPool { Type = "TIMESTAMP", Count = 2 } end },
  { "a device submits", "GS0121 no method SubmitCommandBuffers", function() t.device:SubmitCommandBuffers {} end },
  { "a fence says whether it is signalled", "GS0121 no method IsSignaled", function() t.fence("F"):IsSignaled() end },
  { "a fence is reset", "GS0121 no method Reset", function() t.fence("F"):Reset() end },
  { "a fence counts", "GS0121 no method GetNextValue", function() t.fence("F"):GetNextValue() end },
  { "a queue counts", "GS0121 no method IncrementFence", function() t.queue("COPY"):IncrementFence() end },
  { "a picture is acquired", "GS0121 no method AcquireNextImage",
    function() t.queue("DIRECT"):CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }:AcquireNextImage() end },
  { "a thread is detached", "GS0121 no method Detach", function() gpu.Thread("worker", function() end):Detach() end },
  { "data is set", "GS0121 no method SetData", function() t.upload("up"):SetData { 1, 2 } end },
  { "barriers are made by the module", "GS0122 no function or value ResourceBarrier",
    function() open():ResourceBarrier(gpu.ResourceBarrier.Transition(t.tex("x"), "COMMON", "COPY_DEST")) end },
  { "a barrier without names", "GS0133 barriers[1] must be a table, got Resource", function() open():ResourceBarrier { t.tex("x"), "COMMON", "COPY_DEST" } end },
  { "rendering begins", "GS0121 no method BeginRendering", function() open():BeginRendering {} end },
} do case(c[1], c[2], c[3]) end
