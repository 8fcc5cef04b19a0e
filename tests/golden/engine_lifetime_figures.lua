-- The figures of the article "Managing Resource Lifetimes", every number of them, in both numberings: NextCmdList, the fence, which counts completed lists, and whether
-- the buffer B is there.
local engine = require "gpu.engine"

local function start(numbering, lists)
  local w = {}
  w.device, w.context = engine.CreateDeviceAndContexts { Name = numbering, Numbering = numbering, Gpu = { Paused = true } }
  w.target = w.device:CreateBuffer { Name = "target", Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
  function w.submit()                                  -- a list with one copy in it
    w.context:UpdateBuffer(w.target, 0, engine.Pack("float", { 1, 2, 3, 4 }))
    w.context:Flush()
  end
  function w.complete()                                -- the next list, and its signal
    local before = w.context:GetCompletedCommandListCount()
    repeat w.device:StepGpu { Until = "COMMAND" } until w.context:GetCompletedCommandListCount() > before
  end
  function w.row(what)
    local there = w.live and (w.device:GetLiveObjectCount() == w.live and "  B is there" or "  B is destroyed") or ""
    print(("  %-53s NextCmdList %d  fence %d%s"):format(what, w.context:GetNextCommandListNumber(), w.context:GetCompletedCommandListCount(), there))
  end
  for _ = 1, lists do w.submit() end
  return w
end

-- Makes B, and copies into it: what the draw of the figures is to a vertex buffer.
local function use(w)
  local b = w.device:CreateBuffer { Name = "B", Size = 16, BindFlags = "VERTEX_BUFFER" }
  w.context:UpdateBuffer(b, 0, engine.Pack("float", { 1, 2, 3, 4 }))
  w.live = w.device:GetLiveObjectCount()
  return b
end

for _, numbering in ipairs { "SEED", "MODERN" } do
  print(numbering .. ", figure 1: values of the fence")
  local w = start(numbering, 0)
  w.row "nothing is submitted"
  for i = 0, 3 do
    w.submit()
    w.row(("list %d is submitted, signals %d"):format(i, i + 1))
  end
  for i = 0, 3 do
    w.complete()
    w.row(("list %d has completed"):format(i))
  end

  print(numbering .. ", figure 2: B is released while list N = 2 is recorded")
  w = start(numbering, 2)
  local b = use(w)
  w.row "list N uses B"
  b:Release()
  w.row "B is released, paired with N"
  w.context:Flush()
  w.row "list N is submitted, signals N + 1"
  w.complete()
  w.complete()
  w.device:PurgeReleaseQueues()
  w.row "list N - 1 has completed, purged: N < N is false"
  w.complete()
  w.row "list N has completed"
  w.device:PurgeReleaseQueues()
  w.row "purged: N < N + 1"

  print(numbering .. ", figure 3: B is released when list N = 2 is submitted")
  w = start(numbering, 2)
  b = use(w)
  w.context:Flush()
  w.row "list N is submitted, signals N + 1"
  b:Release()
  w.row "B is released, paired with N + 1"
  for _ = 0, 2 do w.complete() end
  w.device:PurgeReleaseQueues()
  w.row "list N has completed, purged: N + 1 < N + 1 is false"
  w.submit()
  w.row "list N + 1 is submitted, signals N + 2"
  w.device:PurgeReleaseQueues()
  w.row "purged"
  w.complete()
  w.row "list N + 1 has completed"
  w.device:PurgeReleaseQueues()
  w.row "purged: N + 1 < N + 2"
end
