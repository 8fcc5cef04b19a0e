-- Running products of rows: of what came before and the element itself, and backwards without the element itself.
local o = require("lib.operators").Create "cumulative product"

local rows = o.Tensor { 1, 1, 3, 4 }
local input = o:Buffer("input", rows, { 2, 1, 3, 5, 3, 8, 7, 3, 9, 6, 2, 4 })
local function run(name, direction, exclusive)
  local product = o:Compile({ Type = "CUMULATIVE_PRODUCT", InputTensor = rows, OutputTensor = rows, Axis = 3, AxisDirection = direction,
    HasExclusiveProduct = exclusive }, name)
  local output = o:Buffer(name .. " output", rows)
  o:Run(product, { { Buffer = input } }, { { Buffer = output } })
  o:Print(name, rows, output)
end
run("inclusive", "INCREASING", false)                                 -- 2, 2, 6, 30, 3, 24, 168, 504, 9, 54, 108, 432
run("exclusive, backwards", "DECREASING", true)                       -- 15, 15, 5, 1, 168, 21, 3, 1, 48, 8, 4, 1
