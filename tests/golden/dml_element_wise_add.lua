-- The sum of two tensors of two rows each; the second one is a single row, which a stride of 0 repeats.
local o = require("lib.operators").Create "add"

local sum = o.Tensor { 2, 3 }
local row = o.Tensor({ 2, 3 }, { Strides = { 0, 1 } })
local add = o:Compile({ Type = "ELEMENT_WISE_ADD", ATensor = sum, BTensor = row, OutputTensor = sum }, "add")

local a, b, output = o:Buffer("A", sum, { 1, 2, 3, 4, 5, 6 }), o:Buffer("B", row, { 10, 20, 30 }), o:Buffer("output", sum)
o:Run(add, { { Buffer = a }, { Buffer = b } }, { { Buffer = output } })
o:Print("output", sum, output)                                        -- 11, 22, 33, 14, 25, 36
