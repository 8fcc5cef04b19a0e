-- Background processing: what SetBackgroundProcessingMode may be given without developer mode, and what its event orders.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function set(mode, action, event) return t.device:SetBackgroundProcessingMode(mode, action, event) end
local function event(options)
  local d = { Name = "done" }
  for k, v in pairs(options or {}) do d[k] = v end
  return gpu.CreateEvent(d)
end

for _, mode in ipairs { "ALLOWED", "ALLOW_INTRUSIVE_MEASUREMENTS" } do
  for _, action in ipairs { "KEEP_ALL", "COMMIT_RESULTS", "DISCARD_PREVIOUS" } do
    case(mode .. " with " .. action, "silent", function() set(mode, action) end)
  end
  case(mode .. " with COMMIT_RESULTS_HIGH_PRIORITY", "GS0781 action COMMIT_RESULTS_HIGH_PRIORITY", function()
    set(mode, "COMMIT_RESULTS_HIGH_PRIORITY") --!
  end)
end
for _, mode in ipairs { "DISABLE_BACKGROUND_WORK", "DISABLE_PROFILING_BY_SYSTEM" } do
  for _, action in ipairs { "KEEP_ALL", "COMMIT_RESULTS", "COMMIT_RESULTS_HIGH_PRIORITY", "DISCARD_PREVIOUS" } do
    case(mode .. " with " .. action, "GS0781 mode " .. mode, function()
      set(mode, action) --!
    end)
  end
end

case("an event with a commit", "silent", function()
  local e = event()
  set("ALLOWED", "COMMIT_RESULTS", e)
  gpu.WaitForSingleObject(e)
end)
case("an event with KEEP_ALL", 'GS0780 event "done" is given with KEEP_ALL', function()
  set("ALLOWED", "KEEP_ALL", event()) --!
end)
case("an event with DISCARD_PREVIOUS", "GS0780 DISCARD_PREVIOUS", function()
  set("ALLOWED", "DISCARD_PREVIOUS", event()) --!
end)
case("the event comes before developer mode", "GS0780", function()
  set("DISABLE_BACKGROUND_WORK", "KEEP_ALL", event()) --!
end)
case("a released event", "GS0330", function()
  local e = event()
  e:Release()
  set("ALLOWED", "COMMIT_RESULTS", e) --!
end)
case("a mode that there is not", "GS0136", function()
  set("ALLOW_INTRUSIVE", "KEEP_ALL") --!
end)
case("an action that there is not", "GS0136", function()
  set("ALLOWED", "COMMIT") --!
end)
case("without an action", "GS0133", function()
  set("ALLOWED") --!
end)
case("a fence is no event", "GS0141", function()
  set("ALLOWED", "COMMIT_RESULTS", t.fence()) --!
end)
case("a refused mode changes nothing", "silent", function()
  set("ALLOW_INTRUSIVE_MEASUREMENTS", "KEEP_ALL")
  pcall(set, "DISABLE_BACKGROUND_WORK", "KEEP_ALL")
  assert(t.device:GetBackgroundProcessingStats().Mode == "ALLOW_INTRUSIVE_MEASUREMENTS")
end)

case("an automatic event is set once", "GS0502", function()
  local e = event()
  set("ALLOWED", "COMMIT_RESULTS", e)
  gpu.WaitForSingleObject(e)
  gpu.WaitForSingleObject(e) --!
end)
case("a manual event stays set", "silent", function()
  local e = event { ManualReset = true }
  set("ALLOWED", "COMMIT_RESULTS", e)
  gpu.WaitForSingleObject(e)
  gpu.WaitForSingleObject(e)
end)
case("each of two commits sets the event", "silent", function()
  local e = event()
  for _ = 1, 2 do
    set("ALLOWED", "COMMIT_RESULTS", e)
    gpu.WaitForSingleObject(e)
  end
end)
case("a commit orders no work of the GPU", "GS05xx", function()
  local q, e = t.queue("COPY", "q"), event()
  local from, to = t.upload("from"), t.readback("to")
  t.run(q, function(l) l:CopyResource(to, from) end)
  set("ALLOWED", "COMMIT_RESULTS", e)
  gpu.WaitForSingleObject(e)
  to:Map():Read(0, "uint", 1)
end)
case("a fence does", "silent", function()
  local q, e, f = t.queue("COPY", "q"), event(), t.fence()
  local from, to = t.upload("from"), t.readback("to")
  t.run(q, function(l) l:CopyResource(to, from) end)
  q:Signal(f, 1)
  f:WaitCPU(1)
  set("ALLOWED", "COMMIT_RESULTS", e)
  gpu.WaitForSingleObject(e)
  to:Map():Read(0, "uint", 1)
end)
