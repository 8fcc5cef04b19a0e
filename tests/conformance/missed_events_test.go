package conformance

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
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

// eventRunOf is what a run says of a program.
type eventRunOf struct{ advised, hangs int }

// allEventRuns are those of a program, if there are no more than so many.
func allEventRuns(t *testing.T, script string, most int) (runs []eventRunOf, left bool) {
	x := explore.New(most)
	for next := x.Next(1); len(next) > 0; next = x.Next(1) {
		var r eventRunOf
		r.advised, r.hangs = eventRun(t, script, next[0])
		runs = append(runs, r)
		x.Finish(next[0])
	}
	return runs, x.Outcome().Left
}

// TestMissedEvents: where a wait for an event ends in one run, and never in another one, each run advises against it that comes so far; and against
// no other wait. The runs are all that there are.
func TestMissedEvents(t *testing.T) {
	programs := uint64(*eventPrograms)
	some, whole := uint64(0), uint64(0)
	for n := range programs {
		script := eventProgram(rand.New(rand.NewPCG(n, 927)))
		runs, left := allEventRuns(t, script, 200)
		if left {
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

// besides are what the main thread does beside a thread that has the event: with a queue and a fence of its own, with those of the thread, or with
// the event.
var besides = []string{"o:Signal(O, 1)", "O:WaitCPU(1)", "O:Signal(1)", "gpu.Work(3)", "o:Signal(O, 1)", "gpu.Work(1)", "F:Signal(1)", "e:SetEvent()", "q:Wait(H, 1)"}

// shares are what a thread and the main thread do with an object that both use in no order.
var shares = [][2]string{{"S:WaitCPU(1)\n", "S:Signal(1)\n"}, {"S:Signal(1)\n", "S:WaitCPU(1)\n"}, {"o:Signal(P, 1)\n", ""}, {"S:WaitCPU(1)\n", "o:Signal(S, 1)\n"}}

// TestMissedEventsOfThreads: the same for a thread that has the event, and the fences and queues that set it, for itself, while the main thread is
// there, too: each run that comes to its end says the same, and that a wait may not end if there is a run in which one does not. Where the main
// thread uses something of that beside it, nothing is said that is not so. Of programs that say nothing where there is one thread few are looked at.
func TestMissedEventsOfThreads(t *testing.T) {
	some, shared, whole, met := 0, 0, 0, 0
	for n := range uint64(*eventPrograms / 4) {
		random := rand.New(rand.NewPCG(n, 928))
		alone := eventProgram(random)
		if runs, _ := allEventRuns(t, alone, 200); !slices.ContainsFunc(runs, func(r eventRunOf) bool { return r.hangs != runs[0].hangs }) && random.IntN(20) > 0 {
			continue
		}
		lines := strings.SplitAfter(alone, "\n")
		begin := strings.Count(eventsBegin, "\n")
		script, own, done := strings.Join(lines[:begin], "")+`local o, O = device:CreateCommandQueue { Type = "COPY", Name = "o" }, device:CreateFence(0, "O")
local S, P = device:CreateFence(0, "S"), device:CreateFence(0, "P")
local t = gpu.Thread("t", function()
`, true, 0
		body := lines[begin : len(lines)-1]
		meets := ""
		if random.IntN(2) == 0 { // it has the event for itself, and shares something that has nothing to do with that
			at, k := random.IntN(len(body)+1), random.IntN(len(shares))
			body = slices.Insert(slices.Clone(body), at, shares[k][0])
			meets = shares[k][1]
		}
		script += strings.Join(body, "") + "end)\no:Signal(O, 1)\n" + meets
		for range random.IntN(2) {
			what := besides[random.IntN(len(besides))]
			own = own && !strings.Contains(what, "F:") && !strings.Contains(what, "e:") && !strings.Contains(what, "q:")
			script += what + "\n"
		}
		runs, left := allEventRuns(t, script+"t:Join()\n", 400)
		if left {
			continue
		}
		whole++
		advised, hangs := -1, false
		for _, r := range runs {
			if hangs = hangs || r.hangs > 0; r.hangs == 0 {
				require.True(t, advised < 0 || advised == r.advised, "program %d:\n%s\n%v", n, script, runs)
				advised = r.advised
				done++
			}
		}
		switch {
		case done == 0:
		case own:
			require.Equal(t, hangs, advised > 0, "program %d:\n%s\n%v", n, script, runs)
		default:
			require.False(t, !hangs && advised > 0, "program %d:\n%s\n%v", n, script, runs)
		}
		if own && hangs && done > 0 {
			some++
			if meets != "" {
				met++
			}
		}
		if !own {
			shared++
		}
	}
	t.Logf("%d programs, %d of which end in some runs only, %d of these of threads that meet elsewhere, and %d of threads that share something", whole, some, met, shared)
	require.Positive(t, whole)
}

// TestMissedEventOfAThread: a thread that has its event, fences and queues for itself waits twice for what may have set the event once. Each
// schedule advises against that, as against the same of one thread, and not where another thread uses something of it beside the thread.
func TestMissedEventOfAThread(t *testing.T) {
	const waits = `F:SetEventOnCompletion(1, e); G:SetEventOnCompletion(1, e); q:Signal(F, 1); p:Signal(G, 1); gpu.WaitForSingleObject(e); %s`
	for _, tt := range []struct {
		name, last, beside, after string
		told                      bool
	}{
		{"for itself", "gpu.WaitForSingleObject(e)", "o:Signal(O, 1); O:WaitCPU(1)", "F:Signal(2)", true},
		{"it waits for the fence instead", "G:WaitCPU(1)", "o:Signal(O, 1); O:WaitCPU(1)", "F:Signal(2)", false},
		{"another one asks for the fence", "gpu.WaitForSingleObject(e)", "if F:GetCompletedValue() > 7 then gpu.Work(1) end", "", false},
		{"another one sets the event", "gpu.WaitForSingleObject(e)", "e:SetEvent()", "", false},
		{"another one gives work to a queue", "gpu.WaitForSingleObject(e)", "q:Signal(O, 1)", "", false},
		{"it waits for another one", "O:WaitCPU(1); gpu.WaitForSingleObject(e)", "O:Signal(1)", "", true},
		{"another one waits for it", "O:Signal(1); gpu.WaitForSingleObject(e)", "O:WaitCPU(1)", "", true},
		{"both give work to a queue that has nothing to do with the event", "o:Signal(O, 2); gpu.WaitForSingleObject(e)", "o:Signal(O, 1)", "", true},
		{"both give work to a queue that waits for what sets the event", "o:Wait(F, 1); gpu.WaitForSingleObject(e)", "o:Signal(O, 1)", "", false},
	} {
		script := fmt.Sprintf(eventsBegin, false, false) + fmt.Sprintf(`local o, O = device:CreateCommandQueue { Type = "COPY", Name = "o" }, device:CreateFence(0, "O")
q:Signal(H, 1); H:WaitCPU(1)
local t = gpu.Thread("t", function() `+waits+` end)
%s; t:Join(); %s
`, tt.last, tt.beside, tt.after)
		ends := 0
		runs, _ := allEventRuns(t, script, 40)
		for i, r := range runs {
			if r.hangs == 0 {
				require.Equal(t, tt.told, r.advised > 0, "%s, run %d", tt.name, i)
				ends++
			}
		}
		require.Positive(t, ends)
	}
}
