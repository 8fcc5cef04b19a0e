-- Fences and events: values that are there already, values that go back, waits for several, events that reset themselves, signals of CPU and GPU.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device
gpu.SetMessageFilter { Deny = { "IdleWait" } }                         -- a wait for the first value is meant
local function set(event) return gpu.WaitForSingleObject(event, 0) end

-- The first value, signals of the CPU, and values that go back.
do
  local F = device:CreateFence(5, "F")
  t.Check("first value", F:GetCompletedValue(), 5)
  for _, v in ipairs { 10, 5, 0, 2 ^ 53 } do
    gpu.PushMessageFilter { Deny = { "GS05xx", "GS09xx" } }
    F:Signal(v)
    gpu.PopMessageFilter()
    t.Check("signal", F:GetCompletedValue(), v)
  end
end

-- A value that has been reached sets the event at once; the event resets itself when a wait has seen it.
do
  local F, e = device:CreateFence(3, "G"), gpu.CreateEvent { Name = "e" }
  t.Check("event", set(e), "WAIT_TIMEOUT")
  for _, v in ipairs { 0, 1, 3 } do
    F:SetEventOnCompletion(v, e)
    t.Check("value of the past", set(e), "WAIT_OBJECT_0")
    t.Check("event resets itself", set(e), "WAIT_TIMEOUT")
  end
  F:SetEventOnCompletion(7, e)
  F:Signal(6)
  t.Check("value not reached", set(e), "WAIT_TIMEOUT")
  F:Signal(8)
  t.Check("value passed", set(e), "WAIT_OBJECT_0")
  t.Check("once only", set(e), "WAIT_TIMEOUT")
  F:Signal(9)
  t.Check("not again", set(e), "WAIT_TIMEOUT")
end

-- Several waits for one event, one event for several fences, and an event without automatic reset.
do
  local F, e, manual = device:CreateFence(0, "H"), gpu.CreateEvent { Name = "e" }, gpu.CreateEvent { Name = "manual", ManualReset = true }
  F:SetEventOnCompletion(1, e)
  F:SetEventOnCompletion(2, e)
  F:SetEventOnCompletion(2, manual)
  F:Signal(1)
  t.Check("first of two", set(e), "WAIT_OBJECT_0")
  F:Signal(2)
  t.Check("second of two", set(e), "WAIT_OBJECT_0")
  t.Check("manual", { set(manual), set(manual) }, { "WAIT_OBJECT_0", "WAIT_OBJECT_0" })
  manual:ResetEvent()
  t.Check("reset", set(manual), "WAIT_TIMEOUT")
end

-- All fences, or any one.
do
  local A, B, e = device:CreateFence(0, "A"), device:CreateFence(0, "B"), gpu.CreateEvent { Name = "e" }
  device:SetEventOnMultipleFenceCompletion({ A, B }, { 1, 1 }, "ALL", e)
  A:Signal(1)
  t.Check("one of all", set(e), "WAIT_TIMEOUT")
  B:Signal(1)
  t.Check("all", set(e), "WAIT_OBJECT_0")
  device:SetEventOnMultipleFenceCompletion({ A, B }, { 5, 2 }, "ANY", e)
  t.Check("none of any", set(e), "WAIT_TIMEOUT")
  B:Signal(2)
  t.Check("any", set(e), "WAIT_OBJECT_0")
  device:SetEventOnMultipleFenceCompletion({ A, B }, { 5, 2 }, "ANY", e)
  t.Check("any, of the past", set(e), "WAIT_OBJECT_0")
  device:SetEventOnMultipleFenceCompletion({ A, B }, { 1, 2 }, "ALL", e)
  t.Check("all, of the past", set(e), "WAIT_OBJECT_0")
end

-- A queue waits for a value that the CPU gives later, and signals in order.
do
  local gate, F = device:CreateFence(0, "gate"), device:CreateFence(0, "done")
  local b, from = t.Contents("b", "uint", { 1 }), t.Upload("from", "uint", { 2 })
  local back = t.Buffer("back", 4, "READBACK")
  local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
  list:CopyBufferRegion(back, 0, from, 0, 4)
  list:Close()
  t.queue:Wait(gate, 1)
  t.queue:ExecuteCommandLists { list }
  t.queue:Signal(F, 1)
  gpu.Work(100000)
  t.Check("behind the gate", F:GetCompletedValue(), 0)
  gate:Signal(1)
  F:WaitCPU(1)
  t.Check("the gate is open", { F:GetCompletedValue(), back:Map():Read(0, "uint", 1)[1] }, { 1, 2 })
  back:Unmap()
  t.queue:Wait(gate, 0)                                                -- a value of the past does not hold the queue
  t.queue:Signal(F, 2)
  F:WaitCPU(2)
  t.Check("a wait for the past", F:GetCompletedValue(), 2)
end

-- A removed device has passed every value.
do
  local other = gpu.CreateDevice { Name = "other" }
  local F, e = other:CreateFence(0, "F"), gpu.CreateEvent { Name = "e" }
  F:SetEventOnCompletion(1000, e)
  other:RemoveDevice()
  t.Check("event of a removed device", set(e), "WAIT_OBJECT_0")
  t.Check("value of a removed device", F:GetCompletedValue(), 2 ^ 64)
  t.Check("reason", other:GetDeviceRemovedReason() ~= "S_OK", true)
end
t.Done()
