-- A sum with an activation fused behind it: what would be negative is 0.
local o = require("lib.operators").Create "add1"

local three = o.Tensor { 3 }
local add = o:Compile({ Type = "ELEMENT_WISE_ADD1", ATensor = three, BTensor = three, OutputTensor = three, FusedActivation = { Type = "ACTIVATION_RELU" } }, "add")

local a, b, output = o:Buffer("A", three, { 1, 2, 3 }), o:Buffer("B", three, { 5, 8, -5 }), o:Buffer("output", three)
o:Run(add, { { Buffer = a }, { Buffer = b } }, { { Buffer = output } })
o:Print("output", three, output)                                      -- 6, 10, 0
