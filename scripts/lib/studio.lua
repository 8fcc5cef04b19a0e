-- The studio that the graphics examples work in: one device with one DIRECT queue, meshes, textures, targets and pipelines in the
-- usual shapes. Every function composes public calls of the API and nothing else.
local gpu = require "gpu"
local shapes = require "lib.shapes"

local Studio = {}
Studio.__index = Studio

-- Create "name": a device, its queue, and heaps for the descriptors of targets and of what shaders read.
function Studio.Create(name)
  local device = gpu.CreateDevice { Name = name }
  local s = setmetatable({ device = device, submitted = 0, rtvCount = 0, dsvCount = 0, viewCount = 0 }, Studio)
  s.queue = device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" }
  s.fence = device:CreateFence(0, name)
  s.rtvs  = device:CreateDescriptorHeap { Name = "targets", Type = "RTV", NumDescriptors = 16 }
  s.dsvs  = device:CreateDescriptorHeap { Name = "depths", Type = "DSV", NumDescriptors = 8 }
  s.views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 32, Flags = "SHADER_VISIBLE" }
  return s
end

-- Target makes a render target and its view: { resource, rtv }. Options: Samples, Clear (the colour that it is cleared to).
function Studio:Target(name, width, height, format, options)
  options = options or {}
  local resource = self.device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = width, Height = height,
    Format = format, SampleDesc = { Count = options.Samples or 1 }, Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET",
    OptimizedClearValue = options.Clear and { Format = format, Color = options.Clear } or nil }
  local rtv = self.rtvs:GetCPUDescriptorHandle(self.rtvCount)
  self.rtvCount = self.rtvCount + 1
  self.device:CreateRenderTargetView(resource, nil, rtv)
  return { resource = resource, rtv = rtv, width = width, height = height }
end

-- Depth makes a depth buffer and its view: { resource, dsv }. A typeless format needs View, the format of the view.
function Studio:Depth(name, width, height, format, options)
  options = options or {}
  local resource = self.device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = width, Height = height,
    Format = format, SampleDesc = { Count = options.Samples or 1 }, Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE",
    OptimizedClearValue = { Format = options.View or format, Depth = 1 } }
  local dsv = self.dsvs:GetCPUDescriptorHandle(self.dsvCount)
  self.dsvCount = self.dsvCount + 1
  self.device:CreateDepthStencilView(resource, options.View and { Format = options.View, ViewDimension = options.Samples and "TEXTURE2DMS" or "TEXTURE2D" } or nil, dsv)
  return { resource = resource, dsv = dsv, width = width, height = height }
end

-- View puts a shader resource view into the heap and returns its GPU handle. Views made one after the other stand side by side.
function Studio:View(resource, desc)
  local i = self.viewCount
  self.viewCount = i + 1
  self.device:CreateShaderResourceView(resource, desc, self.views:GetCPUDescriptorHandle(i))
  return self.views:GetGPUDescriptorHandle(i)
end

-- Upload is an UPLOAD buffer with numbers of a type in it.
function Studio:Upload(name, type, values)
  local buffer = self.device:CreateCommittedResource { Name = name, HeapType = "UPLOAD", Dimension = "BUFFER", Width = math.ceil(#values * 4 / 256) * 256,
    InitialState = "GENERIC_READ" }
  buffer:Map():Write(0, type, values)
  buffer:Unmap()
  return buffer
end

-- Mesh puts a shape of lib.shapes where the input assembler finds it.
function Studio:Mesh(name, shape)
  local vertices, indices = self:Upload(name .. " vertices", "float", shape.vertices), self:Upload(name .. " indices", "uint", shape.indices)
  return {
    vertices = { BufferLocation = vertices:GetGPUVirtualAddress(), SizeInBytes = #shape.vertices * 4, StrideInBytes = shapes.Stride },
    indices  = { BufferLocation = indices:GetGPUVirtualAddress(), SizeInBytes = #shape.indices * 4, Format = "R32_UINT" },
    count    = #shape.indices,
  }
end

-- Draw draws a mesh that many times.
function Studio.Draw(list, mesh, instances)
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:IASetVertexBuffers(0, { mesh.vertices })
  list:IASetIndexBuffer(mesh.indices)
  list:DrawIndexedInstanced(mesh.count, instances or 1, 0, 0, 0)
end

-- Fill sets viewport and scissor to the whole of a target.
function Studio.Fill(list, target)
  list:RSSetViewports { { Width = target.width, Height = target.height } }
  list:RSSetScissorRects { { Right = target.width, Bottom = target.height } }
end

function Studio.Transition(list, resource, before, after)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after } }
end

-- Texture makes a texture with all its mip levels from a function of the texel: red, green, blue from 0 to 1. A level is the mean of
-- 2 x 2 texels of the one above it.
function Studio:Texture(name, size, colour)
  local levels, level = {}, {}
  for y = 0, size - 1 do
    for x = 0, size - 1 do level[#level + 1] = { colour(x, y) } end
  end
  local edge = size
  while true do
    levels[#levels + 1] = { edge = edge, texels = level }
    if edge == 1 then break end
    local half, smaller = edge / 2, {}
    for y = 0, half - 1 do
      for x = 0, half - 1 do
        local a, b = level[2 * y * edge + 2 * x + 1], level[2 * y * edge + 2 * x + 2]
        local c, d = level[(2 * y + 1) * edge + 2 * x + 1], level[(2 * y + 1) * edge + 2 * x + 2]
        local mean = {}
        for i = 1, 3 do mean[i] = (a[i] + b[i] + c[i] + d[i]) / 4 end
        smaller[#smaller + 1] = mean
      end
    end
    edge, level = half, smaller
  end
  local texture = self.device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = size, Height = size, MipLevels = #levels,
    Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
  self:Submit("upload " .. name, function(list)
    for i, l in ipairs(levels) do
      local pitch = math.max(l.edge * 4, 256)
      local staging = self.device:CreateCommittedResource { Name = ("%s mip %d"):format(name, i - 1), HeapType = "UPLOAD", Dimension = "BUFFER",
        Width = pitch * l.edge, InitialState = "GENERIC_READ" }
      local map = staging:Map()
      for y = 0, l.edge - 1 do
        local row = {}
        for x = 1, l.edge do
          local t = l.texels[y * l.edge + x]
          row[x] = gpu.PackRGBA8(t[1], t[2], t[3], 1)
        end
        map:Write(y * pitch, "uint", row)
      end
      staging:Unmap()
      list:CopyTextureRegion({ Resource = texture, Subresource = i - 1 }, 0, 0, 0,
        { Resource = staging, Format = "R8G8B8A8_UNORM", Width = l.edge, Height = l.edge, RowPitch = pitch })
    end
    Studio.Transition(list, texture, "COPY_DEST", "PIXEL_SHADER_RESOURCE")
  end)
  return texture
end

-- Pipeline is CreateGraphicsPipelineState with the layout of lib.shapes and triangles unless told otherwise.
function Studio:Pipeline(desc)
  desc.InputLayout = desc.InputLayout or shapes.Layout
  desc.PrimitiveTopologyType = desc.PrimitiveTopologyType or "TRIANGLE"
  return self.device:CreateGraphicsPipelineState(desc)
end

-- Submit records a list, executes it and returns the fence value that says that it is done.
function Studio:Submit(name, record)
  local list = self.device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = self.device:CreateCommandAllocator("DIRECT", name) }
  record(list)
  list:Close()
  self.queue:ExecuteCommandLists { list }
  self.submitted = self.submitted + 1
  self.queue:Signal(self.fence, self.submitted)
  return self.submitted
end

-- Wait blocks the CPU until everything submitted, or the given value, is done.
function Studio:Wait(value) self.fence:WaitCPU(value or self.submitted) end

-- Save waits and writes a target to a PNG file.
function Studio:Save(path, target)
  self:Wait()
  gpu.SavePNG(path, target.resource)
  print(("%s %d x %d  %s"):format(path, target.width, target.height, gpu.Hash(target.resource)))
end

return Studio
