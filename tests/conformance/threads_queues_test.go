package conformance

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// queuesScript has queues to which threads give waits and signals.
const queuesScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local p, q = device:CreateCommandQueue { Type = "DIRECT", Name = "p" }, device:CreateCommandQueue { Type = "COPY", Name = "q" }
local F, G, H, D, E = device:CreateFence(0, "F"), device:CreateFence(0, "G"), device:CreateFence(0, "H"), device:CreateFence(0, "D"), device:CreateFence(0, "E")
%s
`

// queueCall is what a thread does: it lets a queue wait for a fence or signal it, or, without a queue, does so itself.
type queueCall struct {
	queue, fence string
	wait         bool
}

func (c queueCall) String() string {
	switch {
	case c.queue == "" && c.wait:
		return c.fence + ":WaitCPU(1)"
	case c.queue == "":
		return c.fence + ":Signal(1)"
	case c.wait:
		return fmt.Sprintf("%s:Wait(%s, 1)", c.queue, c.fence)
	}
	return fmt.Sprintf("%s:Signal(%s, 1)", c.queue, c.fence)
}

// queueProgram are the calls of each thread: of the main one first those that it makes beside the others, and then, when it has joined them, the last
// ones.
type queueProgram struct {
	threads [][]queueCall
	last    []queueCall
}

// randomQueues is a program of two threads, or three, which give waits and signals to two queues, and wait themselves.
func randomQueues(r *rand.Rand) (p queueProgram) {
	fences, other := []string{"F", "G"}, []string{"p", "q"}[r.Intn(2)]
	for range 2 + r.Intn(2) {
		var calls []queueCall
		for range 1 + r.Intn(3) {
			c := queueCall{[]string{"p", "p", other, ""}[r.Intn(4)], fences[r.Intn(2)], r.Intn(2) == 0}
			calls = append(calls, c)
		}
		p.threads = append(p.threads, calls)
	}
	if r.Intn(3) == 0 { // two in order
		p.threads[0], p.threads[1] = append(p.threads[0], queueCall{"", "H", false}), append([]queueCall{{"", "H", true}}, p.threads[1]...)
	}
	if r.Intn(2) == 0 {
		p.last = []queueCall{{"p", "D", false}, {"q", "E", false}, {"", "D", true}, {"", "E", true}}
	}
	return p
}

// script is the program in Lua.
func (p *queueProgram) script() string {
	join := func(calls []queueCall) string {
		var all []string
		for _, c := range calls {
			all = append(all, c.String())
		}
		return strings.Join(all, "; ")
	}
	var b strings.Builder
	for t := 1; t < len(p.threads); t++ {
		fmt.Fprintf(&b, "local t%d = gpu.Thread(\"t%d\", function() gpu.Work(3); %s; gpu.Work(1) end)\n", t, t, join(p.threads[t]))
	}
	fmt.Fprintf(&b, "gpu.Work(3); %s\n", join(p.threads[0]))
	for t := 1; t < len(p.threads); t++ {
		fmt.Fprintf(&b, "t%d:Join()\n", t)
	}
	return fmt.Sprintf(queuesScript, b.String()+join(p.last))
}

// queueState is a state of a run: how many calls each thread has made, and what each queue has not done.
type queueState struct {
	made   []int
	queued map[string][]queueCall
	given  map[string]bool // fences
}

// ends says whether some run of the program ends, and whether some stands still. Queues go on as soon as they can, because fences only go up: only
// the order of the calls matters.
func (p *queueProgram) ends() (end, still bool) {
	seen := map[string]bool{}
	var run func(s queueState)
	run = func(s queueState) {
		for again := true; again; {
			again = false
			for _, q := range []string{"p", "q"} {
				for len(s.queued[q]) > 0 && (!s.queued[q][0].wait || s.given[s.queued[q][0].fence]) {
					if c := s.queued[q][0]; !c.wait {
						s.given[c.fence] = true
					}
					s.queued[q], again = s.queued[q][1:], true
				}
			}
		}
		key := fmt.Sprint(s)
		if seen[key] {
			return
		}
		seen[key] = true
		over := true
		for t := range p.threads {
			calls, joined := p.threads[t], true
			for other := 1; other < len(p.threads); other++ {
				joined = joined && s.made[other] == len(p.threads[other])
			}
			if t == 0 && joined {
				calls = slices.Concat(calls, p.last)
			}
			if s.made[t] == len(calls) || calls[s.made[t]].queue == "" && calls[s.made[t]].wait && !s.given[calls[s.made[t]].fence] {
				continue
			}
			over = false
			c, next := calls[s.made[t]], queueState{slices.Clone(s.made), maps.Clone(s.queued), maps.Clone(s.given)}
			switch next.made[t]++; {
			case c.queue != "":
				next.queued[c.queue] = append(slices.Clone(next.queued[c.queue]), c)
			case !c.wait:
				next.given[c.fence] = true
			}
			run(next)
		}
		if !over {
			return
		}
		done := len(s.queued["p"])+len(s.queued["q"]) == 0 && s.made[0] == len(p.threads[0])+len(p.last)
		for t := 1; t < len(p.threads); t++ {
			done = done && s.made[t] == len(p.threads[t])
		}
		end, still = end || done, still || !done
	}
	run(queueState{make([]int, len(p.threads)), map[string][]queueCall{}, map[string]bool{}})
	return end, still
}

// everyError is everyWord without the advice: where some signals never come, nothing is said of them.
func everyError(t *testing.T, script string, change func(*host.Options)) string {
	options := host.Options{}
	change(&options)
	h := host.New(options)
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), "p.lua", script) // its errors are diagnostics of the result
	return words(slices.DeleteFunc(h.Result().Diagnostics, func(d *diag.Diagnostic) bool { return d.Severity == diag.SeverityAdvice }))
}

// onceHeldUp are programs of which something else was told in another schedule, or than the model says: two queues at a time, waits of threads that
// were forgotten too early, a wait that nothing ends beside a signal that somebody needs, a wait that a thread comes to give only after one of
// several signals on the queue, a signal before the one that is waited for; waits of which not all can be given first, and a wait that a later call
// of a thread ends, of which a run knows nothing that stands still before it.
var onceHeldUp = []int64{1000002, 1000258, 1000436, 1000582, 1000971, 1001021, 1001130, 1001404, 1000442, 2001197, 2001436, 21818, 20000147, 20001559, 20000638}

// TestThreadsThatLetQueuesWait: where some schedules of a program stand still and others do not, because threads give waits and signals to one queue
// in no order, each schedule is told so, in the same words; where all end none is, and where all stand still each is told the same. A model of the
// queues runs all orders of the calls for that.
func TestThreadsThatLetQueuesWait(t *testing.T) {
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			open, other := 0, 0
			var seeds []int64
			for i := shard; i < len(onceHeldUp); i += shards {
				seeds = append(seeds, onceHeldUp[i])
			}
			for i := range max(count()/40/shards, 60) {
				seeds = append(seeds, *from+int64(i*shards+shard))
			}
			for _, seed := range seeds {
				part := randomQueues(rand.New(rand.NewSource(seed)))
				script := part.script()
				end, still := part.ends()
				first := everyError(t, script, schedule(1, host.StopOnError))
				for s := uint64(0); s < 20; s++ {
					now := everyError(t, script, schedule(s, []host.ErrorMode{host.StopOnError, host.ReportErrors}[s%2]))
					require.Equal(t, first, now, "program %d, seed %d\n%s", seed, s, script)
					require.False(t, now != "" && !still, "program %d, seed %d\n%s\n%s", seed, s, script, now)
				}
				if end || !still {
					require.Equal(t, end && still, strings.Contains(first, diag.SignalHeldUp.String()), "program %d: some end %v, some stand still %v\n%s\n%s", seed, end, still, script, first)
				}
				if end && still {
					open++
				} else {
					other++
				}
			}
			t.Logf("%d programs stand still in some schedules, %d in all or in none", open, other)
			require.Positive(t, open)
			require.Positive(t, other)
		})
	}
}

// TestWaitsThatHoldASignalUp: what makes the order of two calls on a queue matter, and what mends it.
func TestWaitsThatHoldASignalUp(t *testing.T) {
	const ends = "p:Signal(D, 1); D:WaitCPU(1)"
	for _, tt := range []struct {
		name, one, two, last string
		wrong                bool
	}{
		{"a wait and its signal", "p:Wait(F, 1)", "p:Signal(F, 1)", ends, true},
		{"a wait and its signal, nobody waits", "p:Wait(F, 1)", "p:Signal(F, 1)", "", true},
		{"the thread waits itself", "p:Wait(F, 1); p:Signal(G, 1); G:WaitCPU(1)", "p:Signal(F, 1)", ends, true},
		{"behind an event of the CPU", "H:WaitCPU(1); p:Wait(F, 1)", "p:Signal(F, 1); H:Signal(1)", ends, false},
		{"on another queue", "p:Wait(F, 1)", "q:Signal(F, 1)", ends, false},
		{"what the wait needs comes in any case", "q:Signal(F, 1); p:Wait(F, 1)", "p:Signal(G, 1); G:WaitCPU(1)", ends, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			script := fmt.Sprintf(queuesScript, fmt.Sprintf("local t = gpu.Thread(\"t\", function() gpu.Work(3); %s; gpu.Work(1) end)\ngpu.Work(3); %s\nt:Join()\n%s", tt.one, tt.two, tt.last))
			first := everyWord(t, script, schedule(1, host.StopOnError))
			require.Equal(t, tt.wrong, strings.Contains(first, diag.SignalHeldUp.String()), first)
			for s := range schedules() / 2 {
				require.Equal(t, first, everyWord(t, script, schedule(s, []host.ErrorMode{host.StopOnError, host.ReportErrors}[s%2])), "seed %d", s)
			}
		})
	}
}
