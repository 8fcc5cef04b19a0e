-- Draws that go through in several pieces: the vertices of a part of an instance at a time. Each is compared with the same primitives drawn a few at a time.
local gpu = require "gpu"
local SIZE, CELLS = 96, 160                                         -- 160 x 160 cells, two triangles each: 153600 indices, four pieces
local device = gpu.CreateDevice { Name = "device" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence, value = device:CreateFence(0, "done"), 0

local function submit(name, record)
  local list = device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = device:CreateCommandAllocator "DIRECT" }
  record(list)
  list:Close()
  queue:ExecuteCommandLists { list }
  value = value + 1
  queue:Signal(fence, value)
  fence:WaitCPU(value)
end

local function upload(name, kind, values, bytes)
  local b = device:CreateCommittedResource { Name = name, HeapType = "UPLOAD", Dimension = "BUFFER", Width = #values * bytes, InitialState = "GENERIC_READ" }
  b:Map():Write(0, kind, values)
  b:Unmap()
  return b
end

-- A grid whose cells turn around its middle, so that later triangles hide earlier ones; each vertex has a colour of its own.
local vertices, indices = {}, {}
for j = 0, CELLS do
  for i = 0, CELLS do
    local turn, far = 9 * i / CELLS, j / CELLS
    for _, v in ipairs { far * math.cos(turn), far * math.sin(turn), i * 7 % 64 / 64, j * 11 % 64 / 64, (i + j) % 32 / 32 } do vertices[#vertices + 1] = v end
  end
end
for j = 0, CELLS - 1 do
  for i = 0, CELLS - 1 do
    local a, c = j * (CELLS + 1) + i, (j + 1) * (CELLS + 1) + i
    for _, v in ipairs { a, a + 1, c + 1, a, c + 1, c } do indices[#indices + 1] = v end
  end
end
local vb, ib, scales = upload("vertices", "float", vertices, 4), upload("indices", "uint", indices, 4), upload("scales", "float", { 1, 0.6 }, 4)

local root = device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
local vs = gpu.VertexShader { Name = "turned", Inputs = { { "POSITION", "float2" }, { "COLOR", "float3" }, { "SCALE", "float" } },
  Main = function(p, color, scale) return { Position = float4(p * scale, 0.5, 1.0), color = color } end }
local ps = gpu.PixelShader { Name = "coloured", Main = function(v) return float4(v.color, 1) end }
local pipeline = device:CreateGraphicsPipelineState { Name = "turned", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
  InputLayout = { { "POSITION", "R32G32_FLOAT" }, { "COLOR", "R32G32B32_FLOAT" }, { "SCALE", "R32_FLOAT", InputSlot = 1, InputSlotClass = "PER_INSTANCE_DATA", InstanceDataStepRate = 1 } }, RTVFormats = { "R8G8B8A8_UNORM" },
  RasterizerState = { CullMode = "NONE" }, DepthStencilState = { DepthEnable = false } }
local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }

local function picture(name, draw)
  local target = device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = SIZE, Height = SIZE, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET",
    InitialState = "RENDER_TARGET", OptimizedClearValue = { Format = "R8G8B8A8_UNORM", Color = { 0, 0, 0, 0 } } }
  local back = device:CreateCommittedResource { Name = "back of " .. name, HeapType = "READBACK", Dimension = "BUFFER", Width = SIZE * SIZE * 4 + 4096 * 4, InitialState = "COPY_DEST" }
  local rtv = rtvs:GetCPUDescriptorHandle(0)
  device:CreateRenderTargetView(target, nil, rtv)
  submit(name, function(l)
    l:SetGraphicsRootSignature(root)
    l:SetPipelineState(pipeline)
    l:RSSetViewports { { Width = SIZE, Height = SIZE } }
    l:RSSetScissorRects { { Right = SIZE, Bottom = SIZE } }
    l:OMSetRenderTargets { rtv }
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
    l:IASetPrimitiveTopology "TRIANGLELIST"
    l:IASetVertexBuffers(0, { { BufferLocation = vb:GetGPUVirtualAddress(), SizeInBytes = #vertices * 4, StrideInBytes = 20 },
      { BufferLocation = scales:GetGPUVirtualAddress(), SizeInBytes = 8, StrideInBytes = 4 } })
    l:IASetIndexBuffer { BufferLocation = ib:GetGPUVirtualAddress(), SizeInBytes = #indices * 4, Format = "R32_UINT" }
    draw(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = target, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
    l:CopyTextureRegion({ Resource = back, Format = "R8G8B8A8_UNORM", Width = SIZE, Height = SIZE, RowPitch = 512 }, 0, 0, 0, { Resource = target, Subresource = 0 })
  end)
  local texels = {}
  local map = back:Map()
  for y = 0, SIZE - 1 do
    for _, texel in ipairs(map:Read(y * 512, "uint", SIZE)) do texels[#texels + 1] = texel end
  end
  back:Unmap()
  return texels
end

local function compare(what, a, b)
  local drawn, different = 0, 0
  for i, texel in ipairs(a) do
    if texel ~= 0 then drawn = drawn + 1 end
    if texel ~= b[i] then different = different + 1 end
  end
  print(what, drawn .. " pixels drawn", different .. " different")
end

local few = 6 * CELLS * 10                                           -- ten rows
for instances = 1, 2 do
  local whole = picture("whole", function(l) l:DrawIndexedInstanced(#indices, instances, 0, 0, 0) end)
  local parts = picture("parts", function(l)
    for instance = 0, instances - 1 do
      for first = 0, #indices - 1, few do l:DrawIndexedInstanced(few, 1, first, 0, instance) end
    end
  end)
  compare(instances == 1 and "one instance" or "two instances", whole, parts)
end
