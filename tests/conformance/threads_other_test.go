package conformance

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// otherThreads are programs of which something else was told in another schedule once: what the threads do, besides the objects of anyScript, and the
// codes that each schedule tells where errors stop the script.
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
t1:Join(); t2:Join()`, "GS0603"},
	{"a thread releases a fence that another one releases, too, and waits for it: it does not wait for ever, and comes to its list", `local t1 = gpu.Thread("t1", function() p:ExecuteCommandLists { runs[2] } end)
local t2 = gpu.Thread("t2", function() F:Release(); F:WaitCPU(1); p:ExecuteCommandLists { runs[2] } end)
F:WaitCPU(1); F:Release()
t1:Join(); t2:Join()`, "GS0530 GS0530"},
	{"a wait whose fence another thread gives up is left out or not, between two writes of mapped memory", `local t1 = gpu.Thread("t1", function() F:Release() end)
local t2 = gpu.Thread("t2", function() map:Write(0, "uint", { 1 }) end)
map:Write(0, "uint", { 1 }); p:Wait(F, 2)
map:Write(0, "uint", { 1 })
t1:Join(); t2:Join()`, "GS0530 GS0513 GS0513"},
	{"an allocator is reset while a list records on it, which a thread closes and another one begins anew, in no order", `local t1 = gpu.Thread("t1", function() l:Close() end)
local t2 = gpu.Thread("t2", function() a1:Reset() end)
l:Reset(a1)
t1:Join(); t2:Join()`, "GS0530"},
	{"the same, where nobody closes the list", `local t2 = gpu.Thread("t2", function() H[1]:WaitCPU(1); a1:Reset() end)
l:CopyBufferRegion(x, 0, y, 0, 64); H[1]:Signal(1)
t2:Join()`, "GS0335"},
	{"a thread waits for a fence that another one releases: it may not come to its list", `local t1 = gpu.Thread("t1", function() p:ExecuteCommandLists { runs[2] } end)
local t2 = gpu.Thread("t2", function() F:WaitCPU(1); p:ExecuteCommandLists { runs[2] } end)
F:Release()
t1:Join(); t2:Join()`, "GS0530"},
	{"three threads submit two lists, and one releases what both need: whether the second list is used at all is up to the run, also where a call is looked at again", `local t1 = gpu.Thread("t1", function() p:ExecuteCommandLists { turns[1], turns[2] } end)
local t2 = gpu.Thread("t2", function() p:ExecuteCommandLists { turns[1], turns[2] }; tex:Release() end)
p:ExecuteCommandLists { turns[1], turns[2] }
t1:Join(); t2:Join()`, "GS0530 GS0530"},
	{"a descriptor is copied from a heap that another thread releases, and then written: that is there in every run", `local t1 = gpu.Thread("t1", function() device:CopyDescriptorsSimple(1, heap:GetCPUDescriptorHandle(0), spare:GetCPUDescriptorHandle(0), "CBV_SRV_UAV"); put(0) end)
local t2 = gpu.Thread("t2", function() spare:Release() end)
p:ExecuteCommandLists { runs[1] }
t1:Join(); t2:Join()`, "GS0530 GS0530"},
	{"an allocator is used by way of a list that another thread closes, and then by way of a new one: that is there in every run", `local t1 = gpu.Thread("t1", function() l:Close(); device:CreateCommandList { Type = "COPY", Name = "k", Allocator = a1 } end)
local t2 = gpu.Thread("t2", function() l:Close() end)
device:CreateCommandList { Type = "COPY", Name = "m", Allocator = a1 }
t1:Join(); t2:Join()`, "GS0530 GS0530"},
	{"a buffer is needed by way of a descriptor that another thread overwrites, and without one, too", `local t1 = gpu.Thread("t1", function() p:ExecuteCommandLists { runs[1], solve } end)
local t2 = gpu.Thread("t2", function() view:Release() end)
put(0, other)
t1:Join(); t2:Join()`, "GS0530 GS0530"},
	{"a race by way of a descriptor that another thread overwrites, beside a clash of others", `local t1 = gpu.Thread("t1", function() put(0, other) end)
local t2 = gpu.Thread("t2", function() p:ExecuteCommandLists { runs[1], runs[2] }; p:ExecuteCommandLists { solve } end)
view:Release()
t1:Join(); t2:Join()`, "GS0530 GS0530"},
	{"what a descriptor shows that another thread overwrites is released while work reads that", `local t1 = gpu.Thread("t1", function() put(0, other) end)
local t2 = gpu.Thread("t2", function() p:ExecuteCommandLists { runs[1] }; view:Release() end)
t1:Join(); t2:Join()`, "GS0530"},
	{"work of a list that is given up after a wait which another thread may end early, and that races with what this has done before", `local t1 = gpu.Thread("t1", function() q:ExecuteCommandLists { fill[1] }; F:Signal(1) end)
local t2 = gpu.Thread("t2", function() map:Write(0, "uint", { 1 }); gpu.Work(5); F:Signal(1) end)
F:WaitCPU(1); fill[1]:Release()
t1:Join(); t2:Join()`, "GS0906 GS0530"},
	{"a buffer is written into a descriptor after its Release, which another thread's work reads there if the first write comes early", `local t1 = gpu.Thread("t1", function() put(0, other); other:Release(); H[1]:Signal(1) end)
local t2 = gpu.Thread("t2", function() H[1]:WaitCPU(1); put(0, other) end)
gpu.Work(3); p:ExecuteCommandLists { runs[1] }
t1:Join(); t2:Join()`, "GS0330"},
	{"two threads present on a queue that waits for ever: which of them waits for which frame", `p:Wait(F, 1)
local t1 = gpu.Thread("t1", function() for i = 1, 6 do chain:Present() end end)
for i = 1, 6 do chain:Present() end
t1:Join()`, "GS0502"},
	{"the same, where one of them lets the queue wait, and may have done before it can fill up", `local t1 = gpu.Thread("t1", function() chain:Present(); p:Wait(F, 1) end)
chain:Present(); chain:Present(); chain:Present()
t1:Join()`, "GS0502"},
	{"the same, where the queue and another one wait for each other", `p:Wait(F, 1); q:Wait(G, 1); q:Signal(F, 1); p:Signal(G, 1)
local t1 = gpu.Thread("t1", function() for i = 1, 6 do chain:Present() end end)
for i = 1, 6 do chain:Present() end
t1:Join()`, "GS0501"},
	{"nobody signals what is waited for, after a submission that is left out or not", `local t1 = gpu.Thread("t1", function() runs[1]:Release() end)
local t2 = gpu.Thread("t2", function() p:ExecuteCommandLists { runs[1] } end)
F:WaitCPU(1)
t1:Join(); t2:Join()`, "GS0530"},
}

// TestPacedByAQueueThatStands: two threads present to one swap chain, and one lets the queue wait for what nobody signals. Which of them stands, and
// at which frame, is up to the schedule, also while a thread is alive that has nothing to do with it; that the signal is missing is told in every
// one, and no deadlock of the queue with its chain.
func TestPacedByAQueueThatStands(t *testing.T) {
	for _, other := range []string{"", `local e = device:CreateFence(0, "e"); local u = gpu.Thread("u", function() for i = 1, 20 do q:Signal(e, i); e:WaitCPU(i) end end)` + "\n"} {
		for _, calls := range [][2]string{
			{"p:Wait(F, 1); gpu.Work(3)", "gpu.Work(3); chain:Present()"},
			{"gpu.Work(3); p:Wait(F, 1); chain:Present(); chain:Present()", "chain:Present(); p:Wait(F, 1)"},
			{"chain:Present(); p:Wait(F, 1)", "chain:Present(); chain:Present(); chain:Present()"},
		} {
			script := fmt.Sprintf(anyScript, fmt.Sprintf("%slocal t1 = gpu.Thread(\"t1\", function() %s end)\n%s\nt1:Join()", other, calls[0], calls[1]))
			for s := range min(schedules(), 32) {
				first, _, _ := strings.Cut(everyWord(t, script, schedule(s, host.StopOnError)), "\n")
				require.Contains(t, first, `error[GS0502]: direct queue "p" waits for fence "F" >= 1, which is at 0, and nothing signals that value`, "seed %d\n%s", s, script)
			}
		}
	}
}

// TestPacedInOrder: where a thread presents after all that others have presented, it is the same one in every run that waits for the queue, and is
// named.
func TestPacedInOrder(t *testing.T) {
	for _, calls := range []string{
		`local t0 = gpu.Thread("t0", function() chain:Present() end); t0:Join(); p:Wait(F, 1)
local t1 = gpu.Thread("t1", function() for i = 1, 6 do chain:Present() end end)`,
		`local t0 = gpu.Thread("t0", function() H[1]:WaitCPU(1) end); chain:Present(); p:Wait(F, 1); H[1]:Signal(1)
local t1 = gpu.Thread("t1", function() for i = 1, 6 do chain:Present() end end)`,
		`local t1 = gpu.Thread("t1", function() H[1]:WaitCPU(1); for i = 1, 6 do chain:Present() end end)
chain:Present(); p:Wait(F, 1); H[1]:Signal(1)`,
		`local t1 = gpu.Thread("t1", function() gpu.WaitForSingleObject(hand); for i = 1, 6 do chain:Present() end end)
chain:Present(); p:Wait(F, 1); hand:SetEvent()`,
	} {
		script := fmt.Sprintf(anyScript, calls+"\nt1:Join()")
		first := everyWord(t, script, schedule(1, host.StopOnError))
		require.Contains(t, first, `CPU thread "t1" waits for swap chain "chain" >= 2, which is at 1`)
		for s := range min(schedules(), 32) {
			require.Equal(t, first, everyWord(t, script, schedule(s, host.StopOnError)), "seed %d", s)
		}
	}
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

// pacedCalls are what threads do where one lets a queue wait for what nobody signals, and others present on it, or give it work.
var pacedCalls = []string{"chain:Present()", "chain:Present()", "chain:Present(); chain:Present()", "p:Wait(F, 1)", "p:ExecuteCommandLists { runs[1] }", "q:Signal(G, 1)", "gpu.Work(5)"}

// paced says whether one thread lets the queue wait, and whoever may stand in Present does nothing after that but present and wait.
func paced(part string) bool {
	if strings.Count(part, "p:Wait(") != 1 || !strings.Contains(part, "chain:Present()") || strings.Count(part, "p:ExecuteCommandLists") > 1 {
		return false
	}
	for thread := range strings.SplitSeq(part, "end)") {
		_, after, _ := strings.Cut(thread, "chain:Present()")
		if strings.Contains(after, "Execute") || strings.Contains(after, "Signal") {
			return false
		}
	}
	return true
}

// TestPacedByAnotherThread: one thread lets a queue wait for ever, and others present on it, or give it work, in any order. Each schedule is told the
// same.
func TestPacedByAnotherThread(t *testing.T) {
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			told := 0
			for i := 0; told < max(count()/100/shards, 10); i++ {
				seed := *from + int64(i*shards+shard)
				part := randomAny(rand.New(rand.NewSource(seed)), pacedCalls)
				if !paced(part) {
					continue
				}
				script := fmt.Sprintf(anyScript, part)
				first := everyWord(t, script, schedule(1, host.StopOnError))
				require.Contains(t, first, `error[GS0502]: direct queue "p" waits for fence "F" >= 1, which is at 0, and nothing signals that value`, "program %d\n%s", seed, part)
				for s := range uint64(25) {
					require.Equal(t, first, everyWord(t, script, schedule(s, host.StopOnError)), "program %d, seed %d\n%s", seed, s, part)
				}
				told++
			}
		})
	}
}
