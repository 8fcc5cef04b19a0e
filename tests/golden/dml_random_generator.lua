-- Words of the generator Philox 4x32-10: those that its authors give for a counter and a key of zeros, and the counter behind them. The operator has a
-- field Type of its own, which has one value and is left out.
local o = require("lib.operators").Create "random"

local State, Words = o.Tensor({ 1, 1, 1, 6 }, { DataType = "UINT32" }), o.Tensor({ 1, 1, 1, 5 }, { DataType = "UINT32" })
local before, after, words = o:Buffer("before", State, { 0, 0, 0, 0, 0, 0 }), o:Buffer("after", State), o:Buffer("words", Words)
local random = o:Compile({ Type = "RANDOM_GENERATOR", InputStateTensor = State, OutputTensor = Words, OutputStateTensor = State }, "random")
o:Run(random, { { Buffer = before } }, { { Buffer = words }, { Buffer = after } })
o:Print("words", Words, words)                                        -- 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, and the first of the next four
o:Print("state", State, after)                                        -- two values of the counter are used
