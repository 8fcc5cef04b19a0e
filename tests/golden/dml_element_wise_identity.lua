-- A copy that changes the layout: strides turn 2 x 3 into 3 x 2, and pad the rows of another output.
local o = require("lib.operators").Create "identity"

local turned = o.Tensor({ 3, 2 }, { Strides = { 1, 3 } })             -- columns of the input are rows
local packed = o.Tensor { 3, 2 }
local padded = o.Tensor({ 3, 2 }, { Strides = { 4, 1 } })             -- spans 2 * 4 + 1 + 1 = 10 elements
print("bytes", packed:GetDesc().TotalTensorSizeInBytes, padded:GetDesc().TotalTensorSizeInBytes)

local input = o:Buffer("input", turned, { 1, 2, 3, 4, 5, 6 })
local output, roomy, back = o:Buffer("output", packed), o:Buffer("roomy", padded), o:Buffer("back", turned)
local function copy(name, from, to) return o:Compile({ Type = "ELEMENT_WISE_IDENTITY", InputTensor = from, OutputTensor = to }, name) end
o:Run(copy("turn", turned, packed), { { Buffer = input } }, { { Buffer = output } })
o:Print("output", packed, output)                                     -- 1, 4, 2, 5, 3, 6
o:Run(copy("pad", packed, padded), { { Buffer = output } }, { { Buffer = roomy } })
o:Run(copy("turn back", padded, turned), { { Buffer = roomy } }, { { Buffer = back } })
o:Print("back", turned, back)                                         -- 1, 2, 3, 4, 5, 6
