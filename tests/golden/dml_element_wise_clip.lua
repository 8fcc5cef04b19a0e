-- Values are held between two bounds, behind a scale and a bias: 2 x + 1 of -3, -0.25, 1, 2.25, 9 is -5, 0.5, 3, 5.5, 19.
local o = require("lib.operators").Create "clip"

local five = o.Tensor { 5 }
local clip = o:Compile({ Type = "ELEMENT_WISE_CLIP", InputTensor = five, OutputTensor = five, ScaleBias = { Scale = 2, Bias = 1 }, Min = 0, Max = 5 }, "clip")

local input, output = o:Buffer("input", five, { -3, -0.25, 1, 2.25, 9 }), o:Buffer("output", five)
o:Run(clip, { { Buffer = input } }, { { Buffer = output } })
o:Print("output", five, output)                                       -- 0, 0.5, 3, 5, 5
o:Print("input", five, input)                                         -- as it was
o:Run(o:Compile({ Type = "ELEMENT_WISE_CLIP", InputTensor = five, OutputTensor = five, Min = 0, Max = 2 }, "in place"), { { Buffer = input } }, { { Buffer = input } })
o:Print("in place", five, input)                                      -- 0, 0, 1, 2, 2
