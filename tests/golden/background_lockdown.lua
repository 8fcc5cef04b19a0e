-- flags: --developer-mode
-- In DISABLE_PROFILING_BY_SYSTEM nothing changes any more: a hundred frames take the same time, to the nanosecond, and nothing is queued.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local flight = require("lib.flythrough").Create(device, 2)
local plain, done = flight.Render(), gpu.CreateEvent { Name = "done" }
device:SetBackgroundProcessingMode("ALLOW_INTRUSIVE_MEASUREMENTS", "KEEP_ALL")
flight.Render()
device:SetBackgroundProcessingMode("DISABLE_PROFILING_BY_SYSTEM", "COMMIT_RESULTS_HIGH_PRIORITY", done)
gpu.WaitForSingleObject(done)
local first, before = flight.Render(), device:GetBackgroundProcessingStats()
print("faster", first < plain, "variants", before.VariantsInstalled)
local same = true
for _ = 1, 100 do same = same and flight.Render() == first end
local after = device:GetBackgroundProcessingStats()
print("the same time", same)
for _, name in ipairs { "Queued", "Completed", "Samples", "VariantsInstalled" } do print(name, after[name] == before[name]) end
