-- A list in which a call was refused cannot be closed, whichever thread records it, and whether or not the script goes on after the refusal.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local function record(name)
  local list = device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = device:CreateCommandAllocator "DIRECT" }
  local function try(method, ...)
    local fine, refusal = pcall(list[method], list, ...)
    print(name, method, fine or refusal.code)
  end
  try("Dispatch", 70000, 1, 1)
  try("SetMarker", "ready")
  try "Close"
end
record "main"
gpu.Thread("thread", function() record "thread" end):Join()
