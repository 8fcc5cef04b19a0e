package conformance

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// frameProgram is a program of threads that give waits and signals to two queues, and present on the first one.
type frameProgram struct {
	threads [][]string // the calls of each
	latency int
	last    bool // the main thread waits for all that the queue was given, in the end
}

// frameCalls are what threads do.
var frameCalls = []string{
	"chain:Present()", "chain:Present()", "chain:Present()", "p:Wait(F)", "p:Wait(F)", "p:Wait(G)", "q:Wait(G)", "p:Signal(F)", "q:Signal(F)", "q:Signal(G)", "F:Signal()", "F:Signal()", "G:Signal()",
	"F:WaitCPU()", "G:WaitCPU()",
}

func randomFrames(r *rand.Rand) (p frameProgram) {
	p.latency, p.last = 1+r.Intn(2), r.Intn(2) == 0
	for range 2 + r.Intn(2) {
		var calls []string
		for range 1 + r.Intn(3) {
			calls = append(calls, frameCalls[r.Intn(len(frameCalls))])
		}
		p.threads = append(p.threads, calls)
	}
	if r.Intn(3) == 0 { // two in order
		p.threads[0], p.threads[1] = append(p.threads[0], "H:Signal()"), append([]string{"H:WaitCPU()"}, p.threads[1]...)
	}
	return p
}

// main are the calls of the main thread behind its joins.
func (p *frameProgram) main() []string {
	if p.last {
		return []string{"p:Signal(D)", "D:WaitCPU()"}
	}
	return nil
}

// script is the program in Lua: each fence has the values 0 and 1.
func (p *frameProgram) script() string {
	lua := strings.NewReplacer("(F)", "(F, 1)", "(G)", "(G, 1)", "(D)", "(D, 1)", "Signal()", "Signal(1)", "WaitCPU()", "WaitCPU(1)")
	var b strings.Builder
	b.WriteString("local chain = p:CreateSwapChain { Name = \"chain\", Width = 8, Height = 8, BufferCount = 2 }\n")
	fmt.Fprintf(&b, "chain:SetMaximumFrameLatency(%d)\n", p.latency)
	for t := 1; t < len(p.threads); t++ {
		fmt.Fprintf(&b, "local t%d = gpu.Thread(\"t%d\", function() gpu.Work(3); %s; gpu.Work(1) end)\n", t, t, lua.Replace(strings.Join(p.threads[t], "; ")))
	}
	fmt.Fprintf(&b, "gpu.Work(3); %s\n", lua.Replace(strings.Join(p.threads[0], "; ")))
	for t := 1; t < len(p.threads); t++ {
		fmt.Fprintf(&b, "t%d:Join()\n", t)
	}
	return fmt.Sprintf(queuesScript, b.String()+lua.Replace(strings.Join(p.main(), "; ")))
}

// frameState is a state of a run: how many calls each thread has made, and which frame it presented last; what each queue has not done, the fences
// that were signalled, and how many frames there are and are shown.
type frameState struct {
	made, number []int
	queued       map[string][]string
	given        map[string]bool
	frames, done int
}

// settle lets the queues go on as far as they can: fences only go up.
func (s *frameState) settle() {
	for again := true; again; {
		again = false
		for _, q := range []string{"p", "q"} {
			for len(s.queued[q]) > 0 && s.does(s.queued[q][0]) {
				s.queued[q], again = s.queued[q][1:], true
			}
		}
	}
}

// does does what a queue was given, if it can.
func (s *frameState) does(call string) bool {
	switch _, method, _ := strings.Cut(call, ":"); {
	case method == "Present()":
		s.done++
	case strings.HasPrefix(method, "Wait"):
		return s.given[method[5:6]]
	default:
		s.given[method[7:8]] = true
	}
	return true
}

// calls makes a call of a thread, if it comes to its end.
func (s *frameState) calls(t int, call string) bool {
	at, method, _ := strings.Cut(call, ":")
	switch {
	case method == "Present()":
		s.queued["p"] = append(slices.Clone(s.queued["p"]), call)
		s.frames++
		s.number[t] = s.frames
	case method == "WaitCPU()":
		return s.given[at]
	case method == "Signal()":
		s.given[at] = true
	default:
		s.queued[at] = append(slices.Clone(s.queued[at]), call)
	}
	return true
}

// ends says whether some run of the program ends, and whether some stands still.
func (p *frameProgram) ends() (end, still bool) {
	seen := map[string]bool{}
	var run func(s frameState)
	run = func(s frameState) {
		s.settle()
		key := fmt.Sprint(s)
		if seen[key] {
			return
		}
		seen[key] = true
		over, done := true, len(s.queued["p"])+len(s.queued["q"]) == 0
		stands := func(t int) bool { return s.done < s.number[t]+1-p.latency }
		for t := range p.threads {
			calls, joined := p.threads[t], true
			for other := 1; other < len(p.threads); other++ {
				joined = joined && s.made[other] == len(p.threads[other]) && !stands(other)
			}
			if t == 0 && joined {
				calls = slices.Concat(calls, p.main())
			}
			all := len(p.threads[t])
			if t == 0 {
				all += len(p.main())
			}
			if done = done && s.made[t] == all && !stands(t); s.made[t] == len(calls) || stands(t) {
				continue
			}
			next := frameState{slices.Clone(s.made), slices.Clone(s.number), maps.Clone(s.queued), maps.Clone(s.given), s.frames, s.done}
			if next.calls(t, calls[s.made[t]]) {
				over = false
				next.made[t]++
				run(next)
			}
		}
		if over {
			end, still = end || done, still || !done
		}
	}
	n := len(p.threads)
	run(frameState{make([]int, n), make([]int, n), map[string][]string{}, map[string]bool{}, 0, 0})
	return end, still
}

// onceStood are programs of which something else was told in another schedule, or than the model says: a thread that does not come to let the queue
// wait, because it stands in Present itself, and two signals of one thread.
var onceStood = []int64{489, 302765}

// TestThreadsThatStandInPresent: where some schedules of a program stand still and others do not, because a thread stands in Present behind a wait
// that ends only with what comes after that, or because queues hold each other up, each schedule is told so, in the same words; where all end none
// is, and where all stand still each is told the same. A model of the queues and of the screen runs all orders of the calls for that.
func TestThreadsThatStandInPresent(t *testing.T) {
	var open, frames, whole atomic.Int64
	t.Cleanup(func() { // after all shards; few programs of one may be told of a Present
		t.Logf("%d programs stand still in some schedules only, %d are told of a Present", open.Load(), frames.Load())
		if whole.Load() == shards {
			require.GreaterOrEqual(t, open.Load(), int64(shards))
			require.GreaterOrEqual(t, frames.Load(), int64(shards))
		}
	})
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			for i, left := 0, max(count()/80/shards, 20); left > 0; i++ {
				seed := *from + int64(i*shards+shard)
				if i < len(onceStood) && i%shards == shard {
					seed = onceStood[i]
				}
				part := randomFrames(rand.New(rand.NewSource(seed)))
				script := part.script()
				end, still := part.ends()
				if end != still && i%16 > 0 {
					continue // so are most of them
				}
				left--
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
					open.Add(1)
				}
				if strings.Contains(first, "a frame is shown") {
					frames.Add(1)
				}
			}
			whole.Add(1)
		})
	}
}
