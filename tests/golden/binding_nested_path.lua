-- exit: 1
-- The path of a field in nested tables is part of the message.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
device:CreateRootSignature {
  Parameters = {
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 4 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = -1, BaseShaderRegister = 0 } } },
  },
}
