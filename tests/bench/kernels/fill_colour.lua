-- Pixels of interpolated colours, in 16 layers.
local gpu, draws = require "gpu", require "draws"

draws.Run { Cells = 0, PS = gpu.PixelShader { Name = "colour", Main = function(v) return float4(v.color, 1.0) end } }
