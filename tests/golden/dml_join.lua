-- Parts of two buffers become one: an offset of 16 bytes begins at the fifth element of A.
local o = require("lib.operators").Create "join"

local ten, three, two, five = o.Tensor { 10 }, o.Tensor { 3 }, o.Tensor { 2 }, o.Tensor { 5 }
local a = o:Buffer("A", ten, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 })
local b = o:Buffer("B", three, { 100, 115, 130 })
local output = o:Buffer("output", ten)
local join = o:Compile({ Type = "JOIN", InputTensors = { three, two, five }, OutputTensor = ten, Axis = 0 }, "join")
o:Run(join, { { Buffer = a, SizeInBytes = 12 }, { Buffer = b, SizeInBytes = 8 }, { Buffer = a, Offset = 16, SizeInBytes = 20 } }, { { Buffer = output } })
o:Print("output", ten, output)                                        -- 1, 2, 3, 100, 115, 5, 6, 7, 8, 9
