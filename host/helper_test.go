package host

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// helperScript submits through a helper; the race is of two of its calls, on two queues or with the CPU.
const helperScript = `local gpu = require "gpu"
local dev = gpu.CreateDevice { Name = "d" }
local a = dev:CreateCommandQueue { Type = "DIRECT", Name = "a" }
local b = dev:CreateCommandQueue { Type = "DIRECT", Name = "b" }
local up = dev:CreateCommittedResource { HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, Name = "up", InitialState = "GENERIC_READ" }
local x = dev:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024, Name = "x" }
local r = dev:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 1024, Name = "r", InitialState = "COPY_DEST" }
local function run(queue, to)
  local l = dev:CreateCommandList { Type = "DIRECT", Allocator = dev:CreateCommandAllocator("DIRECT") }
  l:CopyBufferRegion(to, 0, up, 0, 256)
  l:Close()
  queue:ExecuteCommandLists { l }
end
`

// TestHelpers: the callers of a helper are told, and the proposed line names what is visible where it is put.
func TestHelpers(t *testing.T) {
	for _, tt := range []struct {
		name, script, line string
		callers            []int
	}{
		{"two queues", "run(a, x)\nrun(b, x)", `local done = dev:CreateFence(0, "done"); a:Signal(done, 1); b:Wait(done, 1)`, []int{15, 14}},
		{"the CPU", "run(a, r)\nr:Map():Read(0, \"uint\")", `local done = dev:CreateFence(0, "done"); a:Signal(done, 1); done:WaitCPU(1)`, nil},
		{"a queue without a name", "local q = { a }\nrun(q[1], r)\nrun(dev:CreateCommandQueue { Type = \"DIRECT\" }, x)\nrun(b, x)", "", []int{17, 16}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := New(Options{})
			defer h.Close()
			require.Error(t, h.RunString(context.Background(), "scene.lua", helperScript+tt.script))
			require.Len(t, h.Result().Diagnostics, 1)
			d := h.Result().Diagnostics[0]
			var callers []int
			for _, l := range d.Labels {
				for _, v := range l.Via {
					if v.Verb == diag.CalledFrom {
						callers = append(callers, v.Span.Line)
					}
				}
			}
			require.Equal(t, tt.callers, callers)
			require.Equal(t, tt.line, d.Help[0].Replace)
			require.Equal(t, tt.line != "", d.Help[0].Edit == diag.EditInsertBefore)
		})
	}
}
