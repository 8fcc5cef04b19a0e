package bench

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// fewCalls is a script that uses few methods of few objects, as a request or a case of a test does.
const fewCalls = `local gpu = require "gpu"
local device = gpu.CreateDevice()
local queue, fence = device:CreateCommandQueue { Type = "COPY" }, device:CreateFence(0)
queue:Signal(fence, 1)
fence:WaitCPU(1)
`

// BenchmarkHost is what a program pays for a host of its own for a short script, from New to Close.
func BenchmarkHost(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		h := host.New(host.Options{})
		require.NoError(b, h.RunString(context.Background(), "few_calls.lua", fewCalls))
		require.NoError(b, h.Close())
	}
}
