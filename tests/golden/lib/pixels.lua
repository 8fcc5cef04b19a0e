-- A bench for tests of the graphics pipeline: one device, one queue, pictures that are drawn in full or in rectangles, and texels read back as numbers.
local gpu = require "gpu"

local P = {}
P.__index = P

function P.Create(name)
  local device = gpu.CreateDevice { Name = name }
  local p = setmetatable({ device = device, value = 0, rtvCount = 0, dsvCount = 0, viewCount = 0 }, P)
  p.queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
  p.fence = device:CreateFence(0, "done")
  p.rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 64 }
  p.dsvs = device:CreateDescriptorHeap { Type = "DSV", NumDescriptors = 32 }
  p.views = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 64, Flags = "SHADER_VISIBLE" }
  p.back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 65536, InitialState = "COPY_DEST" }
  p.color = gpu.ConstantBuffer("b0", { { "value", "float4" }, { "z", "float" }, { "x", "float" } })
  p.root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 6 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } }, StaticSamplers = { { Filter = "MIN_MAG_MIP_POINT" } } }
  local color = p.color
  p.vs = gpu.VertexShader { Name = "cover", Main = function(VertexID)        -- one triangle over the whole viewport
    return { Position = float4(float(VertexID % 2) * 4 - 1, 1 - float(VertexID / 2) * 4, color.z, 1) }
  end }
  p.ps = gpu.PixelShader { Name = "fill", Main = function(v) return color.value end }
  return p
end

-- Texture and its usual fields; the state is the one that its flags are for.
function P:Texture(desc)
  desc.Dimension = desc.Dimension or "TEXTURE2D"
  desc.Width, desc.Height = desc.Width or 8, desc.Height or 8
  desc.InitialState = desc.InitialState or desc.Flags == "ALLOW_DEPTH_STENCIL" and "DEPTH_WRITE" or "RENDER_TARGET"
  return self.device:CreateCommittedResource(desc)
end

function P:RTV(resource, view)
  local h = self.rtvs:GetCPUDescriptorHandle(self.rtvCount)
  self.rtvCount = self.rtvCount + 1
  self.device:CreateRenderTargetView(resource, view, h)
  return h
end

function P:DSV(resource, view)
  local h = self.dsvs:GetCPUDescriptorHandle(self.dsvCount)
  self.dsvCount = self.dsvCount + 1
  self.device:CreateDepthStencilView(resource, view, h)
  return h
end

function P:SRV(resource, view)
  local i = self.viewCount
  self.viewCount = i + 1
  self.device:CreateShaderResourceView(resource, view, self.views:GetCPUDescriptorHandle(i))
  return self.views:GetGPUDescriptorHandle(i)
end

function P:Pipeline(desc)
  desc.RootSignature, desc.VS, desc.PrimitiveTopologyType = self.root, desc.VS or self.vs, desc.PrimitiveTopologyType or "TRIANGLE"
  desc.RasterizerState = desc.RasterizerState or { CullMode = "NONE" }
  desc.DepthStencilState = desc.DepthStencilState or { DepthEnable = false }
  if desc.PS == nil then desc.PS = self.ps end
  if desc.PS == false then desc.PS = nil end
  return self.device:CreateGraphicsPipelineState(desc)
end

-- Run records and waits.
function P:Run(record)
  local list = self.device:CreateCommandList { Type = "DIRECT", Allocator = self.device:CreateCommandAllocator "DIRECT" }
  list:SetGraphicsRootSignature(self.root)
  list:SetDescriptorHeaps { self.views }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  record(list)
  list:Close()
  self.queue:ExecuteCommandLists { list }
  self.value = self.value + 1
  self.queue:Signal(self.fence, self.value)
  self.fence:WaitCPU(self.value)
end

-- Cover draws a rectangle, or all of a target of 8 x 8 pixels, in a colour at a depth.
function P:Cover(list, pipeline, color, z, rect)
  list:SetPipelineState(pipeline)
  list:SetGraphicsRoot32BitConstants(0, { color[1], color[2] or 0, color[3] or 0, color[4] or 1, z or 0, 0 })
  list:RSSetViewports { { Width = 8, Height = 8 } }
  list:RSSetScissorRects { rect or { Right = 8, Bottom = 8 } }
  list:DrawInstanced(3, 1)
end

function P.Barrier(list, resource, before, after, sub)
  list:ResourceBarrier { { Resource = resource, Before = before, After = after, Subresource = sub } }
end

-- Read gives a function (x, y, z, component) of the texels of a subresource, whose state must be COPY_SOURCE. type and components say what a texel is.
function P:Read(resource, sub, type, components)
  local prints, total = self.device:GetCopyableFootprints(resource, sub, 1, 0)
  local f = prints[1]
  self:Run(function(list)
    list:CopyTextureRegion({ Resource = self.back, Offset = f.Offset, Format = f.Format, Width = f.Width, Height = f.Height, Depth = f.Depth, RowPitch = f.RowPitch }, 0, 0, 0,
      { Resource = resource, Subresource = sub })
  end)
  local map = self.back:Map()
  local size = ({ byte = 1, ushort = 2, uint = 4, float = 4 })[type]
  return function(x, y, z, component)
    return map:Read(f.Offset + (((z or 0) * f.Height + y) * f.RowPitch) + (x * components + (component or 0)) * size, type)
  end, f.Width, f.Height, f.Depth
end

-- All checks every texel of a subresource against expected(x, y, z), a list of components, and says where the first difference is.
function P:All(what, resource, sub, type, components, expected, tolerance)
  local at, width, height, depth = self:Read(resource, sub, type, components)
  for z = 0, depth - 1 do
    for y = 0, height - 1 do
      for x = 0, width - 1 do
        local want = expected(x, y, z)
        for c = 0, components - 1 do
          local got = at(x, y, z, c)
          if math.abs(got - want[c + 1]) > (tolerance or 0) then
            print(("%s: texel (%d, %d, %d) component %d is %s, not %s"):format(what, x, y, z, c, got, want[c + 1]))
            return
          end
        end
      end
    end
  end
  print(what .. ": right")
end

function P.Check(what, ok) print(what .. (ok and ": right" or ": WRONG")) end

return P
