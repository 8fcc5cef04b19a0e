-- exit: 1
-- One helper records every pass, so all commands come from one line: a message says in which of the named regions they stand.
local gpu = require "gpu"
local device = gpu.CreateDevice()
local upload, main = device:CreateCommandQueue { Type = "COPY", Name = "upload" }, device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local function buffer(name, heap, state) return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 1024, InitialState = state } end
local staging, verts, copy = buffer("staging", "UPLOAD", "GENERIC_READ"), buffer("verts", "DEFAULT", "COMMON"), buffer("copy", "DEFAULT", "COMMON")

local function pass(list, name, dst, src, offset)
  list:BeginEvent(name)
  list:CopyBufferRegion(dst, offset, src, offset, 256)
  list:EndEvent()
end

local streamed = device:CreateCommandList { Type = "COPY", Name = "streamed", Allocator = device:CreateCommandAllocator "COPY" }
pass(streamed, "positions", verts, staging, 0)
pass(streamed, "normals", verts, staging, 256)
streamed:Close()
upload:ExecuteCommandLists { streamed }

local frame = device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = device:CreateCommandAllocator "DIRECT" }
frame:BeginEvent "frame 7"
pass(frame, "skinning", copy, verts, 512)
pass(frame, "culling", copy, verts, 256)
frame:EndEvent()
frame:Close()
main:ExecuteCommandLists { frame }
