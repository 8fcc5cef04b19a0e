-- 2 x x + 3 x + 4 as a graph whose input feeds three nodes: x x, x, then sums.
local o = require("lib.operators").Create "quadratic"

local x = o.Tensor { 4 }
local function linear(slope, shift) return o.ml:CreateOperator { Type = "ACTIVATION_LINEAR", InputTensor = x, OutputTensor = x, Alpha = slope, Beta = shift } end
local square = o.ml:CreateOperator { Type = "ELEMENT_WISE_MULTIPLY", ATensor = x, BTensor = x, OutputTensor = x }
local add = o.ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = x, BTensor = x, OutputTensor = x }
local function to(node, input) return { GraphInputIndex = 0, ToNodeIndex = node, ToNodeInputIndex = input } end
local function link(from, node, input) return { FromNodeIndex = from, FromNodeOutputIndex = 0, ToNodeIndex = node, ToNodeInputIndex = input } end
local quadratic = o.ml:CompileGraph({ InputCount = 1, OutputCount = 1,
  Nodes = { { Operator = square }, { Operator = linear(2, 0) }, { Operator = linear(3, 4) }, { Operator = add } },
  InputEdges = { to(0, 0), to(0, 1), to(2, 0) },
  IntermediateEdges = { link(0, 1, 0), link(1, 3, 0), link(2, 3, 1) },
  OutputEdges = { { FromNodeIndex = 3, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }, { Name = "quadratic" })

local input, output = o:Buffer("x", x, { -2, 0, 1, 2.5 }), o:Buffer("output", x)
o:Run(quadratic, { { Buffer = input } }, { { Buffer = output } })
o:Print("output", x, output)                                          -- 8-6+4, 4, 2+3+4, 12.5+7.5+4: 6, 4, 9, 24
