-- Triangles with interpolated colours: a grid of bench.n x bench.n cells on 1024 x 1024 pixels.
local gpu, bench, draws = require "gpu", require "bench", require "draws"

draws.Run { Cells = bench.n, PS = gpu.PixelShader { Name = "mesh", Main = function(v) return float4(v.color, 1.0) end } }
