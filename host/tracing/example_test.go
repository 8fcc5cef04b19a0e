package tracing_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/gpu/trace/timeline"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/tracing"
)

// A picture of what a script did over time, and the same events as lines of text.
func ExampleTo() {
	var lines, picture bytes.Buffer
	text, t := trace.NewText(&lines, nil), timeline.New()
	h := host.New(host.Options{Observer: tracing.To(text, t), Trace: true})
	defer h.Close()
	err := h.RunString(context.Background(), "upload.lua", `
		local gpu = require "gpu"
		local device = gpu.CreateDevice { Name = "demo" }
		local upload, main = device:CreateCommandQueue { Type = "COPY", Name = "upload" }, device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
		local done = device:CreateFence(0, "done")
		gpu.Work(20)
		upload:Signal(done, 1)
		main:Wait(done, 1)
		done:WaitCPU(1)`)
	fmt.Println(err)
	for line := range strings.Lines(lines.String()) {
		if f := strings.Fields(line); f[1] == "main" && f[2] == "works" || f[1] == "upload" {
			fmt.Println(strings.Join(f, " "))
		}
	}
	err = t.Draw(&picture, timeline.Options{Title: "upload", Place: tracing.Places(h)})
	fmt.Println(err, strings.HasSuffix(picture.String(), "</svg>\n"), strings.Contains(picture.String(), "upload.lua:7:10"))
	// Output:
	// <nil>
	// 20.000 main works for 20.000 us
	// 52.500 upload signal fence "done" = 1
	// <nil> true true
}

// TestDiagnosticsReachThePicture: a race is marked without a word from the program, whichever side is the CPU's.
func TestDiagnosticsReachThePicture(t *testing.T) {
	const script = `
		local gpu = require "gpu"
		local device = gpu.CreateDevice {}
		local queue, fence = device:CreateCommandQueue { Type = "COPY", Name = "upload" }, device:CreateFence(0, "F")
		local function buffer(name, heap, state)
			return device:CreateCommittedResource { Name = name, HeapType = heap, InitialState = state, Dimension = "BUFFER", Width = 4096 }
		end
		local from, to = buffer("from", "UPLOAD", "GENERIC_READ"), buffer("to", "DEFAULT", "COMMON")
		local list = device:CreateCommandList { Type = "COPY", Allocator = device:CreateCommandAllocator "COPY" }
		list:CopyBufferRegion(to, 0, from, 0, 4096)
		list:Close()
		local map = from:Map()
		map:Write(0, "float", { 1, 2 })
		queue:ExecuteCommandLists { list }
		queue:Signal(fence, 1)
		if fixed then fence:WaitCPU(1) end
		map:Write(0, "float", { 3, 4 })`
	for fixed, marks := range map[bool]int{false: 2, true: 0} {
		line := timeline.New()
		h := host.New(host.Options{Observer: tracing.To(line, trace.NewText(&bytes.Buffer{}, nil)), Trace: true})
		h.Expose("fixed", fixed)
		err := h.RunString(context.Background(), "race.lua", script)
		require.Equal(t, fixed, err == nil)
		var picture bytes.Buffer
		require.NoError(t, line.Draw(&picture, timeline.Options{}))
		require.Equal(t, marks, strings.Count(picture.String(), `class="accused"`))
		require.Equal(t, !fixed, strings.Contains(picture.String(), "GS0513"))
		require.NoError(t, h.Close())
	}
}
