-- Each pixel becomes 2 x 3 of its kind; then a blend of its neighbours, from the middle of one pixel to that of the next.
local o = require("lib.operators").Create "upsample"

local small, large = o.Tensor { 1, 1, 2, 2 }, o.Tensor { 1, 1, 4, 6 }
local input, output = o:Buffer("input", small, { 1, 2, 3, 4 }), o:Buffer("output", large)
local upsample = o:Compile({ Type = "UPSAMPLE_2D", InputTensor = small, OutputTensor = large, ScaleSize = { Width = 3, Height = 2 },
  InterpolationMode = "NEAREST_NEIGHBOR" }, "upsample")
o:Run(upsample, { { Buffer = input } }, { { Buffer = output } })
o:Print("nearest", large, output)                                     -- 1, 1, 1, 2, 2, 2 twice, 3, 3, 3, 4, 4, 4 twice
local row, wide = o.Tensor { 1, 1, 1, 2 }, o.Tensor { 1, 1, 1, 4 }
local linear = o:Compile({ Type = "UPSAMPLE_2D", InputTensor = row, OutputTensor = wide, ScaleSize = { Width = 2, Height = 1 }, InterpolationMode = "LINEAR" }, "linear")
local blend = o:Buffer("blend", wide)
o:Run(linear, { { Buffer = o:Buffer("pair", row, { 1, 5 }) } }, { { Buffer = blend } })
o:Print("linear", wide, blend)                                        -- 1, 2, 4, 5
