-- jobs as closures in a table, each for the queue that its name says; a job waits for those that it names
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local queues = {}
for _, type in ipairs { "DIRECT", "COMPUTE", "COPY" } do
  queues[type:lower()] = { type = type, queue = device:CreateCommandQueue { Type = type, Name = type:lower() .. " queue" }, fence = device:CreateFence(0, type:lower() .. " fence"), value = 0 }
end
local function buffer(name, heap) return device:CreateCommittedResource { Name = name, HeapType = heap or "DEFAULT", Dimension = "BUFFER", Width = 128 } end
local staging, loaded, copied, shown = buffer("staging", "UPLOAD"), buffer "loaded", buffer "copied", buffer "shown"
staging:Map():Write(0, "uint", { 7, 8, 9 })
local jobs = {
  { name = "load", on = "copy", after = { "show" }, record = function(list) list:CopyResource(loaded, staging) end },
  { name = "copy", on = "compute", after = { "load" }, record = function(list) list:CopyResource(copied, loaded) end },
  { name = "show", on = "direct", after = { "copy" }, record = function(list) list:CopyResource(shown, copied) end },
}
local done = {}
for frame = 1, 4 do
  for _, job in ipairs(jobs) do
    local q = queues[job.on]
    local list = device:CreateCommandList { Type = q.type, Name = job.name .. " " .. frame, Allocator = device:CreateCommandAllocator(q.type) }
    job.record(list)
    list:Close()
    for _, name in ipairs(job.after) do
      local before = done[name]
      if before then q.queue:Wait(before.fence, before.value) end
    end
    q.queue:ExecuteCommandLists { list }
    q.value = q.value + 1
    q.queue:Signal(q.fence, q.value)
    done[job.name] = { fence = q.fence, value = q.value }
  end
end
for _, q in pairs(queues) do q.fence:WaitCPU(q.value) end
print(gpu.Hash(shown))
