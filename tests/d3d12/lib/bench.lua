-- What every script of this folder stands on: a device with one direct queue, resources in their usual shapes, and checks that count. A check compares
-- what the GPU gave with a fact of Direct3D 12; the script fails at its end if one of them did not hold.
local gpu = require "gpu"

local t = { device = gpu.CreateDevice { Name = "d3d12" }, checks = 0, wrong = 0 }
local device = t.device
t.queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
t.fence = device:CreateFence(0, "done")
local done = 0

-- Run records a list, executes it and waits.
function t.Run(name, record)
  local list = device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = device:CreateCommandAllocator("DIRECT", name) }
  record(list)
  list:Close()
  t.queue:ExecuteCommandLists { list }
  done = done + 1
  t.queue:Signal(t.fence, done)
  t.fence:WaitCPU(done)
end

-- Checks. same compares numbers, and NaN with NaN; lists are compared element by element.
local function same(a, b, tolerance)
  if type(a) == "table" and type(b) == "table" then
    if #a ~= #b then return false end
    for i = 1, #a do
      if not same(a[i], b[i], tolerance) then return false end
    end
    return true
  end
  if type(a) == "number" and type(b) == "number" then
    return a == b or (a ~= a and b ~= b) or (tolerance ~= nil and math.abs(a - b) <= tolerance)
  end
  return a == b
end

local function shown(v)
  if type(v) ~= "table" then return tostring(v) end
  local parts = {}
  for i = 1, math.min(#v, 64) do parts[i] = shown(v[i]) end
  return "{" .. table.concat(parts, " ") .. "}"
end

-- Check compares, with a tolerance where the API allows one.
function t.Check(what, got, want, tolerance)
  t.checks = t.checks + 1
  if same(got, want, tolerance) then return end
  t.wrong = t.wrong + 1
  print(("%s: got %s, want %s"):format(what, shown(got), shown(want)))
end

-- Refused is a call that breaks a rule: it raises an error of that code.
function t.Refused(what, code, call)
  local ok, e = pcall(call)
  t.Check(what, ok and "accepted" or (type(e) == "table" and e.code or tostring(e)), code)
end

-- Done ends a script.
function t.Done()
  print(("%d checks"):format(t.checks))
  if t.wrong > 0 then error(t.wrong .. " checks failed", 0) end
end

-- Filled is a list of n times the same value.
function t.Filled(n, value)
  local list = {}
  for i = 1, n do list[i] = value end
  return list
end

-- Barrier is one transition, Sync waits for unordered writes.
function t.Barrier(list, resource, before, after, subresource)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after, Subresource = subresource } }
end

function t.Sync(list, ...)
  local barriers = {}
  for i, resource in ipairs { ... } do barriers[i] = { Type = "UAV", Resource = resource } end
  list:ResourceBarrier(barriers)
end

local STATES = { DEFAULT = "COMMON", UPLOAD = "GENERIC_READ", READBACK = "COPY_DEST" }
function t.Buffer(name, bytes, heap)
  heap = heap or "DEFAULT"
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = bytes, InitialState = STATES[heap],
    Flags = heap == "DEFAULT" and "ALLOW_UNORDERED_ACCESS" or "NONE" }
end

local SIZES = { float = 4, int = 4, uint = 4, half = 2, ushort = 2, short = 2, byte = 1, sbyte = 1, uint64 = 8, double = 8 }

-- Upload is an UPLOAD buffer with these numbers, Filled a DEFAULT one.
function t.Upload(name, type, values, bytes)
  local buffer = t.Buffer(name, bytes or math.max(256, #values * SIZES[type]), "UPLOAD")
  buffer:Map():Write(0, type, values)
  buffer:Unmap()
  return buffer
end

function t.Contents(name, type, values)
  local bytes = #values * SIZES[type]
  local buffer, staging = t.Buffer(name, bytes), t.Upload(name .. " staging", type, values)
  t.Run("fill " .. name, function(list) list:CopyBufferRegion(buffer, 0, staging, 0, bytes) end)
  return buffer
end

-- Read copies numbers out of a buffer in COMMON.
function t.Read(buffer, type, count, offset)
  local bytes = count * SIZES[type]
  local back = t.Buffer("readback", bytes, "READBACK")
  t.Run("read", function(list) list:CopyBufferRegion(back, 0, buffer, offset or 0, bytes) end)
  local values = back:Map():Read(0, type, count)
  back:Unmap(0, { Begin = 0, End = 0 })
  back:Release()
  return values
end

-- Texture is a texture of DEFAULT memory, 2D unless fields say otherwise.
function t.Texture(name, width, height, format, state, flags, fields)
  local desc = { Name = name, Dimension = "TEXTURE2D", Width = width, Height = height, Format = format, InitialState = state, Flags = flags or "NONE" }
  for k, v in pairs(fields or {}) do desc[k] = v end
  return device:CreateCommittedResource(desc)
end

-- Fill writes texels, row behind row and slice behind slice, into a subresource of a texture in COPY_DEST.
function t.Fill(texture, type, values, subresource)
  local f, total = device:GetCopyableFootprints(texture, subresource or 0, 1, 0)
  f = f[1]
  local staging = t.Buffer("staging", total, "UPLOAD")
  local map, rows = staging:Map(), f.SizeInBytes == 0 and 0 or math.ceil(#values * SIZES[type] / f.RowSizeInBytes)
  local perRow = f.RowSizeInBytes / SIZES[type]
  for y = 0, rows - 1 do
    local row = {}
    for x = 1, perRow do row[x] = values[y * perRow + x] end
    map:Write(y * f.RowPitch, type, row)
  end
  staging:Unmap()
  t.Run("upload", function(list)
    list:CopyTextureRegion({ Resource = texture, Subresource = subresource or 0 }, 0, 0, 0,
      { Resource = staging, Offset = 0, Format = f.Format, Width = f.Width, Height = f.Height, Depth = f.Depth, RowPitch = f.RowPitch })
  end)
  staging:Release()
end

-- Texels gives all numbers of a subresource of a texture, which is in that state, in one list.
function t.Texels(texture, state, type, subresource)
  subresource = subresource or 0
  local f, total = device:GetCopyableFootprints(texture, subresource, 1, 0)
  f = f[1]
  local back = t.Buffer("readback", total, "READBACK")
  t.Run("read texels", function(list)
    if state ~= "COPY_SOURCE" then t.Barrier(list, texture, state, "COPY_SOURCE") end
    list:CopyTextureRegion({ Resource = back, Offset = 0, Format = f.Format, Width = f.Width, Height = f.Height, Depth = f.Depth, RowPitch = f.RowPitch }, 0, 0, 0,
      { Resource = texture, Subresource = subresource })
    if state ~= "COPY_SOURCE" then t.Barrier(list, texture, "COPY_SOURCE", state) end
  end)
  local values, map = {}, back:Map()
  local rows = math.floor((f.SizeInBytes + f.RowPitch - 1) / f.RowPitch)
  for y = 0, rows - 1 do
    for _, v in ipairs(map:Read(y * f.RowPitch, type, f.RowSizeInBytes / SIZES[type])) do values[#values + 1] = v end
  end
  back:Unmap(0, { Begin = 0, End = 0 })
  back:Release()
  return values
end

-- Views. Each kind has a heap that is filled from the front; RTV, DSV and CPU views come back as CPU handles, SRV and UAV as GPU handles.
local heaps = {}
local function slot(type, visible, size)
  local key = type .. (visible or "")
  local h = heaps[key]
  if not h then
    h = { heap = device:CreateDescriptorHeap { Name = key, Type = type, NumDescriptors = size, Flags = visible }, count = 0 }
    heaps[key] = h
  end
  h.count = h.count + 1
  return h.heap, h.count - 1
end

function t.RTV(resource, desc)
  local heap, i = slot("RTV", nil, 256)
  device:CreateRenderTargetView(resource, desc, heap:GetCPUDescriptorHandle(i))
  return heap:GetCPUDescriptorHandle(i)
end

function t.DSV(resource, desc)
  local heap, i = slot("DSV", nil, 256)
  device:CreateDepthStencilView(resource, desc, heap:GetCPUDescriptorHandle(i))
  return heap:GetCPUDescriptorHandle(i)
end

function t.SRV(resource, desc)
  local heap, i = slot("CBV_SRV_UAV", "SHADER_VISIBLE", 1024)
  device:CreateShaderResourceView(resource, desc, heap:GetCPUDescriptorHandle(i))
  return heap:GetGPUDescriptorHandle(i)
end

-- UAV gives both handles that clears of unordered access views want.
function t.UAV(resource, desc, counter)
  local heap, i = slot("CBV_SRV_UAV", "SHADER_VISIBLE", 1024)
  device:CreateUnorderedAccessView(resource, counter, desc, heap:GetCPUDescriptorHandle(i))
  local plain, k = slot("CBV_SRV_UAV", nil, 1024)
  device:CreateUnorderedAccessView(resource, counter, desc, plain:GetCPUDescriptorHandle(k))
  return heap:GetGPUDescriptorHandle(i), plain:GetCPUDescriptorHandle(k)
end

function t.CBV(desc)
  local heap, i = slot("CBV_SRV_UAV", "SHADER_VISIBLE", 1024)
  device:CreateConstantBufferView(desc, heap:GetCPUDescriptorHandle(i))
  return heap:GetGPUDescriptorHandle(i)
end

function t.Sampler(desc)
  local heap, i = slot("SAMPLER", "SHADER_VISIBLE", 256)
  device:CreateSampler(desc, heap:GetCPUDescriptorHandle(i))
  return heap:GetGPUDescriptorHandle(i)
end

-- Heaps binds the shader-visible ones that there are.
function t.Heaps(list)
  local bound = {}
  for _, key in ipairs { "CBV_SRV_UAVSHADER_VISIBLE", "SAMPLERSHADER_VISIBLE" } do
    if heaps[key] then bound[#bound + 1] = heaps[key].heap end
  end
  list:SetDescriptorHeaps(bound)
end

function t.Compute(root, name, threads, main)
  return device:CreateComputePipelineState { Name = name, RootSignature = root, CS = gpu.ComputeShader { Name = name, NumThreads = threads, Main = main } }
end

-- Cover is a vertex shader whose three vertices cover the target at the middle of the depths.
t.Cover = gpu.VertexShader { Name = "cover", Main = function(VertexID)
  local uv = float2(float(VertexID % 2) * 2.0, float(VertexID / 2) * 2.0)
  return { Position = float4(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.5, 1.0), uv = uv }
end }

-- Graphics is CreateGraphicsPipelineState with triangles, no culling and no depth unless told otherwise.
function t.Graphics(desc)
  desc.PrimitiveTopologyType = desc.PrimitiveTopologyType or "TRIANGLE"
  desc.VS = desc.VS or t.Cover
  desc.RasterizerState = desc.RasterizerState or { CullMode = "NONE" }
  if not desc.DSVFormat then desc.DepthStencilState = { DepthEnable = false } end
  return device:CreateGraphicsPipelineState(desc)
end

-- Targets binds targets of that size, with a viewport and a scissor rectangle over all of them.
function t.Targets(list, width, height, rtvs, dsv)
  list:OMSetRenderTargets(rtvs, dsv)
  list:RSSetViewports { { Width = width, Height = height } }
  list:RSSetScissorRects { { Right = width, Bottom = height } }
end

return t
