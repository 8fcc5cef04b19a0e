package host_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/explore"
	"github.com/gpuscript/gpuscript/host"
)

// A program can run a script on every schedule that could do something else, and find the one in which it fails.
func Example_explore() {
	script := `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "d" }
local queue, done = device:CreateCommandQueue { Type = "COPY", Name = "copy" }, device:CreateFence(0, "done")
queue:Signal(done, 1)
print(done:GetCompletedValue() == 1 and "early" or "late")
done:WaitCPU(1)`
	x := explore.New(100)
	for runs := x.Next(1); len(runs) > 0; runs = x.Next(1) {
		var out bytes.Buffer
		h := host.New(host.Options{Stdout: &out, Schedule: runs[0]})
		if err := h.RunString(context.Background(), "poll.lua", script); err != nil {
			fmt.Println(err)
		}
		h.Close()
		x.Finish(runs[0])
		fmt.Printf("schedule %q: %s", runs[0].Token(), out.String())
	}
	fmt.Println(x.Outcome().Runs, "schedules, and more:", x.Outcome().Left)
	// Output:
	// schedule "": late
	// schedule "0:1x2": early
	// 2 schedules, and more: false
}
