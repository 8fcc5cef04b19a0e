-- A buffer is written in one way and read, or written again, in another one, on either side of a boundary: commands of one list, lists of one call, two calls,
-- two queues. What was written is what is read, and numbers are checked; without what the boundary needs the second command is a mistake. Pairs are those of
-- another API's tests of synchronisation; expectations were derived from the documentation before the first run.
local t = require "results_prelude"
local gpu, case, holds = t.gpu, t.case, t.holds

local words = gpu.StructuredBuffer("t0", "uint")
local raw = gpu.ByteAddressBuffer("t0")
local box = gpu.ConstantBuffer("b1", { { "x", "uint" } })
local number = gpu.ConstantBuffer("b0", { { "value", "uint" } })
local target = gpu.RWStructuredBuffer("u0", "uint") -- what is written to, or read
local result = gpu.RWStructuredBuffer("u1", "uint") -- what a reader has found

-- One root signature serves all: constants, a read view, two views to write, constants of a buffer.
local function root()
  return t.device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = {
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 }, { Type = "SRV", ShaderRegister = 0, Flags = "DATA_VOLATILE" },
    { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 }, { Type = "CBV", ShaderRegister = 1, Flags = "DATA_VOLATILE" } } }
end
local function bind(l, kind, s, views)
  l["Set" .. kind .. "RootSignature"](l, s.root)
  l["Set" .. kind .. "Root32BitConstants"](l, 0, { gpu.AsUint(views.value or 0) })
  if views.read then l["Set" .. kind .. "RootShaderResourceView"](l, 1, views.read:GetGPUVirtualAddress()) end
  if views.write then l["Set" .. kind .. "RootUnorderedAccessView"](l, 2, views.write:GetGPUVirtualAddress()) end
  l["Set" .. kind .. "RootUnorderedAccessView"](l, 3, s.found:GetGPUVirtualAddress())
  if views.constants then l["Set" .. kind .. "RootConstantBufferView"](l, 4, views.constants:GetGPUVirtualAddress()) end
end
local function compute(l, s, threads, main, views)
  l:SetPipelineState(t.device:CreateComputePipelineState { Name = "kernel", RootSignature = s.root,
    CS = gpu.ComputeShader { Name = "kernel", NumThreads = { threads, 1, 1 }, Main = main } })
  bind(l, "Compute", s, views)
end
-- A draw of points in the middle of a picture of one pixel; the pixel shader does the work.
local function drawing(s, pixel, vertex)
  local still = { Name = "vs", Main = function(VertexID) return { Position = float4(0.0, 0.0, 0.5, 1.0), number = VertexID } end }
  return t.device:CreateGraphicsPipelineState { Name = "points", RootSignature = s.root, VS = gpu.VertexShader(vertex or still),
    PS = gpu.PixelShader { Name = "ps", Main = pixel }, PrimitiveTopologyType = "POINT", RTVFormats = { "R8G8B8A8_UNORM" },
    DepthStencilState = { DepthEnable = false }, InputLayout = vertex and { { "NUMBER", "R32_UINT" } } or nil }
end
local function frame(l)
  l:RSSetViewports { { Width = 64, Height = 64 } }
  l:RSSetScissorRects { { Right = 64, Bottom = 64 } }
  l:OMSetRenderTargets { t.rtv(t.target "picture") }
end
local function draw(l, s, pso, views, bundled)
  if not bundled then frame(l) end
  l:SetPipelineState(pso)
  l:IASetPrimitiveTopology "POINTLIST"
  bind(l, "Graphics", s, views)
end
local function counted(v)
  InterlockedAdd(result[0], 1)
  return float4(1.0, 1.0, 1.0, 1.0)
end
local function arguments(type, stride)
  return t.device:CreateCommandSignature { Name = "arguments", ByteStride = stride, ArgumentDescs = { { Type = type } } }
end
local function handles(b)
  local view = { ViewDimension = "BUFFER", Format = "R32_UINT", NumElements = 64 }
  local seen = t.device:CreateDescriptorHeap { Name = "seen", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  local plain = t.device:CreateDescriptorHeap { Name = "plain", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  t.device:CreateUnorderedAccessView(b, nil, view, seen:GetCPUDescriptorHandle(0))
  t.device:CreateUnorderedAccessView(b, nil, view, plain:GetCPUDescriptorHandle(0))
  return seen, seen:GetGPUDescriptorHandle(0), plain:GetCPUDescriptorHandle(0)
end

-- Ways to write value to the first 64 numbers of b.
local writes = {
  { name = "a kernel", state = "UNORDERED_ACCESS", record = function(l, s, b, value)
    compute(l, s, 64, function(GroupIndex) target[GroupIndex] = number.value end, { write = b, value = value })
    l:Dispatch(1, 1, 1)
  end },
  { name = "pixels", state = "UNORDERED_ACCESS", record = function(l, s, b, value)
    draw(l, s, drawing(s, function(v)
      for i = 0, 63 do target[i] = number.value end
      return float4(1.0, 1.0, 1.0, 1.0)
    end), { write = b, value = value })
    l:DrawInstanced(1, 1)
  end },
  { name = "pixels of a bundle", state = "UNORDERED_ACCESS", record = function(l, s, b, value)
    local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
    draw(bundle, s, drawing(s, function(v)
      for i = 0, 63 do target[i] = number.value end
      return float4(1.0, 1.0, 1.0, 1.0)
    end), { write = b, value = value }, true)
    bundle:DrawInstanced(1, 1)
    bundle:Close()
    frame(l)
    l:ExecuteBundle(bundle)
  end },
  { name = "a clear", state = "UNORDERED_ACCESS", record = function(l, s, b, value)
    local heap, seen, plain = handles(b)
    l:SetDescriptorHeaps { heap }
    l:ClearUnorderedAccessViewUint(seen, plain, b, { value, value, value, value })
  end },
  { name = "bytes", state = "COPY_DEST", record = function(l, s, b, value)
    l:CopyBufferRegion(b, 0, t.filled("from", 256, t.numbers(64, value, 0)), 0, 256)
  end },
  { name = "texels", state = "COPY_DEST", record = function(l, s, b, value)
    local x, up = t.tex("from", "COPY_DEST", "NONE", { Width = 64, Height = 1, Format = "R32_UINT" }), t.filled("up", 256, t.numbers(64, value, 0))
    local function row(r) return { Resource = r, Format = "R32_UINT", Width = 64, Height = 1, RowPitch = 256 } end
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, row(up))
    t.go(l, x, "COPY_DEST", "COPY_SOURCE")
    l:CopyTextureRegion(row(b), 0, 0, 0, { Resource = x })
  end },
  { name = "immediate words", state = "COPY_DEST", record = function(l, s, b, value)
    local params = {}
    for i = 1, 16 do params[i] = { Dest = b:GetGPUVirtualAddress() + 4 * i - 4, Value = value } end
    l:WriteBufferImmediate(params)
  end },
}

-- Ways to read it: what stands in found, or in the buffer for the CPU, is made of the value by is.
local function same(v) return v end
local reads = {
  { name = "vertices", state = "VERTEX_AND_CONSTANT_BUFFER", is = same, record = function(l, s, b)
    draw(l, s, drawing(s, function(v)
      result[0] = v.number
      return float4(1.0, 1.0, 1.0, 1.0)
    end, { Name = "vs", Inputs = { { "NUMBER", "uint" } }, Main = function(n) return { Position = float4(0.0, 0.0, 0.5, 1.0), number = n } end }), {})
    l:IASetVertexBuffers(0, { { BufferLocation = b:GetGPUVirtualAddress(), SizeInBytes = 256, StrideInBytes = 4 } })
    l:DrawInstanced(1, 1)
  end },
  { name = "indices", state = "INDEX_BUFFER", is = same, record = function(l, s, b)
    draw(l, s, drawing(s, function(v)
      result[0] = v.number
      return float4(1.0, 1.0, 1.0, 1.0)
    end), {})
    l:IASetIndexBuffer { BufferLocation = b:GetGPUVirtualAddress(), SizeInBytes = 256, Format = "R32_UINT" }
    l:DrawIndexedInstanced(1, 1)
  end },
  { name = "arguments of a draw", state = "INDIRECT_ARGUMENT", is = function(v) return v * v end, record = function(l, s, b)
    draw(l, s, drawing(s, counted), {})
    l:ExecuteIndirect(arguments("DRAW", 16), 1, b, 0)
  end },
  { name = "arguments of an indexed draw", state = "INDIRECT_ARGUMENT", is = function(v) return v * v end, record = function(l, s, b)
    draw(l, s, drawing(s, counted), {})
    l:IASetIndexBuffer { BufferLocation = t.filled("indices", 64, t.numbers(16, 0)):GetGPUVirtualAddress(), SizeInBytes = 64, Format = "R32_UINT" }
    l:ExecuteIndirect(arguments("DRAW_INDEXED", 20), 1, b, 0)
  end },
  { name = "arguments of a dispatch", state = "INDIRECT_ARGUMENT", is = function(v) return v * v * v end, record = function(l, s, b)
    compute(l, s, 1, function(GroupIndex) InterlockedAdd(result[0], 1) end, {})
    l:ExecuteIndirect(arguments("DISPATCH", 12), 1, b, 0)
  end },
  { name = "the number of commands", state = "INDIRECT_ARGUMENT", is = same, record = function(l, s, b)
    compute(l, s, 1, function(GroupIndex) InterlockedAdd(result[0], 1) end, {})
    l:ExecuteIndirect(arguments("DISPATCH", 12), 8, t.filled("each", 96, t.numbers(24, 1, 0)), 0, b, 0)
  end },
  { name = "constants", state = "VERTEX_AND_CONSTANT_BUFFER", is = same, record = function(l, s, b)
    compute(l, s, 1, function(GroupIndex) result[0] = box.x end, { constants = b })
    l:Dispatch(1, 1, 1)
  end },
  { name = "elements", state = "NON_PIXEL_SHADER_RESOURCE", is = same, record = function(l, s, b)
    compute(l, s, 1, function(GroupIndex) result[0] = words[7] end, { read = b })
    l:Dispatch(1, 1, 1)
  end },
  { name = "raw bytes, in pixels", state = "PIXEL_SHADER_RESOURCE", is = same, record = function(l, s, b)
    draw(l, s, drawing(s, function(v)
      result[0] = raw:Load(28)
      return float4(1.0, 1.0, 1.0, 1.0)
    end), { read = b })
    l:DrawInstanced(1, 1)
  end },
  { name = "elements to write", state = "UNORDERED_ACCESS", is = same, record = function(l, s, b)
    compute(l, s, 1, function(GroupIndex) result[0] = target[7] end, { write = b })
    l:Dispatch(1, 1, 1)
  end },
  { name = "bytes", state = "COPY_SOURCE", copies = true, is = same, record = function(l, s, b) l:CopyBufferRegion(s.down, 0, b, 0, 64) end },
  { name = "texels", state = "COPY_SOURCE", copies = true, is = same, record = function(l, s, b)
    local x = t.tex("to", "COPY_DEST", "NONE", { Width = 64, Height = 1, Format = "R32_UINT" })
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = b, Format = "R32_UINT", Width = 64, Height = 1, RowPitch = 256 })
    t.go(l, x, "COPY_DEST", "COPY_SOURCE")
    l:CopyTextureRegion({ Resource = s.down, Format = "R32_UINT", Width = 64, Height = 1, RowPitch = 256 }, 0, 0, 0, { Resource = x })
  end },
}

-- What a pair needs between its commands, where they stand in one call.
local function between(l, b, from, to)
  if from ~= to then t.go(l, b, from, to)
  elseif from == "UNORDERED_ACCESS" then t.uav(l, b) end
end
-- What is said if it is missing.
local function missing(first, second)
  if first.state ~= second.state then return 'GS0402 buffer "b"' end
  return first.state == "UNORDERED_ACCESS" and 'GS0517 buffer "b"' or "silent"
end

-- run does the two commands, each of which gets a list to record into, on either side of a boundary.
local boundaries = {
  { name = "in one list", legal = true, run = function(s, b, first, second, a, c)
    t.run(s.q, function(l)
      a(l)
      between(l, b, first.state, second.state)
      c(l)
    end)
  end },
  { name = "in one list, with nothing between", says = missing, run = function(s, b, first, second, a, c)
    t.run(s.q, function(l)
      a(l)
      c(l)
    end)
  end },
  { name = "in two lists of a call", legal = true, run = function(s, b, first, second, a, c)
    s.q:ExecuteCommandLists { t.list(s.q, a), t.list(s.q, function(l)
      between(l, b, first.state, second.state)
      c(l)
    end) }
  end },
  { name = "in two lists of a call, with nothing between", says = missing, run = function(s, b, first, second, a, c)
    s.q:ExecuteCommandLists { t.list(s.q, a), t.list(s.q, c) }
  end },
  { name = "in two calls", legal = true, run = function(s, b, first, second, a, c)
    t.run(s.q, a)
    t.run(s.q, c)
  end },
  { name = "on two queues, in no order", says = function() return 'GS0512 buffer "b"' end, run = function(s, b, first, second, a, c)
    t.run(s.q, a)
    t.run(s.other, c)
  end },
  { name = "on two queues, with a fence", legal = true, run = function(s, b, first, second, a, c)
    local F = t.fence "F"
    t.run(s.q, a)
    s.q:Signal(F, 1)
    s.other:Wait(F, 1)
    t.run(s.other, c)
    s.other:Signal(F, 2)
    s.q:Wait(F, 2)
  end },
}

local function stage()
  local s = { q = t.queue("DIRECT", "q"), other = t.queue("DIRECT", "other"), found = t.buf("found", 256), down = t.readback("down", 256) }
  s.root = root()
  return s
end
-- ends copies what was found to where the CPU reads it, and compares.
local function ends(s, copied, want, from)
  if not copied then t.run(s.q, function(l) l:CopyBufferRegion(s.down, 0, from or s.found, 0, 64) end) end
  t.idle(s.q)
  holds(s.down, 0, want)
end

-- pair makes cases of every other pair: one of the ways that are right and one of those that are not, in turn.
local function pair(name, first, second, turn, body)
  for k, way in ipairs(boundaries) do
    if ALL or turn % 2 == 0 and (k == turn % 8 + 1 or k == 2 * (turn % 3 + 1)) then
      case(name .. ", " .. way.name, way.legal and "silent" or way.says(first, second), function() body(way) end)
    end
  end
end

for i, write in ipairs(writes) do
  for j, read in ipairs(reads) do
    pair(write.name .. ", then " .. read.name .. " are read", write, read, i + j, function(way)
      local s, b = stage(), t.buf("b", 256)
      way.run(s, b, write, read, function(l) write.record(l, s, b, 2) end, function(l) read.record(l, s, b) end)
      if way.legal then ends(s, read.copies, { read.is(2) }) end
    end)
    pair(read.name .. " are read, then " .. write.name, read, write, i + 2 * j, function(way)
      local s, b = stage(), t.buf("b", 256)
      t.run(s.q, function(l) l:CopyBufferRegion(b, 0, t.filled("up", 256, t.numbers(64, 1, 0)), 0, 256) end)
      t.idle(s.q)
      way.run(s, b, read, write, function(l) read.record(l, s, b) end, function(l) write.record(l, s, b, 2) end)
      if way.legal then ends(s, read.copies, { read.is(1) }) end
    end)
  end
  for j, again in ipairs(writes) do
    pair(write.name .. ", then " .. again.name .. " again", write, again, i + j, function(way)
      local s, b = stage(), t.buf("b", 256)
      way.run(s, b, write, again, function(l) write.record(l, s, b, 1) end, function(l) again.record(l, s, b, 2) end)
      if way.legal then ends(s, false, t.numbers(16, 2, 0), b) end
    end)
  end
end
