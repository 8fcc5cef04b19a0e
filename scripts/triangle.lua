-- pictures: triangle.png
-- The first triangle: a vertex buffer in UPLOAD memory, a vertex and a pixel shader in Lua, one draw into a render target.
--
--   DIRECT queue   clear ── draw 3 vertices ── RENDER_TARGET to COPY_SOURCE          gpu.SavePNG copies the picture out
local gpu = require "gpu"

local W, H = 256, 256
local device = gpu.CreateDevice { Name = "triangle" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "done")

local vs = gpu.VertexShader {
  Name = "triangle_vs",
  Inputs = { { "POSITION", "float2" }, { "COLOR", "float3" } },
  Main = function(position, color)
    return { Position = float4(position, 0.0, 1.0), color = color }
  end,
}
local ps = gpu.PixelShader {
  Name = "triangle_ps",
  Main = function(v) return float4(v.color, 1.0) end,
}

local vertices = device:CreateCommittedResource { Name = "vertices", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 3 * 20, InitialState = "GENERIC_READ" }
vertices:Map():Write(0, "float", {
  0.0, 0.8, 1, 0, 0,
  0.8, -0.8, 0, 1, 0,
  -0.8, -0.8, 0, 0, 1,
})
vertices:Unmap()

local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = W, Height = H, Format = "R8G8B8A8_UNORM",
  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
local rtv = rtvs:GetCPUDescriptorHandle(0)
device:CreateRenderTargetView(target, nil, rtv)

local root = device:CreateRootSignature { Name = "empty", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
local pipeline = device:CreateGraphicsPipelineState { Name = "triangle", RootSignature = root, VS = vs, PS = ps,
  InputLayout = { { "POSITION", "R32G32_FLOAT" }, { "COLOR", "R32G32B32_FLOAT" } },
  PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }

local list = device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = device:CreateCommandAllocator "DIRECT", InitialState = pipeline }
list:SetGraphicsRootSignature(root)
list:RSSetViewports { { Width = W, Height = H } }
list:RSSetScissorRects { { Right = W, Bottom = H } }
list:OMSetRenderTargets { rtv }
list:ClearRenderTargetView(rtv, { 0.1, 0.1, 0.15, 1 })
list:IASetPrimitiveTopology "TRIANGLELIST"
list:IASetVertexBuffers(0, { { BufferLocation = vertices:GetGPUVirtualAddress(), SizeInBytes = 60, StrideInBytes = 20 } })
list:DrawInstanced(3, 1, 0, 0)
list:ResourceBarrier { { Type = "TRANSITION", Resource = target, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
list:Close()

queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)

gpu.SavePNG("triangle.png", target)
print("target", gpu.Hash(target))
