-- flags: --developer-mode
-- A variant is used for the constants that it was made for, and for no others; discarding measurements takes it out of use.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local flight = require("lib.flythrough").Create(device)

local function train()
  local done = gpu.CreateEvent { Name = "done" }
  device:SetBackgroundProcessingMode("ALLOW_INTRUSIVE_MEASUREMENTS", "KEEP_ALL")
  flight.Render()
  device:SetBackgroundProcessingMode("DISABLE_PROFILING_BY_SYSTEM", "COMMIT_RESULTS_HIGH_PRIORITY", done)
  gpu.WaitForSingleObject(done)
end
local function variants() local s = device:GetBackgroundProcessingStats() return s.VariantsInstalled - s.VariantsWithdrawn end

local hills = flight.Render()
train()
print("hills are faster", flight.Render() < hills, "variants", variants())
flight.Set { hills = 3 }
local valleys, picture = flight.Render(), flight.Hash()
train()
print("valleys are faster", flight.Render() < valleys, picture == flight.Hash(), "variants", variants())
device:SetBackgroundProcessingMode("DISABLE_PROFILING_BY_SYSTEM", "DISCARD_PREVIOUS")
print("as before", flight.Render() == valleys, picture == flight.Hash(), "variants", variants())
