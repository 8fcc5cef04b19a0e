package conformance

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// listScript lets two threads use one list, or its allocator: %s are what stands before the threads, what the thread does, and what the main thread
// does, before the Join and after it.
const listScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q, F = device:CreateCommandQueue { Type = "COPY", Name = "q" }, device:CreateFence(0, "F")
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" } end
local x, y = buffer "x", buffer "y"
local alloc, spare = device:CreateCommandAllocator("COPY"), device:CreateCommandAllocator("COPY")
local l = device:CreateCommandList { Type = "COPY", Name = "l", Allocator = alloc }
local never = device:CreateCommandList { Type = "COPY", Name = "never" }
local function copy(list) list:CopyBufferRegion(x, 0, y, 0, 64) end
%s
local t = gpu.Thread("t", function() gpu.Work(3); %s; gpu.Work(3) end)
gpu.Work(3)
%s
t:Join()
%s
`

// beside are calls of two threads that nothing orders, on a list that begins open or closed, and what the calls are on.
var beside = []struct{ begin, one, two, object string }{
	{"", "copy(l); l:Close()", "q:ExecuteCommandLists { l }", "l"},
	{"", "l:Close()", "q:ExecuteCommandLists { l }", "l"},
	{"", "l:Close()", "copy(l)", "l"},
	{"", "l:Close()", "l:Close()", "l"},
	{"", "l:Close()", "l:Reset(spare)", "l"},
	{"", "l:Close()", "alloc:Reset()", "allocator 1"},
	{"", "l:Close()", "alloc:Release()", "allocator 1"},
	{"", "l:Close()", `device:CreateCommandList { Type = "COPY", Name = "m", Allocator = alloc }`, "allocator 1"},
	{"l:Close()", "l:Reset(alloc)", "q:ExecuteCommandLists { l }", "l"},
	{"l:Close()", "l:Reset(alloc); copy(l); l:Close()", "q:ExecuteCommandLists { l }", "l"},
	{"l:Close()", "l:Reset(alloc)", "copy(l)", "l"},
	{"l:Close()", "l:Reset(alloc)", "l:Close()", "l"},
	{"l:Close()", "l:Reset(alloc); l:Close()", "l:Reset(spare)", "l"},
	{"l:Close()", "l:Reset(alloc); l:Close()", "alloc:Reset()", "allocator 1"},
	{"", "never:Reset(spare); never:Close()", "q:ExecuteCommandLists { never }", "never"},
	{"", "never:Reset(spare)", "copy(never)", "never"},
}

// TestThreadsThatUseOneList: whether a list is open or closed when a thread calls is up to the schedule, and that two threads use it is said in every
// run, and nothing else. Behind a Join the calls are right or wrong by themselves, which is said in every run as well.
func TestThreadsThatUseOneList(t *testing.T) {
	for _, p := range beside {
		for _, calls := range [][2]string{{p.one, p.two}, {p.two, p.one}} {
			t.Run(fmt.Sprintf("%s %s beside %s", p.begin, calls[0], calls[1]), func(t *testing.T) {
				t.Parallel()
				script, first := fmt.Sprintf(listScript, p.begin, calls[0], calls[1], ""), ""
				for seed := range schedules() {
					found := outcome(t, script, schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]))
					require.Len(t, found, 1, "seed %d\n%s", seed, words(found))
					require.Equal(t, diag.TwoThreads, found[0].Code)
					require.Contains(t, found[0].Title, fmt.Sprintf("%q, and nothing", p.object))
					if first == "" {
						first = words(found)
					}
					require.Equal(t, first, words(found), "seed %d", seed)
				}
			})
		}
		for seed := range schedules() / 20 {
			for _, d := range outcome(t, fmt.Sprintf(listScript, p.begin, p.one, "", p.two), schedule(seed, host.ReportErrors)) {
				require.NotEqual(t, diag.TwoThreads, d.Code, "%s, and %s behind a Join, seed %d", p.one, p.two, seed)
			}
		}
	}
}

// schedules is how many schedules a script with threads is run under.
func schedules() uint64 {
	if testing.Short() {
		return 20
	}
	return max(*seeds, 200)
}

// TestThreadsBesideARefusedCall: a call that is wrong by itself is told as such in every run, whatever the other threads do meanwhile: they wait for
// it, poll for ever, or use another list.
func TestThreadsBesideARefusedCall(t *testing.T) {
	for _, other := range []string{`never:Reset(spare); copy(never); never:Close()`, `F:WaitCPU(1); l:Close()`, `while F:GetCompletedValue() < 1 do gpu.Work(1) end; l:Close()`, `gpu.Work(1000)`} {
		for seed := range schedules() / 10 {
			found := outcome(t, fmt.Sprintf(listScript, "", other, `local ok, e = pcall(l.Reset, l, alloc); assert(not ok and e.code == "GS0334"); F:Signal(1)`, ""), schedule(seed, host.StopOnError))
			require.Empty(t, words(found), "%s, seed %d", other, seed)
		}
	}
}

// TestThreeThreadsThatUseOneObject: of several threads that use an object in no order two are named, and in every run the same, whichever of them
// came last.
func TestThreeThreadsThatUseOneObject(t *testing.T) {
	const script = `local t = gpu.Thread("t", function() gpu.Work(2); %s; gpu.Work(3) end)
local u = gpu.Thread("u", function() gpu.Work(3); %s; gpu.Work(3) end)
local v = gpu.Thread("v", function() gpu.Work(1); %s; gpu.Work(3) end)
gpu.Work(2); %s
t:Join(); u:Join(); v:Join()
`
	for _, tt := range []struct {
		calls [4]string
		names string
	}{
		{[4]string{"copy(l)", "copy(l)", "copy(l)"}, `thread "t" and thread "u"`},
		{[4]string{"l:Close()", "copy(l)", "copy(l)", "q:ExecuteCommandLists { l }"}, `the main thread and thread "t"`},
		{[4]string{"", "copy(l); l:Close()", "l:Reset(spare)", "l:Close()"}, `the main thread and thread "u"`},
		{[4]string{"F:WaitCPU(1); copy(l)", "copy(l); F:Signal(1)", "copy(l)"}, `thread "u" and thread "v"`},
		{[4]string{"F:WaitCPU(1); copy(l)", "copy(l)", "copy(l); F:Signal(1)"}, `thread "u" and thread "v"`},
		{[4]string{"x:Release()", "copy(l)", "never:Reset(spare); copy(never)", ""}, `thread "t" and thread "u"`},
		{[4]string{"copy(l)", "never:Reset(spare); copy(never)", "x:Release()", ""}, `thread "t" and thread "v"`},
	} {
		lines := fmt.Sprintf(script, tt.calls[0], tt.calls[1], tt.calls[2], tt.calls[3])
		t.Run(fmt.Sprint(tt.calls), func(t *testing.T) {
			t.Parallel()
			first := ""
			for seed := range schedules() {
				found := outcome(t, fmt.Sprintf(listScript, lines, "", "", ""), schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]))
				require.NotEmpty(t, found)
				require.Contains(t, found[0].Title, tt.names+" use")
				if first == "" {
					first = words(found[:1])
				}
				require.Equal(t, first, words(found[:1]), "seed %d\n%s", seed, words(found))
			}
		})
	}
}
