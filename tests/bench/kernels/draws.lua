-- What the draws of this folder share: a target of 1024 x 1024 texels with a depth buffer, meshes, a pipeline, and a loop that clears the depth and
-- draws whenever Go asks for it.
--
--   cells > 0     a grid of cells x cells, two triangles a cell, at one depth; colours follow the position
--   cells = 0     16 triangles that cover the target, from back to front
local gpu = require "gpu"
local bench = require "bench"                                -- from Go: n, mesh, shader, pixels, step

local SIZE = 1024
local draws = {}

local device = gpu.CreateDevice { Name = "draws" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "direct" }
local fence, value = device:CreateFence(0, "done"), 0

local function submit(name, body)
  local list = device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = device:CreateCommandAllocator "DIRECT" }
  body(list)
  list:Close()
  return function()
    value = value + 1
    queue:ExecuteCommandLists { list }
    queue:Signal(fence, value)
    fence:WaitCPU(value)
  end
end

local function texture(name, size, format, flags, state)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = size, Height = size, Format = format,
    Flags = flags, InitialState = state, OptimizedClearValue = flags == "ALLOW_DEPTH_STENCIL" and { Format = format, Depth = 1 } or nil }
end

local function upload(name, bytes)
  return device:CreateCommittedResource { Name = name, HeapType = "UPLOAD", Dimension = "BUFFER", Width = bytes, InitialState = "GENERIC_READ" }
end

local vs = gpu.VertexShader {
  Name = "draws_vs", Inputs = { { "POSITION", "float3" }, { "COLOR", "float3" } },
  Main = function(position, color)
    return { Position = float4(position, 1.0), color = color, uv = color.xy * 3.3 }
  end,
}

-- The texture: 256 x 256 texels of RGBA8 from Go.
local function image()
  local t = texture("image", 256, "R8G8B8A8_UNORM", "NONE", "COPY_DEST")
  local staging = upload("image", 256 * 256 * 4)
  bench.image(staging:Map(), 256)
  staging:Unmap()
  submit("image", function(list)
    list:CopyTextureRegion({ Resource = t, Subresource = 0 }, 0, 0, 0, { Resource = staging, Format = "R8G8B8A8_UNORM", Width = 256, Height = 256, RowPitch = 1024 })
    list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COPY_DEST", After = "PIXEL_SHADER_RESOURCE" } }
  end)()
  local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  device:CreateShaderResourceView(t, nil, views:GetCPUDescriptorHandle(0))
  return views
end

-- Run { Cells = n, PS = shader, Filter = nil or that of the sampler s0 of the texture t0 }.
function draws.Run(job)
  local cells = job.Cells
  local vertices, indices = cells > 0 and (cells + 1) ^ 2 or 48, cells > 0 and 6 * cells ^ 2 or 48
  local vb, ib = upload("vertices", vertices * 24), upload("indices", indices * 4)
  bench.mesh(vb:Map(), ib:Map(), cells)
  vb:Unmap()
  ib:Unmap()
  local target = texture("target", SIZE, "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
  local depth = texture("depth", SIZE, "D32_FLOAT", "ALLOW_DEPTH_STENCIL", "DEPTH_WRITE")
  local rtv = device:CreateDescriptorHeap { Name = "rtv", Type = "RTV", NumDescriptors = 1 }:GetCPUDescriptorHandle(0)
  local dsv = device:CreateDescriptorHeap { Name = "dsv", Type = "DSV", NumDescriptors = 1 }:GetCPUDescriptorHandle(0)
  device:CreateRenderTargetView(target, nil, rtv)
  device:CreateDepthStencilView(depth, nil, dsv)
  local views = job.Filter and image()
  local root = device:CreateRootSignature { Name = "draws", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT",
    Parameters = views and { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } }, ShaderVisibility = "PIXEL" } } or {},
    StaticSamplers = views and { { ShaderRegister = 0, Filter = job.Filter, AddressU = "WRAP", AddressV = "WRAP" } } or {} }
  bench.shader(job.PS)
  local pipeline = device:CreateGraphicsPipelineState { Name = "draws", RootSignature = root, VS = vs, PS = job.PS,
    InputLayout = { { "POSITION", "R32G32B32_FLOAT" }, { "COLOR", "R32G32B32_FLOAT" } }, PrimitiveTopologyType = "TRIANGLE",
    DepthStencilState = { DepthFunc = "LESS_EQUAL" }, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT" }
  local function repeated(times)
    return submit("draws", function(list)
      if views then list:SetDescriptorHeaps { views } end
      list:SetGraphicsRootSignature(root)
      list:SetPipelineState(pipeline)
      if views then list:SetGraphicsRootDescriptorTable(0, views:GetGPUDescriptorHandle(0)) end
      list:RSSetViewports { { Width = SIZE, Height = SIZE } }
      list:RSSetScissorRects { { Right = SIZE, Bottom = SIZE } }
      list:OMSetRenderTargets({ rtv }, dsv)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:IASetVertexBuffers(0, { { BufferLocation = vb:GetGPUVirtualAddress(), SizeInBytes = vertices * 24, StrideInBytes = 24 } })
      list:IASetIndexBuffer { BufferLocation = ib:GetGPUVirtualAddress(), SizeInBytes = indices * 4, Format = "R32_UINT" }
      for _ = 1, times do
        list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
        list:DrawIndexedInstanced(indices, 1, 0, 0, 0)
      end
    end)
  end
  repeated(1)()
  local readback = device:CreateCommittedResource { Name = "readback", HeapType = "READBACK", Dimension = "BUFFER", Width = SIZE * SIZE * 4, InitialState = "COPY_DEST" }
  submit("readback", function(list)
    list:ResourceBarrier { { Type = "TRANSITION", Resource = target, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
    list:CopyTextureRegion({ Resource = readback, Format = "R8G8B8A8_UNORM", Width = SIZE, Height = SIZE, RowPitch = SIZE * 4 }, 0, 0, 0, { Resource = target, Subresource = 0 })
    list:ResourceBarrier { { Type = "TRANSITION", Resource = target, Before = "COPY_SOURCE", After = "RENDER_TARGET" } }
  end)()
  bench.pixels(readback:Map(), SIZE)
  readback:Unmap()
  local lists = {}
  for times in bench.step do
    lists[times] = lists[times] or repeated(times)
    lists[times]()
  end
end

return draws
