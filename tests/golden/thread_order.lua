-- Simulated CPU threads run in virtual time: the one that works less is first, on every machine.
local gpu = require "gpu"
local order = {}
local function worker(name, microseconds)
  return gpu.Thread(name, function()
    gpu.Work(microseconds)
    order[#order + 1] = name
  end)
end
local slow, fast = worker("slow", 500), worker("fast", 50)
slow:Join()
fast:Join()
print(table.concat(order, ", "))
