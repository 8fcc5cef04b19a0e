-- What every sample needs around its technique: a device, one queue with a fence, resources in their usual shapes, and a list that is
-- recorded, executed and waited for. Every function composes public calls of the API.
local gpu = require "gpu"

local Rig = {}
Rig.__index = Rig

-- Create makes a device and a queue; type is DIRECT unless given.
function Rig.Create(name, type)
  local device = gpu.CreateDevice { Name = name }
  local r = setmetatable({ device = device, type = type or "DIRECT", value = 0, rtvCount = 0, dsvCount = 0, viewCount = 0 }, Rig)
  r.queue = device:CreateCommandQueue { Type = r.type, Name = "main" }
  r.fence = device:CreateFence(0, name)
  return r
end

-- Buffer is empty; heap is DEFAULT, UPLOAD or READBACK.
local STATES = { DEFAULT = "COMMON", UPLOAD = "GENERIC_READ", READBACK = "COPY_DEST" }
function Rig:Buffer(name, bytes, heap)
  heap = heap or "DEFAULT"
  return self.device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = bytes, InitialState = STATES[heap],
    Flags = heap == "DEFAULT" and "ALLOW_UNORDERED_ACCESS" or "NONE" }
end

-- Upload is an UPLOAD buffer with numbers in it, its size a multiple of 256 bytes.
function Rig:Upload(name, type, values)
  local buffer = self:Buffer(name, math.max(1, math.ceil(#values * 4 / 256)) * 256, "UPLOAD")
  buffer:Map():Write(0, type, values)
  buffer:Unmap()
  return buffer
end

-- Filled is a DEFAULT buffer with numbers in it, copied there before anything else.
function Rig:Filled(name, type, values)
  local buffer, staging = self:Buffer(name, #values * 4), self:Upload(name .. " staging", type, values)
  self:Run("fill " .. name, function(list) list:CopyBufferRegion(buffer, 0, staging, 0, #values * 4) end)
  return buffer
end

-- Texture is a 2D texture of DEFAULT memory; options are further fields of the descriptor.
function Rig:Texture(name, width, height, format, flags, state, options)
  local desc = { Name = name, Dimension = "TEXTURE2D", Width = width, Height = height, Format = format, Flags = flags or "NONE", InitialState = state }
  for k, v in pairs(options or {}) do desc[k] = v end
  return self.device:CreateCommittedResource(desc)
end

-- Target is a render target in state RENDER_TARGET, and its handle; Depth a depth buffer in DEPTH_WRITE, and its handle.
function Rig:Target(name, width, height, format, options)
  local resource = self:Texture(name, width, height, format, "ALLOW_RENDER_TARGET", "RENDER_TARGET", options)
  return resource, self:RTV(resource)
end

function Rig:RTV(resource, desc)
  self.rtvs = self.rtvs or self.device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 32 }
  local handle = self.rtvs:GetCPUDescriptorHandle(self.rtvCount)
  self.rtvCount = self.rtvCount + 1
  self.device:CreateRenderTargetView(resource, desc, handle)
  return handle
end

function Rig:Depth(name, width, height, format, options)
  local resource = self:Texture(name, width, height, format, "ALLOW_DEPTH_STENCIL", "DEPTH_WRITE", options)
  return resource, self:DSV(resource)
end

function Rig:DSV(resource, desc)
  self.dsvs = self.dsvs or self.device:CreateDescriptorHeap { Name = "dsvs", Type = "DSV", NumDescriptors = 32 }
  local handle = self.dsvs:GetCPUDescriptorHandle(self.dsvCount)
  self.dsvCount = self.dsvCount + 1
  self.device:CreateDepthStencilView(resource, desc, handle)
  return handle
end

-- SRV and UAV put views side by side into the one shader-visible heap, and give their GPU handles.
function Rig:next()
  self.views = self.views or self.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 128, Flags = "SHADER_VISIBLE" }
  self.viewCount = self.viewCount + 1
  return self.views:GetCPUDescriptorHandle(self.viewCount - 1), self.views:GetGPUDescriptorHandle(self.viewCount - 1)
end

function Rig:SRV(resource, desc)
  local cpu, gpuHandle = self:next()
  self.device:CreateShaderResourceView(resource, desc, cpu)
  return gpuHandle
end

function Rig:UAV(resource, desc, counter)
  local cpu, gpuHandle = self:next()
  self.device:CreateUnorderedAccessView(resource, counter, desc, cpu)
  return gpuHandle
end

-- Compute makes a compute shader and its pipeline.
function Rig:Compute(root, name, threads, main)
  return self.device:CreateComputePipelineState { Name = name, RootSignature = root, CS = gpu.ComputeShader { Name = name, NumThreads = threads, Main = main } }
end

-- Graphics is CreateGraphicsPipelineState with triangles and without depth unless told otherwise.
function Rig:Graphics(desc)
  desc.PrimitiveTopologyType = desc.PrimitiveTopologyType or "TRIANGLE"
  if not desc.DSVFormat then desc.DepthStencilState = { DepthEnable = false } end
  return self.device:CreateGraphicsPipelineState(desc)
end

-- Draw into targets of that size from now on.
function Rig.Targets(list, width, height, rtvs, dsv)
  list:OMSetRenderTargets(rtvs, dsv)
  list:RSSetViewports { { Width = width, Height = height } }
  list:RSSetScissorRects { { Right = width, Bottom = height } }
end

-- Cover is a vertex shader whose three vertices cover the target.
Rig.Cover = gpu.VertexShader { Name = "cover", Main = function(VertexID)
  local uv = float2(float(VertexID % 2) * 2.0, float(VertexID / 2) * 2.0)
  return { Position = float4(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.0, 1.0), uv = uv }
end }

-- Submit records a list, executes it and signals; Run waits for it as well.
function Rig:Submit(name, record)
  local list = self.device:CreateCommandList { Type = self.type, Name = name, Allocator = self.device:CreateCommandAllocator(self.type, name) }
  record(list)
  list:Close()
  self.queue:ExecuteCommandLists { list }
  self.value = self.value + 1
  self.queue:Signal(self.fence, self.value)
end

function Rig:Run(name, record)
  self:Submit(name, record)
  self.fence:WaitCPU(self.value)
end

-- Read copies numbers out of a buffer that is in COMMON, where buffers are after each submission.
function Rig:Read(buffer, type, count, offset)
  local back = self:Buffer("readback", count * 4, "READBACK")
  self:Run("read", function(list) list:CopyBufferRegion(back, 0, buffer, offset or 0, count * 4) end)
  local values = back:Map():Read(0, type, count)
  back:Unmap(0, { Begin = 0, End = 0 })
  back:Release()
  return values
end

-- Texels gives the texels of subresource 0 of a texture, which is in that state, as rows of numbers of a type.
function Rig:Texels(texture, state, type, perTexel, subresource)
  local desc = texture:GetDesc()
  local prints, total = self.device:GetCopyableFootprints(texture, subresource or 0, 1, 0)
  local f = prints[1]
  local back = self:Buffer("readback", total, "READBACK")
  self:Run("read " .. desc.Name, function(list)
    if state ~= "COPY_SOURCE" then Rig.Barrier(list, texture, state, "COPY_SOURCE") end
    list:CopyTextureRegion({ Resource = back, Offset = 0, Format = f.Format, Width = f.Width, Height = f.Height, RowPitch = f.RowPitch }, 0, 0, 0,
      { Resource = texture, Subresource = subresource or 0 })
    if state ~= "COPY_SOURCE" then Rig.Barrier(list, texture, "COPY_SOURCE", state) end
  end)
  local rows, map = {}, back:Map()
  for y = 0, f.Height - 1 do rows[y + 1] = map:Read(y * f.RowPitch, type, f.Width * perTexel) end
  back:Unmap(0, { Begin = 0, End = 0 })
  return rows
end

function Rig.Barrier(list, resource, before, after, subresource)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after, Subresource = subresource } }
end

function Rig.Sync(list, ...)
  local barriers = {}
  for i, resource in ipairs { ... } do barriers[i] = { Type = "UAV", Resource = resource } end
  list:ResourceBarrier(barriers)
end

-- Random gives whole numbers below n, the same in every run (Park and Miller).
function Rig.Random(seed)
  return function(n)
    seed = seed * 16807 % 2147483647
    return math.floor(seed / 2147483647 * n)
  end
end

return Rig
