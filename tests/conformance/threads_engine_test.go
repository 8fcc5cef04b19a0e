package conformance

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// engineScript lets a thread work at the engine level beside the main thread: %s are what the thread does, what the main thread does, and what it
// does after the Join.
const engineScript = `local gpu, engine = require "gpu", require "gpu.engine"
local device, ctx = engine.CreateDeviceAndContexts { Name = "d", DeferredContexts = 1 }; local deferred = device:GetDeferredContext(1)
local to, from = device:CreateBuffer { Name = "to", Size = 64 }, device:CreateBuffer { Name = "from", Size = 64 }
local made = {}
local function make(n) for i = 1, n do table.insert(made, (device:CreateBuffer { Name = "made", Size = 64, Data = string.rep("x", 64) })) end end
local function frames(n) for i = 1, n do ctx:UpdateBuffer(to, 0, string.rep("y", 64)); ctx:Flush(); ctx:FinishFrame() end end
local list
local function record() deferred:Begin(ctx); deferred:CopyBuffer(from, 0, to, 0, 64); list = deferred:FinishCommandList() end
local function run() while not list do gpu.Work(1) end; ctx:ExecuteCommandLists { list }; ctx:Flush(); deferred:FinishFrame(); ctx:FinishFrame() end
local t = gpu.Thread("t", function() gpu.Work(1); %s; gpu.Work(1) end)
gpu.Work(1)
%s
t:Join()
%s
device:IdleGPU()
for _, o in ipairs(made) do o:Release() end
to:Release(); from:Release(); device:Release()
`

// TestThreadsOfAnEngine: the engine hands its own lists and allocators from one thread to another under a lock, and nothing is said of that. A list
// that one thread of the script records and another one executes in no order with it is told in every run.
func TestThreadsOfAnEngine(t *testing.T) {
	tests := []struct{ name, one, two, behind, says string }{
		{"buffers are made while frames are drawn", "make(8)", "frames(8)", "", ""},
		{"buffers are made by two threads", "make(4)", "make(4); frames(2)", "", ""},
		{"a list behind its recording", "record(); make(4)", "make(4)", "run()", ""},
		{"a list in no order with its recording", "record(); make(4)", "run(); frames(4)", "", `the main thread and thread "t" use DeviceContext "deferred 1"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range schedules() / 4 {
				found := outcome(t, fmt.Sprintf(engineScript, tt.one, tt.two, tt.behind), schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]))
				if tt.says == "" {
					require.Empty(t, words(found), "seed %d", seed)
					continue
				}
				require.Len(t, found, 1, "seed %d\n%s", seed, words(found))
				require.Equal(t, diag.TwoThreads, found[0].Code)
				require.Contains(t, found[0].Title, tt.says)
			}
		})
	}
}

// TestJoinsThatAreMissing: a frame that ends while another thread records, before it does, or after, is told as what it is in every run: two threads
// that use a context in no order. With a Join nothing is wrong, or what is so by itself.
func TestJoinsThatAreMissing(t *testing.T) {
	const clash = `the main thread and thread "t" use DeviceContext `
	for _, tt := range []struct{ name, one, two, behind, says string }{
		{"a deferred frame ends beside the recording", "record()", "deferred:FinishFrame(); ctx:FinishFrame()", "", clash + `"deferred 1"`},
		{"a command before the other thread begins", "deferred:Begin(ctx); gpu.Work(20); deferred:FinishCommandList()", "gpu.Work(2); deferred:CopyBuffer(from, 0, to, 0, 64)", "", clash + `"deferred 1"`},
		{"a list is finished and executed before the other thread begins", "deferred:Begin(ctx)", "ctx:ExecuteCommandLists { deferred:FinishCommandList() }", "", clash + `"deferred 1"`},
		{"a list of many commands", "deferred:Begin(ctx); for _ = 1, 20 do deferred:CopyBuffer(from, 0, to, 0, 64) end; list = deferred:FinishCommandList()", "gpu.Work(3); deferred:FinishFrame()", "", clash + `"deferred 1"`},
		{"one flushes what the other has recorded", "ctx:Flush()", "ctx:UpdateBuffer(to, 0, string.rep('y', 64)); ctx:FinishFrame()", "", clash + `"immediate"`},
		{"a frame ends before the list is executed", "record()", "", "deferred:FinishFrame()", `FinishFrame is called on DeviceContext "deferred 1" before CommandList`},
		{"a frame ends after that", "record()", "", "run()", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			first := ""
			for seed := range schedules() / 2 {
				mode := []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]
				found := slices.DeleteFunc(outcome(t, fmt.Sprintf(engineScript, tt.one, tt.two, tt.behind), schedule(seed, mode)), func(d *diag.Diagnostic) bool { return d.Severity != diag.SeverityError })
				if tt.says == "" {
					require.Empty(t, words(found), "seed %d", seed)
					continue
				}
				require.NotEmpty(t, found, "seed %d", seed)
				if first == "" {
					first = words(found[:1])
				}
				require.Equal(t, first, words(found[:1]), "seed %d", seed)
				require.Contains(t, found[0].Title, tt.says)
				for _, d := range found[1:] { // the script ends early where a call is refused, and leaves what it has made
					require.Equal(t, diag.EngineLeak, d.Code, "seed %d\n%s", seed, words(found))
				}
			}
		})
	}
}

// TestThreadsOfOneContext: two threads that draw with one context in no order are told of that, in the same words in each run, and of nothing that
// they do to what belongs to it. Threads that hand it to each other are right, and so is who only asks it something.
func TestThreadsOfOneContext(t *testing.T) {
	for _, tt := range []struct {
		name, one, two, behind string
		wrong                  bool
	}{
		{"both draw", "frames(4)", "frames(4)", "", true},
		{"one flushes", "ctx:Flush()", "frames(4)", "", true},
		{"one behind the other", "frames(4)", "make(2)", "frames(4)", false},
		{"one asks", "for _ = 1, 4 do ctx:GetFrameNumber(); gpu.Work(1) end", "frames(4)", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			first := ""
			for seed := range schedules() / 2 {
				found := outcome(t, fmt.Sprintf(engineScript, tt.one, tt.two, tt.behind), schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]))
				if !tt.wrong {
					require.Empty(t, words(found), "seed %d", seed)
					continue
				}
				require.Len(t, found, 1, "seed %d\n%s", seed, words(found))
				if first == "" {
					first = words(found)
				}
				require.Equal(t, first, words(found), "seed %d", seed)
				require.Equal(t, `the main thread and thread "t" use DeviceContext "immediate", and nothing orders their calls`, found[0].Title)
				require.Contains(t, found[0].Help[0].Text, "give each a context of its own")
			}
		})
	}
}
