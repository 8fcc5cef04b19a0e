-- flags: --developer-mode
-- Modes and actions change all the time, from another thread and while the GPU works: the pictures stay the same.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local flight = require("lib.flythrough").Create(device, 2)
flight.Render()
local picture, running, calls = flight.Hash(), true, 0
local flips = gpu.Thread("flips", function()
  local modes = { "ALLOWED", "ALLOW_INTRUSIVE_MEASUREMENTS", "DISABLE_BACKGROUND_WORK", "DISABLE_PROFILING_BY_SYSTEM" }
  local actions = { "KEEP_ALL", "COMMIT_RESULTS", "KEEP_ALL", "COMMIT_RESULTS_HIGH_PRIORITY", "KEEP_ALL", "COMMIT_RESULTS", "DISCARD_PREVIOUS" }
  while running do
    device:SetBackgroundProcessingMode(modes[calls % 4 + 1], actions[calls % 7 + 1])
    calls = calls + 1
    gpu.Work(20)
  end
end)
local same = true
for _ = 1, 20 do
  flight.Render()
  same = same and flight.Hash() == picture
end
running = false
flips:Join()
device:SetBackgroundProcessingMode("DISABLE_BACKGROUND_WORK", "COMMIT_RESULTS", gpu.CreateEvent())
gpu.Work(10000)
local s = device:GetBackgroundProcessingStats()
print("the same pictures", same, "more than 50 changes", calls > 50)
print("something was made", s.VariantsInstalled > 0, "every task has ended", s.Queued == s.Completed + s.Cancelled)
