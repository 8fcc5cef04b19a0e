-- flags: --background=off --developer-mode
-- A driver without background processing: every call is a benign no-op, and what waits for a commit goes on.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
print("supported", device:CheckFeatureSupport("D3D12_OPTIONS6").BackgroundProcessingSupported)
local done = gpu.CreateEvent { Name = "done" }
for _, mode in ipairs { "ALLOWED", "ALLOW_INTRUSIVE_MEASUREMENTS", "DISABLE_BACKGROUND_WORK", "DISABLE_PROFILING_BY_SYSTEM" } do
  for _, action in ipairs { "KEEP_ALL", "COMMIT_RESULTS", "COMMIT_RESULTS_HIGH_PRIORITY", "DISCARD_PREVIOUS" } do
    local commits = action:find "COMMIT"
    assert(device:SetBackgroundProcessingMode(mode, action, commits and done or nil) == false)
    if commits then gpu.WaitForSingleObject(done) end
  end
end
local s = device:GetBackgroundProcessingStats()
print("tasks", s.Queued, "mode", s.Mode)
print(pcall(device.SetBackgroundProcessingMode, device, "ALLOWED", "KEEP_ALL", done))
