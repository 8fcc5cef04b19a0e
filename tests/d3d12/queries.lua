-- Queries: what each of them counts and what it does not, when it is measured again, in which order results stand, and where they may be put.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device

local W, H = 8, 8
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 4 } } }
local args = gpu.ConstantBuffer("b0", { { "z", "float" }, { "least", "float" }, { "a", "float" }, { "b", "float" } })
local flat = gpu.VertexShader { Name = "flat", Main = function(VertexID)
  local at = float2(float(VertexID % 2) * 4.0 - 1.0, 1.0 - float(VertexID / 2) * 4.0)
  return { Position = float4(at, args.z, 1) }
end }
local picky = gpu.PixelShader { Name = "picky", Main = function(v)
  if v.Position.x < args.least then discard() end
  return float4(1, 1, 1, 1)
end }
local D = "D32_FLOAT_S8X24_UINT"
local x, d = t.Texture("x", W, H, "R8_UNORM", "RENDER_TARGET", "ALLOW_RENDER_TARGET"), t.Texture("d", W, H, D, "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
local rtv, dsv = t.RTV(x), t.DSV(d)
local occlusion = device:CreateQueryHeap { Name = "occlusion", Type = "OCCLUSION", Count = 8 }
local statistics = device:CreateQueryHeap { Name = "statistics", Type = "PIPELINE_STATISTICS", Count = 3 }
local result = t.Buffer("result", 1024)

local function pipeline(fields)
  local desc = { Name = "p", RootSignature = root, VS = flat, PS = picky, RTVFormats = { "R8_UNORM" }, DSVFormat = D, DepthStencilState = { DepthFunc = "LESS" } }
  for k, v in pairs(fields or {}) do desc[k] = v end
  return t.Graphics(desc)
end
local plain = pipeline()
local shadow = t.Graphics { Name = "shadow", RootSignature = root, VS = flat, RTVFormats = {}, DSVFormat = D, DepthStencilState = { DepthFunc = "LESS" } }
local function begin(list, pso, z, least)
  t.Targets(list, W, H, { rtv }, dsv)
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pso or plain)
  list:SetGraphicsRoot32BitConstants(0, { z or 0.5, least or 0, 0, 0 })
  list:IASetPrimitiveTopology "TRIANGLELIST"
end
-- Count runs a measurement of either kind over what is recorded, in front of a cleared depth and stencil.
local function count(type, record, stencil)
  t.Run("count", function(list)
    list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 0.75, stencil or 0)
    list:BeginQuery(occlusion, type, 0)
    record(list)
    list:EndQuery(occlusion, type, 0)
    list:ResolveQueryData(occlusion, type, 0, 1, result, 0)
  end)
  return t.Read(result, "uint64", 1)[1]
end

-- Samples: those that pass the tests of depth and stencil, the shader's discard, the scissor rectangle; however often a pixel is drawn; a mask of colours or of
-- depth changes nothing.
local full = W * H
for name, case in pairs {
  ["everything"] = { full, function(l) begin(l) l:DrawInstanced(3, 1) end },
  ["nothing is recorded"] = { 0, function() end },
  ["behind what is there"] = { 0, function(l) begin(l, nil, 0.875) l:DrawInstanced(3, 1) end },
  ["as near as what is there"] = { 0, function(l) begin(l, nil, 0.75) l:DrawInstanced(3, 1) end },
  ["a half is discarded"] = { full / 2, function(l) begin(l, nil, 0.5, 4) l:DrawInstanced(3, 1) end },
  ["a rectangle"] = { 6, function(l) begin(l) l:RSSetScissorRects { { Left = 1, Top = 2, Right = 4, Bottom = 4 } } l:DrawInstanced(3, 1) end },
  ["a viewport"] = { 16, function(l) begin(l) l:RSSetViewports { { Width = 4, Height = 4 } } l:DrawInstanced(3, 1) end },
  ["twice at one depth"] = { full, function(l) begin(l) l:DrawInstanced(3, 2) end },
  ["twice, nearer"] = { 2 * full, function(l) begin(l) l:DrawInstanced(3, 1) begin(l, nil, 0.25) l:DrawInstanced(3, 1) end },
  ["no test of depth"] = { 3 * full, function(l) begin(l, pipeline { DepthStencilState = { DepthEnable = false } }) l:DrawInstanced(3, 3) end },
  ["no colours are written"] = { full, function(l) begin(l, pipeline { BlendState = { RenderTarget = { { RenderTargetWriteMask = 0 } } } }) l:DrawInstanced(3, 1) end },
  ["no depth is written"] = { 2 * full, function(l) begin(l, pipeline { DepthStencilState = { DepthFunc = "LESS", DepthWriteMask = "ZERO" } }) l:DrawInstanced(3, 2) end },
  ["no pixel shader"] = { full, function(l) begin(l, shadow) l:OMSetRenderTargets(nil, dsv) l:DrawInstanced(3, 1) end },
  ["the stencil test fails"] = { 0, function(l)
    begin(l, pipeline { DepthStencilState = { DepthEnable = false, StencilEnable = true, FrontFace = { StencilFunc = "EQUAL" }, BackFace = { StencilFunc = "EQUAL" } } })
    l:OMSetStencilRef(1)
    l:DrawInstanced(3, 1)
  end },
  ["the stencil test passes"] = { full, function(l)
    begin(l, pipeline { DepthStencilState = { DepthEnable = false, StencilEnable = true, FrontFace = { StencilFunc = "EQUAL" }, BackFace = { StencilFunc = "EQUAL" } } })
    l:DrawInstanced(3, 1)
  end },
  ["culled"] = { 0, function(l) begin(l, pipeline { RasterizerState = { CullMode = "FRONT" } }) l:DrawInstanced(3, 1) end },
  ["clears and copies are no samples"] = { 0, function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 }) l:ClearDepthStencilView(dsv, "DEPTH", 0.5, 0) end },
} do
  t.Check("samples, " .. name, count("OCCLUSION", case[2]), case[1])
  t.Check("any samples, " .. name, count("BINARY_OCCLUSION", case[2]), case[1] > 0 and 1 or 0)
end

-- The same query measured again in one list: the second measurement counts. Results that are copied twice are the same; places are filled in order.
t.Run("again", function(list)
  list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0)
  list:BeginQuery(occlusion, "OCCLUSION", 2)
  begin(list)
  list:DrawInstanced(3, 1)
  list:EndQuery(occlusion, "OCCLUSION", 2)
  list:ResolveQueryData(occlusion, "OCCLUSION", 2, 1, result, 0)
  list:BeginQuery(occlusion, "OCCLUSION", 2)
  list:EndQuery(occlusion, "OCCLUSION", 2)
  list:ResolveQueryData(occlusion, "OCCLUSION", 2, 1, result, 8)
  list:ResolveQueryData(occlusion, "OCCLUSION", 2, 1, result, 16)
end)
t.Check("measured again", t.Read(result, "uint64", 3), { full, 0, 0 })

-- Queries may overlap, in any order; each counts what stands between its own two ends.
t.Run("overlapping", function(list)
  list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0)
  begin(list, pipeline { DepthStencilState = { DepthEnable = false } })
  for i = 0, 3 do
    list:BeginQuery(occlusion, i % 2 == 0 and "OCCLUSION" or "BINARY_OCCLUSION", i)
    list:DrawInstanced(3, 1)
  end
  for i = 0, 3 do
    list:EndQuery(occlusion, i % 2 == 0 and "OCCLUSION" or "BINARY_OCCLUSION", i)
    list:DrawInstanced(3, 1)
  end
  list:ResolveQueryData(occlusion, "OCCLUSION", 0, 1, result, 0)
  list:ResolveQueryData(occlusion, "BINARY_OCCLUSION", 1, 1, result, 8)
  list:ResolveQueryData(occlusion, "OCCLUSION", 2, 1, result, 16)
  list:ResolveQueryData(occlusion, "BINARY_OCCLUSION", 3, 1, result, 24)
end)
t.Check("overlapping", t.Read(result, "uint64", 4), { 4 * full, 1, 4 * full, 1 })

-- A query that another list of the queue resolves, and the next submission.
t.Run("measured", function(list)
  list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0)
  list:BeginQuery(occlusion, "OCCLUSION", 5)
  begin(list)
  list:DrawInstanced(3, 1)
  list:EndQuery(occlusion, "OCCLUSION", 5)
end)
t.Run("resolved", function(list) list:ResolveQueryData(occlusion, "OCCLUSION", 5, 1, result, 0) end)
t.Check("resolved by another list", t.Read(result, "uint64", 1), { full })

-- Statistics: vertices and primitives as the input assembler sees them, runs of shaders, primitives before and behind the clipper, work items of dispatches.
do
  local NAMES = { "IAVertices", "IAPrimitives", "VSInvocations", "GSInvocations", "GSPrimitives", "CInvocations", "CPrimitives", "PSInvocations", "HSInvocations", "DSInvocations", "CSInvocations" }
  local function measured(name, record, want)
    t.Run(name, function(list)
      list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0)
      list:BeginQuery(statistics, "PIPELINE_STATISTICS", 1)
      record(list)
      list:EndQuery(statistics, "PIPELINE_STATISTICS", 1)
      list:ResolveQueryData(statistics, "PIPELINE_STATISTICS", 1, 1, result, 88)
    end)
    local got = t.Read(result, "uint64", 11, 88)
    for i, field in ipairs(NAMES) do
      if want[field] or want[field] == nil then t.Check(name .. ", " .. field, got[i], want[field] or 0) end
    end
  end
  local indices = t.Upload("indices", "ushort", { 0, 1, 2, 0xffff, 2, 1, 0, 0xffff, 0, 1 })
  local strip = pipeline { IBStripCutValue = "0xFFFF", DepthStencilState = { DepthEnable = false } }
  measured("nothing", function() end, {})
  measured("a triangle", function(l) begin(l) l:DrawInstanced(3, 1) end,
    { IAVertices = 3, IAPrimitives = 1, VSInvocations = 3, CInvocations = 1, CPrimitives = 1, PSInvocations = full })
  measured("two instances", function(l) begin(l, pipeline { DepthStencilState = { DepthEnable = false } }) l:DrawInstanced(3, 2) end,
    { IAVertices = 6, IAPrimitives = 2, VSInvocations = 6, CInvocations = 2, CPrimitives = 2, PSInvocations = 2 * full })
  -- Vertices that make no whole primitive may be counted or not, by the input assembler and as runs of the shader.
  measured("a part of a triangle", function(l) begin(l) l:DrawInstanced(5, 1) end,
    { IAVertices = false, IAPrimitives = 1, VSInvocations = false, CInvocations = 1, CPrimitives = 1, PSInvocations = full })
  measured("strips that are cut", function(l)
    begin(l, strip)
    l:IASetPrimitiveTopology "TRIANGLESTRIP"
    l:IASetIndexBuffer { BufferLocation = indices:GetGPUVirtualAddress(), SizeInBytes = 20, Format = "R16_UINT" }
    l:DrawIndexedInstanced(10, 1)
  end, { IAVertices = false, IAPrimitives = 2, VSInvocations = false, CInvocations = 2, CPrimitives = 2, PSInvocations = false })
  measured("outside of the viewport's depths", function(l) begin(l, nil, 2) l:DrawInstanced(3, 1) end,
    { IAVertices = 3, IAPrimitives = 1, VSInvocations = 3, CInvocations = 1, CPrimitives = false, PSInvocations = 0 })
  local empty = device:CreateRootSignature { Name = "empty", Parameters = { { Type = "UAV" } } }
  local out = gpu.RWByteAddressBuffer("u0")
  local kernel = t.Compute(empty, "kernel", { 8, 4, 1 }, function(GroupIndex) out:Store(0, 1) end)
  local to = t.Buffer("to", 16)
  gpu.PushMessageFilter { Deny = { "EmptyDispatch" } }
  for _, groups in ipairs { { 1, 1, 1 }, { 2, 3, 4 }, { 0, 1, 1 } } do
    measured("dispatch", function(l)
      l:SetComputeRootSignature(empty)
      l:SetPipelineState(kernel)
      l:SetComputeRootUnorderedAccessView(0, to:GetGPUVirtualAddress())
      l:Dispatch(unpack(groups))
    end, { CSInvocations = 32 * groups[1] * groups[2] * groups[3] })
  end
  gpu.PopMessageFilter()
end

-- Times rise along a queue, from list to list; the frequency says how many a second.
do
  local times = device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 4 }
  for i = 0, 3 do t.Run("time", function(list) list:EndQuery(times, "TIMESTAMP", i) end) end
  t.Run("times", function(list)
    list:ResolveQueryData(times, "TIMESTAMP", 2, 2, result, 0)
    list:ResolveQueryData(times, "TIMESTAMP", 0, 2, result, 16)
  end)
  local v = t.Read(result, "uint64", 4)
  t.Check("times rise", { v[3] < v[4], v[4] < v[1], v[1] < v[2] }, { true, true, true })
  t.Check("frequency", t.queue:GetTimestampFrequency() > 0, true)
end

-- Where results may stand, and which queries there are.
local function resolve(type, first, n, offset, heap, dst)
  return function()
    t.Run("refused", function(list) list:ResolveQueryData(heap or occlusion, type, first, n, dst or result, offset) end)
  end
end
t.Refused("an offset of 4 bytes", "GS0375", resolve("OCCLUSION", 0, 1, 4))
t.Refused("behind the end of the buffer", "GS0375", resolve("OCCLUSION", 0, 2, 1016))
t.Refused("a statistic behind the end of the buffer", "GS0375", resolve("PIPELINE_STATISTICS", 1, 1, 1024 - 80, statistics))
t.Refused("a query too many", "GS0374", resolve("OCCLUSION", 7, 2, 0))
t.Refused("the other type of heap", "GS0374", resolve("OCCLUSION", 0, 1, 0, statistics))
t.Refused("an upload buffer", "GS0403", resolve("OCCLUSION", 2, 1, 0, nil, t.Buffer("up", 64, "UPLOAD")))
t.Refused("no queries", "GS0135", function() device:CreateQueryHeap { Name = "none", Type = "OCCLUSION", Count = 0 } end)
local readback = t.Buffer("down", 64, "READBACK")
t.Run("readback", function(list) list:ResolveQueryData(occlusion, "OCCLUSION", 5, 1, readback, 8) end)
t.Check("results in readback memory", readback:Map():Read(8, "uint64", 1), { full })
readback:Unmap(0, { Begin = 0, End = 0 })
t.Done()
