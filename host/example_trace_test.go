package host_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/gpu/trace/timeline"
	"github.com/gpuscript/gpuscript/host"
)

// A picture of what a script did over time, and the same events as lines of text.
func ExampleTracing() {
	var h *host.Host
	var lines, picture bytes.Buffer
	text, t := trace.NewText(&lines, nil), timeline.New()
	h = host.New(host.Options{Observer: host.Tracing(text, t), Trace: true})
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
	err = t.Draw(&picture, timeline.Options{Title: "upload", Place: h.Place})
	fmt.Println(err, strings.HasSuffix(picture.String(), "</svg>\n"), strings.Contains(picture.String(), "upload.lua:7:10"))
	// Output:
	// <nil>
	// 20.000 main works for 20.000 us
	// 52.500 upload signal fence "done" = 1
	// <nil> true true
}
