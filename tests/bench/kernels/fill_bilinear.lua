-- Pixels of a texture, bilinear, in 16 layers.
local gpu, draws = require "gpu", require "draws"

local image, linear = gpu.Texture2D("t0", "float4"), gpu.SamplerState "s0"

draws.Run { Cells = 0, Filter = "MIN_MAG_LINEAR_MIP_POINT", PS = gpu.PixelShader { Name = "bilinear", Main = function(v) return image:Sample(linear, v.uv) end } }
