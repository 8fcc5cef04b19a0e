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
