-- exit: 1
-- The copy is submitted first and executes last: the state that it finds is the one that the other queue leaves.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local side = device:CreateCommandQueue { Type = "COMPUTE", Name = "side" }
local fence = device:CreateFence(0, "F")
local function texture(name, state)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 16, Height = 16,
    MipLevels = 1, Format = "R8_UNORM", InitialState = state }
end
local from, to = texture("from", "COPY_SOURCE"), texture("to", "COPY_DEST")
local function list(type, name, record)
  local l = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
  record(l)
  l:Close()
  return l
end
side:Wait(fence, 1)
side:ExecuteCommandLists { list("COMPUTE", "late", function(l) l:CopyResource(to, from) end) }
main:ExecuteCommandLists { list("DIRECT", "early", function(l)
  l:ResourceBarrier { { Type = "TRANSITION", Resource = from, Before = "COPY_SOURCE", After = "NON_PIXEL_SHADER_RESOURCE" } }
end) }
main:Signal(fence, 1)
