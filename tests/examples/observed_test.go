package examples

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// observed recycles an allocator after each way in which a script can see that the GPU has finished with it.
const observed = `
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo", Paused = true }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local other = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local fence = device:CreateFence(0, "fence")
local function work(q, type)
  local a = device:CreateCommandAllocator(type)
  local l = device:CreateCommandList { Type = type, Allocator = a }
  l:SetMarker("x")
  l:Close()
  q:ExecuteCommandLists { l }
  return a
end
local a = work(queue, "COPY")
assert(device:StepGpu { Until = "IDLE" })
a:Reset()
local b = work(queue, "COPY")
assert(device:StepGpu { Until = "BATCH" })
b:Reset()
local c, d = work(queue, "COPY"), work(other, "COMPUTE")
assert(device:StepGpu { Until = "BATCH" })
assert(device:StepGpu { Until = "BATCH" })
c:Reset() d:Reset()
local e = work(queue, "COPY")
queue:Signal(fence, 1)
assert(device:StepGpu { Fence = fence, Value = 1 })
e:Reset()
device:Resume()
local f = work(queue, "COPY")
queue:Signal(fence, 2)
while fence:GetCompletedValue() < 2 do gpu.Work(1) end
f:Reset()
local g = work(queue, "COPY")
queue:Signal(fence, 3)
local e1, e2 = gpu.CreateEvent { Name = "never" }, gpu.CreateEvent { Name = "done" }
fence:SetEventOnCompletion(3, e2)
assert(gpu.WaitForMultipleObjects({ e1, e2 }, false, 0) == "WAIT_OBJECT_0")
g:Reset()
local far = gpu.CreateDevice { Name = "far" }
far:CreateCommandQueue { Type = "COPY" }
local h = work(queue, "COPY")
far:RemoveDevice()
assert(not pcall(h.Reset, h), "another device was removed, not this one")
`

// handedOn is one fence as a timeline that two queues hand on by waits.
const handedOn = `
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local copy = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local fence = device:CreateFence(0, "frame")
for frame = 0, 9 do
  if frame > 0 then copy:Wait(fence, 2 * frame) end
  copy:Signal(fence, 2 * frame + 1)
  compute:Wait(fence, 2 * frame + 1)
  compute:Signal(fence, 2 * frame + 2)
end
fence:WaitCPU(20)
fence:Signal(21)
`

// TestObserved: nothing is said about work that the script has seen finish, nor about a timeline that is handed on.
func TestObserved(t *testing.T) {
	for name, script := range map[string]string{"observed": observed, "handed on": handedOn} {
		t.Run(name, func(t *testing.T) {
			o, err := run(script, t.TempDir())
			require.NoError(t, err)
			require.Empty(t, o.text)
		})
	}
}
