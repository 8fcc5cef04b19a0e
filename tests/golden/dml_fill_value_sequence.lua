-- An operator without inputs: start, start + delta, start + 2 delta …, in three types.
local o = require("lib.operators").Create "fill"

for _, case in ipairs { { "INT32", 2, 3 }, { "FLOAT32", 1, -0.5 }, { "UINT64", 7, 1 } } do
  local type, start, delta = case[1], case[2], case[3]
  local five = o.Tensor({ 1, 1, 1, 5 }, { DataType = type })
  local fill = o:Compile({ Type = "FILL_VALUE_SEQUENCE", OutputTensor = five, ValueDataType = type, ValueStart = start, ValueDelta = delta }, type)
  local output = o:Buffer(type .. " output", five)
  o:Run(fill, {}, { { Buffer = output } })
  o:Print(type, five, output)                                         -- 2, 5, 8, 11, 14 / 1, 0.5, 0, -0.5, -1 / 7, 8, 9, 10, 11
end
