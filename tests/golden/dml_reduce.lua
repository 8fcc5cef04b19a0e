-- Sums, the largest and the place of the least, along rows and of everything.
local o = require("lib.operators").Create "reduce"

local whole = o.Tensor { 1, 1, 3, 3 }
local input = o:Buffer("input", whole, { 1, 2, 3, 4, 5, 6, 7, 8, 9 })
local function run(name, sizes, type, what, axes)
  local result = o.Tensor(sizes, { DataType = type })
  local reduce = o:Compile({ Type = "REDUCE", InputTensor = whole, OutputTensor = result, Function = what, Axes = axes }, name)
  local output = o:Buffer(name .. " output", result)
  o:Run(reduce, { { Buffer = input } }, { { Buffer = output } })
  o:Print(name, result, output)
end
run("sums of rows", { 1, 1, 3, 1 }, "FLOAT32", "SUM", { 3 })           -- 6, 15, 24
run("sums of columns", { 1, 1, 1, 3 }, "FLOAT32", "SUM", { 2 })        -- 12, 15, 18
run("largest of all", { 1, 1, 1, 1 }, "FLOAT32", "MAX", { 2, 3 })      -- 9
run("place of the largest", { 1, 1, 3, 1 }, "UINT32", "ARGMAX", { 3 }) -- 2, 2, 2
