package conformance

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var lowerPrograms = flag.Int("lowers", 80, "random programs of threads that lower fences")

// lowerProgram is a random program of two or three threads, two queues and two fences that go up and down: a statement a line. waits: queues wait,
// too; events: threads wait for events that they arm, too.
func lowerProgram(random *rand.Rand, waits, events bool) string {
	var b strings.Builder
	made := 0
	b.WriteString(`local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "d" }
local q, p = device:CreateCommandQueue { Type = "COPY", Name = "q" }, device:CreateCommandQueue { Type = "COPY", Name = "p" }
local F, G = device:CreateFence(0, "F"), device:CreateFence(0, "G")
`)
	body := func(count int) string {
		var b strings.Builder
		for range count {
			q, f, v := []string{"q", "p"}[random.IntN(2)], []string{"F", "F", "G"}[random.IntN(3)], random.IntN(3)
			if events && random.IntN(4) > 0 { // else most wait for what nobody signals
				f = "F"
			}
			switch kind := random.IntN(8); {
			case kind < 2:
				fmt.Fprintf(&b, "%s:Signal(%s, %d)\n", q, f, v)
			case kind < 4:
				fmt.Fprintf(&b, "%s:Signal(%d)\n", f, v)
			case kind < 6 && events && random.IntN(3) > 0:
				made++
				fmt.Fprintf(&b, "local e%d = gpu.CreateEvent \"e%d\"; ", made, made)
				if random.IntN(4) > 0 {
					fmt.Fprintf(&b, "%s:SetEventOnCompletion(%d, e%d)\n", f, 1+v/2, made)
				} else {
					fmt.Fprintf(&b, "device:SetEventOnMultipleFenceCompletion({ F, G }, { %d, %d }, \"ALL\", e%d)\n", 1+v%2, random.IntN(2), made)
				}
				if random.IntN(3) == 0 {
					fmt.Fprintf(&b, "%s:Signal(%d)\n", []string{"F", "G"}[random.IntN(2)], random.IntN(3))
				}
				fmt.Fprintf(&b, "gpu.WaitForSingleObject(e%d)\n", made)
			case kind < 6:
				fmt.Fprintf(&b, "%s:WaitCPU(%d)\n", f, 1+v%2)
			case kind == 6 && waits:
				fmt.Fprintf(&b, "%s:Wait(%s, %d)\n", q, f, 1+v%2)
			default:
				b.WriteString("gpu.Work(2)\n")
			}
		}
		return b.String()
	}
	b.WriteString(body(random.IntN(2)))
	threads := 1 + random.IntN(4)/3
	for t := range threads {
		fmt.Fprintf(&b, "local t%d = gpu.Thread(\"t%d\", function()\n%send)\n", t, t, body(1+random.IntN(3)))
	}
	b.WriteString(body(1 + random.IntN(3)))
	for t := range threads {
		fmt.Fprintf(&b, "t%d:Join()\n", t)
	}
	b.WriteString(body(random.IntN(2)))
	return b.String()
}

// TestThreadsThatLower: a wait of a thread that ends in some runs only, because of a signal that lowers its fence, is told in all, in the same words.
func TestThreadsThatLower(t *testing.T) { compareLowered(t, 507, false) }

// TestThreadsThatLowerWhatEventsWaitFor: the same of a thread that waits for an event which it has armed for values.
func TestThreadsThatLowerWhatEventsWaitFor(t *testing.T) { compareLowered(t, 509, true) }

// compareLowered compares random programs with all their runs. events: threads wait for events, too.
func compareLowered(t *testing.T, stream uint64, events bool) {
	whole, some := 0, 0
	for n := range uint64(*lowerPrograms) {
		n += uint64(*from)
		script := lowerProgram(rand.New(rand.NewPCG(n, stream)), false, events)
		m := allRuns(t, script, 300)
		if m.left {
			continue
		}
		whole++
		m.alike(t, n, script)
		if _, sometimes := m.first(); sometimes {
			some++
			require.Positive(t, m.told, "program %d:\n%s\n%s", n, script, m.said)
		} else {
			// Where each run hangs, threads may come further in one than in another one.
			require.True(t, m.told == 0 || events && len(m.texts) > 1, "program %d:\n%s\n%s", n, script, m.said)
		}
	}
	t.Logf("%d programs, %d of which end in some runs only", whole, some)
	require.Positive(t, some)
}

// TestThreadsThatLowerWhatQueuesWaitFor: where queues wait, too, what is so is said, and nothing that is not so.
func TestThreadsThatLowerWhatQueuesWaitFor(t *testing.T) {
	some, silent := 0, 0
	for n := range uint64(*lowerPrograms) {
		n += uint64(*from)
		script := lowerProgram(rand.New(rand.NewPCG(n, 508)), true, false)
		m := allRuns(t, script, 300)
		switch _, sometimes := m.first(); {
		case m.left:
		case sometimes && m.told == 0:
			silent++
		case sometimes:
			some++
		default:
			require.True(t, m.told == 0 || len(m.texts) > 1, "program %d:\n%s\n%s", n, script, m.said)
		}
	}
	t.Logf("%d programs that end in some runs only are told, %d are not", some, silent)
	require.Positive(t, some)
	require.Zero(t, silent)
}
