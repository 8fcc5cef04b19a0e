-- A convolution in three dimensions: half of the sum of each 2 x 2 x 2 of 3 x 3 x 3. The first is (1+2+4+5 + 10+11+13+14) / 2 = 30; a step in x
-- adds 8 * 1 / 2 = 4, one in y 12, one in z 36.
local o = require("lib.operators").Create "convolution 3d"

local volume, filter, result = o.Tensor { 1, 1, 3, 3, 3 }, o.Tensor { 1, 1, 2, 2, 2 }, o.Tensor { 1, 1, 2, 2, 2 }
local convolution = o:Compile({ Type = "CONVOLUTION", InputTensor = volume, FilterTensor = filter, OutputTensor = result, Mode = "CROSS_CORRELATION",
  Direction = "FORWARD", DimensionCount = 3, Strides = { 1, 1, 1 }, Dilations = { 1, 1, 1 }, StartPadding = { 0, 0, 0 }, EndPadding = { 0, 0, 0 },
  OutputPadding = { 0, 0, 0 }, GroupCount = 1 }, "convolution")

local values, halves = {}, {}
for i = 1, 27 do values[i] = i end
for i = 1, 8 do halves[i] = 0.5 end
local input, weights, output = o:Buffer("input", volume, values), o:Buffer("weights", filter, halves), o:Buffer("output", result)
o:Run(convolution, { { Buffer = input }, { Buffer = weights }, {} }, { { Buffer = output } })
o:Print("output", result, output)                                     -- 30, 34, 42, 46, 66, 70, 78, 82
