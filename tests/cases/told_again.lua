-- Slips of engineers in scripts that work, and what is told of each: the headline is true, and the edit is the repair. Most were found by breaking the examples by hand.
local t = require "prelude"
local case, gpu = t.case, t.gpu

-- Shaders.
case("a root signature in the place of the vertex shader", "GS0141 VS must be a Shader, got RootSignature", function()
  local root = t.device:CreateRootSignature { Name = "root" }
  t.device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = root, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } } --!
end)

case("a function in the place of the compute shader", "GS0133 CS must be a Shader, got function", function()
  local root = t.device:CreateRootSignature { Name = "root" }
  t.device:CreateComputePipelineState { Name = "p", RootSignature = root, CS = function() end } --!
end)

-- A transition that is missing between uses as UNORDERED_ACCESS is told where the other use is, and not again as a UAV barrier between them.
case("a buffer is written and read in turns without transitions", 'GS0402 Dispatch needs buffer "x" in NON_PIXEL_SHADER_RESOURCE', function()
  local q, x, y = t.queue("COMPUTE", "q"), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    for _ = 1, 2 do
      t.fill(l, x)
      t.dispatch(l, "move", y, x)
      t.uav(l, y)
    end
  end)
end)

case("a buffer is read without a transition, and later written twice without a barrier", 'GS0402 Dispatch needs buffer "x" in NON_PIXEL_SHADER_RESOURCE', function()
  local q, x, y = t.queue("COMPUTE", "q"), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    t.fill(l, x)
    t.dispatch(l, "move", y, x)
    t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS")
    t.fill(l, x)
    t.fill(l, x)
  end)
end)

-- A command that is to read one buffer and write another is given the same for both: what it does to that one is not what is meant.
case("a dispatch reads what it writes, and another queue reads it", 'GS0407 buffer "x"', function()
  local q, c, x, y = t.queue("COMPUTE", "q"), t.queue("COPY", "c"), t.buf("x"), t.buf("y")
  t.run(q, function(l) t.dispatch(l, "move", x, x) end)
  t.run(c, function(l) l:CopyBufferRegion(y, 0, x, 0, 256) end)
end)

case("a dispatch reads what it writes, and another queue reads what the next one writes", 'GS0407 buffer "x"', function()
  local q, c, x, y, z = t.queue("COMPUTE", "q"), t.queue("COPY", "c"), t.buf("x"), t.buf("y"), t.buf("z")
  t.run(q, function(l)
    t.dispatch(l, "move", x, x)
    t.fill(l, z)
  end)
  t.run(c, function(l) l:CopyBufferRegion(y, 0, z, 0, 256) end)
end)

case("a dispatch reads what it writes, and another queue reads it, which yet another one writes", 'GS0407 buffer "x"', function()
  local q, c, d, x, y = t.queue("COMPUTE", "q"), t.queue("COPY", "c"), t.queue("COPY", "d"), t.buf("x"), t.buf("y")
  t.run(q, function(l) t.dispatch(l, "move", x, x) end)
  t.run(c, function(l) l:CopyBufferRegion(y, 0, x, 0, 256) end)
  t.run(d, function(l) l:CopyBufferRegion(x, 256, y, 1024, 256) end)
  t.run(d, function(l) l:CopyBufferRegion(x, 0, y, 1024, 256) end)
end)
