-- Which bytes a draw touches, one by one: a copy queue touches bytes at the same time, and the two meet or they do not.
-- Every line says where they meet; "apart" are neighbours of the bytes that the draw touches. What helper pixels read counts only where a derivative needs it.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device", AllowDisjointWriters = true }
local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fences = { device:CreateFence(0, "A"), device:CreateFence(0, "B") }

local function buffer(name, heap, state, size, flags)
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = size or 1024, InitialState = state, Flags = flags }
end
local function texture(name, format, flags, state, samples, mips)
  return device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = 16, Height = 16, MipLevels = mips or 1, Format = format, Flags = flags, InitialState = state,
    SampleDesc = { Count = samples or 1 } }
end
local staging, back = buffer("staging", "UPLOAD", "GENERIC_READ", 8192), buffer("back", "READBACK", "COPY_DEST", 8192)
local map = staging:Map()
map:Write(0, "float", { -1,1,0, 0,1,0, -1,0,0,  9,9,9 })           -- a triangle in the upper left quarter: pixels of 8 x 8, half of them
map:Write(512, "ushort", { 7, 0, 1, 2, 7, 7 })
staging:Unmap()

local tex, numbers, written = gpu.Texture2D("t0", "float4"), gpu.StructuredBuffer("t1", "float"), gpu.RWStructuredBuffer("u1", "float")
local constants = gpu.ConstantBuffer("b0", { { "pad", "float4" }, { "color", "float4" } })
local function vertexShader(name, main) return gpu.VertexShader { Name = name, Inputs = { { "POSITION", "float3" } }, Main = main } end
local plainVS = vertexShader("plain", function(p) return { Position = float4(p, 1) } end)
local readingVS = vertexShader("reading", function(p, VertexID) return { Position = float4(p.xy, numbers[VertexID + 4], 1) } end)
local shaders = {
  plain = gpu.PixelShader { Name = "plain", Main = function(v) return float4(1, 1, 1, 1) end },
  samples = gpu.PixelShader { Name = "samples", Main = function(v) return tex:Load(int3(int(v.Position.x), int(v.Position.y), 0)) end },
  constant = gpu.PixelShader { Name = "constant", Main = function(v) return constants.color end },
  writes = gpu.PixelShader { Name = "writes", Main = function(v) written[uint(v.Position.y) * 16 + uint(v.Position.x)] = 1.0 return float4(0, 0, 0, 0) end },
}
local root = device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "SRV", ShaderRegister = 1 }, { Type = "UAV", ShaderRegister = 1 }, { Type = "CBV" } } }

local views = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
local rtvs, dsvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 3 }, device:CreateDescriptorHeap { Type = "DSV", NumDescriptors = 1 }
local target, many, depth = texture("target", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "COMMON"), texture("many", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "COMMON", 4),
  texture("depth", "D32_FLOAT_S8X24_UINT", "ALLOW_DEPTH_STENCIL", "COMMON")
local canvas = texture("canvas", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local one = texture("one", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "COMMON")
local canvasRTV = rtvs:GetCPUDescriptorHandle(2)
device:CreateRenderTargetView(canvas, nil, canvasRTV)
local rtv, manyRTV, dsv = rtvs:GetCPUDescriptorHandle(0), rtvs:GetCPUDescriptorHandle(1), dsvs:GetCPUDescriptorHandle(0)
device:CreateRenderTargetView(target, nil, rtv)
device:CreateRenderTargetView(many, nil, manyRTV)
device:CreateDepthStencilView(depth, nil, dsv)
local colors, blocks = texture("colors", "R8G8B8A8_UNORM", nil, "COMMON", 1, 2), texture("blocks", "BC3_UNORM", nil, "COMMON", 1, 2)
local vertices, indices, values, output = buffer("vertices", "DEFAULT", "COMMON"), buffer("indices", "DEFAULT", "COMMON"), buffer("values", "DEFAULT", "COMMON"),
  buffer("output", "DEFAULT", "COMMON", 1024, "ALLOW_UNORDERED_ACCESS")
local queries = device:CreateQueryHeap { Name = "queries", Type = "OCCLUSION", Count = 4 }

local value = 0
local function wait(queue, i, v) queue:Signal(fences[i], v) return fences[i]:WaitCPU(v) end
local function list(type, name) return device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) } end
local function run(queue, i, record)
  local l = list(i == 1 and "DIRECT" or "COPY", "fill")
  record(l)
  l:Close()
  queue:ExecuteCommandLists { l }
  value = value + 1
  wait(queue, i, value)
end
local filled = { [vertices] = 0, [values] = 256, [indices] = 512 }
run(main, 1, function(l)
  for _, b in ipairs { vertices, values, indices } do l:CopyBufferRegion(b, 0, staging, filled[b], 256) end
end)

local function pipeline(ps, extra)
  local desc = { Name = ps, RootSignature = root, VS = plainVS, PS = shaders[ps], PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" },
    RasterizerState = { CullMode = "NONE" }, DepthStencilState = { DepthEnable = false }, InputLayout = { { "POSITION", "R32G32B32_FLOAT" } } }
  for k, v in pairs(extra or {}) do desc[k] = v end
  return device:CreateGraphicsPipelineState(desc)
end

local function draw(l, pso, options)
  options = options or {}
  l:SetPipelineState(pso)
  l:SetGraphicsRootSignature(root)
  l:SetDescriptorHeaps { views }
  l:SetGraphicsRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
  l:SetGraphicsRootShaderResourceView(1, values:GetGPUVirtualAddress())
  l:SetGraphicsRootUnorderedAccessView(2, output:GetGPUVirtualAddress())
  l:SetGraphicsRootConstantBufferView(3, values:GetGPUVirtualAddress())
  l:RSSetViewports { { Width = 16, Height = 16 } }
  l:RSSetScissorRects { { Right = 16, Bottom = 16 } }
  l:OMSetRenderTargets({ options.rtv or canvasRTV }, options.dsv)
  l:IASetPrimitiveTopology "TRIANGLELIST"
  l:IASetVertexBuffers(0, { { BufferLocation = vertices:GetGPUVirtualAddress(), SizeInBytes = 48, StrideInBytes = 12 } })
  l:IASetIndexBuffer { BufferLocation = indices:GetGPUVirtualAddress(), SizeInBytes = 12, Format = "R16_UINT" }
  if options.indexed then l:DrawIndexedInstanced(3, 1, 1) else l:DrawInstanced(3, 1) end
end

-- What the copy queue does: it reads or writes bytes of a buffer, or texels of a texture.
local function writes(b, from, size) return function(l) l:CopyBufferRegion(b, from, staging, filled[b] + from, size) end end
local function reads(b, from, size) return function(l) l:CopyBufferRegion(back, 0, b, from, size) end end
local function paints(t, x, y, sub, w, h, format)
  return function(l)
    l:CopyTextureRegion({ Resource = t, Subresource = sub or 0 }, x, y, 0, { Resource = staging, Format = format or "R8G8B8A8_UNORM", Width = w or 1, Height = h or 1, Depth = 1, RowPitch = 256 })
  end
end
local function takes(t, x, y, sub, format, size)
  size = size or 1
  return function(l)
    l:CopyTextureRegion({ Resource = back, Format = format or "R8G8B8A8_UNORM", Width = 16, Height = 16, Depth = 1, RowPitch = 256 }, 0, 0, 0, { Resource = t, Subresource = sub or 0 },
      { Left = x, Top = y, Right = x + size, Bottom = y + size, Back = 1 })
  end
end
local function barrier(l, r, before, after) l:ResourceBarrier { { Resource = r, Before = before, After = after } } end

local shown = {}
local function meet(name, drawing, ...)
  for i, copying in ipairs { ... } do
    local main, other = device:CreateCommandQueue { Type = "DIRECT" }, device:CreateCommandQueue { Type = "COPY" }   -- what is found is told once for a pair of queues
    local l, c = list("DIRECT", "draw"), list("COPY", "copy")
    drawing(l)
    copying(c)
    l:Close()
    c:Close()
    local ok, e = pcall(function()
      main:ExecuteCommandLists { l }
      other:ExecuteCommandLists { c }
      value = value + 1
      main:Signal(fences[1], value)
      other:Signal(fences[2], value)
      fences[1]:WaitCPU(value)
      fences[2]:WaitCPU(value)
    end)
    if not ok then pcall(function() fences[2]:WaitCPU(value) end) end
    print(("%-22s %s"):format(i == 1 and name or "", ok and "apart" or e.code .. " " .. e.first.text .. "; " .. e.second.text))
  end
end

device:CreateShaderResourceView(colors, nil, views:GetCPUDescriptorHandle(0))
local samples, plain = pipeline "samples", pipeline "plain"
meet("vertices", function(l) draw(l, plain) end, writes(vertices, 32, 4), writes(vertices, 36, 4))
meet("indices", function(l) draw(l, plain, { indexed = true }) end, writes(indices, 4, 4), writes(indices, 8, 4))
meet("constants", function(l) draw(l, pipeline "constant") end, writes(values, 28, 4), writes(values, 32, 4))
meet("numbers in a VS", function(l) draw(l, pipeline("plain", { VS = readingVS })) end, writes(values, 24, 4), writes(values, 28, 4))
meet("texels", function(l) draw(l, samples) end, paints(colors, 0, 6), paints(colors, 8, 0), paints(colors, 0, 0, 1))
meet("written by a PS", function(l) draw(l, pipeline "writes") end, reads(output, 4, 4), reads(output, 32, 32))
device:CreateShaderResourceView(blocks, nil, views:GetCPUDescriptorHandle(0))
meet("blocks", function(l) draw(l, samples) end, paints(blocks, 4, 0, 0, 4, 4, "BC3_UNORM"), paints(blocks, 8, 0, 0, 4, 4, "BC3_UNORM"), paints(blocks, 0, 0, 1, 4, 4, "BC3_UNORM"))
meet("render target", function(l)
  barrier(l, target, "COMMON", "RENDER_TARGET")
  draw(l, plain, { rtv = rtv })
  barrier(l, target, "RENDER_TARGET", "COMMON")
end, takes(target, 6, 0), takes(target, 8, 0))
meet("cleared rectangle", function(l)
  barrier(l, target, "COMMON", "RENDER_TARGET")
  l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 }, { { Left = 2, Top = 2, Right = 4, Bottom = 4 } })
  barrier(l, target, "RENDER_TARGET", "COMMON")
end, takes(target, 3, 3), takes(target, 4, 3))
local keeps = { StencilPassOp = "REPLACE" }
local tested = pipeline("plain", { DSVFormat = "D32_FLOAT_S8X24_UINT", DepthStencilState = { DepthFunc = "ALWAYS" } })
local marking = pipeline("plain", { DSVFormat = "D32_FLOAT_S8X24_UINT", DepthStencilState = { DepthEnable = false, StencilEnable = true, FrontFace = keeps, BackFace = keeps } })
for _, v in ipairs { { "depth", tested }, { "stencil", marking } } do
  meet(v[1], function(l)
    barrier(l, depth, "COMMON", "DEPTH_WRITE")
    draw(l, v[2], { dsv = dsv })
    barrier(l, depth, "DEPTH_WRITE", "COMMON")
  end, takes(depth, 0, 0, 0, "R32_FLOAT", 16), takes(depth, 0, 0, 1, "R8_UINT", 16)) -- planes are copied as a whole
end
meet("resolved", function(l)
  barrier(l, many, "COMMON", "RESOLVE_SOURCE")
  barrier(l, one, "COMMON", "RESOLVE_DEST")
  l:ResolveSubresourceRegion(one, 0, 2, 0, many, 0, { Left = 4, Top = 4, Right = 8, Bottom = 8 })
  barrier(l, one, "RESOLVE_DEST", "COMMON")
  barrier(l, many, "RESOLVE_SOURCE", "COMMON")
end, takes(one, 3, 3), takes(one, 6, 3))
meet("predicate", function(l) l:SetPredication(values, 8, "EQUAL_ZERO") draw(l, plain) end, writes(values, 12, 4), writes(values, 16, 4))
local nothing = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "nothing", NumThreads = { 1, 1, 1 }, Main = function() end } }
meet("indirect arguments", function(l)
  l:SetPipelineState(nothing)
  l:SetComputeRootSignature(root)
  l:ExecuteIndirect(device:CreateCommandSignature { ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }, 1, values, 64)
end, writes(values, 72, 4), writes(values, 76, 4))
meet("query", function(l)
  draw(l, plain)
  l:BeginQuery(queries, "OCCLUSION", 1)
  l:DrawInstanced(3, 1)
  l:EndQuery(queries, "OCCLUSION", 1)
  l:ResolveQueryData(queries, "OCCLUSION", 1, 1, output, 64)
end, reads(output, 64, 8), reads(output, 72, 8))
