-- What the files of shaders stand on: one device, ways to run a kernel or a draw on numbers and to get numbers back, and checks.
-- Every function composes public calls of the API and nothing else. What is expected is computed in Lua or by hand, never copied.
local gpu = require "gpu"

local rig = { gpu = gpu, device = gpu.CreateDevice { Name = "device" } }
local device = rig.device
local queue, fence, submitted = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }, device:CreateFence(0, "done"), 0

-- The registers of all kernels, which files capture as rig.a and so on: numbers in, numbers out.
rig.a = gpu.StructuredBuffer("t0", "float")
rig.n = gpu.StructuredBuffer("t1", "int")
rig.w = gpu.StructuredBuffer("t2", "uint")
rig.f = gpu.RWStructuredBuffer("u0", "float")
rig.i = gpu.RWStructuredBuffer("u1", "int")
rig.u = gpu.RWStructuredBuffer("u2", "uint")

-- Checks. A number is the same if its value is: NaN is NaN, and -0 is not 0.
local checks, failures, subject = 0, {}, "?"
function rig.case(name, body)
  subject = name
  local ok, e = pcall(body)
  if not ok then failures[#failures + 1] = name .. ": " .. (type(e) == "table" and (e.code .. " " .. e.message) or tostring(e)) end
end
local function same(got, want, within)
  if got == nil or want == nil then return got == want end
  if got ~= got or want ~= want then return got ~= got and want ~= want end
  if within and math.abs(got - want) <= within then return true end
  return got == want and (got ~= 0 or 1 / got == 1 / want)
end
local function show(list, from)
  local words = {}
  for k = from, math.min(#list, from + 31) do words[#words + 1] = list[k] == 0 and 1 / list[k] < 0 and "-0" or ("%.9g"):format(list[k]) end
  return "{ " .. table.concat(words, ", ") .. (#list > from + 31 and ", …" or "") .. " }"
end
-- same compares lists, or numbers, within a tolerance if one is given.
function rig.same(what, got, want, within)
  checks = checks + 1
  if type(got) ~= "table" then got, want = { got }, { want } end
  local equal, first = #got == #want, 1
  for k = #want, 1, -1 do
    if not same(got[k], want[k], within) then equal, first = false, k end
  end
  if not equal then failures[#failures + 1] = ("%s: %s: from %d: got %s, want %s"):format(subject, what, first, show(got, first), show(want, first)) end
end
-- refused checks that a call fails with a code and with words in its message or help.
function rig.refused(what, code, words, body)
  checks = checks + 1
  local ok, e = pcall(body)
  local said = ok and "nothing" or type(e) == "table" and e.code .. " " .. e.message .. " | " .. tostring(e.help) or tostring(e)
  if ok or type(e) ~= "table" or e.code ~= code or not said:find(words, 1, true) then
    failures[#failures + 1] = ("%s: %s: want %s with %q, got %s"):format(subject, what, code, words, said)
  end
end
-- done prints the verdict of a file.
function rig.done()
  for _, line in ipairs(failures) do print(line) end
  print(("%d checks, %d failures"):format(checks, #failures))
end

rig.nan, rig.inf = 0 / 0, math.huge
rig.minus = gpu.AsFloat(0x80000000) -- -0, which arithmetic of gopher-lua makes 0
-- round32 is a number as a float holds it.
function rig.round32(x)
  if x == 0 or x ~= x or x - x ~= 0 then return x end
  local m, e = math.frexp(x)
  return math.ldexp((m * 2 ^ 24 + 2 ^ 52 * (m < 0 and -1 or 1)) - 2 ^ 52 * (m < 0 and -1 or 1), e - 24)
end

-- list is g(1) to g(count).
function rig.list(count, g)
  local r = {}
  for k = 1, count do r[k] = g(k) end
  return r
end
-- random makes a generator of numbers from 0 to below 1 that a float holds.
function rig.random(seed)
  return function()
    seed = seed * 16807 % 2147483647 -- Lehmer's, exact in doubles
    return math.floor(seed / 128) / 2 ^ 24
  end
end

-- Objects.
function rig.buffer(name, bytes, heap)
  local states = { UPLOAD = "GENERIC_READ", READBACK = "COPY_DEST", DEFAULT = "COMMON" }
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = math.max(256, math.ceil(bytes / 256) * 256),
    InitialState = states[heap], Flags = heap == "DEFAULT" and "ALLOW_UNORDERED_ACCESS" or "NONE" }
end
function rig.filled(name, type, values)
  local b = rig.buffer(name, #values * 4, "UPLOAD")
  local m = b:Map()
  m:Write(0, type, values)
  b:Unmap()
  return b
end
-- submit records a list, runs it and waits for it.
function rig.submit(record)
  local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
  record(list)
  list:Close()
  queue:ExecuteCommandLists { list }
  submitted = submitted + 1
  queue:Signal(fence, submitted)
  fence:WaitCPU(submitted)
end
function rig.go(list, r, before, after)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = r, Before = before, After = after } }
end
-- numbers reads count numbers of a type from a buffer in state COMMON.
function rig.numbers(buffer, type, count)
  local back = rig.buffer("back", count * 4, "READBACK")
  rig.submit(function(list) list:CopyBufferRegion(back, 0, buffer, 0, count * 4) end)
  local values = back:Map():Read(0, type, count)
  back:Unmap()
  return values
end

local zeros = rig.buffer("zeros", 65536, "UPLOAD") -- an UPLOAD buffer begins as zeros
local computeRoot
local names = { { "a", "SRV", 0, "float" }, { "n", "SRV", 1, "int" }, { "w", "SRV", 2, "uint" }, { "f", "UAV", 0, "float" }, { "i", "UAV", 1, "int" }, { "u", "UAV", 2, "uint" } }

-- run dispatches a kernel: Main, Threads and Groups as in { 64, 1, 1 }, what comes in as lists a, n, w and b = { type, values } of a
-- constant buffer, how many numbers go out as counts f, i, u; Outside: accesses outside of buffers are meant. It returns lists f, i, u.
function rig.run(o)
  if not computeRoot then
    local p = {}
    for k, name in ipairs(names) do p[k] = { Type = name[2], ShaderRegister = name[3] } end
    p[7] = { Type = "CBV", ShaderRegister = 0 }
    computeRoot = device:CreateRootSignature { Name = "compute", Parameters = p }
  end
  local cs = gpu.ComputeShader { Name = o.Name or "kernel", NumThreads = o.Threads or { 1, 1, 1 }, Main = o.Main }
  local pso = device:CreateComputePipelineState { Name = "kernel", RootSignature = computeRoot, CS = cs }
  local out = {}
  if o.Outside then gpu.PushMessageFilter { Deny = { "GS0621" } } end
  rig.submit(function(list)
    for _, name in ipairs(names) do
      if name[2] == "UAV" then
        local bytes = (o[name[1]] or 1) * 4
        out[name[1]] = rig.buffer(name[1], bytes, "DEFAULT")
        list:CopyBufferRegion(out[name[1]], 0, zeros, 0, bytes)
      end
    end
  end)
  rig.submit(function(list)
    list:SetComputeRootSignature(computeRoot)
    list:SetPipelineState(pso)
    for k, name in ipairs(names) do
      if name[2] == "SRV" then
        list:SetComputeRootShaderResourceView(k - 1, rig.filled(name[1], name[4], o[name[1]] or { 0 }):GetGPUVirtualAddress())
      else
        list:SetComputeRootUnorderedAccessView(k - 1, out[name[1]]:GetGPUVirtualAddress())
      end
    end
    list:SetComputeRootConstantBufferView(6, (o.b and rig.filled("b", o.b[1], o.b[2]) or rig.filled("b", "uint", { 0 })):GetGPUVirtualAddress())
    list:Dispatch(unpack(o.Groups or { 1, 1, 1 }))
  end)
  if o.Outside then gpu.PopMessageFilter() end
  local result = {}
  for k, name in ipairs(names) do
    if o[name[1]] and name[2] == "UAV" then result[name[1]] = rig.numbers(out[name[1]], name[4], o[name[1]]) end
  end
  return result
end


-- Draws. texels reads a texture of words or floats in a state: a list, row by row, of numbers a texel.
local words = { R32_FLOAT = 1, R32G32B32A32_FLOAT = 4, R8G8B8A8_UNORM = 1, R8G8B8A8_UNORM_SRGB = 1, R32_UINT = 1, R32_SINT = 1, R32G32B32A32_UINT = 4, D32_FLOAT = 1, R32G32_FLOAT = 2,
  R32G32B32A32_SINT = 4, R16G16_FLOAT = 1, R16G16_UNORM = 1, R10G10B10A2_UNORM = 1, R11G11B10_FLOAT = 1 }
function rig.texels(texture, state, as, sub)
  local d = texture:GetDesc()
  local n, level = words[d.Format], (sub or 0) % d.MipLevels
  local width, height = math.max(1, math.floor(d.Width / 2 ^ level)), math.max(1, math.floor(d.Height / 2 ^ level))
  local pitch = math.ceil(width * n * 4 / 256) * 256
  local back = rig.buffer("back", pitch * height, "READBACK")
  rig.submit(function(list)
    if state ~= "COMMON" then rig.go(list, texture, state, "COPY_SOURCE") end
    list:CopyTextureRegion({ Resource = back, Format = d.Format == "D32_FLOAT" and "R32_FLOAT" or d.Format, Width = width, Height = height, RowPitch = pitch }, 0, 0, 0, { Resource = texture, Subresource = sub or 0 })
    if state ~= "COMMON" then rig.go(list, texture, "COPY_SOURCE", state) end
  end)
  local map, out = back:Map(), {}
  for y = 0, height - 1 do
    for _, v in ipairs(map:Read(y * pitch, as, width * n)) do out[#out + 1] = v end
  end
  back:Unmap()
  return out
end

local drawRoot
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 8 }
local dsvs = device:CreateDescriptorHeap { Name = "dsvs", Type = "DSV", NumDescriptors = 1 }
-- draw draws to targets and returns what they hold: a list for each target, depth and u, which shaders have as rig.u. Fields of o, all optional:
--   VS, PS, Formats, Width, Height, Samples, Clear       { format … }, a colour for each target
--   Depth, ClearDepth                                    the DepthStencilState of a D32_FLOAT buffer, and what it begins with
--   Layout, Vertices, Indices, Type, Topology, Cut       a list of numbers for each slot, with stride and, for words, type = "uint"
--   Blend, Rasterizer, Viewport, Scissor                 descriptors
--   a, b                                                 numbers of rig.a and of the constant buffer b0
--   Root, Bind                                           another root signature, whose first parameters are UAV u2, SRV t0 and CBV b0, and what sets the rest
--   Count, Draw                                          vertices, or a function that draws
function rig.draw(o)
  drawRoot = drawRoot or device:CreateRootSignature { Name = "draws", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT",
    Parameters = { { Type = "UAV", ShaderRegister = 2 }, { Type = "SRV", ShaderRegister = 0 }, { Type = "CBV", ShaderRegister = 0 } } }
  local formats, width, height = o.Formats or { "R32G32B32A32_FLOAT" }, o.Width or 4, o.Height or 4
  local samples = o.Samples or 1
  local desc = { Name = "draw", RootSignature = o.Root or drawRoot, VS = gpu.VertexShader(o.VS or rig.whole), PS = o.PS and gpu.PixelShader(o.PS), InputLayout = o.Layout,
    RasterizerState = { CullMode = "NONE" }, PrimitiveTopologyType = o.Type or "TRIANGLE", RTVFormats = formats, SampleDesc = { Count = samples },
    DepthStencilState = { DepthEnable = false }, BlendState = o.Blend, IBStripCutValue = o.Cut }
  for k, v in pairs(o.Rasterizer or {}) do desc.RasterizerState[k] = v end
  local targets, handles, depth, dsv = {}, {}, nil, nil
  for k, format in ipairs(formats) do
    local clear = o.Clear and o.Clear[k] or { 0, 0, 0, 0 }
    targets[k] = device:CreateCommittedResource { Name = "target", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = width, Height = height, Format = format,
      SampleDesc = { Count = samples }, Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET", OptimizedClearValue = { Format = format, Color = clear } }
    handles[k] = rtvs:GetCPUDescriptorHandle(k - 1)
    device:CreateRenderTargetView(targets[k], nil, handles[k])
  end
  if o.Depth then
    desc.DSVFormat, desc.DepthStencilState = "D32_FLOAT", o.Depth
    depth = device:CreateCommittedResource { Name = "depth", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = width, Height = height, Format = "D32_FLOAT",
      SampleDesc = { Count = samples }, Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE", OptimizedClearValue = { Format = "D32_FLOAT", Depth = o.ClearDepth or 1 } }
    dsv = dsvs:GetCPUDescriptorHandle(0)
    device:CreateDepthStencilView(depth, nil, dsv)
  end
  local pso = device:CreateGraphicsPipelineState(desc)
  local counted = rig.buffer("u", 1024, "DEFAULT")
  rig.submit(function(list) list:CopyBufferRegion(counted, 0, zeros, 0, 1024) end)
  rig.submit(function(list)
    list:SetPipelineState(pso)
    list:SetGraphicsRootSignature(o.Root or drawRoot)
    list:SetGraphicsRootUnorderedAccessView(0, counted:GetGPUVirtualAddress())
    list:SetGraphicsRootShaderResourceView(1, rig.filled("a", "float", o.a or { 0 }):GetGPUVirtualAddress())
    list:SetGraphicsRootConstantBufferView(2, rig.filled("b", "float", o.b or { 0 }):GetGPUVirtualAddress())
    for k, h in ipairs(handles) do list:ClearRenderTargetView(h, o.Clear and o.Clear[k] or { 0, 0, 0, 0 }) end
    if dsv then list:ClearDepthStencilView(dsv, "DEPTH", o.ClearDepth or 1, 0) end
    list:OMSetRenderTargets(handles, dsv)
    list:RSSetViewports { o.Viewport or { Width = width, Height = height } }
    list:RSSetScissorRects { o.Scissor or { Right = width, Bottom = height } }
    list:IASetPrimitiveTopology(o.Topology or "TRIANGLELIST")
    if o.Vertices then
      local views = {}
      for k, v in ipairs(o.Vertices) do
        views[k] = { BufferLocation = rig.filled("vertices", v.type or "float", v):GetGPUVirtualAddress(), SizeInBytes = #v * 4, StrideInBytes = v.stride }
      end
      list:IASetVertexBuffers(0, views)
    end
    if o.Indices then
      list:IASetIndexBuffer { BufferLocation = rig.filled("indices", "uint", o.Indices):GetGPUVirtualAddress(), SizeInBytes = #o.Indices * 4, Format = "R32_UINT" }
    end
    if o.Bind then o.Bind(list) end
    if o.Draw then o.Draw(list) else list:DrawInstanced(o.Count or 3, 1) end
  end)
  local out = { u = rig.numbers(counted, "uint", 256) }
  for k, format in ipairs(formats) do
    if samples == 1 then
      out[k] = rig.texels(targets[k], "RENDER_TARGET", (format:find "SINT" and "int") or (format:find "32" and format:find "FLOAT" and "float") or "uint")
    end
  end
  if depth and samples == 1 then out.depth = rig.texels(depth, "DEPTH_WRITE", "float") end
  out.targets = targets
  return out
end
-- whole is a vertex shader of a triangle over all pixels at depth 0.5.
rig.whole = { Name = "whole", Main = function(VertexID)
  return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) }
end }

return rig
