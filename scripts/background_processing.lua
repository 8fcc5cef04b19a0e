-- flags: --developer-mode
-- Background processing: the driver measures which constants of a shader hardly ever change, and compiles variants for them.
--
--   frames     render ─ render ─ render ─ … ─ render ─ render         the same pictures all the time
--   measured   ▂▃▅▇ 256 dispatches ─┐          ▂▃▅▇ ─┐                  settings of the shader, as they are given
--   compiled                        └─ variant        └─ variant        at idle priority, beside the frames
--
-- First a benchmark primes the driver until it has seen enough, then a tool commits what one frame shows at high priority, and
-- locks everything down before it measures. The variants give the same bytes in less time.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "pgo" }
print("supported", device:CheckFeatureSupport("D3D12_OPTIONS6").BackgroundProcessingSupported)
local flythrough = require("lib.flythrough").Create(device)        -- a workload whose cbuffer constants hardly ever change

-- Benchmark: prime the optimisation state until the driver reports a steady state.
local more, rounds = device:SetBackgroundProcessingMode("ALLOW_INTRUSIVE_MEASUREMENTS", "DISCARD_PREVIOUS"), 0
repeat
  flythrough.Render()
  more = device:SetBackgroundProcessingMode("ALLOW_INTRUSIVE_MEASUREMENTS", "KEEP_ALL")
  rounds = rounds + 1
until not more or rounds == 32
print("steady", not more)

-- Single-frame analysis: commit at high priority, then disable everything that would disturb a measurement.
local done = gpu.CreateEvent { Name = "commit" }
local tries = 0
repeat
  tries = tries + 1
  device:SetBackgroundProcessingMode("ALLOW_INTRUSIVE_MEASUREMENTS", tries == 1 and "DISCARD_PREVIOUS" or "KEEP_ALL")
  flythrough.Render()
  more = device:SetBackgroundProcessingMode("DISABLE_PROFILING_BY_SYSTEM", "COMMIT_RESULTS_HIGH_PRIORITY", done)
  gpu.WaitForSingleObject(done)
until not more or tries == 8
local s = device:GetBackgroundProcessingStats()
print("tasks", s.Queued, "ran", s.Completed, "cancelled", s.Cancelled, "variants", s.VariantsInstalled)
assert(s.Queued == s.Completed + s.Cancelled)

-- What was it good for? The same flight with what the driver has made, and without it.
local tuned, picture = flythrough.Render(), flythrough.Hash()
device:SetBackgroundProcessingMode("ALLOWED", "DISCARD_PREVIOUS")
local plain = flythrough.Render()
print(("a flight takes %s, %s without variants: %.0f %% less"):format(gpu.FormatTime(tuned), gpu.FormatTime(plain), 100 * (1 - tuned / plain)))
assert(tuned < plain and picture == flythrough.Hash(), "faster, and the same picture")
