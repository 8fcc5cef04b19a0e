package conformance

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/explore"
	"github.com/gpuscript/gpuscript/host"
)

const eventsBegin = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "d" }
local q, p = device:CreateCommandQueue { Type = "COPY", Name = "q" }, device:CreateCommandQueue { Type = "COPY", Name = "p" }
local F, G, H = device:CreateFence(0, "F"), device:CreateFence(0, "G"), device:CreateFence(0, "H")
local e = gpu.CreateEvent { Name = "e", ManualReset = %t, InitialState = %t }
`

// eventProgram is a random program of one thread, two queues with a fence each, and one event: a statement a line. What a wait of a queue holds up is
// signalled later, or never.
func eventProgram(random *rand.Rand) string {
	var b strings.Builder
	fmt.Fprintf(&b, eventsBegin, random.IntN(4) == 0, random.IntN(4) == 0)
	given := [3]int{}
	signal := func(i int) int { given[i]++; return given[i] }
	for range 5 + random.IntN(9) {
		switch i := random.IntN(2); random.IntN(9) {
		case 0, 1:
			fmt.Fprintf(&b, "%s:Signal(%s, %d)\n", []string{"q", "p"}[i], []string{"F", "G"}[i], signal(i))
		case 2, 3:
			fmt.Fprintf(&b, "%s:SetEventOnCompletion(%d, e)\n", []string{"F", "G"}[i], max(1, given[i]+random.IntN(3)/2))
		case 4:
			fmt.Fprintf(&b, "%s:Wait(H, %d)\n", []string{"q", "p"}[i], given[2]+random.IntN(2))
		case 5:
			fmt.Fprintf(&b, "H:Signal(%d)\n", signal(2))
		case 6:
			b.WriteString([]string{"e:SetEvent()\n", "e:ResetEvent()\n"}[i])
		default:
			b.WriteString("gpu.WaitForSingleObject(e)\n")
		}
	}
	return b.String()
}

// eventRun is what one schedule of a program says: the line of the first wait that may never end, and that of the one that does not; 0: there is
// none.
func eventRun(t *testing.T, script string, schedule explore.Schedule) (advised, hangs int) {
	h := host.New(host.Options{Schedule: schedule})
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), "p.lua", script) // its errors are diagnostics of the result
	for _, d := range h.Result().Diagnostics {
		switch line := d.Primary().Span.Line; {
		case d.Code == diag.EventSetTwice && advised == 0:
			advised = line
		case (d.Code == diag.MissingSignal || d.Code == diag.Deadlock) && hangs == 0:
			hangs = line
		}
	}
	return advised, hangs
}

var eventPrograms = flag.Int("events", 1000, "random programs of which each wait for an event is compared with all their runs")

// TestMissedEvents: where a wait for an event ends in one run, and never in another one, each run advises against it that comes so far; and against
// no other wait. The runs are all that there are.
func TestMissedEvents(t *testing.T) {
	programs := uint64(*eventPrograms)
	some, whole := uint64(0), uint64(0)
	for n := range programs {
		script := eventProgram(rand.New(rand.NewPCG(n, 927)))
		type run struct{ advised, hangs int }
		var runs []run
		x := explore.New(200)
		for next := x.Next(1); len(next) > 0; next = x.Next(1) {
			var r run
			r.advised, r.hangs = eventRun(t, script, next[0])
			runs = append(runs, r)
			x.Finish(next[0])
		}
		if x.Outcome().Left {
			continue
		}
		whole++
		first := 1 << 30 // the first wait that some run never ends
		for _, r := range runs {
			if r.hangs > 0 {
				first = min(first, r.hangs)
			}
		}
		all := true
		for _, r := range runs {
			all = all && r.hangs == first
		}
		for _, r := range runs {
			switch {
			case all: // nothing ends it
				require.Zero(t, r.advised, "program %d:\n%s\n%v", n, script, runs)
			case first < 1<<30:
				require.Equal(t, first, r.advised, "program %d:\n%s\n%v", n, script, runs)
			default:
				require.Zero(t, r.advised, "program %d:\n%s\n%v", n, script, runs)
			}
		}
		if first < 1<<30 && !all {
			some++
		}
	}
	require.Greater(t, whole, programs*9/10)
	require.Greater(t, some, programs/50, "programs in which a wait ends in some runs only")
}
