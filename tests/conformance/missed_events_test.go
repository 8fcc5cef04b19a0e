package conformance

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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

var eventPrograms = flag.Int("events", 1000, "random programs of which each wait for an event is compared with all their runs")

// TestMissedEvents: where a wait for an event ends in one run, and never in another one, each run tells of the first one that some run comes to; and
// of no other wait. All say the same. The runs are all that there are.
func TestMissedEvents(t *testing.T) {
	programs := uint64(*eventPrograms)
	found, whole := uint64(0), uint64(0)
	for n := range programs {
		n += uint64(*from)
		script := eventProgram(rand.New(rand.NewPCG(n, 927)))
		m := allRuns(t, script, 200)
		if m.left {
			continue
		}
		whole++
		m.alike(t, n, script)
		first, some := m.first()
		if !some {
			require.Zero(t, m.told, "program %d:\n%s\n%s", n, script, m.said)
			continue
		}
		found++
		require.Equal(t, first, m.told, "program %d:\n%s\n%s", n, script, m.said)
	}
	require.Greater(t, whole, programs*9/10)
	require.Greater(t, found, programs/50, "programs in which a wait ends in some runs only")
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
		n += uint64(*from)
		random := rand.New(rand.NewPCG(n, 928))
		alone := eventProgram(random)
		if _, some := allRuns(t, alone, 200).first(); !some && random.IntN(20) > 0 {
			continue
		}
		lines := strings.SplitAfter(alone, "\n")
		begin := strings.Count(eventsBegin, "\n")
		script, own := strings.Join(lines[:begin], "")+`local o, O = device:CreateCommandQueue { Type = "COPY", Name = "o" }, device:CreateFence(0, "O")
local S, P = device:CreateFence(0, "S"), device:CreateFence(0, "P")
local t = gpu.Thread("t", function()
`, true
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
		m := allRuns(t, script+"t:Join()\n", 400)
		if m.left {
			continue
		}
		whole++
		_, sometimes := m.first()
		if own {
			m.alike(t, n, script)
			require.Equal(t, sometimes, m.told > 0, "program %d:\n%s\n%s", n, script, m.said)
		} else {
			require.False(t, !sometimes && m.told > 0, "program %d:\n%s\n%s", n, script, m.said)
		}
		if own && sometimes {
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
		require.Equal(t, tt.told, allRuns(t, script, 40).told > 0, tt.name)
	}
}
