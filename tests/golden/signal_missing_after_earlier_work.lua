-- exit: 1
-- A signal just before the wait would say nothing that "drawn" does not say: the one that is missing belongs after the work that is waited for.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local q = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local simulated, drawn = device:CreateFence(0, "simulated"), device:CreateFence(0, "drawn")
local function work(name)
  local a = device:CreateCommandAllocator { Type = "DIRECT" }
  local l = device:CreateCommandList { Type = "DIRECT", Allocator = a, Name = name }
  l:Close()
  return l
end
q:ExecuteCommandLists { work "step" }
q:ExecuteCommandLists { work "frame" }
q:Signal(drawn, 1)
drawn:WaitCPU(1)
simulated:WaitCPU(1)
