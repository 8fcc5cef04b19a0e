package conformance

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// heardHead submits a copy to mapped memory, which fence F says is finished; nothing says so of the signal of queue two.
const heardHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local one, two = device:CreateCommandQueue { Type = "COPY", Name = "one" }, device:CreateCommandQueue { Type = "COPY", Name = "two" }
local F, G = device:CreateFence(0, "F"), device:CreateFence(0, "G")
local function buffer(name, heap, state) return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 256, InitialState = state } end
local back, from = buffer("back", "READBACK", "COPY_DEST"), buffer("from", "DEFAULT", "COMMON")
local function list(to)
  local l = device:CreateCommandList { Type = "COPY", Name = "l", Allocator = device:CreateCommandAllocator("COPY") }
  l:CopyBufferRegion(to, 0, from, 0, 64); l:Close(); return l
end
local e, k = gpu.CreateEvent { Name = "e" }, gpu.CreateEvent { Name = "k" }
local m = gpu.CreateEvent { Name = "m", ManualReset = true, InitialState = true }
local map = back:Map()
one:ExecuteCommandLists { list(back) }; one:Signal(F, 1); two:Signal(G, 1)
`

// heardReads is the line of the access after the waits of a script.
const heardReads = `
map:Read(0, "uint")
`

// TestHeard: a wait of the CPU that gives no order is named with its place in the report of the race, and why it gives none. Each has a twin that
// gives one.
func TestHeard(t *testing.T) {
	unfinished := `which does not prove that the work of copy queue "one" is finished.`
	tests := []struct {
		name, waits string
		label, why  string // "": nothing is reported, "-": no wait is named
	}{
		{"nothing", ``, "-", ""},
		{"another fence", `G:WaitCPU(1)`, `waits for fence "G" >= 1`, `The CPU waits for fence "G" >= 1, ` + unfinished},
		{"the fence", `F:WaitCPU(1)`, "", ""},
		{"a smaller value", `F:WaitCPU(0)`, `waits for fence "F" >= 0`, `The CPU waits for fence "F" >= 0, ` + unfinished},
		{"several fences, any", `device:SetEventOnMultipleFenceCompletion({ F, G }, { 1, 1 }, "ANY")`, `waits for one of fence "F" >= 1, fence "G" >= 1`,
			`The CPU waits until one of 2 fences has its value, and it is not known which one has; one of them has it without the work of copy queue "one".`},
		{"several fences, all", `device:SetEventOnMultipleFenceCompletion({ F, G }, { 1, 1 }, "ALL")`, "", ""},
		{"an event that another fence sets", `G:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e)`, `waits for event "e"`, `Event "e" is set by fence "G" >= 1, ` + unfinished},
		{"an event that the fence sets", `F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e)`, "", ""},
		{"an event that either fence sets", `F:SetEventOnCompletion(1, e); G:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e)`, `waits for event "e"`,
			`Event "e" may have been set by fence "F" >= 1 or by fence "G" >= 1, and not all of them prove that the work of copy queue "one" is finished.`},
		{"an event that both fences have set, waited for twice", `F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e); G:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e)`, "", ""},
		{"an event that was set earlier", `F:SetEventOnCompletion(0, e); F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e)`, `waits for event "e"`,
			`Event "e" may have been set by fence "F" >= 0 or by fence "F" >= 1, and not all of them prove that the work of copy queue "one" is finished.`},
		{"an event that was reset in between", `F:SetEventOnCompletion(0, e); e:ResetEvent(); F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e)`, "", ""},
		{"an event that the CPU sets as well", `F:SetEventOnCompletion(1, e); e:SetEvent(); gpu.WaitForSingleObject(e)`, `waits for event "e"`,
			`Event "e" may have been set by fence "F" >= 1 or by SetEvent, and not all of them prove that the work of copy queue "one" is finished.`},
		{"an event that only the CPU sets", `e:SetEvent(); gpu.WaitForSingleObject(e)`, `waits for event "e"`,
			`Event "e" is set by the CPU with SetEvent, which proves nothing about the work of copy queue "one".`},
		{"an event that the CPU sets when it knows", `F:WaitCPU(1); e:SetEvent(); gpu.WaitForSingleObject(e)`, "", ""},
		{"an event that is set from the beginning", `F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(m)`, `waits for event "m"`,
			`Event "m" is set from the start, which proves nothing about the work of copy queue "one".`},
		{"several objects, any", `F:SetEventOnCompletion(1, k); e:SetEvent(); gpu.WaitForMultipleObjects({ k, e }, false)`,
			`waits for one of 2 objects, and does not look which one`,
			`The CPU waits until one of 2 objects is set, whichever it is, and one of them may be set before the work of copy queue "one" is finished.`},
		{"several objects, any, and which one is looked at", `e:SetEvent(); local _, n = gpu.WaitForMultipleObjects({ k, e }, false); assert(n == 2)`, `is ended by event "e"`,
			`Event "e" is set by the CPU with SetEvent, which proves nothing about the work of copy queue "one".`},
		{"several objects, all", `F:SetEventOnCompletion(1, k); e:SetEvent(); gpu.WaitForMultipleObjects({ k, e }, true)`, "", ""},
		{"several objects, all, and none of them helps", `G:SetEventOnCompletion(1, k); e:SetEvent(); gpu.WaitForMultipleObjects({ k, e }, true)`, `waits for 2 objects`,
			`The CPU waits for all of 2 objects, and none of them proves that the work of copy queue "one" is finished.`},
		{"a wait whose time is up", `F:SetEventOnCompletion(1, e); assert(gpu.WaitForSingleObject(e, 0) == "WAIT_TIMEOUT")`, `times out`, `The wait of the CPU timed out, which proves nothing about the work.`},
		{"a wait whose end nobody asks for", `F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e, 0)`, `waits with a timeout, and nothing checks whether it timed out`,
			`The wait of the CPU may time out, and its result is not checked, so it proves nothing about the work.`},
		{"the last of several", `e:SetEvent(); gpu.WaitForSingleObject(e); G:WaitCPU(1)`, `waits for fence "G" >= 1`, `The CPU waits for fence "G" >= 1, ` + unfinished},
	}
	at := strings.Count(heardHead, "\n") + 1
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			found := outcome(t, heardHead+tt.waits+heardReads, func(o *host.Options) { o.Errors = host.StopOnError })
			if tt.label == "" {
				require.Empty(t, words(found))
				return
			}
			require.Len(t, found, 1)
			require.Equal(t, diag.MappedRace, found[0].Code)
			why := []string{`The CPU has not waited for fence "F" >= 1 first.`}
			var there []string
			for _, l := range found[0].Labels {
				if l.Span.Line == at {
					there = append(there, l.Text)
				}
			}
			if tt.label == "-" {
				require.Empty(t, there)
			} else {
				why = append(why, tt.why)
				require.Equal(t, []string{tt.label}, there)
			}
			require.Equal(t, why, found[0].Why)
		})
	}
}

// TestHeardByQueues: a wait of the CPU between two submissions is named too; one before both is not.
func TestHeardByQueues(t *testing.T) {
	const behind = `
two:ExecuteCommandLists { list(back) }
`
	for _, tt := range []struct{ name, early, waits, last string }{
		{"between", ``, `G:WaitCPU(1)`, `The CPU waits for fence "G" >= 1, which does not prove that the work of copy queue "one" is finished.`},
		{"before both", `two:ExecuteCommandLists { list(buffer("other", "READBACK", "COPY_DEST")) }; G:WaitCPU(0)`, ``, `Copy queue "two" does not wait for fence "F" first.`},
		{"none", ``, ``, `Copy queue "two" does not wait for fence "F" first.`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := outcome(t, strings.Replace(heardHead, "one:Execute", tt.early+"; one:Execute", 1)+tt.waits+behind, func(o *host.Options) { o.Errors = host.StopOnError })
			require.Len(t, found, 1)
			require.Equal(t, diag.DataRace, found[0].Code)
			require.Equal(t, tt.last, found[0].Why[len(found[0].Why)-1])
		})
	}
}
