package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// otherThreads are programs of which something else was told in another schedule once: what the threads do, besides the objects of anyScript, and the code that each schedule tells first; 0: none.
var otherThreads = []struct {
	name, calls string
	code        diag.Code
}{
	{"an open list is submitted, which removes the device, after a signal that another thread takes away", `local t1 = gpu.Thread("t1", function() q:Signal(G, 2); q:ExecuteCommandLists { l } end)
local t2 = gpu.Thread("t2", function() H[1]:WaitCPU(1); device:MakeResident { x } end)
G:Release(); H[1]:Signal(1)
t1:Join(); t2:Join()`, diag.TwoThreads},
	{"the same, in order", `local t1 = gpu.Thread("t1", function() q:Signal(G, 2); q:ExecuteCommandLists { l } end)
local t2 = gpu.Thread("t2", function() H[1]:WaitCPU(1); device:MakeResident { x } end)
t1:Join(); G:Release(); H[1]:Signal(1)
t2:Join()`, diag.SubmitOpenList},
	{"a buffer is unmapped and released beside a thread that reads it", `local t1 = gpu.Thread("t1", function() read:Read(0, "uint") end)
back:Unmap(); back:Release()
t1:Join()`, diag.TwoThreads},
	{"a list is submitted twice, after another thread has waited for an event that is given up beside it", `local t1 = gpu.Thread("t1", function() hand:Release() end)
local t2 = gpu.Thread("t2", function() gpu.WaitForSingleObject(hand); H[1]:Signal(1) end)
H[1]:WaitCPU(1)
p:ExecuteCommandLists { turns[1], turns[2] }
p:ExecuteCommandLists { turns[1], turns[2] }
t1:Join(); t2:Join()`, diag.TwoThreads},
	{"the same, where it is set before and given up afterwards", `local t2 = gpu.Thread("t2", function() gpu.WaitForSingleObject(hand); H[1]:Signal(1) end)
hand:SetEvent(); H[1]:WaitCPU(1)
local t1 = gpu.Thread("t1", function() hand:Release() end)
p:ExecuteCommandLists { turns[1], turns[2] }
p:ExecuteCommandLists { turns[1], turns[2] }
t1:Join(); t2:Join()`, diag.ListInFlight},
}

// TestThreadsToldOtherwise: each of these programs is told in the same words in every schedule, in either mode.
func TestThreadsToldOtherwise(t *testing.T) {
	for _, tt := range otherThreads {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			script := fmt.Sprintf(anyScript, tt.calls)
			for _, mode := range []host.ErrorMode{host.StopOnError, host.ReportErrors} {
				first := everyWord(t, script, schedule(1, mode))
				if tt.code != 0 {
					line, _, _ := strings.Cut(first, "\n")
					require.Contains(t, line, "["+tt.code.String()+"]")
				} else {
					require.Empty(t, first)
				}
				for s := range min(schedules(), 32) {
					require.Equal(t, first, everyWord(t, script, schedule(s, mode)), "seed %d", s)
				}
			}
		})
	}
}
