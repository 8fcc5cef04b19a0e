package host

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// diagnosticsOf are those of a run's error.
func diagnosticsOf(t *testing.T, err error) []*diag.Diagnostic {
	t.Helper()
	var de *diag.Error
	require.ErrorAs(t, err, &de)
	return de.Diagnostics
}

// TestErrorIsOfItsRun: the result of a host is that of all runs, an error that of one, without what is no error.
func TestErrorIsOfItsRun(t *testing.T) {
	h := New(Options{Errors: ReportErrors})
	defer h.Close()
	const breaks = `
local gpu = require "gpu"
local device = gpu.CreateDevice()
local list = device:CreateCommandList { Type = "DIRECT", Name = "%[1]s", Allocator = device:CreateCommandAllocator "DIRECT" }
list:Dispatch(0, 1, 1)
local closed = device:CreateCommandList { Type = "DIRECT", Name = "%[1]s", Allocator = device:CreateCommandAllocator "DIRECT" }
closed:Close()
closed:Close()
`
	first := diagnosticsOf(t, h.RunString(context.Background(), "first.lua", fmt.Sprintf(breaks, "one")))
	require.Len(t, first, 2)
	require.Contains(t, first[1].Title, `direct list "one"`)
	advice := len(h.Result().Diagnostics) - len(first)
	require.Equal(t, 1, advice, "a dispatch of nothing")

	second := diagnosticsOf(t, h.RunString(context.Background(), "second.lua", fmt.Sprintf(breaks, "two")+"error 'last'"))
	require.Len(t, second, 3)
	require.Contains(t, second[1].Title, `direct list "two"`)
	require.Equal(t, "last", second[2].Title, "what nobody caught comes behind what was reported")
	require.Len(t, h.Result().Diagnostics, 2+3+2*advice)

	require.NoError(t, h.RunString(context.Background(), "third.lua", "x = 1"))
	require.Equal(t, ExitOK, h.Result().ExitCode)
}

// TestThreadsStopWithTheRun: a limit that is met in a simulated CPU thread is the error of that run, joined or not, and of no later one.
func TestThreadsStopWithTheRun(t *testing.T) {
	for name, script := range map[string]string{
		"joined":     `require "gpu".Thread("worker", function() while true do end end):Join()`,
		"not joined": `require "gpu".Thread("worker", function() while true do end end)`,
		"caught":     `local gpu = require "gpu" local t = gpu.Thread("worker", function() while true do end end) pcall(t.Join, t) pcall(t.Join, t)`,
	} {
		t.Run(name, func(t *testing.T) {
			h := New(Options{Limits: Limits{LuaSteps: 100_000}})
			defer h.Close()
			all := diagnosticsOf(t, h.RunString(context.Background(), "endless.lua", script))
			require.Len(t, all, 1)
			require.Equal(t, diag.StepLimit, all[0].Code)
			require.Equal(t, ExitLimit, h.Result().ExitCode)
			require.NoError(t, h.RunString(context.Background(), "later.lua", "x = 1"))
			require.NoError(t, h.RunString(context.Background(), "thread.lua", `require "gpu".Thread("worker", function() x = 2 end):Join() assert(x == 2)`))
		})
	}
	t.Run("cancelled", func(t *testing.T) {
		h := New(Options{})
		defer h.Close()
		ctx, cancel := context.WithCancel(context.Background())
		h.Expose("cancel", cancel)
		all := diagnosticsOf(t, h.RunString(ctx, "endless.lua", `require "gpu".Thread("worker", function() cancel() while true do end end):Join()`))
		require.Len(t, all, 1)
		require.Equal(t, diag.Cancelled, all[0].Code)
		require.NoError(t, h.RunString(context.Background(), "later.lua", "x = 1"))
	})
	t.Run("exit", func(t *testing.T) {
		h := New(Options{})
		defer h.Close()
		require.NoError(t, h.RunString(context.Background(), "exit.lua", `require "gpu".Thread("worker", function() os.exit(7) end)`))
		require.Equal(t, 7, h.Result().ExitCode)
		require.NoError(t, h.RunString(context.Background(), "later.lua", "x = 1"))
		require.Equal(t, ExitOK, h.Result().ExitCode)
	})
}

// TestRunFromInsideARun: a Go function that the script calls cannot use its host; the run goes on.
func TestRunFromInsideARun(t *testing.T) {
	h := New(Options{})
	var inside []error
	h.Expose("again", func() {
		inside = append(inside, h.RunString(context.Background(), "inner.lua", "y = 1"), h.RunFile(context.Background(), "inner.lua"), h.Close())
	})
	require.NoError(t, h.RunString(context.Background(), "outer.lua", "again() assert(not y)"))
	require.Equal(t, []error{ErrRunning, ErrRunning, ErrRunning}, inside)
	require.Equal(t, ExitOK, h.Result().ExitCode)
	require.NoError(t, h.RunString(context.Background(), "later.lua", "assert(not y)"))
	require.NoError(t, h.Close())
}

// TestCancelledBeforeTheRun: not even the first line runs.
func TestCancelledBeforeTheRun(t *testing.T) {
	h := New(Options{})
	defer h.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	found := diagnosticsOf(t, h.RunString(ctx, "a.lua", "x = 1"))
	require.Equal(t, diag.Cancelled, found[0].Code)
	require.Equal(t, ExitLimit, h.Result().ExitCode)
	require.NoError(t, h.RunString(context.Background(), "b.lua", "assert(x == nil)"))
}

// broken is an output that takes some writes.
type broken struct{ takes int }

func (b *broken) Write(p []byte) (int, error) {
	b.takes--
	if b.takes < 0 {
		return 0, errors.New("nobody listens")
	}
	return len(p), nil
}

// TestOutputThatFails: what a script prints fails there, what a kernel prints at the end of the run, so that nothing is lost in silence.
func TestOutputThatFails(t *testing.T) {
	const kernel = `
local gpu = require "gpu"
local device = gpu.CreateDevice()
local queue, root = device:CreateCommandQueue { Type = "COMPUTE" }, device:CreateRootSignature()
local shader = gpu.ComputeShader { NumThreads = { 2, 1, 1 }, Main = function(GroupIndex) printf("item %u", GroupIndex) end }
local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE",
  InitialState = device:CreateComputePipelineState { RootSignature = root, CS = shader } }
list:SetComputeRootSignature(root)
list:Dispatch(1, 1, 1)
list:Close()
queue:ExecuteCommandLists { list }
`
	tests := []struct {
		name, text string
		takes      int
		want       string
	}{
		{"print", "print(1) print(2)", 1, "s.lua:1:10: error[GS0102]: cannot write the output: nobody listens"},
		{"print, all taken", "print(1) print(2)", 2, ""},
		{"kernel", kernel, 1, "error[GS0102]: cannot write the output: nobody listens"},
		{"kernel, all taken", kernel, 2, ""},
	}
	for _, tt := range tests {
		h := New(Options{Stdout: &broken{tt.takes}})
		err := h.RunString(context.Background(), "s.lua", tt.text)
		if tt.want == "" {
			require.NoError(t, err, tt.name)
		} else {
			require.EqualError(t, err, tt.want, tt.name)
			require.Equal(t, ExitScript, h.Result().ExitCode, tt.name)
		}
		require.NoError(t, h.Close())
	}
}

// TestExitCodes: the code is what a process can report.
func TestExitCodes(t *testing.T) {
	for text, want := range map[string]int{"": 0, "nil": 0, "true": 0, "false": 1, "255": 255, "256": 0, "-1": 255, "2.9": 2} {
		_, h, err := run(t, Options{}, "os.exit("+text+")")
		require.NoError(t, err, text)
		require.Equal(t, want, h.Result().ExitCode, text)
	}
	for text, want := range map[string]string{
		"'done'": "bad argument #1 to 'exit' (number expected, got string)",
		"0/0":    "bad argument #1 to 'exit' (the exit code is out of range)",
		"2^31":   "bad argument #1 to 'exit' (the exit code is out of range)",
	} {
		d, _ := failure1(t, Options{}, "os.exit("+text+")")
		require.Equal(t, want, d.Title)
	}
}

// TestUnknownAdapter: a name of no profile is a mistake of the program, in its words.
func TestUnknownAdapter(t *testing.T) {
	for name, help := range map[string][]diag.Help{"defalt": {{Text: `did you mean "default"?`}}, "zebra": nil} {
		h := New(Options{Adapter: name})
		err := h.RunString(context.Background(), "a.lua", `require "gpu"`)
		require.ErrorContains(t, err, `the adapter is "`+name+`", but there is no adapter profile of this name`)
		d := h.Result().Diagnostics[0]
		require.Equal(t, diag.UnknownEnumValue, d.Code)
		require.Equal(t, help, d.Help)
		require.NoError(t, h.Close())
	}
}

// TestRunning: each coroutine and each gpu.Thread is running in itself, and the main program in none.
func TestRunning(t *testing.T) {
	h := New(Options{})
	defer h.Close()
	require.NoError(t, h.RunString(context.Background(), "a.lua", `local gpu = require "gpu"
local seen = {}
local function run() gpu.Work(10) local co = coroutine.running() assert(type(co) == "thread" and not seen[co]) seen[co] = true gpu.Work(10) assert(co == coroutine.running()) end
local a, b = gpu.Thread("a", run), gpu.Thread("b", run)
a:Join() b:Join()
assert(coroutine.running() == nil)
local co
co = coroutine.create(function() assert(coroutine.running() == co and coroutine.wrap(function() return coroutine.running() end)() ~= co) end)
assert(coroutine.resume(co))`))
}
