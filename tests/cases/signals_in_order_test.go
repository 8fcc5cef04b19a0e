package cases

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// handed is a timeline that three queues hand on: the third one waits for the first, so the second may undo what it signals.
const handed = `
local device = require("gpu").CreateDevice()
local a, b = device:CreateCommandQueue { Type = "COPY", Name = "a" }, device:CreateCommandQueue { Type = "COMPUTE", Name = "b" }
local c, F = device:CreateCommandQueue { Type = "DIRECT", Name = "c" }, device:CreateFence(0, "F")
a:Signal(F, 1)
b:Wait(F, 1)
b:Signal(F, 2)
c:Wait(F, 1)
c:Signal(F, 3)
F:WaitCPU(3)
`

// TestSignalsInOrder: both the advice against signals without an order and what becomes of a wait for one of them propose to let the later one wait
// for the other, also where more than two queues signal.
func TestSignalsInOrder(t *testing.T) {
	seen := &observer{}
	h := host.New(host.Options{Dir: ".", Out: t.TempDir(), Observer: seen, Errors: host.ReportErrors, Limits: limits})
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), "handed.lua", handed)
	require.Len(t, seen.said, 2, text(seen.said))
	for i, code := range []string{"GS0906", "GS0507"} {
		require.Equal(t, code, seen.said[i].Code.String())
		require.Equal(t, "c:Wait(F, 2)", seen.said[i].Help[0].Replace, code)
		require.Equal(t, 9, seen.said[i].Help[0].Span.Line, code)
	}
}

// TestSignalsOfContexts: contexts have no Wait of a queue, so nothing of that is proposed for them.
func TestSignalsOfContexts(t *testing.T) {
	seen := &observer{}
	h := host.New(host.Options{Dir: ".", Out: t.TempDir(), Observer: seen, Errors: host.ReportErrors, Limits: limits})
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), "contexts.lua", `
local engine = require "gpu.engine"
local device, main, compute = engine.CreateDeviceAndContexts { Name = "device", ImmediateContexts = { { Name = "main" }, { Name = "compute", Type = "COMPUTE" } } }
local F = device:CreateFence { Name = "F" }
main:EnqueueSignal(F, 1)
main:Flush()
compute:EnqueueSignal(F, 2)
compute:Flush()
main:DeviceWaitForFence(F, 2)
main:Flush()
main:WaitForIdle()
`)
	require.Len(t, seen.said, 2, text(seen.said))
	for i, code := range []string{"GS0906", "GS0507"} {
		require.Equal(t, code, seen.said[i].Code.String())
		require.Len(t, seen.said[i].Help, 1, code)
		require.Contains(t, seen.said[i].Help[0].Text, "DeviceWaitForFence", code)
	}
}
