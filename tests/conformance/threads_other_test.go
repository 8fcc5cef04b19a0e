package conformance

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// otherThreads are programs of which something else was told in another schedule once: what the threads do, besides the objects of anyScript, and the codes that each schedule tells where errors stop the script.
var otherThreads = []struct {
	name, calls string
	codes       string
}{
	{"an open list is submitted, which removes the device, after a signal that another thread takes away", `local t1 = gpu.Thread("t1", function() q:Signal(G, 2); q:ExecuteCommandLists { l } end)
local t2 = gpu.Thread("t2", function() H[1]:WaitCPU(1); device:MakeResident { x } end)
G:Release(); H[1]:Signal(1)
t1:Join(); t2:Join()`, "GS0530"},
	{"the same, in order", `local t1 = gpu.Thread("t1", function() q:Signal(G, 2); q:ExecuteCommandLists { l } end)
local t2 = gpu.Thread("t2", function() H[1]:WaitCPU(1); device:MakeResident { x } end)
t1:Join(); G:Release(); H[1]:Signal(1)
t2:Join()`, "GS0342"},
	{"a buffer is unmapped and released beside a thread that reads it", `local t1 = gpu.Thread("t1", function() read:Read(0, "uint") end)
back:Unmap(); back:Release()
t1:Join()`, "GS0530"},
	{"a list is submitted twice, after another thread has waited for an event that is given up beside it", `local t1 = gpu.Thread("t1", function() hand:Release() end)
local t2 = gpu.Thread("t2", function() gpu.WaitForSingleObject(hand); H[1]:Signal(1) end)
H[1]:WaitCPU(1)
p:ExecuteCommandLists { turns[1], turns[2] }
p:ExecuteCommandLists { turns[1], turns[2] }
t1:Join(); t2:Join()`, "GS0530"},
	{"the same, where it is set before and given up afterwards", `local t2 = gpu.Thread("t2", function() gpu.WaitForSingleObject(hand); H[1]:Signal(1) end)
hand:SetEvent(); H[1]:WaitCPU(1)
local t1 = gpu.Thread("t1", function() hand:Release() end)
p:ExecuteCommandLists { turns[1], turns[2] }
p:ExecuteCommandLists { turns[1], turns[2] }
t1:Join(); t2:Join()`, "GS0603 GS0603"},
	{"a thread releases a fence that another one releases, too, and waits for it: it does not wait for ever, and comes to its list", `local t1 = gpu.Thread("t1", function() p:ExecuteCommandLists { runs[2] } end)
local t2 = gpu.Thread("t2", function() F:Release(); F:WaitCPU(1); p:ExecuteCommandLists { runs[2] } end)
F:WaitCPU(1); F:Release()
t1:Join(); t2:Join()`, "GS0530 GS0530"},
	{"the same, where it only waits: it may not come to its list", `local t1 = gpu.Thread("t1", function() p:ExecuteCommandLists { runs[2] } end)
local t2 = gpu.Thread("t2", function() F:WaitCPU(1); p:ExecuteCommandLists { runs[2] } end)
F:Release()
t1:Join(); t2:Join()`, "GS0530"},
}

// TestThreadsToldOtherwise: each of these programs is told in the same words in every schedule, in either mode.
func TestThreadsToldOtherwise(t *testing.T) {
	for _, tt := range otherThreads {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			script := fmt.Sprintf(anyScript, tt.calls)
			for _, mode := range []host.ErrorMode{host.StopOnError, host.ReportErrors} {
				first := everyWord(t, script, schedule(1, mode))
				if mode == host.StopOnError {
					var codes []string
					for _, code := range regexp.MustCompile(`\[(GS\d+)\]`).FindAllStringSubmatch(first, -1) {
						codes = append(codes, code[1])
					}
					require.Equal(t, tt.codes, strings.Join(codes, " "))
				}
				for s := range min(schedules(), 32) {
					require.Equal(t, first, everyWord(t, script, schedule(s, mode)), "seed %d", s)
				}
			}
		})
	}
}
