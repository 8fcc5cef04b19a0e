-- EarlyDepthStencil: depth and stencil are tested and written before the pixel shader, which is seen in what it counts, in what stays behind
-- where it discards, and in what an occlusion query says.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "early"
local device = p.device

local color, counts = p.color, gpu.RWStructuredBuffer("u0", "uint")
local root = device:CreateRootSignature { Name = "counted", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 6 }, { Type = "UAV" } } }
local counter = device:CreateCommittedResource { Name = "counter", Dimension = "BUFFER", Width = 4, Flags = "ALLOW_UNORDERED_ACCESS" }
local zero = device:CreateCommittedResource { Name = "zero", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4, InitialState = "GENERIC_READ" }
local said = device:CreateCommittedResource { Name = "said", HeapType = "READBACK", Dimension = "BUFFER", Width = 16, InitialState = "COPY_DEST" }
local seen = device:CreateQueryHeap { Name = "seen", Type = "OCCLUSION", Count = 1 }
zero:Map():Write(0, "uint", 0)
zero:Unmap()

-- Every second column is discarded, behind the count.
local function shader(early)
  return gpu.PixelShader { Name = early and "early" or "late", EarlyDepthStencil = early, Main = function(v)
    InterlockedAdd(counts[0], 1)
    if int(v.Position.x) % 2 == 0 then discard() end
    return color.value
  end }
end

local target = p:Texture { Name = "target", Format = "R32_FLOAT", Flags = "ALLOW_RENDER_TARGET" }
local depth = p:Texture { Name = "depth", Format = "D24_UNORM_S8_UINT", Flags = "ALLOW_DEPTH_STENCIL", OptimizedClearValue = { Format = "D24_UNORM_S8_UINT" } }
local rtv, dsv = p:RTV(target), p:DSV(depth)

local function draw(early, z)
  local face = { StencilPassOp = "INCR" }
  local pipeline = device:CreateGraphicsPipelineState { Name = "counted", RootSignature = root, VS = p.vs, PS = shader(early), PrimitiveTopologyType = "TRIANGLE",
    RTVFormats = { "R32_FLOAT" }, DSVFormat = "D24_UNORM_S8_UINT", RasterizerState = { CullMode = "NONE" },
    DepthStencilState = { StencilEnable = true, FrontFace = face, BackFace = face } }
  p:Run(function(list)
    list:SetGraphicsRootSignature(root)
    p.Barrier(list, counter, "COMMON", "COPY_DEST")
    list:CopyBufferRegion(counter, 0, zero, 0, 4)
    p.Barrier(list, counter, "COPY_DEST", "UNORDERED_ACCESS")
    list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
    list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 0.75, 0)
    list:OMSetRenderTargets({ rtv }, dsv)
    list:SetGraphicsRootUnorderedAccessView(1, counter:GetGPUVirtualAddress())
    list:BeginQuery(seen, "OCCLUSION", 0)
    p:Cover(list, pipeline, { 5 }, z)
    list:EndQuery(seen, "OCCLUSION", 0)
    list:ResolveQueryData(seen, "OCCLUSION", 0, 1, said, 0)
    p.Barrier(list, counter, "UNORDERED_ACCESS", "COPY_SOURCE")
    list:CopyBufferRegion(said, 8, counter, 0, 4)
    p.Barrier(list, target, "RENDER_TARGET", "COPY_SOURCE")
    p.Barrier(list, depth, "DEPTH_WRITE", "COPY_SOURCE")
  end)
  local map = said:Map()
  local passed, ran = map:Read(0, "uint"), map:Read(8, "uint")
  said:Unmap()
  local painted, marked = p:Read(target, 0, "float", 1), p:Read(depth, 1, "byte", 1)
  print(("%s at %g: %d pixels run, %d samples passed; column 2: colour %g, stencil %d; column 3: colour %g, stencil %d"):format(early and "early" or "late ", z,
    ran, passed, painted(2, 2), marked(2, 2), painted(3, 2), marked(3, 2)))
  p:Run(function(list)
    p.Barrier(list, target, "COPY_SOURCE", "RENDER_TARGET")
    p.Barrier(list, depth, "COPY_SOURCE", "DEPTH_WRITE")
  end)
end

for _, z in ipairs { 0.5, 0.875 } do
  draw(false, z)
  draw(true, z)
end

print(select(2, pcall(gpu.PixelShader, { Name = "depth", Inputs = { { "uv", "float2" } }, EarlyDepthStencil = true, Main = function(v) return { Depth = v.uv.x } end })).message)
