package conformance

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// detourKinds are what the threads of a detour do: lists that use the texture, and what holds them up.
var detourKinds = []kind{submit, submit, submit, submit, signal, signal, wait, wait, wait, cpuSignal, cpuSignal, cpuWait}

// randomDetour is a contest on two queues that wait for each other and for the CPU: one thread gives a wait to a queue, and another one a list in no
// order with it.
func randomDetour(r *rand.Rand) *contest {
	c := &contest{}
	threads := 2 + r.Intn(4)/3
	favourites := [][]int{{0, 2, 3}, {2, 3, 7, 6}, {4, 5, 3}, {2, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}[r.Intn(5)]
	rewinds := r.Intn(3) == 0
	var next [2]uint64
	for range 4 + r.Intn(5) {
		o := operation{kind: detourKinds[r.Intn(len(detourKinds))], queue: r.Intn(5) / 4, fence: r.Intn(2), value: uint64(1 + r.Intn(2))}
		switch {
		case o.kind == signal && r.Intn(2) == 0:
			o.queue = 1
		case o.kind == wait && r.Intn(2) == 0:
			o.queue = 0
		}
		if !rewinds && (o.kind == signal || o.kind == cpuSignal) {
			next[o.fence]++
			o.value = next[o.fence]
		}
		c.calls = append(c.calls, o)
		c.thread = append(c.thread, r.Intn(threads))
		c.lists = append(c.lists, favourites[r.Intn(len(favourites))])
	}
	c.fork.starts, c.joins = make([]int, threads), make([]int, threads)
	for t := range threads {
		c.starts[t], c.joins[t] = r.Intn(3), len(c.calls)
		if r.Intn(3) > 0 {
			c.joins[t] = c.starts[t] + r.Intn(len(c.calls))
		}
	}
	return c
}

// crossed says whether two lists on two queues come in no defined order, which is a race, if it matters.
func (c *contest) crossed(truth *forkTruth) bool {
	for y := range c.calls {
		for x := range y {
			a, b := &c.calls[x], &c.calls[y]
			if a.kind == submit && b.kind == submit && a.queue != b.queue && truth.without[x]>>y&1 != 0 && truth.without[y]>>x&1 != 0 {
				return true
			}
		}
	}
	return false
}

// astray says whether a list does not find the texture as it expects it, in some run.
func (c *contest) astray() (wrong bool) {
	seen, tried := map[string]bool{}, map[string]bool{}
	var visit func(m moment, did string)
	visit = func(m moment, did string) {
		key := fmt.Sprint(m.called, m.done, m.fences, "|", m.given[0], "|", m.given[1], "|", did)
		if seen[key] || wrong {
			return
		}
		seen[key] = true
		if !tried[did] {
			tried[did] = true
			wrong = wrong || c.wrong(did)
		}
		for t := range c.starts {
			if n, _, ok := c.call(m, t); ok {
				visit(n, did)
			}
		}
		for q := range m.given {
			if n, i, ok := c.step(m, q); ok {
				more := did
				if c.calls[i].kind == submit {
					more += string(rune(i))
				}
				visit(n, more)
			}
		}
	}
	visit(moment{}, "")
	return wrong
}

// holds says whether a queue that lists are given to waits.
func (c *contest) holds() bool {
	var lists, waits [2]bool
	for i := range c.calls {
		lists[c.calls[i].queue] = lists[c.calls[i].queue] || c.calls[i].kind == submit
		waits[c.calls[i].queue] = waits[c.calls[i].queue] || c.calls[i].kind == wait
	}
	return lists[0] && waits[0] || lists[1] && waits[1]
}

// TestThreadsThatHoldQueuesUp: lists of several threads that use one texture, after waits that other threads give to their queue in no order with
// them, against all runs: something is said if and only if a list does not find its state in one of them, and it is the same in every schedule.
func TestThreadsThatHoldQueuesUp(t *testing.T) {
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			broken, whole := 0, 0
			for i := 0; broken+whole < max(count()/20/shards, 8); i++ {
				seed := int64(i*shards + shard)
				c := randomDetour(rand.New(rand.NewSource(seed)))
				if !c.shared() || !c.holds() || c.uncertain() {
					continue
				}
				truth := c.enumerate()
				if !truth.always || c.crossed(&truth) {
					continue // somebody may wait for ever, or there is a race
				}
				wrong := c.astray()
				first := sorted(outcome(t, c.script(), schedule(1, host.ReportErrors)))
				require.Equal(t, wrong, first != "", "program %d\n%s%v\n%s", seed, c, c.lists, first)
				for _, other := range []uint64{0, 2, 9} {
					require.Equal(t, first, sorted(outcome(t, c.script(), schedule(other, host.ReportErrors))), "program %d, seed %d\n%s%v", seed, other, c, c.lists)
				}
				if wrong {
					broken++
				} else {
					whole++
				}
			}
			t.Logf("%d programs are broken, %d are not", broken, whole)
		})
	}
}

// TestFencesThatThreadsTakeDown: one thread signals 2 and 3 on a queue, another one 1 on the same queue, and a second queue waits for 3. Whether 1 is
// given last is up to the schedule, and that it may be is told in every run.
func TestFencesThatThreadsTakeDown(t *testing.T) {
	const script = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local p, q = device:CreateCommandQueue { Type = "COPY", Name = "p" }, device:CreateCommandQueue { Type = "COPY", Name = "q" }
local F, G = device:CreateFence(0, "F"), device:CreateFence(0, "G")
local t = gpu.Thread("t", function() p:Signal(F, 2); p:Signal(F, 3); gpu.Work(4) end)
local u = gpu.Thread("u", function() q:Wait(F, 3); gpu.Work(4) end)
%s
p:Signal(F, 1)
u:Join()
`
	for before, want := range map[string]int{"": 1, "t:Join()": 1, "u:Join(); q:Signal(G, 1); G:WaitCPU(1)": 0} {
		first := ""
		for seed := range min(*seeds, 64) {
			found := slices.DeleteFunc(everything(t, fmt.Sprintf(script, before), schedule(seed, host.ReportErrors)), func(d *diag.Diagnostic) bool {
				return d.Code != diag.RewindPastWait && d.Code != diag.LoweredBeforeWait
			})
			require.Len(t, found, want, "%q, seed %d", before, seed)
			if seed == 0 {
				first = words(found)
			}
			require.Equal(t, first, words(found), "%q, seed %d", before, seed)
		}
	}
}

// TestThreadsThatPollOneFence: of two threads that poll one fence for different values each finds out what it asked for, however their polls are
// mixed.
func TestThreadsThatPollOneFence(t *testing.T) {
	const script = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q, F = device:CreateCommandQueue { Type = "COPY", Name = "q" }, device:CreateFence(0, "F")
local function buffer(heap, state) return device:CreateCommittedResource { HeapType = heap, Dimension = "BUFFER", Width = 256, InitialState = state } end
local back, from = buffer("READBACK", "COPY_DEST"), buffer("DEFAULT", "COMMON")
local map = back:Map()
for i = 1, 2 do
  local l = device:CreateCommandList { Type = "COPY", Name = "l" .. i, Allocator = device:CreateCommandAllocator("COPY") }
  l:CopyBufferRegion(back, 64 * i, from, 0, 64); l:Close()
  q:ExecuteCommandLists { l }; q:Signal(F, i)
end
local function poll(value, at) return function()
  while F:GetCompletedValue() < value do gpu.Work(1) end
  map:Read(at, "uint")
end end
local one, two, all = gpu.Thread("one", poll(1, %d)), gpu.Thread("two", poll(2, %d)), gpu.Thread("all", poll(2, 64))
one:Join(); two:Join(); all:Join()
`
	for name, tt := range map[string]struct{ one, two, races int }{"each reads what it has waited for": {64, 128, 0}, "one reads what comes later": {128, 64, 1}} {
		first := ""
		for seed := range min(*seeds, 64) {
			found := everything(t, fmt.Sprintf(script, tt.one, tt.two), schedule(seed, host.ReportErrors))
			require.Len(t, found, tt.races, "%s, seed %d\n%s", name, seed, words(found))
			if seed == 0 {
				first = words(found)
			}
			require.Equal(t, first, words(found), "%s, seed %d", name, seed)
		}
	}
}
