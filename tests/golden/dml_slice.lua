-- Parts of tensors. SLICE says how many elements are taken and how far apart they are; SLICE1 which window they are taken of, also backwards.
local o = require("lib.operators").Create "slice"

local values = {}
for i = 1, 25 do values[i] = i end
local square, part = o.Tensor { 1, 1, 5, 5 }, o.Tensor { 1, 1, 3, 2 }
local input, output = o:Buffer("input", square, values), o:Buffer("output", part)
local slice = o:Compile({ Type = "SLICE", InputTensor = square, OutputTensor = part, DimensionCount = 4, Offsets = { 0, 0, 1, 1 }, Sizes = { 1, 1, 3, 2 },
  Strides = { 1, 1, 1, 2 } }, "slice")
o:Run(slice, { { Buffer = input } }, { { Buffer = output } })
o:Print("slice", part, output)                                        -- rows 1 to 3, columns 1 and 3: 7, 9, 12, 14, 17, 19
local window = o:Compile({ Type = "SLICE1", InputTensor = square, OutputTensor = part, InputWindowOffsets = { 0, 0, 1, 1 }, InputWindowSizes = { 1, 1, 3, 3 },
  InputWindowStrides = { 1, 1, -1, 2 } }, "window")
o:Run(window, { { Buffer = input } }, { { Buffer = output } })
o:Print("window", part, output)                                       -- the same from below: 17, 19, 12, 14, 7, 9
