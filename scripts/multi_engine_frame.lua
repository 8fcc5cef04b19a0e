-- pictures: frame.png
-- The root signatures of this text have no flags, as it was first written: Direct3D 12 wants ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT (GS0915).
require "gpu".SetMessageFilter { Deny = { "GS0915" } }
-- The multi-engine frame of "Multi-engine synchronization": three engines build one picture.
--   copy    : uploads the geometry and four textures, signals 101 and 102
--   render  : waits for the geometry, draws a pre-pass into rt1, signals 201
--   compute : waits for the pre-pass, lights it into buf1, signals 301
--   render  : waits for the lighting and the textures, draws the final image
local gpu = require "gpu"

local W, H = 256, 256
local device  = gpu.CreateDevice { Name = "frame" }
local copy    = device:CreateCommandQueue { Type = "COPY",    Name = "copy" }
local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local render  = device:CreateCommandQueue { Type = "DIRECT",  Name = "render" }
local copyFence, renderFence, computeFence =
  device:CreateFence(0, "copyFence"), device:CreateFence(0, "renderFence"), device:CreateFence(0, "computeFence")

-- Shaders are Lua functions. Resources and constants are captured; parameters carry HLSL system values.
local albedo  = gpu.Texture2D("t0", "float4", 4)         -- t0..t3, an array of four
local normals = gpu.Texture2D("t0", "float4")
local lighting = gpu.StructuredBuffer("t4", "float")
local lit     = gpu.RWStructuredBuffer("u0", "float")
local point   = gpu.SamplerState("s0")
local sun     = gpu.ConstantBuffer("b0", { { "direction", "float3" }, { "width", "uint" } })   -- a list: layout is order

local sceneVS = gpu.VertexShader {
  Name = "scene_vs",
  Inputs = { { "POSITION", "float3" }, { "TEXCOORD", "float2" } },
  Main = function(position, texcoord)
    return { Position = float4(position, 1.0), uv = texcoord }
  end,
}
local prepassPS = gpu.PixelShader {
  Name = "prepass_ps",
  Main = function(v)
    local p = v.uv * 2.0 - 1.0
    local z = sqrt(max(0.0, 1.0 - dot(p, p)))            -- a sphere's normals
    return float4(p, z, 1.0)
  end,
}
local lightCS = gpu.ComputeShader {
  Name = "light_cs", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local xy = DispatchThreadID.xy
    local n = normals:Load(int3(xy, 0)).xyz
    lit[xy.y * sun.width + xy.x] = saturate(dot(normalize(n), -sun.direction))
  end,
}
local finalPS = gpu.PixelShader {
  Name = "final_ps",
  Main = function(v)
    local pixel = uint2(v.Position.xy)
    local quadrant = (v.uv.x < 0.5 and 0 or 1) + (v.uv.y < 0.5 and 0 or 2)
    local colour = albedo[quadrant]:Sample(point, v.uv * 2.0)
    return float4(colour.rgb * lighting[pixel.y * W + pixel.x], 1.0)   -- W is captured as a constant
  end,
}

-- Resources. Names appear in every message, trace and picture.
local function texture(name, state, flags, format)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = W, Height = H,
    Format = format or "R8G8B8A8_UNORM", Flags = flags, InitialState = state }
end
local geometry = device:CreateCommittedResource { Name = "geometry", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 6 * 20, InitialState = "COMMON" }
local rt1  = texture("rt1", "RENDER_TARGET", "ALLOW_RENDER_TARGET", "R32G32B32A32_FLOAT")
local rt2  = texture("rt2", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
local buf1 = device:CreateCommittedResource { Name = "buf1", HeapType = "DEFAULT", Dimension = "BUFFER", Width = W * H * 4,
  Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
local tex = {}
for i = 1, 4 do tex[i] = texture("tex" .. i, "COMMON") end

-- Staging memory, filled by the CPU.
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4096 + 4 * W * H * 4, InitialState = "GENERIC_READ" }
local map = staging:Map()
map:Write(0, "float", { -1,-1,0, 0,1,   -1,1,0, 0,0,   1,1,0, 1,0,    -1,-1,0, 0,1,   1,1,0, 1,0,   1,-1,0, 1,1 })
for i = 1, 4 do
  local texels = {}
  for p = 0, W * H - 1 do
    local checker = (math.floor(p / 32) + math.floor(p / (W * 32))) % 2
    texels[p + 1] = gpu.PackRGBA8(checker * 0.2 + 0.2 * i, 0.9 - 0.2 * i, 0.3 + 0.5 * checker, 1)
  end
  map:Write(4096 + (i - 1) * W * H * 4, "uint", texels)
end
staging:Unmap()

-- Descriptors.
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 2 }
device:CreateRenderTargetView(rt1, nil, rtvs:GetCPUDescriptorHandle(0))
device:CreateRenderTargetView(rt2, nil, rtvs:GetCPUDescriptorHandle(1))
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
for i = 1, 4 do device:CreateShaderResourceView(tex[i], nil, views:GetCPUDescriptorHandle(i - 1)) end
device:CreateShaderResourceView(buf1, { NumElements = W * H, StructureByteStride = 4 }, views:GetCPUDescriptorHandle(4))
device:CreateShaderResourceView(rt1, nil, views:GetCPUDescriptorHandle(5))
device:CreateUnorderedAccessView(buf1, nil, { NumElements = W * H, StructureByteStride = 4 }, views:GetCPUDescriptorHandle(6))

-- Pipelines.
local graphicsRoot = device:CreateRootSignature {
  Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 5, BaseShaderRegister = 0 } } } },
  StaticSamplers = { { ShaderRegister = 0, Filter = "MIN_MAG_MIP_POINT", AddressU = "WRAP", AddressV = "WRAP" } },
}
local computeRoot = device:CreateRootSignature {
  Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 }, { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } },
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 4 },
  },
}
local function pipeline(name, ps, format)
  return device:CreateGraphicsPipelineState { Name = name, RootSignature = graphicsRoot, VS = sceneVS, PS = ps,
    InputLayout = { { "POSITION", "R32G32B32_FLOAT" }, { "TEXCOORD", "R32G32_FLOAT" } },
    PrimitiveTopologyType = "TRIANGLE", RTVFormats = { format } }
end
local prepass  = pipeline("prepass", prepassPS, "R32G32B32A32_FLOAT")
local final    = pipeline("final", finalPS, "R8G8B8A8_UNORM")
local lightPSO = device:CreateComputePipelineState { Name = "light", RootSignature = computeRoot, CS = lightCS }

local function record(type, name, body)
  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
  body(list)
  list:Close()
  return list
end
local function drawInto(list, pso, rtv, table)
  list:SetGraphicsRootSignature(graphicsRoot)
  if table then                                          -- the pre-pass reads no resource: the copies may still be running
    list:SetDescriptorHeaps { views }
    list:SetGraphicsRootDescriptorTable(0, table)
  end
  list:SetPipelineState(pso)
  list:RSSetViewports { { Width = W, Height = H } }
  list:RSSetScissorRects { { Right = W, Bottom = H } }
  list:OMSetRenderTargets { rtvs:GetCPUDescriptorHandle(rtv) }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:IASetVertexBuffers(0, { { BufferLocation = geometry:GetGPUVirtualAddress(), SizeInBytes = 120, StrideInBytes = 20 } })
  list:DrawInstanced(6, 1, 0, 0)
end

-- The frame.
copy:ExecuteCommandLists { record("COPY", "upload geometry", function(l) l:CopyBufferRegion(geometry, 0, staging, 0, 120) end) }
copy:Signal(copyFence, 101)
copy:ExecuteCommandLists { record("COPY", "upload textures", function(l)
  for i = 1, 4 do
    l:CopyTextureRegion({ Resource = tex[i], Subresource = 0 }, 0, 0, 0,
      { Resource = staging, Offset = 4096 + (i - 1) * W * H * 4, Format = "R8G8B8A8_UNORM", Width = W, Height = H, RowPitch = W * 4 })
  end
end) }
copy:Signal(copyFence, 102)

render:Wait(copyFence, 101)                                            -- geometry copied
render:ExecuteCommandLists { record("DIRECT", "pre-pass", function(l)
  drawInto(l, prepass, 0)
  l:ResourceBarrier { { Type = "TRANSITION", Resource = rt1, Before = "RENDER_TARGET", After = "NON_PIXEL_SHADER_RESOURCE" } }
end) }
render:Signal(renderFence, 201)

compute:Wait(renderFence, 201)                                         -- pre-pass completed
compute:ExecuteCommandLists { record("COMPUTE", "lighting", function(l)
  l:SetComputeRootSignature(computeRoot)
  l:SetPipelineState(lightPSO)
  l:SetDescriptorHeaps { views }
  l:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(5))
  l:SetComputeRoot32BitConstants(1, { 0.0, 0.0, -1.0, gpu.AsUint(W) })
  l:Dispatch(W / 8, H / 8, 1)
end) }
compute:Signal(computeFence, 301)

render:Wait(computeFence, 301)                                         -- lighting written to buf1
render:Wait(copyFence, 102)                                            -- textures copied
render:ExecuteCommandLists { record("DIRECT", "final", function(l) drawInto(l, final, 1, views:GetGPUDescriptorHandle(0)) end) }
render:Signal(renderFence, 202)

renderFence:WaitCPU(202)                                               -- sugar for SetEventOnCompletion + WaitForSingleObject
gpu.SavePNG("frame.png", rt2)                                          -- sugar: copies to a READBACK buffer on a queue of its own
print("copy", copyFence:GetCompletedValue(), "render", renderFence:GetCompletedValue(), "compute", computeFence:GetCompletedValue())
print("rt2", gpu.Hash(rt2))
