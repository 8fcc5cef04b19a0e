-- Alpha A B + Beta C. A B is 1*1 + 2*3 + 3*5 = 22, 28, 49, 64; half of it, and twice a row of C that a stride of 0 repeats.
local o = require("lib.operators").Create "gemm"

local A, B, C, D = o.Tensor { 1, 1, 2, 3 }, o.Tensor { 1, 1, 3, 2 }, o.Tensor({ 1, 1, 2, 2 }, { Strides = { 0, 0, 0, 1 } }), o.Tensor { 1, 1, 2, 2 }
local a, b, c = o:Buffer("A", A, { 1, 2, 3, 4, 5, 6 }), o:Buffer("B", B, { 1, 2, 3, 4, 5, 6 }), o:Buffer("C", C, { 10, 20 })
local output = o:Buffer("output", D)

local plain = o:Compile({ Type = "GEMM", ATensor = A, BTensor = B, OutputTensor = D, TransA = "NONE", TransB = "NONE", Alpha = 1, Beta = 0 }, "plain")
o:Run(plain, { { Buffer = a }, { Buffer = b }, {} }, { { Buffer = output } })
o:Print("A B", D, output)                                             -- 22, 28, 49, 64
local whole = o:Compile({ Type = "GEMM", ATensor = A, BTensor = B, CTensor = C, OutputTensor = D, Alpha = 0.5, Beta = 2 }, "whole")
o:Run(whole, { { Buffer = a }, { Buffer = b }, { Buffer = c } }, { { Buffer = output } })
o:Print("A B / 2 + 2 C", D, output)                                   -- 31, 54, 44.5, 72

-- The transpose of A is 3 x 2, and that of B 2 x 3: column 1 of A, 1 and 4, with row 1 of B, 1 and 2, makes 9.
local E = o.Tensor { 1, 1, 3, 3 }
local turned = o:Compile({ Type = "GEMM", ATensor = A, BTensor = B, OutputTensor = E, TransA = "TRANSPOSE", TransB = "TRANSPOSE" }, "turned")
local product = o:Buffer("product", E)
o:Run(turned, { { Buffer = a }, { Buffer = b }, {} }, { { Buffer = product } })
o:Print("At Bt", E, product)                                          -- 9, 19, 29, 12, 26, 40, 15, 33, 51
