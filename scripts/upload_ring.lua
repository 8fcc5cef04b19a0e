-- The upload heap of the article "Managing Descriptor Heaps" (numbering SEED): each context has a ring. What a frame writes stays until the list behind the frame has
-- completed; when the ring is full, one of twice the size is added and takes all requests; the old one goes when its frames have passed.
-- Dynamic descriptors go back with each executed list, not with the frame.
--
--   ring 0  1 KiB  ████████████████   full: takes no more requests, destroyed when its frames have passed
--   ring 1  2 KiB  ██████░░░░░░░░░░   takes all requests from now on
local engine = require "gpu.engine"

local device, context = engine.CreateDeviceAndContexts { Name = "ring", Numbering = "SEED", UploadRingSize = 1024, Gpu = { Paused = true } }
local target = device:CreateBuffer { Name = "target", Size = 1024 }

local function report(what)
  local now = context:GetUploadStats().Current
  print(("%-36s rings %d  capacity %4d  used %4d   next list %d, completed %d"):format(what, now.Pages, now.Allocated, now.Used,
    context:GetNextCommandListNumber(), context:GetCompletedCommandListCount()))
end

local function update(bytes) context:UpdateBuffer(target, 0, ("x"):rep(bytes)) end

report "at first"
for _ = 1, 4 do update(256) end
report "1,024 bytes: the ring is full"
update(256)
report "256 more: the ring grows"
context:Flush()
report "list 0 is submitted"
context:FinishFrame()
report "end of frame 1, paired with list 1"

update(512)
context:Flush()
context:FinishFrame()
report "end of frame 2, paired with list 2"

device:StepGpu { Until = "IDLE" }
device:PurgeReleaseQueues()
report "lists 0 and 1 completed, purged"
update(16)
context:Flush()
context:FinishFrame()
report "frame 1 has passed: its ring is gone"

device:StepGpu { Until = "IDLE" }
target:Release()
