-- Fields whose values have the right type and no meaning: each is told once, where it is written, and its twin is silent.
local t = require "prelude"
local e = require "engine_prelude"
local gpu = t.gpu

local function case(name, expected, body)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", "silent", function() body(true) end)
end

case("a pass resolves a target of one sample", 'GS0825 EndRenderPass cannot resolve texture "x" to texture "shown": the source has one sample', function(ok)
  local q, x, shown = t.queue("DIRECT", "q"), t.target("x"), t.tex("shown", "RESOLVE_DEST")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = { Type = "CLEAR", ClearValue = { Color = { 0, 0, 0, 1 } } },
      EndingAccess = ok and { Type = "PRESERVE" } or { Type = "RESOLVE", Resolve = { DstResource = shown } } } }
    l:EndRenderPass()
  end)
end)
-- The format of the value says nothing: helpers fill it in for another one, and the view decides.
t.case("a pass clears with a value of another format", "silent", function()
  local q, x = t.queue("DIRECT", "q"), t.target("x")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    l:BeginRenderPass { { CPUDescriptor = rtv, EndingAccess = { Type = "PRESERVE" },
      BeginningAccess = { Type = "CLEAR", ClearValue = { Format = "R32G32B32_FLOAT", Color = { 0, 0, 0, 1 } } } } }
    l:EndRenderPass()
  end)
end)
case("no query is resolved", "GS0925 NumQueries is 0", function(ok)
  local q, out = t.queue("DIRECT", "q"), t.readback("out")
  local times = t.device:CreateQueryHeap { Type = "TIMESTAMP", Count = 1, Name = "times" }
  t.run(q, function(l)
    l:EndQuery(times, "TIMESTAMP", 0)
    l:ResolveQueryData(times, "TIMESTAMP", 0, ok and 1 or 0, out, 0)
  end)
end)

local function pipeline(layout, formats)
  return t.device:CreateGraphicsPipelineState { Name = "p", PrimitiveTopologyType = "TRIANGLE", InputLayout = layout, RTVFormats = formats or { "R8G8B8A8_UNORM" },
    RootSignature = t.device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }, DepthStencilState = { DepthEnable = false },
    VS = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0.0, 0.0, 0.5, 1.0) } end },
    PS = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1.0, 0.5, 0.25, 1.0) end } }
end
case("an input has no name", "GS0802 InputLayout[1] has no SemanticName", function(ok) pipeline { { SemanticName = ok and "POSITION" or "", Format = "R32_FLOAT" } } end)
case("an input comes from a slot that there is not", "GS0135 InputLayout[1].InputSlot must be from 0 to 31", function(ok)
  pipeline { { SemanticName = "POSITION", Format = "R32_FLOAT", InputSlot = ok and 31 or 32 } }
end)
-- What a pixel shader gives to a target that there is not is dropped.
t.case("a pixel shader gives a color and there is no target", "silent", function() pipeline(nil, {}) end)

local function step(name, expected, wrong, right)
  case("a step " .. name, expected, function(ok)
    local F, q = t.fence "F", t.queue("DIRECT", "q")
    t.device:Pause()
    q:Signal(F, 1)
    assert(t.device:StepGpu((ok and right or wrong)(F)))
    t.device:Resume()
  end)
end
step("to a fence and for a time", "GS0131 desc has Time, which it does not use with Fence", function(F) return { Fence = F, Value = 1, Time = 5 } end,
  function(F) return { Fence = F, Value = 1 } end)
step("for a time and a batch", "GS0131 desc has Until, which it does not use with Time", function() return { Until = "BATCH", Time = 5 } end, function() return { Time = 5 } end)
step("to a fence, for a time and a batch", "GS0131 desc has Until and Time, which it does not use with Fence", function(F) return { Until = "BATCH", Fence = F, Value = 1, Time = 5 } end,
  function(F) return { Fence = F, Value = 1 } end)
step("to a value of no fence", "GS0131 desc has Value 1, but no Fence", function() return { Value = 1 } end, function() return {} end)

local function buffer(name, expected, wrong, right)
  case("a buffer " .. name, expected, function(ok) e.buffer(e.start(), "b", ok and right or wrong) end)
end
buffer("smaller than its element", "GS0657 Size is 3, but one element has 4 bytes", { Size = 3 }, { Size = 4 })
buffer("of elements of 3 bytes", "GS0657 ElementByteStride is 3", { ElementByteStride = 3 }, { ElementByteStride = 4 })
buffer("of elements that are too large", "GS0657 ElementByteStride is 4096", { Size = 4096, ElementByteStride = 4096 }, { Size = 4096, ElementByteStride = 2048 })

local function cube(name, expected, wrong)
  case("a cube " .. name, expected, function(ok)
    local d = { Name = "x", Type = "TEX_CUBE", Width = 8, Height = 8, Format = "R8G8B8A8_UNORM", BindFlags = "SHADER_RESOURCE" }
    for k, v in pairs(ok and {} or wrong) do d[k] = v end
    e.start().device:CreateTexture(d)
  end)
end
cube("with five slices", "GS0657 a cube has six slices", { ArraySize = 5 })
cube("whose faces are no squares", "GS0657 a face of a cube is a square, not 8 x 4 texels", { Height = 4 })

local source, result = e.source, e.result
local function layout(name, expected, wrong, right)
  case("a layout " .. name, expected, function(ok)
    local w = e.start()
    w.device:CreateComputePipelineState { Name = "p", ResourceLayout = { DefaultVariableType = "MUTABLE", Variables = ok and right or wrong },
      CS = gpu.ComputeShader { Name = "move", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) result[GroupIndex] = source[GroupIndex] end } }
  end)
end
local DYNAMIC, MUTABLE = { Name = "source", Type = "DYNAMIC" }, { Name = "source", Type = "MUTABLE" }
layout("with two types of a variable", 'GS0657 variable "source" is DYNAMIC and MUTABLE', { DYNAMIC, MUTABLE }, { DYNAMIC, DYNAMIC })
layout("with the length of an array", 'GS0657 variable "source" has ArraySize = 5 without the flag INLINE_CONSTANTS', { { Name = "source", Type = "DYNAMIC", ArraySize = 5 } },
  { { Name = "source", Type = "DYNAMIC", ArraySize = 1 } })
