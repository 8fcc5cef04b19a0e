-- exit: 1
-- flags: --errors=report
-- A mistake that a loop repeats is one report with a count; the same mistake at another place is another report.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local texture = device:CreateCommittedResource {
  Name = "tile", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM", InitialState = "COPY_SOURCE",
}
local list = device:CreateCommandList { Type = "DIRECT", Name = "tiles", Allocator = device:CreateCommandAllocator "DIRECT" }
for _ = 1, 300 do
  list:ResourceBarrier { { Type = "TRANSITION", Resource = texture, Before = "COPY_SOURCE", After = "COPY_DEST" } }
end
list:ResourceBarrier {}
list:ResourceBarrier {}
list:Close()
queue:ExecuteCommandLists { list }
