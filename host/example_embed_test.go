package host_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/filter"
	"github.com/gpuscript/gpuscript/host"
)

// A script that adds 1 to four numbers on the simulated GPU.
func ExampleHost_RunString() {
	h := host.New(host.Options{Stdout: os.Stdout})
	defer h.Close()
	err := h.RunString(context.Background(), "add.lua", `
		local gpu = require "gpu"
		local add = gpu.ComputeShader { Name = "add", NumThreads = { 4, 1, 1 },
		  Main = function(GroupIndex) printf("%u", GroupIndex + 1) end }
		local device = gpu.CreateDevice {}
		local queue, fence = device:CreateCommandQueue { Type = "COMPUTE" }, device:CreateFence(0)
		local root = device:CreateRootSignature {}
		local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE",
		  InitialState = device:CreateComputePipelineState { RootSignature = root, CS = add } }
		list:SetComputeRootSignature(root)
		list:Dispatch(1, 1, 1)
		list:Close()
		queue:ExecuteCommandLists { list }
		queue:Signal(fence, 1)
		fence:WaitCPU(1)`)
	fmt.Println(err)
	// Output:
	// 1
	// 2
	// 3
	// 4
	// <nil>
}

// The error of a run is a *diag.Error; Result has all diagnostics, advice too, as data.
func ExampleHost_Result() {
	h := host.New(host.Options{Errors: host.ReportErrors})
	defer h.Close()
	err := h.RunString(context.Background(), "scene.lua", `
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
device:CreateCommandQueue { Type = "BUNDLE", Name = "main" }`)
	var broken *diag.Error
	fmt.Println(errors.As(err, &broken))
	for _, d := range h.Result().Diagnostics {
		at := d.Primary().Span
		fmt.Printf("%v %v at %s:%d: %s\n", d.Severity, d.Code, at.File, at.Line, d.Title)
	}
	fmt.Println(h.Result().ExitCode)
	// Output:
	// true
	// error GS0302 at scene.lua:4: queue "main" cannot have type BUNDLE
	// 1
}

// Limits hold in Lua, in its libraries and in kernels. pcall does not save a script from them.
func ExampleLimits() {
	h := host.New(host.Options{Limits: host.Limits{LuaSteps: 10_000}})
	defer h.Close()
	err := h.RunString(context.Background(), "loop.lua", `pcall(function() while true do end end)`)
	fmt.Println(err, h.Result().ExitCode == host.ExitLimit)
	// Output:
	// loop.lua:1:18: error[GS0151]: script stopped after 10,000 steps true
}

// A context ends a script, its waits and its kernels.
func ExampleHost_RunString_cancel() {
	h := host.New(host.Options{})
	defer h.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	err := h.RunString(ctx, "loop.lua", `while true do end`)
	fmt.Println(errors.Is(err, context.DeadlineExceeded), h.Result().Diagnostics[0].Code.Name(), h.Result().ExitCode == host.ExitLimit)
	// Output:
	// true Cancelled true
}

type counter struct{ Count int }

func (c *counter) Add(n int) int { c.Count += n; return c.Count }

// Functions and objects of the program are globals of the script, and modules are found by require.
func ExampleHost_Expose() {
	c := &counter{}
	h := host.New(host.Options{Stdout: os.Stdout, Modules: map[string]func(*lua.LState) int{
		"studio": func(L *lua.LState) int {
			module := L.NewTable()
			module.RawSetString("name", lua.LString("demo"))
			L.Push(module)
			return 1
		},
	}})
	defer h.Close()
	h.Expose("counter", c)
	h.Expose("double", func(x float64) float64 { return 2 * x })
	err := h.RunString(context.Background(), "frame.lua", `
		counter:Add(3)
		print(counter:Add(4), counter.Count, double(21), require("studio").name)`)
	fmt.Println(err, c.Count)
	// Output:
	// 7	7	42	demo
	// <nil> 7
}

// A filter decides which diagnostics are shown and how grave they are, whatever the script asks for.
func ExampleOptions_filter() {
	strict, err := filter.New(filter.Rules{Severities: map[string]string{"EmptySubmit": "error"}, Deny: []string{"GS0905"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	h := host.New(host.Options{Filter: strict})
	defer h.Close()
	err = h.RunString(context.Background(), "scene.lua", `
local gpu = require "gpu"
local device = gpu.CreateDevice {}
device:CreateFence(0):WaitCPU(0) -- GS0905, which is denied
device:CreateCommandQueue { Type = "COPY", Name = "copy" }:ExecuteCommandLists {}`)
	fmt.Println(err)
	// Output:
	// scene.lua:5:60: error[GS0908]: ExecuteCommandLists on copy queue "copy" without lists does nothing
}

// A script defines functions, and the program calls them: a game once a frame. Each call has its own context and the limits of a run.
func ExampleHost_Call() {
	h := host.New(host.Options{})
	defer h.Close()
	err := h.RunString(context.Background(), "game.lua", `
		local time = 0
		game = {}
		function game.update(dt) time = time + dt return time, time >= 1 and "over" or "running" end`)
	for range 2 {
		var results []any
		if results, err = h.Call(context.Background(), "game.update", 0.5); err == nil {
			fmt.Println(results...)
		}
	}
	_, err = h.Call(context.Background(), "game.updat", 0.5)
	fmt.Println(err)
	// Output:
	// 0.5 running
	// 1 over
	// error[GS0105]: the script has no function 'game.updat' that the program could call
}
