package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// TestAdviceWhereQueuesStandStill: that two signals come in no order is told of those that come in every run, and in every run. What a queue is given
// in no order with a wait that may hold it up for ever is not among them; where no run stands still, everything is.
func TestAdviceWhereQueuesStandStill(t *testing.T) {
	const ends = "p:Signal(D, 1); q:Signal(E, 1); D:WaitCPU(1); E:WaitCPU(1)"
	for _, tt := range []struct {
		name             string
		main, one, two   string
		last             string
		still, signalers bool
	}{
		{"signals on a queue that another thread lets wait", "p:Wait(F, 1)", "p:Signal(F, 1)", "p:Signal(F, 1)", "", true, false},
		{"signals of a fence that nobody waits for, the same way", "p:Wait(F, 1)", "p:Signal(G, 1); q:Signal(F, 1)", "p:Signal(G, 1)", ends, false, true},
		{"nothing ends the wait", "p:Signal(G, 1); p:Wait(G, 1)", "p:Wait(F, 1)", "p:Signal(G, 1)", "", false, false},
		{"a wait that nothing ends, on a queue on which nobody signals", "q:Signal(G, 1)", "p:Wait(F, 1)", "G:Signal(1)", "", false, true},
		{"two that come in any case, and a queue that stands still", "p:Wait(F, 1); G:Signal(1)", "p:Signal(F, 1)", "q:Signal(G, 1)", "", true, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			script := fmt.Sprintf(queuesScript, fmt.Sprintf(`local t1 = gpu.Thread("t1", function() gpu.Work(3); %s; gpu.Work(1) end)
local t2 = gpu.Thread("t2", function() gpu.Work(3); %s; gpu.Work(1) end)
gpu.Work(3); %s
t1:Join()
t2:Join()
%s`, tt.one, tt.two, tt.main, tt.last))
			for _, mode := range []host.ErrorMode{host.StopOnError, host.ReportErrors} {
				first := everyWord(t, script, schedule(1, mode))
				require.Equal(t, tt.still, strings.Contains(first, diag.SignalHeldUp.String()), first)
				require.Equal(t, tt.signalers, strings.Contains(first, diag.TwoSignalers.String()), first)
				for s := range min(schedules(), 24) {
					require.Equal(t, first, everyWord(t, script, schedule(s, mode)), "seed %d", s)
				}
			}
		})
	}
}

// TestGivenUpBeforeItsWorkIsKnown: a thread resets an allocator after a wait that the signal of another queue could have ended as well. That is told,
// also where everybody has seen the end of the thread, and much else has happened, before anybody knows the list to be finished.
func TestGivenUpBeforeItsWorkIsKnown(t *testing.T) {
	const script = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local p, q = device:CreateCommandQueue { Type = "COPY", Name = "p" }, device:CreateCommandQueue { Type = "COPY", Name = "q" }
local F, seen, done = device:CreateFence(0, "F"), device:CreateFence(0, "seen"), device:CreateFence(0, "done")
local a = device:CreateCommandAllocator { Type = "COPY", Name = "a" }
local l = device:CreateCommandList { Type = "COPY", Name = "l", Allocator = a }
l:Close()
p:ExecuteCommandLists { l }; p:Signal(F, 1)
local t = gpu.Thread("t", function() F:WaitCPU(1); a:Reset(); gpu.Work(5) end)
for i = 1, 100 do gpu.Work(5) end
%s
t:Join()
for i = 1, 20 do q:Signal(seen, i); seen:WaitCPU(i) end
p:Signal(done, 1); done:WaitCPU(1)
`
	for again, wrong := range map[string]bool{"q:Signal(F, 1)": true, "": false} {
		for seed := range uint64(16) {
			found := outcome(t, fmt.Sprintf(script, again), schedule(seed, host.ReportErrors))
			require.Equal(t, wrong, len(found) == 1 && found[0].Code == diag.AllocatorInFlight, "seed %d\n%s", seed, words(found))
			require.Equal(t, wrong, len(found) > 0, "seed %d\n%s", seed, words(found))
		}
	}
}
