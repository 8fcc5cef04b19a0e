package conformance

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// script is the program in Lua. Operation i stands on line i of the part after the head, so that places are numbers again.
func (p program) script() string {
	var b strings.Builder
	b.WriteString(scriptHead)
	for i, o := range p {
		switch o.kind {
		case submit:
			fmt.Fprintf(&b, "q[%d]:ExecuteCommandLists { %v(%d, %d) }\n", o.queue, map[bool]string{true: "write", false: "read"}[o.write], o.begin, o.end-o.begin)
		case signal:
			fmt.Fprintf(&b, "q[%d]:Signal(f[%d], %d)\n", o.queue, o.fence, o.value)
		case wait:
			fmt.Fprintf(&b, "q[%d]:Wait(f[%d], %d)\n", o.queue, o.fence, o.value)
		case cpuSignal:
			fmt.Fprintf(&b, "f[%d]:Signal(%d)\n", o.fence, o.value)
		case cpuWait:
			fmt.Fprintf(&b, "f[%d]:WaitCPU(%d)\n", o.fence, o.value)
		case poll:
			b.WriteString(o.polling(i))
		case arm:
			fmt.Fprintf(&b, "f[%d]:SetEventOnCompletion(%d, e[%d])\n", o.fence, o.value, o.event)
		case cpuSet:
			fmt.Fprintf(&b, "e[%d]:SetEvent()\n", o.event)
		case cpuReset:
			fmt.Fprintf(&b, "e[%d]:ResetEvent()\n", o.event)
		case cpuEvent:
			fmt.Fprintf(&b, "gpu.WaitForSingleObject(e[%d])\n", o.event)
		default:
			panic(fmt.Sprintf("BUG: conformance: operation %d", i))
		}
	}
	return b.String()
}

// polling is a poll, in one of the ways in which scripts write it.
func (o *operation) polling(i int) string {
	switch i % 3 {
	case 0:
		return fmt.Sprintf("while f[%d]:GetCompletedValue() < %d do end\n", o.fence, o.value)
	case 1:
		return fmt.Sprintf("repeat gpu.Work(%d) until f[%d]:GetCompletedValue() >= %d\n", 1+i, o.fence, o.value)
	}
	return fmt.Sprintf("do local v = f[%d]:GetCompletedValue() while v < %d do v = f[%d]:GetCompletedValue() end end\n", o.fence, o.value, o.fence)
}

const scriptHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }; local q, f = {}, {}
for i = 0, 3 do q[i], f[i] = device:CreateCommandQueue { Type = "DIRECT", Name = "q" .. i }, device:CreateFence(0, "f" .. i) end
local e = { [0] = gpu.CreateEvent { Name = "e0" }, gpu.CreateEvent { Name = "e1", ManualReset = true } }
local function buffer() return device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" } end
local m = buffer()
local function list(record)
  local l = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator("DIRECT") }
  record(l); l:Close(); return l
end
local function write(at, size) local from = buffer(); return list(function(l) l:CopyBufferRegion(m, at, from, 0, size) end) end
local function read(at, size) local to = buffer(); return list(function(l) l:CopyBufferRegion(to, 0, m, at, size) end) end
`

// headLines is the number of lines before the first operation.
var headLines = strings.Count(scriptHead, "\n")

// outcome runs a script and returns its diagnostics in full, but for advice.
func outcome(t *testing.T, script string, change func(*host.Options)) []*diag.Diagnostic {
	return slices.DeleteFunc(everything(t, script, change), func(d *diag.Diagnostic) bool { return d.Severity == diag.SeverityAdvice })
}

// everything is outcome with the advice about signals and waits, which does not depend on the schedule either.
func everything(t *testing.T, script string, change func(*host.Options)) []*diag.Diagnostic {
	options := host.Options{}
	change(&options)
	h := host.New(options)
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), "p.lua", script) // its errors are diagnostics of the result
	var out []*diag.Diagnostic
	for _, d := range h.Result().Diagnostics {
		if d.Severity != diag.SeverityAdvice || slices.Contains([]diag.Code{diag.TwoSignalers, diag.RewindPastWait, diag.IdleWait}, d.Code) {
			out = append(out, d)
		}
	}
	return out
}

// words are diagnostics as text: the verdict that may not depend on the schedule.
func words(found []*diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range found {
		fmt.Fprintf(&b, "%s\n", d.OneLine())
		for _, l := range d.Labels {
			fmt.Fprintf(&b, "  %v %s", l.Span, l.Text)
			for _, via := range l.Via {
				if l.Primary && via.Verb == diag.CalledFrom {
					continue // the stack tells it where the call itself fails, and the label where a later one does
				}
				fmt.Fprintf(&b, " %v %s", via.Span, via.Text) // not the number of the place, which is given in the order of the run
			}
			fmt.Fprintln(&b)
		}
		fmt.Fprintf(&b, "  %v %v %v\n", d.Why, d.Notes, d.Help)
	}
	return b.String()
}

// operations are the operations that reports name by their lines.
func operations(found []*diag.Diagnostic) [][2]int {
	var out [][2]int
	for _, d := range found {
		if d.Code == diag.DataRace || d.Code == diag.DisjointWriters {
			out = append(out, [2]int{d.Labels[1].Span.Line - headLines - 1, d.Labels[0].Span.Line - headLines - 1})
		}
	}
	return out
}

// schedule sets a seed of the random schedule, or for seed 0 an adapter profile.
func schedule(seed uint64, mode host.ErrorMode) func(*host.Options) {
	return func(o *host.Options) {
		o.Errors = mode
		if seed == 0 {
			o.Adapter = "slow-copy"
			return
		}
		o.Seed = &seed
	}
}

// TestSchedules runs random programs on the device: every schedule and profile says the same, and it is the truth.
func TestSchedules(t *testing.T) {
	programs, seeds := count()/64, uint64(12)
	if testing.Short() {
		seeds = 4
	}
	racing, clean := 0, 0
	for i := int64(0); racing+clean < programs; i++ {
		p := random(rand.New(rand.NewSource(i)), shape{queues: 3, operations: 10, fences: 3, values: 2, rewinds: i%2 == 0, polls: i%4 > 1})
		p = withoutCPU(p)
		truth := enumerate(p)
		if !truth.always || !truth.completes {
			continue // somebody may wait for ever
		}
		want := truth.races(p)
		for _, mode := range []host.ErrorMode{host.ReportErrors, host.StopOnError} {
			first := everything(t, p.script(), schedule(1, mode))
			got := operations(first)
			require.Subset(t, want, got, "program %d\n%s%s", i, p, words(first))
			require.Equal(t, len(want) > 0, len(got) > 0, "program %d: races %v, reports %v\n%s", i, want, got, p)
			for seed := range seeds {
				require.Equal(t, words(first), words(everything(t, p.script(), schedule(seed, mode))), "program %d, seed %d\n%s", i, seed, p)
			}
		}
		if len(want) > 0 {
			racing++
		} else {
			clean++
		}
	}
	t.Logf("%d programs race, %d do not", racing, clean)
}

// seeds is how many seeds of the random schedule the examples of states, races, data and targets run under.
var seeds = flag.Uint64("seeds", usualSeeds, "seeds of the random schedule")

// TestExamplesUnderSchedules: the examples of states, races, data and targets say the same whatever runs first.
func TestExamplesUnderSchedules(t *testing.T) {
	seeds := *seeds
	if testing.Short() {
		seeds = min(seeds, 5)
	}
	for _, d := range diag.Docs() {
		if d.Example == "" || !(d.Code/100 == 4 || between(d.Code, diag.DataRace, diag.UnorderedTransition) || between(d.Code, diag.StaticDataChanged, diag.TargetNeverFilled)) {
			continue
		}
		t.Run(d.Code.String(), func(t *testing.T) {
			t.Parallel()
			first := outcome(t, d.Example, schedule(1, host.StopOnError))
			require.Len(t, first, 1)
			require.Equal(t, d.Code, first[0].Code)
			for seed := range seeds {
				require.Equal(t, words(first), words(outcome(t, d.Example, schedule(seed, host.StopOnError))), "seed %d", seed)
				require.Empty(t, outcome(t, d.Fixed, schedule(seed, host.StopOnError)), "seed %d", seed)
			}
		})
	}
}

func between(c, first, last diag.Code) bool { return first <= c && c <= last }

// withoutCPU leaves the accesses of the CPU out: buffers that the CPU maps and the GPU both reads and writes do not exist.
func withoutCPU(p program) program {
	var out program
	for _, o := range p {
		if o.kind != cpuTouch {
			out = append(out, o)
		}
	}
	return out
}
