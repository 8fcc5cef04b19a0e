package repair

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// aheadScript copies on one queue ahead of the frames that read on another one, which says what it is done with.
const aheadScript = `local gpu = require "gpu"
local device = gpu.CreateDevice()
local compute, graphics = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }, device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" }
local simulated, drawn, released = device:CreateFence(0, "simulated"), device:CreateFence(0, "drawn"), device:CreateFence(0, "released")
local function buffer(name, heap) return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 64 } end
local up, back, states = buffer("up", "UPLOAD"), buffer("back", "READBACK"), { buffer("state 1", "DEFAULT"), buffer("state 2", "DEFAULT") }
up:Map():Write(0, "uint", { 7 })
up:Unmap()
local function copy(queue, kind, to, from)
  local list = device:CreateCommandList { Type = kind, Allocator = device:CreateCommandAllocator(kind) }
  list:CopyResource(to, from)
  list:Close()
  queue:ExecuteCommandLists { list }
end
for step = 1, 4 do
  if step > 2 then compute:Wait(released, step - 2) end
  copy(compute, "COMPUTE", states[(step - 1) % 2 + 1], up)
  compute:Signal(simulated, step)
end
for frame = 1, 4 do
  if frame > 2 then drawn:WaitCPU(frame - 2) end
  graphics:Wait(simulated, frame)
  copy(graphics, "DIRECT", back, states[(frame - 1) % 2 + 1])
  graphics:Signal(released, frame)
  graphics:Signal(drawn, frame)
end
drawn:WaitCPU(4)
`

// TestUnheeded: a race names the fence that is signalled for a queue whose wait for it is left out, and no fence that a wait is for.
func TestUnheeded(t *testing.T) {
	const note = `If compute queue "compute" has to wait for fence "released" before it uses buffer "state 1" again, it is that Wait that is missing.`
	for _, tt := range []struct {
		name, from, to string
		noted          bool
	}{
		{"nothing waits for it", "compute:Wait(released, step - 2)", "", true},
		{"the CPU waits for the other one", "compute:Wait(released, step - 2)", "", true},
		{"something reads it", "compute:Wait(released, step - 2)", "released:GetCompletedValue()", false},
		{"a wait for another value", "released, step - 2", "released, 1", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(aheadScript, tt.from, tt.to, 1)
			if strings.HasPrefix(tt.name, "the CPU") {
				text = strings.Replace(text, "graphics:Wait(simulated, frame)", "simulated:WaitCPU(frame)", 1)
			}
			h := host.New(host.Options{})
			defer h.Close()
			require.Error(t, h.RunString(context.Background(), "ahead.lua", text))
			found := h.Result().Diagnostics
			require.NotEmpty(t, found)
			require.Equal(t, "GS0512", found[0].Code.String())
			if tt.noted {
				require.Contains(t, found[0].Notes, note)
			} else {
				require.NotContains(t, found[0].Notes, note)
			}
		})
	}
	h := host.New(host.Options{})
	defer h.Close()
	require.NoError(t, h.RunString(context.Background(), "ahead.lua", aheadScript))
}
