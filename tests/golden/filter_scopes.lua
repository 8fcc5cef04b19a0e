-- Filters of messages: deny, allow, severities, a stack of them, and what they refuse.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }

local function submit(what)
  local ok, e = pcall(queue.ExecuteCommandLists, queue, {})
  print(what, ok or e.severity .. " " .. e.name)
end

gpu.SetMessageFilter { Severities = { EmptySubmit = "error" } }
submit "an error"
gpu.PushMessageFilter { Deny = { "GS09xx" } }
submit "denied"
gpu.SetMessageFilter { Allow = { "GS0401" } }
submit "not allowed"
gpu.PopMessageFilter()
submit "an error again"
gpu.SetMessageFilter { Allow = { "GS0908", "GS0401" }, Deny = { "EmptySubmit" } }
submit "denied, though allowed"

for _, filter in ipairs {
  { Deny = { "GS0401", "WrongBefor" } }, { Allow = { "GS0999" } }, { Deny = { "GS0306" } }, { Deny = { "TypeMismatch" } }, { Deny = { "Deadlock" } },
  { Severities = { GS0306 = "warning" } }, { Severities = { GS0401 = "eror" } }, { Deny = "GS0401" },
} do
  local _, e = pcall(gpu.SetMessageFilter, filter)
  print(e.code, e.message, e.help or "")
end
local _, e = pcall(gpu.PopMessageFilter)
print(e.code, e.message)
