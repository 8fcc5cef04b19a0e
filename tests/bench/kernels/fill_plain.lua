-- Pixels of one colour, in 16 layers.
local gpu, draws = require "gpu", require "draws"

draws.Run { Cells = 0, PS = gpu.PixelShader { Name = "plain", Main = function() return float4(0.25, 0.5, 0.75, 1.0) end } }
