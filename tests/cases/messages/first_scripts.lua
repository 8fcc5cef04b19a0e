-- Slips of a first script: offsets that are left out, outputs of shaders that are misspelt, a queue that is mistaken for another. Each case is a mistake and, with
-- ok, its repair, which the message gives as an edit.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", "silent", function() body(true) end)
end

case("a copy of buffers without its offsets", "GS0125 CopyBufferRegion takes exactly 5 arguments, got 3", function(ok)
  local q, a, b = t.queue("DIRECT", "q"), t.buf("a"), t.buf("b")
  t.run(q, function(l)
    if ok then
      l:CopyBufferRegion(b, 0, a, 0, 256)
    else
      l:CopyBufferRegion(b, a, 256) --!
    end
  end)
end)
case("a copy of buffers without the offset of the source", "GS0125 CopyBufferRegion takes exactly 5 arguments, got 4", function(ok)
  local q, a, b = t.queue("DIRECT", "q"), t.buf("a"), t.buf("b")
  t.run(q, function(l)
    if ok then
      l:CopyBufferRegion(b, 64, a, 0, 256)
    else
      l:CopyBufferRegion(b, 64, a, 256) --!
    end
  end)
end)
case("a buffer of the engine level is updated without an offset", "GS0125 UpdateBuffer takes at least 3 arguments, got 2", function(ok)
  local engine = require "gpu.engine"
  local device, context = engine.CreateDeviceAndContexts {}
  local points = device:CreateBuffer { Name = "points", Size = 64, BindFlags = "VERTEX_BUFFER" }
  if ok then
    context:UpdateBuffer(points, 0, { 1, 2, 3 })
  else
    context:UpdateBuffer(points, { 1, 2, 3 }) --!
  end
  context:Flush()
end)
case("a list is given to the compute queue beside its own", 'GS0341 compute queue "async" cannot execute direct list "list"', function(ok)
  local main, async = t.queue("DIRECT", "main"), t.queue("COMPUTE", "async")
  local l = t.list(main, function() end)
  if ok then
    main:ExecuteCommandLists { l }
  else
    async:ExecuteCommandLists { l } --!
  end
end)

local function draws(vs, ps)
  t.device:CreateGraphicsPipelineState { RootSignature = t.root(), RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "TRIANGLE",
    VS = vs or gpu.VertexShader { Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end },
    PS = ps or gpu.PixelShader { Main = function() return { Target0 = float4(1, 0, 0, 1) } end } }
end
case("a color without its number", 'GS0217 a pixel shader has no output "Target"', function(ok)
  draws(nil, not ok and gpu.PixelShader { Main = function() return { Target = float4(1, 0, 0, 1) } end })
end)
case("a color as HLSL calls it", 'GS0217 a pixel shader has no output "SV_Target0"', function(ok)
  draws(nil, not ok and gpu.PixelShader { Main = function() return { SV_Target0 = float4(1, 0, 0, 1) } end })
end)
case("a distance to a plane as HLSL calls it", 'GS0217 a vertex shader has no output "SV_ClipDistance"', function(ok)
  draws(not ok and gpu.VertexShader { Main = function(VertexID) return { SV_ClipDistance = 1, Position = float4(0, 0, 0, 1) } end })
end)
case("a position in short, before other outputs", "GS0217 the vertex shader returns no Position", function(ok)
  draws(not ok and gpu.VertexShader { Main = function(VertexID) return { pos = float4(0, 0, 0, 1), uv = float2(0, 0) } end })
end)
case("a position that is misspelt", "GS0217 the vertex shader returns no Position", function(ok)
  draws(not ok and gpu.VertexShader { Main = function(VertexID) return { Postion = float4(0, 0, 0, 1) } end })
end)
