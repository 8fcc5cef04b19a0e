-- A layer of a network as one graph: multiplied, shifted by a row that is handed over at initialisation, and cut off at 0.
--
--   A ─▶┐
--       gemm ─▶┐
--   B ─▶┘      add ─▶ relu ─▶ output
--   bias ─────▶┘
local o = require("lib.operators").Create "gemm graph"

local A, B, D = o.Tensor { 1, 1, 2, 3 }, o.Tensor { 1, 1, 3, 2 }, o.Tensor { 1, 1, 2, 2 }
local row = o.Tensor({ 1, 1, 2, 2 }, { Strides = { 0, 0, 0, 1 }, Flags = "OWNED_BY_DML" })
local gemm = o.ml:CreateOperator { Type = "GEMM", ATensor = A, BTensor = B, OutputTensor = D }
local add  = o.ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = D, BTensor = row, OutputTensor = D }
local relu = o.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = D, OutputTensor = D }
local layer = o.ml:CompileGraph({ InputCount = 3, OutputCount = 1, Nodes = { { Operator = gemm, Name = "gemm" }, { Operator = add, Name = "add" }, { Operator = relu, Name = "relu" } },
  InputEdges = {
    { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 }, { GraphInputIndex = 1, ToNodeIndex = 0, ToNodeInputIndex = 1 },
    { GraphInputIndex = 2, ToNodeIndex = 1, ToNodeInputIndex = 1 } },
  IntermediateEdges = {
    { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 }, { FromNodeIndex = 1, FromNodeOutputIndex = 0, ToNodeIndex = 2, ToNodeInputIndex = 0 } },
  OutputEdges = { { FromNodeIndex = 2, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }, { Name = "layer" })
for _, operator in ipairs { gemm, add, relu } do operator:Release() end         -- a graph does not hold them

local a, b = o:Buffer("A", A, { 1, 2, 3, 4, 5, 6 }), o:Buffer("B", B, { 1, 2, 3, 4, 5, 6 })
local bias, output = o:Buffer("bias", row, { -30, 1 }), o:Buffer("output", D)
o:Run(layer, { { Buffer = a }, { Buffer = b }, {} }, { { Buffer = output } }, { {}, {}, { Buffer = bias } })
o:Print("output", D, output)                                          -- 22-30, 28+1, 49-30, 64+1: 0, 29, 19, 65
