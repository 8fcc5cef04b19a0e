package host

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// earlyScript reads back what the GPU is not done with, and fails of what it reads, or at once.
const earlyScript = `local gpu = require "gpu"
local device = gpu.CreateDevice()
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
local up = device:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64, InitialState = "GENERIC_READ" }
local down = device:CreateCommittedResource { Name = "down", HeapType = "READBACK", Dimension = "BUFFER", Width = 64, InitialState = "COPY_DEST" }
up:Map():Write(0, "uint", { 7 })
local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
list:CopyResource(down, up)
list:Close()
queue:ExecuteCommandLists { list }
`

// TestFailsOfAnEarlyRead: a script that fails of a number which it read too early is told of the race first. One that fails of something else is told
// of nothing else, and what only its end leaves open is no mistake.
func TestFailsOfAnEarlyRead(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		want         []diag.Code
	}{
		{"too early", `assert(down:Map():Read(0, "uint") == 7)`, []diag.Code{diag.MappedRace, diag.ScriptError}},
		{"behind a wait", `local f = device:CreateFence(0, "f"); queue:Signal(f, 1); f:WaitCPU(1); assert(down:Map():Read(0, "uint") == 8)`, []diag.Code{diag.ScriptError}},
		{"something else", `queue:Wait(device:CreateFence(0, "never"), 1); error "boom"`, []diag.Code{diag.ScriptError}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := New(Options{})
			defer h.Close()
			require.Error(t, h.RunString(context.Background(), "early.lua", earlyScript+tt.script))
			var codes []diag.Code
			for _, d := range h.Result().Diagnostics {
				codes = append(codes, d.Code)
			}
			require.Equal(t, tt.want, codes)
		})
	}
}
