-- One tensor becomes three; two of them share a buffer, behind one another.
local o = require("lib.operators").Create "split"

local ten, three, two, five = o.Tensor { 10 }, o.Tensor { 3 }, o.Tensor { 2 }, o.Tensor { 5 }
local input = o:Buffer("input", ten, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 })
local shared, last = o:Memory("shared", 32), o:Buffer("last", five)
local split = o:Compile({ Type = "SPLIT", InputTensor = ten, OutputTensors = { three, two, five }, Axis = 0 }, "split")
o:Run(split, { { Buffer = input } }, { { Buffer = shared, SizeInBytes = 16 }, { Buffer = shared, Offset = 16, SizeInBytes = 8 }, { Buffer = last } })
o:Print("first", three, shared)                                        -- 1, 2, 3
o:Print("second", two, shared, 16)                                    -- 4, 5
o:Print("third", five, last)                                          -- 6, 7, 8, 9, 10
