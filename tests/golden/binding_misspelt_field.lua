-- exit: 1
-- A misspelt field of a descriptor is refused at the field, not ignored.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
device:CreateCommittedResource {
  Name = "verts",
  HeapType = "DEFAULT",
  Dimension = "BUFFER",
  Widht = 4096,
  InitialState = "COMMON",
}
