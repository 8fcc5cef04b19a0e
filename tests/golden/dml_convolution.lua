-- A convolution of 3 x 3 with a filter of 2 x 2 halves: half of the sum of each window. 1 + 2 + 4 + 5 = 12 in the first one.
local o = require("lib.operators").Create "convolution"

local image, filter, result = o.Tensor { 1, 1, 3, 3 }, o.Tensor { 1, 1, 2, 2 }, o.Tensor { 1, 1, 2, 2 }
local convolution = o:Compile({ Type = "CONVOLUTION", InputTensor = image, FilterTensor = filter, OutputTensor = result, Mode = "CROSS_CORRELATION",
  Direction = "FORWARD", DimensionCount = 2, Strides = { 1, 1 }, Dilations = { 1, 1 }, StartPadding = { 0, 0 }, EndPadding = { 0, 0 },
  OutputPadding = { 0, 0 }, GroupCount = 1 }, "convolution")

local input = o:Buffer("input", image, { 1, 2, 3, 4, 5, 6, 7, 8, 9 })
local weights = o:Buffer("weights", filter, { 0.5, 0.5, 0.5, 0.5 })
local output = o:Buffer("output", result)
o:Run(convolution, { { Buffer = input }, { Buffer = weights }, {} }, { { Buffer = output } })
o:Print("output", result, output)                                     -- 6, 8, 12, 14
