-- A tensor that is handed over at initialisation is not bound to executions: its buffer can go. Three executions, of one table each.
local o = require("lib.operators").Create "owned"

local owned, three = o.Tensor({ 3 }, { Flags = "OWNED_BY_DML" }), o.Tensor { 3 }
local add = o:Compile({ Type = "ELEMENT_WISE_ADD", ATensor = owned, BTensor = three, OutputTensor = three }, "add")
local a, b, output = o:Buffer("A", owned, { 1, 2, 3 }), o:Buffer("B", three, { 5, 8, -5 }), o:Buffer("output", three)
o:Submit(function(list) o:Initialise(list, add, { { Buffer = a }, {} }) end)
a:Release()
for run = 1, 3 do
  o:Submit(function(list) o:Dispatch(list, add, { {}, { Buffer = b } }, { { Buffer = output } }) end)
  o:Print("run " .. run, three, output)                               -- 6, 10, -2
end
