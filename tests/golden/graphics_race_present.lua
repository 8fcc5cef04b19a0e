-- exit: 1
-- A copy queue fills the back buffer that another queue presents; the presenting queue does not wait for it.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local upload = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
local fence = device:CreateFence(0, "F")
local chain = main:CreateSwapChain { Name = "screen", Width = 16, Height = 16, BufferCount = 2 }
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4096, InitialState = "GENERIC_READ" }
local copy = device:CreateCommandList { Type = "COPY", Name = "copy", Allocator = device:CreateCommandAllocator "COPY" }
copy:CopyTextureRegion({ Resource = chain:GetBuffer(0) }, 0, 0, 0, { Resource = staging, Format = "R8G8B8A8_UNORM", Width = 16, Height = 4, Depth = 1, RowPitch = 256 })
copy:Close()
upload:ExecuteCommandLists { copy }
upload:Signal(fence, 1)
chain:Present(1)
