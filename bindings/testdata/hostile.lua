gpu = require "gpu"
local pool, order = {}, {}

-- keep puts an object among those of its kind; both results of a call are kept.
local function keep(v)
  if type(v) ~= "userdata" then return end
  local kind = tostring(v):match "^%a+"
  pool[kind] = pool[kind] or {}
  table.insert(pool[kind], v)
end

-- try makes a call and says how it ended.
function try(f)
  local ok, a, b = pcall(f)
  if ok then
    keep(a) keep(b)
    order[#order + 1] = "."
  else
    order[#order + 1] = type(a) == "table" and a.code or "E"
    if type(a) ~= "table" then print(a) end
  end
  if #order == 25 then
    print(table.concat(order, " "))
    order = {}
  end
end

function pick(kind, i)
  local from = pool[kind] or {}
  if kind == "Shader" and i % 8 == 0 then from = pool.PixelShader end
  return from[i % math.max(#from, 1) + 1]
end

function address(i)
  local r = pick("Resource", i)
  return r and r:GetGPUVirtualAddress() or 4096
end

device = gpu.CreateDevice { Name = "device", AllowDisjointWriters = true }
local function make(class, desc) local v = device["Create" .. class](device, desc) keep(v) return v end
keep(device)
for _, type in ipairs { "DIRECT", "COMPUTE", "COPY" } do make("CommandQueue", { Type = type, Name = type }) end
main = pool.CommandQueue[1]
for _, type in ipairs { "DIRECT", "DIRECT", "COMPUTE", "COPY", "BUNDLE" } do keep(device:CreateCommandAllocator(type)) end
local fence = device:CreateFence(0, "fence")
keep(fence)
make("Heap", { SizeInBytes = 1048576, Name = "heap" })
make("Heap", { SizeInBytes = 1048576, Name = "upload heap", HeapType = "UPLOAD" })
keep(gpu.CreateEvent { Name = "event" })
for _, type in ipairs { "OCCLUSION", "TIMESTAMP", "PIPELINE_STATISTICS" } do make("QueryHeap", { Type = type, Count = 4 }) end

-- Resources.
local upload = make("CommittedResource", { Name = "upload", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4096, InitialState = "GENERIC_READ" })
local map = upload:Map()
local values = {}
for i = 1, 512 do values[i] = math.sin(i * 1.7) end
map:Write(0, "float", values)
values = {}
for i = 1, 256 do values[i] = (i * 7) % 24 end
map:Write(2048, "uint", values)
keep(map)
make("CommittedResource", { Name = "readback", HeapType = "READBACK", Dimension = "BUFFER", Width = 65536, InitialState = "COPY_DEST" })
local buffer = make("CommittedResource", { Name = "buffer", Dimension = "BUFFER", Width = 4096, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" })
local function texture(name, format, flags, state, extra)
  local d = { Name = name, Dimension = "TEXTURE2D", Width = 33, Height = 20, Format = format, Flags = flags, InitialState = state }
  for k, v in pairs(extra or {}) do d[k] = v end
  return make("CommittedResource", d)
end
local target = texture("target", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "RENDER_TARGET", { MipLevels = 2, DepthOrArraySize = 2 })
local many = texture("many", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "RENDER_TARGET", { SampleDesc = { Count = 4 } })
local float = texture("float", "R32_FLOAT", "ALLOW_RENDER_TARGET|ALLOW_UNORDERED_ACCESS", "RENDER_TARGET")
local ints = texture("ints", "R32G32_UINT", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local depth = texture("depth", "D24_UNORM_S8_UINT", "ALLOW_DEPTH_STENCIL", "DEPTH_WRITE")
local depthMany = texture("depth of many", "D32_FLOAT", "ALLOW_DEPTH_STENCIL", "DEPTH_WRITE", { SampleDesc = { Count = 4 } })
local plain = texture("plain", "R8G8B8A8_UNORM", "NONE", "COMMON", { MipLevels = 3 })
local solid = texture("solid", "R16G16_FLOAT", "NONE", "COMMON", { Dimension = "TEXTURE3D", DepthOrArraySize = 5 })
local line = texture("line", "R8_UINT", "ALLOW_UNORDERED_ACCESS", "COMMON", { Dimension = "TEXTURE1D", Height = 1 })
local blocks = texture("blocks", "BC1_UNORM", "NONE", "COMMON", { Width = 16, Height = 16 })

-- Views.
local views = make("DescriptorHeap", { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" })
local staging = make("DescriptorHeap", { Name = "staging", Type = "CBV_SRV_UAV", NumDescriptors = 8 })
local samplers = make("DescriptorHeap", { Name = "samplers", Type = "SAMPLER", NumDescriptors = 2, Flags = "SHADER_VISIBLE" })
local rtvs = make("DescriptorHeap", { Name = "rtvs", Type = "RTV", NumDescriptors = 8 })
local dsvs = make("DescriptorHeap", { Name = "dsvs", Type = "DSV", NumDescriptors = 4 })
for _, heap in ipairs { views, staging } do
  local slot = heap:GetCPUDescriptorHandle(0)
  device:CreateShaderResourceView(plain, nil, slot)
  device:CreateShaderResourceView(upload, { Format = "R32_FLOAT", ViewDimension = "BUFFER" }, slot:Offset(1))
  device:CreateUnorderedAccessView(buffer, nil, { Format = "R32_UINT", ViewDimension = "BUFFER" }, slot:Offset(2))
  device:CreateUnorderedAccessView(float, nil, nil, slot:Offset(3))
  device:CreateConstantBufferView({ BufferLocation = upload:GetGPUVirtualAddress(), SizeInBytes = 256 }, slot:Offset(4))
  device:CreateShaderResourceView(blocks, nil, slot:Offset(5))
  device:CreateUnorderedAccessView(buffer, nil, { ViewDimension = "BUFFER", StructureByteStride = 16 }, slot:Offset(6))
  for i = 0, 7 do keep(slot:Offset(i)) end
end
for i = 0, 7 do keep(views:GetGPUDescriptorHandle(i)) end
for i = 0, 1 do device:CreateSampler({ Filter = i == 0 and "ANISOTROPIC" or "MIN_MAG_MIP_POINT", MaxAnisotropy = 4 }, samplers:GetCPUDescriptorHandle(i)) keep(samplers:GetGPUDescriptorHandle(i)) end
local rtv, targets = {}, { target, many, float, ints }
for i = 1, 4 do
  rtv[i] = rtvs:GetCPUDescriptorHandle(i)
  device:CreateRenderTargetView(targets[i], nil, rtv[i])
  keep(rtv[i])
end
rtv[5] = rtvs:GetCPUDescriptorHandle(5)
device:CreateRenderTargetView(target, { ViewDimension = "TEXTURE2DARRAY", MipSlice = 1, FirstArraySlice = 1, ArraySize = 1 }, rtv[5])
local dsv = { dsvs:GetCPUDescriptorHandle(0), dsvs:GetCPUDescriptorHandle(1) }
device:CreateDepthStencilView(depth, nil, dsv[1])
device:CreateDepthStencilView(depthMany, nil, dsv[2])
keep(dsv[1]) keep(dsv[2])

-- Shaders.
local image, numbers = gpu.Texture2D("t0", "float4"), gpu.Buffer("t1", "float")
local out, paint = gpu.RWBuffer("u0", "uint"), gpu.RWTexture2D("u1", "float")
local sampler = gpu.SamplerState("s0")
local constants = gpu.ConstantBuffer("b0", { { "scale", "float4" }, { "n", "uint" }, { "m", "int3" } })
local shared = gpu.GroupShared("uint", 64)
keep(image) keep(out) keep(shared) keep(gpu.AsUint(7))
local function shader(s) keep(s) return s end
local cs = { shader(gpu.ComputeShader { Name = "add", NumThreads = { 8, 8 }, Main = function(DispatchThreadID, GroupIndex)
  shared[GroupIndex] = DispatchThreadID.x + constants.n
  GroupMemoryBarrierWithGroupSync()
  out[DispatchThreadID.x * 3 + DispatchThreadID.y] = shared[63 - GroupIndex] + uint(numbers[DispatchThreadID.y] * 8.0)
  paint[DispatchThreadID.xy] = constants.scale.x * float(DispatchThreadID.x)
end }), shader(gpu.ComputeShader { Name = "count", NumThreads = { 64 }, Main = function(GroupIndex)
  for i = 0, constants.m.x do out[0] = out[0] + uint(i) end
  InterlockedAdd(out[GroupIndex % 4], 1)
end }) }
local vs = { shader(gpu.VertexShader { Name = "id", Main = function(VertexID, InstanceID)
  local x, y = float(VertexID % 2) * 2 - 1, float(VertexID / 2 % 2) * 2 - 1
  return { Position = float4(x, y, 0.5, 1), uv = float2(x, y), id = InstanceID }
end }), shader(gpu.VertexShader { Name = "input", Inputs = { { "POSITION", "float3" }, { "TEXCOORD", "float2" } }, Main = function(p, uv)
  return { Position = float4(p * constants.scale.xyz + p, p.x + p.y), uv = uv, id = 3 }
end }) }
local ps = { shader(gpu.PixelShader { Name = "uv", Main = function(v) return float4(v.uv, 0, 0.5) end }),
  shader(gpu.PixelShader { Name = "sample", Main = function(v)
    if v.uv.x > 0.9 then discard() end
    return image:Sample(sampler, v.uv * 4)
  end }), shader(gpu.PixelShader { Name = "ints", Main = function(v, Position) return uint2(uint(v.id), uint(Position.x)) end }),
  shader(gpu.PixelShader { Name = "store", Main = function(v, Position)
    out[uint(Position.x)] = uint(Position.y)
    return { Target0 = float4(1, numbers[uint(Position.x)], 0, 1), Depth = 0.25 }
  end }), nil }

-- Pipelines of all kinds of states.
local root = make("RootSignature", { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2 }, { Type = "UAV", NumDescriptors = 2 } } },
  { Type = "CBV", ShaderRegister = 0 }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SAMPLER", NumDescriptors = 1 } } } } })
make("RootSignature", { Name = "empty" })
for _, s in ipairs(cs) do make("ComputePipelineState", { RootSignature = root, CS = s }) end
local over = { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = "INV_SRC_ALPHA" }
for i = 0, 23 do
  local kind = i % 6
  local many = kind == 4
  make("GraphicsPipelineState", { Name = "pipeline " .. i, RootSignature = root, VS = vs[i % 2 + 1], PS = ({ ps[1], ps[2], ps[3], ps[4], ps[1] })[kind + 1],
    InputLayout = { { "POSITION", "R32G32B32_FLOAT" }, { "TEXCOORD", "R16G16_SNORM" } }, PrimitiveTopologyType = ({ "TRIANGLE", "LINE", "POINT", "TRIANGLE" })[i % 4 + 1],
    RTVFormats = { kind == 2 and "R32G32_UINT" or kind == 5 and "UNKNOWN" or "R8G8B8A8_UNORM" }, DSVFormat = many and "D32_FLOAT" or i % 3 == 0 and "D24_UNORM_S8_UINT" or "UNKNOWN",
    SampleDesc = { Count = many and 4 or 1 }, RasterizerState = { CullMode = "NONE", FillMode = i % 5 == 0 and "WIREFRAME" or "SOLID", DepthBias = i - 12, SlopeScaledDepthBias = i / 4 },
    BlendState = { RenderTarget = { kind < 2 and over or {} }, AlphaToCoverageEnable = i == 4 },
    DepthStencilState = { DepthEnable = i % 3 == 0 or many, DepthFunc = "LESS_EQUAL", StencilEnable = i % 6 == 0, FrontFace = { StencilPassOp = "INCR" }, BackFace = { StencilFailOp = "INVERT", StencilFunc = "LESS" } } })
end
local layouts = { { 12, { { Type = "DISPATCH" } } }, { 16, { { Type = "DRAW" } } }, { 20, { { Type = "DRAW_INDEXED" } } } }
for _, l in ipairs(layouts) do make("CommandSignature", { ByteStride = l[1], ArgumentDescs = l[2] }) end
keep(main:CreateSwapChain { Width = 16, Height = 16 })
for i = 0, 1 do keep(pool.SwapChain[1]:GetBuffer(i)) end
local bundle = make("CommandList", { Type = "BUNDLE", Allocator = pool.CommandAllocator[5], Name = "bundle" })
bundle:SetPipelineState(pool.PipelineState[3])
bundle:IASetPrimitiveTopology "TRIANGLESTRIP"
bundle:DrawInstanced(4, 1)
bundle:Close()
list = make("CommandList", { Type = "DIRECT", Allocator = pool.CommandAllocator[1], Name = "list" })

-- The engine level: on a machine of its own device, so that both levels are tried in one script.
engine = require "gpu.engine"
local render, immediate = engine.CreateDeviceAndContexts { Name = "engine", DeferredContexts = 2, DynamicHeapPageSize = 4096 }
keep(render) keep(immediate) keep(immediate) keep(render:GetDeferredContext(1))
for _, desc in ipairs {
  { Name = "structured", Size = 256, BindFlags = "SHADER_RESOURCE|UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 },
  { Name = "dynamic", Size = 64, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER|SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 4 },
  { Name = "staging", Size = 64, Usage = "STAGING", CPUAccessFlags = "READ" } } do
  keep(render:CreateBuffer(desc))
end
keep(render:CreateTexture { Name = "engine texture", Width = 8, Height = 8, Format = "R8G8B8A8_UNORM", BindFlags = "SHADER_RESOURCE|RENDER_TARGET" })
keep(pool.Texture[1]:GetDefaultView("RENDER_TARGET"))
keep(pool.Buffer[1]:GetDefaultView("SHADER_RESOURCE"))
keep(render:CreateSampler { Name = "engine sampler" })
keep(render:CreateFence { Name = "engine fence" })
keep(render:CreateQuery { Name = "engine query", Type = "DURATION" })
local engineOutput = gpu.RWStructuredBuffer("u0", "float")
local fill = render:CreateComputePipelineState { Name = "fill", ResourceLayout = { DefaultVariableType = "DYNAMIC" },
  CS = gpu.ComputeShader { Name = "fill", NumThreads = { 4, 1, 1 }, Main = function(DispatchThreadID) engineOutput[DispatchThreadID.x] = 1 end } }
keep(fill)
local srb = fill:CreateShaderResourceBinding("engine srb")
keep(srb) keep(srb:GetVariableByName("COMPUTE", "engineOutput"))
srb:GetVariableByName("COMPUTE", "engineOutput"):Set(pool.Buffer[1])

print "the world is made"

-- scene records a draw or dispatch in the order of a frame, and submits now and then.
local signals, topologies = 0, { "TRIANGLESTRIP", "TRIANGLELIST", "LINELIST", "LINESTRIP", "POINTLIST" }
function scene(a, b, c, d, e)
  local function call(method, ...)
    local arguments = { ... }
    local n = select("#", ...)
    try(function() return list[method](list, unpack(arguments, 1, n)) end)
  end
  call("SetGraphicsRootSignature", root)
  call("SetComputeRootSignature", root)
  call("SetDescriptorHeaps", { views, samplers })
  call("SetGraphicsRootDescriptorTable", 0, views:GetGPUDescriptorHandle(0))
  call("SetComputeRootDescriptorTable", 0, views:GetGPUDescriptorHandle(0))
  call("SetGraphicsRootDescriptorTable", 2, samplers:GetGPUDescriptorHandle(a % 2))
  call("SetGraphicsRootConstantBufferView", 1, upload:GetGPUVirtualAddress() + 256 * d)
  call("SetComputeRootConstantBufferView", 1, upload:GetGPUVirtualAddress() + 256 * c)
  local p, kind, tested = pick("PipelineState", e), e % 5 + 1, ({ dsv[1], dsv[2], nil })[b % 3 + 1]
  local topology, rt = topologies[kind], rtv[kind]
  local number = p and tonumber(p:GetName():match "^pipeline (%d+)$")
  if number and c < 7 then                                             -- mostly what fits the pipeline
    topology = ({ "TRIANGLESTRIP", "LINESTRIP", "POINTLIST", "TRIANGLELIST" })[number % 4 + 1]
    rt = number % 6 == 2 and rtv[4] or number % 6 == 4 and rtv[2] or number % 6 ~= 5 and rtv[d % 2 * 4 + 1] or nil
    tested = number % 6 == 4 and dsv[2] or number % 3 == 0 and dsv[1] or nil
  end
  call("SetPipelineState", p)
  call("RSSetViewports", { { TopLeftX = b - 4, TopLeftY = c / 3, Width = 33 + d, Height = 4 * (a + 1) } })
  call("RSSetScissorRects", { { Left = a - 4, Top = 0, Right = 30 + b, Bottom = 25 } })
  call("IASetVertexBuffers", 0, { { BufferLocation = upload:GetGPUVirtualAddress(), SizeInBytes = 512, StrideInBytes = 4 * (d + 1) } })
  call("IASetIndexBuffer", { BufferLocation = upload:GetGPUVirtualAddress() + 2048, SizeInBytes = 512, Format = a % 2 == 0 and "R32_UINT" or "R16_UINT" })
  call("IASetPrimitiveTopology", topology)
  call("OMSetRenderTargets", { rt }, tested)
  call("OMSetStencilRef", e % 256)
  if a < 3 then call("DrawInstanced", b * 3, d, c) elseif a < 5 then call("DrawIndexedInstanced", 3 * e % 90, d, b, c - 4, a)
  elseif a == 5 then call("Dispatch", b, c, d) elseif a == 6 then call("ExecuteBundle", pick("CommandList", 0))
  else call("ExecuteIndirect", pick("CommandSignature", b), c, upload, 2048 + 4 * d) end
  if b < 2 then
    call("Close")
    try(function() main:ExecuteCommandLists { list } end)
    signals = signals + 1
    try(function() main:Signal(fence, signals) end)
    if c > 1 then try(function() fence:WaitCPU(signals) end) end
    list = make("CommandList", { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT", Name = "list " .. signals })
  end
end

-- finish shows what became of the resources.
function finish()
  print(table.concat(order, " "))
  for i, r in ipairs(pool.Resource) do
    local ok, hash = pcall(gpu.Hash, r)
    print(i, ok and hash or type(hash) == "table" and hash.code or hash)
  end
  print(gpu.FormatTime(gpu.Now()))
end
