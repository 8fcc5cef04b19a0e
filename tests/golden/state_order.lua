-- flags: --errors=report
-- exit: 1
-- What comes too early is told where it shows, once: lists in the wrong order, and two barriers of one list. What stands on the order that was meant is right.
local gpu = require "gpu"
local device = gpu.CreateDevice()
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
local texture = device:CreateCommittedResource { Name = "texture", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
  Flags = "ALLOW_RENDER_TARGET" }
local allocator = device:CreateCommandAllocator "DIRECT"

local function record(name, before, after)
  local list = device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = allocator }
  list:ResourceBarrier { { Resource = texture, Before = before, After = after } }
  list:Close()
  return list
end

local draw = record("draw", "COMMON", "RENDER_TARGET")
local show = record("show", "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
local back = record("back", "PIXEL_SHADER_RESOURCE", "COMMON")

queue:ExecuteCommandLists { show }
queue:ExecuteCommandLists { draw }
queue:ExecuteCommandLists { back }

local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
list:ResourceBarrier { { Resource = texture, Before = "COMMON", After = "COPY_DEST" } }
list:ResourceBarrier { { Resource = texture, Before = "COPY_SOURCE", After = "RENDER_TARGET" } }
list:ResourceBarrier { { Resource = texture, Before = "COPY_DEST", After = "COPY_SOURCE" } }
list:ResourceBarrier { { Resource = texture, Before = "RENDER_TARGET", After = "COMMON" } }
list:Close()
queue:ExecuteCommandLists { list }
