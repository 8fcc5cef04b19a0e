-- What all cases stand on: one device, short ways to make objects, lists and commands, and case() itself. Every function composes
-- public calls of the API and nothing else.
--
--   gpuscript tests/cases/queues.lua                     names and expectations, one a line
--   gpuscript tests/cases/queues.lua "copy then copy"    runs this case
local gpu = require "gpu"

local t = { gpu = gpu }
local device

-- case declares a case: its name, what it is expected to say ("silent", or codes with words of their headlines, joined by "; "), and
-- its body, which gets the helpers below.
function t.case(name, expected, body)
  if not arg[1] then
    print(name .. "\t" .. expected)
  elseif arg[1] == name then
    device = gpu.CreateDevice { Name = "device" }
    t.device = device
    print("case " .. name)
    body(t)
  end
end

-- Objects. Buffers begin in COMMON, textures where state says.
function t.queue(type, name) return device:CreateCommandQueue { Type = type, Name = name or type:lower() } end
function t.fence(name, value) return device:CreateFence(value or 0, name or "F") end

function t.buf(name, size, options)
  options = options or {}
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = size or 4096,
    InitialState = options.state or "COMMON", Flags = options.flags or "ALLOW_UNORDERED_ACCESS" }
end

function t.upload(name, size)
  return device:CreateCommittedResource { Name = name, HeapType = "UPLOAD", Dimension = "BUFFER", Width = size or 4096, InitialState = "GENERIC_READ" }
end

function t.readback(name, size)
  return device:CreateCommittedResource { Name = name, HeapType = "READBACK", Dimension = "BUFFER", Width = size or 4096, InitialState = "COPY_DEST" }
end

function t.tex(name, state, flags, more)
  local d = { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
    InitialState = state or "COMMON", Flags = flags or "NONE" }
  for k, v in pairs(more or {}) do d[k] = v end
  return device:CreateCommittedResource(d)
end

function t.heap(size, flags, alignment) return device:CreateHeap { Name = "heap", SizeInBytes = size or 131072, Flags = flags, Alignment = alignment } end

function t.placed(name, heap, offset, size, flags)
  return device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = offset or 0, Dimension = "BUFFER", Width = size or 4096,
    InitialState = "COMMON", Flags = flags or "ALLOW_UNORDERED_ACCESS" }
end

-- A closed list for a queue, on an allocator of its own; body records it.
function t.list(queue, body, name)
  local type = queue:GetDesc().Type
  local l = device:CreateCommandList { Type = type, Name = name or "list", Allocator = device:CreateCommandAllocator(type) }
  body(l)
  l:Close()
  return l
end

-- run submits what body records.
function t.run(queue, body, name)
  queue:ExecuteCommandLists { t.list(queue, body, name) }
end

-- idle waits on the CPU for all that the queue has been given.
function t.idle(queue)
  local f = device:CreateFence(0, "idle")
  queue:Signal(f, 1)
  f:WaitCPU(1)
end

-- Barriers.
function t.go(l, r, before, after, sub, flags)
  l:ResourceBarrier { { Type = "TRANSITION", Resource = r, Before = before, After = after, Subresource = sub, Flags = flags } }
end
function t.uav(l, r) l:ResourceBarrier { { Type = "UAV", Resource = r } } end
function t.alias(l, before, after) l:ResourceBarrier { { Type = "ALIASING", ResourceBefore = before, ResourceAfter = after } } end

-- A location of CopyTextureRegion in a buffer: rows of 64 texels of 4 bytes.
function t.rows(buffer, height, offset, width)
  return { Resource = buffer, Offset = offset or 0, Format = "R8G8B8A8_UNORM", Width = width or 64, Height = height or 64, RowPitch = 256 }
end

-- Kernels. Constants are b0: { first element, value }.
local params = gpu.ConstantBuffer("b0", { { "first", "uint" }, { "value", "uint" } })
local cbv    = gpu.ConstantBuffer("b1", { { "x", "uint" } })
local src    = gpu.StructuredBuffer("t0", "uint")
local dst    = gpu.RWStructuredBuffer("u0", "uint")
local kernels = {
  -- dst[first, first + 64) := value
  fill = function(GroupIndex) dst[params.first + GroupIndex] = params.value end,
  -- dst[first, first + 64) := src[same]
  move = function(GroupIndex) dst[params.first + GroupIndex] = src[params.first + GroupIndex] end,
  -- dst[0] := 64 more
  count = function(GroupIndex) InterlockedAdd(dst[params.first], 1) end,
  -- dst[i] grows by itself: reads and writes the same places
  grow = function(GroupIndex) dst[params.first + GroupIndex] = dst[params.first + GroupIndex] + 1 end,
  -- dst[first + 64, first + 128) := dst[first, first + 64)
  shift = function(GroupIndex) dst[params.first + 64 + GroupIndex] = dst[params.first + GroupIndex] end,
  -- dst[first, …) := the constant of b1
  constant = function(GroupIndex) dst[params.first + GroupIndex] = cbv.x end,
}

local root
-- The root signature of all kernels: constants, root SRV t0, root UAV u0, root CBV b1.
function t.root()
  root = root or device:CreateRootSignature { Name = "root", Parameters = {
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 2 }, { Type = "SRV", ShaderRegister = 0, Flags = "DATA_VOLATILE" },
    { Type = "UAV", ShaderRegister = 0 }, { Type = "CBV", ShaderRegister = 1, Flags = "DATA_VOLATILE" } } }
  return root
end

local pipelines = {}
function t.pso(kernel)
  pipelines[kernel] = pipelines[kernel] or device:CreateComputePipelineState { Name = kernel, RootSignature = t.root(),
    CS = gpu.ComputeShader { Name = kernel, NumThreads = { 64, 1, 1 }, Main = kernels[kernel] } }
  return pipelines[kernel]
end

-- use binds a kernel with its arguments: to and from are buffers, first and value the constants.
function t.use(l, kernel, to, from, first, value)
  l:SetPipelineState(t.pso(kernel))
  l:SetComputeRootSignature(t.root())
  l:SetComputeRoot32BitConstants(0, { gpu.AsUint(first or 0), gpu.AsUint(value or 7) })
  if to then l:SetComputeRootUnorderedAccessView(2, to:GetGPUVirtualAddress()) end
  if from then
    if kernel == "constant" then l:SetComputeRootConstantBufferView(3, from:GetGPUVirtualAddress())
    else l:SetComputeRootShaderResourceView(1, from:GetGPUVirtualAddress()) end
  end
end
function t.dispatch(l, kernel, to, from, first, value)
  t.use(l, kernel, to, from, first, value)
  l:Dispatch(1, 1, 1)
end
function t.fill(l, to, first, value) t.dispatch(l, "fill", to, nil, first, value) end

-- Drawing: a triangle over the whole target, of no vertex buffer ("plain") or of one ("vertices").
local vs = { plain = { Name = "vs", Main = function(VertexID)
    return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) }
  end },
  vertices = { Name = "vs_in", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end } }
local ps = { Name = "ps", Main = function(v) return float4(1.0, 0.5, 0.25, 1.0) end }

local drawRoot
function t.drawing(kind, options)
  options = options or {}
  drawRoot = drawRoot or device:CreateRootSignature { Name = "draw root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
  local d = { Name = "draw " .. kind, RootSignature = options.root or drawRoot, VS = gpu.VertexShader(vs[kind]),
    PS = gpu.PixelShader(options.ps or ps), RasterizerState = { CullMode = "NONE" }, PrimitiveTopologyType = "TRIANGLE",
    RTVFormats = { options.format or "R8G8B8A8_UNORM" }, SampleDesc = { Count = options.samples or 1 } }
  if kind == "vertices" then d.InputLayout = { { "POSITION", "R32G32_FLOAT" } } end
  if options.depth then
    d.DSVFormat = "D32_FLOAT"
    d.DepthStencilState = { DepthEnable = true, DepthWriteMask = options.depth, DepthFunc = options.compare or "ALWAYS" }
  else
    d.DepthStencilState = { DepthEnable = false }
  end
  return device:CreateGraphicsPipelineState(d)
end

local rtvs, dsvs, nrtv, ndsv
function t.rtv(texture, desc)
  rtvs = rtvs or device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 16 }
  nrtv = (nrtv or -1) + 1
  local h = rtvs:GetCPUDescriptorHandle(nrtv)
  device:CreateRenderTargetView(texture, desc, h)
  return h
end
function t.dsv(texture, desc)
  dsvs = dsvs or device:CreateDescriptorHeap { Name = "dsvs", Type = "DSV", NumDescriptors = 16 }
  ndsv = (ndsv or -1) + 1
  local h = dsvs:GetCPUDescriptorHandle(ndsv)
  device:CreateDepthStencilView(texture, desc, h)
  return h
end
function t.target(name, state) return t.tex(name, state or "RENDER_TARGET", "ALLOW_RENDER_TARGET") end
function t.depth(name, state) return t.tex(name, state or "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = "D32_FLOAT" }) end

-- drawState sets everything that a draw to rtv needs.
function t.drawState(l, pso, rtv, dsv, rootSignature)
  l:SetPipelineState(pso)
  l:SetGraphicsRootSignature(rootSignature or drawRoot)
  l:RSSetViewports { { Width = 64, Height = 64 } }
  l:RSSetScissorRects { { Right = 64, Bottom = 64 } }
  l:OMSetRenderTargets({ rtv }, dsv)
  l:IASetPrimitiveTopology "TRIANGLELIST"
end
function t.vertices(l, buffer, bytes)
  l:IASetVertexBuffers(0, { { BufferLocation = buffer:GetGPUVirtualAddress(), SizeInBytes = bytes or 24, StrideInBytes = 8 } })
end
function t.indices(l, buffer, bytes)
  l:IASetIndexBuffer { BufferLocation = buffer:GetGPUVirtualAddress(), SizeInBytes = bytes or 12, Format = "R32_UINT" }
end

-- varying is a kernel that reads one of four textures, whose number stands in a constant: gpu.AsUint of it is the last argument of run. other is the
-- number of a texture in another state, nil: none.
local textures, number, chosen = gpu.Texture2D("t0", "float4", 4), gpu.ConstantBuffer("b0", { { "index", "uint" } }), gpu.RWStructuredBuffer("u0", "uint")
function t.varying(other)
  local w = { textures = {} }
  w.root = t.device:CreateRootSignature { Name = "varying root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 4, Flags = "DESCRIPTORS_VOLATILE" } } }, { Type = "UAV" } } }
  local shader = gpu.ComputeShader { Name = "varying", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) chosen[GroupIndex] = uint(textures[number.index]:Load(int3(0, 0, 0)).x) end }
  w.pso = t.device:CreateComputePipelineState { Name = "varying", RootSignature = w.root, CS = shader }
  w.heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  w.to = t.buf("to")
  for i = 1, 4 do
    w.textures[i] = t.tex("x" .. i, i == other and "COPY_DEST" or "NON_PIXEL_SHADER_RESOURCE")
    t.device:CreateShaderResourceView(w.textures[i], nil, w.heap:GetCPUDescriptorHandle(i - 1))
  end
  function w.run(q, index, to)
    t.run(q, function(l)
      l:SetDescriptorHeaps { w.heap }
      l:SetComputeRootSignature(w.root)
      l:SetPipelineState(w.pso)
      l:SetComputeRoot32BitConstants(0, { gpu.AsUint(index) })
      l:SetComputeRootDescriptorTable(1, w.heap:GetGPUDescriptorHandle(0))
      l:SetComputeRootUnorderedAccessView(2, (to or w.to):GetGPUVirtualAddress())
      l:Dispatch(1, 1, 1)
    end, "reads " .. index)
  end
  return w
end

return t
