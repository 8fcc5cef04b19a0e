package sim

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/explore"
	"github.com/gpuscript/gpuscript/host"
)

var explored = flag.Int("explored", 60, "random scripts that are explored")

// exploredHead makes what random scripts use: two queues, buffers of words, two fences.
const exploredHead = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "d" }
local a = device:CreateCommandQueue { Type = "COPY", Name = "a" }
local b = device:CreateCommandQueue { Type = "COPY", Name = "b" }
local F, G, done = device:CreateFence(0, "F"), device:CreateFence(0, "G"), device:CreateFence(0, "done")
local function buffer(heap, state) return device:CreateCommittedResource { HeapType = heap, InitialState = state, Dimension = "BUFFER", Width = 256 } end
local words, back = buffer("UPLOAD", "GENERIC_READ"), buffer("READBACK", "COPY_DEST")
local to, more = buffer("DEFAULT", "COMMON"), buffer("DEFAULT", "COMMON")
words:Map(0):Write(0, "uint", { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 })
local n = 0
local function list(copies)
  n = n + 1
  local l = device:CreateCommandList { Type = "COPY", Name = "list " .. n, Allocator = device:CreateCommandAllocator "COPY" }
  for _, c in ipairs(copies) do l:CopyBufferRegion(c[1], c[2], c[3], c[4], c[5]) end
  l:Close()
  return l
end
`

// exploredTail waits for all, and prints the words.
const exploredTail = `
F:Signal(9) G:Signal(9)
a:Signal(done, 1) done:WaitCPU(1) b:Signal(done, 2) done:WaitCPU(2)
b:ExecuteCommandLists { list { { back, 0, to, 0, 12 }, { back, 12, more, 0, 4 } } } b:Signal(done, 3) done:WaitCPU(3)
print(table.concat(back:Map(0):Read(0, "uint", 4), " "))
`

// randomCopies is a script whose queues write words, each with a value of its own, or copy them on, with fences by chance.
func randomCopies(r *rand.Rand) string {
	var s strings.Builder
	s.WriteString(exploredHead)
	values := rand.New(rand.NewSource(1)).Perm(16)
	for range 3 + r.Intn(4) {
		q, f, v := "ab"[r.Intn(2):][:1], "FG"[r.Intn(2):][:1], 1+r.Intn(2)
		switch r.Intn(6) {
		case 0, 1:
			fmt.Fprintf(&s, "%s:ExecuteCommandLists { list { { to, %d, words, %d, 4 } } }\n", q, 4*r.Intn(3), 4*values[0])
			values = values[1:]
		case 2:
			from := r.Intn(3)
			fmt.Fprintf(&s, "%s:ExecuteCommandLists { list { { more, 0, to, %d, 4 } } }\n", q, 4*from)
		case 3:
			fmt.Fprintf(&s, "%s:Signal(%s, %d)\n", q, f, v)
		case 4:
			fmt.Fprintf(&s, "%s:Wait(%s, %d)\n", q, f, v)
		case 5:
			fmt.Fprintf(&s, "if %s:GetCompletedValue() >= %d then n = n + 1 end\n", f, v)
		}
	}
	return s.String() + exploredTail
}

// exploreScript runs a script on all its schedules. It returns what the script printed in each, and the errors of all of them.
func exploreScript(t *testing.T, script string) (printed map[string]explore.Token, codes map[string]bool, o explore.Outcome) {
	x := explore.New(400)
	printed, codes = map[string]explore.Token{}, map[string]bool{}
	for runs := x.Next(1); len(runs) > 0; runs = x.Next(1) {
		text, said := runScript(t, script, runs[0])
		printed[text], codes[said] = runs[0].Token(), true
		again, _ := runScript(t, script, runs[0].Token())
		require.Equal(t, text, again, "%s again\n%s", runs[0].Token(), script)
		x.Finish(runs[0])
	}
	return printed, codes, x.Outcome()
}

// runScript runs a script on a schedule where errors are reported, and returns what it printed and the codes of the errors.
func runScript(t *testing.T, script string, schedule explore.Schedule) (printed, codes string) {
	var out bytes.Buffer
	var said []string
	h := host.New(host.Options{Stdout: &out, Schedule: schedule, Errors: host.ReportErrors})
	defer h.Close()
	_ = h.RunString(context.Background(), "copies.lua", script) // of which the diagnostics tell more
	for _, d := range h.Result().Diagnostics {
		if d.Severity == diag.SeverityError {
			said = append(said, d.Code.String())
		}
	}
	return out.String(), strings.Join(said, " ")
}

// TestExploredScripts: what the rules say nothing against does the same in all schedules, and of what they call a race there are mostly two that
// differ. The errors are the same in all of them.
func TestExploredScripts(t *testing.T) {
	silent, races, seen, stuck, lucky, runs := 0, 0, 0, 0, 0, 0
	for seed := range int64(*explored) {
		script := randomCopies(rand.New(rand.NewSource(seed)))
		printed, codes, o := exploreScript(t, script)
		if codes[diag.Deadlock.String()] || codes[diag.MissingSignal.String()] {
			stuck++ // in some schedules or in all: a signal of one queue undoes that of another one
			continue
		}
		if len(codes) > 1 && strings.Contains(script, "GetCompletedValue") {
			lucky++ // where it finds the value it has waited, so to say, and where not it has not
			continue
		}
		require.Len(t, codes, 1, "%v\n%s", codes, script)
		require.False(t, o.Left, script)
		runs += o.Runs
		switch {
		case codes[""]:
			silent++
			require.Len(t, printed, 1, "%v\n%s", printed, script)
		default:
			races++
			if len(printed) > 1 {
				seen++
			}
		}
	}
	t.Logf("%d scripts are silent, %d have errors, %d of which do different things, %d get stuck, %d depend on what they find: %d runs", silent, races, seen, stuck, lucky, runs)
	require.Positive(t, silent)
	require.Greater(t, seen, races/4)
}
