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

// frameProgram is a program of threads that give waits and signals to two queues, and present on the first one, or on both.
type frameProgram struct {
	threads  [][]string // the calls of each
	latency  int
	last     bool // the main thread waits for all that the queue was given, in the end
	waitable bool // Presents of the first one do not wait: "ready()" does
	second   bool // "other" is a swap chain of the second queue
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

// beginCalls are those of a thread that waits until another frame may be begun.
var beginCalls = []string{"ready()", "ready()", "ready()", "ready()", "chain:Present()", "chain:Present()", "F:Signal()", "q:Signal(F)", "G:Signal()", "p:Wait(G)", "G:WaitCPU()"}

// besideCalls are those of others.
var besideCalls = []string{"p:Wait(F)", "p:Wait(F)", "p:Wait(F)", "chain:Present()", "chain:Present()", "p:Wait(G)", "p:Signal(G)", "q:Signal(G)", "G:Signal()", "F:WaitCPU()", "other:Present()"}

// randomBegins is randomFrames for a chain with a waitable object, for which one thread waits: of two it is up to the run which one goes on.
func randomBegins(r *rand.Rand) (p frameProgram) {
	p.waitable, p.latency, p.last, p.second = true, 1+r.Intn(3), r.Intn(2) == 0, r.Intn(4) == 0
	for t := range 2 + r.Intn(2) {
		var calls []string
		list, n := besideCalls, 1+r.Intn(3)
		if !p.second {
			list = list[:len(list)-1]
		}
		if t == 0 {
			list, n = beginCalls, 2+r.Intn(4)
		}
		for range n {
			calls = append(calls, list[r.Intn(len(list))])
		}
		if t == 0 && r.Intn(2) == 0 {
			calls = append(calls, "ready()", "F:Signal()")
		}
		p.threads = append(p.threads, calls)
	}
	r.Shuffle(len(p.threads), func(i, k int) { p.threads[i], p.threads[k] = p.threads[k], p.threads[i] })
	if r.Intn(3) == 0 {
		p.threads[0], p.threads[1] = append(p.threads[0], "H:Signal()"), append([]string{"H:WaitCPU()"}, p.threads[1]...)
	}
	return p
}

// randomShares are programs in which several threads wait until another frame may be begun: it is up to the run which of them goes on.
func randomShares(r *rand.Rand) (p frameProgram) {
	p.waitable, p.latency, p.last = true, 1+r.Intn(3), r.Intn(2) == 0
	calls := []string{"chain:Present()", "chain:Present()", "F:Signal()", "F:WaitCPU()", "q:Signal(F)", "p:Wait(F)", "ready()"}
	for range 2 + r.Intn(2) {
		list := []string{"ready()"}
		for range r.Intn(3) {
			list = append(list, calls[r.Intn(len(calls))])
		}
		if r.Intn(4) == 0 {
			list = append([]string{calls[r.Intn(len(calls))]}, list...)
		}
		p.threads = append(p.threads, list)
	}
	if r.Intn(4) == 0 { // two in order
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
	lua := strings.NewReplacer("(F)", "(F, 1)", "(G)", "(G, 1)", "(D)", "(D, 1)", "Signal()", "Signal(1)", "WaitCPU()", "WaitCPU(1)", "ready()", "gpu.WaitForSingleObject(ready)")
	var b strings.Builder
	flags := ""
	if p.waitable {
		flags = ", Flags = \"FRAME_LATENCY_WAITABLE_OBJECT\""
	}
	fmt.Fprintf(&b, "local chain = p:CreateSwapChain { Name = \"chain\", Width = 8, Height = 8, BufferCount = 2%s }\n", flags)
	if p.waitable {
		b.WriteString("local ready = chain:GetFrameLatencyWaitableObject()\n")
	}
	if p.second {
		fmt.Fprintf(&b, "local other = q:CreateSwapChain { Name = \"other\", Width = 8, Height = 8, BufferCount = 2 }\nother:SetMaximumFrameLatency(%d)\n", p.latency)
	}
	fmt.Fprintf(&b, "chain:SetMaximumFrameLatency(%d)\n", p.latency)
	for t := 1; t < len(p.threads); t++ {
		fmt.Fprintf(&b, "local t%d = gpu.Thread(\"t%d\", function() gpu.Work(3); %s; gpu.Work(1) end)\n", t, t, lua.Replace(strings.Join(p.threads[t], "; ")))
	}
	fmt.Fprintf(&b, "gpu.Work(3); %s\n", lua.Replace(strings.Join(p.threads[0], "; ")))
	for t := 1; t < len(p.threads); t++ {
		fmt.Fprintf(&b, "t%d:Join()\n", t)
	}
	head := queuesScript
	if p.second {
		head = strings.Replace(head, "COPY", "DIRECT", 1)
	}
	return fmt.Sprintf(head, b.String()+lua.Replace(strings.Join(p.main(), "; ")))
}

// frameState is a state of a run: how many calls each thread has made, which frame it presented last, and of which chain, if it waits for that; what
// each queue has not done, the fences that were signalled, how many frames of each chain there are and are shown, and how many waits until another
// one may be begun have ended.
type frameState struct {
	made, number []int
	chain        []string
	queued       map[string][]string
	given        map[string]bool
	frames, done map[string]int
	begun        int
}

// clone is a state that may be changed.
func (s *frameState) clone() frameState {
	return frameState{slices.Clone(s.made), slices.Clone(s.number), slices.Clone(s.chain), maps.Clone(s.queued), maps.Clone(s.given), maps.Clone(s.frames), maps.Clone(s.done), s.begun}
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
	switch at, method, _ := strings.Cut(call, ":"); {
	case method == "Present()":
		s.done[at]++
	case strings.HasPrefix(method, "Wait"):
		return s.given[method[5:6]]
	default:
		s.given[method[7:8]] = true
	}
	return true
}

// calls makes a call of a thread, if it comes to its end.
func (p *frameProgram) calls(s *frameState, t int, call string) bool {
	at, method, _ := strings.Cut(call, ":")
	switch {
	case call == "ready()":
		given := 1 // and each Present gives one, when so few frames are left
		for n := 1; n <= s.frames["chain"]; n++ {
			if n+1-p.latency <= s.done["chain"] {
				given++
			}
		}
		s.begun++
		return given >= s.begun
	case method == "Present()":
		queue := map[string]string{"chain": "p", "other": "q"}[at]
		s.queued[queue] = append(slices.Clone(s.queued[queue]), call)
		s.frames[at]++
		if s.chain[t] = ""; at == "other" || !p.waitable {
			s.number[t], s.chain[t] = s.frames[at], at
		}
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
		stands := func(t int) bool { return s.chain[t] != "" && s.done[s.chain[t]] < s.number[t]+1-p.latency }
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
			if next := s.clone(); p.calls(&next, t, calls[s.made[t]]) {
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
	run(frameState{make([]int, n), make([]int, n), make([]string, n), map[string][]string{}, map[string]bool{}, map[string]int{}, map[string]int{}, 0})
	return end, still
}

// onceStood are programs of which something else was told in another schedule, or than the model says: a thread that does not come to let the queue
// wait, because it stands in Present itself, two signals of one thread, and deadlocks of a queue beside one that threads present on.
var onceStood = []int64{489, 302765, 79015360, 79016262}

// onceBegan are such programs of TestThreadsThatBeginFrames: a held wait, and a wait of the queue for a frame of its own, which is never why it
// stands.
var onceBegan = []int64{5025434, 5047619}

// TestThreadsThatStandInPresent: where some schedules of a program stand still and others do not, because a thread stands in Present behind a wait
// that ends only with what comes after that, or because queues hold each other up, each schedule is told so, in the same words; where all end none
// is, and where all stand still each is told the same. A model of the queues and of the screen runs all orders of the calls for that.
func TestThreadsThatStandInPresent(t *testing.T) {
	threadsThatStand(t, randomFrames, onceStood, "a frame is shown")
}

// TestThreadsThatBeginFrames is the same for chains with a waitable object, for which threads wait until another frame may be begun.
func TestThreadsThatBeginFrames(t *testing.T) {
	threadsThatStand(t, randomBegins, onceBegan, "another frame may be begun")
}

// TestThreadsThatShareFrames is the same where several threads wait for one such chain.
func TestThreadsThatShareFrames(t *testing.T) {
	threadsThatStand(t, randomShares, nil, "waits here for the same")
}

// threadsThatStand is about random programs, the seeds of some that stood out, and what some of them are told.
func threadsThatStand(t *testing.T, random func(r *rand.Rand) frameProgram, once []int64, told string) {
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
				if i < len(once) && i%shards == shard {
					seed = once[i]
				}
				part := random(rand.New(rand.NewSource(seed)))
				script := part.script()
				end, still := part.ends()
				if end != still && i%16 > 0 && i >= len(once) {
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
				if strings.Contains(first, told) {
					frames.Add(1)
				}
			}
			whole.Add(1)
		})
	}
}
