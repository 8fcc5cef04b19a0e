-- Names that the headers of C++ have: constants of enumerations looked for in module gpu, the helpers of d3dx12.h and PIX, and lists that are passed one entry after the other.
-- Each message says what stands there in a script, and its edit leaves a script that says nothing.
local t = require "prelude"
local gpu, case = t.gpu, t.case

case("a constant of an enumeration in module gpu", "GS0122 no function or value D3D12_COMMAND_LIST_TYPE_COPY", function()
  t.device:CreateCommandQueue { Type = gpu.D3D12_COMMAND_LIST_TYPE_COPY } --!
end)
case("a constant without the prefix of its API", "GS0122 no function or value HEAP_TYPE_UPLOAD", function()
  t.device:CreateCommittedResource { HeapType = gpu.HEAP_TYPE_UPLOAD, Dimension = "BUFFER", Width = 256 } --!
end)
case("a flag that is none", "GS0122 no function or value FENCE_FLAG_NONE", function()
  t.device:CreateFence(0, gpu.FENCE_FLAG_NONE) --!
end)
case("a format as DXGI calls it", "GS0122 no function or value DXGI_FORMAT_R8G8B8A8_UNORM", function()
  t.device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = gpu.DXGI_FORMAT_R8G8B8A8_UNORM } --!
end)
case("a number of the headers is no text", "GS0122 no function or value D3D12_FLOAT32_MAX", function()
  local heap = t.device:CreateDescriptorHeap { Type = "SAMPLER", NumDescriptors = 1 }
  t.device:CreateSampler({ Filter = "MIN_MAG_MIP_POINT", MaxLOD = gpu.D3D12_FLOAT32_MAX }, heap:GetCPUDescriptorHandle(0)) --!
end)
case("the properties of a heap by a helper", "GS0122 no function or value CD3DX12_HEAP_PROPERTIES", function()
  t.device:CreateCommittedResource(gpu.CD3DX12_HEAP_PROPERTIES("DEFAULT"), "NONE", { Dimension = "BUFFER", Width = 256 }, "COMMON", nil) --!
end)
case("the properties of a heap by a helper that is looked for among globals", "GS0105 attempt to call global 'CD3DX12_HEAP_PROPERTIES'", function()
  t.device:CreateCommittedResource(CD3DX12_HEAP_PROPERTIES("DEFAULT"), "NONE", { Dimension = "BUFFER", Width = 256 }, "COMMON", nil) --!
end)
case("a barrier by a helper", "GS0104 attempt to index global 'CD3DX12_RESOURCE_BARRIER'", function()
  local q, b = t.queue("DIRECT", "q"), t.buf("b")
  t.run(q, function(l) l:ResourceBarrier(1, CD3DX12_RESOURCE_BARRIER.UAV(b)) end) --!
end)
case("a viewport by a helper", "GS0122 no function or value CD3DX12_VIEWPORT", function()
  local q = t.queue("DIRECT", "q")
  t.run(q, function(l) l:RSSetViewports(1, gpu.CD3DX12_VIEWPORT(0, 0, 64, 64, 0, 1)) end) --!
end)
case("the next handle by a helper", "GS0122 no function or value CD3DX12_CPU_DESCRIPTOR_HANDLE", function()
  local heap = t.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
  local size = t.device:GetDescriptorHandleIncrementSize("RTV")
  t.device:CreateRenderTargetView(t.target("x"), nil, gpu.CD3DX12_CPU_DESCRIPTOR_HANDLE(heap:GetCPUDescriptorHandleForHeapStart(), 1, size)) --!
end)
case("a name in wide letters", "GS0105 attempt to call global 'L'", function()
  t.buf("b"):SetName(L"B") --!
end)
case("a back buffer by its number, under another name", "GS0121 SwapChain has no method GetBackBuffer", function()
  local chain = t.queue("DIRECT", "q"):CreateSwapChain { BufferCount = 2, Width = 64, Height = 64, Format = "R8G8B8A8_UNORM" }
  t.rtv(chain:GetBackBuffer(0)) --!
end)

-- Lists.
case("two heaps one after the other", "GS0125 SetDescriptorHeaps takes exactly 1 argument, got 2", function()
  local q = t.queue("DIRECT", "q")
  local views = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  local samplers = t.device:CreateDescriptorHeap { Name = "samplers", Type = "SAMPLER", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.run(q, function(l) l:SetDescriptorHeaps(views, samplers) end) --!
end)
case("two lists one after the other", "GS0125 ExecuteCommandLists takes exactly 1 argument, got 2", function()
  local q = t.queue("DIRECT", "q")
  local first, second = t.list(q, function() end), t.list(q, function() end)
  q:ExecuteCommandLists(first, second) --!
end)
case("two barriers one after the other", "GS0125 ResourceBarrier takes exactly 1 argument, got 2", function()
  local q, a, b = t.queue("DIRECT", "q"), t.buf("a"), t.buf("b")
  t.run(q, function(l) l:ResourceBarrier({ Type = "UAV", Resource = a }, { Type = "UAV", Resource = b }) end) --!
end)
case("numbers for a mapped buffer without the rest are not arguments", "GS0133 takes its arguments one after the other, got a table", function()
  local up = t.upload("up", 256)
  up:Map():Write({ 1, 2, 3 }) --!
end)
case("a colour by the names of its components", "GS0131 unknown key color.r", function()
  local q, rtv = t.queue("DIRECT", "q"), t.rtv(t.target("x"))
  t.run(q, function(l) l:ClearRenderTargetView(rtv, { r = 1 }) end) --!
end)
case("a target without what happens to it", "GS0133 renderTargets[1] must be a table, got CPUDescriptorHandle", function()
  local q, rtv = t.queue("DIRECT", "q"), t.rtv(t.target("x"))
  t.run(q, function(l)
    l:BeginRenderPass { rtv } --!
    l:EndRenderPass()
  end)
end)
case("all samples, as C writes them", "GS0135 SampleMask must be at least 0, got -1", function()
  local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
  t.device:CreateGraphicsPipelineState { RootSignature = t.root(), VS = vs, PrimitiveTopologyType = "TRIANGLE", SampleMask = -1 } --!
end)

-- A member of a union says what its description is.
case("a UAV barrier that is known by its member", "silent", function()
  local q, b = t.queue("COMPUTE", "q"), t.buf("b")
  t.run(q, function(l)
    t.fill(l, b)
    l:ResourceBarrier { { UAV = { pResource = b } } }
    t.fill(l, b)
  end)
end)
case("an aliasing barrier that is known by its member", "silent", function()
  local q, from, heap = t.queue("DIRECT", "q"), t.upload("from"), t.heap(65536, "ALLOW_ONLY_BUFFERS")
  local a, b = t.placed("a", heap, 0, 256, "NONE"), t.placed("b", heap, 0, 256, "NONE")
  t.run(q, function(l)
    l:CopyBufferRegion(a, 0, from, 0, 256)
    l:ResourceBarrier { { Aliasing = { pResourceBefore = a, pResourceAfter = b } } }
    l:CopyBufferRegion(b, 0, from, 0, 256)
  end)
end)
case("root parameters that are known by their members", "silent", function()
  t.device:CreateRootSignature { Parameters = { { Constants = { Num32BitValues = 4 } },
    { DescriptorTable = { { RangeType = "SRV", NumDescriptors = 1 } } } } }
end)
case("a root parameter by its descriptor, which may be of three types", "GS0132 Parameters[1].Type is missing", function()
  t.device:CreateRootSignature { Parameters = { { Descriptor = { ShaderRegister = 0 } } } } --!
end)
case("a root parameter by its descriptor and its type", "silent", function()
  t.device:CreateRootSignature { Parameters = { { Type = "UAV", Descriptor = { ShaderRegister = 0 } } } }
end)
case("a root parameter by the number of its constants", "GS0132 Parameters[1].Type is missing", function()
  t.device:CreateRootSignature { Parameters = { { Num32BitValues = 4 } } } --!
end)
case("a root parameter by its ranges", "GS0132 Parameters[1].Type is missing", function()
  t.device:CreateRootSignature { Parameters = { { Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } } --!
end)

-- Numbers for values of enumerations.
case("a type of queues as a number", "GS0133 Type must be a string, got number 3", function()
  t.device:CreateCommandQueue { Type = 3 } --!
end)
case("a type of allocators as a number", "GS0133 type must be a string, got number 2", function()
  t.device:CreateCommandAllocator(2) --!
end)
case("a type of heaps as a number", "GS0133 HeapType must be a string, got number 2", function()
  t.device:CreateCommittedResource { HeapType = 2, Dimension = "BUFFER", Width = 256 } --!
end)
case("a type of root parameters as a number", "GS0133 Parameters[1].Type must be a string, got number 3", function()
  t.device:CreateRootSignature { Parameters = { { Type = 3 } } } --!
end)
case("a number that no type of queues has", "GS0133 Type must be a string, got number 9", function()
  t.device:CreateCommandQueue { Type = 9 } --!
end)
case("a format as a number", "GS0133 Format must be a string, got number 28", function()
  t.device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = 28 } --!
end)

-- Flags of DirectML in the place of the table in which they are.
case("flags of a machine-learning device", "GS0133 desc must be a table, got string", function()
  require "gpu.dml".CreateDevice(t.device, "DML_CREATE_DEVICE_FLAG_NONE") --!
end)
case("flags of a compiled operator", "GS0133 desc must be a table, got string", function()
  local dml = require "gpu.dml"
  local ml, tensor = dml.CreateDevice(t.device), dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 1, 4 } }
  local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = tensor, OutputTensor = tensor }
  ml:CompileOperator(relu, "DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE") --!
end)
case("flags of a compiled operator in a table", "silent", function()
  local dml = require "gpu.dml"
  local ml, tensor = dml.CreateDevice(t.device), dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 1, 4 } }
  local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = tensor, OutputTensor = tensor }
  ml:CompileOperator(relu, { Flags = "DESCRIPTORS_VOLATILE" })
end)

-- Shaders.
case("a shader that is a text", "GS0131 unknown key HLSL", function()
  gpu.ComputeShader { Name = "k", NumThreads = { 64, 1, 1 }, HLSL = "[numthreads(64, 1, 1)] void main() {}" } --!
end)
case("an input of a shader as an input layout calls it", "GS0131 unknown key Inputs[1].SemanticName", function()
  gpu.VertexShader { Name = "v", Inputs = { { SemanticName = "POSITION", Type = "float3" } }, Main = function(p) return { Position = float4(p, 1) } end } --!
end)
